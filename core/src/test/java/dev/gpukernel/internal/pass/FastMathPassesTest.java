package dev.gpukernel.internal.pass;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FastMathPassesTest {
    private static final String POSITION = "  ; user.Code.kernel(Code.java:3)";
    private static final String LIBRARY =
            "  ; java.lang.FdLibm$Sin.compute(FdLibm.java:3) < user.Code.kernel(Code.java:3)";

    /** New values get numbers from 12 on: two instructions without a result have one too. */
    private static String storing(String code) {
        return storing(code, "v9");
    }

    private static String storing(String code, String result) {
        return """
                b0(v0: float[] a, v1: i32 i, v2: f32 x, v3: f32 y, v4: f32 z):
                %s
                    store.float v0, v1, %s
                    return""".formatted(code.indent(4).stripTrailing(), result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "add.f32 v8, v4 | v12 = call Math.fma.f32 v2, v3, v4",
                "add.f32 v4, v8 | v12 = call Math.fma.f32 v2, v3, v4",
                "sub.f32 v8, v4 | v12 = neg.f32 v4; v13 = call Math.fma.f32 v2, v3, v12",
                "sub.f32 v4, v8 | v12 = neg.f32 v2; v13 = call Math.fma.f32 v12, v3, v4",
            })
    void aProductGoesIntoItsSum(String sum, String fused) {
        PassCheck.becomes(
                new Contraction(),
                storing("v8 = mul.f32 v2, v3\nv9 = " + sum),
                storing(fused.replace("; ", "\n"), sum.startsWith("sub") ? "v13" : "v12"));
    }

    @Test
    void aProductUsedTwiceStays() {
        PassCheck.stays(new Contraction(), storing("v8 = mul.f32 v2, v3\nv7 = add.f32 v8, v4\nv9 = mul.f32 v7, v8"));
    }

    @Test
    void theCodeOfTheJdkStays() {
        PassCheck.stays(
                new Contraction(), storing("v8 = mul.f32 v2, v3" + LIBRARY + "\nv9 = add.f32 v8, v4" + LIBRARY));
        PassCheck.stays(new Approximation(), storing("v9 = div.f32 v2, v3" + LIBRARY));
    }

    @Test
    void divisionsAndRootsOfTheUsersAreApproximated() {
        PassCheck.becomes(
                new Approximation(),
                storing("v9 = div.f32 v2, v3" + POSITION),
                storing("v12 = call Approximate.divide.f32 v2, v3" + POSITION, "v12"));
        PassCheck.becomes(
                new Approximation(),
                storing("v9 = call GpuMath.sqrt.f32 v2"),
                storing("v12 = call Approximate.sqrt.f32 v2", "v12"));
    }

    @Test
    void anInverseRootIsOneApproximation() {
        PassCheck.becomes(
                new Approximation(),
                storing("v6 = const.f32 1.0\nv8 = call GpuMath.sqrt.f32 v2\nv9 = div.f32 v6, v8"),
                storing(
                        "v6 = const.f32 1.0\nv8 = call GpuMath.sqrt.f32 v2\nv12 = call Approximate.rsqrt.f32 v2",
                        "v12"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "call Math.sqrt.f64 v7 | call GpuMath.sqrt.f32 v2",
                "add.f64 v7, v8 | add.f32 v2, v3",
                "sub.f64 v7, v8 | sub.f32 v2, v3",
                "mul.f64 v7, v8 | mul.f32 v2, v3",
                "div.f64 v7, v8 | div.f32 v2, v3",
            })
    void floatsNeedNoDoubles(String wide, String narrow) {
        String before = "v7 = convert.f32.f64 v2\nv8 = convert.f32.f64 v3\nv6 = " + wide + "\n";
        PassCheck.becomes(
                new DoubleRounding(),
                storing(before + "v9 = convert.f64.f32 v6"),
                storing(before + "v12 = " + narrow, "v12"));
    }

    @Test
    void doublesThatAreNoFloatsStay() {
        PassCheck.stays(
                new DoubleRounding(),
                storing("v7 = convert.f32.f64 v2\nv8 = const.f64 0.1\nv6 = mul.f64 v7, v8\nv9 = convert.f64.f32 v6"));
    }
}
