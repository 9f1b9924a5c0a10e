package dev.gpukernel.internal.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.IrText;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.ir.Verifier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Algebra: what an operation with x and a constant, or with x twice, becomes. */
class IdentitiesTest {
    private static final String UNCHANGED = "-";

    private static String result(String op, String type, String left, String right) {
        String element = type.equals("i64") ? "long" : type.equals("f32") ? "float" : "int";
        String distance = op.endsWith("sh") || op.startsWith("sh") || op.startsWith("ush") ? "i32" : type;
        String any = type.equals("f32") ? "7.0" : "7";
        Function function = IrText.function("""
                b0(v0: %s[] out, v1: %s x):
                    v2 = const.i32 0
                    v3 = const.%s %s
                    v4 = const.%s %s
                    v5 = %s.%s %s, %s
                    store.%s v0, v2, v5
                    return""".formatted(
                        element,
                        type,
                        type,
                        left.equals("x") ? any : left,
                        distance,
                        right.equals("x") ? any : right,
                        op,
                        type,
                        left.equals("x") ? "v1" : "v3",
                        right.equals("x") ? "v1" : "v4",
                        element));
        Value before = IrText.value(function, 5);
        boolean changed = new ConstantFolding().run(function);
        Verifier.verify(function);
        Instr store = function.entry().instrs().stream()
                .filter(instr -> instr.op() instanceof Op.Store)
                .findFirst()
                .orElseThrow();
        Value stored = store.operand(2);
        assertThat(changed).isEqualTo(stored != before);
        if (stored == before) {
            return UNCHANGED;
        }
        return stored instanceof Instr instr && instr.op() instanceof Op.Constant constant
                ? String.valueOf(constant.bits())
                : "x";
    }

    @ParameterizedTest
    @CsvSource({
        "add, i32, x, 0, x",
        "add, i64, 0, x, x",
        "add, i32, x, 1, -",
        "sub, i32, x, 0, x",
        "sub, i32, 0, x, -",
        "sub, i32, x, x, 0",
        "sub, i64, x, x, 0",
        "sub, f32, x, x, -",
        "mul, i32, x, 1, x",
        "mul, i64, 1, x, x",
        "mul, i32, x, 0, 0",
        "mul, i64, 0, x, 0",
        "mul, i32, x, -1, -",
        "div, i32, x, 1, x",
        "div, i32, 1, x, -",
        "div, i32, x, -1, -",
        "div, i32, x, 0, -",
        "div, i32, x, x, -",
        "rem, i32, x, 1, -",
        "rem, i32, x, x, -",
        "and, i32, x, -1, x",
        "and, i64, -1, x, x",
        "and, i32, x, 0, 0",
        "and, i32, 0, x, 0",
        "and, i32, x, x, x",
        "and, i64, x, 4294967295, -",
        "or, i32, x, 0, x",
        "or, i64, 0, x, x",
        "or, i32, x, x, x",
        "or, i32, x, -1, -",
        "xor, i32, x, 0, x",
        "xor, i32, 0, x, x",
        "xor, i32, x, x, -",
        "shl, i32, x, 0, x",
        "shl, i32, x, 32, x",
        "shl, i64, x, 32, -",
        "shr, i64, x, 64, x",
        "ushr, i32, x, -32, x",
        "shr, i32, x, 1, -",
        "ushr, i32, 0, x, -",
    })
    void integers(String op, String type, String left, String right, String expected) {
        assertThat(result(op, type, left, right)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1"})
    void aSumLessOneOfItsAddendsIsTheOther(int subtracted, int other) {
        Function function = IrText.function("""
                b0(v0: int[] out, v1: i32 x, v2: i32 y):
                    v3 = const.i32 0
                    v4 = add.i32 v1, v2
                    v5 = sub.i32 v4, v%d
                    store.int v0, v3, v5
                    return""".formatted(subtracted));
        new ConstantFolding().run(function);
        Instr store = function.entry().instrs().stream()
                .filter(instr -> instr.op() instanceof Op.Store)
                .findFirst()
                .orElseThrow();
        assertThat(store.operand(2)).isSameAs(function.params().get(other));
    }

    @ParameterizedTest
    @CsvSource({
        // -0 + 0 is 0, NaN * 0 is NaN, a signalling NaN times 1 is another NaN.
        "add, x, 0.0",
        "add, 0.0, x",
        "sub, x, 0.0",
        "mul, x, 0.0",
        "mul, x, 1.0",
        "div, x, 1.0",
        "sub, x, x",
        "div, x, x",
    })
    void floatsHaveNone(String op, String left, String right) {
        assertThat(result(op, "f32", left, right)).isEqualTo(UNCHANGED);
    }

    /** A size in bytes divided by that of an element. */
    @ParameterizedTest
    @CsvSource({"4, 4, true", "-3, -3, true", "4, 8, false", "4294967296, 4294967296, false"})
    void productOfAnIntIsDividedByItsFactor(String factor, String divisor, boolean isInt) {
        Function function = IrText.function("""
                b0(v0: long[] out, v1: i32 x):
                    v2 = const.i32 0
                    v3 = const.i64 %s
                    v4 = const.i64 %s
                    v5 = convert.i32.i64 v1
                    v6 = mul.i64 v5, v3
                    v7 = div.i64 v6, v4
                    store.long v0, v2, v7
                    return""".formatted(factor, divisor));
        Value quotient = IrText.value(function, 7);
        Value widened = IrText.value(function, 5);
        new ConstantFolding().run(function);
        Instr store = function.entry().instrs().stream()
                .filter(instr -> instr.op() instanceof Op.Store)
                .findFirst()
                .orElseThrow();
        assertThat(store.operand(2)).isEqualTo(isInt ? widened : quotient);
    }
}
