package dev.gpukernel.internal.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.jit.CompilerSteps;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That checks are out of the way of loads; that results stay the same, the differential tests show for every pass. */
class CheckDeferralTest {
    @GpuKernel
    static void sumOfRows(int[] starts, int[] columns, float[] values, float[] x, float[] y) {
        int row = Grid.x();
        if (row < y.length) {
            float sum = 0;
            for (int k = starts[row]; k < starts[row + 1]; k++) {
                sum += values[k] * x[columns[k]];
            }
            y[row] = sum;
        }
    }

    @GpuKernel
    static void writesInside(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            for (int k = 0; k < b.length; k++) {
                a[i] += b[a[i] + k];
            }
        }
    }

    @GpuKernel
    static void ends(int[] next, int[] result) {
        int i = Grid.x();
        int at = i;
        while (at != 0) {
            at = next[at];
        }
        result[i] = at;
    }

    @Test
    void aLoopHasACopyWithoutFaults() {
        Function function = compile("sumOfRows");
        List<Loop> loops = Loop.of(function);
        assertThat(loops).filteredOn(loop -> checks(loop) == 0).isNotEmpty();
        assertThat(loops).filteredOn(loop -> checks(loop) > 0).isNotEmpty();
    }

    @Test
    void aLoopThatWritesStays() {
        assertThat(Loop.of(compile("writesInside"))).allMatch(loop -> checks(loop) > 0);
    }

    @Test
    void aLoopThatLoadedValuesEndStays() {
        assertThat(Loop.of(compile("ends"))).hasSize(1);
    }

    private static long checks(Loop loop) {
        return loop.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .filter(instr -> instr.op() instanceof Op.IndexCheck)
                .count();
    }

    private static Function compile(String name) {
        Method method = Arrays.stream(CheckDeferralTest.class.getDeclaredMethods())
                .filter(m -> m.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return CompilerSteps.compile(method, (step, function) -> {}).function();
    }
}
