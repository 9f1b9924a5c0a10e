package dev.gpukernel.internal.nvidia;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.cuda.NvidiaDlPackTest;
import dev.gpukernel.internal.cuda.FakeDriver;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs tests of launches on a {@link FakeDriver}, in a JVM of their own, since there is one driver for each. */
final class FakeDriverTest {
    /** Maven's class path is not that of the JVM it starts. */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void launchesStandAloneOnAGpuThatIsNotThere() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-OmitStackTraceInFastThrow",
                "--enable-native-access=ALL-UNNAMED",
                "-Djdk.virtualThreadScheduler.parallelism=1",
                "-Djdk.virtualThreadScheduler.maxPoolSize=1",
                FakeDriverTest.class.desiredAssertionStatus() ? "-ea" : "-da",
                "-cp",
                classPath(),
                OnFakeDriver.class.getName(),
                NvidiaIsolationTest.class.getName(),
                NvidiaStreamTest.class.getName(),
                NvidiaDisturbanceTest.class.getName(),
                NvidiaGraphTest.class.getName(),
                NvidiaHeldRowsTest.class.getName(),
                NvidiaRecordArrayTest.class.getName(),
                NvidiaSliceTest.class.getName(),
                NvidiaSharingTest.class.getName(),
                NvidiaDlPackTest.class.getName(),
                NvidiaBufferTest.class.getName(),
                NvidiaSegmentTest.class.getName(),
                NvidiaRegistrationTest.class.getName(),
                RegistrationCallsTest.class.getName(),
                NvidiaRepeatTest.class.getName(),
                GraphLifeTest.class.getName(),
                NvidiaSmallArraysTest.class.getName(),
                CarrierTest.class.getName(),
                StreamOrderTest.class.getName(),
                LaneTest.class.getName(),
                DriverCallsTest.class.getName(),
                NvidiaMemoryTest.class.getName(),
                NvidiaHandOverTest.class.getName(),
                NvidiaPiecesTest.class.getName(),
                PieceFailureTest.class.getName(),
                NvidiaUnloadingTest.class.getName(),
                NvidiaAllocationTest.class.getName(),
                FenceTest.class.getName(),
                "dev.gpukernel.cuda.CudaModuleTest",
                "dev.gpukernel.internal.cuda.CopyPipelineTest",
                "dev.gpukernel.internal.cuda.HostCopyTest",
                "dev.gpukernel.internal.cuda.HostRegistryTest",
                "dev.gpukernel.internal.cuda.DevicePoolTest"));
        // Tuned like this JVM, whatever for.
        command.addAll(
                1,
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(argument -> argument.startsWith("-XX:"))
                        .toList());
        Process process =
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
