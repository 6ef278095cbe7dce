package dev.upb.reflection;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.UninterpretedOption;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import com.google.protobuf.UnknownFieldSet;
import dev.upb.testkit.corpus.Corpus;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The schemas in {@code rules/cases.txt}, which says how they are written. */
final class SchemaCases {
    private static final String DESCRIPTOR = "google/protobuf/descriptor.proto";
    private static final Pattern FIELD = Pattern.compile("(x?)<(\\S+) (-?\\d+) ([A-Z0-9]+)([^<>]*)>(?:\\*(\\d+))?");

    private static final String[][] SHORT_FORMS = {
        {"\\bproto3 ", "syntax: 'proto3' "},
        {"\\bedition(20\\d\\d)\\b", "syntax: 'editions' edition: EDITION_$1"},
        {"\\bcustom ", "dependency: '" + DESCRIPTOR + "' "},
        {"\\bmessage (\\S+) \\{", "message_type { name: '$1' "},
        {"\\bnested (\\S+) \\{", "nested_type { name: '$1' "},
        {"\\b(?:enum|inner) (\\S+) \\{", "enum_type { name: '$1' "},
        {"\\brange\\((\\S+) ([^\\s)]+) (\\{[^()]*})\\)", "extension_range { start: $1 end: $2 options $3 }"},
        {"\\brange\\((\\S+) (\\S+)\\)", "extension_range { start: $1 end: $2 }"},
        {"\\breserved\\((\\S+) (\\S+)\\)", "reserved_range { start: $1 end: $2 }"},
        {"\\bjson '([^']*)'", "options { unknown: '998: { 1: \"$1\" }' }"},
        {"\\((\\S+) (-?\\d+)([^()]*)\\)", "value { name: '$1' number: $2 $3 }"},
        {" @(\\S+)", " type_name: '$1'"},
        {"unknown: '([^']*)'", "uninterpreted_option { aggregate_value: '@$1' }"},
    };

    /**
     * A schema and what is thought of it.
     *
     * @param rule the headline that it stands below
     * @param accepted whether protoc takes it
     * @param explanation why this library thinks otherwise, or null if it does not
     */
    record Case(String rule, boolean accepted, String explanation, String text, FileDescriptorSet set) {
        @Override
        public String toString() {
            return rule + ": " + text;
        }
    }

    private SchemaCases() {}

    static List<Case> all() {
        List<Case> cases = new ArrayList<>();
        String rule = "";
        String explanation = "";
        for (String line : lines()) {
            if (line.startsWith("== ")) {
                rule = line.substring(3);
            } else if (line.startsWith("explained: ")) {
                explanation = line.substring(11);
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                boolean explained = line.startsWith("!");
                String text = line.substring(line.indexOf(' ') + 1);
                cases.add(new Case(
                        rule, line.charAt(explained ? 1 : 0) == '+', explained ? explanation : null, text, set(text)));
            }
        }
        return cases;
    }

    private static List<String> lines() {
        try (InputStream in = SchemaCases.class.getResourceAsStream("rules/cases.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FileDescriptorSet set(String text) {
        FileDescriptorSet.Builder set = FileDescriptorSet.newBuilder();
        for (String file : text.split(" ;; ", -1)) {
            FileDescriptorProto.Builder proto = Files.file(expand(file + ' ')).toBuilder();
            placeUnknownFields(proto);
            set.addFile(proto);
        }
        return withDescriptorProto(set.build());
    }

    /** Adds {@code descriptor.proto} if it is imported and not there. */
    static FileDescriptorSet withDescriptorProto(FileDescriptorSet set) {
        boolean there =
                set.getFileList().stream().anyMatch(file -> file.getName().equals(DESCRIPTOR));
        boolean imported = set.getFileList().stream()
                .anyMatch(file -> file.getDependencyList().contains(DESCRIPTOR));
        return imported && !there
                ? set.toBuilder().addFile(0, Corpus.descriptorProto()).build()
                : set;
    }

    private static String expand(String text) {
        Matcher matcher = FIELD.matcher(text);
        String expanded = matcher.replaceAll(match -> {
            int count = match.group(6) == null ? 1 : Integer.parseInt(match.group(6));
            StringBuilder fields = new StringBuilder();
            for (int i = 0; i < count; i++) {
                fields.append(match.group(1).isEmpty() ? "field" : "extension")
                        .append(" { name: '")
                        .append(count == 1 ? match.group(2) : "f" + i)
                        .append("' number: ")
                        .append(Integer.parseInt(match.group(3)) + i)
                        .append(" type: TYPE_")
                        .append(match.group(4))
                        .append(match.group(5))
                        .append(" } ");
            }
            return Matcher.quoteReplacement(fields.toString());
        });
        for (String[] form : SHORT_FORMS) {
            expanded = expanded.replaceAll(form[0], form[1]);
        }
        return expanded;
    }

    /** Replaces {@code unknown: '…'}, which stands in another option until here. */
    private static void placeUnknownFields(Message.Builder message) {
        for (FieldDescriptor field : message.getAllFields().keySet()) {
            if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
                continue;
            }
            if (!field.isRepeated()) {
                Message.Builder copy = ((Message) message.getField(field)).toBuilder();
                placeUnknownFields(copy);
                message.setField(field, copy.build());
                continue;
            }
            List<Message> kept = new ArrayList<>();
            for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
                Message part = (Message) message.getRepeatedField(field, i);
                if (part instanceof UninterpretedOption option
                        && option.getAggregateValue().startsWith("@")) {
                    UnknownFieldSet.Builder unknown = UnknownFieldSet.newBuilder();
                    parse(new java.util.Scanner(option.getAggregateValue().substring(1)), unknown);
                    message.setUnknownFields(unknown.build());
                } else {
                    Message.Builder copy = part.toBuilder();
                    placeUnknownFields(copy);
                    kept.add(copy.build());
                }
            }
            message.clearField(field);
            kept.forEach(part -> message.addRepeatedField(field, part));
        }
    }

    /** Parses fields by number, the last one a group: {@code 1: 5 2: "text" 3: { 4: 6 } 5: [ 6: 7 ]}. */
    private static void parse(java.util.Scanner in, UnknownFieldSet.Builder fields) {
        while (in.hasNext()) {
            String token = in.next();
            if (token.equals("}") || token.equals("]")) {
                return;
            }
            int number = Integer.parseInt(token.substring(0, token.length() - 1));
            UnknownFieldSet.Field.Builder field = UnknownFieldSet.Field.newBuilder();
            if (in.hasNext("\\d+")) {
                field.addVarint(in.nextLong());
            } else if (in.hasNext("\\{}")) {
                in.next();
                field.addLengthDelimited(ByteString.EMPTY);
            } else if (in.hasNext("\\{")) {
                in.next();
                UnknownFieldSet.Builder inner = UnknownFieldSet.newBuilder();
                parse(in, inner);
                field.addLengthDelimited(inner.build().toByteString());
            } else if (in.hasNext("\\[")) {
                in.next();
                UnknownFieldSet.Builder inner = UnknownFieldSet.newBuilder();
                parse(in, inner);
                field.addGroup(inner.build());
            } else {
                String quoted = in.findInLine("\"([^\"]*)\"");
                field.addLengthDelimited(unescape(quoted.substring(1, quoted.length() - 1)));
            }
            fields.mergeField(number, field.build());
        }
    }

    private static ByteString unescape(String text) {
        try {
            return TextFormat.unescapeBytes(text);
        } catch (TextFormat.InvalidEscapeSequenceException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
