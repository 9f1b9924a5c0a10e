package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;
import dev.gpukernel.device.Grid;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/** Objects that a kernel makes and that stay inside: mutable vectors, accumulators, iterators, shapes, small data structures. */
final class ObjectKernels {
    private ObjectKernels() {}

    /** A mutable vector. */
    static final class Vec3 {
        double x;
        double y;
        double z;

        Vec3(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vec3 plus(Vec3 other) {
            return new Vec3(x + other.x, y + other.y, z + other.z);
        }

        /** Gives itself back, so that calls follow each other. */
        Vec3 add(Vec3 other) {
            x += other.x;
            y += other.y;
            z += other.z;
            return this;
        }

        Vec3 scale(double factor) {
            x *= factor;
            y *= factor;
            z *= factor;
            return this;
        }

        double dot(Vec3 other) {
            return x * other.x + y * other.y + z * other.z;
        }
    }

    /** Adds up what it is given. */
    static final class Stats {
        private int count;
        private long sum;
        private int least = Integer.MAX_VALUE;
        private int most = Integer.MIN_VALUE;

        void add(int value) {
            count++;
            sum += value;
            least = Math.min(least, value);
            most = Math.max(most, value);
        }

        long sum() {
            return sum;
        }

        int range() {
            return count == 0 ? 0 : most - least;
        }
    }

    /** An iterator over some numbers. */
    static final class Steps {
        private final int last;
        private final int step;
        private int next;

        Steps(int first, int last, int step) {
            if (step <= 0) {
                throw new IllegalArgumentException("step " + step);
            }
            this.next = first;
            this.last = last;
            this.step = step;
        }

        boolean hasNext() {
            return next <= last;
        }

        int next() {
            int value = next;
            next += step;
            return value;
        }
    }

    /** What has an area, and more by default. */
    interface Shape {
        double area();

        default double twice() {
            return 2 * area();
        }
    }

    /** A shape with a name that its subclasses have too. */
    abstract static class Named implements Shape {
        protected double size = 1;
        private final int code;

        Named(int code) {
            this.code = code;
            init();
        }

        /** Called before the constructor of a subclass sets its fields. */
        void init() {
            size += 1;
        }

        int code() {
            return code;
        }
    }

    /** A square; its field hides one of the class above. */
    @SuppressWarnings("HidingField")
    static class Square extends Named {
        protected double size;

        Square(double size) {
            super(4);
            this.size = size;
        }

        @Override
        public double area() {
            return size * size + super.size;
        }
    }

    /** A square that changes what it has of the classes above. */
    static final class Tile extends Square {
        private int inits;

        Tile(double size) {
            super(size / 2);
        }

        @Override
        void init() {
            super.init();
            inits++;
        }

        @Override
        public double area() {
            return super.area() + inits;
        }
    }

    /** A circle. */
    record Circle(double radius) implements Shape {
        @Override
        public double area() {
            return 3.25 * radius * radius;
        }
    }

    /** A generator of random numbers. */
    static final class Xorshift {
        private int state;

        Xorshift(int seed) {
            state = seed == 0 ? 1 : seed;
        }

        int next() {
            state ^= state << 13;
            state ^= state >>> 17;
            state ^= state << 5;
            return state;
        }

        double unit() {
            return (next() >>> 8) * 0x1.0p-24;
        }
    }

    /** A stack of the thread's own. */
    static final class IntStack {
        private final int[] elements = new int[8];
        private int size;

        void push(int value) {
            elements[size++] = value;
        }

        int pop() {
            return elements[--size];
        }

        boolean isEmpty() {
            return size == 0;
        }
    }

    @GpuKernel
    static void vectorSums(double[] x, double[] y, double[] z, double[] out) {
        for (int i = 0; i < out.length; i++) {
            Vec3 p = new Vec3(x[i], y[i], z[i]);
            Vec3 same = p;
            same.add(p).scale(0.5).add(new Vec3(1, i, -1));
            p = p.plus(same);
            out[i] = p.dot(same) - same.x;
        }
    }

    /** Objects that replace each other from iteration to iteration. */
    @GpuKernel
    static void orbits(double[] x, double[] y, int steps, double[] out) {
        for (int i = 0; i < out.length; i++) {
            Vec3 at = new Vec3(x[i], y[i], 1);
            Vec3 speed = new Vec3(0, 0.5, 0.25);
            for (int k = 0; k < steps; k++) {
                double factor = -0.125 / (1 + at.dot(at));
                Vec3 force = new Vec3(at.x, at.y, at.z).scale(factor);
                speed = speed.plus(force);
                if (k % 3 == 1) {
                    at.add(speed);
                } else {
                    at = at.plus(speed);
                }
            }
            out[i] = at.x + 2 * at.y + 3 * at.z;
        }
    }

    @GpuKernel
    static long total(int[] x) {
        Stats stats = new Stats();
        for (int i = 0; i < x.length; i++) {
            stats.add(x[i]);
        }
        return stats.sum() + stats.range();
    }

    @GpuKernel
    static void rowTotals(int[] x, int columns, long[] out) {
        for (int i = 0; i < out.length; i++) {
            Stats stats = new Stats();
            for (int j = 0; j < columns; j++) {
                stats.add(x[i * columns + j]);
            }
            out[i] = stats.sum() - stats.range();
        }
    }

    private static int sumOf(Steps steps) {
        int sum = 0;
        while (steps.hasNext()) {
            sum += steps.next();
        }
        return sum;
    }

    @GpuKernel
    static void iterators(int[] n, int[] out) {
        int i = Grid.x();
        if (i < out.length) {
            Steps steps = new Steps(i, n[i], 1 + i % 4);
            int first = steps.hasNext() ? steps.next() : -1;
            out[i] = sumOf(steps) * 31 + first;
        }
    }

    /** The constructor throws. */
    @GpuKernel
    static void refusedSteps(int[] n, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = sumOf(new Steps(0, 20, n[i]));
        }
    }

    private static double areas(Shape shape) {
        return shape.area() + shape.twice() + (shape instanceof Named named ? named.code() : -1);
    }

    @GpuKernel
    static void shapes(double[] size, double[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = areas(new Square(size[i])) + areas(new Tile(size[i])) - areas(new Circle(size[i]));
        }
    }

    /** A shape of one class or another. */
    @GpuKernel
    static void chosenShapes(double[] size, double[] out) {
        for (int i = 0; i < out.length; i++) {
            Shape shape = i % 3 == 0 ? new Circle(size[i]) : size[i] > 0 ? new Tile(size[i]) : new Square(size[i]);
            out[i] = areas(shape);
        }
    }

    /** Which of two objects is changed is seen through the names of both. */
    @GpuKernel
    static void chosenObjects(double[] x, double[] out) {
        for (int i = 0; i < out.length; i++) {
            Vec3 a = new Vec3(x[i], 1, 2);
            Vec3 b = new Vec3(-x[i], 3, 4);
            Vec3 chosen = x[i] > 0 ? a : b;
            chosen.scale(10);
            out[i] = a.dot(b) + (chosen == a ? a.x : b.y);
        }
    }

    /** Nothing until something is found. */
    @GpuKernel
    static void nearest(double[] x, int count, double limit, double[] out) {
        for (int i = 0; i < out.length; i++) {
            Vec3 best = null;
            for (int k = 0; k < count; k++) {
                double distance = Math.abs(x[k] - x[i]);
                if (k != i && distance < limit && (best == null || distance < best.y)) {
                    best = new Vec3(x[k], distance, k);
                }
            }
            out[i] = best == null ? -1 : best.x + best.z;
        }
    }

    @GpuKernel
    static void estimates(int seed, int throwsOfEach, double[] out) {
        for (int i = 0; i < out.length; i++) {
            Xorshift random = new Xorshift(seed + i);
            int hits = 0;
            for (int k = 0; k < throwsOfEach; k++) {
                double u = random.unit();
                double v = random.unit();
                hits += u * u + v * v < 1 ? 1 : 0;
            }
            out[i] = 4.0 * hits / throwsOfEach;
        }
    }

    @GpuKernel
    static void reversed(int[] x, int[] out) {
        for (int i = 0; i < out.length; i++) {
            IntStack stack = new IntStack();
            for (int rest = x[i]; rest > 0; rest /= 10) {
                stack.push(rest % 10);
            }
            int sum = 0;
            for (int weight = 1; !stack.isEmpty(); weight++) {
                sum += weight * stack.pop();
            }
            out[i] = sum;
        }
    }

    /** One object in its order, whatever its iterations do with it. */
    @GpuKernel
    static void sequentialWalk(double[] x, double[] out) {
        Vec3 at = new Vec3(0, 0, 0);
        for (@Sequential int i = 0; i < x.length; i++) {
            at.add(new Vec3(x[i], at.x * 0.5, 1));
            if (at.y > 3) {
                at = new Vec3(at.y, 0, at.z);
            }
            out[i] = at.x - at.y + at.z;
        }
    }

    /** A class of the method that uses its locals. */
    @GpuKernel
    static void localClasses(float[] x, float weight, float[] out) {
        for (int i = 0; i < out.length; i++) {
            float own = x[i];
            class Mean {
                private float sum = own;
                private int count = 1;

                void add(float value) {
                    sum += value * weight;
                    count++;
                }
            }
            Mean mean = new Mean();
            mean.add(i);
            mean.add(own * own);
            out[i] = mean.sum / mean.count;
        }
    }

    /** The JDK's own accumulator, which adds with compensation. */
    @GpuKernel
    static void statistics(double[] x, int columns, double[] out) {
        for (int i = 0; i < out.length; i++) {
            DoubleSummaryStatistics statistics = new DoubleSummaryStatistics();
            for (int j = 0; j < columns; j++) {
                statistics.accept(x[i * columns + j]);
            }
            out[i] = statistics.getAverage() + statistics.getMax() - statistics.getMin();
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop(
                "vectorSums",
                () -> List.of(doubles(50, 1, -2, 2), doubles(50, 2, -2, 2), doubles(50, 3, -2, 2), new double[50]));
        kernels.loop("orbits", () -> List.of(doubles(40, 4, -2, 2), doubles(40, 5, -2, 2), 20, new double[40]));
        kernels.loop("total", () -> List.of(ints(500, 6, -900, 900)));
        kernels.loop("rowTotals", () -> List.of(ints(300, 7, -900, 900), 10, new long[30]));
        kernels.grid("iterators", 50, () -> List.of(ints(50, 8, 0, 90), new int[50]));
        kernels.throwing(IllegalArgumentException.class)
                .loop("refusedSteps", () -> List.of(ints(50, 9, 0, 9), new int[50]));
        kernels.loop("shapes", () -> List.of(doubles(40, 10, -3, 3), new double[40]));
        kernels.loop("chosenShapes", () -> List.of(doubles(40, 11, -3, 3), new double[40]));
        kernels.loop("chosenObjects", () -> List.of(doubles(40, 12, -3, 3), new double[40]));
        kernels.loop("nearest", () -> List.of(doubles(40, 13, -3, 3), 40, 0.2, new double[40]));
        kernels.loop("estimates", () -> List.of(17, 50, new double[30]));
        kernels.loop("reversed", () -> List.of(ints(40, 14, 0, 9_999_999), new int[40]));
        kernels.loop("sequentialWalk", () -> List.of(doubles(60, 15, -1, 1), new double[60]));
        kernels.loop("localClasses", () -> List.of(floats(40, 16, -3, 3), 0.5f, new float[40]));
        kernels.loop("statistics", () -> List.of(doubles(400, 17, -3, 3), 10, new double[40]));
    }
}
