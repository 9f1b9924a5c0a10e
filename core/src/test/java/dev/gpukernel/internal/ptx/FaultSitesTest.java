package dev.gpukernel.internal.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.jit.CompilerSteps;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the generated code reports of a fault in a function leads to the frames of all calls. */
class FaultSitesTest {
    private static final Pattern PASSED_PATH = Pattern.compile("\\[passed_path], (\\d+);");

    private static PtxKernel calls() throws NoSuchMethodException {
        Method method = PtxCorpus.class.getDeclaredMethod("calls", double[].class, double[].class, int[].class);
        KernelUnit unit = CompilerSteps.compile(method, (_, _) -> {}).unit(0);
        return PtxEmitter.emit(unit, PtxTarget.BASELINE);
    }

    private static List<StackTraceElement> frames(PtxKernel kernel, int site, int path) {
        Throwable thrown = kernel.site(site, path).exception(null, 7, 5);
        assertThat(thrown).hasMessage("Index 7 out of bounds for length 5");
        return Arrays.asList(thrown.getStackTrace());
    }

    @Test
    void eachPathHasTheFramesOfItsCalls() throws NoSuchMethodException {
        PtxKernel kernel = calls();
        // Site 0 is in the function, which comes first.
        List<List<StackTraceElement>> ways = new ArrayList<>();
        Matcher passed = PASSED_PATH.matcher(kernel.text());
        while (passed.find()) {
            ways.add(frames(kernel, 0, Integer.parseInt(passed.group(1))));
        }
        assertThat(ways.stream()
                        .map(way -> way.stream()
                                .map(StackTraceElement::getMethodName)
                                .toList()))
                .containsExactly(
                        List.of("walk", "calls"),
                        List.of("walk", "calls"),
                        List.of("walk", "twice", "calls"),
                        List.of("walk", "twice", "calls"));
        assertThat(ways.get(1).getLast().getLineNumber())
                .isEqualTo(ways.getFirst().getLast().getLineNumber() + 1);
        assertThat(ways).extracting(List::getFirst).containsOnly(ways.getFirst().getFirst());
    }

    @Test
    void aSiteOfTheKernelHasItsFrameAlone() throws NoSuchMethodException {
        assertThat(frames(calls(), 1, 0))
                .extracting(StackTraceElement::getMethodName)
                .containsExactly("calls");
    }
}
