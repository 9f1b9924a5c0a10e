package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.intrinsic.GridOperations;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Dimensions;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.ThreadArrays;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of two dimensions whose rows the kernel makes one by one: {@code r = new double[n][]; for (…) r[i] = new double[m];}. Where
 * nobody can tell, all rows are made at once, and the array that a row is set to is that row from the beginning: one loop sets each row
 * once, to an array that the same iteration makes, no row is read before it is set, and their lengths can be computed where the outer array is
 * made. Else the kernel is refused.
 */
final class RowByRow {
    /** What is wrong with a row that another variable may refer to, too. */
    static final String SHARED = "of which a row is set to an array that is not made there";

    static final String LENGTHS = "whose rows have lengths that cannot be told where the array is made";
    private static final String LOOP = "of which a row is not set in each iteration of one loop over all rows";
    private static final String NULL = "of which a row may be null where it is read";

    private final Translation translation;
    private final SetElements elements;
    private final Instr maker;
    private final BlockParam array;
    private final Value count;
    private final List<Instr> sets;

    /** Those in the loop over all rows, of which each iteration does one. */
    private final List<Instr> inLoop;

    /** The rows that a clone begins with, null if it is none. */
    private final @Nullable OriginalRows original;

    /** The loops that set rows, if there are two. */
    private @Nullable ElementNest nest;

    /** Why an array cannot be made at once. */
    private static final class Refusal extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Instr place;
        private final String what;

        Refusal(Instr place, String what) {
            super(what, null, false, false);
            this.place = place;
            this.what = what;
        }
    }

    /** Takes what makes the outer array, of one dimension until all is known. */
    private RowByRow(Translation translation, Instr maker) {
        this.translation = translation;
        this.elements = new SetElements(translation.function, maker, false);
        this.maker = maker;
        this.array = (BlockParam) maker.operand(0);
        this.count = maker.operand(1);
        this.sets = array.users().stream()
                .filter(user -> user.op() instanceof Op.SetRow)
                .toList();
        this.original = OriginalRows.of(translation, maker, elements);
        this.inLoop =
                sets.stream().filter(set -> !elements.isOutside(set.block())).toList();
    }

    /** Changes a kernel in which every array is known. */
    static void makeAtOnce(Translation translation) {
        // What is not known yet may be what a row is set to.
        if (translation.later.isLeftOpen()) {
            return;
        }
        List<Instr> makers = new ArrayList<>(translation.rowByRow);
        // Rows of other arrays may be copies of those of a clone.
        makers.sort(Comparator.comparing(RowByRow::hasSets));
        for (Instr maker : makers) {
            try {
                new RowByRow(translation, maker).makeAtOnce();
            } catch (Refusal refusal) {
                SourcePosition position = Objects.requireNonNull(refusal.place.position());
                translation.findings.add(Message.ROW_BY_ROW, position, refusal.what);
            }
        }
    }

    private static boolean hasSets(Instr maker) {
        return maker.operand(0).users().stream().anyMatch(user -> user.op() instanceof Op.SetRow);
    }

    /** {@return whether an array is made row by row and all rows can be made at once} Changes the code, which is to be translated again. */
    static boolean canMakeAtOnce(Translation translation, Instr maker) {
        if (translation.later.isLeftOpen() || !translation.rowByRow.contains(maker)) {
            return false;
        }
        try {
            new RowByRow(translation, maker).makeAtOnce();
            return true;
        } catch (Refusal _) {
            return false;
        }
    }

    private void makeAtOnce() throws Refusal {
        if (sets.isEmpty() && original != null) {
            useOriginal(original);
            return;
        }
        CountedLoop over = inLoop.isEmpty() ? null : elements.loopOverAll(inLoop);
        if (!inLoop.isEmpty() && over == null) {
            nest = inLoop.size() == 1 ? elements.nestOverAll(inLoop.getFirst()) : null;
            if (nest == null) {
                throw new Refusal(inLoop.getLast(), LOOP);
            }
            over = nest.outer();
            nest.number();
        }
        if (over == null && SetElements.number(count) == null) {
            throw new Refusal(maker, LOOP);
        }
        requireOthers(over);
        List<Instr> toReplace = requireSetBeforeUse(over);
        Map<Instr, List<Instr>> makers = new LinkedHashMap<>();
        for (Instr set : sets) {
            makers.put(set, requireOwn(set));
        }
        if (original != null && over != null && !toReplace.isEmpty()) {
            useOriginal(original, over, toReplace, makers);
        }
        RowsAtOnce rows = new RowsAtOnce(translation, maker, makers);
        Value all = same(
                makers.values().stream().flatMap(List::stream).map(this::length).toList());
        RaggedRows ragged = all == null ? ragged(makers, over) : null;
        if (nest != null) {
            requireEach(nest);
        }
        if (all != null) {
            rows.make(all, inLoop, nest == null ? over : null);
        } else {
            rows.make(Objects.requireNonNull(ragged), inLoop);
        }
    }

    /** Lets a launch fail whose counts of iterations are not those of rows: where their product wraps around, and where both are negative. */
    private void requireEach(ElementNest nest) {
        String rows = "an array of rows that kernel " + translation.function.name() + " makes";
        Builder builder = new Builder(translation.function).before(maker).at(maker.position());
        Value outer = builder.emit(Op.Convert.WIDEN, nest.rows());
        Value inner = builder.emit(Op.Convert.WIDEN, nest.columns());
        Value product = builder.emit(new Op.Binary(BinaryKind.MUL, ScalarType.I64), outer, inner);
        Value all = builder.emit(Op.Convert.WIDEN, count);
        Value isOther = builder.emit(new Op.Compare(Predicate.NE, ScalarType.I64), product, all);
        Value none = builder.constant(0L);
        Value isNegative = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I64), outer, none);
        Value areSome = builder.emit(new Op.Compare(Predicate.GT, ScalarType.I64), all, none);
        Value areNull = builder.emit(new Op.Binary(BinaryKind.AND, ScalarType.I1), isNegative, areSome);
        refuse(isOther, Message.TOO_MANY_ELEMENTS.format(rows, Op.Throw.HOLE, Dimensions.MOST_ELEMENTS), product);
        refuse(
                areNull,
                Message.ROW_BY_ROW.format("of which no row is set, as two loops have " + Op.Throw.HOLE + " iterations"),
                outer);
    }

    /** Throws before the array is made. */
    private void refuse(Value condition, String text, Value number) {
        Block before = maker.block();
        Block rest = translation.function.addBlock();
        Block thrown = translation.function.addBlock();
        before.moveInstrsTo(maker, rest);
        Builder builder = new Builder(translation.function).at(maker.position());
        builder.atEnd(before).branch(condition, thrown, List.of(), rest, List.of());
        builder.atEnd(thrown).emit(new Op.Throw(IllegalArgumentException.class.getName(), text, "J"), number);
    }

    private Value length(Instr own) {
        return own.op() instanceof Op.LocalArray array ? constant(array.length()) : own.operand(1);
    }

    /** {@return the length of all rows, as it is computed where the array is made; null if it is not one for all, or not known there} */
    private @Nullable Value same(List<Value> lengths) {
        RowLengths known = new RowLengths(translation, elements, maker, null, null);
        Value all = lengths.isEmpty() ? constant(0) : null;
        for (Value length : lengths) {
            if (!known.isKnown(length)) {
                return null;
            }
            Value there = hoisted(known, length);
            if (all != null && !elements.areSame(all, there)) {
                return null;
            }
            all = there;
        }
        return all;
    }

    private Value hoisted(RowLengths known, Value length) {
        return known.copied(
                length, null, new Builder(translation.function).before(maker).at(maker.position()));
    }

    private RaggedRows ragged(Map<Instr, List<Instr>> makers, @Nullable CountedLoop over) throws Refusal {
        if (GridOperations.areIn(translation.function)) {
            throw new Refusal(maker, LENGTHS);
        }
        if (translation.rowSwaps.areIn(array)) {
            throw new Refusal(maker, "whose rows have several lengths and change places");
        }
        RowLengths.Numbering row = nest == null && over != null ? new RowLengths.RowNumber(over.variable()) : nest;
        Block end = over == null ? null : over.exit().target();
        RowLengths known = new RowLengths(translation, elements, maker, row, end);
        Value[] first = new Value[first(over)];
        Map<Block, Value> inIteration = new LinkedHashMap<>();
        for (Map.Entry<Instr, List<Instr>> set : makers.entrySet()) {
            for (Instr own : set.getValue()) {
                Value length = length(own);
                if (!known.isKnown(length)) {
                    throw new Refusal(set.getKey(), LENGTHS);
                }
                if (inLoop.contains(set.getKey())) {
                    inIteration.put(own.block(), length);
                } else {
                    // Of one row; its number is no variable.
                    Value number = set.getKey().operand(1);
                    first[Objects.requireNonNull(SetElements.number(number))] = hoisted(known, length);
                }
            }
        }
        RowLengths.Way others = inLoop.isEmpty() ? null : elements.way(inLoop.getFirst(), inIteration);
        if (!inLoop.isEmpty() && (others == null || !known.isKnown(others))) {
            throw new Refusal(inLoop.getLast(), LENGTHS);
        }
        return new RaggedRows(translation.function, maker, known, List.of(first), others);
    }

    /** Requires that rows which a loop does not set are set once, one by one, before it. */
    private void requireOthers(@Nullable CountedLoop over) throws Refusal {
        Set<Integer> numbers = new HashSet<>();
        for (Instr set : sets) {
            Integer number = SetElements.number(set.operand(1));
            boolean isApart = inLoop.contains(set)
                    || (number != null
                            && number >= 0
                            && number < first(over)
                            && numbers.add(number)
                            && (over == null || elements.comesBefore(set, over)));
            if (!isApart) {
                throw new Refusal(set, LOOP);
            }
        }
        if (numbers.size() < first(over)) {
            throw new Refusal(inLoop.isEmpty() ? maker : inLoop.getLast(), LOOP);
        }
    }

    /** {@return the first row that is set in a loop, the number of rows if there is none} */
    private int first(@Nullable CountedLoop over) {
        return Objects.requireNonNull(SetElements.number(over == null ? count : over.start()));
    }

    /** {@return uses of rows of a clone that come before the row is set} */
    private List<Instr> requireSetBeforeUse(@Nullable CountedLoop over) throws Refusal {
        List<Instr> before = new ArrayList<>();
        for (Instr user : array.users()) {
            boolean isRight = switch (user.op()) {
                case Op.RowStart _ -> isAfter(over, user) || isSet(over, user.operand(1), user);
                // A check stands before each.
                case Op.Load _, Op.Store _, Op.Atomic _, Op.RowLength _, Op.SetRow _ -> true;
                default -> user == maker || isAfter(over, user);
            };
            if (!isRight && (original == null || over == null || nest != null || !isUnset(over, user))) {
                throw new Refusal(user, NULL);
            }
            if (!isRight) {
                before.add(user);
            }
        }
        return before;
    }

    private boolean isUnset(CountedLoop over, Instr user) {
        return (user.op() instanceof Op.RowStart || user.op() instanceof Op.RowLength)
                && elements.isUnset(inLoop, over, user.operand(1), user);
    }

    /** Lets what an iteration does with rows that it has not set yet be done with those that were cloned. */
    private void useOriginal(
            OriginalRows original, CountedLoop over, List<Instr> starts, Map<Instr, List<Instr>> makers)
            throws Refusal {
        List<Instr> sizes = array.users().stream()
                .filter(user -> user.op() instanceof Op.RowLength && user.operand(1) == over.variable())
                .toList();
        List<Instr> later = sizes.stream().filter(size -> !isUnset(over, size)).toList();
        sizes.stream().filter(size -> !later.contains(size)).forEach(original::useLength);
        for (Instr start : starts) {
            if (!original.use(start)) {
                throw new Refusal(start, NULL);
            }
        }
        // It may be that of the row that was there before.
        boolean areAlike = makers.values().stream()
                .flatMap(List::stream)
                .allMatch(own -> own.op() instanceof Op.MakeArray && original.isLength(own.operand(1)));
        if (!later.isEmpty() && !areAlike) {
            throw new Refusal(later.getFirst(), NULL);
        }
    }

    /** Lets a clone of which no row is set be the original, where nothing but its rows is used. */
    private void useOriginal(OriginalRows original) throws Refusal {
        for (Instr user : List.copyOf(array.users())) {
            if (user.op() instanceof Op.RowLength) {
                original.useLength(user);
            } else if (user.op() instanceof Op.RowStart && !original.use(user)) {
                throw new Refusal(user, LOOP);
            }
        }
        if (array.users().size() > 1) {
            // Somebody may tell that it is another array.
            throw new Refusal(maker, LOOP);
        }
        maker.remove();
        array.block().removeParam(array);
    }

    private boolean isAfter(@Nullable CountedLoop over, Instr user) {
        return over == null
                ? sets.stream().allMatch(set -> elements.comesBefore(set, user))
                : elements.isAfter(over, user);
    }

    /** {@return whether a row is set before an instruction that comes while rows are set} */
    private boolean isSet(@Nullable CountedLoop over, Value row, Instr user) {
        Integer constant = SetElements.number(row);
        if (constant != null && constant < first(over)) {
            return sets.stream()
                    .anyMatch(other ->
                            constant.equals(SetElements.number(other.operand(1))) && elements.comesBefore(other, user));
        }
        if (over == null) {
            return false;
        }
        if (constant != null) {
            return constant == first(over) && elements.isReached(inLoop, over, over.variable(), user);
        }
        return nest == null
                ? elements.isReached(inLoop, over, row, user)
                : elements.isReached(inLoop.getFirst(), nest, row, user);
    }

    /** {@return what makes the array that a row is set to, in branches of which an iteration takes one, if nothing else can refer to it} */
    private List<Instr> requireOwn(Instr set) throws Refusal {
        Value row = set.operand(2);
        Instr one = maker(row);
        List<Instr> own = one == null ? List.of() : List.of(one);
        List<Instr> makers = row instanceof BlockParam param ? ThreadArrays.makers(param) : own;
        for (Instr user : row.users()) {
            boolean isElement =
                    user.op() instanceof Op.Length || user.op() instanceof Op.Load || user.op() instanceof Op.Store;
            if (!isElement && !makers.contains(user) && user != set) {
                throw new Refusal(set, SHARED);
            }
        }
        boolean areRight = makers.size() == 1
                ? elements.isFollowed(makers.getFirst(), set)
                : !makers.isEmpty() && nest == null && elements.isFollowed(makers, set);
        if (!areRight || !makers.stream().allMatch(made -> elements.comesBefore(maker, made))) {
            throw new Refusal(set, SHARED);
        }
        for (Instr user : row.users()) {
            boolean isStale =
                    makers.stream().anyMatch(made -> translation.rowSwaps.areStale(array, user, made.block()));
            if (!makers.contains(user) && (isStale || !elements.isPreceded(user, makers))) {
                throw new Refusal(set, SHARED);
            }
        }
        return makers;
    }

    /** {@return what makes an array, null if it is passed} */
    static @Nullable Instr maker(Value row) {
        return row instanceof Instr local && local.op() instanceof Op.LocalArray
                ? local
                : row.users().stream()
                        .filter(user -> user.op() instanceof Op.MakeArray)
                        .findFirst()
                        .orElse(null);
    }

    private Value constant(int number) {
        return new Builder(translation.function).before(maker).constant(number);
    }
}
