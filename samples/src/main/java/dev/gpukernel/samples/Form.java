package dev.gpukernel.samples;

import java.util.Locale;

/** In which form a sample is computed. */
enum Form {
    /** A kernel, which is a loop. */
    KERNEL,
    /** Arrays with shapes. */
    ARRAYS;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
