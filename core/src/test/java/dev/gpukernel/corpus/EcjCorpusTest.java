package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.oracle.InMemoryCompiler;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The corpus again, from class files made by Eclipse's compiler, which jumps differently: loops are entered at their condition, and
 * conditions are not turned around. Variables that nothing reads stay, as in Eclipse itself: they may bear a mark.
 */
@Execution(ExecutionMode.CONCURRENT)
final class EcjCorpusTest {
    private static final Path FOLDER = Path.of("src", "test", "java", "dev", "gpukernel", "corpus");
    private static @Nullable ClassLoader loader;

    static List<CorpusKernel> kernels() {
        return Corpus.all().stream()
                .filter(kernel -> kernel.owner() != YieldKernels.class)
                .toList();
    }

    /** If this fails, ecj has improved, and {@link #kernels} need leave nothing out. */
    @Test
    void theJvmRefusesLoopsInSwitchExpressions() {
        assertThatExceptionOfType(VerifyError.class)
                .isThrownBy(() -> Class.forName(YieldKernels.class.getName(), true, loader));
    }

    @BeforeAll
    static void compile() throws IOException {
        List<Path> sources;
        try (Stream<Path> files = Files.list(FOLDER)) {
            sources = files.filter(file ->
                            !file.toString().matches(".*(Test|Contract)\\.java") && !file.endsWith("package-info.java"))
                    .toList();
        }
        String classPath = Stream.of(GpuKernel.class, Corpus.class, Nullable.class)
                .map(InMemoryCompiler::classPathOf)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
        List<String> options = List.of(
                "--release", "25", "-g", "-preserveAllLocals", "-proc:none", "-nowarn", "-classpath", classPath);
        loader = InMemoryCompiler.compile(new EclipseCompiler(), options, sources);
        loader.setDefaultAssertionStatus(Corpus.class.desiredAssertionStatus());
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void interpretedItLeadsToWhatItLeadsToOnTheJvm(CorpusKernel kernel) throws ClassNotFoundException {
        Class<?> owner = Class.forName(kernel.owner().getName(), false, loader);
        assertThat(owner).isNotSameAs(kernel.owner());
        CorpusOracleTest.check(kernel, CompilerSteps.compile(kernel.methodIn(owner), Outlining.USUAL, (_, _) -> {}));
    }
}
