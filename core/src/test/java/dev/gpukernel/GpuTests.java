package dev.gpukernel;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs the tests that need a GPU, without Maven: {@code java -jar gpukernel-core-gpu-tests.jar}, or those of classes whose names follow.
 * Ends with a line {@code N passed, N failed, N skipped} and exit code 1 if a test failed, or if there is no GPU to run them on.
 */
public final class GpuTests {
    private GpuTests() {}

    /**
     * Runs them.
     *
     * @param arguments names of test classes with their packages; all if there are none
     */
    public static void main(String[] arguments) {
        Gpu.backends().stream()
                .filter(backend -> !backend.isAvailable())
                .forEach(backend -> System.out.println(backend.name() + " is not available: " + backend.absence()));
        Gpu.all().forEach(gpu -> System.out.println("device: " + gpu));
        boolean hasGpu =
                Gpu.all().stream().anyMatch(gpu -> gpu.computeCapability().isPresent());
        if (!hasGpu) {
            System.out.println("no GPU: the tests cannot run");
        }
        LauncherDiscoveryRequest tests = LauncherDiscoveryRequestBuilder.request()
                .selectors(
                        arguments.length == 0 ? List.of(selectPackage("dev.gpukernel")) : selectors(List.of(arguments)))
                .filters(TagFilter.includeTags("gpu", "tornado"))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        SkipReasons reasons = new SkipReasons();
        LauncherFactory.create().execute(tests, listener, reasons);
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8), 30);
        long failed = summary.getTotalFailureCount();
        long passed = summary.getTestsSucceededCount();
        System.out.println(passed + " passed, " + failed + " failed, "
                + (summary.getTestsSkippedCount() + summary.getTestsAbortedCount()) + " skipped");
        reasons.counts.forEach((reason, count) -> System.out.println("  " + count + " skipped: " + reason));
        System.exit(failed == 0 && passed > 0 && hasGpu ? 0 : 1);
    }

    private static List<? extends DiscoverySelector> selectors(List<String> classes) {
        return classes.stream().map(DiscoverySelectors::selectClass).toList();
    }

    /** Counts why tests do not run. */
    private static final class SkipReasons implements TestExecutionListener {
        private final Map<String, Integer> counts = new TreeMap<>();

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            counts.merge(reason, 1, Integer::sum);
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
                String reason = result.getThrowable().map(Throwable::getMessage).orElse("no reason given");
                counts.merge(reason.lines().findFirst().orElse(reason), 1, Integer::sum);
            }
        }
    }
}
