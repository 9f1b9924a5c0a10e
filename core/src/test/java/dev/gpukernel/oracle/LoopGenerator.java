package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.ArrayName;
import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/** Random inner loops and labelled blocks. Loops count a variable of their own to a small bound, so all of them end. */
final class LoopGenerator {
    private static final int NESTING = 2;
    /** About how often a loop repeats its body, and at most how often one over an array. */
    private static final int REPETITIONS = 5;

    private static final int ELEMENTS = 24;

    private final StatementGenerator statements;
    private final KernelScope scope;
    private final ExpressionGenerator expressions;
    private final Supplier<String> exit;
    /** Labels of the inner loops around the current place, innermost first. */
    private final Deque<String> loops = new ArrayDeque<>();
    /** Labels of the blocks around the current place. */
    private final Deque<String> blocks = new ArrayDeque<>();

    LoopGenerator(StatementGenerator statements, Supplier<String> exit) {
        this.statements = statements;
        this.scope = statements.scope;
        this.expressions = statements.expressions;
        this.exit = exit;
    }

    void loopOrBlock(int nesting) {
        if (loops.size() == NESTING || scope.percent(12)) {
            labelledBlock(nesting);
        } else {
            loop(nesting);
        }
    }

    private void labelledBlock(int nesting) {
        String label = scope.newName("block");
        statements.line(label + ": {");
        blocks.push(label);
        statements.block(nesting);
        blocks.pop();
        statements.line("}");
    }

    private void loop(int nesting) {
        Variable counter =
                new Variable(scope.newName("k"), scope.percent(85) ? NumberType.INT : NumberType.LONG, false);
        String condition = condition(counter.name());
        int form = scope.random.nextInt(7);
        boolean overArray = form == 0 && scope.work.hasRoomFor(ELEMENTS);
        loops.push("loop" + counter.name());
        scope.nested(() -> scope.work.repeated(overArray ? ELEMENTS : REPETITIONS, () -> {
            switch (form) {
                case 0 -> overArray(counter.name(), overArray, nesting);
                case 1 -> countDown(counter, nesting);
                case 2 -> whileLoop(counter, condition, nesting);
                case 3 -> doLoop(counter, condition, nesting);
                case 4 -> endless(counter, condition, nesting);
                case 5 -> twoCounters(counter, condition, nesting);
                default -> forLoop(counter, condition, nesting);
            }
        }));
        loops.pop();
    }

    /** Bounds the counter; the bound is evaluated again each time, but stays below eight. */
    private String condition(String counter) {
        String bound = scope.percent(60)
                ? String.valueOf(scope.random.nextInt(1, 6))
                : "(" + expressions.number(NumberType.INT, 1) + " & 7)";
        String more = scope.percent(25) ? " && " + expressions.condition(1) : "";
        return counter + " < " + bound + more;
    }

    private String head() {
        return loops.getFirst() + ": ";
    }

    private void body(Variable counter, int nesting) {
        scope.add(counter);
        statements.block(nesting);
    }

    private void forLoop(Variable counter, String condition, int nesting) {
        String step = scope.percent(70) ? "++" : " += 2";
        statements.line(head() + "for (" + counter.type().text() + " " + counter.name() + " = 0; " + condition + "; "
                + counter.name() + step + ") {");
        body(counter, nesting);
        statements.line("}");
    }

    private void twoCounters(Variable counter, String condition, int nesting) {
        Variable second = new Variable(scope.newName("k"), counter.type(), false);
        statements.line(head() + "for (" + counter.type().text() + " " + counter.name() + " = 0, " + second.name()
                + " = 7; " + condition + "; " + counter.name() + "++, " + second.name() + "--) {");
        scope.add(second);
        body(counter, nesting);
        statements.line("}");
    }

    private void countDown(Variable counter, int nesting) {
        statements.line(head() + "for (" + counter.type().text() + " " + counter.name() + " = "
                + scope.random.nextInt(1, 6) + "; " + counter.name() + " > 0; " + counter.name() + "--) {");
        body(counter, nesting);
        statements.line("}");
    }

    private void whileLoop(Variable counter, String condition, int nesting) {
        statements.line(counter.type().text() + " " + counter.name() + " = 0;");
        statements.line(head() + "while (" + condition + ") {");
        statements.line("    " + counter.name() + "++;");
        body(counter, nesting);
        statements.line("}");
    }

    private void doLoop(Variable counter, String condition, int nesting) {
        statements.line(counter.type().text() + " " + counter.name() + " = 0;");
        statements.line(head() + "do {");
        statements.line("    " + counter.name() + "++;");
        body(counter, nesting);
        statements.line("} while (" + condition + ");");
    }

    /** A loop without a condition of its own, left from its body. */
    private void endless(Variable counter, String condition, int nesting) {
        statements.line(counter.type().text() + " " + counter.name() + " = 0;");
        boolean isDo = scope.percent(30);
        statements.line(head() + (isDo ? "do {" : scope.oneOf(List.of("while (true) {", "for (;;) {"))));
        statements.line("    if (!(" + condition + ")) {");
        statements.line("        break;");
        statements.line("    }");
        statements.line("    " + counter.name() + "++;");
        body(counter, nesting);
        statements.line(isDo ? "} while (true);" : "}");
    }

    /** For each element of a short array, row of an array, or array parameter. */
    private void overArray(String element, boolean parameters, int nesting) {
        List<OwnArray> arrays = scope.tablesAndOwned();
        List<ArrayName> inputs = scope.wholeInputs();
        if (parameters && !inputs.isEmpty() && (arrays.isEmpty() || scope.percent(50))) {
            ArrayName array = scope.oneOf(inputs);
            forEach(array.type(), element, array.name(), nesting);
        } else if (arrays.isEmpty()) {
            NumberType type = scope.shared.anyType();
            forEach(type, element, expressions.elements().fresh(type, 2), nesting);
        } else {
            overOwnArray(element, scope.oneOf(arrays), nesting);
        }
    }

    private void overOwnArray(String element, OwnArray array, int nesting) {
        if (array.isRow()) {
            forEach(array.type(), element, array.name(), nesting);
        } else if (scope.percent(50)) {
            forEach(array.type(), element, expressions.elements().row(array, 2), nesting);
        } else {
            statements.line(head() + "for (" + array.type().text() + "[] " + element + " : " + array.name() + ") {");
            OwnArray row =
                    new OwnArray(element, array.type(), List.of(array.lengths().get(1)));
            if (scope.isOwned(array)) {
                scope.addOwned(row);
            } else {
                scope.addReadable(row);
            }
            statements.block(nesting);
            statements.line("}");
        }
    }

    private void forEach(NumberType type, String element, String array, int nesting) {
        statements.line(head() + "for (" + type.text() + " " + element + " : " + array + ") {");
        body(new Variable(element, type, true), nesting);
        statements.line("}");
    }

    /** Leaves a loop, an iteration, a block, or the method, under a condition: what follows stays reachable. */
    void leave() {
        statements.line("if " + expressions.condition(1) + " {");
        statements.line("    " + way());
        statements.line("}");
    }

    private String way() {
        if (!blocks.isEmpty() && scope.percent(40)) {
            return "break " + scope.oneOf(List.copyOf(blocks)) + ";";
        }
        if (loops.isEmpty() || scope.percent(10)) {
            return exit.get();
        }
        String word = scope.percent(50) ? "break" : "continue";
        return scope.percent(50) ? word + ";" : word + " " + scope.oneOf(List.copyOf(loops)) + ";";
    }
}
