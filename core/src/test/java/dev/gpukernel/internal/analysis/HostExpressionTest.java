package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IrText;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostExpressionTest {
    /** Called with an array of 10 elements, n = 7, wide = 2^40, x = 2.5. */
    private static Function function(String text) {
        return IrText.function("""
                b0(v0: int[] a, v1: i32 n, v2: i64 wide, v3: f32 x, v4: i1 c):
                    jump b1(v1)
                b1(v5: i32 k):
                    %s
                    branch v4, b1(v1), b2
                b2:
                    return""".formatted(text.replace(";", "\n")));
    }

    private static final HostExpression.Arguments ARGUMENTS = new HostExpression.Arguments() {
        @Override
        public long scalarBits(int parameter) {
            return switch (parameter) {
                case 1 -> 7;
                case 2 -> 1L << 40;
                case 3 -> Float.floatToRawIntBits(2.5f);
                default -> throw new IllegalArgumentException("parameter " + parameter);
            };
        }

        @Override
        public long arrayLength(int parameter) {
            assertThat(parameter).isZero();
            return 10;
        }
    };

    @ParameterizedTest
    @CsvSource({
        "v20 = const.i32 -3, -3",
        "v20 = length.int v0, 10",
        "'v20 = add.i32 v1, v1', 14",
        "'v10 = length.int v0;v20 = sub.i32 v1, v10', -3",
        "'v10 = const.i32 0;v20 = div.i32 v1, v10', 0",
        "'v10 = const.i32 2147483647;v20 = add.i32 v10, v1', -2147483642",
        "'v20 = convert.i64.i32 v2', 0",
        "'v20 = convert.f32.i32 v3', 2",
        "'v20 = neg.i32 v1', -7",
        "'v10 = length.int v0;v20 = call Math.min.i32 v1, v10', 7",
        "'v10 = convert.i32.i64 v1;v20 = call Math.max.i64 v2, v10', 1099511627776",
        "'v10 = const.i32 33;v20 = shl.i64 v2, v10', 0",
    })
    void evaluates(String text, long expected) {
        Function function = function(text);
        HostExpression expression = Objects.requireNonNull(HostExpression.of(function, IrText.value(function, 20)));
        assertThat(expression.evaluate(ARGUMENTS)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v20 = add.i32 v5, v1",
                "v20 = load.int v0, v1",
                "v20 = call Grid.x",
                "v10 = load.int v0, v1;v20 = add.i32 v10, v1",
                "v20 = neg.f32 v3",
                "v20 = call Math.abs.i32 v1",
            })
    void dependsOnMoreThanTheArguments(String text) {
        Function function = function(text);
        assertThat(HostExpression.of(function, IrText.value(function, 20))).isNull();
    }
}
