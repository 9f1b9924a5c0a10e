package dev.gpukernel.internal.ir;

/**
 * An array: where it is and how long.
 *
 * @param element what it holds
 */
public record ArrayType(ElementType element) implements Type {
    @Override
    public String text() {
        return element.text() + "[]";
    }
}
