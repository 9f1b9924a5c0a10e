package dev.gpukernel.internal.pass;

import org.junit.jupiter.api.Test;

/** Narrowing of what is narrow already, also because a loop hands it on. */
class RedundantNarrowingTest {
    private static String least(int start, String narrowing, String next) {
        return """
            b0(v0: byte[] a, v1: i32 n):
                v2 = const.i32 0
                v3 = const.i32 %s
                jump b1(v2, v3)
            b1(v4: i32 i, v5: i32 least):
                v6 = lt.i32 v4, v1
                branch v6, b2, b3
            b2:
                v7 = load.%s v0, v4
                v8 = call Math.min.i32 v5, v7
                v9 = %s
                v10 = const.i32 1
                v11 = add.i32 v4, v10
                jump b1(v11, %s)
            b3:
                store.byte v0, v2, v5
                return""".formatted(start, "byte", narrowing, next);
    }

    @Test
    void theLeastOfBytesIsOne() {
        PassCheck.becomes(
                new RedundantNarrowing(),
                least(127, "narrow.byte v8", "v9"),
                least(127, "", "v8").replace("    v9 = \n", ""));
        PassCheck.becomes(
                new RedundantNarrowing(),
                least(127, "narrow.short v8", "v9"),
                least(127, "", "v8").replace("    v9 = \n", ""));
    }

    @Test
    void anIntToBeginWithIsNone() {
        PassCheck.stays(new RedundantNarrowing(), least(128, "narrow.byte v8", "v9"));
        PassCheck.stays(new RedundantNarrowing(), least(-129, "narrow.byte v8", "v9"));
    }

    @Test
    void aNegativeByteIsNoChar() {
        PassCheck.stays(new RedundantNarrowing(), least(127, "narrow.char v8", "v9"));
    }

    @Test
    void parametersAndSumsAreInts() {
        PassCheck.stays(new RedundantNarrowing(), """
                b0(v0: byte[] a, v1: i32 p):
                    v2 = const.i32 3
                    v3 = narrow.byte v1
                    v4 = add.i32 v3, v2
                    v5 = narrow.byte v4
                    store.byte v0, v2, v5
                    return""");
    }

    @Test
    void twiceIsOnce() {
        PassCheck.becomes(new RedundantNarrowing(), """
                b0(v0: short[] a, v1: i32 p):
                    v2 = const.i32 3
                    v3 = narrow.byte v1
                    v4 = narrow.short v3
                    store.short v0, v2, v4
                    return""", """
                b0(v0: short[] a, v1: i32 p):
                    v2 = const.i32 3
                    v3 = narrow.byte v1
                    store.short v0, v2, v3
                    return""");
    }
}
