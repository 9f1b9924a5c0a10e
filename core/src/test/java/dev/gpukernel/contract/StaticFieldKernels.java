package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.contract.InstanceKernels.Grid2;
import dev.gpukernel.contract.InstanceKernels.Mode;
import dev.gpukernel.contract.InstanceKernels.Point;
import dev.gpukernel.device.Grid;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.DoubleUnaryOperator;

/** Kernels that read and write static fields which are not final. */
// That is what these are about; null is one of the cases.
@SuppressWarnings({
    "NonFinalStaticField",
    "NullAway",
    "HidingField",
    "InterfaceWithOnlyStatics",
    "MutablePublicArray",
    "StaticAssignmentInConstructor"
})
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
    static Point[] bodies;
    static Accumulator accumulator;
    static MemorySegment segment;

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
        Base.level = n;
        Base.shared = new int[] {n, n + 1, n + 2};
        Derived.level = -n;
        Derived.own = n * 0.5;
        Kind.uses = 3 * n;
        Part.limit = 100 - n;
        Generic.count = n;
        bodies = new Point[n];
        for (int i = 0; i < n; i++) {
            bodies[i] = new Point(i, n);
        }
        accumulator = new Accumulator(n);
        segment = MemorySegment.ofArray(new float[] {n, 1, 2});
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

    /** Has a field that {@link Derived} hides, and one that it inherits. */
    static class Base {
        static int level;
        static int[] shared;

        static int raise() {
            return ++level;
        }
    }

    /** Fields of what declares constants are found through the class that inherits them. */
    interface Weights {
        double[] WEIGHTS = {0.5, n(2), -1};

        static double n(int n) {
            return n * 1.5;
        }
    }

    static final class Derived extends Base implements Weights {
        static int level;
        static double own;

        private Derived() {}

        @GpuKernel
        static void both(int[] x) {
            for (int i = 0; i < x.length; i++) {
                x[i] += level * 100 + Base.level + shared[i % shared.length];
            }
            level += raise();
            Derived.shared = x;
        }

        @GpuKernel
        static void weighted(double[] x) {
            for (int i = 0; i < x.length; i++) {
                x[i] = x[i] * WEIGHTS[i % 3] + Derived.WEIGHTS[0] + own;
            }
            own = WEIGHTS[1];
        }
    }

    /** An enum counts, too. */
    enum Kind {
        PLAIN,
        OTHER;

        static int uses;

        int use(int i) {
            uses++;
            return this == PLAIN ? i : -i;
        }
    }

    /** A record has no other fields that change. */
    record Part(int first, int last) {
        static int limit;

        int size() {
            return Math.min(last - first, limit);
        }
    }

    static final class Generic<T> {
        private static int count;
        final T value;

        Generic(T value) {
            this.value = value;
            count++;
        }
    }

    static final class Accumulator {
        double sum;
        int[] counts;

        Accumulator(int n) {
            sum = n;
            counts = new int[n];
        }
    }

    @GpuKernel
    static void kinds(int[] x, Kind kind) {
        for (int i = 0; i < x.length; i++) {
            x[i] += kind.use(i) + (i < Kind.uses ? 1 : 0);
        }
    }

    @GpuKernel
    static void usedOnce(int[] x, Kind kind, Part part) {
        int first = kind.use(x.length) + part.size();
        for (int i = 0; i < x.length; i++) {
            x[i] += first + i;
        }
        Part.limit = first;
    }

    @GpuKernel
    static void madeInside(int[] x) {
        int made = new Generic<>(3).value + new Generic<>(4).value;
        for (int i = 0; i < x.length; i++) {
            x[i] += made + Generic.count;
        }
    }

    @GpuKernel
    static void ofHeldObject(int[] x) {
        for (int i = 0; i < x.length; i++) {
            accumulator.sum += x[i];
        }
        for (int i = 0; i < accumulator.counts.length; i++) {
            accumulator.counts[i] += scale;
        }
        scale += accumulator.counts.length;
    }

    /** The object may be that of the field. */
    @GpuKernel
    static void ofTwoObjects(Accumulator other, int[] x) {
        accumulator.sum = 3;
        for (int i = 0; i < x.length; i++) {
            other.sum += x[i];
        }
        total = accumulator.sum;
    }

    @GpuKernel
    static void comparedObjects(Accumulator other, int[] x) {
        boolean isSame = accumulator == other;
        for (int i = 0; i < x.length; i++) {
            x[i] += isSame ? 1 : 2;
        }
        flag = isSame;
    }

    @GpuKernel
    static void thenAgain(float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] += scale;
        }
        doubleScale();
        for (int i = 0; i < x.length; i++) {
            x[i] *= scale;
        }
        doubleScale();
    }

    private static void doubleScale() {
        scale *= 2;
        if (scale > 60) {
            scale -= 59;
        }
    }

    @GpuKernel
    static void inSteps(float[] x) {
        while (scale > 0) {
            for (int i = 0; i < x.length; i++) {
                x[i] = x[i] * ratio + scale;
            }
            scale -= 3;
            calls++;
        }
    }

    @GpuKernel
    static float extremes(float[] x) {
        ratio = Float.NEGATIVE_INFINITY;
        scale = -1;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > ratio) {
                ratio = x[i];
                scale = i;
            }
        }
        return ratio;
    }

    @GpuKernel
    static void running(long[] x) {
        for (int i = 0; i < x.length; i++) {
            calls += x[i];
            x[i] = calls;
        }
    }

    @GpuKernel
    @SuppressWarnings({"lossy-conversions", "NarrowingCompoundAssignment"}) // That is what it is about.
    static void narrow(int[] x) {
        for (int i = 0; i < x.length; i++) {
            bytes += x[i];
            shorts += 3;
            chars += x[i];
        }
    }

    @GpuKernel
    static void tableAndParameter(float[] x) {
        table = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            table[i] = x[i] + scale;
        }
        for (int i = 0; i < x.length; i++) {
            x[i] = table[i] * 2;
        }
    }

    @GpuKernel
    static void asParameter(float[] x) {
        float[] before = table;
        table = x;
        for (int i = 0; i < x.length; i++) {
            x[i] = x[i] * 2 + scale;
        }
        spare = before;
    }

    @GpuKernel
    static float[] returned(float add) {
        for (int i = 0; i < table.length; i++) {
            table[i] += add;
        }
        return table;
    }

    @GpuKernel
    static float[] eitherReturned(boolean first) {
        for (int i = 0; i < table.length; i++) {
            table[i] += 1;
        }
        return first ? table : spare;
    }

    @GpuKernel
    static void rowsExchanged() {
        double[] row = rows[0];
        rows[0] = rows[rows.length - 1];
        rows[rows.length - 1] = row;
        for (int i = 0; i < rows.length; i++) {
            for (int k = 0; k < rows[i].length; k++) {
                rows[i][k] += i + scale;
            }
        }
    }

    @GpuKernel
    static void unlessNull(float[] x) {
        if (table != null && grid != null && mode == null) {
            scale = 1;
        }
        for (int i = 0; i < x.length; i++) {
            x[i] += scale + (boxed == null ? 5 : 7);
        }
    }

    @GpuKernel
    static void records(double[] x) {
        for (int i = 0; i < bodies.length; i++) {
            x[i] += bodies[i].x() * scale;
        }
    }

    @GpuKernel
    static void recordsMoved() {
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = new Point(bodies[i].x() + scale, bodies[i].y());
        }
    }

    @GpuKernel
    static void segments(float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] += segment.getAtIndex(ValueLayout.JAVA_FLOAT, i % 3);
        }
    }

    @GpuKernel
    static void texts(int[] x) {
        int add = switch (name) {
            case "even" -> 10;
            case "odd" -> 20;
            default -> 30;
        };
        for (int i = 0; i < x.length; i++) {
            x[i] += add;
        }
    }

    @GpuKernel
    static void inFinally(int[] x, int at) {
        try {
            for (int i = 0; i < x.length; i++) {
                x[i] = 100 / (i - at);
            }
            scale = 1;
        } catch (ArithmeticException _) {
            scale = 2;
        } finally {
            calls += scale;
        }
    }

    @GpuKernel
    static void thrownBetween(int[] x, int at) {
        scale = 5;
        for (int i = 0; i < x.length; i++) {
            histogram[i & 7] += x[i];
        }
        histogram[at] = scale;
        scale = 6;
        for (int i = 0; i < table.length; i++) {
            table[i + 1] = histogram[i & 7];
        }
        scale = 7;
    }

    @GpuKernel
    static void seldom(int[] x, boolean counts) {
        for (int i = 0; i < x.length; i++) {
            x[i] += 3;
        }
        if (counts) {
            calls++;
            ratio = 3;
            bytes = 1;
            mode = Mode.ONCE;
            table = spare;
        }
    }

    /** The initialiser of {@link Turning} changes what {@link Turned#grid} holds. */
    @GpuKernel
    static void turned(float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] += Turned.grid.wrapped(-1);
        }
        for (int i = 0; i < x.length; i++) {
            x[i] *= Turning.factor;
        }
    }

    /** {@link #turned} reads it. */
    static final class Turned {
        static Grid2 grid = new Grid2(3, 2);

        private Turned() {}
    }

    /** Turns the other one. */
    static final class Turning {
        static int factor = turn();

        private Turning() {}

        private static int turn() {
            Turned.grid = new InstanceKernels.Clamped(3, 2);
            return 5;
        }
    }

    @GpuKernel
    static void ofChanging(int[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = changing.one();
        }
    }

    static One changing = new First();

    /** One of many. */
    interface One {
        int one();
    }

    static final class First implements One {
        @Override
        public int one() {
            return 1;
        }
    }

    static final class Second implements One {
        final int two = 2;

        @Override
        public int one() {
            return two;
        }
    }

    static final class Third implements One {
        @Override
        public int one() {
            return Integer.signum(scale & (1 << 30)) + 3;
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
