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
    /** What else is made use of, once indices and ranges alone do not show it, or not without conditions. */
    private enum Way {
        BRANCHES_WITHOUT_MASKS,
        BRANCHES,
        /** Quotients and remainders of any sign, of which less is known. */
        SIGNED,
        SIGNED_BRANCHES,
        /** Remainders by themselves. */
        BRANCHES_WITH_DIVIDENDS
    }

    /** What was found in indices and branches so far, which makes other ways worth a try. */
    private static final class Found {
        private boolean asksSigns;
        private boolean isDivided;
        private boolean leavesMasks;

        Found(boolean asksSigns, boolean isDivided) {
            this.asksSigns = asksSigns;
            this.isDivided = isDivided;
        }
    }

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
                && (RowIndex.areInDifferentRows(one, another)
                        || new Attempts(function, nest, write, other, assumptions, assumptions.mark())
                                .succeed(one, another));
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
        if (!isShown && (isOpaque || RowIndex.areOfRows(one, another))) {
            // Once more: with the loops' ranges known, so are those of quotients and remainders, and of rows and
            // columns.
            plain = again().limited();
            isShown = plain.isImpossible(one, another, false);
            isDivided |= plain.hasDivisions();
        }
        if (isDivided && (!isShown || assumptions.asked() > 0)) {
            isShown = isShownWithDividends(one, another, isShown);
        }
        Found found = new Found(plain.asksSigns(), isDivided);
        for (Way way : Way.values()) {
            if (isShown && assumptions.asked() == 0) {
                break;
            }
            if (isOpen(way, found)) {
                isShown |= isShown(way, found, one, another, isShown);
            }
        }
        if (isShown) {
            return true;
        }
        if (isOpaque && nest.parallel().size() == 1 && again().limited().areRows(one, another)) {
            return true;
        }
        // What arguments must be for it is asked for last, as they may not be so.
        return again().isImpossible(one, another, true)
                || (isOpaque && again().limited().isImpossible(one, another, true))
                || (RowIndex.areOfRows(one, another) && again().together().isImpossible(one, another, true));
    }

    private boolean isOpen(Way way, Found found) {
        return switch (way) {
            case BRANCHES_WITHOUT_MASKS -> isBranched();
            case BRANCHES -> isBranched() && found.leavesMasks;
            case SIGNED -> found.asksSigns;
            case SIGNED_BRANCHES -> found.asksSigns && isBranched();
            case BRANCHES_WITH_DIVIDENDS -> found.isDivided && isBranched();
        };
    }

    /**
     * {@return whether a way shows it, with fewer conditions than before if it was shown} As many will do without signs: they limit sizes far
     * from where they are, and a sign may well be another one.
     */
    private boolean isShown(Way way, Found found, Value one, Value another, boolean isShown) {
        Assumptions.Mark before = assumptions.mark();
        int asked = assumptions.asked();
        Meeting next = again();
        switch (way) {
            case BRANCHES_WITHOUT_MASKS -> next.withoutMasks();
            case BRANCHES -> {}
            case SIGNED, SIGNED_BRANCHES -> next.signed();
            case BRANCHES_WITH_DIVIDENDS -> next.withDividends();
        }
        boolean isAsked = way == Way.SIGNED || next.limited().guard(branches(write), branches(other));
        boolean isBetter = isAsked
                && next.limited().isImpossible(one, another, false)
                && (!isShown || assumptions.asked() < asked || (way == Way.SIGNED && assumptions.asked() == asked));
        found.asksSigns |= next.asksSigns();
        found.isDivided |= next.hasDivisions();
        found.leavesMasks |= next.leavesMasks();
        if (!isBetter) {
            assumptions.reset(before);
        }
        return isBetter;
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
