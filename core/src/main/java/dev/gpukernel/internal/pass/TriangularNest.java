package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets a loop inside another, one of whose ends is the other's variable, run over the same numbers in each iteration of that, so that both can
 * be split among threads: {@code for (j = 0; j <= i; j++)} in {@code for (i = 0; i < n; i++)} counts up to n, and asks in each iteration
 * whether that is one of its own; {@code for (j = i + 1; j < n; j++)} counts from the least i.
 */
final class TriangularNest {
    private final CountedLoop outer;
    private final CountedLoop inner;

    private TriangularNest(CountedLoop outer, CountedLoop inner) {
        this.outer = outer;
        this.inner = inner;
    }

    /** {@return the nest, null if the loops make none} */
    static @Nullable TriangularNest of(CountedLoop outer, CountedLoop inner) {
        boolean countsUp =
                outer.predicate().isLess() && inner.predicate().isLess() && outer.step() > 0 && inner.step() == 1;
        if (!countsUp || !outer.isOfInts() || outer.mayEndOtherwise() || !StartAlignment.isMovable(inner)) {
            return null;
        }
        TriangularNest nest = new TriangularNest(outer, inner);
        return nest.endsAtOuter() || nest.beginsAtOuter() ? nest : null;
    }

    private boolean endsAtOuter() {
        return inner.bound() == outer.variable() && outer.loop().isInvariant(inner.start());
    }

    /** {@return whether it begins at the outer variable, or at the next number, which does not wrap around below a bound} */
    private boolean beginsAtOuter() {
        Value start = inner.start();
        boolean isNext = outer.predicate() == Predicate.LT
                && start instanceof Instr sum
                && sum.op().equals(new Op.Binary(BinaryKind.ADD, ScalarType.I32))
                && ((sum.operand(0) == outer.variable() && sum.operand(1).isConstant(1))
                        || (sum.operand(1) == outer.variable() && sum.operand(0).isConstant(1)));
        return (start == outer.variable() || isNext) && outer.loop().isInvariant(inner.bound());
    }

    /** Makes the loops those of a rectangle, in whose iterations is asked whether they are of the triangle. */
    void complete(Function function) {
        if (endsAtOuter()) {
            end(function);
        } else {
            begin(function);
        }
    }

    private void begin(Function function) {
        Edge entry = inner.loop().entryEdges().getFirst();
        Builder before = new Builder(function).before(entry.source());
        Value first = inner.start() == outer.variable() ? outer.start() : LoopShaping.plus(before, outer.start(), 1);
        entry.retarget(inner.loop().header(), List.of(first));
        ask(function, Predicate.GE, inner.start(), inside());
    }

    private void end(Function function) {
        Instr branch = inner.loop().header().terminator();
        Edge inside = inside();
        ask(function, inner.predicate(), inner.bound(), inside);
        // Below a bound that the outer variable does not reach.
        Predicate within = outer.predicate() == Predicate.LT ? Predicate.LT : inner.predicate();
        boolean leads = branch.edges().getFirst() == inside;
        Predicate asked = leads ? within : within.negated().ordered();
        Value holds = new Builder(function)
                .before(branch)
                .at(branch.position())
                .emit(new Op.Compare(asked, ScalarType.I32), inner.variable(), outer.bound());
        branch.replaceUses(branch.operand(0), holds);
    }

    private Edge inside() {
        Instr branch = inner.loop().header().terminator();
        return branch.edges().getFirst() == inner.exit()
                ? branch.edges().getLast()
                : branch.edges().getFirst();
    }

    /** Asks in each iteration, before its body, whether the variable is on the right side of an end. */
    private void ask(Function function, Predicate side, Value end, Edge inside) {
        Block latch = StartAlignment.latch(function, inner);
        Block asking = function.addBlock();
        Builder builder = new Builder(function).atEnd(asking).at(inside.source().position());
        Value holds = builder.emit(new Op.Compare(side, ScalarType.I32), inner.variable(), end);
        builder.branch(holds, inside.target(), List.copyOf(inside.arguments()), latch, List.of());
        inside.retarget(asking, List.of());
    }
}
