package dev.upb.jit;

import dev.upb.base.LittleEndian;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A method in the making. Locals are known by their number, and which of them hold references is said once; methods to call are known by name,
 * of which a class has only one that generated code may call.
 */
final class Bytecode implements Opcodes {
    private static final Map<String, Method> METHODS = new ConcurrentHashMap<>();

    private final MethodVisitor m;
    /** A bit for each local that holds a reference. */
    private final int references;

    Bytecode(MethodVisitor m, int... referenceLocals) {
        this.m = m;
        int bits = 0;
        for (int local : referenceLocals) {
            bits |= 1 << local;
        }
        references = bits;
    }

    MethodVisitor visitor() {
        return m;
    }

    void load(int... locals) {
        for (int local : locals) {
            m.visitVarInsn((references >>> local & 1) != 0 ? ALOAD : ILOAD, local);
        }
    }

    void store(int local) {
        m.visitVarInsn((references >>> local & 1) != 0 ? ASTORE : ISTORE, local);
    }

    void push(int value) {
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
    void loadSum(int local, int constant) {
        load(local);
        if (constant != 0) {
            push(constant);
            m.visitInsn(IADD);
        }
    }

    void add(int local, int constant) {
        m.visitIincInsn(local, constant);
    }

    void op(int opcode) {
        m.visitInsn(opcode);
    }

    void jump(int opcode, Label target) {
        m.visitJumpInsn(opcode, target);
    }

    void label(Label label) {
        m.visitLabel(label);
    }

    /** Replaces array and offset by the 4 bytes there. */
    void getInt() {
        call(LittleEndian.class, "getInt");
    }

    /** Replaces array and offset by the 8 bytes there. */
    void getLong() {
        call(LittleEndian.class, "getLong");
    }

    /** Stores 4 bytes: array, offset, value. */
    void putInt() {
        call(LittleEndian.class, "putInt");
    }

    void getField(Class<?> owner, String name, Class<?> type) {
        m.visitFieldInsn(GETFIELD, Type.getInternalName(owner), name, Type.getDescriptor(type));
    }

    /** Calls a method of another class. */
    void call(Class<?> owner, String name) {
        Method method = METHODS.computeIfAbsent(owner.getName() + "." + name, key -> find(owner, name));
        m.visitMethodInsn(
                Modifier.isStatic(method.getModifiers()) ? INVOKESTATIC : INVOKEVIRTUAL,
                Type.getInternalName(owner),
                name,
                Type.getMethodDescriptor(method),
                false);
    }

    /** Calls a method of the class in the making. */
    void callOwn(String name, String descriptor) {
        m.visitMethodInsn(INVOKESTATIC, ClassGenerator.NAME, name, descriptor, false);
    }

    private static Method find(Class<?> owner, String name) {
        boolean ours = owner.getPackage() == Bytecode.class.getPackage();
        Method found = null;
        for (Method method : owner.getDeclaredMethods()) {
            int modifiers = method.getModifiers();
            if (method.getName().equals(name)
                    && (Modifier.isPublic(modifiers) || ours && !Modifier.isPrivate(modifiers))) {
                if (found != null) {
                    throw new AssertionError("two methods to call: " + found + " and " + method);
                }
                found = method;
            }
        }
        if (found == null) {
            throw new AssertionError("no method to call: " + name + " of " + owner);
        }
        return found;
    }

    void end() {
        m.visitMaxs(0, 0);
        m.visitEnd();
    }
}
