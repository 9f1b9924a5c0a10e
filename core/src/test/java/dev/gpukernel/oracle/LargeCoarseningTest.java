package dev.gpukernel.oracle;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.internal.jit.LargeForms;
import dev.gpukernel.internal.jit.OtherEngine;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads of loops over large segments run several iterations, which lead to what the JVM leads to. */
@ExtendWith(LargeForms.class)
@ResourceLock(Resources.SYSTEM_PROPERTIES)
@Execution(ExecutionMode.CONCURRENT)
final class LargeCoarseningTest {
    private static final Gpu INTERPRETED = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE));

    @GpuKernel
    static void scale(MemorySegment x, MemorySegment y, int c) {
        for (long i = 0; i < y.byteSize() / 4; i++) {
            y.setAtIndex(JAVA_INT, i, c * x.getAtIndex(JAVA_INT, i));
        }
    }

    @GpuKernel
    static void average(MemorySegment x, MemorySegment y, int c) {
        for (long i = c; i < y.byteSize() / 4 - 1; i++) {
            y.setAtIndex(
                    JAVA_FLOAT,
                    i,
                    x.getAtIndex(JAVA_FLOAT, i - 1) + x.getAtIndex(JAVA_FLOAT, i) + x.getAtIndex(JAVA_FLOAT, i + 1));
        }
    }

    @GpuKernel
    static void raise(MemorySegment x, MemorySegment y, int c) {
        for (int i = 0; i < y.byteSize(); i++) {
            y.setAtIndex(JAVA_BYTE, i, (byte) (x.getAtIndex(JAVA_BYTE, i) + c * i));
        }
    }

    @GpuKernel
    static void moved(MemorySegment x, MemorySegment y, int c) {
        for (long i = 0; i < y.byteSize() / 4 - 3; i++) {
            y.setAtIndex(JAVA_INT, i + 3, x.getAtIndex(JAVA_INT, i + 7) + c);
        }
    }

    @GpuKernel
    static void widened(MemorySegment x, MemorySegment y, int c) {
        for (long i = 0; i < y.byteSize() / 4; i++) {
            y.setAtIndex(JAVA_INT, i, x.getAtIndex(JAVA_SHORT, i) / c);
        }
    }

    @GpuKernel
    static void updated(MemorySegment x, MemorySegment y, int c) {
        for (long i = 0; i < x.byteSize() / 4; i++) {
            x.setAtIndex(JAVA_INT, i, x.getAtIndex(JAVA_INT, i) * c + y.getAtIndex(JAVA_INT, i));
        }
    }

    @GpuKernel
    static void strided(MemorySegment x, MemorySegment y, int c) {
        for (long i = 0; i < y.byteSize() / 4; i++) {
            y.setAtIndex(JAVA_INT, i, x.getAtIndex(JAVA_INT, 2 * i) + x.getAtIndex(JAVA_INT, 2 * i + 1) + c);
        }
    }

    @GpuKernel
    static void reversed(MemorySegment x, MemorySegment y, int c) {
        for (long i = 0; i < y.byteSize() / 4; i++) {
            y.setAtIndex(JAVA_INT, y.byteSize() / 4 - 1 - i, x.getAtIndex(JAVA_INT, i) * c);
        }
    }

    /** Elements between those that are written stay. */
    @GpuKernel
    static void spread(MemorySegment x, MemorySegment y, int c) {
        for (long i = 0; i < y.byteSize() / 12; i++) {
            y.setAtIndex(JAVA_INT, 3 * i + 1, x.getAtIndex(JAVA_INT, 3 * i + 2) * c);
        }
    }

    /** The same number, as an index and as an int. */
    @GpuKernel
    static void numbered(MemorySegment x, MemorySegment y, int c) {
        for (long i = 0; i < y.byteSize() / 4; i++) {
            y.setAtIndex(JAVA_INT, i, x.getAtIndex(JAVA_INT, i) * (int) i + (int) (i + 3) * c);
        }
    }

    @GpuKernel
    static void running(MemorySegment x, MemorySegment y, int c) {
        int sum = c;
        for (long i = 0; i < y.byteSize() / 4; i++) {
            sum += x.getAtIndex(JAVA_INT, i);
            y.setAtIndex(JAVA_INT, i, sum);
        }
    }

    @GpuKernel
    static long dot(MemorySegment x, MemorySegment y, int c) {
        long sum = c;
        for (long i = 0; i < x.byteSize() / 4; i++) {
            sum += (long) x.getAtIndex(JAVA_INT, i) * y.getAtIndex(JAVA_INT, i);
        }
        return sum;
    }

    private static Stream<Method> methods() {
        return Arrays.stream(LargeCoarseningTest.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class));
    }

    private static Method method(String name) {
        return methods().filter(one -> one.getName().equals(name)).findFirst().orElseThrow();
    }

    static Stream<String> kernels() {
        return methods().map(Method::getName).sorted();
    }

    @ParameterizedTest
    @CsvSource({
        "scale, load.int.i64 4; store.int.i64 4",
        "numbered, load.int.i64 4; store.int.i64 4",
        "average, load.float.i64 4; store.float.i64 4",
        "raise, ",
        "moved, load.int.i64 4; store.int.i64 4",
        "widened, load.short.i64 8; store.int.i64 4; store.int.i64 4",
        "updated, load.int.i64 4; load.int.i64 4; store.int.i64 4",
        "dot, "
    })
    void widestAccesses(String kernel, @Nullable String vectors) {
        BitSet large = new BitSet();
        large.set(0, 2);
        List<String> found = CompilerSteps.compileForLarge(method(kernel), large).function().blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .map(Instr::op)
                .filter(op -> op instanceof Op.LoadVector || op instanceof Op.StoreVector)
                .map(Op::text)
                .toList();
        assertThat(found).isEqualTo(vectors == null ? List.of() : List.of(vectors.split("; ", -1)));
    }

    private static MemorySegment segment(Arena arena, int bytes, boolean ofFloats, long seed) {
        MemorySegment segment = arena.allocate(bytes, 8);
        SplittableRandom random = new SplittableRandom(seed);
        for (long i = 0; i < bytes / 4; i++) {
            // Floats whose sums are exact.
            int number = random.nextInt(-999, 1000);
            segment.setAtIndex(JAVA_INT, i, ofFloats ? Float.floatToRawIntBits(number) : number);
        }
        return segment;
    }

    private record Result(@Nullable String thrown, @Nullable Object returned, List<byte[]> contents) {
        boolean isLike(Result other) {
            return Objects.equals(thrown, other.thrown)
                    && Objects.equals(returned, other.returned)
                    && Arrays.equals(contents.get(0), other.contents.get(0))
                    && Arrays.equals(contents.get(1), other.contents.get(1));
        }
    }

    private interface Body {
        @Nullable Object run() throws Exception;
    }

    private static Result result(MemorySegment x, MemorySegment y, Body body) {
        Object returned = null;
        String thrown = null;
        byte[] beforeX = x.toArray(JAVA_BYTE);
        byte[] beforeY = y.toArray(JAVA_BYTE);
        try {
            returned = body.run();
        } catch (InvocationTargetException e) {
            thrown = text(e.getCause());
        } catch (Exception e) {
            thrown = text(e);
        }
        // A device leaves them as they were if an iteration throws.
        return new Result(
                thrown,
                returned,
                thrown != null ? List.of(beforeX, beforeY) : List.of(x.toArray(JAVA_BYTE), y.toArray(JAVA_BYTE)));
    }

    private static String text(@Nullable Throwable thrown) {
        return Objects.requireNonNull(thrown).getClass()
                + String.valueOf(thrown.getMessage()).replaceAll("address: 0x\\w+", "address");
    }

    /** All lengths around that of a vector, and of what is shorter than the loop. */
    @ParameterizedTest
    @MethodSource("kernels")
    void everyLength(String name) {
        compare(name, INTERPRETED, 0, 44);
    }

    /** A device that sees what threads touch outside of the parts that are there for them. */
    @ParameterizedTest
    @MethodSource("kernels")
    void loopsRunInPieces(String name) {
        // Pieces of sums and of running values have thousands of iterations.
        boolean isLong = name.equals("dot") || name.equals("running");
        List<InterpretedDevice.Interpreted> made = new ArrayList<>();
        Gpu gpu = OtherEngine.limited(
                () -> {
                    made.add(new InterpretedDevice.Interpreted(isLong ? 1 << 15 : 64, Long.MAX_VALUE));
                    return made.getFirst();
                },
                isLong ? 1 << 18 : 2048);
        int least = isLong ? 70_000 : 260;
        compare(name, gpu, least, least + (isLong ? 1 : 16));
        assertThat(made.getFirst().device().partLaunches()).isGreaterThan(isLong ? 10 : 500);
    }

    private static void compare(String name, Gpu gpu, int least, int most) {
        Method method = method(name);
        Kernel kernel = Kernel.of(LargeCoarseningTest.class, name);
        boolean ofFloats = name.equals("average");
        int thrown = 0;
        int returned = 0;
        for (int length = least; length < most; length++) {
            for (int trial = 0; trial < 6; trial++) {
                int c = trial % 3;
                int bytesX = 4 * Math.max(0, trial < 3 ? 2 * length + 5 : length + 3 - trial);
                try (Arena arena = Arena.ofConfined()) {
                    MemorySegment x = segment(arena, bytesX, ofFloats, length);
                    MemorySegment y = segment(arena, 4 * length, ofFloats, length + 2L);
                    MemorySegment ownX = segment(arena, bytesX, ofFloats, length);
                    MemorySegment ownY = segment(arena, 4 * length, ofFloats, length + 2L);
                    Result expected = result(x, y, () -> method.invoke(null, x, y, c));
                    Result found = result(ownX, ownY, () -> gpu.call(() -> kernel.launch(ownX, ownY, c)));
                    assertThat(found.isLike(expected))
                            .as(name + " " + length + " " + trial + " " + found.thrown + " " + expected.thrown)
                            .isTrue();
                    thrown += expected.thrown == null ? 0 : 1;
                    returned += expected.thrown == null ? 1 : 0;
                }
            }
        }
        assertThat(thrown).isPositive();
        assertThat(returned).isPositive();
    }
}
