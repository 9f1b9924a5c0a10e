package dev.gpukernel.internal.pass;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RangeCheckEliminationTest {
    /** A guarded store; the branch leads to b1, where the check is, by its first edge. */
    private static String guarded(String index, String guard, String first, String second) {
        return """
                b0(v0: int[] a, v1: int[] b, v9: i32 n, v10: i64 wide):
                    %s
                    v3 = length.int v0
                    v4 = length.int v1
                    %s
                    branch v5, %s, %s
                b1:
                    check.index v2, v3
                    store.int v0, v2, v9
                    jump b2
                b2:
                    return""".formatted(index, guard, first, second);
    }

    private static void removed(String function) {
        PassCheck.becomes(new RangeCheckElimination(), function, function.replace("    check.index v2, v3\n", ""));
    }

    private static void kept(String function) {
        PassCheck.stays(new RangeCheckElimination(), function);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Grid.x", "Grid.y", "Grid.sizeX", "ThreadIdx.x", "BlockIdx.z", "BlockDim.y", "GridDim.x"})
    void aPositionBelowTheLength(String position) {
        removed(guarded("v2 = call " + position, "v5 = lt.i32 v2, v3", "b1", "b2"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lt.i32 v2, v3 | b1 | b2",
                "gt.i32 v3, v2 | b1 | b2",
                "ge.i32 v2, v3 | b2 | b1",
                "le.i32 v3, v2 | b2 | b1",
            })
    void everyFormOfTheGuard(String guard, String first, String second) {
        removed(guarded("v2 = call Grid.x", "v5 = " + guard, first, second));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "le.i32 v2, v3 | b1 | b2",
                "lt.i32 v2, v4 | b1 | b2",
                "lt.i32 v2, v9 | b1 | b2",
                "lt.i32 v9, v3 | b1 | b2",
                "gt.i32 v2, v3 | b1 | b2",
                "lt.i32 v2, v3 | b2 | b1",
                "ne.i32 v2, v3 | b1 | b2",
                "gt.i32 v2, v3 | b2 | b1",
            })
    void anotherGuardIsNone(String guard, String first, String second) {
        kept(guarded("v2 = call Grid.x", "v5 = " + guard, first, second));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v2 = add.i32 v9, v9",
                "v2 = const.i32 -1",
                "v2 = convert.i64.i32 v10",
                "v6 = call Grid.x\nv2 = sub.i32 v6, v9",
            })
    void anIndexThatMayBeNegative(String index) {
        kept(guarded(index, "v5 = lt.i32 v2, v3", "b1", "b2"));
    }

    @Test
    void theIterationComparedIn64Bits() {
        String index = "v6 = iteration\nv2 = convert.i64.i32 v6";
        removed(guarded(index, "v7 = convert.i32.i64 v3\nv5 = lt.i64 v6, v7", "b1", "b2"));
        kept(guarded(index, "v7 = convert.i32.i64 v4\nv5 = lt.i64 v6, v7", "b1", "b2"));
        kept(guarded(index, "v5 = lt.i64 v6, v10", "b1", "b2"));
        kept(guarded(index, "v7 = convert.i32.i64 v3\nv5 = lt.i64 v10, v7", "b1", "b2"));
    }

    /** Of a loop of longs, the low half of an iteration may be negative. */
    @Test
    void theLowHalfOfAnIteration() {
        String index = "v6 = iteration\nv2 = convert.i64.i32 v6";
        kept(guarded(index, "v5 = lt.i32 v2, v3", "b1", "b2"));
        kept(guarded(index, "v7 = lt.i64 v6, v10\nv8 = lt.i32 v2, v3\nv5 = and.i1 v7, v8", "b1", "b2"));
        removed(guarded(
                index,
                "v11 = const.i64 2147483647\nv7 = le.i64 v6, v11\nv8 = lt.i32 v2, v3\nv5 = and.i1 v7, v8",
                "b1",
                "b2"));
    }

    @Test
    void aCheckThatIsReachedWithoutTheGuardToo() {
        kept("""
                b0(v0: int[] a, v1: i1 c, v9: i32 n):
                    v2 = call Grid.x
                    v3 = length.int v0
                    branch v1, b3, b1
                b3:
                    v5 = lt.i32 v2, v3
                    branch v5, b1, b2
                b1:
                    check.index v2, v3
                    store.int v0, v2, v9
                    jump b2
                b2:
                    return""");
    }

    @Test
    void bothWaysOfTheGuardLeadThere() {
        kept(guarded("v2 = call Grid.x", "v5 = lt.i32 v2, v3", "b1", "b1"));
    }

    @Test
    void aGuardFurtherUp() {
        removed("""
                b0(v0: int[] a, v1: i1 c, v9: i32 n):
                    v2 = call Grid.x
                    v3 = length.int v0
                    v5 = lt.i32 v2, v3
                    branch v5, b3, b2
                b3:
                    branch v1, b4, b1
                b4:
                    store.int v0, v9, v9
                    jump b1
                b1:
                    check.index v2, v3
                    store.int v0, v2, v9
                    jump b2
                b2:
                    return""");
    }

    /** A check of an index that is computed from v2, between 0 and the length. */
    private static String derived(String instrs, String index) {
        return guarded("v2 = call Grid.x", "v5 = lt.i32 v2, v3", "b1", "b2")
                .replace("    check.index v2, v3\n", "    v20 = const.i32 1\n" + instrs + "\n    check.index v2, v3\n")
                .replace("check.index v2, v3", "check.index " + index + ", v3")
                .replace("store.int v0, v2, v9", "store.int v0, " + index + ", v9");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v21 = ushr.i32 v2, v20",
                "v21 = rem.i32 v9, v20",
                "v22 = const.i32 7\nv21 = and.i32 v2, v22",
                "v22 = const.i32 3\nv21 = div.i32 v2, v22",
                "v22 = length.int v1\ncheck.divisor.i32 v22\nv21 = div.i32 v2, v22",
                "v22 = add.i32 v2, v20\nv21 = sub.i32 v22, v20",
            })
    void whatIsNotAboveAnIndexInRange(String instrs) {
        String function = derived(instrs, "v21");
        PassCheck.becomes(new RangeCheckElimination(), function, function.replace("    check.index v21, v3\n", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v21 = add.i32 v2, v20",
                "v21 = sub.i32 v2, v20",
                "v21 = mul.i32 v2, v20",
                "v21 = rem.i32 v9, v3",
                "v21 = sub.i32 v2, v9",
                "v22 = const.i32 8\nv23 = sub.i32 v2, v22\nv21 = ushr.i32 v23, v20",
                "v22 = const.i32 7\nv23 = ushr.i32 v2, v20\nv24 = add.i32 v23, v22\nv25 = and.i32 v9, v22\n"
                        + "v21 = sub.i32 v24, v25",
            })
    void whatMayBeOutOfRange(String instrs) {
        kept(derived(instrs, "v21"));
    }

    /** What wraps around may be in range of another array. */
    @Test
    void aSumThatMayWrapAround() {
        kept(guarded("v20 = const.i32 -10\nv2 = add.i32 v9, v20", "v5 = lt.i32 v9, v3", "b1", "b2")
                .replace("    check.index v2, v3\n", "    check.index v2, v4\n    check.index v2, v3\n"));
    }

    @Test
    void neighboursWithinTheirGuards() {
        String function = """
                b0(v0: int[] a, v1: i32 i):
                    v2 = length.int v0
                    v3 = const.i32 0
                    v4 = const.i32 1
                    v5 = const.i32 -1
                    v6 = gt.i32 v1, v3
                    branch v6, b1, b3
                b1:
                    v7 = add.i32 v2, v5
                    v8 = lt.i32 v1, v7
                    branch v8, b2, b3
                b2:
                    v9 = add.i32 v1, v5
                    check.index v9, v2
                    check.index v1, v2
                    v10 = add.i32 v1, v4
                    check.index v10, v2
                    store.int v0, v10, v1
                    jump b3
                b3:
                    return""";
        PassCheck.becomes(
                new RangeCheckElimination(), function, function.replaceAll("    check.index v[0-9]+, v2\n", ""));
    }

    /** A loop up to the length; its check is of {@code index}. */
    private static String loop(String start, String bound, String index) {
        return """
                b0(v0: int[] a, v1: i32 n):
                    v2 = length.int v0
                    v3 = const.i32 %s
                    v4 = const.i32 1
                    jump b1(v3)
                b1(v5: i32 k):
                    v6 = lt.i32 v5, %s
                    branch v6, b2, b3
                b2:
                    v7 = add.i32 v5, v4
                    check.index %s, v2
                    store.int v0, %s, v1
                    jump b1(v7)
                b3:
                    return""".formatted(start, bound, index, index);
    }

    @Test
    void theCounterOfALoop() {
        String function = loop("0", "v2", "v5");
        PassCheck.becomes(new RangeCheckElimination(), function, function.replace("    check.index v5, v2\n", ""));
        kept(loop("-1", "v2", "v5"));
        kept(loop("0", "v1", "v5"));
        kept(loop("0", "v2", "v7"));
    }

    @Test
    void aCheckThatAStrongerOneCameBefore() {
        String function = """
                b0(v0: int[] a, v1: i32 i):
                    v2 = length.int v0
                    v3 = const.i32 -1
                    v4 = const.i32 5
                    check.index v4, v2
                    v5 = const.i32 3
                    check.index v5, v2
                    v6 = const.i32 6
                    check.index v6, v2
                    return""";
        PassCheck.becomes(new RangeCheckElimination(), function, function.replace("    check.index v5, v2\n", ""));
    }
}
