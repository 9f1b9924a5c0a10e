package dev.gpukernel.internal.pass;

import org.junit.jupiter.api.Test;

/** Branches that become selects. */
class IfConversionTest {
    @Test
    void cheapSidesAreComputedBothAndLoadsAreNot() {
        PassCheck.becomes(new IfConversion(), """
                b0(v0: int[] a, v1: i32 x, v2: i32 y):
                    v3 = const.i32 0
                    v4 = lt.i32 v1, v3
                    branch v4, b1, b2(v1, v2)
                b1:
                    v5 = neg.i32 v1
                    jump b2(v5, v2)
                b2(v6: i32 r, v7: i32 s):
                    v8 = lt.i32 v6, v7
                    branch v8, b3, b4
                b3:
                    v9 = add.i32 v6, v7
                    jump b5(v9)
                b4:
                    v10 = sub.i32 v6, v7
                    jump b5(v10)
                b5(v11: i32 t):
                    store.int v0, v3, v11
                    branch v8, b6, b7
                b6:
                    v12 = load.int v0, v11
                    jump b8(v12)
                b7:
                    jump b8(v11)
                b8(v13: i32 u):
                    store.int v0, v3, v13
                    return""", """
                b0(v0: int[] a, v1: i32 x, v2: i32 y):
                    v3 = const.i32 0
                    v4 = lt.i32 v1, v3
                    v5 = neg.i32 v1
                    v27 = select.i32 v4, v5, v1
                    jump b2(v27, v2)
                b2(v6: i32 r, v7: i32 s):
                    v8 = lt.i32 v6, v7
                    v9 = add.i32 v6, v7
                    v10 = sub.i32 v6, v7
                    v25 = select.i32 v8, v9, v10
                    jump b5(v25)
                b5(v11: i32 t):
                    store.int v0, v3, v11
                    branch v8, b6, b7
                b6:
                    v12 = load.int v0, v11
                    jump b8(v12)
                b7:
                    jump b8(v11)
                b8(v13: i32 u):
                    store.int v0, v3, v13
                    return""");
    }

    @Test
    void divisionsAreNotCheap() {
        PassCheck.stays(new IfConversion(), """
                b0(v0: int[] a, v1: i32 x, v2: i1 c):
                    branch v2, b1, b2(v1)
                b1:
                    v3 = div.i32 v1, v1
                    jump b2(v3)
                b2(v4: i32 r):
                    store.int v0, v4, v4
                    return""");
    }
}
