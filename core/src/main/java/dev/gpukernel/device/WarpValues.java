package dev.gpukernel.device;

import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;

/** What the lanes of a warp show each other in one operation, when a kernel runs on the CPU. Made by the CPU backend. */
public final class WarpValues {
    private final long[] bits = new long[Warp.SIZE];
    private int present;

    /** Makes the values of no lane. */
    public WarpValues() {}

    /**
     * Adds a lane.
     *
     * @param lane which one, from 0
     * @param value what it shows
     */
    public void show(int lane, long value) {
        bits[lane] = value;
        present |= 1 << lane;
    }

    /** {@return the lanes that take part, bit 0 for lane 0} */
    int present() {
        return present;
    }

    boolean has(int lane) {
        return (present >>> lane & 1) != 0;
    }

    /** {@return what a lane shows that takes part} */
    long of(int lane) {
        return bits[lane];
    }

    /** {@return the values, combined in order of lanes} */
    int reduce(IntBinaryOperator operator) {
        return IntStream.range(0, Warp.SIZE)
                .filter(this::has)
                .map(lane -> (int) bits[lane])
                .reduce(operator)
                .orElseThrow();
    }

    /** {@return the mask of the lanes that show a value} */
    int matching(long value) {
        int mask = 0;
        for (int lane = 0; lane < Warp.SIZE; lane++) {
            if (has(lane) && bits[lane] == value) {
                mask |= 1 << lane;
            }
        }
        return mask;
    }
}
