package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.oracle.ArraysArguments.Place;
import dev.gpukernel.oracle.ArraysArguments.Shape;
import dev.gpukernel.oracle.LaunchRun.Checked;
import dev.gpukernel.oracle.StorageKernel.Returned;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Kernels that use arrays of every kind, one after another, lead to what they lead to in Java, or are refused with the code that is
 * documented.
 */
class StorageTest extends FormContract {
    private static final int BATCH = 40;

    /** So many kernels have every construct. */
    private static final int GENERATED = 8 * StorageGenerator.cases();

    private static final List<StorageKernel> KERNELS = LongStream.range(0, GENERATED)
            .parallel()
            .mapToObj(new StorageGenerator()::generate)
            .toList();

    StorageTest() {
        super(new StorageGenerator()::generate, 80, BATCH, 1 << 8, 0.4);
    }

    @Test
    void gridKernelsDoToo(TestReporter reporter) {
        for (Gpu gpu : List.of(Gpu.current(), interpreted())) {
            LaunchRun run = new LaunchRun(new StorageGenerator()::threads, List.of(gpu));
            List<Checked> checked = run.runFirst(count() / 4, BATCH / 2);
            reporter.publishEntry(
                    "declined",
                    "" + checked.stream().mapToInt(Checked::declined).sum());
            assertThat(checked.stream().filter(Checked::isFailure)).isEmpty();
            assertThat(checked.stream().filter(Checked::isRefused)).isEmpty();
        }
    }

    @Test
    void everyUseComesAfterEveryOther() {
        Set<List<StorageUse>> missing = new HashSet<>();
        for (StorageUse first : StorageUse.values()) {
            for (StorageUse second : StorageUse.values()) {
                missing.add(List.of(first, second));
            }
        }
        assertThat(missing).hasSize(StorageGenerator.cases());
        for (StorageKernel kernel : KERNELS.subList(0, StorageGenerator.cases())) {
            List<StorageUse> uses = kernel.uses();
            for (int i = 0; i < uses.size(); i++) {
                for (StorageUse later : uses.subList(i + 1, uses.size())) {
                    missing.remove(List.of(uses.get(i), later));
                }
            }
        }
        assertThat(missing).as("pairs that never occur").isEmpty();
    }

    /** What is refused does not test what must not be. */
    @Test
    void mostMustBeAccepted() {
        long accepted = KERNELS.stream()
                .filter(kernel -> kernel.expectation() == LaunchedKernel.Expectation.ACCEPTED)
                .count();
        assertThat(accepted).isGreaterThan(KERNELS.size() * 3L / 5);
    }

    /** A later use takes what an earlier one made, else a pair is no pair. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    a clone of rows that were made one by one;     rows\\d+\\[i\\]\\.clone\\(\\)
                    a row of rows that were made;                  \\w+\\[\\] (row|own)\\d+ = rows\\d+\\[
                    a clone of records that were made;             = items\\d+\\.clone\\(\\)
                    a clone of a clone of records;                 = clone\\d+\\.clone\\(\\)
                    records of numbers of a segment;               new Item\\(.*getAtIndex
                    records of numbers of rows;                    new Item\\(.*\\[i\\]\\[
                    a segment of numbers of records;               setAtIndex\\(.*\\.mass\\(\\)
                    a segment of numbers of rows;                  setAtIndex\\(.*rows\\d+\\[
                    rows of numbers of records;                    \\[i\\]\\[j\\] = .*\\.at\\(\\)
                    rows of numbers of a segment;                  \\[i\\]\\[j\\] = .*getAtIndex
                    an array as long as a segment;                 new \\w+\\[\\(int\\) \\(\\w\\.byteSize
                    one of two made arrays;                        chosen\\d+ = .* \\? (made|row)\\d+ :
                    made arrays that change places;                from\\d+ = (made|row)\\d+;
                    rows made in a step of the host;               round < steps.*\\R.*\\R +\\w+\\[\\]\\[\\] rows
                    rows made under a condition;                   if \\(.*\\R.*\\R +\\w+\\[\\]\\[\\] rows
                    records made in a step of the host;            round < steps.*\\R.*\\R +Item\\[\\] items
                    a filter over records that were made;          \\+\\+\\] = items\\d+\\[i\\];
                    """)
    void eachMeetingOccurs(String name, String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        assertThat(KERNELS.stream()
                        .filter(kernel -> compiled.matcher(kernel.source()).find())
                        .count())
                .as(name)
                .isGreaterThan(2);
    }

    @Test
    void eachResultOccurs() {
        Map<Returned, Long> results =
                KERNELS.stream().collect(Collectors.groupingBy(StorageKernel::returned, Collectors.counting()));
        assertThat(results.keySet()).isEqualTo(EnumSet.allOf(Returned.class));
        assertThat(results.values()).allSatisfy(count -> assertThat(count).isGreaterThan(GENERATED / 20L));
    }

    @Test
    void argumentsAreOfEveryShapeAndInEveryPlace() {
        List<StorageKernel> some = KERNELS.subList(0, 200);
        ClassLoader classes = InMemoryCompiler.compile(
                some.stream().collect(Collectors.toMap(Generated::className, Generated::source)));
        List<StorageArguments> arguments = new ArrayList<>();
        for (StorageKernel kernel : some) {
            Method method = kernel.method(classes);
            for (int i = 0; i < 8; i++) {
                arguments.add(StorageArguments.of(kernel, i, method.getParameterTypes()));
            }
        }
        assertThat(all(arguments, StorageArguments::shape)).isEqualTo(EnumSet.allOf(Shape.class));
        assertThat(all(arguments, StorageArguments::place)).isEqualTo(EnumSet.allOf(Place.class));
        assertThat(all(arguments, StorageArguments::launches)).containsExactlyInAnyOrder(1, 2, 3);
        assertThat(all(arguments, StorageArguments::areBuffers)).hasSize(2);
        assertThat(all(arguments, one -> one.oddities().aliased())).hasSize(2);
        assertThat(all(arguments, one -> one.oddities().hasNull())).hasSize(2);
        assertThat(all(arguments, one -> one.oddities().isPartial())).hasSize(2);
        assertThat(all(arguments, StorageArguments::areLarge)).hasSize(2);
    }

    private static <T> Set<T> all(List<StorageArguments> arguments, Function<StorageArguments, T> what) {
        return arguments.stream().map(what).collect(Collectors.toSet());
    }
}
