package dev.upb.jit;

import static dev.upb.jit.Bytecode.call;
import static dev.upb.jit.Bytecode.push;
import static dev.upb.jit.Bytecode.pushSum;

import dev.upb.base.EncodeException;
import dev.upb.base.FieldType;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.RawMessage;
import dev.upb.minitable.FieldWord;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableField;
import dev.upb.wire.internal.DecodeState;
import dev.upb.wire.internal.EncodeState;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

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

    private static final String STATE_NAME = Type.getInternalName(EncodeState.class);

    private final ClassGenerator owner;
    private final MiniTable table;
    private final String name;

    private MethodVisitor m;
    /** The word of presence bits that {@link #PRESENCE} holds, or -1. */
    private int loadedWord;

    EncoderGenerator(ClassGenerator owner, MiniTable table) {
        this.owner = owner;
        this.table = table;
        name = "e" + owner.number(table);
    }

    void generate() {
        m = owner.method(name, ClassGenerator.ENCODE);
        if (DecodeState.TRACES) {
            push(m, 'C');
            call(m, INVOKESTATIC, DecodeState.class, "trace", void.class, char.class);
        }
        extras();
        int count = table.fieldCount();
        if (count <= FIELDS_PER_METHOD) {
            fields(0, count);
        } else {
            for (int from = (count - 1) / FIELDS_PER_METHOD * FIELDS_PER_METHOD; from >= 0; from -= FIELDS_PER_METHOD) {
                m.visitVarInsn(ALOAD, STATE);
                m.visitVarInsn(ALOAD, BYTES);
                for (int local = AT; local <= DEPTH; local++) {
                    m.visitVarInsn(ILOAD, local);
                }
                m.visitMethodInsn(INVOKESTATIC, ClassGenerator.NAME, name + "_" + from, ClassGenerator.ENCODE, false);
                m.visitVarInsn(ISTORE, AT);
            }
        }
        finish();
        if (count > FIELDS_PER_METHOD) {
            for (int from = 0; from < count; from += FIELDS_PER_METHOD) {
                m = owner.method(name + "_" + from, ClassGenerator.ENCODE);
                fields(from, Math.min(from + FIELDS_PER_METHOD, count));
                finish();
            }
        }
    }

    private void finish() {
        m.visitVarInsn(ILOAD, AT);
        m.visitInsn(IRETURN);
        ClassGenerator.end(m);
    }

    private void extras() {
        Label none = new Label();
        m.visitVarInsn(ALOAD, BYTES);
        pushSum(m, MESSAGE, RawMessage.EXTRAS);
        Bytecode.getInt(m);
        m.visitJumpInsn(IFEQ, none);
        m.visitVarInsn(ALOAD, STATE);
        m.visitVarInsn(ILOAD, AT);
        m.visitVarInsn(ILOAD, MESSAGE);
        owner.push(m, table);
        m.visitVarInsn(ILOAD, DEPTH);
        call(
                m,
                INVOKESTATIC,
                EncodeSteps.class,
                "extras",
                int.class,
                EncodeState.class,
                int.class,
                int.class,
                MiniTable.class,
                int.class);
        m.visitVarInsn(ISTORE, AT);
        m.visitLabel(none);
    }

    private void fields(int from, int to) {
        loadedWord = -1;
        for (int i = to - 1; i >= from; i--) {
            MiniTableField field = table.field(i);
            if (FieldWord.operation(field) != FieldWord.UNKNOWN) {
                field(field);
            }
        }
    }

    private void field(MiniTableField field) {
        Label absent = new Label();
        int operation = FieldWord.operation(field);
        skipIfAbsent(field, absent);
        switch (operation) {
            case FieldWord.MESSAGE -> {
                loadPointer(field);
                m.visitVarInsn(ISTORE, CHILD);
                m.visitVarInsn(ILOAD, CHILD);
                m.visitJumpInsn(IFEQ, absent);
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
                m.visitVarInsn(ALOAD, STATE);
                m.visitVarInsn(ALOAD, BYTES);
                m.visitVarInsn(ILOAD, AT);
                pushSum(m, MESSAGE, field.offset());
                push(m, field.tag());
                call(
                        m,
                        INVOKESTATIC,
                        EncodeSteps.class,
                        step(operation),
                        int.class,
                        EncodeState.class,
                        byte[].class,
                        int.class,
                        int.class,
                        int.class);
                m.visitVarInsn(ISTORE, AT);
            }
            default -> rare(field);
        }
        m.visitLabel(absent);
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
                m.visitVarInsn(ALOAD, BYTES);
                pushSum(m, MESSAGE, word * 4);
                Bytecode.getInt(m);
                m.visitVarInsn(ISTORE, PRESENCE);
                loadedWord = word;
            }
            m.visitVarInsn(ILOAD, PRESENCE);
            push(m, 1 << (presence & 31));
            m.visitInsn(IAND);
            m.visitJumpInsn(IFEQ, absent);
        } else if (presence < 0) {
            m.visitVarInsn(ALOAD, BYTES);
            pushSum(m, MESSAGE, ~presence);
            Bytecode.getInt(m);
            push(m, field.number());
            m.visitJumpInsn(IF_ICMPNE, absent);
        } else if (field.isRepeated() || field.elementSize() == 4) {
            loadPointer(field);
            m.visitJumpInsn(IFEQ, absent);
        } else if (field.elementSize() == 1) {
            m.visitVarInsn(ALOAD, BYTES);
            pushSum(m, MESSAGE, field.offset());
            m.visitInsn(BALOAD);
            m.visitJumpInsn(IFEQ, absent);
        } else if (field.type() == FieldType.STRING || field.type() == FieldType.BYTES) {
            m.visitVarInsn(ALOAD, BYTES);
            pushSum(m, MESSAGE, field.offset() + 4); // The size.
            Bytecode.getInt(m);
            m.visitJumpInsn(IFEQ, absent);
        } else {
            m.visitVarInsn(ALOAD, BYTES);
            pushSum(m, MESSAGE, field.offset());
            Bytecode.getLong(m);
            m.visitInsn(LCONST_0);
            m.visitInsn(LCMP);
            m.visitJumpInsn(IFEQ, absent);
        }
    }

    /** Pushes the 4 bytes of the field's slot. */
    private void loadPointer(MiniTableField field) {
        m.visitVarInsn(ALOAD, BYTES);
        pushSum(m, MESSAGE, field.offset());
        Bytecode.getInt(m);
    }

    /** The message in {@link #CHILD}, its size and tag. */
    private void child(MiniTableField field) {
        Label allowed = new Label();
        m.visitVarInsn(ILOAD, DEPTH);
        m.visitJumpInsn(IFGT, allowed);
        m.visitVarInsn(ALOAD, STATE);
        call(m, INVOKEVIRTUAL, EncodeState.class, "tooDeep", EncodeException.class);
        m.visitInsn(ATHROW);
        m.visitLabel(allowed);
        m.visitVarInsn(ALOAD, STATE);
        m.visitFieldInsn(GETFIELD, STATE_NAME, "end", "I");
        m.visitVarInsn(ILOAD, AT);
        m.visitInsn(ISUB);
        m.visitVarInsn(ISTORE, BEFORE);
        MiniTable sub = field.subTable();
        int number = owner.number(sub);
        m.visitVarInsn(ALOAD, STATE);
        if (number >= 0) {
            m.visitVarInsn(ALOAD, BYTES);
            m.visitVarInsn(ILOAD, AT);
            m.visitVarInsn(ILOAD, CHILD);
            pushSum(m, DEPTH, -1);
            m.visitMethodInsn(INVOKESTATIC, ClassGenerator.NAME, "e" + number, ClassGenerator.ENCODE, false);
        } else {
            m.visitVarInsn(ILOAD, AT);
            m.visitVarInsn(ILOAD, CHILD);
            owner.push(m, sub);
            pushSum(m, DEPTH, -1);
            call(
                    m,
                    INVOKESTATIC,
                    EncodeSteps.class,
                    "child",
                    int.class,
                    EncodeState.class,
                    int.class,
                    int.class,
                    MiniTable.class,
                    int.class);
        }
        m.visitVarInsn(ISTORE, AT);
        m.visitVarInsn(ALOAD, STATE);
        m.visitVarInsn(ILOAD, AT);
        m.visitVarInsn(ILOAD, BEFORE);
        push(m, field.tag());
        call(
                m,
                INVOKESTATIC,
                EncodeSteps.class,
                "length",
                int.class,
                EncodeState.class,
                int.class,
                int.class,
                int.class);
        m.visitVarInsn(ISTORE, AT);
    }

    private void children(MiniTableField field, Label absent) {
        Label loop = new Label();
        loadPointer(field);
        m.visitVarInsn(ISTORE, CHILD);
        m.visitVarInsn(ALOAD, BYTES);
        pushSum(m, CHILD, RawArray.SIZE);
        Bytecode.getInt(m);
        m.visitVarInsn(ISTORE, INDEX);
        m.visitVarInsn(ALOAD, BYTES);
        pushSum(m, CHILD, RawArray.DATA);
        Bytecode.getInt(m);
        m.visitVarInsn(ISTORE, DATA);
        m.visitLabel(loop);
        m.visitIincInsn(INDEX, -1);
        m.visitVarInsn(ILOAD, INDEX);
        m.visitJumpInsn(IFLT, absent);
        m.visitVarInsn(ALOAD, BYTES);
        m.visitVarInsn(ILOAD, DATA);
        m.visitVarInsn(ILOAD, INDEX);
        push(m, 2);
        m.visitInsn(ISHL);
        m.visitInsn(IADD);
        Bytecode.getInt(m);
        m.visitVarInsn(ISTORE, CHILD);
        child(field);
        m.visitJumpInsn(GOTO, loop);
    }

    private void rare(MiniTableField field) {
        m.visitVarInsn(ALOAD, STATE);
        m.visitVarInsn(ALOAD, BYTES);
        m.visitVarInsn(ILOAD, AT);
        m.visitVarInsn(ILOAD, MESSAGE);
        owner.push(m, table);
        push(m, field.index());
        m.visitVarInsn(ILOAD, DEPTH);
        call(
                m,
                INVOKESTATIC,
                EncodeSteps.class,
                "rare",
                int.class,
                EncodeState.class,
                byte[].class,
                int.class,
                int.class,
                MiniTable.class,
                int.class,
                int.class);
        m.visitVarInsn(ISTORE, AT);
    }
}
