package dev.gpukernel.internal.ir;

/**
 * An array: where it is and how long.
 *
 * @param element what it holds
 * @param space where it is
 * @param index what its length and indices are
 */
public record ArrayType(ElementType element, Space space, IndexType index) implements Type {
    /** An argument of the kernel. */
    public ArrayType(ElementType element) {
        this(element, Space.GLOBAL);
    }

    /** An array with indices that are ints. */
    public ArrayType(ElementType element, Space space) {
        this(element, space, IndexType.INT);
    }

    @Override
    public String text() {
        return element.text() + "[" + index.text() + "]" + space.suffix("@");
    }
}
