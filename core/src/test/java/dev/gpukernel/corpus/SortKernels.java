package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.Arrays;
import java.util.List;

/** Sorting and searching. */
final class SortKernels {
    /** Pairs of a network that sorts eight numbers, one after another. */
    private static final byte[] NETWORK = {
        0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7, 0, 1, 2, 3, 4, 5, 6, 7, 2, 4, 3, 5, 1, 4, 3, 6, 1, 2, 3, 4, 5, 6
    };

    private SortKernels() {}

    /** Each thread sorts eight numbers in place. */
    @GpuKernel
    static void sortingNetwork(int[] data) {
        int start = Grid.x() * 8;
        if (start >= data.length) {
            return;
        }
        for (int k = 0; k < NETWORK.length; k += 2) {
            int low = start + NETWORK[k];
            int high = start + NETWORK[k + 1];
            int least = Math.min(data[low], data[high]);
            data[high] = Math.max(data[low], data[high]);
            data[low] = least;
        }
    }

    @GpuKernel
    static void insertionSort(float[] in, float[] medians, float[] ranges) {
        int i = Grid.x();
        if (i >= medians.length) {
            return;
        }
        float[] own = new float[11];
        for (int k = 0; k < own.length; k++) {
            float value = in[i * own.length + k];
            int place = k;
            while (place > 0 && own[place - 1] > value) {
                own[place] = own[--place];
            }
            own[place] = value;
        }
        medians[i] = own[5];
        ranges[i] = own[10] - own[0];
    }

    /** One step of a bitonic sort of the whole array. */
    @GpuKernel
    static void bitonicStep(int[] data, int distance, int run) {
        int i = Grid.x();
        int partner = i ^ distance;
        if (i < data.length && partner > i && data[i] > data[partner] == ((i & run) == 0)) {
            int kept = data[i];
            data[i] = data[partner];
            data[partner] = kept;
        }
    }

    @GpuKernel
    static void binarySearch(int[] sorted, int[] keys, int[] places) {
        for (int i = 0; i < keys.length; i++) {
            int low = 0;
            int high = sorted.length - 1;
            int found = -1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                if (sorted[middle] < keys[i]) {
                    low = middle + 1;
                } else if (sorted[middle] > keys[i]) {
                    high = middle - 1;
                } else {
                    found = middle;
                    break;
                }
            }
            places[i] = found >= 0 ? found : ~low;
        }
    }

    private static void siftDown(long[] heap, int from, int size) {
        int parent = from;
        while (2 * parent + 1 < size) {
            int child = 2 * parent + 1;
            if (child + 1 < size && heap[child + 1] > heap[child]) {
                child++;
            }
            if (heap[parent] >= heap[child]) {
                return;
            }
            long kept = heap[parent];
            heap[parent] = heap[child];
            heap[child] = kept;
            parent = child;
        }
    }

    @GpuKernel
    static void heapSort(long[] data) {
        int i = Grid.x();
        if (i < data.length / 16) {
            long[] heap = new long[16];
            for (int k = 0; k < 16; k++) {
                heap[k] = data[i * 16 + k];
            }
            for (int k = 7; k >= 0; k--) {
                siftDown(heap, k, 16);
            }
            for (int size = 15; size >= 0; size--) {
                data[i * 16 + size] = heap[0];
                heap[0] = heap[size];
                siftDown(heap, 0, size);
            }
        }
    }

    /** Places by counting what is less, ties in order. */
    @GpuKernel
    static void ranks(short[] in, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int rank = 0;
            for (int k = 0; k < in.length; k++) {
                if (in[k] < in[i] || (in[k] == in[i] && k < i)) {
                    rank++;
                }
            }
            out[i] = rank;
        }
    }

    /** Merges two sorted arrays: every element of the result finds its source by bisection. */
    @GpuKernel
    static void merge(int[] a, int[] b, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int low = Math.max(0, i - b.length);
            int high = Math.min(i, a.length);
            while (low < high) {
                int middle = (low + high) / 2;
                if (a[middle] <= b[i - middle - 1]) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            boolean fromFirst = low < a.length && (i - low >= b.length || a[low] <= b[i - low]);
            out[i] = fromFirst ? a[low] : b[i - low];
        }
    }

    /** The k-th smallest of a row by quickselect. */
    @GpuKernel
    static void quickSelect(int[] in, int length, int k, int[] out) {
        int i = Grid.x();
        if (i >= out.length) {
            return;
        }
        int[] own = new int[32];
        for (int n = 0; n < length; n++) {
            own[n] = in[i * length + n];
        }
        int low = 0;
        int high = length - 1;
        while (low < high) {
            int pivot = own[high];
            int store = low;
            for (int n = low; n < high; n++) {
                if (own[n] < pivot) {
                    int kept = own[n];
                    own[n] = own[store];
                    own[store++] = kept;
                }
            }
            own[high] = own[store];
            own[store] = pivot;
            low = store < k ? store + 1 : low;
            high = store > k ? store - 1 : store < k ? high : low;
        }
        out[i] = own[k];
    }

    static void inputs(KernelInputs kernels) {
        kernels.grid("sortingNetwork", 20, () -> List.of(ints(160, 1)));
        kernels.grid("insertionSort", 20, () -> List.of(floats(220, 2, -1, 1), new float[20], new float[20]));
        kernels.grid("bitonicStep", 128, () -> List.of(ints(128, 3), 8, 32));
        kernels.loop("binarySearch", () -> List.of(sorted(100, 4), ints(80, 5, 0, 300), new int[80]));
        kernels.grid("heapSort", 8, () -> List.of(Seeded.longs(128, 6)));
        kernels.loop("ranks", () -> List.of(Seeded.shorts(60, 7), new int[60]));
        kernels.loop("merge", () -> List.of(sorted(40, 8), sorted(55, 9), new int[95]));
        kernels.grid("quickSelect", 16, () -> List.of(ints(16 * 25, 10, 0, 100), 25, 12, new int[16]));
    }

    private static int[] sorted(int length, long seed) {
        int[] array = ints(length, seed, 0, 300);
        Arrays.sort(array);
        return array;
    }
}
