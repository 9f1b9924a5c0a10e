package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.analysis.Dependence.Result;
import dev.gpukernel.oracle.InMemoryCompiler;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The dependence test against all pairs of iterations of small random loops. */
@Execution(ExecutionMode.CONCURRENT)
class RandomDependenceTest {
    private static final int LOOPS = Integer.getInteger("gpukernel.test.loops", 250);

    private static final int MOST_SIZE = 5;

    private record Sizes(int n, int m) implements HostExpression.Arguments {
        @Override
        public long scalarBits(int parameter) {
            return parameter == 0 ? n : m;
        }

        @Override
        public long arrayLength(int parameter) {
            return Integer.MAX_VALUE;
        }
    }

    /** What came of it: of loops that are independent, how many were found to be. */
    private int independent;

    private int found;

    /** Of launches that are independent, how many an inspector found to be. */
    private int inspected;

    private static Class<?> compile(IntFunction<RandomLoops> loops) throws ClassNotFoundException {
        StringBuilder source = new StringBuilder("package random; final class Loops {\n");
        for (int seed = 0; seed < LOOPS; seed++) {
            source.append(loops.apply(seed).source("loops" + seed));
        }
        return InMemoryCompiler.compile(
                        Map.of("random.Loops", source.append("}").toString()))
                .loadClass("random.Loops");
    }

    private static Result result(Class<?> type, RandomLoops random, int seed) {
        return result(loops(type, random, seed));
    }

    private static LoopsOf loops(Class<?> type, RandomLoops random, int seed) {
        return LoopsOf.method(LoopsOf.method(type, "loops" + seed), random.parallel());
    }

    private static Result result(LoopsOf loops) {
        return loops.test(List.of(loops.function().params().getLast()));
    }

    /** With bounds and factors that are known, little is left to be careful about. */
    @Test
    void ofConstantLoops(TestReporter reporter) throws ClassNotFoundException {
        testConstantLoops(reporter, seed -> RandomLoops.of(seed, true, false));
        assertThat(independent).isGreaterThan(LOOPS / 10);
        assertThat(found).isGreaterThan(independent * 9 / 10);
    }

    @Test
    void ofConstantLoopsWithQuotients(TestReporter reporter) throws ClassNotFoundException {
        testConstantLoops(reporter, seed -> RandomLoops.of(seed, true, true));
        assertThat(independent).isGreaterThan(LOOPS / 10);
        assertThat(found).isGreaterThan(independent * 5 / 10);
    }

    @Test
    void ofConstantLoopsUnderConditions(TestReporter reporter) throws ClassNotFoundException {
        testConstantLoops(reporter, seed -> RandomLoops.guarded(seed, true));
        assertThat(independent).isGreaterThan(LOOPS / 10);
        assertThat(found).isGreaterThan(independent * 5 / 10);
    }

    private void testConstantLoops(TestReporter reporter, IntFunction<RandomLoops> loops)
            throws ClassNotFoundException {
        Class<?> type = compile(loops);
        for (int seed = 0; seed < LOOPS; seed++) {
            RandomLoops random = loops.apply(seed);
            boolean meet = random.meet(0, 0);
            switch (result(type, random, seed)) {
                case Result.Independent(List<Condition> conditions) -> {
                    assertThat(conditions).as(random.source("constant")).isEmpty();
                    assertThat(meet).as(random.source("independent")).isFalse();
                    found++;
                }
                case Result.Dependent(String reason) -> {
                    boolean isTold = random.guard() == null || random.guard().isConjunction();
                    assertThat(meet || !isTold || !reason.contains("such as"))
                            .as(random.source("dependent") + reason)
                            .isTrue();
                }
            }
            independent += meet ? 0 : 1;
        }
        reporter.publishEntry("found independent", found + " of " + independent);
    }

    @Test
    void ofLoopsWithParameters(TestReporter reporter) throws ClassNotFoundException {
        testLoopsWithParameters(reporter, seed -> RandomLoops.of(seed, false, false));
    }

    @Test
    void ofLoopsWithParametersAndQuotients(TestReporter reporter) throws ClassNotFoundException {
        testLoopsWithParameters(reporter, seed -> RandomLoops.of(seed, false, true));
    }

    @Test
    void ofLoopsWithParametersUnderConditions(TestReporter reporter) throws ClassNotFoundException {
        testLoopsWithParameters(reporter, seed -> RandomLoops.guarded(seed, false));
    }

    private void testLoopsWithParameters(TestReporter reporter, IntFunction<RandomLoops> loops)
            throws ClassNotFoundException {
        Class<?> type = compile(loops);
        for (int seed = 0; seed < LOOPS; seed++) {
            RandomLoops random = loops.apply(seed);
            LoopsOf nest = loops(type, random, seed);
            Inspector inspector = new LoopInspector(nest.function(), nest.nest());
            for (int n = -1; n <= MOST_SIZE; n++) {
                for (int m = -1; m <= MOST_SIZE; m++) {
                    boolean meet = random.meetInside(n, m);
                    boolean seen = inspector.areIndependent(new Sizes(n, m));
                    assertThat(seen && meet)
                            .as(random.source("seen" + n + "m" + m))
                            .isFalse();
                    independent += meet ? 0 : 1;
                    inspected += seen ? 1 : 0;
                }
            }
            if (result(nest) instanceof Result.Independent(List<Condition> conditions)) {
                found++;
                for (int n = -1; n <= MOST_SIZE; n++) {
                    for (int m = -1; m <= MOST_SIZE; m++) {
                        Sizes sizes = new Sizes(n, m);
                        boolean holds = conditions.stream().allMatch(condition -> condition.holds(sizes));
                        assertThat(holds && random.meet(n, m))
                                .as(random.source("n" + n + "m" + m) + conditions)
                                .isFalse();
                    }
                }
            }
        }
        reporter.publishEntry("found independent", found + " of " + LOOPS);
        assertThat(found).isGreaterThan(LOOPS / 20);
        reporter.publishEntry("seen to be independent", inspected + " of " + independent);
        assertThat(inspected).isGreaterThan(independent * 9 / 10);
    }
}
