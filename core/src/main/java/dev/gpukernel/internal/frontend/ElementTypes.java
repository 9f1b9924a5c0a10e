package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Dimensions;
import dev.gpukernel.internal.ir.ElementType;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/** What arrays of arrays hold in the end. */
final class ElementTypes {
    private ElementTypes() {}

    /** {@return what an array of arrays holds in the end, null if that is no number or it has too many dimensions} */
    static @Nullable ElementType ofRows(Type type) {
        return type.getSort() == Type.ARRAY && type.getDimensions() > 1 && type.getDimensions() <= Dimensions.MOST
                ? ofNested(type, type.getDimensions())
                : null;
    }

    /** {@return what an array of so many dimensions holds, null if it has others or holds references} */
    static @Nullable ElementType ofNested(Type type, int dimensions) {
        if (type.getSort() != Type.ARRAY || type.getDimensions() != dimensions) {
            return null;
        }
        return Records.element(Type.getType("[" + type.getElementType().getDescriptor()));
    }
}
