package dev.upb.jit;

import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableField;
import dev.upb.wire.internal.CodecCompiler;
import dev.upb.wire.internal.MessageCodec;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Makes hidden classes, each for some types that refer to each other. Found as a service. */
public final class JitCompiler extends CodecCompiler {
    /** Types in one class: enough that most schemas fit in one, few enough that a class stays far from the limits of the class file. */
    static final int TYPES_PER_CLASS = 100;

    /** Fields in one class, for the same reason. A type with more is left to the tables. */
    static final int FIELDS_PER_CLASS = 3000;

    private boolean unusable;

    /** For the service loader. */
    public JitCompiler() {}

    @Override
    public synchronized void compile(MiniTable root) {
        List<MiniTable> batch = new ArrayList<>();
        int fields = 0;
        for (MiniTable table : reachable(root)) {
            if (table.fieldCount() > FIELDS_PER_CLASS) {
                continue;
            }
            if (!batch.isEmpty()
                    && (batch.size() == TYPES_PER_CLASS || fields + table.fieldCount() > FIELDS_PER_CLASS)) {
                compile(batch);
                batch.clear();
                fields = 0;
            }
            batch.add(table);
            fields += table.fieldCount();
        }
        compile(batch);
    }

    /** Returns the types without code that a message can hold, near ones first; map entries have no code of their own. */
    private static Set<MiniTable> reachable(MiniTable root) {
        Set<MiniTable> found = new LinkedHashSet<>();
        List<MiniTable> open = new ArrayList<>();
        add(root, found, open);
        for (int i = 0; i < open.size(); i++) {
            MiniTable table = open.get(i);
            for (int f = 0; f < table.fieldCount(); f++) {
                MiniTableField field = table.field(f);
                if (field.isMap()) {
                    field = field.subTable().mapValue();
                }
                if (field.subTable() != null) {
                    add(field.subTable(), found, open);
                }
            }
        }
        return found;
    }

    private static void add(MiniTable table, Set<MiniTable> found, List<MiniTable> open) {
        if (!table.isMapEntry() && !(table.codec() instanceof MessageCodec) && found.add(table)) {
            open.add(table);
        }
    }

    private void compile(List<MiniTable> batch) {
        if (unusable || batch.isEmpty()) {
            return;
        }
        try {
            ClassGenerator generator = new ClassGenerator(batch);
            MethodHandles.Lookup hidden =
                    MethodHandles.lookup().defineHiddenClassWithClassData(generator.bytes(), generator.data(), true);
            MethodHandle constructor =
                    hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class, int.class));
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).setCodec((MessageCodec) constructor.invoke(i));
            }
        } catch (StackOverflowError | OutOfMemoryError e) {
            // Of this moment and this thread: the tables serve.
        } catch (LinkageError | RuntimeException e) {
            unusable = true; // Classes can't be made here, as in a native image.
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e); // Neither lookup nor constructor throws anything else.
        }
    }
}
