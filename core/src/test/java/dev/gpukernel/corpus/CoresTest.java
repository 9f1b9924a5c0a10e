package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Kernel;
import dev.gpukernel.Settings;
import dev.gpukernel.oracle.InMemoryCompiler;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** Every kernel of the corpus, and loops whose results are rounded, lead to the same bits with any number of cores. */
@Execution(ExecutionMode.CONCURRENT)
final class CoresTest {
    private static final List<Integer> CORES = List.of(1, 2, 3);
    private static final int MOST_SECONDS = 600;

    /** So that it cannot pass for want of kernels. */
    private static final int LEAST_KERNELS = 590;

    private static Process start(int cores) {
        String classPath = Stream.of(
                        CorpusDigests.class, Kernel.class, ClassReader.class, ClassNode.class, NullMarked.class)
                .map(InMemoryCompiler::classPathOf)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Quick to start; exceptions keep their messages.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-OmitStackTraceInFastThrow"));
        command.addAll(List.of("-XX:ActiveProcessorCount=" + cores, "-D" + Settings.BACKEND + "=cpu"));
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add(CorpusDigests.class.desiredAssertionStatus() ? "-ea" : "-da");
        command.addAll(List.of("-cp", classPath, CorpusDigests.class.getName()));
        try {
            return new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> read(Process process) throws IOException, InterruptedException {
        Map<String, String> digests = new LinkedHashMap<>();
        try (var reader = process.inputReader()) {
            reader.lines()
                    .map(line -> line.split(" "))
                    .filter(words -> words.length == 2)
                    .forEach(words -> digests.put(words[0], words[1]));
        }
        assertThat(process.waitFor()).as("exit code").isZero();
        return digests;
    }

    @Test
    @Timeout(value = MOST_SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void theBitsAreTheSameWithAnyNumberOfCores() throws IOException, InterruptedException {
        int available = Runtime.getRuntime().availableProcessors();
        List<Integer> others =
                CORES.stream().filter(cores -> cores != available).toList();
        List<Process> processes = others.stream().map(CoresTest::start).toList();
        Process all = start(available);
        try {
            // Not in this JVM: it may leave the messages out of exceptions that its tests have thrown often.
            Map<String, String> expected = read(all);
            // None is left out, and no two have one name.
            assertThat(expected).hasSize(CorpusDigests.kernels().size()).hasSizeGreaterThan(LEAST_KERNELS);
            for (int i = 0; i < processes.size(); i++) {
                Map<String, String> digests = read(processes.get(i));
                assertThat(digests.keySet()).isEqualTo(expected.keySet());
                assertThat(digests.entrySet().stream()
                                .filter(entry -> !entry.getValue().equals(expected.get(entry.getKey())))
                                .map(Map.Entry::getKey))
                        .as("kernels that differ with " + others.get(i) + " cores")
                        .isEmpty();
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
            all.destroyForcibly();
        }
    }
}
