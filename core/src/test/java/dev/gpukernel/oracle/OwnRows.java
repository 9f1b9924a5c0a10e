package dev.gpukernel.oracle;

import java.util.ArrayList;
import java.util.List;

/**
 * Methods that make arrays of two dimensions for a thread or an iteration, and set their rows in any order: rows of several lengths, null, shared, moved.
 * What they return follows from all that is in them. Few throw.
 */
final class OwnRows {
    private static final int MOST_DEEP = 2;

    private final KernelClass shared;
    private final SourceLines lines = new SourceLines(0);
    private final List<String> variables = new ArrayList<>();
    private final List<String> tables = new ArrayList<>();

    /** Of variables in the method. */
    private int names;

    OwnRows(KernelClass shared) {
        this.shared = shared;
    }

    /** {@return the source of a method {@code NAME(int t, int n)} with rows of a type {@code T}, which is no boolean} */
    String method() {
        lines.line("static int NAME(int t, int n) {");
        int count = shared.percent(30) ? 2 : 1;
        for (int i = 0; i < count; i++) {
            String table = "own" + i;
            lines.line("T[][] " + table + " = " + made() + ";");
            tables.add(table);
        }
        statements(0);
        lines.line("int sum = t;");
        for (String table : tables) {
            lines.line("for (T[] row : " + table + ") {");
            lines.line("sum = sum * 31 + (row == null ? 1 : row.length);");
            lines.line("if (row != null) {");
            lines.line("for (T x : row) {");
            lines.line("sum = sum * 7 + (int) x;");
            lines.line("}");
            lines.line("}");
            lines.line("}");
        }
        lines.line("return sum;");
        lines.line("}");
        return lines.toString();
    }

    /** {@return an array of at least four rows} */
    private String made() {
        return shared.oneOf(List.of(
                "new T[4][]",
                "new T[4 + (n & 3)][]",
                "new T[4 + (t & 1)][]",
                "new T[5][3]",
                "new T[4][1 + (n & 1)]",
                "{{(T) t}, {1, (T) n}, {}, {2, 3, (T) t}}"));
    }

    private void statements(int depth) {
        int count = 1 + shared.random.nextInt(depth == 0 ? 5 : 3);
        for (int i = 0; i < count; i++) {
            statement(depth);
        }
    }

    private void statement(int depth) {
        String table = shared.oneOf(tables);
        String row = table + "[" + number() + "]";
        switch (shared.random.nextInt(depth < MOST_DEEP ? 13 : 9)) {
            case 0, 1 -> lines.line(row + " = new T[" + length() + "];");
            case 2 -> lines.line(row + " = new T[] {(T) " + number() + ", (T) (t - n)};");
            case 3 -> lines.line(row + " = " + shared.oneOf(tables) + "[" + number() + "];");
            case 4 -> lines.line(shared.percent(30) ? row + " = null;" : row + " = new T[" + length() + "];");
            case 5 -> swap(row, table);
            case 6 -> kept(row);
            case 7 -> changed(table);
            case 8 -> copied(table);
            case 9 -> {
                lines.line("if (" + shared.oneOf(List.of("t % 3 == 1", "(n & 1) == 0", row + " == null", "t > n"))
                        + ") {");
                statements(depth + 1);
                if (shared.percent(50)) {
                    lines.line("} else {");
                    statements(depth + 1);
                }
                lines.line("}");
            }
            default -> loop(depth, table);
        }
    }

    private void loop(int depth, String table) {
        String variable = "i" + names++;
        lines.line(
                switch (shared.random.nextInt(4)) {
                    case 0 -> "for (int %1$s = 0; %1$s < %2$s.length; %1$s++) {".formatted(variable, table);
                    case 1 -> "for (int %1$s = 3; %1$s >= 0; %1$s--) {".formatted(variable);
                    case 2 -> "for (int %1$s = t & 1; %1$s < 4; %1$s += 2) {".formatted(variable);
                    default -> "for (int %1$s = 0; %1$s < 4; %1$s++) {".formatted(variable);
                });
        variables.add(variable);
        statements(depth + 1);
        variables.remove(variable);
        lines.line("}");
    }

    private void swap(String row, String table) {
        String kept = "row" + names++;
        String other = table + "[" + number() + "]";
        lines.line("T[] " + kept + " = " + row + ";");
        lines.line(row + " = " + other + ";");
        lines.line(other + " = " + kept + ";");
        if (shared.percent(40)) {
            lines.line("if (" + kept + " != null && " + kept + ".length > 1) {");
            lines.line(kept + "[1] = (T) t;");
            lines.line("}");
        }
    }

    /** A row that a variable refers to, too. */
    private void kept(String row) {
        String kept = "row" + names++;
        lines.line("T[] " + kept + " = new T[1 + " + length() + "];");
        lines.line(row + " = " + kept + ";");
        if (shared.percent(40)) {
            lines.line(shared.oneOf(tables) + "[" + number() + "] = " + kept + ";");
        }
        lines.line(kept + "[0] += (T) (" + number() + " + t);");
    }

    private void changed(String table) {
        String number = number();
        String row = table + "[" + number + "]";
        if (shared.percent(12)) {
            // Java's exceptions.
            lines.line(row + "[" + shared.random.nextInt(2) + "] += (T) t;");
            return;
        }
        lines.line("if (" + row + " != null) {");
        lines.line("for (int j = 0; j < " + row + ".length; j++) {");
        lines.line(row + "[j] += (T) (j + " + number() + ");");
        lines.line("}");
        lines.line("}");
    }

    private void copied(String table) {
        String row = table + "[" + number() + "]";
        lines.line("if (" + row + " != null) {");
        lines.line(table + "[" + number() + "] = "
                + (shared.percent(60) ? row + ".clone();" : "Arrays.copyOf(" + row + ", " + length() + ");"));
        lines.line("}");
    }

    /** {@return a number of a row, below 4} */
    private String number() {
        List<String> numbers = new ArrayList<>(
                List.of(Integer.toString(shared.random.nextInt(4)), "(t & 3)", "Math.floorMod(t, 4)", "(n & 2)"));
        variables.forEach(variable -> numbers.add("(" + variable + " & 3)"));
        variables.forEach(variable -> numbers.add("(" + variable + " & 3)"));
        return shared.oneOf(numbers);
    }

    private String length() {
        List<String> lengths = new ArrayList<>(List.of(
                Integer.toString(shared.random.nextInt(5)),
                "(t & 3)",
                "(n & 3) + 1",
                "(3 - t % 3)",
                "Math.min(n & 7, 2)"));
        variables.forEach(variable -> lengths.add("(" + variable + " + 1)"));
        variables.forEach(variable -> lengths.add("(" + variable + " > 1 ? 2 : " + variable + ")"));
        return shared.oneOf(lengths);
    }
}
