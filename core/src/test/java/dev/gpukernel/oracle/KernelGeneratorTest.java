package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.backend.KernelForm;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Generated kernels compile, end, and do something. More of them with {@code -Dgpukernel.test.kernels=2000}. */
@Execution(ExecutionMode.CONCURRENT)
class KernelGeneratorTest {
    private static final int COUNT = Integer.getInteger("gpukernel.test.kernels", 300);

    private static final Set<String> EXPECTED = Set.of(
            "none",
            "java.lang.ArithmeticException",
            "java.lang.ArrayIndexOutOfBoundsException",
            "java.lang.AssertionError",
            "java.lang.NumberFormatException",
            "java.lang.IllegalArgumentException",
            "java.lang.IllegalStateException",
            "java.lang.IndexOutOfBoundsException",
            "java.lang.UnsupportedOperationException");

    private static List<GeneratedKernel> kernels(boolean intrinsics) {
        KernelGenerator generator = new KernelGenerator(intrinsics);
        return LongStream.range(0, COUNT).mapToObj(generator::generate).toList();
    }

    private static ClassLoader compiled(List<GeneratedKernel> kernels) {
        Map<String, String> sources = new HashMap<>();
        kernels.forEach(kernel -> sources.put(kernel.className(), kernel.source()));
        return InMemoryCompiler.compile(sources);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void kernelsCompileAndEndAndMostlySucceed(boolean intrinsics) {
        List<GeneratedKernel> kernels = kernels(intrinsics);
        ClassLoader classes = compiled(kernels);
        Map<String, Integer> counts = new HashMap<>();
        int unchanged = 0;
        for (GeneratedKernel kernel : kernels) {
            List<Object> arguments = Inputs.of(kernel, classes, kernel.seed());
            Outcome outcome = Oracle.runJava(kernel.method(classes), kernel.form(), kernel.shape(), arguments);
            Outcome.Fault fault = outcome.fault();
            counts.merge(fault == null ? "none" : fault.type(), 1, Integer::sum);
            if (fault == null
                    && outcome.describeDifference(new Outcome(Oracle.leaves(arguments), null))
                            .isEmpty()) {
                unchanged++;
            }
        }
        int half = COUNT / 2;
        assertThat(counts)
                .containsKeys("none", "java.lang.ArithmeticException", "java.lang.ArrayIndexOutOfBoundsException")
                .hasEntrySatisfying("none", count -> assertThat(count).isBetween(half, COUNT * 95 / 100));
        assertThat(EXPECTED).containsAll(counts.keySet());
        assertThat(unchanged).isLessThan(COUNT / 10);
    }

    @Test
    void bothFormsAndAllConstructsOccur() {
        List<GeneratedKernel> kernels = kernels(true);
        for (KernelForm form : KernelForm.values()) {
            assertThat(kernels.stream().filter(kernel -> kernel.form() == form).count())
                    .as(form.name())
                    .isGreaterThan(COUNT / 3);
        }
        String all = kernels.stream().map(GeneratedKernel::source).collect(Collectors.joining());
        assertThat(all)
                .contains(" + ", " - ", " * ", " / ", " % ", " & ", " | ", " ^ ", " << ", " >> ", " >>> ", "(-", "(~")
                .contains(" && ", " || ", "(!", " == ", " != ", " < ", " <= ", " > ", " >= ", " ? ", "else", ".length")
                .contains("for (", "while (", "do {", "break;", "continue;", "break loop", "continue loop", "return;")
                .contains("(int) ", "(long) ", "(float) ", "(double) ", " += ", " /= ", " >>>= ", "++;", "++)")
                .contains("Math.abs", "Math.min", "Math.max", "Math.sqrt", "Math.fma", "Grid.sizeX()", "NaN")
                .contains(
                        "boolean ",
                        "(byte) ",
                        "(short) ",
                        "(char) ",
                        "switch (",
                        "case ",
                        "default",
                        "yield ",
                        "throw new ")
                .contains("assert ", "static final ", " = new ", "Math.floorMod", "Integer.reverse", "Long.reverse");
        assertThat(kernels(false)).noneMatch(kernel -> kernel.source().contains("Math."));
    }

    @Test
    void aSeedMakesOneKernelAndOneListOfArguments() {
        GeneratedKernel kernel = new KernelGenerator(false).generate(7);
        assertThat(new KernelGenerator(false).generate(7)).isEqualTo(kernel);
        assertThat(new KernelGenerator(false).generate(8)).isNotEqualTo(kernel);
        ClassLoader classes = compiled(List.of(kernel));
        Outcome first = new Outcome(Oracle.leaves(Inputs.of(kernel, classes, 5)), null);
        assertThat(first.describeDifference(new Outcome(Oracle.leaves(Inputs.of(kernel, classes, 5)), null)))
                .isEmpty();
        assertThat(first.describeDifference(new Outcome(Oracle.leaves(Inputs.of(kernel, classes, 6)), null)))
                .isPresent();
    }

    @Test
    void theBytesOfAClassAreAResourceOfItsLoader() throws IOException {
        ClassLoader classes = InMemoryCompiler.compile(Map.of("a.B", "package a; class B {}"));
        try (InputStream bytes = classes.getResourceAsStream("a/B.class")) {
            assertThat(bytes)
                    .isNotNull()
                    .satisfies(in -> assertThat(in.readNBytes(4)).containsExactly(0xca, 0xfe, 0xba, 0xbe));
        }
    }
}
