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
}
