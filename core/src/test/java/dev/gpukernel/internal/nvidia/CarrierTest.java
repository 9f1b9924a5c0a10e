package dev.gpukernel.internal.nvidia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.cuda.FakeDriver;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Virtual threads that wait for a device leave their carrier, of which there is one. Runs on a {@link FakeDriver} only. */
@Tag("gpu")
final class CarrierTest {
    private static final int LONG = 1 << 17;

    /** A kernel may be done before anything waits for it, if the machine is busy. */
    private static final int MOST_TRIES = 5;

    @GpuKernel
    static void fill(int[] to, int value) {
        for (int i = 0; i < to.length; i++) {
            to[i] = value;
        }
    }

    /** A way to wait for a launch. */
    private interface Waiting {
        void await(GpuArray<int[]> array, GpuStream stream, GpuEvent after);
    }

    @Test
    void whoWaitsHoldsNoCarrier() throws InterruptedException {
        assumeTrue(FakeDriver.isInstalled());
        Gpu gpu = Gpu.all().getFirst();
        assertThat(gpu.backend()).isEqualTo("cuda");
        Kernel fill = Kernel.of(CarrierTest.class, "fill");
        List<Waiting> ways = List.of(
                (array, _, _) -> array.toHost(),
                (_, stream, _) -> stream.synchronize(),
                (_, _, after) -> after.synchronize());
        for (Waiting way : ways) {
            boolean ran = false;
            for (int i = 0; i < MOST_TRIES && !ran; i++) {
                ran = lettingOthersRun(gpu, fill, way);
            }
            assertThat(ran).isTrue();
        }
    }

    /** {@return whether another virtual thread ran while one waited} None does if the kernel is done before that waits. */
    private static boolean lettingOthersRun(Gpu gpu, Kernel fill, Waiting way) throws InterruptedException {
        AtomicBoolean otherRan = new AtomicBoolean();
        AtomicBoolean ranMeanwhile = new AtomicBoolean();
        Thread waiter = Thread.ofVirtual().unstarted(() -> {
            try (GpuArray<int[]> array = gpu.allocate(int[].class, LONG);
                    GpuStream stream = gpu.newStream();
                    GpuEvent after = gpu.newEvent()) {
                stream.run(() -> fill.launch(array, 1));
                after.record(stream);
                Thread.ofVirtual().start(() -> otherRan.set(true));
                way.await(array, stream, after);
                ranMeanwhile.set(otherRan.get());
            }
        });
        waiter.start();
        waiter.join();
        return ranMeanwhile.get();
    }
}
