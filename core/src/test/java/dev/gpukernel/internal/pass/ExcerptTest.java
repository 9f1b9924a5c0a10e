package dev.gpukernel.internal.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Parser;
import dev.gpukernel.internal.ir.Verifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ExcerptTest {
    /** The second loop counts by a number that the first one computes, up to what that comes to. */
    private static final String TWO_LOOPS = """
            function kernel {
            b0(v0: int[], v1: int[], v2: i32):
              v3 = const.i32 0
              jump b1(v3, v3)
            b1(v4: i32, v5: i32):
              v6 = const.i32 1
              v7 = lt.i32 v4, v2
              branch v7, b2, b3
            b2:
              store.int v0, v4, v5
              v8 = add.i32 v4, v6
              v9 = load.int v0, v5
              jump b1(v8, v9)
            b3:
              v10 = eq.i32 v5, v2
              branch v10, b7, b4(v3)
            b4(v11: i32):
              v12 = lt.i32 v11, v5
              branch v12, b5, b6
            b5:
              store.int v1, v11, v11
              v13 = add.i32 v11, v6
              jump b4(v13)
            b6:
              return
            b7:
              store.int v1, v3, v3
              store.int v1, v2, v3
              throw java.lang.IllegalStateException
            }
            """;

    private final Function kernel = Parser.parse(TWO_LOOPS);
    private final Map<Block, Block> copies = new HashMap<>();

    private Loop loopAt(int block) {
        return Objects.requireNonNull(Loop.at(Loop.of(kernel), kernel.blocks().get(block)), "a loop");
    }

    @Test
    void showsOneLoopAndWhatLeadsThere() {
        Function excerpt = Excerpt.around(kernel, loopAt(4), copies);
        Verifier.verify(excerpt);
        List<Loop> loops = Loop.of(excerpt);
        assertThat(loops).hasSize(1);
        Loop shown = loops.getFirst();
        assertThat(shown.header()).isEqualTo(copies.get(loopAt(4).header()));
        CountedLoop counted =
                Objects.requireNonNull(CountedLoop.exactly(shown), "what the other loop does not change is known");
        assertThat(counted.step()).isOne();
        assertThat(excerpt.params())
                .as("the index and value of a store, and where the loop ends")
                .hasSize(6);
        assertThat(counted.bound()).isEqualTo(excerpt.params().get(5));
    }

    @Test
    void keepsThatALoopWritesAndNothingOfWhatOnlyOtherCodeThrows() {
        String excerpt = Excerpt.around(kernel, loopAt(4), copies).toString();
        assertThat(excerpt.lines().filter(line -> line.contains("store.int v0")))
                .hasSize(1);
        assertThat(excerpt.lines().filter(line -> line.contains("store.int v1")))
                .hasSize(1);
        assertThat(excerpt).contains("throw java.lang.RuntimeException").doesNotContain("IllegalState");
    }

    @Test
    void leavesOutLoopsThatAreWhollyLeft() {
        Function excerpt = Excerpt.without(kernel, loopAt(1).blocks(), copies);
        assertThat(Loop.of(excerpt)).hasSize(1);
        assertThat(Excerpt.without(kernel, Set.of(), new HashMap<>()).toString())
                .isEqualTo(FunctionCopy.of(kernel).toString());
    }
}
