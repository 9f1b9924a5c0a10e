package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;

/** Methods on graphs as Java libraries have them. */
final class GraphMethods {
    private GraphMethods() {}

    @GpuKernel
    static int[] degrees(int[] vertices, int n) {
        int[] degrees = new int[n];
        for (int vertex : vertices) {
            degrees[vertex]++;
        }
        return degrees;
    }

    @GpuKernel
    static int triangles(boolean[][] edges) {
        int count = 0;
        for (int i = 0; i < edges.length; i++) {
            for (int j = i + 1; j < edges.length; j++) {
                if (edges[i][j]) {
                    for (int k = j + 1; k < edges.length; k++) {
                        if (edges[i][k] && edges[j][k]) {
                            count++;
                        }
                    }
                }
            }
        }
        return count;
    }

    /** A vertex takes an equal part of the rank of each that has an edge to it. */
    @GpuKernel
    static double[] ranks(boolean[][] edges, int steps) {
        int n = edges.length;
        double[] ranks = new double[n];
        double[] next = new double[n];
        int[] degrees = new int[n];
        for (int i = 0; i < n; i++) {
            ranks[i] = 1.0 / n;
            for (int j = 0; j < n; j++) {
                if (edges[i][j]) {
                    degrees[i]++;
                }
            }
        }
        for (int step = 0; step < steps; step++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int i = 0; i < n; i++) {
                    if (edges[i][j]) {
                        sum += ranks[i] / degrees[i];
                    }
                }
                next[j] = 0.15 / n + 0.85 * sum;
            }
            double[] swap = ranks;
            ranks = next;
            next = swap;
        }
        return ranks;
    }

    /** Each vertex gets the least number in its component. */
    @GpuKernel
    static int[] components(boolean[][] edges) {
        int n = edges.length;
        int[] labels = new int[n];
        int[] next = new int[n];
        for (int i = 0; i < n; i++) {
            labels[i] = i;
        }
        boolean changed;
        do {
            changed = false;
            for (int i = 0; i < n; i++) {
                next[i] = labels[i];
                for (int j = 0; j < n; j++) {
                    if (edges[i][j] || edges[j][i]) {
                        next[i] = Math.min(next[i], labels[j]);
                    }
                }
                if (next[i] != labels[i]) {
                    changed = true;
                }
            }
            int[] swap = labels;
            labels = next;
            next = swap;
        } while (changed);
        return labels;
    }

    /** How many vertices no edge leads to or from. */
    @GpuKernel
    static int isolated(int[] vertices, int n) {
        boolean[] touched = new boolean[n];
        for (int i = 0; i < vertices.length; i++) {
            touched[vertices[i]] = true;
        }
        int count = 0;
        for (int i = 0; i < n; i++) {
            if (!touched[i]) {
                count++;
            }
        }
        return count;
    }
}
