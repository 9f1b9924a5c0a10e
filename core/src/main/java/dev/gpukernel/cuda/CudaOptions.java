package dev.gpukernel.cuda;

import dev.gpukernel.diagnostic.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How CUDA C is compiled. Immutable: each method gives options with one more. */
public final class CudaOptions {
    private static final Pattern ARCHITECTURE = Pattern.compile("sm_(\\d{2,3})");
    private static final CudaOptions NONE = new CudaOptions(List.of(), Map.of(), List.of(), List.of(), null, null, 0);

    private final List<String> options;
    private final Map<String, String> headers;
    private final List<Path> folders;
    private final List<String> expressions;
    private final @Nullable Class<?> owner;
    private final @Nullable String name;
    private final int capability;

    private CudaOptions(
            List<String> options,
            Map<String, String> headers,
            List<Path> folders,
            List<String> expressions,
            @Nullable Class<?> owner,
            @Nullable String name,
            int capability) {
        this.options = options;
        this.headers = headers;
        this.folders = folders;
        this.expressions = expressions;
        this.owner = owner;
        this.name = name;
        this.capability = capability;
    }

    /** {@return no options} */
    public static CudaOptions of() {
        return NONE;
    }

    /**
     * Defines a macro.
     *
     * @param macro its name
     * @return these options with it
     */
    public CudaOptions define(String macro) {
        return option("-D" + Objects.requireNonNull(macro, "macro"));
    }

    /**
     * Defines a macro.
     *
     * @param macro its name
     * @param value what it stands for, as its text
     * @return these options with it
     */
    public CudaOptions define(String macro, Object value) {
        return option("-D" + Objects.requireNonNull(macro, "macro") + "=" + Objects.requireNonNull(value, "value"));
    }

    /** {@return these options with fast, less exact arithmetic of floats} */
    public CudaOptions fastMath() {
        return option("--use_fast_math");
    }

    /** {@return these options with line numbers in the code, for profilers and debuggers} */
    public CudaOptions lineInfo() {
        return option("--generate-line-info");
    }

    /** {@return these options for code that is linked: see {@link CudaModule#link}} */
    public CudaOptions relocatable() {
        return option("--relocatable-device-code=true");
    }

    /**
     * Adds what has no method here.
     *
     * @param option an option of NVRTC, such as {@code --std=c++20}
     * @return these options with it
     */
    public CudaOptions option(String option) {
        Objects.requireNonNull(option, "option");
        return new CudaOptions(with(options, option), headers, folders, expressions, owner, name, capability);
    }

    /**
     * Adds a header.
     *
     * @param file name by which the source includes it
     * @param text what it holds
     * @return these options with it
     */
    public CudaOptions header(String file, String text) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(Objects.requireNonNull(file, "file"), Objects.requireNonNull(text, "text"));
        return new CudaOptions(options, Map.copyOf(more), folders, expressions, owner, name, capability);
    }

    /**
     * Lets the source include resources of a class, by their names relative to it.
     *
     * @param newOwner a class beside which headers are
     * @return these options with it
     */
    public CudaOptions headersOf(Class<?> newOwner) {
        Objects.requireNonNull(newOwner, "newOwner");
        return new CudaOptions(options, headers, folders, expressions, newOwner, name, capability);
    }

    /**
     * Adds a folder of headers.
     *
     * @param folder where they are
     * @return these options with it
     */
    public CudaOptions include(Path folder) {
        Objects.requireNonNull(folder, "folder");
        return new CudaOptions(
                options, headers, with(folders, folder.toAbsolutePath()), expressions, owner, name, capability);
    }

    /**
     * Names a kernel that is a template, overloaded, or not {@code extern "C"}, so that it is compiled and can be found by the same text.
     *
     * @param expression such as {@code scale<float>}
     * @return these options with it
     */
    public CudaOptions expression(String expression) {
        Objects.requireNonNull(expression, "expression");
        return new CudaOptions(options, headers, folders, with(expressions, expression), owner, name, capability);
    }

    /**
     * Compiles for an architecture instead of that of the device: where there is no device, or for a test.
     *
     * @param architecture such as {@code sm_90}
     * @return these options with it
     * @throws IllegalArgumentException if it is written otherwise
     */
    public CudaOptions architecture(String architecture) {
        Matcher matcher = ARCHITECTURE.matcher(architecture);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(Message.NVRTC_ARCHITECTURE.format(
                    "of any version", "'" + architecture + "'", "names such as sm_90"));
        }
        return new CudaOptions(options, headers, folders, expressions, owner, name, Integer.parseInt(matcher.group(1)));
    }

    /**
     * Says what messages call a source that is no file.
     *
     * @param file such as {@code scale.cu}
     * @return these options with it
     */
    public CudaOptions name(String file) {
        Objects.requireNonNull(file, "file");
        return new CudaOptions(options, headers, folders, expressions, owner, file, capability);
    }

    List<String> options() {
        return options;
    }

    Map<String, String> headers() {
        return headers;
    }

    List<Path> folders() {
        return folders;
    }

    List<String> expressions() {
        return expressions;
    }

    @Nullable Class<?> owner() {
        return owner;
    }

    String nameOr(String other) {
        return name == null ? other : name;
    }

    OptionalInt capability() {
        return capability == 0 ? OptionalInt.empty() : OptionalInt.of(capability);
    }

    private static <T> List<T> with(List<T> list, T one) {
        List<T> more = new ArrayList<>(list);
        more.add(one);
        return List.copyOf(more);
    }

    /** {@return what the compiler is told} */
    @Override
    public String toString() {
        return String.join(" ", options) + (capability == 0 ? "" : " -arch=sm_" + capability);
    }
}
