package dev.upb.minidescriptor;

import dev.upb.base.FieldType;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableEnum;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import dev.upb.minitable.Presence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes tables as mini-descriptors. Reading one back gives a table of the same layout. */
public final class MiniDescriptorWriter {
    private final StringBuilder text = new StringBuilder();

    private MiniDescriptorWriter() {}

    /** Returns the descriptor of a message, a map entry or a MessageSet. */
    public static String write(MiniTable table) {
        if (table.extensionMode() == ExtensionMode.MESSAGE_SET) {
            return String.valueOf(Base92.MESSAGE_SET);
        }
        MiniDescriptorWriter writer = new MiniDescriptorWriter();
        writer.text.append(table.isMapEntry() ? Base92.MAP_ENTRY : Base92.MESSAGE);
        List<MiniTableField> fields = new ArrayList<>();
        for (int i = 0; i < table.fieldCount(); i++) {
            fields.add(table.field(i));
        }
        int modifiers = table.isMapEntry() ? 0 : messageModifiers(table, fields);
        if (modifiers != 0) {
            writer.putVarint(modifiers, Base92.MIN_MODIFIER, Base92.MODIFIER_BITS);
        }
        int last = 0;
        for (MiniTableField field : fields) {
            writer.putField(field, last, modifiers, table.isMapEntry());
            last = field.number();
        }
        writer.putOneofs(fields);
        return writer.text.toString();
    }

    /** Returns the descriptor of an extension. */
    public static String write(MiniTableExtension extension) {
        MiniDescriptorWriter writer = new MiniDescriptorWriter();
        writer.text.append(Base92.EXTENSION);
        writer.putField(extension, 0, 0, false);
        return writer.text.toString();
    }

    /** Returns the descriptor of a closed enum. */
    public static String write(MiniTableEnum values) {
        MiniDescriptorWriter writer = new MiniDescriptorWriter();
        writer.text.append(Base92.ENUM);
        writer.putValues(values.values());
        return writer.text.toString();
    }

    /** Returns the bits that make the fields' own modifiers fewest. */
    private static int messageModifiers(MiniTable table, List<MiniTableField> fields) {
        int packedMinusUnpacked = 0;
        boolean allValidate = !fields.isEmpty();
        for (MiniTableField field : fields) {
            if (field.isRepeated() && field.type().isPackable()) {
                packedMinusUnpacked += field.isPacked() ? 1 : -1;
            }
            allValidate &= field.validatesUtf8();
        }
        return (allValidate ? Base92.MESSAGE_VALIDATE_UTF8 : 0)
                | (packedMinusUnpacked > 0 ? Base92.MESSAGE_DEFAULT_PACKED : 0)
                | (table.extensionMode() == ExtensionMode.EXTENDABLE ? Base92.MESSAGE_EXTENDABLE : 0);
    }

    private void putField(MiniTableField field, int last, int messageModifiers, boolean mapEntry) {
        if (field.number() != last + 1) {
            putVarint(field.number() - last, Base92.MIN_SKIP, Base92.SKIP_BITS);
        }
        text.append(Base92.digit(Base92.digitOf(field) + (field.isRepeated() ? Base92.REPEATED : 0)));
        int modifiers = 0;
        boolean packedByDefault = (messageModifiers & Base92.MESSAGE_DEFAULT_PACKED) != 0;
        if (field.isRepeated() && field.type().isPackable() && field.isPacked() != packedByDefault) {
            modifiers |= Base92.FIELD_FLIP_PACKED;
        }
        if (field.isRequired()) {
            modifiers |= Base92.FIELD_REQUIRED;
        }
        if (!mapEntry && !field.isRepeated() && field.presence() == Presence.IMPLICIT) {
            modifiers |= Base92.FIELD_IMPLICIT;
        }
        if (field.type() == FieldType.STRING
                && field.validatesUtf8()
                && (messageModifiers & Base92.MESSAGE_VALIDATE_UTF8) == 0) {
            modifiers |= Base92.FIELD_FLIP_VALIDATE_UTF8;
        }
        if (modifiers != 0) {
            putVarint(modifiers, Base92.MIN_MODIFIER, Base92.MODIFIER_BITS);
        }
    }

    /** Oneofs in the order of their case words, which is that in which they were declared; members by number. */
    private void putOneofs(List<MiniTableField> fields) {
        Map<Integer, MiniDescriptorWriter> oneofs = new TreeMap<>();
        for (MiniTableField field : fields) {
            if (field.presence() == Presence.ONEOF) {
                MiniDescriptorWriter oneof = oneofs.get(~field.presenceCode());
                if (oneof == null) {
                    oneof = new MiniDescriptorWriter();
                    oneofs.put(~field.presenceCode(), oneof);
                } else {
                    oneof.text.append(Base92.MEMBER_SEPARATOR);
                }
                oneof.putVarint(field.number(), Base92.MIN_ONEOF_NUMBER, Base92.ONEOF_NUMBER_BITS);
            }
        }
        char separator = Base92.END_OF_FIELDS;
        for (MiniDescriptorWriter oneof : oneofs.values()) {
            text.append(separator).append(oneof.text);
            separator = Base92.ONEOF_SEPARATOR;
        }
    }

    private void putValues(int[] ascendingUnsigned) {
        long base = 0;
        int mask = 0;
        for (int value : ascendingUnsigned) {
            long delta = (value & 0xFFFFFFFFL) - base;
            if (delta >= Base92.VALUES_PER_MASK && mask != 0) {
                text.append(Base92.digit(mask));
                mask = 0;
                base += Base92.VALUES_PER_MASK;
                delta -= Base92.VALUES_PER_MASK;
            }
            if (delta >= Base92.VALUES_PER_MASK) {
                putVarint(delta, Base92.MIN_SKIP, Base92.SKIP_BITS);
                base += delta;
                delta = 0;
            }
            mask |= 1 << delta;
        }
        if (mask != 0) {
            text.append(Base92.digit(mask));
        }
    }

    private void putVarint(long number, char first, int bits) {
        long rest = number;
        do {
            text.append(Base92.digit(Base92.value(first) + (int) (rest & (1 << bits) - 1)));
            rest >>>= bits;
        } while (rest != 0);
    }
}
