package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Sequential;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Arrays of constant length that a loop writes and something else reads: tables of counts, and what is made of them. */
@Execution(ExecutionMode.CONCURRENT)
final class CommonArraysTest {
    private static final List<Gpu> DEVICES = List.of(
            Gpu.all().stream()
                    .filter(gpu -> gpu.backend().equals("cpu"))
                    .findFirst()
                    .orElseThrow(),
            OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)),
            OtherEngine.gpu(new Interpreted(512, 1 << 14)));

    /** All take the same arguments. */
    static final class Tables {
        private Tables() {}

        @GpuKernel
        static int counts(byte[] from, int[] to) {
            int[] counts = new int[16];
            for (int i = 0; i < from.length; i++) {
                counts[from[i] & 15]++;
            }
            for (int i = 0; i < to.length; i++) {
                to[i] = counts[i & 15];
            }
            return 0;
        }

        /** Equalises a histogram. */
        @GpuKernel
        static int equalised(byte[] from, int[] to) {
            int[] counts = new int[256];
            for (int i = 0; i < from.length; i++) {
                counts[from[i] & 255]++;
            }
            int[] upTo = new int[256];
            int sum = 0;
            for (int i = 0; i < 256; i++) {
                sum += counts[i];
                upTo[i] = sum;
            }
            for (int i = 0; i < from.length; i++) {
                to[i] = (int) (upTo[from[i] & 255] * 255L / from.length);
            }
            return sum;
        }

        /** Otsu's threshold. */
        @GpuKernel
        static int threshold(byte[] from, int[] to) {
            int[] counts = new int[256];
            for (int i = 0; i < from.length; i++) {
                counts[from[i] & 0xff]++;
            }
            double all = 0;
            for (int i = 0; i < 256; i++) {
                all += i * (double) counts[i];
            }
            double below = 0;
            int weight = 0;
            double best = -1;
            int threshold = 0;
            for (int t = 0; t < 256; t++) {
                weight += counts[t];
                below += t * (double) counts[t];
                int rest = from.length - weight;
                double difference = below / weight - (all - below) / rest;
                double between = weight * (double) rest * difference * difference;
                if (between > best) {
                    best = between;
                    threshold = t;
                }
            }
            for (int i = 0; i < from.length; i++) {
                to[i] = (from[i] & 0xff) > threshold ? 255 : 0;
            }
            return threshold;
        }

        @GpuKernel
        static int most(byte[] from, int[] to) {
            int[] counts = new int[8];
            for (byte one : from) {
                counts[one & 7]++;
            }
            int most = 0;
            int at = -1;
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > most) {
                    most = counts[i];
                    at = i;
                }
            }
            return at;
        }

        /** Read where there is no loop. */
        @GpuKernel
        static int afterwards(byte[] from, int[] to) {
            int[] counts = new int[4];
            for (int i = 0; i < from.length; i++) {
                counts[from[i] & 3] += i;
            }
            to[0] = counts[3];
            return counts[0] * counts[1] - counts[2];
        }

        /** Begun without a loop, in a branch. */
        @GpuKernel
        static int inABranch(byte[] from, int[] to) {
            int sum = 0;
            if (from.length > 1) {
                long[] totals = new long[3];
                totals[1] = 40;
                for (int i = 0; i < from.length; i++) {
                    totals[i % 3] += from[i];
                }
                for (int i = 0; i < to.length; i++) {
                    to[i] = (int) (totals[2] - totals[i % 2]);
                }
                sum = (int) totals[0];
            }
            return sum;
        }

        /** Each element is written by one iteration. */
        @GpuKernel
        static int squares(byte[] from, int[] to) {
            double[] squares = new double[256];
            for (int i = 0; i < squares.length; i++) {
                squares[i] = Math.sqrt(i + from[0]);
            }
            for (int i = 0; i < to.length; i++) {
                to[i] = (int) (squares[i & 255] * 1000 + squares[255 - (i & 255)]);
            }
            return squares.length;
        }

        /** Out of range for some bytes. */
        @GpuKernel
        static int outOfRange(byte[] from, int[] to) {
            int[] counts = new int[128];
            for (int i = 0; i < from.length; i++) {
                to[i] = 1;
                counts[from[i]]++;
            }
            for (int i = 0; i < to.length; i++) {
                to[i] += counts[i & 127];
            }
            return 1;
        }

        @GpuKernel
        static int rows(byte[] from, int[] to) {
            int[][] counts = new int[4][8];
            for (int i = 0; i < from.length; i++) {
                counts[from[i] & 3][from[i] >> 2 & 7]++;
            }
            for (int i = 0; i < to.length; i++) {
                to[i] = counts[i & 3][i >> 2 & 7];
            }
            return counts[3][7];
        }

        /** Which values there are. */
        @GpuKernel
        static int present(byte[] from, int[] to) {
            boolean[] isThere = new boolean[256];
            for (int i = 0; i < from.length; i++) {
                isThere[from[i] & 255] = true;
            }
            int count = 0;
            for (int i = 0; i < 256; i++) {
                if (isThere[i]) {
                    count++;
                }
            }
            return count;
        }

        /** Two loops of constants; what follows the first element out of range in the first must not be stored. */
        @GpuKernel
        static int marked(byte[] from, int[] to) {
            for (int i = 0; i < from.length; i++) {
                to[from[i] & 0x1ff] = 7;
            }
            for (int i = 0; i < from.length; i++) {
                if (from[i] > 3) {
                    to[from[i] / 2] = -2;
                } else if (from[i] >= 0) {
                    to[from[i]] = -2;
                }
            }
            return 0;
        }

        /** What does not change in the loops, in rows, with its bits. */
        @GpuKernel
        static int labelled(byte[] from, int[] to) {
            float[][] labels = new float[4][8];
            float label = Float.intBitsToFloat(0x7fc00000 | from.length);
            for (int i = 0; i < from.length; i++) {
                for (int j = 0; j < 2; j++) {
                    label(labels[(from[i] + j) & 3], from[i] >> 2 & 7, label);
                }
            }
            for (int i = 0; i < to.length; i++) {
                to[i] = Float.floatToRawIntBits(labels[i & 3][i >> 2 & 7]);
            }
            return Float.floatToRawIntBits(label);
        }

        private static void label(float[] labels, int at, float label) {
            labels[at] = label;
        }

        @GpuKernel
        static int composites(byte[] from, int[] to) {
            boolean[] isComposite = new boolean[300];
            for (int p = 2; p * p < 300; p++) {
                for (int q = p * p; q < 300; q += p) {
                    isComposite[q] = true;
                }
            }
            for (int i = 0; i < to.length; i++) {
                to[i] = isComposite[i] ? 0 : i;
            }
            return 0;
        }

        /** Steps one after another, with tables between the loops of each. */
        @GpuKernel
        static int steps(byte[] from, int[] to) {
            int[] table = new int[32];
            int[] next = new int[32];
            for (@Sequential int step = 0; step < 3; step++) {
                for (int i = 0; i < 32; i++) {
                    next[i] = table[(i + 1) & 31] + from[i % from.length] + step;
                }
                for (int i = 0; i < 32; i++) {
                    table[i] = next[i];
                }
            }
            for (int i = 0; i < to.length; i++) {
                to[i] = table[i & 31];
            }
            return table[5];
        }

        @GpuKernel
        static int energy(byte[] from, int[] to) {
            int[] counts = countsOf(from);
            long energy = 0;
            for (int count : counts) {
                if (count > 1) {
                    energy += (long) count * count;
                }
            }
            return (int) energy;
        }

        private static int[] countsOf(byte[] from) {
            int[] counts = new int[256];
            for (byte one : from) {
                counts[one & 255]++;
            }
            return counts;
        }
    }

    static Stream<Method> kernels() {
        return Arrays.stream(Tables.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class));
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void areAsInJava(Method method) {
        Kernel kernel = Kernel.of(MethodHandles.lookup(), Tables.class, method.getName());
        for (int length : new int[] {0, 3, 300}) {
            List<Object> arguments = List.of(bytes(length), new int[length]);
            Outcome expected = Oracle.runJava(method, KernelForm.LOOP, Oracle.GRID, arguments);
            for (Gpu device : DEVICES) {
                List<Object> copies = Oracle.copies(arguments);
                Outcome actual = device.call(() -> outcome(kernel, method, copies));
                assertThat(expected.describeDifference(actual))
                        .as("%s with %s bytes on %s", method.getName(), length, device)
                        .isEmpty();
            }
        }
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static Outcome outcome(Kernel kernel, Method method, List<Object> arguments) {
        try {
            return new Outcome(arguments, kernel.launch(arguments.toArray()), null);
        } catch (RuntimeException e) {
            return new Outcome(arguments, Outcome.Fault.ofKernel(e, Tables.class.getName(), method.getName()));
        }
    }
}
