package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Parser;
import dev.gpukernel.internal.ir.Verifier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Threads that wait for each other, interpreted. */
class GridInterpreterTest {
    private static int[] run(int threads, String body) {
        Function function = Parser.parse(
                "function K.kernel {\nb0(v0: int[] out):\n    v1 = call ThreadIdx.x\n" + body + "\n}\n",
                Intrinsics::ofText);
        Verifier.verify(function);
        int[] out = new int[threads];
        GridFault thrown = GridInterpreter.run(
                new Shape(1, 1, 1, threads, 1, 1, 0), function, IntrinsicMethods::call, List.of(out));
        assertThat(thrown).isNull();
        return out;
    }

    @Test
    void whatIsWrittenBeforeABarrierIsReadAfterIt() {
        assertThat(run(4, """
                    v2 = shared.int 4 #0
                    store.int.shared v2, v1, v1
                    call Block.sync
                    v3 = const.i32 3
                    v4 = sub.i32 v3, v1
                    v5 = load.int.shared v2, v4
                    store.int v0, v1, v5
                    return""")).containsExactly(3, 2, 1, 0);
    }

    @Test
    void threadsThatHaveReturnedAreNotWaitedFor() {
        assertThat(run(3, """
                    v2 = const.i32 1
                    v3 = lt.i32 v1, v2
                    branch v3, b1, b2
                b1:
                    return
                b2:
                    v4 = eq.i32 v1, v2
                    v5 = call Block.syncCount.i1 v4
                    store.int v0, v1, v5
                    return""")).containsExactly(0, 1, 1);
    }

    @Test
    void twoBarriersAreNotOne() {
        assertThatExceptionOfType(OracleException.class)
                .isThrownBy(() -> run(2, """
                    v2 = const.i32 1
                    v3 = lt.i32 v1, v2
                    branch v3, b1, b2
                b1:
                    call Block.sync
                    return
                b2:
                    call Block.sync
                    return"""))
                .withMessageContaining("different places");
    }

    @Test
    void anAbsentLaneHasNoValue() {
        assertThatExceptionOfType(OracleException.class)
                .isThrownBy(() -> run(3, """
                    v2 = const.i32 3
                    v3 = call Warp.shuffle.i32 v1, v2
                    store.int v0, v1, v3
                    return"""))
                .withMessageContaining("lane 3");
    }

    @Test
    void atomicOperationsGiveTheOldValue() {
        assertThat(run(3, """
                    v2 = const.i32 0
                    v3 = const.i32 10
                    v4 = atomic.add.int v0, v2, v3
                    return""")).containsExactly(30, 0, 0);
    }
}
