/** Definitions loaded at run time, messages with names, JSON and text. */
module dev.upb {
    requires transitive dev.upb.lite;

    exports dev.upb.reflection;
    exports dev.upb.json;
    exports dev.upb.text;
}
