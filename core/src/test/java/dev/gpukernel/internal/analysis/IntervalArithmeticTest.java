package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Parser;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Scope;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Verifier;
import dev.gpukernel.oracle.Interpreter;
import dev.gpukernel.oracle.IntrinsicMethods;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What an operation gives for numbers from intervals, by the interpreter, is in the interval of its result. */
class IntervalArithmeticTest {
    private static final int ROUNDS = 250;
    private static final int SAMPLES = 12;
    private static final long NEAR = 9;

    /** {@return all operations on numbers, and calls that compute, whose results are integers} */
    static List<Op> operations() {
        List<Op> ops = new ArrayList<>();
        for (ScalarType type : ScalarType.values()) {
            Stream.of(Op.BinaryKind.values()).forEach(kind -> ops.add(new Op.Binary(kind, type)));
            Stream.of(Predicate.values()).forEach(is -> ops.add(new Op.Compare(is, type)));
            Stream.of(Op.ThreeWayKind.values()).forEach(kind -> ops.add(new Op.ThreeWay(kind, type)));
            Stream.of(ScalarType.values()).forEach(to -> ops.add(new Op.Convert(type, to)));
            ops.add(new Op.Negate(type));
            ops.add(new Op.Select(type));
        }
        Stream.of(ElementType.values()).forEach(element -> ops.add(new Op.Narrow(element)));
        ops.add(new Op.InBounds());
        ops.add(new Op.RowElement());
        Stream.of(Intrinsics.values())
                .filter(intrinsic -> intrinsic.scope() == Scope.THREAD && !intrinsic.dependsOnThread())
                .forEach(intrinsic -> ops.add(new Op.Call(intrinsic)));
        ops.removeIf(op -> !isInteger(op.result()) || !isCorrect(op));
        return ops;
    }

    private static boolean isInteger(Type type) {
        return type == ScalarType.I1 || type == ScalarType.I32 || type == ScalarType.I64;
    }

    private static boolean isCorrect(Op op) {
        try {
            function(op);
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private static Function function(Op op) {
        StringBuilder params = new StringBuilder();
        StringBuilder operands = new StringBuilder();
        for (int i = 0; i < op.operands().size(); i++) {
            params.append(i == 0 ? "v" : ", v")
                    .append(i)
                    .append(": ")
                    .append(op.operands().get(i).text());
            operands.append(i == 0 ? " v" : ", v").append(i);
        }
        Function function = Parser.parse(
                "function f -> " + op.result().text() + " {\nb0(" + params + "):\n    v9 = " + op.text() + operands
                        + "\n    return." + op.result().text() + " v9\n}",
                Intrinsics::ofText);
        Verifier.verify(function);
        return function;
    }

    /** Of each sort of operation with integers as results, at least one is looked at; of the others nothing but the type is said. */
    @Test
    void noOperationIsMissing() {
        Set<Class<?>> tested = operations().stream().map(Object::getClass).collect(Collectors.toSet());
        Set<Class<?>> inRandomFunctions =
                Set.of(Op.Constant.class, Op.Length.class, Op.Load.class, Op.Iteration.class, Op.Atomic.class);
        Set<Class<?>> ofArrays = Set.of(
                Op.LocalArray.class,
                Op.DynamicLocal.class,
                Op.SharedArray.class,
                Op.ConstantArray.class,
                Op.DynamicShared.class);
        Set<Class<?>> ofType = Set.of(
                Op.DynamicSize.class,
                Op.SplitInner.class,
                Op.MayLaunch.class,
                Op.Invoke.class,
                Op.Launch.class,
                Op.Part.class,
                Op.LoadVector.class);
        Set<Class<?>> withoutResult = Set.of(
                Op.Store.class,
                Op.StoreVector.class,
                Op.Print.class,
                Op.FaultRank.class,
                Op.MakeArray.class,
                Op.SetRow.class,
                Op.RowStart.class,
                Op.RowLength.class,
                Op.IndexCheck.class,
                Op.DivisorCheck.class,
                Op.Jump.class,
                Op.Branch.class,
                Op.Throw.class,
                Op.Return.class);
        assertThat(Stream.of(tested, inRandomFunctions, ofArrays, ofType, withoutResult)
                        .flatMap(Set::stream))
                .containsExactlyInAnyOrder(Op.class.getPermittedSubclasses());
        assertThat(operations()).hasSize(93);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void resultsAreInTheInterval(Op op) {
        Interpreter interpreter = new Interpreter(function(op), IntrinsicMethods::call);
        Random random = new Random(op.text().hashCode());
        for (int round = 0; round < ROUNDS; round++) {
            List<Interval> operands =
                    op.operands().stream().map(type -> interval(type, random)).toList();
            check(op, operands, interpreter, random);
        }
    }

    private static void check(Op op, List<Interval> operands, Interpreter interpreter, Random random) {
        Interval result = IntervalArithmetic.of(op, operands::get);
        boolean mayOverflow = IntervalArithmetic.mayOverflow(op, operands::get);
        for (int sample = 0; sample < SAMPLES; sample++) {
            List<Object> arguments = new ArrayList<>();
            for (int i = 0; i < operands.size(); i++) {
                arguments.add(boxed(op.operands().get(i), operands.get(i), random));
            }
            long value = number(interpreter.run(new long[3], arguments).getFirst());
            assertThat(result.contains(value))
                    .as("%s of %s in %s is %s, not in %s", op.text(), arguments, operands, value, result)
                    .isTrue();
            assertThat(mayOverflow || isExact(op, arguments, value))
                    .as("%s of %s is %s: it overflows", op.text(), arguments, value)
                    .isTrue();
        }
    }

    /** All small numbers: what is not found there is beyond chance. */
    @ParameterizedTest
    @MethodSource("operations")
    void resultsOfAllSmallIntervalsAreInTheInterval(Op op) {
        if (!(op instanceof Op.Binary) && !(op instanceof Op.Compare) && !(op instanceof Op.InBounds)) {
            return;
        }
        boolean isCondition = op.operands().getFirst() == ScalarType.I1;
        int from = isCondition ? 0 : -5;
        int to = isCondition ? 1 : 5;
        if (op.operands().getFirst() instanceof ScalarType type && type.isFloating()) {
            return;
        }
        Interpreter interpreter = new Interpreter(function(op), IntrinsicMethods::call);
        long[][] results = new long[to - from + 1][to - from + 1];
        for (int x = from; x <= to; x++) {
            for (int y = from; y <= to; y++) {
                List<Object> arguments = List.of(
                        boxed(op.operands().get(0), Interval.point(x), new Random(0)),
                        boxed(op.operands().get(1), Interval.point(y), new Random(0)));
                results[x - from][y - from] =
                        number(interpreter.run(new long[3], arguments).getFirst());
            }
        }
        forIntervals(
                from,
                to,
                a -> forIntervals(from, to, b -> {
                    Interval result = IntervalArithmetic.of(op, List.of(a, b)::get);
                    for (long x = a.low(); x <= a.high(); x++) {
                        for (long y = b.low(); y <= b.high(); y++) {
                            long value = results[(int) x - from][(int) y - from];
                            if (!result.contains(value)) {
                                throw new AssertionError(op.text() + " of " + x + " in " + a + " and " + y + " in " + b
                                        + " is " + value + ", not in " + result);
                            }
                        }
                    }
                }));
    }

    private static void forIntervals(int from, int to, Consumer<Interval> action) {
        for (int low = from; low <= to; low++) {
            for (int high = low; high <= to; high++) {
                action.accept(new Interval(low, high));
            }
        }
    }

    private static long number(Object value) {
        return value instanceof Boolean condition ? condition ? 1 : 0 : ((Number) value).longValue();
    }

    private static boolean isExact(Op op, List<Object> arguments, long value) {
        List<BigInteger> operands = arguments.stream()
                .map(argument -> BigInteger.valueOf(argument instanceof Number ? number(argument) : 0))
                .toList();
        BigInteger exact = switch (op) {
            case Op.Binary(Op.BinaryKind kind, ScalarType type)
            when isInteger(type) ->
                switch (kind) {
                    case ADD -> operands.get(0).add(operands.get(1));
                    case SUB -> operands.get(0).subtract(operands.get(1));
                    case MUL -> operands.get(0).multiply(operands.get(1));
                    case DIV, REM, AND, OR, XOR, SHL, SHR, USHR -> BigInteger.valueOf(value);
                };
            case Op.RowElement _ -> operands.get(0).add(operands.get(1));
            case Op.Negate(ScalarType type)
            when isInteger(type) -> operands.getFirst().negate();
            default -> BigInteger.valueOf(value);
        };
        return exact.equals(BigInteger.valueOf(value));
    }

    /** {@return an interval between numbers where something happens: near 0, the ends of types and powers of two} */
    private static Interval interval(Type type, Random random) {
        Interval all = Interval.of(type);
        long first = special(all, random);
        long second = random.nextInt(3) == 0 ? special(all, random) : first + random.nextLong(NEAR);
        second = all.contains(second) && second >= first == first <= second ? second : first;
        return new Interval(Math.min(first, second), Math.max(first, second));
    }

    private static long special(Interval all, Random random) {
        long near = random.nextLong(2 * NEAR + 1) - NEAR;
        long power = 1L << random.nextInt(64);
        long number = switch (random.nextInt(6)) {
            case 0 -> all.low() + Math.abs(near);
            case 1 -> all.high() - Math.abs(near);
            case 2 -> power + near;
            case 3 -> -power + near;
            case 4 -> random.nextLong() >> random.nextInt(64);
            default -> near;
        };
        return all.contains(number) ? number : Math.clamp(near, all.low(), all.high());
    }

    private static Object boxed(Type type, Interval interval, Random random) {
        long value = switch (random.nextInt(4)) {
            case 0 -> interval.low();
            case 1 -> interval.high();
            case 2 -> inside(interval, interval.low() + random.nextLong(NEAR));
            default ->
                interval.isPoint() || interval.high() == Long.MAX_VALUE
                        ? inside(interval, random.nextLong())
                        : random.nextLong(interval.low(), interval.high() + 1);
        };
        return switch ((ScalarType) type) {
            case I1 -> value != 0;
            case I32 -> (int) value;
            case I64 -> value;
            case F32 -> Float.intBitsToFloat((int) random.nextLong());
            case F64 -> random.nextInt(5) == 0 ? Double.NaN : Double.longBitsToDouble(random.nextLong());
        };
    }

    private static long inside(Interval interval, long number) {
        return interval.contains(number) ? number : interval.high();
    }

    /** How narrow the intervals are, which soundness says nothing of. */
    @ParameterizedTest
    @CsvSource({
        "add.i32, -3, 4, 10, 20, 7, 24",
        "add.i32, 0, 2147483647, 0, 1, -2147483648, 2147483647",
        "add.i64, 0, 2147483647, 0, 1, 0, 2147483648",
        "sub.i64, 0, 5, 1, 3, -3, 4",
        "mul.i32, -3, 4, -5, 2, -20, 15",
        "div.i32, -20, 20, -2, 5, -20, 20",
        "div.i32, 10, 20, 2, 5, 2, 10",
        "rem.i32, -20, 3, -8, 8, -7, 3",
        "and.i32, -20, 3, 0, 8, 0, 8",
        "and.i64, -20, -3, -9, -1, -32, -3",
        "or.i32, 0, 12, 2, 3, 2, 15",
        "xor.i32, 0, 12, 2, 3, 0, 15",
        "xor.i32, -5, -1, 0, 3, -8, -1",
        "shl.i32, -3, 4, 0, 3, -24, 32",
        "shl.i32, 1, 1, 0, 31, -2147483648, 2147483647",
        "shr.i32, -16, 40, 1, 2, -8, 20",
        "ushr.i32, -16, 40, 24, 28, 0, 255",
        "ushr.i64, -16, 40, 60, 61, 0, 15",
        "ushr.i32, 8, 40, 1, 2, 2, 20",
    })
    void intervalsAreNarrow(String text, long a, long b, long c, long d, long low, long high) {
        Op op = operations().stream()
                .filter(o -> o.text().equals(text))
                .findFirst()
                .orElseThrow();
        List<Interval> operands = List.of(new Interval(a, b), new Interval(c, d));
        assertThat(IntervalArithmetic.of(op, operands::get)).isEqualTo(new Interval(low, high));
    }

    @Test
    void lengthsOfArrays() {
        Interval five = Interval.point(5);
        assertThat(Stream.of(
                                new Op.LocalArray(ElementType.INT, 5),
                                new Op.SharedArray(ElementType.INT, 5, 0),
                                new Op.ConstantArray(
                                        ElementType.INT,
                                        LongStream.range(0, 5).boxed().toList()))
                        .map(op -> IntervalArithmetic.of(op, _ -> Interval.LONGS)))
                .containsOnly(five);
        assertThat(IntervalArithmetic.of(new Op.Length(ElementType.INT, Space.GLOBAL), _ -> five))
                .isEqualTo(five);
        assertThat(IntervalArithmetic.of(new Op.DynamicLocal(ElementType.INT), _ -> five))
                .isEqualTo(five);
        assertThat(IntervalArithmetic.of(new Op.DynamicShared(ElementType.INT), _ -> Interval.INTS))
                .isEqualTo(Interval.NOT_NEGATIVE);
    }
}
