package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;

/** Interpolation and integration as Java libraries have them. */
final class InterpolationMethods {
    private InterpolationMethods() {}

    private static int interval(double[] x, double at) {
        if (at < x[0] || at > x[x.length - 1]) {
            throw new IllegalArgumentException("outside of the points");
        }
        int low = 0;
        int high = x.length - 1;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (x[middle] <= at) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @GpuKernel
    static double[] linear(double[] ascending, double[] y, double[] at) {
        if (ascending.length != y.length) {
            throw new IllegalArgumentException("as many values as points are needed");
        }
        double[] result = new double[at.length];
        for (int i = 0; i < at.length; i++) {
            int k = interval(ascending, at[i]);
            double part = (at[i] - ascending[k]) / (ascending[k + 1] - ascending[k]);
            result[i] = y[k] + part * (y[k + 1] - y[k]);
        }
        return result;
    }

    @GpuKernel
    static double[] lagrange(double[] ascending, double[] y, double[] at) {
        double[] result = new double[at.length];
        for (int i = 0; i < at.length; i++) {
            double value = 0;
            for (int j = 0; j < ascending.length; j++) {
                double term = y[j];
                for (int k = 0; k < ascending.length; k++) {
                    if (k != j) {
                        term *= (at[i] - ascending[k]) / (ascending[j] - ascending[k]);
                    }
                }
                value += term;
            }
            result[i] = value;
        }
        return result;
    }

    @GpuKernel
    static double[] dividedDifferences(double[] ascending, double[] y) {
        int n = y.length;
        double[][] table = new double[n][n];
        for (int i = 0; i < n; i++) {
            table[0][i] = y[i];
        }
        for (int order = 1; order < n; order++) {
            for (int i = 0; i < n - order; i++) {
                table[order][i] =
                        (table[order - 1][i + 1] - table[order - 1][i]) / (ascending[i + order] - ascending[i]);
            }
        }
        double[] coefficients = new double[n];
        for (int order = 0; order < n; order++) {
            coefficients[order] = table[order][0];
        }
        return coefficients;
    }

    @GpuKernel
    static double trapezoid(double[] ascending, double[] y) {
        if (ascending.length < 2) {
            throw new IllegalArgumentException("two points are needed");
        }
        double area = 0;
        for (int i = 1; i < ascending.length; i++) {
            area += (ascending[i] - ascending[i - 1]) * (y[i] + y[i - 1]) / 2;
        }
        return area;
    }

    @GpuKernel
    static double[][] bilinear(double[][] image, int height, int width) {
        double[][] result = new double[height][width];
        for (int i = 0; i < height; i++) {
            for (int j = 0; j < width; j++) {
                double y = (double) i * (image.length - 1) / Math.max(1, height - 1);
                double x = (double) j * (image[0].length - 1) / Math.max(1, width - 1);
                int top = (int) y;
                int left = (int) x;
                int bottom = Math.min(top + 1, image.length - 1);
                int right = Math.min(left + 1, image[0].length - 1);
                double above = image[top][left] + (x - left) * (image[top][right] - image[top][left]);
                double below = image[bottom][left] + (x - left) * (image[bottom][right] - image[bottom][left]);
                result[i][j] = above + (y - top) * (below - above);
            }
        }
        return result;
    }

    /** NaN is a gap, which takes the value of the nearest point before or behind it. */
    @GpuKernel
    static double[] filled(double[] values) {
        double[] filled = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            int before = i;
            while (before >= 0 && Double.isNaN(values[before])) {
                before--;
            }
            int behind = i;
            while (behind < values.length && Double.isNaN(values[behind])) {
                behind++;
            }
            if (before < 0 && behind == values.length) {
                throw new IllegalStateException("nothing but gaps");
            }
            filled[i] =
                    before < 0 || (behind < values.length && behind - i < i - before) ? values[behind] : values[before];
        }
        return filled;
    }
}
