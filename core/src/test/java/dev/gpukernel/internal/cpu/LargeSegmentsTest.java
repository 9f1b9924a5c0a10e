package dev.gpukernel.internal.cpu;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.contract.LargeSegmentKernels;
import dev.gpukernel.internal.jit.OtherEngine;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kernels on memory of more elements than an array has do what Java does. The memory is that of files that have room for few of their
 * bytes, so only some thousands of elements are touched.
 */
final class LargeSegmentsTest {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());
    private static final long ELEMENTS = (1L << 32) + 5003;

    /** So many elements are touched in a row. */
    private static final int WINDOW = 3000;

    /** Where indices that are ints, or that wrap around, would be others. */
    private static final long[] PLACES = {
        0, (1L << 31) - WINDOW / 2, 1L << 31, (1L << 32) - WINDOW / 2, 1L << 32, ELEMENTS - WINDOW
    };

    @TempDir
    private Path folder;

    private Arena arena = Arena.ofShared();
    private int files;

    @BeforeEach
    void open() {
        arena = Arena.ofShared();
    }

    @AfterEach
    void close() {
        arena.close();
    }

    private MemorySegment sparse(long bytes) {
        Path file = folder.resolve("sparse" + files++);
        try (FileChannel channel = FileChannel.open(
                file,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.SPARSE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Two segments with the same random numbers at all places. */
    private MemorySegment[] filled(long bytes, int element, long seed) {
        MemorySegment[] both = {sparse(bytes), sparse(bytes)};
        for (MemorySegment one : both) {
            Random random = new Random(seed);
            for (long place : PLACES) {
                byte[] numbers = new byte[WINDOW * element];
                random.nextBytes(numbers);
                one.asSlice(place * element, numbers.length).copyFrom(MemorySegment.ofArray(numbers));
            }
        }
        return both;
    }

    private static Method method(String name) {
        return Stream.of(LargeSegmentKernels.class.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private record Outcome(
            @Nullable Object result, @Nullable String thrown) {}

    private static Outcome java(String name, Object[] arguments) throws IllegalAccessException {
        try {
            Method method = method(name);
            method.setAccessible(true);
            return new Outcome(method.invoke(null, arguments), null);
        } catch (InvocationTargetException e) {
            return new Outcome(null, told(Objects.requireNonNull(e.getCause()), arguments));
        }
    }

    private static Outcome kernel(String name, Object[] arguments) {
        try {
            return new Outcome(
                    CPU.call(() -> Kernel.of(LargeSegmentKernels.class, name).launch(arguments)), null);
        } catch (IndexOutOfBoundsException thrown) {
            return new Outcome(null, told(thrown, arguments));
        }
    }

    private static String told(Throwable thrown, Object[] arguments) {
        String text = thrown.toString();
        for (int i = 0; i < arguments.length; i++) {
            text = arguments[i] instanceof MemorySegment segment ? text.replace(segment.toString(), "#" + i) : text;
        }
        return text;
    }

    /** Compares a kernel with plain Java, each with arguments of its own; {@return whether it threw} */
    private static boolean compare(String name, Object[] own, Object[] forJava) throws IllegalAccessException {
        Outcome expected = java(name, forJava);
        assertThat(kernel(name, own)).as(name + Arrays.toString(own)).isEqualTo(expected);
        for (int i = 0; i < own.length; i++) {
            if (own[i] instanceof MemorySegment segment) {
                requireSame(name + Arrays.toString(own), segment, (MemorySegment) forJava[i]);
            } else if (own[i] instanceof int[] ints) {
                assertThat(ints).as(name).isEqualTo((int[]) forJava[i]);
            }
        }
        return expected.thrown != null;
    }

    /** Around all places, of elements of any size, where an index that has lost its upper half would lead, too. */
    private static void requireSame(String what, MemorySegment one, MemorySegment other) {
        assertThat(one.byteSize()).isEqualTo(other.byteSize());
        for (int size = 1; size <= 8; size *= 2) {
            for (long place : PLACES) {
                long from = Math.max(0, (place - WINDOW) * size);
                long to = Math.min(one.byteSize(), (place + 2 * WINDOW) * size);
                if (from < to) {
                    assertThat(one.asSlice(from, to - from).mismatch(other.asSlice(from, to - from)))
                            .as("%s from byte %s", what, from)
                            .isEqualTo(-1);
                }
            }
        }
    }

    /** Arguments after the segments: bounds around a place, and what else a kernel takes. */
    private static List<Object> bounds(Random random, long elements) {
        long place = PLACES[random.nextInt(PLACES.length)];
        long from = switch (random.nextInt(8)) {
            case 0 -> -random.nextInt(WINDOW);
            case 1 -> elements - random.nextInt(WINDOW / 4);
            default -> Math.min(place + random.nextInt(WINDOW), elements - WINDOW / 2);
        };
        return new ArrayList<>(List.of(from, from + random.nextInt(WINDOW / 2)));
    }

    private int compareAll(String name, int segments, int element, int trials, More more)
            throws IllegalAccessException {
        int thrown = 0;
        List<MemorySegment[]> all = new ArrayList<>();
        for (int i = 0; i < segments; i++) {
            all.add(filled(ELEMENTS * element, element, i));
        }
        Random random = new Random(name.hashCode());
        for (int trial = 0; trial < trials; trial++) {
            List<Object> rest = bounds(random, ELEMENTS);
            more.add(random, rest);
            List<Object[]> both = new ArrayList<>();
            for (int side = 0; side < 2; side++) {
                List<Object> arguments = new ArrayList<>();
                for (MemorySegment[] segment : all) {
                    arguments.add(segment[side]);
                }
                for (Object other : rest) {
                    arguments.add(other instanceof int[] ints ? ints.clone() : other);
                }
                both.add(arguments.toArray());
            }
            thrown += compare(name, both.getFirst(), both.getLast()) ? 1 : 0;
        }
        return thrown;
    }

    /** Adds arguments. */
    private interface More {
        void add(Random random, List<Object> arguments);
    }

    private static void nothing(Random random, List<Object> arguments) {}

    /** So far that an element may be outside, or near enough to be inside. */
    private static long distance(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> 1L << 32;
            case 1 -> -(1L << 32);
            case 2 -> 1L << 62;
            case 3 -> -WINDOW;
            case 4 -> 0;
            default -> random.nextInt(10);
        };
    }

    @Test
    void loopsStoreWhatJavaStores() throws IllegalAccessException {
        int thrown = compareAll("add", 2, 4, 60, (random, arguments) -> arguments.add(distance(random)));
        thrown += compareAll("down", 1, 2, 30, LargeSegmentsTest::nothing);
        thrown += compareAll("strided", 1, 1, 30, LargeSegmentsTest::nothing);
        assertThat(thrown).isGreaterThan(10);
    }

    @Test
    void loopsInPlace() throws IllegalAccessException {
        assertThat(compareAll("inPlace", 1, 4, 20, (_, arguments) -> arguments.add(1L << 32)))
                .isPositive();
    }

    @Test
    void resultsAreThoseOfJava() throws IllegalAccessException {
        int thrown = compareAll("sum", 1, 4, 20, LargeSegmentsTest::nothing);
        thrown += compareAll("cumulate", 2, 4, 20, LargeSegmentsTest::nothing);
        thrown += compareAll(
                "compact",
                2,
                4,
                20,
                (random, arguments) -> arguments.add(PLACES[random.nextInt(PLACES.length)] + random.nextInt(WINDOW)));
        thrown += compareAll(
                "countThere",
                2,
                4,
                20,
                (random, arguments) -> arguments.add(PLACES[random.nextInt(PLACES.length)] + random.nextInt(WINDOW)));
        thrown += compareAll("count", 1, 4, 20, (_, arguments) -> arguments.add(new int[16]));
        thrown += compareAll("indexOf", 1, 4, 20, (random, arguments) -> arguments.add(random.nextInt()));
        assertThat(thrown).isGreaterThan(10);
    }

    @Test
    void elementsFarApart() throws IllegalAccessException {
        MemorySegment[] x = filled(4 * ELEMENTS, 4, 1);
        for (long width : new long[] {17, 40, 1L << 30, (1L << 30) + 1, (1L << 32) - 20}) {
            compare("farApart", new Object[] {x[0], 3L, 17L, width}, new Object[] {x[1], 3L, 17L, width});
        }
    }

    @Test
    void indicesThatAreElements() throws IllegalAccessException {
        MemorySegment[] x = filled(4 * ELEMENTS, 4, 1);
        long[] wrong = {-1, ELEMENTS, 1L << 61, -(1L << 62), (1L << 62) + 7, Long.MIN_VALUE, 1L << 33};
        for (int i = -1; i < wrong.length; i++) {
            long[] at = new Random(1)
                    .ints(500, 0, WINDOW)
                    .mapToLong(offset -> PLACES[offset % PLACES.length] + offset)
                    .toArray();
            if (i >= 0) {
                at[300 + i] = wrong[i];
            }
            MemorySegment indices = MemorySegment.ofArray(at);
            compare("gather", new Object[] {indices, x[0], new int[500]}, new Object[] {indices, x[1], new int[500]});
        }
    }

    /** More iterations than ints count. */
    @Test
    void manyIterations() throws IllegalAccessException {
        MemorySegment x = sparse(ELEMENTS);
        CPU.run(() -> Kernel.of(LargeSegmentKernels.class, "seldom").launch(x, ELEMENTS));
        long expected = 0;
        for (long i = 5; i < ELEMENTS; i += 1 << 24) {
            assertThat(x.get(JAVA_BYTE, i)).isEqualTo((byte) (i >> 24));
            expected += i * x.get(JAVA_BYTE, i);
        }
        Object sum = CPU.call(() -> Kernel.of(LargeSegmentKernels.class, "many").launch(x, ELEMENTS));
        assertThat(sum).isEqualTo(expected);
    }

    @Test
    void alignedAndOtherPartsOfOneSegment() throws IllegalAccessException {
        MemorySegment[] all = filled(8 * ELEMENTS, 4, 1);
        List<Object[]> both = new ArrayList<>();
        for (MemorySegment one : all) {
            both.add(new Object[] {
                one.asSlice(4, 4 * ((1L << 31) + 100)),
                one.asSlice(4 * ((1L << 31) + 102)),
                (1L << 31) - 50,
                (1L << 31) + 100,
                0L
            });
        }
        compare("add", both.getFirst(), both.getLast());
    }

    @Test
    void halfAnElementRunsAsJava() throws IllegalAccessException {
        MemorySegment[] x = {sparse(4 * ELEMENTS + 2), sparse(4 * ELEMENTS + 2)};
        MemorySegment[] y = {sparse(4 * ELEMENTS), sparse(4 * ELEMENTS)};
        Object[] own = {x[0], y[0], 1L << 31, (1L << 31) + 10, 0L};
        compare("add", own, new Object[] {x[1], y[1], 1L << 31, (1L << 31) + 10, 0L});
        assertThat(y[0].getAtIndex(ValueLayout.JAVA_INT, (1L << 31) + 9)).isEqualTo((int) ((1L << 31) + 9));
    }
}
