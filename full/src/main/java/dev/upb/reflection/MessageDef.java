package dev.upb.reflection;

import dev.upb.mem.Arena;
import dev.upb.mem.internal.Heap;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.ExtensionRegistry;
import dev.upb.minitable.MiniTable;
import dev.upb.wire.CompiledTier;
import dev.upb.wire.DecodeOptions;
import dev.upb.wire.Decoder;
import dev.upb.wire.DelimitedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.List;

/** A message type. */
public final class MessageDef extends Def {
    /** A typical message takes about as much again as its input, which is in the arena too. */
    private static final int FIRST_SIXTEENTHS = 32;
    /** What a hostile message can make others allocate stays in proportion to their input. */
    private static final int MOST_SIXTEENTHS = 80;
    /** Input that is not worth a guess. */
    private static final int LARGE = 1 << 20;

    /** Sixteenths of a byte of arena that recent messages took for each byte of input. A guess that threads may see late. */
    private int arenaSixteenths = FIRST_SIXTEENTHS;

    String fullName;
    List<FieldDef> fields = List.of();
    /** The same list as {@link #fields} where that is the order already. */
    List<FieldDef> fieldsByNumber = List.of();

    List<OneofDef> oneofs = List.of();
    List<MessageDef> messages = List.of();
    List<EnumDef> enums = List.of();
    List<FieldDef> extensions = List.of();
    List<ExtensionRange> extensionRanges = List.of();
    List<NumberRange> reservedRanges = List.of();
    List<String> reservedNames = List.of();
    /** All that is in the scope of this message. */
    NameTable members;

    MiniTable miniTable;
    WellKnownType wellKnownType = WellKnownType.NONE;
    private NameTable jsonNames;
    private Message emptyMessage;

    MessageDef(Def parent) {
        super(parent);
    }

    @Override
    public String fullName() {
        return fullName;
    }

    @Override
    OptionsKind optionsKind() {
        return OptionsKind.MESSAGE;
    }

    /** Returns the fields in the order in which they are declared. */
    public List<FieldDef> fields() {
        return fields;
    }

    /** Returns the fields by ascending number. */
    public List<FieldDef> fieldsByNumber() {
        return fieldsByNumber;
    }

    /**
     * Returns the field of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public FieldDef field(String name) {
        FieldDef field = findField(name);
        if (field == null) {
            throw new IllegalArgumentException("message " + fullName + " has no field \"" + name + '"');
        }
        return field;
    }

    /** Returns the field of this name, or null. */
    public FieldDef findField(String name) {
        return members.find(name) instanceof FieldDef field && !field.isExtension() ? field : null;
    }

    /** Returns the field of this number, or null. */
    public FieldDef findField(int number) {
        int low = 0;
        int high = fieldsByNumber.size() - 1;
        if (number - 1 >= 0 && number - 1 <= high && fieldsByNumber.get(number - 1).number == number) {
            return fieldsByNumber.get(number - 1);
        }
        while (low <= high) {
            int middle = low + high >>> 1;
            FieldDef field = fieldsByNumber.get(middle);
            if (field.number == number) {
                return field;
            }
            if (field.number < number) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    /** Returns the field with this JSON name, otherwise that with this name, otherwise null. */
    public FieldDef findFieldByJsonName(String name) {
        NameTable names = jsonNames;
        if (names == null) {
            names = new NameTable(NameTable.JSON_NAME, fields, null);
            jsonNames = names;
        }
        FieldDef field = (FieldDef) names.find(name);
        return field != null ? field : findField(name);
    }

    /** Returns the oneofs in the order in which they are declared, those that stand for a proto3 {@code optional} last. */
    public List<OneofDef> oneofs() {
        return oneofs;
    }

    /**
     * Returns the oneof of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public OneofDef oneof(String name) {
        OneofDef oneof = findOneof(name);
        if (oneof == null) {
            throw new IllegalArgumentException("message " + fullName + " has no oneof \"" + name + '"');
        }
        return oneof;
    }

    /** Returns the oneof of this name, or null. */
    public OneofDef findOneof(String name) {
        return members.find(name) instanceof OneofDef oneof ? oneof : null;
    }

    /** Returns the messages that are defined in this one, map entries included. */
    public List<MessageDef> nestedMessages() {
        return messages;
    }

    public List<EnumDef> nestedEnums() {
        return enums;
    }

    /** Returns the extensions that are defined in the scope of this message; they may extend any. */
    public List<FieldDef> nestedExtensions() {
        return extensions;
    }

    public List<ExtensionRange> extensionRanges() {
        return extensionRanges;
    }

    public List<NumberRange> reservedRanges() {
        return reservedRanges;
    }

    public List<String> reservedNames() {
        return reservedNames;
    }

    /** Returns the message that this is defined in, or null. */
    public MessageDef containingType() {
        return parent instanceof MessageDef message ? message : null;
    }

    /** Returns the place among the messages of the scope, from 0 on, in the order of declaration. */
    public int index() {
        return index;
    }

    /** Whether this stands for the entries of a map field. */
    public boolean isMapEntry() {
        return is(MAP_ENTRY);
    }

    public boolean isMessageSet() {
        return is(MESSAGE_SET);
    }

    /** Whether the pool does not have this type: its file is missing, which was tolerated. It has no fields then. */
    public boolean isPlaceholder() {
        return is(PLACEHOLDER);
    }

    /** Returns which of the types with a JSON form of their own this is. */
    public WellKnownType wellKnownType() {
        return wellKnownType;
    }

    /**
     * Compiles this type now, with all types that its messages can hold, so that they are read and written faster; takes milliseconds. Needs
     * {@code upb-jit}; types that are used often are compiled without being asked. See {@link CompiledTier}.
     *
     * @return whether the type is compiled now
     */
    public boolean compile() {
        return CompiledTier.compile(miniTable);
    }

    public MiniTable miniTable() {
        return miniTable;
    }

    public DefPool pool() {
        return file().pool();
    }

    /** Returns the {@code DescriptorProto} that this was made from, every byte of it. */
    public byte[] toDescriptorProto() {
        return descriptor();
    }

    /**
     * Makes a new empty message.
     *
     * @throws dev.upb.base.ArenaExhaustedException if there is no room
     */
    public Message newMessage(Arena arena) {
        MiniMessage message = MiniMessage.create(miniTable, arena);
        return new Message(message.heap(), message.offset(), this);
    }

    /** Makes a new empty message in an arena of its own. */
    public Message newMessage() {
        return newMessage(Arena.create(miniTable.size()));
    }

    /** Returns the message with nothing set; it can't be changed and belongs to no arena. */
    public Message emptyMessage() {
        Message message = emptyMessage;
        if (message == null) {
            message = new Message(this);
            emptyMessage = message;
        }
        return message;
    }

    /** Returns the options with the pool's extensions, unless they name some. */
    DecodeOptions known(DecodeOptions options) {
        ExtensionRegistry known = pool().extensionRegistry();
        return options.extensions().size() > 0 || known.size() == 0 ? options : options.withExtensions(known);
    }

    private Message message(Heap heap, int offset) {
        return new Message(heap, offset, this);
    }

    /**
     * Decodes a message; the pool's extensions are known. Likewise all methods below, which add the pool's extensions to options that name
     * none.
     *
     * @throws dev.upb.base.DecodeException if the bytes are no such message
     * @throws dev.upb.base.ArenaExhaustedException if there is no room
     */
    public Message decode(Arena arena, byte[] bytes) {
        return decode(arena, bytes, 0, bytes.length);
    }

    public Message decode(Arena arena, byte[] bytes, int offset, int size) {
        Heap heap = arena.heap();
        return message(heap, Decoder.decodeRaw(miniTable, heap, bytes, offset, size, pool().decodeOptions()));
    }

    /** Decodes what lies between position and limit of a buffer, and moves neither. */
    public Message decode(Arena arena, ByteBuffer bytes) {
        Heap heap = arena.heap();
        return message(heap, Decoder.decodeRaw(miniTable, heap, bytes, pool().decodeOptions()));
    }

    /** Decodes all that the stream has. */
    public Message decode(Arena arena, InputStream in) throws IOException {
        Heap heap = arena.heap();
        return message(heap, Decoder.decodeRaw(miniTable, heap, in, pool().decodeOptions()));
    }

    /** Decodes all that the channel has. */
    public Message decode(Arena arena, ReadableByteChannel in) throws IOException {
        Heap heap = arena.heap();
        return message(heap, Decoder.decodeRaw(miniTable, heap, in, pool().decodeOptions()));
    }

    /**
     * Returns a reader of a stream of messages, each with its size in front of it as a varint; see {@link DelimitedReader} for the lifetime of
     * the messages, and {@link Message#writeDelimited} for the other direction.
     */
    public DelimitedReader<Message> readDelimited(InputStream in, DecodeOptions options) {
        return DelimitedReader.of(
                miniTable,
                in,
                known(options),
                Integer.MAX_VALUE,
                message -> new Message(message.heap(), message.offset(), this));
    }

    public Message decode(Arena arena, byte[] bytes, DecodeOptions options) {
        return decode(arena, bytes, 0, bytes.length, options);
    }

    public Message decode(Arena arena, byte[] bytes, int offset, int size, DecodeOptions options) {
        Heap heap = arena.heap();
        return message(heap, Decoder.decodeRaw(miniTable, heap, bytes, offset, size, known(options)));
    }

    public Message decode(Arena arena, ByteBuffer bytes, DecodeOptions options) {
        Heap heap = arena.heap();
        return message(heap, Decoder.decodeRaw(miniTable, heap, bytes, known(options)));
    }

    public Message decode(Arena arena, InputStream in, DecodeOptions options) throws IOException {
        Heap heap = arena.heap();
        return message(heap, Decoder.decodeRaw(miniTable, heap, in, known(options)));
    }

    public Message decode(Arena arena, ReadableByteChannel in, DecodeOptions options) throws IOException {
        Heap heap = arena.heap();
        return message(heap, Decoder.decodeRaw(miniTable, heap, in, known(options)));
    }

    /** Decodes a message into an arena of its own, made for its size; the collector frees both. */
    public Message decode(byte[] bytes) {
        return trimmed(decode(ownArena(bytes), bytes), bytes.length);
    }

    /** As {@link #decode(byte[])}, with options. */
    public Message decode(byte[] bytes, DecodeOptions options) {
        return trimmed(decode(ownArena(bytes), bytes, options), bytes.length);
    }

    private Arena ownArena(byte[] bytes) {
        long sixteenths = bytes.length < LARGE ? arenaSixteenths : FIRST_SIXTEENTHS;
        long capacity = bytes.length * sixteenths / 16 + miniTable.size() + 2 * Heap.INPUT_PADDING;
        return Arena.create((int) Math.min(capacity, Integer.MAX_VALUE / 2));
    }

    /** Lets go of what the arena has too much, and learns for the next one. */
    private Message trimmed(Message message, int inputSize) {
        Heap heap = message.heap();
        if (inputSize >= 64) {
            int used = (int) Math.min(heap.spaceUsed() * 16L / inputSize + 1, MOST_SIXTEENTHS);
            arenaSixteenths = Math.max(used, arenaSixteenths - (arenaSixteenths >> 3));
        }
        heap.trim();
        return message;
    }
}
