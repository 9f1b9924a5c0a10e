package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Function;
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
    /** As many as have all threads that a multiprocessor holds. */
    private static final int RESIDENT_BLOCKS = 8;

    /** Where threads keep what they loaded, in registers. */
    private static final int RESIDENT_KEEPING = 6;

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
    public record Running(int place, Function join, Constant identity, boolean isRounded) {}

    /** {@return whether each has 32 bits, so that a word can say besides whether it is there} */
    public boolean isNarrow() {
        return running.stream().allMatch(one -> one.identity().type().bytes() == Integer.BYTES);
    }

    /**
     * {@return how many words a running value of 32 bits takes} Of each block what it comes to, of each group what is before it, what is
     * after the loop, and how many blocks have begun.
     *
     * @param blocks how many blocks there are
     */
    public static int words(int blocks) {
        return blocks + Math.ceilDiv(blocks, ScanOrder.LANES) + 3;
    }

    /** {@return whether the order of any of them can be seen} */
    public boolean isRounded() {
        return running.stream().anyMatch(Running::isRounded);
    }

    /**
     * How many blocks of the kernel that does all in one go a multiprocessor is to hold. Blocks wait for memory and for one another, so
     * that what little they compute is hidden only if there are many. Long iterations need their registers.
     *
     * @param iteration code of one iteration
     * @return their number, 0 if that is left open
     */
    public int residentBlocks(Function iteration) {
        if (!isNarrow() || running.size() > 1 || instrs() > MOST_HIDDEN) {
            return 0;
        }
        return KeptLoads.of(iteration, summands).pairs().isEmpty() ? RESIDENT_BLOCKS : RESIDENT_KEEPING;
    }

    private int instrs() {
        return summands.blocks().stream()
                .mapToInt(block -> block.instrs().size())
                .sum();
    }
}
