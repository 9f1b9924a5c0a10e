package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.gpukernel.Gpu;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.ptx.PtxEmitter;
import dev.gpukernel.internal.ptx.PtxTarget;
import dev.gpukernel.internal.ptx.Ptxas;
import dev.gpukernel.oracle.DifferentialRun.Checked;
import dev.gpukernel.oracle.DifferentialRun.Result;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Generated kernels give the same as Java, as representation after each step of the compiler, and on the CPU; their PTX is
 * assembled. More of them with {@code -Dgpukernel.test.kernels=10000}; {@link Fuzz} runs them on a GPU too.
 */
@Execution(ExecutionMode.CONCURRENT)
class DifferentialTest {
    private static final int COUNT = Integer.getInteger("gpukernel.test.kernels", 64);
    private static final int BATCH = 64;

    /** How many of them are several loops and nests, which take longer. */
    private static final int NESTS = Math.max(8, COUNT / 16);

    private static final int NEST_BATCH = 8;

    /** How many kernels are assembled: ptxas takes longer than all else. */
    private static final int ASSEMBLED = Math.min(COUNT, 64);

    /** What became of the generated kernels, which more than one test looks at, once one has asked. */
    private static List<Result> usual = List.of();

    private static synchronized List<Checked> usual() {
        if (usual.isEmpty()) {
            usual = run(new DifferentialRun(new KernelGenerator(true)::generate, cpu()), COUNT, BATCH);
        }
        return passed(usual);
    }

    @AfterAll
    static synchronized void forget() {
        usual = List.of();
    }

    private static List<Gpu> cpu() {
        return Gpu.all().stream().filter(gpu -> gpu.backend().equals("cpu")).toList();
    }

    private static List<Result> run(DifferentialRun run, int count, int batch) {
        return LongStream.range(0, (count + batch - 1) / batch)
                .parallel()
                .mapToObj(number -> run.run(number * batch, Math.min((number + 1) * batch, count)))
                .toList();
    }

    private static List<Checked> passed(List<Result> results) {
        assertThat(results).allSatisfy(result -> assertThat(result.failures()).isEmpty());
        return results.stream().flatMap(result -> result.passed().stream()).toList();
    }

    @Test
    void kernelsGiveTheSameInEveryForm() {
        assertThat(cpu()).as("devices").hasSize(1);
        List<Checked> kernels = usual();
        assertThat(kernels).hasSize(COUNT);
        assertThat(kernels.stream().filter(Checked::alwaysThrows).count()).isLessThan(1 + COUNT / 100);
    }

    @Test
    void nestsOfLoopsGiveTheSameInEveryForm() {
        List<Checked> kernels =
                passed(run(new DifferentialRun(new NestGenerator()::generate, cpu()), NESTS, NEST_BATCH));
        assertThat(kernels).hasSize(NESTS);
        assertThat(kernels.stream().filter(Checked::alwaysThrows).count()).isLessThan(1 + NESTS / 20);
        List<Integer> levels = kernels.stream()
                .flatMap(checked -> Stream.ofNullable(checked.differential()))
                .flatMap(differential -> differential.compiled().levels().stream())
                .toList();
        assertThat(levels).contains(1, 2, 3).hasSizeGreaterThan(NESTS);
    }

    @Test
    void theirPtxIsAssembled() {
        Optional<Ptxas> ptxas = Ptxas.find();
        if (ptxas.isEmpty()) {
            abort(Ptxas.ABSENT);
            return;
        }
        List<Differential> kernels = usual().stream()
                .limit(ASSEMBLED)
                .map(Checked::differential)
                .filter(Objects::nonNull)
                .toList();
        for (int i = 0; i < kernels.size(); i += BATCH) {
            List<String> modules = kernels.subList(i, Math.min(i + BATCH, kernels.size())).stream()
                    .map(differential -> differential.kernel().ptx())
                    .toList();
            assertThat(ptxas.get().errors(modules, 75)).isEmpty();
        }
    }

    /** Devices run these kernels as usual, which is another test's business. */
    @Test
    void kernelsGiveTheSameWithEveryMethodAsAFunction() {
        DifferentialRun run = new DifferentialRun(new KernelGenerator(true)::generate, Outlining.EVERYTHING, List.of());
        List<Checked> kernels = passed(run(run, ASSEMBLED, BATCH));
        assertThat(kernels).hasSize(ASSEMBLED);
        List<KernelUnit> calling = kernels.stream()
                .flatMap(checked -> Stream.ofNullable(checked.differential()))
                .map(differential -> differential.compiled().unit(0))
                .filter(unit -> !unit.function().calledFunctions().isEmpty())
                .toList();
        assertThat(calling).as("kernels that call functions").hasSizeGreaterThan(ASSEMBLED / 10);
        Optional<Ptxas> ptxas = Ptxas.find();
        if (ptxas.isPresent()) {
            List<String> modules = calling.stream()
                    .map(unit -> PtxEmitter.emit(unit, PtxTarget.BASELINE).text())
                    .toList();
            assertThat(ptxas.get().errors(modules, 75)).isEmpty();
        }
    }
}
