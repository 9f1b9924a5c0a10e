package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.backend.Backend;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.cpu.CpuBackend;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that launch a kernel at once, again and again, use what was prepared for it again. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class IdleCallsTest {
    private static final int THREADS = 16;

    @GpuKernel
    static void twice(int[] from, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = 2 * from[i];
        }
    }

    /** Replaces some results of an object's methods. */
    private static <T> T watched(Class<T> type, T target, BinaryOperator<@Nullable Object> change) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    try {
                        return change.apply(method.getName(), method.invoke(target, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                }));
    }

    /** A CPU that counts the plans of launches that are made on it. */
    private static Gpu counting(AtomicInteger made) {
        Device cpu =
                ((Backend.Probe.Present) new CpuBackend().probe()).devices().getFirst();
        Device counting = watched(
                Device.class,
                cpu,
                (_, result) -> result instanceof Executable code
                        ? watched(Executable.class, code, (name, launch) -> {
                            made.addAndGet("newInvocation".equals(name) ? 1 : 0);
                            return launch;
                        })
                        : result);
        Backend.Probe probe = new Backend.Probe.Present(List.of(counting));
        return OtherEngine.gpu(watched(
                Backend.class, new CpuBackend(), (_, result) -> result instanceof Backend.Probe ? probe : result));
    }

    @Test
    void asManyArePreparedAsLaunchAtOnce() throws Exception {
        AtomicInteger made = new AtomicInteger();
        Gpu gpu = counting(made);
        CyclicBarrier together = new CyclicBarrier(THREADS);
        AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int own = t;
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    for (int round = 0; round < 100; round++) {
                        int[] to = new int[2];
                        together.await();
                        gpu.run(() -> Kernel.of(IdleCallsTest.class, "twice").launch(new int[] {own, 0}, to));
                        assertThat(to).containsExactly(2 * own, 0);
                    }
                } catch (Throwable thrown) {
                    failed.compareAndSet(null, thrown);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failed.get()).isNull();
        assertThat(made.get()).isBetween(1, THREADS);
    }
}
