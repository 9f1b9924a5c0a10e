package dev.gpukernel.internal.array;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.Constant;

/** What becomes of many elements one. */
public enum Reduction {
    SUM,
    PRODUCT,
    LEAST,
    GREATEST;

    /** {@return what a loop begins with} */
    Constant identity(ElementType type) {
        return switch (this) {
            case SUM -> number(type, 0);
            case PRODUCT -> number(type, 1);
            case LEAST ->
                switch (type) {
                    case LONG -> Constant.of(Long.MAX_VALUE);
                    case FLOAT, DOUBLE -> number(type, Float.POSITIVE_INFINITY);
                    default -> Constant.of(Integer.MAX_VALUE);
                };
            case GREATEST ->
                switch (type) {
                    case LONG -> Constant.of(Long.MIN_VALUE);
                    case FLOAT, DOUBLE -> number(type, Float.NEGATIVE_INFINITY);
                    default -> Constant.of(Integer.MIN_VALUE);
                };
        };
    }

    private static Constant number(ElementType type, float value) {
        return switch (type) {
            case LONG -> Constant.of((long) value);
            case FLOAT -> Constant.of(value);
            case DOUBLE -> Constant.of((double) value);
            default -> Constant.of((int) value);
        };
    }
}
