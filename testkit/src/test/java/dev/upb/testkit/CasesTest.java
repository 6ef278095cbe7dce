package dev.upb.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.upb.testkit.wire.Hex;
import dev.upb.testkit.wire.WireMessage;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CasesTest {
    @Test
    void binaryCasesAreReadColumnByColumn() {
        Cases.Binary reject = binary("len-2^32");
        assertThat(reject.type()).isEqualTo("p3.M");
        assertThat(reject.input()).isEqualTo(Hex.bytes("1a 80 80 80 80 10"));
        assertThat(reject.expected().isRejected()).isTrue();
        assertThat(reject.note()).isEqualTo("length varint 2^32");

        Cases.Binary accept = binary("map-empty-entry");
        assertThat(accept.expected().isRejected()).isFalse();
        assertThat(accept.expected().bytes()).isEqualTo(Hex.bytes("2a 04 0a 00 12 00"));
        assertThat(binary("empty").expected().bytes()).isEmpty();
        assertThat(binary("double-pos-zero").expected().bytes()).isEmpty();
    }

    @Test
    void jsonCasesAreReadColumnByColumn() {
        Cases.Json json = Cases.json().stream()
                .filter(row -> row.id().equals("surrogate-pair"))
                .findAny()
                .orElseThrow();
        assertThat(json.type()).isEqualTo("p3.M");
        assertThat(json.input()).isEqualTo("{\"str\":\"\\uD83D\\uDE01\"}");
        assertThat(json.expected().text()).isEqualTo("{\"str\":\"😁\"}");
        assertThat(json.note()).isEmpty();
    }

    @Test
    void idsAreUniqueAndTypesAreInTheSchema() throws InvalidProtocolBufferException {
        Set<String> types = new HashSet<>();
        for (FileDescriptorProto file :
                FileDescriptorSet.parseFrom(Cases.schemaBytes()).getFileList()) {
            file.getMessageTypeList().forEach(type -> types.add(file.getPackage() + "." + type.getName()));
        }
        assertThat(Cases.binary())
                .hasSizeGreaterThan(45)
                .extracting(Cases.Binary::id)
                .doesNotHaveDuplicates();
        assertThat(Cases.binary()).extracting(Cases.Binary::type).isSubsetOf(types);
        assertThat(Cases.json())
                .hasSizeGreaterThan(45)
                .extracting(Cases.Json::id)
                .doesNotHaveDuplicates();
        assertThat(Cases.json()).extracting(Cases.Json::type).isSubsetOf(types);
    }

    @Test
    void casesAreRefusedForTheirWireFormatOrForANamedReason() {
        List<String> refusedForMore = Cases.binary().stream()
                .filter(row -> row.expected().isRejected())
                .filter(row -> WireMessage.isValid(row.input()))
                .map(Cases.Binary::id)
                .toList();
        assertThat(refusedForMore).containsExactly("groups-101", "utf8-ff", "utf8-surrogate", "utf8-overlong");
        assertThat(Cases.binary())
                .filteredOn(row -> !row.expected().isRejected())
                .allMatch(row -> WireMessage.isValid(row.input()))
                .allMatch(row -> WireMessage.isValid(row.expected().bytes()));
    }

    private static Cases.Binary binary(String id) {
        return Cases.binary().stream()
                .filter(row -> row.id().equals(id))
                .findAny()
                .orElseThrow();
    }
}
