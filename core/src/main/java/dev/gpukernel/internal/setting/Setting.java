package dev.gpukernel.internal.setting;

import dev.gpukernel.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Every system property that is read, with its values and what it means, in the order in which README.md lists them. */
public enum Setting {
    /** What runs kernels. Others than the usual backends may be found, so who chooses refuses unknown names. */
    BACKEND(
            Settings.BACKEND,
            Kind.REFUSED,
            "auto",
            List.of("auto", "tornado", "cuda", "cpu"),
            "`auto` (default), `tornado`, `cuda`, `cpu`",
            "what runs kernels; `auto`: the first of these that is there"),
    /** The number of a device. */
    DEVICE(Settings.DEVICE, Kind.REFUSED, "0", List.of(), "a number, `0` by default", "which device of that backend"),
    /** A limit of device memory. */
    MEMORY(
            Settings.MEMORY,
            Kind.REFUSED,
            "",
            List.of(),
            "bytes, or a number with `k`, `m`, `g`, `t`, such as `2g`",
            "most memory of a device to take; by default all"),
    /** What is printed of a compilation. */
    PRINT(
            Settings.PRINT,
            Kind.LIST,
            "",
            List.of("ir", "ptx"),
            "`ir`, `ptx` or `ir,ptx`",
            "print the intermediate code after each step; the PTX"),
    /** Whether the representation is checked. */
    VERIFY(
            Settings.VERIFY,
            Kind.ONE,
            "false",
            List.of("true", "false"),
            "`true`, `false` (default)",
            "check the intermediate code after each step"),
    /** How the CPU runs kernels. */
    CPU_LOOPS(
            Settings.CPU_LOOPS,
            Kind.ONE,
            "parallel",
            List.of("parallel", "sequential"),
            "`parallel` (default), `sequential`",
            "the CPU runs kernels as compiled code over all cores; or as the method is written, a plain loop in one thread"),
    /** Whether the times of a pipeline of copies are printed. */
    PIPELINE_TRACE(
            Settings.PIPELINE_TRACE,
            Kind.ONE,
            "false",
            List.of("true", "false"),
            "`true`, `false` (default)",
            "print how copies of large arrays and their kernel overlap"),
    /** Where the compiler of CUDA C is. */
    NVRTC(
            Settings.NVRTC,
            Kind.REFUSED,
            "",
            List.of(),
            "a path",
            "the library NVRTC, which compiles [CUDA C](docs/cuda.md), or its folder; by default found"),
    /** Where compiled kernels and compiled CUDA C are kept. */
    CACHE(
            Settings.CACHE,
            Kind.REFUSED,
            "",
            List.of(),
            "a path, or `none`",
            "the folder that keeps [compiled kernels](docs/compiling.md#a-faster-start) and CUDA C from one run to the next; by default `gpukernel` in the user's cache folder");

    /** Options of the annotation processor, which some write as system properties. */
    public static final List<String> OF_PROCESSOR = List.of("gpukernel.checkedAtCompileTime", "gpukernel.hostLoops");

    static final String PREFIX = "gpukernel.";

    /** What else some write. */
    private static final Map<String, String> MEANT = Map.ofEntries(
            Map.entry("gpu", "cuda"),
            Map.entry("nvidia", "cuda"),
            Map.entry("tornadovm", "tornado"),
            Map.entry("host", "cpu"),
            Map.entry("java", "cpu"),
            Map.entry("", "true"),
            Map.entry("yes", "true"),
            Map.entry("on", "true"),
            Map.entry("1", "true"),
            Map.entry("no", "false"),
            Map.entry("off", "false"),
            Map.entry("0", "false"));

    private final String property;
    private final Kind kind;
    private final String standard;
    private final List<String> choices;
    private final String valuesText;
    private final String meaning;

    /** Which values are right. */
    enum Kind {
        /** One of those listed. */
        ONE,
        /** Some of those listed, separated by commas. */
        LIST,
        /** Those that who reads it takes, who refuses others. */
        REFUSED
    }

    Setting(String property, Kind kind, String standard, List<String> choices, String valuesText, String meaning) {
        this.property = property;
        this.kind = kind;
        this.standard = standard;
        this.choices = choices;
        this.valuesText = valuesText;
        this.meaning = meaning;
    }

    /** {@return the name of the system property} */
    public String property() {
        return property;
    }

    /** {@return what it may be, in Markdown} */
    public String valuesText() {
        return valuesText;
    }

    /** {@return what it does, in Markdown} */
    public String meaning() {
        return meaning;
    }

    Kind kind() {
        return kind;
    }

    List<String> choices() {
        return choices;
    }

    /** {@return what is set, in lower case, or the default; empty if there is none} */
    public String value() {
        return System.getProperty(property, standard).strip().toLowerCase(Locale.ROOT);
    }

    /** {@return what is set, as it is written, or the default} */
    public String written() {
        return System.getProperty(property, standard);
    }

    /** {@return whether a value is set, alone or among others, or is the default} */
    public boolean has(String value) {
        return kind == Kind.LIST ? parts(value()).contains(value) : value().equals(value);
    }

    static List<String> parts(String list) {
        return Arrays.stream(list.split(",", -1)).map(String::strip).toList();
    }

    /**
     * What was probably meant by a value.
     *
     * @param value what is not right
     * @param known what would be
     * @return {@code ; did you mean 'cuda'?}, or nothing
     */
    public static String didYouMean(String value, List<String> known) {
        return Optional.ofNullable(MEANT.get(value.strip().toLowerCase(Locale.ROOT)))
                .filter(known::contains)
                .or(() -> Spelling.nearest(value, known))
                .map("; did you mean '%s'?"::formatted)
                .orElse("");
    }
}
