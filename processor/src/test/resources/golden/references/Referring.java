package com.acme;

import dev.gpukernel.GpuKernel;
import java.nio.BufferOverflowException;
import java.util.List;
import java.util.Map.Entry;

public final class Referring {
    public static final int LIMIT = 4;

    static final class Inner {
        private Inner() {}
    }

    private Referring() {}

    static int of(int n, List<Entry<String, Inner>> entries, float... rest) {
        return n;
    }

    /**
     * Up to {@value #LIMIT}, as {@link #of(int, List, float...)} or {@link Inner}, of {@linkplain Entry#getKey a
     * key} and {@link Math#abs(int)}; not {@code #LIMIT}, nor mail@link List.
     *
     * @param a numbers
     * @throws BufferOverflowException never
     * @see Entry
     * @see <a href="https://example.org">more</a>
     */
    @GpuKernel
    public static void fill(int[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i] = LIMIT;
        }
    }
}
