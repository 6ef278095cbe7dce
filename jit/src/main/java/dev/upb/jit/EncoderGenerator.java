package dev.upb.jit;

import dev.upb.base.FieldType;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.RawMessage;
import dev.upb.minitable.FieldWord;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableField;
import dev.upb.wire.internal.DecodeState;
import dev.upb.wire.internal.EncodeState;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/**
 * The encoder of one type: the code of its fields in a row, from the last to the first, each behind a test of its presence. Encoders write
 * backwards, as the table tier does. A type with many fields gets several methods.
 */
final class EncoderGenerator implements Opcodes {
    private static final int FIELDS_PER_METHOD = 48;

    private static final int STATE = 0;
    private static final int BYTES = 1;
    private static final int AT = 2;
    private static final int MESSAGE = 3;
    private static final int DEPTH = 4;
    private static final int CHILD = 5;
    private static final int BEFORE = 6;
    private static final int INDEX = 7;
    private static final int DATA = 8;
    private static final int PRESENCE = 9;

    private final ClassGenerator owner;
    private final MiniTable table;
    private final String name;

    private Bytecode m;
    /** The word of presence bits that {@link #PRESENCE} holds, or -1. */
    private int loadedWord;

    EncoderGenerator(ClassGenerator owner, MiniTable table) {
        this.owner = owner;
        this.table = table;
        name = "e" + owner.number(table);
    }

    void generate() {
        m = owner.method(name, ClassGenerator.ENCODE, STATE, BYTES);
        if (DecodeState.TRACES) {
            m.push('C');
            m.call(DecodeState.class, "trace");
        }
        extras();
        int count = table.fieldCount();
        if (count <= FIELDS_PER_METHOD) {
            fields(0, count);
        } else {
            for (int from = (count - 1) / FIELDS_PER_METHOD * FIELDS_PER_METHOD; from >= 0; from -= FIELDS_PER_METHOD) {
                m.load(STATE, BYTES);
                for (int local = AT; local <= DEPTH; local++) {
                    m.load(local);
                }
                m.callOwn(name + "_" + from, ClassGenerator.ENCODE);
                m.store(AT);
            }
        }
        finish();
        if (count > FIELDS_PER_METHOD) {
            for (int from = 0; from < count; from += FIELDS_PER_METHOD) {
                m = owner.method(name + "_" + from, ClassGenerator.ENCODE, STATE, BYTES);
                fields(from, Math.min(from + FIELDS_PER_METHOD, count));
                finish();
            }
        }
    }

    private void finish() {
        m.load(AT);
        m.op(IRETURN);
        m.end();
    }

    private void extras() {
        Label none = new Label();
        m.load(BYTES);
        m.loadSum(MESSAGE, RawMessage.EXTRAS);
        m.getInt();
        m.jump(IFEQ, none);
        m.load(STATE, AT, MESSAGE);
        owner.push(m, table);
        m.load(DEPTH);
        m.call(EncodeSteps.class, "extras");
        m.store(AT);
        m.label(none);
    }

    private void fields(int from, int to) {
        loadedWord = -1;
        for (int i = to - 1; i >= from; i--) {
            field(table.field(
                    i)); // Also one that is not linked: it may be later, when this code is called by that of another
            // type.
        }
    }

    private void field(MiniTableField field) {
        Label absent = new Label();
        int operation = FieldWord.operation(field);
        skipIfAbsent(field, absent);
        switch (operation) {
            case FieldWord.MESSAGE -> {
                loadPointer(field);
                m.store(CHILD);
                m.load(CHILD);
                m.jump(IFEQ, absent);
                child(field);
            }
            case FieldWord.MESSAGE + FieldWord.REPEATED -> children(field, absent);
            case FieldWord.BOOL,
                    FieldWord.VARINT32,
                    FieldWord.CLOSED_ENUM,
                    FieldWord.UINT32,
                    FieldWord.VARINT64,
                    FieldWord.ZIGZAG32,
                    FieldWord.ZIGZAG64,
                    FieldWord.FIXED32,
                    FieldWord.FIXED64,
                    FieldWord.STRING,
                    FieldWord.BYTES -> {
                m.load(STATE, BYTES, AT);
                m.loadSum(MESSAGE, field.offset());
                m.push(field.tag());
                m.call(EncodeSteps.class, step(operation));
                m.store(AT);
            }
            default -> rare(field);
        }
        m.label(absent);
    }

    private static String step(int operation) {
        return switch (operation) {
            case FieldWord.BOOL -> "bool";
            case FieldWord.VARINT32, FieldWord.CLOSED_ENUM -> "int32";
            case FieldWord.UINT32 -> "uint32";
            case FieldWord.VARINT64 -> "varint64";
            case FieldWord.ZIGZAG32 -> "zigZag32";
            case FieldWord.ZIGZAG64 -> "zigZag64";
            case FieldWord.FIXED32 -> "fixed32";
            case FieldWord.FIXED64 -> "fixed64";
            case FieldWord.STRING, FieldWord.BYTES -> "bytes";
            default -> throw new AssertionError("no scalar operation: " + operation);
        };
    }

    /** Jumps to {@code absent} if the field is not set; a list or map that is there may still be empty. */
    private void skipIfAbsent(MiniTableField field, Label absent) {
        int presence = field.presenceCode();
        if (presence > 0) {
            int word = presence >>> 5;
            if (word != loadedWord) {
                // Loaded at the first field of the word that is tested, which all paths pass.
                m.load(BYTES);
                m.loadSum(MESSAGE, word * 4);
                m.getInt();
                m.store(PRESENCE);
                loadedWord = word;
            }
            m.load(PRESENCE);
            m.push(1 << (presence & 31));
            m.op(IAND);
            m.jump(IFEQ, absent);
        } else if (presence < 0) {
            m.load(BYTES);
            m.loadSum(MESSAGE, ~presence);
            m.getInt();
            m.push(field.number());
            m.jump(IF_ICMPNE, absent);
        } else if (field.isRepeated() || field.elementSize() == 4) {
            loadPointer(field);
            m.jump(IFEQ, absent);
        } else if (field.elementSize() == 1) {
            m.load(BYTES);
            m.loadSum(MESSAGE, field.offset());
            m.op(BALOAD);
            m.jump(IFEQ, absent);
        } else if (field.type() == FieldType.STRING || field.type() == FieldType.BYTES) {
            m.load(BYTES);
            m.loadSum(MESSAGE, field.offset() + 4); // The size.
            m.getInt();
            m.jump(IFEQ, absent);
        } else {
            m.load(BYTES);
            m.loadSum(MESSAGE, field.offset());
            m.getLong();
            m.op(LCONST_0);
            m.op(LCMP);
            m.jump(IFEQ, absent);
        }
    }

    /** Pushes the 4 bytes of the field's slot. */
    private void loadPointer(MiniTableField field) {
        m.load(BYTES);
        m.loadSum(MESSAGE, field.offset());
        m.getInt();
    }

    /** The message in {@link #CHILD}, its size and tag. */
    private void child(MiniTableField field) {
        Label allowed = new Label();
        m.load(DEPTH);
        m.jump(IFGT, allowed);
        m.load(STATE);
        m.call(EncodeState.class, "tooDeep");
        m.op(ATHROW);
        m.label(allowed);
        m.load(STATE);
        m.getField(EncodeState.class, "end", int.class);
        m.load(AT);
        m.op(ISUB);
        m.store(BEFORE);
        MiniTable sub = field.subTable();
        int number = owner.number(sub);
        m.load(STATE);
        if (number >= 0) {
            m.load(BYTES, AT, CHILD);
            m.loadSum(DEPTH, -1);
            m.callOwn("e" + number, ClassGenerator.ENCODE);
        } else {
            m.load(AT, CHILD);
            owner.push(m, sub);
            m.loadSum(DEPTH, -1);
            m.call(EncodeSteps.class, "child");
        }
        m.store(AT);
        m.load(STATE, AT, BEFORE);
        m.push(field.tag());
        m.call(EncodeSteps.class, "length");
        m.store(AT);
    }

    private void children(MiniTableField field, Label absent) {
        Label loop = new Label();
        loadPointer(field);
        m.store(CHILD);
        m.load(BYTES);
        m.loadSum(CHILD, RawArray.SIZE);
        m.getInt();
        m.store(INDEX);
        m.load(BYTES);
        m.loadSum(CHILD, RawArray.DATA);
        m.getInt();
        m.store(DATA);
        m.label(loop);
        m.add(INDEX, -1);
        m.load(INDEX);
        m.jump(IFLT, absent);
        m.load(BYTES, DATA, INDEX);
        m.push(2);
        m.op(ISHL);
        m.op(IADD);
        m.getInt();
        m.store(CHILD);
        child(field);
        m.jump(GOTO, loop);
    }

    private void rare(MiniTableField field) {
        m.load(STATE, BYTES, AT, MESSAGE);
        owner.push(m, table);
        m.push(field.index());
        m.load(DEPTH);
        m.call(EncodeSteps.class, "rare");
        m.store(AT);
    }
}
