package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the pages show runs. In {@code src/test/resources/pages} there is a class for each page, into which its Java blocks are put
 * one after another, where it says {@code // next block}; its methods without parameters launch the kernels and look at the result.
 */
class PageExamplesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\R(.*?)^```$");
    private static final Pattern CLASS_NAME = Pattern.compile("(?m)^(?:public )?final class (\\w+)");
    private static final String NEXT = "// next block\n";

    @TempDir
    Path folder;

    private static List<String> blocks(Path page) throws IOException {
        return BLOCK.matcher(Files.readString(page))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    private static String className(String source) {
        return CLASS_NAME
                .matcher(source)
                .results()
                .map(name -> name.group(1))
                .findFirst()
                .orElseThrow();
    }

    /** Kernels in CUDA C need a GPU to run, which tests of core look for. */
    @Test
    void blocksAboutCudaCompile() throws IOException {
        Project project = new Project(folder).with("-Xlint:all", "-Werror");
        Path resources = Files.createDirectories(project.classes().resolve("com/acme"));
        Files.writeString(
                resources.resolve("scale.cu"),
                "extern \"C\" __global__ void scale(float *data, float factor, int n) {}");
        List<String> parts = new ArrayList<>(List.of(Files.readString(Path.of("src/test/resources/pages", "cuda.java"))
                .split(NEXT, -1)));
        StringBuilder filled = new StringBuilder(parts.removeFirst());
        for (String block : blocks(ROOT.resolve("docs/cuda.md"))) {
            filled.append(block).append(parts.removeFirst());
        }
        assertThat(parts).isEmpty();
        project.source("Page.java", filled.toString());
        assertThat(project.compile()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"docs/cuda-model.md, cuda-model.java", "README.md, README.java"})
    void blocksOfThePageRun(String page, String frame) throws IOException, ReflectiveOperationException {
        Project project = new Project(folder).with("-Xlint:all", "-Werror");
        String source = Files.readString(Path.of("src/test/resources/pages", frame));
        List<String> parts = new ArrayList<>(List.of(source.split(NEXT, -1)));
        StringBuilder filled = new StringBuilder(parts.removeFirst());
        List<String> blocks = blocks(ROOT.resolve(page));
        for (String block : blocks) {
            if (block.startsWith("package ")) {
                project.source(className(block) + ".java", block);
            } else {
                assertThat(parts).as("places for the blocks of %s", page).isNotEmpty();
                filled.append(block).append(parts.removeFirst());
            }
        }
        assertThat(parts).as("blocks of %s", page).isEmpty();
        project.source(className(source) + ".java", filled.toString());
        assertThat(project.compile()).isEmpty();
        runMethods(project, "com.acme." + className(source));
    }

    private static void runMethods(Project project, String className) throws IOException, ReflectiveOperationException {
        try (URLClassLoader loader = project.load()) {
            List<Method> checks = Arrays.stream(loader.loadClass(className).getDeclaredMethods())
                    .filter(method -> method.getParameterCount() == 0 && !method.isSynthetic())
                    .toList();
            assertThat(checks).hasSizeGreaterThan(2);
            for (Method check : checks) {
                check.setAccessible(true);
                cpu().run(() -> invoke(check));
            }
        }
    }

    private static Gpu cpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
    }

    private static void invoke(Method check) {
        try {
            check.invoke(null);
        } catch (InvocationTargetException e) {
            throw new AssertionError(check.getName() + " of the page", e.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
