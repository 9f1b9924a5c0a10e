package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program whose class loader nothing refers to any more is collected, though it ran kernels. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class UnloadingContract {
    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    /** {@return whether the device can do what a way needs} */
    protected boolean supports(String way) {
        return true;
    }

    /** All ways at once: a full collection takes as long as all of a way's launches. */
    @Test
    final void programsAreCollected() throws Exception {
        List<GpuArray<?>> living = new ArrayList<>();
        Map<LoadedAgain.Way, WeakReference<ClassLoader>> loaders = new EnumMap<>(LoadedAgain.Way.class);
        for (LoadedAgain.Way way : LoadedAgain.Way.values()) {
            if (supports(way.name())) {
                loaders.put(way, run(way, living));
            }
        }
        assertThat(loaders).isNotEmpty();
        for (int i = 0; i < 100 && !loaders.isEmpty(); i++) {
            System.gc();
            Thread.sleep(20);
            loaders.values().removeIf(loader -> loader.get() == null);
        }
        assertThat(loaders.keySet()).as("whose class loader stays").isEmpty();
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
