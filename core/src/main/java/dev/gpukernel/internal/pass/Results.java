package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.ir.VoidType;
import java.util.List;

/** The type of several results. */
final class Results {
    private Results() {}

    /** {@return the type of a function that returns such values} */
    static Type type(List<? extends Value> values) {
        return switch (values.size()) {
            case 0 -> VoidType.VOID;
            case 1 -> values.getFirst().type();
            default ->
                new TupleType(
                        values.stream().map(value -> (ScalarType) value.type()).toList());
        };
    }
}
