package dev.upb.reflection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.upb.base.ByteString;
import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.mem.Arena;
import dev.upb.message.MapField;
import dev.upb.message.RepeatedField;
import dev.upb.testkit.Cases;
import dev.upb.testkit.InputKind;
import dev.upb.testkit.wire.Hex;
import dev.upb.wire.DecodeOptions;
import dev.upb.wire.EncodeOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class MessageTest {
    private static final String FILE = "package: 'p' syntax: 'proto3' message_type { name: 'M' "
            + "field { name: 'i' number: 1 type: TYPE_INT32 } field { name: 'l' number: 2 type: TYPE_UINT64 } "
            + "field { name: 'f' number: 3 type: TYPE_FLOAT } field { name: 'd' number: 4 type: TYPE_DOUBLE } "
            + "field { name: 'b' number: 5 type: TYPE_BOOL } field { name: 's' number: 6 type: TYPE_STRING } "
            + "field { name: 'y' number: 7 type: TYPE_BYTES } field { name: 'e' number: 8 type: TYPE_ENUM type_name: '.p.E' } "
            + "field { name: 'm' number: 9 type: TYPE_MESSAGE type_name: '.p.M' } "
            + "field { name: 'rs' number: 10 type: TYPE_STRING label: LABEL_REPEATED } "
            + "field { name: 'rm' number: 11 type: TYPE_MESSAGE type_name: '.p.M' label: LABEL_REPEATED } "
            + "field { name: 'map' number: 12 type: TYPE_MESSAGE type_name: '.p.M.MapEntry' label: LABEL_REPEATED } "
            + "field { name: 'x' number: 13 type: TYPE_INT32 oneof_index: 0 } field { name: 'z' number: 14 type: TYPE_STRING oneof_index: 0 } "
            + "field { name: 'opt' number: 15 type: TYPE_INT32 oneof_index: 1 proto3_optional: true } "
            + "oneof_decl { name: 'choice' } oneof_decl { name: '_opt' } "
            + "nested_type { name: 'MapEntry' options { map_entry: true } field { name: 'key' number: 1 type: TYPE_STRING } field { name: 'value' number: 2 type: TYPE_MESSAGE type_name: '.p.M' } } } "
            + "enum_type { name: 'E' value { name: 'ZERO' number: 0 } value { name: 'ONE' number: 1 } }";
    private static final DefPool POOL = Files.pool(FILE);
    private static final MessageDef TYPE = POOL.message("p.M");

    @Test
    void everyKindOfFieldIsReadAndSetByName() {
        Message message = TYPE.newMessage();
        message.setInt("i", -1);
        message.setLong("l", -2);
        message.setFloat("f", 1.5f);
        message.setDouble("d", 2.5);
        message.setBool("b", true);
        message.setString("s", "text");
        message.setBytes("y", new byte[] {1, 2});
        message.setEnum("e", 1);
        message.mutableMessage("m").setInt("i", 7);
        message.<String>getRepeated("rs").add("one");
        ((Message) message.getMessages("rm").addMessage()).setInt("i", 8);
        MapField<String, Message> map = message.getMap("map");
        ((Message) map.mutableMessage("k")).setInt("i", 9);

        assertThat(message.getInt("i")).isEqualTo(-1);
        assertThat(message.getLong("l")).isEqualTo(-2);
        assertThat(message.getFloat("f")).isEqualTo(1.5f);
        assertThat(message.getDouble("d")).isEqualTo(2.5);
        assertThat(message.getBool("b")).isTrue();
        assertThat(message.getString("s")).isEqualTo("text");
        assertThat(message.getBytes("y")).containsExactly(1, 2);
        assertThat(message.getByteString("y")).isEqualTo(ByteString.of((byte) 1, (byte) 2));
        assertThat(message.getEnum("e")).isEqualTo(1);
        assertThat(message.getMessage("m").getInt("i")).isEqualTo(7);
        assertThat(message.getMessages("rm").get(0).getInt("i")).isEqualTo(8);
        assertThat(map.get("k").getInt("i")).isEqualTo(9);
        assertThat(message.has("s")).isTrue();
        message.clear("s");
        assertThat(message.has("s")).isFalse();
        assertThat(message.getString("s")).isEmpty();
        assertThat(message.type()).isSameAs(TYPE);
    }

    @Test
    void messagesBelowAreOfTheSameClassAndKnowTheirType() {
        Message message = TYPE.decode(Hex.bytes("4a020801 5a020802"));
        assertThat(message.getMessage("m").type()).isSameAs(TYPE);
        assertThat(message.getMessages("rm").get(0).type()).isSameAs(TYPE);
        assertThat(message.getMessage("m").getMessage("m").type()).isSameAs(TYPE);
        assertThat(message.getMessage("m").getMessage("m")).isSameAs(TYPE.emptyMessage());
        assertThat(message.get("m")).isInstanceOf(Message.class);
        assertThat(message.mutableMessage("m").type()).isSameAs(TYPE);
    }

    @Test
    void genericAccessTakesObjects() {
        Message other = TYPE.newMessage();
        other.setInt("i", 5);
        Message message = TYPE.newMessage();
        message.set("i", 1);
        message.set("l", 2L);
        message.set("e", POOL.enumeration("p.E").findValue("ONE"));
        message.set("y", new byte[] {3});
        message.set("m", other);
        message.set("rs", List.of("a", "b"));
        message.set("map", Map.of("k", other));
        assertThat(message.get("i")).isEqualTo(1);
        assertThat(message.get("l")).isEqualTo(2L);
        assertThat(message.get("e")).isEqualTo(1);
        assertThat(message.get("y")).isEqualTo(ByteString.of((byte) 3));
        assertThat(message.get("m")).isEqualTo(other);
        assertThat(message.<String>getRepeated("rs")).containsExactly("a", "b");
        assertThat(message.<String, Message>getMap("map").get("k")).isEqualTo(other);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> message.set("i", "text"))
                .withMessageContaining("String");
    }

    @Test
    void aNameThatIsNoFieldAndAFieldOfAnotherTypeAreNamed() {
        Message message = TYPE.newMessage();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> message.getInt("nothing"))
                .withMessage("message p.M has no field \"nothing\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> message.getInt("s"))
                .withMessageContaining("p.M.s");
        MessageDef other = Files.pool(FILE).message("p.M");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> message.getInt(other.field("i")))
                .withMessageContaining("p.M.i");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> message.whichOneof(other.oneof("choice")))
                .withMessageContaining("p.M.choice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> message.setMessage("m", other.newMessage()))
                .withMessageContaining("same pool");
    }

    @Test
    void oneofsSayWhichMemberIsSet() {
        Message message = TYPE.newMessage();
        assertThat(message.whichOneof("choice")).isNull();
        message.setInt("x", 0);
        assertThat(message.whichOneof("choice")).isSameAs(TYPE.field("x"));
        message.setString("z", "");
        assertThat(message.whichOneof(TYPE.oneof("choice"))).isSameAs(TYPE.field("z"));
        assertThat(message.has("x")).isFalse();
        assertThat(message.whichOneof("_opt")).isNull();
        message.setInt("opt", 0);
        assertThat(message.whichOneof("_opt")).isSameAs(TYPE.field("opt"));
        assertThatIllegalArgumentException().isThrownBy(() -> message.whichOneof("none"));
    }

    @Test
    void theFieldsThatAreSetComeByNumber() {
        Message message = TYPE.newMessage();
        message.setInt("opt", 0);
        message.setInt("i", 0);
        message.setString("s", "x");
        message.<String>getRepeated("rs");
        assertThat(message.presentFields()).containsExactly(TYPE.field("s"), TYPE.field("opt"));
    }

    @Test
    void messagesOfTwoPoolsAreEqualByNameAndContent() {
        byte[] bytes = Hex.bytes("0801 3201 41 4a020807 520161 6207 0a016b 12020803 f00105");
        Message here = TYPE.decode(bytes);
        Message there = Files.pool(FILE).message("p.M").decode(bytes);
        assertThat(here.type()).isNotSameAs(there.type());
        assertThat(here).isEqualTo(there).hasSameHashCodeAs(there);
        assertThat(there).isEqualTo(here);
        there.setInt("i", 2);
        assertThat(here).isNotEqualTo(there);
        Message otherName = Files.pool(
                        FILE.replace("package: 'p'", "package: 'q'").replace(".p.", ".q."))
                .message("q.M")
                .decode(bytes);
        assertThat(here).isNotEqualTo(otherName).isNotEqualTo(null).isNotEqualTo("text");
    }

    @Test
    void contentIsComparedWithinAPool() {
        Message a = TYPE.decode(Hex.bytes("520161 0801"));
        Message b = TYPE.decode(Hex.bytes("0801 520161"));
        assertThat(a).isEqualTo(b).hasSameHashCodeAs(b);
        b.getMessages("rm").addMessage();
        assertThat(a).isNotEqualTo(b);
        assertThat(TYPE.newMessage()).isEqualTo(TYPE.emptyMessage()).hasSameHashCodeAs(TYPE.emptyMessage());
    }

    @ParameterizedTest
    @EnumSource
    void allKindsOfInputAreDecoded(InputKind kind) throws IOException {
        byte[] bytes = Hex.bytes("0801 3203 616263 52017a");
        try (Arena arena = Arena.create()) {
            Message message = switch (kind.form()) {
                case ARRAY -> {
                    InputKind.Range range = kind.range(bytes);
                    yield TYPE.decode(arena, range.array(), range.offset(), range.length());
                }
                case BUFFER -> TYPE.decode(arena, kind.buffer(bytes));
                case STREAM -> TYPE.decode(arena, kind.stream(bytes));
                case CHANNEL -> TYPE.decode(arena, kind.channel(bytes));
            };
            assertThat(message).isEqualTo(TYPE.decode(bytes));
            assertThat(message.getString("s")).isEqualTo("abc");
            assertThat(message.arena()).isSameAs(arena);
        }
    }

    @ParameterizedTest
    @EnumSource
    void allKindsOfInputAreDecodedWithOptions(InputKind kind) throws IOException {
        byte[] deep = Hex.bytes("4a02 4a00");
        DecodeOptions shallow = DecodeOptions.DEFAULT.withMaxDepth(1);
        try (Arena arena = Arena.create()) {
            assertThatThrownBy(() -> {
                        switch (kind.form()) {
                            case ARRAY -> {
                                InputKind.Range range = kind.range(deep);
                                TYPE.decode(arena, range.array(), range.offset(), range.length(), shallow);
                            }
                            case BUFFER -> TYPE.decode(arena, kind.buffer(deep), shallow);
                            case STREAM -> TYPE.decode(arena, kind.stream(deep), shallow);
                            case CHANNEL -> TYPE.decode(arena, kind.channel(deep), shallow);
                        }
                    })
                    .isInstanceOf(DecodeException.class)
                    .extracting(e -> ((DecodeException) e).status())
                    .isEqualTo(DecodeStatus.MAX_DEPTH_EXCEEDED);
        }
        assertThat(TYPE.decode(deep, DecodeOptions.DEFAULT.withMaxDepth(2)).encode())
                .isEqualTo(deep);
    }

    @Test
    void aMessageIsWrittenToArraysStreamsAndBuffers() throws IOException {
        byte[] bytes = Hex.bytes("0801 3203 616263");
        Message message = TYPE.decode(bytes);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        message.encode(stream);
        ByteBuffer buffer = ByteBuffer.allocate(20);
        message.encode(buffer);
        assertThat(message.encode()).isEqualTo(bytes);
        assertThat(message.encodedSize()).isEqualTo(bytes.length);
        assertThat(stream.toByteArray()).isEqualTo(bytes);
        assertThat(buffer.position()).isEqualTo(bytes.length);
        assertThat(message.encode(EncodeOptions.DEFAULT.withDeterministic(true)))
                .isEqualTo(bytes);
    }

    @Test
    void messagesAreMerged() {
        Message message = TYPE.decode(Hex.bytes("0801 4a020807 520161"));
        message.mergeFrom(Hex.bytes("0802 4a021002 520162"));
        message.mergeFrom(TYPE.decode(Hex.bytes("520163")));
        assertThat(message.getInt("i")).isEqualTo(2);
        assertThat(message.getMessage("m").getInt("i")).isEqualTo(7);
        assertThat(message.getMessage("m").getLong("l")).isEqualTo(2);
        assertThat(message.<String>getRepeated("rs")).containsExactly("a", "b", "c");
    }

    @Test
    void missingRequiredFieldsAreNamed() {
        DefPool pool = DefPool.ofFileDescriptorSet(Cases.schemaBytes());
        Message message = pool.message("p2.M").decode(Hex.bytes("3a0408011200"));
        assertThat(message.missingRequired()).containsExactly("mr[1].id");
        assertThat(TYPE.newMessage().missingRequired()).isEmpty();
        assertThatThrownBy(() -> pool.message("p2.M")
                        .decode(Hex.bytes("3a0408011200"), DecodeOptions.DEFAULT.withRequiredCheck(true)))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("mr[1].id");
    }

    @Test
    void aCopyOutlivesTheArena() {
        Message copy;
        Arena own = Arena.create();
        Message message;
        try (Arena arena = Arena.create()) {
            message = TYPE.decode(arena, Hex.bytes("3203 616263"));
            copy = message.copyTo(own);
        }
        assertThat(copy.getString("s")).isEqualTo("abc");
        assertThatIllegalStateException().isThrownBy(() -> message.getString("s"));
    }

    @Test
    void theTextIsMuchLikeTextFormat() {
        Message message = TYPE.newMessage();
        message.setInt("i", -1);
        message.setLong("l", -1);
        message.setFloat("f", 1.5f);
        message.setString("s", "a\"b\n\u0001é");
        message.setBytes("y", new byte[] {'a', -1, '"'});
        message.setEnum("e", 1);
        message.mutableMessage("m").setEnum("e", 7);
        message.set("rs", List.of("p", "q"));
        ((Message) message.<String, Message>getMap("map").mutableMessage("k")).setBool("b", true);
        message.unknownFields().add(Hex.bytes("f00105"));
        assertThat(message)
                .hasToString(
                        "p.M { i: -1 l: 18446744073709551615 f: 1.5 s: \"a\\\"b\\n\\001é\" y: \"a\\377\\042\" e: ONE m { e: 7 } "
                                + "rs: \"p\" rs: \"q\" map { key: \"k\" value: { b: true } } # 3 bytes of unknown fields }");
        assertThat(TYPE.emptyMessage()).hasToString("p.M { }");
    }

    @Test
    void theTextIsCutOffAndNeverFails() {
        Message message = TYPE.newMessage();
        RepeatedField<String> strings = message.getRepeated("rs");
        for (int i = 0; i < 100_000; i++) {
            strings.add("some text");
        }
        message.setString("s", "x".repeat(100_000));
        assertThat(message.toString()).hasSizeBetween(4_000, 6_000).contains("…");
        Message deep = TYPE.newMessage();
        Message at = deep;
        for (int i = 0; i < 5_000; i++) {
            at = at.mutableMessage("m");
        }
        assertThat(deep.toString()).hasSizeLessThan(6_000).contains("…");
        Message cyclic = TYPE.newMessage();
        cyclic.setMessage("m", cyclic);
        assertThat(cyclic.toString()).contains("…");
        Arena arena = Arena.create();
        Message stale = TYPE.newMessage(arena);
        arena.close();
        assertThat(stale).hasToString("p.M (its arena was reset or closed)");
    }
}
