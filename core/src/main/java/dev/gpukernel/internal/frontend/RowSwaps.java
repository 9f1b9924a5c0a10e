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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two rows that change places in an array that the kernel makes: {@code t = a[p]; a[p] = a[k]; a[k] = t;}. Their elements do, which nobody can
 * tell from it as long as no other variable refers to a row from before.
 */
final class RowSwaps {
    private final List<Swap> swaps = new ArrayList<>();

    /** First halves whose second ones are still to come, by where they are. */
    private final Map<Block, Move> begun = new HashMap<>();

    /** First halves without second ones. */
    private final List<Move> rest = new ArrayList<>();

    /** Blocks that were taken for what follows another one, over a single edge. */
    private final Set<Block> following = new HashSet<>();

    /** The first half of a swap: a row, which is in a variable, is replaced by another one. */
    private record Move(Value array, Value to, Value from, SourcePosition position) {}

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
    boolean set(Rows array, Value to, Operand.Row row, Instr last, SourcePosition position) {
        Move move = new Move(array.elements(), to, row.number(), position);
        List<Block> quiet = quietSince(Objects.requireNonNull(row.start()), last);
        for (Block block : quiet) {
            Move first = begun.get(block);
            List<Block> later = quiet.subList(0, quiet.size() - 1);
            if (first != null && isSecond(first, move, later)) {
                following.addAll(later);
                begun.remove(block);
                return true;
            }
        }
        Move other = begun.put(last.block(), move);
        if (other != null) {
            rest.add(other);
        }
        return false;
    }

    private static boolean isSecond(Move first, Move second, List<Block> later) {
        return areSame(first.array, second.array, later)
                && areSame(first.from, second.to, later)
                && areSame(first.to, second.from, later);
    }

    /** {@return the block that alone leads to another one and nowhere else, null if there is none} */
    private static @Nullable Block before(Block block) {
        Instr jump = block.incoming().size() == 1 ? block.incoming().getFirst().source() : null;
        return jump != null && jump.op() instanceof Op.Jump ? jump.block() : null;
    }

    private static Value passed(BlockParam param) {
        return param.block().incoming().getFirst().arguments().get(param.index());
    }

    /**
     * {@return the blocks from here back to where a row was read, each of which follows the next; nothing if anything was written meanwhile}
     *
     * @param start of the row
     * @param last the last instruction so far
     */
    private static List<Block> quietSince(Value start, Instr last) {
        Value read = start;
        while (read instanceof BlockParam param && before(param.block()) != null) {
            read = passed(param);
        }
        List<Block> blocks = new ArrayList<>();
        for (Block block = last.block(); block != null && !blocks.contains(block); block = before(block)) {
            List<Instr> instrs = block.instrs();
            int from = read instanceof Instr && block == read.block() ? instrs.indexOf(read) : 0;
            blocks.add(block);
            if (!instrs.subList(from, instrs.size()).stream().allMatch(RowSwaps::isQuiet)) {
                return List.of();
            }
            if (read instanceof Instr && block == read.block()) {
                return blocks;
            }
        }
        return List.of();
    }

    private static boolean isQuiet(Instr instr) {
        Effect effect = instr.op().effect();
        return effect == Effect.NONE
                || effect == Effect.READ
                || effect == Effect.FAULT
                || instr.op() instanceof Op.Jump;
    }

    /** Takes note of rows that have changed places where a block begins. */
    void swapped(Instr store, Block after) {
        swaps.add(new Swap(store, after));
    }

    /** Rejects what is half done, rows of arrays that are passed, and rows from before that are used after, in a kernel in which every array is known. */
    void requireWhole(Findings findings) {
        for (Move half : Stream.concat(begun.values().stream(), rest.stream()).toList()) {
            reject(findings, half.position);
        }
        for (Swap swap : swaps) {
            if (RowByRow.maker(swap.array()) == null || !areFollowing()) {
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

    /** {@return whether no other way leads to a block that was taken to follow another one} */
    private boolean areFollowing() {
        return following.stream().allMatch(block -> block.incoming().size() == 1);
    }

    private static void reject(Findings findings, SourcePosition position) {
        findings.add(Message.ROWS_MOVED, position);
    }

    /** {@return whether two values are one, or computed in the same way, where some blocks follow where the first is} */
    private static boolean areSame(Value one, Value other, List<Block> later) {
        Value settled = settled(one, later);
        Value otherSettled = settled(other, later);
        if (settled == otherSettled) {
            return true;
        }
        if (!(settled instanceof Instr first)
                || !(otherSettled instanceof Instr second)
                || !first.op().equals(second.op())
                || first.op().effect() != Effect.NONE) {
            return false;
        }
        for (int i = 0; i < first.operands().size(); i++) {
            if (!areSame(first.operand(i), second.operand(i), later)) {
                return false;
            }
        }
        return true;
    }

    private static Value settled(Value value, List<Block> later) {
        Value settled = value;
        while (settled instanceof BlockParam param && later.contains(param.block())) {
            settled = passed(param);
        }
        return settled;
    }

    /** {@return whether an access is to a row that was read before others changed places, and may be one of them} */
    private static boolean isStale(Swap swap, Instr user) {
        boolean isAccess =
                user.op() instanceof Op.Load || user.op() instanceof Op.Store || user.op() instanceof Op.Atomic;
        if (!isAccess
                || !(user.operand(1) instanceof Instr index)
                || index.operands().isEmpty()) {
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
