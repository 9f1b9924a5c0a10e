package dev.gpukernel.benchmarks.suite;

import dev.gpukernel.GpuKernel;

/** Filters, colours and geometry of pictures, which are stored by rows. */
final class Images {
    private Images() {}

    private static int clamp(int value, int bound) {
        return Math.max(0, Math.min(value, bound - 1));
    }

    @GpuKernel
    static void convolution3(int w, int h, float[] weights, float[] in, float[] out) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                float sum = 0;
                for (int dy = -1; dy <= 1; dy++) {
                    for (int dx = -1; dx <= 1; dx++) {
                        sum += weights[(dy + 1) * 3 + dx + 1] * in[clamp(y + dy, h) * w + clamp(x + dx, w)];
                    }
                }
                out[y * w + x] = sum;
            }
        }
    }

    @GpuKernel
    static void convolution(int w, int h, int radius, float[] weights, float[] in, float[] out) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                float sum = 0;
                for (int dy = -radius; dy <= radius; dy++) {
                    for (int dx = -radius; dx <= radius; dx++) {
                        sum += weights[(dy + radius) * (2 * radius + 1) + dx + radius]
                                * in[clamp(y + dy, h) * w + clamp(x + dx, w)];
                    }
                }
                out[y * w + x] = sum;
            }
        }
    }

    @GpuKernel
    static void blurRows(int w, int h, float[] weights, float[] in, float[] out) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                float sum = 0;
                for (int k = 0; k < 17; k++) {
                    sum += weights[k] * in[y * w + clamp(x + k - 8, w)];
                }
                out[y * w + x] = sum;
            }
        }
    }

    @GpuKernel
    static void blurColumns(int w, int h, float[] weights, float[] in, float[] out) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                float sum = 0;
                for (int k = 0; k < 17; k++) {
                    sum += weights[k] * in[clamp(y + k - 8, h) * w + x];
                }
                out[y * w + x] = sum;
            }
        }
    }

    @GpuKernel
    static void median3(int w, int h, float[] in, float[] out) {
        for (int y = 1; y < h - 1; y++) {
            for (int x = 1; x < w - 1; x++) {
                float[] v = new float[9];
                for (int k = 0; k < 9; k++) {
                    v[k] = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
                }
                for (int k = 0; k < 5; k++) {
                    for (int j = k + 1; j < 9; j++) {
                        float least = Math.min(v[k], v[j]);
                        v[j] = Math.max(v[k], v[j]);
                        v[k] = least;
                    }
                }
                out[y * w + x] = v[4];
            }
        }
    }

    @GpuKernel
    static void sobel(int w, int h, byte[] in, byte[] out) {
        for (int y = 1; y < h - 1; y++) {
            for (int x = 1; x < w - 1; x++) {
                int i = y * w + x;
                int a = in[i - w - 1] & 0xff;
                int b = in[i - w] & 0xff;
                int c = in[i - w + 1] & 0xff;
                int d = in[i - 1] & 0xff;
                int f = in[i + 1] & 0xff;
                int g = in[i + w - 1] & 0xff;
                int k = in[i + w] & 0xff;
                int l = in[i + w + 1] & 0xff;
                int gx = c + 2 * f + l - a - 2 * d - g;
                int gy = g + 2 * k + l - a - 2 * b - c;
                out[i] = (byte) Math.min(255, Math.abs(gx) + Math.abs(gy));
            }
        }
    }

    @GpuKernel
    static void yuvToRgb(byte[] yuv, byte[] rgb) {
        for (int i = 0; i < yuv.length / 3; i++) {
            int c = (yuv[3 * i] & 0xff) - 16;
            int d = (yuv[3 * i + 1] & 0xff) - 128;
            int e = (yuv[3 * i + 2] & 0xff) - 128;
            rgb[3 * i] = (byte) Math.max(0, Math.min(255, (298 * c + 409 * e + 128) >> 8));
            rgb[3 * i + 1] = (byte) Math.max(0, Math.min(255, (298 * c - 100 * d - 208 * e + 128) >> 8));
            rgb[3 * i + 2] = (byte) Math.max(0, Math.min(255, (298 * c + 516 * d + 128) >> 8));
        }
    }

    @GpuKernel
    static void luminance(int[] argb, float[] grey) {
        for (int i = 0; i < grey.length; i++) {
            int p = argb[i];
            grey[i] = 0.2126f * (p >> 16 & 0xff) + 0.7152f * (p >> 8 & 0xff) + 0.0722f * (p & 0xff);
        }
    }

    @GpuKernel
    static void resize(int w, int h, int newW, int newH, float[] in, float[] out) {
        float stepX = (float) w / newW;
        float stepY = (float) h / newH;
        for (int y = 0; y < newH; y++) {
            for (int x = 0; x < newW; x++) {
                float sx = (x + 0.5f) * stepX - 0.5f;
                float sy = (y + 0.5f) * stepY - 0.5f;
                int x0 = clamp((int) sx, w);
                int y0 = clamp((int) sy, h);
                int x1 = clamp(x0 + 1, w);
                int y1 = clamp(y0 + 1, h);
                float fx = sx - x0;
                float fy = sy - y0;
                float top = in[y0 * w + x0] * (1 - fx) + in[y0 * w + x1] * fx;
                float bottom = in[y1 * w + x0] * (1 - fx) + in[y1 * w + x1] * fx;
                out[y * newW + x] = top * (1 - fy) + bottom * fy;
            }
        }
    }

    @GpuKernel
    static void rotate(int w, int h, float sine, float cosine, int[] in, int[] out) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                float dx = x - w * 0.5f;
                float dy = y - h * 0.5f;
                int sx = (int) (cosine * dx + sine * dy + w * 0.5f);
                int sy = (int) (cosine * dy - sine * dx + h * 0.5f);
                out[y * w + x] = sx >= 0 && sx < w && sy >= 0 && sy < h ? in[sy * w + sx] : 0;
            }
        }
    }

    @GpuKernel
    static void histogram(byte[] pixels, int[] bins) {
        for (int i = 0; i < pixels.length; i++) {
            bins[pixels[i] & 0xff]++;
        }
    }

    /** The cosine transform of the columns of blocks of eight. */
    @GpuKernel
    static void dct8(int w, int h, float[] basis, float[] in, float[] out) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                int block = y / 8 * 8;
                float sum = 0;
                for (int k = 0; k < 8; k++) {
                    sum += basis[y % 8 * 8 + k] * in[(block + k) * w + x];
                }
                out[y * w + x] = sum;
            }
        }
    }

    @GpuKernel
    static void bilateral(int w, int h, float[] spatial, float sharpness, float[] in, float[] out) {
        for (int y = 2; y < h - 2; y++) {
            for (int x = 2; x < w - 2; x++) {
                float centre = in[y * w + x];
                float sum = 0;
                float weights = 0;
                for (int dy = -2; dy <= 2; dy++) {
                    for (int dx = -2; dx <= 2; dx++) {
                        float value = in[(y + dy) * w + x + dx];
                        float d = value - centre;
                        float weight = spatial[(dy + 2) * 5 + dx + 2] / (1 + sharpness * d * d);
                        sum += weight * value;
                        weights += weight;
                    }
                }
                out[y * w + x] = sum / weights;
            }
        }
    }

    @GpuKernel
    static void erode(int w, int h, byte[] in, byte[] out) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                int least = 255;
                for (int dy = -2; dy <= 2; dy++) {
                    for (int dx = -2; dx <= 2; dx++) {
                        least = Math.min(least, in[clamp(y + dy, h) * w + clamp(x + dx, w)] & 0xff);
                    }
                }
                out[y * w + x] = (byte) least;
            }
        }
    }

    /** Running sums along the rows. */
    @GpuKernel
    static void integralRows(int w, int h, int[] in, int[] out) {
        for (int y = 0; y < h; y++) {
            int sum = 0;
            for (int x = 0; x < w; x++) {
                sum += in[y * w + x];
                out[y * w + x] = sum;
            }
        }
    }

    @GpuKernel
    static void mandelbrot(int w, int h, float left, float top, float step, int limit, int[] out) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                float re = left + x * step;
                float im = top + y * step;
                float a = 0;
                float b = 0;
                int n = 0;
                while (n < limit && a * a + b * b < 4) {
                    float next = a * a - b * b + re;
                    b = 2 * a * b + im;
                    a = next;
                    n++;
                }
                out[y * w + x] = n;
            }
        }
    }
}
