package dev.gpukernel.internal.frontend;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.internal.declaration.KernelDeclaration;
import dev.gpukernel.internal.declaration.KernelDeclaration.Kind;
import dev.gpukernel.internal.declaration.KernelDeclaration.Mistake;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.SourcePosition;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a kernel's declaration by reflection and checks it by the rules that the annotation processor has too. */
final class Signatures {
    private Signatures() {}

    static void check(Method method, MethodSource source, Findings findings) {
        SourcePosition position = source.position(source.firstLine());
        for (Mistake mistake : declaration(method, source.parameterNames()).mistakes()) {
            findings.add(mistake.message(), position, mistake.arguments().toArray());
        }
    }

    private static KernelDeclaration declaration(Method method, List<String> names) {
        GpuKernel annotation = method.getAnnotation(GpuKernel.class);
        List<KernelDeclaration.Parameter> parameters = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String type = text(method.getGenericParameterTypes()[i]);
            parameters.add(new KernelDeclaration.Parameter(names.get(i), type, kind(method.getParameterTypes()[i])));
        }
        return new KernelDeclaration(
                method.getName(),
                hiding(method.getDeclaringClass()),
                Set.of(Modifier.toString(method.getModifiers()).split(" ", -1)),
                method.getTypeParameters().length > 0,
                text(method.getGenericReturnType()),
                isResult(method.getReturnType(), Set.of()) || kind(method.getReturnType()) == Kind.RECORD_ARRAY,
                parameters,
                annotation == null ? 0 : annotation.blockSize());
    }

    /** A type as its source names it. */
    private static String text(Type type) {
        return type.getTypeName().replace('$', '.');
    }

    private static @Nullable String hiding(Class<?> declaringClass) {
        for (Class<?> type = declaringClass; type != null; type = type.getEnclosingClass()) {
            if (type.isAnonymousClass()) {
                return "an anonymous class";
            }
            if (type.isLocalClass()) {
                return "local class " + type.getSimpleName();
            }
            if (Modifier.isPrivate(type.getModifiers())) {
                return "private class " + type.getCanonicalName();
            }
        }
        return null;
    }

    private static Kind kind(Class<?> type) {
        if (type.isPrimitive()) {
            return Kind.SCALAR;
        }
        if (ElementType.ofArray(type) != null) {
            return Kind.ARRAY;
        }
        if (type == MemorySegment.class) {
            return Kind.SEGMENT;
        }
        if (ElementTypes.ofRows(org.objectweb.asm.Type.getType(type)) != null) {
            return Kind.ARRAYS;
        }
        if (type.isArray() && type.componentType().isRecord() && isScalar(type.componentType(), Set.of())) {
            return Kind.RECORD_ARRAY;
        }
        return isScalar(type, Set.of()) ? Kind.RECORD : Kind.OTHER;
    }

    /** {@return whether a type is a record that a kernel may return, or, inside of such {@code outer} ones, what it may hold} */
    private static boolean isResult(Class<?> type, Set<Class<?>> outer) {
        if (!type.isRecord() || outer.contains(type)) {
            return !outer.isEmpty()
                    && Set.of(Kind.SCALAR, Kind.ARRAY, Kind.ARRAYS, Kind.RECORD_ARRAY)
                            .contains(kind(type));
        }
        Set<Class<?>> inner = new HashSet<>(outer);
        inner.add(type);
        return Arrays.stream(type.getRecordComponents()).allMatch(component -> isResult(component.getType(), inner));
    }

    /** A record may hold itself, by way of others: {@code outer} are the ones that this type is inside of. */
    private static boolean isScalar(Class<?> type, Set<Class<?>> outer) {
        if (!type.isRecord() || outer.contains(type)) {
            return type.isPrimitive();
        }
        Set<Class<?>> inner = new HashSet<>(outer);
        inner.add(type);
        return Arrays.stream(type.getRecordComponents()).allMatch(component -> isScalar(component.getType(), inner));
    }
}
