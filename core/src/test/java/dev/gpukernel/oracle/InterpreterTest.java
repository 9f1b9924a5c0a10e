package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import dev.gpukernel.device.Grid;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Intrinsic;
import dev.gpukernel.internal.ir.Parser;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Verifier;
import java.lang.reflect.Array;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Control, memory, faults and calls; {@link InterpreterOpsTest} has the arithmetic. */
@Execution(ExecutionMode.CONCURRENT)
class InterpreterTest {
    private record Known(String text, List<Type> parameters, Type result, Effect effect) implements Intrinsic {}

    private static final Known GRID_X = new Known("Grid.x", List.of(), ScalarType.I32, Effect.NONE);
    private static final Known FLOOR_MOD =
            new Known("floorMod", List.of(ScalarType.I32, ScalarType.I32), ScalarType.I32, Effect.FAULT);

    private static Function function(String blocks) {
        Function function = Parser.parse(
                "function f {\n" + blocks + "\n}", text -> text.equals(GRID_X.text()) ? GRID_X : FLOOR_MOD);
        Verifier.verify(function);
        return function;
    }

    private static Object call(Intrinsic intrinsic, Object[] arguments) {
        return intrinsic.equals(GRID_X) ? Grid.x() : Math.floorMod((int) arguments[0], (int) arguments[1]);
    }

    private static void run(Function function, long iteration, Object... arguments) {
        new Interpreter(function, InterpreterTest::call).run(iteration, List.of(arguments));
    }

    @Test
    void aLoopSwapsItsParametersAtOnce() {
        Function fibonacci = function("""
                b0(v0: long[] out, v1: i32 n):
                    v2 = const.i32 0
                    v3 = const.i32 1
                    v4 = const.i64 0
                    v5 = const.i64 1
                    jump b1(v2, v4, v5)
                b1(v6: i32, v7: i64, v8: i64):
                    v9 = lt.i32 v6, v1
                    branch v9, b2, b3
                b2:
                    v10 = add.i64 v7, v8
                    v11 = add.i32 v6, v3
                    jump b1(v11, v8, v10)
                b3:
                    store.long v0, v2, v7
                    return""");
        long[] out = new long[1];
        run(fibonacci, 0, out, 50);
        assertThat(out[0]).isEqualTo(12586269025L);
    }

    @Test
    void theIterationIsWhatWasAsked() {
        long[] out = new long[1];
        run(
                function("b0(v0: long[]):\nv1 = iteration\nv2 = const.i32 0\nstore.long v0, v2, v1\nreturn"),
                1L << 40,
                out);
        assertThat(out[0]).isEqualTo(1L << 40);
    }

    @ParameterizedTest
    @EnumSource
    void elementsOfEveryTypeAreWidenedAndNarrowed(ElementType type) {
        Function copy = function("""
                b0(v0: %1$s[], v1: %1$s[]):
                    v2 = const.i32 1
                    v3 = load.%1$s v0, v2
                    store.%1$s v1, v2, v3
                    return""".formatted(type.text()));
        Object from = Array.newInstance(type.arrayClass().getComponentType(), 2);
        Elements.set(type, from, 1, Arithmetic.convert(type.register(), -1));
        Object to = Array.newInstance(type.arrayClass().getComponentType(), 2);
        run(copy, 0, from, to);
        assertThat(Bits.firstDifference(from, to)).isEqualTo(-1);
        assertThat(Bits.firstDifference(
                        from, Array.newInstance(type.arrayClass().getComponentType(), 2)))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"BYTE, 300, 44", "CHAR, -1, 65535", "SHORT, 40000, -25536", "BOOLEAN, 2, 0", "BOOLEAN, 3, 1"})
    void aStoreNarrows(ElementType type, int value, int read) {
        Object array = Array.newInstance(type.arrayClass().getComponentType(), 1);
        Elements.set(type, array, 0, value);
        assertThat(Elements.get(type, array, 0)).isEqualTo(read);
    }

    @ParameterizedTest
    @CsvSource({"-1, 3", "3, 3", "0, 0", "-2147483648, 1"})
    void indexCheckThrowsWhatTheJvmThrows(int index, int length) {
        Function function = function("""
                b0(v0: int[], v1: i32):
                    v2 = length.int v0
                    check.index v1, v2  ; A.at(A.java:7)
                    return""");
        int[] array = new int[length];
        assertThatExceptionOfType(InterpretedFault.class)
                .isThrownBy(() -> run(function, 0, array, index))
                .satisfies(fault ->
                        assertThat(fault.position()).isEqualTo(new SourcePosition("A", "at", "A.java", 7, null)))
                .extracting(fault -> fault.exception().toString())
                .isEqualTo(thrownBy(() -> array[index] = 1).toString());
    }

    @Test
    void checksThatHoldDoNothing() {
        run(
                function("b0(v0: i32, v1: i32, v2: i64):\ncheck.index v0, v1\ncheck.divisor.i64 v2\nreturn"),
                0,
                2,
                3,
                1L << 32);
    }

    @ParameterizedTest
    @CsvSource({"i32", "i64"})
    void divisorCheckThrowsWhatTheJvmThrows(String type) {
        Function function = function("b0(v0: %1$s):\ncheck.divisor.%1$s v0\nreturn".formatted(type));
        Object zero = type.equals("i32") ? (Object) 0 : (Object) 0L;
        int[] none = {0};
        assertThatExceptionOfType(InterpretedFault.class)
                .isThrownBy(() -> run(function, 0, zero))
                .extracting(fault -> fault.exception().toString())
                .isEqualTo(thrownBy(() -> none[0] = 1 / none[0]).toString());
    }

    private static RuntimeException thrownBy(Runnable body) {
        try {
            body.run();
        } catch (RuntimeException e) {
            return e;
        }
        throw new AssertionError("nothing was thrown");
    }

    @Test
    void anUncheckedAccessOutOfRangeIsTheFunctionsMistake() {
        Function load = function("b0(v0: int[], v1: i32):\nv2 = load.int v0, v1\nreturn");
        Function store = function("b0(v0: int[], v1: i32):\nstore.int v0, v1, v1\nreturn");
        for (Function function : List.of(load, store)) {
            run(function, 0, new int[3], 2);
            assertThatExceptionOfType(OracleException.class)
                    .isThrownBy(() -> run(function, 0, new int[3], 3))
                    .withMessage("unchecked access of element 3 of 3");
        }
    }

    @Test
    void anEndlessLoopEnds() {
        assertThatExceptionOfType(OracleException.class)
                .isThrownBy(() -> run(function("b0:\njump b1\nb1:\njump b1"), 0))
                .withMessageContaining("steps");
    }

    @Test
    void aValueOfAWayNotTakenWasNotComputed() {
        Function function = Parser.parse("""
                function f {
                b0(v0: int[]):
                    jump b2
                b1:
                    v1 = const.i32 0
                    jump b2
                b2:
                    store.int v0, v1, v1
                    return
                }""");
        assertThatExceptionOfType(OracleException.class)
                .isThrownBy(() -> run(function, 0, new int[1]))
                .withMessage("v1 was not computed");
    }

    @Test
    void whatAFaultingIntrinsicThrowsIsAFault() {
        Function function = function("b0(v0: i32):\nv1 = call floorMod v0, v0  ; A.b(A.java:3)\nreturn");
        run(function, 0, 1);
        // The JDK's own would lack its message, once compiled and thrown often.
        ArithmeticException thrown = new ArithmeticException("/ by zero");
        Interpreter throwing = new Interpreter(function, (_, _) -> {
            throw thrown;
        });
        assertThatExceptionOfType(InterpretedFault.class)
                .isThrownBy(() -> throwing.run(0, List.of(0)))
                .satisfies(fault -> assertThat(fault.exception()).isSameAs(thrown));
        assertThatExceptionOfType(InterpretedFault.class)
                .isThrownBy(() -> run(function, 0, 0))
                .satisfies(fault -> assertThat(fault.exception()).isInstanceOf(ArithmeticException.class));
    }

    @Test
    void aGridRunsEveryThreadAndKeepsTheLowestException() {
        Function function = function("""
                b0(v0: int[], v1: i32):
                    v2 = call Grid.x
                    v3 = sub.i32 v1, v2
                    check.divisor.i32 v3  ; A.b(A.java:1)
                    v4 = length.int v0
                    check.index v2, v4  ; A.b(A.java:2)
                    store.int v0, v2, v2
                    return""");
        Oracle oracle = new Oracle(InterpreterTest::call);
        Outcome all = oracle.runGrid(function, Oracle.GRID, List.of(new int[24], 100));
        assertThat(all.fault()).isNull();
        assertThat((int[]) all.arguments().getFirst())
                .containsExactly(java.util.stream.IntStream.range(0, 24).toArray());
        Outcome one = oracle.runGrid(function, Oracle.GRID, List.of(new int[20], 5));
        assertThat(one.fault())
                .isEqualTo(new Outcome.Fault(
                        "java.lang.ArithmeticException",
                        "/ by zero",
                        List.of("A.b:1"),
                        "in block [0, 0, 0], thread [5, 0, 0]"));
        assertThat((int[]) one.arguments().getFirst()).contains(19).doesNotContain(5);
        Outcome other = oracle.runGrid(function, Oracle.GRID, List.of(new int[20], 21));
        assertThat(other.fault())
                .isNotNull()
                .extracting(Outcome.Fault::frames, list(String.class))
                .containsExactly("A.b:2");
    }

    @Test
    void aLoopEndsAtItsFirstException() {
        Function function = function("""
                b0(v0: int[]):
                    v1 = iteration
                    v2 = convert.i64.i32 v1
                    v3 = length.int v0
                    v4 = const.i32 2
                    check.index v2, v4
                    store.int v0, v2, v3
                    return""");
        Outcome outcome = new Oracle(InterpreterTest::call).runLoop(function, 4, List.of(new int[4]));
        assertThat(outcome.fault())
                .isNotNull()
                .extracting(Outcome.Fault::message)
                .isEqualTo("Index 2 out of bounds for length 2");
        assertThat((int[]) outcome.arguments().getFirst()).containsExactly(4, 4, 0, 0);
    }
}
