package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.ArrayName;
import dev.gpukernel.oracle.KernelScope.RecordVariable;
import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.List;
import java.util.function.Supplier;

/** Random statements as lines of Java source. */
final class StatementGenerator {
    /** Levels of expressions: few enough that kernels can be read, and compiled by the thousand. */
    private static final List<Integer> DEPTHS = List.of(1, 2, 2, 3);

    final KernelScope scope;
    final ExpressionGenerator expressions;
    private final SourceLines lines;
    private final LoopGenerator loops;
    private final ArrayStatements arrays;
    private final FailureStatements failures;
    private final CatchStatements attempts;

    private int budget;

    /**
     * Makes a generator of statements.
     *
     * @param scope what the statements can name
     * @param exit makes statements that end the thread, the iteration, or the method
     * @param budget about how many statements there will be
     * @param indentation of the lines
     */
    StatementGenerator(KernelScope scope, Supplier<String> exit, int budget, int indentation) {
        this.scope = scope;
        this.expressions = new ExpressionGenerator(scope);
        this.lines = new SourceLines(indentation);
        this.loops = new LoopGenerator(this, exit);
        this.arrays = new ArrayStatements(this);
        this.failures = new FailureStatements(this);
        this.attempts = new CatchStatements(this);
        this.budget = budget;
    }

    /** {@return the lines: locals, statements, and what comes last} */
    String body(Runnable last) {
        scope.nested(() -> {
            for (int i = scope.random.nextInt(1, 5); i > 0; i--) {
                declare();
            }
            while (budget > 0) {
                statement(4);
            }
            last.run();
        });
        return lines.toString();
    }

    /** {@return how many levels an expression may have} */
    int depth() {
        return scope.oneOf(DEPTHS);
    }

    void line(String text) {
        lines.line(text);
    }

    void indented(Runnable body) {
        lines.indented(body);
    }

    private void statement(int nesting) {
        budget--;
        scope.work.statement();
        if (!scope.atomics.isEmpty() && scope.percent(25)) {
            line(scope.oneOf(scope.atomics).change(expressions, scope, depth()));
            return;
        }
        int choice = scope.random.nextInt(100);
        if (choice < 35) {
            simple(choice);
        } else if (choice < 45) {
            assign();
        } else if (choice < 58) {
            store();
        } else if (choice < 63 && nesting > 0) {
            choose(nesting - 1);
        } else if (choice < 74 && nesting > 0) {
            ifElse(nesting - 1);
        } else if (choice < 76 && nesting > 0) {
            attempts.attempt(nesting - 1);
        } else if (choice < 88 && nesting > 0) {
            loops.loopOrBlock(nesting - 1);
        } else if (choice < 92) {
            loops.leave();
        } else if (choice < 94) {
            failures.fail();
        } else {
            call();
        }
    }

    private void simple(int choice) {
        if (choice < 11) {
            declare();
        } else if (choice < 15) {
            arrays.declare();
        } else if (choice < 21) {
            arrays.change();
        } else if (choice < 26) {
            assignRecord();
        } else {
            assign();
        }
    }

    void block(int nesting) {
        block(nesting, () -> {});
    }

    /** Statements, of which the one before the last may be something special. */
    void block(int nesting, Runnable special) {
        indented(() -> scope.nested(() -> {
            for (int i = scope.random.nextInt(1, 4); i > 0; i--) {
                if (i == 1) {
                    special.run();
                }
                statement(nesting);
            }
        }));
    }

    private void declare() {
        ValueType type = scope.shared.anyValue();
        String name = scope.newName("v");
        // What Java infers for a choice between an int and a short may be a short: hence the cast.
        String declared = scope.percent(85)
                ? type.text() + " " + name + " = "
                : "var " + name + " = " + (type instanceof NumberType ? "(" + type.text() + ") " : "");
        line(declared + expressions.value(type, depth()) + ";");
        scope.addValue(name, type, true);
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

    private void assignRecord() {
        List<RecordVariable> variables =
                scope.records().stream().filter(RecordVariable::assignable).toList();
        if (variables.isEmpty()) {
            assign();
            return;
        }
        RecordVariable variable = scope.oneOf(variables);
        line(variable.name() + " = " + expressions.value(variable.type(), depth()) + ";");
    }

    private void store() {
        if (scope.outputs.isEmpty()) {
            assign();
        } else {
            store(scope.oneOf(scope.outputs));
        }
    }

    /** Changes the element of an array that is the thread's own. */
    void store(ArrayName array) {
        line(change(expressions.elements().of(array, depth()), array.type()));
    }

    private void call() {
        String call = expressions.helpers().statement(2);
        if (call == null) {
            assign();
        } else {
            line(call + ";");
        }
    }

    /** A statement that gives a variable or an element a new value. */
    String change(String place, NumberType type) {
        if (type == NumberType.BOOLEAN) {
            return place + scope.oneOf(List.of(" = ", " = ", " &= ", " |= ", " ^= ")) + expressions.condition(depth())
                    + ";";
        }
        int choice = scope.random.nextInt(100);
        if (choice < 8) {
            return place + scope.oneOf(List.of("++;", "--;"));
        }
        if (choice < 25) {
            String operator = scope.oneOf(List.of(" += ", " -= ", " *= "));
            return place + operator + expressions.number(expressions.anyNumber(), depth()) + ";";
        }
        if (choice < 32) {
            NumberType divisor = expressions.anyNumber();
            String operator = scope.percent(50) ? " %= " : " /= ";
            return place + operator + expressions.divisor(divisor, depth()) + ";";
        }
        if (choice < 42 && type.isIntegral()) {
            String operator = scope.oneOf(List.of(" &= ", " |= ", " ^= ", " <<= ", " >>= ", " >>>= "));
            NumberType operand = scope.percent(70) ? NumberType.INT : NumberType.LONG;
            return place + operator + expressions.number(operand, depth()) + ";";
        }
        return place + " = " + chained(type) + expressions.number(type, depth()) + ";";
    }

    /** {@return another variable or element of the type that gets the same value, mostly none} */
    private String chained(NumberType type) {
        List<Variable> variables =
                scope.variables(type).stream().filter(Variable::assignable).toList();
        List<OwnArray> arrays =
                scope.owned().stream().filter(array -> array.type() == type).toList();
        if (!arrays.isEmpty() && scope.percent(10)) {
            return expressions.elements().of(scope.oneOf(arrays), 2) + " = ";
        }
        return !variables.isEmpty() && scope.percent(8) ? scope.oneOf(variables).name() + " = " : "";
    }

    private void ifElse(int nesting) {
        line("if " + expressions.condition(depth()) + " {");
        block(nesting);
        while (scope.percent(20)) {
            line("} else if " + expressions.condition(depth()) + " {");
            block(nesting);
        }
        if (scope.percent(50)) {
            line("} else {");
            block(nesting);
        }
        line("}");
    }

    private void choose(int nesting) {
        SwitchGenerator.Selector selector = new SwitchGenerator(scope, expressions).selector(2);
        boolean arrows = scope.percent(50);
        line("switch (" + selector.text() + ") {");
        indented(() -> {
            for (String label : selector.labels()) {
                choiceCase("case " + label, arrows, nesting);
            }
            if (scope.percent(60)) {
                choiceCase("default", arrows, nesting);
            }
        });
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
}
