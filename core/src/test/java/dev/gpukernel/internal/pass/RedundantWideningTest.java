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

    /** As the front end cuts an index that it multiplies by the size of an element. */
    private static String cut(String bound, int left, int right, String used) {
        return """
            b0(v0: long[i64] a, v1: i64 n):
                v2 = length.long.i64 v0
                v3 = const.i32 %s
                v4 = const.i64 0
                v5 = const.i64 1
                v11 = const.i32 %s
                jump b1(v4)
            b1(v6: i64 i):
                v7 = lt.i64 v6, %s
                branch v7, b2, b3
            b2:
                v8 = shl.i64 v6, v3
                %s
                store.long.i64 v0, %s, v6
                v10 = add.i64 v6, v5
                jump b1(v10)
            b3:
                return""".formatted(left, right, bound, used.equals("v9") ? "v9 = shr.i64 v8, v11" : "", used)
                .replaceAll("(?m)^ +\\n", "");
    }

    @Test
    void anIndexBelowALengthHasNoUpperBits() {
        PassCheck.becomes(new RedundantWidening(), cut("v2", 3, 3, "v9"), cut("v2", 3, 3, "v6"));
        PassCheck.becomes(new RedundantWidening(), cut("v2", 67, 3, "v9"), cut("v2", 67, 3, "v6"));
        PassCheck.becomes(new RedundantWidening(), cut("v2", 22, 22, "v9"), cut("v2", 22, 22, "v6"));
    }

    @Test
    void whatIsCutOffMayBeMoreThanTheSign() {
        PassCheck.stays(new RedundantWidening(), cut("v1", 3, 3, "v9"));
        PassCheck.stays(new RedundantWidening(), cut("v2", 3, 2, "v9"));
        PassCheck.stays(new RedundantWidening(), cut("v2", 24, 24, "v9"));
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
