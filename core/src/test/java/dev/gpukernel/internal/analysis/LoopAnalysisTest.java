package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IrText;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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

    /** The subscript v20: its factor, the sum of its terms' factors, its constant. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v20 = add.i32 v6, v5                                                       | 1 | 0 | 1",
                "v20 = sub.i32 v5, v6                                                       | -1 | 0 | 1",
                "v12 = const.i32 3;v13 = mul.i32 v6, v12;v20 = add.i32 v13, v2              | 3 | 1 | 0",
                "v12 = const.i32 -2147483648;v20 = mul.i32 v12, v6                          | -2147483648 | 0 | 0",
                "v12 = const.i32 33;v20 = shl.i32 v6, v12                                   | 2 | 0 | 0",
                "v12 = sub.i32 v2, v2;v20 = add.i32 v12, v6                                 | 1 | 0 | 0",
                "v12 = const.i32 65536;v13 = mul.i32 v12, v6;v20 = mul.i32 v13, v12         | 0 | 0 | 0",
                "v12 = mul.i32 v2, v1;v20 = add.i32 v12, v6                                 | 1 | 1 | 0",
                "v12 = const.i32 2147483647;v13 = add.i32 v6, v12;v20 = add.i32 v13, v5     | 1 | 0 | -2147483648",
            })
    void linearSubscripts(String text, int factor, int times, int constant) {
        Function function = nest(text.replace(";", "\n"));
        Subscript subscript = Objects.requireNonNull(subscript(function));
        assertThat(subscript.factor()).isEqualTo(factor);
        assertThat(subscript.terms().values().stream()
                        .mapToInt(Integer::intValue)
                        .sum())
                .isEqualTo(times);
        assertThat(subscript.constant()).isEqualTo(constant);
        assertThat(subscript.isInjective()).isEqualTo(factor % 2 != 0);
    }

    @ParameterizedTest
    @CsvSource({
        "'v20 = mul.i32 v6, v6'",
        "'v20 = add.i32 v6, v8'",
        "'v20 = mul.i32 v6, v2'",
        "'v20 = and.i32 v6, v5'",
        "'v20 = load.int v0, v6'",
        "'v12 = load.int v0, v4;v20 = add.i32 v6, v12'",
        "'v12 = convert.i32.i64 v6;v20 = convert.i64.i32 v12'",
    })
    void otherSubscripts(String text) {
        assertThat(subscript(nest(text.replace(";", "\n")))).isNull();
    }

    private static @Nullable Subscript subscript(Function function) {
        return Subscript.of(IrText.value(function, 20), IrText.value(function, 6), outer(function));
    }

    private static String conflict(String accesses) {
        Function function = nest(accesses.replace(";", "\n"));
        Loop loop = outer(function);
        Value variable = IrText.value(function, 6);
        return Objects.requireNonNullElse(
                new Dependence(loop, variable).conflict(Access.in(loop.blocks())), "independent");
    }

    private static final Map<String, String> DEPENDENCES = Map.ofEntries(
            Map.entry("store.int v0, v6, v1", "independent"),
            Map.entry("v12 = load.int v0, v6;store.int v0, v6, v12", "independent"),
            Map.entry("v12 = load.int v0, v1;v13 = load.int v0, v6", "independent"),
            Map.entry("v12 = const.i32 -3;v13 = mul.i32 v6, v12;store.int v0, v13, v1", "independent"),
            Map.entry(
                    "store.int v0, v11, v1;v12 = load.int v0, v6",
                    "a[i], read, and a[i + 1], written, are the same element 1 iteration apart"),
            Map.entry(
                    "store.int v0, v6, v1;store.int v0, v11, v1",
                    "a[i + 1], written, and a[i], written, are the same element 1 iteration apart"),
            Map.entry("store.int v0, v2, v1", "a[m], written, may be the same element in different iterations"),
            Map.entry(
                    "store.int v0, v6, v1;v12 = load.int v0, v2",
                    "a[m], read, and a[i], written, may be the same element in different iterations"),
            Map.entry(
                    "store.int v0, v8, v1",
                    "a[…], written, is an element that cannot be told from the loop variable 'i' alone"),
            Map.entry(
                    "v12 = const.i32 -2147483648;v13 = mul.i32 v6, v12;store.int v0, v13, v1",
                    "a[-2147483648 * i], written, may be the same element in different iterations"),
            Map.entry(
                    "v12 = const.i32 -2147483648;v13 = sub.i32 v4, v6;v14 = add.i32 v13, v12;store.int v0, v13, v1;v15 = load.int v0, v14",
                    "a[-i - 2147483648], read, and a[-i], written, are the same element 2147483648 iterations apart"),
            // 2 is no multiple of 3, but 3 * 1431655766 is 2 modulo 2^32.
            Map.entry(
                    "v12 = const.i32 3;v13 = mul.i32 v6, v12;v14 = const.i32 2;v15 = add.i32 v13, v14;store.int v0, v13, v1;v16 = load.int v0, v15",
                    "a[3 * i + 2], read, and a[3 * i], written, may be the same element in different iterations"));

    @Test
    void dependences() {
        assertThat(DEPENDENCES)
                .allSatisfy((accesses, expected) ->
                        assertThat(conflict(accesses)).as(accesses).isEqualTo(expected));
    }
}
