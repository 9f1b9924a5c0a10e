package dev.gpukernel.internal.pass;

import org.junit.jupiter.api.Test;

/** Longs that are ints need not be narrowed and widened again. */
class RedundantWideningTest {
    private static String loop(String start, String test, String step, String used) {
        return """
            b0(v0: long[] a, v1: i64 n):
                v2 = length.long v0
                v3 = convert.i32.i64 v2
                v4 = const.i64 %s
                v5 = const.i64 1
                jump b1(v4)
            b1(v6: i64 i):
                v7 = %s
                branch v7, b2, b3
            b2:
                v8 = convert.i64.i32 v6
                %s
                store.long v0, v8, %s
                v10 = %s.i64 v6, v5
                jump b1(v10)
            b3:
                return""".formatted(start, test, used.equals("v9") ? "v9 = convert.i32.i64 v8" : "", used, step)
                .replaceAll("(?m)^ +\\n", "");
    }

    @Test
    void anIndexBelowALengthIsAnInt() {
        PassCheck.becomes(
                new RedundantWidening(),
                loop("0", "lt.i64 v6, v3", "add", "v9"),
                loop("0", "lt.i64 v6, v3", "add", "v6"));
    }

    @Test
    void oneBelowALongMayBeNone() {
        PassCheck.stays(new RedundantWidening(), loop("0", "lt.i64 v6, v1", "add", "v9"));
        PassCheck.stays(new RedundantWidening(), loop("0", "ne.i64 v6, v3", "add", "v9"));
    }

    @Test
    void oneThatBeginsBelowIntsMayBeNone() {
        PassCheck.stays(new RedundantWidening(), loop("-2147483649", "lt.i64 v6, v3", "add", "v9"));
        PassCheck.becomes(
                new RedundantWidening(),
                loop("-2147483648", "lt.i64 v6, v3", "add", "v9"),
                loop("-2147483648", "lt.i64 v6, v3", "add", "v6"));
    }

    @Test
    void oneThatGoesDownWithoutABoundMayBeNone() {
        PassCheck.stays(new RedundantWidening(), loop("5", "lt.i64 v6, v3", "sub", "v9"));
        PassCheck.becomes(
                new RedundantWidening(),
                loop("5", "gt.i64 v6, v5", "sub", "v9"),
                loop("5", "gt.i64 v6, v5", "sub", "v6"));
    }
}
