package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.BlockReduce;
import dev.gpukernel.device.Grid;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.oracle.Differential;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Functions never make a kernel fail that is right with everything inlined, and let some be that are too large for that. */
class OutliningTest {
    @Test
    void whatHidesTheIndependenceOfIterationsIsInlined() throws NoSuchMethodException {
        // It stores to an array, and which elements it alone tells.
        Method kernel = InlinedAgain.class.getDeclaredMethod("kernel", int[].class);
        assertThat(CompilerSteps.compile(kernel, Outlining.EVERYTHING, (_, _) -> {})
                        .function()
                        .calledFunctions())
                .extracting(Function::name)
                .containsExactly("OutliningTest.InlinedAgain.twice");
    }

    /** A loop whose independence is seen only where it is inlined, and a function without arrays. */
    static final class InlinedAgain {
        private InlinedAgain() {}

        @GpuKernel
        static void kernel(int[] a) {
            for (int i = 0; i < a.length; i++) {
                set(a, i, twice(a[i]));
            }
        }

        private static void set(int[] a, int i, int value) {
            a[i] = value;
        }

        private static int twice(int value) {
            return value * 2;
        }
    }

    /** Methods that concern other threads, one that throws and one that does neither. */
    static final class Together {
        private Together() {}

        @GpuKernel
        static void block(int[] counts, int divisor, float[] a) {
            int i = Grid.x();
            count(counts, i);
            a[i] = sum(a[i]) * quotient(i, divisor) + half(a[i]);
        }

        @GpuKernel
        static void grid(int[] counts, int divisor, float[] a) {
            block(counts, divisor, a);
            Grid.sync();
            a[Grid.x()] += counts[0];
        }

        private static void count(int[] counts, int i) {
            Atomic.increment(counts, i & 1);
        }

        private static float sum(float value) {
            return BlockReduce.sum(value);
        }

        private static int quotient(int dividend, int divisor) {
            return dividend / divisor;
        }

        private static float half(float value) {
            return value * 0.5f;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "block, OutliningTest.Together.half OutliningTest.Together.quotient",
        // A thread that ends where others wait for the grid has to say so, and only the kernel itself can.
        "grid, OutliningTest.Together.half",
    })
    void whatConcernsOtherThreadsIsInlined(String name, String functions) throws NoSuchMethodException {
        Method kernel = Together.class.getDeclaredMethod(name, int[].class, int.class, float[].class);
        assertThat(CompilerSteps.compile(kernel, Outlining.EVERYTHING, (_, _) -> {})
                        .function()
                        .calledFunctions())
                .extracting(Function::name)
                .filteredOn(function -> function.startsWith("OutliningTest"))
                .containsExactlyInAnyOrder(functions.split(" "));
    }

    /** With each of 256 calls inlined, it would have more than the most bytecodes that a kernel may. */
    static final class Large {
        private Large() {}

        @GpuKernel
        static void kernel(double[] a) {
            for (int i = 0; i < a.length; i++) {
                a[i] = sixtyFour(a[i], 1.25) + sixtyFour(a[i], 1.5) + sixtyFour(a[i], 1.75) + sixtyFour(a[i], 2.5);
            }
        }

        private static double sixtyFour(double x, double p) {
            return sixteen(x, p) + sixteen(x + 1, p) + sixteen(x + 2, p) + sixteen(x + 3, p);
        }

        private static double sixteen(double x, double p) {
            return four(x, p) + four(x, p + 0.125) + four(x, p + 0.25) + four(x, p + 0.375);
        }

        private static double four(double x, double p) {
            return StrictMath.pow(x, p)
                    + StrictMath.pow(x + 0.25, p)
                    + StrictMath.pow(x + 0.5, p)
                    + StrictMath.pow(x + 0.75, p);
        }
    }

    @Test
    void whatIsTooLargeInlinedIsNotWithFunctions() throws NoSuchMethodException {
        Method kernel = Large.class.getDeclaredMethod("kernel", double[].class);
        assertThatThrownBy(() -> CompilerSteps.compile(kernel, Outlining.NONE, (_, _) -> {}))
                .isInstanceOf(KernelRejectedException.class)
                .hasMessageContaining("KernelTooLarge");
        Differential differential = new Differential(kernel);
        assertThat(differential.compiled().function().calledFunctions()).isNotEmpty();
        assertThat(differential.firstDifference(List.of(new double[] {0.1, 3, 77}), List.of()))
                .isEmpty();
    }
}
