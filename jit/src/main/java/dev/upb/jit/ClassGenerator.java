package dev.upb.jit;

import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableEnum;
import dev.upb.wire.internal.DecodeState;
import dev.upb.wire.internal.EncodeState;
import dev.upb.wire.internal.MessageCodec;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The class for a batch of types: a {@link MessageCodec} whose instances carry the number of their type, and for each type static methods
 * that call each other directly. Tables and enums that the code refers to are static constants, filled from the class data.
 */
final class ClassGenerator implements Opcodes {
    static final String NAME = "dev/upb/jit/Codecs";
    static final String DECODE = descriptor(DecodeState.class, int.class, int.class, int.class, int.class);
    static final String ENCODE = descriptor(EncodeState.class, byte[].class, int.class, int.class, int.class);

    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
        @Override
        protected String getCommonSuperClass(String a, String b) {
            return "java/lang/Object"; // Branches never meet with different classes in one place; nothing needs to be
            // loaded to know.
        }
    };
    private final Map<MiniTable, Integer> types = new HashMap<>();
    private final Map<Object, String> constants = new HashMap<>();
    private final List<Object> data = new ArrayList<>();
    private final byte[] bytes;

    ClassGenerator(List<MiniTable> batch) {
        writer.visit(V17, ACC_FINAL | ACC_SUPER, NAME, null, Type.getInternalName(MessageCodec.class), null);
        for (MiniTable table : batch) {
            types.put(table, types.size());
        }
        for (MiniTable table : batch) {
            new DecoderGenerator(this, table).generate();
            new EncoderGenerator(this, table).generate();
        }
        instance(batch.size());
        initializer();
        writer.visitEnd();
        bytes = writer.toByteArray();
    }

    /** Returns the descriptor of a method that returns an int. */
    static String descriptor(Class<?>... parameters) {
        Type[] types = new Type[parameters.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = Type.getType(parameters[i]);
        }
        return Type.getMethodDescriptor(Type.INT_TYPE, types);
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns the constants, in the order of their fields. */
    Object[] data() {
        return data.toArray();
    }

    /** Begins a static method; the locals that hold references are among its parameters or first stored to. */
    Bytecode method(String name, String descriptor, int... referenceLocals) {
        MethodVisitor m = writer.visitMethod(ACC_STATIC, name, descriptor, null, null);
        m.visitCode();
        return new Bytecode(this, m, referenceLocals);
    }

    /** Returns the number of a type in this class, or -1 if it is in another, or in none. */
    int number(MiniTable table) {
        return types.getOrDefault(table, -1);
    }

    /** Pushes a table or enum. */
    void push(Bytecode m, Object constant) {
        String name = constants.get(constant);
        if (name == null) {
            name = "c" + data.size();
            data.add(constant);
            constants.put(constant, name);
            writer.visitField(ACC_STATIC | ACC_FINAL, name, constantDescriptor(constant), null, null);
        }
        m.visitor().visitFieldInsn(GETSTATIC, NAME, name, constantDescriptor(constant));
    }

    private static String constantDescriptor(Object constant) {
        return Type.getDescriptor(
                constant instanceof MiniTable
                        ? MiniTable.class
                        : constant instanceof VarHandle ? VarHandle.class : MiniTableEnum.class);
    }

    private void instance(int count) {
        writer.visitField(ACC_PRIVATE | ACC_FINAL, "type", "I", null, null);
        MethodVisitor m = writer.visitMethod(0, "<init>", "(I)V", null, null);
        m.visitCode();
        m.visitVarInsn(ALOAD, 0);
        m.visitMethodInsn(INVOKESPECIAL, Type.getInternalName(MessageCodec.class), "<init>", "()V", false);
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ILOAD, 1);
        m.visitFieldInsn(PUTFIELD, NAME, "type", "I");
        m.visitInsn(RETURN);
        end(m);
        dispatch("decode", "d", DECODE, count);
        dispatch("encode", "e", ENCODE, count);
    }

    private void dispatch(String name, String target, String descriptor, int count) {
        MethodVisitor m = writer.visitMethod(ACC_PUBLIC, name, descriptor, null, null);
        m.visitCode();
        int local = 1;
        for (Type parameter : Type.getArgumentTypes(descriptor)) {
            m.visitVarInsn(parameter.getOpcode(ILOAD), local++);
        }
        m.visitVarInsn(ALOAD, 0);
        m.visitFieldInsn(GETFIELD, NAME, "type", "I");
        Label[] cases = new Label[count];
        for (int i = 0; i < count; i++) {
            cases[i] = new Label();
        }
        m.visitTableSwitchInsn(0, count - 1, cases[count - 1], cases);
        for (int i = 0; i < count; i++) {
            m.visitLabel(cases[i]);
            m.visitMethodInsn(INVOKESTATIC, NAME, target + i, descriptor, false);
            m.visitInsn(IRETURN);
        }
        end(m);
    }

    private void initializer() {
        MethodVisitor m = writer.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
        m.visitCode();
        m.visitMethodInsn(
                INVOKESTATIC,
                "java/lang/invoke/MethodHandles",
                "lookup",
                "()Ljava/lang/invoke/MethodHandles$Lookup;",
                false);
        m.visitLdcInsn("_"); // The name that classData asks for.
        m.visitLdcInsn(Type.getType(Object[].class));
        m.visitMethodInsn(
                INVOKESTATIC,
                Type.getInternalName(MethodHandles.class),
                "classData",
                "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;",
                false);
        m.visitTypeInsn(CHECKCAST, "[Ljava/lang/Object;");
        m.visitVarInsn(ASTORE, 0);
        for (int i = 0; i < data.size(); i++) {
            String descriptor = constantDescriptor(data.get(i));
            m.visitVarInsn(ALOAD, 0);
            m.visitLdcInsn(i);
            m.visitInsn(AALOAD);
            m.visitTypeInsn(CHECKCAST, Type.getType(descriptor).getInternalName());
            m.visitFieldInsn(PUTSTATIC, NAME, "c" + i, descriptor);
        }
        m.visitInsn(RETURN);
        end(m);
    }

    private static void end(MethodVisitor m) {
        m.visitMaxs(0, 0);
        m.visitEnd();
    }
}
