package dev.upb.jit;

import dev.upb.base.FieldType;
import dev.upb.base.WireType;
import dev.upb.mem.internal.Heap;
import dev.upb.minitable.FieldWord;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableField;
import dev.upb.wire.internal.DecodeState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

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

    private Bytecode m;
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
        m = owner.method(name, ClassGenerator.DECODE, STATE, BYTES);
        Label loop = new Label();
        Label longTag = new Label();
        Label dispatch = new Label();
        done = new Label();
        Label complete = new Label();
        next = loop;
        rare = new Label();
        gathers = !split && hasbits() > 0 && hasbits() <= 64;
        if (DecodeState.TRACES) {
            m.push('C');
            m.call(DecodeState.class, "trace");
        }
        loadBytes();
        if (gathers) {
            m.op(LCONST_0);
            m.visitor().visitVarInsn(LSTORE, PRESENCE);
        }
        m.load(PTR);
        m.store(START);

        m.label(loop);
        readTag();
        tagRead = new Label();
        m.label(tagRead);
        m.load(TAG);
        m.jump(IFLT, longTag);
        m.label(dispatch);
        if (split) {
            dispatchToChunks();
        } else {
            fields(0, table.fieldCount());
        }
        m.label(longTag);
        readLongTag(dispatch);
        m.label(rare);
        callRare();
        m.store(PTR);
        loadBytes();
        m.jump(GOTO, loop);

        m.label(done);
        if (gathers) {
            storePresence();
        }
        m.load(PTR, END);
        m.jump(IF_ICMPEQ, complete);
        throwError("truncated");
        m.label(complete);
        m.load(PTR);
        m.op(IRETURN);
        m.end();
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
        m.load(STATE);
        m.getField(DecodeState.class, "heap", Heap.class);
        m.getField(Heap.class, "bytes", byte[].class);
        m.store(BYTES);
    }

    private void readLongTag(Label dispatch) {
        m.load(STATE, BYTES, START);
        m.call(DecodeState.class, "readLongTag");
        m.store(PTR);
        m.load(STATE);
        m.getField(DecodeState.class, "tag", int.class);
        m.store(TAG);
        m.jump(GOTO, dispatch);
    }

    private void callRare() {
        m.load(STATE, START, END, MESSAGE);
        owner.push(m, table);
        m.load(DEPTH);
        m.call(DecodeState.class, "decodeRare");
    }

    /** Adds the gathered bits to those in memory, where rare fields and sub-messages left theirs. */
    private void storePresence() {
        for (int word = 0; word < hasbits(); word += 32) {
            m.ints();
            m.load(BYTES);
            m.loadSum(MESSAGE, MiniTable.HEADER_SIZE + word / 8);
            m.ints();
            m.load(BYTES);
            m.loadSum(MESSAGE, MiniTable.HEADER_SIZE + word / 8);
            m.getInt();
            m.visitor().visitVarInsn(LLOAD, PRESENCE);
            if (word > 0) {
                m.push(word);
                m.op(LUSHR);
            }
            m.op(L2I);
            m.op(IOR);
            m.putInt();
        }
    }

    private void throwError(String method) {
        m.load(STATE, START);
        m.call(DecodeState.class, method);
        m.op(ATHROW);
    }

    /** Finds the method that has the field, by its number. */
    private void dispatchToChunks() {
        m.load(TAG);
        m.push(3);
        m.op(IUSHR);
        m.store(SIZE);
        searchChunk(0, (table.fieldCount() + FIELDS_PER_METHOD - 1) / FIELDS_PER_METHOD);
    }

    private void searchChunk(int from, int to) {
        if (to - from > 1) {
            int middle = from + to >>> 1;
            Label upper = new Label();
            m.load(SIZE);
            m.push(table.field(middle * FIELDS_PER_METHOD).number());
            m.jump(IF_ICMPGE, upper);
            searchChunk(from, middle);
            m.label(upper);
            searchChunk(middle, to);
            return;
        }
        for (int local = STATE; local <= TAG; local++) {
            m.load(local);
        }
        m.callOwn(name + "_" + from * FIELDS_PER_METHOD, CHUNK);
        m.store(PTR);
        loadBytes();
        m.jump(GOTO, next);
    }

    /** A method that reads one of the fields {@code from .. to}; its tag was read. */
    private void chunk(int from, int to) {
        m = owner.method(name + "_" + from, CHUNK, STATE, BYTES);
        next = new Label();
        rare = new Label();
        loadBytes();
        fields(from, to);
        m.label(rare);
        callRare();
        m.op(IRETURN);
        m.label(next);
        m.load(PTR);
        m.op(IRETURN);
        m.end();
    }

    /** Switches over the tag to the code of the fields {@code from .. to}; others go to {@link #rare}. */
    private void fields(int from, int to) {
        TreeMap<Integer, Runnable> cases = new TreeMap<>();
        for (int i = from; i < to; i++) {
            addCases(table.field(i), cases);
        }
        if (cases.isEmpty()) {
            m.jump(GOTO, rare);
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
        m.load(TAG);
        m.visitor().visitLookupSwitchInsn(rare, tags, labels);
        Label end = next;
        for (int i = 0; i < tags.length; i++) {
            m.label(labels[i]);
            if (split) {
                codes.get(i).run();
                continue;
            }
            next = new Label();
            codes.get(i).run();
            m.label(next);
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
            m.load(TAG);
            m.push(tags[guess]);
            m.jump(IF_ICMPEQ, labels[guess]);
        }
        m.jump(GOTO, tagRead);
    }

    /** Reads the first byte of a tag, if the message does not end here. */
    private void readTag() {
        m.load(PTR, END);
        m.jump(IF_ICMPGE, done);
        m.load(PTR);
        m.store(START);
        m.load(BYTES, PTR);
        m.op(BALOAD);
        m.store(TAG);
        m.add(PTR, 1);
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
                    m.loadSum(MESSAGE, field.offset());
                    m.store(CHILD);
                    value(operation, field);
                    markPresence(field);
                    m.jump(GOTO, next);
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
                m.load(BYTES, PTR, CHILD);
                m.call(DecodeSteps.class, operation == FieldWord.FIXED32 ? "fixed32" : "fixed64");
            }
            case FieldWord.STRING, FieldWord.BYTES -> {
                m.load(STATE, BYTES, PTR, END, CHILD, START);
                String step = operation == FieldWord.STRING
                        ? "string"
                        : field.type() == FieldType.STRING ? "uncheckedString" : "bytes";
                m.call(DecodeSteps.class, step);
            }
            default -> {
                m.load(STATE, BYTES, PTR, CHILD, START);
                m.call(DecodeSteps.class, varintStep(operation));
            }
        }
        m.store(PTR);
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
        m.load(STATE, BYTES, PTR);
        m.loadSum(MESSAGE, field.offset());
        owner.push(m, field.subEnum());
        m.load(START);
        m.call(DecodeSteps.class, "closedEnum");
        moveUnlessRare();
        markPresence(field);
        m.jump(GOTO, next);
    }

    /** Goes on at the offset on the stack, unless it is -1. */
    private void moveUnlessRare() {
        m.store(SIZE);
        m.load(SIZE);
        m.jump(IFLT, rare);
        m.load(SIZE);
        m.store(PTR);
    }

    /** An element that is not packed. */
    private void element(int element, MiniTableField field) {
        if (element == FieldWord.CLOSED_ENUM) {
            m.load(STATE, PTR);
            m.loadSum(MESSAGE, field.offset());
            owner.push(m, field.subEnum());
            m.load(START);
            m.call(DecodeSteps.class, "closedEnumElement");
            moveUnlessRare();
            loadBytes();
            m.jump(GOTO, next);
            return;
        }
        m.load(STATE);
        m.loadSum(MESSAGE, field.offset());
        m.call(DecodeSteps.class, "append" + field.elementSize() * 8);
        m.store(CHILD);
        loadBytes();
        value(element, field);
        m.jump(GOTO, next);
    }

    /** Calls the table tier for a map entry or packed values. */
    private void listInTable(String method, MiniTableField field, boolean withDepth) {
        m.load(STATE, PTR, END, MESSAGE);
        m.loadSum(MESSAGE, field.offset());
        owner.push(m, table);
        m.push(field.index());
        m.call(MiniTable.class, "field");
        m.load(START);
        if (withDepth) {
            m.load(DEPTH);
        }
        m.call(DecodeState.class, method);
        m.store(PTR);
        loadBytes();
        m.jump(GOTO, next);
    }

    private void child(MiniTableField field, boolean repeated) {
        MiniTable sub = field.subTable();
        Label shortSize = new Label();
        Label fits = new Label();
        Label allowed = new Label();
        m.load(BYTES, PTR);
        m.op(BALOAD);
        m.store(SIZE);
        m.add(PTR, 1);
        m.load(SIZE);
        m.jump(IFGE, shortSize);
        m.load(STATE, BYTES, PTR, SIZE, START);
        m.call(DecodeState.class, "readLongSize");
        m.store(PTR);
        m.load(STATE);
        m.getField(DecodeState.class, "value", long.class);
        m.op(L2I);
        m.store(SIZE);
        m.label(shortSize);
        m.load(SIZE, END, PTR);
        m.op(ISUB);
        m.jump(IF_ICMPLE, fits);
        throwError("truncated");
        m.label(fits);
        m.load(DEPTH);
        m.jump(IFGT, allowed);
        throwError("tooDeep");
        m.label(allowed);
        m.load(STATE);
        if (repeated) {
            m.loadSum(MESSAGE, field.offset());
            m.push(sub.size());
            m.call(DecodeState.class, "appendChild");
        } else {
            m.load(MESSAGE);
            m.loadSum(MESSAGE, field.offset());
            m.push(field.presenceCode());
            m.push(field.number());
            m.push(sub.size());
            m.call(DecodeState.class, "mutableChild");
        }
        m.store(CHILD);
        m.load(STATE, PTR, PTR, SIZE);
        m.op(IADD);
        m.load(CHILD);
        int number = owner.number(sub);
        if (number < 0) {
            owner.push(m, sub);
        }
        m.loadSum(DEPTH, -1);
        if (number >= 0) {
            m.callOwn("d" + number, ClassGenerator.DECODE);
        } else {
            m.call(DecodeState.class, "decodeMessage");
        }
        m.store(PTR);
        loadBytes();
        m.jump(GOTO, next);
    }

    private void markPresence(MiniTableField field) {
        int presence = field.presenceCode();
        if (presence < 0) {
            m.ints();
            m.load(BYTES);
            m.loadSum(MESSAGE, ~presence);
            m.push(field.number());
            m.putInt();
        } else if (presence > 0 && gathers) {
            m.visitor().visitVarInsn(LLOAD, PRESENCE);
            m.visitor().visitLdcInsn(1L << presence - MiniTable.HEADER_SIZE * 8);
            m.op(LOR);
            m.visitor().visitVarInsn(LSTORE, PRESENCE);
        } else if (presence > 0) {
            m.load(BYTES);
            m.loadSum(MESSAGE, presence >>> 3);
            m.push(1 << (presence & 7));
            m.call(DecodeSteps.class, "mark");
        }
    }
}
