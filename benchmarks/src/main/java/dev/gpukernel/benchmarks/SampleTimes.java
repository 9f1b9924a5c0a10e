package dev.gpukernel.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What a sample's kernel took, in milliseconds by the wall clock; empty where it was not measured.
 *
 * @param sample the sample's name
 * @param input what it worked on, such as {@code 16777216 floats}
 * @param oneCore plain Java on one core
 * @param allCores the kernel on the CPU
 * @param gpuHost the kernel on the GPU, with the copies of host arrays there and back
 * @param gpuResident the kernel on the GPU, with arrays that stay there
 */
record SampleTimes(
        String sample,
        String input,
        OptionalDouble oneCore,
        OptionalDouble allCores,
        OptionalDouble gpuHost,
        OptionalDouble gpuResident) {
    /** What is compared with one core, in the order of {@link #others()}. */
    static final List<String> OTHERS = List.of("all cores", "GPU, host arrays", "GPU, resident arrays");

    private static final int CELLS = 6;

    /** {@return the times that are compared with that of one core} */
    List<OptionalDouble> others() {
        return List.of(allCores, gpuHost, gpuResident);
    }

    /** {@return how many times as fast as one core something is, empty if either was not measured} */
    OptionalDouble speedUp(OptionalDouble other) {
        return oneCore.isPresent() && other.isPresent()
                ? OptionalDouble.of(oneCore.getAsDouble() / other.getAsDouble())
                : OptionalDouble.empty();
    }

    /** {@return the line of a CSV file} */
    String csv() {
        return String.join(",", sample, input, number(oneCore), number(allCores), number(gpuHost), number(gpuResident));
    }

    /**
     * Reads the line of a CSV file.
     *
     * @throws IllegalArgumentException if it is not of {@link #csv()}'s form
     */
    static SampleTimes parse(String line) {
        String[] cells = line.split(",", -1);
        if (cells.length != CELLS) {
            throw new IllegalArgumentException("not " + CELLS + " cells: " + line);
        }
        OptionalDouble[] times = Arrays.stream(cells)
                .skip(2)
                .map(cell -> parseNumber(cell, line))
                .toArray(OptionalDouble[]::new);
        return new SampleTimes(cells[0], cells[1], times[0], times[1], times[2], times[3]);
    }

    private static OptionalDouble parseNumber(String cell, String line) {
        if (cell.isEmpty()) {
            return OptionalDouble.empty();
        }
        try {
            return OptionalDouble.of(Double.parseDouble(cell));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + cell + "' is not a number: " + line, e);
        }
    }

    private static String number(OptionalDouble millis) {
        return millis.isPresent() ? String.format(Locale.ROOT, "%.6f", millis.getAsDouble()) : "";
    }
}
