package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.FunctionClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** A lambda or method reference that a kernel is passed: one that can be written to a stream tells what it does. */
final class PassedFunction {
    /** What tells nothing, but is known. */
    private static final Map<Object, Class<?>> IDENTITIES = Map.of(
            Function.identity(), Function.class,
            UnaryOperator.identity(), UnaryOperator.class,
            IntUnaryOperator.identity(), IntUnaryOperator.class,
            LongUnaryOperator.identity(), LongUnaryOperator.class,
            DoubleUnaryOperator.identity(), DoubleUnaryOperator.class);

    private static final MethodHandle CAPTURED;

    static {
        try {
            CAPTURED = MethodHandles.lookup()
                    .findStatic(
                            PassedFunction.class,
                            "captured",
                            MethodType.methodType(Object.class, Object.class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("captured", e);
        }
    }

    private PassedFunction() {}

    /**
     * {@return the class of an object, null if it is no function, or one that does not tell}
     *
     * @param object an object of a hidden class
     * @param inside with access to that class; null if it is the JDK's, which gives none
     */
    static @Nullable FunctionClass classOf(Object object, MethodHandles.@Nullable Lookup inside) {
        SerializedLambda told = inside == null ? told(object) : told(object, inside);
        if (told == null) {
            return identity(object);
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

    /** {@return the class of one of the JDK's identities, of which each is one object; null if the object is none} */
    private static @Nullable FunctionClass identity(Object object) {
        Class<?> owner = IDENTITIES.get(object);
        if (owner == null) {
            return null;
        }
        try (InputStream file = Objects.requireNonNull(owner.getResourceAsStream(owner.getSimpleName() + ".class"))) {
            return FunctionClass.madeBy(file, "identity", Type.getInternalName(object.getClass()));
        } catch (IOException e) {
            throw new UncheckedIOException(Message.CLASS_FILE_MISSING.format(owner.getName()), e);
        }
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

    /** {@return what a function of the JDK's says of itself to a stream that it is written to, null if it does not} */
    private static @Nullable SerializedLambda told(Object object) {
        try (Asking stream = new Asking()) {
            stream.writeObject(object);
            return stream.told;
        } catch (NotSerializableException _) {
            return null;
        } catch (IOException e) {
            throw new IllegalStateException("nothing was written", e);
        }
    }

    /** Takes note of what is written, which is null. */
    private static final class Asking extends ObjectOutputStream {
        private @Nullable SerializedLambda told;

        Asking() throws IOException {
            super(OutputStream.nullOutputStream());
            enableReplaceObject(true);
        }

        @Override
        protected @Nullable Object replaceObject(Object object) {
            if (object instanceof SerializedLambda written) {
                told = written;
            }
            return null;
        }
    }

    /** {@return what reads a captured value of one of the JDK's functions} */
    static MethodHandle getter(Field field) {
        int index = FunctionClass.index(field.getName());
        MethodHandle read = MethodHandles.insertArguments(CAPTURED, 1, index);
        return MethodHandles.explicitCastArguments(
                read, MethodType.methodType(field.getType(), field.getDeclaringClass()));
    }

    @SuppressWarnings("UnusedMethod") // called by its handle
    private static @Nullable Object captured(Object function, int index) {
        return Objects.requireNonNull(told(function)).getCapturedArg(index);
    }

    /** {@return the type of the field that holds a captured value, null if it does not} */
    @SuppressWarnings("ReferenceEquality") // the very same object
    private static @Nullable Class<?> held(
            Object object, int index, @Nullable Object value, MethodHandles.@Nullable Lookup inside) {
        try {
            Field field = object.getClass().getDeclaredField(FunctionClass.field(index));
            if (inside == null) {
                return field.getType();
            }
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
