package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.Launch;
import dev.gpukernel.contract.InstanceKernels.Below;
import dev.gpukernel.contract.InstanceKernels.Box;
import dev.gpukernel.contract.InstanceKernels.Clamped;
import dev.gpukernel.contract.InstanceKernels.Compared;
import dev.gpukernel.contract.InstanceKernels.Counter;
import dev.gpukernel.contract.InstanceKernels.Damped;
import dev.gpukernel.contract.InstanceKernels.Frozen;
import dev.gpukernel.contract.InstanceKernels.Grid2;
import dev.gpukernel.contract.InstanceKernels.Holder;
import dev.gpukernel.contract.InstanceKernels.Mode;
import dev.gpukernel.contract.InstanceKernels.Outer;
import dev.gpukernel.contract.InstanceKernels.Point;
import dev.gpukernel.contract.InstanceKernels.Simulation;
import dev.gpukernel.contract.InstanceKernels.Twice;
import dev.gpukernel.contract.InstanceKernels.Written;
import dev.gpukernel.contract.ObjectResultKernels.Held;
import dev.gpukernel.contract.ObjectResultKernels.Matrix;
import dev.gpukernel.device.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Kernels of objects lead to what they do in Java, for objects of all classes. */
public abstract class InstanceContract {
    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    /** {@return whether the device may refuse a launch, which it then says} */
    protected boolean mayRefuse() {
        return false;
    }

    private static void add(
            List<LaunchedCase> cases, Class<?> owner, String kernel, Supplier<@Nullable Object[]> arguments) {
        cases.add(new LaunchedCase(owner, kernel, 0, arguments));
    }

    @SuppressWarnings("NullAway") // Fields may be null.
    static List<LaunchedCase> cases() {
        List<LaunchedCase> cases = new ArrayList<>();
        for (Supplier<Simulation> each : List.<Supplier<Simulation>>of(
                () -> new Simulation(7, 5, false),
                () -> new Simulation(7, 5, true),
                () -> new Damped(7, 5, 1.5f),
                () -> new Simulation(0, 0, false),
                () -> new Frozen(3, 3))) {
            add(cases, Simulation.class, "step", () -> new Object[] {each.get(), 0.125f});
            add(cases, Simulation.class, "smooth", () -> new Object[] {each.get(), new float[35]});
            add(cases, Simulation.class, "everyType", () -> new Object[] {each.get(), new double[10]});
            add(cases, Simulation.class, "energy", () -> new Object[] {each.get()});
            add(cases, Simulation.class, "copy", () -> new Object[] {each.get()});
            add(cases, Simulation.class, "beyond", () -> new Object[] {each.get(), 0});
            add(cases, Simulation.class, "beyond", () -> new Object[] {each.get(), 3});
            cases.add(new LaunchedCase(Simulation.class, "stepGrid", 64, () -> new Object[] {each.get(), 0.5f}));
            add(cases, Simulation.class, "with", () -> new Object[] {each.get(), new Damped(7, 7, 2)});
            add(cases, Simulation.class, "with", () -> {
                Simulation same = each.get();
                return new Object[] {same, same};
            });
            add(cases, Simulation.class, "between", () -> new Object[] {new Simulation(8, 8, false), each.get(), 2f});
        }
        add(cases, Box.class, "unpack", () -> new Object[] {new Box<>(""), new Box<>(new Clamped(3, 2))});
        add(cases, Damped.class, "both", () -> new Object[] {new Damped(4, 4, 1), 2});
        for (int n : new int[] {0, 1, 9}) {
            add(cases, Holder.class, "rowsOf", () -> new Object[] {new Holder<>(n, new Grid2(3, n), false), 0.5});
            add(cases, Holder.class, "pointsOf", () -> new Object[] {new Holder<>(n, new Clamped(3, n), false)});
            add(cases, Holder.class, "meshOf", () ->
                    new Object[] {new Holder<>(n, new Grid2(3, n), false), new float[n]});
            add(cases, Holder.class, "segmentsBehindMadeArrays", () ->
                    new Object[] {new Holder<>(n, new Grid2(3, n), false), n});
            add(cases, Holder.class, "segmentOf", () -> new Object[] {new Holder<>(n, new Grid2(3, n), false), 1.5});
            add(cases, Holder.class, "twoFields", () -> new Object[] {new Holder<>(n, new Grid2(3, n), false)});
            add(cases, Holder.class, "twoFields", () -> new Object[] {new Holder<>(n, new Grid2(3, n), true)});
            add(cases, Holder.class, "withRecord", () -> {
                Holder<Grid2> holder = new Holder<>(n, new Grid2(3, n), false);
                return new Object[] {holder, holder.mesh, Mode.TWICE, new Point(2, 3)};
            });
            add(cases, Holder.class, "withEnum", () ->
                    new Object[] {new Holder<>(n, new Grid2(3, n), false), n % 2 == 0 ? Mode.ONCE : Mode.TWICE});
        }
        addComparisons(cases);
        // Plain Java decides what null leads to.
        add(cases, Written.class, "step", () -> {
            Written written = new Written(3, new Counter());
            written.a = null;
            written.b = null;
            return new Object[] {written, 0.5f};
        });
        add(cases, Holder.class, "twoFields", () -> {
            Holder<Grid2> holder = new Holder<>(3, new Grid2(3, 3), false);
            holder.second = null;
            return new Object[] {holder};
        });
        add(cases, Holder.class, "rowsOf", () -> {
            Holder<Grid2> holder = new Holder<>(0, new Grid2(3, 3), false);
            holder.sizes = null;
            return new Object[] {holder, 2.0};
        });
        for (int n : new int[] {0, 1, 2, 40}) {
            for (Supplier<Written> each :
                    List.<Supplier<Written>>of(() -> new Written(n, new Counter()), () -> new Below(n, new Twice()))) {
                add(cases, Written.class, "sumUp", () -> new Object[] {each.get()});
                add(cases, Written.class, "bestOf", () -> new Object[] {each.get(), 3f});
                add(cases, Written.class, "step", () -> new Object[] {each.get(), 0.5f});
                add(cases, Written.class, "everyType", () -> new Object[] {each.get(), 77});
                add(cases, Written.class, "everyType", () -> new Object[] {each.get(), 177});
                add(cases, Written.class, "swap", () -> new Object[] {each.get()});
                add(cases, Written.class, "swapRows", () -> new Object[] {each.get()});
                add(cases, Written.class, "makeNew", () -> new Object[] {each.get(), 5});
                add(cases, Written.class, "makeNew", () -> new Object[] {each.get(), -5});
                add(cases, Written.class, "relax", () -> new Object[] {each.get(), 0.25f});
                add(cases, Written.class, "countInOther", () -> new Object[] {each.get()});
                add(cases, Written.class, "byClass", () -> new Object[] {each.get()});
                for (boolean first : new boolean[] {false, true}) {
                    add(cases, Written.class, "oneOf", () -> {
                        Written other = new Written(1, new Counter());
                        other.counter.add(2);
                        return new Object[] {each.get(), first, other};
                    });
                }
                add(cases, Written.class, "nested", () -> new Object[] {each.get(), 3});
                for (int times : new int[] {0, 1, 2, 3, 7}) {
                    add(cases, Written.class, "swapOften", () -> new Object[] {each.get(), times});
                    add(cases, Written.class, "late", () -> new Object[] {each.get(), times, 2});
                    add(cases, Written.class, "thrown", () -> new Object[] {each.get(), times - 1});
                }
                for (boolean first : new boolean[] {false, true}) {
                    add(cases, Written.class, "either", () -> new Object[] {each.get(), first});
                    add(cases, Written.class, "chosen", () ->
                            new Object[] {each.get(), first, new Below(3, new Counter())});
                }
                add(cases, Written.class, "mixed", () -> new Object[] {each.get(), new Below(40, new Counter()), 1.5f});
                add(cases, Written.class, "mixed", () -> {
                    Written same = each.get();
                    return new Object[] {same, same, 1.5f};
                });
            }
            add(cases, Below.class, "hidden", () -> new Object[] {new Below(n, new Counter())});
        }
        add(cases, Outer.Inner.class, "multiply", () -> new Object[] {new Outer().new Inner()});
        addObjectResults(cases);
        addStaticFields(cases);
        return cases;
    }

    @SuppressWarnings("NullAway") // Fields may be null.
    private static void addStaticFields(List<LaunchedCase> cases) {
        for (int n : new int[] {1, 2, 3, 6, 40}) {
            addStatic(cases, "scaled", n, () -> new Object[] {new float[] {1, n, 0.5f}});
            // One array in two places.
            addStatic(cases, "filledOnce", n, () -> new Object[] {StaticFieldKernels.table});
            addStatic(cases, "everyType", n, () -> new Object[] {new double[n]});
            addStatic(cases, "swapped", n, () -> new Object[0]);
            addStatic(cases, "made", n, () -> new Object[] {n + 1});
            addStatic(cases, "made", n, () -> new Object[] {-n});
            addStatic(cases, "summed", n, () -> new Object[] {new double[] {n, 2.5, -1, 3, 7}});
            addStatic(cases, "relaxed", n, () -> new Object[0]);
            addStatic(cases, "objects", n, () -> new Object[] {new float[] {1, n, 0.5f}});
            addStatic(cases, "caught", n, () -> new Object[] {new int[] {3, n, 8, -1, 7}});
            addStatic(cases, "counted", n, () -> new Object[] {new int[] {3, n, 8, -1, 7, 3}});
            addStatic(cases, "mapped", n, () -> new Object[] {new double[] {3, n}});
            addStatic(cases, "filledOnce", n, () -> new Object[] {new float[n]});
            addStatic(cases, "filledOnce", n, () -> {
                StaticFieldKernels.table = null;
                return new Object[] {new float[n]};
            });
            addStatic(cases, "scaled", n, () -> {
                StaticFieldKernels.table = null;
                return new Object[] {new float[n]};
            });
            addStatic(cases, "relaxed", n, () -> {
                StaticFieldKernels.grid = null;
                return new Object[0];
            });
            for (int at = -2; at < 3; at++) {
                int where = at;
                addStatic(cases, "thrown", n, () -> new Object[] {new int[n], where});
            }
            addStaticPlaces(cases, n);
            cases.add(new LaunchedCase(StaticFieldKernels.class, "ofThreads", 64, () -> {
                StaticFieldKernels.reset(n);
                return new Object[] {new float[40]};
            }));
            add(cases, StaticFieldKernels.Counted.class, "fill", () -> {
                StaticFieldKernels.reset(n);
                return new Object[] {new StaticFieldKernels.Counted(n)};
            });
        }
    }

    /** Static fields of classes of all kinds, and what is in two places. */
    @SuppressWarnings("NullAway") // Fields may be null.
    private static void addStaticPlaces(List<LaunchedCase> cases, int n) {
        Supplier<int[]> ints = () -> new int[] {3, n, 8, -1, 7};
        Supplier<float[]> floats = () -> new float[] {3, n, 8, -1, 7};
        addStatic(cases, StaticFieldKernels.Derived.class, "both", n, () -> new Object[] {ints.get()});
        addStatic(cases, StaticFieldKernels.Derived.class, "weighted", n, () -> new Object[] {new double[n]});
        for (StaticFieldKernels.Kind kind : StaticFieldKernels.Kind.values()) {
            addStatic(cases, "kinds", n, () -> new Object[] {ints.get(), kind});
            addStatic(cases, "usedOnce", n, () -> new Object[] {ints.get(), kind, new StaticFieldKernels.Part(2, 9)});
        }
        addStatic(cases, "madeInside", n, () -> new Object[] {ints.get()});
        addStatic(cases, "ofHeldObject", n, () -> new Object[] {ints.get()});
        addStatic(cases, "ofHeldObject", n, () -> new Object[] {StaticFieldKernels.accumulator.counts});
        for (String kernel : List.of("ofTwoObjects", "comparedObjects")) {
            addStatic(cases, kernel, n, () -> new Object[] {new StaticFieldKernels.Accumulator(n), ints.get()});
            addStatic(cases, kernel, n, () -> new Object[] {StaticFieldKernels.accumulator, ints.get()});
        }
        for (String kernel : List.of(
                "tableAndParameter", "asParameter", "thenAgain", "inSteps", "extremes", "unlessNull", "segments")) {
            addStatic(cases, kernel, n, () -> new Object[] {floats.get()});
            addStatic(cases, kernel, n, () -> new Object[] {StaticFieldKernels.table});
            addStatic(cases, kernel, n, () -> {
                StaticFieldKernels.spare = StaticFieldKernels.table;
                return new Object[] {StaticFieldKernels.spare};
            });
        }
        addStatic(cases, "unlessNull", n, () -> {
            StaticFieldKernels.boxed = null;
            StaticFieldKernels.mode = null;
            return new Object[] {floats.get()};
        });
        addStatic(cases, "swapped", n, () -> {
            StaticFieldKernels.spare = StaticFieldKernels.table;
            return new Object[0];
        });
        addStatic(cases, "running", n, () -> new Object[] {new long[] {3, n, -8}});
        addStatic(cases, "narrow", n, () -> new Object[] {ints.get()});
        addStatic(cases, "returned", n, () -> new Object[] {2.5f});
        addStatic(cases, "eitherReturned", n, () -> new Object[] {n % 2 == 0});
        addStatic(cases, "eitherReturned", n, () -> {
            StaticFieldKernels.spare = StaticFieldKernels.table;
            return new Object[] {n % 2 == 0};
        });
        addStatic(cases, "rowsExchanged", n, () -> new Object[0]);
        addStatic(cases, "rowsExchanged", n, () -> {
            StaticFieldKernels.rows[0] = StaticFieldKernels.rows[n - 1];
            return new Object[0];
        });
        addStatic(cases, "records", n, () -> new Object[] {new double[n]});
        addStatic(cases, "recordsMoved", n, () -> new Object[0]);
        addStatic(cases, "recordsMoved", n, () -> {
            StaticFieldKernels.bodies[0] = null;
            return new Object[0];
        });
        addStatic(cases, "texts", n, () -> new Object[] {ints.get()});
        for (int at = -1; at < 10; at++) {
            int where = at;
            addStatic(cases, "inFinally", n, () -> new Object[] {ints.get(), where});
            addStatic(cases, "thrownBetween", n, () -> new Object[] {ints.get(), where});
        }
        addStatic(cases, "seldom", n, () -> new Object[] {ints.get(), n % 2 == 0});
    }

    private static void addStatic(
            List<LaunchedCase> cases, String kernel, int n, Supplier<@Nullable Object[]> arguments) {
        addStatic(cases, StaticFieldKernels.class, kernel, n, arguments);
    }

    private static void addStatic(
            List<LaunchedCase> cases, Class<?> owner, String kernel, int n, Supplier<@Nullable Object[]> arguments) {
        add(cases, owner, kernel, () -> {
            StaticFieldKernels.reset(n);
            return arguments.get();
        });
    }

    /** One object in two places, two objects, and null. */
    @SuppressWarnings("NullAway") // Fields may be null.
    private static void addComparisons(List<LaunchedCase> cases) {
        for (int n : new int[] {0, 1, 9}) {
            Grid2 grid = new Grid2(2, n);
            Supplier<Compared> apart =
                    () -> new Compared(n, grid, new Compared(n, new Grid2(1, 1), new Compared(n, grid, null)));
            add(cases, Compared.class, "addTo", () -> new Object[] {apart.get(), apart.get()});
            add(cases, Compared.class, "addTo", () -> new Object[] {apart.get(), null});
            add(cases, Compared.class, "fillUnless", () -> new Object[] {apart.get(), null});
            add(cases, Compared.class, "nextTo", () -> new Object[] {apart.get(), apart.get()});
            add(cases, Compared.class, "nextTo", () -> new Object[] {apart.get(), null});
            add(cases, Compared.class, "tally", () -> new Object[] {apart.get(), new int[] {n - 1, 0, n / 2}});
            add(cases, Compared.class, "tally", () -> new Object[] {apart.get(), new int[] {n - 1, 8, 7, 8, 8}});
            for (boolean twice : new boolean[] {false, true}) {
                add(cases, Compared.class, "inIterations", () -> {
                    Compared first = apart.get();
                    first.next = twice ? first : new Compared(n, grid, null);
                    return new Object[] {first, new float[n]};
                });
                add(cases, Compared.class, "addTo", () -> {
                    Compared first = apart.get();
                    return new Object[] {first, twice ? first : first.next};
                });
                add(cases, Compared.class, "nextTo", () -> {
                    Compared first = apart.get();
                    first.next.next = twice ? first.next : first;
                    return new Object[] {first, first.next};
                });
            }
            add(cases, Compared.class, "inIterations", () -> new Object[] {apart.get(), new float[n]});
        }
    }

    private static Matrix matrix(int height, int width) {
        double[][] rows = new double[height][width];
        for (int i = 0; i < height; i++) {
            for (int k = 0; k < width; k++) {
                rows[i][k] = (i * 31 + k * 17) % 23 / 3.0 - 2;
            }
        }
        return new Matrix(rows, height, width);
    }

    private static void addObjectResults(List<LaunchedCase> cases) {
        for (int n : new int[] {1, 2, 5, 33}) {
            add(cases, Matrix.class, "times", () -> new Object[] {matrix(n, 4), matrix(4, n)});
            add(cases, Matrix.class, "times", () -> new Object[] {matrix(n, n), matrix(n + 1, n)});
            add(cases, Matrix.class, "times", () -> {
                Matrix same = matrix(n, n);
                return new Object[] {same, same};
            });
            for (double by : new double[] {0, 1.5, -3}) {
                add(cases, Matrix.class, "scaleInPlace", () -> new Object[] {matrix(n, 3), by});
                add(cases, Matrix.class, "named", () -> new Object[] {matrix(n, 3), by});
                add(cases, Matrix.class, "named", () ->
                        new Object[] {matrix(n, 3).named(1), by});
                add(cases, Matrix.class, "larger", () -> new Object[] {matrix(n, 2), matrix(n, 2), by});
                add(cases, Matrix.class, "larger", () ->
                        new Object[] {matrix(n, 2).scaleInPlace(3), matrix(n, 2), by});
            }
            for (int which = 0; which < 6; which++) {
                int by = which;
                add(cases, ObjectResultKernels.Outer.class, "inner", () ->
                        new Object[] {new ObjectResultKernels.Outer(n), by});
                add(cases, ObjectResultKernels.Outer.class, "ring", () ->
                        new Object[] {new ObjectResultKernels.Outer(n), by});
                add(cases, ObjectResultKernels.Outer.class, "thrown", () ->
                        new Object[] {new ObjectResultKernels.Outer(n), by});
                add(cases, ObjectResultKernels.class, "either", () ->
                        new Object[] {new float[] {1, 2, n}, new double[n][2], by});
                add(cases, ObjectResultKernels.class, "swapped", () -> new Object[] {new double[n][3], by});
            }
            add(cases, ObjectResultKernels.class, "either", () ->
                    new Object[] {new float[] {1, 2, n}, new double[][] {{1}, {2, 3}, {}}, 2});
            add(cases, ObjectResultKernels.class, "sums", () -> new Object[] {new double[] {n, 0.5, -1}});
            add(cases, ObjectResultKernels.class, "held", () -> new Object[] {new float[] {n, 0.5f, -1}});
        }
    }

    /** With arrays of the device, those in an object are on the host. */
    @Test
    final void objectsOfArraysOfTheDeviceHoldCopies() {
        try (GpuArray<float[]> x = gpu().upload(new float[] {1, 2, 3})) {
            Held held = gpu().call(() -> Objects.requireNonNull(Kernel.of(ObjectResultKernels.class, "held")
                    .call()
                    .passGpuArray(x)
                    .runObject(Held.class)));
            assertThat(held.passed).containsExactly(-1, -2, -3);
            assertThat(held.made).containsExactly(2, 3, 4);
            assertThat(x.toHost()).containsExactly(-1, -2, -3);
        }
    }

    @Test
    final void launchesLeadToWhatTheyDoInJava() {
        List<LaunchedCase> cases = cases();
        assertThat(LaunchedCase.differences(gpu(), cases, mayRefuse())).isEmpty();
    }

    /** Java leaves to another thread what only that one sets, and so do launches that do not come to set it. */
    @Test
    @SuppressWarnings("ThreadPriorityCheck") // Both are to have their turns.
    final void launchesSetNoFieldThatJavaDoesNotSet() throws InterruptedException {
        StaticFieldKernels.reset(8);
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Thread other = new Thread(() -> {
            for (int i = 1; !isOver.get(); i++) {
                float[] table = new float[1];
                StaticFieldKernels.calls = -i;
                StaticFieldKernels.ratio = -0.5f * i;
                StaticFieldKernels.bytes = (byte) i;
                StaticFieldKernels.mode = i % 2 == 0 ? Mode.ONCE : Mode.TWICE;
                StaticFieldKernels.table = table;
                Thread.yield();
                assertThat(StaticFieldKernels.calls).isEqualTo(-i);
                assertThat(StaticFieldKernels.ratio).isEqualTo(-0.5f * i);
                assertThat(StaticFieldKernels.bytes).isEqualTo((byte) i);
                assertThat(StaticFieldKernels.mode).isEqualTo(i % 2 == 0 ? Mode.ONCE : Mode.TWICE);
                assertThat(StaticFieldKernels.table).isSameAs(table);
            }
        });
        other.setUncaughtExceptionHandler((_, thrown) -> failure.set(thrown));
        other.start();
        int[] x = new int[100];
        Kernel kernel = Kernel.of(StaticFieldKernels.class, "seldom");
        for (int i = 0; i < 500; i++) {
            gpu().run(() -> kernel.launch(x, false));
        }
        isOver.set(true);
        other.join();
        assertThat(failure.get()).isNull();
        assertThat(x).containsOnly(1500);
    }

    @Test
    final void fieldsMayHoldObjectsOfOtherClassesWhileAKernelIsMade() throws InterruptedException {
        // A class initialiser does what another thread may do, and the same each time.
        float[] turned = {1};
        gpu().run(() -> Kernel.of(StaticFieldKernels.class, "turned").launch(turned));
        assertThat(turned[0]).isEqualTo((1 + StaticFieldKernels.Turned.grid.wrapped(-1)) * 5);
        AtomicBoolean isOver = new AtomicBoolean();
        Thread other = Thread.ofPlatform().start(() -> {
            for (int i = 0; !isOver.get(); i++) {
                StaticFieldKernels.changing = i % 3 == 0
                        ? new StaticFieldKernels.First()
                        : i % 3 == 1 ? new StaticFieldKernels.Second() : new StaticFieldKernels.Third();
            }
        });
        try {
            for (int i = 0; i < 200; i++) {
                int[] x = new int[8];
                gpu().run(() ->
                        Kernel.of(StaticFieldKernels.class, "ofChanging").launch(x));
                assertThat(x[0]).isBetween(1, 3);
                assertThat(x).containsOnly(x[0]);
            }
        } finally {
            isOver.set(true);
            other.join();
        }
    }

    /** With arrays of the device, fields are read and written too. */
    @Test
    final void arraysOfTheDeviceGoWithFields() {
        Scaling scaling = new Scaling();
        try (GpuArray<float[]> x = gpu().upload(new float[] {1, 2, 3})) {
            gpu().run(() -> Kernel.of(Scaling.class, "scale").launch(scaling, x));
            gpu().run(() -> Kernel.of(Scaling.class, "scale").launch(scaling, x));
            assertThat(x.toHost()).containsExactly(6, 12, 18);
        }
        assertThat(scaling.factor).isEqualTo(4);
    }

    /** A launch waits for its threads before it sets fields, which Java does not come to where one throws. */
    @Test
    final void fieldsStayWhatTheyAreWhereAThreadThrowsOnArraysOfTheDevice() {
        StaticFieldKernels.reset(6);
        Kernel kernel = Kernel.of(StaticFieldKernels.class, "thrown");
        try (GpuArray<int[]> x = gpu().upload(new int[6])) {
            assertThatThrownBy(() -> gpu().run(() -> kernel.launch(x, 3))).isInstanceOf(ArithmeticException.class);
            assertThat(StaticFieldKernels.scale).isEqualTo(8);
            assertThat(StaticFieldKernels.calls).isEqualTo(6_000_000_042L);
        }
        try (GpuArray<int[]> x = gpu().upload(new int[6])) {
            gpu().run(() -> kernel.launch(x, -1));
            assertThat(StaticFieldKernels.scale).isZero();
            assertThat(StaticFieldKernels.calls).isEqualTo(-1);
            assertThat(x.toHost()).containsExactly(108, 58, 41, 33, 28, 24);
        }
    }

    /** Scales. */
    public static final class Scaling {
        private int factor = 2;

        @GpuKernel
        @SuppressWarnings("UnusedMethod") // Found by its name.
        private void scale(float[] x) {
            for (int i = 0; i < x.length; i++) {
                x[i] *= factor;
            }
            factor++;
        }
    }

    @Test
    @SuppressWarnings("NullAway") // What is not null is.
    final void nullIsNamed() {
        Kernel kernel = Kernel.of(Simulation.class, "step");
        assertThatThrownBy(() -> kernel.call().passObject(null).passFloat(1).run())
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("[NullObject] object 'this' of kernel Simulation.step is null");
        Simulation simulation = new Simulation(2, 2, false);
        simulation.v = null;
        assertThatThrownBy(() -> gpu().run(() ->
                        Kernel.of(Simulation.class, "stepGrid").launch(Launch.covering(4), simulation, 1f)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("[NullArray] argument 'this.v'");
    }

    /** Objects of other classes are another kernel. */
    @Test
    final void whatIsRefusedForObjectsOfSomeClassesIsCompiledOnce() {
        Kernel kernel = Kernel.of(Locked.class, "fill");
        List<Throwable> refusals = new ArrayList<>();
        for (Locked each : List.of(new Locked(), new Locked())) {
            assertThatThrownBy(() -> gpu().call(() -> kernel.launch(each)))
                    .isInstanceOf(KernelRejectedException.class)
                    .hasMessageContaining("[Synchronized]")
                    .satisfies(refusals::add);
        }
        assertThat(refusals.get(1)).isSameAs(refusals.get(0));
        Free free = new Free();
        gpu().run(() -> kernel.launch(free));
        assertThat(free.x).containsExactly(1, 1, 1);
    }

    /** Takes a lock. */
    public static class Locked {
        final int[] x = new int[3];

        int value() {
            synchronized (this) {
                return 1;
            }
        }

        @GpuKernel
        void fill() {
            for (int i = 0; i < x.length; i++) {
                x[i] = value();
            }
        }
    }

    /** Takes none. */
    public static final class Free extends Locked {
        @Override
        int value() {
            return 1;
        }
    }

    @Test
    final void threadsCompareNone() {
        Meeting meeting = new Meeting();
        assertThatThrownBy(() -> gpu().run(() ->
                        Kernel.of(Meeting.class, "meet").launch(Launch.covering(3), meeting, new Meeting())))
                .isInstanceOf(KernelRejectedException.class)
                .hasMessageContaining("[ReferenceValue] use of a comparison of references");
    }

    /** Is compared. */
    public static final class Meeting {
        final int[] x = new int[3];

        @GpuKernel
        @SuppressWarnings("ReferenceEquality") // the very same object
        void meet(Meeting other) {
            int i = Grid.x();
            if (i < x.length && this != other) {
                x[i] = 1;
            }
        }
    }

    @Test
    final void aGraphTakesNoneWhoseFieldsChange() {
        Scaling scaling = new Scaling();
        try (GpuArray<float[]> x = gpu().upload(new float[] {1, 2, 3})) {
            assertThatThrownBy(() ->
                            gpu().record(() -> Kernel.of(Scaling.class, "scale").launch(scaling, x)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(
                            "[NotRecordable] the launch of Scaling.scale, which writes field 'this.factor',")
                    .hasMessageContaining("InstanceContract.java:");
        }
    }
}
