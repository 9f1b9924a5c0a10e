package dev.gpukernel.oracle;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
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
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Histograms in large segments are what they are in Java. */
@ExtendWith(LargeForms.class)
@Execution(ExecutionMode.CONCURRENT)
final class LargeUpdatesTest {
    private static final Gpu INTERPRETED = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 12, Long.MAX_VALUE));

    private static final int BINS = 32;

    /** Of which some are outside of the histogram if they are not masked. */
    private static final int GREATEST = 40;

    @GpuKernel
    static void counted(MemorySegment x, MemorySegment bins, int[] others) {
        for (long i = 0; i < x.byteSize() / 4; i++) {
            long bin = x.getAtIndex(JAVA_INT, i) & 31;
            bins.setAtIndex(JAVA_INT, bin, bins.getAtIndex(JAVA_INT, bin) + 1);
        }
    }

    @GpuKernel
    static void sums(MemorySegment x, MemorySegment bins, int[] others) {
        for (int i = 0; i < x.byteSize() / 4; i++) {
            int v = x.getAtIndex(JAVA_INT, i);
            bins.setAtIndex(JAVA_LONG, v & 31, bins.getAtIndex(JAVA_LONG, v & 31) - (long) v * i);
        }
    }

    @GpuKernel
    static void least(MemorySegment x, MemorySegment bins, int[] others) {
        for (long i = 0; i < x.byteSize() / 4; i++) {
            long bin = x.getAtIndex(JAVA_INT, i) & 31;
            bins.setAtIndex(JAVA_LONG, bin, Math.min(bins.getAtIndex(JAVA_LONG, bin), 77 - i));
        }
    }

    @GpuKernel
    static void greatest(MemorySegment x, MemorySegment bins, int[] others) {
        for (long i = 0; i < x.byteSize() / 4; i++) {
            long bin = x.getAtIndex(JAVA_INT, i) & 31;
            bins.setAtIndex(JAVA_INT_UNALIGNED, bin, Math.max(bins.getAtIndex(JAVA_INT_UNALIGNED, bin), (int) i));
        }
    }

    @GpuKernel
    static void mixed(MemorySegment x, MemorySegment bins, int[] others) {
        for (long i = 0; i < x.byteSize() / 4; i++) {
            long bin = x.getAtIndex(JAVA_INT, i) & 31;
            bins.setAtIndex(JAVA_LONG_UNALIGNED, bin, bins.getAtIndex(JAVA_LONG_UNALIGNED, bin) ^ (i * 1234567891011L));
        }
    }

    /** Beside a small histogram and a sum, under a condition. */
    @GpuKernel
    static long besideOthers(MemorySegment x, MemorySegment bins, int[] others) {
        long sum = 0;
        for (long i = 0; i < x.byteSize() / 4; i++) {
            int v = x.getAtIndex(JAVA_INT, i);
            sum += v;
            if (v % 3 == 0) {
                bins.setAtIndex(JAVA_INT, v & 31, bins.getAtIndex(JAVA_INT, v & 31) | v);
            } else {
                others[v & 15]++;
            }
        }
        return sum;
    }

    @GpuKernel
    static void inANest(MemorySegment x, MemorySegment bins, int[] others) {
        for (long i = 0; i < x.byteSize() / 4; i++) {
            for (int j = 0; j < 5; j++) {
                int bin = (x.getAtIndex(JAVA_INT, i) + j) & 31;
                bins.setAtIndex(JAVA_INT, bin, bins.getAtIndex(JAVA_INT, bin) + j);
            }
        }
    }

    /** Some are outside. */
    @GpuKernel
    static void outside(MemorySegment x, MemorySegment bins, int[] others) {
        for (long i = 0; i < x.byteSize() / 4; i++) {
            long bin = x.getAtIndex(JAVA_INT, i);
            bins.setAtIndex(JAVA_INT, bin, bins.getAtIndex(JAVA_INT, bin) & ~(int) i);
        }
    }

    private static Method method(String name) {
        return Arrays.stream(LargeUpdatesTest.class.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static Stream<String> kernels() {
        return Arrays.stream(LargeUpdatesTest.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .map(Method::getName)
                .sorted();
    }

    private record Result(@Nullable String thrown, @Nullable Object returned, List<Byte> bins, List<Integer> others) {}

    private interface Body {
        @Nullable Object run(Object... arguments) throws Exception;
    }

    /** Runs with arguments of its own. */
    private static Result result(int n, boolean isMisaligned, Body body) {
        try (Arena arena = Arena.ofShared()) {
            SplittableRandom random = new SplittableRandom(n);
            MemorySegment x = arena.allocate(4L * n, 4);
            for (int i = 0; i < n; i++) {
                x.setAtIndex(JAVA_INT, i, random.nextInt(GREATEST));
            }
            MemorySegment bins = arena.allocate(8 * BINS + 8, 8).asSlice(isMisaligned ? 1 : 8, 8 * BINS);
            for (int i = 0; i < 8 * BINS; i++) {
                bins.set(JAVA_BYTE, i, (byte) random.nextInt());
            }
            int[] others = random.ints(16).toArray();
            Object returned = null;
            Throwable thrown = null;
            try {
                returned = body.run(x, bins, others);
            } catch (InvocationTargetException e) {
                thrown = e.getCause();
            } catch (Exception e) {
                thrown = e;
            }
            return new Result(
                    thrown == null ? null : thrown.toString().replaceAll("address: 0x\\w+", "address"),
                    returned,
                    thrown != null
                            ? List.of()
                            : IntStream.range(0, 8 * BINS)
                                    .mapToObj(i -> bins.get(JAVA_BYTE, i))
                                    .toList(),
                    Arrays.stream(others).boxed().toList());
        }
    }

    private static void compare(String name, Gpu gpu, int n, boolean isMisaligned) {
        Result expected = result(n, isMisaligned, arguments -> method(name).invoke(null, arguments));
        Kernel kernel = Kernel.of(LargeUpdatesTest.class, name);
        Result found = result(n, isMisaligned, arguments -> gpu.call(() -> kernel.launch(arguments)));
        assertThat(found).as("%s of %s on %s", name, n, gpu).isEqualTo(expected);
    }

    private static boolean isOfAnyAlignment(String name) {
        return name.equals("greatest") || name.equals("mixed");
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void onADevice(String name) {
        for (int n : new int[] {0, 1, 33, 3000}) {
            compare(name, INTERPRETED, n, false);
            compare(name, INTERPRETED, n, isOfAnyAlignment(name));
        }
    }

    /** So many that all cores update the same elements. */
    @ParameterizedTest
    @MethodSource("kernels")
    void onAllCores(String name) {
        for (int n : new int[] {0, 1, 33, 3000, 1 << 20}) {
            compare(name, Gpu.current(), n, false);
            compare(name, Gpu.current(), n, isOfAnyAlignment(name));
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void areAtomic(String name) {
        BitSet large = new BitSet();
        large.set(0, 2);
        assertThat(CompilerSteps.compileForLarge(method(name), large).function().blocks().stream()
                        .flatMap(block -> block.instrs().stream())
                        .map(Instr::op)
                        .filter(op -> op instanceof Op.Atomic)
                        .map(op -> ((Op.Atomic) op).index().type().text()))
                .contains("i64");
    }
}
