package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.frontend.Operand.Aggregate;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** Numbers as objects: values of their classes, whose methods are translated like those of records. */
final class Boxes {
    /** Descriptors of the primitive types, by the internal names of the classes. */
    private static final Map<String, String> TYPES = Map.of(
            "java/lang/Boolean", "Z",
            "java/lang/Byte", "B",
            "java/lang/Character", "C",
            "java/lang/Short", "S",
            "java/lang/Integer", "I",
            "java/lang/Long", "J",
            "java/lang/Float", "F",
            "java/lang/Double", "D");

    private Boxes() {}

    /** {@return the object that a call makes of a number, null if that is not what is called} */
    static @Nullable Aggregate made(MethodInsnNode call, List<Operand> arguments) {
        String type = TYPES.get(call.owner);
        return call.name.equals("valueOf")
                        && type != null
                        && Type.getArgumentTypes(call.desc)[0].getDescriptor().equals(type)
                        && arguments.getFirst() instanceof Plain(Value number)
                ? of(call.owner, number)
                : null;
    }

    /** {@return whether an operand is a number as an object} */
    static boolean isBox(Operand operand) {
        return operand instanceof Aggregate box && TYPES.containsKey(box.className());
    }

    /** {@return whether objects of a class are numbers} */
    static boolean isBox(String className) {
        return TYPES.containsKey(className);
    }

    /** {@return a number as an object of a class} */
    static Aggregate of(String className, Value number) {
        return new Aggregate(className, Map.of(className + ".value", new Plain(number)));
    }

    /** {@return the descriptor of the type of a number as an object} */
    static String type(Aggregate box) {
        return type(box.className());
    }

    /** {@return the descriptor of the type of a number as an object of a class} */
    static String type(String className) {
        String type = TYPES.get(className);
        if (type == null) {
            throw new IllegalArgumentException("no class of numbers: " + className);
        }
        return type;
    }

    /** {@return the number in an object} */
    static Value value(Aggregate box) {
        return box.leaves().getFirst();
    }
}
