package dev.gpukernel.oracle;

import java.util.List;

/** Random statements that throw, mostly in few threads, and assertions. */
final class FailureStatements {
    private static final List<String> EXCEPTIONS = List.of(
            "IllegalArgumentException",
            "IllegalStateException",
            "ArithmeticException",
            "IndexOutOfBoundsException",
            "UnsupportedOperationException",
            "AssertionError");

    private final StatementGenerator statements;
    private final KernelScope scope;

    FailureStatements(StatementGenerator statements) {
        this.statements = statements;
        this.scope = statements.scope;
    }

    void fail() {
        ExpressionGenerator expressions = statements.expressions;
        String rarely = "(" + expressions.number(NumberType.INT, 2) + " & 0x1ff) == " + scope.random.nextInt(512);
        if (scope.percent(35)) {
            // Where assertions are on, one that often fails hides all that comes after it.
            String detail = scope.percent(50) ? "" : " : " + text();
            statements.line("assert !(" + rarely + ")" + detail + ";");
            return;
        }
        statements.line("if (" + rarely + " && " + expressions.condition(1) + ") {");
        String call = scope.percent(30) ? expressions.helpers().thrower(2) : null;
        String message = scope.percent(20) ? "" : text();
        String thrown = "throw new " + scope.oneOf(EXCEPTIONS) + "(" + message + ")";
        statements.line("    " + (call == null ? thrown : call) + ";");
        statements.line("}");
    }

    /** {@return a text with up to two numbers in it} */
    private String text() {
        return switch (scope.random.nextInt(6)) {
            case 0 -> "\"out of order\"";
            case 1 -> "\"\"";
            case 2 -> "\"was \" + " + number();
            case 3 -> number() + " + \" is too much\"";
            case 4 -> "\"\" + " + number() + " + " + number();
            default -> "\"between \" + " + number() + " + \" and \" + " + number() + " + '.'";
        };
    }

    private String number() {
        NumberType type = scope.shared.anyType();
        String number = statements.expressions.number(type, 1);
        // No control characters among the constants: javac has its own use for them in a concatenation.
        return type == NumberType.CHAR ? "(char) (" + number + " | 64)" : "(" + number + ")";
    }
}
