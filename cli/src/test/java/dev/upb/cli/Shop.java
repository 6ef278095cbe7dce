package dev.upb.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small schema, in a folder, as source and compiled. */
final class Shop {
    /** Field kinds on which options of the command have an effect. */
    static final String SOURCE = """
            syntax = "proto3";
            package shop.v1;

            enum Color {
              COLOR_UNKNOWN = 0;
              COLOR_RED = 1;
            }

            message Order {
              int32 item_count = 1;
              int64 total_cents = 2;
              Color paint = 3;
              map<string, int32> stock = 4;
              Order previous = 5;
              string note = 6;
              repeated Order parts = 7;
            }
            """;

    static final String LEGACY_SOURCE = """
            syntax = "proto2";
            package legacy;

            message Strict {
              required int32 id = 1;
              repeated Strict below = 2;
              extensions 100 to 200;
            }

            extend Strict {
              optional string tag = 100;
            }
            """;

    final Path folder;
    final Path source;
    final Path set;
    final Path legacySource;

    private Shop(Path folder) {
        this.folder = folder;
        source = folder.resolve("protos/shop/order.proto");
        legacySource = folder.resolve("protos/legacy.proto");
        set = folder.resolve("schema.binpb");
    }

    static Shop in(Path folder) {
        Shop shop = new Shop(folder);
        try {
            Files.createDirectories(shop.source.getParent());
            Files.writeString(shop.source, SOURCE);
            Files.writeString(shop.legacySource, LEGACY_SOURCE);
            Files.write(shop.set, Command.protoc(folder.resolve("protos"), shop.source, shop.legacySource));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return shop;
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    Path write(String name, byte... content) {
        Path file = file(name);
        try {
            Files.createDirectories(file.getParent());
            return Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
