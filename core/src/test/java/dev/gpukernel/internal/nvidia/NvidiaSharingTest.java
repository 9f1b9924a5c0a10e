package dev.gpukernel.internal.nvidia;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.contract.OtherMemory;
import dev.gpukernel.contract.SharingContract;
import dev.gpukernel.internal.cuda.FakeDriver;
import dev.gpukernel.internal.cuda.OtherLibrary;
import dev.gpukernel.internal.jit.SharedArrays;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("gpu")
@SuppressWarnings("NullAway") // messages are there
final class NvidiaSharingTest extends SharingContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    protected OtherMemory others() {
        return OtherLibrary.MEMORY;
    }

    @Test
    void streamsOfOthersAreOrderedWithOurs() {
        gpu().memory();
        long handle = OtherLibrary.newStream();
        long address = allocate(4096);
        try (GpuStream stream = gpu().wrapStream(handle);
                GpuArray<int[]> array = gpu().wrap(int[].class, address, 1024, this)) {
            assertEquals(handle, stream.handle());
            for (int i = 0; i < 10; i++) {
                OtherLibrary.enqueueFill(address, i, 4096, handle);
                stream.enqueue(_ -> {}, List.of(), List.of(array));
                stream.run(() ->
                        Kernel.of(MethodHandles.lookup(), Own.class, "addOne").launch(array));
                OtherLibrary.synchronize(handle);
                assertEquals(i * 0x01010101 + 1, read(address, 1)[0]);
            }
        }
        OtherLibrary.enqueueFill(address, 7, 4096, handle);
        assertEquals(0x07070707, read(address, 1)[0]);
        try (GpuStream main = gpu().wrapStream(0)) {
            assertEquals(1, main.handle());
        }
        Exception thrown = assertThrows(IllegalArgumentException.class, () -> gpu().wrapStream(2));
        assertTrue(thrown.getMessage().startsWith("[ForeignStream]"), thrown.getMessage());
        OtherLibrary.destroy(handle);
        others().free(address);
    }

    @Test
    void nothingIsLeftOfManyStreamsAndHandles() {
        gpu().memory();
        long handle = OtherLibrary.newStream();
        int count = FakeDriver.isInstalled() ? 1_000 : 10_000;
        try (GpuArray<int[]> array = gpu().allocate(int[].class, 100);
                GpuArray<int[]> shareable = gpu().allocateShareable(int[].class, 100)) {
            GpuStream warm = gpu().wrapStream(handle);
            warm.close();
            gpu().synchronize();
            long used = gpu().memory().used();
            long free = gpu().freeMemory();
            for (int i = 0; i < count; i++) {
                try (GpuStream stream = gpu().wrapStream(handle)) {
                    stream.enqueue(_ -> {}, List.of(), List.of(array));
                }
                assertEquals(64, shareable.ipcHandle().length);
            }
            // Less if arrays of other tests are collected meanwhile.
            assertTrue(gpu().memory().used() <= used);
            assertTrue(free - gpu().freeMemory() < 64 << 20, () -> "free bytes before " + free);
        }
        OtherLibrary.destroy(handle);
    }

    @Test
    void closingWaitsForTheWorkAndNothingElseDoes() throws InterruptedException {
        assumeTrue(FakeDriver.isInstalled(), "no stream of a GPU can be held up");
        long address = allocate(4096);
        AtomicInteger endings = new AtomicInteger();
        Kernel addOne = Kernel.of(MethodHandles.lookup(), Own.class, "addOne");
        for (boolean isJoined : new boolean[] {false, true}) {
            try (GpuStream stream = gpu().newStream();
                    GpuArray<int[]> own = gpu().allocate(int[].class, 10)) {
                GpuArray<int[]> first = SharedArrays.wrap(
                        gpu(), int[].class, address, 1024, gpu().defaultStream(), endings::incrementAndGet);
                GpuArray<int[]> closed = isJoined
                        ? SharedArrays.wrap(
                                gpu(), int[].class, address, 8, gpu().defaultStream(), endings::incrementAndGet)
                        : first;
                int before = endings.get();
                addOne.launch(own);
                gpu().synchronize();
                Runnable release = FakeDriver.hold(stream.handle());
                stream.run(() -> addOne.launch(closed));
                Thread closing = Thread.ofPlatform().start(closed::close);
                try {
                    closing.join(100);
                    assertTrue(closing.isAlive());
                    assertEquals(before, endings.get());
                    assertThrows(IllegalStateException.class, () -> addOne.launch(closed));
                    addOne.launch(own);
                    assertEquals(2, own.toHost()[0]);
                } finally {
                    release.run();
                }
                closing.join();
                assertEquals(before + 1, endings.get());
                first.close();
            }
        }
        assertEquals(3, endings.get());
        others().free(address);
    }

    static final class Own {
        private Own() {}

        @GpuKernel
        static void addOne(int[] a) {
            for (int i = 0; i < a.length; i++) {
                a[i] = a[i] + 1;
            }
        }
    }

    @Test
    void memoryThatIsNotTheDevicesIsRefused() {
        gpu().memory();
        Exception thrown = assertThrows(IllegalArgumentException.class, () -> gpu().wrap(int[].class, 64, 1, this));
        assertTrue(thrown.getMessage().contains("knows no memory"), thrown.getMessage());
        long address = allocate(1 << 22);
        thrown = assertThrows(
                IllegalArgumentException.class, () -> gpu().wrap(int[].class, address, (1 << 20) + 1, this));
        assertTrue(thrown.getMessage().contains("ends at"), thrown.getMessage());
        others().free(address);
    }

    @Test
    void addressesAreOfZerosFromTheBeginning() {
        try (GpuArray<int[]> array = gpu().allocate(int[].class, 100)) {
            long address = array.address();
            gpu().synchronize();
            assertArrayEquals(new int[100], read(address, 100));
            try (GpuArray<int[]> same = gpu().wrap(int[].class, address + 40, 10, array)) {
                same.copyFrom(new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
                assertEquals(10, array.toHost()[19]);
            }
        }
    }

    @Test
    void shareableMemoryIsFreed() {
        long used = gpu().memory().used();
        try (GpuArray<int[]> array = gpu().allocateShareable(int[].class, 100)) {
            // Less if arrays of other tests are collected meanwhile.
            assertTrue(gpu().memory().used() - used <= 2 << 20);
            assertArrayEquals(new int[100], array.toHost());
            byte[] handle = array.ipcHandle();
            assertEquals(64, handle.length);
            assertThrows(IllegalStateException.class, () -> array.slice(1, 2).ipcHandle());
            assertThrows(IllegalArgumentException.class, () -> gpu().openIpc(int[].class, new byte[3], 0, 1));
            if (!FakeDriver.isInstalled()) {
                Exception thrown = assertThrows(GpuException.class, () -> gpu().openIpc(int[].class, handle, 0, 100));
                assertTrue(thrown.getMessage().contains("another process"), thrown.getMessage());
            }
        }
        assertTrue(gpu().memory().used() <= used);
        try (GpuArray<int[]> usual = gpu().allocate(int[].class, 100)) {
            Exception thrown = assertThrows(IllegalStateException.class, usual::ipcHandle);
            assertTrue(thrown.getMessage().startsWith("[IpcArray]"), thrown.getMessage());
        }
    }

    @Test
    void memoryOfOtherProcessesIsOpenedAndClosed() {
        assumeTrue(FakeDriver.isInstalled(), "the driver does not open a handle in the process that made it");
        try (GpuArray<int[]> array = gpu().allocateShareable(int[].class, 100)) {
            array.copyFrom(new int[100]);
            byte[] handle = array.ipcHandle();
            int before = FakeDriver.opened();
            try (GpuArray<int[]> opened = gpu().openIpc(int[].class, handle, 40, 10)) {
                opened.copyFrom(new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
                assertEquals(before + 1, FakeDriver.opened());
            }
            assertEquals(before, FakeDriver.opened());
            assertEquals(10, array.toHost()[19]);
            assertThrows(IllegalArgumentException.class, () -> gpu().openIpc(int[].class, handle, 2 << 20, 1));
        }
        assertEquals(0, FakeDriver.opened());
    }
}
