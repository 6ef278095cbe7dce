package dev.upb.cli;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.DecodeException;
import dev.upb.base.EncodeException;
import dev.upb.cli.Inputs.Input;
import dev.upb.json.JsonPrinter;
import dev.upb.mem.Arena;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
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
    private final JsonPrinter printer;
    /** Where a delimited message is put together; grows as needed. */
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
        printer = format == Format.BINPB
                ? null
                : JsonPrinter.of(pool)
                        .withIndent(options.pretty())
                        .withDefaults(options.defaults())
                        .withProtoNames(options.protoNames())
                        .withEnumsAsNumbers(options.enumsAsNumbers())
                        .withInt64AsNumbers(options.int64AsNumbers())
                        .withSortedMapKeys(options.deterministic())
                        .withMaxDepth(options.maxDepth());
    }

    /**
     * Converts all inputs. What is wrong with one of them does not keep it from the others.
     *
     * @param targets where the output of each input goes; null for standard output
     * @return the exit code: the highest of all
     */
    int convert(List<Input> inputs, List<Path> targets) throws IOException {
        int exitCode = ExitCode.OK;
        try (Arena arena = Arena.create(delimited ? 0 : firstCapacity(inputs));
                Progress progress = new Progress(console, "converting", inputs.size(), " files", 1)) {
            for (int i = 0; i < inputs.size(); i++) {
                Input input = inputs.get(i);
                try {
                    if (delimited) {
                        convertStream(input, targets.get(i));
                    } else {
                        convertMessage(input, targets.get(i), arena);
                    }
                } catch (CommandException e) {
                    if (inputs.size() == 1) {
                        throw e;
                    }
                    progress.hide();
                    console.complain(e.getMessage());
                    exitCode = Math.max(exitCode, e.exitCode());
                }
                if (inputs.size() > 1 && !delimited) { // Streams show how far they are themselves.
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

    private void convertMessage(Input input, Path target, Arena arena) throws IOException {
        arena.reset();
        Message message = decode(input, arena);
        write(input, target, out -> {
            if (format == Format.BINPB) {
                Encoder.encode(message, out, encodeOptions);
            } else {
                printer.print(message, out);
                out.write('\n');
            }
        });
    }

    private Message decode(Input input, Arena arena) {
        try {
            if (input.file() == null) {
                return type.decode(arena, console.in(), decodeOptions);
            }
            try (FileChannel channel = FileChannel.open(input.file())) {
                return type.decode(arena, channel, decodeOptions);
            }
        } catch (DecodeException e) {
            throw dataError(input, e);
        } catch (ArenaExhaustedException e) {
            throw new CommandException(ExitCode.IO, input + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw FileProblems.of(input, e);
        }
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

    private void convertStream(Input input, Path target) throws IOException {
        try (InputStream in = input.file() == null ? console.in() : Files.newInputStream(input.file());
                Progress progress = new Progress(console, input.toString(), size(input), " MB", 1_000_000)) {
            write(input, target, out -> convertStream(input, new Source(input, in), out, progress));
        } catch (Console.BrokenPipeException e) {
            throw e;
        } catch (IOException e) {
            throw FileProblems.of(input, e);
        }
    }

    private void convertStream(Input input, InputStream in, OutputStream out, Progress progress) throws IOException {
        long count = 0;
        try (DelimitedReader<Message> reader = type.readDelimited(in, decodeOptions)) {
            for (Message message = reader.next(); message != null; message = reader.next()) {
                if (format == Format.BINPB) {
                    message.writeDelimited(out, encodeOptions);
                } else {
                    printer.print(message, out);
                    out.write('\n');
                }
                count++;
                progress.stepTo(reader.position());
            }
        } catch (DecodeException | EncodeException e) {
            throw dataError(input + ": message " + count, e);
        }
    }

    /** Tells errors of reading from those of writing, which surround them. */
    private static final class Source extends FilterInputStream {
        private final Input input;

        Source(Input input, InputStream in) {
            super(in);
            this.input = input;
        }

        @Override
        public int read(byte[] target, int offset, int size) {
            try {
                return in.read(target, offset, size);
            } catch (IOException e) {
                throw FileProblems.of(input, e);
            }
        }
    }
}
