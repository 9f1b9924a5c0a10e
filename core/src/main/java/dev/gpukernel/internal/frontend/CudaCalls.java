package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.CudaBody;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Translates calls of methods with {@code @CudaFunction}, whose bodies are in CUDA C: they are not read, unless the kernel is read for Java. */
final class CudaCalls {
    private static final String ANNOTATION = "Ldev/gpukernel/cuda/CudaFunction;";

    private final Translation translation;
    private final InstructionTranslator instructions;

    CudaCalls(Translation translation, InstructionTranslator instructions) {
        this.translation = translation;
        this.instructions = instructions;
    }

    /** Translates a call if it is one of these; {@return whether it was} */
    boolean translate(ClassFiles.Found found, MethodInsnNode call, List<Operand> arguments) {
        AnnotationNode annotation = annotation(found.method());
        if (annotation == null) {
            return false;
        }
        CudaBody body = body(found, annotation);
        if (translation.runsJava && body.hasJava()) {
            return false;
        }
        Type result = Type.getReturnType(call.desc);
        String problem = problem(found.method(), body);
        if (problem != null) {
            instructions.reject(Message.CUDA_FUNCTION, MethodText.of(call), problem);
            if (result.getSort() != Type.VOID) {
                instructions.frame().push(InstructionTranslator.rejected(result));
            }
            return true;
        }
        instructions
                .frame()
                .push(translation.builder.emit(
                        new Op.Invoke(translation.functions.cuda(body)),
                        arguments.stream().map(InstructionTranslator::value).toList()));
        return true;
    }

    private static @Nullable AnnotationNode annotation(MethodNode method) {
        return method.invisibleAnnotations == null
                ? null
                : method.invisibleAnnotations.stream()
                        .filter(annotation -> annotation.desc.equals(ANNOTATION))
                        .findFirst()
                        .orElse(null);
    }

    private static CudaBody body(ClassFiles.Found found, AnnotationNode annotation) {
        MethodNode method = found.method();
        String name = text(annotation, "name");
        List<String> options = element(annotation, "options") instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
        return new CudaBody(
                found.owner().name,
                method.name,
                method.desc,
                text(annotation, "value"),
                text(annotation, "source"),
                name.isEmpty() ? method.name : name,
                options,
                (method.access & Opcodes.ACC_NATIVE) == 0);
    }

    private static String text(AnnotationNode annotation, String name) {
        return element(annotation, name) instanceof String text ? text : "";
    }

    private static @Nullable Object element(AnnotationNode annotation, String name) {
        int place = annotation.values == null ? -1 : annotation.values.indexOf(name);
        return place < 0 ? null : annotation.values.get(place + 1);
    }

    /** {@return why a kernel cannot call it, null if it can} */
    private @Nullable String problem(MethodNode method, CudaBody body) {
        if ((method.access & Opcodes.ACC_STATIC) == 0) {
            return "it is not static";
        }
        if (body.resource().isEmpty() == body.source().isEmpty()) {
            return "it gives no source, or two";
        }
        if (!isNumber(Type.getReturnType(method.desc))) {
            return "it returns no primitive type";
        }
        if (!Stream.of(Type.getArgumentTypes(method.desc)).allMatch(CudaCalls::isNumber)) {
            return "a parameter is of no primitive type";
        }
        if (translation.runsJava) {
            return "it has no body in Java";
        }
        return translation.takesRows ? "arrays are computed on all devices, and not by CUDA C" : null;
    }

    private static boolean isNumber(Type type) {
        return type.getSort() != Type.VOID && type.getSort() < Type.ARRAY;
    }

    /** {@return what a number is of a primitive type} */
    static ScalarType number(Type type) {
        ElementType element = Records.element(Type.getType("[" + type.getDescriptor()));
        return Objects.requireNonNull(element, "a primitive type").register();
    }
}
