package dev.gpukernel.cuda;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuException;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Launches a raw kernel that leaves its memory, and prints what each call that waits, launches or closes says then, a line each. It is a program
 * of its own, as the driver ends all work of the process.
 */
final class CudaFaultProgram {
    private static final int LENGTH = 1000;

    private static final String ASTRAY = """
            .version 7.0
            .target sm_52
            .address_size 64
            .visible .entry astray(.param .u64 to) {
                .reg .b64 %rd<3>;
                .reg .b32 %r<2>;
                ld.param.u64 %rd1, [to];
                cvta.to.global.u64 %rd2, %rd1;
                add.s64 %rd2, %rd2, 0x100000000000;
                mov.u32 %r1, 7;
                st.global.u32 [%rd2], %r1;
                ret;
            }
            """;

    private CudaFaultProgram() {}

    /** A kernel of Java, which has nothing to do with it. */
    @GpuKernel
    static void addOne(int[] data) {
        for (int i = 0; i < data.length; i++) {
            data[i]++;
        }
    }

    /**
     * Runs it.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) throws Exception {
        Gpu gpu = Gpu.current();
        CudaModule module = CudaModule.load("astray.ptx", ASTRAY.getBytes(StandardCharsets.UTF_8));
        CudaKernel astray = module.kernel("astray", int[].class);
        Kernel addOne = Kernel.of(MethodHandles.lookup(), CudaFaultProgram.class, "addOne", int[].class);
        GpuStream stream = gpu.newStream();
        GpuArray<int[]> data = gpu.allocate(int[].class, LENGTH);
        GpuArray<int[]> others = gpu.allocate(int[].class, LENGTH);
        addOne.launch(others);
        astray.launch(Launch.of(1, 1).on(stream), data);
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("stream", stream::synchronize);
        calls.put("device", gpu::synchronize);
        calls.put("array", data::toHost);
        calls.put("array of others", others::toHost);
        calls.put("thread", () -> CompletableFuture.runAsync(others::toHost).join());
        calls.put("event", () -> {
            try (GpuEvent event = gpu.newEvent()) {
                event.record(stream);
                event.synchronize();
            }
        });
        calls.put("kernel of Java", () -> addOne.launch((Object) new int[LENGTH]));
        calls.put("raw kernel", () -> astray.launch(Launch.of(1, 1), new int[LENGTH]));
        calls.put("upload", () -> gpu.upload(new int[LENGTH]).close());
        calls.put(
                "new kernel",
                () -> Kernel.of(MethodHandles.lookup(), CudaFaultProgram.class, "addTwo", int[].class)
                        .launch((Object) new int[LENGTH]));
        calls.forEach(CudaFaultProgram::say);
        say("close", () -> {
            data.close();
            others.close();
            stream.close();
        });
    }

    /** Another kernel, which is compiled when all is lost. */
    @GpuKernel
    static void addTwo(int[] data) {
        for (int i = 0; i < data.length; i++) {
            data[i] += 2;
        }
    }

    private static void say(String call, Runnable run) {
        String said = "nothing";
        try {
            run.run();
        } catch (RuntimeException e) {
            Throwable cause = e instanceof GpuException || e.getCause() == null ? e : e.getCause();
            said = String.valueOf(cause.getMessage()).replace('\n', ' ');
        }
        System.out.println(call + ": " + said);
    }
}
