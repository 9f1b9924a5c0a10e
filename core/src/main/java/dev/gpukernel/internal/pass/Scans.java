package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import java.util.List;

/**
 * The running values of a loop, and what they are made of.
 *
 * @param running the values
 * @param summands the loop's iteration without anything that reads a running value: its parameters are those of the iteration, and it
 *     returns what each running value becomes; it never faults, but keeps the values if the iteration would
 */
public record Scans(List<Running> running, Function summands) {
    /** Instructions of an iteration that is not long. */
    private static final int MOST_HIDDEN = 24;

    /** Copies the list. */
    public Scans {
        running = List.copyOf(running);
    }

    /**
     * A running value.
     *
     * @param place which of what the loop carries it is
     * @param join takes what two parts of the loop accumulated and returns them combined
     * @param identity what a part begins with
     * @param isRounded whether the order in which parts are combined can be seen
     */
    public record Running(int place, Function join, Constant identity, boolean isRounded) {
        /** {@return whether one operation combines two parts} */
        boolean isJoinedBy(Op op) {
            List<Instr> join = this.join.entry().instrs();
            return join.size() == 2 && join.getFirst().op().equals(op);
        }
    }

    /** {@return whether each has 32 bits, so that a word can say besides whether it is there} */
    public boolean isNarrow() {
        return running.stream().allMatch(one -> one.identity().type().bytes() == Integer.BYTES);
    }

    /**
     * {@return how many words a running value of 32 bits takes} Of each block what it comes to, of each group what is before it, and how
     * many blocks have begun.
     *
     * @param blocks how many blocks there are
     */
    public static int words(int blocks) {
        return blocks + Math.ceilDiv(blocks, ScanOrder.LANES) + 2;
    }

    /**
     * {@return of how many iterations, or a multiple, a piece of the loop is whose end is the beginning of the next one} Of values whose order
     * can be seen, they are those of a group of blocks: only after these is what is carried one value.
     */
    public long pieceIterations() {
        return isRounded() ? (long) ScanOrder.TILE * ScanOrder.LANES : ScanOrder.TILE;
    }

    /** {@return whether the order of any of them can be seen} */
    public boolean isRounded() {
        return running.stream().anyMatch(Running::isRounded);
    }

    /** {@return whether the summands of an iteration that throws are left out} They are the running values as they were then. */
    boolean mayAbandon() {
        List<BlockParam> params = summands.params();
        return summands.blocks().stream()
                .map(Block::terminator)
                .anyMatch(end -> end.op() instanceof Op.Return
                        && !end.operands().isEmpty()
                        && params.containsAll(end.operands()));
    }

    /** {@return whether there is one narrow value to which an iteration adds what is soon computed} */
    boolean isShort() {
        return isNarrow() && running.size() == 1 && summands.size() <= MOST_HIDDEN;
    }
}
