package dev.gpukernel.internal.backend;

import dev.gpukernel.GpuException;
import dev.gpukernel.Settings;
import dev.gpukernel.diagnostic.Message;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How much memory of a device may be taken at most, as {@link Settings#MEMORY} says. */
public final class MemoryLimit {
    private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,11})([kmgt]?)", Pattern.CASE_INSENSITIVE);

    /** What some write. */
    private static final Pattern LONG_UNIT =
            Pattern.compile("([1-9]\\d{0,11})\\s*([kmgt])(?:i?b)?", Pattern.CASE_INSENSITIVE);

    private MemoryLimit() {}

    /**
     * {@return the limit in bytes, no bound if none is set}
     *
     * @throws GpuException if what is set is no size
     */
    public static long bytes() {
        return bytes(System.getProperty(Settings.MEMORY));
    }

    /** {@return the size that was probably meant by what is none} */
    private static String didYouMean(String size) {
        Matcher matcher = LONG_UNIT.matcher(size.strip());
        return matcher.matches()
                ? "; did you mean '" + matcher.group(1) + matcher.group(2).toLowerCase(Locale.ROOT) + "'?"
                : "";
    }

    /** {@return the bytes that a size such as {@code 2g} means, no bound for {@code null}} */
    static long bytes(@Nullable String size) {
        if (size == null) {
            return Long.MAX_VALUE;
        }
        Matcher matcher = SIZE.matcher(size.strip());
        if (!matcher.matches()) {
            throw new GpuException(Message.MEMORY_LIMIT_UNKNOWN, size, didYouMean(size));
        }
        int shift = switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
            case "k" -> 10;
            case "m" -> 20;
            case "g" -> 30;
            case "t" -> 40;
            default -> 0;
        };
        long number = Long.parseLong(matcher.group(1));
        return number > Long.MAX_VALUE >> shift ? Long.MAX_VALUE : number << shift;
    }
}
