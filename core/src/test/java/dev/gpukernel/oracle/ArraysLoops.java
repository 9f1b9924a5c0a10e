package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.oracle.ArraysScope.Matrix;
import dev.gpukernel.oracle.KernelScope.ArrayName;
import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Makes loops over arrays of two dimensions. */
final class ArraysLoops {
    /** What a comment before a loop says, for tests to count. */
    enum Kind {
        /** Each element by itself. */
        NEST,
        /** Each from those around it in another array. */
        STENCIL,
        /** Each from the one before in its row. */
        ALONG,
        /** Each from the row before. */
        DOWN,
        /** Rows to columns. */
        TRANSPOSED,
        /** Both sides of the diagonal. */
        MIRRORED,
        PRODUCT,
        /** A method is given each row. */
        FILLED,
        /** Sums of rows by a method. */
        ROW_SUMS,
        /** A sum of all. */
        TOTAL,
        /** The best of a column, and where it is. */
        BEST,
        HISTOGRAM,
        COMPACTION,
        /** Rows chosen by numbers. */
        GATHER,
        /** A loop that ends early. */
        SEARCH,
        /** Rows that are one of two, to read or to write. */
        CHOSEN,
        /** Arrays that change places after each step. */
        ROTATION,
        /** All planes of three dimensions. */
        VOLUME,
        /** Each iteration makes rows of its own, {@link OwnRows}. */
        OWN_ROWS;

        String comment() {
            return "// rows " + name().toLowerCase(Locale.ROOT);
        }
    }

    private static final String FILL = """
            static void NAME(T[] row, int with) {
                for (int j = 0; j < row.length; j++) {
                    row[j] = VALUE;
                }
            }
            """;
    private static final String SUM = """
            static long NAME(T[] row) {
                long sum = 0;
                for (T each : row) {
                    sum += VALUE;
                }
                return sum;
            }
            """;

    private final ArraysScope arrays;
    private final NestScope nest;
    private final KernelClass shared;
    private final SourceLines lines;

    ArraysLoops(ArraysScope arrays, SourceLines lines) {
        this.arrays = arrays;
        this.nest = arrays.nest;
        this.shared = arrays.shared;
        this.lines = lines;
    }

    /**
     * Writes a loop.
     *
     * @param end what ends the kernel, nothing if it must not end here
     */
    void write(String end) {
        Matrix matrix = shared.oneOf(arrays.matrices);
        List<Matrix> others = new ArrayList<>(arrays.matrices);
        others.remove(matrix);
        // One that is read: the same one where there is no other.
        Matrix other = others.isEmpty() ? matrix : shared.oneOf(others);
        // Few arrays fit some, which so are tried more often.
        List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
        kinds.addAll(List.of(Kind.HISTOGRAM, Kind.HISTOGRAM, Kind.ROTATION, Kind.ROTATION));
        Kind kind = shared.oneOf(kinds);
        while (!fits(kind, matrix, other)) {
            kind = shared.oneOf(kinds);
        }
        lines.line(kind.comment());
        switch (kind) {
            case NEST -> nest(matrix, others);
            case STENCIL -> stencil(matrix, other);
            case ALONG, DOWN -> running(matrix, kind == Kind.ALONG ? "[i][j - 1]" : "[i - 1][j]");
            case TRANSPOSED -> transposed(matrix, other);
            case MIRRORED -> mirrored(matrix);
            case PRODUCT -> product(matrix, other);
            case FILLED -> filled(matrix);
            case ROW_SUMS -> rowSums(matrix);
            case TOTAL -> total(matrix);
            case BEST -> best(matrix);
            case HISTOGRAM -> histogram(matrix, other);
            case COMPACTION -> compaction(matrix);
            case GATHER -> gather(matrix, other);
            case SEARCH -> search(matrix, end);
            case CHOSEN -> chosen(matrix, other);
            case ROTATION -> rotation(matrix, other);
            case VOLUME -> volume(matrix);
            case OWN_ROWS -> ownRows(matrix);
        }
    }

    private boolean fits(Kind kind, Matrix matrix, Matrix other) {
        boolean isOther = !matrix.equals(other);
        return switch (kind) {
            case NEST, ALONG, DOWN, MIRRORED, FILLED, ROW_SUMS, TOTAL, OWN_ROWS -> true;
            case BEST, COMPACTION -> matrix.type() != NumberType.BOOLEAN;
            case STENCIL, TRANSPOSED, GATHER -> isOther;
            case PRODUCT -> isOther && matrix.type() != NumberType.BOOLEAN && other.type() != NumberType.BOOLEAN;
            case HISTOGRAM -> isOther && (matrix.type() == NumberType.INT || matrix.type() == NumberType.LONG);
            // Not where the host does the steps around it.
            case SEARCH -> !nest.repeated && matrix.type() != NumberType.BOOLEAN;
            case CHOSEN -> isOther && matrix.type() == other.type();
            case ROTATION -> isOther && matrix.type() == other.type() && !matrix.isPlane() && !other.isPlane();
            case VOLUME -> matrix.isPlane() && matrix.type() != NumberType.BOOLEAN;
        };
    }

    private LoopHead head(String variable, String low, String high) {
        return LoopHead.any(shared, variable, NumberType.INT, low, high, 1, shared.percent(20));
    }

    private String rowsOf(Matrix matrix) {
        return shared.oneOf(List.of("n", matrix.name() + ".length", matrix.name() + ".length"));
    }

    private String columnsOf(Matrix matrix) {
        return shared.oneOf(List.of("m", matrix.name() + "[0].length", matrix.name() + "[i].length"));
    }

    /** Writes two loops, and what an iteration of the inner one does, given what ends it. */
    private void loops(LoopHead outer, LoopHead inner, Consumer<String> body) {
        outer.write(lines, shared.newName("next"), "", _ -> inner.write(lines, shared.newName("next"), "", body));
    }

    private void nest(Matrix matrix, List<Matrix> others) {
        String local = shared.newName("row");
        LoopHead rows = head("i", "0", rowsOf(matrix));
        switch (shared.random.nextInt(5)) {
            case 0 -> {
                lines.line("for (" + matrix.type().text() + "[] " + local + " : " + matrix.name() + ") {");
                lines.indented(() -> columns(matrix, local, head("j", "0", local + ".length"), List.of(), false));
                lines.line("}");
            }
            case 1 -> {
                LoopHead columns = head("j", "0", "m");
                columns.write(
                        lines,
                        shared.newName("next"),
                        "",
                        _ -> rows.write(
                                lines,
                                shared.newName("next"),
                                "",
                                exit -> statements(matrix, matrix.name() + "[i]", others, true, exit)));
            }
            case 2 ->
                rows.write(lines, shared.newName("next"), "", _ -> {
                    lines.line(matrix.type().text() + "[] " + local + " = " + matrix.name() + "[i];");
                    columns(matrix, local, head("j", "0", local + ".length"), others, true);
                });
            default ->
                rows.write(
                        lines,
                        shared.newName("next"),
                        "",
                        _ -> columns(matrix, matrix.name() + "[i]", head("j", "0", columnsOf(matrix)), others, true));
        }
    }

    private void columns(Matrix matrix, String row, LoopHead head, List<Matrix> others, boolean hasIndex) {
        head.write(lines, shared.newName("next"), "", exit -> statements(matrix, row, others, hasIndex, exit));
    }

    private void statements(Matrix matrix, String row, List<Matrix> others, boolean hasIndex, String exit) {
        ArrayName element = new ArrayName(row, matrix.type(), "j");
        KernelScope scope = arrays.writing(matrix, element);
        scope.add(new Variable("j", NumberType.INT, false));
        if (hasIndex) {
            scope.add(new Variable("i", NumberType.INT, false));
        }
        for (Matrix other : others) {
            scope.inputs.add(other.read("i", "j"));
            scope.inputs.add(other.read("i", ""));
        }
        StatementGenerator statements =
                new StatementGenerator(scope, () -> exit, shared.random.nextInt(5), lines.indentation());
        lines.line(NestBody.first(element));
        lines.add(statements.body(() -> statements.store(element)));
    }

    private void stencil(Matrix matrix, Matrix other) {
        LoopHead rows = head("i", "1", shared.oneOf(List.of("n - 1", other.name() + ".length - 1")));
        LoopHead columns = head("j", "1", shared.oneOf(List.of("m - 1", other.name() + "[i].length - 1")));
        String above = shared.newName("above");
        boolean isLocal = shared.percent(50);
        rows.write(lines, shared.newName("next"), "", _ -> {
            if (isLocal) {
                lines.line(other.type().text() + "[] " + above + " = " + other.name() + "[i - 1];");
            }
            columns.write(lines, shared.newName("next"), "", exit -> {
                KernelScope scope = arrays.writing(matrix, matrix.row("i", "j"));
                scope.add(new Variable("i", NumberType.INT, false));
                scope.add(new Variable("j", NumberType.INT, false));
                List<ArrayName> around = List.of(
                        new ArrayName(isLocal ? above : other.name() + "[i - 1]", other.type(), "", "j"),
                        other.read("i + 1", "j"),
                        other.read("i", "j - 1"),
                        other.read("i", "j + 1"));
                scope.inputs.addAll(around);
                StatementGenerator statements =
                        new StatementGenerator(scope, () -> exit, shared.random.nextInt(3), lines.indentation());
                lines.add(statements.body(() -> {
                    for (ArrayName near : around) {
                        String name = shared.newName("near");
                        statements.line(
                                near.type().text() + " " + name + " = " + near.name() + "[" + near.pattern() + "];");
                        scope.add(new Variable(name, near.type(), true));
                    }
                    statements.store(matrix.row("i", "j"));
                }));
            });
        });
    }

    private void running(Matrix matrix, String before) {
        boolean isAlong = before.endsWith("1]");
        LoopHead rows = head("i", isAlong ? "0" : "1", rowsOf(matrix));
        LoopHead columns = new LoopHead("j", NumberType.INT, isAlong ? "1" : "0", "m", 1, false, 0);
        LoopHead upwards = new LoopHead("i", NumberType.INT, rows.low(), rows.high(), 1, false, rows.form());
        String sign = matrix.type() == NumberType.BOOLEAN ? " ^= " : shared.oneOf(List.of(" += ", " -= "));
        loops(
                isAlong ? rows : upwards,
                columns,
                _ -> lines.line(matrix.name() + "[i][j]" + sign + matrix.name() + before + ";"));
    }

    private void chosen(Matrix matrix, Matrix other) {
        String row = shared.newName("row");
        boolean isRead = shared.percent(50);
        String second =
                isRead ? shared.oneOf(List.of(other.name() + "[0]", other.name() + "[i + 1]")) : matrix.name() + "[i]";
        String condition = shared.oneOf(List.of("i % 3 == 0", "(i & 1) != 0", "i > 3", "m > 5"));
        head("i", "0", "n - 1").write(lines, shared.newName("next"), "", _ -> {
            lines.line("T[] ROW = CONDITION ? OTHER[i] : SECOND;"
                    .replace("T[]", matrix.type().text() + "[]")
                    .replace("ROW", row)
                    .replace("CONDITION", condition)
                    .replace("OTHER", other.name())
                    .replace("SECOND", second));
            ArrayName element = isRead ? matrix.row("i", "j") : new ArrayName(row, matrix.type(), "j");
            LoopHead columns = head("j", "0", shared.oneOf(List.of("m", row + ".length")));
            columns.write(lines, shared.newName("next"), "", exit -> {
                KernelScope scope = arrays.writing(matrix, element);
                scope.add(new Variable("j", NumberType.INT, false));
                if (isRead) {
                    scope.inputs.add(new ArrayName(row, other.type(), "", "j"));
                } else {
                    scope.inputs.removeIf(array -> other.name().equals(arrays.rows.get(array.name())));
                }
                StatementGenerator statements =
                        new StatementGenerator(scope, () -> exit, shared.random.nextInt(4), lines.indentation());
                lines.add(statements.body(() -> statements.store(element)));
            });
        });
    }

    private void transposed(Matrix matrix, Matrix other) {
        String value = matrix.type().converted(other.type(), other.name() + "[i][j]");
        loops(head("i", "0", "n"), head("j", "0", "m"), _ -> lines.line(matrix.name() + "[j][i] = " + value + ";"));
    }

    private void mirrored(Matrix matrix) {
        String name = matrix.name();
        boolean isSwap = shared.percent(50);
        String kept = shared.newName("kept");
        loops(head("i", "0", "n"), head("j", "0", "i"), _ -> {
            if (isSwap) {
                lines.line(matrix.type().text() + " " + kept + " = " + name + "[j][i];");
            }
            lines.line(name + "[j][i] = " + name + "[i][j];");
            if (isSwap) {
                lines.line(name + "[i][j] = " + kept + ";");
            }
        });
    }

    private void product(Matrix matrix, Matrix other) {
        String sum = shared.newName("sum");
        String type = shared.oneOf(List.of("double", "long", "int", "float"));
        loops(head("i", "0", "n"), head("j", "0", "m"), _ -> {
            lines.line(type + " " + sum + " = 0;");
            lines.line("for (int k = 0; k < l; k++) {");
            lines.line("    " + sum + " += " + other.name() + "[i][k] * " + other.name() + "[k][j];");
            lines.line("}");
            lines.line(matrix.name() + "[i][j] = (" + matrix.type().text() + ") " + sum + ";");
        });
    }

    private void filled(Matrix matrix) {
        String value = matrix.type() == NumberType.BOOLEAN ? "j % 3 == with" : "(T) (row[j] + with * j)";
        String fill = arrays.method("fill", matrix.type(), FILL.replace("VALUE", value));
        head("i", "0", rowsOf(matrix))
                .write(lines, shared.newName("next"), "", _ -> lines.line(fill + "(" + matrix.name() + "[i], i & 7);"));
    }

    private String sum(NumberType type) {
        return arrays.method("sum", type, SUM.replace("VALUE", NumberType.INT.converted(type, "each")));
    }

    private void rowSums(Matrix matrix) {
        ArrayName into = into(matrix);
        String value = into.type().converted(NumberType.LONG, sum(matrix.type()) + "(" + matrix.name() + "[i])");
        head("i", "0", rowsOf(matrix))
                .write(lines, shared.newName("next"), "", _ -> lines.line(into.name() + "[i] = " + value + ";"));
    }

    private void ownRows(Matrix matrix) {
        List<NumberType> types = Stream.of(NumberType.values())
                .filter(type -> type != NumberType.BOOLEAN)
                .toList();
        String method =
                arrays.method(shared.newName("rowsOfAnIteration"), shared.oneOf(types), new OwnRows(shared).method());
        if (shared.percent(40)) {
            String value = matrix.type().converted(NumberType.INT, method + "(i + j, n)");
            loops(
                    head("i", "0", rowsOf(matrix)),
                    head("j", "0", columnsOf(matrix)),
                    _ -> lines.line(matrix.name() + "[i][j] = " + value + ";"));
            return;
        }
        ArrayName into = into(matrix);
        String value = into.type().converted(NumberType.INT, method + "(i, n)");
        head("i", "0", rowsOf(matrix))
                .write(lines, shared.newName("next"), "", _ -> lines.line(into.name() + "[i] = " + value + ";"));
    }

    /** {@return an array for results, none of an array's own rows} */
    private ArrayName into(Matrix matrix) {
        List<ArrayName> others = nest.outputs.stream()
                .filter(array -> !matrix.name().equals(arrays.rows.get(array.name())))
                .toList();
        return others.isEmpty() ? nest.outputs.getFirst() : shared.oneOf(others);
    }

    private void total(Matrix matrix) {
        Variable total = new Variable(shared.newName("total"), NumberType.LONG, false);
        lines.line("long " + total.name() + " = 0;");
        if (shared.percent(50)) {
            String type = matrix.type().text();
            lines.line("for (" + type + "[] row : " + matrix.name() + ") {");
            lines.line("    for (" + type + " each : row) {");
            lines.line("        " + total.name() + " += " + NumberType.INT.converted(matrix.type(), "each") + ";");
            lines.line("    }");
            lines.line("}");
        } else {
            String sum = sum(matrix.type());
            head("i", "0", rowsOf(matrix))
                    .write(
                            lines,
                            shared.newName("next"),
                            "",
                            _ -> lines.line(total.name() + " += " + sum + "(" + matrix.name() + "[i]) + i;"));
        }
        known(total);
    }

    private void known(Variable variable) {
        new FoldResults(nest, lines).known(variable);
    }

    private void best(Matrix matrix) {
        Variable best = new Variable(shared.newName("best"), matrix.type(), false);
        Variable where = new Variable(shared.newName("where"), NumberType.INT, false);
        String sign = shared.oneOf(List.of("<", ">", "<=", ">="));
        lines.line(best.type().text() + " " + best.name() + " = 3;");
        lines.line("int " + where.name() + " = -1;");
        head("i", "0", rowsOf(matrix)).write(lines, shared.newName("next"), "", _ -> {
            String value = matrix.name() + "[i][1]";
            lines.line("if (" + value + " " + sign + " " + best.name() + ") {");
            lines.line("    " + best.name() + " = " + value + ";");
            lines.line("    " + where.name() + " = i;");
            lines.line("}");
        });
        known(best);
        known(where);
    }

    private void histogram(Matrix matrix, Matrix other) {
        String value = NumberType.INT.converted(other.type(), other.name() + "[i][j]");
        String bin = shared.newName("bin");
        if (matrix.isPlane() && matrix.volume().equals(other.volume())) {
            // Of an array whose elements are changed in any order, none is read.
            arrays.codes.addAll(List.of(Message.LOOP_DEPENDENCE, Message.ALLOCATION));
        }
        loops(head("i", "0", rowsOf(other)), head("j", "0", "m"), _ -> {
            lines.line("int " + bin + " = " + value + ";");
            lines.line(matrix.name() + "[" + bin + " & 3][" + bin + " >> 2 & 7]"
                    + shared.oneOf(List.of("++;", " += " + bin + ";")));
        });
    }

    private void compaction(Matrix matrix) {
        ArrayName into = into(matrix);
        Variable kept = new Variable(shared.newName("kept"), NumberType.INT, false);
        String value = matrix.name() + "[i][0]";
        lines.line("int " + kept.name() + " = 0;");
        head("i", "0", rowsOf(matrix)).write(lines, shared.newName("next"), "", _ -> {
            lines.line("if (" + value + " > 1) {");
            lines.line("    " + into.name() + "[" + kept.name() + "++] = "
                    + into.type().converted(matrix.type(), value) + ";");
            lines.line("}");
        });
        known(kept);
    }

    private void gather(Matrix matrix, Matrix other) {
        ArrayName which = shared.oneOf(nest.inputs);
        String row = "(" + NumberType.INT.converted(which.type(), which.name() + "[i]") + " & 0x7fffffff) % "
                + other.name() + ".length";
        String local = shared.newName("row");
        head("i", "0", rowsOf(matrix)).write(lines, shared.newName("next"), "", _ -> {
            lines.line(other.type().text() + "[] " + local + " = " + other.name() + "[" + row + "];");
            head("j", "0", columnsOf(matrix))
                    .write(
                            lines,
                            shared.newName("next"),
                            "",
                            _ -> lines.line(matrix.name() + "[i][j] = "
                                    + matrix.type().converted(other.type(), local + "[j]") + ";"));
        });
    }

    private void search(Matrix matrix, String end) {
        Variable where = new Variable(shared.newName("where"), NumberType.INT, false);
        String leave = end.isEmpty() || shared.percent(60) ? "break;" : end;
        boolean stores = shared.percent(40);
        lines.line("int " + where.name() + " = -1;");
        lines.line("for (int i = 0; i < " + rowsOf(matrix) + "; i++) {");
        lines.line("    if (" + matrix.name() + "[i][0] > " + shared.random.nextInt(100) + ") {");
        lines.line("        " + where.name() + " = i;");
        lines.line("        " + leave);
        lines.line("    }");
        if (stores) {
            lines.line("    " + NestBody.first(matrix.row("i", "1")));
        }
        lines.line("}");
        known(where);
    }

    private void rotation(Matrix matrix, Matrix other) {
        String type = matrix.type().text() + "[][] ";
        String from = shared.newName("from");
        String to = shared.newName("to");
        String kept = shared.newName("kept");
        lines.line(type + from + " = " + matrix.name() + ";");
        lines.line(type + to + " = " + other.name() + ";");
        String value = matrix.type() == NumberType.BOOLEAN
                ? from + "[i - 1][j] ^ " + from + "[i][j + 1]"
                : "(" + matrix.type().text() + ") (" + from + "[i - 1][j] + 3 * " + from + "[i][j + 1])";
        head("step", "0", "steps").write(lines, shared.newName("time"), "", _ -> {
            loops(
                    head("i", "1", shared.oneOf(List.of("n", from + ".length"))),
                    head("j", "0", "m - 1"),
                    _ -> lines.line(to + "[i][j] = " + value + ";"));
            lines.line(type + kept + " = " + from + ";");
            lines.line(from + " = " + to + ";");
            lines.line(to + " = " + kept + ";");
        });
    }

    /** Each element by itself, from the one before in some direction, or all of them in one sum. */
    private void volume(Matrix matrix) {
        String volume = matrix.volume();
        String type = matrix.type().text();
        String planes = shared.oneOf(List.of("3", volume + ".length"));
        String rows = shared.oneOf(List.of("n", volume + "[k].length", volume + "[0].length"));
        String columns = shared.oneOf(List.of("m", volume + "[k][i].length", volume + "[k][0].length"));
        Variable total = new Variable(shared.newName("total"), NumberType.LONG, false);
        String before = shared.oneOf(List.of("[k - 1][i][j]", "[k][i - 1][j]", "[k][i][j - 1]"));
        String element = volume + "[k][i][j]";
        int choice = shared.random.nextInt(4);
        String statement = switch (choice) {
            case 0 -> element + " = (" + type + ") (" + element + " * 3 + k * i - j);";
            case 1 -> element + " += " + volume + before + ";";
            case 2 -> total.name() + " += (long) " + element + " + k;";
            default -> volume + "[k][j][i] = (" + type + ") (j < i ? " + element + " : " + volume + "[k][j][i]);";
        };
        if (choice == 2) {
            lines.line("long " + total.name() + " = 0;");
        }
        // In their order, where one takes what another left.
        boolean isRunning = choice == 1;
        lines.line("for (int k = " + (isRunning ? "1" : "0") + "; k < " + planes + "; k++) {");
        LoopHead inRows = new LoopHead("i", NumberType.INT, isRunning ? "1" : "0", rows, 1, false, 0);
        LoopHead inColumns = new LoopHead("j", NumberType.INT, isRunning ? "1" : "0", columns, 1, false, 0);
        lines.indented(() -> loops(inRows, inColumns, _ -> lines.line(statement)));
        lines.line("}");
        if (choice == 2) {
            known(total);
        }
    }
}
