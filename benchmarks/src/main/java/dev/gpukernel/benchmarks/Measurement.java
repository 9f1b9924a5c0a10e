package dev.gpukernel.benchmarks;

import java.util.Arrays;
import java.util.Locale;

/**
 * One measured number, and the line of text that programs in every language print for it.
 *
 * @param name what was measured, such as {@code nvcc}
 * @param size number of elements it worked on
 * @param metric what the number is, its unit last, such as {@code kernel_ms}
 * @param value the number
 */
record Measurement(String name, long size, String metric, double value) {
    /** {@return the measurement that a line tells} */
    static Measurement parse(String line) {
        String[] fields = line.split(",", -1);
        if (fields.length != 4) {
            throw new IllegalArgumentException("not of the form name,size,metric,value: " + line);
        }
        try {
            return new Measurement(fields[0], Long.parseLong(fields[1]), fields[2], Double.parseDouble(fields[3]));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("size or value is not a number: " + line, e);
        }
    }

    /** {@return the line} */
    String line() {
        return String.format(Locale.ROOT, "%s,%d,%s,%.6f", name, size, metric, value);
    }

    /** {@return the middle one of some numbers, or the mean of the two in the middle} */
    static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
