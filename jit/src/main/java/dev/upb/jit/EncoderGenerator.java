package dev.upb.jit;

import dev.upb.base.FieldType;
import dev.upb.base.Varints;
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
 *
 * <p>Room is asked for once, at the beginning of a method, for all that its fields need at most; sub-messages, long strings and what goes to
 * the table tier may use it up, so after them it is asked for again. What is written is a word of eight bytes that ends where the value ends,
 * whatever its size: the rest of it is overwritten by what comes before the value.
 */
final class EncoderGenerator implements Opcodes {
    /** A string takes up to 240 bytes, and HotSpot compiles no method above 8,000. */
    private static final int FIELDS_PER_METHOD = 24;
    /** The largest varint of one byte. */
    private static final int MAX_SMALL = 0x7F;
    /** Longest string or bytes that is copied in words. */
    private static final int SHORT = 32;

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
    /** The buffer, the same in all of a method: see {@link #rest}. */
    private static final int OUT = 10;
    /** A slot or number of eight bytes; takes two locals. */
    private static final int VALUE = 11;

    private static final int SIZE = 13;
    /** Where the bytes of a string end. */
    private static final int FROM = 14;

    private final ClassGenerator owner;
    private final MiniTable table;
    private final String name;

    private Bytecode m;
    /** The word of presence bits that {@link #PRESENCE} holds, or -1. */
    private int loadedWord;
    /** Bytes that the fields before the one at hand need at most, of what is written without asking for room: it was asked for before. */
    private int need;
    /** The first field of the method in the making. */
    private int first;

    EncoderGenerator(ClassGenerator owner, MiniTable table) {
        this.owner = owner;
        this.table = table;
        name = "e" + owner.number(table);
    }

    void generate() {
        m = method(name);
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
                m = method(name + "_" + from);
                fields(from, Math.min(from + FIELDS_PER_METHOD, count));
                finish();
            }
        }
    }

    private Bytecode method(String methodName) {
        return owner.method(methodName, ClassGenerator.ENCODE, STATE, BYTES, OUT)
                .withLongs(VALUE);
    }

    private void finish() {
        m.load(AT);
        m.op(IRETURN);
        m.padAgainstInlining();
        m.end();
    }

    private void extras() {
        Label none = new Label();
        m.ints();
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
        need = EncodeState.SLACK;
        for (int i = from; i < to; i++) {
            need += need(table.field(i));
        }
        first = from;
        Label roomy = new Label();
        m.load(AT, STATE);
        m.getField(EncodeState.class, "low", int.class);
        m.op(ISUB);
        m.push(need);
        m.jump(IF_ICMPGE, roomy);
        rest(to);
        m.label(roomy);
        m.load(STATE);
        m.getField(EncodeState.class, "buffer", byte[].class);
        m.store(OUT);
        // Says that it is not null. Otherwise each branch below would find that out, and the length, for itself.
        m.load(OUT);
        m.op(ARRAYLENGTH);
        m.op(POP);
        for (int i = to - 1; i >= from; i--) {
            int run = smallRun(from, i);
            if (run > 1) {
                small(i, run);
                i -= run - 1;
            } else {
                // Also one that is not linked: it may be later, when this code is called by that of another type.
                field(table.field(i));
            }
        }
    }

    /** Returns how many fields from {@code last} downwards fit in one word if all are set and small: up to four, each with its tag. */
    private int smallRun(int from, int last) {
        int run = 0;
        while (run < Long.BYTES / 2 && last - run >= from) {
            MiniTableField field = table.field(last - run);
            boolean fits = switch (FieldWord.operation(field)) {
                case FieldWord.BOOL, FieldWord.VARINT32, FieldWord.CLOSED_ENUM, FieldWord.UINT32 ->
                    (field.tag() & ~MAX_SMALL) == 0;
                default -> false;
            };
            if (!fits
                    || field.presenceCode() <= 0
                    || field.presenceCode() >>> 5 != table.field(last).presenceCode() >>> 5) {
                break;
            }
            run++;
        }
        return run;
    }

    /** A run of fields in one word if they are set and small, as numbers and kinds of things often are; otherwise one after the other. */
    private void small(int last, int run) {
        Label apart = new Label();
        Label done = new Label();
        int mask = 0;
        for (int i = 0; i < run; i++) {
            mask |= 1 << table.field(last - i).presenceCode();
        }
        loadPresence(table.field(last).presenceCode() >>> 5);
        m.push(mask);
        m.op(IAND);
        m.push(mask);
        m.jump(IF_ICMPNE, apart);
        for (int i = 0; i < run; i++) {
            loadSmall(table.field(last - i));
            if (i > 0) {
                m.op(IOR);
            }
        }
        m.push(~MAX_SMALL);
        m.op(IAND);
        m.jump(IFNE, apart);
        m.longs();
        m.load(OUT);
        m.loadSum(AT, -Long.BYTES);
        long tags = 0;
        for (int i = 0; i < run; i++) {
            int shift = Long.SIZE - Byte.SIZE - i * 2 * Byte.SIZE;
            loadSmall(table.field(last - i));
            m.op(I2L);
            m.push(shift);
            m.op(LSHL);
            if (i > 0) {
                m.op(LOR);
            }
            tags |= (long) table.field(last - i).tag() << shift - Byte.SIZE;
        }
        m.push(tags);
        m.op(LOR);
        m.putLong();
        m.add(AT, -2 * run);
        m.jump(GOTO, done);
        m.label(apart);
        for (int i = 0; i < run; i++) {
            field(table.field(last - i));
        }
        m.label(done);
    }

    private void loadSmall(MiniTableField field) {
        if (FieldWord.operation(field) == FieldWord.BOOL) {
            pushSlot(field);
            m.op(BALOAD);
        } else {
            m.ints();
            pushSlot(field);
            m.getInt();
        }
    }

    /** Returns the most bytes that a field writes without asking for room. */
    private static int need(MiniTableField field) {
        int tag = Varints.size(field.tag());
        return switch (FieldWord.operation(field)) {
            case FieldWord.STRING, FieldWord.BYTES -> tag + 1 + SHORT;
            default -> field.isRepeated() ? 0 : tag + Varints.MAX_SIZE;
        };
    }

    /**
     * Leaves the method where there is too little room, or another buffer: the table tier writes the fields before {@code to}, and makes the
     * room. So the buffer is the same in all of the method, which keeps the checks of its bounds short.
     */
    private void rest(int to) {
        m.load(STATE, AT, MESSAGE);
        owner.push(m, table);
        m.push(first);
        m.push(to);
        m.load(DEPTH);
        m.call(EncodeSteps.class, "rest");
        m.op(IRETURN);
    }

    /** Asks whether the room for the fields at hand and before it is still there, in the same buffer, after a call that may have used it. */
    private void jumpIfRoomy(Label roomy) {
        m.load(STATE, AT, OUT);
        m.push(need);
        m.call(EncodeSteps.class, "isRoomy");
        m.jump(IFNE, roomy);
    }

    private void field(MiniTableField field) {
        Label absent = new Label();
        int operation = FieldWord.operation(field);
        skipIfAbsent(field, absent);
        need -= need(field);
        switch (operation) {
            case FieldWord.MESSAGE -> {
                loadPointer(field);
                m.store(CHILD);
                m.load(CHILD);
                m.jump(IFEQ, absent);
                child(field);
            }
            case FieldWord.MESSAGE + FieldWord.REPEATED -> children(field, absent);
            case FieldWord.FIXED32 -> fixed(field, "fixed32");
            case FieldWord.FIXED64 -> fixed(field, "fixed64");
            case FieldWord.BOOL,
                    FieldWord.VARINT32,
                    FieldWord.CLOSED_ENUM,
                    FieldWord.UINT32,
                    FieldWord.VARINT64,
                    FieldWord.ZIGZAG32,
                    FieldWord.ZIGZAG64 -> {
                loadVarint(field, operation);
                m.store(VALUE);
                lead(field);
            }
            case FieldWord.STRING, FieldWord.BYTES -> string(field, absent);
            default -> rare(field);
        }
        m.label(absent);
    }

    private static long leadBits(MiniTableField field) {
        return FieldWord.lead(field.tag()) & ~0xFFL;
    }

    private static int leadSize(MiniTableField field) {
        return (int) FieldWord.lead(field.tag()) & 0xFF;
    }

    /** Pushes the tag as {@link EncodeSteps#lead} takes it. */
    private void pushLead(MiniTableField field) {
        m.push(leadBits(field));
        m.push(leadSize(field));
    }

    /** Bytes: short ones in words that end where the bytes end, and bring along what is overwritten by what is written next. */
    private void string(MiniTableField field, Label done) {
        Label apart = new Label();
        Label fits = new Label();
        Label copied = new Label();
        m.longs();
        pushSlot(field);
        m.getLong();
        m.store(VALUE);
        m.load(VALUE);
        m.push(Integer.SIZE);
        m.op(LUSHR);
        m.op(L2I);
        m.store(SIZE);
        m.load(SIZE);
        m.push(SHORT);
        m.jump(IF_ICMPGT, apart);
        m.load(VALUE);
        m.op(L2I);
        m.store(FROM);
        m.load(FROM);
        m.push(SHORT); // Near the start of the memory there may be nothing before the bytes to read.
        m.jump(IF_ICMPLT, apart);
        m.load(FROM, SIZE);
        m.op(IADD);
        m.store(FROM);
        copyWord(1);
        copyWord(2);
        m.load(SIZE);
        m.push(SHORT / 2);
        m.jump(IF_ICMPLE, copied);
        copyWord(3);
        copyWord(4);
        m.label(copied);
        m.load(AT, SIZE);
        m.op(ISUB);
        m.store(AT);
        m.load(SIZE);
        m.op(I2L);
        shortLead(field);
        m.jump(GOTO, done);

        m.label(apart);
        m.load(STATE, AT, VALUE);
        m.push(need + need(field));
        m.call(EncodeSteps.class, "fits");
        m.jump(IFNE, fits);
        rest(field.index() + 1);
        m.label(fits);
        m.load(OUT, AT, BYTES, VALUE);
        pushLead(field);
        m.call(EncodeSteps.class, "bytes");
        m.store(AT);
    }

    /** Copies the word that ends so many words before the end of the bytes. */
    private void copyWord(int words) {
        m.longs();
        m.load(OUT);
        m.loadSum(AT, -words * Long.BYTES);
        m.longs();
        m.load(BYTES);
        m.loadSum(FROM, -words * Long.BYTES);
        m.getLong();
        m.putLong();
    }

    /** A varint, in {@link #VALUE}, with its tag in front: in one store where the varint has one byte. */
    private void lead(MiniTableField field) {
        Label large = new Label();
        Label done = new Label();
        m.load(VALUE);
        m.push(~(long) MAX_SMALL);
        m.op(LAND);
        m.op(LCONST_0);
        m.op(LCMP);
        m.jump(IFNE, large);
        m.load(VALUE);
        shortLead(field);
        m.jump(GOTO, done);
        m.label(large);
        m.load(OUT, AT, VALUE);
        pushLead(field);
        m.call(EncodeSteps.class, "lead");
        m.store(AT);
        m.label(done);
    }

    /** The varint of one byte that is on the stack, with its tag in front. */
    private void shortLead(MiniTableField field) {
        m.push(Long.SIZE - Byte.SIZE);
        m.op(LSHL);
        m.push(leadBits(field));
        m.op(LOR);
        m.store(VALUE);
        m.longs();
        m.load(OUT);
        m.loadSum(AT, -Long.BYTES);
        m.load(VALUE);
        m.putLong();
        m.add(AT, -leadSize(field));
    }

    private void fixed(MiniTableField field, String step) {
        m.load(OUT, AT, BYTES);
        m.loadSum(MESSAGE, field.offset());
        pushLead(field);
        m.call(EncodeSteps.class, step);
        m.store(AT);
    }

    /** Pushes the value of a field as a varint has it. */
    private void loadVarint(MiniTableField field, int operation) {
        switch (operation) {
            case FieldWord.BOOL -> {
                pushSlot(field);
                m.op(BALOAD);
                m.op(I2L);
            }
            case FieldWord.VARINT64, FieldWord.ZIGZAG64 -> {
                m.longs();
                pushSlot(field);
                m.getLong();
                if (operation == FieldWord.ZIGZAG64) {
                    m.call(EncodeSteps.class, "zigZag64");
                }
            }
            default -> {
                loadPointer(field);
                switch (operation) {
                    case FieldWord.ZIGZAG32 -> m.call(EncodeSteps.class, "zigZag32");
                    case FieldWord.UINT32 -> m.call(Integer.class, "toUnsignedLong");
                    default -> m.op(I2L);
                }
            }
        }
    }

    private void pushSlot(MiniTableField field) {
        m.load(BYTES);
        m.loadSum(MESSAGE, field.offset());
    }

    /** Jumps to {@code absent} if the field is not set; a list or map that is there may still be empty. */
    private void skipIfAbsent(MiniTableField field, Label absent) {
        int presence = field.presenceCode();
        if (presence > 0) {
            loadPresence(presence >>> 5);
            m.push(1 << (presence & 31));
            m.op(IAND);
            m.jump(IFEQ, absent);
        } else if (presence < 0) {
            m.ints();
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
            m.ints();
            m.load(BYTES);
            m.loadSum(MESSAGE, field.offset() + 4); // The size.
            m.getInt();
            m.jump(IFEQ, absent);
        } else {
            m.longs();
            m.load(BYTES);
            m.loadSum(MESSAGE, field.offset());
            m.getLong();
            m.op(LCONST_0);
            m.op(LCMP);
            m.jump(IFEQ, absent);
        }
    }

    private void loadPresence(int word) {
        if (word != loadedWord) {
            // Loaded at the first field of the word that is tested, which all paths pass.
            m.ints();
            m.load(BYTES);
            m.loadSum(MESSAGE, word * 4);
            m.getInt();
            m.store(PRESENCE);
            loadedWord = word;
        }
        m.load(PRESENCE);
    }

    /** Pushes the 4 bytes of the field's slot. */
    private void loadPointer(MiniTableField field) {
        m.ints();
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
        Label roomy = new Label();
        int afterwards = need;
        need += Varints.size(field.tag()) + Varints.size(-1);
        jumpIfRoomy(roomy);
        m.load(STATE, AT, BEFORE, MESSAGE);
        owner.push(m, table);
        m.push(first);
        m.push(field.index());
        if (field.isRepeated()) {
            m.load(INDEX);
        } else {
            m.push(0);
        }
        m.load(DEPTH);
        m.call(EncodeSteps.class, "restAfterChild");
        m.op(IRETURN);
        m.label(roomy);
        need = afterwards;
        m.load(STATE);
        m.getField(EncodeState.class, "end", int.class);
        m.load(AT);
        m.op(ISUB);
        m.load(BEFORE);
        m.op(ISUB);
        m.op(I2L);
        m.store(VALUE);
        lead(field);
    }

    private void children(MiniTableField field, Label absent) {
        Label loop = new Label();
        loadPointer(field);
        m.store(CHILD);
        m.ints();
        m.load(BYTES);
        m.loadSum(CHILD, RawArray.SIZE);
        m.getInt();
        m.store(INDEX);
        m.ints();
        m.load(BYTES);
        m.loadSum(CHILD, RawArray.DATA);
        m.getInt();
        m.store(DATA);
        m.label(loop);
        m.add(INDEX, -1);
        m.load(INDEX);
        m.jump(IFLT, absent);
        m.ints();
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
        Label roomy = new Label();
        jumpIfRoomy(roomy);
        rest(field.index());
        m.label(roomy);
    }
}
