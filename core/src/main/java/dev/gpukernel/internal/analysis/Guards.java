package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the comparisons say on which an access depends, besides the tests of loops.
 *
 * @param notNegative numbers that are at least 0 wherever it is done
 * @param zero numbers that are 0
 * @param notZero numbers that are not
 */
record Guards(List<Polynomial> notNegative, List<Polynomial> zero, List<Polynomial> notZero) {
    Guards() {
        this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    /** A branch that goes one way wherever an access is done. */
    record Taken(Block from, Value condition, boolean holds) {}

    /** {@return the branches on which a block in a loop depends, from the innermost} */
    static List<Taken> taken(Block block, Loop outermost, Dominators dominators) {
        List<Taken> all = new ArrayList<>();
        Block at = block;
        // A block that every way to the access passes is passed in the same iteration of the loops around both.
        while (at != null && at != outermost.header()) {
            if (at.incoming().size() == 1) {
                Edge edge = at.incoming().getFirst();
                Instr branch = edge.source();
                if (branch.op() instanceof Op.Branch) {
                    boolean holds = edge.equals(branch.edges().getFirst());
                    all.add(new Taken(branch.block(), branch.operand(0), holds));
                }
            }
            at = dominators.immediate(at);
        }
        return all;
    }

    boolean isEmpty() {
        return notNegative.isEmpty() && zero.isEmpty() && notZero.isEmpty();
    }

    /**
     * Collects comparisons. This may need conditions.
     *
     * @param space the iterations in which the access is done
     * @param branches those on which it depends
     */
    void add(IterationSpace space, List<Taken> branches) {
        branches.forEach(branch -> add(space, branch.condition, branch.holds));
    }

    private void add(IterationSpace space, Value condition, boolean holds) {
        if (!(condition instanceof Instr instr)) {
            return;
        }
        if (instr.op().equals(new Op.Binary(holds ? BinaryKind.AND : BinaryKind.OR, ScalarType.I1))) {
            instr.operands().forEach(operand -> add(space, operand, holds));
        } else if (instr.op() instanceof Op.Compare(Predicate predicate, ScalarType type)
                && (type == ScalarType.I32 || type == ScalarType.I64)) {
            Predicate is = holds ? predicate : predicate.negated().ordered();
            Polynomial difference = difference(space, is, instr.operand(0), instr.operand(1));
            if (difference != null) {
                add(is, difference);
            }
        }
    }

    private static @Nullable Polynomial difference(IterationSpace space, Predicate is, Value one, Value other) {
        Polynomial remainder = is == Predicate.EQ || is == Predicate.NE ? space.remainderBesideZero(one, other) : null;
        if (remainder == null && is == Predicate.EQ) {
            remainder = space.positiveRemainder(one, other);
        }
        return remainder != null ? remainder : space.difference(one, other);
    }

    private void add(Predicate predicate, Polynomial difference) {
        switch (predicate) {
            case EQ -> zero.add(difference);
            case NE -> notZero.add(difference);
            case LT -> notNegative.add(difference.times(-1).plus(-1));
            case LE -> notNegative.add(difference.times(-1));
            case GT -> notNegative.add(difference.plus(-1));
            case GE -> notNegative.add(difference);
            case LTU, LEU, GTU, GEU -> {}
        }
    }
}
