package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kernels that take memory segments do what Java does, with arguments of any contents, size, kind and place. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class SegmentContract {
    private static final int TRIALS = 12;
    private static final List<Kind> KINDS = List.of(Kind.values());
    private static final List<String> RUNNING = List.of("cumulative", "positive");

    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    /** {@return whether all kernels run, and not only those of ints} */
    protected boolean runsAll() {
        return true;
    }

    /** {@return whether slices are arrays to it, and it has running values} */
    protected boolean isComplete() {
        return true;
    }

    /** {@return whether a segment of a whole array stands for that array} */
    protected boolean takesWholeArrays() {
        return true;
    }

    /** {@return whether host arrays are where the device works, so that it leaves them as Java does when it throws} */
    protected boolean sharesHeap() {
        return false;
    }

    /** Where the bytes of a segment are, those before and after it included. */
    enum Kind {
        NATIVE,
        CONFINED,
        NATIVE_PART,
        ARRAY,
        ARRAY_PART,
        BYTES;

        MemorySegment of(Arena arena, ElementType element, int length) {
            long bytes = (long) length * element.bytes();
            long before = 3L * element.bytes();
            return switch (this) {
                case NATIVE -> Arena.ofAuto().allocate(bytes, 8);
                case CONFINED -> arena.allocate(bytes, 8);
                case NATIVE_PART -> arena.allocate(bytes + 2 * before, 8).asSlice(before, bytes);
                case ARRAY -> array(element, length);
                case ARRAY_PART -> array(element, length + 6).asSlice(before, bytes);
                // As aligned as doubles are.
                case BYTES -> MemorySegment.ofArray(new long[length + 1]).asSlice(0, bytes);
            };
        }

        private static MemorySegment array(ElementType element, int length) {
            return switch (element) {
                case BYTE -> MemorySegment.ofArray(new byte[length]);
                case CHAR -> MemorySegment.ofArray(new char[length]);
                case SHORT -> MemorySegment.ofArray(new short[length]);
                case INT -> MemorySegment.ofArray(new int[length]);
                case LONG -> MemorySegment.ofArray(new long[length]);
                case FLOAT -> MemorySegment.ofArray(new float[length]);
                case DOUBLE -> MemorySegment.ofArray(new double[length]);
                case BOOLEAN -> throw new IllegalArgumentException("no segment");
            };
        }
    }

    /** Makes the arguments of one call. */
    private static final class Maker {
        final Random random;
        final Arena arena;

        Maker(long seed, Arena arena) {
            this.random = new Random(seed);
            this.arena = arena;
        }

        int length() {
            return random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(700);
        }

        MemorySegment segment(ElementType element, int length) {
            Kind kind = KINDS.get(random.nextInt(KINDS.size()));
            MemorySegment segment = kind.of(arena, element, length);
            byte[] bytes = new byte[(int) segment.byteSize()];
            random.nextBytes(bytes);
            segment.copyFrom(MemorySegment.ofArray(bytes));
            if (element == ElementType.FLOAT) {
                for (int i = 0; i < length; i++) {
                    segment.setAtIndex(ValueLayout.JAVA_FLOAT, i, random.nextFloat());
                }
            } else if (element == ElementType.DOUBLE) {
                for (int i = 0; i < length; i++) {
                    segment.setAtIndex(ValueLayout.JAVA_DOUBLE, i, random.nextInt(1000));
                }
            }
            return segment;
        }

        int[] ints(int length) {
            return random.ints(length).toArray();
        }

        MemorySegment indices(int length, int bound) {
            MemorySegment indices = segment(ElementType.LONG, length);
            for (int i = 0; i < length; i++) {
                indices.setAtIndex(ValueLayout.JAVA_LONG, i, random.nextInt(Math.max(1, bound)));
            }
            return indices;
        }

        /** {@return a multiple of 2^31, for some of which an offset in bytes overflows to one in bounds} */
        long offset() {
            return random.nextBoolean() ? 1L << 62 : random.nextBoolean() ? 1L << 32 : -1L << 31;
        }

        /** {@return sometimes another number than the given one, so that accesses are out of bounds} */
        int about(int length) {
            return random.nextInt(3) == 0 ? Math.max(0, length - 1 - random.nextInt(40)) : length;
        }
    }

    /** A kernel, whether it is one of ints alone, and what it is called with. */
    private record Case(String kernel, boolean isOfInts, Function<Maker, Object[]> arguments) {}

    @SuppressWarnings("NullAway") // null is an argument
    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        cases.add(new Case("saxpy", false, in -> {
            int n = in.length();
            return args(1.5f, in.segment(ElementType.FLOAT, in.about(n)), in.segment(ElementType.FLOAT, n));
        }));
        cases.add(new Case("beside", false, in -> {
            int n = in.length();
            return args(in.ints(n), in.segment(ElementType.LONG, in.about(n)), in.random.nextLong());
        }));
        cases.add(new Case("shift", true, in -> {
            int n = in.length();
            int by = in.random.nextInt(5);
            return args(in.segment(ElementType.INT, in.about(n + by)), in.segment(ElementType.INT, n), (long) by);
        }));
        cases.add(new Case("dot", false, in -> {
            int n = in.length();
            return args(in.segment(ElementType.DOUBLE, n), in.segment(ElementType.DOUBLE, in.about(n)));
        }));
        cases.add(new Case("best", false, in -> args(in.segment(ElementType.SHORT, in.length()))));
        cases.add(new Case("transpose", false, in -> {
            int w = 1 + in.random.nextInt(30);
            int n = w * in.random.nextInt(30);
            return args(w, in.segment(ElementType.CHAR, n), in.segment(ElementType.CHAR, in.about(n)));
        }));
        cases.add(new Case("rows", false, in -> {
            int n = in.length() / 10;
            double[][] rows = new double[n][in.random.nextInt(9)];
            for (double[] row : rows) {
                Arrays.setAll(row, _ -> in.random.nextInt(100));
            }
            return args(rows, in.segment(ElementType.DOUBLE, in.about(n)));
        }));
        cases.add(new Case("cumulative", false, in -> {
            int n = in.length();
            return args(in.segment(ElementType.BYTE, n), in.segment(ElementType.LONG, in.about(n)));
        }));
        cases.add(new Case("positive", false, in -> {
            int n = in.length();
            return args(in.segment(ElementType.INT, n), in.segment(ElementType.INT, in.about(n)));
        }));
        cases.add(new Case(
                "histogram",
                false,
                in -> args(in.segment(ElementType.BYTE, in.length()), in.segment(ElementType.INT, in.about(256)))));
        cases.add(new Case("indexOf", false, in -> {
            MemorySegment x = in.segment(ElementType.CHAR, in.length());
            return args(x, in.random.nextBoolean() || x.byteSize() == 0 ? 'x' : x.getAtIndex(ValueLayout.JAVA_CHAR, 0));
        }));
        cases.add(new Case("gather", false, in -> {
            int n = in.length();
            int m = 1 + in.length();
            return args(
                    in.indices(n, in.about(m) + 2), in.segment(ElementType.SHORT, m), in.segment(ElementType.SHORT, n));
        }));
        cases.add(new Case("steps", false, in -> {
            int n = in.length();
            return args(1 + in.random.nextInt(4), in.segment(ElementType.FLOAT, n), in.segment(ElementType.FLOAT, n));
        }));
        cases.add(new Case("either", true, in -> {
            int n = in.length();
            return args(
                    in.random.nextBoolean(),
                    in.segment(ElementType.INT, n),
                    in.segment(ElementType.INT, in.about(n)),
                    in.segment(ElementType.INT, n));
        }));
        cases.add(new Case("smooth", false, in -> {
            int n = in.length();
            return args(in.segment(ElementType.FLOAT, in.about(n)), in.segment(ElementType.FLOAT, n));
        }));
        cases.add(new Case("between", true, in -> args(in.segment(ElementType.INT, in.length()))));
        cases.add(new Case("ordered", true, in -> args(in.segment(ElementType.INT, in.length()))));
        cases.add(new Case("inPlace", false, in -> {
            MemorySegment x = in.segment(ElementType.DOUBLE, in.length());
            return args(x, x.asSlice(0));
        }));
        cases.add(new Case("made", false, in -> args(in.segment(ElementType.BYTE, in.length()))));
        cases.add(new Case("wrapped", true, in -> {
            int n = in.length();
            return args(in.segment(ElementType.INT, n), in.segment(ElementType.INT, n), in.offset());
        }));
        cases.add(new Case("caught", true, in -> {
            int n = in.length();
            return args(in.segment(ElementType.INT, in.about(n)), in.segment(ElementType.INT, n), in.offset());
        }));
        cases.add(new Case("passedOn", false, in -> {
            int n = in.length();
            return args(in.segment(ElementType.INT, in.about(n)), in.ints(n), in.offset());
        }));
        cases.add(new Case("thirds", true, in -> {
            int n = in.length();
            return args(in.segment(ElementType.INT, n), in.segment(ElementType.INT, in.about(n)));
        }));
        cases.add(new Case("unchecked", false, in -> {
            int n = in.length();
            return args(in.segment(ElementType.FLOAT, n), in.segment(ElementType.FLOAT, n));
        }));
        cases.add(new Case("asks", true, in -> {
            int n = in.length();
            boolean isNull = in.random.nextInt(3) == 0;
            return args(isNull ? null : in.segment(ElementType.INT, in.about(n)), in.ints(n));
        }));
        cases.add(new Case("untouched", false, in -> args(in.segment(ElementType.BYTE, in.length()), new long[5])));
        return cases;
    }

    private static Object[] args(Object... arguments) {
        return arguments;
    }

    /** What a call came to: its result or exception, and what the arguments hold then. */
    private record Outcome(
            @Nullable Object result, @Nullable String thrown, List<byte[]> contents) {}

    private static Outcome outcome(Object[] arguments, Callable<@Nullable Object> call) {
        Object result = null;
        String thrown = null;
        try {
            result = call.call();
        } catch (Throwable e) {
            thrown = e.getClass().getName() + ": " + e.getMessage();
            for (int i = 0; i < arguments.length; i++) {
                if (arguments[i] instanceof MemorySegment segment) {
                    thrown = thrown.replace(segment.toString(), "argument " + i);
                }
            }
        }
        List<byte[]> contents = new ArrayList<>();
        for (Object argument : arguments) {
            if (argument instanceof MemorySegment segment) {
                contents.add(segment.toArray(ValueLayout.JAVA_BYTE));
            } else if (argument != null && ElementType.ofArray(argument.getClass()) != null) {
                contents.add(ArrayBits.bytes(argument));
            }
        }
        return new Outcome(result, thrown, contents);
    }

    private static Method method(String name) {
        return Stream.of(SegmentKernels.class.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static @Nullable Object callJava(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Test
    final void doesWhatJavaDoes() {
        int thrown = 0;
        for (Case one : cases()) {
            if ((!one.isOfInts && !runsAll()) || (RUNNING.contains(one.kernel) && !isComplete())) {
                continue;
            }
            for (int trial = 0; trial < TRIALS; trial++) {
                thrown += compare(one, 1000L * one.kernel.hashCode() + trial) ? 1 : 0;
            }
        }
        assertThat(thrown).isGreaterThan(runsAll() ? 20 : 5);
    }

    /** Compares; {@return whether the kernel threw} */
    private boolean compare(Case one, long seed) {
        try (Arena arena = Arena.ofConfined()) {
            Object[] forJava = one.arguments.apply(new Maker(seed, arena));
            Object[] before = one.arguments.apply(new Maker(seed, arena));
            Object[] arguments = one.arguments.apply(new Maker(seed, arena));
            Method method = method(one.kernel);
            Outcome expected = outcome(forJava, () -> {
                try {
                    return callJava(method, forJava);
                } catch (Exception | Error e) {
                    throw e;
                } catch (Throwable e) {
                    throw new IllegalStateException(e);
                }
            });
            Kernel kernel = Kernel.of(SegmentKernels.class, one.kernel);
            Outcome actual = gpu().call(() -> outcome(arguments, () -> kernel.launch(arguments)));
            boolean isThrown = expected.thrown != null;
            List<byte[]> contents =
                    isThrown && !sharesHeap() ? outcome(before, () -> null).contents : expected.contents;
            assertThat(actual.thrown).as(one.kernel + " " + seed).isEqualTo(expected.thrown);
            if (expected.result instanceof int[] array) {
                assertThat((int[]) actual.result).as(one.kernel).isEqualTo(array);
            } else {
                assertThat(actual.result).as(one.kernel).isEqualTo(expected.result);
            }
            for (int i = 0; i < contents.size(); i++) {
                assertThat(Arrays.mismatch(actual.contents.get(i), contents.get(i)))
                        .as(one.kernel + " " + seed + ", " + i)
                        .isEqualTo(-1);
            }
            return isThrown;
        }
    }

    @ParameterizedTest
    @EnumSource
    final void copiesGoToAndComeFromADevice(Kind kind) {
        for (int n : new int[] {0, 7, 400_000}) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment from = kind.of(arena, ElementType.SHORT, n);
                byte[] bytes = new byte[2 * n];
                new Random(n).nextBytes(bytes);
                from.copyFrom(MemorySegment.ofArray(bytes));
                MemorySegment to = kind.of(arena, ElementType.SHORT, n);
                try (GpuArray<short[]> array = gpu().upload(short[].class, from.asReadOnly());
                        GpuArray<short[]> other = gpu().allocate(short[].class, n)) {
                    assertThat(MemorySegment.ofArray(array.toHost()).mismatch(from))
                            .isEqualTo(-1);
                    array.copyTo(to);
                    assertThat(to.mismatch(from)).isEqualTo(-1);
                    other.copyFrom(to);
                    assertThat(other.toHost()).isEqualTo(array.toHost());
                }
            }
        }
    }

    @Test
    final void copiesOfOtherSegmentsAreRefused() throws InterruptedException {
        MemorySegment confined = confined();
        MemorySegment three = ints(1, 2, 3);
        try (GpuArray<int[]> array = gpu().allocate(int[].class, 3);
                GpuArray<boolean[]> flags = gpu().allocate(boolean[].class, 12);
                GpuArray<int[][]> rows = gpu().allocate(int[][].class, 1, 3)) {
            assertThatThrownBy(() -> array.copyFrom(confined))
                    .isInstanceOf(WrongThreadException.class)
                    .hasMessageContaining("[SegmentUnusable]");
            assertThatThrownBy(() -> gpu().upload(int[].class, confined)).isInstanceOf(WrongThreadException.class);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> array.copyTo(three.asReadOnly()))
                    .withMessageContaining("[SegmentUnusable]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> array.copyTo(ints(1, 2)))
                    .withMessageContaining("[LengthMismatch]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> gpu().upload(int[].class, three.asSlice(1)))
                    .withMessageContaining("[SegmentSize]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> flags.copyFrom(three))
                    .withMessageContaining("[ArrayType]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> rows.copyFrom(three))
                    .withMessageContaining("[ArrayType]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> gpu().upload(boolean[].class, three))
                    .withMessageContaining("[ArrayType]");
            array.copyFrom(three);
            assertThat(array.toHost()).isEqualTo(new int[] {1, 2, 3});
        }
    }

    /** More than a launch with small arrays takes in one copy. */
    @ParameterizedTest
    @EnumSource
    final void largeSegments(Kind kind) {
        int n = 300_000;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment x = kind.of(arena, ElementType.INT, n);
            int[] numbers = new Random(3).ints(n).toArray();
            x.copyFrom(MemorySegment.ofArray(numbers));
            MemorySegment y = kind.of(arena, ElementType.INT, n - 1);
            gpu().run(() -> kernel("shift").launch(x, y, 1L));
            assertThat(y.toArray(ValueLayout.JAVA_INT)).isEqualTo(Arrays.copyOfRange(numbers, 1, n));
            MemorySegment all = kind.of(arena, ElementType.INT, n);
            all.fill((byte) 7);
            assertThatThrownBy(() -> gpu().run(() -> kernel("shift").launch(x, all, 1L)))
                    .hasMessageStartingWith("Out of bound access on segment " + x + "; new offset = " + 4 * n);
            // The first iteration throws.
            assertThat(all.getAtIndex(ValueLayout.JAVA_INT, 0)).isEqualTo(0x07070707);
        }
    }

    private static Kernel kernel(String name) {
        return Kernel.of(SegmentKernels.class, name);
    }

    private static MemorySegment ints(int... numbers) {
        MemorySegment segment = Arena.ofAuto().allocate(4L * numbers.length, 4);
        segment.copyFrom(MemorySegment.ofArray(numbers));
        return segment;
    }

    @ParameterizedTest
    @EnumSource
    final void gridKernelsTakeSegments(Kind kind) {
        int n = 100;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment y = kind.of(arena, ElementType.INT, 128);
            int[] numbers = new Random(7).ints(128).toArray();
            y.copyFrom(MemorySegment.ofArray(numbers));
            gpu().run(() -> kernel("gridReverse").launch(Launch.of(2, 64), y));
            for (int i = 0; i < 128; i++) {
                assertThat(y.getAtIndex(ValueLayout.JAVA_INT, i)).isEqualTo(numbers[i / 64 * 64 + 63 - i % 64]);
            }
            if (!runsAll()) {
                return;
            }
            MemorySegment from = kind.of(arena, ElementType.FLOAT, n);
            MemorySegment to = kind.of(arena, ElementType.FLOAT, n);
            for (int i = 0; i < n; i++) {
                from.setAtIndex(ValueLayout.JAVA_FLOAT, i, i + 0.5f);
            }
            gpu().run(() -> kernel("gridScale").launch(Launch.covering(n), from, to));
            for (int i = 0; i < n; i++) {
                assertThat(to.getAtIndex(ValueLayout.JAVA_FLOAT, i)).isEqualTo(3 * (i + 0.5f));
            }
            MemorySegment shorter = from.asSlice(0, 4L * 40);
            assertThatThrownBy(() -> gpu().run(() -> kernel("gridScale").launch(Launch.covering(n), shorter, to)))
                    .isExactlyInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage("Out of bound access on segment " + shorter + "; new offset = 160; new length = 4");
        }
    }

    @Test
    final void arraysOfTheDeviceStandForSegments() {
        Gpu gpu = gpu();
        int[] x = new Random(5).ints(300).toArray();
        try (GpuArray<int[]> from = gpu.upload(x);
                GpuArray<int[]> to = gpu.allocate(int[].class, 300);
                GpuStream stream = gpu.newStream()) {
            int n = isComplete() ? 290 : 300;
            stream.run(() -> kernel("shift").launch(from, n < 300 ? to.slice(0, n) : to, 300L - n));
            int[] expected = Arrays.copyOf(Arrays.copyOfRange(x, 300 - n, 300), 300);
            assertThat(to.toHost()).isEqualTo(expected);
            kernel("gridReverse").launch(Launch.of(1, 64), to);
            for (int i = 0; i < 64; i++) {
                assertThat(to.toHost()[i]).isEqualTo(expected[63 - i]);
            }
            assertThatThrownBy(() -> {
                        kernel("shift").launch(from, to, 7L);
                        to.toHost();
                    })
                    .isExactlyInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessageMatching("Out of bound access on segment .*; new offset = 1224; new length = 4");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kernel("shift").launch(from, ints(1, 2), 0L))
                    .withMessageContaining("[MixedArguments]");
            try (GpuArray<float[]> floats = gpu.allocate(float[].class, 4)) {
                if (runsAll()) {
                    // As code for other devices names it, and no segment that only this launch has.
                    assertThatThrownBy(() -> {
                                try (GpuArray<float[]> longer = gpu.allocate(float[].class, 8)) {
                                    kernel("gridScale").launch(Launch.covering(5), floats, longer);
                                    longer.toHost();
                                }
                            })
                            .isExactlyInstanceOf(IndexOutOfBoundsException.class)
                            .hasMessage("Out of bound access on segment x; new offset = 16; new length = 4");
                }
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> kernel("shift").launch(floats, to, 0L))
                        .withMessageContaining("[ArgumentType]");
            }
        }
    }

    @Test
    @SuppressWarnings("NullAway") // null is an argument
    final void whatCannotBeUsedIsRefusedBeforeTheLaunch() throws InterruptedException {
        MemorySegment x = ints(1, 2, 3);
        MemorySegment y = ints(0, 0, 0);
        Kernel shift = kernel("shift");
        gpu().run(() -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> shift.launch(x, y.asReadOnly(), 0L))
                    .withMessageContaining("[SegmentUnusable] argument 'y' of kernel SegmentKernels.shift")
                    .withMessageContaining("read-only");
            shift.launch(x.asReadOnly(), y, 0L);
            assertThat(y.toArray(ValueLayout.JAVA_INT)).isEqualTo(new int[] {1, 2, 3});
            MemorySegment odd = MemorySegment.ofArray(new byte[13]).asSlice(1, 12);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> shift.launch(odd, y, 0L))
                    .withMessageContaining("[SegmentUnusable] argument 'x'")
                    .withMessageContaining("multiple of the 4 bytes");
            kernel("ordered").launch(odd);
            assertThat(odd.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, 2)).isEqualTo(33);
            assertThatNullPointerException()
                    .isThrownBy(() -> shift.launch(x, null, 0L))
                    .withMessageContaining("'y' (MemorySegment)");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> shift.launch(x, new int[3], 0L))
                    .withMessageContaining("[ArgumentType]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kernel("asks").launch(x, y))
                    .withMessageContaining("[ArgumentType]");
        });
        MemorySegment closed;
        try (Arena arena = Arena.ofShared()) {
            closed = arena.allocate(12, 4);
            MemorySegment confined = confined();
            gpu().run(() -> assertThatThrownBy(() -> shift.launch(confined, y, 0L))
                    .isInstanceOf(WrongThreadException.class)
                    .hasMessageContaining("[SegmentUnusable] argument 'x'"));
        }
        gpu().run(() -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> shift.launch(closed, y, 0L))
                    .withMessageContaining("[SegmentUnusable] argument 'x'")
                    .withMessageContaining("closed");
            long[] sizes = new long[3];
            kernel("untouched").launch(closed, sizes);
            assertThat(sizes).containsOnly(12);
        });
    }

    private static MemorySegment confined() throws InterruptedException {
        MemorySegment[] made = new MemorySegment[1];
        Thread owner = new Thread(() -> made[0] = Arena.ofConfined().allocate(12, 4));
        owner.start();
        owner.join();
        return made[0];
    }

    @Test
    final void segmentsThatShareMemoryAreTheSameOrApart() {
        MemorySegment all = ints(1, 2, 3, 4);
        gpu().run(() -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kernel("shift").launch(all.asSlice(0, 12), all.asSlice(4, 12), 0L))
                    .withMessageContaining("[AliasedArguments]");
            kernel("shift").launch(all.asSlice(0, 8), all.asSlice(8, 8), 0L);
            assertThat(all.toArray(ValueLayout.JAVA_INT)).isEqualTo(new int[] {1, 2, 1, 2});
            int[] array = {5, 6};
            if (takesWholeArrays()) {
                kernel("asks").launch(MemorySegment.ofArray(array), array);
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            kernel("asks").launch(MemorySegment.ofArray(array).asSlice(4), array))
                    .withMessageContaining("[AliasedArguments]");
        });
    }

    @Test
    final void segmentsThatAreNoArraysRunAsJava() {
        MemorySegment odd = Arena.ofAuto().allocate(14, 8);
        odd.fill((byte) 1);
        MemorySegment y = ints(0, 0, 0);
        gpu().run(() -> {
            kernel("shift").launch(odd, y, 0L);
            assertThat(y.toArray(ValueLayout.JAVA_INT)).containsOnly(0x01010101);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kernel("gridReverse").launch(Launch.of(1, 64), odd))
                    .withMessageContaining("[SegmentSize]")
                    .withMessageContaining("14 bytes");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kernel("shift").launch(odd, odd.asSlice(0, 12), 0L))
                    .withMessageContaining("[AliasedArguments]");
        });
    }

    @Test
    final void graphsTakeNoHostSegments() {
        MemorySegment x = ints(1, 2);
        assertThatIllegalStateException()
                .isThrownBy(() -> gpu().record(() -> kernel("shift").launch(x, x, 0L)))
                .withMessageContaining("[NotRecordable]");
        Gpu gpu = gpu();
        try (GpuArray<int[]> a = gpu.upload(new int[] {1, 2, 3});
                GpuArray<int[]> b = gpu.allocate(int[].class, 3);
                GpuGraph graph = gpu.record(() -> kernel("shift").launch(a, b, 0L))) {
            graph.launch();
            assertThat(b.toHost()).isEqualTo(new int[] {1, 2, 3});
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> graph.set(0, 0, x))
                    .withMessageContaining("[ArgumentType]")
                    .withMessageContaining("GpuArray<int[]>");
        }
    }
}
