package dev.gpukernel.internal.array.kernel;

/** What the kernels that compute products tile by tile have in common. */
public final class ProductTiles {
    /** Rows and columns of a tile of a large product. */
    public static final int LARGE = 128;

    /** Rows and columns of a tile of a product that has too few large ones for a device. */
    public static final int SMALL = 64;

    /** Threads of a block. */
    public static final int THREADS = 256;

    private ProductTiles() {}

    /**
     * {@return the class that has the kernels {@code large} and {@code small}}
     *
     * @param type type of the arrays, such as {@code float[].class}
     */
    public static Class<?> of(Class<?> type) {
        return type == float[].class
                ? FloatProduct.class
                : type == double[].class
                        ? DoubleProduct.class
                        : type == int[].class ? IntProduct.class : LongProduct.class;
    }
}
