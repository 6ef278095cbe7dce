package dev.upb.jit;

import static dev.upb.jit.Bytecode.call;
import static dev.upb.jit.Bytecode.push;
import static dev.upb.jit.Bytecode.pushSum;

import dev.upb.base.DecodeException;
import dev.upb.base.FieldType;
import dev.upb.base.WireType;
import dev.upb.mem.internal.Heap;
import dev.upb.minitable.FieldWord;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableEnum;
import dev.upb.minitable.MiniTableField;
import dev.upb.wire.internal.DecodeState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The decoder of one type: a loop that reads a tag and switches over it. A type with many fields gets a method for each few of them, so that
 * none is too large for HotSpot; presence bits then go to memory at once, otherwise they are gathered in a local and stored at the end.
 */
final class DecoderGenerator implements Opcodes {
    /** Fields in one method. A field takes up to about 100 bytes, and HotSpot compiles no method above 8,000. */
    private static final int FIELDS_PER_METHOD = 40;
    /** Tags that are compared before the switch. */
    private static final int GUESSES = 8;

    private static final String CHUNK = ClassGenerator.descriptor(
            DecodeState.class, int.class, int.class, int.class, int.class, int.class, int.class);

    // Locals. The first five are the parameters.
    private static final int STATE = 0;
    private static final int PTR = 1;
    private static final int END = 2;
    private static final int MESSAGE = 3;
    private static final int DEPTH = 4;
    private static final int START = 5;
    private static final int TAG = 6;
    private static final int BYTES = 7;
    private static final int SIZE = 8;
    private static final int CHILD = 9;
    private static final int PRESENCE = 10; // Two words.

    private static final String STATE_NAME = Type.getInternalName(DecodeState.class);

    private final ClassGenerator owner;
    private final MiniTable table;
    private final String name;
    private final boolean split;

    DecoderGenerator(ClassGenerator owner, MiniTable table) {
        this.owner = owner;
        this.table = table;
        name = "d" + owner.number(table);
        split = table.fieldCount() > FIELDS_PER_METHOD;
    }

    private MethodVisitor m;
    /** Where a field's code goes when it is done. */
    private Label next;
    /** Hands the field to the table tier. */
    private Label rare;
    /** Whether presence bits are gathered in {@link #PRESENCE}: those of the first 64. */
    private boolean gathers;
    /** The end of the message. */
    private Label done;
    /** Behind the first byte of a tag. */
    private Label tagRead;

    void generate() {
        m = owner.method(name, ClassGenerator.DECODE);
        Label loop = new Label();
        Label longTag = new Label();
        Label dispatch = new Label();
        done = new Label();
        Label complete = new Label();
        next = loop;
        rare = new Label();
        gathers = !split && hasbits() > 0 && hasbits() <= 64;
        if (DecodeState.TRACES) {
            push(m, 'C');
            call(m, INVOKESTATIC, DecodeState.class, "trace", void.class, char.class);
        }
        loadBytes();
        if (gathers) {
            m.visitInsn(LCONST_0);
            m.visitVarInsn(LSTORE, PRESENCE);
        }
        m.visitVarInsn(ILOAD, PTR);
        m.visitVarInsn(ISTORE, START);

        m.visitLabel(loop);
        readTag();
        tagRead = new Label();
        m.visitLabel(tagRead);
        m.visitVarInsn(ILOAD, TAG);
        m.visitJumpInsn(IFLT, longTag);
        m.visitLabel(dispatch);
        if (split) {
            dispatchToChunks();
        } else {
            fields(0, table.fieldCount());
        }
        m.visitLabel(longTag);
        readLongTag(dispatch);
        m.visitLabel(rare);
        callRare();
        m.visitVarInsn(ISTORE, PTR);
        loadBytes();
        m.visitJumpInsn(GOTO, loop);

        m.visitLabel(done);
        if (gathers) {
            storePresence();
        }
        m.visitVarInsn(ILOAD, PTR);
        m.visitVarInsn(ILOAD, END);
        m.visitJumpInsn(IF_ICMPEQ, complete);
        throwError("truncated");
        m.visitLabel(complete);
        m.visitVarInsn(ILOAD, PTR);
        m.visitInsn(IRETURN);
        ClassGenerator.end(m);
        if (split) {
            for (int from = 0; from < table.fieldCount(); from += FIELDS_PER_METHOD) {
                chunk(from, Math.min(from + FIELDS_PER_METHOD, table.fieldCount()));
            }
        }
    }

    private int hasbits() {
        int last = 0;
        for (int i = 0; i < table.fieldCount(); i++) {
            last = Math.max(last, table.field(i).presenceCode() + 1);
        }
        return Math.max(0, last - MiniTable.HEADER_SIZE * 8);
    }

    private void loadBytes() {
        m.visitVarInsn(ALOAD, STATE);
        m.visitFieldInsn(GETFIELD, STATE_NAME, "heap", Type.getDescriptor(Heap.class));
        m.visitFieldInsn(GETFIELD, Type.getInternalName(Heap.class), "bytes", "[B");
        m.visitVarInsn(ASTORE, BYTES);
    }

    private void readLongTag(Label dispatch) {
        m.visitVarInsn(ALOAD, STATE);
        m.visitVarInsn(ALOAD, BYTES);
        m.visitVarInsn(ILOAD, START);
        call(m, INVOKEVIRTUAL, DecodeState.class, "readLongTag", int.class, byte[].class, int.class);
        m.visitVarInsn(ISTORE, PTR);
        m.visitVarInsn(ALOAD, STATE);
        m.visitFieldInsn(GETFIELD, STATE_NAME, "tag", "I");
        m.visitVarInsn(ISTORE, TAG);
        m.visitJumpInsn(GOTO, dispatch);
    }

    private void callRare() {
        m.visitVarInsn(ALOAD, STATE);
        m.visitVarInsn(ILOAD, START);
        m.visitVarInsn(ILOAD, END);
        m.visitVarInsn(ILOAD, MESSAGE);
        owner.push(m, table);
        m.visitVarInsn(ILOAD, DEPTH);
        call(
                m,
                INVOKEVIRTUAL,
                DecodeState.class,
                "decodeRare",
                int.class,
                int.class,
                int.class,
                int.class,
                MiniTable.class,
                int.class);
    }

    /** Adds the gathered bits to those in memory, where rare fields and sub-messages left theirs. */
    private void storePresence() {
        for (int word = 0; word < hasbits(); word += 32) {
            m.visitVarInsn(ALOAD, BYTES);
            pushSum(m, MESSAGE, MiniTable.HEADER_SIZE + word / 8);
            m.visitVarInsn(ALOAD, BYTES);
            pushSum(m, MESSAGE, MiniTable.HEADER_SIZE + word / 8);
            Bytecode.getInt(m);
            m.visitVarInsn(LLOAD, PRESENCE);
            if (word > 0) {
                push(m, word);
                m.visitInsn(LUSHR);
            }
            m.visitInsn(L2I);
            m.visitInsn(IOR);
            Bytecode.putInt(m);
        }
    }

    private void throwError(String method) {
        m.visitVarInsn(ALOAD, STATE);
        m.visitVarInsn(ILOAD, START);
        call(m, INVOKEVIRTUAL, DecodeState.class, method, DecodeException.class, int.class);
        m.visitInsn(ATHROW);
    }

    /** Finds the method that has the field, by its number. */
    private void dispatchToChunks() {
        m.visitVarInsn(ILOAD, TAG);
        push(m, 3);
        m.visitInsn(IUSHR);
        m.visitVarInsn(ISTORE, SIZE);
        searchChunk(0, (table.fieldCount() + FIELDS_PER_METHOD - 1) / FIELDS_PER_METHOD);
    }

    private void searchChunk(int from, int to) {
        if (to - from > 1) {
            int middle = from + to >>> 1;
            Label upper = new Label();
            m.visitVarInsn(ILOAD, SIZE);
            push(m, table.field(middle * FIELDS_PER_METHOD).number());
            m.visitJumpInsn(IF_ICMPGE, upper);
            searchChunk(from, middle);
            m.visitLabel(upper);
            searchChunk(middle, to);
            return;
        }
        for (int local = STATE; local <= TAG; local++) {
            m.visitVarInsn(local == STATE ? ALOAD : ILOAD, local);
        }
        m.visitMethodInsn(INVOKESTATIC, ClassGenerator.NAME, name + "_" + from * FIELDS_PER_METHOD, CHUNK, false);
        m.visitVarInsn(ISTORE, PTR);
        loadBytes();
        m.visitJumpInsn(GOTO, next);
    }

    /** A method that reads one of the fields {@code from .. to}; its tag was read. */
    private void chunk(int from, int to) {
        m = owner.method(name + "_" + from, CHUNK);
        next = new Label();
        rare = new Label();
        loadBytes();
        fields(from, to);
        m.visitLabel(rare);
        callRare();
        m.visitInsn(IRETURN);
        m.visitLabel(next);
        m.visitVarInsn(ILOAD, PTR);
        m.visitInsn(IRETURN);
        ClassGenerator.end(m);
    }

    /** Switches over the tag to the code of the fields {@code from .. to}; others go to {@link #rare}. */
    private void fields(int from, int to) {
        TreeMap<Integer, Runnable> cases = new TreeMap<>();
        for (int i = from; i < to; i++) {
            addCases(table.field(i), cases);
        }
        if (cases.isEmpty()) {
            m.visitJumpInsn(GOTO, rare);
            return;
        }
        int[] tags = new int[cases.size()];
        Label[] labels = new Label[tags.length];
        List<Runnable> codes = new ArrayList<>(cases.values());
        int n = 0;
        for (int tag : cases.keySet()) {
            tags[n] = tag;
            labels[n++] = new Label();
        }
        m.visitVarInsn(ILOAD, TAG);
        m.visitLookupSwitchInsn(rare, tags, labels);
        Label end = next;
        for (int i = 0; i < tags.length; i++) {
            m.visitLabel(labels[i]);
            if (split) {
                codes.get(i).run();
                continue;
            }
            next = new Label();
            codes.get(i).run();
            m.visitLabel(next);
            next = end;
            guessNext(i, tags, labels);
        }
    }

    /**
     * Reads the tag behind a field and compares it with those that are likely: the same one again for a list, then those of the fields that
     * follow in the order of numbers, in which encoders write. These branches can be predicted; the switch is for what they miss.
     */
    private void guessNext(int current, int[] tags, Label[] labels) {
        readTag();
        int guess = table.findFieldByNumber(tags[current] >>> 3).isRepeated() ? current : current + 1;
        int last = Math.min(tags.length, guess + GUESSES);
        for (; guess < last && tags[guess] >= 0 && tags[guess] < 128; guess++) {
            m.visitVarInsn(ILOAD, TAG);
            push(m, tags[guess]);
            m.visitJumpInsn(IF_ICMPEQ, labels[guess]);
        }
        m.visitJumpInsn(GOTO, tagRead);
    }

    /** Reads the first byte of a tag, if the message does not end here. */
    private void readTag() {
        m.visitVarInsn(ILOAD, PTR);
        m.visitVarInsn(ILOAD, END);
        m.visitJumpInsn(IF_ICMPGE, done);
        m.visitVarInsn(ILOAD, PTR);
        m.visitVarInsn(ISTORE, START);
        m.visitVarInsn(ALOAD, BYTES);
        m.visitVarInsn(ILOAD, PTR);
        m.visitInsn(BALOAD);
        m.visitVarInsn(ISTORE, TAG);
        m.visitIincInsn(PTR, 1);
    }

    private void addCases(MiniTableField field, Map<Integer, Runnable> cases) {
        int operation = FieldWord.operation(field);
        int element = operation & FieldWord.REPEATED - 1;
        int tag = WireType.tag(field.number(), field.wireType());
        if (operation == FieldWord.UNKNOWN || element == FieldWord.GROUP) {
            return; // Rare.
        }
        if (operation == FieldWord.MAP) {
            cases.put(tag, () -> listInTable("decodeMapEntry", field, true));
            return;
        }
        if (element == FieldWord.MESSAGE) {
            cases.put(tag, () -> child(field, operation != element));
            return;
        }
        if (element == FieldWord.CLOSED_ENUM && field.subEnum() == null) {
            return; // Takes no number.
        }
        if (operation == element) {
            if (operation != FieldWord.CLOSED_ENUM) {
                cases.put(tag, () -> {
                    pushSum(m, MESSAGE, field.offset());
                    m.visitVarInsn(ISTORE, CHILD);
                    value(operation, field);
                    markPresence(field);
                    m.visitJumpInsn(GOTO, next);
                });
            } else {
                cases.put(tag, () -> closedEnum(field));
            }
            return;
        }
        cases.put(tag, () -> element(element, field));
        if (field.type().isPackable()) {
            cases.put(
                    WireType.tag(field.number(), WireType.DELIMITED), () -> listInTable("decodePacked", field, false));
        }
    }

    /** Reads a value to the slot in {@link #CHILD}. */
    private void value(int operation, MiniTableField field) {
        switch (operation) {
            case FieldWord.FIXED32, FieldWord.FIXED64 -> {
                m.visitVarInsn(ALOAD, BYTES);
                m.visitVarInsn(ILOAD, PTR);
                m.visitVarInsn(ILOAD, CHILD);
                call(
                        m,
                        INVOKESTATIC,
                        DecodeSteps.class,
                        operation == FieldWord.FIXED32 ? "fixed32" : "fixed64",
                        int.class,
                        byte[].class,
                        int.class,
                        int.class);
            }
            case FieldWord.STRING, FieldWord.BYTES -> {
                m.visitVarInsn(ALOAD, STATE);
                m.visitVarInsn(ALOAD, BYTES);
                m.visitVarInsn(ILOAD, PTR);
                m.visitVarInsn(ILOAD, END);
                m.visitVarInsn(ILOAD, CHILD);
                m.visitVarInsn(ILOAD, START);
                String step = operation == FieldWord.STRING
                        ? "string"
                        : field.type() == FieldType.STRING ? "uncheckedString" : "bytes";
                call(
                        m,
                        INVOKESTATIC,
                        DecodeSteps.class,
                        step,
                        int.class,
                        DecodeState.class,
                        byte[].class,
                        int.class,
                        int.class,
                        int.class,
                        int.class);
            }
            default -> {
                m.visitVarInsn(ALOAD, STATE);
                m.visitVarInsn(ALOAD, BYTES);
                m.visitVarInsn(ILOAD, PTR);
                m.visitVarInsn(ILOAD, CHILD);
                m.visitVarInsn(ILOAD, START);
                call(
                        m,
                        INVOKESTATIC,
                        DecodeSteps.class,
                        varintStep(operation),
                        int.class,
                        DecodeState.class,
                        byte[].class,
                        int.class,
                        int.class,
                        int.class);
            }
        }
        m.visitVarInsn(ISTORE, PTR);
    }

    private static String varintStep(int operation) {
        return switch (operation) {
            case FieldWord.BOOL -> "bool";
            case FieldWord.VARINT32, FieldWord.UINT32 -> "varint32";
            case FieldWord.VARINT64 -> "varint64";
            case FieldWord.ZIGZAG32 -> "zigZag32";
            case FieldWord.ZIGZAG64 -> "zigZag64";
            default -> throw new AssertionError("no varint operation: " + operation);
        };
    }

    /** A number that the enum does not have is rare. */
    private void closedEnum(MiniTableField field) {
        m.visitVarInsn(ALOAD, STATE);
        m.visitVarInsn(ALOAD, BYTES);
        m.visitVarInsn(ILOAD, PTR);
        pushSum(m, MESSAGE, field.offset());
        owner.push(m, field.subEnum());
        m.visitVarInsn(ILOAD, START);
        call(
                m,
                INVOKESTATIC,
                DecodeSteps.class,
                "closedEnum",
                int.class,
                DecodeState.class,
                byte[].class,
                int.class,
                int.class,
                MiniTableEnum.class,
                int.class);
        m.visitVarInsn(ISTORE, SIZE);
        m.visitVarInsn(ILOAD, SIZE);
        m.visitJumpInsn(IFLT, rare);
        m.visitVarInsn(ILOAD, SIZE);
        m.visitVarInsn(ISTORE, PTR);
        markPresence(field);
        m.visitJumpInsn(GOTO, next);
    }

    /** An element that is not packed. */
    private void element(int element, MiniTableField field) {
        if (element == FieldWord.CLOSED_ENUM) {
            m.visitVarInsn(ALOAD, STATE);
            m.visitVarInsn(ILOAD, PTR);
            pushSum(m, MESSAGE, field.offset());
            owner.push(m, field.subEnum());
            m.visitVarInsn(ILOAD, START);
            call(
                    m,
                    INVOKESTATIC,
                    DecodeSteps.class,
                    "closedEnumElement",
                    int.class,
                    DecodeState.class,
                    int.class,
                    int.class,
                    MiniTableEnum.class,
                    int.class);
            m.visitVarInsn(ISTORE, SIZE);
            m.visitVarInsn(ILOAD, SIZE);
            m.visitJumpInsn(IFLT, rare);
            m.visitVarInsn(ILOAD, SIZE);
            m.visitVarInsn(ISTORE, PTR);
            loadBytes();
            m.visitJumpInsn(GOTO, next);
            return;
        }
        m.visitVarInsn(ALOAD, STATE);
        pushSum(m, MESSAGE, field.offset());
        call(
                m,
                INVOKESTATIC,
                DecodeSteps.class,
                "append" + field.elementSize() * 8,
                int.class,
                DecodeState.class,
                int.class);
        m.visitVarInsn(ISTORE, CHILD);
        loadBytes();
        value(element, field);
        m.visitJumpInsn(GOTO, next);
    }

    /** Calls the table tier for a map entry or packed values. */
    private void listInTable(String method, MiniTableField field, boolean withDepth) {
        m.visitVarInsn(ALOAD, STATE);
        m.visitVarInsn(ILOAD, PTR);
        m.visitVarInsn(ILOAD, END);
        m.visitVarInsn(ILOAD, MESSAGE);
        pushSum(m, MESSAGE, field.offset());
        owner.push(m, table);
        push(m, field.index());
        call(m, INVOKEVIRTUAL, MiniTable.class, "field", MiniTableField.class, int.class);
        m.visitVarInsn(ILOAD, START);
        if (withDepth) {
            m.visitVarInsn(ILOAD, DEPTH);
            call(
                    m,
                    INVOKEVIRTUAL,
                    DecodeState.class,
                    method,
                    int.class,
                    int.class,
                    int.class,
                    int.class,
                    int.class,
                    MiniTableField.class,
                    int.class,
                    int.class);
        } else {
            call(
                    m,
                    INVOKEVIRTUAL,
                    DecodeState.class,
                    method,
                    int.class,
                    int.class,
                    int.class,
                    int.class,
                    int.class,
                    MiniTableField.class,
                    int.class);
        }
        m.visitVarInsn(ISTORE, PTR);
        loadBytes();
        m.visitJumpInsn(GOTO, next);
    }

    private void child(MiniTableField field, boolean repeated) {
        MiniTable sub = field.subTable();
        Label shortSize = new Label();
        Label fits = new Label();
        Label allowed = new Label();
        m.visitVarInsn(ALOAD, BYTES);
        m.visitVarInsn(ILOAD, PTR);
        m.visitInsn(BALOAD);
        m.visitVarInsn(ISTORE, SIZE);
        m.visitIincInsn(PTR, 1);
        m.visitVarInsn(ILOAD, SIZE);
        m.visitJumpInsn(IFGE, shortSize);
        m.visitVarInsn(ALOAD, STATE);
        m.visitVarInsn(ALOAD, BYTES);
        m.visitVarInsn(ILOAD, PTR);
        m.visitVarInsn(ILOAD, SIZE);
        m.visitVarInsn(ILOAD, START);
        call(
                m,
                INVOKEVIRTUAL,
                DecodeState.class,
                "readLongSize",
                int.class,
                byte[].class,
                int.class,
                int.class,
                int.class);
        m.visitVarInsn(ISTORE, PTR);
        m.visitVarInsn(ALOAD, STATE);
        m.visitFieldInsn(GETFIELD, STATE_NAME, "value", "J");
        m.visitInsn(L2I);
        m.visitVarInsn(ISTORE, SIZE);
        m.visitLabel(shortSize);
        m.visitVarInsn(ILOAD, SIZE);
        m.visitVarInsn(ILOAD, END);
        m.visitVarInsn(ILOAD, PTR);
        m.visitInsn(ISUB);
        m.visitJumpInsn(IF_ICMPLE, fits);
        throwError("truncated");
        m.visitLabel(fits);
        m.visitVarInsn(ILOAD, DEPTH);
        m.visitJumpInsn(IFGT, allowed);
        throwError("tooDeep");
        m.visitLabel(allowed);
        m.visitVarInsn(ALOAD, STATE);
        if (repeated) {
            pushSum(m, MESSAGE, field.offset());
            push(m, sub.size());
            call(m, INVOKEVIRTUAL, DecodeState.class, "appendChild", int.class, int.class, int.class);
        } else {
            m.visitVarInsn(ILOAD, MESSAGE);
            pushSum(m, MESSAGE, field.offset());
            push(m, field.presenceCode());
            push(m, field.number());
            push(m, sub.size());
            call(
                    m,
                    INVOKEVIRTUAL,
                    DecodeState.class,
                    "mutableChild",
                    int.class,
                    int.class,
                    int.class,
                    int.class,
                    int.class,
                    int.class);
        }
        m.visitVarInsn(ISTORE, CHILD);
        m.visitVarInsn(ALOAD, STATE);
        m.visitVarInsn(ILOAD, PTR);
        m.visitVarInsn(ILOAD, PTR);
        m.visitVarInsn(ILOAD, SIZE);
        m.visitInsn(IADD);
        m.visitVarInsn(ILOAD, CHILD);
        int number = owner.number(sub);
        if (number < 0) {
            owner.push(m, sub);
        }
        pushSum(m, DEPTH, -1);
        if (number >= 0) {
            m.visitMethodInsn(INVOKESTATIC, ClassGenerator.NAME, "d" + number, ClassGenerator.DECODE, false);
        } else {
            call(
                    m,
                    INVOKEVIRTUAL,
                    DecodeState.class,
                    "decodeMessage",
                    int.class,
                    int.class,
                    int.class,
                    int.class,
                    MiniTable.class,
                    int.class);
        }
        m.visitVarInsn(ISTORE, PTR);
        loadBytes();
        m.visitJumpInsn(GOTO, next);
    }

    private void markPresence(MiniTableField field) {
        int presence = field.presenceCode();
        if (presence < 0) {
            m.visitVarInsn(ALOAD, BYTES);
            pushSum(m, MESSAGE, ~presence);
            push(m, field.number());
            Bytecode.putInt(m);
        } else if (presence > 0 && gathers) {
            m.visitVarInsn(LLOAD, PRESENCE);
            m.visitLdcInsn(1L << presence - MiniTable.HEADER_SIZE * 8);
            m.visitInsn(LOR);
            m.visitVarInsn(LSTORE, PRESENCE);
        } else if (presence > 0) {
            m.visitVarInsn(ALOAD, BYTES);
            pushSum(m, MESSAGE, presence >>> 3);
            push(m, 1 << (presence & 7));
            call(m, INVOKESTATIC, DecodeSteps.class, "mark", void.class, byte[].class, int.class, int.class);
        }
    }
}
