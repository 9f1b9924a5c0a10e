package dev.gpukernel.processor;

import dev.gpukernel.cuda.In;
import dev.gpukernel.cuda.InOut;
import dev.gpukernel.cuda.Out;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * A method that launches a raw kernel.
 *
 * @param method the method
 * @param launch name of its first parameter
 * @param arguments its others
 */
record CudaMethod(ExecutableElement method, String launch, List<Argument> arguments) {
    private static final String GPU_ARRAY = "dev.gpukernel.GpuArray";
    private static final String SEGMENT = "java.lang.foreign.MemorySegment";

    CudaMethod {
        arguments = List.copyOf(arguments);
    }

    String name() {
        return method.getSimpleName().toString();
    }

    /**
     * What a kernel is passed.
     *
     * @param name name of the parameter
     * @param type of the method's parameter
     * @param declared what the kernel's parameter is, such as {@code float[]}
     * @param pass the method of {@code KernelCall} that takes it
     * @param direction the method of {@code CudaParameter} that declares it
     */
    record Argument(String name, TypeMirror type, String declared, String pass, String direction) {
        /** {@return what a parameter passes, null if it is of no such type} */
        static @Nullable Argument of(VariableElement parameter) {
            String name = parameter.getSimpleName().toString();
            TypeMirror type = parameter.asType();
            List<String> directions = directions(parameter);
            if (type.getKind().isPrimitive()) {
                return directions.isEmpty()
                        ? new Argument(name, type, keyword(type), passed(type.getKind()), "value")
                        : null;
            }
            String array = array(type);
            if (array == null || directions.size() > 1) {
                return null;
            }
            String pass = type instanceof ArrayType
                    ? "passArray"
                    : array.equals("MemorySegment") ? "passSegment" : "passGpuArray";
            return new Argument(name, type, array, pass, directions.isEmpty() ? "inOut" : directions.getFirst());
        }

        private static List<String> directions(VariableElement parameter) {
            return Stream.of(
                            parameter.getAnnotation(In.class) == null ? "" : "in",
                            parameter.getAnnotation(Out.class) == null ? "" : "out",
                            parameter.getAnnotation(InOut.class) == null ? "" : "inOut")
                    .filter(direction -> !direction.isEmpty())
                    .toList();
        }

        private static @Nullable String array(TypeMirror type) {
            if (type instanceof ArrayType array
                    && array.getComponentType().getKind().isPrimitive()) {
                return keyword(array.getComponentType()) + "[]";
            }
            if (!(type instanceof DeclaredType declared)) {
                return null;
            }
            String erased = declared.asElement().toString();
            if (erased.equals(SEGMENT)) {
                return "MemorySegment";
            }
            return erased.equals(GPU_ARRAY)
                            && declared.getTypeArguments().size() == 1
                            && declared.getTypeArguments().getFirst() instanceof ArrayType array
                    ? array(array)
                    : null;
        }

        private static String keyword(TypeMirror primitive) {
            return primitive.getKind().name().toLowerCase(Locale.ROOT);
        }

        /** What is narrower than an int is passed as one. */
        private static String passed(TypeKind kind) {
            return switch (kind) {
                case BOOLEAN -> "passBoolean";
                case LONG -> "passLong";
                case FLOAT -> "passFloat";
                case DOUBLE -> "passDouble";
                default -> "passInt";
            };
        }
    }
}
