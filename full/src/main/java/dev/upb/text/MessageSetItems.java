package dev.upb.text;

import dev.upb.reflection.FieldDef;
import dev.upb.reflection.MessageDef;

/** Items of message sets: extensions that go by the name of their type, if they are defined in it. */
final class MessageSetItems {
    private MessageSetItems() {}

    /** Returns the extension of a message set that goes by the name of a type, of several the first, or null. */
    static FieldDef find(MessageDef messageSet, MessageDef item) {
        for (FieldDef extension : item.nestedExtensions()) {
            if (extension.containingType() == messageSet && extension.messageType() == item) {
                return extension;
            }
        }
        return null;
    }

    /** Whether an extension goes by the name of its type. */
    static boolean isItem(FieldDef extension) {
        MessageDef item = extension.messageType();
        return item != null
                && extension.containingType().isMessageSet()
                && find(extension.containingType(), item) == extension;
    }
}
