package dev.gpukernel.internal.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.oracle.Differential;
import dev.gpukernel.oracle.InMemoryCompiler;
import dev.gpukernel.oracle.Inputs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of constructs in docs/kernels.md is true: for each row there are kernels in {@code src/test/resources/constructs}, which
 * lead to the same as on the JVM or are rejected with exactly the codes that the row names.
 */
final class KernelsPageTest {
    private static final Path PAGE = Path.of(System.getProperty("basedir", ""), "..", "docs", "kernels.md");
    private static final Path SOURCE = Path.of("src", "test", "resources", "constructs", "Constructs.java");
    private static final int SEEDS = 6;
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (.+?) +\\| (.+?) +\\|$");
    private static final Pattern CODE = Pattern.compile("`([A-Z]\\w+)`");
    private static final Pattern EXAMPLE =
            Pattern.compile("// row: (.+)|// codes: (.+)|(?m)^    @GpuKernel\\R    static .*?(\\w+)\\(");
    private static final Class<?> CLASS = compile();

    /**
     * A kernel of the table.
     *
     * @param row the construct that it shows
     * @param method the kernel
     * @param codes with which codes it is rejected; none if it is not
     */
    record Example(String row, Method method, Set<String> codes) {
        @Override
        public String toString() {
            return method.getName() + ", for: " + row;
        }
    }

    private static Class<?> compile() {
        try {
            return InMemoryCompiler.compile(Map.of("constructs.Constructs", Files.readString(SOURCE)))
                    .loadClass("constructs.Constructs");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<Example> examples() throws IOException {
        Map<String, Method> kernels = Arrays.stream(CLASS.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .collect(Collectors.toMap(Method::getName, Function.identity()));
        List<Example> examples = new ArrayList<>();
        String row = "";
        Set<String> codes = Set.of();
        for (MatchResult match :
                EXAMPLE.matcher(Files.readString(SOURCE)).results().toList()) {
            if (match.group(1) != null) {
                row = match.group(1);
            } else if (match.group(2) != null) {
                codes = Set.of(match.group(2).split(" ", -1));
            } else {
                examples.add(new Example(row, Objects.requireNonNull(kernels.remove(match.group(3))), codes));
                codes = Set.of();
            }
        }
        assertThat(kernels).as("kernels that were not found in the source").isEmpty();
        return examples;
    }

    static List<Example> supported() throws IOException {
        return examples().stream().filter(example -> example.codes.isEmpty()).toList();
    }

    static List<Example> rejected() throws IOException {
        return examples().stream().filter(example -> !example.codes.isEmpty()).toList();
    }

    /** What the page says of each construct. */
    private static Map<String, String> rows() throws IOException {
        String page = Files.readString(PAGE);
        String table = page.substring(page.indexOf("## The body"), page.indexOf("### Methods"));
        Map<String, String> rows = new LinkedHashMap<>();
        ROW.matcher(table).results().forEach(row -> rows.put(row.group(1).replace("\\|", "|"), row.group(2)));
        rows.remove("construct");
        return rows;
    }

    @Test
    void everyRowHasKernelsAndEveryKernelARow() throws IOException {
        List<String> shown = examples().stream().map(Example::row).distinct().toList();
        assertThat(shown).containsExactlyElementsOf(rows().keySet());
    }

    @Test
    void theRowsNameTheCodesOfTheirKernelsAndNoOthers() throws IOException {
        Set<String> known = Arrays.stream(Message.values()).map(Message::code).collect(Collectors.toSet());
        Map<String, Set<String>> said = new LinkedHashMap<>();
        Map<String, Set<String>> shown = new LinkedHashMap<>();
        rows().forEach((construct, text) -> {
            Set<String> codes = CODE.matcher(text)
                    .results()
                    .map(code -> code.group(1))
                    .filter(known::contains)
                    .collect(Collectors.toCollection(TreeSet::new));
            if (text.startsWith("yes")) {
                codes.add("yes");
            }
            said.put(construct, codes);
        });
        for (Example example : examples()) {
            shown.computeIfAbsent(example.row, _ -> new TreeSet<>())
                    .addAll(example.codes.isEmpty() ? Set.of("yes") : example.codes);
        }
        assertThat(shown).isEqualTo(said);
    }

    /** {@return those whose arguments are all that they are given} What static fields hold, launches pass: see {@code InstanceContract}. */
    static List<Example> ofArguments() throws IOException {
        return supported().stream()
                .filter(example -> !example.method.getName().equals("changingField"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("ofArguments")
    void leadsToTheSameAsOnTheJvm(Example example) {
        Differential differential = new Differential(example.method);
        List<Gpu> cpu =
                Gpu.all().stream().filter(gpu -> gpu.backend().equals("cpu")).toList();
        for (int seed = 0; seed < SEEDS; seed++) {
            assertThat(differential.firstDifference(Inputs.of(example.method, seed), cpu))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("rejected")
    void isRejectedWithItsCodes(Example example) {
        Set<String> found;
        try {
            CompilerSteps.compile(example.method, (_, _) -> {});
            found = Set.of();
        } catch (KernelRejectedException e) {
            found = e.findings().stream()
                    .map(finding -> finding.message().code())
                    .collect(Collectors.toSet());
        }
        assertThat(found).isEqualTo(example.codes);
    }
}
