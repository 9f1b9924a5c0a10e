package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import dev.gpukernel.device.Warp;
import dev.gpukernel.internal.backend.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Java threads of a block that wait for each other. */
class JavaGridTest {
    private static final Shape LINE = new Shape(2, 1, 1, 4, 1, 1, 0);

    private static GridFault fault(Runnable thread) {
        return Objects.requireNonNull(JavaGrid.run(LINE, thread));
    }

    @Test
    void whatIsWrittenBeforeABarrierIsReadAfterIt() {
        int[] out = new int[8];
        GridFault fault = JavaGrid.run(LINE, () -> {
            int[] all = Shared.ints(4);
            all[ThreadIdx.x()] = Grid.x();
            Block.sync();
            out[Grid.x()] = all[3 - ThreadIdx.x()];
        });
        assertThat(fault).isNull();
        assertThat(out).containsExactly(3, 2, 1, 0, 7, 6, 5, 4);
    }

    @Test
    void theLastThreadIsFirst() {
        List<String> order = new ArrayList<>();
        JavaGrid.run(new Shape(1, 2, 1, 1, 2, 1, 0), () -> order.add(Grid.y() + "/" + ThreadIdx.y()));
        assertThat(order).containsExactly("3/1", "2/0", "1/1", "0/0");
    }

    @Test
    void threadsThatEndedAreNotWaitedFor() {
        int[] out = new int[8];
        GridFault fault = fault(() -> {
            if (ThreadIdx.x() == 1) {
                throw new IllegalStateException("at " + Grid.x());
            }
            if (ThreadIdx.x() == 2) {
                return;
            }
            out[Grid.x()] = Block.syncCount(ThreadIdx.x() == 3) * 10 + (Block.syncAnd(true) ? 1 : 0);
        });
        assertThat(out).containsExactly(11, 0, 0, 11, 11, 0, 0, 11);
        assertThat(fault.thrown()).hasMessage("at 1");
        assertThat(fault.thread()).isEqualTo("in block [0, 0, 0], thread [1, 0, 0]");
    }

    @Test
    void theLowestThreadsExceptionIsTold() {
        GridFault fault = fault(() -> {
            if (ThreadIdx.x() == 3) {
                throw new IllegalStateException("early");
            }
            Block.sync();
            if (ThreadIdx.x() == 2) {
                throw new IllegalStateException("late");
            }
        });
        assertThat(fault.thrown()).hasMessage("late");
        assertThat(fault.thread()).isEqualTo("in block [0, 0, 0], thread [2, 0, 0]");
    }

    @Test
    void twoBarriersAreNotOne() {
        assertThatExceptionOfType(OracleException.class)
                .isThrownBy(() -> JavaGrid.run(LINE, () -> {
                    if (ThreadIdx.x() == 0) {
                        Block.sync();
                    }
                    Block.sync();
                }))
                .withMessageContaining("different places");
    }

    private static int[] array() {
        return Shared.ints(1);
    }

    @Test
    void aSharedArrayIsThatOfItsPlaceAndCallsAndHoldsAnything() {
        int[][] places = new int[8][];
        int[] firsts = new int[8];
        JavaGrid.run(LINE, () -> {
            int[] one = array();
            int[] other = array();
            assertThat(one).isNotSameAs(other);
            places[Grid.x()] = one;
            firsts[Grid.x()] = one[0] | other[0];
        });
        assertThat(places[0]).isSameAs(places[3]).isNotSameAs(places[4]);
        assertThat(firsts).doesNotContain(0);
    }

    @Test
    void whatItDoesNotKnowIsNoExceptionOfTheKernel() {
        assertThatExceptionOfType(OracleException.class)
                .isThrownBy(() -> JavaGrid.run(LINE, () -> Warp.sync()))
                .withMessageContaining("Warp.sync");
    }
}
