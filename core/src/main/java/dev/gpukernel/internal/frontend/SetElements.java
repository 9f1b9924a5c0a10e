package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.analysis.Affine;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.analysis.Reach;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where the elements of an array are set that a kernel makes, if one loop goes through all of them. */
final class SetElements {
    /** Of more branches than that nothing is computed, as they may be asked again and again. */
    private static final int MOST_BRANCHES = 12;

    private final Dominators dominators;
    private final List<Loop> loops;
    private final Instr maker;
    private final Value count;
    private final boolean tellsCount;

    /**
     * Looks at an array.
     *
     * @param maker makes it, of one dimension
     * @param tellsCount whether its length is the number of elements; of an array of rows it stands for that of the rows
     */
    SetElements(Function function, Instr maker, boolean tellsCount) {
        this.dominators = Dominators.of(function);
        this.loops = Loop.of(function);
        this.maker = maker;
        this.count = maker.operand(1);
        this.tellsCount = tellsCount;
    }

    /** {@return whether a block is in no loop but those in which the array is made} */
    boolean isOutside(Block block) {
        return loops.stream().allMatch(loop -> !loop.contains(block) || loop.contains(maker.block()));
    }

    /**
     * {@return what a loop sets, one element in each iteration, null if that is not sure}
     *
     * @param sets set an element, in one loop, in branches of which each iteration takes one: the array, the index, what it is set to
     */
    @Nullable SetRange rangeOf(List<Instr> sets) {
        CountedLoop over = loopOf(sets);
        return over == null || over.exit().target().incoming().size() != 1 || !areExclusive(sets, over.loop())
                ? null
                : SetRange.of(sets, over);
    }

    /** {@return the loop that sets each element, from its first one, also if other ways lead to what comes after it, or an iteration sets its element twice} */
    @Nullable CountedLoop loopThroughAll(List<Instr> sets) {
        CountedLoop over = loopOf(sets);
        return over != null
                        && isUpwards(over)
                        && isCount(over.bound())
                        && sets.stream().allMatch(set -> set.operand(1) == over.variable())
                ? over
                : null;
    }

    /** {@return a loop each of whose iterations does one of some instructions, and which runs once for each array that is made; null if there is none} */
    private @Nullable CountedLoop loopOf(List<Instr> sets) {
        Loop loop = innermost(sets.getFirst().block());
        CountedLoop counted = loop == null ? null : CountedLoop.exactly(loop);
        if (counted == null
                || !sets.stream().allMatch(set -> counted.loop().equals(innermost(set.block())))
                || !dominators.dominates(maker.block(), counted.loop().header())
                || !isOutsideBut(counted.loop())) {
            return null;
        }
        Set<Block> without = reachedWithout(sets, counted.loop());
        return counted.loop().backEdges().stream().anyMatch(back -> without.contains(from(back))) ? null : counted;
    }

    /** {@return the blocks that an iteration gets to before one of some instructions} */
    private static Set<Block> reachedWithout(List<Instr> instrs, Loop loop) {
        Set<Block> ends = blocks(instrs);
        return Reach.from(List.of(loop.header()), block -> loop.contains(block) && !ends.contains(block));
    }

    /** {@return whether an iteration does no more than one of some instructions} */
    private static boolean areExclusive(List<Instr> instrs, Loop loop) {
        Set<Block> blocks = blocks(instrs);
        return blocks.size() == instrs.size()
                && blocks.stream().allMatch(block -> Collections.disjoint(later(block, loop, loop.header()), blocks));
    }

    /** {@return the blocks that an iteration gets to from one, but not through another} That one is among them only if an inner loop leads round to it. */
    private static Set<Block> later(Block block, Loop loop, Block without) {
        return Reach.from(block.successors(), next -> next != without && next != loop.header() && loop.contains(next));
    }

    /** {@return whether an instruction that is done is followed by another one, in the same iteration of the same loop, unless that throws} */
    boolean isFollowed(Instr first, Instr second) {
        Loop loop = innermost(first.block());
        if (!Objects.equals(loop, innermost(second.block()))) {
            return false;
        }
        if (loop == null || first.block() == second.block()) {
            return comesBefore(first, second);
        }
        Set<Block> without = later(first.block(), loop, second.block());
        return loop.backEdges().stream()
                .map(SetElements::from)
                .noneMatch(block -> block == first.block() || without.contains(block));
    }

    /** {@return whether the same is so of each of some instructions, in branches of which an iteration takes one} */
    boolean isFollowed(List<Instr> instrs, Instr second) {
        Loop loop = innermost(second.block());
        return loop != null
                && areExclusive(instrs, loop)
                && instrs.stream().allMatch(first -> isFollowed(first, second));
    }

    /** {@return whether one of some instructions, in branches of which an iteration takes one, comes before another one in the same iteration} */
    boolean isPreceded(Instr instr, List<Instr> branches) {
        Instr first = branches.getFirst();
        Loop loop = innermost(first.block());
        if (branches.size() == 1 || loop == null) {
            return comesBefore(first, instr);
        }
        return loop.contains(instr.block()) && isReached(branches, loop, instr);
    }

    /**
     * {@return which of some numbers an iteration comes to, null if that is not for branches alone to decide}
     *
     * @param within an instruction of the loop and of none in it
     * @param ends the numbers, by the blocks in which they are found: an iteration gets to one of them
     */
    RowLengths.@Nullable Way way(Instr within, Map<Block, Value> ends) {
        if (ends.size() == 1) {
            return new RowLengths.Way.One(ends.values().iterator().next());
        }
        Loop loop = Objects.requireNonNull(innermost(within.block()));
        Map<Block, RowLengths.Way> found = new HashMap<>();
        RowLengths.Way way = way(loop.header(), loop, ends, found, new HashSet<>());
        return found.size() > MOST_BRANCHES ? null : way;
    }

    private RowLengths.@Nullable Way way(
            Block block, Loop loop, Map<Block, Value> ends, Map<Block, RowLengths.Way> forks, Set<Block> open) {
        Value number = ends.get(block);
        if (number != null || forks.containsKey(block)) {
            return number == null ? forks.get(block) : new RowLengths.Way.One(number);
        }
        // A loop in it decides nothing, wherever it goes on behind that. What leaves the loop itself throws.
        Loop inner = block == loop.header() ? null : Loop.at(loops, block);
        List<Block> next = (inner == null
                        ? block.successors().stream()
                        : LoopExits.of(inner).stream().map(Edge::target))
                .filter(loop::contains)
                .distinct()
                .toList();
        boolean isFork = inner == null && next.size() == 2 && block.terminator().op() instanceof Op.Branch;
        if (next.contains(loop.header()) || (next.size() != 1 && !isFork) || !open.add(block)) {
            return null;
        }
        RowLengths.Way first = way(next.getFirst(), loop, ends, forks, open);
        RowLengths.Way second = isFork ? way(next.getLast(), loop, ends, forks, open) : first;
        open.remove(block);
        if (!isFork || first == null || second == null) {
            return second == null ? null : first;
        }
        RowLengths.Way both = first.equals(second)
                ? first
                : new RowLengths.Way.Fork(block.terminator().operand(0), first, second);
        forks.put(block, both);
        return both;
    }

    private static Set<Block> blocks(List<Instr> instrs) {
        return instrs.stream().map(Instr::block).collect(Collectors.toSet());
    }

    /**
     * {@return the two loops, one in the other, that set each element once, in their order, null if that is not sure}
     *
     * @param set sets an element: the array, the index, what it is set to
     */
    @Nullable ElementNest nestOverAll(Instr set) {
        Loop within = innermost(set.block());
        if (within == null) {
            return null;
        }
        Loop around = loops.stream()
                .filter(loop -> loop.encloses(within))
                .min(Comparator.comparingInt(loop -> loop.blocks().size()))
                .orElse(null);
        if (around == null) {
            return null;
        }
        CountedLoop inner = CountedLoop.exactly(within);
        CountedLoop outer = CountedLoop.exactly(around);
        if (inner == null
                || outer == null
                || !isFromZero(inner)
                || !isFromZero(outer)
                || !dominators.dominates(maker.block(), around.header())
                || !loops.stream()
                        .allMatch(loop -> loop.equals(within)
                                || loop.equals(around)
                                || !loop.contains(within.header())
                                || loop.contains(maker.block()))
                || outer.exit().target().incoming().size() != 1
                || !around.backEdges().stream().allMatch(back -> dominators.dominates(within.header(), from(back)))
                || !within.backEdges().stream().allMatch(back -> dominators.dominates(set.block(), from(back)))) {
            return null;
        }
        List<Value> factors = factors(outer.bound(), inner.bound());
        return factors == null ? null : ElementNest.of(outer, inner, factors, set.operand(1));
    }

    private static Block from(Edge edge) {
        return edge.source().block();
    }

    private static boolean isFromZero(CountedLoop counted) {
        return isUpwards(counted) && Objects.equals(number(counted.start()), 0);
    }

    /** {@return the counts of two loops as they are known where the array is made, if their product is its length; else null} */
    private @Nullable List<Value> factors(Value outer, Value inner) {
        Integer all = number(count);
        Integer one = number(outer);
        Integer other = number(inner);
        if (all != null && one != null && other != null) {
            Builder builder = new Builder(maker.block().function()).before(maker);
            return (long) one * other == all ? List.of(builder.constant(one), builder.constant(other)) : null;
        }
        if (!(count instanceof Instr product && product.op() instanceof Op.Binary(BinaryKind kind, ScalarType _))
                || kind != BinaryKind.MUL) {
            return null;
        }
        Value left = product.operand(0);
        Value right = product.operand(1);
        if (areSame(left, outer) && areSame(right, inner)) {
            return List.of(left, right);
        }
        return areSame(right, outer) && areSame(left, inner) ? List.of(right, left) : null;
    }

    private boolean isCount(Value bound) {
        return areSame(bound, count)
                || (tellsCount
                        && bound instanceof Instr length
                        && length.op() instanceof Op.Length
                        && length.operand(0) == maker.operand(0)
                        // Before that it is another array, in steps.
                        && comesBefore(maker, length));
    }

    private boolean isOutsideBut(Loop inner) {
        return loops.stream()
                .allMatch(loop -> loop.equals(inner) || !loop.contains(inner.header()) || loop.contains(maker.block()));
    }

    @Nullable Loop innermost(Block block) {
        return loops.stream()
                .filter(loop -> loop.contains(block))
                .min(Comparator.comparingInt(loop -> loop.blocks().size()))
                .orElse(null);
    }

    /** {@return whether a loop goes through ints one by one, from a constant that is not negative until it reaches its bound} */
    private static boolean isUpwards(CountedLoop counted) {
        Integer first = number(counted.start());
        return counted.always()
                && counted.step() == 1
                && counted.predicate() == Predicate.LT
                && counted.bound().type() == ScalarType.I32
                && first != null
                && first >= 0;
    }

    /** {@return whether a loop that sets elements has ended where an instruction comes} */
    boolean isAfter(CountedLoop over, Instr user) {
        return dominators.dominates(over.exit().target(), user.block());
    }

    /** {@return whether all elements of a range are set where an instruction comes} */
    boolean isAfter(SetRange range, Instr user) {
        return range.over() == null ? comesBefore(range.sets().getFirst(), user) : isAfter(range.over(), user);
    }

    /** {@return whether an element of a range is set before an instruction in the loop that sets them} */
    boolean isReached(SetRange range, Value index, Instr user) {
        return range.over() != null
                && range.over().loop().contains(user.block())
                && isReached(range.sets(), range.over().loop(), user)
                && isIndex(range, index, range.over());
    }

    private boolean isIndex(SetRange range, Value index, CountedLoop over) {
        return index == range.index() || (over.loop().contains(index.block()) && areSame(index, range.index()));
    }

    /** {@return whether an element is set before an instruction in the loop that sets them} */
    boolean isReached(List<Instr> sets, CountedLoop over, Value index, Instr user) {
        if (!over.loop().contains(user.block())) {
            return false;
        }
        boolean orEqual = isReached(sets, over.loop(), user);
        return index == over.variable() ? orEqual : isBelow(index, over, orEqual, user);
    }

    /** {@return whether an element of a range is not set yet where an instruction of the loop comes that sets them} */
    boolean isUnset(SetRange range, Value index, Instr user) {
        CountedLoop over = range.over();
        return over != null
                && over.loop().contains(user.block())
                && isIndex(range, index, over)
                && range.sets().stream()
                        .allMatch(set -> set.block() == user.block()
                                ? comesBefore(user, set)
                                : !later(set.block(), over.loop(), over.loop().header())
                                        .contains(user.block()));
    }

    /** {@return whether two ints that are known where the array is made are the same, modulo 2^32} */
    boolean areEqual(Value one, Value other) {
        return areSame(one, other) || Affine.areEqual(one, other, this::areSame);
    }

    /** {@return whether an iteration does one of some instructions before another one} */
    private boolean isReached(List<Instr> instrs, Loop loop, Instr user) {
        List<Instr> here =
                instrs.stream().filter(instr -> instr.block() == user.block()).toList();
        return here.isEmpty()
                ? !reachedWithout(instrs, loop).contains(user.block())
                : here.stream().anyMatch(instr -> comesBefore(instr, user));
    }

    /** {@return whether an element is set before an instruction in the loops that set them} */
    boolean isReached(Instr set, ElementNest nest, Value index, Instr user) {
        return nest.inner().loop().contains(user.block()) && index == set.operand(1) && comesBefore(set, user);
    }

    /** {@return whether an index, where it is one, is less than a loop's variable, or the variable if that may be, too} */
    private boolean isBelow(Value index, CountedLoop over, boolean orEqual, Instr user) {
        if (index instanceof Instr sum && sum.op() instanceof Op.Binary(BinaryKind kind, ScalarType _)) {
            Integer distance = number(sum.operand(1));
            return sum.operand(0) == over.variable()
                    && distance != null
                    && ((kind == BinaryKind.SUB && distance > 0) || (kind == BinaryKind.ADD && distance < 0));
        }
        Loop inner = index instanceof BlockParam param ? Loop.at(loops, param.block()) : null;
        CountedLoop counted = inner == null ? null : CountedLoop.atMost(inner);
        return counted != null
                && counted.loop().contains(user.block())
                && user.block() != counted.loop().header()
                && counted.variable() == index
                && counted.step() > 0
                && counted.bound() == over.variable()
                && (counted.predicate() == Predicate.LT || (counted.predicate() == Predicate.LE && orEqual));
    }

    boolean comesBefore(Instr first, Instr second) {
        if (first.block() != second.block()) {
            return dominators.dominates(first.block(), second.block());
        }
        List<Instr> instrs = first.block().instrs();
        return instrs.indexOf(first) < instrs.indexOf(second);
    }

    boolean comesBefore(Instr first, CountedLoop loop) {
        return dominators.dominates(first.block(), loop.loop().header());
    }

    /** {@return whether a value is known where the array is made} */
    boolean isThere(Value value) {
        return value instanceof Instr instr
                ? comesBefore(instr, maker)
                : dominators.dominates(value.block(), maker.block());
    }

    /** {@return whether an array is the same all along from where this one is made} */
    boolean isFixed(Value array) {
        return array instanceof BlockParam
                && array.users().stream()
                        .filter(user -> user.op() instanceof Op.MakeArray)
                        .allMatch(other -> comesBefore(other, maker)
                                && loops.stream()
                                        .allMatch(
                                                loop -> !loop.contains(other.block()) || loop.contains(maker.block())));
    }

    /** {@return whether two numbers that are known are computed in the same way} */
    boolean areSame(Value one, Value other) {
        return one == other
                || (one instanceof Instr first
                        && other instanceof Instr second
                        && first.op().equals(second.op())
                        && first.op().effect() == Effect.NONE
                        && haveSameOperands(first, second));
    }

    private boolean haveSameOperands(Instr first, Instr second) {
        for (int i = 0; i < first.operands().size(); i++) {
            Value one = first.operand(i);
            Value other = second.operand(i);
            boolean isSame = one.type() instanceof ArrayType
                    ? one == other && (isFixed(one) || isKept(one, first, second))
                    : areSame(one, other);
            if (!isSame) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether an array is not made between two instructions of which one is always done before the other} */
    private boolean isKept(Value array, Instr one, Instr other) {
        if (!comesBefore(one, other)) {
            return comesBefore(other, one) && isKept(array, other, one);
        }
        Block first = one.block();
        Block last = other.block();
        Set<Block> between = first == last ? Set.of() : Reach.before(last, block -> block != first);
        return array.users().stream()
                .filter(user -> user.op() instanceof Op.MakeArray && user.operand(0) == array)
                .noneMatch(maker -> between.contains(maker.block())
                        || (maker.block() == first
                                && comesBefore(one, maker)
                                && (first != last || comesBefore(maker, other)))
                        || (maker.block() == last && first != last && comesBefore(maker, other)));
    }

    static @Nullable Integer number(Value value) {
        return ConstantSizes.of(value);
    }
}
