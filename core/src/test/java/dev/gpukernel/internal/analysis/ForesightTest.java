package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.ir.IrText;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is known of a grid's threads before a launch. */
class ForesightTest {
    private static final String ROW_OF_TILES = """
            b0(v0: float[] a, v1: i32 n):
                v2 = length.float v0
                v3 = call Grid.y
                v4 = call ThreadIdx.x
                v5 = mul.i32 v3, v1
                v6 = const.i32 0
                v7 = const.i32 16
                jump b1(v6)
            b1(v8: i32 from):
                v9 = lt.i32 v8, v1
                branch v9, b2, b3
            b2:
                v10 = add.i32 v5, v8
                v11 = add.i32 v10, v4
                check.index v11, v2
                v12 = load.float v0, v11
                v13 = add.i32 v8, v7
                jump b1(v13)
            b3:
                return""";

    /** Of a loop by 16, the last index is only in range if it is known that its variable is a multiple of 16. */
    @ParameterizedTest
    @CsvSource({
        "4096, 64, 4, 16, true",
        "4095, 64, 4, 16, false",
        "4096, 64, 5, 16, false",
        "4096, 64, 4, 17, false",
        "4096, 60, 4, 16, true",
        "3600, 60, 4, 16, false",
    })
    void threadsThatReadRowsInTilesAreInRange(int length, int n, int blocks, int threads, boolean faultFree) {
        long[] ones = {1, 1, 1};
        Extent extent = Extent.ofGrid(ones, new long[] {1, blocks, 1}, new long[] {threads, 16, 1});
        HostExpression.Arguments arguments = new HostExpression.Arguments() {
            @Override
            public long scalarBits(int parameter) {
                return n;
            }

            @Override
            public long arrayLength(int parameter) {
                return length;
            }
        };
        assertThat(Foresight.of(IrText.function(ROW_OF_TILES), arguments, extent)
                        .faultFree())
                .isEqualTo(faultFree);
    }
}
