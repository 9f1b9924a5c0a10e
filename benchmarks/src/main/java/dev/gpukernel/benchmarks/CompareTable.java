package dev.gpukernel.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Reads lines {@code name,size,metric,value} from standard input and prints one table: a row for each name, the median over
 * all rounds, and its ratio to that of the baseline, the CUDA C version if none is named.
 */
public final class CompareTable {
    static final String BASELINE = "nvcc";
    private static final List<Column> COLUMNS = List.of(
            new Column("kernel_ms", "kernel ms", "%.4f", true),
            new Column("kernel_gb_per_s", "GB/s", "%.0f", false),
            new Column("launch_us", "launch µs", "%.2f", true),
            new Column("enqueue_us", "enqueue µs", "%.2f", true),
            new Column("launch_heap_bytes", "heap B/launch", "%.1f", false),
            new Column("host_call_ms", "host call ms", "%.2f", true),
            new Column("host_call_gb_per_s", "GB/s", "%.1f", false));
    private static final String ABSENT = "-";

    /** For each name and metric the values of all rounds. */
    private final Map<String, Map<String, List<Double>>> values = new LinkedHashMap<>();

    private final String baseline;

    CompareTable(List<Measurement> measurements) {
        this(measurements, BASELINE);
    }

    CompareTable(List<Measurement> measurements, String baseline) {
        this.baseline = baseline;
        for (Measurement one : measurements) {
            values.computeIfAbsent(one.name(), name -> new LinkedHashMap<>())
                    .computeIfAbsent(one.metric(), metric -> new ArrayList<>())
                    .add(one.value());
        }
    }

    /**
     * Prints the table of what standard input holds.
     *
     * @param arguments the baseline, or none
     * @throws IOException if standard input cannot be read
     */
    public static void main(String... arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        List<Measurement> measurements = in.lines().map(Measurement::parse).toList();
        String baseline = arguments.length > 0 ? arguments[0] : BASELINE;
        new CompareTable(measurements, baseline).lines().forEach(System.out::println);
    }

    /** {@return the table, its columns aligned} */
    List<String> lines() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(header());
        values.keySet().forEach(name -> rows.add(row(name)));
        return AlignedRows.lines(rows);
    }

    private List<String> header() {
        List<String> cells = new ArrayList<>(List.of(""));
        for (Column column : COLUMNS) {
            cells.add(column.title());
            if (column.compared()) {
                cells.add("/ " + baseline);
            }
        }
        return cells;
    }

    private List<String> row(String name) {
        List<String> cells = new ArrayList<>(List.of(name));
        for (Column column : COLUMNS) {
            OptionalDouble value = median(name, column.metric());
            cells.add(cell(column.format(), value));
            if (column.compared()) {
                cells.add(cell("%.3f", ratio(value, median(baseline, column.metric()))));
            }
        }
        return cells;
    }

    private OptionalDouble median(String name, String metric) {
        List<Double> all = values.getOrDefault(name, Map.of()).getOrDefault(metric, List.of());
        return all.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Measurement.median(
                        all.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    private static OptionalDouble ratio(OptionalDouble value, OptionalDouble baseline) {
        return value.isPresent() && baseline.isPresent()
                ? OptionalDouble.of(value.getAsDouble() / baseline.getAsDouble())
                : OptionalDouble.empty();
    }

    private static String cell(String format, OptionalDouble value) {
        return value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble()) : ABSENT;
    }

    /**
     * A column of the table.
     *
     * @param metric the metric it shows
     * @param title its head
     * @param format how a value looks
     * @param compared whether the ratio to the baseline follows
     */
    private record Column(String metric, String title, String format, boolean compared) {}
}
