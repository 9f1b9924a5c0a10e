package dev.gpukernel.oracle;

import dev.gpukernel.oracle.StorageScope.Kind;
import dev.gpukernel.oracle.StorageScope.Storage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Writes uses of arrays, one after another. */
final class StorageBody {
    private static final List<String> CONDITIONS = List.of("n > 7", "m < 7", "n % 2 == 0");
    private static final List<String> ROWS = List.of("n", "n", "a.length", "b.length", "n + 1");
    private static final List<String> COLUMNS = List.of("m", "m", "a[0].length", "b[1].length", "m + 1");

    static final String REVERSED = """
            static void NAME(T[] row, int by) {
                for (int j = 0; j < row.length / 2; j++) {
                    T kept = row[j];
                    row[j] = (T) (row[row.length - 1 - j] + by);
                    row[row.length - 1 - j] = kept;
                }
            }
            """;

    private final StorageScope scope;
    private final KernelClass shared;
    private final SourceLines lines;

    StorageBody(StorageScope scope) {
        this.scope = scope;
        this.shared = scope.shared;
        this.lines = scope.lines;
    }

    void write(StorageUse use) {
        lines.line("// " + use);
        switch (use) {
            case NUMBERS_EACH -> numbersEach(scope.any(Kind.NUMBERS));
            case NUMBERS_MADE -> {
                numbersMade(
                        "new " + scope.type.text() + "[" + shared.oneOf(List.of("n * m", "x.length", "n + 2")) + "]");
            }
            case NUMBERS_CLONED -> numbersMade(scope.any(Kind.NUMBERS).name() + ".clone()");
            case NUMBERS_COPIED -> {
                String name = scope.any(Kind.NUMBERS).name();
                numbersMade(shared.oneOf(List.of(
                        "Arrays.copyOf(" + name + ", n + m)",
                        "Arrays.copyOfRange(" + name + ", 1, n + 1)",
                        "Arrays.copyOf(" + name + ", " + name + ".length - 1)")));
            }
            case NUMBERS_CHOSEN -> {
                Storage first = scope.any(Kind.NUMBERS);
                String name = chosen(first, scope.other(Kind.NUMBERS, first), scope.type.text() + "[]");
                scope.loop(
                        "i",
                        "0",
                        "n",
                        () -> lines.line("res2[i] = (long) " + name + "[i] + (long) " + scope.read("i") + ";"));
                if (shared.percent(40)) {
                    scope.loop("i", "0", "n", () -> lines.line(name + "[i] = " + plain("res2[i]", "i") + ";"));
                }
            }
            case NUMBERS_SWAPPED -> swapped(Kind.NUMBERS, scope.type.text() + "[]");
            case SEGMENTS_SWAPPED -> swapped(Kind.SEGMENT, "MemorySegment");
            default -> more(use);
        }
    }

    private void more(StorageUse use) {
        switch (use) {
            case ROWS_EACH -> rowsEach(scope.any(Kind.ROWS));
            case ROWS_SUMMED -> rowsSummed(scope.any(Kind.ROWS));
            case ROWS_TRANSPOSED -> {
                Storage into = scope.any(Kind.ROWS);
                Storage from = scope.other(Kind.ROWS, into);
                scope.loop(
                        "i",
                        "0",
                        "m",
                        () -> scope.loop(
                                "j",
                                "0",
                                "m",
                                () -> lines.line(
                                        into.name() + "[j][i] = " + plain(from.name() + "[i][j]", "j") + ";")));
            }
            case ROWS_RUNNING -> {
                String name = scope.any(Kind.ROWS).name();
                scope.upwards(
                        "i",
                        "0",
                        name + ".length",
                        () -> scope.upwards(
                                "j",
                                "1",
                                name + "[i].length",
                                () -> lines.line(name + "[i][j] += " + name + "[i][j - 1];")));
            }
            case ROWS_METHOD -> {
                String name = scope.any(Kind.ROWS).name();
                String method = scope.method("reversed", REVERSED);
                scope.loop("i", "0", name + ".length", () -> lines.line(method + "(" + name + "[i], i);"));
            }
            case ROWS_MADE -> rowsMade();
            case ROWS_ONE_BY_ONE -> {
                String name = rows(shared.oneOf(ROWS));
                String columns = shared.oneOf(COLUMNS);
                boolean isFilled = shared.percent(50);
                scope.upwards("i", "0", name + ".length", () -> {
                    lines.line(name + "[i] = new " + scope.type.text() + "[" + columns + "];");
                    if (isFilled) {
                        scope.upwards("j", "0", columns, () -> lines.line(name + "[i][j] = " + plain("i", "j") + ";"));
                    }
                });
                scope.made(name, Kind.ROWS, true);
            }
            case ROWS_FILLED -> {
                String columns = shared.oneOf(COLUMNS);
                String row = shared.newName("row");
                String type = scope.type.text();
                String from = scope.read("i");
                String name = rows("n");
                scope.upwards("i", "0", "n", () -> {
                    lines.line(type + "[] " + row + " = new " + type + "[" + columns + "];");
                    scope.upwards("j", "0", columns, () -> lines.line(row + "[j] = " + plain(from, "j") + ";"));
                    lines.line(name + "[i] = " + row + ";");
                });
                scope.made(name, Kind.ROWS, true);
            }
            case ROWS_IN_BRANCHES -> rowsInBranches();
            case ROWS_OF_CHOICES -> rowsOfChoices();
            case ROWS_IN_RANGES -> rowsInRanges();
            case ROWS_TRIANGLE ->
                rowsOfLengths("n + 2", shared.oneOf(List.of("i + m", "2 * n + m - i", "m + i % 3", "m + (i & 1)")));
            case ROWS_COUNTED -> {
                Storage other = scope.any(Kind.ROWS);
                // An array of ints that is written might be the one of lengths.
                boolean areIntsWritten =
                        scope.type == NumberType.INT || scope.segments().containsValue(NumberType.INT);
                rowsOfLengths(
                        "n",
                        areIntsWritten
                                ? other.name() + "[i].length + i"
                                : shared.oneOf(List.of("w[i] + m", other.name() + "[i].length + 1", "m + w[n - i]")));
            }
            case ROWS_SWAPPED -> {
                rowsMade();
                swapRows(scope.made().getLast());
            }
            case ROWS_PASSED_SWAPPED -> swapRows(passedRows());
            case ROWS_ROUND -> {
                boolean isMade = shared.percent(40);
                if (isMade) {
                    rowsMade();
                }
                Storage rows = isMade ? scope.made().getLast() : passedRows();
                scope.forgetParts(rows.name());
                rotateRows(rows.name());
                rowsEach(rows);
            }
            case ROWS_AFTER_FIRST, ROWS_LONGER_FIRST -> {
                String name = rows("n + 2");
                String row = " = new " + scope.type.text() + "[m];";
                lines.line(name + "[0]" + (use == StorageUse.ROWS_AFTER_FIRST ? row : row.replace("m", "m + 3")));
                scope.upwards("i", "1", "n + 2", () -> {
                    lines.line(name + "[i]" + row);
                    scope.upwards(
                            "j",
                            "0",
                            "m",
                            () -> lines.line(name + "[i][j] = " + plain(name + "[i - 1][j] + i", "j") + ";"));
                });
                scope.made(name, Kind.ROWS, true);
            }
            case ROWS_CLONED, ROWS_COPIED -> {
                Storage from = scope.any(Kind.ROWS);
                boolean isCloned = shared.percent(30);
                String name = isCloned ? shared.newName("rows") : rows(from.name() + ".length");
                if (isCloned) {
                    lines.line(scope.type.text() + "[][] " + name + " = " + from.name() + ".clone();");
                }
                // A row of a clone that is not set yet is that of the original.
                String original = isCloned && shared.percent(50) ? name : from.name();
                String row = use == StorageUse.ROWS_CLONED
                        ? original + "[i].clone()"
                        : "Arrays.copyOf(" + original + "[i], m + 1)";
                scope.upwards("i", "0", from.name() + ".length", () -> lines.line(name + "[i] = " + row + ";"));
                scope.made(name, Kind.ROWS, true);
            }
            case ROWS_CHOSEN -> {
                Storage first = scope.any(Kind.ROWS);
                String name = chosen(first, scope.other(Kind.ROWS, first), scope.type.text() + "[][]");
                scope.loop(
                        "i",
                        "0",
                        "n",
                        () -> lines.line("res2[i] = (long) " + name + "[i][1] - (long) " + scope.read("i") + ";"));
            }
            case ROW_NAMED -> {
                Storage of = scope.any(Kind.ROWS);
                String name = shared.newName("row");
                lines.line(scope.type.text() + "[] " + name + " = " + of.name() + "["
                        + shared.oneOf(List.of("0", "1", "n - 1")) + "];");
                scope.loop("j", "0", "m", () -> lines.line(name + "[j] = " + plain(name + "[j]", "j") + ";"));
                scope.part(name, Kind.NUMBERS, of);
            }
            case ROW_OWN -> {
                Storage of = scope.any(Kind.ROWS);
                Storage into = scope.other(Kind.NUMBERS, of);
                String name = shared.newName("own");
                String method = scope.method("reversed", REVERSED);
                scope.loop("i", "0", "n", () -> {
                    lines.line(scope.type.text() + "[] " + name + " = " + of.name() + "[i].clone();");
                    lines.line(method + "(" + name + ", 2);");
                    lines.line(into.name() + "[i] = " + plain(name + "[1]", "i") + ";");
                });
            }
            case ROW_ARRAYCOPY -> {
                Storage of = scope.any(Kind.ROWS);
                Storage into = scope.other(Kind.NUMBERS, of);
                lines.line(
                        shared.percent(50)
                                ? "System.arraycopy(" + of.name() + "[1], 0, " + into.name() + ", 1, m);"
                                : "System.arraycopy(" + into.name() + ", 1, " + of.name() + "[0], 0, m);");
            }
            case PLANES_EACH -> {
                Storage planes = scope.any(Kind.PLANES);
                String element = planes.name() + "[k][i][j]";
                String from = scope.read("i", planes);
                scope.loop(
                        "k",
                        "0",
                        planes.name() + ".length",
                        () -> scope.loop(
                                "i",
                                "0",
                                "n",
                                () -> scope.loop(
                                        "j",
                                        "0",
                                        "m",
                                        () -> lines.line(element + " = " + plain(element + " + " + from, "j") + ";"))));
            }
            case PLANE_NAMED -> {
                Storage of = scope.any(Kind.PLANES);
                String name = shared.newName("plane");
                lines.line(scope.type.text() + "[][] " + name + " = " + of.name() + "["
                        + shared.oneOf(List.of("0", "1")) + "];");
                scope.part(name, Kind.ROWS, of);
                rowsEach(scope.any(Kind.ROWS));
            }
            default -> {
                if (use.isOfSegments()) {
                    new StorageSegments(scope).write(use);
                } else if (use.isOfRecords()) {
                    new StorageRecords(scope).write(use);
                } else {
                    refused(use);
                }
            }
        }
    }

    private String plain(String from, String index) {
        return scope.value(scope.type, from, index);
    }

    private void numbersEach(Storage array) {
        String name = array.name();
        String from = scope.read("i", array);
        scope.loop("i", "0", "n", () -> lines.line(name + "[i] = " + plain(from + " + " + name + "[i]", "i") + ";"));
    }

    private void numbersMade(String value) {
        String name = shared.newName("made");
        lines.line(scope.type.text() + "[] " + name + " = " + value + ";");
        scope.made(name, Kind.NUMBERS, true);
        numbersEach(scope.any(Kind.NUMBERS));
    }

    private String chosen(Storage first, Storage second, String type) {
        String name = shared.newName("chosen");
        lines.line(type + " " + name + " = " + shared.oneOf(CONDITIONS) + " ? " + first.name() + " : " + second.name()
                + ";");
        return name;
    }

    private void swapped(Kind kind, String type) {
        Storage first = scope.any(kind);
        Storage second = scope.other(kind, first);
        String from = shared.newName("from");
        String to = shared.newName("to");
        String kept = shared.newName("kept");
        lines.line(type + " " + from + " = " + first.name() + ";");
        lines.line(type + " " + to + " = " + second.name() + ";");
        lines.line("for (int step = 0; step < steps; step++) {");
        lines.indented(() -> {
            String value = kind == Kind.SEGMENT
                    ? scope.set(
                            to,
                            "i",
                            scope.value(first.type(), scope.get(from, "i") + " + " + scope.get(from, "i + 1"), "i"))
                    : to + "[i] = " + plain(from + "[i] + " + from + "[i + 1]", "i") + ";";
            scope.loop("i", "0", "n", () -> lines.line(value));
            lines.line(type + " " + kept + " = " + from + ";");
            lines.line(from + " = " + to + ";");
            lines.line(to + " = " + kept + ";");
        });
        lines.line("}");
    }

    private void rowsEach(Storage array) {
        String name = array.name();
        String from = scope.read(shared.oneOf(List.of("i", "i", "j")), array);
        String columns = shared.oneOf(List.of("m", "m", name + "[0].length", name + "[i].length"));
        scope.loop(
                "i",
                "0",
                shared.oneOf(List.of("n", name + ".length")),
                () -> scope.loop(
                        "j",
                        "0",
                        columns,
                        () -> lines.line(name + "[i][j] = " + plain(name + "[i][j] + " + from, "j") + ";")));
    }

    private void rowsSummed(Storage array) {
        String sum = shared.newName("sum");
        lines.line("long " + sum + " = 0;");
        if (shared.percent(50)) {
            lines.line("for (" + scope.type.text() + "[] row : " + array.name() + ") {");
            lines.line("    for (" + scope.type.text() + " each : row) {");
            lines.line("        " + sum + " += (long) each;");
            lines.line("    }");
            lines.line("}");
        } else {
            String other = scope.read("i");
            scope.loop(
                    "i",
                    "0",
                    "n",
                    () -> scope.loop(
                            "j",
                            "0",
                            "m",
                            () -> lines.line(
                                    sum + " += (long) " + array.name() + "[i][j] * (i - j) + (long) " + other + ";")));
        }
        scope.result(sum);
    }

    private String rows(String number) {
        String name = shared.newName("rows");
        lines.line(scope.type.text() + "[][] " + name + " = new " + scope.type.text() + "[" + number + "][];");
        return name;
    }

    private void rowsInRanges() {
        boolean hasLast = shared.percent(40);
        String name = rows(hasLast ? "n + 1" : "n");
        String make = "new " + scope.type.text() + "[" + shared.oneOf(COLUMNS) + "];";
        String other = shared.percent(50) ? make : "new " + scope.type.text() + "[m + 3];";
        String from = scope.read("i");
        if (shared.percent(50)) {
            String middle = shared.newName("middle");
            lines.line("int " + middle + " = n / " + shared.oneOf(List.of("2", "3")) + ";");
            scope.upwards("i", "0", middle, () -> setRow(name, "i", make, from));
            scope.upwards("i", middle, "n", () -> setRow(name, "i", other, from));
        } else {
            String index = shared.oneOf(List.of("n - 1 - i", "n + ~i", "i + 0"));
            scope.upwards("i", "0", "n", () -> setRow(name, index, make, from));
        }
        if (hasLast) {
            lines.line(name + "[n] = " + other);
        }
        scope.made(name, Kind.ROWS, true);
    }

    private void setRow(String name, String index, String make, String from) {
        lines.line(name + "[" + index + "] = " + make);
        scope.upwards(
                "j",
                "0",
                name + "[" + index + "].length",
                () -> lines.line(name + "[" + index + "][j] = " + plain(from, "j") + ";"));
    }

    /** Makes rows whose lengths follow from their number; before they are set, after that, or in another loop they are filled. */
    private void rowsOfLengths(String number, String length) {
        String name = rows(number);
        String make = "new " + scope.type.text() + "[" + length + "];";
        String from = scope.read("i");
        String row = shared.newName("row");
        int filled = shared.random.nextInt(4);
        scope.upwards("i", "0", number, () -> {
            lines.line(filled == 0 ? scope.type.text() + "[] " + row + " = " + make : name + "[i] = " + make);
            String own = filled == 0 ? row : name + "[i]";
            if (filled < 2) {
                scope.upwards("j", "0", own + ".length", () -> lines.line(own + "[j] = " + plain(from, "j") + ";"));
            }
            if (filled == 0) {
                lines.line(name + "[i] = " + row + ";");
            }
        });
        Storage made = scope.made(name, Kind.ROWS, true);
        if (filled == 2) {
            rowsEach(made);
        }
    }

    private Storage passedRows() {
        return scope.passed(shared.oneOf(List.of("a", "b")));
    }

    /** Lets rows change places, once or in a loop. */
    private void swapRows(Storage rows) {
        String name = rows.name();
        scope.forgetParts(name);
        if (shared.percent(50)) {
            lines.line("for (@Sequential int i = 1; i < n; i++) {");
            lines.indented(() -> {
                lines.line("int k = w[i] % 2;");
                swapRows(name, "i", shared.oneOf(List.of("i - 1", "0", "k")));
            });
            lines.line("}");
        } else {
            swapRows(name, shared.oneOf(List.of("0", "n - 1")), shared.oneOf(List.of("1", "0", "n / 2")));
        }
        rowsEach(rows);
    }

    private void rotateRows(String array) {
        String kept = shared.newName("kept");
        List<String> places = new ArrayList<>(List.of("0", "n / 2", "n - 1", "m - 4", "1"));
        Collections.shuffle(places, shared.random);
        int count = shared.random.nextInt(3, 5);
        lines.line(scope.type.text() + "[] " + kept + " = " + array + "[" + places.get(0) + "];");
        for (int i = 1; i < count; i++) {
            lines.line(array + "[" + places.get(i - 1) + "] = " + array + "[" + places.get(i) + "];");
        }
        lines.line(array + "[" + places.get(count - 1) + "] = " + kept + ";");
    }

    private void swapRows(String array, String one, String other) {
        String kept = shared.newName("kept");
        lines.line(scope.type.text() + "[] " + kept + " = " + array + "[" + one + "];");
        lines.line(array + "[" + one + "] = " + array + "[" + other + "];");
        lines.line(array + "[" + other + "] = " + kept + ";");
    }

    private void rowsInBranches() {
        String columns = shared.oneOf(COLUMNS);
        boolean areEven = shared.percent(50);
        boolean areIntsWritten =
                scope.type == NumberType.INT || scope.segments().containsValue(NumberType.INT);
        String condition = shared.oneOf(
                areEven || !areIntsWritten
                        ? List.of("i % 3 == 1", "i > n / 2", "w[i % n] > m")
                        : List.of("i % 3 == 1", "i > n / 2"));
        String name = rows(shared.oneOf(ROWS));
        String row = shared.newName("row");
        String type = scope.type.text();
        scope.upwards("i", "0", name + ".length", () -> {
            lines.line("if (" + condition + ") {");
            lines.indented(() -> {
                lines.line(name + "[i] = new " + type + "[" + columns + "];");
                lines.line(name + "[i][1] = " + plain("i", "1") + ";");
            });
            lines.line("} else {");
            lines.indented(() -> {
                lines.line(type + "[] " + row + " = new " + type + "[" + (areEven ? columns : "i % 3 + 2") + "];");
                lines.line(row + "[0] = " + plain("i", "0") + ";");
                lines.line(name + "[i] = " + row + ";");
            });
            lines.line("}");
            lines.line(name + "[i][i & 1] += " + plain("i", "2") + ";");
        });
        scope.made(name, Kind.ROWS, true);
    }

    private void rowsOfChoices() {
        Storage from = scope.any(Kind.ROWS);
        String name = rows("n");
        String row = shared.newName("row");
        String type = scope.type.text();
        String made =
                shared.oneOf(List.of("new " + type + "[" + from.name() + "[i].length]", from.name() + "[0].clone()"));
        scope.upwards("i", "0", "n", () -> {
            lines.line(type + "[] " + row + " = i % 2 == m % 2 ? " + from.name() + "[i].clone() : " + made + ";");
            lines.line(row + "[0] += " + plain("i", "0") + ";");
            lines.line(name + "[i] = " + row + ";");
        });
        scope.made(name, Kind.ROWS, true);
    }

    private void rowsMade() {
        String name = shared.newName("rows");
        lines.line(scope.type.text() + "[][] " + name + " = new " + scope.type.text() + "[" + shared.oneOf(ROWS) + "]["
                + shared.oneOf(COLUMNS) + "];");
        scope.made(name, Kind.ROWS, true);
        rowsEach(scope.any(Kind.ROWS));
    }

    private void refused(StorageUse use) {
        Storage from = scope.any(Kind.ROWS);
        switch (use) {
            case REFUSED_LENGTHS -> {
                String name = rows("n");
                String length = shared.newName("length");
                lines.line("int " + length + " = 1;");
                scope.upwards("i", "0", "n", () -> {
                    lines.line(name + "[i] = new " + scope.type.text() + "[" + length + "];");
                    lines.line(length + " = " + length + " * 5 % 7;");
                });
                scope.result("(long) " + name + "[n - 1][0]");
            }
            case REFUSED_SHARED_ROW -> {
                String name = rows("n");
                scope.upwards("i", "0", "n", () -> lines.line(name + "[i] = " + from.name() + "[i];"));
                scope.result("(long) " + name + "[n - 1][0]");
            }
            case REFUSED_ROW_OF_TWO, REFUSED_EARLIER_ROW -> {
                boolean isEarlier = use == StorageUse.REFUSED_EARLIER_ROW;
                String name = rows("n");
                String second = isEarlier ? name : rows("n");
                String row = shared.newName("row");
                String type = scope.type.text();
                String make = row + " = new " + type + "[m];";
                if (isEarlier) {
                    lines.line(type + "[] " + make);
                }
                scope.upwards("i", "0", "n", () -> {
                    if (!isEarlier) {
                        lines.line(type + "[] " + make);
                    }
                    lines.line(name + "[i] = " + row + ";");
                    lines.line(isEarlier ? make : second + "[i] = " + row + ";");
                });
                rowsEach(new Storage(name, Kind.ROWS, scope.type, name, true, true));
                scope.result("(long) " + second + "[n - 1][1]");
            }
            case REFUSED_ROW_TWICE -> {
                lines.line("a[0] = a[1];");
                rowsEach(from);
            }
            default -> throw new IllegalArgumentException("no use " + use);
        }
    }

    /** Shows what is in arrays that the kernel made and does not return. */
    void show(List<Storage> returned) {
        List<Storage> hidden = new ArrayList<>(scope.made());
        hidden.removeAll(returned);
        for (Storage array : hidden) {
            String sum = shared.newName("sum");
            if (!array.isReadable()) {
                continue;
            }
            lines.line("long " + sum + " = 0;");
            if (array.kind() == Kind.ROWS) {
                lines.line("for (int i = 0; i < " + array.name() + ".length; i++) {");
                lines.line("    for (int j = 0; j < " + array.name() + "[i].length; j++) {");
                lines.line("        " + sum + " += (long) " + array.name() + "[i][j] * (3 * i + j + 1);");
                lines.line("    }");
                lines.line("}");
            } else {
                lines.line("for (int i = 0; i < " + array.name() + ".length; i++) {");
                lines.line("    " + sum + " += (long) " + scope.element(array, "i") + " * (i + 1);");
                lines.line("}");
            }
            scope.result(sum);
        }
    }
}
