package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.IrText;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which integers may overflow where it matters to a compiler of C. */
class OverflowTest {
    private static Set<Instr> overflows(String body) {
        Function function =
                IrText.function("b0(v0: int[] out, v1: i32 n, v2: i64 m):\n" + body.indent(4) + "    return");
        return Overflow.of(function, null);
    }

    @Test
    void aSumThatIsCompared() {
        assertThat(overflows("""
                v3 = add.i32 v1, v1
                v4 = lt.i32 v3, v1
                v5 = convert.i32.i64 v1
                v6 = add.i64 v5, v5
                v7 = lt.i64 v6, v2
                """))
                .singleElement()
                .satisfies(instr -> assertThat(instr.op()).isEqualTo(new Op.Binary(Op.BinaryKind.ADD, ScalarType.I32)));
    }

    @Test
    void notWhatIsOnlyStored() {
        assertThat(overflows("""
                v3 = mul.i32 v1, v1
                v4 = add.i32 v3, v1
                v5 = const.i32 0
                store.int v0, v5, v4
                """)).isEmpty();
    }

    @Test
    void allThatAnIndexIsMadeOf() {
        assertThat(overflows("""
                v3 = mul.i32 v1, v1
                v4 = add.i32 v3, v1
                v5 = length.int v0
                check.index v4, v5
                store.int v0, v4, v1
                """)).hasSize(2);
    }

    @Test
    void aProductOfLongs() {
        assertThat(overflows("""
                v3 = mul.i64 v2, v2
                v4 = neg.i64 v2
                v5 = lt.i64 v3, v4
                """)).hasSize(2);
    }
}
