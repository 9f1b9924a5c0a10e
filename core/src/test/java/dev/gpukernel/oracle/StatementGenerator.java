package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.oracle.KernelScope.ArrayName;
import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Random statements as lines of Java source. Inner loops count a variable of their own to a small bound, so all of them end. */
final class StatementGenerator {
    private static final int EXPRESSION_DEPTH = 3;
    private static final int LOOP_NESTING = 2;

    private static final List<String> EXCEPTIONS = List.of(
            "IllegalArgumentException(\"out of order\")",
            "IllegalStateException()",
            "ArithmeticException(\"no sign\")",
            "IndexOutOfBoundsException(\"\")",
            "AssertionError(\"never\")");

    private final KernelScope scope;
    private final ExpressionGenerator expressions;
    private final StringBuilder lines = new StringBuilder();
    /** Labels of the inner loops around the current place, innermost first. */
    private final Deque<String> loops = new ArrayDeque<>();

    private int indentation;
    private int budget;

    /**
     * Makes a generator of statements.
     *
     * @param budget about how many statements there will be
     */
    StatementGenerator(KernelScope scope, int budget, int indentation) {
        this.scope = scope;
        this.expressions = new ExpressionGenerator(scope);
        this.budget = budget;
        this.indentation = indentation;
    }

    /** {@return the body of a thread or iteration: locals, statements, and a store to every output} */
    String body() {
        scope.nested(() -> {
            for (int i = scope.random.nextInt(1, 5); i > 0; i--) {
                declare();
            }
            while (budget > 0) {
                statement(4);
            }
            scope.outputs.forEach(this::store);
        });
        return lines.toString();
    }

    private void statement(int nesting) {
        budget--;
        int choice = scope.random.nextInt(100);
        if (choice < 13) {
            declare();
        } else if (choice < 15) {
            declareArray();
        } else if (choice < 20 && !scope.owned().isEmpty()) {
            OwnArray array = scope.oneOf(scope.owned());
            line(change(expressions.element(array, EXPRESSION_DEPTH), array.type()));
        } else if (choice < 45) {
            assign();
        } else if (choice < 60) {
            store(scope.oneOf(scope.outputs));
        } else if (choice < 65 && nesting > 0) {
            choose(nesting - 1);
        } else if (choice < 80 && nesting > 0) {
            ifElse(nesting - 1);
        } else if (choice < 92 && nesting > 0 && loops.size() < LOOP_NESTING) {
            loop(nesting - 1);
        } else if (choice < 96) {
            leave();
        } else if (choice < 98) {
            fail();
        } else {
            assign();
        }
    }

    private void block(int nesting) {
        indentation++;
        scope.nested(() -> {
            for (int i = scope.random.nextInt(1, 4); i > 0; i--) {
                statement(nesting);
            }
        });
        indentation--;
    }

    private void declare() {
        NumberType type = expressions.anyType();
        String name = scope.newName("v");
        line(type.text() + " " + name + " = " + expressions.number(type, EXPRESSION_DEPTH) + ";");
        scope.add(new Variable(name, type, true));
    }

    private void assign() {
        List<Variable> variables = scope.assignable();
        if (variables.isEmpty()) {
            declare();
            return;
        }
        Variable variable = scope.oneOf(variables);
        line(change(variable.name(), variable.type()));
    }

    private void store(ArrayName array) {
        line(change(expressions.element(array, EXPRESSION_DEPTH), array.type()));
    }

    /** A statement that gives a variable or an element a new value. */
    private String change(String place, NumberType type) {
        if (type == NumberType.BOOLEAN) {
            return place + scope.oneOf(List.of(" = ", " = ", " &= ", " |= ", " ^= "))
                    + expressions.condition(EXPRESSION_DEPTH) + ";";
        }
        int choice = scope.random.nextInt(100);
        if (choice < 8) {
            return place + scope.oneOf(List.of("++;", "--;"));
        }
        if (choice < 25) {
            String operator = scope.oneOf(List.of(" += ", " -= ", " *= "));
            return place + operator + expressions.number(expressions.anyNumber(), EXPRESSION_DEPTH) + ";";
        }
        if (choice < 32) {
            NumberType divisor = expressions.anyNumber();
            String operator = scope.percent(50) ? " %= " : " /= ";
            return place + operator + expressions.divisor(divisor, EXPRESSION_DEPTH) + ";";
        }
        if (choice < 42 && type.isIntegral()) {
            String operator = scope.oneOf(List.of(" &= ", " |= ", " ^= ", " <<= ", " >>= ", " >>>= "));
            NumberType operand = scope.percent(70) ? NumberType.INT : NumberType.LONG;
            return place + operator + expressions.number(operand, EXPRESSION_DEPTH) + ";";
        }
        List<Variable> same =
                scope.variables(type).stream().filter(Variable::assignable).toList();
        String chained = choice < 47 && !same.isEmpty() ? scope.oneOf(same).name() + " = " : "";
        return place + " = " + chained + expressions.number(type, EXPRESSION_DEPTH) + ";";
    }

    private void ifElse(int nesting) {
        line("if " + expressions.condition(EXPRESSION_DEPTH) + " {");
        block(nesting);
        while (scope.percent(20)) {
            line("} else if " + expressions.condition(EXPRESSION_DEPTH) + " {");
            block(nesting);
        }
        if (scope.percent(50)) {
            line("} else {");
            block(nesting);
        }
        line("}");
    }

    private void declareArray() {
        OwnArray array = scope.newArray(scope.newName("a"));
        line(array.declaredType() + " " + array.name() + " = " + array.creation() + ";");
        scope.addOwned(array);
    }

    private void choose(int nesting) {
        SwitchGenerator.Selector selector = new SwitchGenerator(scope, expressions).selector(2);
        boolean arrows = scope.percent(50);
        line("switch (" + selector.text() + ") {");
        indentation++;
        for (String label : selector.labels()) {
            choiceCase("case " + label, arrows, nesting);
        }
        if (scope.percent(60)) {
            choiceCase("default", arrows, nesting);
        }
        indentation--;
        line("}");
    }

    private void choiceCase(String label, boolean arrow, int nesting) {
        line(label + (arrow ? " -> {" : ": {"));
        block(nesting);
        line("}");
        if (!arrow && scope.percent(70)) {
            line("break;");
        }
    }

    /** An exception in few threads, or an assertion, which is disabled. */
    private void fail() {
        if (scope.percent(30)) {
            line("assert " + expressions.condition(1) + ";");
            return;
        }
        String rarely = "(" + expressions.number(NumberType.INT, 2) + " & 0x1ff) == " + scope.random.nextInt(512);
        line("if (" + rarely + " && " + expressions.condition(1) + ") {");
        line("    throw new " + scope.oneOf(EXCEPTIONS) + ";");
        line("}");
    }

    private void loop(int nesting) {
        String counter = scope.newName("k");
        NumberType type = scope.percent(85) ? NumberType.INT : NumberType.LONG;
        String condition = loopCondition(counter);
        String label = "loop" + counter;
        loops.push(label);
        scope.nested(() -> {
            Variable variable = new Variable(counter, type, false);
            switch (scope.random.nextInt(4)) {
                case 0 -> countDown(label, variable, nesting);
                case 1 -> whileLoop(label, variable, condition, nesting);
                case 2 -> doLoop(label, variable, condition, nesting);
                default -> forLoop(label, variable, condition, nesting);
            }
        });
        loops.pop();
    }

    /** Bounds the counter; the bound is evaluated again each time, but stays below eight. */
    private String loopCondition(String counter) {
        String bound = scope.percent(60)
                ? String.valueOf(scope.random.nextInt(1, 6))
                : "(" + expressions.number(NumberType.INT, 1) + " & 7)";
        String more = scope.percent(25) ? " && " + expressions.condition(1) : "";
        return counter + " < " + bound + more;
    }

    private void forLoop(String label, Variable counter, String condition, int nesting) {
        String step = scope.percent(70) ? "++" : " += 2";
        line(label + ": for (" + counter.type().text() + " " + counter.name() + " = 0; " + condition + "; "
                + counter.name() + step + ") {");
        scope.add(counter);
        block(nesting);
        line("}");
    }

    private void countDown(String label, Variable counter, int nesting) {
        line(label + ": for (" + counter.type().text() + " " + counter.name() + " = " + scope.random.nextInt(1, 6)
                + "; " + counter.name() + " > 0; " + counter.name() + "--) {");
        scope.add(counter);
        block(nesting);
        line("}");
    }

    private void whileLoop(String label, Variable counter, String condition, int nesting) {
        line(counter.type().text() + " " + counter.name() + " = 0;");
        scope.add(counter);
        line(label + ": while (" + condition + ") {");
        line("    " + counter.name() + "++;");
        block(nesting);
        line("}");
    }

    private void doLoop(String label, Variable counter, String condition, int nesting) {
        line(counter.type().text() + " " + counter.name() + " = 0;");
        scope.add(counter);
        line(label + ": do {");
        line("    " + counter.name() + "++;");
        block(nesting);
        line("} while (" + condition + ");");
    }

    /** Leaves a loop, an iteration, or the thread, under a condition: what follows stays reachable. */
    private void leave() {
        line("if " + expressions.condition(1) + " {");
        line("    " + (loops.isEmpty() || scope.percent(10) ? leaveThread() : leaveLoop()));
        line("}");
    }

    private String leaveThread() {
        return scope.form == KernelForm.GRID ? "return;" : "continue " + KernelGenerator.LABEL + ";";
    }

    private String leaveLoop() {
        String word = scope.percent(50) ? "break" : "continue";
        return scope.percent(50) ? word + ";" : word + " " + scope.oneOf(List.copyOf(loops)) + ";";
    }

    private void line(String text) {
        lines.append("    ".repeat(indentation)).append(text).append('\n');
    }
}
