package dev.gpukernel.benchmarks.suite;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.GpuMath;

/** Layers of neural networks; rows are examples. */
final class Learning {
    private Learning() {}

    @GpuKernel
    static void softmaxRows(int rows, int columns, float[] x, float[] y) {
        for (int i = 0; i < rows; i++) {
            float most = Float.NEGATIVE_INFINITY;
            for (int j = 0; j < columns; j++) {
                most = Math.max(most, x[i * columns + j]);
            }
            float sum = 0;
            for (int j = 0; j < columns; j++) {
                float value = GpuMath.exp(x[i * columns + j] - most);
                y[i * columns + j] = value;
                sum += value;
            }
            for (int j = 0; j < columns; j++) {
                y[i * columns + j] /= sum;
            }
        }
    }

    @GpuKernel
    static void layerNorm(int rows, int columns, float[] x, float[] gamma, float[] beta, float[] y) {
        for (int i = 0; i < rows; i++) {
            float sum = 0;
            for (int j = 0; j < columns; j++) {
                sum += x[i * columns + j];
            }
            float mean = sum / columns;
            float squares = 0;
            for (int j = 0; j < columns; j++) {
                float d = x[i * columns + j] - mean;
                squares += d * d;
            }
            float scale = 1 / (float) Math.sqrt(squares / columns + 1e-5f);
            for (int j = 0; j < columns; j++) {
                y[i * columns + j] = (x[i * columns + j] - mean) * scale * gamma[j] + beta[j];
            }
        }
    }

    @GpuKernel
    static void gelu(float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            float v = x[i];
            y[i] = 0.5f * v * (1 + GpuMath.tanh(0.7978846f * (v + 0.044715f * v * v * v)));
        }
    }

    @GpuKernel
    static void attention(int n, int d, float scale, float[] q, float[] k, float[] v, float[] scores, float[] out) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int c = 0; c < d; c++) {
                    sum += q[i * d + c] * k[j * d + c];
                }
                scores[i * n + j] = sum * scale;
            }
        }
        for (int i = 0; i < n; i++) {
            float most = Float.NEGATIVE_INFINITY;
            for (int j = 0; j < n; j++) {
                most = Math.max(most, scores[i * n + j]);
            }
            float sum = 0;
            for (int j = 0; j < n; j++) {
                scores[i * n + j] = GpuMath.exp(scores[i * n + j] - most);
                sum += scores[i * n + j];
            }
            for (int j = 0; j < n; j++) {
                scores[i * n + j] /= sum;
            }
        }
        for (int i = 0; i < n; i++) {
            for (int c = 0; c < d; c++) {
                float sum = 0;
                for (int j = 0; j < n; j++) {
                    sum += scores[i * n + j] * v[j * d + c];
                }
                out[i * d + c] = sum;
            }
        }
    }

    /** Turns pairs of components by an angle that depends on their place. */
    @GpuKernel
    static void rope(int tokens, int d, float[] cosines, float[] sines, float[] x) {
        for (int t = 0; t < tokens; t++) {
            for (int c = 0; c < d / 2; c++) {
                float cosine = cosines[t * (d / 2) + c];
                float sine = sines[t * (d / 2) + c];
                float a = x[t * d + 2 * c];
                float b = x[t * d + 2 * c + 1];
                x[t * d + 2 * c] = a * cosine - b * sine;
                x[t * d + 2 * c + 1] = a * sine + b * cosine;
            }
        }
    }

    @GpuKernel
    static void adam(float rate, float b1, float b2, float c1, float c2, float[] g, float[] m, float[] v, float[] w) {
        for (int i = 0; i < w.length; i++) {
            m[i] = b1 * m[i] + (1 - b1) * g[i];
            v[i] = b2 * v[i] + (1 - b2) * g[i] * g[i];
            w[i] -= rate * (m[i] * c1) / ((float) Math.sqrt(v[i] * c2) + 1e-8f);
        }
    }

    /** Drops elements at random: Philox with ten rounds, whose first word decides. */
    @GpuKernel
    static void dropout(int seed, int threshold, float scale, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            int a = i;
            int b = 0;
            int c = 0;
            int d = 0;
            int k = seed;
            int l = 0;
            for (int round = 0; round < 10; round++) {
                long p = (a & 0xFFFFFFFFL) * 0xD2511F53L;
                long q = (c & 0xFFFFFFFFL) * 0xCD9E8D57L;
                a = (int) (q >>> 32) ^ b ^ k;
                b = (int) q;
                c = (int) (p >>> 32) ^ d ^ l;
                d = (int) p;
                k += 0x9E3779B9;
                l += 0xBB67AE85;
            }
            y[i] = a >>> 1 < threshold ? 0 : x[i] * scale;
        }
    }

    @GpuKernel
    static void backpropLayer(int inputs, int outputs, float[] weights, float[] bias, float[] in, float[] out) {
        for (int j = 0; j < outputs; j++) {
            float sum = bias[j];
            for (int i = 0; i < inputs; i++) {
                sum += weights[i * outputs + j] * in[i];
            }
            out[j] = 1 / (1 + GpuMath.exp(-sum));
        }
    }

    @GpuKernel
    static void batchNorm(int channels, int pixels, float[] scale, float[] shift, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            int c = i / pixels % channels;
            y[i] = Math.max(0, x[i] * scale[c] + shift[c]);
        }
    }

    @GpuKernel
    static void convolutionLayer(int side, int in, int out, float[] x, float[] weights, float[] y) {
        for (int o = 0; o < out; o++) {
            for (int r = 1; r < side - 1; r++) {
                for (int c = 1; c < side - 1; c++) {
                    float sum = 0;
                    for (int k = 0; k < in; k++) {
                        for (int dr = 0; dr < 3; dr++) {
                            for (int dc = 0; dc < 3; dc++) {
                                sum += weights[((o * in + k) * 3 + dr) * 3 + dc]
                                        * x[(k * side + r + dr - 1) * side + c + dc - 1];
                            }
                        }
                    }
                    y[(o * side + r) * side + c] = sum;
                }
            }
        }
    }

    @GpuKernel
    static void maxPool(int w, int h, float[] x, float[] y) {
        for (int r = 0; r < h / 2; r++) {
            for (int c = 0; c < w / 2; c++) {
                int i = 2 * r * w + 2 * c;
                y[r * (w / 2) + c] = Math.max(Math.max(x[i], x[i + 1]), Math.max(x[i + w], x[i + w + 1]));
            }
        }
    }

    @GpuKernel
    static void embedding(int d, int[] tokens, float[] table, float[] out) {
        for (int t = 0; t < tokens.length; t++) {
            for (int c = 0; c < d; c++) {
                out[t * d + c] = table[tokens[t] * d + c];
            }
        }
    }
}
