package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.GpuRegistration;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRun;
import dev.gpukernel.diagnostic.Message;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops over three times as much as a device has memory: whoever ends has run in pieces. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class PiecesContract {
    private static final int LIMIT = 3 << 17;
    private static final int LENGTH = 3 * LIMIT / Integer.BYTES / 2;
    private static final int WIDTH = 300;

    /** Two groups of blocks of a loop with running values, and a part of a block. */
    private static final int FLOATS = (1 << 21) + 777;

    /**
     * {@return a device that shares no memory with that of other tests}
     *
     * @param limit bytes that it may take
     */
    protected abstract Gpu limited(long limit);

    /** A kernel of {@link PieceKernels} with its arguments. */
    record Launched(String name, List<Object> arguments) {
        Launched(String name, Object... arguments) {
            this(name, List.of(arguments));
        }

        private Method method() {
            return Arrays.stream(PieceKernels.class.getDeclaredMethods())
                    .filter(method -> method.getName().equals(name))
                    .findFirst()
                    .orElseThrow();
        }

        /** {@return the same with arguments of its own; an array that is passed twice is one still} */
        Launched copy() {
            List<Object> copies = new ArrayList<>();
            for (Object argument : arguments) {
                int first = arguments.indexOf(argument);
                copies.add(first < copies.size() ? copies.get(first) : copy(argument));
            }
            return new Launched(name, copies);
        }

        private static Object copy(Object argument) {
            return switch (argument) {
                case int[] array -> array.clone();
                case int[][] rows -> Stream.of(rows).map(int[]::clone).toArray(int[][]::new);
                default -> argument;
            };
        }

        /** {@return the arguments, to be compared by what arrays hold} */
        Object[] values() {
            return arguments.toArray();
        }

        @Nullable Object java() throws Throwable {
            Method method = method();
            method.setAccessible(true);
            try {
                return method.invoke(null, values());
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }

        @Nullable Object on(Gpu gpu) {
            AtomicReference<@Nullable Object> result = new AtomicReference<>();
            gpu.run(() -> result.set(kernel().launch(values())));
            return result.get();
        }

        /**
         * Runs with memory outside of the heap in place of arrays, which have what is there in the end.
         *
         * @param registered how many of them are registered at most
         */
        @Nullable Object offHeapOn(Gpu gpu, int registered) {
            IdentityHashMap<Object, IntBuffer> buffers = new IdentityHashMap<>();
            Object[] passed = arguments.stream()
                    .map(argument -> argument instanceof int[] array
                            ? buffers.computeIfAbsent(array, _ -> buffer(array))
                            : argument)
                    .toArray();
            AtomicReference<@Nullable Object> result = new AtomicReference<>();
            List<GpuRegistration> registrations = buffers.values().stream()
                    .limit(registered)
                    .map(buffer -> gpu.register(MemorySegment.ofBuffer(buffer)))
                    .toList();
            try {
                gpu.run(() -> result.set(kernel().launch(passed)));
            } finally {
                registrations.forEach(GpuRegistration::close);
                buffers.forEach((array, buffer) -> buffer.get(0, (int[]) array));
            }
            return result.get();
        }

        private static IntBuffer buffer(int[] array) {
            IntBuffer buffer = ByteBuffer.allocateDirect(Integer.BYTES * array.length)
                    .order(ByteOrder.nativeOrder())
                    .asIntBuffer();
            return buffer.put(0, array);
        }

        Kernel kernel() {
            return Kernel.of(PieceKernels.class, name);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static int[] random(int length, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return random.ints(length, -1000, 1000).toArray();
    }

    private static int[][] rows(int... elements) {
        return IntStream.range(0, elements.length / WIDTH)
                .mapToObj(i -> Arrays.copyOfRange(elements, i * WIDTH, (i + 1) * WIDTH))
                .toArray(int[][]::new);
    }

    static Stream<Launched> launches() {
        int[] x = random(LENGTH, 1);
        int[] y = random(LENGTH, 2);
        int[] both = random(2 * LENGTH, 3);
        int rows = LENGTH / WIDTH;
        return Stream.of(
                new Launched("scaled", 7, x, y),
                new Launched("scaled", 7, both, both),
                new Launched("added", LENGTH - 77, x, y),
                new Launched("added", LENGTH, both, both),
                new Launched("smoothed", x, y),
                new Launched("reversed", x, y),
                new Launched("spread", x, y),
                new Launched("evenFromOdd", both),
                new Launched("positive", x, y),
                new Launched("lookedUp", random(64, 4), x, y),
                new Launched("counted", new int[64], both),
                new Launched("differences", WIDTH, rows, x, y),
                new Launched("rowSums", WIDTH, 2 * rows, both, new int[2 * rows]),
                new Launched("rowSums", LENGTH / 8, 16, both, new int[16]),
                new Launched("scaledRows", 7, rows(x), rows(y)),
                new Launched("dividedRows", 7, rows(divisors(3)), rows(y)),
                new Launched("downwards", x, y),
                new Launched("thirds", x, y),
                new Launched("sum", (Object) both),
                new Launched("written", x, y),
                new Launched("interleaved", both, new int[LENGTH / 2 + 1001]),
                new Launched("running", 5, x, y),
                new Launched("running", 5, both, both),
                new Launched("running", -1, both, new int[2 * LENGTH]),
                new Launched("runningLongs", (Object) both),
                new Launched("runningMaximum", 3, LENGTH - 5, x, y),
                new Launched("runningExtremes", x, y),
                new Launched("found", both, new int[2 * LENGTH / 60]));
    }

    @ParameterizedTest
    @MethodSource("launches")
    final void leadToWhatTheyLeadToInJava(Launched launched) throws Throwable {
        Gpu gpu = limited(LIMIT);
        Launched expected = launched.copy();
        Object result = expected.java();
        Launched own = launched.copy();
        assertThat(own.on(gpu)).isEqualTo(result);
        assertThat(own.values()).isEqualTo(expected.values());
        for (int registered : new int[] {0, 1, Integer.MAX_VALUE}) {
            Launched offHeap = launched.copy();
            Gpu other = limited(LIMIT);
            assertThat(offHeap.offHeapOn(other, registered)).isEqualTo(result);
            assertThat(offHeap.values()).isEqualTo(expected.values());
            assertThat(other.memory().used()).as("what is left").isLessThan(LIMIT / 2);
        }
    }

    /** The device is large enough, but the caller's arrays have most of it. */
    @ParameterizedTest
    @ValueSource(strings = {"added", "running"})
    final void whatIsLeftBesideArraysCounts(String name) throws Throwable {
        Gpu gpu = limited(8 * LIMIT);
        int[] x = random(LENGTH, 1);
        Launched launched = name.equals("added")
                ? new Launched(name, LENGTH, x, random(LENGTH, 2))
                : new Launched(name, 5, x, random(LENGTH, 2));
        Launched expected = launched.copy();
        Object result = expected.java();
        try (GpuArray<byte[]> taken = gpu.allocate(byte[].class, 7 * LIMIT)) {
            assertThat(launched.on(gpu)).isEqualTo(result);
            assertThat(taken.length()).isEqualTo(7 * LIMIT);
        }
        assertThat(launched.values()).isEqualTo(expected.values());
    }

    /** What is overwritten need not go there. */
    @Test
    final void movesWhatItMust() {
        Launched launched = new Launched("scaled", 7, random(LENGTH, 1), new int[LENGTH]);
        launched.on(limited(LIMIT));
        KernelRun run = launched.kernel().lastRun().orElseThrow();
        assertThat(run.bytesToDevice()).isEqualTo(LENGTH * 4L);
        assertThat(run.bytesToHost()).isEqualTo(LENGTH * 4L);
    }

    private static int[] divisors(int seed) {
        int[] divisors = random(LENGTH, seed);
        Arrays.setAll(divisors, i -> divisors[i] == 0 ? 1 : divisors[i]);
        return divisors;
    }

    static Stream<Launched> faults() {
        int[] x = random(LENGTH, 1);
        int[] divisors = divisors(2);
        int[] late = divisors.clone();
        late[LENGTH - 3] = 0;
        late[LENGTH - 2] = 0;
        int[] early = late.clone();
        early[5] = 0;
        int[] many = new int[2 * LENGTH];
        Arrays.fill(many, 3);
        many[2 * LENGTH - 1] = 0;
        return Stream.of(
                new Launched("divided", 7, divisors, x),
                new Launched("divided", 7, late, x),
                new Launched("divided", 7, early, x),
                new Launched("dividedRows", 7, rows(late), rows(x)),
                new Launched("shifted", 40, x, new int[LENGTH]),
                new Launched("shifted", 0, x, new int[LENGTH]),
                new Launched("shifted", -1, x, new int[LENGTH]),
                new Launched("quotients", 8, many),
                new Launched("runningQuotients", 7, divisors, x),
                new Launched("runningQuotients", 7, late, x),
                new Launched("runningQuotients", 7, early, x),
                new Launched("found", random(2 * LENGTH, 6), new int[700]));
    }

    @ParameterizedTest
    @MethodSource("faults")
    final void whatAnIterationThrowsIsThrownAndArraysAreAsTheyWere(Launched launched) {
        Launched expected = launched.copy();
        Throwable thrown = catchThrowable(expected::java);
        Launched own = launched.copy();
        Throwable caught = catchThrowable(() -> own.on(limited(LIMIT)));
        if (caught != null && thrown != null && thrown.getStackTrace().length == 0) {
            // The JVM leaves out message and trace of what is thrown often; we never do.
            assertThat(caught).isExactlyInstanceOf(thrown.getClass()).hasMessageContaining(" ");
        } else {
            assertThat(Objects.toString(caught)).isEqualTo(Objects.toString(thrown));
        }
        assertThat(own.values()).isEqualTo((thrown == null ? expected : launched).values());
        for (int registered : new int[] {0, 1, Integer.MAX_VALUE}) {
            Launched offHeap = launched.copy();
            assertThat(Objects.toString(catchThrowable(() -> offHeap.offHeapOn(limited(LIMIT), registered))))
                    .isEqualTo(Objects.toString(caught));
            assertThat(offHeap.values()).isEqualTo(own.values());
        }
    }

    @Test
    final void theNoteNamesTheIterationOfTheWholeLoop() {
        int[] divisors = new int[LENGTH];
        Arrays.fill(divisors, 0, LENGTH - 5, 1);
        Launched launched = new Launched("divided", 7, divisors, new int[LENGTH]);
        Throwable caught = catchThrowable(() -> launched.on(limited(LIMIT)));
        assertThat(caught).isInstanceOf(ArithmeticException.class);
        assertThat(caught.getSuppressed()[0]).hasMessageStartingWith("in iteration " + (LENGTH - 5) + " of the loop");
    }

    /** {@return how much memory there is for loops that print, which need some for that; 0 if they do not run} */
    protected int printingLimit() {
        return LIMIT;
    }

    private int printingLength() {
        return printingLimit() / LIMIT * LENGTH;
    }

    private static String printed(Executable body) throws Throwable {
        PrintStream original = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            body.execute();
        } finally {
            System.setOut(original);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Piece after piece, each in the order of its threads, which is that of iterations where these are one to a thread. */
    @ParameterizedTest
    @ValueSource(strings = {"printed", "printedSum", "printedRunning", "printedRows"})
    @ResourceLock(Resources.SYSTEM_OUT)
    final void linesComeInOrder(String name) throws Throwable {
        int length = printingLength();
        assumeTrue(length > 0);
        int[] x = IntStream.range(1, length + 1).toArray();
        Launched launched = switch (name) {
            case "printedSum" -> new Launched(name, (Object) random(2 * length, 1));
            case "printedRunning" -> new Launched(name, x, new int[length]);
            default -> new Launched(name, name.equals("printed") ? 7 : WIDTH, x, new int[length]);
        };
        Launched expected = launched.copy();
        Launched own = launched.copy();
        AtomicReference<@Nullable Object> result = new AtomicReference<>();
        String lines = printed(() -> result.set(expected.java()));
        Gpu gpu = limited(printingLimit());
        String linesInPieces = printed(() -> assertThat(own.on(gpu)).isEqualTo(result.get()));
        assertThat(linesInPieces.lines())
                .containsExactlyInAnyOrderElementsOf(lines.lines().toList());
        if (name.equals("printed") || name.equals("printedRunning")) {
            assertThat(linesInPieces).isEqualTo(lines);
        }
        assertThat(own.values()).isEqualTo(expected.values());
    }

    /** Also what later iterations print, as on a device that runs them at once. */
    @Test
    @ResourceLock(Resources.SYSTEM_OUT)
    final void linesBeforeAnExceptionComeInOrder() throws Throwable {
        int length = printingLength();
        assumeTrue(length > 0);
        int[] divisors = new int[length];
        Arrays.fill(divisors, 0, length / 2, 1);
        Launched launched = new Launched("printed", 7, divisors, new int[length]);
        String before =
                printed(() -> assertThatThrownBy(launched.copy()::java).isInstanceOf(ArithmeticException.class));
        String lines = printed(() -> assertThatThrownBy(() -> launched.copy().on(limited(printingLimit())))
                .isInstanceOf(ArithmeticException.class));
        assertThat(lines).startsWith(before);
        List<Integer> iterations = lines.lines()
                .map(line -> Integer.valueOf(line.substring(0, line.indexOf(':'))))
                .toList();
        assertThat(iterations).isSorted();
    }

    static Stream<Launched> uncut() {
        int[] both = random(2 * LENGTH, 1);
        return Stream.of(
                // Each piece has two parts, far apart.
                new Launched("swapped", both),
                // Each piece needs the whole table.
                new Launched("gathered", both, new int[100], new int[100]),
                // There is one iteration.
                new Launched("rowSums", 2 * LENGTH, 1, both, new int[1]));
    }

    @ParameterizedTest
    @MethodSource("uncut")
    final void whatCannotBeCutIsRefusedWithFigures(Launched launched) {
        Launched own = launched.copy();
        Throwable caught = catchThrowable(() -> own.on(limited(LIMIT)));
        assertThat(caught).isInstanceOf(GpuException.class);
        assertThat(((GpuException) caught).code()).isEqualTo(Message.OUT_OF_DEVICE_MEMORY);
        assertThat(own.values()).isEqualTo(launched.values());
    }

    /** {@return whether it runs kernels of floats} */
    protected boolean runsFloats() {
        return true;
    }

    /** The order of such sums is the same in pieces and as a whole, and on all devices. */
    @ParameterizedTest
    @ValueSource(strings = {"runningFloats", "runningDoubles"})
    final void runningSumsHaveTheBitsOfTheWhole(String name) {
        if (!runsFloats()) {
            return;
        }
        SplittableRandom random = new SplittableRandom(1);
        float[] x = new float[FLOATS];
        for (int i = 0; i < x.length; i++) {
            x[i] = (float) random.nextDouble(-1, 1);
        }
        float[] expected = x.clone();
        Object start = name.endsWith("Doubles") ? (Object) 0.3 : 0.3f;
        Kernel kernel = Kernel.of(PieceKernels.class, name);
        Object result = Gpu.all().getLast().call(() -> kernel.launch(start, expected));
        assertThat(limited(3L * FLOATS).call(() -> kernel.launch(start, x))).isEqualTo(result);
        assertThat(x).isEqualTo(expected);
    }

    @Test
    final void severalThreadsAtOnceShareTheMemory() throws Throwable {
        Gpu gpu = limited(4 * LIMIT);
        Launched launched = new Launched("added", 4 * LENGTH, random(4 * LENGTH, 1), random(4 * LENGTH, 2));
        Launched expected = launched.copy();
        expected.java();
        List<Thread> threads = new ArrayList<>();
        AtomicReference<@Nullable Throwable> wrong = new AtomicReference<>();
        for (int t = 0; t < 2; t++) {
            threads.add(Thread.ofPlatform().start(() -> {
                Launched own = launched.copy();
                Throwable thrown = catchThrowable(() -> own.on(gpu));
                boolean isShort =
                        thrown instanceof GpuException short_ && short_.code() == Message.OUT_OF_DEVICE_MEMORY;
                Throwable different = isShort
                        ? null
                        : catchThrowable(() -> {
                            assertThat(thrown).isNull();
                            assertThat(own.values()).isEqualTo(expected.values());
                        });
                wrong.compareAndSet(null, different);
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrong.get()).isNull();
    }
}
