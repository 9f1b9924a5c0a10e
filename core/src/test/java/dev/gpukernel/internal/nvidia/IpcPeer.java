package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Another process that shares memory: it opens the array whose handle it reads, adds 1, and offers an array of its own. */
final class IpcPeer {
    private IpcPeer() {}

    @GpuKernel
    static void addOne(int[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i] = a[i] + 1;
        }
    }

    static void addOneTo(GpuArray<int[]> array) {
        Kernel.of(MethodHandles.lookup(), IpcPeer.class, "addOne").launch(array);
    }

    /**
     * Opens {@code handle offset length} of the first line.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String[] words = in.readLine().split(" ", -1);
        byte[] handle = HexFormat.of().parseHex(words[0]);
        int length = Integer.parseInt(words[2]);
        try (GpuArray<int[]> theirs = Gpu.current().openIpc(int[].class, handle, Long.parseLong(words[1]), length)) {
            addOneTo(theirs);
            Gpu.current().synchronize();
        }
        try (GpuArray<int[]> own = Gpu.current().allocateShareable(int[].class, length)) {
            addOneTo(own);
            System.out.println(HexFormat.of().formatHex(own.ipcHandle()) + " 0 " + length);
            in.readLine();
            System.out.println(own.toHost()[length - 1]);
        }
    }
}
