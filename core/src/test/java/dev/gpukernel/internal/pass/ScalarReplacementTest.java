package dev.gpukernel.internal.pass;

import org.junit.jupiter.api.Test;

/** Own arrays in registers. */
class ScalarReplacementTest {
    @Test
    void elementsBecomeVariablesOfTheirSize() {
        PassCheck.becomes(new ScalarReplacement(), """
                b0(v0: int[] a, v1: i1 c, v2: i32 x):
                    v3 = local.byte 2
                    v4 = const.i32 0
                    v5 = const.i32 1
                    store.byte.local v3, v5, v2
                    jump b1
                b1:
                    v6 = load.byte.local v3, v4
                    v7 = load.byte.local v3, v5
                    v8 = add.i32 v6, v7
                    store.byte.local v3, v4, v8
                    branch v1, b1, b2
                b2:
                    v9 = load.byte.local v3, v4
                    store.int v0, v4, v9
                    return""", """
                b0(v0: int[] a, v1: i1 c, v2: i32 x):
                    v16 = const.i32 0
                    v19 = const.i32 0
                    v4 = const.i32 0
                    v5 = const.i32 1
                    v20 = narrow.byte v2
                    jump b1(v16, v20)
                b1(v18: i32, v21: i32):
                    v8 = add.i32 v18, v21
                    v17 = narrow.byte v8
                    branch v1, b1(v17, v21), b2
                b2:
                    store.int v0, v4, v17
                    return""");
    }

    @Test
    void anArrayThatIsNeverReadGoesWhateverItsIndices() {
        PassCheck.becomes(new ScalarReplacement(), """
                b0(v0: int[] a, v1: i32 i):
                    v3 = local.int 2
                    store.int.local v3, v1, v1
                    return""", """
                b0(v0: int[] a, v1: i32 i):
                    return""");
    }

    @Test
    void anArrayWithAnUnknownIndexStays() {
        PassCheck.stays(new ScalarReplacement(), """
                b0(v0: int[] a, v1: i32 i):
                    v2 = local.int 2
                    v3 = const.i32 0
                    store.int.local v2, v3, v1
                    v4 = load.int.local v2, v1
                    store.int v0, v3, v4
                    return""");
    }

    @Test
    void anArrayThatIsTooLongStays() {
        PassCheck.stays(new ScalarReplacement(), """
                b0(v0: int[] a):
                    v2 = local.int 65
                    v3 = const.i32 0
                    v4 = load.int.local v2, v3
                    store.int v0, v3, v4
                    return""");
    }
}
