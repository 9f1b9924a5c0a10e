package dev.gpukernel.internal.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Golden;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.oracle.InMemoryCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is rejected, where, and in which words. The kernels are in {@code src/test/resources/rejected}; a line of theirs that must
 * be reported ends with the codes of the messages.
 */
class RejectionTest {
    private static final Path FOLDER = Path.of("src", "test", "resources", "rejected");
    private static final Pattern FINDS = Pattern.compile("// finds (.+)$");

    private static List<String> expected(String source) {
        String[] lines = source.split("\n", -1);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < lines.length; i++) {
            var finds = FINDS.matcher(lines[i]);
            if (finds.find()) {
                for (String code : finds.group(1).split(" ", -1)) {
                    expected.add((i + 1) + " " + code);
                }
            }
        }
        return expected;
    }

    /** Compiles every kernel of a class; {@return the exceptions, in order of their first line} */
    private static List<KernelRejectedException> rejections(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .flatMap(method -> {
                    try {
                        CompilerSteps.compile(method, (step, function) -> {});
                        return Stream.empty();
                    } catch (KernelRejectedException e) {
                        return Stream.of(e);
                    }
                })
                .sorted(Comparator.comparingInt(e -> line(e.findings().getFirst())))
                .toList();
    }

    private static int line(Diagnostic finding) {
        return Objects.requireNonNull(finding.place()).line();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RejectedLoops",
                "DependentLoops",
                "RejectedBodies",
                "RejectedTogether",
                "RejectedCooperation",
                "RejectedSegments"
            })
    void everyFindingAtItsLineInItsWords(String name) throws IOException, ClassNotFoundException {
        String source = Files.readString(FOLDER.resolve(name + ".java"));
        ClassLoader classes = InMemoryCompiler.compile(Map.of("rejected." + name, source));
        List<KernelRejectedException> rejections = rejections(classes.loadClass("rejected." + name));
        List<String> found = rejections.stream()
                .flatMap(e -> e.findings().stream())
                .map(finding -> line(finding) + " " + finding.message().code())
                .toList();
        assertThat(found).isEqualTo(expected(source)).isNotEmpty();
        StringBuilder text = new StringBuilder();
        rejections.forEach(e -> text.append(e.getMessage()).append("\n\n"));
        Golden.check(name + ".txt", text.toString());
    }
}
