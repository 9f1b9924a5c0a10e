package dev.gpukernel.internal.tornado;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much device memory TornadoVM takes at most: what one of its properties says, 4 GB by default. */
final class MemoryCap {
    static final String PROPERTY = "tornado.device.memory";

    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})\\s*(KB|MB|GB)?", Pattern.CASE_INSENSITIVE);

    private MemoryCap() {}

    static long bytes() {
        return bytes(System.getProperty(PROPERTY, "4GB"));
    }

    /** {@return the bytes that a size such as {@code 16GB} means, no bound if it is no size} */
    static long bytes(String size) {
        Matcher matcher = SIZE.matcher(size.strip());
        if (!matcher.matches()) {
            return Long.MAX_VALUE;
        }
        String unit = matcher.group(2) == null ? "" : matcher.group(2).toUpperCase(Locale.ROOT);
        int shift = switch (unit) {
            case "KB" -> 10;
            case "MB" -> 20;
            case "GB" -> 30;
            default -> 0;
        };
        return Long.parseLong(matcher.group(1)) << shift;
    }
}
