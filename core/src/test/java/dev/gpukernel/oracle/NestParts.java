package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.ArrayList;
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
        new NestBody(scope, lines).write();
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
        return "void";
    }
}
