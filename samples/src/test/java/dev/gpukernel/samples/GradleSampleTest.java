package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The project in {@code samples/gradle} is what the pages show, with the version of this build. No Gradle runs here. */
class GradleSampleTest {
    private static final Path SAMPLES = Path.of(System.getProperty("basedir", ""));
    private static final Path GRADLE = SAMPLES.resolve("gradle");
    private static final Path ROOT = SAMPLES.resolve("..");

    @Test
    void buildIsThatOfThePages() throws IOException {
        String build = Files.readString(GRADLE.resolve("build.gradle"));
        String pom = Files.readString(ROOT.resolve("pom.xml"));
        String version = between(pom, "<version>", "</version>");

        assertThat(Files.readString(ROOT.resolve(Path.of("docs", "compiling.md"))))
                .contains("```groovy\n" + build + "```");
        List<String> ours =
                build.lines().filter(line -> line.contains("dev.gpukernel:")).toList();
        assertThat(ours).hasSize(2).allMatch(line -> line.endsWith(":" + version + "'"));
        assertThat(Files.readString(ROOT.resolve("README.md"))).contains(ours);
        assertThat(build).contains("JavaLanguageVersion.of(" + between(pom, "<java.version>", "<") + ")");
    }

    @Test
    void kernelIsThatOfTheReadme() throws IOException {
        String kernel =
                Files.readString(GRADLE.resolve(Path.of("src", "main", "java", "com", "acme", "FirstKernel.java")));

        assertThat(Files.readString(ROOT.resolve("README.md"))).contains("```java\n" + kernel + "```");
    }

    private static String between(String text, String before, String after) {
        int start = text.indexOf(before) + before.length();
        return text.substring(start, text.indexOf(after, start));
    }
}
