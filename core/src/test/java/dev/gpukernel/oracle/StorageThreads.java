package dev.gpukernel.oracle;

import dev.gpukernel.oracle.StorageScope.Kind;
import dev.gpukernel.oracle.StorageScope.Storage;
import java.util.List;

/**
 * Writes what a thread of a grid kernel does with arrays of every kind, for each of its numbers {@code i}. Of arrays that any thread writes it only
 * touches elements, rows and records that are its own: {@code x[i]}, {@code a[i][j]}, {@code p[i]}, that of {@code s}. It reads the others anywhere.
 */
final class StorageThreads {
    private static final List<String> READ = List.of("y", "z", "b", "v", "q", "t");

    private final StorageScope scope;
    private final KernelClass shared;
    private final SourceLines lines;

    /** What a thread does with a number of its own. */
    private enum Step {
        NUMBER,
        ROW,
        ROW_NAMED,
        ROW_METHOD,
        ROW_COPIED,
        ROW_ASKED,
        OWN_COPY,
        OWN_NUMBERS,
        OWN_ROWS,
        RECORD,
        SEGMENT,
        CHOSEN,
        ROWS_CHOSEN,
        PLANE,
        THROW
    }

    StorageThreads(StorageScope scope) {
        this.scope = scope;
        this.shared = scope.shared;
        this.lines = scope.lines;
    }

    /** Writes the whole body. */
    void write() {
        lines.line("for (int i = Grid.x(); i < n; i += Grid.sizeX()) {");
        lines.indented(() -> {
            for (int count = shared.random.nextInt(2, 6); count > 0; count--) {
                Step step = shared.oneOf(List.of(Step.values()));
                if (shared.percent(25)) {
                    lines.line("if (" + shared.oneOf(List.of("w[i] % 2 == 0", "i > 2", "n > 7")) + ") {");
                    lines.indented(() -> write(step));
                    lines.line("}");
                } else {
                    write(step);
                }
            }
        });
        lines.line("}");
    }

    private void write(Step step) {
        String type = scope.type.text();
        String name = shared.newName("own");
        switch (step) {
            case NUMBER -> number("x[i] + " + read());
            case ROW -> {
                String from = read();
                lines.line("for (int j = 0; j < a[i].length; j++) {");
                lines.line("    a[i][j] = " + plain("a[i][j] + " + from, "j") + ";");
                lines.line("}");
            }
            case ROW_NAMED -> {
                lines.line(type + "[] " + name + " = a[i];");
                lines.line(name + "[" + shared.oneOf(List.of("0", "m - 1", "w[i]")) + "] = " + plain(name + "[1]", "i")
                        + ";");
            }
            case ROW_METHOD -> lines.line(reversed() + "(a[i], i);");
            case ROW_COPIED -> lines.line("System.arraycopy(b[i], 0, a[i], 1, m - 1);");
            case ROW_ASKED -> number("b[i] == null ? -1 : b[i].length");
            case OWN_COPY -> {
                String from = shared.oneOf(List.of("a", "b"));
                lines.line(type + "[] " + name + " = Arrays.copyOf(" + from + "[i], m);");
                lines.line(reversed() + "(" + name + ", 2);");
                number(name + "[1]");
            }
            case OWN_NUMBERS -> {
                lines.line(
                        type + "[] " + name + " = new " + type + "[" + shared.oneOf(List.of("4", "m", "n + 1")) + "];");
                lines.line("for (int j = 0; j < 4; j++) {");
                lines.line("    " + name + "[j] = " + plain(read(), "j") + ";");
                lines.line("}");
                number(name + "[w[i] & 3]");
            }
            case OWN_ROWS -> ownRows(name);
            case RECORD -> lines.line("p[i] = " + scope.item(scope.component("p[i]") + " + " + read(), "i") + ";");
            case SEGMENT -> {
                Storage segment = scope.passed("s");
                lines.line(scope.set("s", "i", scope.value(segment.type(), scope.get("s", "i") + " + " + read(), "i")));
            }
            case CHOSEN -> {
                lines.line(type + "[] " + name + " = " + shared.oneOf(List.of("n > 7", "m < 7")) + " ? y : z;");
                number(name + "[" + index() + "]");
            }
            case ROWS_CHOSEN -> {
                lines.line(type + "[][] " + name + " = " + shared.oneOf(List.of("n > 7", "m < 7")) + " ? b : v[0];");
                number(name + "[" + index() + "][1]");
            }
            case PLANE -> {
                lines.line(type + "[][] " + name + " = v[" + shared.oneOf(List.of("0", "1")) + "];");
                number(name + "[" + index() + "][m - 1]");
            }
            case THROW -> {
                lines.line("if (w[i] > n) {");
                lines.line("    throw new IllegalStateException(\"large \" + i);");
                lines.line("}");
            }
        }
    }

    /** Rows of the thread's own that change places or go round. */
    private void ownRows(String name) {
        String type = scope.type.text();
        String kept = shared.newName("kept");
        List<String> places = List.of("0", "w[i] & 1", "2");
        boolean isRound = shared.percent(50);
        lines.line(type + "[][] " + name + " = new " + type + "[3][2];");
        lines.line("for (int j = 0; j < 3; j++) {");
        lines.line("    " + name + "[j][1] = " + plain(read(), "j") + ";");
        lines.line("}");
        String number = shared.newName("number");
        lines.line("int " + number + " = " + places.get(1) + ";");
        // Of a constant place, a variable would not tell when the row was read where arrays are told apart.
        lines.line(type + "[] " + kept + " = " + name + "[" + number + "];");
        lines.line(name + "[" + number + "] = " + name + "[2];");
        if (isRound) {
            lines.line(name + "[2] = " + name + "[0];");
        }
        lines.line(name + "[" + (isRound ? "0" : "2") + "] = " + kept + ";");
        number(name + "[" + shared.oneOf(places) + "][1]");
    }

    private String reversed() {
        return scope.method("reversed", StorageBody.REVERSED);
    }

    private void number(String value) {
        lines.line("x[i] = " + plain("(" + value + ")", "i") + ";");
    }

    private String plain(String from, String index) {
        return scope.value(scope.type, from, index);
    }

    private String index() {
        return shared.oneOf(List.of("i", "n - 1 - i", "i + 1"));
    }

    private String read() {
        Storage array = scope.passed(shared.oneOf(READ));
        String read = scope.element(array, index());
        return array.kind() == Kind.SEGMENT || shared.percent(80) ? read : "w[i]";
    }
}
