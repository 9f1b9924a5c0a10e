package dev.gpukernel.internal.frontend;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Methods and classes in the words of their source. */
final class MethodText {
    private MethodText() {}

    static String of(MethodInsnNode call) {
        String parameters = Arrays.stream(Type.getArgumentTypes(call.desc))
                .map(type -> simpleName(type.getClassName()))
                .collect(Collectors.joining(", ", "(", ")"));
        return call.name.equals("<init>")
                ? "constructor " + simpleName(call.owner) + parameters
                : simpleName(call.owner) + "." + call.name + parameters;
    }

    static String dynamic(InvokeDynamicInsnNode call) {
        return switch (call.bsm.getOwner()) {
            case "java/lang/invoke/StringConcatFactory" -> "string concatenation";
            case "java/lang/invoke/LambdaMetafactory" -> "a lambda or method reference";
            case "java/lang/runtime/SwitchBootstraps" -> "a pattern switch";
            case "java/lang/runtime/ObjectMethods" -> "a record's " + call.name;
            default -> "dynamic call site " + call.name;
        };
    }

    /** {@return the name of a field by its key in {@link InstanceFields}} */
    static String field(String key) {
        return key.substring(key.lastIndexOf('.') + 1);
    }

    static String simpleName(String name) {
        if (FunctionClass.isOne(name)) {
            return "a function of " + simpleName(FunctionClass.owner(name));
        }
        String known = name.startsWith("[") ? Type.getObjectType(name).getClassName() : name;
        return known.substring(Math.max(known.lastIndexOf('/'), known.lastIndexOf('.')) + 1)
                .replace('$', '.');
    }

    /** {@return the name of a class as {@link Class#getSimpleName} gives it} */
    static String innermost(ClassNode node) {
        return node.innerClasses.stream()
                .filter(inner -> inner.name.equals(node.name) && inner.innerName != null)
                .map(inner -> inner.innerName)
                .findFirst()
                .orElse(node.name.substring(node.name.lastIndexOf('/') + 1));
    }
}
