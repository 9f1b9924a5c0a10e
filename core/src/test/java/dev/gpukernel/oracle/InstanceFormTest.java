package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Generated kernels of fields have these in objects, in classes, and in both. */
final class InstanceFormTest {
    @Test
    void fieldsAreOfObjectsAndOfClasses() {
        LongFunction<InstanceKernel> generator = InstanceKernel.generator();
        List<String> sources = LongStream.range(0, 60)
                .mapToObj(seed -> generator.apply(seed).source())
                .toList();
        assertThat(sources)
                .anySatisfy(source -> assertThat(source)
                        .containsPattern("static \\S+ \\w+; .*@dev.gpukernel.GpuKernel static \\S+ kernel\\([^)]"));
        assertThat(sources)
                .anySatisfy(source -> assertThat(source)
                        .containsPattern("static \\S+ \\w+; .*@dev.gpukernel.GpuKernel (?!static )\\S+ kernel\\(\\)"));
        assertThat(sources)
                .anySatisfy(source ->
                        assertThat(source).doesNotContainPattern("static \\S+ \\w+; .*@dev.gpukernel.GpuKernel"));
    }
}
