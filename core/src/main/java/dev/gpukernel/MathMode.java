package dev.gpukernel;

/** How exactly a kernel's floating-point arithmetic follows Java's. */
public enum MathMode {
    /** Bit for bit what the JVM computes: no contraction to fused multiply-add, no flush to zero, no approximation. */
    STRICT,
    /**
     * Fused multiply-add and the hardware's own approximations are allowed. On a GPU a result may then differ from the JVM's in
     * this, and in nothing else:
     *
     * <ul>
     *   <li>A float or double product that is added to or subtracted from something is not rounded before: {@code a * b + c} is
     *       {@code Math.fma(a, b, c)}. The code of the JDK and of {@link dev.gpukernel.device.GpuMath} is left alone.
     *   <li>A quotient of floats has an error of up to 2.5 ulp, a square root of a float, {@code (float) Math.sqrt(x)}, and its
     *       inverse one of up to 2^-22 of their value.
     *   <li>{@code sin}, {@code cos}, {@code tan}, {@code exp}, {@code exp2}, {@code log}, {@code log2}, {@code log10},
     *       {@code pow}, {@code tanh}, {@code sqrt} and {@code rsqrt} of {@link dev.gpukernel.device.GpuMath} are those of {@link
     *       dev.gpukernel.device.Approximate}, with the errors stated there.
     * </ul>
     *
     * <p>Integers, conversions, comparisons, doubles other than by fused multiply-add, {@code Math}, subnormal numbers, index
     * checks and exceptions are as with {@link #STRICT}. Which of two products of a sum is fused may change from one version of
     * this library to the next. On the CPU a grid kernel runs as plain Java, whatever its mode; of a plain loop
     * products are fused there too, and the approximations are exact.
     */
    FAST
}
