package dev.gpukernel.internal.cpu;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.contract.HostLibrary;
import dev.gpukernel.contract.OtherMemory;
import dev.gpukernel.contract.SharingContract;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway") // messages are there
final class CpuSharingTest extends SharingContract {
    private final HostLibrary library = new HostLibrary();

    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    protected OtherMemory others() {
        return library;
    }

    @Test
    void saysWhatItHasNot() {
        try (GpuArray<int[]> array = gpu().allocate(int[].class, 10)) {
            Exception thrown = assertThrows(IllegalStateException.class, array::address);
            assertTrue(thrown.getMessage().startsWith("[ArrayAddress]"), thrown.getMessage());
            thrown = assertThrows(IllegalStateException.class, array::ipcHandle);
            assertTrue(thrown.getMessage().startsWith("[IpcArray]"), thrown.getMessage());
        }
        assertUnsupported(() -> gpu().wrapStream(17));
        assertUnsupported(() -> gpu().defaultStream().handle());
        assertUnsupported(() -> gpu().allocateShareable(int[].class, 1));
        assertUnsupported(() -> gpu().openIpc(int[].class, new byte[64], 0, 1));
    }

    private static void assertUnsupported(org.junit.jupiter.api.function.Executable body) {
        Exception thrown = assertThrows(GpuException.class, body);
        assertTrue(thrown.getMessage().startsWith("[SharingUnsupported]"), thrown.getMessage());
    }
}
