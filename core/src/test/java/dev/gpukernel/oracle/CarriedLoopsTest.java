package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.CarriedHead.Form;
import dev.gpukernel.oracle.CarriedKernel.Pair;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import dev.gpukernel.oracle.LaunchRun.Checked;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Loops that carry several values, each in each place relative to each other, lead to what they lead to in Java, or are refused for a
 * reason. More of them with {@code -Dgpukernel.test.kernels=10000}; {@link Fuzz} runs them on a GPU too.
 */
@Execution(ExecutionMode.CONCURRENT)
class CarriedLoopsTest {
    private static final int COUNT = Integer.getInteger("gpukernel.test.kernels", 160);
    private static final int BATCH = 50;

    private static List<Gpu> cpu() {
        return Gpu.all().stream().filter(gpu -> gpu.backend().equals("cpu")).toList();
    }

    @Test
    void leadToWhatTheyLeadToInJava(TestReporter reporter) {
        LaunchRun run = new LaunchRun(new CarriedGenerator()::generate, cpu());
        List<Checked> checked = run.runFirst(COUNT, BATCH);
        long refused = checked.stream().filter(Checked::isRefused).count();
        long launches = checked.stream().mapToLong(Checked::launches).sum();
        long declined = checked.stream().mapToLong(Checked::declined).sum();
        reporter.publishEntry(
                "kernels",
                "%d, of which %d are refused; of %d launches %d".formatted(COUNT, refused, launches, declined));
        assertThat(checked).hasSize(COUNT);
        assertThat(checked.stream().filter(Checked::isFailure)).isEmpty();
        assertThat(refused).as("refused").isLessThan(COUNT * 6L / 10);
        assertThat(declined).as("launches refused").isLessThan(1 + launches / 10);
    }

    /**
     * A device of the GPU's kind takes other steps than the CPU: the first seed lost an exception in them, the second took what a loop in
     * an iteration comes to for what it begins with.
     */
    @Test
    void onADeviceTheyDoToo() {
        LaunchRun run = new LaunchRun(
                new CarriedGenerator()::generate, List.of(OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE))));
        long[] seeds = LongStream.concat(LongStream.of(3_102_003_085L, 3_210_002_151L), LongStream.range(0, 40))
                .toArray();
        assertThat(run.run(seeds, _ -> {})).noneMatch(Checked::isFailure);
    }

    @Test
    void searchesEndWhereTheyEndInJava(TestReporter reporter) {
        CarriedGenerator generator = new CarriedGenerator();
        LaunchRun run = new LaunchRun(generator::generate, cpu());
        long[] seeds = LongStream.range(COUNT, Long.MAX_VALUE)
                .filter(seed -> generator.generate(seed).kinds().contains(CarriedKind.EXIT))
                .limit(COUNT / 4)
                .toArray();
        List<Checked> checked = LongStream.range(0, (seeds.length + BATCH - 1) / BATCH)
                .parallel()
                .mapToObj(number -> run.run(
                        Arrays.copyOfRange(
                                seeds, (int) number * BATCH, (int) Math.min((number + 1) * BATCH, seeds.length)),
                        _ -> {}))
                .flatMap(List::stream)
                .toList();
        long refused = checked.stream().filter(Checked::isRefused).count();
        reporter.publishEntry("kernels", "%d, of which %d are refused".formatted(seeds.length, refused));
        assertThat(checked.stream().filter(Checked::isFailure)).isEmpty();
        assertThat(refused).as("refused").isLessThan(seeds.length * 6L / 10);
    }

    @Test
    void everyKindIsInEveryPlaceRelativeToEveryOther() {
        CarriedGenerator generator = new CarriedGenerator();
        Set<Pair> pairs = new HashSet<>();
        Map<LaunchedKernel.Expectation, Integer> expectations = new EnumMap<>(CarriedKernel.Expectation.class);
        for (long seed = 0; seed < CarriedGenerator.cases(); seed++) {
            CarriedKernel kernel = generator.generate(seed);
            pairs.addAll(kernel.pairs());
            expectations.merge(kernel.expectation(), 1, Integer::sum);
        }
        List<Pair> missing = new ArrayList<>();
        for (CarriedKind first : CarriedKind.values()) {
            for (CarriedPlace place : CarriedPlace.values()) {
                for (CarriedKind second : CarriedKind.values()) {
                    missing.add(new Pair(first, place, second));
                }
            }
        }
        assertThat(missing)
                .hasSize(CarriedPlace.values().length * CarriedKind.values().length * CarriedKind.values().length);
        missing.removeAll(pairs);
        assertThat(missing).as("pairs that never occur").isEmpty();
        assertThat(expectations.keySet()).isEqualTo(EnumSet.allOf(LaunchedKernel.Expectation.class));
        assertThat(expectations.values())
                .allSatisfy(count -> assertThat(count).isGreaterThan(CarriedGenerator.cases() / 100));
    }

    /** What may be refused does not test what must not be. */
    @Test
    void whatJavaDevelopersWriteMustBeAccepted() {
        List<CarriedKind> usual = new ArrayList<>(List.of(CarriedKind.values()));
        usual.removeAll(List.of(CarriedKind.ARRAY_SCAN, CarriedKind.ROTATION, CarriedKind.SERIAL));
        Set<List<Object>> missing = new HashSet<>();
        for (CarriedKind first : usual) {
            Stream.of(Form.values())
                    .filter(form -> first != CarriedKind.EXIT
                            || CarriedHead.of(form, 0, 1).isSearched())
                    .forEach(form -> missing.add(List.of(first, form)));
            usual.forEach(second -> missing.add(pair(first, second)));
        }
        CarriedGenerator generator = new CarriedGenerator();
        for (long seed = 0; seed < 20L * CarriedGenerator.cases() && !missing.isEmpty(); seed++) {
            CarriedKernel kernel = generator.generate(seed);
            if (kernel.expectation() == LaunchedKernel.Expectation.ACCEPTED) {
                kernel.kinds()
                        .forEach(kind -> missing.remove(
                                List.<Object>of(kind, kernel.forms().getFirst())));
                kernel.pairs().stream()
                        .filter(pair -> !pair.place().reads())
                        .forEach(pair -> missing.remove(pair(pair.first(), pair.second())));
            }
        }
        assertThat(missing)
                .as("kinds beside each other, and in forms of loops, never accepted")
                .isEmpty();
    }

    private static List<Object> pair(CarriedKind one, CarriedKind other) {
        return one.compareTo(other) < 0 ? List.of(one, other) : List.of(other, one);
    }

    @Test
    void aSeedMakesOneKernel() {
        assertThat(new CarriedGenerator().generate(7).source())
                .isEqualTo(new CarriedGenerator().generate(7).source());
        assertThat(new CarriedGenerator().generate(8).source())
                .isNotEqualTo(new CarriedGenerator().generate(7).source());
    }
}
