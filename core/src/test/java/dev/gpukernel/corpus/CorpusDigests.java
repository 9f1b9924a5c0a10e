package dev.gpukernel.corpus;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.Shape;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs the kernels of the corpus on the CPU and prints, for each, a number that stands for all bits of what it leads to. */
final class CorpusDigests {
    private CorpusDigests() {}

    /** Prints a line for each kernel: its name and the number. */
    public static void main(String[] arguments) {
        of().forEach((name, digest) -> System.out.println(name + " " + digest));
    }

    /** {@return the numbers by the names of kernels} */
    static Map<String, String> of() {
        Gpu cpu = Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
        Map<String, String> digests = new LinkedHashMap<>();
        kernels().forEach(kernel -> digests.put(kernel.toString(), digest(cpu, kernel)));
        return digests;
    }

    /** {@return the kernels: the corpus, and loops whose results are rounded} */
    static List<CorpusKernel> kernels() {
        KernelInputs rounded = new KernelInputs(RoundedKernels.class);
        RoundedKernels.inputs(rounded);
        List<CorpusKernel> kernels = new ArrayList<>(rounded.kernels().values());
        kernels.addAll(Corpus.all());
        return kernels;
    }

    private static String digest(Gpu cpu, CorpusKernel kernel) {
        List<Object> arguments = kernel.arguments().get();
        List<Object> outcome = new ArrayList<>(arguments);
        try {
            Object result = cpu.call(() -> launch(kernel, arguments.toArray()));
            outcome.add(result == null ? "nothing" : result);
        } catch (RuntimeException | AssertionError e) {
            outcome.add(JvmRun.text(e, null));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (Object value : outcome) {
                for (Object leaf : value instanceof String ? List.of(value) : Leaves.values(value)) {
                    write(out, leaf);
                }
            }
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
            return HexFormat.of().formatHex(digest, 0, Long.BYTES);
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Object launch(CorpusKernel kernel, Object[] arguments) {
        Kernel compiled = Kernel.of(kernel.owner(), kernel.name());
        if (kernel.form() == KernelForm.LOOP) {
            return compiled.launch(arguments);
        }
        Shape shape = kernel.shape();
        compiled.launch(
                Launch.grid(shape.gridX(), shape.gridY(), shape.gridZ())
                        .block(shape.blockX(), shape.blockY(), shape.blockZ())
                        .sharedBytes(shape.sharedBytes()),
                arguments);
        return null;
    }

    private static void write(DataOutputStream out, Object value) throws IOException {
        if (value.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(value); i++) {
                write(out, Array.get(value, i));
            }
            return;
        }
        switch (value) {
            case Float number -> out.writeInt(Float.floatToIntBits(number));
            case Double number -> out.writeLong(Double.doubleToLongBits(number));
            case Long number -> out.writeLong(number);
            case Character character -> out.writeInt(character);
            case Boolean truth -> out.writeBoolean(truth);
            case Number number -> out.writeInt(number.intValue());
            default -> out.writeUTF(value.toString());
        }
    }
}
