package dev.gpukernel.benchmarks;

/** What arrays of records and arrays of arrays cost beside flat arrays: {@link BodiesReport} and {@link RowsReport} in one run. */
public final class StorageReport {
    private StorageReport() {}

    /**
     * Prints the reports.
     *
     * @param arguments how many bodies, such as 65536; then those of {@link RowsReport}
     */
    public static void main(String... arguments) {
        if (arguments.length != 4) {
            throw new IllegalArgumentException("arguments: bodies, side, row, runs");
        }
        BodiesReport.main(arguments[0], arguments[3]);
        RowsReport.main(arguments[1], arguments[2], arguments[3]);
    }
}
