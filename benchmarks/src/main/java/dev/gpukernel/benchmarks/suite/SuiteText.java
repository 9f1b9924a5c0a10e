package dev.gpukernel.benchmarks.suite;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The table of the suite, with geometric means, the slowest kernels, and what has changed since an earlier result. */
final class SuiteText {
    private static final int SLOWEST = 10;
    /** A change of a ratio that is worth a line. */
    private static final double CHANGE = 0.03;

    private static final String FORMAT = "%-18s %9s %9s %6s %9s %9s %6s %5s %5s %5s %5s %6s %6s  %s";

    private SuiteText() {}

    static List<String> table(List<SuiteRow> rows, List<SuiteRow> earlier) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                FORMAT,
                "",
                "STRICT",
                "-fmad=no",
                "",
                "FAST",
                "nvcc",
                "",
                "regs",
                "nvcc",
                "warps",
                "nvcc",
                "instr",
                "nvcc",
                "results"));
        for (SuiteRow row : rows) {
            lines.add(String.format(
                            FORMAT,
                            row.kernel(),
                            millis(row.strict()),
                            millis(row.exact()),
                            ratio(row.strictRatio()),
                            millis(row.fast()),
                            millis(row.standard()),
                            ratio(row.fastRatio()),
                            count(row.code().registers()),
                            count(row.twinCode().registers()),
                            count(row.code().warps()),
                            count(row.twinCode().warps()),
                            count(row.code().instructions()),
                            count(row.twinCode().instructions()),
                            row.note())
                    .stripTrailing());
        }
        summary("STRICT beside nvcc -fmad=false", rows, SuiteRow::strictRatio, lines);
        summary("FAST beside nvcc", rows, SuiteRow::fastRatio, lines);
        if (!earlier.isEmpty()) {
            changes(rows, earlier, lines);
        }
        return lines;
    }

    private static void summary(
            String title, List<SuiteRow> rows, ToDoubleFunction<SuiteRow> ratio, List<String> lines) {
        List<SuiteRow> known = rows.stream()
                .filter(row -> !Double.isNaN(ratio.applyAsDouble(row)))
                .sorted(Comparator.comparingDouble(ratio).reversed())
                .toList();
        if (known.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "%s: %d kernels, geometric mean %.3f, slowest:",
                title,
                known.size(),
                geometricMean(known.stream().mapToDouble(ratio).toArray())));
        known.stream()
                .limit(SLOWEST)
                .forEach(row ->
                        lines.add(String.format(Locale.ROOT, "  %-18s %6.3f", row.kernel(), ratio.applyAsDouble(row))));
    }

    private static void changes(List<SuiteRow> rows, List<SuiteRow> earlier, List<String> lines) {
        Map<String, SuiteRow> before =
                earlier.stream().collect(Collectors.toMap(SuiteRow::kernel, Function.identity(), (a, _) -> a));
        lines.add("");
        lines.add("changed by more than 3 %, ratios before and now:");
        for (SuiteRow row : rows) {
            SuiteRow old = before.get(row.kernel());
            if (old != null) {
                change(row.kernel() + " STRICT", old.strictRatio(), row.strictRatio(), lines);
                change(row.kernel() + " FAST", old.fastRatio(), row.fastRatio(), lines);
            }
        }
    }

    private static void change(String name, double before, double now, List<String> lines) {
        if (Math.abs(now / before - 1) > CHANGE) {
            lines.add(String.format(Locale.ROOT, "  %-25s %6.3f %6.3f", name, before, now));
        }
    }

    static double geometricMean(double... values) {
        double logarithms = 0;
        for (double value : values) {
            logarithms += Math.log(value);
        }
        return Math.exp(logarithms / values.length);
    }

    private static String millis(double value) {
        return value > 0 ? String.format(Locale.ROOT, "%.4f", value) : "-";
    }

    private static String ratio(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.3f", value);
    }

    private static String count(int value) {
        return value > 0 ? Integer.toString(value) : "-";
    }
}
