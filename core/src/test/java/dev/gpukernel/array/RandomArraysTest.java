package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice;
import org.junit.jupiter.api.Test;

/** Random expressions give what plain Java gives, by bits. {@link #main} runs many. */
class RandomArraysTest {
    private static final int EXPRESSIONS = 20;

    @Test
    void onTheCpu() {
        check(0, EXPRESSIONS);
    }

    /** A GPU's code, in an interpreter. */
    @Test
    void onAGpusCode() {
        Gpu interpreted = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE));
        interpreted.run(() -> check(1000, 1000 + EXPRESSIONS));
    }

    private static void check(long from, long to) {
        for (long seed = from; seed < to; seed++) {
            assertThat(RandomArrays.check(seed)).as("seed %s", seed).isEmpty();
        }
    }

    /**
     * Runs many expressions on the device that is chosen, and ends with exit code 1 if one is wrong.
     *
     * @param arguments the first seed, and how many
     */
    public static void main(String[] arguments) {
        long first = Long.parseLong(arguments[0]);
        long count = Long.parseLong(arguments[1]);
        int failed = 0;
        for (long seed = first; seed < first + count; seed++) {
            try {
                String wrong = RandomArrays.check(seed);
                if (!wrong.isEmpty()) {
                    failed++;
                    System.out.println("seed " + seed + ": " + wrong);
                }
            } catch (RuntimeException e) {
                failed++;
                e.printStackTrace(System.out);
            }
            if (failed == 5) {
                break;
            }
        }
        System.out.println(count + " expressions on " + Gpu.current() + ", " + failed + " wrong");
        System.exit(failed == 0 ? 0 : 1);
    }
}
