package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.List;

/** Makes the body of a kernel around what a thread or iteration does. */
final class KernelBody {
    /** Label of the loop whose iterations are the threads. */
    private static final String LABEL = "next";

    private final KernelScope scope;
    private final Layout layout;
    private final SourceLines lines = new SourceLines(2);

    KernelBody(KernelScope scope, Layout layout) {
        this.scope = scope;
        this.layout = layout;
    }

    /** {@return the body's lines} */
    String text() {
        return scope.grid ? grid() : loop();
    }

    private String loop() {
        setUp();
        String start = scope.oneOf(List.of("0", "0", "0", "0", "0", "1", "3"));
        String condition = scope.percent(80) ? "i < " + scope.bound() : "i <= " + scope.bound() + " - 1";
        if (scope.percent(25)) {
            // Written with while, an iteration ends by leaving a block: the counting must be done.
            lines.line("int i = " + start + ";");
            lines.line("while (" + condition + ") {");
            lines.line("    " + LABEL + ": {");
            return lines + thread("break " + LABEL + ";", 4) + "            }\n            i++;\n        }\n";
        }
        String parallel = scope.percent(20) ? "@Parallel " : "";
        String step = scope.oneOf(List.of("i++", "++i", "i += 1"));
        lines.line(LABEL + ": for (" + parallel + "int i = " + start + "; " + condition + "; " + step + ") {");
        return lines + thread("continue " + LABEL + ";", 3) + "        }\n";
    }

    /** Values that all iterations see, computed without what they write. */
    private void setUp() {
        if (scope.percent(70)) {
            return;
        }
        List<KernelScope.ArrayName> outputs = List.copyOf(scope.outputs);
        scope.outputs.clear();
        scope.host = true;
        ExpressionGenerator expressions = new ExpressionGenerator(scope);
        for (int i = scope.random.nextInt(1, 3); i > 0; i--) {
            ValueType type = scope.shared.anyValue();
            String name = scope.newName("before");
            lines.line(type.text() + " " + name + " = " + expressions.value(type, 2) + ";");
            scope.addValue(name, type, false);
        }
        scope.host = false;
        scope.outputs.addAll(outputs);
    }

    private String grid() {
        String index = layout.byRow(scope);
        int choice = scope.random.nextInt(20);
        if (choice >= 5 && choice < 9) {
            lines.line("for (int i = " + index + "; i < " + scope.bound() + "; i += " + layout.size() + ") {");
            return lines + thread("return;", 3) + "        }\n";
        }
        lines.line("int i = " + index + ";");
        if (choice >= 9) {
            lines.line("if (i < " + scope.bound() + ") {");
            return lines + thread("return;", 3) + "        }\n";
        }
        if (choice > 0) {
            lines.line("if (i >= " + scope.bound() + ") return;");
        }
        return lines + thread("return;", 2);
    }

    /** Locals, statements, and a store to every output. */
    private String thread(String exit, int indentation) {
        scope.add(new Variable(KernelScope.INDEX, NumberType.INT, false));
        StatementGenerator statements =
                new StatementGenerator(scope, () -> exit, scope.random.nextInt(1, 11), indentation);
        return statements.body(() -> scope.outputs.forEach(statements::store));
    }
}
