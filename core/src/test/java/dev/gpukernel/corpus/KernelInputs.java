package dev.gpukernel.corpus;

import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The table of a class's kernels: for each, its form, its launch and its arguments. */
final class KernelInputs {
    /** Threads per block along x of a launch in one dimension; small, so that every launch has several blocks. */
    private static final int BLOCK = 16;

    /** Threads per block along each axis of a launch in two dimensions. */
    private static final int TILE = 4;

    private final Class<?> owner;
    private final Map<String, CorpusKernel> kernels = new LinkedHashMap<>();
    private @Nullable Class<? extends Throwable> thrown;
    private int sharedBytes;

    KernelInputs(Class<?> owner) {
        this.owner = owner;
    }

    /** The next kernel named throws this. */
    KernelInputs throwing(Class<? extends Throwable> type) {
        thrown = type;
        return this;
    }

    /** The next kernel named throws an {@code AssertionError} if this JVM was started with assertions on. */
    KernelInputs failingAssertion() {
        thrown = owner.desiredAssertionStatus() ? AssertionError.class : null;
        return this;
    }

    void loop(String name, Supplier<List<Object>> arguments) {
        add(name, KernelForm.LOOP, new Shape(1, 1, 1, 1, 1, 1, 0), arguments);
    }

    /** At least so many threads, and surplus ones that the kernel's guard must stop. */
    void grid(String name, int threads, Supplier<List<Object>> arguments) {
        add(name, KernelForm.GRID, new Shape(threads / BLOCK + 1, 1, 1, BLOCK, 1, 1, 0), arguments);
    }

    /** At least so many threads along each axis, and surplus ones. */
    void grid(String name, int width, int height, Supplier<List<Object>> arguments) {
        Shape shape = new Shape(width / TILE + 1, height / TILE + 1, 1, TILE, TILE, 1, 0);
        add(name, KernelForm.GRID, shape, arguments);
    }

    /** The next kernel named gets so many bytes of shared memory for each block. */
    KernelInputs sharing(int bytes) {
        sharedBytes = bytes;
        return this;
    }

    /** Exactly these blocks of exactly these threads. */
    void blocks(String name, int gridX, int gridY, int blockX, int blockY, Supplier<List<Object>> arguments) {
        add(name, KernelForm.GRID, new Shape(gridX, gridY, 1, blockX, blockY, 1, sharedBytes), arguments);
    }

    private void add(String name, KernelForm form, Shape shape, Supplier<List<Object>> arguments) {
        CorpusKernel before = kernels.put(name, new CorpusKernel(owner, name, form, shape, thrown, arguments));
        if (before != null) {
            throw new IllegalArgumentException("two rows for " + before);
        }
        thrown = null;
        sharedBytes = 0;
    }

    /** {@return the kernels by name} */
    Map<String, CorpusKernel> kernels() {
        return Map.copyOf(kernels);
    }
}
