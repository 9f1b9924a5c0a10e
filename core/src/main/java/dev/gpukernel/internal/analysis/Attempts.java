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

    private boolean succeed(Value one, Value another) {
        Meeting plain = again();
        boolean isShown = plain.isImpossible(one, another, false);
        boolean isOpaque = plain.isOpaque();
        boolean isDivided = plain.hasDivisions();
        if (!isShown && isOpaque) {
            // Once more: with the loops' ranges known, so are those of quotients and remainders.
            plain = again().limited();
            isShown = plain.isImpossible(one, another, false);
            isDivided |= plain.hasDivisions();
        }
        if (isDivided && (!isShown || assumptions.asked() > 0)) {
            isShown = isShownWithDividends(one, another, isShown);
        }
        boolean asksSigns = plain.asksSigns();
        // With branches, then with quotients and remainders of any sign, of which less is known, then with remainders
        // by themselves.
        for (int way = 0; way < 4 && !(isShown && assumptions.asked() == 0); way++) {
            boolean byBranches = way != 1;
            boolean isSigned = way == 1 || way == 2;
            boolean keepsDividends = way == 3;
            if ((isSigned && !asksSigns) || (byBranches && !isBranched()) || (keepsDividends && !isDivided)) {
                continue;
            }
            Assumptions.Mark so = assumptions.mark();
            int asked = assumptions.asked();
            Meeting next = isSigned ? again().signed() : keepsDividends ? again().withDividends() : again();
            boolean isAsked = !byBranches || next.limited().guard(branches(write), branches(other));
            boolean isBetter = isAsked
                    && next.limited().isImpossible(one, another, false)
                    && (!isShown || assumptions.asked() < asked);
            asksSigns |= next.asksSigns();
            isDivided |= next.hasDivisions();
            if (!isBetter) {
                assumptions.reset(so);
            }
            isShown |= isBetter;
        }
        if (isShown) {
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
        int asked = assumptions.asked();
        if (again().withDividends().limited().isImpossible(one, another, false)
                && (!isShown || assumptions.asked() <= asked)) {
            return true;
        }
        assumptions.reset(before);
        return isShown;
    }

    private List<Guards.Taken> branches(Access access) {
        return nest.branches(access.instr().block());
    }

    private boolean isBranched() {
        return !branches(write).isEmpty() || !branches(other).isEmpty();
    }
}
