package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Text;
import dev.gpukernel.internal.intrinsic.JdkMethods;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** Calls of the JDK whose own bytecode no kernel may contain: {@link JdkMethods} and the exceptions that put a number into their text. */
final class JdkCalls {
    private static final Set<String> OWNERS = Set.of("java/lang/System", "java/util/Arrays", "java/util/Objects");

    /** Each method's name and descriptor. */
    private static final Set<String> OWN = Arrays.stream(JdkMethods.class.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()))
            .map(JdkCalls::key)
            .collect(Collectors.toUnmodifiableSet());

    private static final Map<String, String> TEXTS = Map.of(
            "java/lang/IndexOutOfBoundsException", "Index out of range: ",
            "java/lang/ArrayIndexOutOfBoundsException", "Array index out of range: ",
            "java/lang/StringIndexOutOfBoundsException", "String index out of range: ",
            "java/lang/AssertionError", "");

    private JdkCalls() {}

    private static String key(Method method) {
        return method.getName() + Type.getMethodDescriptor(method);
    }

    /** {@return the descriptor of the method of {@link JdkMethods} that stands for what is called, null if none does} */
    static @Nullable String descriptor(MethodInsnNode call, List<Operand> arguments) {
        if (!OWNERS.contains(call.owner)) {
            return null;
        }
        String descriptor = call.name.equals("arraycopy") ? ofCopy(arguments) : call.desc;
        return OWN.contains(call.name + descriptor) ? descriptor : null;
    }

    /** {@return the descriptor of a copy between arrays of one type; between others Java's throws, and there is none} */
    private static String ofCopy(List<Operand> arguments) {
        String source = array(arguments.getFirst());
        String destination = array(arguments.get(2));
        return "(" + source + "I" + destination + "II)V";
    }

    private static String array(Operand operand) {
        return operand instanceof Plain(Value value) && value.type() instanceof ArrayType array
                ? Type.getDescriptor(array.element().arrayClass())
                : "";
    }

    /** {@return the text of an exception that is made of a number, null if it puts that into no text that is known} */
    static @Nullable Text message(MethodInsnNode constructor, Value number) {
        String text = TEXTS.get(constructor.owner);
        Type type = Type.getArgumentTypes(constructor.desc)[0];
        return text == null || type.getSort() >= Type.ARRAY
                ? null
                : new Text(text + Op.Throw.HOLE, type.getDescriptor(), List.of(number));
    }
}
