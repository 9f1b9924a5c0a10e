package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Op.Constant;
import org.jspecify.annotations.Nullable;

/**
 * Variables that are assigned in some iterations. The number of the last of these is kept beside, as their last parameter, so that
 * parts of the loop can be combined in any order.
 */
sealed interface Numbered extends Reduction permits Choice, Latest {
    /** {@return the number as long as no iteration has assigned} */
    Constant nobody();

    @Override
    default @Nullable Constant identity() {
        return null;
    }
}
