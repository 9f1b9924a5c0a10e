package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of two dimensions whose rows the kernel makes one by one: {@code r = new double[n][]; for (…) r[i] = new double[m];}. Where
 * nobody can tell, all rows are made at once, and the array that a row is set to is that row from the beginning: one loop sets each row
 * once, to an array that the same iteration makes, no row is read before it is set, and all have one length, which is known where the outer
 * array is made. Else the kernel is refused.
 */
final class RowByRow {
    /** What is wrong with a row that another variable may refer to, too. */
    static final String SHARED = "of which a row is set to an array that is not made there";

    private static final String LENGTHS =
            "whose rows differ in length, or have one that is not known where the array is made";
    private static final String LOOP = "of which a row is not set in each iteration of one loop over all rows";
    private static final String NULL = "of which a row may be null where it is read";

    private final Translation translation;
    private final Dominators dominators;
    private final List<Loop> loops;
    private final Instr maker;
    private final Instr columns;
    private final BlockParam array;
    private final Value count;
    private final List<Instr> sets;

    /**
     * Such an array.
     *
     * @param maker makes the outer array, of one dimension until all is known
     * @param columns stands for the length of the rows until then
     */
    record Made(Instr maker, Instr columns) {}

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

    private RowByRow(Translation translation, Made made) {
        this.translation = translation;
        this.dominators = Dominators.of(translation.function);
        this.loops = Loop.of(translation.function);
        this.maker = made.maker;
        this.columns = made.columns;
        this.array = (BlockParam) maker.operand(0);
        this.count = maker.operand(1);
        this.sets = array.users().stream()
                .filter(user -> user.op() instanceof Op.SetRow)
                .toList();
    }

    /** Changes a kernel in which every array is known. */
    static void makeAtOnce(Translation translation) {
        // What is not known yet may be what a row is set to.
        for (Made made : translation.later.isLeftOpen() ? List.<Made>of() : translation.rowByRow) {
            try {
                new RowByRow(translation, made).makeAtOnce();
            } catch (Refusal refusal) {
                SourcePosition position = Objects.requireNonNull(refusal.place.position());
                translation.findings.add(Message.ROW_BY_ROW, position, refusal.what);
            }
        }
    }

    private void makeAtOnce() throws Refusal {
        Instr set = setInLoop();
        CountedLoop over = set == null ? null : overAllRows(set);
        requireOthers(set, over);
        requireSetBeforeUse(set, over);
        Value length = sets.isEmpty() ? constant(0) : null;
        for (Instr other : sets) {
            Instr own = requireOwn(other);
            Value ownLength = own.op() instanceof Op.MakeArray ? own.operand(1) : null;
            Value known = ownLength == null ? constant(((Op.LocalArray) own.op()).length()) : hoisted(ownLength);
            if (known == null || (length != null && !areSame(length, known))) {
                throw new Refusal(own, LENGTHS);
            }
            length = length == null ? known : length;
        }
        new RowsAtOnce(translation, maker, columns, sets).make(Objects.requireNonNull(length), set, over);
    }

    /** {@return the only place in a loop where rows are set, null if each row is set in a place of its own} */
    private @Nullable Instr setInLoop() throws Refusal {
        List<Instr> inLoop =
                sets.stream().filter(set -> !isOutside(set.block())).toList();
        if (inLoop.size() > 1 || (inLoop.isEmpty() && number(count) == null)) {
            throw new Refusal(inLoop.isEmpty() ? maker : inLoop.getLast(), LOOP);
        }
        return inLoop.isEmpty() ? null : inLoop.getFirst();
    }

    /** {@return whether a block is in no loop but those in which the array is made} */
    private boolean isOutside(Block block) {
        return loops.stream().allMatch(loop -> !loop.contains(block) || loop.contains(maker.block()));
    }

    /** {@return the loop that sets each row once, but for the first ones, which are set one by one before it} */
    private CountedLoop overAllRows(Instr set) throws Refusal {
        Loop loop = innermost(set.block());
        CountedLoop counted = loop == null ? null : CountedLoop.exactly(loop);
        if (counted == null
                || !isUpwards(counted)
                || !areSame(counted.bound(), count)
                || set.operand(1) != counted.variable()
                || !dominators.dominates(maker.block(), counted.loop().header())
                || !isOutsideBut(counted.loop())
                || counted.exit().target().incoming().size() != 1) {
            throw new Refusal(set, LOOP);
        }
        for (Edge back : counted.loop().backEdges()) {
            if (!dominators.dominates(set.block(), back.source().block())) {
                throw new Refusal(set, LOOP);
            }
        }
        return counted;
    }

    /** Requires that rows which a loop does not set are set once, one by one, before it. */
    private void requireOthers(@Nullable Instr inLoop, @Nullable CountedLoop over) throws Refusal {
        Set<Integer> numbers = new HashSet<>();
        for (Instr set : sets) {
            Integer number = number(set.operand(1));
            boolean isApart = set == inLoop
                    || (number != null
                            && number >= 0
                            && number < first(over)
                            && numbers.add(number)
                            && (over == null
                                    || dominators.dominates(
                                            set.block(), over.loop().header())));
            if (!isApart) {
                throw new Refusal(set, LOOP);
            }
        }
        if (numbers.size() < first(over)) {
            throw new Refusal(inLoop == null ? maker : inLoop, LOOP);
        }
    }

    private boolean isOutsideBut(Loop inner) {
        return loops.stream()
                .allMatch(loop -> loop.equals(inner) || !loop.contains(inner.header()) || loop.contains(maker.block()));
    }

    private @Nullable Loop innermost(Block block) {
        return loops.stream()
                .filter(loop -> loop.contains(block))
                .min(Comparator.comparingInt(loop -> loop.blocks().size()))
                .orElse(null);
    }

    /** {@return whether a loop goes through ints one by one, from a constant that is not negative until it reaches its bound} */
    private static boolean isUpwards(CountedLoop counted) {
        return counted.always()
                && counted.step() == 1
                && counted.predicate() == Predicate.LT
                && counted.bound().type() == ScalarType.I32
                && number(counted.start()) instanceof Integer first
                && first >= 0;
    }

    /** {@return the first row that is set in a loop, the number of rows if there is none} */
    private int first(@Nullable CountedLoop over) {
        return Objects.requireNonNull(number(over == null ? count : over.start()));
    }

    private void requireSetBeforeUse(@Nullable Instr set, @Nullable CountedLoop over) throws Refusal {
        for (Instr user : array.users()) {
            boolean isRight = switch (user.op()) {
                case Op.RowCheck _ -> isAfter(over, user) || isSet(set, over, user.operand(1), user);
                // A check stands before each.
                case Op.Load _, Op.Store _, Op.Atomic _, Op.SetRow _ -> true;
                default -> user == maker || user == columns || isAfter(over, user);
            };
            if (!isRight) {
                throw new Refusal(user, NULL);
            }
        }
    }

    private boolean isAfter(@Nullable CountedLoop over, Instr user) {
        return over == null
                ? sets.stream().allMatch(set -> comesBefore(set, user))
                : dominators.dominates(over.exit().target(), user.block());
    }

    /** {@return whether a row is set before an instruction that comes while rows are set} */
    private boolean isSet(@Nullable Instr set, @Nullable CountedLoop over, Value row, Instr user) {
        Integer constant = number(row);
        if (constant != null && constant < first(over)) {
            return sets.stream()
                    .anyMatch(other -> constant.equals(number(other.operand(1))) && comesBefore(other, user));
        }
        if (set == null || over == null) {
            return false;
        }
        if (constant != null) {
            return constant == first(over) && comesBefore(set, user);
        }
        if (!over.loop().contains(user.block())) {
            return false;
        }
        boolean orEqual = comesBefore(set, user);
        return row == over.variable() && orEqual || isBelow(row, over, orEqual, user);
    }

    /** {@return whether a row's number, where it is one, is less than a loop's variable, or the variable if that may be, too} */
    private boolean isBelow(Value row, CountedLoop over, boolean orEqual, Instr user) {
        if (row instanceof Instr sum && sum.op() instanceof Op.Binary(BinaryKind kind, ScalarType _)) {
            Integer distance = number(sum.operand(1));
            return sum.operand(0) == over.variable()
                    && distance != null
                    && (kind == BinaryKind.SUB && distance > 0
                            || kind == BinaryKind.ADD && distance < 0 && distance > Integer.MIN_VALUE);
        }
        Loop inner = row instanceof BlockParam param ? Loop.at(loops, param.block()) : null;
        CountedLoop counted = inner == null ? null : CountedLoop.atMost(inner);
        return counted != null
                && counted.loop().contains(user.block())
                && user.block() != counted.loop().header()
                && counted.variable() == row
                && counted.step() > 0
                && counted.bound() == over.variable()
                && (counted.predicate() == Predicate.LT || counted.predicate() == Predicate.LE && orEqual);
    }

    /** {@return what makes the array that a row is set to, if nothing else can refer to it} */
    private Instr requireOwn(Instr set) throws Refusal {
        Value row = set.operand(2);
        Instr own = maker(row);
        for (Instr user : row.users()) {
            boolean isElement =
                    user.op() instanceof Op.Length || user.op() instanceof Op.Load || user.op() instanceof Op.Store;
            if (!isElement && user != own && user != set) {
                throw new Refusal(set, SHARED);
            }
        }
        if (own == null
                || !Objects.equals(innermost(own.block()), innermost(set.block()))
                || !comesBefore(maker, own)) {
            throw new Refusal(set, SHARED);
        }
        for (Instr user : row.users()) {
            if (user != own && !comesBefore(own, user)) {
                throw new Refusal(set, SHARED);
            }
        }
        return own;
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

    private boolean comesBefore(Instr first, Instr second) {
        if (first.block() != second.block()) {
            return dominators.dominates(first.block(), second.block());
        }
        List<Instr> instrs = first.block().instrs();
        return instrs.indexOf(first) < instrs.indexOf(second);
    }

    private Value constant(int number) {
        return new Builder(translation.function).before(maker).constant(number);
    }

    /** {@return a number as it is computed where the array is made, null if it is not known there} */
    private @Nullable Value hoisted(Value value) {
        if (!isKnown(value)) {
            return null;
        }
        return copied(value, new Builder(translation.function).before(maker).at(maker.position()));
    }

    private boolean isKnown(Value value) {
        return isThere(value)
                || (value instanceof Instr instr
                        && instr.op().effect() == Effect.NONE
                        && instr.operands().stream()
                                .allMatch(operand ->
                                        operand.type() instanceof ArrayType ? isFixed(operand) : isKnown(operand)));
    }

    private boolean isThere(Value value) {
        return value instanceof Instr instr
                ? comesBefore(instr, maker)
                : dominators.dominates(value.block(), maker.block());
    }

    /** {@return whether an array is the same all along from where the rows are made} */
    private boolean isFixed(Value array) {
        return array instanceof BlockParam
                && array.users().stream()
                        .filter(user -> user.op() instanceof Op.MakeArray)
                        .allMatch(other -> comesBefore(other, maker)
                                && loops.stream()
                                        .allMatch(
                                                loop -> !loop.contains(other.block()) || loop.contains(maker.block())));
    }

    private Value copied(Value value, Builder builder) {
        if (isThere(value) || value.type() instanceof ArrayType) {
            return value;
        }
        Instr instr = (Instr) value;
        return builder.emit(
                instr.op(),
                instr.operands().stream()
                        .map(operand -> copied(operand, builder))
                        .toList());
    }

    /** {@return whether two numbers that are known are computed in the same way} */
    private boolean areSame(Value one, Value other) {
        return one == other
                || (one instanceof Instr first
                        && other instanceof Instr second
                        && first.op().equals(second.op())
                        && first.op().effect() == Effect.NONE
                        && areSame(first.operands(), second.operands()));
    }

    private boolean areSame(List<Value> some, List<Value> others) {
        for (int i = 0; i < some.size(); i++) {
            Value one = some.get(i);
            boolean isSame = one.type() instanceof ArrayType
                    ? one == others.get(i) && isFixed(one)
                    : areSame(one, others.get(i));
            if (!isSame) {
                return false;
            }
        }
        return true;
    }

    static @Nullable Integer number(Value value) {
        return ConstantSizes.of(value);
    }
}
