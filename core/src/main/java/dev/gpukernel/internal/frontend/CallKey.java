package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.frontend.Operand.Aggregate;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.ir.VoidType;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls of a method that one function can serve.
 *
 * @param callee the method, and the classes of what it is given
 * @param types types of the numbers and arrays in its arguments
 * @param isPassable whether a function can take the arguments: numbers, and arrays that are not the thread's own
 */
record CallKey(ActiveCall callee, List<Type> types, boolean isPassable) {
    /** {@return the key of a call} */
    static CallKey of(ActiveCall callee, List<Operand> arguments) {
        List<Type> types = new ArrayList<>();
        // A function's own method is in no source.
        boolean passable = !FunctionClass.isOne(callee.owner());
        for (Operand argument : arguments) {
            passable &= isKnownByItsLeaves(argument);
            for (Value leaf : argument.leaves()) {
                types.add(leaf.type());
                passable &= isPassable(leaf.type());
            }
        }
        return new CallKey(callee, List.copyOf(types), passable);
    }

    boolean takesArrays() {
        return types.stream().anyMatch(ArrayType.class::isInstance);
    }

    /** {@return whether there is no more to an operand than its leaves and the classes of records and functions} */
    private static boolean isKnownByItsLeaves(Operand operand) {
        return switch (operand) {
            case Plain _ -> true;
            case Aggregate(String _, var fields) -> areKnownByTheirLeaves(fields.values());
            case Operand.RecordArray _ -> true;
            case Operand.Thrown _, Operand.Rows _, Operand.UnfinishedRows _, Operand.Text _, Operand.Formatted _ ->
                false;
            case Operand.EnumValue _, Operand.EnumArray _, Operand.BoxedArray _ -> false;
            // Its fields are parameters of the kernel.
            case Operand.Instance _, Operand.Held _ -> false;
            case Operand.Console _, Operand.Segment _, Operand.Layout _ -> false;
            case Operand.Reference _, Operand.Null _, Operand.ClassLiteral _, Operand.Caught _ -> false;
            case Operand.TextBuilder _, Operand.Rejected _ -> false;
        };
    }

    private static boolean areKnownByTheirLeaves(Iterable<Operand> operands) {
        for (Operand operand : operands) {
            if (!isKnownByItsLeaves(operand)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPassable(Type type) {
        return switch (type) {
            case ScalarType scalar -> scalar != ScalarType.I1;
            case ArrayType array -> array.space() == Space.GLOBAL || array.space() == Space.CONSTANT;
            case TupleType _, VoidType _ -> false;
        };
    }

    /** {@return whether a function can return an operand: numbers alone} */
    static boolean isReturnable(Operand operand) {
        return isKnownByItsLeaves(operand)
                && operand.leaves().stream()
                        .allMatch(leaf -> leaf.type() instanceof ScalarType scalar && scalar != ScalarType.I1);
    }
}
