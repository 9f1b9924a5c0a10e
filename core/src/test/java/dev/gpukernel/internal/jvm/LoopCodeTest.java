package dev.gpukernel.internal.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Parser;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loops as bytecode: ranges of iterations, accumulators, edges, faults. */
final class LoopCodeTest {
    private static LoopCode code(String text) throws NotEmittableException {
        return LoopCode.of(Parser.parse(text, Intrinsics::ofText), Foresight.NONE);
    }

    private static final String MARK = """
            function f {
            b0(v0: long[], v1: i64):
                v2 = iteration
                v3 = sub.i64 v2, v1
                v4 = convert.i64.i32 v3
                store.long v0, v4, v2
                return
            }
            """;

    @Test
    void runsTheIterationsAskedFor() throws Throwable {
        long[] marks = new long[6];
        code(MARK).run(2, 3, new Object[] {marks, 0L});
        assertThat(marks).containsExactly(0, 0, 2, 3, 4, 0);
        code(MARK).run(5, 0, new Object[] {marks, 0L});
        assertThat(marks).containsExactly(0, 0, 2, 3, 4, 0);
    }

    @Test
    void iterationsMayBeBeyondInts() throws Throwable {
        long first = (1L << 33) - 2;
        long[] marks = new long[4];
        code(MARK).run(first, 4, new Object[] {marks, first});
        assertThat(marks).containsExactly(first, first + 1, first + 2, first + 3);
    }

    /** Up to there the loop's variable is the iteration itself. */
    @Test
    void theLastIntsAreIterationsAsOthersAre() throws Throwable {
        for (long first = Integer.MAX_VALUE - 5L; first <= Integer.MAX_VALUE + 1L; first++) {
            long[] marks = new long[4];
            code(MARK).run(first, 4, new Object[] {marks, first});
            assertThat(marks).containsExactly(first, first + 1, first + 2, first + 3);
        }
    }

    @Test
    void iterationsBeyondIntsFaultAtTheSamePlaces() throws Throwable {
        LoopCode code = code(FAULTY);
        int[] to = new int[5];
        LoopFault outside = catchThrowableOfType(
                LoopFault.class, () -> code.run((1L << 32) + 3, 2, new Object[] {to, new int[] {1, 2, 3, 4}}));
        assertThat(to).containsExactly(0, 0, 0, 15, 0);
        assertThat(code.exception(outside, null)).hasMessage("Index 4 out of bounds for length 4");
        LoopFault zero =
                catchThrowableOfType(LoopFault.class, () -> code.run(1L << 32, 1, new Object[] {to, new int[1]}));
        assertThat(code.exception(zero, null)).hasMessage("/ by zero");
    }

    /** Two values change places in every round: copies at an edge happen at once. */
    @Test
    void valuesSwapOverAnEdge() throws Throwable {
        int[] to = new int[2];
        code("""
                function f {
                b0(v0: int[], v1: i32):
                    v2 = const.i32 0
                    v3 = const.i32 10
                    v4 = const.i32 20
                    jump b1(v2, v3, v4)
                b1(v5: i32, v6: i32, v7: i32):
                    v8 = lt.i32 v5, v1
                    v9 = const.i32 1
                    v10 = add.i32 v5, v9
                    branch v8, b1(v10, v7, v6), b2
                b2:
                    store.int v0, v2, v6
                    store.int v0, v9, v7
                    return
                }
                """).run(0, 1, new Object[] {to, 3});
        assertThat(to).containsExactly(20, 10);
    }

    /** A load must not be put off until after a store. */
    @Test
    void aLoadComesBeforeTheStoreThatFollowsIt() throws Throwable {
        int[] a = {5, 7};
        code("""
                function f {
                b0(v0: int[]):
                    v1 = const.i32 0
                    v2 = const.i32 1
                    v3 = load.int v0, v1
                    v4 = load.int v0, v2
                    store.int v0, v1, v4
                    store.int v0, v2, v3
                    return
                }
                """).run(0, 1, new Object[] {a});
        assertThat(a).containsExactly(7, 5);
    }

    private static Function sumAndProduct() {
        Function function = new Function("f");
        function.setResult(new TupleType(List.of(ScalarType.I64, ScalarType.F64)));
        var entry = function.addBlock();
        Value sum = entry.addParam(ScalarType.I64);
        Value product = entry.addParam(ScalarType.F64);
        Builder builder = new Builder(function).atEnd(entry);
        Value i = builder.emit(new Op.Iteration(Axis.X));
        Value newSum = builder.emit(new Op.Binary(Op.BinaryKind.ADD, ScalarType.I64), sum, i);
        Value two = builder.emit(Op.Constant.of(2.0));
        Value newProduct = builder.emit(new Op.Binary(Op.BinaryKind.MUL, ScalarType.F64), product, two);
        builder.emit(new Op.Return(List.of(ScalarType.I64, ScalarType.F64)), newSum, newProduct);
        return function;
    }

    @Test
    void accumulatorsGoFromIterationToIteration() throws Throwable {
        LoopCode code = LoopCode.of(sumAndProduct(), Foresight.NONE);
        assertThat(code.run(1, 10, new Object[] {100L, 1.0})).containsExactly(155L, 1024.0);
        assertThat(code.run(1, 0, new Object[] {100L, 1.0})).containsExactly(100L, 1.0);
    }

    @Test
    void tablesAndArraysOfTheThreadAreArrays() throws Throwable {
        byte[] to = new byte[3];
        code("""
                function f {
                b0(v0: byte[]):
                    v1 = iteration
                    v2 = convert.i64.i32 v1
                    v3 = table.byte [7, -8, 9]
                    v4 = local.short 3
                    v5 = load.byte.constant v3, v2
                    v6 = load.short.local v4, v2
                    store.short.local v4, v2, v5
                    v7 = load.short.local v4, v2
                    v8 = add.i32 v6, v7
                    store.byte v0, v2, v8
                    return
                }
                """).run(0, 3, new Object[] {to});
        assertThat(to).containsExactly(7, -8, 9);
    }

    private static final String FAULTY = """
            function f {
            b0(v0: int[], v1: int[]):
                v2 = iteration
                v3 = convert.i64.i32 v2
                v4 = length.int v1
                check.index v3, v4  ; K.inner(K.java:7) < K.kernel(K.java:3)
                v5 = load.int v1, v3
                check.divisor.i32 v5  ; K.kernel(K.java:4)
                v6 = const.i32 60
                v7 = div.i32 v6, v5
                store.int v0, v3, v7
                return
            }
            """;

    @Test
    void aFaultEndsTheCallAndTellsThePlace() throws Throwable {
        LoopCode code = code(FAULTY);
        int[] to = new int[5];
        LoopFault fault = catchThrowableOfType(
                LoopFault.class, () -> code.run(0, 5, new Object[] {to, new int[] {1, 2, 0, 3, 4}}));
        assertThat(code.exception(fault, null))
                .isExactlyInstanceOf(ArithmeticException.class)
                .hasMessage("/ by zero");
        assertThat(to).containsExactly(60, 30, 0, 0, 0);
        LoopFault outside =
                catchThrowableOfType(LoopFault.class, () -> code.run(1, 4, new Object[] {to, new int[] {1, 2}}));
        Throwable thrown = code.exception(outside, null);
        assertThat(thrown)
                .isExactlyInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessage("Index 2 out of bounds for length 2");
        assertThat(thrown.getStackTrace())
                .extracting(StackTraceElement::toString)
                .containsExactly("K.inner(K.java:7)", "K.kernel(K.java:3)");
    }

    @Test
    void whatNeedsOtherThreadsIsNotEmitted() {
        assertThatThrownBy(() -> code("""
                        function f {
                        b0:
                            call Block.sync
                            return
                        }
                        """))
                .isInstanceOf(NotEmittableException.class)
                .hasMessageContaining("Block.sync");
    }

    @Test
    void whatTheJvmWouldNotCompileIsNotEmitted() {
        Function function = new Function("large");
        var entry = function.addBlock();
        Value array = entry.addParam(new ArrayType(ElementType.INT));
        Builder builder = new Builder(function).atEnd(entry);
        for (int i = 0; i < 2_000; i++) {
            builder.emit(new Op.Store(ElementType.INT), array, builder.constant(i), builder.constant(i));
        }
        builder.ret();
        assertThatThrownBy(() -> LoopCode.of(function, Foresight.NONE))
                .isInstanceOf(NotEmittableException.class)
                .hasMessageContaining("which the JVM does not compile");
    }
}
