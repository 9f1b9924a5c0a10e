package dev.gpukernel.internal.pass;

import org.junit.jupiter.api.Test;

/** The checks of a block, made at once. */
class CheckGroupingTest {
    @Test
    void theExtremesAreAskedForAndFailuresRepeated() {
        PassCheck.becomes(new CheckGrouping(), """
                b0(v0: int[] a, v1: int[] b, v2: i32 i):
                    v3 = length.int v0
                    v4 = length.int v1
                    check.index v2, v3
                    v5 = load.int v0, v2
                    store.int v1, v2, v5
                    v6 = const.i32 1
                    v7 = add.i32 v2, v6
                    check.index v7, v3
                    v8 = load.int v0, v7
                    v9 = const.i32 2
                    v10 = add.i32 v2, v9
                    check.index v10, v3
                    check.index v8, v4
                    store.int v1, v8, v5
                    return""", """
                b0(v0: int[] a, v1: int[] b, v2: i32 i):
                    v3 = length.int v0
                    v4 = length.int v1
                    v6 = const.i32 1
                    v7 = add.i32 v2, v6
                    v9 = const.i32 2
                    v10 = add.i32 v2, v9
                    v24 = const.i32 -2
                    v25 = add.i32 v3, v24
                    v26 = const.i32 0
                    v27 = call Math.max.i32 v25, v26
                    v28 = inbounds v2, v27
                    branch v28, b2, b1
                b1:
                    check.index v2, v3
                    v19 = load.int v0, v2
                    store.int v1, v2, v19
                    check.index v7, v3
                    v22 = load.int v0, v7
                    throw java.lang.ArrayIndexOutOfBoundsException(II) "Index \u0001 out of bounds for length \u0001" v10, v3
                b2:
                    v5 = load.int v0, v2
                    store.int v1, v2, v5
                    v8 = load.int v0, v7
                    check.index v8, v4
                    store.int v1, v8, v5
                    return""");
    }

    @Test
    void aCheckOfWhatWasLoadedIsMadeAfterTheLoad() {
        PassCheck.stays(new CheckGrouping(), """
                b0(v0: int[] a, v1: int[] b, v2: i32 i):
                    v3 = length.int v0
                    check.index v2, v3
                    v4 = load.int v0, v2
                    v5 = length.int v1
                    check.index v4, v5
                    store.int v1, v4, v2
                    return""");
    }

    @Test
    void checksBehindBranchesAreAskedForWhereTheFirstIs() {
        PassCheck.becomes(new CheckGrouping(), """
                b0(v0: int[] a, v1: int[] b, v2: i32 i, v3: i32 n):
                    v4 = length.int v0
                    check.index v2, v4
                    v5 = load.int v0, v2
                    v6 = ge.i32 v2, v3
                    branch v6, b1(v5), b2
                b1(v7: i32 best):
                    v8 = length.int v1
                    check.index v2, v8
                    store.int v1, v2, v7
                    return
                b2:
                    v9 = const.i32 1
                    v10 = add.i32 v2, v9
                    check.index v10, v4
                    v11 = load.int v0, v10
                    jump b1(v11)""", """
                b0(v0: int[] a, v1: int[] b, v2: i32 i, v3: i32 n):
                    v4 = length.int v0
                    v9 = const.i32 1
                    v10 = add.i32 v2, v9
                    v6 = ge.i32 v2, v3
                    v8 = length.int v1
                    v29 = inbounds v2, v4
                    v30 = inbounds v2, v8
                    v31 = and.i1 v29, v30
                    v32 = inbounds v10, v4
                    v33 = or.i1 v6, v32
                    v34 = and.i1 v31, v33
                    branch v34, b3, b4
                b1(v7: i32 best):
                    store.int v1, v2, v7
                    return
                b2:
                    v11 = load.int v0, v10
                    jump b1(v11)
                b3:
                    v5 = load.int v0, v2
                    branch v6, b1(v5), b2
                b4:
                    check.index v2, v4
                    v20 = load.int v0, v2
                    branch v6, b5(v20), b6
                b5(v21: i32 best):
                    check.index v2, v8
                    store.int v1, v2, v21
                    return
                b6:
                    check.index v10, v4
                    v24 = load.int v0, v10
                    jump b5(v24)""");
    }

    @Test
    void checksAreNotAskedForBehindWhatIsLoadedOrBehindABarrier() {
        PassCheck.stays(new CheckGrouping(), """
                b0(v0: int[] a, v1: int[] b, v2: i32 i):
                    v3 = length.int v0
                    check.index v2, v3
                    v4 = load.int v0, v2
                    v5 = length.int v1
                    v6 = eq.i32 v4, v5
                    branch v6, b1, b2
                b1:
                    check.index v4, v5
                    store.int v1, v4, v2
                    return
                b2:
                    return""");
        PassCheck.stays(new CheckGrouping(), """
                b0(v0: int[] a, v1: int[] b, v2: i32 i, v3: i32 n):
                    v4 = length.int v0
                    check.index v2, v4
                    v5 = ge.i32 v2, v3
                    branch v5, b1, b2
                b1:
                    call Block.sync
                    jump b2
                b2:
                    v6 = length.int v1
                    check.index v2, v6
                    store.int v1, v2, v3
                    return""");
    }
}
