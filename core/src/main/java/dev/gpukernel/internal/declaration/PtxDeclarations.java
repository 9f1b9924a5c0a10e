package dev.gpukernel.internal.declaration;

import dev.gpukernel.diagnostic.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The kernels of PTX: what became of those of CUDA C, whatever its macros and headers made of them.
 *
 * @param kernels how many bytes each parameter has, by the kernels' names
 */
public record PtxDeclarations(Map<String, List<Integer>> kernels) {
    private static final Pattern ENTRY = Pattern.compile("\\.entry\\s+([\\w$]+)\\s*(\\([^)]*\\))?");
    private static final Pattern PARAMETER =
            Pattern.compile("\\.param\\s+(?:\\.align\\s+\\d+\\s+)?\\.[a-z]+(\\d+)\\b[^,)\\[]*(?:\\[(\\d+)])?");

    private static final Map<String, Integer> BYTES =
            Map.of("boolean", 1, "byte", 1, "short", 2, "char", 2, "int", 4, "float", 4, "long", 8, "double", 8);

    /** Any pointer has so many. */
    private static final int POINTER_BYTES = 8;

    /** Copies the map, in its order. */
    public PtxDeclarations {
        kernels = new LinkedHashMap<>(kernels);
    }

    /** {@return the kernels of some PTX} */
    public static PtxDeclarations of(String ptx) {
        Map<String, List<Integer>> kernels = new LinkedHashMap<>();
        Matcher entry = ENTRY.matcher(ptx);
        while (entry.find()) {
            List<Integer> bytes = new ArrayList<>();
            String parameters = entry.group(2);
            if (parameters != null) {
                PARAMETER
                        .matcher(parameters)
                        .results()
                        .map(PtxDeclarations::bytes)
                        .forEach(bytes::add);
            }
            kernels.put(entry.group(1), bytes);
        }
        return new PtxDeclarations(kernels);
    }

    private static int bytes(MatchResult parameter) {
        int each = Integer.parseInt(parameter.group(1)) / Byte.SIZE;
        return parameter.group(2) == null ? each : each * Integer.parseInt(parameter.group(2));
    }

    /**
     * Compares a declaration in Java with a kernel that is there.
     *
     * @param file what messages call the source
     * @param kernel name of the kernel
     * @param types names of its parameters' types in Java
     * @return what is wrong, null if nothing is
     */
    public @Nullable String difference(String file, String kernel, List<String> types) {
        List<Integer> bytes = kernels.get(kernel);
        return bytes == null
                ? missing(file, kernel, kernels.keySet().stream().toList())
                : difference(kernel, types, bytes);
    }

    /** {@return that there is no such kernel, and which there are, if that is known} */
    public static String missing(String file, String kernel, List<String> others) {
        String help = others.isEmpty()
                ? "check its name, and that it is declared extern \"C\" __global__ or named by CudaOptions.expression"
                : "it has " + others.stream().sorted().collect(Collectors.joining(", "));
        return Message.CUDA_KERNEL.format(file, kernel, help);
    }

    /**
     * Compares parameters.
     *
     * @param kernel name of the kernel
     * @param types names of the types in Java: primitive ones, and any other for a pointer
     * @param bytes what each has in the code
     * @return what is wrong, null if nothing is
     */
    public static @Nullable String difference(String kernel, List<String> types, List<Integer> bytes) {
        if (bytes.size() != types.size()) {
            return Message.CUDA_PARAMETER_COUNT.format(kernel, types.size(), bytes.size());
        }
        for (int i = 0; i < types.size(); i++) {
            int declared = BYTES.getOrDefault(types.get(i), POINTER_BYTES);
            if (declared != bytes.get(i)) {
                return Message.CUDA_PARAMETER_SIZE.format(i + 1, kernel, types.get(i), declared, bytes.get(i));
            }
        }
        return null;
    }
}
