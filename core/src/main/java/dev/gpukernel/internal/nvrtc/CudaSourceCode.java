package dev.gpukernel.internal.nvrtc;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sources and headers among the resources of a class. */
public final class CudaSourceCode {
    private static final Pattern INCLUDE = Pattern.compile("(?m)^\\s*#\\s*include\\s*[\"<]([^\">]+)[\">]");

    private CudaSourceCode() {}

    /**
     * Reads a resource.
     *
     * @throws GpuException {@link Message#CUDA_FILE} if it is not there
     */
    public static byte[] read(Class<?> owner, String resource) {
        byte[] bytes = find(owner, resource);
        if (bytes == null) {
            throw new GpuException(Message.CUDA_FILE, resource, "among the resources of " + owner);
        }
        return bytes;
    }

    /**
     * Reads a text.
     *
     * @throws GpuException {@link Message#CUDA_FILE} if it is not there
     */
    public static String text(Class<?> owner, String resource) {
        return new String(read(owner, resource), StandardCharsets.UTF_8);
    }

    private static byte @Nullable [] find(Class<?> owner, String resource) {
        try (InputStream in = owner.getResourceAsStream(resource)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the headers that a source includes, and those that they include, as far as they are resources of a class; and given ones} */
    public static Map<String, String> headers(String source, @Nullable Class<?> owner, Map<String, String> given) {
        return owner == null
                ? Map.copyOf(given)
                : headers(
                        source,
                        file -> {
                            byte[] found = find(owner, file);
                            return found == null ? null : new String(found, StandardCharsets.UTF_8);
                        },
                        given);
    }

    /**
     * Finds headers.
     *
     * @param source the source
     * @param finder finds the text of a header, null if it is not there
     * @param given headers that are known
     * @return the headers that a source includes, and those that they include, as far as they are there; and given ones
     */
    public static Map<String, String> headers(
            String source, Function<String, @Nullable String> finder, Map<String, String> given) {
        Map<String, String> headers = new LinkedHashMap<>(given);
        addHeaders(source, finder, headers);
        given.values().forEach(text -> addHeaders(text, finder, headers));
        return headers;
    }

    private static void addHeaders(
            String text, Function<String, @Nullable String> finder, Map<String, String> headers) {
        Matcher matcher = INCLUDE.matcher(text);
        while (matcher.find()) {
            String file = matcher.group(1);
            String header = headers.containsKey(file) ? null : finder.apply(file);
            if (header != null) {
                headers.put(file, header);
                addHeaders(header, finder, headers);
            }
        }
    }
}
