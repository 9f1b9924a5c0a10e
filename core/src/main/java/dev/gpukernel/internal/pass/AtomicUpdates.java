package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.RowIndex;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.AtomicKind;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes atomic operations of the updates of a histogram: of {@code bins[k] = bins[k] + v}, if all that a loop does with the array is
 * to update elements so, by one operation that leads to the same in any order.
 */
final class AtomicUpdates {
    private final Loop loop;
    private final List<Access> accesses;
    private final ArrayType array;
    private final ElementType element;
    private final List<Update> updates = new ArrayList<>();
    private final Set<AtomicKind> kinds = EnumSet.noneOf(AtomicKind.class);

    /**
     * An element that is loaded, combined with something else and stored.
     *
     * @param store the end of it
     * @param load the begin of it
     * @param kind how it is combined
     * @param steps what is computed from the element, from the stored value back to the load, the load left out
     */
    private record Update(Instr store, Instr load, AtomicKind kind, List<Step> steps) {}

    /**
     * A computation on the way from a load to a store.
     *
     * @param instr the computation
     * @param other what the element is combined with, {@code null} if it is converted
     */
    private record Step(Instr instr, @Nullable Value other) {}

    private AtomicUpdates(Loop loop, BlockParam array) {
        this.loop = loop;
        this.array = (ArrayType) array.type();
        this.element = this.array.element();
        this.accesses = new ArrayList<>(Access.in(loop.blocks()));
        accesses.removeIf(access -> access.array() != array);
        for (Access access : accesses) {
            Update update = update(access.instr());
            if (update != null) {
                updates.add(update);
            }
        }
    }

    /**
     * Rewrites the updates of an array.
     *
     * @param code the function that the loop is in
     * @param loop a loop
     * @param array an array of integers that it may only use for updates
     * @return whether it did
     */
    static boolean rewrite(Function code, Loop loop, BlockParam array) {
        AtomicUpdates found = new AtomicUpdates(loop, array);
        if (!found.isClosed() || found.kinds.size() != 1 || !found.hasAtomicElements()) {
            return false;
        }
        found.updates.forEach(update -> rewrite(new Builder(code).before(update.store), update, found.array));
        return true;
    }

    /** {@return why updates of an array cannot be done in any order, null if it is used for other things or does not matter} */
    static @Nullable String obstacle(Loop loop, BlockParam array) {
        AtomicUpdates found = new AtomicUpdates(loop, array);
        if (!found.isClosed()) {
            return null;
        }
        if (found.hasAtomicElements()) {
            return found.kinds.size() > 1
                    ? "updates of " + array.name() + " by different operations depend on their order"
                    : null;
        }
        String type = found.element.text();
        boolean isRounded = found.element.register().isFloating() && found.kinds.contains(AtomicKind.ADD);
        return isRounded
                ? "sums of %s elements depend on the order of their rounding (use int or long, or Atomic.add with @Parallel)"
                        .formatted(type)
                : "several iterations cannot update %s elements (use int or long)".formatted(type);
    }

    private boolean hasAtomicElements() {
        return element == ElementType.INT || element == ElementType.LONG;
    }

    /** {@return whether there are updates and nothing else, but for what is done with other rows} */
    private boolean isClosed() {
        Set<Instr> known = new HashSet<>();
        for (Update update : updates) {
            known.add(update.store);
            known.add(update.load);
            kinds.add(update.kind);
        }
        for (Access access : accesses) {
            if (access.instr().op() instanceof Op.Atomic atomic && access.commutesWith(access)) {
                kinds.add(atomic.kind());
            } else if (!known.contains(access.instr()) && !isInOtherRows(access)) {
                return false;
            }
        }
        return !updates.isEmpty();
    }

    /** {@return whether an access is to another row than all that are updated} */
    private boolean isInOtherRows(Access access) {
        Value own = access.index();
        return own != null
                && updates.stream().allMatch(update -> RowIndex.areInDifferentRows(own, update.store.operand(1)));
    }

    private @Nullable Update update(Instr store) {
        if (!(store.op() instanceof Op.Store)) {
            return null;
        }
        List<Step> steps = new ArrayList<>();
        Instr load = follow(store.operand(2), store, steps);
        AtomicKind combined = load == null ? null : kind(steps);
        return load != null && combined != null && StraightWay.leads(loop, load, store)
                ? new Update(store, load, combined, List.copyOf(steps))
                : null;
    }

    /** {@return the load of the element that a value is computed from, the steps added to a list; null if there is none} */
    private static @Nullable Instr follow(Value value, Instr store, List<Step> steps) {
        if (!(value instanceof Instr instr) || instr.users().size() != 1) {
            return null;
        }
        if (instr.op() instanceof Op.Load) {
            boolean same =
                    instr.operand(0) == store.operand(0) && StraightWay.isSame(instr.operand(1), store.operand(1));
            return same ? instr : null;
        }
        int size = steps.size();
        for (int i = 0; i < instr.operands().size() && isStep(instr, i); i++) {
            steps.add(new Step(instr, instr.operands().size() == 1 ? null : instr.operand(1 - i)));
            Instr load = follow(instr.operand(i), store, steps);
            if (load != null) {
                return load;
            }
            steps.subList(size, steps.size()).clear();
        }
        return null;
    }

    /** {@return whether an element may be an operand of an instruction at a position} */
    private static boolean isStep(Instr instr, int position) {
        return switch (instr.op()) {
            case Op.Binary(BinaryKind kind, var _) -> kindOf(kind) != null && (position == 0 || kind != BinaryKind.SUB);
            case Op.Call call -> kindOf(call) != null;
            case Op.Convert _, Op.Narrow _ -> true;
            default -> false;
        };
    }

    /** {@return the one operation of all steps, null if there is none} */
    private @Nullable AtomicKind kind(List<Step> steps) {
        AtomicKind kind = null;
        for (Step step : steps) {
            AtomicKind own = kindOf(step.instr.op());
            if (own == null ? !keepsLowBits(step.instr.op()) : kind != null && kind != own) {
                return null;
            }
            kind = own == null ? kind : own;
        }
        boolean isConverted = steps.stream().anyMatch(step -> step.other == null);
        boolean isExtremum = kind == AtomicKind.MIN || kind == AtomicKind.MAX;
        return isConverted && isExtremum && hasAtomicElements() ? null : kind;
    }

    /** {@return whether those bits of the result of a conversion that are stored are those of its operand} */
    private boolean keepsLowBits(Op op) {
        return switch (element) {
            case BOOLEAN, BYTE, SHORT, CHAR -> op instanceof Op.Narrow;
            case INT ->
                op instanceof Op.Convert(ScalarType from, ScalarType to) && !from.isFloating() && !to.isFloating();
            case LONG, FLOAT, DOUBLE -> false;
        };
    }

    private static @Nullable AtomicKind kindOf(Op op) {
        return switch (op) {
            case Op.Binary(BinaryKind kind, var _) -> kindOf(kind);
            case Op.Call call -> kindOf(call);
            default -> null;
        };
    }

    private static @Nullable AtomicKind kindOf(BinaryKind kind) {
        return switch (kind) {
            case ADD, SUB -> AtomicKind.ADD;
            case AND -> AtomicKind.AND;
            case OR -> AtomicKind.OR;
            case XOR -> AtomicKind.XOR;
            case MUL, DIV, REM, SHL, SHR, USHR -> null;
        };
    }

    private static @Nullable AtomicKind kindOf(Op.Call call) {
        return switch (call.intrinsic()) {
            case Intrinsics.MIN_I32, Intrinsics.MIN_I64, Intrinsics.MIN_F32, Intrinsics.MIN_F64 -> AtomicKind.MIN;
            case Intrinsics.MAX_I32, Intrinsics.MAX_I64, Intrinsics.MAX_F32, Intrinsics.MAX_F64 -> AtomicKind.MAX;
            default -> null;
        };
    }

    private static void rewrite(Builder builder, Update update, ArrayType array) {
        Value operand = null;
        // From the load on: what is combined with the element in 64 bits may be narrowed at the end.
        for (Step step : update.steps.reversed()) {
            operand = combined(builder, operand, step);
        }
        if (operand == null) {
            throw new IllegalStateException(update.store + " combines nothing");
        }
        Op atomic = new Op.Atomic(update.kind, array);
        builder.emit(atomic, update.store.operand(0), update.store.operand(1), operand);
        update.store.remove();
        update.steps.forEach(step -> step.instr.remove());
        update.load.remove();
    }

    /** {@return what comes to the element with a step besides what came before} */
    private static @Nullable Value combined(Builder builder, @Nullable Value before, Step step) {
        Op op = step.instr.op();
        Value other = step.other;
        if (other == null) {
            return before == null ? null : builder.emit(op, before);
        }
        if (before != null) {
            return builder.emit(op, before, other);
        }
        return op instanceof Op.Binary(BinaryKind kind, ScalarType type) && kind == BinaryKind.SUB
                ? builder.emit(new Op.Negate(type), other)
                : other;
    }
}
