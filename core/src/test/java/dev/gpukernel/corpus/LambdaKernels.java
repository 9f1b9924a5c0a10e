package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;
import dev.gpukernel.device.Grid;
import dev.gpukernel.function.FloatOperator;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Lambdas and method references that a kernel makes. */
final class LambdaKernels {
    private LambdaKernels() {}

    /** What a body is. */
    record Body(double x, double mass) {
        Body heavier(double factor) {
            return new Body(x, mass * factor);
        }

        static Body at(double x) {
            return new Body(x, 1);
        }
    }

    /** Adds up. */
    static final class Sum {
        private int sum;

        Sum() {}

        Sum(int start) {
            sum = start;
        }

        void add(int value) {
            sum += value;
        }

        int plus(int value) {
            return sum + value;
        }
    }

    private static double apply(DoubleUnaryOperator f, double x) {
        return f.applyAsDouble(x) + f.applyAsDouble(-x);
    }

    private static <T, R> R with(T value, Function<T, R> function) {
        return function.apply(value);
    }

    private static int fold(int first, int last, IntBinaryOperator combine) {
        int folded = first;
        for (int k = first + 1; k <= last; k++) {
            folded = combine.applyAsInt(folded, k);
        }
        return folded;
    }

    private static void repeat(int times, IntConsumer body) {
        for (int k = 0; k < times; k++) {
            body.accept(k);
        }
    }

    /** Lambdas that capture parameters, locals and elements, passed to a method. */
    @GpuKernel
    static void captures(double[] x, double a, double[] table, double[] out) {
        for (int i = 0; i < out.length; i++) {
            double own = x[i];
            int k = i % table.length;
            out[i] = apply(v -> a * v * v + own, own) + apply(v -> table[k] + v, 1);
        }
    }

    /** References to static methods, methods of an argument, of a captured object, and to constructors. */
    @GpuKernel
    static void references(double[] x, double[] out) {
        for (int i = 0; i < out.length; i++) {
            Body body = new Body(x[i], 2);
            Function<Double, Body> make = Body::at;
            BiFunction<Double, Double, Body> construct = Body::new;
            BiFunction<Body, Double, Body> heavier = Body::heavier;
            ToDoubleFunction<Body> mass = Body::mass;
            Supplier<Double> place = body::x;
            Body made = heavier.apply(construct.apply(x[i], 3.0), 2.0);
            out[i] = apply(Math::abs, x[i])
                    + mass.applyAsDouble(made)
                    + place.get()
                    + make.apply(0.5).x();
        }
    }

    /** A method of an object that changes, and objects that a constructor makes. */
    @GpuKernel
    static void objects(int[] x, int[] out) {
        for (int i = 0; i < out.length; i++) {
            Sum sum = new Sum();
            repeat(4, sum::add);
            repeat(x[i] & 3, k -> sum.add(k * k));
            Supplier<Sum> make = Sum::new;
            Function<Integer, Sum> start = Sum::new;
            Sum other = make.get();
            other.add(x[i]);
            IntUnaryOperator plus = start.apply(other.sum)::plus;
            out[i] = sum.sum + plus.applyAsInt(i);
        }
    }

    /** The JDK's own default methods, whose lambdas capture lambdas. */
    @GpuKernel
    static void composed(double[] x, double a, double[] out) {
        for (int i = 0; i < out.length; i++) {
            DoubleUnaryOperator scale = v -> v * a;
            DoubleUnaryOperator shift = v -> v + 1;
            DoubleUnaryOperator both =
                    scale.andThen(shift).andThen(scale).compose(Math::sqrt).andThen(DoubleUnaryOperator.identity());
            IntPredicate even = k -> k % 2 == 0;
            IntPredicate chosen = even.negate().or(k -> k > 20).and(k -> k != 33);
            out[i] = chosen.test(i) ? both.applyAsDouble(Math.abs(x[i])) : shift.applyAsDouble(x[i]);
        }
    }

    /** One function or another, in an iteration and before the loop. */
    @GpuKernel
    static void chosen(float[] x, boolean first, float[] out) {
        float limit = first ? 0.5f : -0.5f;
        FloatOperator clip = first ? v -> Math.min(v, limit) : v -> Math.max(v, limit);
        for (int i = 0; i < out.length; i++) {
            FloatOperator own = x[i] > 0 ? Math::abs : v -> v * limit;
            FloatOperator third = i % 3 == 0 ? own : clip;
            out[i] = clip.apply(x[i]) + own.apply(x[i]) + third.apply(1);
        }
    }

    /** A function for each case. */
    @GpuKernel
    static void cases(int[] x, int[] y, int[] out) {
        for (int i = 0; i < out.length; i++) {
            IntBinaryOperator operation = switch (x[i] & 3) {
                case 0 -> Integer::sum;
                case 1 -> (a, b) -> a - b;
                case 2 -> Math::max;
                default -> (a, b) -> a * b;
            };
            out[i] = operation.applyAsInt(x[i], y[i]);
        }
    }

    /** Functions of generic types: their arguments are boxed. */
    @GpuKernel
    static void generic(int[] x, float[] y, double[] out) {
        for (int i = 0; i < out.length; i++) {
            BinaryOperator<Integer> product = (a, b) -> a * b;
            int own = x[i];
            double half = with(y[i], v -> v / 2.0);
            long wide = with(own, v -> (long) v * v);
            boolean is = with(own, v -> v > 3);
            out[i] = product.apply(own, 3) + half + wide + (is ? 1 : 0);
        }
    }

    /** Types that Java converts from one to another where a function is called. */
    @GpuKernel
    static void converted(int[] x, double[] out) {
        for (int i = 0; i < out.length; i++) {
            DoubleBinaryOperator power = Math::pow;
            int own = x[i] & 7;
            LongSupplier wide = with(own, v -> (IntSupplier) () -> v * 2)::getAsInt;
            Function<Integer, Double> root = Math::sqrt;
            DoubleUnaryOperator narrow = v -> (byte) v;
            out[i] = power.applyAsDouble(own, 2) + wide.getAsLong() + root.apply(own) + narrow.applyAsDouble(x[i]);
        }
    }

    /** An order of records, in the insertion sort of a thread. */
    @GpuKernel
    static void sorted(double[] x, double[] out) {
        for (int i = 0; i < out.length; i++) {
            Comparator<Body> order = Comparator.comparing(Body::mass, Comparator.reverseOrder())
                    .reversed()
                    .thenComparing(Comparator.comparingDouble(Body::x).reversed());
            Body least = new Body(0, x[i]);
            for (int k = 0; k < 5; k++) {
                Body next = new Body(k, x[(i + k) % x.length]);
                least = order.compare(next, least) < 0 ? next : least;
            }
            out[i] = least.x() + least.mass();
        }
    }

    private static final Comparator<Body> BY_MASS = Comparator.comparingDouble(Body::mass);
    private static final Comparator<Body> BY_ALL =
            Comparator.nullsLast(BY_MASS.reversed()).thenComparing(Body::x, Collections.reverseOrder());
    private static final DoubleUnaryOperator TWICE = x -> 2 * x;
    private static final DoubleUnaryOperator LINE = TWICE.andThen(scaled(1.5)).compose(DoubleUnaryOperator.identity());
    private static final Predicate<Body> HEAVY = body -> body.mass() > 0.5;
    private static final Predicate<Body> LIGHT =
            HEAVY.negate().and(body -> body.x() < 4).or(HEAVY);

    @SuppressWarnings("UnnecessaryLambda") // what is tested
    private static final IntUnaryOperator NEXT = k -> k + 1;

    private static DoubleUnaryOperator scaled(double by) {
        return x -> x * by - 1;
    }

    /** Functions in static fields, of plain lambdas, by those in others and by methods. */
    @GpuKernel
    static void ofFields(double[] x, double[] out) {
        for (int i = 0; i < out.length; i++) {
            Body least = new Body(0, x[i]);
            for (int k = 0; k < 5; k++) {
                Body next = new Body(k, x[(i + k) % x.length]);
                least = (k < 3 ? BY_ALL : BY_MASS).compare(next, least) < 0 ? next : least;
            }
            out[i] = LINE.applyAsDouble(least.mass()) + least.x() + (LIGHT.test(least) ? NEXT.applyAsInt(i) : 0.5);
        }
    }

    private static IntUnaryOperator ofMany(int which) {
        return switch (which) {
            case 0 -> v -> v * 2;
            case 1 -> v -> v ^ 3;
            case 2 -> v -> v - 4;
            case 3 -> v -> v * 5;
            case 4 -> v -> v ^ 6;
            case 5 -> v -> v - 7;
            case 6 -> v -> v * 8;
            case 7 -> v -> v ^ 9;
            case 8 -> v -> v - 10;
            case 9 -> v -> v * 11;
            case 10 -> v -> v ^ 12;
            case 11 -> v -> v - 13;
            case 12 -> v -> v * 14;
            case 13 -> v -> v ^ 15;
            case 14 -> v -> v - 16;
            case 15 -> v -> v * 17;
            case 16 -> v -> v ^ 18;
            case 17 -> v -> v - 19;
            case 18 -> v -> v * 20;
            default -> v -> -v;
        };
    }

    /** One of many functions, called in several places. */
    @GpuKernel
    static void chosenOfMany(int[] x, int[] out) {
        for (int i = 0; i < out.length; i++) {
            IntUnaryOperator f = ofMany(x[i] & 31);
            int own = f.applyAsInt(i);
            for (int k = 0; k < 3; k++) {
                own += f.applyAsInt(k);
            }
            out[i] = own;
        }
    }

    /** A reduction by a function. */
    @GpuKernel
    static int product(int[] x) {
        IntBinaryOperator combine = (a, b) -> a * (b | 1);
        int product = 1;
        for (int i = 0; i < x.length; i++) {
            product = combine.applyAsInt(product, x[i]);
        }
        return product;
    }

    /** Running values of functions, in a loop in its order. */
    @GpuKernel
    static void running(int[] x, int[] out) {
        IntBinaryOperator step = (a, b) -> 31 * a ^ b;
        int state = 7;
        for (@Sequential int i = 0; i < x.length; i++) {
            state = step.applyAsInt(state, x[i]);
            out[i] = state;
        }
    }

    /** A function that throws, and what catches it. */
    @GpuKernel
    static void caught(int[] x, int[] out) {
        for (int i = 0; i < out.length; i++) {
            IntBinaryOperator divide = (a, b) -> a / b;
            try {
                out[i] = fold(x[i], x[i] + 3, divide);
            } catch (ArithmeticException _) {
                out[i] = -1;
            }
        }
    }

    /** A function that throws out of the kernel. */
    @GpuKernel
    static void thrown(int[] x, int[] table, int[] out) {
        IntUnaryOperator find = k -> table[k];
        for (int i = 0; i < out.length; i++) {
            out[i] = find.applyAsInt(x[i]);
        }
    }

    /** A function that writes an array that it captures. */
    @GpuKernel
    static void written(float[] x, float[] out) {
        IntConsumer body = i -> out[i] = x[i] * 2;
        for (int i = 0; i < out.length; i++) {
            body.accept(i);
        }
    }

    /** Functions of a thread, which captures rows and an array of its own. */
    @GpuKernel
    static void ofThread(float[][] rows, float[] out) {
        int i = Grid.x();
        if (i >= out.length) {
            return;
        }
        float[] row = rows[i];
        float[] own = new float[4];
        IntConsumer fill = k -> own[k & 3] += row[k];
        repeat(row.length, fill);
        IntUnaryOperator next = k -> (k + 1) & 3;
        out[i] = own[next.applyAsInt(i & 3)] - own[i & 3];
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("captures", () -> List.of(doubles(40, 1, -3, 3), 1.5, doubles(7, 2, -3, 3), new double[40]));
        kernels.loop("references", () -> List.of(doubles(40, 3, -3, 3), new double[40]));
        kernels.loop("objects", () -> List.of(ints(40, 4, 0, 99), new int[40]));
        kernels.loop("composed", () -> List.of(doubles(60, 5, -3, 3), 1.25, new double[60]));
        kernels.loop("chosen", () -> List.of(floats(40, 6, -3, 3), true, new float[40]));
        kernels.loop("cases", () -> List.of(ints(60, 7, -99, 99), ints(60, 8, -99, 99), new int[60]));
        kernels.loop("generic", () -> List.of(ints(40, 9, -9, 9), floats(40, 10, -3, 3), new double[40]));
        kernels.loop("converted", () -> List.of(ints(40, 11, -999, 999), new double[40]));
        kernels.loop("sorted", () -> List.of(doubles(40, 12, -3, 3), new double[40]));
        kernels.loop("ofFields", () -> List.of(doubles(40, 18, -3, 3), new double[40]));
        kernels.loop("chosenOfMany", () -> List.of(ints(60, 19, 0, 99), new int[60]));
        kernels.loop("product", () -> List.of(ints(400, 13, -99, 99)));
        kernels.loop("running", () -> List.of(ints(60, 14, -99, 99), new int[60]));
        kernels.loop("caught", () -> List.of(ints(40, 15, -4, 4), new int[40]));
        kernels.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("thrown", () -> List.of(ints(40, 16, 0, 9), new int[8], new int[40]));
        kernels.loop("written", () -> List.of(floats(40, 17, -3, 3), new float[40]));
        kernels.grid(
                "ofThread", 9, () -> List.of(new float[][] {{1, 2, 3, 4}, {5, 6, 7, 8}, {2, 4, 1, 9}}, new float[3]));
    }
}
