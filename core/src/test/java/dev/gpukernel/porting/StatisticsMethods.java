package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import java.util.Arrays;
import java.util.Objects;

/** Methods on samples as Java libraries have them: arrays made inside and returned, temporaries, checks of what is passed. */
final class StatisticsMethods {
    private StatisticsMethods() {}

    @GpuKernel
    static double mean(double[] values) {
        if (values == null || values.length == 0) {
            throw new IllegalArgumentException("no values");
        }
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    record Description(int count, double mean, double least, double greatest) {}

    @GpuKernel
    static Description describe(double[] values) {
        double sum = 0;
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            sum += value;
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
        }
        return new Description(values.length, sum / values.length, least, greatest);
    }

    @GpuKernel
    static double[] centred(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = sum / values.length;
        double[] result = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            result[i] = values[i] - mean;
        }
        return result;
    }

    @GpuKernel
    static double[] scaled(double[] values) {
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
        }
        double[] result = values.clone();
        for (int i = 0; i < result.length; i++) {
            result[i] = (result[i] - least) / (greatest - least);
        }
        return result;
    }

    @GpuKernel
    static long[] cumulativeSum(int[] values) {
        long[] sums = new long[values.length];
        long sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i];
            sums[i] = sum;
        }
        return sums;
    }

    @GpuKernel
    static double[] movingAverage(double[] values, int window) {
        if (window <= 0) {
            throw new IllegalArgumentException("a window of no values");
        }
        int n = Math.max(0, values.length - window + 1);
        double[] averages = new double[n];
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = i; j < i + window; j++) {
                sum += values[j];
            }
            averages[i] = sum / window;
        }
        return averages;
    }

    @GpuKernel
    static int[] histogram(double[] values, int bins, double from, double to) {
        int[] counts = new int[bins];
        double width = (to - from) / bins;
        for (double value : values) {
            if (value >= from && value < to) {
                int bin = (int) ((value - from) / width);
                counts[bin]++;
            }
        }
        return counts;
    }

    @GpuKernel
    static double covariance(double[] x, double[] y) {
        Objects.requireNonNull(x);
        Objects.requireNonNull(y);
        if (x.length != y.length) {
            throw new IllegalArgumentException("samples of different sizes");
        }
        double meanX = 0;
        double meanY = 0;
        for (int i = 0; i < x.length; i++) {
            meanX += x[i];
            meanY += y[i];
        }
        meanX /= x.length;
        meanY /= y.length;
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += (x[i] - meanX) * (y[i] - meanY);
        }
        return sum / (x.length - 1);
    }

    @GpuKernel
    static double[] columnMeans(double[][] data) {
        int columns = data[0].length;
        double[] means = new double[columns];
        for (int j = 0; j < columns; j++) {
            double sum = 0;
            for (int i = 0; i < data.length; i++) {
                sum += data[i][j];
            }
            means[j] = sum / data.length;
        }
        return means;
    }

    @GpuKernel
    static void standardise(double[][] data) {
        int columns = data[0].length;
        for (int j = 0; j < columns; j++) {
            double sum = 0;
            for (int i = 0; i < data.length; i++) {
                sum += data[i][j];
            }
            double mean = sum / data.length;
            for (int i = 0; i < data.length; i++) {
                data[i][j] -= mean;
            }
        }
    }

    @GpuKernel
    static double[][] covarianceMatrix(double[][] data) {
        int n = data.length;
        int columns = data[0].length;
        double[] means = new double[columns];
        for (int j = 0; j < columns; j++) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += data[i][j];
            }
            means[j] = sum / n;
        }
        double[][] result = new double[columns][columns];
        for (int j = 0; j < columns; j++) {
            for (int k = 0; k < columns; k++) {
                double sum = 0;
                for (int i = 0; i < n; i++) {
                    sum += (data[i][j] - means[j]) * (data[i][k] - means[k]);
                }
                result[j][k] = sum / (n - 1);
            }
        }
        return result;
    }

    @GpuKernel
    static double[] linspace(double from, double to, int n) {
        double[] points = new double[n];
        double step = (to - from) / (n - 1);
        for (int i = 0; i < n; i++) {
            points[i] = from + i * step;
        }
        return points;
    }

    @GpuKernel
    static int[] differences(int[] values) {
        if (values.length == 0) {
            return new int[0];
        }
        int[] result = new int[values.length - 1];
        for (int i = 0; i < result.length; i++) {
            result[i] = values[i + 1] - values[i];
        }
        return result;
    }

    @GpuKernel
    static int[] positive(int[] values) {
        int[] found = new int[values.length];
        int n = 0;
        for (int value : values) {
            if (value > 0) {
                found[n++] = value;
            }
        }
        return Arrays.copyOf(found, n);
    }

    @GpuKernel
    static int greatest(double[] values) {
        int best = 0;
        for (int i = 1; i < values.length; i++) {
            if (values[i] > values[best]) {
                best = i;
            }
        }
        return best;
    }

    @GpuKernel
    static double[] polynomial(double[] coefficients, double[] x) {
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double value = 0;
            for (int k = coefficients.length - 1; k >= 0; k--) {
                value = value * x[i] + coefficients[k];
            }
            y[i] = value;
        }
        return y;
    }

    @GpuKernel
    static int[] nearest(double[][] points, double[][] centres) {
        int[] labels = new int[points.length];
        for (int i = 0; i < points.length; i++) {
            int best = 0;
            double least = Double.MAX_VALUE;
            for (int c = 0; c < centres.length; c++) {
                double distance = 0;
                for (int d = 0; d < points[i].length; d++) {
                    double difference = points[i][d] - centres[c][d];
                    distance += difference * difference;
                }
                if (distance < least) {
                    least = distance;
                    best = c;
                }
            }
            labels[i] = best;
        }
        return labels;
    }

    @GpuKernel
    static double[][] oneHot(int[] labels, int classes) {
        double[][] result = new double[labels.length][classes];
        for (int i = 0; i < labels.length; i++) {
            result[i][labels[i]] = 1.0;
        }
        return result;
    }

    @GpuKernel
    static double[] autocorrelation(double[] x, int lags) {
        double[] result = new double[lags];
        for (int lag = 0; lag < lags; lag++) {
            double sum = 0;
            for (int i = lag; i < x.length; i++) {
                sum += x[i] * x[i - lag];
            }
            result[lag] = sum;
        }
        return result;
    }
}
