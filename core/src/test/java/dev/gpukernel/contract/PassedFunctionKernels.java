package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;
import dev.gpukernel.device.Grid;
import dev.gpukernel.function.BooleanOperator;
import dev.gpukernel.function.ByteOperator;
import dev.gpukernel.function.CharOperator;
import dev.gpukernel.function.DoubleBinaryOperator;
import dev.gpukernel.function.DoubleOperator;
import dev.gpukernel.function.FloatOperator;
import dev.gpukernel.function.FloatPredicate;
import dev.gpukernel.function.FloatToDouble;
import dev.gpukernel.function.IndexedDoubleOperator;
import dev.gpukernel.function.IntBinaryConsumer;
import dev.gpukernel.function.IntBinaryOperator;
import dev.gpukernel.function.IntConsumer;
import dev.gpukernel.function.IntOperator;
import dev.gpukernel.function.IntPredicate;
import dev.gpukernel.function.IntToDouble;
import dev.gpukernel.function.LongTernaryOperator;
import dev.gpukernel.function.ShortOperator;
import java.io.Serializable;
import java.util.Comparator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Kernels that are passed functions, or strategy objects. */
@SuppressWarnings("UnusedMethod") // Kernels are found by their names.
final class PassedFunctionKernels {
    private PassedFunctionKernels() {}

    /** What a body is. */
    record Body(double x, double mass) {
        Body moved(double by) {
            return new Body(x + by, mass);
        }
    }

    /** A function of records. */
    interface Move extends Serializable {
        Body apply(Body body, int step);
    }

    /** A function of any type. */
    interface Combiner<T> extends Serializable {
        T combine(T first, T second);
    }

    /** A strategy, which need not be a lambda. */
    interface Force {
        double at(double x);

        default double twice(double x) {
            return 2 * at(x);
        }
    }

    /** A spring, which counts how it was made. */
    static class Spring implements Force {
        private final double stiffness;
        private final double[] table;

        Spring(double stiffness, double... table) {
            this.stiffness = stiffness;
            this.table = table;
        }

        @Override
        public double at(double x) {
            return -stiffness * x + table[Math.floorMod((int) x, table.length)];
        }
    }

    /** A spring with friction, whose own function decides. */
    static final class Damped extends Spring {
        private final DoubleOperator friction;

        Damped(double stiffness, DoubleOperator friction) {
            super(stiffness, 1, 2);
            this.friction = friction;
        }

        @Override
        public double at(double x) {
            return super.at(x) - friction.apply(x);
        }

        @Override
        public double twice(double x) {
            return at(x) + 1;
        }
    }

    @GpuKernel
    static void apply(FloatOperator f, float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = f.apply(x[i]);
        }
    }

    @GpuKernel
    static void applyInGrid(IntOperator f, int[] x) {
        int i = Grid.x();
        if (i < x.length) {
            x[i] = f.apply(x[i]);
        }
    }

    @GpuKernel
    static double mapped(FloatToDouble f, float[] x) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += f.apply(x[i]);
        }
        return sum;
    }

    @GpuKernel
    static int fold(IntBinaryOperator f, int first, int[] x) {
        int folded = first;
        for (int i = 0; i < x.length; i++) {
            folded = f.apply(folded, x[i]);
        }
        return folded;
    }

    @GpuKernel
    static void scan(IntBinaryOperator f, int[] x, int[] out) {
        int running = 0;
        for (int i = 0; i < x.length; i++) {
            running = f.apply(running, x[i]);
            out[i] = running;
        }
    }

    @GpuKernel
    static int select(IntPredicate p, int[] x, int[] out) {
        int count = 0;
        for (int i = 0; i < x.length; i++) {
            if (p.test(x[i])) {
                out[count++] = x[i];
            }
        }
        return count;
    }

    @GpuKernel
    static int find(IntPredicate p, int[] x) {
        for (int i = 0; i < x.length; i++) {
            if (p.test(x[i])) {
                return i;
            }
        }
        return -1;
    }

    @GpuKernel
    static void histogram(IntOperator bin, int[] x, int[] counts) {
        for (int i = 0; i < x.length; i++) {
            counts[bin.apply(x[i])]++;
        }
    }

    @GpuKernel
    static void nest(DoubleBinaryOperator f, DoubleOperator g, double[][] a, double[][] b) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[i].length; j++) {
                b[i][j] = g.apply(f.apply(a[i][j], i - j));
            }
        }
    }

    @GpuKernel
    static float[] map(FloatOperator f, float[] x) {
        float[] y = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] = f.apply(x[i]);
        }
        return y;
    }

    @GpuKernel
    static void where(FloatPredicate p, FloatOperator f, FloatOperator g, float[] x) {
        for (int i = 0; i < x.length; i++) {
            FloatOperator chosen = p.test(x[i]) ? f : g;
            x[i] = chosen.apply(x[i]);
        }
    }

    @GpuKernel
    static void either(boolean first, FloatOperator f, FloatOperator g, float[] x) {
        FloatOperator chosen = first ? f.andThen(g) : g;
        for (int i = 0; i < x.length; i++) {
            x[i] = chosen.andThen(f).apply(x[i]);
        }
    }

    @GpuKernel
    static void fill(IntToDouble f, IndexedDoubleOperator g, double[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = f.apply(i);
        }
        for (int i = 0; i < x.length; i++) {
            x[i] = g.apply(i, x[i]);
        }
    }

    @GpuKernel
    static void forEach(IntConsumer body, int n) {
        for (int i = 0; i < n; i++) {
            body.accept(i);
        }
    }

    @GpuKernel
    static void forEachCell(IntBinaryConsumer body, int rows, int columns) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                body.accept(i, j);
            }
        }
    }

    @GpuKernel
    static void inOrder(IntBinaryOperator f, int[] x) {
        int state = 1;
        for (@Sequential int i = 0; i < x.length; i++) {
            state = f.apply(state, x[i]);
            x[i] = state;
        }
    }

    @GpuKernel
    static void caught(IntBinaryOperator f, int[] x, int[] out) {
        for (int i = 0; i < out.length; i++) {
            try {
                out[i] = f.apply(100, x[i]);
            } catch (ArithmeticException _) {
                out[i] = -1;
            }
        }
    }

    @GpuKernel
    static void everyType(
            ByteOperator b, ShortOperator s, CharOperator c, LongTernaryOperator l, BooleanOperator z, long[] out) {
        for (int i = 0; i < out.length; i++) {
            byte ofByte = b.apply((byte) (i * 37));
            short ofShort = s.apply((short) (i * 3777));
            char ofChar = c.apply((char) (i * 3777));
            out[i] = l.apply(ofByte, ofShort, ofChar) + (z.apply(i % 2 == 0) ? 1 : 0);
        }
    }

    @GpuKernel
    static void boxed(Combiner<Float> f, float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = f.combine(x[i], 2f);
        }
    }

    @GpuKernel
    static void records(Move move, Combiner<Body> combiner, Body[] bodies) {
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = combiner.combine(bodies[i], move.apply(bodies[i], i));
        }
    }

    @GpuKernel
    static void ordered(Comparator<Body> order, Body[] bodies, boolean[] isLess) {
        for (int i = 0; i + 1 < bodies.length; i++) {
            isLess[i] = order.compare(bodies[i], bodies[i + 1]) < 0;
        }
    }

    /** Bodies, and an order of them. */
    static final class Ranking {
        private final Comparator<Body> order;
        private final Body[] bodies;

        Ranking(Comparator<Body> order, Body[] bodies) {
            this.order = order;
            this.bodies = bodies;
        }
    }

    /** The least of each few bodies. */
    @GpuKernel
    static void least(Ranking ranking, int[] least, int width) {
        for (int i = 0; i < least.length; i++) {
            int best = i;
            for (int j = i; j < Math.min(i + width, ranking.bodies.length); j++) {
                if (ranking.order.compare(ranking.bodies[j], ranking.bodies[best]) < 0) {
                    best = j;
                }
            }
            least[i] = best;
        }
    }

    /** An insertion sort of each few bodies. */
    @GpuKernel
    static void sorted(Ranking ranking, int[][] places) {
        for (int i = 0; i < places.length; i++) {
            for (int j = 0; j < places[i].length; j++) {
                int own = i * places[i].length + j;
                int k = j;
                while (k > 0 && ranking.order.compare(ranking.bodies[places[i][k - 1]], ranking.bodies[own]) > 0) {
                    places[i][k] = places[i][k - 1];
                    k--;
                }
                places[i][k] = own;
            }
        }
    }

    /** Which of two decides a branch of the class initialiser. */
    private static final IntUnaryOperator EITHER = Runtime.version().feature() > 0 ? x -> x + 1 : x -> x - 1;

    /** What it holds changes. */
    private static final IntUnaryOperator COUNTING = counting(new int[1]);

    private static IntUnaryOperator counting(int[] count) {
        return x -> x + count[0]++;
    }

    @GpuKernel
    static void ofEither(int[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = EITHER.applyAsInt(x[i]);
        }
    }

    @GpuKernel
    static void ofCounting(int[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = COUNTING.applyAsInt(x[i]);
        }
    }

    @GpuKernel
    static void same(UnaryOperator<Float> f, Function<Float, Float> g, float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = f.apply(x[i]) + g.apply(x[i]);
        }
    }

    @GpuKernel
    static double integral(DoubleUnaryOperator f, int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += f.applyAsDouble((i + 0.5) / n);
        }
        return sum / n;
    }

    @GpuKernel
    static void generic(Function<Integer, Double> f, int[] x, double[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = f.apply(x[i]);
        }
    }

    @GpuKernel
    static void forces(Force force, double[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = force.at(x[i]) + force.twice(x[i]);
        }
    }

    /** What a tree has. */
    sealed interface Part permits Leaf, Branch, Bud {}

    /** A leaf. */
    record Leaf(int size) implements Part {}

    /** A branch, with a part or none. */
    record Branch(int size, @Nullable Part inner) implements Part {}

    /** A bud. */
    enum Bud implements Part {
        OPEN,
        SHUT {}
    }

    /** A tree. */
    static final class Tree {
        private final Part part;

        Tree(Part part) {
            this.part = part;
        }
    }

    private static int size(Part part, int least) {
        return switch (part) {
            case Leaf(int size) when size > least -> size;
            case Leaf leaf -> -leaf.size;
            case Branch(int size, Leaf(int inner)) when inner > size -> inner;
            case Branch(int size, Part inner) when inner == null -> 50 + size;
            case Branch branch -> branch.size;
            case Bud.OPEN -> 7;
            case Bud bud -> bud == Bud.SHUT && least > 0 ? 8 : 9;
        };
    }

    @GpuKernel
    static void sizes(Tree tree, Part part, int[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = size(tree.part, x[i]) * 100 + size(part, x[i]);
        }
    }

    /** What has a name. */
    record Named(String name, int factor) {}

    /** Strings are known to a launch, in messages too. */
    @GpuKernel
    static void named(String text, Named any, Named named, IntOperator f, int[] x) {
        for (int i = 0; i < x.length; i++) {
            int by = switch (text) {
                case "once" -> 1;
                case "twice" -> 2;
                default -> text.isEmpty() ? 7 : text.length() * text.charAt(i % text.length());
            };
            if (x[i] > 45) {
                throw new IllegalStateException(text + " " + any + " of " + named + " at " + i);
            }
            x[i] = f.apply(x[i] * by * named.factor) + (named.name.equals(text) ? 1 : 0);
        }
    }

    /** An object whose fields hold functions and strategies. */
    static final class Model {
        FloatOperator activation;
        private final Force force;
        private final float[] weights;
        private float bias;

        Model(FloatOperator activation, Force force, float... weights) {
            this.activation = activation;
            this.force = force;
            this.weights = weights;
        }

        float weighted(float x) {
            return weights[0] * x + bias;
        }

        @GpuKernel
        void run(FloatOperator last, float[] x) {
            for (int i = 0; i < x.length; i++) {
                x[i] = last.apply(activation.apply(weighted(x[i]))) + (float) force.at(i);
            }
            bias++;
        }

        @GpuKernel
        void runInGrid(float[] x) {
            int i = Grid.x();
            if (i < x.length) {
                FloatOperator own = this::weighted;
                x[i] = own.andThen(activation).apply(x[i]);
            }
        }
    }
}
