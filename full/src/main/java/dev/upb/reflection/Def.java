package dev.upb.reflection;

import dev.upb.base.DecodeException;
import dev.upb.mem.Arena;
import dev.upb.minitable.Definition;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * A definition of a schema: a file, or something that is defined in one. Immutable, safe to share, and the same object each time: compare with
 * {@code ==}.
 */
public abstract sealed class Def implements Definition
        permits FileDef, MessageDef, FieldDef, OneofDef, EnumDef, EnumValueDef, ServiceDef, MethodDef {
    /** Bits of {@link #flags}. */
    static final int HAS_OPTIONS = 1;

    /** Features are set on this very element. */
    static final int OWN_FEATURES = 1 << 1;

    static final int PLACEHOLDER = 1 << 2;
    static final int MAP_ENTRY = 1 << 3;
    static final int MESSAGE_SET = 1 << 4;
    static final int LEGACY_JSON_NAMES = 1 << 5;
    static final int REPEATED = 1 << 6;
    static final int REQUIRED_LABEL = 1 << 7;
    static final int REQUIRED = 1 << 8;
    /** Option {@code packed} is there, true or false. */
    static final int PACKED_OPTION = 1 << 9;

    static final int PACKED = 1 << 10;
    static final int PRESENCE = 1 << 11;
    static final int UTF8 = 1 << 12;
    static final int IN_ONEOF = 1 << 13;
    static final int DEFAULT = 1 << 14;
    static final int JSON_NAME = 1 << 15;
    static final int PROTO3_OPTIONAL = 1 << 16;
    static final int CLIENT_STREAMING = 1 << 17;
    static final int SERVER_STREAMING = 1 << 18;
    /** An extendee is given for a field of a message, which can't be. */
    static final int STRAY_EXTENDEE = 1 << 19;

    /** Keyword {@code local}, of messages and enums. */
    static final int LOCAL = 1 << 20;
    /** Keyword {@code export}, of messages and enums. */
    static final int EXPORT = 1 << 21;
    /** A feature has the value "unknown". */
    static final int UNKNOWN_FEATURE = 1 << 22;
    /** An option is given by its name only, as before a compiler looks it up. */
    static final int UNINTERPRETED = 1 << 23;
    /** Of fields and enum values, which may define options: says where that option can be used. */
    static final int RESTRICTED = 1 << 24;

    /** There is a problem with it. */
    static final int BROKEN = 1 << 29;

    /** Of files: for the lite runtime. */
    static final int LITE = 1 << 25;
    /** Of files. */
    static final int CC_SERVICES = 1 << 26;
    /** Of files. */
    static final int JAVA_SERVICES = 1 << 27;
    /** Of files: {@code java_string_check_utf8}. */
    static final int JAVA_UTF8 = 1 << 28;

    /** Of fields: option {@code ctype} is there. */
    static final int CTYPE = 1 << 25;
    /** Of fields. */
    static final int LAZY = 1 << 26;
    /** Of fields. */
    static final int UNVERIFIED_LAZY = 1 << 27;
    /** Of fields: another than the normal one. */
    static final int JSTYPE = 1 << 28;

    /** Of enums. */
    static final int ALLOW_ALIAS = 1 << 25;

    /** Of declarations of extensions: there must be none with this number. */
    static final int RESERVED = 1 << 25;

    /** What this is defined in; null for a file. */
    final Def parent;
    /** The bytes of the file from {@code start} to {@code end} are this definition's own message. */
    int start;

    int end;
    /** The place among those of its kind in the scope, from 0 on. */
    int index;
    /** Of fields and enum values. */
    int number;

    String name = "";
    int flags;
    /** {@link Features}: while a file is read those set on this very element, after that what holds for it. */
    int features;

    private volatile Message options;
    private volatile Object codecData;

    Def(Def parent) {
        this.parent = parent;
    }

    /** Returns the name without the scope; of a file, its path. */
    @Override
    public final String name() {
        return name;
    }

    /** Returns the name with package and all that it is nested in, without a leading dot; of a file, its path. */
    @Override
    public String fullName() {
        return join(parent.scope(), name);
    }

    static String join(String scope, String name) {
        return scope.isEmpty() ? name : scope + '.' + name;
    }

    /** Returns what stands before the names of all that is defined in this: the full name, or the package. */
    String scope() {
        return fullName();
    }

    /** Adds definitions and all that is defined in them to a list, each behind what is in it. */
    static void collect(List<? extends Def> defs, List<Def> all) {
        for (Def def : defs) {
            if (def instanceof MessageDef message) {
                collect(message.enums, all);
                collect(message.extensions, all);
                collect(message.messages, all);
                collect(message.fields, all);
                collect(message.oneofs, all);
            } else if (def instanceof EnumDef enumeration) {
                collect(enumeration.values, all);
            } else if (def instanceof ServiceDef service) {
                collect(service.methods, all);
            } else if (def instanceof FileDef file) {
                collect(file.enums, all);
                collect(file.extensions, all);
                collect(file.messages, all);
                collect(file.services, all);
            }
            all.add(def);
        }
    }

    static int[] numbers(List<? extends Def> defs) {
        int[] numbers = new int[defs.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = defs.get(i).number;
        }
        return numbers;
    }

    /** Returns the places of keys in the order of the keys; of equal ones the first stays first. */
    static int[] order(int[] keys) {
        long[] sorted = new long[keys.length];
        for (int i = 0; i < keys.length; i++) {
            sorted[i] = (long) keys[i] << 32 | i;
        }
        Arrays.sort(sorted);
        int[] places = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            places[i] = (int) sorted[i];
        }
        return places;
    }

    public FileDef file() {
        Def def = this;
        while (def.parent != null) {
            def = def.parent;
        }
        return (FileDef) def;
    }

    /** Returns a copy of this definition's own message. */
    final byte[] descriptor() {
        return Arrays.copyOfRange(file().bytes, start, end);
    }

    final boolean is(int flag) {
        return (flags & flag) != 0;
    }

    final void set(int flag, boolean value) {
        flags = value ? flags | flag : flags & ~flag;
    }

    abstract OptionsKind optionsKind();

    /**
     * Returns the options, empty if there are none: a frozen message of type {@code google.protobuf.FileOptions}, {@code MessageOptions} and so
     * on, as the pool defines it if it has {@code descriptor.proto}, otherwise as {@link DefPool#wellKnown()} does. Custom options are
     * extensions in it if the pool has them, otherwise unknown fields.
     *
     * @throws SchemaException if the bytes are no such message; not all of that is looked at when the pool is made
     */
    public final Message options() {
        Message decoded = options;
        if (decoded == null) {
            decoded = options(this, optionsKind(), optionsBytes());
            options = decoded;
        }
        return decoded;
    }

    static Message options(Def def, OptionsKind kind, byte[] bytes) {
        MessageDef type = def.file().pool().optionsType(kind);
        if (bytes.length == 0) {
            return type.emptyMessage();
        }
        try {
            Message message =
                    type.decode(Arena.create(2 * bytes.length + type.miniTable().size()), bytes);
            message.freeze();
            return message;
        } catch (DecodeException e) {
            throw Problems.of(def.file().name(), def.fullName(), Problems.UNDECODED + e.getMessage());
        }
    }

    /** Returns the options as they are in the descriptor, every byte of them; empty if there are none. */
    public final byte[] optionsBytes() {
        return is(HAS_OPTIONS) ? optionsBytes(file().bytes, start, end, optionsKind().number) : new byte[0];
    }

    /** Returns the content of an options field in a message; if it is there more than once, the merged message. */
    static byte[] optionsBytes(byte[] bytes, int start, int end, int number) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        WireCursor in = new WireCursor(bytes, start, end);
        while (in.find(DescriptorReader.tag(number))) {
            int outer = in.enter();
            content.write(bytes, in.at(), in.limit() - in.at()); // Concatenation is merging.
            in.leave(outer);
        }
        return content.toByteArray();
    }

    /** Returns what a text format of this library keeps with this definition, or null if it has not met it yet. Not for use outside. */
    public final Object codecData() {
        return codecData;
    }

    /** Keeps an object with this definition that may be shared by threads, and that another thread may replace by an equal one. */
    public final void setCodecData(Object data) {
        codecData = data;
    }

    /** Returns the full name. */
    @Override
    public final String toString() {
        return fullName();
    }
}
