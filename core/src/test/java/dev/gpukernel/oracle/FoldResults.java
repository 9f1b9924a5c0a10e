package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.ArrayName;
import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.List;

/** What becomes of reductions: they are stored, returned, and computed with. */
final class FoldResults {
    private final NestScope nest;
    private final KernelClass shared;
    private final SourceLines lines;

    FoldResults(NestScope nest, SourceLines lines) {
        this.nest = nest;
        this.shared = nest.shared;
        this.lines = lines;
    }

    /** Uses what a loop has accumulated. */
    void use(List<Accumulator> accumulators, List<Variable> others) {
        accumulators.forEach(accumulator -> {
            Variable variable = new Variable(accumulator.name(), accumulator.type(), false);
            if (!nest.repeated && nest.returned == null && shared.percent(40)) {
                nest.returned = variable;
                nest.rounds |= !accumulator.exact();
            } else if (accumulator.exact()) {
                store(variable);
            } else {
                // What comes in between must not depend on it: Java has another order.
                nest.last.add(variable);
                nest.rounds = true;
            }
            if (accumulator.exact() && !nest.repeated) {
                nest.scalars.add(variable);
            }
        });
        others.forEach(this::store);
    }

    /** Stores a number, with which what comes after may compute. */
    void known(Variable value) {
        store(value);
        if (!nest.repeated) {
            nest.scalars.add(value);
        }
    }

    /** Stores a number to some element. */
    void store(Variable value) {
        ArrayName array = shared.oneOf(nest.outputs);
        String cast = "(" + array.type().text() + ") ";
        String stored = value.name();
        if (array.type() != value.type()) {
            stored = array.type() == NumberType.BOOLEAN
                    ? value.name() + " != 0"
                    : value.type() == NumberType.BOOLEAN
                            ? cast + "(" + value.name() + " ? 1 : 0)"
                            : cast + value.name();
        }
        lines.line(array.name() + "[" + shared.random.nextInt(4) + "] = " + stored + ";");
    }
}
