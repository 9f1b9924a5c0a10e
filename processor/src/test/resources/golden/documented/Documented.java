package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

public final class Documented {
    /**
     * Costs $5 at 100 %, and keeps {@code
     * @Annotations} in their place.
     *
     * <p>A second paragraph.
     *
     * @param a one operand
     * @param b the other, and
     *     the result
     * @see Grid
     */
    @GpuKernel
    public static void add(float[] a, float[] b) {
        b[Grid.x()] += a[Grid.x()];
    }

    /// Written in *Markdown*, which may say `*/` itself.
    @GpuKernel
    public static void markdown(float[] a) {
        a[Grid.x()]++;
    }

    /**
     * @param a has a description, the kernel has none
     */
    @GpuKernel
    public static void tagsOnly(float[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i]++;
        }
    }
}
