package dev.gpukernel.benchmarks;

import java.util.List;

/** Rows of text whose cells stand below each other: the first to the left of its column, all others to the right. */
final class AlignedRows {
    private AlignedRows() {}

    /** {@return a line for each row; all have the same number of cells} */
    static List<String> lines(List<List<String>> rows) {
        return rows.stream().map(row -> aligned(row, rows)).toList();
    }

    private static String aligned(List<String> row, List<List<String>> rows) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            int column = i;
            int width = rows.stream()
                    .mapToInt(other -> other.get(column).length())
                    .max()
                    .orElse(0);
            String space = " ".repeat(width - row.get(i).length());
            line.append(i == 0 ? row.get(i) + space : "  " + space + row.get(i));
        }
        return line.toString();
    }
}
