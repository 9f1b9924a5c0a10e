package dev.gpukernel.internal.cuda;

import java.util.Locale;

/** Byte counts for reading. */
final class ByteSize {
    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    private static final int STEP = 1024;

    private ByteSize() {}

    /** Rounded to one decimal, such as {@code 139.8 GiB}. */
    static String rounded(long bytes) {
        double size = bytes;
        int unit = 0;
        while (size >= STEP) {
            size /= STEP;
            unit++;
        }
        return unit == 0 ? bytes + " bytes" : String.format(Locale.ROOT, "%.1f %s", size, UNITS[unit]);
    }
}
