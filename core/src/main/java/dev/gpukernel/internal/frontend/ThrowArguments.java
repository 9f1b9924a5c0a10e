package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.frontend.Operand.Aggregate;
import dev.gpukernel.internal.frontend.Operand.BoxedArray;
import dev.gpukernel.internal.frontend.Operand.EnumValue;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Text;
import dev.gpukernel.internal.frontend.Operand.Thrown;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.ThrowArgument;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Type;

/** What an exception is made of: what is known, and the values that are put into it where it is thrown. */
final class ThrowArguments {
    private final List<Value> values = new ArrayList<>();
    private final List<ThrowArgument> arguments;

    ThrowArguments(Thrown thrown) {
        this.arguments = arguments(thrown);
    }

    /** {@return whether an exception can be made of arguments where a kernel was launched} */
    static boolean areKnown(List<Operand> arguments) {
        return arguments.stream().allMatch(argument -> switch (argument) {
            case Plain(Value value) -> value.type() instanceof ScalarType;
            case Text _, EnumValue _ -> true;
            case Aggregate _ -> Boxes.isBox(argument);
            case BoxedArray array -> areKnown(array.elements());
            case Operand.Formatted text -> areKnown(text.values().elements());
            default -> false;
        });
    }

    /** {@return what is said of an exception of which more numbers are computed than a GPU can report} */
    static String tooMany(int numbers) {
        return "an exception with %s numbers, of which a GPU can report %s".formatted(numbers, Op.Throw.MOST_OPERANDS);
    }

    List<ThrowArgument> arguments() {
        return arguments;
    }

    /** {@return the operands that the arguments take} */
    List<Value> values() {
        return values;
    }

    private List<ThrowArgument> arguments(Thrown thrown) {
        List<ThrowArgument> given = new ArrayList<>();
        Type[] types = Type.getArgumentTypes(thrown.constructor());
        for (int i = 0; i < types.length; i++) {
            given.add(argument(thrown.arguments().get(i), types[i].getDescriptor()));
        }
        return given;
    }

    private ThrowArgument argument(Operand operand, String descriptor) {
        return switch (operand) {
            case Plain(Value value) -> number(descriptor, value);
            case Aggregate box -> number(Boxes.type(box), Boxes.value(box));
            case EnumValue(String className, Value ordinal) ->
                new ThrowArgument.EnumConstant(className.replace('/', '.'), number("I", ordinal));
            case Text text -> {
                values.addAll(text.values());
                yield new ThrowArgument.Text(text.recipe(), text.types());
            }
            case Operand.Null _ -> new ThrowArgument.TextOfCause();
            case Thrown cause ->
                new ThrowArgument.Cause(
                        cause.className().replace('/', '.'), cause.constructor(), arguments(cause), cause.position());
            case BoxedArray array -> objects(array);
            case Operand.Formatted(String format, BoxedArray array) ->
                new ThrowArgument.Formatted(format, objects(array).elements());
            default -> throw new IllegalArgumentException("no argument of an exception: " + operand);
        };
    }

    private ThrowArgument.Objects objects(BoxedArray array) {
        return new ThrowArgument.Objects(
                array.elements().stream().map(element -> argument(element, "")).toList());
    }

    private ThrowArgument number(String descriptor, Value value) {
        char type = descriptor.charAt(0);
        Op.Constant constant = value.constant();
        if (constant != null) {
            return new ThrowArgument.Known(type, constant.bits());
        }
        values.add(value);
        return new ThrowArgument.Computed(type);
    }
}
