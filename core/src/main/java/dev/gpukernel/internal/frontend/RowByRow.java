package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private static final String ORDER =
            "of which loops set rows that are not one behind the other, or none, of " + Op.Throw.HOLE + " rows";
    private static final String NULL = "of which a row may be null where it is read";

    private final Translation translation;
    private final SetElements elements;
    private final Instr maker;
    private final BlockParam array;
    private final Value count;
    private final List<Instr> sets;

    /** Those in loops, of which each iteration does one. */
    private final List<Instr> inLoop;

    /** What sets the first rows, each by its number. */
    private final List<Instr> first = new ArrayList<>();

    /** What sets the other rows, in their order. */
    private final List<SetRange> ranges = new ArrayList<>();

    private final List<SetRange.Ends> ends = new ArrayList<>();

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
        findRanges();
        List<Instr> toReplace = requireSetBeforeUse();
        Map<Instr, List<Instr>> makers = new LinkedHashMap<>();
        for (Instr set : sets) {
            makers.put(set, requireOwn(set));
        }
        if (original != null && !toReplace.isEmpty()) {
            useOriginal(original, toReplace, makers);
        }
        RowsAtOnce rows = new RowsAtOnce(translation, maker, makers);
        Value all = same(
                makers.values().stream().flatMap(List::stream).map(this::length).toList());
        RaggedRows ragged = all == null ? ragged(makers) : null;
        if (nest != null) {
            requireEach(nest);
        }
        requireInOrder();
        if (all != null) {
            rows.make(
                    all,
                    inLoop,
                    ranges.size() == 1 && ranges.getFirst().isPlain()
                            ? ranges.getFirst().over()
                            : null);
        } else {
            rows.make(Objects.requireNonNull(ragged), inLoop);
        }
    }

    /** Finds what sets each row once: some of the first ones by themselves, and then ranges, or two loops. */
    private void findRanges() throws Refusal {
        List<SetRange> left = new ArrayList<>();
        Map<Loop, List<Instr>> loops = new LinkedHashMap<>();
        for (Instr set : sets) {
            Loop loop = inLoop.contains(set) ? elements.innermost(set.block()) : null;
            if (loop == null) {
                left.add(SetRange.of(set));
            } else {
                loops.computeIfAbsent(loop, _ -> new ArrayList<>()).add(set);
            }
        }
        for (List<Instr> together : loops.values()) {
            SetRange range = elements.rangeOf(together);
            if (range == null) {
                nest = sets.size() == 1 ? elements.nestOverAll(together.getFirst()) : null;
                if (nest == null) {
                    throw new Refusal(together.getLast(), LOOP);
                }
                nest.number();
                return;
            }
            left.add(range);
        }
        for (SetRange next = next(left, first.size()); next != null; next = next(left, first.size())) {
            first.add(next.sets().getFirst());
            left.remove(next);
        }
        order(left);
    }

    private static @Nullable SetRange next(List<SetRange> left, int row) {
        return left.stream()
                .filter(range -> range.over() == null && Objects.equals(SetElements.number(range.index()), row))
                .findFirst()
                .orElse(null);
    }

    /** Puts ranges one behind the other, which have all rows but the first ones. */
    private void order(List<SetRange> left) throws Refusal {
        Instr last = inLoop.isEmpty() ? maker : inLoop.getLast();
        Builder builder = new Builder(translation.function).before(maker).at(maker.position());
        Map<SetRange, SetRange.Ends> places = new LinkedHashMap<>();
        for (SetRange range : left) {
            SetRange.Ends place = range.ends(before(), lengths(range), builder);
            if (place == null) {
                throw new Refusal(range.sets().getLast(), LOOP);
            }
            places.put(range, place);
        }
        Value row = builder.constant(first.size());
        while (!places.isEmpty()) {
            Value end = row;
            SetRange next = places.entrySet().stream()
                    .filter(place -> elements.areEqual(place.getValue().from(), end))
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElseThrow(() -> new Refusal(last, LOOP));
            SetRange.Ends place = Objects.requireNonNull(places.remove(next));
            ranges.add(next);
            ends.add(place);
            row = place.to();
        }
        if (!elements.areEqual(row, count)) {
            throw new Refusal(last, LOOP);
        }
    }

    /** {@return what computes numbers that are no row's} */
    private RowLengths before() {
        return new RowLengths(translation, elements, maker, null, null);
    }

    /** {@return what computes numbers of the rows of a range} */
    private RowLengths lengths(SetRange range) {
        Block end = range.over() == null ? null : range.over().exit().target();
        return new RowLengths(translation, elements, maker, range.numbering(before()), end);
    }

    /**
     * Lets a launch fail of which ranges do not follow one another, so that a row is set twice, none or one that there is not: numbers
     * wrap around, or are negative.
     */
    private void requireInOrder() {
        Builder builder = new Builder(translation.function).before(maker).at(maker.position());
        List<Value> wrong = new ArrayList<>();
        for (SetRange.Ends place : ends) {
            if (place.isWrong() != null) {
                wrong.add(place.isWrong());
            }
            if (ends.size() > 1) {
                wrong.add(builder.emit(new Op.Compare(Predicate.GT, ScalarType.I32), place.from(), place.to()));
            }
        }
        Value rows = wrong.isEmpty() ? count : builder.emit(Op.Convert.WIDEN, count);
        wrong.forEach(isWrong -> refuse(isWrong, Message.ROW_BY_ROW.format(ORDER), rows));
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

    private RaggedRows ragged(Map<Instr, List<Instr>> makers) throws Refusal {
        if (GridOperations.areIn(translation.function)) {
            throw new Refusal(maker, LENGTHS);
        }
        if (translation.rowSwaps.areIn(array)) {
            throw new Refusal(maker, "whose rows have several lengths and change places");
        }
        RowLengths before = before();
        List<Value> ofFirst = new ArrayList<>();
        for (Instr set : first) {
            Value length = length(Objects.requireNonNull(makers.get(set)).getFirst());
            if (!before.isKnown(length)) {
                throw new Refusal(set, LENGTHS);
            }
            ofFirst.add(length);
        }
        List<RaggedRows.Part> parts = new ArrayList<>();
        if (nest != null) {
            RowLengths known = new RowLengths(
                    translation, elements, maker, nest, nest.outer().exit().target());
            parts.add(new RaggedRows.Part(null, null, known, way(inLoop, makers, known)));
        }
        for (SetRange range : ranges) {
            RowLengths known = lengths(range);
            SetRange.Ends place = ends.get(ranges.indexOf(range));
            parts.add(new RaggedRows.Part(range, place, known, way(range.sets(), makers, known)));
        }
        return new RaggedRows(
                translation.function,
                maker,
                ofFirst.stream().map(length -> hoisted(before, length)).toList(),
                parts);
    }

    /** {@return what the lengths of rows follow from which the same loop sets} */
    private RowLengths.Way way(List<Instr> together, Map<Instr, List<Instr>> makers, RowLengths known) throws Refusal {
        Map<Block, Value> lengths = new LinkedHashMap<>();
        for (Instr set : together) {
            for (Instr own : Objects.requireNonNull(makers.get(set))) {
                Value length = length(own);
                if (!known.isKnown(length)) {
                    throw new Refusal(set, LENGTHS);
                }
                lengths.put(own.block(), length);
            }
        }
        RowLengths.Way way = elements.way(together.getFirst(), lengths);
        if (way == null || !known.isKnown(way)) {
            throw new Refusal(together.getLast(), LENGTHS);
        }
        return way;
    }

    /** {@return uses of rows of a clone that come before the row is set} */
    private List<Instr> requireSetBeforeUse() throws Refusal {
        List<Instr> before = new ArrayList<>();
        for (Instr user : array.users()) {
            boolean isRight = switch (user.op()) {
                case Op.RowStart _ -> isAfter(user) || isSet(user.operand(1), user);
                // A check stands before each.
                case Op.Load _, Op.Store _, Op.Atomic _, Op.RowLength _, Op.SetRow _ -> true;
                default -> user == maker || isAfter(user);
            };
            if (!isRight && (original == null || !isUnset(user))) {
                throw new Refusal(user, NULL);
            }
            if (!isRight) {
                before.add(user);
            }
        }
        return before;
    }

    private boolean isUnset(Instr user) {
        return (user.op() instanceof Op.RowStart || user.op() instanceof Op.RowLength)
                && ranges.stream().anyMatch(range -> elements.isUnset(range, user.operand(1), user));
    }

    /** Lets what an iteration does with rows that it has not set yet be done with those that were cloned. */
    private void useOriginal(OriginalRows original, List<Instr> starts, Map<Instr, List<Instr>> makers) throws Refusal {
        for (SetRange range : ranges) {
            List<Instr> sizes = array.users().stream()
                    .filter(user -> user.op() instanceof Op.RowLength && user.operand(1) == range.index())
                    .toList();
            List<Instr> later = sizes.stream().filter(size -> !isUnset(size)).toList();
            sizes.stream().filter(size -> !later.contains(size)).forEach(original::useLength);
            // It may be that of the row that was there before.
            boolean areAlike = range.sets().stream()
                    .flatMap(set -> Objects.requireNonNull(makers.get(set)).stream())
                    .allMatch(own -> own.op() instanceof Op.MakeArray && original.isLength(own.operand(1)));
            if (!later.isEmpty() && !areAlike) {
                throw new Refusal(later.getFirst(), NULL);
            }
        }
        for (Instr start : starts) {
            if (!original.use(start)) {
                throw new Refusal(start, NULL);
            }
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

    private boolean isAfter(Instr user) {
        return first.stream().allMatch(set -> elements.comesBefore(set, user))
                && ranges.stream().allMatch(range -> elements.isAfter(range, user))
                && (nest == null || elements.isAfter(nest.outer(), user));
    }

    /** {@return whether a row is set before an instruction that comes while rows are set} */
    private boolean isSet(Value row, Instr user) {
        if (nest != null) {
            return elements.isReached(inLoop.getFirst(), nest, row, user);
        }
        Integer constant = SetElements.number(row);
        if (constant != null && constant >= 0 && constant < first.size()) {
            return elements.comesBefore(first.get(constant), user);
        }
        return ranges.stream().anyMatch(range -> isSet(range, row, user));
    }

    private boolean isSet(SetRange range, Value row, Instr user) {
        if (elements.isReached(range, row, user)) {
            return true;
        }
        CountedLoop over = range.over();
        if (over == null || !range.isPlain()) {
            return over == null
                    && elements.areEqual(row, range.index())
                    && elements.comesBefore(range.sets().getFirst(), user);
        }
        if (SetElements.number(row) != null) {
            return elements.areEqual(row, over.start())
                    && elements.isReached(range.sets(), over, over.variable(), user);
        }
        // Rows of lower numbers are among those of ranges before, too.
        return first.stream().allMatch(set -> elements.comesBefore(set, over))
                && ranges.subList(0, ranges.indexOf(range)).stream()
                        .allMatch(before -> elements.isAfter(
                                before, over.loop().header().instrs().getFirst()))
                && elements.isReached(range.sets(), over, row, user);
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
