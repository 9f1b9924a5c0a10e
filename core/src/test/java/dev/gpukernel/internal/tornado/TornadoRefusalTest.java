package dev.gpukernel.internal.tornado;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What TornadoVM cannot do is refused before anything runs, with words that help. */
class TornadoRefusalTest {
    private static GpuException refused(Runnable launch) {
        GpuException thrown = catchThrowableOfType(GpuException.class, () -> StandIn.GPU.run(launch));
        assertThat(thrown).isNotNull();
        assertThat(thrown.code()).isEqualTo(Message.TORNADO_UNSUPPORTED);
        return thrown;
    }

    /** {@return the lines of the kernels' source that a message names} */
    private static String lines(GpuException thrown) throws IOException {
        String name = TornadoKernels.class.getName().replace('.', '/') + ".java";
        List<String> source = Files.readAllLines(Path.of("src/test/java", name));
        return Pattern.compile("TornadoKernels\\.java:(\\d+)")
                .matcher(String.valueOf(thrown.getMessage()))
                .results()
                .map(line -> source.get(Integer.parseInt(line.group(1)) - 1))
                .collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"compareAndSet", "oldValue", "sharedSum", "wholeGrid", "shuffle", "dynamic", "print"})
    void gridKernels(String name) throws IOException {
        int[] out = {7};
        GpuException thrown =
                refused(() -> Kernel.of(TornadoKernels.class, name).launch(Launch.of(1, 1), (Object) out));
        assertNamed(thrown, name);
        assertThat(out).containsExactly(7);
    }

    @Test
    void slices() {
        try (GpuArray<int[]> array = StandIn.GPU.upload(new int[10])) {
            assertThatThrownBy(() -> array.slice(3, 7))
                    .isInstanceOf(GpuException.class)
                    .hasMessageStartingWith("[TornadoSlice] elements 3 to 7 of a GpuArray");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bits", "fused"})
    void loops(String name) throws IOException {
        float[] x = {7};
        Object[] arguments = name.equals("bits") ? new Object[] {x, new int[1]} : new Object[] {x};
        assertNamed(refused(() -> Kernel.of(TornadoKernels.class, name).launch(arguments)), name);
        assertThat(x).containsExactly(7);
    }

    /** The line that the message names says in a comment what is in the message. */
    private static void assertNamed(GpuException thrown, String kernel) throws IOException {
        String line = lines(thrown);
        assertThat(line).contains("// ");
        assertThat(thrown)
                .hasMessageContaining("TornadoKernels." + kernel)
                .hasMessageContaining(line.substring(line.indexOf("// ") + 3))
                .hasMessageContaining("cuda")
                .hasMessageContaining("cpu");
    }

    @Test
    void moreArraysThanATaskTakes() {
        Object[] most = IntStream.range(0, 10).mapToObj(i -> new int[] {i}).toArray();
        StandIn.GPU.run(() -> Kernel.of(TornadoKernels.class, "manyArrays").launch(Launch.of(1, 1), most));
        assertThat((int[]) most[0]).containsExactly(45);
        Object[] more = IntStream.range(0, 11).mapToObj(i -> new int[] {i}).toArray();
        assertThat(refused(
                        () -> Kernel.of(TornadoKernels.class, "tooManyArrays").launch(Launch.of(1, 1), more)))
                .hasMessageContaining("arrays and buffers");
    }
}
