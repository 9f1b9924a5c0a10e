package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.frontend.FunctionClass;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** A lambda or method reference that a kernel is passed: one that can be written to a stream tells what it does. */
final class PassedFunction {
    private PassedFunction() {}

    /**
     * {@return the class of an object, null if it is no function, or one that does not tell}
     *
     * @param object an object of a hidden class
     * @param inside with access to that class
     */
    static @Nullable FunctionClass classOf(Object object, MethodHandles.Lookup inside) {
        SerializedLambda told = told(object, inside);
        if (told == null) {
            return null;
        }
        Class<?> type = object.getClass();
        List<Type> captured = new ArrayList<>();
        for (int i = 0; i < told.getCapturedArgCount(); i++) {
            Class<?> held = held(object, i, told.getCapturedArg(i), inside);
            if (held == null) {
                return null;
            }
            captured.add(Type.getType(held));
        }
        String method = told.getFunctionalInterfaceMethodName();
        return new FunctionClass(
                Type.getInternalName(type),
                Stream.of(type.getInterfaces()).map(Type::getInternalName).toList(),
                method,
                Stream.of(type.getDeclaredMethods())
                        .filter(declared -> declared.getName().equals(method))
                        .map(Type::getMethodDescriptor)
                        .toList(),
                told.getInstantiatedMethodType(),
                new Handle(
                        told.getImplMethodKind(),
                        told.getImplClass(),
                        told.getImplMethodName(),
                        told.getImplMethodSignature(),
                        told.getImplMethodKind() == Opcodes.H_INVOKEINTERFACE),
                captured);
    }

    private static @Nullable SerializedLambda told(Object object, MethodHandles.Lookup inside) {
        try {
            Object replacement = inside.findVirtual(
                            object.getClass(), "writeReplace", MethodType.methodType(Object.class))
                    .invoke(object);
            return replacement instanceof SerializedLambda told ? told : null;
        } catch (NoSuchMethodException _) {
            return null;
        } catch (Throwable e) {
            throw KernelExceptions.<RuntimeException>unchecked(e);
        }
    }

    /** {@return the type of the field that holds a captured value, null if it does not} */
    @SuppressWarnings("ReferenceEquality") // the very same object
    private static @Nullable Class<?> held(
            Object object, int index, @Nullable Object value, MethodHandles.Lookup inside) {
        try {
            Field field = object.getClass().getDeclaredField(FunctionClass.field(index));
            Object found = inside.unreflectGetter(field).invoke(object);
            boolean isSame = field.getType().isPrimitive() ? Objects.equals(found, value) : found == value;
            return isSame ? field.getType() : null;
        } catch (NoSuchFieldException _) {
            return null;
        } catch (Throwable e) {
            throw KernelExceptions.<RuntimeException>unchecked(e);
        }
    }
}
