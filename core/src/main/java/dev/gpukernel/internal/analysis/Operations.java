package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What operations give that are no sums of products: quotients, bits, one of two numbers. It is made of numbers of their own,
 * exact ones, of which other things are known.
 */
final class Operations {
    /** A constant with more runs of ones than this is not taken apart. */
    private static final int MOST_RUNS = 4;

    private final IterationSpace space;
    private final Divisions divisions;
    private final Fit fit;
    private final Assumptions assumptions;
    private final List<Extremum> extrema = new ArrayList<>();
    private final Set<Symbol> choices = new HashSet<>();
    private final List<Bijection> bijections = new ArrayList<>();
    private final List<Polynomial> facts = new ArrayList<>();
    private boolean asksMasks = true;
    private boolean leavesMasks;

    Operations(IterationSpace space, Divisions divisions, Fit fit, Assumptions assumptions) {
        this.space = space;
        this.divisions = divisions;
        this.fit = fit;
        this.assumptions = assumptions;
    }

    /** The lesser or greater of two numbers. */
    private record Extremum(Polynomial itself, boolean isLeast, Polynomial one, Polynomial other) {}

    /**
     * A number that is another one's image under a function that gives different numbers for different ones.
     *
     * @param function which it is
     * @param isInvolution whether it leads back when it is applied again
     */
    record Bijection(Polynomial image, Polynomial of, List<Object> function, boolean isInvolution) {}

    /** {@return what is at least 0 of numbers of its own, besides what their ranges say} */
    List<Polynomial> facts() {
        return facts;
    }

    /** Leaves bits opaque that are remainders only of arguments that a launch would have to be asked for. */
    void leaveMasks() {
        asksMasks = false;
    }

    /** {@return whether it left any} */
    boolean leavesMasks() {
        return leavesMasks;
    }

    List<Bijection> bijections() {
        return bijections;
    }

    /** {@return the numbers that a bound is the least or greatest of, or itself} */
    List<Polynomial> ends(Polynomial bound, boolean isLeast) {
        return extrema.stream()
                .filter(extremum -> extremum.isLeast == isLeast && extremum.itself.equals(bound))
                .map(extremum -> List.of(extremum.one, extremum.other))
                .findFirst()
                .orElse(List.of(bound));
    }

    /** {@return the number that an operation gives, null if it is no such operation or nothing is known of its operands} */
    @Nullable Polynomial of(Instr instr) {
        return switch (instr.op()) {
            case Op.Binary(BinaryKind kind, ScalarType type)
            when type == ScalarType.I32 || type == ScalarType.I64 -> {
                Polynomial left = space.exact(instr.operand(0));
                Polynomial right = space.exact(instr.operand(1));
                yield left == null || right == null ? null : binary(instr, kind, type, left, right);
            }
            case Op.Call call
            when instr.operands().size() == 2 && instr.type() instanceof ScalarType type && !type.isFloating() -> {
                Polynomial left = space.exact(instr.operand(0));
                Polynomial right = space.exact(instr.operand(1));
                yield left == null || right == null
                        ? null
                        : extremum(instr, call.intrinsic().text(), left, right);
            }
            default -> null;
        };
    }

    private @Nullable Polynomial binary(
            Instr instr, BinaryKind kind, ScalarType type, Polynomial left, Polynomial right) {
        return switch (kind) {
            case ADD, SUB, MUL -> null;
            case SHL -> {
                Polynomial power = power(instr.operand(1), right, type);
                Polynomial product = power == null ? null : left.times(power);
                yield product != null && product.isAffine() && fit.fits(product, type) ? product : null;
            }
            case DIV, REM -> {
                Divisions.Parts parts = divisions.towardsZero(left, right, instr);
                yield parts == null ? null : kind == BinaryKind.DIV ? parts.quotient() : parts.remainder();
            }
            case SHR -> shifted(instr, type, left, right);
            case USHR -> divisions.isNotNegative(left) ? shifted(instr, type, left, right) : null;
            case AND -> right.isConstant() ? and(left, right.constant(), instr) : swapped(instr, left, right);
            case OR -> {
                Polynomial both = intersection(left, right, instr);
                yield both == null ? null : left.plus(right).minus(both);
            }
            case XOR -> {
                Assumptions.Mark mark = assumptions.mark();
                Polynomial both = intersection(left, right, instr);
                if (both != null) {
                    yield left.plus(right).minus(both.times(2));
                }
                assumptions.reset(mark);
                yield type == ScalarType.I32 ? xor(instr, left, right) : null;
            }
        };
    }

    /** {@return an image of its own: xor with what does not change, and with the number itself shifted as Gray's code has it} */
    private @Nullable Polynomial xor(Instr instr, Polynomial left, Polynomial right) {
        if (right.changing().isEmpty()) {
            return image(instr, left, List.of(BinaryKind.XOR, right), true);
        }
        if (left.changing().isEmpty()) {
            return image(instr, right, List.of(BinaryKind.XOR, left), true);
        }
        boolean isGray = instr.operand(1) instanceof Instr shift
                && shift.op() instanceof Op.Binary(BinaryKind kind, ScalarType _)
                && (kind == BinaryKind.SHR || kind == BinaryKind.USHR)
                && shift.operand(0) == instr.operand(0)
                && shift.operand(1) instanceof Instr distance
                && distance.op() instanceof Op.Constant(ScalarType _, long places)
                && (places & 31) != 0;
        return isGray
                ? image(
                        instr,
                        left,
                        List.of(((Instr) instr.operand(1)).op(), ((Instr) ((Instr) instr.operand(1)).operand(1)).op()),
                        false)
                : null;
    }

    private Polynomial image(Instr instr, Polynomial of, List<Object> function, boolean isInvolution) {
        Polynomial image = Polynomial.of(space.leaf(instr));
        divisions.keepConditions();
        bijections.add(new Bijection(image, of, function, isInvolution));
        return image;
    }

    private @Nullable Polynomial swapped(Instr instr, Polynomial left, Polynomial right) {
        return left.isConstant() ? and(right, left.constant(), instr) : masked(left, right, instr);
    }

    /** {@return the bits that two numbers have in common, for {@code x | y == x + y - (x & y)} and the like} */
    private @Nullable Polynomial intersection(Polynomial left, Polynomial right, Instr instr) {
        if (right.isConstant()) {
            return and(left, right.constant(), instr);
        }
        if (left.isConstant()) {
            return and(right, left.constant(), instr);
        }
        return areApart(left, right) || areApart(right, left) ? Polynomial.ZERO : null;
    }

    /** {@return whether one number is a multiple of a power of two that another is less than} */
    private boolean areApart(Polynomial multiple, Polynomial less) {
        long power = Long.lowestOneBit(divisions.replaced(multiple).content(true));
        return divisions.isProven(less)
                && divisions.isProven(Polynomial.of(power - 1).minus(less));
    }

    private @Nullable Polynomial extremum(Instr instr, String intrinsic, Polynomial left, Polynomial right) {
        boolean isMin = intrinsic.startsWith("Math.min.");
        if (!isMin && !intrinsic.startsWith("Math.max.")) {
            return null;
        }
        Polynomial less = isMin ? left : right;
        Polynomial greater = isMin ? right : left;
        return divisions.isProven(right.minus(left))
                ? less
                : divisions.isProven(left.minus(right)) ? greater : own(instr, isMin, left, right);
    }

    /**
     * {@return what a value is that two ways lead to with numbers always as far apart: the one, and their distance 0 times or once} Null if
     * they are not, and of a loop's variable. So is the index of a ring, {@code i + k} that is less by n where it is n or more.
     *
     * @param chosen the value
     * @param number what number another value is, null if it is none
     */
    @Nullable Polynomial ofChoice(BlockParam chosen, Function<Value, @Nullable Polynomial> number) {
        List<Edge> ways = chosen.block().incoming();
        if (ways.size() != 2
                || Loop.isHeader(chosen.block())
                || (chosen.type() != ScalarType.I32 && chosen.type() != ScalarType.I64)) {
            return null;
        }
        Polynomial one = number.apply(ways.getFirst().arguments().get(chosen.index()));
        Polynomial other =
                one == null ? null : number.apply(ways.getLast().arguments().get(chosen.index()));
        Polynomial distance = one == null || other == null ? null : other.minus(one);
        if (one == null || distance == null || !distance.changing().isEmpty()) {
            return null;
        }
        Symbol times = new Symbol(chosen, space.side(), 1);
        if (choices.add(times)) {
            divisions.keepConditions();
            space.add(new Range(times, Polynomial.of(1), Polynomial.of(1), new Interval(0, 1), null));
        }
        return one.plus(distance.times(Polynomial.of(times)));
    }

    private Polynomial own(Instr instr, boolean isLeast, Polynomial one, Polynomial other) {
        Symbol symbol = new Symbol(instr, space.side());
        Polynomial itself = Polynomial.of(symbol);
        Extremum extremum = new Extremum(itself, isLeast, one, other);
        if (!extrema.contains(extremum)) {
            divisions.keepConditions();
            extrema.add(extremum);
            facts.add(isLeast ? one.minus(itself) : itself.minus(one));
            facts.add(isLeast ? other.minus(itself) : itself.minus(other));
            Polynomial most = isLeast ? other.changing().isEmpty() ? other : one : null;
            space.add(new Range(symbol, Polynomial.of(1), most, Interval.of(instr), null));
        }
        return itself;
    }

    private @Nullable Polynomial shifted(Instr instr, ScalarType type, Polynomial left, Polynomial right) {
        long distance = right.constant() & (type == ScalarType.I32 ? 31 : 63);
        Polynomial power = right.isConstant() && distance <= 62
                ? Polynomial.of(1L << distance)
                : power(instr.operand(1), right, type);
        Divisions.Parts parts = power == null ? null : divisions.divided(left, power, instr);
        return parts == null ? null : parts.quotient();
    }

    /** {@return the power of two that {@code 1 << s} or {@code 1 << s + 1} is, if the kernel computes {@code 1 << s} anywhere} */
    private @Nullable Polynomial power(Value distance, Polynomial exact, ScalarType type) {
        long more = exact.constant();
        Polynomial least = exact.plus(-more);
        boolean isSum = distance instanceof Instr sum && sum.op().equals(new Op.Binary(BinaryKind.ADD, type));
        if (type != ScalarType.I32 || exact.isConstant() || (more != 0 && !isSum) || more < 0 || more > 30) {
            return null;
        }
        Value base = more == 0 ? distance : ((Instr) distance).operand(0);
        for (Instr user : base.users()) {
            if (user.op() instanceof Op.Binary(BinaryKind kind, ScalarType own)
                    && kind == BinaryKind.SHL
                    && own == ScalarType.I32
                    && user.operand(1) == base
                    && user.operand(0) instanceof Instr one
                    && one.op().equals(new Op.Constant(ScalarType.I32, 1))
                    && Polynomial.of(new Symbol(base, 0)).equals(least)
                    && assumptions.requireAndKnow(least)
                    && assumptions.requireAndKnow(Polynomial.of(30 - more).minus(least))) {
                Polynomial power = Polynomial.of(new Symbol(user, 0));
                assumptions.know(power.plus(-1));
                return power.times(1L << more);
            }
        }
        return null;
    }

    /** {@return the bits of a number that a constant has too, also of a negative one} */
    private @Nullable Polynomial and(Polynomial number, long mask, Instr instr) {
        if (mask < 0) {
            Polynomial others = and(number, ~mask, instr);
            return others == null ? null : number.minus(others);
        }
        Polynomial sum = Polynomial.ZERO;
        long rest = mask;
        for (int run = 0; rest != 0; run++) {
            long low = Long.lowestOneBit(rest);
            Divisions.Parts high = run == MOST_RUNS ? null : divisions.divided(number, Polynomial.of(low), instr);
            long ones = Long.lowestOneBit(~(rest / low));
            Divisions.Parts parts =
                    high == null || ones <= 0 ? null : divisions.divided(high.quotient(), Polynomial.of(ones), instr);
            if (parts == null) {
                return null;
            }
            sum = sum.plus(parts.remainder().times(low));
            rest &= ~(low * (ones - 1));
        }
        return sum;
    }

    /** {@return a number's remainder by a power of two: all that {@code & (half - 1)} leaves, if half is one} */
    private @Nullable Polynomial masked(Polynomial number, Polynomial mask, Instr instr) {
        Polynomial power = mask.plus(1);
        Assumptions.Mark mark = assumptions.mark();
        boolean isShiftedOne = mask.changing().isEmpty() && isShiftedOne(power);
        if (!isShiftedOne && !asksMasks) {
            leavesMasks |= mask.changing().isEmpty();
            return null;
        }
        if (isShiftedOne || (mask.changing().isEmpty() && assumptions.requirePowerOfTwo(power))) {
            Divisions.Parts parts = divisions.divided(number, power, instr);
            if (parts != null) {
                return parts.remainder();
            }
        }
        assumptions.reset(mark);
        return null;
    }

    private boolean isShiftedOne(Polynomial number) {
        Monomial only = number.terms().isEmpty() ? Monomial.ONE : number.terms().lastKey();
        if (only.degree() != 1
                || !number.equals(Polynomial.term(only, 1))
                || !(only.symbols().getFirst().value() instanceof Instr instr)
                || !(instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType type))
                || kind != BinaryKind.SHL) {
            return false;
        }
        Polynomial distance = space.exact(instr.operand(1));
        return distance != null && number.equals(power(instr.operand(1), distance, type));
    }
}
