package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.List;

/** Makes the parts of a kernel of plain loops, one after another: loops, loops over time steps around them, and scalars between. */
final class NestParts {
    private final NestScope scope;
    private final KernelClass shared;
    private final SourceLines lines;

    NestParts(NestScope scope, SourceLines lines) {
        this.scope = scope;
        this.shared = scope.shared;
        this.lines = lines;
    }

    /** Writes any part. */
    void next() {
        if (shared.percent(20)) {
            between();
        }
        int choice = shared.random.nextInt(100);
        if (choice < 35) {
            nest();
        } else if (choice < 54) {
            new NestCarriers(scope, lines).write();
        } else if (choice < 77) {
            new FoldBody(scope, lines).write();
        } else if (choice < 81) {
            new NestPatterns(scope, lines).elimination(shared.oneOf(scope.outputs));
        } else {
            timeSteps();
        }
    }

    private void nest() {
        if (shared.percent(60)) {
            new NestBody(scope, lines).write();
        } else {
            new NestPatterns(scope, lines).write();
        }
    }

    /** Loops that the host runs several times, the first of which writes the same elements each time. */
    private void timeSteps() {
        scope.repeated = true;
        LoopHead head = LoopHead.any(shared, "t", NumberType.INT, "0", "steps", 1, shared.percent(25));
        head.write(lines, shared.newName("time"), "", _ -> {
            if (scope.outputs.size() > 1 && shared.percent(60)) {
                pingPong();
            } else if (shared.percent(40)) {
                new NestCarriers(scope, lines).write();
            } else {
                nest();
            }
            if (shared.percent(40)) {
                new FoldBody(scope, lines).write();
            }
        });
        scope.repeated = false;
    }

    /** One array from the other, and the other from the one. */
    private void pingPong() {
        NestPatterns patterns = new NestPatterns(scope, lines);
        patterns.stencil(scope.outputs.get(0), scope.outputs.get(1));
        patterns.stencil(scope.outputs.get(1), scope.outputs.get(0));
    }

    /** A scalar that the host computes. */
    private void between() {
        ExpressionGenerator expressions = new ExpressionGenerator(scope.writing(List.of()));
        NumberType type = shared.anyType();
        String name = shared.newName("before");
        lines.line(type.text() + " " + name + " = " + expressions.number(type, 2) + ";");
        scope.scalars.add(new Variable(name, type, false));
    }

    /** Writes what comes after all loops; {@return what the kernel returns} */
    String end() {
        FoldResults results = new FoldResults(scope, lines);
        scope.last.forEach(results::store);
        Variable returned = scope.returned;
        if (returned == null) {
            return "void";
        }
        lines.line("return " + returned.name() + ";");
        return returned.type().text();
    }
}
