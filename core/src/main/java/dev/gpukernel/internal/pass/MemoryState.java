package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Value;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a memory holds at a place, as far as that follows from a state before it by one store. Each is equal to itself alone. */
final class MemoryState {
    private final @Nullable MemoryState before;
    private final @Nullable Instr store;

    /** A state of which nothing is known. */
    MemoryState() {
        this(null, null);
    }

    private MemoryState(@Nullable MemoryState before, @Nullable Instr store) {
        this.before = before;
        this.store = store;
    }

    /** {@return the state after a store} */
    MemoryState after(Instr next) {
        return new MemoryState(this, next);
    }

    /** {@return the state before the store; only where the store keeps something} */
    MemoryState before() {
        return Objects.requireNonNull(before, "a state before it");
    }

    /** {@return what the store put where a load loads, null if it stored elsewhere, or something narrower} */
    @Nullable Value stored(Instr load) {
        if (store == null || store.operand(0) != load.operand(0) || !isWide(load)) {
            return null;
        }
        return Place.of(load).equals(Place.of(store)) ? store.operand(2) : null;
    }

    /** {@return whether what a load loads is certainly not what the store changed} */
    boolean keeps(Instr load) {
        if (store == null) {
            return false;
        }
        Value changed = store.operand(0);
        Value loaded = load.operand(0);
        if (changed == loaded) {
            return Place.of(load).isOtherThan(Place.of(store));
        }
        return (isOwn(changed) && isOwn(loaded))
                || (changed instanceof BlockParam one && loaded instanceof BlockParam other && one.isApartFrom(other));
    }

    private static boolean isOwn(Value array) {
        return array instanceof Instr made && made.op() instanceof Op.LocalArray;
    }

    private static boolean isWide(Instr load) {
        ElementType element = ((ArrayType) load.operand(0).type()).element();
        return switch (element) {
            case BOOLEAN, BYTE, CHAR, SHORT -> false;
            case INT, LONG, FLOAT, DOUBLE -> true;
        };
    }

    /**
     * An index, as something and a constant.
     *
     * @param base what the constant is added to, null for 0
     * @param offset the constant
     */
    private record Place(@Nullable Value base, long offset) {
        static Place of(Instr access) {
            Value index = access.operand(1);
            Constant whole = index.constant();
            if (whole != null) {
                return new Place(null, whole.bits());
            }
            if (index instanceof Instr sum
                    && sum.op() instanceof Op.Binary(BinaryKind kind, var _)
                    && kind == BinaryKind.ADD) {
                Constant part = sum.operand(1).constant();
                if (part != null) {
                    return new Place(sum.operand(0), part.bits());
                }
            }
            return new Place(index, 0);
        }

        /** Sums of ints wrap around: of one base, they are equal if the constants are. */
        boolean isOtherThan(Place other) {
            return base == other.base && offset != other.offset;
        }
    }
}
