package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Rows;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Two rows that change places in an array that the kernel makes: {@code t = a[p]; a[p] = a[k]; a[k] = t;}. Their elements do, which nobody can
 * tell from it as long as no other variable refers to a row from before.
 */
final class RowSwaps {
    private final List<Swap> swaps = new ArrayList<>();
    private @Nullable Move begun;

    /** The first half of a swap: a row, which is in a variable, is replaced by another one. */
    private record Move(Rows array, Value to, Value from, SourcePosition position) {}

    /**
     * Rows that changed places.
     *
     * @param store of one of their elements; which array that is shows in the end
     * @param after where they have
     */
    private record Swap(Instr store, Block after) {
        Value array() {
            return store.operand(0);
        }
    }

    /** {@return whether rows of an array change places} */
    boolean areIn(Value array) {
        return swaps.stream().anyMatch(swap -> swap.array() == array);
    }

    /**
     * Takes that a row of an array is set to another one of it.
     *
     * @param to the number of the row that is set
     * @param row the other one
     * @param last the last instruction so far
     * @return whether this is the second half of a swap, so that the two rows are to change places
     */
    boolean set(Rows array, Value to, Rows row, Instr last, Findings findings, SourcePosition position) {
        Move first = begun;
        begun = null;
        Operand.Row other = row.row();
        if (other == null || !(other.start() instanceof Instr read)) {
            reject(findings, position);
            return false;
        }
        if (first == null || first.array.elements() != array.elements()) {
            requireNone(findings, first);
            begun = new Move(array, to, other.number(), position);
            return false;
        }
        boolean isSecond = areSame(first.from, to) && areSame(first.to, other.number()) && isQuietSince(read, last);
        if (!isSecond) {
            reject(findings, position);
        }
        return isSecond;
    }

    /** Takes note of rows that have changed places where a block begins. */
    void swapped(Instr store, Block after) {
        swaps.add(new Swap(store, after));
    }

    /** Rejects what is half done, rows of arrays that are passed, and rows from before that are used after, in a kernel in which every array is known. */
    void requireWhole(Findings findings) {
        requireNone(findings, begun);
        for (Swap swap : swaps) {
            if (RowByRow.maker(swap.array()) == null) {
                reject(findings, Objects.requireNonNull(swap.store.position()));
            }
            for (Instr user : swap.array().users()) {
                SourcePosition position = user.position();
                if (position != null && isStale(swap, user)) {
                    reject(findings, position);
                }
            }
        }
    }

    private static void requireNone(Findings findings, @Nullable Move half) {
        if (half != null) {
            reject(findings, half.position);
        }
    }

    static void reject(Findings findings, SourcePosition position) {
        findings.add(Message.ROWS_MOVED, position);
    }

    /** {@return whether nothing but checks of indices happened since a row was read} */
    private static boolean isQuietSince(Instr read, Instr last) {
        List<Instr> instrs = read.block() == last.block() ? read.block().instrs() : List.of();
        return !instrs.isEmpty()
                && instrs.subList(instrs.indexOf(read), instrs.size()).stream()
                        .allMatch(instr -> instr.op().effect() == Effect.NONE || instr.op().effect() == Effect.FAULT);
    }

    /** {@return whether two numbers are computed in the same way} */
    private static boolean areSame(Value one, Value other) {
        if (one == other) {
            return true;
        }
        if (!(one instanceof Instr first)
                || !(other instanceof Instr second)
                || !first.op().equals(second.op())
                || first.op().effect() != Effect.NONE
                || first.operands().isEmpty() != second.operands().isEmpty()) {
            return false;
        }
        for (int i = 0; i < first.operands().size(); i++) {
            if (!areSame(first.operand(i), second.operand(i))) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether an access is to a row that was read before others changed places, and may be one of them} */
    private static boolean isStale(Swap swap, Instr user) {
        boolean isAccess =
                user.op() instanceof Op.Load || user.op() instanceof Op.Store || user.op() instanceof Op.Atomic;
        if (!isAccess || !(user.operand(1) instanceof Instr index) || index.operands().isEmpty()) {
            return false;
        }
        Value start = index.operand(0);
        if (start instanceof BlockParam) {
            // One of several rows.
            return true;
        }
        return isStale(swap, user, start.block());
    }

    private static boolean isStale(Swap swap, Instr user, Block known) {
        return user.block() != known && isReached(user.block(), swap.after, known);
    }

    /** {@return whether an instruction uses a row of an array, known by another name since a block, after it may have changed places} */
    boolean areStale(Value array, Instr user, Block known) {
        return swaps.stream().anyMatch(swap -> swap.array() == array && isStale(swap, user, known));
    }

    /** {@return whether control gets from one block to another, but not by way of a third} */
    private static boolean isReached(Block to, Block from, Block without) {
        Set<Block> seen = new HashSet<>(List.of(without));
        Deque<Block> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            Block block = open.pop();
            if (seen.add(block)) {
                if (block == to) {
                    return true;
                }
                open.addAll(block.successors());
            }
        }
        return false;
    }
}
