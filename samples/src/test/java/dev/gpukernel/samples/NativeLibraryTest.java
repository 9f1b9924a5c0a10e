package dev.gpukernel.samples;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Linker;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class NativeLibraryTest {
    @Test
    void withoutALibraryItSaysHowToMakeOne() {
        Console console = Console.of("native-library", "--backend", "cpu");

        assertThat(console.exitCode()).isEqualTo(1);
        assertThat(console.err()).startsWith("FAILED native-library").contains("nvcc -shared", "--library");
    }

    @Test
    void aLibraryThatIsNotThereIsNamed() {
        Console console = Console.of("native-library", "--backend", "cpu", "--library", "no/libscaling.so");

        assertThat(console.exitCode()).isEqualTo(1);
        assertThat(console.err())
                .startsWith("FAILED native-library: " + Path.of("no/libscaling.so"))
                .hasLineCount(1);
    }

    @Test
    void withoutAGpuLibrariesOfCudaAreNotCalled() {
        Console console = Console.of("cuda-libraries", "--backend", "cpu");

        assertThat(console.exitCode()).isEqualTo(1);
        assertThat(console.err()).startsWith("FAILED cuda-libraries: it needs backend cuda");
    }

    @Test
    void aStatusIsAnErrorThatNamesTheCall() {
        NativeFunction function =
                NativeFunction.of(Linker.nativeLinker().defaultLookup(), status -> "status " + status, "abs", JAVA_INT);
        function.call(0);
        assertThatExceptionOfType(NativeException.class)
                .isThrownBy(() -> function.call(-3))
                .withMessage("abs failed: status 3");
        assertThatExceptionOfType(NativeException.class)
                .isThrownBy(() -> NativeFunction.of(
                        Linker.nativeLinker().defaultLookup(), String::valueOf, "noSuchFunction", JAVA_INT))
                .withMessageContaining("noSuchFunction");
    }
}
