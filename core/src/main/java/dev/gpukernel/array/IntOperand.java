package dev.gpukernel.array;

/** An array whose elements Java takes for ints in arithmetic: of {@code int}, {@code short}, {@code char} or {@code byte}. */
public sealed interface IntOperand permits IntNdArray, SmallNdArray {
    /** {@return the elements as ints} */
    IntNdArray toInt();
}
