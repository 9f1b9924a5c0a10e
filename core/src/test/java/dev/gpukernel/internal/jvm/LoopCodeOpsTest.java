package dev.gpukernel.internal.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.ir.Verifier;
import dev.gpukernel.oracle.Bits;
import dev.gpukernel.oracle.Interpreter;
import dev.gpukernel.oracle.IntrinsicMethods;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation on numbers, as bytecode, gives what the interpreter says, for all edge values of its operands. */
final class LoopCodeOpsTest {
    private static final int[] INTS = {
        0, 1, -1, 2, 7, -7, 31, 32, 33, 63, 64, 255, 65_536, -32_769, 0x7fff_ffff, 0x8000_0000
    };
    private static final long[] LONGS = {
        0, 1, -1, 3, -3, 1L << 31, -(1L << 31) - 1, 1L << 53, Long.MAX_VALUE, Long.MIN_VALUE
    };
    private static final double[] DOUBLES = {
        0.0,
        -0.0,
        1.0,
        -1.5,
        3.75,
        1e-310,
        2147483648.0,
        -1e19,
        1e300,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
    };

    static List<Op> ops() {
        List<Op> ops = new ArrayList<>();
        for (ScalarType type : ScalarType.values()) {
            Arrays.stream(Op.BinaryKind.values()).forEach(kind -> ops.add(new Op.Binary(kind, type)));
            Arrays.stream(Predicate.values()).forEach(is -> ops.add(new Op.Compare(is, type)));
            Arrays.stream(Op.ThreeWayKind.values()).forEach(kind -> ops.add(new Op.ThreeWay(kind, type)));
            Arrays.stream(ScalarType.values()).forEach(to -> ops.add(new Op.Convert(type, to)));
            ops.add(new Op.Negate(type));
            ops.add(new Op.Select(type));
        }
        Arrays.stream(ElementType.values()).forEach(to -> ops.add(new Op.Narrow(to)));
        Arrays.stream(Intrinsics.values()).forEach(intrinsic -> ops.add(new Op.Call(intrinsic)));
        ops.add(new Op.InBounds());
        ops.removeIf(op -> !ExpressionWriter.isEmittable(op) || !isCorrect(op));
        return ops;
    }

    private static boolean isCorrect(Op op) {
        try {
            Verifier.verify(function(op));
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /** A function that stores the operation's result at the iteration's index, of operands at that index. */
    private static Function function(Op op) {
        Function function = new Function("f");
        Block entry = function.addBlock();
        Builder builder = new Builder(function).atEnd(entry);
        ElementType element = element(op.result());
        Value to = entry.addParam(new ArrayType(element));
        List<Value> operands = new ArrayList<>();
        List<Value> arrays = new ArrayList<>();
        op.operands().forEach(type -> arrays.add(entry.addParam(new ArrayType(element(type)))));
        Value i = builder.emit(new Op.Convert(ScalarType.I64, ScalarType.I32), builder.emit(new Op.Iteration(Axis.X)));
        for (int k = 0; k < arrays.size(); k++) {
            Type type = op.operands().get(k);
            Value loaded = builder.emit(new Op.Load(element(type)), arrays.get(k), i);
            operands.add(
                    type == ScalarType.I1
                            ? builder.emit(new Op.Compare(Predicate.NE, ScalarType.I32), loaded, builder.constant(0))
                            : loaded);
        }
        Value result = builder.emit(op, operands);
        // Used twice, so that it is in a variable; and a condition that is no jump.
        Value stored = op.result() == ScalarType.I1
                ? builder.emit(new Op.Convert(ScalarType.I1, ScalarType.I32), result)
                : result;
        builder.emit(new Op.Store(element), to, i, stored);
        builder.emit(new Op.Store(element), to, i, stored);
        builder.ret();
        return function;
    }

    private static ElementType element(Type type) {
        return switch ((ScalarType) type) {
            case I1, I32 -> ElementType.INT;
            case I64 -> ElementType.LONG;
            case F32 -> ElementType.FLOAT;
            case F64 -> ElementType.DOUBLE;
        };
    }

    private static Object edges(Type type) {
        return switch ((ScalarType) type) {
            case I1 -> new int[] {0, 1};
            case I32 -> INTS;
            case I64 -> LONGS;
            case F32 -> {
                float[] floats = new float[DOUBLES.length];
                for (int i = 0; i < floats.length; i++) {
                    floats[i] = (float) DOUBLES[i];
                }
                yield floats;
            }
            case F64 -> DOUBLES;
        };
    }

    /** {@return for each operand an array, so that at all indices together they are all combinations of edge values} */
    private static List<Object> combinations(List<Type> types) {
        int count = 1;
        for (Type type : types) {
            count *= Array.getLength(edges(type));
        }
        List<Object> columns = new ArrayList<>();
        int period = 1;
        for (Type type : types) {
            Object edges = edges(type);
            Object column = Array.newInstance(edges.getClass().componentType(), count);
            for (int i = 0; i < count; i++) {
                Array.set(column, i, Array.get(edges, i / period % Array.getLength(edges)));
            }
            columns.add(column);
            period *= Array.getLength(edges);
        }
        return columns;
    }

    @ParameterizedTest
    @MethodSource("ops")
    void givesWhatTheInterpreterSays(Op op) throws Throwable {
        Function function = function(op);
        List<Object> columns = combinations(op.operands());
        if (op instanceof Op.InBounds) {
            // Lengths are not negative.
            Arrays.setAll((int[]) columns.get(1), i -> ((int[]) columns.get(1))[i] & Integer.MAX_VALUE);
        }
        int count = columns.isEmpty() ? 1 : Array.getLength(columns.getFirst());
        Class<?> element = element(op.result()).arrayClass().componentType();
        List<Object> expected = new ArrayList<>(List.of(Array.newInstance(element, count)));
        List<Object> actual = new ArrayList<>(List.of(Array.newInstance(element, count)));
        expected.addAll(columns);
        actual.addAll(columns);
        Interpreter interpreter = new Interpreter(function, IntrinsicMethods::call);
        for (int i = 0; i < count; i++) {
            interpreter.run(i, expected);
        }
        LoopCode.of(function, Foresight.NONE).run(0, count, actual.toArray());
        int different = Bits.firstDifference(expected.getFirst(), actual.getFirst());
        assertThat(different)
                .as(() -> "%s of %s is %s, expected %s"
                        .formatted(
                                op.text(),
                                columns.stream()
                                        .map(column -> Array.get(column, different))
                                        .toList(),
                                Bits.text(actual.getFirst(), different),
                                Bits.text(expected.getFirst(), different)))
                .isEqualTo(-1);
    }
}
