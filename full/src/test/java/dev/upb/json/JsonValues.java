package dev.upb.json;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Compares JSON texts by what they say, as Gson reads them. */
final class JsonValues {
    /** Digits that any float can be written with; more of them make a double. */
    private static final int FLOAT_DIGITS = 9;

    private JsonValues() {}

    /** Returns the differences between two texts, each with its path; empty if they say the same. */
    static List<String> differences(String actual, String expected) {
        List<String> found = new ArrayList<>();
        compare("$", JsonParser.parseString(actual), JsonParser.parseString(expected), found);
        return found;
    }

    private static void compare(String path, JsonElement actual, JsonElement expected, List<String> found) {
        if (actual.isJsonObject() && expected.isJsonObject()) {
            TreeSet<String> names = new TreeSet<>(actual.getAsJsonObject().keySet());
            names.addAll(expected.getAsJsonObject().keySet());
            for (String name : names) {
                JsonElement a = actual.getAsJsonObject().get(name);
                JsonElement e = expected.getAsJsonObject().get(name);
                if (a == null || e == null) {
                    found.add(path + "." + name + ": " + a + " instead of " + e);
                } else {
                    compare(path + "." + name, a, e, found);
                }
            }
        } else if (actual.isJsonArray() && expected.isJsonArray()) {
            int common = Math.min(
                    actual.getAsJsonArray().size(), expected.getAsJsonArray().size());
            for (int i = 0; i < common; i++) {
                compare(
                        path + "[" + i + "]",
                        actual.getAsJsonArray().get(i),
                        expected.getAsJsonArray().get(i),
                        found);
            }
            if (actual.getAsJsonArray().size() != expected.getAsJsonArray().size()) {
                found.add(path + ": " + actual + " instead of " + expected);
            }
        } else if (!isSamePrimitive(actual, expected)) {
            found.add(path + ": " + actual + " instead of " + expected);
        }
    }

    private static boolean isSamePrimitive(JsonElement actual, JsonElement expected) {
        if (!actual.isJsonPrimitive() || !expected.isJsonPrimitive()) {
            return actual.equals(expected);
        }
        JsonPrimitive a = actual.getAsJsonPrimitive();
        JsonPrimitive e = expected.getAsJsonPrimitive();
        if (!a.isNumber() || !e.isNumber()) {
            return a.equals(e);
        }
        String text = a.getAsString();
        if (Double.compare(a.getAsDouble(), e.getAsDouble()) == 0) {
            return true;
        }
        // JDK 17 gives some floats more digits than they need, so the two texts may be different doubles.
        long digits =
                text.chars().takeWhile(c -> c != 'E').filter(Character::isDigit).count();
        return digits <= FLOAT_DIGITS && Float.compare(a.getAsFloat(), e.getAsFloat()) == 0;
    }
}
