package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.analysis.CountedLoop.Recognition;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IrText;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which loops are counted, and whether their iterations are as many as Java's. */
class CountedLoopTest {
    /** A loop from n, to be continued while a comparison with m holds. */
    private static Function loop(String type, String test, String update) {
        return IrText.function("""
            b0(v0: int[] a, v1: TYPE n, v2: TYPE m, v3: i1 c):
                v4 = const.TYPE 0
                v5 = const.TYPE 1
                v6 = const.TYPE 2
                v7 = const.TYPE -3
                jump b1(v1, v4)
            b1(v8: TYPE i, v9: TYPE s):
                %s
                branch v20, b2, b3
            b2:
                %s
                jump b1(v30, v8)
            b3:
                return\
            """.replace("TYPE", type).formatted(test.replace(";", "\n"), update.replace(";", "\n")));
    }

    private static Recognition recognise(Function function) {
        return CountedLoop.of(Loop.of(function).getFirst());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v20 = lt.i32 v8, v2 | v30 = add.i32 v8, v5 | LT 1",
                "v20 = gt.i32 v2, v8 | v30 = add.i32 v5, v8 | LT 1",
                "v20 = le.i32 v8, v2 | v30 = add.i32 v8, v6 | LE 2",
                "v20 = ne.i32 v8, v2 | v30 = add.i32 v8, v5 | NE 1",
                "v20 = gt.i32 v8, v2 | v30 = sub.i32 v8, v6 | GT -2",
                "v20 = le.i32 v2, v8 | v30 = add.i32 v8, v7 | GE -3",
                "v20 = lt.i32 v8, v2 | v29 = add.i32 v8, v5;v30 = narrow.byte v29 | LT 1 BYTE",
                "v20 = lt.i32 v8, v2 | v29 = add.i32 v8, v6;v30 = sub.i32 v29, v5 | LT 1",
                "v20 = gt.i32 v8, v2 | v28 = add.i32 v8, v7;v29 = narrow.short v28;v27 = sub.i32 v29, v5;"
                        + "v30 = narrow.byte v27 | GT -4 BYTE",
                "v20 = lt.i32 v8, v2 | v28 = add.i32 v8, v6;v29 = narrow.byte v28;v27 = add.i32 v29, v5;"
                        + "v30 = narrow.short v27 | its variable 'i' is not changed by the same number in each iteration",
                "v20 = lt.i32 v8, v2 | v29 = add.i32 v8, v6;v30 = sub.i32 v29, v6 | its variable 'i' is not changed by"
                        + " the same number in each iteration",
                "v19 = convert.i32.i64 v8;v18 = convert.i32.i64 v2;v20 = le.i64 v19, v18 | v30 = add.i32 v8, v5 | LE 1",
                "v20 = ne.i32 v8, v2 | v30 = add.i32 v8, v6 | its condition '!=' needs a step of 1 or -1",
                "v20 = eq.i32 v8, v2 | v30 = add.i32 v8, v5 | its condition must be '<', '<=', '>', '>=' or '!='",
                "v20 = gt.i32 v8, v2 | v30 = add.i32 v8, v5 | its variable counts away from its bound",
                "v20 = lt.i32 v8, v2 | v30 = mul.i32 v8, v6 | its variable 'i' is not changed by the same number in"
                        + " each iteration",
                "v20 = lt.i32 v8, v2 | v30 = add.i32 v8, v1 | its variable 'i' moves by a step that is no constant; an int may,"
                        + " by an int that is the same throughout the loops around it",
                "v20 = lt.i32 v8, v2 | v30 = sub.i32 v5, v8 | its variable 'i' is not changed by the same number in"
                        + " each iteration",
                "v20 = lt.i32 v8, v9 | v30 = add.i32 v8, v5 | its bound changes in the loop; compute it before",
                "v20 = lt.i32 v1, v2 | v30 = add.i32 v8, v5 | its condition does not compare an integer variable, as"
                        + " it is or with a constant added, with a bound",
                "v10 = load.int v0, v8;v20 = lt.i32 v8, v10 | v30 = add.i32 v8, v5 | its condition reads what may"
                        + " change in the loop; read it into a variable before",
            })
    void recognises(String test, String update, String expected) {
        String found = switch (recognise(loop("i32", test, update))) {
            case Recognition.Counted(CountedLoop loop) -> {
                assertThat(loop.variable().name()).isEqualTo("i");
                assertThat(loop.carried()).singleElement().hasFieldOrPropertyWithValue("name", "s");
                ElementType narrow = loop.induction().narrowed();
                yield loop.predicate() + " " + loop.step() + (narrow == null ? "" : " " + narrow);
            }
            case Recognition.Other(String reason) -> reason;
        };
        assertThat(found).isEqualTo(expected);
    }

    private record Bounds(long n, long m) implements HostExpression.Arguments {
        @Override
        public long scalarBits(int parameter) {
            return parameter == 1 ? n : m;
        }

        @Override
        public long arrayLength(int parameter) {
            throw new IllegalArgumentException("array " + parameter);
        }
    }

    private static final int MOST = 50;

    static Stream<String> loops() {
        return Stream.of(
                "lt add v5",
                "lt add v6",
                "le add v5",
                "le add v6",
                "ne add v5",
                "gt sub v5",
                "gt add v7",
                "ge sub v6",
                "ge add v7",
                "ne sub v5");
    }

    /** Where the conditions hold, there are as many iterations as when the loop is run; where not, the variable wraps around. */
    @ParameterizedTest
    @MethodSource("loops")
    void iterations(String text) {
        String[] parts = text.split(" ", -1);
        for (ScalarType type : List.of(ScalarType.I32, ScalarType.I64)) {
            Function function = loop(
                    type.text(),
                    "v20 = " + parts[0] + "." + type.text() + " v8, v2",
                    "v30 = " + parts[1] + "." + type.text() + " v8, " + parts[2]);
            CountedLoop loop = ((Recognition.Counted) recognise(function)).loop();
            long greatest = type == ScalarType.I32 ? Integer.MAX_VALUE : Long.MAX_VALUE;
            for (long from : List.of(0L, -greatest - 1, greatest - 9)) {
                for (int start = 0; start < 10; start++) {
                    for (int bound = 0; bound < 10; bound++) {
                        check(function, loop, new Bounds(from + start, from + bound));
                    }
                }
            }
        }
    }

    /** A narrow variable, and an int that is compared with a long, end as they do on the JVM, at the ends of their types too. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v20 = lt.i32 v8, v2 | v29 = add.i32 v8, v6;v30 = narrow.byte v29 | 127",
                "v20 = le.i32 v8, v2 | v29 = add.i32 v8, v5;v30 = narrow.char v29 | 65535",
                "v20 = gt.i32 v8, v2 | v29 = sub.i32 v8, v5;v30 = narrow.char v29 | 3",
                "v20 = ge.i32 v8, v2 | v29 = add.i32 v8, v7;v30 = narrow.short v29 | -32768",
                "v20 = ne.i32 v8, v2 | v29 = add.i32 v8, v5;v30 = narrow.byte v29 | 127",
            })
    void narrowIterations(String test, String update, int end) {
        Function function = loop("i32", test, update);
        CountedLoop loop = ((Recognition.Counted) recognise(function)).loop();
        Interval range = loop.range();
        for (long start = Math.max(range.low(), end - 9L); start <= Math.min(range.high(), end + 9L); start++) {
            for (int bound = end - 9; bound <= end + 9; bound++) {
                check(function, loop, new Bounds(start, bound));
            }
        }
    }

    private static void check(Function function, CountedLoop loop, Bounds bounds) {
        ScalarType type = (ScalarType) loop.variable().type();
        long value = bounds.n;
        boolean wraps = false;
        int count = 0;
        while (loop.predicate().holds(Long.compare(value, bounds.m), false) && count < MOST && !wraps) {
            long sum = Arithmetic.binary(BinaryKind.ADD, type, value, loop.step());
            Interval range = loop.range();
            long next = range.low() <= sum && sum <= range.high() ? sum : sum - loop.step() * 99;
            wraps = loop.step() > 0 ? next < value : next > value;
            value = next;
            count++;
        }
        HostExpression first = Objects.requireNonNull(HostExpression.of(function, loop.start()));
        HostExpression last = Objects.requireNonNull(HostExpression.of(function, loop.bound()));
        boolean holds =
                new LoopConditions(loop, first, last).ends().stream().allMatch(condition -> condition.holds(bounds));
        assertThat(holds).as("%s %s", loop, bounds).isEqualTo(!wraps && count < MOST);
        if (holds) {
            assertThat(Math.max(loop.iterations(first, last).evaluate(bounds), 0))
                    .as("%s %s", loop, bounds)
                    .isEqualTo(count);
        }
    }
}
