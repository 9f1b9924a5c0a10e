package dev.gpukernel.internal.nvrtc;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
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
        Map<String, String> headers = new LinkedHashMap<>(given);
        if (owner != null) {
            addHeaders(source, owner, headers);
            given.values().forEach(text -> addHeaders(text, owner, headers));
        }
        return headers;
    }

    private static void addHeaders(String text, Class<?> owner, Map<String, String> headers) {
        Matcher matcher = INCLUDE.matcher(text);
        while (matcher.find()) {
            String file = matcher.group(1);
            byte[] found = headers.containsKey(file) ? null : find(owner, file);
            if (found != null) {
                String header = new String(found, StandardCharsets.UTF_8);
                headers.put(file, header);
                addHeaders(header, owner, headers);
            }
        }
    }
}
