package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.analysis.Footprint.Touched;
import dev.gpukernel.internal.ir.IrText;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Which elements a launch touches whose numbers are known. */
class FootprintTest {
    private static final int LENGTH = 1000;

    /** {@return what a launch of so many iterations does with the first parameter, an array; the second is an int} */
    private static Touched touched(String code, int scalar, long... iterations) {
        HostExpression.Arguments arguments = new HostExpression.Arguments() {
            @Override
            public long scalarBits(int parameter) {
                return scalar;
            }

            @Override
            public long arrayLength(int parameter) {
                return LENGTH;
            }
        };
        Footprint footprint = Footprint.of(IrText.function(code), arguments, Extent.ofIterations(iterations));
        return Objects.requireNonNull(footprint).arrays().getFirst();
    }

    private static String storing(String index) {
        return """
                b0(v0: int[] a, v1: i32 n):
                    v2 = iteration
                    v3 = convert.i64.i32 v2
                    v4 = const.i32 3
                %s
                    v8 = length.int v0
                    check.index v7, v8
                    store.int v0, v7, v4
                    return""".formatted(index);
    }

    @Test
    void whatIsStoredIsOverwrittenIfItIsAllOfARange() {
        Touched all = new Touched(Elements.NONE, new Elements(40, 140), true);
        assertThat(touched(storing("    v7 = add.i32 v3, v1"), 40, 100, 1, 1)).isEqualTo(all);
        assertThat(touched(storing("    v6 = sub.i32 v1, v3\n    v7 = add.i32 v6, v4"), 136, 100, 1, 1))
                .isEqualTo(all);
    }

    @Test
    void whatLiesBetweenStoresIsNot() {
        Touched touched = touched(storing("    v6 = mul.i32 v3, v4\n    v7 = add.i32 v6, v1"), 40, 100, 1, 1);
        assertThat(touched).isEqualTo(new Touched(Elements.NONE, new Elements(40, 338), false));
    }

    /** Beyond the array, the check throws; what would have been written there is not. */
    @Test
    void nothingBeyondTheArrayIsTouched() {
        Touched touched = touched(storing("    v7 = add.i32 v3, v1"), 950, 100, 1, 1);
        assertThat(touched.written()).isEqualTo(new Elements(950, LENGTH));
        assertThat(touched.isOverwritten()).isFalse();
    }

    @Test
    void whatOnlySomeIterationsStoreIsNotOverwritten() {
        String code = """
                b0(v0: int[] a, v1: i32 n):
                    v2 = iteration
                    v3 = convert.i64.i32 v2
                    v4 = length.int v0
                    check.index v3, v4
                    v5 = load.int v0, v3
                    v6 = lt.i32 v5, v1
                    branch v6, b1, b2
                b1:
                    store.int v0, v3, v1
                    jump b2
                b2:
                    return""";
        Elements both = new Elements(0, 7);
        assertThat(touched(code, 5, 7, 1, 1)).isEqualTo(new Touched(both, both, false));
    }

    /** It is known that the branch is not taken. */
    @Test
    void whatCannotBeReachedIsNotTouched() {
        String code = """
                b0(v0: int[] a, v1: i32 n):
                    v2 = iteration
                    v3 = convert.i64.i32 v2
                    v4 = lt.i32 v1, v3
                    branch v4, b1, b2
                b1:
                    store.int v0, v3, v1
                    jump b2
                b2:
                    return""";
        assertThat(touched(code, 9, 10, 1, 1).all()).isEqualTo(Elements.NONE);
        assertThat(touched(code, 8, 10, 1, 1).written()).isEqualTo(new Elements(9, 10));
    }

    @Test
    void vectorsHaveSeveralElements() {
        String code = """
                b0(v0: int[] a, v1: i32 n):
                    v2 = iteration
                    v3 = convert.i64.i32 v2
                    v4 = const.i32 2
                    v5 = shl.i32 v3, v4
                    v6 = load.int 4 v0, v5
                    v7 = part.(i32,i32,i32,i32) 0 v6
                    store.int v0, v1, v7
                    return""";
        assertThat(touched(code, 500, 10, 1, 1))
                .isEqualTo(new Touched(new Elements(0, 40), new Elements(500, 501), false));
    }

    @Test
    void anIndexThatIsLoadedMayBeAny() {
        String code = """
                b0(v0: int[] a, v1: i32 n):
                    v2 = length.int v0
                    v3 = load.int v0, v1
                    check.index v3, v2
                    v4 = load.int v0, v3
                    return""";
        assertThat(touched(code, 500, 10, 1, 1).read()).isEqualTo(new Elements(0, LENGTH));
    }
}
