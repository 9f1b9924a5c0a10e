package dev.gpukernel.oracle;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.internal.jit.LargeForms;
import dev.gpukernel.internal.jit.OtherEngine;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads of loops over segments up to a long run several iterations, which lead to what the JVM leads to, whatever the long is. */
final class LongBoundTest {
    private static final Gpu INTERPRETED = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE));

    @GpuKernel
    static void ints(MemorySegment x, MemorySegment y, long from, long to) {
        for (long i = from; i < to; i++) {
            y.setAtIndex(JAVA_INT, i, 3 * x.getAtIndex(JAVA_INT, i) + y.getAtIndex(JAVA_INT, i));
        }
    }

    @GpuKernel
    static void shorts(MemorySegment x, MemorySegment y, long from, long to) {
        for (long i = from; i < to; i++) {
            y.setAtIndex(JAVA_SHORT, i, (short) (x.getAtIndex(JAVA_SHORT, i) + 1));
        }
    }

    @GpuKernel
    static void bytes(MemorySegment x, MemorySegment y, long from, long to) {
        for (long i = from; i < to; i++) {
            y.setAtIndex(JAVA_BYTE, i, (byte) ~x.getAtIndex(JAVA_BYTE, i));
        }
    }

    @GpuKernel
    static void longs(MemorySegment x, MemorySegment y, long from, long to) {
        for (long i = from; i < to; i++) {
            y.setAtIndex(JAVA_LONG, i, x.getAtIndex(JAVA_LONG, i) * i);
        }
    }

    /** With neighbours, and the variable as an int. */
    @GpuKernel
    static void smoothed(MemorySegment x, MemorySegment y, long from, long to) {
        for (long i = from; i < to; i++) {
            y.setAtIndex(
                    JAVA_INT,
                    i,
                    x.getAtIndex(JAVA_INT, i)
                            + x.getAtIndex(JAVA_INT, i + 1)
                            + x.getAtIndex(JAVA_INT, i + 2)
                            + (int) i);
        }
    }

    @GpuKernel
    static void toTheEnd(MemorySegment x, MemorySegment y, long from, long to) {
        for (long i = 0; i < to; i++) {
            y.setAtIndex(JAVA_INT, i + from, x.getAtIndex(JAVA_INT, i + from) ^ 5);
        }
    }

    @GpuKernel
    static long sum(MemorySegment x, MemorySegment y, long from, long to) {
        long sum = 0;
        for (long i = from; i < to; i++) {
            sum += (long) x.getAtIndex(JAVA_INT, i) * y.getAtIndex(JAVA_INT, i);
        }
        return sum;
    }

    private static Stream<Method> methods() {
        return Arrays.stream(LongBoundTest.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class));
    }

    static Stream<String> kernels() {
        return methods().map(Method::getName).sorted();
    }

    private static Method method(String name) {
        return methods().filter(one -> one.getName().equals(name)).findFirst().orElseThrow();
    }

    private record Result(@Nullable String thrown, @Nullable Object returned, List<Long> contents) {}

    private interface Body {
        @Nullable Object run(Object... arguments) throws Exception;
    }

    private static Result result(int elements, long from, long to, Body body) {
        try (Arena arena = Arena.ofConfined()) {
            SplittableRandom random = new SplittableRandom(elements);
            MemorySegment x = arena.allocate(8L * elements + 16, 8);
            MemorySegment y = arena.allocate(8L * elements, 8);
            for (MemorySegment one : List.of(x, y)) {
                for (long i = 0; i < one.byteSize() / 8; i++) {
                    one.setAtIndex(JAVA_LONG, i, random.nextLong());
                }
            }
            Object returned = null;
            Throwable thrown = null;
            try {
                returned = body.run(x, y, from, to);
            } catch (InvocationTargetException e) {
                thrown = e.getCause();
            } catch (Exception e) {
                thrown = e;
            }
            return new Result(
                    thrown == null ? null : thrown.toString().replaceAll("address: 0x\\w+", "address"),
                    returned,
                    thrown == null ? Arrays.stream(y.toArray(JAVA_LONG)).boxed().toList() : List.of());
        }
    }

    private static void compare(String name) {
        Kernel kernel = Kernel.of(LongBoundTest.class, name);
        int thrown = 0;
        int returned = 0;
        for (int elements = 0; elements < 12; elements++) {
            for (long start : new long[] {0, 1L << 32, 1L << 61, 1L << 62, Long.MAX_VALUE, -(1L << 61), -(1L << 62)}) {
                for (long off : new long[] {0, 1, 2, -1, -3}) {
                    for (long count : new long[] {-1, 0, 1, elements, 2L * elements - off, 8L * elements + 1}) {
                        long from = start + off;
                        long to = name.equals("toTheEnd") ? count : from + count;
                        int size = elements;
                        Result expected =
                                result(size, from, to, arguments -> method(name).invoke(null, arguments));
                        Result found =
                                result(size, from, to, arguments -> INTERPRETED.call(() -> kernel.launch(arguments)));
                        if (String.valueOf(found.thrown).contains("[LoopCondition]")) {
                            // The variable may overflow, or elements be the same, which a launch tells.
                            assertThat(Math.abs(start)).isGreaterThan(1L << 60);
                            continue;
                        }
                        assertThat(found)
                                .as("%s of %s from %s to %s", name, size, from, to)
                                .isEqualTo(expected);
                        thrown += expected.thrown == null ? 0 : 1;
                        returned += expected.thrown == null ? 1 : 0;
                    }
                }
            }
        }
        assertThat(thrown).isPositive();
        assertThat(returned).isPositive();
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void ofAnyLong(String name) {
        compare(name);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void ofAnyLongInLargeSegments(String name) {
        LargeForms.<Boolean, RuntimeException>call(() -> {
            compare(name);
            return true;
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"ints", "shorts", "bytes", "longs", "toTheEnd"})
    void moveVectors(String name) {
        BitSet large = new BitSet();
        for (int last = 0; last <= 2; last += 2) {
            large.set(0, last);
            assertThat(CompilerSteps.compileForLarge(method(name), large).function().blocks().stream()
                            .flatMap(block -> block.instrs().stream())
                            .filter(instr -> instr.op() instanceof Op.StoreVector))
                    .isNotEmpty();
        }
    }
}
