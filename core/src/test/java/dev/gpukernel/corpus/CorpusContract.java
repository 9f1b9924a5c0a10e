package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuException;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.oracle.Outcome;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kernel of the corpus leads to the same on a backend as on the JVM: arrays by bits, exceptions by type and message. */
public abstract class CorpusContract {
    /** {@return the name of the backend} */
    protected abstract String backendName();

    static List<CorpusKernel> kernels() {
        return Corpus.all();
    }

    /** {@return the device to launch on} */
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals(backendName()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no device of backend " + backendName()));
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void leadsToWhatItLeadsToOnTheJvm(CorpusKernel kernel) {
        JvmRun expected = JvmRun.of(kernel);
        List<Object> arguments = kernel.arguments().get();
        AtomicReference<@Nullable Object> result = new AtomicReference<>();
        Throwable thrown = launch(kernel, arguments, result);
        assertThat(JvmRun.text(thrown, expected.thrown())).isEqualTo(JvmRun.text(expected.thrown(), thrown));
        if (thrown == null) {
            Outcome java = new Outcome(expected.arguments(), expected.result(), null);
            assertThat(java.describeDifference(new Outcome(arguments, result.get(), null)))
                    .isEmpty();
        }
    }

    private @Nullable Throwable launch(
            CorpusKernel kernel, List<Object> arguments, AtomicReference<@Nullable Object> result) {
        Kernel compiled = Kernel.of(kernel.owner(), kernel.name());
        try {
            gpu().run(() -> {
                if (kernel.form() == KernelForm.LOOP) {
                    result.set(compiled.launch(arguments.toArray()));
                } else {
                    compiled.launch(launch(kernel.shape()), arguments.toArray());
                }
            });
            return null;
        } catch (GpuException refused) {
            // With its words, which are not compared where the JVM leaves those of its own exceptions out.
            throw refused;
        } catch (Throwable e) {
            return e;
        }
    }

    private static Launch launch(Shape shape) {
        return Launch.grid(shape.gridX(), shape.gridY(), shape.gridZ())
                .block(shape.blockX(), shape.blockY(), shape.blockZ())
                .sharedBytes(shape.sharedBytes());
    }
}
