package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.upb.base.DecodeException;
import dev.upb.mem.Arena;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.MiniTable;
import dev.upb.testkit.corpus.NpmPackage;
import dev.upb.testkit.proto.vectortile.Tile;
import dev.upb.testkit.random.Mutations;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Real map tiles, and tiles that break the rules of their format, as published in the package {@code @mapbox/mvt-fixtures}. */
class VectorTileTest {
    private static final MiniTable TILE = Tables.of(Tile.getDescriptor());
    private static final NpmPackage FIXTURES = NpmPackage.fetch("@mapbox/mvt-fixtures", "4.0.0");

    private static boolean isValid(SortedMap<String, byte[]> files, String tile) {
        byte[] info = files.get(tile.replace("tile.mvt", "info.json"));
        JsonObject json =
                JsonParser.parseString(new String(info, StandardCharsets.UTF_8)).getAsJsonObject();
        return json.getAsJsonObject("validity").get("v2").getAsBoolean();
    }

    private static void checkEqualToProtobufJava(String name, byte[] tile) throws Exception {
        Tile expected = Tile.parseFrom(tile);
        byte[] encoded = Roundtrip.bytes(TILE, tile, DecodeOptions.DEFAULT.withRequiredCheck(true));
        // Equal bytes parse to equal messages.
        assertThat(encoded).as(name).isEqualTo(expected.toByteArray());
    }

    @Test
    void realTilesAreReadAndWrittenAsByProtobufJava() throws Exception {
        SortedMap<String, byte[]> tiles =
                FIXTURES.files(path -> path.startsWith("real-world/") && path.endsWith(".mvt"));
        assertThat(tiles).hasSizeGreaterThan(150);
        for (var tile : tiles.entrySet()) {
            checkEqualToProtobufJava(tile.getKey(), tile.getValue());
        }
    }

    @Test
    void validTilesAreReadAndWrittenAndInvalidOnesDoNoHarm() throws Exception {
        SortedMap<String, byte[]> files = FIXTURES.files(path -> path.startsWith("fixtures/"));
        int valid = 0;
        int refused = 0;
        for (var file : files.entrySet()) {
            if (!file.getKey().endsWith("tile.mvt")) {
                continue;
            }
            if (isValid(files, file.getKey())) {
                valid++;
                checkEqualToProtobufJava(file.getKey(), file.getValue());
            } else {
                String result = EveryPath.of(TILE, file.getValue(), DecodeOptions.DEFAULT.withRequiredCheck(true));
                refused += result.startsWith("ok") ? 0 : 1;
            }
        }
        assertThat(valid).isGreaterThan(30);
        // Most break rules above the wire format, and can be read; some lack a required field.
        assertThat(refused).isPositive();
    }

    @Test
    void damagedTilesGiveAnErrorOrAMessage() throws Exception {
        SortedMap<String, byte[]> files = FIXTURES.files(path -> path.equals("fixtures/038/tile.mvt"));
        byte[] tile = files.get("fixtures/038/tile.mvt");
        try (Arena arena = Arena.create()) {
            Stream.concat(Mutations.truncations(tile), Mutations.bitFlips(tile)).forEach(damaged -> {
                arena.reset();
                try {
                    MiniMessage message = Decoder.decode(TILE, arena, damaged, DecodeOptions.DEFAULT);
                    assertThat(Encoder.encode(message, EncodeOptions.DEFAULT)).isNotNull();
                } catch (DecodeException e) {
                    assertThat(e.offset()).isBetween(0L, (long) damaged.length);
                }
            });
        }
    }
}
