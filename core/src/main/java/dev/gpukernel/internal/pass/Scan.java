package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Fold} has accumulated so far, which the loop reads. What is accumulated does not depend on what is read, so it can
 * be accumulated first and the running value of any iteration be told before the iteration is done.
 *
 * @param fold how it is accumulated
 */
record Scan(Fold fold) implements Reduction {
    @Override
    public List<BlockParam> params() {
        return fold.params();
    }

    /** A part of the loop begins with what those before it came to, the first with what the loop begins with. */
    @Override
    public @Nullable Constant identity() {
        return null;
    }

    @Override
    public List<Value> combine(Builder builder, List<Value> left, List<Value> right) {
        return fold.combine(builder, left, right);
    }

    @Override
    public boolean isRounded() {
        return fold.isRounded();
    }
}
