package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IrText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dominators, loops, subscripts and dependence, on one loop inside another. */
class LoopAnalysisTest {
    private static Function nest(String body) {
        return IrText.function("""
            b0(v0: int[] a, v1: i32 n, v2: i32 m, v3: i1 c):
                v4 = const.i32 0
                v5 = const.i32 1
                jump b1(v4)
            b1(v6: i32 i):
                v7 = lt.i32 v6, v1
                branch v7, b2, b7
            b2:
                jump b3(v4)
            b3(v8: i32 k):
                v9 = lt.i32 v8, v2
                branch v9, b4, b6
            b4:
                v10 = add.i32 v8, v5
                branch v3, b3(v10), b5
            b5:
                jump b3(v8)
            b6:
                v11 = add.i32 v6, v5
                %s
                jump b1(v11)
            b7:
                return
            b8:
                jump b7""".formatted(body));
    }

    private static List<Integer> ids(Iterable<Block> blocks) {
        List<Integer> ids = new ArrayList<>();
        blocks.forEach(block -> ids.add(block.id()));
        return ids.stream().sorted().toList();
    }

    private static Loop outer(Function function) {
        return Loop.of(function).getFirst();
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1", "3, 2", "4, 3", "5, 4", "6, 3", "7, 1"})
    void immediateDominators(int block, int dominator) {
        Function function = nest("");
        Dominators dominators = Dominators.of(function);
        assertThat(dominators.immediate(IrText.block(function, block))).isSameAs(IrText.block(function, dominator));
        assertThat(dominators.children().get(dominator)).contains(IrText.block(function, block));
    }

    @Test
    void dominance() {
        Function function = nest("");
        Dominators dominators = Dominators.of(function);
        assertThat(dominators.immediate(function.entry())).isNull();
        assertThat(dominators.dominates(IrText.block(function, 3), IrText.block(function, 6)))
                .isTrue();
        assertThat(dominators.dominates(IrText.block(function, 4), IrText.block(function, 6)))
                .isFalse();
        assertThat(dominators.dominates(IrText.block(function, 6), IrText.block(function, 6)))
                .isTrue();
        assertThat(dominators.isReachable(IrText.block(function, 8))).isFalse();
        assertThat(ids(dominators.order())).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void loopsOuterFirst() {
        Function function = nest("");
        List<Loop> loops = Loop.of(function);
        assertThat(loops).hasSize(2);
        assertThat(ids(loops.get(0).blocks())).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(ids(loops.get(1).blocks())).containsExactly(3, 4, 5);
        assertThat(loops.get(1).header().id()).isEqualTo(3);
        assertThat(loops.get(1).backEdges()).hasSize(2);
        assertThat(loops.get(1).entryEdges()).hasSize(1);
        assertThat(loops.get(1).exitEdges())
                .hasSize(1)
                .allMatch(edge -> edge.target().equals(IrText.block(function, 6)));
    }

    @Test
    void whatDoesNotChangeInTheLoop() {
        Function function = nest("v12 = add.i32 v1, v2\nv13 = load.int v0, v1\nv14 = mul.i32 v12, v6");
        Loop loop = outer(function);
        assertThat(loop.isInvariant(IrText.value(function, 1))).isTrue();
        assertThat(loop.isInvariant(IrText.value(function, 12))).isTrue();
        assertThat(loop.isInvariant(IrText.value(function, 13))).as("a load").isFalse();
        assertThat(loop.isInvariant(IrText.value(function, 14))).isFalse();
        assertThat(loop.isInvariant(IrText.value(function, 8))).isFalse();
    }

    private static String conflict(String accesses) {
        Function function = nest(accesses.replace(";", "\n"));
        Loop loop = outer(function);
        CountedLoop counted = switch (CountedLoop.of(loop)) {
            case CountedLoop.Recognition.Counted(CountedLoop found) -> found;
            case CountedLoop.Recognition.Other(String reason) -> throw new AssertionError(reason);
        };
        return switch (new Dependence(function, function.params().size(), List.of(counted))
                .test(Access.in(loop.blocks()))) {
            case Dependence.Result.Independent(List<Condition> conditions) ->
                "independent" + conditions.stream().map(c -> " if " + c.text()).collect(Collectors.joining());
            case Dependence.Result.Dependent(String reason) -> reason;
        };
    }

    private static final Map<String, String> DEPENDENCES = Map.ofEntries(
            Map.entry("store.int v0, v6, v1", "independent"),
            // Several iterations store the same.
            Map.entry("store.int v0, v2, v1", "independent"),
            Map.entry("v12 = load.int v0, v6;store.int v0, v6, v12", "independent"),
            Map.entry("v12 = load.int v0, v1;v13 = load.int v0, v6", "independent"),
            Map.entry("v12 = const.i32 -3;v13 = mul.i32 v6, v12;store.int v0, v13, v1", "independent"),
            Map.entry(
                    "store.int v0, v11, v1;v12 = load.int v0, v6",
                    "a[i], read, and a[i + 1], written, are the same element 1 iteration apart, such as i = 1 and i = 0, for n = 4"),
            Map.entry(
                    "store.int v0, v6, v6;store.int v0, v11, v6",
                    "a[i + 1], written, and a[i], written, are the same element 1 iteration apart, such as i = 0 and i = 1, for n = 4"),
            Map.entry(
                    "store.int v0, v2, v6",
                    "a[m], written, may be the same element in different iterations, such as i = 0 and i = 1, for n = 4, m = 4"),
            Map.entry(
                    "store.int v0, v6, v1;v12 = load.int v0, v2",
                    "a[m], read, and a[i], written, may be the same element in different iterations, such as i = 0 and i = 4, for n = 8, m = 4"),
            Map.entry(
                    "store.int v0, v8, v6",
                    "a[k], written, is an element that cannot be told from the loop variable 'i' alone"),
            Map.entry(
                    "v12 = const.i32 -2147483648;v13 = mul.i32 v6, v12;store.int v0, v13, v6",
                    "a[-2147483648 * i], written, may be the same element in different iterations, such as i = 0 and i = 2, for n = 4"),
            Map.entry(
                    "v12 = const.i32 -2147483648;v13 = sub.i32 v4, v6;v14 = add.i32 v13, v12;store.int v0, v13, v1;v15 = load.int v0, v14",
                    "independent"),
            // 2 is no multiple of 3, but 3 * 1431655766 is 2 modulo 2^32.
            Map.entry(
                    "v12 = const.i32 3;v13 = mul.i32 v6, v12;v14 = const.i32 2;v15 = add.i32 v13, v14;store.int v0, v13, v1;v16 = load.int v0, v15",
                    "independent if n must be at most 1431655765"));

    @Test
    void dependences() {
        assertThat(DEPENDENCES)
                .allSatisfy((accesses, expected) ->
                        assertThat(conflict(accesses)).as(accesses).isEqualTo(expected));
    }
}
