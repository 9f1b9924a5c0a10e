package dev.gpukernel.benchmarks.suite;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was measured of one kernel; 0 stands for what was not.
 *
 * @param kernel its name
 * @param strict milliseconds with {@code math = STRICT}
 * @param exact milliseconds of the twin with {@code -fmad=false}
 * @param fast milliseconds with {@code math = FAST}
 * @param standard milliseconds of the twin as nvcc compiles it by default
 * @param code what is known of the code with {@code math = STRICT}
 * @param twinCode the same of the twin with {@code -fmad=false}
 * @param note how results differ
 */
record SuiteRow(
        String kernel,
        double strict,
        double exact,
        double fast,
        double standard,
        Code code,
        Code twinCode,
        String note) {
    private static final String HEAD = "kernel,strict_ms,nvcc_exact_ms,fast_ms,nvcc_ms,registers,nvcc_registers,"
            + "warps,nvcc_warps,instructions,nvcc_instructions,note";

    /**
     * What is known of code.
     *
     * @param registers registers of a thread
     * @param warps warps that a multiprocessor runs at a time, as far as registers and blocks allow
     * @param instructions its length
     */
    record Code(int registers, int warps, int instructions) {
        static final Code UNKNOWN = new Code(0, 0, 0);
    }

    /** {@return time with {@code STRICT} as a multiple of the twin's, or NaN} */
    double strictRatio() {
        return strict > 0 && exact > 0 ? strict / exact : Double.NaN;
    }

    /** {@return time with {@code FAST} as a multiple of the twin's, or NaN} */
    double fastRatio() {
        return fast > 0 && standard > 0 ? fast / standard : Double.NaN;
    }

    static List<String> csv(List<SuiteRow> rows) {
        return Stream.concat(Stream.of(HEAD), rows.stream().map(SuiteRow::line)).toList();
    }

    private String line() {
        return Stream.of(
                        kernel,
                        millis(strict),
                        millis(exact),
                        millis(fast),
                        millis(standard),
                        code.registers,
                        twinCode.registers,
                        code.warps,
                        twinCode.warps,
                        code.instructions,
                        twinCode.instructions,
                        note.replace(',', ';'))
                .map(String::valueOf)
                .collect(Collectors.joining(","));
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, "%.5f", value);
    }

    static List<SuiteRow> parse(List<String> lines) {
        if (lines.isEmpty() || !lines.getFirst().equals(HEAD)) {
            throw new IllegalArgumentException("not a result of the suite: its first line must be " + HEAD);
        }
        return lines.stream().skip(1).map(SuiteRow::parse).toList();
    }

    private static SuiteRow parse(String line) {
        String[] f = line.split(",", -1);
        return new SuiteRow(
                f[0],
                Double.parseDouble(f[1]),
                Double.parseDouble(f[2]),
                Double.parseDouble(f[3]),
                Double.parseDouble(f[4]),
                new Code(Integer.parseInt(f[5]), Integer.parseInt(f[7]), Integer.parseInt(f[9])),
                new Code(Integer.parseInt(f[6]), Integer.parseInt(f[8]), Integer.parseInt(f[10])),
                f[11]);
    }
}
