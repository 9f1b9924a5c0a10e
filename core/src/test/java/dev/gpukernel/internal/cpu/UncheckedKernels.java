package dev.gpukernel.internal.cpu;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;

/** Kernels that ask for no checks. {@code at} is an index that may be out of range, so is each element of {@code index}. */
final class UncheckedKernels {
    private static final int[] TABLE = {1, 1, 2, 3, 5, 8, 13, 21};

    private UncheckedKernels() {}

    @GpuKernel(checked = false)
    static void gather(int[] index, int[] from, int[] to, int at) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[index[i]] + 1;
        }
    }

    @GpuKernel(checked = false)
    static void storeBeyond(int[] index, int[] from, int[] to, int at) {
        for (int i = 0; i < index.length; i++) {
            to[i + at] = from[0];
        }
    }

    /** What is read is of no use, but the index must be in range. */
    @GpuKernel(checked = false)
    static void forNothing(int[] index, int[] from, int[] to, int at) {
        for (int i = 0; i < to.length; i++) {
            int _ = from[index[i]];
            to[i] = i;
        }
    }

    /** The same element in each iteration, once the first has stored something. */
    @GpuKernel(checked = false)
    static void always(int[] index, int[] from, int[] to, int at) {
        for (int i = 0; i < to.length; i++) {
            to[i] = 7;
            to[i] = from[at];
        }
    }

    @GpuKernel(checked = false)
    static void sometimes(int[] index, int[] from, int[] to, int at) {
        for (int i = 0; i < to.length; i++) {
            to[i] = i % 5 == 3 ? from[index[i]] : i;
        }
    }

    /** A division by zero before the access, and one behind it. */
    @GpuKernel(checked = false)
    static void amongDivisions(int[] index, int[] from, int[] to, int at) {
        for (int i = 0; i < to.length; i++) {
            to[i] = 100 / (i - 400) + from[index[i]] + 100 / (i - 300);
        }
    }

    private static int picked(int[] from, int[] index, int i) {
        int found = index[i];
        return from[found];
    }

    @GpuKernel(checked = false)
    static void byMethod(int[] index, int[] from, int[] to, int at) {
        for (int i = 0; i < to.length; i++) {
            to[i] = picked(from, index, i) + 1;
        }
    }

    @GpuKernel(checked = false)
    static void ownArray(int[] index, int[] from, int[] to, int at) {
        for (int i = 0; i < to.length; i++) {
            int[] own = new int[200];
            own[index[i] - 1] = i;
            to[i] = own[i % 200];
        }
    }

    @GpuKernel(checked = false)
    static void ownRows(int[] index, int[] from, int[] to, int at) {
        for (int i = 0; i < to.length; i++) {
            int[][] own = new int[8][16];
            own[i % 8][index[i] & 31] = i;
            to[i] = own[index[i] & 7][1];
        }
    }

    @GpuKernel(checked = false)
    static void table(int[] index, int[] from, int[] to, int at) {
        for (int i = 0; i < to.length; i++) {
            to[i] = TABLE[index[i] % 9];
        }
    }

    @GpuKernel(checked = false)
    static void transposed(int[] index, int[] from, int[] to, int at) {
        int width = at & 127;
        for (int y = 0; y < 50; y++) {
            for (int x = 0; x < width; x++) {
                to[y * width + x] = from[x * 5 + y / 10];
            }
        }
    }

    @GpuKernel(checked = false)
    static int sum(int[] index, int[] from, int[] to, int at) {
        int sum = 0;
        for (int i = 0; i < index.length; i++) {
            sum += from[index[i]];
        }
        return sum;
    }

    @GpuKernel(checked = false)
    static int sumAndStore(int[] index, int[] from, int[] to, int at) {
        int sum = 0;
        for (int i = 0; i < index.length; i++) {
            to[i] = i;
            sum += from[index[i]];
        }
        return sum;
    }

    @GpuKernel(checked = false)
    static int best(int[] index, int[] from, int[] to, int at) {
        int best = Integer.MIN_VALUE;
        int where = -1;
        for (int i = 0; i < index.length; i++) {
            int value = from[index[i]];
            if (value > best) {
                best = value;
                where = i;
            }
        }
        return where;
    }

    /** Java reads the companion in some iterations only. */
    @GpuKernel(checked = false)
    static int companion(int[] index, int[] from, int[] to, int at) {
        int best = Integer.MIN_VALUE;
        int other = -1;
        for (int i = 0; i < to.length; i++) {
            int value = to[i];
            if (value > best) {
                best = value;
                other = from[index[i]];
            }
        }
        return other;
    }

    @GpuKernel(checked = false)
    static boolean flag(int[] index, int[] from, int[] to, int at) {
        boolean found = false;
        for (int i = 0; i < index.length; i++) {
            found = found || from[index[i]] == at;
        }
        return found;
    }

    @GpuKernel(checked = false)
    static int running(int[] index, int[] from, int[] to, int at) {
        int sum = 0;
        for (int i = 0; i < index.length; i++) {
            sum += from[index[i]];
            to[i] = sum;
        }
        return sum;
    }

    @GpuKernel(checked = false)
    static int compaction(int[] index, int[] from, int[] to, int at) {
        int count = 0;
        for (int i = 0; i < index.length; i++) {
            if (index[i] > 20) {
                from[count++] = index[i];
            }
        }
        return count;
    }

    @GpuKernel(checked = false)
    static void histogram(int[] index, int[] from, int[] to, int at) {
        for (int i = 0; i < index.length; i++) {
            from[index[i]]++;
        }
    }

    @GpuKernel(checked = false)
    static void atomically(int[] index, int[] from, int[] to, int at) {
        for (int i = 0; i < index.length; i++) {
            Atomic.add(from, index[i], 2);
        }
    }

    @GpuKernel(checked = false)
    static int inOrder(int[] index, int[] from, int[] to, int at) {
        int hash = 0;
        for (@Sequential int i = 0; i < index.length; i++) {
            hash = hash * 31 + from[index[i]];
            to[i] = hash;
        }
        return hash;
    }

    @GpuKernel(checked = false)
    static void loadedBefore(int[] index, int[] from, int[] to, int at) {
        int first = from[at];
        for (int i = 0; i < to.length; i++) {
            to[i] = first;
        }
    }

    @GpuKernel(checked = false)
    static int loadedAfter(int[] index, int[] from, int[] to, int at) {
        for (int i = 0; i < to.length; i++) {
            to[i] = i;
        }
        return to[at];
    }

    @GpuKernel(checked = false)
    static void storedAfter(int[] index, int[] from, int[] to, int at) {
        for (int i = 0; i < to.length; i++) {
            to[i] = i;
        }
        to[at] = -1;
        to[0] = -2;
    }

    @GpuKernel(checked = false)
    static void storedBetween(int[] index, int[] from, int[] to, int at) {
        for (int step = 0; step < 10; step++) {
            for (int i = 0; i < to.length; i++) {
                to[i] += step;
            }
            from[step * at] = step;
            for (int i = 0; i < to.length; i++) {
                to[i] += from[index[i]];
            }
        }
    }

    @GpuKernel(checked = false)
    static void gridGather(int[] index, int[] from, int[] to, int at) {
        int i = Grid.x();
        if (i < to.length) {
            to[i] = i;
            to[i] = picked(from, index, i);
        }
    }

    @GpuKernel(checked = false)
    static void gridOwn(int[] index, int[] from, int[] to, int at) {
        int i = Grid.x();
        if (i < to.length) {
            int[] own = new int[200];
            own[index[i] - 1] = i;
            to[i] = own[i % 200];
        }
    }

    @GpuKernel(checked = false)
    static void gridAtomic(int[] index, int[] from, int[] to, int at) {
        int i = Grid.x();
        if (i < to.length) {
            Atomic.add(from, index[i], 2);
        }
    }

    @GpuKernel(checked = false)
    static void blockShared(int[] index, int[] from, int[] to, int at) {
        int[] shared = Shared.ints(64);
        int i = Grid.x();
        shared[ThreadIdx.x()] = i;
        Block.sync();
        to[i] = shared[index[i] - 1];
    }

    @GpuKernel(checked = false)
    static void blockSlice(int[] index, int[] from, int[] to, int at) {
        int[] shared = Shared.dynamicInts(at, 64);
        shared[ThreadIdx.x()] = index[ThreadIdx.x()];
        Block.sync();
        to[ThreadIdx.x()] = shared[0];
    }
}
