package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.analysis.LaunchRanges.Visit;
import dev.gpukernel.internal.analysis.RandomFunction.Probe;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Intrinsic;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Printer;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.RangeCheckElimination;
import dev.gpukernel.oracle.InterpretedFault;
import dev.gpukernel.oracle.Interpreter;
import dev.gpukernel.oracle.IntrinsicMethods;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is known of values at places of random functions, from types and from numbers, is so when the interpreter runs them. */
class RandomFactsTest {
    private static final int SEEDS = 800;
    private static final int GROUPS = 10;
    private static final int RUNS = 8;
    private static final int MOST_PROBES = 400;
    private static final long ITERATIONS = 1L << 33;

    /** Ends a run that has been seen enough of. */
    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1;

        Enough() {
            super(null, null, false, false);
        }
    }

    /** What a run did. */
    private record Outcome(
            List<Map.Entry<String, Long>> probes,
            @Nullable String fault,
            @Nullable Long result) {}

    /** How much was found, so that a test of nothing fails. */
    private static final class Found {
        private int cut;
        private int removed;
        private int decided;
        private int faultFree;
        private int results;
    }

    static IntStream groups() {
        return IntStream.range(0, GROUPS);
    }

    @ParameterizedTest
    @MethodSource("groups")
    void whatIsKnownIsSo(int group) {
        Found found = new Found();
        for (int seed = group; seed < SEEDS; seed += GROUPS) {
            Function function = RandomFunction.of(seed);
            Map<String, Interval> known = known(function, found);
            Function unchecked = RandomFunction.of(seed);
            boolean isReduced = new RangeCheckElimination().run(unchecked);
            found.removed += isReduced ? 1 : 0;
            Random random = new Random(seed);
            for (int i = 0; i < RUNS; i++) {
                List<Object> arguments = arguments(random);
                long iteration = random.nextInt(3) == 0 ? random.nextLong(ITERATIONS) : random.nextInt(40);
                Case run = new Case(function, iteration, arguments, random.nextInt(3));
                Outcome outcome = run.outcome(function);
                run.checkTypes(known, outcome);
                if (isReduced) {
                    Outcome reduced = run.outcome(unchecked);
                    run.holds(outcome.equals(reduced), reduced + " without checks, not " + outcome);
                }
                run.checkNumbers(outcome, random, found);
            }
        }
        assertThat(found.cut).isGreaterThan(1_000);
        assertThat(found.removed).isGreaterThan(3);
        assertThat(found.decided).isGreaterThan(1_000);
        assertThat(found.faultFree).isGreaterThan(100);
        assertThat(found.results).isGreaterThan(100);
    }

    /**
     * A run of a function.
     *
     * @param further how many iterations come after this one
     */
    private record Case(Function function, long iteration, List<Object> arguments, int further) {
        void holds(boolean condition, String otherwise) {
            if (!condition) {
                throw new AssertionError(otherwise + " in iteration " + iteration + " with " + arguments + " of\n"
                        + Printer.print(function));
            }
        }

        void checkTypes(Map<String, Interval> known, Outcome outcome) {
            for (Map.Entry<String, Long> probe : outcome.probes) {
                Interval interval = known.get(probe.getKey());
                holds(interval != null && interval.contains(probe.getValue()), probe + " is not in " + interval);
            }
        }

        /** The same with numbers that a launch would know. */
        void checkNumbers(Outcome outcome, Random random, Found found) {
            List<Interval> params = new ArrayList<>();
            for (BlockParam param : function.params()) {
                params.add(interval(param, arguments.get(param.index()), random));
            }
            Extent extent = Extent.ofIterations(iteration + 1 + further);
            Visit visit = new LaunchRanges(extent).visit(function, params);
            if (visit == null) {
                return;
            }
            found.faultFree += visit.faultFree() ? 1 : 0;
            holds(outcome.fault == null || !visit.faultFree(), outcome.fault + " is not known for " + params);
            if (outcome.result != null) {
                found.results += visit.result().areInts() && !visit.result().equals(Interval.INTS) ? 1 : 0;
                holds(visit.result().contains(outcome.result), outcome.result + " not in " + visit.result());
            }
            Foresight foresight = new Foresight(visit.faultFree(), visit.ways());
            Set<String> reached = new HashSet<>();
            outcome.probes.forEach(probe -> reached.add(probe.getKey()));
            for (Block block : function.blocks()) {
                Edge edge = block.incoming().size() == 1 ? block.incoming().getFirst() : null;
                if (edge != null && edge.source().op() instanceof Op.Branch) {
                    boolean mayTake = visit.ways().containsKey(edge.source()) && foresight.mayTake(edge);
                    found.decided += mayTake ? 0 : 1;
                    String first = probe(block.instrs().getFirst());
                    holds(mayTake || !reached.contains(first), block + " is reached, for " + params);
                }
            }
        }

        Outcome outcome(Function code) {
            List<Map.Entry<String, Long>> probes = new ArrayList<>();
            Interpreter interpreter = new Interpreter(code, (intrinsic, operands) -> {
                if (!(intrinsic instanceof Probe probe)) {
                    return IntrinsicMethods.call(intrinsic, operands);
                }
                if (probes.size() == MOST_PROBES) {
                    throw new Enough();
                }
                Object value = operands[0];
                probes.add(Map.entry(
                        probe.text(), value instanceof Boolean holds ? holds ? 1L : 0L : ((Number) value).longValue()));
                return null;
            });
            List<Object> copies = arguments.stream().map(RandomFactsTest::copy).toList();
            try {
                Object result =
                        interpreter.run(new long[] {iteration, 0, 0}, copies).getFirst();
                return new Outcome(probes, null, ((Number) result).longValue());
            } catch (InterpretedFault fault) {
                return new Outcome(probes, fault.toString(), null);
            } catch (Enough _) {
                return new Outcome(probes, null, null);
            }
        }
    }

    private static Object copy(Object argument) {
        return argument instanceof int[] ints ? ints.clone() : argument;
    }

    private static String probe(Instr instr) {
        return instr.op() instanceof Op.Call(Intrinsic intrinsic) ? intrinsic.text() : "";
    }

    private static Interval interval(BlockParam param, Object argument, Random random) {
        if (param.type() instanceof ArrayType) {
            return Interval.point(Array.getLength(argument));
        }
        if (param.type() == ScalarType.F32) {
            return Interval.LONGS;
        }
        long value = ((Number) argument).longValue();
        Interval around = new Interval(value - random.nextInt(3), value + random.nextInt(3));
        return random.nextBoolean()
                        || !Interval.of(param.type()).contains(around)
                        || around.low() > value
                        || around.high() < value
                ? Interval.point(value)
                : around;
    }

    private static Map<String, Interval> known(Function function, Found found) {
        Map<String, Interval> known = new HashMap<>();
        Facts facts = new Facts(function, Dominators.of(function));
        facts.walk(block -> {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Op.Call(Probe probe)) {
                    Value value = instr.operand(0);
                    known.put(probe.text(), facts.interval(value));
                    found.cut += facts.interval(value).equals(Interval.of(value.type())) ? 0 : 1;
                }
                if (!facts.pass(instr)) {
                    return false;
                }
            }
            return true;
        });
        return known;
    }

    private static List<Object> arguments(Random random) {
        int length = random.nextInt(40);
        int[] ints = random.ints(length).map(i -> i >> random.nextInt(32)).toArray();
        char[] chars = new char[random.nextInt(20)];
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) random.nextInt();
        }
        long[] longs = random.longs(random.nextInt(5))
                .map(i -> i >> random.nextInt(64))
                .toArray();
        float f = Float.intBitsToFloat(random.nextInt());
        return List.of(
                ints, chars, number(random), number(random), random.nextLong() >> random.nextInt(64), f, bytes, longs);
    }

    private static int number(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> Integer.MAX_VALUE - random.nextInt(5);
            case 1 -> Integer.MIN_VALUE + random.nextInt(5);
            case 2 -> random.nextInt() >> random.nextInt(32);
            default -> random.nextInt(50) - 5;
        };
    }
}
