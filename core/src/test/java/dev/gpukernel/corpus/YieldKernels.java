package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.counting;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Loops inside of switch expressions. */
final class YieldKernels {
    private YieldKernels() {}

    @GpuKernel
    static void sparse(int[] in, float[] out) {
        for (int i = 0; i < in.length; i++) {
            out[i] = switch (in[i]) {
                case Integer.MIN_VALUE -> -1f;
                case -1_000_000 -> 0.5f;
                case 0 -> 1f;
                case 7 -> {
                    float sum = 0;
                    for (int k = 1; k <= i % 10; k++) {
                        sum += 1f / k;
                    }
                    yield sum;
                }
                case 1 << 20 -> Float.NaN;
                case Integer.MAX_VALUE -> Float.POSITIVE_INFINITY;
                default -> in[i];
            };
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("sparse", () -> List.of(sparseChoices(), new float[80]));
    }

    private static int[] sparseChoices() {
        int[] choices = {Integer.MIN_VALUE, -1_000_000, 0, 7, 1 << 20, Integer.MAX_VALUE, 6, -1};
        int[] in = counting(80, 0, 1);
        for (int i = 0; i < in.length; i++) {
            in[i] = choices[i % 8];
        }
        return in;
    }
}
