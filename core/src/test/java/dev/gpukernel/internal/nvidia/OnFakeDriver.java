package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.cuda.FakeDriver;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs test classes on a {@link FakeDriver}. Ends with exit code 1 if a test failed or none ran. */
final class OnFakeDriver {
    private OnFakeDriver() {}

    /**
     * Runs them.
     *
     * @param arguments names of the classes
     */
    public static void main(String[] arguments) {
        FakeDriver.install();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(Arrays.stream(arguments)
                                        .map(DiscoverySelectors::selectClass)
                                        .toList())
                                .build(),
                        listener);
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8), 30);
        System.out.println(summary.getTestsSucceededCount() + " passed, " + summary.getTotalFailureCount() + " failed");
        System.exit(summary.getTotalFailureCount() == 0 && summary.getTestsSucceededCount() > 0 ? 0 : 1);
    }
}
