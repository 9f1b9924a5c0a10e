package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Parser;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Verifier;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each operation on numbers against Java's own operator, on the values at the edges. */
class InterpreterOpsTest {
    private static final List<Integer> INTS = List.of(
            0, 1, -1, 2, -7, 31, 32, 33, 63, 64, 255, 65536, 1 << 30, Integer.MIN_VALUE, Integer.MAX_VALUE, -65537);
    private static final List<Long> LONGS = List.of(
            0L,
            1L,
            -1L,
            3L,
            -10L,
            1L << 31,
            1L << 32,
            -(1L << 53) - 1,
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            0x123456789abcdefL);
    private static final List<Float> FLOATS = List.of(
            0f,
            -0f,
            1f,
            -1f,
            0.1f,
            3.5f,
            -2.5f,
            1e10f,
            -1e20f,
            16777218f,
            Float.MIN_VALUE,
            -Float.MIN_NORMAL,
            Float.MAX_VALUE,
            Float.NaN,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY);
    private static final List<Double> DOUBLES = List.of(
            0d,
            -0d,
            1d,
            -1d,
            0.1,
            2.5,
            -3.5,
            1e300,
            -1e40,
            4294967296.5,
            Double.MIN_VALUE,
            -Double.MIN_NORMAL,
            Double.MAX_VALUE,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY);

    record Two(String op, ScalarType result, BinaryOperator<Object> java) {
        @Override
        public String toString() {
            return op;
        }
    }

    record One(String op, ScalarType result, UnaryOperator<Object> java) {
        @Override
        public String toString() {
            return op;
        }
    }

    private static List<?> edges(String type) {
        return switch (type) {
            case "i1" -> List.of(true, false);
            case "i32" -> INTS;
            case "i64" -> LONGS;
            case "f32" -> FLOATS;
            case "f64" -> DOUBLES;
            default -> throw new IllegalArgumentException(type);
        };
    }

    static Stream<Two> binary() {
        return Stream.of(
                new Two("add.i32", ScalarType.I32, (a, b) -> (int) a + (int) b),
                new Two("sub.i32", ScalarType.I32, (a, b) -> (int) a - (int) b),
                new Two("mul.i32", ScalarType.I32, (a, b) -> (int) a * (int) b),
                new Two("div.i32", ScalarType.I32, (a, b) -> (int) b == 0 ? 0 : (int) a / (int) b),
                new Two("rem.i32", ScalarType.I32, (a, b) -> (int) b == 0 ? 0 : (int) a % (int) b),
                new Two("and.i32", ScalarType.I32, (a, b) -> (int) a & (int) b),
                new Two("or.i32", ScalarType.I32, (a, b) -> (int) a | (int) b),
                new Two("xor.i32", ScalarType.I32, (a, b) -> (int) a ^ (int) b),
                new Two("shl.i32", ScalarType.I32, (a, b) -> (int) a << (int) b),
                new Two("shr.i32", ScalarType.I32, (a, b) -> (int) a >> (int) b),
                new Two("ushr.i32", ScalarType.I32, (a, b) -> (int) a >>> (int) b),
                new Two("add.i64", ScalarType.I64, (a, b) -> (long) a + (long) b),
                new Two("sub.i64", ScalarType.I64, (a, b) -> (long) a - (long) b),
                new Two("mul.i64", ScalarType.I64, (a, b) -> (long) a * (long) b),
                new Two("div.i64", ScalarType.I64, (a, b) -> (long) b == 0 ? 0L : (long) a / (long) b),
                new Two("rem.i64", ScalarType.I64, (a, b) -> (long) b == 0 ? 0L : (long) a % (long) b),
                new Two("and.i64", ScalarType.I64, (a, b) -> (long) a & (long) b),
                new Two("or.i64", ScalarType.I64, (a, b) -> (long) a | (long) b),
                new Two("xor.i64", ScalarType.I64, (a, b) -> (long) a ^ (long) b),
                new Two("shl.i64", ScalarType.I64, (a, b) -> (long) a << (int) b),
                new Two("shr.i64", ScalarType.I64, (a, b) -> (long) a >> (int) b),
                new Two("ushr.i64", ScalarType.I64, (a, b) -> (long) a >>> (int) b),
                new Two("add.f32", ScalarType.F32, (a, b) -> (float) a + (float) b),
                new Two("sub.f32", ScalarType.F32, (a, b) -> (float) a - (float) b),
                new Two("mul.f32", ScalarType.F32, (a, b) -> (float) a * (float) b),
                new Two("div.f32", ScalarType.F32, (a, b) -> (float) a / (float) b),
                new Two("rem.f32", ScalarType.F32, (a, b) -> (float) a % (float) b),
                new Two("add.f64", ScalarType.F64, (a, b) -> (double) a + (double) b),
                new Two("sub.f64", ScalarType.F64, (a, b) -> (double) a - (double) b),
                new Two("mul.f64", ScalarType.F64, (a, b) -> (double) a * (double) b),
                new Two("div.f64", ScalarType.F64, (a, b) -> (double) a / (double) b),
                new Two("rem.f64", ScalarType.F64, (a, b) -> (double) a % (double) b));
    }

    static Stream<Two> comparisons() {
        return Stream.of(
                new Two("eq.i32", ScalarType.I1, (a, b) -> (int) a == (int) b),
                new Two("ne.i32", ScalarType.I1, (a, b) -> (int) a != (int) b),
                new Two("lt.i32", ScalarType.I1, (a, b) -> (int) a < (int) b),
                new Two("le.i32", ScalarType.I1, (a, b) -> (int) a <= (int) b),
                new Two("gt.i32", ScalarType.I1, (a, b) -> (int) a > (int) b),
                new Two("ge.i32", ScalarType.I1, (a, b) -> (int) a >= (int) b),
                new Two("eq.i64", ScalarType.I1, (a, b) -> (long) a == (long) b),
                new Two("ne.i64", ScalarType.I1, (a, b) -> (long) a != (long) b),
                new Two("lt.i64", ScalarType.I1, (a, b) -> (long) a < (long) b),
                new Two("le.i64", ScalarType.I1, (a, b) -> (long) a <= (long) b),
                new Two("gt.i64", ScalarType.I1, (a, b) -> (long) a > (long) b),
                new Two("ge.i64", ScalarType.I1, (a, b) -> (long) a >= (long) b),
                new Two("eq.f32", ScalarType.I1, (a, b) -> (float) a == (float) b),
                new Two("ne.f32", ScalarType.I1, (a, b) -> (float) a != (float) b),
                new Two("lt.f32", ScalarType.I1, (a, b) -> (float) a < (float) b),
                new Two("le.f32", ScalarType.I1, (a, b) -> (float) a <= (float) b),
                new Two("gt.f32", ScalarType.I1, (a, b) -> (float) a > (float) b),
                new Two("ge.f32", ScalarType.I1, (a, b) -> (float) a >= (float) b),
                new Two("ltu.f32", ScalarType.I1, (a, b) -> !((float) a >= (float) b)),
                new Two("leu.f32", ScalarType.I1, (a, b) -> !((float) a > (float) b)),
                new Two("gtu.f32", ScalarType.I1, (a, b) -> !((float) a <= (float) b)),
                new Two("geu.f32", ScalarType.I1, (a, b) -> !((float) a < (float) b)),
                new Two("eq.f64", ScalarType.I1, (a, b) -> (double) a == (double) b),
                new Two("ne.f64", ScalarType.I1, (a, b) -> (double) a != (double) b),
                new Two("lt.f64", ScalarType.I1, (a, b) -> (double) a < (double) b),
                new Two("le.f64", ScalarType.I1, (a, b) -> (double) a <= (double) b),
                new Two("gt.f64", ScalarType.I1, (a, b) -> (double) a > (double) b),
                new Two("ge.f64", ScalarType.I1, (a, b) -> (double) a >= (double) b),
                new Two("ltu.f64", ScalarType.I1, (a, b) -> !((double) a >= (double) b)),
                new Two("leu.f64", ScalarType.I1, (a, b) -> !((double) a > (double) b)),
                new Two("gtu.f64", ScalarType.I1, (a, b) -> !((double) a <= (double) b)),
                new Two("geu.f64", ScalarType.I1, (a, b) -> !((double) a < (double) b)));
    }

    static Stream<Two> logicAndThreeWay() {
        return Stream.of(
                new Two("and.i1", ScalarType.I1, (a, b) -> (boolean) a && (boolean) b),
                new Two("or.i1", ScalarType.I1, (a, b) -> (boolean) a || (boolean) b),
                new Two("xor.i1", ScalarType.I1, (a, b) -> (boolean) a ^ (boolean) b),
                new Two("lcmp.i64", ScalarType.I32, (a, b) -> Long.compare((long) a, (long) b)),
                new Two("cmpl.f32", ScalarType.I32, (a, b) -> order((float) a, (float) b, -1)),
                new Two("cmpg.f32", ScalarType.I32, (a, b) -> order((float) a, (float) b, 1)),
                new Two("cmpl.f64", ScalarType.I32, (a, b) -> order((double) a, (double) b, -1)),
                new Two("cmpg.f64", ScalarType.I32, (a, b) -> order((double) a, (double) b, 1)));
    }

    /** What the JVM's specification says of dcmpl and dcmpg, in Java. */
    private static int order(double a, double b, int whenNan) {
        if (a > b) {
            return 1;
        }
        if (a == b) {
            return 0;
        }
        return a < b ? -1 : whenNan;
    }

    static Stream<One> unary() {
        return Stream.of(
                new One("neg.i32", ScalarType.I32, a -> -(int) a),
                new One("neg.i64", ScalarType.I64, a -> -(long) a),
                new One("neg.f32", ScalarType.F32, a -> -(float) a),
                new One("neg.f64", ScalarType.F64, a -> -(double) a),
                new One("narrow.boolean", ScalarType.I32, a -> (int) a & 1),
                new One("narrow.byte", ScalarType.I32, a -> (int) (byte) (int) a),
                new One("narrow.char", ScalarType.I32, a -> (int) (char) (int) a),
                new One("narrow.short", ScalarType.I32, a -> (int) (short) (int) a),
                new One("convert.i1.i32", ScalarType.I32, a -> (boolean) a ? 1 : 0),
                new One("convert.i1.i64", ScalarType.I64, a -> (boolean) a ? 1L : 0L),
                new One("convert.i1.f32", ScalarType.F32, a -> (boolean) a ? 1f : 0f),
                new One("convert.i1.f64", ScalarType.F64, a -> (boolean) a ? 1d : 0d),
                new One("convert.i32.i64", ScalarType.I64, a -> (long) (int) a),
                new One("convert.i32.f32", ScalarType.F32, a -> (float) (int) a),
                new One("convert.i32.f64", ScalarType.F64, a -> (double) (int) a),
                new One("convert.i64.i32", ScalarType.I32, a -> (int) (long) a),
                new One("convert.i64.f32", ScalarType.F32, a -> (float) (long) a),
                new One("convert.i64.f64", ScalarType.F64, a -> (double) (long) a),
                new One("convert.f32.i32", ScalarType.I32, a -> (int) (float) a),
                new One("convert.f32.i64", ScalarType.I64, a -> (long) (float) a),
                new One("convert.f32.f64", ScalarType.F64, a -> (double) (float) a),
                new One("convert.f64.i32", ScalarType.I32, a -> (int) (double) a),
                new One("convert.f64.i64", ScalarType.I64, a -> (long) (double) a),
                new One("convert.f64.f32", ScalarType.F32, a -> (float) (double) a));
    }

    @ParameterizedTest
    @MethodSource({"binary", "comparisons", "logicAndThreeWay"})
    void twoOperands(Two two) {
        List<String> types = operandTypes(two.op());
        Applied applied = new Applied(two.op(), types, two.result());
        for (Object a : edges(types.get(0))) {
            for (Object b : edges(types.get(1))) {
                assertSame(applied, List.of(a, b), two.java().apply(a, b));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("unary")
    void oneOperand(One one) {
        List<String> types = operandTypes(one.op());
        Applied applied = new Applied(one.op(), types, one.result());
        for (Object a : edges(types.getFirst())) {
            assertSame(applied, List.of(a), one.java().apply(a));
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void select(ScalarType type) {
        Applied applied = new Applied("select." + type.text(), List.of("i1", type.text(), type.text()), type);
        List<?> edges = edges(type.text());
        for (Object a : edges) {
            assertSame(applied, List.of(true, a, edges.getFirst()), a);
            assertSame(applied, List.of(false, edges.getFirst(), a), a);
        }
    }

    static ScalarType[] types() {
        return ScalarType.values();
    }

    /** The tables above have every operation on numbers that the verifier lets pass. */
    @ParameterizedTest
    @MethodSource("types")
    void noOperationIsMissing(ScalarType type) {
        var tested = Stream.of(
                        binary().map(Two::op),
                        comparisons().map(Two::op),
                        logicAndThreeWay().map(Two::op),
                        unary().map(One::op))
                .flatMap(ops -> ops)
                .collect(Collectors.toSet());
        List<Op> ops = new ArrayList<>();
        for (var kind : Op.BinaryKind.values()) {
            ops.add(new Op.Binary(kind, type));
        }
        for (var predicate : Predicate.values()) {
            ops.add(new Op.Compare(predicate, type));
        }
        for (var kind : Op.ThreeWayKind.values()) {
            ops.add(new Op.ThreeWay(kind, type));
        }
        ops.add(new Op.Negate(type));
        for (ScalarType to : ScalarType.values()) {
            ops.add(new Op.Convert(type, to));
        }
        assertThat(ops.stream()
                        .filter(op -> !(op instanceof Op.Convert(var from, var to) && from == to))
                        .filter(InterpreterOpsTest::isCorrect)
                        .map(Op::text))
                .isNotEmpty()
                .isSubsetOf(tested);
    }

    private static boolean isCorrect(Op op) {
        try {
            Verifier.verify(new Applied(op.text(), operandTypes(op.text()), (ScalarType) op.result()).function);
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private static List<String> operandTypes(String op) {
        List<String> parts = List.of(op.split("\\.", -1));
        return switch (parts.getFirst()) {
            case "convert", "neg" -> List.of(parts.get(1));
            case "narrow" -> List.of("i32");
            case "shl", "shr", "ushr" -> List.of(parts.get(1), "i32");
            default -> List.of(parts.get(1), parts.get(1));
        };
    }

    private static void assertSame(Applied applied, List<?> operands, Object expected) {
        Object actual = applied.to(operands);
        assertThat(Bits.same(actual, Elements.widened(expected)))
                .as("%s of %s is %s, expected %s", applied.op, operands, actual, expected)
                .isTrue();
    }

    /** A function that stores the result of one operation; a condition as 0 or 1. */
    private static final class Applied {
        final String op;
        final Function function;
        private final Object result;
        private final Interpreter interpreter;

        Applied(String op, List<String> types, ScalarType type) {
            this.op = op;
            ElementType element = switch (type) {
                case I1, I32 -> ElementType.INT;
                case I64 -> ElementType.LONG;
                case F32 -> ElementType.FLOAT;
                case F64 -> ElementType.DOUBLE;
            };
            StringBuilder params = new StringBuilder();
            StringBuilder operands = new StringBuilder();
            for (int i = 0; i < types.size(); i++) {
                params.append(", v").append(i).append(": ").append(types.get(i));
                operands.append(i == 0 ? "v" : ", v").append(i);
            }
            boolean condition = type == ScalarType.I1;
            function = Parser.parse("""
                    function f {
                    b0(v9: %1$s[]%2$s):
                        v10 = const.i32 0
                        v11 = %3$s %4$s
                        %5$s
                        store.%1$s v9, v10, %6$s
                        return
                    }
                    """.formatted(
                            element.text(),
                            params,
                            op,
                            operands,
                            condition ? "v12 = convert.i1.i32 v11" : "",
                            condition ? "v12" : "v11"));
            result = Array.newInstance(element.arrayClass().getComponentType(), 1);
            interpreter = new Interpreter(function, (_, _) -> null);
        }

        Object to(List<?> operands) {
            List<Object> arguments = new ArrayList<>(List.of(result));
            arguments.addAll(operands);
            interpreter.run(0, arguments);
            return Array.get(result, 0);
        }
    }
}
