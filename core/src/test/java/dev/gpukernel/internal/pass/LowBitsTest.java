package dev.gpukernel.internal.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IrText;
import dev.gpukernel.internal.ir.Verifier;
import dev.gpukernel.oracle.Interpreter;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LowBitsTest {
    private static final List<Long> NUMBERS =
            List.of(0L, 1L, -1L, 5L, 1L << 29, 3L << 30, -7L << 28, (long) Integer.MIN_VALUE);

    /** A multiple of a power of two, something added, widened or not, and a shift or a mask of that. */
    private static Function function(int zeros, long added, boolean widened, String type, String op, long right) {
        String own = widened ? "i32" : type;
        return IrText.function("""
                b0(v0: %s[] out, v1: %s x):
                    v2 = const.i32 0
                    v3 = const.i32 %d
                    v4 = shl.%s v1, v3
                    v5 = const.%s %d
                    v6 = add.%s v4, v5
                %s
                    v8 = const.%s %d
                    v9 = %s.%s %s, v8
                    store.%s v0, v2, v9
                    return""".formatted(
                        type.equals("i64") ? "long" : "int",
                        own,
                        zeros,
                        own,
                        own,
                        added,
                        own,
                        widened ? "    v7 = convert.i32.i64 v6" : "    v7 = const.i32 0",
                        op.equals("and") ? type : "i32",
                        right,
                        op,
                        type,
                        widened ? "v7" : "v6",
                        type.equals("i64") ? "long" : "int"));
    }

    private static long result(Function function, boolean isLong, boolean takesLong, long x) {
        Object out = isLong ? new long[1] : new int[1];
        Interpreter interpreter = new Interpreter(function, (_, _) -> null);
        interpreter.run(0, List.of(out, takesLong ? (Object) x : (int) x));
        return out instanceof long[] longs ? longs[0] : ((int[]) out)[0];
    }

    private static boolean folds(int zeros, long added, boolean widened, String type, String op, long right) {
        Function function = function(zeros, added, widened, type, op, right);
        boolean changed = new ConstantFolding().run(function);
        Verifier.verify(function);
        Function before = function(zeros, added, widened, type, op, right);
        for (long x : NUMBERS) {
            boolean takesLong = type.equals("i64") && !widened;
            assertThat(result(function, type.equals("i64"), takesLong, x))
                    .as("%s of %d", before, x)
                    .isEqualTo(result(before, type.equals("i64"), takesLong, x));
        }
        return changed;
    }

    @ParameterizedTest
    @CsvSource({
        "2, 3, false, i32, shr, 2, true",
        "2, 3, false, i32, ushr, 2, true",
        "2, 3, true, i64, shr, 2, true",
        "2, 1, false, i64, shr, 1, true",
        "2, 3, false, i32, and, 3, true",
        "2, 3, true, i64, and, 2, true",
        // A carry.
        "2, 4, false, i32, shr, 2, false",
        "1, 3, false, i32, shr, 2, false",
        // What is added is not shifted out.
        "2, 3, false, i32, shr, 1, false",
        "2, 3, false, i32, shr, 33, false",
        "2, 3, false, i64, shr, 33, true",
        // A bit that is not known.
        "2, 3, false, i32, and, 4, false",
        "2, 3, false, i32, and, -1, true",
        "2, 3, false, i32, and, -4, false",
        "2, -1, false, i32, shr, 2, false"
    })
    void whatIsKnown(int zeros, long added, boolean widened, String type, String op, long right, boolean known) {
        assertThat(folds(zeros, added, widened, type, op, right)).isEqualTo(known);
    }

    @Test
    void theSameForAllNumbers() {
        SplittableRandom random = new SplittableRandom(3);
        int folded = 0;
        for (int i = 0; i < 4000; i++) {
            boolean widened = random.nextBoolean();
            String type = widened || random.nextBoolean() ? "i64" : "i32";
            String op = List.of("shr", "ushr", "and").get(random.nextInt(3));
            int zeros = random.nextInt(35);
            long added = random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(-3, 20);
            long right = op.equals("and") && random.nextBoolean() ? random.nextInt() : random.nextInt(-2, 70);
            folded += folds(zeros, added, widened, type, op, right) ? 1 : 0;
        }
        assertThat(folded).isGreaterThan(400);
    }
}
