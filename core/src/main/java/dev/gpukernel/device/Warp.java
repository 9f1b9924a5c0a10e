package dev.gpukernel.device;

/**
 * The warp: 32 threads of a block with consecutive numbers, x running fastest, then y, then z. A thread's number in its warp is
 * its lane. The last warp of a block whose size is no multiple of 32 has fewer lanes.
 *
 * <p>All lanes of a warp that have not returned take part in each operation, and must reach it at the same place. CUDA leaves
 * open what happens otherwise; the CPU ends the launch with {@code [BarrierDivergence]}, and where a lane asks for the value of
 * one that does not take part, with {@code [LaneAbsent]}. Masks have bit 0 for lane 0; {@link Integer#bitCount} counts theirs.
 *
 * <p>Only {@link #sync()} and {@link #sync(int)} order memory.
 */
public final class Warp {
    static final int SIZE = 32;

    private static final int ALL = -1;

    private Warp() {}

    /** {@return number of this thread in its warp, from 0 to 31} */
    public static int lane() {
        ThreadState state = ThreadState.current();
        int row = state.threadZ * state.blockDimY + state.threadY;
        return row * state.blockDimX + state.threadX & SIZE - 1;
    }

    /** {@return number of threads of a warp, 32: CUDA's {@code warpSize}} */
    public static int size() {
        return SIZE;
    }

    /** Waits for the warp's threads; what one of them wrote before, all of them read after: CUDA's {@code __syncwarp()}. */
    public static void sync() {
        meet("Warp.sync", 0);
    }

    /**
     * Waits for some of the warp's threads: CUDA's {@code __syncwarp(mask)}.
     *
     * @param mask the lanes to wait for, this thread's among them
     */
    public static void sync(int mask) {
        ThreadState.together("Warp.sync").meetWarp("Warp.sync", mask, 0);
    }

    /**
     * The value of a lane: CUDA's {@code __shfl_sync}.
     *
     * @param value what this thread shows
     * @param lane which lane; only its lowest 5 bits count, as in CUDA
     * @return that lane's value
     */
    public static int shuffle(int value, int lane) {
        return (int) exchange("Warp.shuffle", value, lane & SIZE - 1);
    }

    /**
     * The value of a lane: CUDA's {@code __shfl_sync}.
     *
     * @param value what this thread shows
     * @param lane which lane; only its lowest 5 bits count, as in CUDA
     * @return that lane's value
     */
    public static long shuffle(long value, int lane) {
        return exchange("Warp.shuffle", value, lane & SIZE - 1);
    }

    /**
     * The value of a lane: CUDA's {@code __shfl_sync}.
     *
     * @param value what this thread shows
     * @param lane which lane; only its lowest 5 bits count, as in CUDA
     * @return that lane's value
     */
    public static float shuffle(float value, int lane) {
        return Float.intBitsToFloat((int) exchange("Warp.shuffle", Float.floatToRawIntBits(value), lane & SIZE - 1));
    }

    /**
     * The value of a lane: CUDA's {@code __shfl_sync}.
     *
     * @param value what this thread shows
     * @param lane which lane; only its lowest 5 bits count, as in CUDA
     * @return that lane's value
     */
    public static double shuffle(double value, int lane) {
        return Double.longBitsToDouble(exchange("Warp.shuffle", Double.doubleToRawLongBits(value), lane & SIZE - 1));
    }

    /**
     * The value of a lane further down: CUDA's {@code __shfl_up_sync}.
     *
     * @param value what this thread shows
     * @param delta how far down, from 0 to 31
     * @return the value of lane {@code lane() - delta}, this thread's own if there is no such lane in a warp
     */
    public static int shuffleUp(int value, int delta) {
        return (int) exchange("Warp.shuffleUp", value, up(delta));
    }

    /**
     * The value of a lane further down: CUDA's {@code __shfl_up_sync}.
     *
     * @param value what this thread shows
     * @param delta how far down, from 0 to 31
     * @return the value of lane {@code lane() - delta}, this thread's own if there is no such lane in a warp
     */
    public static long shuffleUp(long value, int delta) {
        return exchange("Warp.shuffleUp", value, up(delta));
    }

    /**
     * The value of a lane further down: CUDA's {@code __shfl_up_sync}.
     *
     * @param value what this thread shows
     * @param delta how far down, from 0 to 31
     * @return the value of lane {@code lane() - delta}, this thread's own if there is no such lane in a warp
     */
    public static float shuffleUp(float value, int delta) {
        return Float.intBitsToFloat((int) exchange("Warp.shuffleUp", Float.floatToRawIntBits(value), up(delta)));
    }

    /**
     * The value of a lane further down: CUDA's {@code __shfl_up_sync}.
     *
     * @param value what this thread shows
     * @param delta how far down, from 0 to 31
     * @return the value of lane {@code lane() - delta}, this thread's own if there is no such lane in a warp
     */
    public static double shuffleUp(double value, int delta) {
        return Double.longBitsToDouble(exchange("Warp.shuffleUp", Double.doubleToRawLongBits(value), up(delta)));
    }

    /**
     * The value of a lane further up: CUDA's {@code __shfl_down_sync}.
     *
     * @param value what this thread shows
     * @param delta how far up, from 0 to 31
     * @return the value of lane {@code lane() + delta}, this thread's own if there is no such lane in a warp
     */
    public static int shuffleDown(int value, int delta) {
        return (int) exchange("Warp.shuffleDown", value, down(delta));
    }

    /**
     * The value of a lane further up: CUDA's {@code __shfl_down_sync}.
     *
     * @param value what this thread shows
     * @param delta how far up, from 0 to 31
     * @return the value of lane {@code lane() + delta}, this thread's own if there is no such lane in a warp
     */
    public static long shuffleDown(long value, int delta) {
        return exchange("Warp.shuffleDown", value, down(delta));
    }

    /**
     * The value of a lane further up: CUDA's {@code __shfl_down_sync}.
     *
     * @param value what this thread shows
     * @param delta how far up, from 0 to 31
     * @return the value of lane {@code lane() + delta}, this thread's own if there is no such lane in a warp
     */
    public static float shuffleDown(float value, int delta) {
        return Float.intBitsToFloat((int) exchange("Warp.shuffleDown", Float.floatToRawIntBits(value), down(delta)));
    }

    /**
     * The value of a lane further up: CUDA's {@code __shfl_down_sync}.
     *
     * @param value what this thread shows
     * @param delta how far up, from 0 to 31
     * @return the value of lane {@code lane() + delta}, this thread's own if there is no such lane in a warp
     */
    public static double shuffleDown(double value, int delta) {
        return Double.longBitsToDouble(exchange("Warp.shuffleDown", Double.doubleToRawLongBits(value), down(delta)));
    }

    /**
     * The value of a lane whose number differs in some bits: CUDA's {@code __shfl_xor_sync}.
     *
     * @param value what this thread shows
     * @param laneMask which bits differ; only the lowest 5 count
     * @return the value of lane {@code lane() ^ laneMask}
     */
    public static int shuffleXor(int value, int laneMask) {
        return (int) exchange("Warp.shuffleXor", value, (lane() ^ laneMask) & SIZE - 1);
    }

    /**
     * The value of a lane whose number differs in some bits: CUDA's {@code __shfl_xor_sync}.
     *
     * @param value what this thread shows
     * @param laneMask which bits differ; only the lowest 5 count
     * @return the value of lane {@code lane() ^ laneMask}
     */
    public static long shuffleXor(long value, int laneMask) {
        return exchange("Warp.shuffleXor", value, (lane() ^ laneMask) & SIZE - 1);
    }

    /**
     * The value of a lane whose number differs in some bits: CUDA's {@code __shfl_xor_sync}.
     *
     * @param value what this thread shows
     * @param laneMask which bits differ; only the lowest 5 count
     * @return the value of lane {@code lane() ^ laneMask}
     */
    public static float shuffleXor(float value, int laneMask) {
        return Float.intBitsToFloat(
                (int) exchange("Warp.shuffleXor", Float.floatToRawIntBits(value), (lane() ^ laneMask) & SIZE - 1));
    }

    /**
     * The value of a lane whose number differs in some bits: CUDA's {@code __shfl_xor_sync}.
     *
     * @param value what this thread shows
     * @param laneMask which bits differ; only the lowest 5 count
     * @return the value of lane {@code lane() ^ laneMask}
     */
    public static double shuffleXor(double value, int laneMask) {
        return Double.longBitsToDouble(
                exchange("Warp.shuffleXor", Double.doubleToRawLongBits(value), (lane() ^ laneMask) & SIZE - 1));
    }

    /**
     * Asks all lanes: CUDA's {@code __all_sync}.
     *
     * @param predicate what this thread says
     * @return whether it is true for every lane that takes part
     */
    public static boolean all(boolean predicate) {
        WarpValues values = meet("Warp.all", predicate ? 1 : 0);
        return values.matching(1) == values.present();
    }

    /**
     * Asks for one lane: CUDA's {@code __any_sync}.
     *
     * @param predicate what this thread says
     * @return whether it is true for at least one lane
     */
    public static boolean any(boolean predicate) {
        return meet("Warp.any", predicate ? 1 : 0).matching(1) != 0;
    }

    /**
     * Asks which lanes: CUDA's {@code __ballot_sync}.
     *
     * @param predicate what this thread says
     * @return the mask of the lanes for which it is true
     */
    public static int ballot(boolean predicate) {
        return meet("Warp.ballot", predicate ? 1 : 0).matching(1);
    }

    /**
     * Finds equals: CUDA's {@code __match_any_sync}.
     *
     * @param value what this thread shows
     * @return the mask of the lanes that show the same, this thread's among them
     */
    public static int match(int value) {
        return meet("Warp.match", value).matching(value);
    }

    /**
     * Finds equals: CUDA's {@code __match_any_sync}.
     *
     * @param value what this thread shows
     * @return the mask of the lanes that show the same, this thread's among them
     */
    public static int match(long value) {
        return meet("Warp.match", value).matching(value);
    }

    /**
     * The lanes that run together with this one: CUDA's {@code __activemask()}. On the CPU they are those that have not
     * returned; on a GPU, which may run a warp in parts, perhaps fewer of them.
     *
     * @return their mask, this thread's among them
     */
    public static int activeMask() {
        return ThreadState.together("Warp.activeMask").presentLanes();
    }

    /**
     * Adds up over the lanes: CUDA's {@code __reduce_add_sync}.
     *
     * @param value what this thread gives
     * @return the sum, in every lane, modulo 2<sup>32</sup>
     */
    public static int reduceAdd(int value) {
        return meet("Warp.reduceAdd", value).reduce(Integer::sum);
    }

    /**
     * Finds the least over the lanes: CUDA's {@code __reduce_min_sync}.
     *
     * @param value what this thread gives
     * @return the least value, in every lane
     */
    public static int reduceMin(int value) {
        return meet("Warp.reduceMin", value).reduce(Math::min);
    }

    /**
     * Finds the greatest over the lanes: CUDA's {@code __reduce_max_sync}.
     *
     * @param value what this thread gives
     * @return the greatest value, in every lane
     */
    public static int reduceMax(int value) {
        return meet("Warp.reduceMax", value).reduce(Math::max);
    }

    /**
     * Combines bits over the lanes: CUDA's {@code __reduce_and_sync}.
     *
     * @param value what this thread gives
     * @return the bits that are 1 in every value, in every lane
     */
    public static int reduceAnd(int value) {
        return meet("Warp.reduceAnd", value).reduce((a, b) -> a & b);
    }

    /**
     * Combines bits over the lanes: CUDA's {@code __reduce_or_sync}.
     *
     * @param value what this thread gives
     * @return the bits that are 1 in a value, in every lane
     */
    public static int reduceOr(int value) {
        return meet("Warp.reduceOr", value).reduce((a, b) -> a | b);
    }

    /**
     * Combines bits over the lanes: CUDA's {@code __reduce_xor_sync}.
     *
     * @param value what this thread gives
     * @return the bits that are 1 in an odd number of values, in every lane
     */
    public static int reduceXor(int value) {
        return meet("Warp.reduceXor", value).reduce((a, b) -> a ^ b);
    }

    private static int up(int delta) {
        int own = lane();
        return delta < 0 || delta > own ? own : own - delta;
    }

    private static int down(int delta) {
        int own = lane();
        return delta < 0 || delta >= SIZE - own ? own : own + delta;
    }

    private static long exchange(String operation, long bits, int lane) {
        BlockThread thread = ThreadState.together(operation);
        WarpValues values = thread.meetWarp(operation, ALL, bits);
        if (!values.has(lane)) {
            throw thread.absent(operation, lane, values.present());
        }
        return values.of(lane);
    }

    private static WarpValues meet(String operation, long bits) {
        return ThreadState.together(operation).meetWarp(operation, ALL, bits);
    }
}
