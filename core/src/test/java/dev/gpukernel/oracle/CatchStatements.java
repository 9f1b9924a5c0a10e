package dev.gpukernel.oracle;

import java.util.List;

/** Random {@code try} statements, whose blocks often throw. */
final class CatchStatements {
    /** Each may stand before a later one. */
    private static final List<String> CAUGHT = List.of(
            "ArithmeticException | ArrayIndexOutOfBoundsException",
            "ArithmeticException",
            "IllegalArgumentException",
            "IndexOutOfBoundsException",
            "RuntimeException",
            "Exception");

    /** The first two catch the same. */
    private static final int FIRST_ALONE = 2;

    private static final List<String> THROWN = List.of(
            "ArithmeticException", "IllegalArgumentException", "IndexOutOfBoundsException", "NumberFormatException");

    private final StatementGenerator statements;
    private final KernelScope scope;

    CatchStatements(StatementGenerator statements) {
        this.statements = statements;
        this.scope = statements.scope;
    }

    void attempt(int nesting) {
        boolean cleansUp = scope.percent(30);
        statements.line("try {");
        statements.block(nesting, this::mayThrow);
        int from = cleansUp && scope.percent(40) ? CAUGHT.size() : scope.random.nextInt(CAUGHT.size());
        while (from < CAUGHT.size()) {
            handle(CAUGHT.get(from), nesting);
            from = scope.percent(30) ? Math.max(FIRST_ALONE, from + 1) : CAUGHT.size();
        }
        if (cleansUp) {
            statements.line("} finally {");
            statements.block(nesting, () -> {});
        }
        statements.line("}");
    }

    private void handle(String type, int nesting) {
        String caught = scope.newName("e");
        statements.line("} catch (" + type + " " + caught + ") {");
        statements.block(nesting, () -> {
            if (scope.percent(25)) {
                statements.line("if " + rarely() + " {");
                // An Exception would have to be declared.
                statements.line(
                        "    throw " + (type.equals("Exception") ? "new IllegalStateException()" : caught) + ";");
                statements.line("}");
            }
        });
    }

    private String rarely() {
        return "((" + number() + " & 0xff) == " + scope.random.nextInt(256) + ")";
    }

    private void mayThrow() {
        String name = scope.newName("v");
        List<OwnArray> arrays = scope.owned();
        switch (scope.random.nextInt(arrays.isEmpty() ? 3 : 4)) {
            case 0 -> {
                statements.line("if " + statements.expressions.condition(statements.depth()) + " {");
                statements.line("    throw new " + scope.oneOf(THROWN) + "(\"after \" + (" + number() + "));");
                statements.line("}");
            }
            case 1 -> statements.line("int " + name + " = " + number() + " / (" + number() + " & 3);");
            case 2 -> statements.line("int " + name + " = new int[] {1, " + number() + "}[" + number() + " & 3];");
            default -> {
                OwnArray array = scope.oneOf(arrays);
                statements.line("var " + name + " = " + array.name() + "[" + number() + " & 15];");
            }
        }
    }

    private String number() {
        return "(" + statements.expressions.number(NumberType.INT, 1) + ")";
    }
}
