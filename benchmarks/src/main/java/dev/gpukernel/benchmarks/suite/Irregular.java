package dev.gpukernel.benchmarks.suite;

import dev.gpukernel.GpuKernel;

/** Sparse matrices, graphs, searches and clusters: places that are read from arrays. */
final class Irregular {
    private Irregular() {}

    @GpuKernel
    static void spmvCsr(int rows, int[] starts, int[] columns, double[] values, double[] x, double[] y) {
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            for (int k = starts[i]; k < starts[i + 1]; k++) {
                sum += values[k] * x[columns[k]];
            }
            y[i] = sum;
        }
    }

    @GpuKernel
    static void spmvEll(int rows, int width, int[] columns, float[] values, float[] x, float[] y) {
        for (int i = 0; i < rows; i++) {
            float sum = 0;
            for (int k = 0; k < width; k++) {
                int column = columns[k * rows + i];
                if (column >= 0) {
                    sum += values[k * rows + i] * x[column];
                }
            }
            y[i] = sum;
        }
    }

    /** One level of a breadth-first search: nodes that are not reached look for a neighbour that is. */
    @GpuKernel
    static void bfsFrontier(int nodes, int depth, int[] starts, int[] edges, int[] level, int[] next) {
        for (int v = 0; v < nodes; v++) {
            int found = level[v];
            if (found < 0) {
                for (int e = starts[v]; e < starts[v + 1]; e++) {
                    if (level[edges[e]] == depth) {
                        found = depth + 1;
                        break;
                    }
                }
            }
            next[v] = found;
        }
    }

    @GpuKernel
    static void pagerank(
            int nodes, float damping, int[] starts, int[] edges, int[] degree, float[] rank, float[] next) {
        for (int v = 0; v < nodes; v++) {
            float sum = 0;
            for (int e = starts[v]; e < starts[v + 1]; e++) {
                int from = edges[e];
                sum += rank[from] / degree[from];
            }
            next[v] = (1 - damping) / nodes + damping * sum;
        }
    }

    /** One step of Floyd and Warshall's algorithm. */
    @GpuKernel
    static void floydStep(int n, int k, int[] before, int[] after) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                after[i * n + j] = Math.min(before[i * n + j], before[i * n + k] + before[k * n + j]);
            }
        }
    }

    @GpuKernel
    static void kmeansAssign(int n, int clusters, int dimensions, float[] points, float[] centres, int[] nearest) {
        for (int i = 0; i < n; i++) {
            float best = Float.MAX_VALUE;
            int at = 0;
            for (int c = 0; c < clusters; c++) {
                float distance = 0;
                for (int d = 0; d < dimensions; d++) {
                    float difference = points[d * n + i] - centres[c * dimensions + d];
                    distance += difference * difference;
                }
                if (distance < best) {
                    best = distance;
                    at = c;
                }
            }
            nearest[i] = at;
        }
    }

    @GpuKernel
    static void nearest(float latitude, float longitude, float[] latitudes, float[] longitudes, float[] distances) {
        for (int i = 0; i < distances.length; i++) {
            float dx = latitude - latitudes[i];
            float dy = longitude - longitudes[i];
            distances[i] = (float) Math.sqrt(dx * dx + dy * dy);
        }
    }

    /** Looks energies up in a grid and interpolates five cross sections. */
    @GpuKernel
    static void crossSections(int gridSize, double[] grid, double[] tables, double[] energies, double[] sums) {
        for (int i = 0; i < energies.length; i++) {
            double energy = energies[i];
            int low = 0;
            int high = gridSize - 1;
            while (high - low > 1) {
                int middle = (low + high) >>> 1;
                if (grid[middle] > energy) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            double f = (grid[low + 1] - energy) / (grid[low + 1] - grid[low]);
            double sum = 0;
            for (int k = 0; k < 5; k++) {
                double right = tables[(low + 1) * 5 + k];
                sum += right - f * (right - tables[low * 5 + k]);
            }
            sums[i] = sum;
        }
    }

    /** What a point would save if a candidate became its centre. */
    @GpuKernel
    static void streamclusterGain(
            int n, int dimensions, int candidate, float[] points, float[] weights, float[] costs, float[] gains) {
        for (int i = 0; i < n; i++) {
            float distance = 0;
            for (int d = 0; d < dimensions; d++) {
                float difference = points[d * n + i] - points[d * n + candidate];
                distance += difference * difference;
            }
            float cost = distance * weights[i];
            gains[i] = cost < costs[i] ? costs[i] - cost : 0;
        }
    }

    @GpuKernel
    static void particleLikelihood(
            int n, int size, int offsets, int[] px, int[] py, int[] ox, int[] oy, byte[] image, float[] likelihood) {
        for (int i = 0; i < n; i++) {
            float sum = 0;
            for (int k = 0; k < offsets; k++) {
                int index = Math.abs((py[i] + oy[k]) * size + px[i] + ox[k]) % (size * size);
                int value = image[index] & 0xff;
                float low = value - 100;
                float high = value - 228;
                sum += (low * low - high * high) / 50;
            }
            likelihood[i] = sum / offsets;
        }
    }

    @GpuKernel
    static void binarySearch(int[] sorted, int[] keys, int[] places) {
        for (int i = 0; i < keys.length; i++) {
            int low = 0;
            int high = sorted.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (sorted[middle] < keys[i]) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            places[i] = low;
        }
    }
}
