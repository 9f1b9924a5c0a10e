package dev.gpukernel.internal.nvidia;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.GpuRegistration;
import dev.gpukernel.GpuRegistration.Reading;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.backend.Backend;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.cuda.CudaDevice;
import dev.gpukernel.internal.cuda.CudaDriver;
import dev.gpukernel.internal.cuda.DeviceAttribute;
import dev.gpukernel.internal.cuda.FakeDriver;
import dev.gpukernel.internal.jit.OtherEngine;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the driver is asked for memory that is registered. Runs on a {@link FakeDriver} only. */
@Tag("gpu")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RegistrationCallsTest {
    private static final int LENGTH = 300_000;
    private static final long BYTES = 4L * LENGTH;

    @GpuKernel
    static void add(int c, MemorySegment x, MemorySegment y) {
        for (long i = 0; i < y.byteSize() / 4; i++) {
            y.setAtIndex(JAVA_INT, i, x.getAtIndex(JAVA_INT, i) + c);
        }
    }

    @BeforeEach
    void requireFakeDriver() {
        assumeTrue(FakeDriver.isInstalled());
    }

    private static Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }

    private static Kernel kernel() {
        return Kernel.of(RegistrationCallsTest.class, "add");
    }

    private static List<String> copiesOf(Runnable body) {
        return FakeDriver.callsOf(() -> gpu().run(body)).stream()
                .filter(name -> name.startsWith("cuMemcpy"))
                .toList();
    }

    @Test
    void oneCopyEachWayMovesWhatIsRegistered() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment x = arena.allocate(BYTES, 16);
            MemorySegment y = arena.allocate(BYTES, 16);
            assertThat(copiesOf(() -> kernel().launch(1, x, y))).doesNotContain("cuMemcpyHtoD_ptds");
            try (GpuRegistration _ = gpu().register(x);
                    GpuRegistration _ = gpu().register(y, Reading.IN_PLACE);
                    GpuArray<int[]> array = gpu().upload(int[].class, x)) {
                assertThat(copiesOf(() -> kernel().launch(1, x, y)))
                        .containsExactly("cuMemcpyHtoD_ptds", "cuMemcpyDtoH_ptds");
                assertThat(copiesOf(() -> array.copyFrom(x))).containsExactly("cuMemcpyHtoD_ptds");
                assertThat(copiesOf(() -> array.copyTo(y))).containsExactly("cuMemcpyDtoH_ptds");
            }
            assertThat(FakeDriver.isRegistered(x)).isFalse();
            assertThat(copiesOf(() -> kernel().launch(1, x, y))).doesNotContain("cuMemcpyHtoD_ptds");
        }
    }

    @Test
    void whatIsReadInPlaceIsNotCopied() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment x = arena.allocate(BYTES, 16);
            MemorySegment y = arena.allocate(BYTES, 16);
            GpuRegistration registration = gpu().register(x, Reading.IN_PLACE);
            long before = gpu().memory().used();
            for (int i = 0; i < 3; i++) {
                x.set(JAVA_INT, 0, i);
                assertThat(copiesOf(() -> kernel().launch(1, x, y))).noneMatch(name -> name.contains("HtoD"));
                assertThat(y.get(JAVA_INT, 0)).isEqualTo(i + 1);
                assertThat(kernel().lastRun().orElseThrow().bytesToDevice()).isZero();
            }
            assertThat(gpu().memory().used()).isEqualTo(before);
            registration.close();
            assertThat(FakeDriver.isRegistered(x)).isFalse();
            gpu().run(() -> kernel().launch(1, x, y));
            assertThat(kernel().lastRun().orElseThrow().bytesToDevice()).isEqualTo(BYTES);
        }
    }

    /** As a driver tells of it that reads all of the host's memory. */
    private static Gpu readingUnpinned() {
        if (!(CudaDriver.find() instanceof CudaDriver.Present(CudaDriver driver))) {
            throw new AssertionError("the stand-in is there");
        }
        CudaDevice device = driver.devices().getFirst();
        Map<DeviceAttribute, Integer> attributes = new EnumMap<>(device.attributes());
        attributes.put(DeviceAttribute.PAGEABLE_MEMORY_ACCESS, 1);
        return OtherEngine.gpu(new Unpinned(new NvidiaDevice(
                new CudaDevice(device.ordinal(), device.handle(), device.name(), device.totalMemory(), attributes),
                "13.0")));
    }

    private record Unpinned(Device device) implements Backend {
        @Override
        public String name() {
            return "unpinned";
        }

        @Override
        public int priority() {
            return 0;
        }

        @Override
        public Probe probe() {
            return new Probe.Present(List.of(device));
        }
    }

    @Test
    void whatIsReadUnpinnedIsNeitherPinnedNorCopied() {
        Gpu gpu = readingUnpinned();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment x = arena.allocate(BYTES, 16);
            MemorySegment y = arena.allocate(BYTES, 16);
            GpuRegistration registration = gpu.register(x, Reading.UNPINNED);
            assertThat(registration.isPinned()).isFalse();
            assertThat(FakeDriver.isRegistered(x)).isFalse();
            for (int i = 0; i < 3; i++) {
                x.set(JAVA_INT, 0, i);
                assertThat(FakeDriver.callsOf(() -> gpu.run(() -> kernel().launch(1, x, y))))
                        .noneMatch(name -> name.contains("HtoD"));
                assertThat(y.get(JAVA_INT, 0)).isEqualTo(i + 1);
            }
            try (GpuRegistration pinned = gpu.register(x)) {
                assertThat(pinned.isPinned()).isTrue();
            }
            registration.close();
            assertThat(FakeDriver.callsOf(() -> gpu.run(() -> kernel().launch(1, x, y))))
                    .anyMatch(name -> name.contains("HtoD"));
        }
    }

    @Test
    void aDeviceThatCannotReadUnpinnedMemorySaysSo() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment x = arena.allocate(BYTES, 16);
            assertThatExceptionOfType(GpuException.class)
                    .isThrownBy(() -> gpu().register(x, Reading.UNPINNED))
                    .withMessageContaining("[PageableMemory]")
                    .withMessageContaining("PAGEABLE_MEMORY_ACCESS is 0")
                    .withMessageContaining("Reading.IN_PLACE");
        }
    }

    @Test
    @SuppressWarnings("SystemGc") // is what it is about
    void aRegistrationThatIsUnreachableEnds() throws InterruptedException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment x = arena.allocate(BYTES, 16);
            assertThat(gpu().register(x).isPinned()).isTrue();
            while (FakeDriver.isRegistered(x)) {
                System.gc();
                Thread.sleep(10);
            }
        }
    }

    /** No downcall keeps the arena open while threads of the device read it. */
    @Test
    void anArenaThatIsClosedWhileItIsReadInPlaceFailsTheLaunch() throws InterruptedException {
        Arena arena = Arena.ofShared();
        try (Arena other = Arena.ofShared()) {
            MemorySegment x = arena.allocate(BYTES, 16);
            MemorySegment y = other.allocate(BYTES, 16);
            GpuRegistration registration = gpu().register(x, Reading.IN_PLACE);
            gpu().run(() -> kernel().launch(1, x, y));
            FakeDriver.afterLaunch(arena::close);
            assertThatIllegalStateException()
                    .isThrownBy(() -> gpu().run(() -> kernel().launch(2, x, y)))
                    .withMessageContaining("[SegmentUnusable]")
                    .withMessageContaining("closed meanwhile");
            assertThat(y.get(JAVA_INT, 0)).isEqualTo(1);
            assertThat(FakeDriver.isRegistered(x)).isFalse();
            registration.close();
        }
    }
}
