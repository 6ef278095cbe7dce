package dev.upb.jit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteOrder;
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

    /** HotSpot's FreqInlineSize, in bytes of code. */
    private static final int LONGEST_INLINED = 325;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final Type OBJECT = Type.getType(Object.class);

    private final ClassGenerator owner;
    private final MethodVisitor m;
    /** A bit for each local that holds a reference. */
    private final int references;
    /** A bit for each local that holds a long; such a one takes two numbers. */
    private int longs;

    Bytecode(ClassGenerator owner, MethodVisitor m, int... referenceLocals) {
        this.owner = owner;
        this.m = m;
        int bits = 0;
        for (int local : referenceLocals) {
            bits |= 1 << local;
        }
        references = bits;
    }

    Bytecode withLongs(int... locals) {
        for (int local : locals) {
            longs |= 1 << local;
        }
        return this;
    }

    MethodVisitor visitor() {
        return m;
    }

    void load(int... locals) {
        for (int local : locals) {
            m.visitVarInsn(type(local).getOpcode(ILOAD), local);
        }
    }

    void store(int local) {
        m.visitVarInsn(type(local).getOpcode(ISTORE), local);
    }

    private Type type(int local) {
        return (references >>> local & 1) != 0 ? OBJECT : (longs >>> local & 1) != 0 ? Type.LONG_TYPE : Type.INT_TYPE;
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

    void push(long value) {
        m.visitLdcInsn(value);
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

    /**
     * Begins the access to 4 bytes, of which array and offset are pushed next. Generated code uses the handles itself, not
     * {@link dev.upb.base.LittleEndian}: HotSpot inlines a handle into the largest method, but not a method that only uses one.
     */
    void ints() {
        owner.push(this, INT);
    }

    /** As {@link #ints}, for 8 bytes. */
    void longs() {
        owner.push(this, LONG);
    }

    /** Replaces what {@link #ints} began by the 4 bytes. */
    void getInt() {
        handle("get", "([BI)I");
    }

    /** Replaces what {@link #longs} began by the 8 bytes. */
    void getLong() {
        handle("get", "([BI)J");
    }

    /** Stores 4 bytes: what {@link #ints} began, value. */
    void putInt() {
        handle("set", "([BII)V");
    }

    /** Stores 8 bytes: what {@link #longs} began, value. */
    void putLong() {
        handle("set", "([BIJ)V");
    }

    private void handle(String access, String descriptor) {
        m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/invoke/VarHandle", access, descriptor, false);
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

    /**
     * Makes the method, which is complete, so long that HotSpot doesn't inline it. It would inline the code of sub-messages, and then, having
     * used up what it allows a method, would call the accessors of memory instead of inlining those.
     */
    void padAgainstInlining() {
        Label end = new Label();
        m.visitLabel(end);
        for (int size = end.getOffset(); size <= LONGEST_INLINED; size++) {
            m.visitInsn(NOP);
        }
    }

    void end() {
        m.visitMaxs(0, 0);
        m.visitEnd();
    }
}
