package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.analysis.WidenedFloats;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Rows;
import dev.gpukernel.internal.intrinsic.CharacterMethods;
import dev.gpukernel.internal.intrinsic.DeviceClasses;
import dev.gpukernel.internal.intrinsic.ExactMath;
import dev.gpukernel.internal.intrinsic.JdkCopies;
import dev.gpukernel.internal.intrinsic.JdkMethods;
import dev.gpukernel.internal.intrinsic.JdkSorts;
import dev.gpukernel.internal.intrinsic.NarrowedMath;
import dev.gpukernel.internal.intrinsic.StraightMath;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Calls of the JDK whose own bytecode no kernel may contain: of {@link JdkMethods} and its like. */
final class JdkCalls {
    private static final Set<String> OWNERS =
            Set.of("java/lang/Character", "java/lang/System", "java/util/Arrays", "java/util/Objects");

    /** Each method's name and descriptor. */
    private static final Map<String, Class<?>> OWN =
            methods(Stream.of(JdkMethods.class, JdkCopies.class, JdkSorts.class, CharacterMethods.class));

    /** Classes with functions that give doubles, which {@link NarrowedMath} and {@link StraightMath} have, too. */
    private static final Set<String> MATH = Set.of("java/lang/Math", "java/lang/StrictMath", DeviceClasses.PHILOX);

    private static final String RARE = Type.getInternalName(ExactMath.class);

    private static final Map<String, Class<?>> NARROWED = methods(Stream.of(NarrowedMath.class));
    private static final Map<String, Class<?>> STRAIGHT = methods(Stream.of(StraightMath.class));

    private JdkCalls() {}

    private static Map<String, Class<?>> methods(Stream<Class<?>> types) {
        return types.flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .collect(Collectors.toUnmodifiableMap(JdkCalls::key, Method::getDeclaringClass));
    }

    private static String key(Method method) {
        return method.getName() + Type.getMethodDescriptor(method);
    }

    /**
     * The method of the compiler's own that stands for what is called.
     *
     * @param owner its class
     * @param descriptor its descriptor
     */
    record Own(Class<?> owner, String descriptor) {}

    /** {@return the method that stands for what is called, null if none does} */
    static @Nullable Own own(MethodInsnNode call, List<Operand> arguments) {
        if (!OWNERS.contains(call.owner)) {
            return null;
        }
        String descriptor = call.name.equals("arraycopy") ? ofCopy(arguments) : call.desc;
        return own(OWN, call.name, descriptor);
    }

    /** {@return what stands for the copy of an array of numbers, null if that is not what is called} */
    static @Nullable Own ofClone(MethodInsnNode call, List<Operand> arguments) {
        if (!isClone(call)) {
            return null;
        }
        String type = array(arguments.getFirst());
        return own(OWN, call.name, "(" + type + ")" + type);
    }

    static boolean isClone(MethodInsnNode call) {
        return call.name.equals("clone") && call.desc.equals("()Ljava/lang/Object;");
    }

    /**
     * {@return what stands for a function that gives a double} Where all that is wanted of it is a float it gives that, and takes floats if all
     * doubles that it is given are floats.
     *
     * @param owner the class that declares the method with the call
     */
    static @Nullable Own function(MethodInsnNode call, List<Operand> arguments, String owner) {
        // Of constants the JDK's own code comes to a constant.
        boolean isComputed = arguments.stream()
                .anyMatch(argument -> argument instanceof Plain(Value value) && value.constant() == null);
        if (!isComputed || !MATH.contains(call.owner) || owner.equals(RARE)) {
            return null;
        }
        Own narrowed = isNarrowed(call) ? narrowed(call, arguments) : null;
        return narrowed == null && !isNoPower(arguments) ? own(STRAIGHT, call.name, call.desc) : narrowed;
    }

    /** {@return whether the JDK's own code for a power comes to a product or a root} */
    private static boolean isNoPower(List<Operand> arguments) {
        return arguments.getLast() instanceof Plain(Value value)
                && value.constant() != null
                && StraightMath.isNoPower(
                        Double.longBitsToDouble(value.constant().bits()));
    }

    private static @Nullable Own narrowed(MethodInsnNode call, List<Operand> arguments) {
        boolean areFloats = arguments.stream()
                .allMatch(argument -> argument instanceof Plain(Value value)
                        && (value.type() != ScalarType.F64 || WidenedFloats.isFloat(value)));
        return own(NARROWED, call.name, areFloats ? call.desc.replace('D', 'F') : call.desc.replace(")D", ")F"));
    }

    private static boolean isNarrowed(MethodInsnNode call) {
        AbstractInsnNode next = call.getNext();
        while (next != null && next.getOpcode() < 0) {
            next = next.getNext();
        }
        return next != null && next.getOpcode() == Opcodes.D2F;
    }

    /** {@return whether it is a function for the few arguments for which nothing faster is exact} */
    static boolean isRare(ActiveCall callee) {
        return callee.owner().equals(RARE);
    }

    private static @Nullable Own own(Map<String, Class<?>> methods, String name, String descriptor) {
        Class<?> owner = methods.get(name + descriptor);
        return owner == null ? null : new Own(owner, descriptor);
    }

    /** {@return the descriptor of a copy between arrays of one type; between others Java's throws, and there is none} */
    private static String ofCopy(List<Operand> arguments) {
        String source = array(arguments.getFirst());
        String destination = array(arguments.get(2));
        return "(" + source + "I" + destination + "II)V";
    }

    /** {@return the descriptor of an array of numbers or a row, nothing of anything else} */
    private static String array(Operand operand) {
        Value elements = switch (operand) {
            case Plain(Value value) -> value;
            case Rows rows when rows.isRow() -> rows.elements();
            default -> null;
        };
        return elements != null && elements.type() instanceof ArrayType array
                ? Type.getDescriptor(array.element().arrayClass())
                : "";
    }
}
