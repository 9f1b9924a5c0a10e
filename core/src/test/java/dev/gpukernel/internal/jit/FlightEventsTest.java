package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.oracle.InterpretedDevice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording has an event for each launch, copy, compilation and allocation. */
class FlightEventsTest {
    private static final String LAUNCH = "dev.gpukernel.Launch";
    private static final String COPY = "dev.gpukernel.Copy";
    private static final String COMPILATION = "dev.gpukernel.Compilation";
    private static final String ALLOCATION = "dev.gpukernel.Allocation";
    private static final String FREE = "dev.gpukernel.Free";

    /** Of no other test. */
    private static final int LENGTH = 4321;

    @GpuKernel
    static void recordedOnce(int[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = 100 / x[i];
        }
    }

    @TempDir
    private Path folder;

    private List<RecordedEvent> recorded(Runnable body) throws IOException {
        Path file = folder.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            for (String event : List.of(LAUNCH, COPY, COMPILATION, ALLOCATION, FREE)) {
                recording.enable(event).withoutThreshold();
            }
            recording.start();
            body.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file);
    }

    /** {@return those of this test; others may run beside it} */
    private static List<RecordedEvent> own(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .filter(event -> event.hasField("bytes")
                        ? event.getLong("bytes") == 4L * LENGTH
                        : event.getString("kernel").endsWith("recordedOnce")
                                || (event.hasField("launches") && event.getInt("launches") > 1))
                .toList();
    }

    private static int[] ones() {
        int[] x = new int[LENGTH];
        Arrays.fill(x, 1);
        return x;
    }

    private static void launch(Gpu gpu, Kernel kernel) {
        gpu.run(() -> {
            for (int i = 0; i < 7; i++) {
                kernel.launch((Object) ones());
            }
            try (GpuArray<int[]> x = gpu.upload(ones())) {
                kernel.launch(x);
                kernel.launch(x);
                GpuGraph graph = gpu.record(() -> {
                    kernel.launch(x);
                    kernel.launch(x);
                });
                graph.launch();
                graph.close();
                x.copyTo(new int[LENGTH]);
            }
        });
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> gpu.run(() -> kernel.launch((Object) new int[LENGTH])));
    }

    private static List<RecordedEvent> ofKernel(List<RecordedEvent> launches) {
        return launches.stream().filter(event -> event.getInt("launches") == 1).toList();
    }

    @Test
    void eventsAreCountedAgainstLaunches() throws IOException {
        Kernel kernel = Kernel.of(FlightEventsTest.class, "recordedOnce");
        Gpu cpu = Gpu.all().getLast();
        List<RecordedEvent> events = recorded(() -> launch(cpu, kernel));
        List<RecordedEvent> launches = own(events, LAUNCH);
        assertThat(ofKernel(launches)).hasSize(7 + 2 + 1);
        assertThat(ofKernel(launches))
                .filteredOn(event -> event.getString("thrown") != null)
                .singleElement()
                .satisfies(event -> assertThat(event.getString("thrown")).isEqualTo("java.lang.ArithmeticException"));
        assertThat(ofKernel(launches))
                .filteredOn(event -> event.getBoolean("resident"))
                .hasSize(2);
        assertThat(launches).filteredOn(event -> event.getInt("launches") == 2).hasSize(1);
        assertThat(launches)
                .allSatisfy(event -> assertThat(event.getString("device")).contains("(cpu 0)"));
        assertThat(own(events, COPY)).hasSize(2);
        assertThat(own(events, ALLOCATION)).hasSize(1);
        assertThat(own(events, FREE)).hasSize(1);
        assertThat(own(events, COMPILATION)).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void hostArraysAreCopiedToAndFromAGpu() throws IOException {
        Gpu gpu = OtherEngine.gpu(new InterpretedDevice.Interpreted(Long.MAX_VALUE, Long.MAX_VALUE));
        Kernel kernel = Kernel.of(FlightEventsTest.class, "recordedOnce");
        List<RecordedEvent> copies = own(
                recorded(() -> gpu.run(() -> {
                    kernel.launch((Object) ones());
                    kernel.launch((Object) ones());
                })),
                COPY);
        assertThat(copies).filteredOn(event -> event.getBoolean("toDevice")).hasSize(2);
        assertThat(copies).filteredOn(event -> !event.getBoolean("toDevice")).hasSize(2);
    }
}
