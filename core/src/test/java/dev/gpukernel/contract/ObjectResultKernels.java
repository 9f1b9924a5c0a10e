package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Kernels that return objects. */
@SuppressWarnings({"ClassCanBeStatic", "ExposedPrivateType", "UnusedVariable"
}) // Fields are compared by what they hold.
public final class ObjectResultKernels {
    private ObjectResultKernels() {}

    /** What is returned. */
    public interface Shape {}

    /** Final fields, some of them the caller's arrays. */
    public static class Matrix implements Shape {
        private final double[][] rows;
        private final int height;
        protected final int width;

        public Matrix(double[][] rows, int height, int width) {
            this.rows = rows;
            this.height = height;
            this.width = width;
        }

        public Matrix(int height, int width) {
            this(new double[height][width], height, width);
        }

        double get(int row, int column) {
            return rows[row][column];
        }

        @GpuKernel
        public Matrix times(Matrix other) {
            if (width != other.height) {
                throw new IllegalArgumentException("sizes");
            }
            Matrix product = new Matrix(height, other.width);
            double[][] out = product.rows;
            for (int i = 0; i < height; i++) {
                for (int k = 0; k < other.width; k++) {
                    double sum = 0;
                    for (int j = 0; j < width; j++) {
                        sum += rows[i][j] * other.rows[j][k];
                    }
                    out[i][k] = sum;
                }
            }
            return product;
        }

        @GpuKernel
        public Matrix scaleInPlace(double by) {
            for (int i = 0; i < height; i++) {
                for (int k = 0; k < width; k++) {
                    rows[i][k] *= by;
                }
            }
            return this;
        }

        /** A view: it holds the very same rows. */
        @GpuKernel
        Matrix named(double by) {
            for (int i = 0; i < height; i++) {
                for (int k = 0; k < width; k++) {
                    rows[i][k] += by;
                }
            }
            return new Named(rows, height, width, by > 0);
        }

        @GpuKernel
        static @Nullable Matrix larger(Matrix one, Matrix other, double limit) {
            double sum = 0;
            for (int i = 0; i < one.height; i++) {
                sum += one.rows[i][0] - other.rows[i][0];
            }
            if (sum == 0) {
                return null;
            }
            return sum > limit ? one : other;
        }
    }

    /** Hides a field, and has others of all types that are narrow. */
    @SuppressWarnings("HidingField")
    public static final class Named extends Matrix {
        private final boolean isUp;
        private final byte width;
        private final char letter;
        private short never;
        private final long wide;
        private final float part;
        private final Kind kind;
        private @Nullable Object nothing;

        Named(double[][] rows, int height, int width, boolean isUp) {
            super(rows, height, width);
            this.isUp = isUp;
            this.width = (byte) (width + 127);
            this.letter = (char) -width;
            this.wide = 1L << (40 + width);
            this.part = Float.intBitsToFloat(0x7fc00000 + width);
            this.kind = isUp ? Kind.UP : Kind.DOWN;
        }
    }

    /** Which way. */
    public enum Kind {
        UP,
        DOWN {
            @Override
            public String toString() {
                return "down";
            }
        }
    }

    /** A place. */
    public record Point(double x, double y) {}

    /** Objects, null and an enum in a record. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Pair(Matrix first, @Nullable Matrix second, Kind kind, float[] both, Point at) implements Shape {}

    /** Refers to others of its kind. */
    public static final class Node implements Shape {
        private Node next;
        private @Nullable Node other;
        private int[] own;
        private int[] shared;

        Node(int[] own, int[] shared) {
            this.next = this;
            this.own = own;
            this.shared = shared;
        }
    }

    /** Made in the kernel, with an object around it. */
    public static final class Outer {
        private final int[] x;
        private int made;
        private Point[] points;

        public Outer(int n) {
            x = new int[n];
            points = new Point[n];
            for (int i = 0; i < n; i++) {
                x[i] = i * i - 7;
                points[i] = new Point(i, -i);
            }
        }

        /** Inside. */
        private final class Inner implements Shape {
            private final int number;
            private final Point[] held;
            private final long[] sums = new long[3];

            private Inner(int number, Point[] held) {
                this.number = number;
                this.held = held;
            }
        }

        /** Writes a field, and makes an object that knows this one. */
        @GpuKernel
        Inner inner(int by) {
            Point[] moved = new Point[points.length];
            for (int i = 0; i < points.length; i++) {
                moved[i] = new Point(points[i].x() + by, points[i].y());
            }
            Inner inner = new Inner(++made, moved);
            for (int i = 0; i < x.length; i++) {
                inner.sums[1] += x[i];
            }
            return inner;
        }

        /** A ring of two, and what is made in the end counts. */
        @GpuKernel
        Node ring(int by) {
            int[] squares = new int[x.length];
            for (int i = 0; i < squares.length; i++) {
                squares[i] = x[i] * by;
            }
            Node first = new Node(squares, x);
            Node second = new Node(x, squares);
            first.next = second;
            second.next = first;
            first.other = by > 2 ? second : null;
            second.other = second;
            second.own = new int[4];
            return first;
        }

        /** What throws after it was made is not returned. */
        @GpuKernel
        Node thrown(int at) {
            Node node = new Node(new int[x.length], x);
            made = at;
            for (int i = 0; i < x.length; i++) {
                node.own[i] = 100 / (i - at);
            }
            return node;
        }
    }

    /** One thing or another, of different parts. */
    @GpuKernel
    static @Nullable Shape either(float[] x, double[][] rows, int which) {
        float[] half = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            half[i] = x[i] / 2;
        }
        if (which == 0) {
            return null;
        }
        Matrix held = new Matrix(rows, rows.length, which);
        if (which < 3) {
            return new Pair(
                    held, which == 1 ? held : null, which == 1 ? Kind.UP : Kind.DOWN, half, new Point(which, 2));
        }
        int[] counts = new int[which];
        for (int i = 0; i < which; i++) {
            counts[i] = which - i;
        }
        return which == 3 ? new Node(counts, counts) : Objects.requireNonNull(held);
    }

    /** Rows that have several lengths, or change places. */
    @GpuKernel
    static Matrix swapped(double[][] rows, int by) {
        double[] first = rows[0];
        rows[0] = rows[1];
        rows[1] = first;
        for (int i = 0; i < rows.length; i++) {
            for (int k = 0; k < rows[i].length; k++) {
                rows[i][k] += by;
            }
        }
        return new Matrix(rows, by, rows.length);
    }

    /** In a loop that goes on with the object of the iteration before. */
    @GpuKernel
    static Sum sums(double[] x) {
        Sum sum = new Sum(0, 0);
        for (int i = 0; i < x.length; i++) {
            sum = new Sum(sum.count + 1, sum.total + x[i]);
        }
        return sum;
    }

    /** A sum. */
    public static final class Sum {
        private final int count;
        private final double total;

        Sum(int count, double total) {
            this.count = count;
            this.total = total;
        }

        int count() {
            return count;
        }

        double total() {
            return total;
        }
    }

    /** All that was passed, in an object. */
    public static final class Held {
        final float[] passed;
        final float[] made;

        Held(float[] passed, float[] made) {
            this.passed = passed;
            this.made = made;
        }
    }

    @GpuKernel
    static Held held(float[] x) {
        float[] made = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            made[i] = x[i] + 1;
            x[i] = -x[i];
        }
        return new Held(x, made);
    }
}
