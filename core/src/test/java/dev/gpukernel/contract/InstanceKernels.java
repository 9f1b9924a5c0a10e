package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Kernels of objects: instance methods, and methods with parameters of classes. */
public final class InstanceKernels {
    private InstanceKernels() {}

    /** A place in the plane. */
    public record Point(double x, double y) {}

    /** A record of arrays, an enum and another record. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Mesh(float[] nodes, int[][] links, Mode mode, Point origin) {}

    /** How to add. */
    public enum Mode {
        ONCE(1.25f),
        TWICE(-2) {
            @Override
            float times(float x) {
                return 2 * x + scale;
            }

            @Override
            public String toString() {
                return "two";
            }
        };

        final float scale;

        Mode(float scale) {
            this.scale = scale;
        }

        float times(float x) {
            return x - scale;
        }
    }

    /** Sizes. */
    public static class Grid2 {
        final int width;
        final int height;

        public Grid2(int width, int height) {
            this.width = width;
            this.height = height;
        }

        final int at(int x, int y) {
            return y * width + x;
        }

        int wrapped(int x) {
            return x < 0 ? x + width : x >= width ? x - width : x;
        }
    }

    /** Another way at the rim. */
    public static final class Clamped extends Grid2 {
        public Clamped(int width, int height) {
            super(width, height);
        }

        @Override
        int wrapped(int x) {
            return Math.clamp(x, 0, width - 1);
        }
    }

    /** What has a scale. */
    public interface Scaled {
        float scale();

        default float scaled(float value) {
            return value * scale() + bias();
        }

        default float bias() {
            return 0.5f;
        }
    }

    /** A simulation. */
    public static class Simulation implements Scaled {
        static final float DAMPING = 0.75f;
        protected float[] x;
        protected float[] v;
        final Grid2 grid;
        private boolean isOn = true;
        private byte small = -3;
        private char letter = 'k';
        private short brief = -300;
        private long wide = 1L << 40;
        private double exact = 1.0 / 3;

        public Simulation(int width, int height, boolean clamped) {
            grid = clamped ? new Clamped(width, height) : new Grid2(width, height);
            x = new float[width * height];
            v = new float[width * height];
            for (int i = 0; i < x.length; i++) {
                x[i] = (i * 37 % 101) / 7f;
                v[i] = (i * 53 % 97) / 11f - 4;
            }
        }

        @Override
        public float scale() {
            return DAMPING;
        }

        @GpuKernel
        public void step(float dt) {
            for (int i = 0; i < x.length; i++) {
                x[i] += scaled(v[i]) * dt;
            }
        }

        @GpuKernel
        void smooth(float[] out) {
            for (int y = 0; y < grid.height; y++) {
                for (int i = 0; i < grid.width; i++) {
                    out[grid.at(i, y)] = x[grid.at(grid.wrapped(i - 1), y)] + x[grid.at(grid.wrapped(i + 1), y)];
                }
            }
        }

        @GpuKernel
        @SuppressWarnings("UnusedMethod") // Found by its name.
        private void everyType(double[] out) {
            for (int i = 0; i < out.length; i++) {
                out[i] = (isOn ? 1 : 2) + small * letter + brief + wide * exact + i;
            }
        }

        @GpuKernel
        double energy() {
            double sum = 0;
            for (int i = 0; i < v.length; i++) {
                sum += half(v[i]) * v[i];
            }
            return sum;
        }

        private static double half(double value) {
            return value / 2;
        }

        @GpuKernel
        float[] copy() {
            float[] made = new float[x.length];
            for (int i = 0; i < made.length; i++) {
                made[i] = x[i];
            }
            return made;
        }

        @GpuKernel
        void stepGrid(float dt) {
            int i = Grid.x();
            if (i < x.length) {
                x[i] += scaled(v[i]) * dt;
            }
        }

        @GpuKernel
        void beyond(int from) {
            for (int i = 0; i < x.length; i++) {
                x[i + from] = v[i];
            }
        }

        @GpuKernel
        static void between(Simulation from, Simulation to, float part) {
            for (int i = 0; i < to.x.length; i++) {
                to.v[i] = from.v[i] * part + to.x[i];
            }
        }

        @GpuKernel
        void with(Simulation other) {
            for (int i = 0; i < x.length; i++) {
                x[i] = other.x[i] + other.v[i] * other.scale();
            }
        }
    }

    /** A record of any number of numbers. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Counts(int... counts) {}

    /** Compares objects. */
    @SuppressWarnings("ReferenceEquality") // the very same object
    public static final class Compared {
        float[] x;
        final Grid2 grid;
        Compared next;
        private int count;

        public Compared(int n, Grid2 grid, Compared next) {
            this.x = new float[n];
            this.grid = grid;
            this.next = next;
            for (int i = 0; i < n; i++) {
                x[i] = i * 0.75f - 2;
            }
        }

        @GpuKernel
        void addTo(Compared other) {
            if (other == this || other == null) {
                throw new IllegalArgumentException("itself");
            }
            for (int i = 0; i < x.length; i++) {
                other.x[i] += x[i];
            }
        }

        @GpuKernel
        int inIterations(float[] y) {
            for (int i = 0; i < y.length; i++) {
                Compared of = i % 2 == 0 ? this : next;
                Compared made = new Compared(1, of.grid, this);
                y[i] = of == this ? made.x[0] : of != next || made == of ? 0 : x[i];
                count += of.grid != grid ? i : 1;
            }
            return count;
        }

        @GpuKernel
        static float nextTo(Compared first, Compared second) {
            float sum = 0;
            while (sum < 9) {
                sum += first.next == second ? 5 : second.next == second ? 2 : 7;
                for (int i = 0; i < second.x.length; i++) {
                    sum += second.x[i];
                }
            }
            return sum;
        }

        /** Plain Java runs it where it throws. */
        @GpuKernel
        Counts tally(int... indices) {
            int[] marks = new int[indices.length];
            for (int i = 0; i < indices.length; i++) {
                count += x[indices[i]] > 0 ? 1 : 0;
                marks[i] = indices[i] + 1;
            }
            if (count > 3) {
                throw new IllegalStateException("count");
            }
            return new Counts(marks);
        }

        @GpuKernel
        void fillUnless(Compared other) {
            if (other != null) {
                for (int i = 0; i < x.length; i++) {
                    x[i] = 1;
                }
            }
        }
    }

    /** Overrides, and hides a field. */
    @SuppressWarnings("HidingField")
    public static final class Damped extends Simulation {
        private final float scale;
        private int[] x;

        public Damped(int width, int height, float scale) {
            super(width, height, false);
            this.scale = scale;
            this.x = new int[width * height];
        }

        @Override
        public float scale() {
            return scale * super.scale();
        }

        @Override
        public float bias() {
            return -scale;
        }

        @GpuKernel
        void both(int add) {
            for (int i = 0; i < x.length; i++) {
                x[i] = (int) super.x[i] + add;
            }
        }
    }

    /** Overrides the kernel itself. */
    public static final class Frozen extends Simulation {
        public Frozen(int width, int height) {
            super(width, height, false);
        }

        @Override
        public void step(float dt) {
            for (int i = 0; i < x.length; i++) {
                x[i] = dt;
            }
        }
    }

    /** Records, enums, rows and arrays of records in fields. */
    public static final class Holder<T extends Grid2> {
        double[][] rows;
        Point[] points;
        Mesh mesh;
        Mode mode = Mode.TWICE;
        T sizes;
        MemorySegment segment;
        MemorySegment letters = MemorySegment.ofArray(new char[40]);
        double[] first;
        double[] second;

        public Holder(int n, T sizes, boolean same) {
            this.sizes = sizes;
            rows = new double[n][3];
            points = new Point[n];
            float[] nodes = new float[n];
            int[][] links = new int[n][2];
            double[] cells = new double[n];
            for (int i = 0; i < n; i++) {
                points[i] = new Point(i * 0.25, -i);
                nodes[i] = i / 3f;
                links[i][0] = (i + 1) % n;
                links[i][1] = (i * 7 + 3) % n;
                cells[i] = Math.sqrt(i);
                for (int k = 0; k < 3; k++) {
                    rows[i][k] = i * 10 + k;
                }
            }
            mesh = new Mesh(nodes, links, Mode.ONCE, new Point(0.5, 2));
            segment = MemorySegment.ofArray(cells);
            first = cells.clone();
            second = same ? first : cells.clone();
        }

        /** Parameters of made arrays come before those of the fields that are found behind them. */
        @GpuKernel
        void segmentsBehindMadeArrays(int n) {
            double[] own = new double[n];
            for (int i = 0; i < n; i++) {
                own[i] = segment.getAtIndex(ValueLayout.JAVA_DOUBLE, i) + 1;
            }
            for (int i = 0; i < n; i++) {
                letters.setAtIndex(ValueLayout.JAVA_CHAR_UNALIGNED, i, (char) own[i]);
            }
        }

        @GpuKernel
        void rowsOf(double factor) {
            for (int i = 0; i < rows.length; i++) {
                for (int k = 0; k < rows[i].length; k++) {
                    rows[i][k] = rows[i][k] * factor + sizes.at(k, i);
                }
            }
        }

        @GpuKernel
        void pointsOf() {
            for (int i = 0; i < points.length; i++) {
                Point p = points[i];
                points[i] = new Point(
                        p.y() + mesh.origin().x(), p.x() * mesh.origin().y());
            }
        }

        @GpuKernel
        void meshOf(float[] out) {
            for (int i = 0; i < out.length; i++) {
                float near = mesh.nodes()[mesh.links()[i][0]] + mesh.nodes[mesh.links()[i][1]];
                out[i] = switch (mode) {
                    case ONCE -> near;
                    case TWICE -> mesh.mode() == Mode.ONCE ? 2 * near : 3 * near;
                };
            }
        }

        @GpuKernel
        void segmentOf(double add) {
            long n = segment.byteSize() / 8;
            for (long i = 0; i < n; i++) {
                segment.setAtIndex(ValueLayout.JAVA_DOUBLE, i, segment.getAtIndex(ValueLayout.JAVA_DOUBLE, i) + add);
            }
        }

        @GpuKernel
        void twoFields() {
            for (int i = 0; i < first.length; i++) {
                first[i] = second[i] * 2 + 1;
            }
        }

        @GpuKernel
        void withRecord(Mesh other, Mode how, Point by) {
            for (int i = 0; i < first.length; i++) {
                first[i] += other.nodes()[i] * by.x()
                        + (how == Mode.TWICE ? by.y() : other.origin().y());
            }
        }

        @GpuKernel
        void withEnum(Mode how) {
            for (int i = 0; i < first.length; i++) {
                first[i] += how.times(i) * how.scale + mode.times(3) + later(mesh.mode(), how).scale;
            }
        }

        private static Mode later(Mode one, Mode other) {
            return one.compareTo(other) > 0 ? one : other;
        }
    }

    /** An inner class, whose fields are those of the object around it too. */
    public static final class Outer {
        int[] shared = {1, 2, 3, 4, 5};
        private int factor = 3;

        /** Inside. */
        final class Inner {
            final int[] own = new int[5];

            @GpuKernel
            void multiply() {
                for (int i = 0; i < own.length; i++) {
                    own[i] = shared[i] * factor;
                }
            }
        }
    }

    /** A value of any class. */
    public static final class Box<T> {
        final T value;
        int[] sum = new int[6];

        public Box(T value) {
            this.value = value;
        }

        @GpuKernel
        void unpack(Box<Grid2> other) {
            Grid2 sizes = other.value;
            for (int i = 0; i < sum.length; i++) {
                sum[i] = sizes.width * i + sizes.wrapped(i - 1);
            }
        }
    }

    /** Counts, in another object. */
    public static class Counter {
        int count;
        double sum;

        void add(double value) {
            count++;
            sum += value;
        }
    }

    /** Counts twice. */
    public static final class Twice extends Counter {
        @Override
        void add(double value) {
            super.add(value);
            super.add(value);
        }
    }

    /** Fields that are written. */
    public static class Written {
        protected float[] a;
        protected float[] b;
        double[][] rows;
        double[][] others;
        double total;
        int count;
        long steps;
        float best;
        int where;
        boolean isDone;
        byte small;
        short brief;
        char letter;
        Mode mode = Mode.ONCE;
        float time;
        final Counter counter;

        public Written(int n, Counter counter) {
            this.counter = counter;
            a = new float[n];
            b = new float[n];
            rows = new double[n][4];
            others = new double[n][4];
            for (int i = 0; i < n; i++) {
                a[i] = (i * 29 % 31) / 3f;
                b[i] = i;
                rows[i][i % 4] = i;
                others[i][1] = -i;
            }
        }

        /** Of which of two objects a field is written shows late, after a field was written for sure. */
        @GpuKernel
        float chosen(boolean first, Written other) {
            time = 1;
            Written one = first ? this : other;
            one.best = 2;
            float sum = 0;
            for (int i = 0; i < a.length; i++) {
                sum += (int) a[i] + one.best + time;
            }
            return sum;
        }

        @GpuKernel
        void sumUp() {
            for (int i = 0; i < a.length; i++) {
                total += a[i];
            }
            count = a.length;
        }

        @GpuKernel
        int bestOf(float start) {
            best = start;
            where = -1;
            for (int i = 0; i < a.length; i++) {
                if (a[i] > best) {
                    best = a[i];
                    where = i;
                }
            }
            return where * 2;
        }

        @GpuKernel
        void step(float dt) {
            for (int i = 0; i < a.length; i++) {
                a[i] += b[i] * dt;
            }
            time += dt;
            steps++;
        }

        @GpuKernel
        void everyType(int by) {
            for (int i = 0; i < b.length; i++) {
                b[i] = small + brief + letter;
            }
            small = (byte) (small + by);
            brief = (short) (brief - by);
            letter = (char) (letter + by);
            isDone = !isDone;
            mode = by > 100 ? Mode.ONCE : Mode.TWICE;
            steps = steps * 31 + by;
            total = time / 3.0;
        }

        @GpuKernel
        void swap() {
            for (int i = 1; i < a.length - 1; i++) {
                b[i] = (a[i - 1] + a[i + 1]) / 2;
            }
            float[] t = a;
            a = b;
            b = t;
        }

        @GpuKernel
        void swapOften(int times) {
            for (int k = 0; k < times; k++) {
                for (int i = 1; i < a.length - 1; i++) {
                    b[i] = (a[i - 1] + a[i + 1]) / 2;
                }
                float[] t = a;
                a = b;
                b = t;
                steps++;
            }
        }

        @GpuKernel
        void swapRows() {
            for (int i = 0; i < rows.length; i++) {
                for (int k = 0; k < 4; k++) {
                    others[i][k] = rows[i][k] + 1;
                }
            }
            double[][] t = rows;
            rows = others;
            others = t;
        }

        @GpuKernel
        void makeNew(int n) {
            float[] made = new float[n];
            for (int i = 0; i < n; i++) {
                made[i] = i * time + count;
            }
            a = made;
            count++;
        }

        @GpuKernel
        void relax(float tolerance) {
            float change = 1;
            count = 0;
            while (change > tolerance && count < 20) {
                change = 0;
                for (int i = 0; i < a.length; i++) {
                    float next = a[i] / 2;
                    change = Math.max(change, a[i] - next);
                    a[i] = next;
                }
                count++;
            }
            isDone = change <= tolerance;
        }

        @GpuKernel
        void countInOther() {
            for (int i = 0; i < a.length; i++) {
                counter.add(a[i]);
            }
        }

        @GpuKernel
        void late(int from, int step) {
            steps++;
            for (int i = 0; i < a.length; i++) {
                a[i + from] = b[i] + time;
                count += step;
            }
            time = 7;
        }

        @GpuKernel
        double thrown(int at) {
            total = 0;
            for (int i = 0; i < a.length; i++) {
                if (i == at) {
                    throw new IllegalStateException("at " + i);
                }
                a[i] = -1;
            }
            total = count + 1;
            for (int i = 0; i < a.length; i++) {
                total += a[i] / (at + 1);
            }
            return total;
        }

        @GpuKernel
        void mixed(Written other, float by) {
            other.time = by;
            for (int i = 0; i < a.length; i++) {
                a[i] += time + other.b[i];
            }
            count += other.count + 1;
        }

        @GpuKernel
        void either(boolean first) {
            if (first) {
                time = 2;
            } else {
                count += 5;
            }
            for (int i = 0; i < a.length; i++) {
                a[i] = time * count;
                if (a[i] > 10) {
                    where = i;
                }
            }
        }

        @GpuKernel
        void oneOf(boolean first, Written other) {
            Counter chosen = first ? counter : other.counter;
            for (int i = 0; i < a.length; i++) {
                a[i] = chosen.count + i;
            }
        }

        @GpuKernel
        void byClass() {
            boolean isTwice = counter instanceof Twice;
            for (int i = 0; i < a.length; i++) {
                a[i] = isTwice ? 2 : 1;
            }
        }

        @GpuKernel
        void nested(int n) {
            for (int k = 0; k < n; k++) {
                for (int i = 0; i < a.length; i++) {
                    a[i] = a[i] * 0.5f + k;
                    total += a[i];
                }
                count += k;
            }
        }
    }

    /** Inherits fields, and hides one. */
    @SuppressWarnings("HidingField")
    public static final class Below extends Written {
        private float time = 5;

        public Below(int n, Counter counter) {
            super(n, counter);
        }

        @GpuKernel
        void hidden() {
            for (int i = 0; i < a.length; i++) {
                b[i] = a[i] * time;
            }
            time++;
            super.time += time;
        }
    }
}
