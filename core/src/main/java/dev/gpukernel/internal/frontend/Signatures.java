package dev.gpukernel.internal.frontend;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.SourcePosition;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/** What a kernel's declaration must be like: the rules that the annotation processor checks too. */
final class Signatures {
    private Signatures() {}

    static void check(Method method, MethodSource source, Findings findings) {
        String name = method.getName();
        SourcePosition position = source.position(source.firstLine());
        if (!Modifier.isStatic(method.getModifiers())) {
            findings.add(Message.KERNEL_NOT_STATIC, position, name);
        }
        if (Modifier.isPrivate(method.getModifiers())) {
            findings.add(Message.KERNEL_PRIVATE, position, name);
        }
        if (method.getTypeParameters().length > 0) {
            findings.add(Message.KERNEL_GENERIC, position, name);
        }
        if (method.getReturnType() != void.class) {
            findings.add(
                    Message.KERNEL_RETURNS,
                    position,
                    name,
                    method.getReturnType().getTypeName());
        }
        if (method.getParameterCount() == 0) {
            findings.add(Message.KERNEL_WITHOUT_PARAMETERS, position, name);
        }
        GpuKernel annotation = method.getAnnotation(GpuKernel.class);
        if (annotation != null && (annotation.blockSize() < 0 || annotation.blockSize() > 1024)) {
            findings.add(Message.BLOCK_SIZE, position, annotation.blockSize(), name);
        }
        List<String> names = source.parameterNames();
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            if (!isSupported(types[i])) {
                String type = method.getGenericParameterTypes()[i].getTypeName().replace('$', '.');
                findings.add(Message.PARAMETER_TYPE, position, names.get(i), name, type, Message.didYouMean(type));
            }
        }
    }

    /** {@return whether a parameter may have a type: a primitive, an array of primitives, or a record of primitives} */
    private static boolean isSupported(Class<?> type) {
        return ElementType.ofArray(type) != null || isScalar(type);
    }

    private static boolean isScalar(Class<?> type) {
        return type.isPrimitive()
                || (type.isRecord()
                        && Arrays.stream(type.getRecordComponents())
                                .allMatch(component -> isScalar(component.getType())));
    }
}
