package dev.upb.jit;

import dev.upb.base.LittleEndian;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Short forms of what is generated often. */
final class Bytecode implements Opcodes {
    private static final String LITTLE_ENDIAN = Type.getInternalName(LittleEndian.class);

    private Bytecode() {}

    static void push(MethodVisitor m, int value) {
        if (value >= -1 && value <= 5) {
            m.visitInsn(ICONST_0 + value);
        } else if (value == (byte) value) {
            m.visitIntInsn(BIPUSH, value);
        } else if (value == (short) value) {
            m.visitIntInsn(SIPUSH, value);
        } else {
            m.visitLdcInsn(value);
        }
    }

    /** Pushes an int local plus a constant. */
    static void pushSum(MethodVisitor m, int local, int constant) {
        m.visitVarInsn(ILOAD, local);
        if (constant != 0) {
            push(m, constant);
            m.visitInsn(IADD);
        }
    }

    /** Replaces array and offset by the 4 bytes there. */
    static void getInt(MethodVisitor m) {
        m.visitMethodInsn(INVOKESTATIC, LITTLE_ENDIAN, "getInt", "([BI)I", false);
    }

    /** Replaces array and offset by the 8 bytes there. */
    static void getLong(MethodVisitor m) {
        m.visitMethodInsn(INVOKESTATIC, LITTLE_ENDIAN, "getLong", "([BI)J", false);
    }

    /** Stores 4 bytes: array, offset, value. */
    static void putInt(MethodVisitor m) {
        m.visitMethodInsn(INVOKESTATIC, LITTLE_ENDIAN, "putInt", "([BII)V", false);
    }

    /** Calls a method of another class. */
    static void call(
            MethodVisitor m, int opcode, Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
        Type[] types = new Type[parameters.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = Type.getType(parameters[i]);
        }
        m.visitMethodInsn(
                opcode,
                Type.getInternalName(owner),
                name,
                Type.getMethodDescriptor(Type.getType(result), types),
                false);
    }
}
