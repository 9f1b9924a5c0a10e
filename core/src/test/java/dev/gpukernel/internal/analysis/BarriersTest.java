package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import dev.gpukernel.internal.frontend.FrontEnd;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.pass.Pipeline;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which kernels may wait for another thread in a loop. */
class BarriersTest {
    static void spin(int[] flag) {
        while (Atomic.add(flag, 0, 0) == 0) {
            Block.fence();
        }
        flag[1] = 1;
    }

    static void lock(int[] flag, int n) {
        boolean done = false;
        for (int i = 0; i < n && !done; ) {
            if (Atomic.compareAndSet(flag, 0, 0, 1) == 0) {
                done = true;
                i++;
            }
        }
    }

    static void countsWhatItGets(int[] flag, int n) {
        for (int i = 0; i < n; ) {
            if (Atomic.exchange(flag, 0, 0) != 0) {
                i++;
            }
        }
    }

    static void plainReads(int[] flag, int[] seen) {
        while (flag[0] == 0) {
            seen[0] = Atomic.add(flag, 1, 1);
        }
    }

    static void queue(int[] next, int[] out) {
        int[] taken = Shared.ints(1);
        while (true) {
            if (ThreadIdx.x() == 0) {
                taken[0] = Atomic.add(next, 0, 1);
            }
            Block.sync();
            int i = taken[0];
            Block.sync();
            if (i >= out.length) {
                return;
            }
            out[i] = i;
        }
    }

    static void spinInCountedLoop(int[] flag, int n) {
        for (int i = 0; i < n; i++) {
            while (Atomic.max(flag, i, 0) == 0) {
                flag[n] = i;
            }
        }
    }

    static void compaction(int[] x, int[] count, int[] out) {
        for (int i = Grid.x(); i < x.length; i += Grid.sizeX()) {
            if (x[i] > 0) {
                int at = Atomic.add(count, 0, 1);
                if (at < out.length) {
                    out[at] = x[i];
                }
            }
        }
    }

    static void endsEarly(int[] x, int[] count) {
        for (int i = 0; i < x.length; i++) {
            if (Atomic.add(count, 0, 1) > x[i]) {
                break;
            }
        }
    }

    static void unused(int[] x, int[] count) {
        int i = 0;
        while (x[i] != 0) {
            Atomic.add(count, x[i++], 1);
        }
    }

    static void once(int[] count, int[] out) {
        out[Grid.x()] = Atomic.add(count, 0, 1);
    }

    private static boolean mayBeMissing(String kernel) {
        Function function = FrontEnd.read(LoopsOf.method(BarriersTest.class, kernel), Outlining.NONE)
                .function();
        Pipeline.run(Pipeline.CLEAN_UP, function, (_, _) -> {});
        return Barriers.mayBeMissing(function);
    }

    @ParameterizedTest
    @ValueSource(strings = {"spin", "lock", "countsWhatItGets", "plainReads", "queue", "spinInCountedLoop"})
    void mayWait(String kernel) {
        assertThat(mayBeMissing(kernel)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"compaction", "endsEarly", "unused", "once"})
    void endByThemselves(String kernel) {
        assertThat(mayBeMissing(kernel)).isFalse();
    }
}
