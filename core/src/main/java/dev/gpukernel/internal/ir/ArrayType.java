package dev.gpukernel.internal.ir;

/**
 * An array: where it is and how long.
 *
 * @param element what it holds
 * @param space where it is
 */
public record ArrayType(ElementType element, Space space) implements Type {
    /** An argument of the kernel. */
    public ArrayType(ElementType element) {
        this(element, Space.GLOBAL);
    }

    @Override
    public String text() {
        return element.text() + "[]" + space.suffix("@");
    }
}
