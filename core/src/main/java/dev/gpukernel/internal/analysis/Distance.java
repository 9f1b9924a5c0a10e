package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far from the elements that it loads a loop stores elements, if that is the same in all iterations, as in {@code a[i + to] = a[i + from]}.
 */
public final class Distance {
    /** A loop that meets what is this near over an overflow of its variable has four billion iterations. */
    private static final int NEAR = Short.MAX_VALUE;

    private final CountedLoop counted;
    private final Polynomial distance;

    private Distance(CountedLoop counted, Polynomial distance) {
        this.counted = counted;
        this.distance = distance;
    }

    /** {@return how far from one element the other is, null if that is not known or not the same in all iterations} */
    private static @Nullable Distance of(CountedLoop counted, Access load, Access store) {
        Affine loaded = affine(counted, Objects.requireNonNull(load.index(), "of an element"));
        Affine stored = affine(counted, Objects.requireNonNull(store.index(), "of an element"));
        return loaded != null && stored != null && loaded.step() == 1 && stored.step() == 1
                ? new Distance(counted, stored.rest().minus(loaded.rest()).asInts())
                : null;
    }

    private static @Nullable Affine affine(CountedLoop counted, Value value) {
        return Affine.of(value, counted.variable(), counted.loop()::isInvariant);
    }

    /**
     * Tells whether a loop stores each element in the iteration that loads it, or in a later one.
     *
     * @param counted the loop
     * @param load loads an element
     * @param store stores one
     * @return whether that is known
     */
    public static boolean isBehind(CountedLoop counted, Access load, Access store) {
        Distance distance = ofSteps(counted, load, store);
        if (distance == null || !distance.distance.isConstant()) {
            return distance != null && distance.isAsked();
        }
        long constant = distance.distance.constant();
        return Math.abs(constant) <= NEAR && (counted.step() > 0 ? constant <= 0 : constant >= 0);
    }

    /**
     * Tells whether that is known by a branch that leads to the loop, as the distance is a number that a launch knows: {@code System.arraycopy} asks
     * which of two loops copies elements that overlap.
     *
     * @param counted the loop
     * @param load loads an element
     * @param store stores one
     * @return whether it is so
     */
    public static boolean isAsked(CountedLoop counted, Access load, Access store) {
        Distance distance = ofSteps(counted, load, store);
        return distance != null && !distance.distance.isConstant() && distance.isAsked();
    }

    private static @Nullable Distance ofSteps(CountedLoop counted, Access load, Access store) {
        return Math.abs(counted.step()) == 1 && counted.isOfInts() ? of(counted, load, store) : null;
    }

    /** {@return whether any two iterations are less than 2^31 apart, so that as many as an int says are as many as it is} */
    private boolean isWithinInts() {
        Constant least = (counted.step() > 0 ? counted.start() : counted.bound()).constant();
        return least != null && least.bits() >= 0;
    }

    /** {@return whether branches lead to the loop only where what is stored lies on the side that the loop comes from} */
    private boolean isAsked() {
        return isWithinInts() && isAsked(counted.step() > 0);
    }

    /** {@return whether branches lead to the loop only where the distance is not positive, or not negative} */
    private boolean isAsked(boolean negative) {
        Dominators dominators = Dominators.of(counted.loop().header().function());
        List<Edge> passed = new ArrayList<>(counted.loop().entryEdges());
        while (passed.size() == 1) {
            Instr source = passed.getFirst().source();
            Predicate is = source.op() instanceof Op.Branch
                    ? asked(source.operand(0), passed.getFirst().equals(source.edges().getFirst()))
                    : null;
            if (is != null && is.isOrder() && is.isLess() == negative) {
                return true;
            }
            Block block = source.block();
            while (block != null && block.incoming().size() > 1) {
                block = dominators.immediate(block);
            }
            passed = block == null ? List.of() : block.incoming();
        }
        return false;
    }

    /** {@return how the distance compares with 0 where a condition holds or does not, null if the condition is about something else} */
    private @Nullable Predicate asked(Value condition, boolean holds) {
        if (!(condition instanceof Instr instr)
                || !(instr.op() instanceof Op.Compare(Predicate predicate, ScalarType type))
                || type != ScalarType.I32) {
            return null;
        }
        Predicate is = holds ? predicate : predicate.negated().ordered();
        if (isZero(instr.operand(1)) && isIt(instr.operand(0))) {
            return is;
        }
        return isZero(instr.operand(0)) && isIt(instr.operand(1)) ? is.swapped() : null;
    }

    private static boolean isZero(Value value) {
        Constant constant = value.constant();
        return constant != null && constant.bits() == 0;
    }

    private boolean isIt(Value value) {
        Affine form = affine(counted, value);
        return form != null && form.step() == 0 && form.rest().asInts().equals(distance);
    }
}
