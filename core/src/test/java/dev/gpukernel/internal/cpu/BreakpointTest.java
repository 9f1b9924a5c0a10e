package dev.gpukernel.internal.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Kernel;
import dev.gpukernel.Settings;
import dev.gpukernel.internal.cpu.Debugger.Stop;
import dev.gpukernel.oracle.InMemoryCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** A breakpoint between two barriers of a kernel stops every thread of a block there, and the launch ends right all the same. */
final class BreakpointTest {
    private static final Path SOURCE =
            Path.of("src/test/java", BreakpointProgram.class.getName().replace('.', '/') + ".java");
    private static final int THREADS = BreakpointProgram.THREADS;
    private static final int[] INPUT = BreakpointProgram.input();

    private static int line() throws IOException {
        List<String> lines = Files.readAllLines(SOURCE);
        return 1
                + IntStream.range(0, lines.size())
                        .filter(i -> lines.get(i).endsWith("// stops here"))
                        .findFirst()
                        .orElseThrow();
    }

    private static Debugger start() throws Exception {
        List<String> classPath = Stream.of(
                        BreakpointProgram.class, Kernel.class, ClassReader.class, ClassNode.class, NullMarked.class)
                .map(InMemoryCompiler::classPathOf)
                .toList();
        // Quick to start; what is looked at does not depend on how code is compiled.
        List<String> options = List.of("-D" + Settings.BACKEND + "=cpu", "-XX:TieredStopAtLevel=1", "-Xmx256m");
        return Debugger.start(BreakpointProgram.class, options, classPath);
    }

    private static int next(int global) {
        int block = global / THREADS * THREADS;
        return block + (global - block + 1) % THREADS;
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void stopsInEveryThreadOfABlockBetweenTwoBarriers() throws Exception {
        try (Debugger debugger = start()) {
            List<Stop> stops = debugger.stopsAt(BreakpointProgram.class.getName(), line());
            assertThat(stops)
                    .extracting(stop -> stop.number("global"))
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, INPUT.length).boxed().toList());
            // Each in a Java thread of its own, as each waits for the others.
            assertThat(stops.stream().map(Stop::thread).distinct()).hasSameSizeAs(stops);
            stops.forEach(BreakpointTest::checkLocals);
            int[] twice = Arrays.stream(INPUT).map(value -> 2 * value).toArray();
            int[] expected = IntStream.range(0, INPUT.length)
                    .map(i -> twice[next(next(i))])
                    .toArray();
            assertThat(debugger.printed().strip()).isEqualTo(Arrays.toString(expected));
        }
    }

    /** All threads of its block are past the first barrier, and none is past the second. */
    private static void checkLocals(Stop stop) {
        int global = stop.number("global");
        int first = global / THREADS * THREADS;
        List<Integer> input = Arrays.stream(INPUT).boxed().toList();
        assertThat(stop.number("thread")).isEqualTo(global - first);
        assertThat(stop.number("passed")).isEqualTo(2 * INPUT[next(global)]);
        assertThat(stop.of("in")).isEqualTo(input);
        assertThat(stop.of("tile")).isEqualTo(input.subList(first, first + THREADS));
        List<?> out = (List<?>) stop.of("out");
        assertThat(out.get(global)).isEqualTo(0);
        assertThat(out.subList(first, first + THREADS))
                .allSatisfy(value -> assertThat(value).isIn(0, -1));
    }
}
