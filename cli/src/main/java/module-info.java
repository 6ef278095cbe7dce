/** The {@code upb} command. */
module dev.upb.cli {
    requires dev.upb;
    requires info.picocli;
    requires me.tongfei.progressbar;
}
