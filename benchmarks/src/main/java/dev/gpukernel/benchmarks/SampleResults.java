package dev.gpukernel.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What all measured samples took, as a table and as a CSV file.
 *
 * @param machine where, such as {@code 16 cores; NVIDIA H100}
 * @param times of each sample
 */
record SampleResults(String machine, List<SampleTimes> times) {
    private static final String MACHINE = "# ";
    private static final String HEADER = "sample,input,one_core_ms,all_cores_ms,gpu_host_ms,gpu_resident_ms";
    private static final String ABSENT = "-";

    SampleResults {
        times = List.copyOf(times);
    }

    /** {@return the table, its columns aligned, speed-ups beside the times} */
    List<String> lines() {
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("ms, and times as fast as one core", "input", "one core"));
        for (String other : SampleTimes.OTHERS) {
            head.add(other);
            head.add("");
        }
        rows.add(head);
        times.forEach(one -> rows.add(row(one)));
        return AlignedRows.lines(rows);
    }

    private static List<String> row(SampleTimes times) {
        List<String> cells = new ArrayList<>(List.of(times.sample(), times.input(), cell("%.3f", times.oneCore())));
        for (OptionalDouble other : times.others()) {
            cells.add(cell("%.3f", other));
            OptionalDouble speedUp = times.speedUp(other);
            cells.add(cell(speedUp.orElse(1) < 1 ? "%.2fx" : "%.1fx", speedUp));
        }
        return cells;
    }

    private static String cell(String format, OptionalDouble value) {
        return value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble()) : ABSENT;
    }

    /** Writes the CSV file. */
    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(MACHINE + machine, HEADER));
        times.forEach(one -> lines.add(one.csv()));
        Files.write(file, lines);
    }

    /**
     * Reads a CSV file that {@link #write} has written.
     *
     * @throws IOException if it cannot be read or is none
     */
    static SampleResults read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.size() < 2
                || !lines.get(0).startsWith(MACHINE)
                || !lines.get(1).equals(HEADER)) {
            throw new IOException("it is not a table's CSV file");
        }
        try {
            List<SampleTimes> times =
                    lines.stream().skip(2).map(SampleTimes::parse).toList();
            return new SampleResults(lines.get(0).substring(MACHINE.length()), times);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
