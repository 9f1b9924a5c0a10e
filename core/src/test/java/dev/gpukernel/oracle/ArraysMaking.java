package dev.gpukernel.oracle;

import dev.gpukernel.oracle.ArraysScope.Matrix;
import dev.gpukernel.oracle.KernelScope.ArrayName;
import java.util.ArrayList;
import java.util.List;

/** Expressions that make arrays, and what is done with whole arrays. */
final class ArraysMaking {
    private static final String MADE = """
            static T[] NAME(int size) {
                return new T[size];
            }
            """;
    private static final String TABLE = """
            static T[][] NAME(int rows, int columns) {
                return new T[rows][columns];
            }
            """;
    private static final List<String> ROW_BY_ROW = List.of("""
            static T[][] NAME(int rows, int columns) {
                T[][] made = new T[rows][];
                for (int i = 0; i < rows; i++) {
                    made[i] = new T[columns];
                }
                return made;
            }
            """, """
            static T[][] NAME(int rows, int columns) {
                T[][] made = new T[rows][];
                for (int i = 0; i < made.length; i++) {
                    T[] row = new T[columns];
                    for (int j = 0; j < columns; j++) {
                        row[j] = (T) (i - 3 * j);
                    }
                    made[i] = row;
                }
                return made;
            }
            """, """
            static T[][] NAME(int rows, int columns) {
                T[][] made = new T[rows][];
                made[0] = new T[columns];
                for (int i = 1; i < rows; i++) {
                    made[i] = new T[columns];
                    for (int j = 0; j < made[i].length; j++) {
                        made[i][j] = (T) (made[i - 1][j] + j);
                    }
                }
                return made;
            }
            """, """
            static T[][] NAME(int rows, int columns) {
                T[][] made = new T[rows][];
                for (int i = 0; i < rows; i++) {
                    if (i % 2 == 1) {
                        made[i] = new T[columns];
                        continue;
                    }
                    T[] row = new T[columns];
                    row[columns / 2] = (T) i;
                    made[i] = row;
                }
                return made;
            }
            """);
    private static final List<String> COPIED_BY_ROW = List.of("""
            static T[][] NAME(T[][] from) {
                T[][] copy = new T[from.length][];
                for (int i = 0; i < from.length; i++) {
                    copy[i] = from[i].clone();
                }
                return copy;
            }
            """, """
            static T[][] NAME(T[][] from) {
                T[][] copy = from.clone();
                for (int i = 0; i < copy.length; i++) {
                    copy[i] = Arrays.copyOf(from[from.length - 1 - i], from[0].length + 1);
                }
                return copy;
            }
            """, """
            static T[][] NAME(T[][] from) {
                T[][] copy = new T[from.length][];
                for (int i = 0; i < copy.length; i++) {
                    copy[i] = i > 2 ? from[i].clone() : new T[from[0].length];
                }
                return copy;
            }
            """);
    private static final String COPY = """
            static T[] NAME(T[] row) {
                T[] copy = new T[row.length];
                for (int j = 0; j < row.length; j++) {
                    copy[j] = row[row.length - 1 - j];
                }
                return copy;
            }
            """;

    private final ArraysScope arrays;
    private final KernelClass shared;

    ArraysMaking(ArraysScope arrays) {
        this.arrays = arrays;
        this.shared = arrays.shared;
    }

    /** {@return how many elements a new array has: mostly as many as loops need} */
    private String size(List<String> known) {
        List<String> sizes = new ArrayList<>(List.of("room", "room", "room + offset", "Math.max(room, count)"));
        if (!known.isEmpty()) {
            sizes.add(shared.oneOf(known) + ".length");
        }
        return shared.oneOf(sizes);
    }

    /**
     * Makes an expression.
     *
     * @param others arrays that are there, of any type
     * @return a new array
     */
    String array(NumberType type, List<ArrayName> others) {
        List<String> alike = new ArrayList<>(others.stream()
                .filter(other -> other.type() == type)
                .map(ArrayName::name)
                .toList());
        arrays.matrices.stream()
                .filter(matrix -> matrix.type() == type)
                .forEach(matrix -> alike.add(matrix.name() + "[" + shared.random.nextInt(4) + "]"));
        String size = size(others.stream().map(ArrayName::name).toList());
        if (alike.isEmpty() || shared.percent(30)) {
            return shared.percent(70)
                    ? "new " + type.text() + "[" + size + "]"
                    : arrays.method("made", type, MADE) + "(" + size + ")";
        }
        String other = shared.oneOf(alike);
        return switch (shared.random.nextInt(6)) {
            case 0 -> "Arrays.copyOf(" + other + ", " + size + ")";
            case 1 -> "Arrays.copyOfRange(" + other + ", offset, room + offset)";
            case 2 -> "Arrays.copyOfRange(" + other + ", 1, 1 + " + size + ")";
            case 3 -> arrays.method("reversed", type, COPY) + "(" + other + ")";
            default -> other + ".clone()";
        };
    }

    /** {@return a new array of two dimensions} */
    String matrix(NumberType type) {
        List<String> rows = new ArrayList<>(List.of("n + 2", "8", "m + 2"));
        List<String> columns = new ArrayList<>(List.of("room", "room", "pitch", "m + 1"));
        arrays.matrices.forEach(matrix -> {
            rows.add(matrix.name() + ".length");
            columns.add(matrix.name() + "[0].length");
        });
        List<String> alike = arrays.matrices.stream()
                .filter(matrix -> matrix.type() == type)
                .map(Matrix::name)
                .toList();
        if (!alike.isEmpty() && shared.percent(15)) {
            int which = shared.random.nextInt(COPIED_BY_ROW.size());
            return arrays.method("copied" + which, type, COPIED_BY_ROW.get(which)) + "(" + shared.oneOf(alike) + ")";
        }
        String row = shared.oneOf(rows);
        String column = shared.oneOf(columns);
        if (shared.percent(25)) {
            int which = type == NumberType.BOOLEAN ? 0 : shared.random.nextInt(ROW_BY_ROW.size());
            return arrays.method("rows" + which, type, ROW_BY_ROW.get(which)) + "(" + row + ", " + column + ")";
        }
        return shared.percent(75)
                ? "new " + type.text() + "[" + row + "][" + column + "]"
                : arrays.method("table", type, TABLE) + "(" + row + ", " + column + ")";
    }

    /** {@return a new array of three dimensions, with planes for all that are declared} */
    String volume(NumberType type) {
        return "new " + type.text() + "[" + shared.oneOf(List.of("5", "n + 3", "3 + offset")) + "]["
                + shared.oneOf(List.of("n + 2", "m + 2")) + "]["
                + shared.oneOf(List.of("room", "pitch", "m + 1")) + "]";
    }

    /** Writes a statement that changes a whole array, a range of it, or a single element. */
    void whole(SourceLines lines) {
        ArrayName array = shared.oneOf(arrays.nest.outputs);
        String name = array.name();
        List<String> alike = arrays.nest.inputs.stream()
                .filter(other -> other.type() == array.type())
                .map(ArrayName::name)
                .toList();
        String value = array.type().converted(NumberType.INT, "(n * 3 - 4)");
        switch (shared.random.nextInt(alike.isEmpty() ? 3 : 5)) {
            case 0 -> lines.line("Arrays.fill(" + name + ", " + value + ");");
            case 1 -> lines.line("Arrays.fill(" + name + ", offset, n + 3, " + value + ");");
            case 2 -> element(array, lines);
            case 3 -> lines.line("System.arraycopy(" + shared.oneOf(alike) + ", offset, " + name + ", 1, n + m);");
            default ->
                lines.line("System.arraycopy(A, 0, B, 0, Math.min(A.length, B.length));"
                        .replace("A", shared.oneOf(alike))
                        .replace("B", name));
        }
    }

    private void element(ArrayName array, SourceLines lines) {
        for (Matrix matrix : arrays.some(1)) {
            String element = matrix.name() + "[n & 3][" + shared.random.nextInt(5) + "]";
            if (shared.percent(50)) {
                lines.line(NestBody.first(matrix.row("m & 1", "2")));
            }
            lines.line(array.name() + "[" + shared.random.nextInt(6) + "] = "
                    + array.type().converted(matrix.type(), element) + ";");
            return;
        }
        lines.line(NestBody.first(new ArrayName(array.name(), array.type(), "n")));
    }

    /** Writes a loop that shows what is in an array. */
    void shown(ArrayName array, ArrayName into, SourceLines lines) {
        if (array.type() == into.type() && shared.percent(30)) {
            lines.line("System.arraycopy(A, 0, B, 0, Math.min(A.length, B.length));"
                    .replace("A", array.name())
                    .replace("B", into.name()));
            return;
        }
        String bound = shared.percent(80)
                ? "Math.min(" + array.name() + ".length, " + into.name() + ".length)"
                : array.name() + ".length";
        String value = into.type().converted(array.type(), array.name() + "[i]");
        lines.line("for (int i = 0; i < " + bound + "; i++) {");
        lines.line("    " + into.name() + "[i] = " + value + ";");
        lines.line("}");
    }

    /** Writes loops that show what is in an array of two dimensions. */
    void shown(Matrix matrix, ArrayName into, SourceLines lines) {
        String value = into.type().converted(matrix.type(), matrix.name() + "[i][j]");
        lines.line("for (int i = 0; i < n; i++) {");
        lines.line("    for (int j = 0; j < m; j++) {");
        lines.line("        " + into.name() + "[i * m + j] = " + value + ";");
        lines.line("    }");
        lines.line("}");
        arrays.nest.reach(36);
    }
}
