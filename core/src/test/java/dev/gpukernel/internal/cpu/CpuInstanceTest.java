package dev.gpukernel.internal.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.contract.InstanceContract;
import dev.gpukernel.internal.jit.OtherEngine;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class CpuInstanceTest extends InstanceContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }

    /** What prints runs as it is written, and so makes its objects itself, of the very arrays that were passed. */
    @Test
    void aMethodThatRunsAsAWholeReturnsItsOwnObject() {
        double[][] rows = {{1, 2}, {3, 4}};
        Printing result = CPU.call(() -> Objects.requireNonNull(
                Kernel.of(Printing.class, "printing").call().passArray(rows).runObject(Printing.class)));
        assertThat(result.rows).isSameAs(rows);
        assertThat(rows).isDeepEqualTo(new double[][] {{2, 3}, {4, 5}});
    }

    /** Prints what is large. */
    static final class Printing {
        private final double[][] rows;

        private Printing(double[][] rows) {
            this.rows = rows;
        }

        @GpuKernel
        static Printing printing(double[][] rows) {
            for (int i = 0; i < rows.length; i++) {
                for (int k = 0; k < rows[i].length; k++) {
                    rows[i][k]++;
                    if (rows[i][k] > 1000) {
                        System.out.println(i);
                    }
                }
            }
            return new Printing(rows);
        }
    }
}
