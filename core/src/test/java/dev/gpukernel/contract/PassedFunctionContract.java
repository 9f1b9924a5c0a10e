package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.Launch;
import dev.gpukernel.contract.PassedFunctionKernels.Body;
import dev.gpukernel.contract.PassedFunctionKernels.Branch;
import dev.gpukernel.contract.PassedFunctionKernels.Bud;
import dev.gpukernel.contract.PassedFunctionKernels.Combiner;
import dev.gpukernel.contract.PassedFunctionKernels.Damped;
import dev.gpukernel.contract.PassedFunctionKernels.Force;
import dev.gpukernel.contract.PassedFunctionKernels.Leaf;
import dev.gpukernel.contract.PassedFunctionKernels.Model;
import dev.gpukernel.contract.PassedFunctionKernels.Move;
import dev.gpukernel.contract.PassedFunctionKernels.Named;
import dev.gpukernel.contract.PassedFunctionKernels.Part;
import dev.gpukernel.contract.PassedFunctionKernels.Ranking;
import dev.gpukernel.contract.PassedFunctionKernels.Spring;
import dev.gpukernel.contract.PassedFunctionKernels.Tree;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Kernels that are passed functions lead to what they do in Java, whatever these are and capture. */
public abstract class PassedFunctionContract {
    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    /** {@return whether the device may refuse a launch, which it then says} */
    protected boolean mayRefuse() {
        return false;
    }

    /** Orders as the JDK makes them on the host, of functions that tell what they do. */
    private static List<Comparator<Body>> orders(Comparator<Body> first) {
        ToDoubleFunction<Body> mass = (ToDoubleFunction<Body> & Serializable) Body::mass;
        Function<Body, Double> x = (Function<Body, Double> & Serializable) Body::x;
        return List.of(
                Comparator.comparingDouble(mass).thenComparing(first),
                Comparator.comparing(x),
                Comparator.comparing(x, Comparator.reverseOrder()),
                Comparator.comparing(x, Comparator.<Double>naturalOrder().reversed())
                        .reversed(),
                Comparator.comparingDouble(mass).reversed().thenComparing(x).thenComparingDouble(mass),
                Collections.reverseOrder(first.thenComparing(first).thenComparing(first)));
    }

    /** What functions capture. */
    static final class Captured {
        private final float factor;
        private final float[] table;

        Captured(float factor, float... table) {
            this.factor = factor;
            this.table = table;
        }

        float times(float x) {
            return factor * x;
        }

        FloatOperator looked() {
            return x -> table[Math.floorMod((int) x, table.length)] * factor;
        }
    }

    /** What an enum decides. */
    enum Rounding {
        UP,
        DOWN
    }

    /** A function that is no lambda. */
    static final class Cube implements FloatOperator {
        private static final long serialVersionUID = 1;

        @Override
        public float apply(float x) {
            return x * x * x;
        }
    }

    private static float square(float x) {
        return x * x;
    }

    private static void add(List<LaunchedCase> cases, String kernel, Supplier<@Nullable Object[]> arguments) {
        cases.add(new LaunchedCase(PassedFunctionKernels.class, kernel, 0, arguments));
    }

    private static float[] floats(int n) {
        float[] made = new float[n];
        for (int i = 0; i < n; i++) {
            made[i] = (i * 37 % 101 - 50) / 8f;
        }
        return made;
    }

    private static int[] ints(int n) {
        int[] made = new int[n];
        for (int i = 0; i < n; i++) {
            made[i] = i * 37 % 101 - 50;
        }
        return made;
    }

    private static Body[] bodies(int n) {
        Body[] made = new Body[n];
        for (int i = 0; i < n; i++) {
            made[i] = new Body(i * 37 % 101, 1 + i % 3);
        }
        return made;
    }

    /** Functions of floats, each of which captures something else, new each time. */
    static List<Supplier<FloatOperator>> functions() {
        List<Supplier<FloatOperator>> functions = new ArrayList<>();
        functions.add(() -> x -> x + 1);
        for (float factor : new float[] {2, -0.5f}) {
            functions.add(() -> x -> x * factor);
        }
        functions.add(() -> {
            byte b = 3;
            short s = -4;
            char c = 'c';
            int i = 1 << 20;
            long l = -1L << 40;
            double d = 0.1;
            boolean z = true;
            return x -> z ? (float) (x * b + s + c - i + l * d) : 0;
        });
        functions.add(() -> {
            float[] table = {1, 2, 3, 5};
            double[][] rows = {{1, 2}, {3, 4}};
            return x -> table[(int) x & 3] + (float) rows[(int) x & 1][1];
        });
        functions.add(() -> {
            Body body = new Body(2, 3);
            Body[] all = bodies(3);
            return x -> (float) (x * body.x() + body.moved(x).x() + all[1].mass());
        });
        functions.add(() -> {
            Rounding rounding = Rounding.DOWN;
            return x -> rounding == Rounding.UP ? (float) Math.ceil(x) : (float) Math.floor(x);
        });
        functions.add(() -> PassedFunctionContract::square);
        functions.add(() -> Math::abs);
        functions.add(() -> new Captured(3)::times);
        functions.add(() -> new Captured(3, 1, 2, 4)::times);
        functions.add(new Captured(2, 1, 2, 4)::looked);
        functions.add(Cube::new);
        functions.add(() -> {
            FloatOperator inner = x -> x / 3;
            DoubleOperator wide = x -> x * 0.1;
            return x -> inner.apply(x) + (float) wide.apply(inner.apply(1));
        });
        functions.add(() -> {
            FloatOperator twice = x -> 2 * x;
            return twice.andThen(PassedFunctionContract::square).andThen(twice).andThen(new Cube());
        });
        functions.add(() -> new FloatOperator() {
            private static final long serialVersionUID = 1;

            private final float own = 7;

            @Override
            public float apply(float x) {
                return x - own;
            }
        });
        // What throws in some iteration.
        functions.add(() -> {
            int[] table = new int[4];
            return x -> table[(int) x + 5];
        });
        functions.add(() -> x -> {
            if (x > 4) {
                throw new IllegalStateException("more than 4");
            }
            return x;
        });
        return functions;
    }

    @SuppressWarnings("NullAway") // A function may be null.
    static List<LaunchedCase> cases() {
        List<LaunchedCase> cases = new ArrayList<>();
        for (int n : new int[] {0, 1, 2, 60}) {
            for (Supplier<FloatOperator> f : functions()) {
                add(cases, "apply", () -> new Object[] {f.get(), floats(n)});
                add(cases, "map", () -> new Object[] {f.get(), floats(n)});
                add(cases, "where", () ->
                        new Object[] {(FloatPredicate) x -> x > 1, f.get(), (FloatOperator) x -> x / 2, floats(n)});
                for (boolean first : new boolean[] {false, true}) {
                    add(cases, "either", () -> new Object[] {first, f.get(), (FloatOperator) Math::abs, floats(n)});
                }
                add(cases, "either", () -> {
                    FloatOperator same = f.get();
                    return new Object[] {true, same, same, floats(n)};
                });
            }
            add(cases, "apply", () -> new Object[] {null, floats(n)});
            add(cases, "mapped", () -> new Object[] {(FloatToDouble) x -> x > 1e6 ? 1 : 0, floats(n)});
            int own = n * 3;
            for (IntBinaryOperator f : List.<IntBinaryOperator>of(
                    Integer::sum, Math::max, (a, b) -> a ^ b, (a, b) -> a + b * own, (a, b) -> b > own ? a + 1 : a)) {
                add(cases, "fold", () -> new Object[] {f, 5, ints(n)});
                add(cases, "scan", () -> new Object[] {f, ints(n), new int[n]});
                add(cases, "inOrder", () -> new Object[] {f, ints(n)});
                add(cases, "caught", () -> new Object[] {f, ints(n), new int[n]});
            }
            add(cases, "inOrder", () -> new Object[] {(IntBinaryOperator) (a, b) -> 31 * a + b * own, ints(n)});
            add(cases, "caught", () -> new Object[] {(IntBinaryOperator) (a, b) -> a / b + own, ints(n), new int[n]});
            for (IntPredicate p : List.<IntPredicate>of(x -> x > own, x -> x % 2 == 0, new IntPredicate() {
                private static final long serialVersionUID = 1;

                @Override
                public boolean test(int x) {
                    return x == 24;
                }
            })) {
                add(cases, "select", () -> new Object[] {p, ints(n), new int[n]});
                add(cases, "select", () -> new Object[] {p.negate().and(x -> x > -9), ints(n), new int[n]});
                add(cases, "find", () -> new Object[] {p, ints(n)});
            }
            add(cases, "histogram", () -> new Object[] {(IntOperator) x -> x & 7, ints(n), new int[8]});
            add(cases, "histogram", () -> new Object[] {(IntOperator) x -> x + 40, ints(n), new int[80]});
            add(cases, "nest", () -> new Object[] {
                (DoubleBinaryOperator) (x, y) -> x * y + own,
                (DoubleOperator) Math::sqrt,
                new double[n][5],
                new double[n][5]
            });
            add(cases, "fill", () -> new Object[] {
                (IntToDouble) i -> i / 3.0, (IndexedDoubleOperator) (i, x) -> x + i * own, new double[n]
            });
            add(cases, "forEach", () -> {
                float[] x = floats(n);
                float[] y = new float[n];
                return new Object[] {(IntConsumer) i -> y[i] = x[i] * 2, n};
            });
            add(cases, "forEachCell", () -> {
                int[][] cells = new int[n][3];
                return new Object[] {(IntBinaryConsumer) (i, j) -> cells[i][j] += i * 3 + j, n, 3};
            });
            add(cases, "everyType", () -> new Object[] {
                (ByteOperator) x -> (byte) (x * 3),
                (ShortOperator) x -> (short) (x + own),
                (CharOperator) x -> (char) (x * 5),
                (LongTernaryOperator) (a, b, c) -> a * b - c,
                (BooleanOperator) x -> !x,
                new long[n]
            });
            add(cases, "boxed", () -> new Object[] {(Combiner<Float>) (a, b) -> a * b + own, floats(n)});
            add(cases, "boxed", () -> new Object[] {(Combiner<Float>) Math::max, floats(n)});
            add(cases, "records", () -> new Object[] {
                (Move) (body, step) -> body.moved(step * 0.5), (Combiner<Body>) (a, b) -> a.x() > 50 ? a : b, bodies(n)
            });
            add(cases, "ordered", () -> new Object[] {
                (Comparator<Body> & Serializable) (a, b) -> Double.compare(a.x(), b.x()), bodies(n), new boolean[n]
            });
            Comparator<Body> order = (Comparator<Body> & Serializable) (a, b) -> Double.compare(a.x(), b.x() + own);
            add(cases, "ordered", () -> new Object[] {order.reversed(), bodies(n), new boolean[n]});
            for (Comparator<Body> made : orders(order)) {
                add(cases, "ordered", () -> new Object[] {made, bodies(n), new boolean[n]});
                add(cases, "least", () -> new Object[] {new Ranking(made, bodies(n)), new int[n], 7});
            }
            add(cases, "sorted", () ->
                    new Object[] {new Ranking(orders(order).getFirst(), bodies(n)), new int[n / 4][4]});
            add(cases, "integral", () -> new Object[] {DoubleUnaryOperator.identity(), n});
            add(cases, "generic", () -> new Object[] {
                (Function<Integer, Double> & Serializable)
                        x -> UnaryOperator.<Double>identity().apply(x + 0.5),
                ints(n),
                new double[n]
            });
            add(cases, "same", () -> new Object[] {UnaryOperator.identity(), Function.identity(), floats(n)});
            Integer count = n;
            Double boxed = own + 0.5;
            add(cases, "apply", () -> new Object[] {(FloatOperator) x -> (float) (x * boxed + count), floats(n)});
            List<Part> parts = List.of(
                    new Leaf(n),
                    new Branch(3, null),
                    new Branch(n, new Leaf(9)),
                    Bud.OPEN,
                    new Branch(2, Bud.OPEN),
                    Bud.SHUT);
            for (Part part : parts) {
                for (Part other : parts) {
                    add(cases, "sizes", () -> new Object[] {new Tree(part), other, ints(n)});
                }
            }
            for (String text : List.of("once", "twice", "", "\u00fcber", "of " + n)) {
                add(cases, "named", () -> new Object[] {
                    text, new Named(text, n), new Named("once", 3), (IntOperator) x -> x + text.length(), ints(n)
                });
            }
            add(cases, "integral", () -> new Object[] {(DoubleUnaryOperator & Serializable) x -> x > own ? 1 : 0, n});
            add(cases, "generic", () ->
                    new Object[] {(Function<Integer, Double> & Serializable) x -> x * 0.5, ints(n), new double[n]});
            for (Supplier<Force> force :
                    List.<Supplier<Force>>of(() -> new Spring(2, 3, 4, 5), () -> new Damped(2, x -> x * own), () ->
                            (Force & Serializable) x -> -x * own)) {
                add(cases, "forces", () -> new Object[] {force.get(), new double[n]});
                for (Supplier<FloatOperator> f : functions()) {
                    cases.add(new LaunchedCase(
                            Model.class, "run", 0, () -> new Object[] {
                                new Model(f.get(), force.get(), 2, 3), (FloatOperator) x -> x * own, floats(n)
                            }));
                }
            }
            cases.add(new LaunchedCase(Model.class, "runInGrid", 64, () ->
                    new Object[] {new Model(x -> x * own, new Spring(1, 1), 2, 3), floats(n)}));
            cases.add(new LaunchedCase(PassedFunctionKernels.class, "applyInGrid", 64, () ->
                    new Object[] {(IntOperator) x -> 100 / (x + 1000) + own, ints(n)}));
        }
        return cases;
    }

    @Test
    final void launchesLeadToWhatTheyDoInJava() {
        List<LaunchedCase> cases = cases();
        assertThat(cases).hasSizeGreaterThan(500);
        assertThat(LaunchedCase.differences(gpu(), cases, mayRefuse())).isEmpty();
    }

    @Test
    final void arraysOfTheDeviceGoWithFunctions() {
        float[] table = {1, 10};
        double[][] rows = {{1, 2}, {3, 4}};
        List<FloatOperator> functions = List.of(
                v -> v * table.length + 1, v -> table[(int) v & 1], v -> (float) rows[(int) v & 1][1] + table[0]);
        for (FloatOperator f : functions) {
            float[] expected = {0, 1, 2};
            PassedFunctionKernels.apply(f, expected);
            table[0]++;
            PassedFunctionKernels.apply(f, expected);
            table[0]--;
            try (GpuArray<float[]> x = gpu().upload(new float[] {0, 1, 2})) {
                gpu().run(() -> kernel("apply").launch(f, x));
                table[0]++;
                gpu().run(() -> kernel("apply").launch(f, x));
                table[0]--;
                assertThat(x.toHost()).containsExactly(expected);
            }
        }
        int[] counts = {5, 7};
        try (GpuArray<int[]> x = gpu().upload(new int[] {0, 1, 2});
                GpuArray<double[]> y = gpu().upload(new double[] {0, 1, 2})) {
            gpu().run(() -> kernel("applyInGrid").launch(Launch.covering(3), (IntOperator) v -> counts[v & 1] + v, x));
            assertThat(x.toHost()).containsExactly(5, 8, 7);
            double[] expected = {0, 1, 2};
            PassedFunctionKernels.forces(new Spring(2, 3, 4), expected);
            gpu().run(() -> kernel("forces").launch(new Spring(2, 3, 4), y));
            assertThat(y.toHost()).containsExactly(expected);
        }
    }

    /** What becomes of the host's array is nothing that the caller would wait for. */
    @Test
    final void whatFunctionsWriteIsNoneOfTheDevice() {
        int[] seen = new int[4];
        IntOperator noting = v -> seen[v] = v;
        try (GpuArray<int[]> x = gpu().upload(new int[] {3})) {
            assertThatThrownBy(() -> gpu().run(() -> kernel("applyInGrid").launch(Launch.covering(1), noting, x)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("[MixedArguments]")
                    .hasMessageContaining("'f.seen' is on the host, 'x' is on a device");
            assertThat(x.toHost()).containsExactly(3);
            assertThat(seen).containsOnly(0);
        }
    }

    private static Kernel kernel(String name) {
        return Kernel.of(PassedFunctionKernels.class, name);
    }

    @Test
    final void graphsKeepFunctionsOfNumbers() {
        float factor = 3;
        FloatOperator scaled = v -> v * factor;
        try (GpuArray<float[]> x = gpu().upload(new float[] {1, 2});
                GpuArray<float[]> other = gpu().upload(new float[] {5, 6});
                GpuArray<int[]> ints = gpu().upload(new int[] {1, 2, 3});
                GpuGraph graph = gpu().record(() -> {
                    kernel("apply").launch(scaled.andThen(v -> v + 1), x);
                    kernel("applyInGrid").launch(Launch.covering(3), (IntOperator) v -> v * v, ints);
                })) {
            kernel("apply").launch((FloatOperator) v -> 0, new float[4]);
            graph.launch();
            assertThat(x.toHost()).containsExactly(4, 7);
            assertThat(ints.toHost()).containsExactly(1, 4, 9);
            graph.replace(x, other).launch();
            assertThat(x.toHost()).containsExactly(4, 7);
            assertThat(other.toHost()).containsExactly(16, 19);
            graph.set(0, "x", x).launch();
            assertThat(x.toHost()).containsExactly(13, 22);
            for (Runnable setting : List.<Runnable>of(
                    () -> graph.set(0, "f", scaled), () -> graph.set(0, 0, scaled), () -> graph.set("f.factor", 2f))) {
                assertThatThrownBy(setting::run)
                        .hasMessageContaining("[GraphArgument]")
                        .hasMessageContaining("PassedFunctionKernels.apply(x)");
            }
        }
    }

    /** Its numbers are those of Java at every launch. */
    @Test
    final void graphsKeepNothingThatChanges() {
        float[] table = {1};
        try (GpuArray<float[]> x = gpu().upload(new float[] {1, 2});
                GpuArray<double[]> y = gpu().upload(new double[] {1, 2})) {
            FloatOperator looked = v -> table[0];
            assertNotRecordable(
                    () -> kernel("apply").launch(looked, x),
                    "PassedFunctionKernels.apply, which uses the array 'f.table'");
            Swinging swinging = new Swinging();
            swinging.swing();
            assertNotRecordable(
                    () -> kernel("forces").launch(swinging, y), "which reads field 'force.phase', which is not final");
            assertThat(x.toHost()).containsExactly(1, 2);
        }
    }

    /** A force that changes from launch to launch. */
    private static final class Swinging implements Force {
        private double phase;

        @Override
        public double at(double x) {
            return x + phase;
        }

        void swing() {
            phase++;
        }
    }

    private void assertNotRecordable(Runnable launch, String why) {
        assertThatThrownBy(() -> gpu().record(launch))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("[NotRecordable]")
                .hasMessageContaining(why)
                .hasMessageContaining("PassedFunctionContract.java:")
                .hasMessageContaining("let the kernel take it as a parameter");
    }

    /** Each thread has a function of its own, and all begin with a kernel that knows none of them. */
    @Test
    final void manyThreadsPassDifferentFunctions() throws Exception {
        Kernel kernel = Kernel.of(PassedFunctionKernels.class, "map");
        List<FloatOperator> functions = List.of(
                x -> x + 1, x -> x * 2, x -> x - 3, x -> x / 4, Math::abs, x -> -x, new Cube(), new Captured(5)::times);
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            List<Callable<@Nullable Void>> work = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                FloatOperator f = functions.get(i % functions.size());
                work.add(() -> {
                    for (int k = 0; k < 20; k++) {
                        float[] x = floats(50 + k);
                        float[] y = gpu().call(() -> (float[]) kernel.launch(f, x));
                        for (int j = 0; j < x.length; j++) {
                            assertThat(y[j]).isEqualTo(f.apply(x[j]));
                        }
                    }
                    return null;
                });
            }
            for (Future<@Nullable Void> done : threads.invokeAll(work)) {
                done.get();
            }
        }
    }

    /** The same array in a function and as an argument is one array. */
    @Test
    final void anArrayThatIsCapturedAndPassedIsOneArray() {
        float[] x = {1, 2, 3};
        Kernel kernel = Kernel.of(PassedFunctionKernels.class, "apply");
        FloatOperator f = v -> x[0] + v;
        assertThatThrownBy(() -> gpu().run(() -> kernel.launch(f, x))).hasMessageContaining("AliasedArguments");
    }

    @Test
    final void whatIsNotSeenIsRefused() {
        Kernel integral = Kernel.of(PassedFunctionKernels.class, "integral");
        double half = 0.5;
        DoubleUnaryOperator unseen = x -> x * half;
        assertThatThrownBy(() -> gpu().run(() -> integral.launch(unseen, 3)))
                .isInstanceOf(KernelRejectedException.class)
                .hasMessageContaining("[FunctionUnseen] 'f' is a lambda or method reference of DoubleUnaryOperator");
        Kernel ordered = Kernel.of(PassedFunctionKernels.class, "ordered");
        Comparator<Body> byMass = Comparator.comparingDouble(Body::mass);
        assertThatThrownBy(() -> gpu().run(() -> ordered.launch(byMass, bodies(3), new boolean[3])))
                .isInstanceOf(KernelRejectedException.class)
                // A runtime image may be without the names of parameters.
                .hasMessageMatching(
                        "(?s).*'order\\.(keyExtractor|arg0)' is a lambda or method reference of ToDoubleFunction.*");
        for (String name : List.of("ofEither", "ofCounting")) {
            Kernel kernel = Kernel.of(PassedFunctionKernels.class, name);
            assertThatThrownBy(() -> gpu().run(() -> kernel.launch(new int[3])))
                    .isInstanceOf(KernelRejectedException.class)
                    .hasMessageContaining("[FunctionUnseen] 'a function of PassedFunctionKernels'");
        }
        List<Float> list = List.of(half > 0 ? 1f : 2f);
        FloatOperator capturing = x -> x + list.size();
        assertThatThrownBy(() -> gpu().run(() ->
                        Kernel.of(PassedFunctionKernels.class, "apply").launch(capturing, new float[1])))
                .isInstanceOf(KernelRejectedException.class)
                .hasMessageContaining("[CapturedValue] 'f.list' of type java.util.List");
        try (GpuArray<float[]> held = gpu().upload(new float[3])) {
            FloatOperator asking = x -> x + held.length();
            assertThatThrownBy(() -> gpu().run(() ->
                            Kernel.of(PassedFunctionKernels.class, "apply").launch(asking, new float[1])))
                    .isInstanceOf(KernelRejectedException.class)
                    .hasMessageContaining("[CapturedValue] 'f.held' of type dev.gpukernel.GpuArray");
        }
    }

    /** The next launch has the same functions of the JDK's, of others. */
    @Test
    final void theJdksFunctionsAreReadInEachLaunch() {
        Kernel ordered = Kernel.of(PassedFunctionKernels.class, "ordered");
        for (double own : new double[] {0, 70, -70, 1}) {
            Comparator<Body> order = Comparator.comparingInt(
                    (ToIntFunction<Body> & Serializable) body -> (int) Math.abs(body.x() - own));
            Body[] bodies = bodies(20);
            boolean[] expected = new boolean[20];
            PassedFunctionKernels.ordered(order, bodies, expected);
            boolean[] isLess = new boolean[20];
            gpu().run(() -> ordered.launch(order, bodies, isLess));
            assertThat(isLess).isEqualTo(expected);
        }
    }

    @Test
    @SuppressWarnings("NullAway") // What is not null is.
    final void nullIsNamed() {
        assertThatThrownBy(() -> gpu().run(() -> Kernel.of(PassedFunctionKernels.class, "applyInGrid")
                        .launch(Launch.covering(4), null, new int[4])))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("[NullObject] object 'f' of kernel PassedFunctionKernels.applyInGrid is null");
    }
}
