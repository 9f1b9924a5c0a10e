package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values that a loop carries and only ever combines with others in a way that is associative. Parts of the loop can then
 * accumulate on their own and be combined after it.
 */
sealed interface Reduction permits Fold, Numbered, Scan {
    /** {@return the parameters of the loop's header that belong to it} */
    List<BlockParam> params();

    /** {@return what a part of the loop begins with, null if that is what the whole loop begins with} */
    @Nullable Constant identity();

    /** {@return whether the result depends on the order, as sums of floating numbers do} */
    default boolean isRounded() {
        return false;
    }

    /**
     * Emits code that combines what two parts of the loop accumulated.
     *
     * @param builder where
     * @param left one value for each parameter, of a part of the loop
     * @param right likewise, of another part
     * @return one value for each parameter
     */
    List<Value> combine(Builder builder, List<Value> left, List<Value> right);
}
