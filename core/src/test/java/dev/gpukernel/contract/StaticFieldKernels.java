package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.contract.InstanceKernels.Grid2;
import dev.gpukernel.contract.InstanceKernels.Mode;
import dev.gpukernel.contract.InstanceKernels.Point;
import dev.gpukernel.device.Grid;
import java.util.function.DoubleUnaryOperator;

/** Kernels that read and write static fields which are not final. */
@SuppressWarnings({"NonFinalStaticField", "NullAway"}) // That is what these are about; null is one of the cases.
public final class StaticFieldKernels {
    static byte bytes;
    static short shorts;
    static char chars;
    static boolean flag;
    static int scale;
    static long calls;
    static float ratio;
    static double total;
    static float[] table;
    static float[] spare;
    static double[][] rows;
    static int[] histogram;
    static Grid2 grid;
    static Mode mode;
    static Point origin;
    static String name;
    static Integer boxed;

    private StaticFieldKernels() {}

    /** Sets all fields to what follows from a number. */
    static void reset(int n) {
        bytes = (byte) (n * 7);
        shorts = (short) (n - 40);
        chars = (char) ('a' + n);
        flag = n % 2 == 0;
        scale = n + 2;
        calls = n * 1_000_000_007L;
        ratio = 0.5f + n;
        total = n / 3.0;
        table = new float[n];
        spare = new float[n];
        rows = new double[n][3];
        histogram = new int[8];
        for (int i = 0; i < n; i++) {
            table[i] = i * 1.25f - n;
            spare[i] = -i;
            rows[i][i % 3] = i / 7.0;
        }
        grid = n % 3 == 0 ? new Grid2(3, n) : new InstanceKernels.Clamped(3, n);
        mode = n % 2 == 0 ? Mode.ONCE : Mode.TWICE;
        origin = new Point(n, -0.5);
        name = n % 2 == 0 ? "even" : "odd";
        boxed = n * 31;
        Elsewhere.uses = n;
        Elsewhere.weights = new double[] {n, 1, 0.25, -2};
        Counted.made = n;
    }

    /** Another class, which is initialised when its fields are first used. */
    static final class Elsewhere {
        static int uses = Integer.getInteger("dev.gpukernel.contract.uses", 5);
        static double[] weights = {1, 2, 3, 4};

        private Elsewhere() {}
    }

    @GpuKernel
    static void scaled(float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = x[i] * scale + (table.length > 0 ? table[i % table.length] : ratio);
        }
        calls++;
    }

    @GpuKernel
    static void everyType(double[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = bytes + shorts + chars + (flag ? 1 : 0) + scale + calls + ratio + total + i;
        }
        bytes = (byte) (bytes + 100);
        shorts = (short) (shorts * 1000);
        chars++;
        flag = !flag;
        scale = -scale;
        calls <<= 3;
        ratio /= 3;
        total = -total;
        mode = mode == Mode.ONCE ? Mode.TWICE : Mode.ONCE;
    }

    @GpuKernel
    static void swapped() {
        for (int i = 0; i < table.length; i++) {
            spare[i] = table[i] * ratio;
        }
        float[] before = table;
        table = spare;
        spare = before;
    }

    @GpuKernel
    static void made(int n) {
        table = new float[n];
        for (int i = 0; i < n; i++) {
            table[i] = i * ratio;
        }
    }

    @GpuKernel
    static double summed(double[] x) {
        double before = total;
        total = 0;
        for (int i = 0; i < x.length; i++) {
            total += weighted(x[i], i);
        }
        Elsewhere.uses++;
        return before;
    }

    private static double weighted(double value, int i) {
        return value * Elsewhere.weights[i & 3] + scale;
    }

    @GpuKernel
    static void relaxed() {
        for (int i = 0; i < rows.length; i++) {
            for (int k = 0; k < rows[i].length; k++) {
                rows[i][k] = rows[i][k] * ratio + grid.at(k, i) + grid.wrapped(-1);
            }
        }
    }

    @GpuKernel
    static void objects(float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = mode.times(x[i]) + (float) origin.x() + boxed + name.length();
        }
    }

    @GpuKernel
    static void thrown(int[] x, int at) {
        calls = -1;
        for (int i = 0; i < x.length; i++) {
            x[i] = 100 / (i - at) + scale;
        }
        scale = 0;
        if (at < -1) {
            throw new IllegalStateException(name + " of " + calls + '\1');
        }
    }

    @GpuKernel
    static int caught(int[] x) {
        int failed = 0;
        for (int i = 0; i < x.length; i++) {
            try {
                x[i] = histogram[x[i]] + scale;
            } catch (ArrayIndexOutOfBoundsException _) {
                x[i] = scale;
                failed++;
            }
        }
        calls += failed;
        return failed;
    }

    @GpuKernel
    static void counted(int[] x) {
        for (int i = 0; i < x.length; i++) {
            histogram[x[i] & 7]++;
        }
    }

    @GpuKernel
    static void mapped(double[] x) {
        DoubleUnaryOperator line = v -> v * scale + total;
        for (int i = 0; i < x.length; i++) {
            x[i] = line.applyAsDouble(x[i]);
        }
    }

    @GpuKernel
    static void filledOnce(float[] x) {
        if (table == null) {
            table = new float[x.length];
            for (int i = 0; i < x.length; i++) {
                table[i] = i * ratio;
            }
        }
        for (int i = 0; i < x.length; i++) {
            x[i] += table[i];
        }
    }

    @GpuKernel
    static void ofThreads(float[] x) {
        int i = Grid.x();
        if (i < x.length) {
            x[i] = x[i] * scale + ratio;
            if (i < spare.length) {
                spare[i] = table[i] + grid.at(1, i);
            }
        }
    }

    /** Has fields of its own too. */
    static final class Counted {
        static int made;
        int number;
        final float[] own;

        Counted(int number) {
            this.number = number;
            this.own = new float[number];
        }

        @GpuKernel
        void fill() {
            for (int i = 0; i < own.length; i++) {
                own[i] = number * scale + made + ratio;
            }
            number = made++;
            calls += own.length;
        }
    }
}
