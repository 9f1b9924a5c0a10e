package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Affine;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An innermost loop whose checks can wait until it is left: a counter ends it, it only reads, and apart from exceptions it is
 * left at one place.
 *
 * @param loop the loop
 * @param counter its counter
 * @param lengths what the indices are checked against
 */
record DeferrableLoop(Loop loop, CountedLoop counter, Set<Value> lengths) {
    /** {@return the loop with what is known of it, or {@code null} if its checks cannot wait or it has none} */
    static @Nullable DeferrableLoop of(Loop loop, Dominators dominators) {
        CountedLoop counter = CountedLoop.upwards(loop);
        if (counter == null
                || counter.isInclusive()
                || !LoopForm.isCopyable(loop)
                || !isPure(loop)
                || !leavesOnce(loop, counter.exit())) {
            return null;
        }
        List<Instr> checks = loop.instrs().filter(DeferredChecks::isCheck).toList();
        Set<Value> lengths = new LinkedHashSet<>();
        checks.stream()
                .filter(check -> check.op() instanceof Op.IndexCheck)
                .forEach(check -> lengths.add(check.operand(1)));
        // Those linear in the counter were seen to before the loop: one that is still here belongs to the loop to fall
        // back on.
        boolean suitable = checks.stream().noneMatch(check -> isLinear(loop, counter, check.operand(0)))
                && lengths.stream().noneMatch(length -> loop.contains(length.block()))
                && loadsAreSafe(loop, counter, checks, dominators);
        return suitable && !checks.isEmpty() ? new DeferrableLoop(loop, counter, lengths) : null;
    }

    private static boolean isPure(Loop loop) {
        return loop.instrs().allMatch(instr -> {
            Effect effect = instr.op().effect();
            return effect == Effect.NONE
                    || effect == Effect.READ
                    || effect == Effect.CONTROL
                    || DeferredChecks.isCheck(instr);
        });
    }

    private static boolean leavesOnce(Loop loop, Edge exit) {
        return !isThrow(exit.target())
                && loop.exitEdges().stream().allMatch(edge -> edge.equals(exit) || isThrow(edge.target()));
    }

    private static boolean isThrow(Block block) {
        return block.terminator().op() instanceof Op.Throw;
    }

    private static boolean isLinear(Loop loop, CountedLoop counter, Value index) {
        return Affine.unwrapped(index, counter.variable(), loop) != null;
    }

    /** A load whose check was dropped because of another one must not be done where that one did not pass. */
    private static boolean loadsAreSafe(Loop loop, CountedLoop counter, List<Instr> checks, Dominators dominators) {
        DeferredChecks deferred = new DeferredChecks(dominators);
        checks.forEach(deferred::note);
        return loop.instrs()
                .filter(instr -> instr.op() instanceof Op.Load)
                .allMatch(load -> isLinear(loop, counter, load.operand(1)) || deferred.checkOf(load) != null);
    }

    /** {@return the edge by which the loop is left without an exception} */
    Edge exit() {
        return counter.exit();
    }

    /** Makes the condition under which the loop ends for certain and element 0 can be loaded. */
    Value condition(Builder builder) {
        Value all = builder.emit(Op.Constant.of(true));
        if (counter.step() > 1) {
            all = builder.emit(
                    new Op.Compare(Predicate.LE, ScalarType.I32),
                    counter.bound(),
                    builder.constant(Integer.MAX_VALUE - (int) counter.step() + 1));
        }
        for (Value length : lengths) {
            Value first = builder.emit(new Op.Constant((ScalarType) length.type(), 0));
            Value notEmpty = builder.emit(new Op.InBounds(IndexType.of(length.type())), first, length);
            all = builder.emit(new Op.Binary(BinaryKind.AND, ScalarType.I1), all, notEmpty);
        }
        return all;
    }
}
