package dev.gpukernel.internal.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IrText;
import dev.gpukernel.internal.ir.Verifier;
import org.junit.jupiter.api.Test;

/** A loop with two conditions is left at its head, if both may be asked at once. */
class ExitJoiningTest {
    private static String loop(String second, String result) {
        return """
                b0(v0: i32 n, v1: i32 m, v10: int[] out):
                    v2 = const.i32 0
                    v3 = const.i32 1
                    jump b1(v2)
                b1(v4: i32 i):
                    v5 = ge.i32 v4, v0
                    branch v5, b4(v4), b2
                b2:
                    v6 = %s v4, v1
                    v7 = lt.i32 v6, v1
                    branch v7, b3, b4(%s)
                b3:
                    v8 = add.i32 v4, v3
                    jump b1(v8)
                b4(v9: i32 found):
                    store.int v10, v2, v9
                    return""".formatted(second, result);
    }

    private static int exits(Function function) {
        return Loop.of(function).getFirst().exitEdges().size();
    }

    @Test
    void conditionsThatAreCheapBecomeOne() {
        Function function = IrText.function(loop("mul.i32", "v4"));
        assertThat(exits(function)).isEqualTo(2);
        assertThat(new ExitJoining().run(function)).isTrue();
        Verifier.verify(function);
        assertThat(exits(function)).isEqualTo(1);
        assertThat(Loop.of(function).getFirst().exitEdges().getFirst().source().block())
                .isSameAs(Loop.of(function).getFirst().header());
        assertThat(new ExitJoining().run(function)).isFalse();
    }

    @Test
    void exitsWithOtherResultsStayTwo() {
        Function function = IrText.function(loop("mul.i32", "v6"));
        assertThat(new ExitJoining().run(function)).isFalse();
        assertThat(exits(function)).isEqualTo(2);
    }

    @Test
    void whatIsNotCheapIsDoneOnlyIfTheFirstHolds() {
        Function function = IrText.function(loop("div.i32", "v4"));
        assertThat(new ExitJoining().run(function)).isFalse();
        assertThat(exits(function)).isEqualTo(2);
    }
}
