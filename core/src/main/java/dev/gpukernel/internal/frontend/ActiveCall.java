package dev.gpukernel.internal.frontend;

import java.util.ArrayList;
import java.util.List;

/**
 * A method that is being translated, or one that calls it.
 *
 * @param owner internal name of its class
 * @param name its name
 * @param descriptor its descriptor
 * @param given classes of the records and functions that it is given and that are in these, which the descriptor need not name: a call to
 *     the same method with others is another, and may end where it would not with the same ones
 */
record ActiveCall(String owner, String name, String descriptor, List<String> given) {
    /** {@return a call of a method with some arguments} */
    static ActiveCall of(String owner, String name, String descriptor, List<Operand> arguments) {
        List<String> given = new ArrayList<>();
        arguments.forEach(argument -> addGiven(argument, given));
        return new ActiveCall(owner, name, descriptor, List.copyOf(given));
    }

    private static void addGiven(Operand operand, List<String> given) {
        switch (operand) {
            case Operand.Aggregate(String className, var fields) -> {
                given.add(className);
                fields.values().forEach(field -> addGiven(field, given));
            }
            case Operand.Instance(Inputs.Node object)
            when FunctionClass.isOne(object.className()) -> given.add(object.name());
            default -> {}
        }
    }

    /** {@return class and method, for messages} */
    String text() {
        return MethodText.simpleName(owner) + "." + name;
    }
}
