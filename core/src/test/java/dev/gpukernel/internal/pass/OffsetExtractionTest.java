package dev.gpukernel.internal.pass;

import org.junit.jupiter.api.Test;

/** Sums whose constants are added last. */
class OffsetExtractionTest {
    @Test
    void constantsOfBothSidesAreAddedLast() {
        PassCheck.becomes(new OffsetExtraction(), """
                b0(v0: int[] a, v1: i32 x, v2: i32 y):
                    v3 = const.i32 3
                    v4 = const.i32 -5
                    v5 = add.i32 v1, v3
                    v6 = add.i32 v2, v4
                    v7 = add.i32 v5, v6
                    v8 = add.i32 v7, v1
                    store.int v0, v8, v7
                    return""", """
                b0(v0: int[] a, v1: i32 x, v2: i32 y):
                    v3 = const.i32 3
                    v4 = const.i32 -5
                    v5 = add.i32 v1, v3
                    v6 = add.i32 v2, v4
                    v11 = add.i32 v1, v2
                    v12 = const.i32 -2
                    v13 = add.i32 v11, v12
                    v14 = add.i32 v11, v1
                    v15 = const.i32 -2
                    v16 = add.i32 v14, v15
                    store.int v0, v16, v13
                    return""");
    }

    @Test
    void plainSumsAndThoseOfLongsStay() {
        PassCheck.stays(new OffsetExtraction(), """
                b0(v0: int[] a, v1: i32 x, v2: i32 y, v3: i64 z):
                    v4 = const.i32 3
                    v5 = add.i32 v1, v2
                    v6 = add.i32 v5, v4
                    v7 = const.i64 3
                    v8 = add.i64 v3, v7
                    v9 = add.i64 v8, v3
                    v10 = convert.i64.i32 v9
                    v11 = mul.i32 v6, v10
                    store.int v0, v11, v5
                    return""");
    }
}
