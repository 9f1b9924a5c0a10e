package dev.gpukernel.internal.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.IrText;
import dev.gpukernel.internal.ir.Op;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Folding, value numbering and removal of dead code. */
class ScalarPassesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "i32 2147483647 | i32 1       | add.i32          | i32 -2147483648",
                "i32 -2147483648| i32 -1      | div.i32          | i32 -2147483648",
                "i32 -7         | i32 3       | rem.i32          | i32 -1",
                "i64 -1         | i32 65      | ushr.i64         | i64 9223372036854775807",
                "i32 1          | i32 33      | shl.i32          | i32 2",
                "f32 0.1        | f32 0.2     | add.f32          | f32 0.3",
                "f64 0.0        | f64 -0.0    | mul.f64          | f64 -0.0",
                "f64 1.0        | f64 0.0     | div.f64          | f64 Infinity",
                "f64 5.5        | f64 -2.0    | rem.f64          | f64 1.5",
                "f64 1.0        | f64 0x7ff8000000000000 | lt.f64  | i1 false",
                "f64 1.0        | f64 0x7ff8000000000000 | geu.f64 | i1 true",
                "i64 3          | i64 3       | le.i64           | i1 true",
            })
    void twoConstantsAreOne(String left, String right, String op, String result) {
        Function function = IrText.function("b0:\nv0 = const." + left.strip() + "\nv1 = const." + right.strip()
                + "\nv2 = " + op.strip() + " v0, v1\nreturn");
        assertThat(new ConstantFolding().run(function)).isTrue();
        assertThat(function.entry().instrs().reversed().get(1).op().text()).isEqualTo("const." + result.strip());
    }

    @ParameterizedTest
    @CsvSource({
        "f32 3.0E9, convert.f32.i32, i32 2147483647",
        "f64 0x7ff8000000000000, convert.f64.i64, i64 0",
        "i64 9007199254740993, convert.i64.f64, f64 9.007199254740992E15",
        "i64 4294967295, convert.i64.i32, i32 -1",
        "i32 300, narrow.byte, i32 44",
        "i32 -1, narrow.char, i32 65535",
        "i32 40000, narrow.short, i32 -25536",
        "i64 -9223372036854775808, neg.i64, i64 -9223372036854775808",
        "f32 0.0, neg.f32, f32 -0.0",
    })
    void oneConstantIsAnother(String operand, String op, String result) {
        Function function = IrText.function("b0:\nv0 = const." + operand + "\nv1 = " + op + " v0\nreturn");
        assertThat(new ConstantFolding().run(function)).isTrue();
        assertThat(function.entry().instrs().reversed().get(1).op().text()).isEqualTo("const." + result);
    }

    @Test
    void checkOfAKnownDivisorGoesUnlessItIsZero() {
        PassCheck.becomes(new ConstantFolding(), """
                b0:
                    v0 = const.i32 3
                    check.divisor.i32 v0
                    return""", "b0:\nv0 = const.i32 3\nreturn");
        PassCheck.stays(new ConstantFolding(), """
                b0:
                    v0 = const.i64 0
                    check.divisor.i64 v0
                    return""");
    }

    @Test
    void equalThingsAreComputedOnceWhereOneDominates() {
        PassCheck.becomes(new ValueNumbering(), """
                b0(v0: int[] a, v1: i32 i, v2: i32 n):
                    v3 = add.i32 v1, v2
                    v4 = length.int v0
                    check.index v3, v4
                    v5 = lt.i32 v3, v2
                    branch v5, b1, b2
                b1:
                    v6 = add.i32 v2, v1
                    v7 = length.int v0
                    check.index v6, v7
                    store.int v0, v6, v1
                    jump b2
                b2:
                    return""", """
                b0(v0: int[] a, v1: i32 i, v2: i32 n):
                    v3 = add.i32 v1, v2
                    v4 = length.int v0
                    check.index v3, v4
                    v5 = lt.i32 v3, v2
                    branch v5, b1, b2
                b1:
                    store.int v0, v3, v1
                    jump b2
                b2:
                    return""");
    }

    @Test
    void whatIsComputedOnSeparateWaysStays() {
        PassCheck.stays(new ValueNumbering(), """
                b0(v0: int[] a, v1: i32 i, v2: i1 c):
                    branch v2, b1, b2
                b1:
                    v3 = length.int v0
                    check.index v1, v3
                    jump b3
                b2:
                    v4 = length.int v0
                    check.index v1, v4
                    jump b3
                b3:
                    v5 = length.int v0
                    check.index v1, v5
                    return""");
    }

    @Test
    void whatAsksForAChosenConstantAsksForTheChoice() {
        PassCheck.becomes(new ConstantFolding(), """
                b0(v0: int[] a, v1: f32 x, v2: f32 y, v3: i1 c):
                    v4 = const.i32 0
                    v5 = const.i32 1
                    v6 = lt.f32 v1, v2
                    v7 = select.i32 v6, v5, v4
                    v8 = ne.i32 v7, v4
                    v9 = eq.i32 v7, v4
                    v10 = ge.i32 v7, v4
                    v11 = select.i32 v3, v5, v4
                    v12 = eq.i32 v11, v4
                    v13 = and.i1 v8, v9
                    v14 = and.i1 v10, v12
                    v15 = and.i1 v13, v14
                    branch v15, b1, b2
                b1:
                    store.int v0, v4, v5
                    return
                b2:
                    return""", """
                b0(v0: int[] a, v1: f32 x, v2: f32 y, v3: i1 c):
                    v4 = const.i32 0
                    v5 = const.i32 1
                    v6 = lt.f32 v1, v2
                    v7 = select.i32 v6, v5, v4
                    v20 = geu.f32 v1, v2
                    v21 = const.i1 true
                    v11 = select.i32 v3, v5, v4
                    v12 = eq.i32 v11, v4
                    v13 = and.i1 v6, v20
                    v14 = and.i1 v21, v12
                    v15 = and.i1 v13, v14
                    branch v15, b1, b2
                b1:
                    store.int v0, v4, v5
                    return
                b2:
                    return""");
    }

    @Test
    void floatOperandsAreNotSwapped() {
        PassCheck.stays(new ValueNumbering(), """
                b0(v0: float[] a, v1: i32 i, v2: f32 x, v3: f32 y):
                    v4 = add.f32 v2, v3
                    v5 = add.f32 v3, v2
                    v6 = mul.f32 v4, v5
                    store.float v0, v1, v6
                    return""");
    }

    @Test
    void whatWasStoredIsNotLoaded() {
        PassCheck.becomes(new ValueNumbering(), """
                b0(v0: float[] a, v1: i32 i, v2: f32 x):
                    v3 = load.float v0, v1
                    store.float v0, v1, v2
                    v4 = load.float v0, v1
                    v5 = sub.f32 v3, v4
                    store.float v0, v1, v5
                    return""", """
                b0(v0: float[] a, v1: i32 i, v2: f32 x):
                    v3 = load.float v0, v1
                    store.float v0, v1, v2
                    v5 = sub.f32 v3, v2
                    store.float v0, v1, v5
                    return""");
    }

    @Test
    void aStoreElsewhereLeavesWhatWasLoaded() {
        PassCheck.becomes(new ValueNumbering(), """
                b0(v0: int[] a, v1: i32 i, v2: float[] f, v3: f32 x):
                    v4 = const.i32 1
                    v5 = add.i32 v1, v4
                    v6 = load.int v0, v5
                    store.int v0, v1, v6
                    store.float v2, v5, v3
                    v7 = load.int v0, v5
                    store.int v0, v1, v7
                    return""", """
                b0(v0: int[] a, v1: i32 i, v2: float[] f, v3: f32 x):
                    v4 = const.i32 1
                    v5 = add.i32 v1, v4
                    v6 = load.int v0, v5
                    store.int v0, v1, v6
                    store.float v2, v5, v3
                    store.int v0, v1, v6
                    return""");
    }

    /** The other index may be the same, the other array too, and a byte is not what was stored. */
    @Test
    void aStoreThatMayBeThereLosesWhatWasLoaded() {
        PassCheck.stays(new ValueNumbering(), """
                b0(v0: int[] a, v1: i32 i, v2: int[] b, v3: i32 j, v4: byte[] c):
                    v5 = load.int v0, v1
                    store.int v0, v3, v5
                    v6 = load.int v0, v1
                    store.int v2, v1, v6
                    v7 = load.byte v4, v1
                    v8 = load.int v0, v1
                    store.byte v4, v1, v8
                    v9 = load.byte v4, v1
                    v10 = add.i32 v7, v9
                    store.int v0, v1, v10
                    return""");
    }

    @Test
    void zerosOfEitherSignAreTwoNumbers() {
        PassCheck.stays(new ValueNumbering(), """
                b0(v0: float[] a, v1: i32 i, v2: i32 k):
                    v3 = const.f32 0.0
                    v4 = const.f32 -0.0
                    store.float v0, v1, v3
                    store.float v0, v2, v4
                    return""");
    }

    @Test
    void whatNothingNeedsGoesAroundLoopsToo() {
        PassCheck.becomes(new DeadCodeElimination(), """
                b0(v0: int[] a, v1: i32 n, v2: i32 unused):
                    v3 = const.i32 0
                    v4 = const.i32 1
                    v5 = load.int v0, v3
                    jump b1(v3, v3)
                b1(v6: i32 i, v7: i32 sum):
                    v8 = lt.i32 v6, v1
                    branch v8, b2, b3
                b2:
                    v9 = add.i32 v7, v5
                    v10 = add.i32 v6, v4
                    store.int v0, v6, v4
                    jump b1(v10, v9)
                b3:
                    return""", """
                b0(v0: int[] a, v1: i32 n, v2: i32 unused):
                    v3 = const.i32 0
                    v4 = const.i32 1
                    jump b1(v3)
                b1(v6: i32 i):
                    v8 = lt.i32 v6, v1
                    branch v8, b2, b3
                b2:
                    v10 = add.i32 v6, v4
                    store.int v0, v6, v4
                    jump b1(v10)
                b3:
                    return""");
    }

    @Test
    void checksAndStoresAreNeeded() {
        PassCheck.stays(new DeadCodeElimination(), """
                b0(v0: int[] a, v1: i32 i):
                    v2 = length.int v0
                    check.index v1, v2
                    check.divisor.i32 v1
                    store.int v0, v1, v1
                    return""");
    }

    /** A loop that always throws keeps the way to its next iteration, but nothing is done there. */
    @Test
    void checksAndStoresThatNothingLeadsToAreNot() {
        PassCheck.becomes(DeadCodeElimination.ofUndone(), """
                b0(v0: int[] a, v1: i32 n, v2: i32 zero, v3: i32 one):
                    v4 = const.i1 false
                    jump b1(v2)
                b1(v5: i32 i):
                    v6 = lt.i32 v5, v1
                    branch v6, b2, b4
                b2:
                    branch v4, b3, b5
                b3:
                    v7 = length.int v0
                    check.index v5, v7
                    v8 = load.int v0, v5
                    store.int v0, v5, v8
                    v9 = add.i32 v5, v3
                    jump b1(v9)
                b5:
                    throw java.lang.IllegalStateException "no"
                b4:
                    return""", """
                b0(v0: int[] a, v1: i32 n, v2: i32 zero, v3: i32 one):
                    v4 = const.i1 false
                    jump b1(v2)
                b1(v5: i32 i):
                    v6 = lt.i32 v5, v1
                    branch v6, b2, b4
                b2:
                    branch v4, b3, b5
                b3:
                    v9 = add.i32 v5, v3
                    jump b1(v9)
                b5:
                    throw java.lang.IllegalStateException "no"
                b4:
                    return""");
    }

    @Test
    void aFoldedValueKeepsItsName() {
        Function function = IrText.function("b0:\nv0 = const.i32 3\nv1 = add.i32 v0, v0\nreturn");
        Instr sum = function.entry().instrs().get(1);
        sum.setName("sum");
        new ConstantFolding().run(function);
        assertThat(function.entry().instrs().get(1)).satisfies(folded -> {
            assertThat(folded.op()).isEqualTo(Op.Constant.of(6));
            assertThat(folded.name()).isEqualTo("sum");
        });
    }
}
