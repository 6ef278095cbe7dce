package dev.upb.reflection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import dev.upb.testkit.Cases;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.random.Mutations;
import dev.upb.testkit.random.RandomSchema;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.Hex;
import dev.upb.testkit.wire.WireMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever the bytes are: a pool that works, or a {@link SchemaException}. */
final class HostileDescriptorTest {
    /** Loads the bytes, and uses all that comes of it. Returns whether they were a schema. */
    private static boolean survives(byte[] set) {
        DefPool pool;
        try {
            pool = DefPool.ofFileDescriptorSet(set);
        } catch (SchemaException e) {
            assertThat(e.problems()).isNotEmpty();
            assertThat(e.getMessage()).isNotEmpty();
            return false;
        }
        for (FileDef file : pool.files()) {
            use(file);
            file.toFileDescriptorProto();
            file.publicDependencies();
            file.weakDependencies();
            file.syntaxName();
            file.extensions().forEach(HostileDescriptorTest::useField);
            file.enums().forEach(HostileDescriptorTest::useEnum);
            file.services().forEach(service -> service.methods().forEach(HostileDescriptorTest::use));
        }
        for (MessageDef message : pool.messages()) {
            use(message);
            message.fields().forEach(HostileDescriptorTest::useField);
            message.oneofs().forEach(HostileDescriptorTest::use);
            message.nestedEnums().forEach(HostileDescriptorTest::useEnum);
            message.extensionRanges().forEach(ExtensionRange::optionsBytes);
            assertThat(message.newMessage().encode()).isEmpty();
            assertThat(message.newMessage()).isEqualTo(message.emptyMessage());
            pool.extensionsOf(message).forEach(HostileDescriptorTest::useField);
        }
        return true;
    }

    private static void use(Def def) {
        assertThat(def.file().pool()).isNotNull();
        assertThat(def.fullName()).isNotNull();
        try {
            def.options();
        } catch (SchemaException e) {
            assertThat(e.problems()).hasSize(1);
        }
    }

    private static void useField(FieldDef field) {
        use(field);
        field.jsonName();
        field.defaultValue();
        if (!field.isExtension()) {
            Message message = field.containingType().newMessage();
            message.get(field);
            assertThat(field.containingType().findFieldByJsonName(field.jsonName()))
                    .isNotNull();
        }
    }

    private static void useEnum(EnumDef enumeration) {
        use(enumeration);
        for (EnumValueDef value : enumeration.values()) {
            value.jsonName();
            assertThat(enumeration.findValue(value.number()).number()).isEqualTo(value.number());
            assertThat(enumeration.findValue(value.name())).isNotNull();
        }
    }

    @Test
    void everyTruncationIsAPoolOrAnError() {
        byte[] set = Cases.schemaBytes();
        long pools = Mutations.truncations(set)
                .filter(HostileDescriptorTest::survives)
                .count();
        assertThat(pools).isPositive().isLessThan(set.length); // A cut between two files leaves a schema.
    }

    @Test
    void everyFlippedBitIsAPoolOrAnError() {
        byte[] set = Cases.schemaBytes();
        long pools =
                Mutations.bitFlips(set).filter(HostileDescriptorTest::survives).count();
        assertThat(pools).isBetween(set.length / 4L, set.length * 7L);
    }

    @Test
    void mutatedSchemasArePoolsOrErrors() {
        byte[] own = Corpus.ownSet().toByteArray();
        byte[] descriptor = Corpus.descriptorSet().toByteArray();
        Seeded.forEach(400, seeded -> {
            survives(Mutations.mutate(seeded, own));
            survives(Mutations.mutate(seeded, descriptor));
        });
    }

    @Test
    void mutatedDrawnSchemasArePoolsOrErrors() {
        Seeded.forEach(300, seeded -> {
            byte[] file = RandomSchema.next(seeded).toByteArray();
            byte[] set = WireMessage.builder()
                    .bytes(1, Mutations.mutate(seeded, file))
                    .encode();
            survives(set);
        });
    }

    @Test
    void randomBytesArePoolsOrErrors() {
        Seeded.forEach(3000, seeded -> survives(seeded.bytes(seeded.below(60))));
    }

    @Test
    void fieldsOfTheWrongWireTypeAreIgnored() {
        byte[] field = WireMessage.builder()
                .string(1, "f")
                .string(3, "number")
                .varint(3, 1)
                .varint(5, 5)
                .varint(6, 1)
                .encode();
        byte[] message = WireMessage.builder()
                .varint(1, 5)
                .string(1, "M")
                .bytes(2, field)
                .encode();
        byte[] file = WireMessage.builder()
                .varint(1, 5)
                .string(1, "f.proto")
                .bytes(4, message)
                .fixed32(12, 1)
                .encode();
        assertThat(DefPool.builder()
                        .addFile(file)
                        .build()
                        .message("M")
                        .field("f")
                        .number())
                .isEqualTo(1);
    }

    @Test
    void valuesOfEnumsThatAreNotKnownAreIgnored() {
        byte[] field = WireMessage.builder()
                .string(1, "f")
                .varint(3, 1)
                .varint(4, 1)
                .varint(4, 99)
                .varint(5, 5)
                .varint(5, 77)
                .encode();
        byte[] message = WireMessage.builder().string(1, "M").bytes(2, field).encode();
        byte[] file =
                WireMessage.builder().string(1, "f.proto").bytes(4, message).encode();
        FieldDef def = DefPool.builder().addFile(file).build().message("M").field("f");
        assertThat(def.type().name()).isEqualTo("INT32");
        assertThat(def.isRepeated()).isFalse();
    }

    @Test
    void integersMayBePackedWhereTheyAreRepeated() {
        FileDescriptorProto a = Files.file("name: 'a.proto'");
        byte[] b = Hex.concat(
                Files.file("name: 'b.proto' dependency: 'a.proto' dependency: 'c.proto'")
                        .toByteArray(),
                WireMessage.builder().packedVarints(10, 0, 1).encode());
        DefPool pool = DefPool.builder()
                .addFile(a.toByteArray())
                .addFile(b)
                .addFile(Files.file("name: 'c.proto'").toByteArray())
                .build();
        assertThat(pool.file("b.proto").publicDependencies())
                .containsExactly(pool.file("a.proto"), pool.file("c.proto"));
    }

    @Test
    void deepGroupsAreRefused() {
        StringBuilder groups = new StringBuilder("0a0161");
        groups.append("a306".repeat(100_000)).append("a406".repeat(100_000));
        assertThatThrownBy(() -> DefPool.builder().addFile(Hex.bytes(groups.toString())))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("nested deeper");
    }

    @Test
    void optionsThatTheRulesLookIntoMayBeBroken() {
        byte[] field = WireMessage.builder()
                .string(1, "f")
                .varint(3, 1)
                .varint(5, 8)
                .bytes(8, WireMessage.builder().bytes(22, new byte[] {7}).encode())
                .encode();
        byte[] message = WireMessage.builder().string(1, "M").bytes(2, field).encode();
        byte[] value = WireMessage.builder()
                .string(1, "V")
                .varint(2, 0)
                .bytes(3, WireMessage.builder().bytes(998, new byte[] {7}).encode())
                .encode();
        byte[] enumeration =
                WireMessage.builder().string(1, "E").bytes(2, value).encode();
        byte[] file = WireMessage.builder()
                .string(1, "f.proto")
                .bytes(4, message)
                .bytes(5, enumeration)
                .encode();
        for (DefPool.Builder builder : List.of(DefPool.builder(), DefPool.wellKnown().toBuilder())) {
            assertThatThrownBy(() -> builder.addFile(file).build())
                    .isInstanceOf(SchemaException.class)
                    .hasMessageContaining("f.proto: M.f: the options can't be decoded: ")
                    .hasMessageContaining("f.proto: V: the options can't be decoded: ");
        }
    }

    @Test
    void groupsInOptionsHaveAnEnd() {
        byte[] field = WireMessage.builder()
                .string(1, "f")
                .varint(3, 1)
                .varint(5, 8)
                .bytes(8, Hex.bytes("82b518020b0c82b518010b")) // Field 50000: { 1: [ ] }, then { 1: [
                .encode();
        byte[] message = WireMessage.builder().string(1, "M").bytes(2, field).encode();
        byte[] options = Files.file("name: 'o.proto' dependency: 'google/protobuf/descriptor.proto' "
                        + "message_type { name: 'O' field { name: 'o' number: 1 type: TYPE_GROUP type_name: '.O' } } "
                        + "extension { name: 'x' extendee: '.google.protobuf.FieldOptions' number: 50000 label: LABEL_REPEATED "
                        + "type: TYPE_MESSAGE type_name: '.O' }")
                .toByteArray();
        byte[] file =
                WireMessage.builder().string(1, "f.proto").bytes(4, message).encode();
        assertThatThrownBy(() -> DefPool.wellKnown().toBuilder()
                        .addFile(options)
                        .addFile(file)
                        .build())
                .isInstanceOf(SchemaException.class)
                .hasMessageStartingWith("f.proto: M.f: the options can't be decoded: ")
                .hasMessageContaining("a group has no end");
    }

    @Test
    void chainsOfPublicImportsThatTakeTooLongToFollowAreRefused() {
        DefPool.Builder few = chain(1_000);
        assertThat(few.build().files()).hasSize(1_001);
        DefPool.Builder many = chain(9_000);
        assertThatThrownBy(many::build)
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("takes too long to check");
    }

    private static DefPool.Builder chain(int length) {
        DefPool.Builder builder = DefPool.builder()
                .addFile(Files.file("name: '0' message_type { name: 'M' }").toByteArray());
        for (int i = 1; i <= length; i++) {
            builder.addFile(WireMessage.builder()
                    .string(1, Integer.toString(i))
                    .string(3, Integer.toString(i - 1))
                    .varint(10, 0)
                    .encode());
        }
        return builder;
    }

    @Test
    void namesHaveALimitSoThatManyInOneScopeFit() {
        String name = "a".repeat(998);
        assertThat(Files.pool("package: 'p' message_type { name: '" + name + "' }")
                        .messages())
                .hasSize(1);
        assertThatThrownBy(() -> Files.pool("package: 'p' message_type { name: '" + name + "a' }"))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("the name has 1001 characters; at most 1000");
        assertThatThrownBy(() -> Files.pool("package: '" + "p.".repeat(256) + "' message_type { name: 'M' }"))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("the name has 512 characters; at most 511");
    }

    @Test
    void aFileOfManyTypesLoadsInTimeThatGrowsWithItsSizeOnly() {
        StringBuilder fields = new StringBuilder();
        for (int i = 1; i <= 8_000; i++) {
            fields.append("field { name: 'f_")
                    .append(i)
                    .append("' number: ")
                    .append(20_000 + i * 16)
                    .append(" type: TYPE_MESSAGE type_name: 'N' json_name: 'j")
                    .append(i)
                    .append("' } ");
        }
        List<String> messages =
                new ArrayList<>(List.of("message_type { name: 'M' " + fields + "} message_type { name: 'N' }"));
        Stream.iterate(1, i -> i <= 20_000, i -> i + 1)
                .forEach(i -> messages.add("message_type { name: 'T" + i + "' }"));
        DefPool pool = Files.pool(String.join(" ", messages));
        assertThat(pool.messages()).hasSize(20_002);
        assertThat(pool.message("M").findFieldByJsonName("j8000").number()).isEqualTo(148_000);
    }
}
