package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Text;
import dev.gpukernel.internal.frontend.Operand.TextBuilder;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** The calls of a builder of text that make up the message of an exception, or what is printed. */
final class TextCalls {
    /** Older compilers concatenate with the second one. */
    private static final Set<String> BUILDERS = Set.of("java/lang/StringBuilder", "java/lang/StringBuffer");

    private TextCalls() {}

    /** {@return whether a class builds text} */
    static boolean isBuilder(String className) {
        return BUILDERS.contains(className);
    }

    /** {@return what a call on a builder gives: the builder with more in it, or its text; null if it is not known} */
    static @Nullable Operand result(MethodInsnNode call, TextBuilder builder, List<Operand> arguments) {
        if (call.name.equals("toString") && arguments.size() == 1) {
            return builder.text();
        }
        Text more = call.name.equals("append") && arguments.size() == 2 ? text(call, arguments.get(1)) : null;
        return more == null ? null : builder.plus(more);
    }

    private static @Nullable Text text(MethodInsnNode call, Operand appended) {
        if (appended instanceof Text text) {
            return text;
        }
        Type type = Type.getArgumentTypes(call.desc)[0];
        return appended instanceof Plain(Value value) && type.getSort() < Type.ARRAY
                ? new Text(String.valueOf(Op.Throw.HOLE), type.getDescriptor(), List.of(value))
                : null;
    }
}
