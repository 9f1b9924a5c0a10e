package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A program whose class loader nothing refers to any more is collected, though it ran kernels. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class UnloadingContract {
    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    /** {@return whether the device can do what a way needs} */
    protected boolean supports(String way) {
        return true;
    }

    @ParameterizedTest
    @EnumSource
    final void aProgramIsCollected(LoadedAgain.Way way) throws Exception {
        if (!supports(way.name())) {
            return;
        }
        List<GpuArray<?>> living = new ArrayList<>();
        WeakReference<ClassLoader> loader = run(way, living);
        for (int i = 0; i < 100 && loader.get() != null; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertThat(loader.get()).as("the class loader").isNull();
        living.forEach(GpuArray::close);
    }

    /** Runs it in a thread whose context the program's loader is, as in a container. */
    private WeakReference<ClassLoader> run(LoadedAgain.Way way, List<GpuArray<?>> living) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        LoadedAgain.Loader own = new LoadedAgain.Loader();
        thread.setContextClassLoader(own);
        try {
            living.addAll(own.way(way).apply(gpu()));
        } finally {
            thread.setContextClassLoader(before);
        }
        return new WeakReference<>(own);
    }
}
