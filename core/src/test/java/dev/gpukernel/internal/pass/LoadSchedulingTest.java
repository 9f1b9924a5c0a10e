package dev.gpukernel.internal.pass;

import org.junit.jupiter.api.Test;

class LoadSchedulingTest {
    @Test
    void whatIsComputedOfLoadedValuesWaits() {
        PassCheck.becomes(new LoadScheduling(), """
                b0(v0: int[] a, v1: int[] table, v2: i32 i):
                    v3 = length.int v0
                    check.index v2, v3
                    v4 = load.int v0, v2
                    v5 = const.i32 1
                    v6 = add.i32 v4, v5
                    v7 = add.i32 v4, v4
                    v8 = length.int v1
                    check.index v6, v8
                    v9 = load.int v1, v6
                    v10 = add.i32 v9, v7
                    v11 = add.i32 v2, v5
                    check.index v11, v3
                    v12 = load.int v0, v11
                    v13 = add.i32 v10, v12
                    store.int v1, v2, v13
                    return""", """
                b0(v0: int[] a, v1: int[] table, v2: i32 i):
                    v3 = length.int v0
                    check.index v2, v3
                    v4 = load.int v0, v2
                    v5 = const.i32 1
                    v8 = length.int v1
                    v6 = add.i32 v4, v5
                    check.index v6, v8
                    v9 = load.int v1, v6
                    v11 = add.i32 v2, v5
                    check.index v11, v3
                    v12 = load.int v0, v11
                    v7 = add.i32 v4, v4
                    v10 = add.i32 v9, v7
                    v13 = add.i32 v10, v12
                    store.int v1, v2, v13
                    return""");
    }

    @Test
    void loadsOfWhatExistsGoFirst() {
        PassCheck.becomes(new LoadScheduling(), """
                b0(v0: int[] a, v1: int[] b, v2: i32 i, v3: int[] table):
                    v4 = length.int v0
                    v5 = length.int v1
                    v6 = inbounds v2, v4
                    v7 = inbounds v2, v5
                    v8 = and.i1 v6, v7
                    branch v8, b1, b2
                b1:
                    v9 = load.int v0, v2
                    v10 = length.int v3
                    check.index v9, v10
                    v13 = const.i32 0
                    v14 = add.i32 v2, v13
                    v11 = load.int v1, v2
                    check.index v11, v10
                    v12 = add.i32 v9, v11
                    store.int v0, v14, v12
                    return
                b2:
                    return""", """
                b0(v0: int[] a, v1: int[] b, v2: i32 i, v3: int[] table):
                    v4 = length.int v0
                    v5 = length.int v1
                    v6 = inbounds v2, v4
                    v7 = inbounds v2, v5
                    v8 = and.i1 v6, v7
                    branch v8, b1, b2
                b1:
                    v9 = load.int v0, v2
                    v10 = length.int v3
                    v11 = load.int v1, v2
                    check.index v9, v10
                    v13 = const.i32 0
                    v14 = add.i32 v2, v13
                    check.index v11, v10
                    v12 = add.i32 v9, v11
                    store.int v0, v14, v12
                    return
                b2:
                    return""");
    }

    /** The second load may be of what is stored, and what is loaded first may be stored then. */
    @Test
    void notPastAStore() {
        PassCheck.stays(new LoadScheduling(), """
                b0(v0: int[] a, v1: i32 i, v2: i32 j):
                    v3 = length.int v0
                    check.index v1, v3
                    v4 = load.int v0, v1
                    store.int v0, v1, v3
                    check.index v2, v3
                    v5 = load.int v0, v2
                    v6 = add.i32 v4, v5
                    store.int v0, v1, v6
                    return""");
    }
}
