package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.cuda.CudaFunction;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import java.util.function.IntUnaryOperator;

/** Kernels that call methods with bodies in CUDA C, most of which have the same body in Java. */
final class CudaFunctionKernels {
    private static final int BLOCK = 64;

    private CudaFunctionKernels() {}

    @CudaFunction("mixing.cuh")
    static int mixed(int value, int with) {
        return Integer.rotateLeft(value * 0x9e3779b1, 7) ^ with;
    }

    @CudaFunction(value = "mixing.cuh", name = "mixing::folded<long long>", options = "-DSHIFT=5")
    static long folded(long value) {
        return (value ^ value >> 16) * 5;
    }

    @CudaFunction(value = "mixing.cuh", name = "mixing::folded<int>", options = "-DSHIFT=3")
    static int folded(int value) {
        return (value ^ value >> 16) * 3;
    }

    @CudaFunction(source = """
            extern "C" __device__ double weighted(float a, double b) {
                return a * b;
            }
            """)
    static double weighted(float a, double b) {
        return a * b;
    }

    @CudaFunction(
            source = "__device__ bool odd(bool a, signed char b, unsigned short c, short d, int e, long long f) {"
                    + "    return ((a ? 1 : 0) + b + c + d + e + f) & 1;"
                    + "}")
    static boolean odd(boolean a, byte b, char c, short d, int e, long f) {
        return (((a ? 1 : 0) + b + c + d + e + f) & 1) != 0;
    }

    @CudaFunction(source = "__device__ unsigned char byteOf(unsigned a) { return a; }")
    static byte byteOf(int a) {
        return (byte) a;
    }

    @CudaFunction(source = "__device__ char16_t charOf(int a) { return a; }")
    static char charOf(int a) {
        return (char) a;
    }

    @CudaFunction(source = "__device__ short shortOf(int a) { return a; }")
    static short shortOf(int a) {
        return (short) a;
    }

    @CudaFunction(source = "__device__ float half_of(float a) { return a * 0.5f; }", name = "half_of")
    static float halfOf(float a) {
        return a * 0.5f;
    }

    @CudaFunction(source = "__device__ int seven() { return 7; }")
    static int seven() {
        return 7;
    }

    @CudaFunction(source = "__device__ int tripled(int a) { return (int) (3u * (unsigned) a); }")
    static native int tripled(int a);

    @CudaFunction(source = "__device__ int other(int a) { return a; }")
    static native int missing(int a);

    @CudaFunction(source = "__device__ int broken(int a) {\n    return b;\n}")
    static native int broken(int a);

    @CudaFunction(source = "__device__ double mismatched(int a) { return a; }")
    static native int mismatched(int a);

    @CudaFunction(source = "__device__ int uneven(int a, int b) { return a + b; }")
    static native int uneven(int a);

    @CudaFunction("absent.cuh")
    static native int absent(int a);

    record Pair(int first, float second) {}

    @GpuKernel
    static void loop(int[] in, int[] out, int with) {
        for (int i = 0; i < in.length; i++) {
            out[i] = mixed(in[i], with);
        }
    }

    /** In branches, loops and called methods, its results as conditions, bounds and indices. */
    @GpuKernel
    static void everywhere(int[] in, long[] out) {
        for (int i = 0; i < in.length; i++) {
            long sum = 0;
            if (in[i] % 3 == 0) {
                sum = folded((long) in[i]);
            } else if (odd(in[i] < 0, (byte) in[i], (char) in[i], (short) i, i, in[i])) {
                sum = (long) twice(in[i]) + seven();
            }
            for (int k = 0; k < (mixed(i, 0) & 7); k++) {
                sum = 31 * sum + in[folded(i + k) & 15];
            }
            out[i] = sum;
        }
    }

    private static int twice(int value) {
        int result = value;
        for (int k = 0; k < 2; k++) {
            result = mixed(result, k);
        }
        return result;
    }

    @GpuKernel
    static void types(float[] floats, double[] doubles, byte[] bytes, char[] chars, short[] shorts, boolean[] flags) {
        for (int i = 0; i < floats.length; i++) {
            doubles[i] = weighted(floats[i], doubles[i]);
            floats[i] = halfOf(floats[i]);
            bytes[i] = byteOf(bytes[i] * 77);
            chars[i] = charOf(chars[i] - 9);
            shorts[i] = shortOf(shorts[i] * 513);
            flags[i] = odd(flags[i], bytes[i], chars[i], shorts[i], i, -i);
        }
    }

    @GpuKernel
    static long sum(int[] in) {
        long sum = 0;
        for (int i = 0; i < in.length; i++) {
            sum += folded((long) in[i]);
        }
        return sum;
    }

    @GpuKernel
    static void running(int[] in, int[] out) {
        int sum = 0;
        for (int i = 0; i < in.length; i++) {
            sum += mixed(in[i], 3);
            out[i] = sum;
        }
    }

    /** What follows from arguments alone, and calls whose results nobody needs. */
    @GpuKernel
    static void invariant(int[] in, int[] out, int rows, int with) {
        for (int i = 0; i < rows; i++) {
            int ofRow = mixed(i, with);
            for (int j = 0; j < in.length / rows; j++) {
                mixed(j, 17);
                out[i * (in.length / rows) + j] = in[j] * mixed(with, with) + ofRow + folded(j) + seven();
            }
        }
    }

    @GpuKernel
    static int best(int[] in) {
        int best = Integer.MIN_VALUE;
        for (int i = 0; i < in.length; i++) {
            best = Math.max(best, mixed(in[i], 8));
        }
        return best;
    }

    @GpuKernel
    static void histogram(int[] in, int[] counts) {
        for (int i = 0; i < in.length; i++) {
            counts[mixed(in[i], 2) & 15]++;
        }
    }

    @GpuKernel(checked = false)
    static void unchecked(int[] in, int[] out, int with) {
        for (int i = 0; i < in.length; i++) {
            int value = in[i];
            while ((value & 3) != 0) {
                value = mixed(value, with) >>> 1;
            }
            out[i] = value;
        }
    }

    @GpuKernel
    static void caught(int[] in, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int value;
            try {
                value = in[mixed(i, 0) & 255];
            } catch (ArrayIndexOutOfBoundsException _) {
                value = mixed(-i, 1);
            }
            out[i] = value;
        }
    }

    @GpuKernel
    static void faulty(int[] in, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = in[i + (mixed(i, 5) & 1)];
        }
    }

    @GpuKernel
    static void pairs(Pair[] pairs, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = mixed(pairs[i].first(), (int) halfOf(pairs[i].second()));
        }
    }

    @GpuKernel
    static void apply(int[] out, IntUnaryOperator operator) {
        for (int i = 0; i < out.length; i++) {
            out[i] = operator.applyAsInt(mixed(i, 1));
        }
    }

    /** The sum of each block, of which every thread then has its part: calls before, between and behind barriers. */
    @GpuKernel(blockSize = BLOCK)
    static void grid(int[] in, int[] out) {
        int[] shared = Shared.ints(BLOCK);
        int thread = ThreadIdx.x();
        shared[thread] = mixed(in[Grid.x()], 1);
        Block.sync();
        for (int width = BLOCK / 2; width > 0; width /= 2) {
            if (thread < width) {
                shared[thread] = mixed(shared[thread], shared[thread + width]);
            }
            Block.sync();
        }
        out[Grid.x()] = folded(shared[0] + thread);
    }

    @GpuKernel
    static void onlyNative(int[] data) {
        for (int i = 0; i < data.length; i++) {
            data[i] = tripled(data[i]);
        }
    }

    @GpuKernel
    static void onlyNativeGrid(int[] data) {
        int i = Grid.x();
        if (i < data.length) {
            data[i] = tripled(mixed(data[i], i));
        }
    }

    @GpuKernel
    static void callsMissing(int[] data) {
        for (int i = 0; i < data.length; i++) {
            data[i] = missing(data[i]);
        }
    }

    @GpuKernel
    static void callsBroken(int[] data) {
        for (int i = 0; i < data.length; i++) {
            data[i] = broken(data[i]);
        }
    }

    @GpuKernel
    static void callsMismatched(int[] data) {
        for (int i = 0; i < data.length; i++) {
            data[i] = mismatched(data[i]);
        }
    }

    @GpuKernel
    static void callsUneven(int[] data) {
        for (int i = 0; i < data.length; i++) {
            data[i] = uneven(data[i]);
        }
    }

    @GpuKernel
    static void callsAbsent(int[] data) {
        for (int i = 0; i < data.length; i++) {
            data[i] = absent(data[i]);
        }
    }

    /** The same kernels of an object. */
    static final class Mixer {
        private final int with;

        Mixer(int with) {
            this.with = with;
        }

        @GpuKernel
        void mix(int[] in, int[] out) {
            for (int i = 0; i < in.length; i++) {
                out[i] = mixed(in[i], with) + seven();
            }
        }
    }
}
