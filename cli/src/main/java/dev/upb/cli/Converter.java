package dev.upb.cli;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.base.EncodeException;
import dev.upb.cli.Inputs.Input;
import dev.upb.json.JsonLinesReader;
import dev.upb.json.JsonParseException;
import dev.upb.json.JsonParser;
import dev.upb.json.JsonPrinter;
import dev.upb.mem.Arena;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.text.TextParseException;
import dev.upb.text.TextParser;
import dev.upb.text.TextPrinter;
import dev.upb.wire.DecodeOptions;
import dev.upb.wire.DelimitedReader;
import dev.upb.wire.EncodeOptions;
import dev.upb.wire.Encoder;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads messages of one type and writes them in one format. One arena serves them all. */
final class Converter {
    private static final int MAX_FIRST_CAPACITY = 1 << 30;

    private final Console console;
    private final MessageDef type;
    private final Format format;
    private final boolean delimited;
    private final DecodeOptions decodeOptions;
    private final EncodeOptions encodeOptions;
    private final boolean checksRequired;
    private final JsonParser jsonParser;
    private final TextParser textParser;
    private final JsonPrinter jsonPrinter;
    private final TextPrinter textPrinter;

    Converter(
            Console console, DefPool pool, MessageDef type, Format format, boolean delimited, ConvertOptions options) {
        this.console = console;
        this.type = type;
        this.format = format;
        this.delimited = delimited;
        decodeOptions = DecodeOptions.DEFAULT
                .withExtensions(type.pool().extensionRegistry())
                .withMaxDepth(options.maxDepth())
                .withRequiredCheck(options.required());
        encodeOptions = EncodeOptions.DEFAULT
                .withMaxDepth(options.maxDepth())
                .withDeterministic(options.deterministic())
                .withUnknownFields(!options.discardUnknown());
        checksRequired = options.required();
        jsonParser =
                JsonParser.of(pool).withIgnoreUnknown(options.ignoreUnknown()).withMaxDepth(options.maxDepth());
        textParser =
                TextParser.of(pool).withIgnoreUnknown(options.ignoreUnknown()).withMaxDepth(options.maxDepth());
        jsonPrinter = JsonPrinter.of(pool)
                .withIndent(options.pretty())
                .withDefaults(options.defaults())
                .withProtoNames(options.protoNames())
                .withEnumsAsNumbers(options.enumsAsNumbers())
                .withInt64AsNumbers(options.int64AsNumbers())
                .withSortedMapKeys(options.deterministic())
                .withMaxDepth(options.maxDepth());
        textPrinter = TextPrinter.of(pool)
                .withUnknownFields(!options.discardUnknown())
                .withSortedMapKeys(options.deterministic())
                .withMaxDepth(options.maxDepth());
    }

    /**
     * Converts all inputs. What is wrong with one of them does not keep it from the others.
     *
     * @param sources the format of each input
     * @param targets where the output of each input goes; null for standard output
     * @return the exit code: the highest of all
     */
    int convert(List<Input> inputs, List<Format> sources, List<Path> targets) throws IOException {
        int exitCode = ExitCode.OK;
        try (Arena arena = Arena.create(delimited ? 0 : firstCapacity(inputs));
                Progress progress = new Progress(console, "converting", inputs.size(), " files", 1)) {
            for (int i = 0; i < inputs.size(); i++) {
                Input input = inputs.get(i);
                Format source = sources.get(i);
                boolean stream = delimited || source == Format.JSONL;
                try {
                    if (stream) {
                        convertStream(input, source, targets.get(i));
                    } else {
                        convertMessage(input, source, targets.get(i), arena);
                    }
                } catch (CommandException e) {
                    if (inputs.size() == 1) {
                        throw e;
                    }
                    progress.hide();
                    console.complain(e.getMessage());
                    exitCode = Math.max(exitCode, e.exitCode());
                }
                if (inputs.size() > 1 && !stream) { // Streams show how far they are themselves.
                    progress.stepTo(i + 1L);
                }
            }
        }
        return exitCode;
    }

    /** Room for the largest file and a message of it, so that the arena need not grow while it is read. */
    private static int firstCapacity(List<Input> inputs) {
        long largest = 0;
        for (Input input : inputs) {
            largest = Math.max(largest, size(input));
        }
        return (int) Math.min(2 * largest + 4096, MAX_FIRST_CAPACITY);
    }

    /** Returns the size of an input in bytes, or -1 if it is not known before it is read. */
    private static long size(Input input) {
        try {
            return input.file() != null && Files.isRegularFile(input.file()) ? Files.size(input.file()) : -1;
        } catch (IOException e) {
            return -1; // Reading will tell.
        }
    }

    private void convertMessage(Input input, Format source, Path target, Arena arena) throws IOException {
        arena.reset();
        Message message = read(input, source, arena);
        write(input, target, out -> {
            switch (format) {
                case BINPB -> Encoder.encode(message, out, encodeOptions);
                case TXTPB -> textPrinter.print(message, out);
                case JSON, JSONL -> {
                    jsonPrinter.print(message, out);
                    out.write('\n');
                }
            }
        });
    }

    private Message read(Input input, Format source, Arena arena) {
        try {
            if (source == Format.BINPB && input.file() != null) {
                try (FileChannel channel = FileChannel.open(input.file())) {
                    return type.decode(arena, channel, decodeOptions);
                }
            }
            try (InputStream in = input.file() == null ? console.in() : Files.newInputStream(input.file())) {
                return switch (source) {
                    case BINPB -> type.decode(arena, in, decodeOptions);
                    case TXTPB -> checked(textParser.parse(type, arena, in));
                    case JSON, JSONL -> checked(jsonParser.parse(type, arena, in));
                };
            }
        } catch (DecodeException | JsonParseException | TextParseException e) {
            throw dataError(input, e);
        } catch (ArenaExhaustedException e) {
            throw new CommandException(ExitCode.IO, input + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw FileProblems.of(input, e);
        }
    }

    /** Returns a message that was read from text, where decoding has checked nothing yet. */
    private Message checked(Message message) {
        if (checksRequired) {
            List<String> missing = message.missingRequired();
            if (!missing.isEmpty()) {
                throw new DecodeException(DecodeStatus.MISSING_REQUIRED, 0, null, String.join(", ", missing));
            }
        }
        return message;
    }

    private static CommandException dataError(Object input, RuntimeException cause) {
        return new CommandException(ExitCode.DATA, input + ": " + cause.getMessage(), cause);
    }

    private interface Writing {
        void to(OutputStream out) throws IOException;
    }

    private void write(Input input, Path target, Writing writing) throws IOException {
        try {
            if (target == null) {
                writing.to(console.out());
                return;
            }
            try (OutputFile file = OutputFile.open(target)) {
                writing.to(file.stream());
                file.commit();
            }
        } catch (EncodeException e) {
            throw dataError(input, e);
        } catch (Console.BrokenPipeException e) {
            throw e;
        } catch (IOException e) {
            throw FileProblems.of(target == null ? "standard output" : target, e);
        }
    }

    private void convertStream(Input input, Format source, Path target) throws IOException {
        try (InputStream in = input.file() == null ? console.in() : Files.newInputStream(input.file());
                Progress progress = new Progress(console, input.toString(), size(input), " MB", 1_000_000)) {
            write(input, target, out -> {
                Source bytes = new Source(input, in);
                if (source == Format.JSONL) {
                    convertLines(input, bytes, out, progress);
                } else {
                    convertDelimited(input, bytes, out, progress);
                }
            });
        } catch (Console.BrokenPipeException e) {
            throw e;
        } catch (IOException e) {
            throw FileProblems.of(input, e);
        }
    }

    private void convertDelimited(Input input, InputStream in, OutputStream out, Progress progress) throws IOException {
        long count = 0;
        try (DelimitedReader<Message> reader = type.readDelimited(in, decodeOptions)) {
            for (Message message = reader.next(); message != null; message = reader.next()) {
                writeOne(message, out);
                count++;
                progress.stepTo(reader.position());
            }
        } catch (DecodeException | EncodeException e) {
            throw dataError(input + ": message " + count, e);
        }
    }

    private void convertLines(Input input, Source in, OutputStream out, Progress progress) throws IOException {
        try (JsonLinesReader reader = JsonLinesReader.of(jsonParser, type, in)) {
            for (Message message = reader.next(); message != null; message = reader.next()) {
                writeOne(checked(message), out);
                progress.stepTo(in.position);
            }
        } catch (DecodeException | EncodeException | JsonParseException e) {
            throw dataError(input, e);
        }
    }

    /** Writes one message of a stream. */
    private void writeOne(Message message, OutputStream out) throws IOException {
        if (format == Format.BINPB) {
            message.writeDelimited(out, encodeOptions);
        } else {
            jsonPrinter.print(message, out);
            out.write('\n');
        }
    }

    /** Tells errors of reading from those of writing, which surround them, and counts what was read. */
    private static final class Source extends FilterInputStream {
        private final Input input;
        private long position;

        Source(Input input, InputStream in) {
            super(in);
            this.input = input;
        }

        @Override
        public int read(byte[] target, int offset, int size) {
            try {
                int count = in.read(target, offset, size);
                position += Math.max(count, 0);
                return count;
            } catch (IOException e) {
                throw FileProblems.of(input, e);
            }
        }
    }
}
