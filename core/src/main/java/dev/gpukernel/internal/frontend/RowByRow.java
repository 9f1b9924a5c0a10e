package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
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
    private final SetElements elements;
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
        this.elements = new SetElements(translation.function, made.maker, false);
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
        CountedLoop over = set == null ? null : elements.loopOverAll(set);
        if (set != null && over == null) {
            throw new Refusal(set, LOOP);
        }
        requireOthers(set, over);
        requireSetBeforeUse(set, over);
        Value length = sets.isEmpty() ? constant(0) : null;
        for (Instr other : sets) {
            Instr own = requireOwn(other);
            Value ownLength = own.op() instanceof Op.MakeArray ? own.operand(1) : null;
            Value known = ownLength == null ? constant(((Op.LocalArray) own.op()).length()) : hoisted(ownLength);
            if (known == null || (length != null && !elements.areSame(length, known))) {
                throw new Refusal(own, LENGTHS);
            }
            length = length == null ? known : length;
        }
        new RowsAtOnce(translation, maker, columns, sets).make(Objects.requireNonNull(length), set, over);
    }

    /** {@return the only place in a loop where rows are set, null if each row is set in a place of its own} */
    private @Nullable Instr setInLoop() throws Refusal {
        List<Instr> inLoop =
                sets.stream().filter(set -> !elements.isOutside(set.block())).toList();
        if (inLoop.size() > 1 || (inLoop.isEmpty() && SetElements.number(count) == null)) {
            throw new Refusal(inLoop.isEmpty() ? maker : inLoop.getLast(), LOOP);
        }
        return inLoop.isEmpty() ? null : inLoop.getFirst();
    }

    /** Requires that rows which a loop does not set are set once, one by one, before it. */
    private void requireOthers(@Nullable Instr inLoop, @Nullable CountedLoop over) throws Refusal {
        Set<Integer> numbers = new HashSet<>();
        for (Instr set : sets) {
            Integer number = SetElements.number(set.operand(1));
            boolean isApart = set == inLoop
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
            throw new Refusal(inLoop == null ? maker : inLoop, LOOP);
        }
    }

    /** {@return the first row that is set in a loop, the number of rows if there is none} */
    private int first(@Nullable CountedLoop over) {
        return Objects.requireNonNull(SetElements.number(over == null ? count : over.start()));
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
                ? sets.stream().allMatch(set -> elements.comesBefore(set, user))
                : elements.isAfter(over, user);
    }

    /** {@return whether a row is set before an instruction that comes while rows are set} */
    private boolean isSet(@Nullable Instr set, @Nullable CountedLoop over, Value row, Instr user) {
        Integer constant = SetElements.number(row);
        if (constant != null && constant < first(over)) {
            return sets.stream()
                    .anyMatch(other ->
                            constant.equals(SetElements.number(other.operand(1))) && elements.comesBefore(other, user));
        }
        if (set == null || over == null) {
            return false;
        }
        if (constant != null) {
            return constant == first(over) && elements.comesBefore(set, user);
        }
        return elements.isReached(set, over, row, user);
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
                || !Objects.equals(elements.innermost(own.block()), elements.innermost(set.block()))
                || !elements.comesBefore(maker, own)) {
            throw new Refusal(set, SHARED);
        }
        for (Instr user : row.users()) {
            if (user != own && !elements.comesBefore(own, user)) {
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
        return elements.isThere(value)
                || (value instanceof Instr instr
                        && instr.op().effect() == Effect.NONE
                        && instr.operands().stream()
                                .allMatch(operand -> operand.type() instanceof ArrayType
                                        ? elements.isFixed(operand)
                                        : isKnown(operand)));
    }

    private Value copied(Value value, Builder builder) {
        if (elements.isThere(value) || value.type() instanceof ArrayType) {
            return value;
        }
        Instr instr = (Instr) value;
        return builder.emit(
                instr.op(),
                instr.operands().stream()
                        .map(operand -> copied(operand, builder))
                        .toList());
    }
}
