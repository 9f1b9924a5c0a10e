package dev.gpukernel.oracle;

import java.util.List;
import java.util.function.Consumer;

/**
 * How a counted loop is written. Upwards its variable goes from the low end to below the high one, downwards from below the high end to
 * the low one.
 *
 * @param variable name of its variable
 * @param type the variable's type
 * @param low least value of the variable
 * @param high what the variable is less than
 * @param step between two values, positive
 * @param down whether it goes downwards
 * @param form which of its ways to write the comparison and the counting, see {@link #any}
 */
record LoopHead(String variable, NumberType type, String low, String high, int step, boolean down, int form) {
    private static final int COMPARISONS = 4;
    private static final int WHILE = 8;

    /** {@return a head written in any way} */
    static LoopHead any(
            KernelClass shared, String variable, NumberType type, String low, String high, int step, boolean down) {
        int comparison = shared.random.nextInt(COMPARISONS);
        // By an inequality a loop ends only if it meets its bound, which must not be below zero.
        boolean meets = step == 1 && low.equals("0") && !high.contains(" - ");
        int form = comparison == COMPARISONS - 1 && !meets ? 0 : comparison;
        return new LoopHead(variable, type, low, high, step, down, form + (shared.percent(15) ? WHILE : 0));
    }

    /**
     * Writes the loop.
     *
     * @param lines where to
     * @param label a name that no other loop has
     * @param annotation before the variable, or nothing
     * @param body writes what it does, given a statement that ends an iteration
     */
    void write(SourceLines lines, String label, String annotation, Consumer<String> body) {
        String start = type.text() + " " + variable + " = " + (down ? high + " - 1" : low);
        if (form < WHILE) {
            lines.line(label + ": for (" + annotation + start + "; " + condition() + "; " + counting() + ") {");
            lines.indented(() -> body.accept("continue " + label + ";"));
            lines.line("}");
            return;
        }
        // In a block, so that the variable's name is free again.
        lines.line("{");
        lines.indented(() -> {
            lines.line(start + ";");
            lines.line("while (" + condition() + ") {");
            lines.indented(() -> {
                lines.line(label + ": {");
                lines.indented(() -> body.accept("break " + label + ";"));
                lines.line("}");
                lines.line(counting() + ";");
            });
            lines.line("}");
        });
        lines.line("}");
    }

    private String condition() {
        List<String> conditions = down
                ? List.of(" >= " + low, " > " + low + " - 1", "", " != " + low + " - 1")
                : List.of(" < " + high, " <= " + high + " - 1", "", " != " + high);
        String condition = conditions.get(form % WHILE);
        return condition.isEmpty() ? (down ? low + " <= " : high + " > ") + variable : variable + condition;
    }

    private String counting() {
        String sign = down ? "-" : "+";
        if (step == 1) {
            return form % 2 == 0 ? variable + sign + sign : sign + sign + variable;
        }
        return variable + " " + sign + "= " + step;
    }
}
