package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.ArrayName;
import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Makes loops and nests of two whose iterations follow from one another, or share elements: scans, elements that follow from the one
 * before, filters that compact, histograms, and those of {@link NestOrders}. What they come to is known to the loops after them.
 */
final class NestCarriers {
    /** What a comment before a loop says, for tests to count. */
    enum Kind {
        SCAN,
        RECURRENCE,
        COMPACTION,
        HISTOGRAM,
        /** A nest that can be exchanged. */
        COLUMNS,
        /** Arrays that change places after each step, in which others of these are. */
        ROTATION,
        /** A loop that is marked to run in its order. */
        ORDERED,
        /** A loop that ends early where one array is shorter than another. */
        LENGTHS;

        String comment() {
            return "// carries " + name().toLowerCase(Locale.ROOT);
        }
    }

    /** What a comment before a loop says that is not always done. */
    static final String UNDER = "// under a condition";

    private static final int BINS = 8;
    private static final List<NumberType> WHOLE =
            List.of(NumberType.INT, NumberType.LONG, NumberType.SHORT, NumberType.BYTE, NumberType.CHAR);

    private final NestScope nest;
    private final KernelClass shared;
    private final SourceLines lines;

    NestCarriers(NestScope nest, SourceLines lines) {
        this.nest = nest;
        this.shared = nest.shared;
        this.lines = lines;
    }

    /** What a loop does of one kind. */
    private interface Update {
        void write(StatementGenerator statements);
    }

    /** Writes one loop or more, one after the other. */
    void write() {
        for (int i = shared.oneOf(List.of(1, 2, 2, 3)); i > 0; i--) {
            if (shared.percent(20)) {
                conditional();
            } else {
                loop(true);
            }
        }
    }

    /** What it comes to is not known after it, as it may not be done. */
    private void conditional() {
        int known = nest.scalars.size();
        String size = shared.oneOf(List.of("n > 1", "count > 5", "offset != 1", "m < 6"));
        lines.line(UNDER);
        lines.line("if (" + size + ") {");
        lines.indented(() -> loop(true));
        lines.line("}");
        nest.scalars.subList(known, nest.scalars.size()).clear();
    }

    private void loop(boolean mayTurn) {
        // Few arrays can be histograms, or change places.
        Kind kind = shared.oneOf(Stream.concat(
                        Stream.of(Kind.values()), Stream.of(Kind.HISTOGRAM, Kind.ROTATION, Kind.ROTATION))
                .filter(any -> mayTurn || any != Kind.ROTATION)
                .filter(any -> nest.outputs.stream().anyMatch(array -> fits(any, array)))
                .toList());
        List<ArrayName> arrays = new ArrayList<>(nest.outputs);
        Collections.shuffle(arrays, shared.random);
        arrays.removeIf(array -> !fits(kind, array));
        ArrayName array = arrays.getFirst();
        lines.line(kind.comment());
        NestOrders orders = new NestOrders(nest, lines);
        switch (kind) {
            case SCAN -> scan(array);
            case RECURRENCE -> recurrence(array);
            case COMPACTION -> compaction(array);
            case HISTOGRAM -> histogram(array);
            case COLUMNS -> orders.columns(array);
            case ROTATION -> orders.rotation(array, () -> loop(false));
            case ORDERED -> orders.ordered(array);
            case LENGTHS -> orders.lengths(array);
        }
    }

    private boolean fits(Kind kind, ArrayName array) {
        return switch (kind) {
            case SCAN, COMPACTION, COLUMNS, ORDERED, LENGTHS -> true;
            // Sums of numbers that are rounded have an order of their own.
            case RECURRENCE -> WHOLE.contains(array.type());
            case HISTOGRAM -> array.type() == NumberType.INT || array.type() == NumberType.LONG;
            case ROTATION -> NestOrders.mayTurn(nest, array);
        };
    }

    /** Of one loop or two, over both or in each row anew. */
    private void scan(ArrayName array) {
        boolean isNest = shared.percent(50);
        boolean isWithinRows = isNest && shared.percent(60);
        NumberType type = shared.oneOf(List.of(NumberType.INT, NumberType.LONG, NumberType.INT, NumberType.BYTE));
        Variable sum = new Variable(shared.newName("running"), type, false);
        String declaration = type.text() + " " + sum.name() + " = " + shared.oneOf(List.of("0", "1", "-3")) + ";";
        String index = isNest ? "i * m + j" : "i";
        nest.reach(41);
        if (!isWithinRows) {
            lines.line(declaration);
        }
        boolean isExclusive = shared.percent(30);
        Update update = statements -> {
            String stored = array.name() + "[" + index + "] = " + cast(array.type(), sum) + ";";
            if (isExclusive) {
                statements.line(stored);
            }
            perhaps(statements, () -> statements.line(updated(sum, statements)));
            if (!isExclusive) {
                statements.line(stored);
            }
        };
        List<LoopHead> heads = isNest ? List.of(head("i", "n"), head("j", "m")) : List.of(head("i", "count"));
        loops(heads, List.of(array), isWithinRows ? declaration : "", update);
        if (!isWithinRows) {
            known(sum);
        }
    }

    private String updated(Variable sum, StatementGenerator statements) {
        // No constant: one that decides what comes of it makes no sum.
        String value = "(" + statements.expressions.number(sum.type(), 1) + " + i)";
        boolean isSmall = sum.type() == NumberType.BYTE;
        if (isSmall || shared.percent(60)) {
            return sum.name() + shared.oneOf(List.of(" += ", " -= ", " ^= ", " |= ", " &= ")) + value + ";";
        }
        return sum.name() + " = Math." + shared.oneOf(List.of("min", "max")) + "(" + sum.name() + ", " + value + ");";
    }

    /** Each element from the one before. */
    private void recurrence(ArrayName array) {
        nest.reach(41);
        boolean isFound = shared.percent(30);
        LoopHead head = LoopHead.any(shared, "i", NumberType.INT, "1", "count", 1, false);
        // Without statements that may leave an iteration: each must store.
        loops(List.of(head), List.of(array), "", 0, statements -> {
            String value = isFound ? array.name() + "[i]" : statements.expressions.number(array.type(), 1);
            String operation = shared.oneOf(List.of(" + ", " ^ ", " - "));
            String before = array.name() + "[i - 1]";
            // Where nothing is added, the loop copies one element after another, and carries nothing.
            statements.line(array.name() + "[i] = (" + array.type().text() + ") (" + before + operation + "(" + value
                    + " + i));");
        });
    }

    /** What is kept, one after another. */
    private void compaction(ArrayName array) {
        boolean isNest = shared.percent(35);
        Variable count = new Variable(shared.newName("kept"), NumberType.INT, false);
        nest.reach(2 * 41 + 3);
        lines.line("int " + count.name() + " = " + shared.oneOf(List.of("0", "1", "offset")) + ";");
        boolean isPair = !isNest && shared.percent(25);
        List<LoopHead> heads = isNest ? List.of(head("i", "n"), head("j", "m")) : List.of(head("i", "count"));
        loops(heads, List.of(array), "", statements -> {
            String condition = statements.expressions.condition(1) + " != ("
                    + heads.getLast().variable() + " == 2)";
            String value = statements.expressions.number(array.type(), 2);
            statements.line("if (" + condition + ") {");
            statements.indented(() -> {
                String place = array.name() + "[" + count.name();
                if (isPair) {
                    statements.line(place + "] = " + value + ";");
                    statements.line(place + " + 1] = (" + array.type().text() + ") " + other(array.type()) + ";");
                    statements.line(count.name() + " += 2;");
                } else {
                    statements.line(place + "++] = " + value + ";");
                }
            });
            statements.line("}");
        });
        known(count);
    }

    private static String other(NumberType type) {
        return type == NumberType.BOOLEAN ? "true" : "7";
    }

    /** Elements that any iteration may update. */
    private void histogram(ArrayName array) {
        nest.reach(BINS);
        boolean isNest = shared.percent(40);
        List<LoopHead> heads = isNest ? List.of(head("i", "n"), head("j", "m")) : List.of(head("i", "count"));
        String operation = shared.oneOf(List.of("++", "--", " += ", " -= ", " ^= ", " |= ", " &= ", "min", "max"));
        loops(
                heads,
                List.of(array),
                "",
                statements -> perhaps(statements, () -> {
                    String bin = shared.newName("bin");
                    // Never one bin alone, and never a value that makes no update of it.
                    statements.line("int " + bin + " = (" + statements.expressions.number(NumberType.INT, 2)
                            + " + i) & " + (BINS - 1) + ";");
                    String element = array.name() + "[" + bin + "]";
                    if (operation.startsWith("m")) {
                        String value = statements.expressions.number(array.type(), 1);
                        statements.line(element + " = Math." + operation + "(" + element + ", " + value + " + i);");
                    } else {
                        boolean isCounted = operation.length() == 2;
                        statements.line(element + operation
                                + (isCounted ? "" : statements.expressions.number(array.type(), 1) + " + i") + ";");
                    }
                }));
    }

    private void perhaps(StatementGenerator statements, Runnable body) {
        if (shared.percent(60)) {
            body.run();
            return;
        }
        statements.line("if " + statements.expressions.condition(1) + " {");
        statements.indented(body);
        statements.line("}");
    }

    private static String cast(NumberType to, Variable from) {
        return to == NumberType.BOOLEAN
                ? from.name() + " > 0"
                : to == from.type() ? from.name() : "(" + to.text() + ") " + from.name();
    }

    private LoopHead head(String variable, String high) {
        return LoopHead.any(shared, variable, NumberType.INT, "0", high, 1, shared.percent(25));
    }

    private void loops(List<LoopHead> heads, List<ArrayName> written, String atRow, Update update) {
        loops(heads, written, atRow, shared.random.nextInt(2), update);
    }

    private void loops(List<LoopHead> heads, List<ArrayName> written, String atRow, int budget, Update update) {
        KernelScope scope = nest.writing(written);
        scope.outputs.clear();
        level(scope, heads, 0, atRow, budget, update);
        nest.levels.add(1);
    }

    private void level(KernelScope scope, List<LoopHead> heads, int level, String atRow, int budget, Update update) {
        LoopHead head = heads.get(level);
        head.write(
                lines,
                shared.newName("next"),
                "",
                exit -> scope.nested(() -> {
                    scope.add(new Variable(head.variable(), head.type(), false));
                    if (level + 1 < heads.size()) {
                        if (!atRow.isEmpty()) {
                            lines.line(atRow);
                        }
                        level(scope, heads, level + 1, atRow, budget, update);
                        return;
                    }
                    StatementGenerator statements =
                            new StatementGenerator(scope, () -> exit, budget, lines.indentation());
                    lines.add(statements.body(() -> update.write(statements)));
                }));
    }

    /** What comes after may compute with it. */
    private void known(Variable variable) {
        if (shared.percent(50)) {
            new FoldResults(nest, lines).store(variable);
        }
        if (!nest.repeated) {
            nest.scalars.add(variable);
        }
    }
}
