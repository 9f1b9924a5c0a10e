package dev.gpukernel.internal.ptx;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.gpukernel.Golden;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.jit.CompilerSteps;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is generated for segments of more elements than an array has. */
class LargePtxGoldenTest {
    @GpuKernel
    static void saxpy(float a, MemorySegment x, MemorySegment y) {
        for (long i = 0; i < y.byteSize() / 4; i++) {
            y.setAtIndex(JAVA_FLOAT, i, a * x.getAtIndex(JAVA_FLOAT, i) + y.getAtIndex(JAVA_FLOAT, i));
        }
    }

    /** Threads begin where the target's elements are aligned, and so are not those that are read. */
    @GpuKernel
    static void shifted(MemorySegment x, MemorySegment y, long from, long to, long by) {
        for (long i = from; i < to; i++) {
            y.setAtIndex(JAVA_INT, i, x.getAtIndex(JAVA_INT, i + by) + (int) i);
        }
    }

    @GpuKernel
    static void smoothed(MemorySegment x, MemorySegment y) {
        for (long i = 1; i < y.byteSize() / 4 - 1; i++) {
            y.setAtIndex(
                    JAVA_FLOAT,
                    i,
                    x.getAtIndex(JAVA_FLOAT, i - 1) + x.getAtIndex(JAVA_FLOAT, i) + x.getAtIndex(JAVA_FLOAT, i + 1));
        }
    }

    /** One of the arrays is small. */
    @GpuKernel
    static void widened(MemorySegment x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = x.getAtIndex(JAVA_BYTE, i);
        }
    }

    @GpuKernel
    static long sum(MemorySegment x) {
        long sum = 0;
        for (long i = 0; i < x.byteSize() / 4; i++) {
            sum += x.getAtIndex(JAVA_INT, i);
        }
        return sum;
    }

    @GpuKernel
    static void histogram(byte[] x, MemorySegment bins) {
        for (int i = 0; i < x.length; i++) {
            int bin = x[i] & 255;
            bins.setAtIndex(JAVA_INT, bin, bins.getAtIndex(JAVA_INT, bin) + 1);
        }
    }

    @GpuKernel
    static void bounded(float a, MemorySegment x, MemorySegment y, long n) {
        for (long i = 0; i < n; i++) {
            y.setAtIndex(JAVA_FLOAT, i, a * x.getAtIndex(JAVA_FLOAT, i) + y.getAtIndex(JAVA_FLOAT, i));
        }
    }

    private static List<String> kernels() {
        return methods().map(Method::getName).sorted().toList();
    }

    private static Stream<Method> methods() {
        return Arrays.stream(LargePtxGoldenTest.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class));
    }

    private static String ptx(String name) {
        Method method =
                methods().filter(one -> one.getName().equals(name)).findFirst().orElseThrow();
        BitSet large = new BitSet();
        for (int i = 0; i < method.getParameterCount(); i++) {
            large.set(i, method.getParameterTypes()[i] == MemorySegment.class);
        }
        KernelUnit unit = CompilerSteps.compileForLarge(method, large).unit(0);
        return PtxEmitter.emit(unit, PtxTarget.BASELINE).text();
    }

    /** The same for segments that are no longer than an array. */
    @Test
    void ptxOfALongBound() {
        Method method = methods()
                .filter(one -> one.getName().equals("bounded"))
                .findFirst()
                .orElseThrow();
        KernelUnit unit = CompilerSteps.compileForLarge(method, new BitSet()).unit(0);
        Golden.check(
                "ptx/large/bounded_small.ptx",
                PtxEmitter.emit(unit, PtxTarget.BASELINE).text());
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void ptxOfLarge(String name) {
        Golden.check("ptx/large/" + name + ".ptx", ptx(name));
    }

    @Test
    void isAssembled() {
        Optional<Ptxas> ptxas = Ptxas.find();
        if (ptxas.isEmpty()) {
            abort(Ptxas.ABSENT);
            return;
        }
        List<String> modules = kernels().stream().map(LargePtxGoldenTest::ptx).toList();
        assertThat(ptxas.get().errors(modules, 90)).isEmpty();
    }
}
