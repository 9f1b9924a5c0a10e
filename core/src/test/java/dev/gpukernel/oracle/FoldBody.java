package dev.gpukernel.oracle;

import dev.gpukernel.oracle.Accumulator.Kind;
import dev.gpukernel.oracle.KernelScope.ArrayName;
import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes loops with reductions: sums, products, bits, least, greatest and last values, and best ones with what goes with them. Some write
 * arrays too.
 */
final class FoldBody {
    private final NestScope nest;
    private final KernelClass shared;
    private final SourceLines lines;
    private final List<Accumulator> accumulators = new ArrayList<>();
    /** What else is known once the loop is done: what goes with best values. */
    private final List<Variable> others = new ArrayList<>();

    FoldBody(NestScope nest, SourceLines lines) {
        this.nest = nest;
        this.shared = nest.shared;
        this.lines = lines;
    }

    /** Writes any loop with reductions, and what becomes of them. */
    void write() {
        NestShape shape = shared.percent(30)
                ? NestShape.over(nest, shared.oneOf(nest.inputs).name())
                : NestShape.any(nest, shared.percent(70) ? 1 : 2);
        List<ArrayName> written = shared.percent(30) ? written(shape) : List.of();
        KernelScope scope = nest.writing(written);
        for (int i = shared.random.nextInt(1, 4); i > 0; i--) {
            boolean exact = nest.exact || nest.repeated || shared.percent(50);
            Accumulator accumulator = Accumulator.any(shared, exact);
            if (accumulator.kind() == Kind.BEST && isShort(shape)) {
                continue;
            }
            accumulators.add(accumulator);
            lines.line(accumulator.type().text() + " " + accumulator.name() + " = " + accumulator.start(scope) + ";");
            if (accumulator.kind() == Kind.BEST) {
                declareOthers();
            }
        }
        if (accumulators.isEmpty()) {
            return;
        }
        level(scope, shape, 0);
        // Without a look at an array it may be the host's, which runs loops over numbers alone.
        nest.levels.add(0);
        new FoldResults(nest, lines).use(accumulators, others);
    }

    /** The innermost loop chooses best values, and the host does not repeat one of few iterations. */
    private static boolean isShort(NestShape shape) {
        return shape.depth() > 1 && shape.extents().getLast().isConstant();
    }

    private void declareOthers() {
        String name = "where" + accumulators.getLast().name();
        lines.line("int " + name + " = -1;");
        others.add(new Variable(name, NumberType.INT, false));
    }

    private List<ArrayName> written(NestShape shape) {
        NestIndex index = NestIndex.any(shared, shape);
        nest.reach(index.most());
        ArrayName array = shared.oneOf(nest.outputs);
        return List.of(new ArrayName(array.name(), array.type(), index.asInt()));
    }

    private void level(KernelScope scope, NestShape shape, int level) {
        LoopHead head = shape.loops().get(level);
        head.write(
                lines,
                shared.newName("next"),
                "",
                exit -> scope.nested(() -> {
                    scope.add(new Variable(head.variable(), head.type(), false));
                    if (level + 1 < shape.depth()) {
                        level(scope, shape, level + 1);
                    } else {
                        statements(scope, exit, head);
                    }
                }));
    }

    private void statements(KernelScope scope, String exit, LoopHead head) {
        int budget = shared.random.nextInt(3);
        StatementGenerator statements = new StatementGenerator(scope, () -> exit, budget, lines.indentation());
        lines.add(statements.body(() -> {
            scope.outputs.forEach(statements::store);
            accumulators.forEach(accumulator -> accumulate(statements, accumulator, head));
        }));
    }

    private void accumulate(StatementGenerator statements, Accumulator accumulator, LoopHead head) {
        if (accumulator.kind() == Kind.BEST) {
            best(statements, accumulator, head);
            return;
        }
        int choice = shared.random.nextInt(100);
        if (choice < 20) {
            String counter = shared.newName("e");
            statements.line("for (int " + counter + " = 0; " + counter + " < 3; " + counter + "++) {");
            statements.indented(() -> one(statements, accumulator, head));
            statements.line("}");
        } else if (choice < 50) {
            // Never a constant: what a condition that never holds would change is carried along for nothing.
            statements.line("if (" + statements.expressions.condition(2) + " != (" + head.variable() + " == 2)) {");
            statements.indented(() -> one(statements, accumulator, head));
            if (shared.percent(30)) {
                statements.line("} else {");
                statements.indented(() -> one(statements, accumulator, head));
            }
            statements.line("}");
        } else {
            one(statements, accumulator, head);
        }
    }

    private static void one(StatementGenerator statements, Accumulator accumulator, LoopHead head) {
        statements.line(accumulator.statement(statements.scope, statements.expressions, head.variable()));
    }

    /** {@return a value that no constant is as good as} */
    private String candidate(NumberType type, LoopHead head) {
        List<ArrayName> numbers = nest.inputs.stream()
                .filter(input -> input.type() != NumberType.BOOLEAN)
                .toList();
        String cast = "(" + type.text() + ") ";
        if (numbers.isEmpty()) {
            return cast + "(" + head.variable() + " * 7 % 5)";
        }
        String array = shared.oneOf(numbers).name();
        return cast + array + "[(int) " + head.variable() + " % " + array + ".length]";
    }

    private void best(StatementGenerator statements, Accumulator accumulator, LoopHead head) {
        String value = shared.newName("value");
        NumberType type = accumulator.type();
        statements.line(type.text() + " " + value + " = " + candidate(type, head) + ";");
        String comparison = shared.oneOf(List.of(" < ", " <= ", " > ", " >= "));
        statements.line("if (" + value + comparison + accumulator.name() + ") {");
        statements.indented(() -> {
            statements.line(accumulator.name() + " = " + value + ";");
            statements.line("where" + accumulator.name() + " = (int) " + head.variable() + ";");
        });
        statements.line("}");
    }
}
