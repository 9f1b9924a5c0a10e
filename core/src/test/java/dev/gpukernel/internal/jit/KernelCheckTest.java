package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.MathMode;
import dev.gpukernel.corpus.Corpus;
import dev.gpukernel.corpus.CorpusKernel;
import dev.gpukernel.device.GpuMath;
import dev.gpukernel.device.Grid;
import dev.gpukernel.internal.frontend.ClassFiles;
import dev.gpukernel.internal.frontend.FrontEnd;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.frontend.Reading;
import dev.gpukernel.internal.frontend.UnloadedClasses;
import dev.gpukernel.oracle.InMemoryCompiler;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Type;

/** Class files alone tell what the loaded classes tell. */
class KernelCheckTest {
    private static UnloadedClasses.Files filesOf(ClassLoader loader) {
        return internalName -> loader.getResourceAsStream(internalName + ".class");
    }

    private static ClassLoader ownLoader() {
        return KernelCheckTest.class.getClassLoader();
    }

    private static List<String> found(ClassLoader loader, Method kernel) {
        return new KernelCheck(filesOf(loader))
                        .check(
                                Type.getInternalName(kernel.getDeclaringClass()),
                                kernel.getName(),
                                Type.getMethodDescriptor(kernel))
                        .findings()
                        .stream()
                        .map(finding -> finding.diagnostic().toString())
                        .toList();
    }

    private static List<String> foundWhenCompiled(Method kernel) {
        try {
            CompilerSteps.shared(kernel);
            return List.of();
        } catch (KernelRejectedException e) {
            return e.findings().stream().map(Object::toString).toList();
        }
    }

    @Test
    void nothingIsFoundInTheCorpus() {
        List<String> refused = new ArrayList<>();
        for (CorpusKernel kernel : Corpus.all()) {
            found(ownLoader(), kernel.method()).forEach(finding -> refused.add(kernel + ": " + finding));
        }
        assertThat(refused).isEmpty();
    }

    /** What is left open is not checked to the end: kernels with tables that loops or calls compute, and no others. */
    @Test
    void theCorpusIsReadToTheEnd() {
        List<String> open = Corpus.all().stream()
                .filter(kernel -> read(kernel.method()) instanceof Reading.Open)
                .map(CorpusKernel::toString)
                .toList();
        assertThat(open)
                .containsExactlyInAnyOrder(
                        "HashKernels.crc32Table",
                        "CipherKernels.substitute",
                        "ColourKernels.gamma",
                        "EncodingKernels.base64Encode",
                        "LanguageKernels.boxed",
                        "LanguageKernels.caughtOfObject",
                        "LanguageKernels.converted",
                        "LanguageKernels.objectOrNew",
                        "LanguageKernels.objects",
                        "LanguageKernels.symbols",
                        "LanguageKernels.thrownByBody",
                        "LanguageKernels.thrownByObject",
                        "LanguageKernels.withBodies",
                        "LanguageKernels.wrongSymbol",
                        "TableKernels.adaptiveSound",
                        "TableKernels.bezier",
                        "TableKernels.constants",
                        "TableKernels.countVowels",
                        "TableKernels.dayOfYear",
                        "TableKernels.decimalDigits",
                        "TableKernels.sineByTable",
                        "TableKernels.stages");
    }

    @Test
    void whatIsReadIsTheSame() {
        Stream<Method> own = Arrays.stream(Options.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class));
        List<Method> kernels = Stream.concat(own, Corpus.all().stream().map(CorpusKernel::method))
                .toList();
        for (Method kernel : kernels) {
            if (read(kernel) instanceof Reading.Complete(FrontEnd.ReadKernel known)) {
                FrontEnd.ReadKernel loaded = FrontEnd.read(kernel, Outlining.USUAL);
                assertThat(known.function().toString())
                        .isEqualTo(loaded.function().toString());
                assertThat(known.parameterNames()).isEqualTo(loaded.parameterNames());
                assertThat(known.marks()).isEqualTo(loaded.marks());
            }
        }
    }

    @Test
    void optionsOfTheAnnotationChangeWhatIsRead() {
        Map<String, String> texts = Arrays.stream(Options.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .collect(Collectors.toMap(Method::getName, kernel -> code((Reading.Complete) read(kernel))));
        assertThat(texts.values()).doesNotHaveDuplicates().hasSize(3);
    }

    private static String code(Reading.Complete reading) {
        String text = reading.kernel().function().toString();
        return text.substring(text.indexOf('\n'));
    }

    /** Kernels that differ in their options alone. */
    static final class Options {
        private Options() {}

        @GpuKernel
        static void exact(float[] a) {
            a[Grid.x()] = GpuMath.sin(a[0]);
        }

        @GpuKernel(checked = false)
        static void unchecked(float[] a) {
            a[Grid.x()] = GpuMath.sin(a[0]);
        }

        @GpuKernel(math = MathMode.FAST, blockSize = 64)
        static void fast(float[] a) {
            a[Grid.x()] = GpuMath.sin(a[0]);
        }
    }

    private static Reading read(Method kernel) {
        ClassFiles files = new ClassFiles(new UnloadedClasses(filesOf(ownLoader())));
        String owner = Type.getInternalName(kernel.getDeclaringClass());
        return FrontEnd.read(files, owner, kernel.getName(), Type.getMethodDescriptor(kernel), Outlining.USUAL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RejectedLoops", "RejectedBodies"})
    void theSameIsFound(String name) throws IOException, ClassNotFoundException {
        String source = Files.readString(Path.of("src", "test", "resources", "rejected", name + ".java"));
        ClassLoader loader = InMemoryCompiler.compile(Map.of("rejected." + name, source));
        int kernels = 0;
        for (Method method : loader.loadClass("rejected." + name).getDeclaredMethods()) {
            if (method.isAnnotationPresent(GpuKernel.class)) {
                List<String> expected = foundWhenCompiled(method);
                // Declarations are the processor's to check first.
                if (expected.stream()
                        .noneMatch(finding -> finding.matches("(?s).*\\[(ParameterType|KernelReturns)].*"))) {
                    assertThat(found(loader, method)).as(method.getName()).isEqualTo(expected);
                    kernels++;
                }
            }
        }
        assertThat(kernels).isPositive();
    }
}
