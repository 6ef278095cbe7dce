package dev.upb.jit;

import dev.upb.minitable.MiniTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** How many bytes of code the methods of generated classes have. */
final class CodeSizes {
    private CodeSizes() {}

    /** Returns the largest method of all, as far as it is called more than once. */
    static int largest(Collection<MiniTable> tables) {
        int largest = 0;
        List<MiniTable> batch = new ArrayList<>();
        int fields = 0;
        for (MiniTable table : tables) {
            if (!batch.isEmpty()
                    && (batch.size() == JitCompiler.TYPES_PER_CLASS
                            || fields + table.fieldCount() > JitCompiler.FIELDS_PER_CLASS)) {
                largest = Math.max(largest, largest(batch));
                batch.clear();
                fields = 0;
            }
            batch.add(table);
            fields += table.fieldCount();
        }
        return Math.max(largest, largest(batch));
    }

    private static int largest(List<MiniTable> batch) {
        SortedMap<String, Integer> sizes = of(new ClassGenerator(batch).bytes());
        sizes.remove("<clinit>");
        return sizes.values().stream().mapToInt(size -> size).max().orElse(0);
    }

    /** Returns the bytes of code of the methods of a class, by their names. */
    private static SortedMap<String, Integer> of(byte[] classFile) {
        SortedMap<String, Integer> sizes = new TreeMap<>();
        ClassReader reader = new ClassReader(classFile);
        // The copy has the constants of the original, and so the same code.
        ClassWriter copy = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, copy) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                        return new MethodVisitor(Opcodes.ASM9, method) {
                            @Override
                            public void visitMaxs(int maxStack, int maxLocals) {
                                Label end = new Label();
                                visitLabel(end);
                                sizes.put(name, end.getOffset());
                                super.visitMaxs(maxStack, maxLocals);
                            }
                        };
                    }
                },
                0);
        return sizes;
    }
}
