package dev.gpukernel.internal.array.kernel;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.BlockScan;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import dev.gpukernel.device.Warp;

/**
 * A pass of a radix sort of ints: elements go where a digit of their keys says, and stay in order where that is the same. Blocks count the
 * digits of a tile of keys each, a running sum over all digits and tiles says where those of a tile begin, and blocks bring their tiles there.
 *
 * <p>A digit is {@code (key ^ flip) >>> shift & 255}: with a sign bit to flip, negative keys come first.
 */
final class IntRadix {
    static final int ITEMS = 16;
    static final int TILE = RadixTiles.THREADS * ITEMS;

    private static final int THREADS = RadixTiles.THREADS;
    private static final int DIGITS = RadixTiles.DIGITS;
    private static final int WARPS = THREADS / 32;

    private IntRadix() {}

    /**
     * Counts how often each digit occurs in each tile.
     *
     * @param keys the keys
     * @param counts for each digit one number for each tile
     * @param n number of keys
     * @param shift where the digit is
     * @param flip bits of the key to turn
     */
    @GpuKernel(blockSize = THREADS, checked = false)
    static void count(int[] keys, int[] counts, int n, int shift, int flip) {
        int[] own = Shared.ints(DIGITS);
        int thread = ThreadIdx.x();
        own[thread] = 0;
        Block.sync();
        int tile = BlockIdx.x() * TILE;
        for (int i = 0; i < ITEMS; i++) {
            int at = tile + i * THREADS + thread;
            // Far at the end of a long array that may be negative.
            if (i * THREADS + thread < n - tile) {
                Atomic.increment(own, ((keys[at] ^ flip) >>> shift) & (DIGITS - 1));
            }
        }
        Block.sync();
        counts[thread * tiles(n) + BlockIdx.x()] = own[thread];
    }

    /** {@return how many tiles there are, of at least one key} */
    private static int tiles(int n) {
        return (n - 1) / TILE + 1;
    }

    /** Brings keys where they go; see {@link #scatter}. */
    @GpuKernel(blockSize = THREADS, checked = false)
    static void keys(int[] keys, int[] out, int[] starts, int n, int shift, int flip) {
        scatter(keys, out, keys, out, starts, n, shift, flip, false);
    }

    /** Brings keys and their values where they go; see {@link #scatter}. */
    @GpuKernel(blockSize = THREADS, checked = false)
    static void pairs(int[] keys, int[] out, int[] values, int[] outValues, int[] starts, int n, int shift, int flip) {
        scatter(keys, out, values, outValues, starts, n, shift, flip, true);
    }

    /**
     * Brings the elements of a tile where they go.
     *
     * @param keys the keys
     * @param out where they go
     * @param values what belongs to each key
     * @param outValues where that goes
     * @param starts for each digit and tile where the tile's elements with this digit begin
     * @param n number of keys
     * @param shift where the digit is
     * @param flip bits of the key to turn
     * @param hasValues whether there are values, a constant
     */
    private static void scatter(
            int[] keys,
            int[] out,
            int[] values,
            int[] outValues,
            int[] starts,
            int n,
            int shift,
            int flip,
            boolean hasValues) {
        int[] sorted = Shared.ints(TILE);
        int[] counters = Shared.ints(WARPS * DIGITS);
        int[] moves = Shared.ints(DIGITS);
        int thread = ThreadIdx.x();
        int lane = thread & 31;
        int warp = thread >>> 5;
        for (int i = 0; i < WARPS; i++) {
            counters[i * DIGITS + thread] = 0;
        }
        int tile = BlockIdx.x() * TILE;
        int count = n - tile;
        int first = warp * (32 * ITEMS) + lane;
        int[] own = new int[ITEMS];
        int[] places = new int[ITEMS];
        for (int i = 0; i < ITEMS; i++) {
            int at = first + i * 32;
            // What is beyond the end comes behind all others of the tile, and is not stored.
            own[i] = at < count ? keys[tile + at] ^ flip : -1;
        }
        Block.sync();

        // Each warp numbers its elements of each digit, in their order.
        for (int i = 0; i < ITEMS; i++) {
            int digit = (own[i] >>> shift) & (DIGITS - 1);
            int same = -1;
            for (int bit = 1; bit < DIGITS; bit <<= 1) {
                boolean isSet = (digit & bit) != 0;
                int set = Warp.ballot(isSet);
                same &= isSet ? set : ~set;
            }
            int before = Integer.bitCount(same & ((1 << lane) - 1));
            int counted = counters[warp * DIGITS + digit];
            Warp.sync();
            if (before == 0) {
                counters[warp * DIGITS + digit] = counted + Integer.bitCount(same);
            }
            Warp.sync();
            places[i] = counted + before;
        }
        Block.sync();

        // A thread for each digit: those of the warps before, those of the digits before.
        int ofDigit = 0;
        for (int i = 0; i < WARPS; i++) {
            ofDigit += counters[i * DIGITS + thread];
        }
        int start = BlockScan.exclusiveSum(ofDigit);
        moves[thread] = starts[thread * tiles(n) + BlockIdx.x()] - start;
        for (int i = 0; i < WARPS; i++) {
            int ofWarp = counters[i * DIGITS + thread];
            counters[i * DIGITS + thread] = start;
            start += ofWarp;
        }
        Block.sync();

        // In order within the block first, so that neighbours are stored together.
        for (int i = 0; i < ITEMS; i++) {
            places[i] += counters[warp * DIGITS + ((own[i] >>> shift) & (DIGITS - 1))];
            sorted[places[i]] = own[i];
        }
        Block.sync();
        int[] targets = new int[ITEMS];
        for (int i = 0; i < ITEMS; i++) {
            int place = i * THREADS + thread;
            int key = sorted[place];
            targets[i] = moves[(key >>> shift) & (DIGITS - 1)] + place;
            if (place < count) {
                out[targets[i]] = key ^ flip;
            }
        }
        if (hasValues) {
            Block.sync();
            for (int i = 0; i < ITEMS; i++) {
                int at = first + i * 32;
                sorted[places[i]] = at < count ? values[tile + at] : 0;
            }
            Block.sync();
            for (int i = 0; i < ITEMS; i++) {
                int place = i * THREADS + thread;
                if (place < count) {
                    outValues[targets[i]] = sorted[place];
                }
            }
        }
    }
}
