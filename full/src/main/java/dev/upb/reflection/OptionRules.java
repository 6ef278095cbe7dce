package dev.upb.reflection;

import dev.upb.base.FieldType;
import dev.upb.base.WireType;
import java.util.HashMap;
import java.util.Map;

/**
 * What definitions of options and features ask for: the elements on which they are set, and the editions. Walks over the bytes of all options,
 * with the options messages that the pool has, or the well-known ones, and passes over what those do not define. Throws
 * {@link dev.upb.base.DecodeException} where the bytes are bad.
 */
final class OptionRules {
    /** Levels of messages in options. */
    private static final int MAX_DEPTH = 100;

    // What the options of a field or an enum value say of its use: FeatureSupport by field number, editions as numbers,
    // 0 if there are none.
    private static final int INTRODUCED = 1;
    private static final int DEPRECATED = 2;
    private static final int WARNING = 3;
    private static final int REMOVED = 4;
    private static final int ERROR = 5;
    /** Bit by number of the fields that are there; bit 0 if there is a {@code FeatureSupport} at all. */
    private static final int SEEN = 0;
    /** Bit by number of {@code OptionTargetType}; 0 if all are allowed. */
    private static final int TARGETS = 6;

    private static final int[] NONE = new int[TARGETS + 1];

    private final Problems problems;
    private final NameTable symbols;
    private final Map<MessageDef, Map<Integer, FieldDef>> extensions;
    /** What is said of the use of fields and enum values. */
    private final Map<Def, int[]> supports = new HashMap<>();
    /** The element whose options are being looked at. */
    private Def element;

    /** What targets are compared with; null in groups, where protoc does not look at them. */
    private OptionsKind kind;

    OptionRules(Problems problems, NameTable symbols, Map<MessageDef, Map<Integer, FieldDef>> extensions) {
        this.problems = problems;
        this.symbols = symbols;
        this.extensions = extensions;
    }

    void check(Def def) {
        if (def.is(Def.HAS_OPTIONS)) {
            walk(def, def.optionsKind(), def.optionsBytes());
        }
        if (def.is(Def.RESTRICTED)) {
            checkSupport(def);
        }
        if (def instanceof MessageDef message) {
            for (ExtensionRange range : message.extensionRanges) {
                walk(message, OptionsKind.EXTENSION_RANGE, range.optionsBytes());
            }
        }
    }

    /** Checks that editions follow one another, that there is a text for what is deprecated or removed, and that values stay within that. */
    private void checkSupport(Def def) {
        int[] support = support(def);
        boolean sound = isSound(support);
        if (has(support, SEEN) && def instanceof FieldDef field && field.enumType() != null) {
            problems.spend(def, field.enumType().values.size());
            for (EnumValueDef value : field.enumType().values) {
                if (has(support(value), SEEN)) {
                    int[] both = read(value, support.clone());
                    sound &= isSound(both)
                            && both[INTRODUCED] >= support[INTRODUCED]
                            && (!has(support, REMOVED) || both[REMOVED] <= support[REMOVED])
                            && (!has(support, DEPRECATED) || both[DEPRECATED] <= support[DEPRECATED]);
                }
            }
        }
        problems.addIf(!sound, def, "its feature_support contradicts itself, or that of its enum's values");
    }

    private static boolean isSound(int[] support) {
        return (!has(support, DEPRECATED) || support[DEPRECATED] >= support[INTRODUCED])
                && (!has(support, REMOVED)
                        || support[REMOVED] > support[DEPRECATED] && support[REMOVED] >= support[INTRODUCED])
                && has(support, WARNING) == has(support, DEPRECATED)
                && (has(support, ERROR) == has(support, REMOVED)
                        || has(support, REMOVED) && support[INTRODUCED] == support[REMOVED]);
    }

    private static boolean has(int[] support, int field) {
        return (support[SEEN] >>> field & 1) != 0;
    }

    private int[] support(Def def) {
        return def.is(Def.RESTRICTED) ? supports.computeIfAbsent(def, each -> read(each, new int[TARGETS + 1])) : NONE;
    }

    private static int[] read(Def def, int[] support) {
        byte[] options = def.optionsBytes();
        boolean field = def instanceof FieldDef;
        WireCursor in = new WireCursor(options, 0, options.length);
        while (in.next()) {
            int outer = (in.tag() & 7) == WireType.DELIMITED ? in.enter() : -1;
            if (field && in.tag() >>> 3 == 19 && (outer >= 0 || (in.tag() & 7) == WireType.VARINT)) {
                do {
                    long target = in.at() < in.limit() ? in.varint() : Long.SIZE;
                    support[TARGETS] |= target >>> 4 == 0 ? 1 << (int) target : 0; // Others are unknown fields.
                } while (outer >= 0 && in.at() < in.limit());
            } else if (in.tag() == DescriptorReader.tag(field ? 22 : 4)) {
                support[SEEN] |= 1;
                while (in.next()) {
                    int number = in.tag() >>> 3;
                    support[SEEN] |= number <= ERROR ? 1 << number : 0;
                    if ((in.tag() & 7) == WireType.VARINT && number <= ERROR) {
                        support[number] = (int) in.varint();
                    } else {
                        in.skip();
                    }
                }
            } else if (outer < 0) {
                in.skip();
            }
            if (outer >= 0) {
                in.leave(outer);
            }
        }
        return support;
    }

    private void walk(Def def, OptionsKind optionsKind, byte[] options) {
        Def type = symbols.find(optionsKind.typeName);
        if (options.length == 0 || type == null && !def.file().edition().hasFeatures()) {
            return; // Older files can break the rules of custom options only.
        }
        element = def;
        kind = optionsKind;
        MessageDef message =
                type instanceof MessageDef own ? own : DefPool.wellKnown().message(optionsKind.typeName);
        walk(message, new WireCursor(options, 0, options.length), 0, MAX_DEPTH);
    }

    /**
     * Walks over the fields of a message.
     *
     * @param end the tag at which it ends if it is a group, otherwise 0
     */
    private void walk(MessageDef type, WireCursor in, int end, int depth) {
        if (depth == 0) {
            throw in.malformed("messages are nested too deeply");
        }
        while (in.next()) {
            int tag = in.tag();
            if (tag == end) {
                return;
            }
            int wireType = tag & 7;
            FieldDef field = type.findField(tag >>> 3);
            if (field == null) {
                field = extensions.getOrDefault(type, Map.of()).get(tag >>> 3);
            }
            FieldType fieldType = field == null ? null : field.type;
            boolean delimited = wireType == WireType.DELIMITED;
            if (fieldType == null
                    || wireType != fieldType.wireType()
                            && !(delimited && field.isRepeated() && fieldType.isPackable())) {
                in.skip();
                continue;
            }
            checkUse(field);
            MessageDef message = field.messageType();
            EnumDef enumeration = field.enumType();
            if (message == null && enumeration == null) {
                in.skip();
            } else if (fieldType == FieldType.GROUP) {
                OptionsKind outer = kind;
                kind = null;
                walk(message, in, tag + 1, depth - 1);
                kind = outer;
            } else {
                int outer = delimited ? in.enter() : -1;
                if (message != null) {
                    walk(message, in, 0, depth - 1);
                } else {
                    do {
                        EnumValueDef value = in.at() == in.limit() ? null : enumeration.findValue((int) in.varint());
                        if (value != null) {
                            checkUse(value);
                        }
                    } while (delimited && in.at() < in.limit());
                }
                if (delimited) {
                    in.leave(outer);
                }
            }
        }
        if (end != 0) {
            throw in.malformed("a group has no end");
        }
    }

    /** Reports an option or a value of one that can't be on the element, or in its edition. */
    @SuppressWarnings("EnumOrdinal") // Documented.
    private void checkUse(Def option) {
        int[] support = support(option);
        if (support[TARGETS] != 0 && kind != null && (support[TARGETS] >>> kind.ordinal() + 1 & 1) == 0) {
            problems.add(element, "can't have option " + option + ", which is for other elements");
        }
        int edition = element.file().edition.number();
        if (edition < support[INTRODUCED] || has(support, REMOVED) && edition >= support[REMOVED]) {
            problems.add(element, "can't have option " + option + " in this edition");
        }
    }
}
