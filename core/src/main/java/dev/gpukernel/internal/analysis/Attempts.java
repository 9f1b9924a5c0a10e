package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Value;
import java.util.List;

/** Ways to show that two accesses cannot meet, of which none builds upon another. */
record Attempts(
        Function function,
        ParallelNest nest,
        Access write,
        Access other,
        Assumptions assumptions,
        Assumptions.Mark mark) {
    /**
     * Tries to show that two accesses cannot touch the same element in two different iterations of the parallel loops.
     *
     * @param function the function they are in
     * @param nest the loops
     * @param write one access
     * @param other the other, or the same
     * @param assumptions what may be assumed; conditions are added as they are needed
     * @return whether it was shown
     */
    static boolean areApart(Function function, ParallelNest nest, Access write, Access other, Assumptions assumptions) {
        Value one = write.index();
        Value another = other.index();
        return one != null
                && another != null
                && new Attempts(function, nest, write, other, assumptions, assumptions.mark()).succeed(one, another);
    }

    private Meeting again() {
        assumptions.reset(mark);
        return new Meeting(function, nest, write, other, assumptions);
    }

    /** {@return how many conditions there are more than before} */
    private int asked() {
        return assumptions.mark().conditions().size() - mark.conditions().size();
    }

    private boolean succeed(Value one, Value another) {
        Meeting plain = again();
        boolean isShown = plain.isImpossible(one, another, false);
        boolean isOpaque = plain.isOpaque();
        boolean isDivided = plain.hasDivisions();
        if (!isShown && isOpaque) {
            // Once more: with the loops' ranges known, so are those of quotients and remainders.
            Meeting limited = again().limited();
            isShown = limited.isImpossible(one, another, false);
            isDivided |= limited.hasDivisions();
        }
        if (isDivided && (!isShown || asked() > 0)) {
            isShown = isShownWithDividends(one, another, isShown);
        }
        if (isShown && asked() == 0) {
            return true;
        }
        Assumptions.Mark so = assumptions.mark();
        int asked = asked();
        if (succeedsByBranches(one, another) && (!isShown || asked() < asked)) {
            return true;
        }
        if (isShown) {
            assumptions.reset(so);
            return true;
        }
        if (isOpaque && nest.parallel().size() == 1 && again().limited().areRows(one, another)) {
            return true;
        }
        // What arguments must be for it is asked for last, as they may not be so.
        return again().isImpossible(one, another, true)
                || (isOpaque && again().limited().isImpossible(one, another, true));
    }

    /** {@return whether it is shown now} What was shown with fewer conditions remains. */
    private boolean isShownWithDividends(Value one, Value another, boolean isShown) {
        Assumptions.Mark before = assumptions.mark();
        int asked = asked();
        if (again().withDividends().limited().isImpossible(one, another, false) && (!isShown || asked() <= asked)) {
            return true;
        }
        assumptions.reset(before);
        return isShown;
    }

    private boolean succeedsByBranches(Value one, Value another) {
        List<Guards.Taken> ofWrite = nest.branches(write.instr().block());
        List<Guards.Taken> ofOther = nest.branches(other.instr().block());
        if (ofWrite.isEmpty() && ofOther.isEmpty()) {
            return false;
        }
        Meeting guarded = again().limited();
        if (guarded.guard(ofWrite, ofOther) && guarded.isImpossible(one, another, false)) {
            return true;
        }
        if (!guarded.hasDivisions()) {
            return false;
        }
        Meeting kept = again().withDividends().limited();
        return kept.guard(ofWrite, ofOther) && kept.isImpossible(one, another, false);
    }
}
