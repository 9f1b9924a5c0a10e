package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.frontend.Inputs;
import dev.gpukernel.internal.frontend.Inputs.Field;
import dev.gpukernel.internal.frontend.Inputs.Leaf;
import dev.gpukernel.internal.frontend.Inputs.Node;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the fields that a kernel uses of the objects that it is passed. Allocates nothing. */
final class FieldReader {
    private static final MethodType TO_OBJECT = MethodType.methodType(Object.class, Object.class);
    private static final MethodType TO_BITS = MethodType.methodType(long.class, Object.class);

    private final List<Held> objects = new ArrayList<>();
    private final List<Read> leaves = new ArrayList<>();
    private final List<Class<?>> types = new ArrayList<>();

    /**
     * An object.
     *
     * @param argument which argument of the method leads to it
     * @param holder which object's field holds it, -1 if it is the argument
     * @param getter of the field, null if there is none
     * @param type the class that the kernel is compiled for, null if any will do
     * @param isExact whether the kernel is compiled for that class, and not for null
     * @param name what it is called
     */
    private record Held(
            int argument,
            int holder,
            @Nullable MethodHandle getter,
            @Nullable Class<?> type,
            boolean isExact,
            String name) {}

    /**
     * A number or an array.
     *
     * @param holder which object it is of
     * @param getter gives the bits of a number, or an array
     * @param isNumber whether it is a number
     */
    private record Read(int holder, MethodHandle getter, boolean isNumber) {}

    /**
     * Makes it.
     *
     * @param inputs what is used
     * @param classes of the objects
     */
    FieldReader(Inputs inputs, ObjectClasses classes) {
        List<Node> nodes = inputs.nodes();
        for (Node node : nodes) {
            Node holder = node.place().holder();
            Field field = node.place().field();
            boolean isArgument = holder == null || field == null;
            Class<?> type = classes.type(node.place());
            objects.add(new Held(
                    node.place().argument(),
                    isArgument ? -1 : nodes.indexOf(holder),
                    isArgument ? null : classes.getter(holder, field).asType(TO_OBJECT),
                    Enum.class.isAssignableFrom(type) ? null : type,
                    node.isExact(),
                    node.name()));
        }
        for (Leaf leaf : inputs.leaves()) {
            Class<?> type = type(leaf, classes);
            types.add(type);
            MethodHandle getter = getter(leaf, classes);
            leaves.add(new Read(
                    nodes.indexOf(leaf.holder()),
                    type.isPrimitive() ? toBits(getter, type) : getter.asType(TO_OBJECT),
                    type.isPrimitive()));
        }
    }

    private static Class<?> type(Leaf leaf, ObjectClasses classes) {
        return leaf.field() == null ? int.class : classes.field(leaf.holder(), leaf.field()).getType();
    }

    private static MethodHandle getter(Leaf leaf, ObjectClasses classes) {
        return leaf.field() == null ? ORDINAL : classes.getter(leaf.holder(), leaf.field());
    }

    private static final MethodHandle ORDINAL = bits(Enum.class, "ordinal", int.class);
    private static final MethodHandle FLOAT_BITS = bits(Float.class, "floatToRawIntBits", int.class, float.class);
    private static final MethodHandle DOUBLE_BITS = bits(Double.class, "doubleToRawLongBits", long.class, double.class);

    private static MethodHandle bits(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
        try {
            MethodType type = MethodType.methodType(result, parameters);
            return parameters.length == 0
                    ? MethodHandles.publicLookup().findVirtual(owner, name, type)
                    : MethodHandles.publicLookup().findStatic(owner, name, type);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the JDK has no " + owner + "." + name, e);
        }
    }

    private static MethodHandle toBits(MethodHandle getter, Class<?> type) {
        MethodHandle bits = getter;
        if (type == float.class) {
            bits = MethodHandles.filterReturnValue(getter, FLOAT_BITS);
        } else if (type == double.class) {
            bits = MethodHandles.filterReturnValue(getter, DOUBLE_BITS);
        }
        return MethodHandles.explicitCastArguments(bits, TO_BITS);
    }

    /** {@return the types of the numbers and arrays} */
    List<Class<?>> types() {
        return types;
    }

    /** {@return how many objects there are} */
    int objects() {
        return objects.size();
    }

    /**
     * Finds the objects.
     *
     * @param arguments of a call of the method, its receiver first, null for what is no object
     * @param found takes the objects
     * @return whether the kernel is compiled for their classes
     */
    boolean find(@Nullable Object[] arguments, @Nullable Object[] found) {
        for (int i = 0; i < objects.size(); i++) {
            Held held = objects.get(i);
            Object object;
            if (held.getter == null) {
                object = arguments[held.argument];
            } else {
                Object holder = found[held.holder];
                object = holder == null ? null : read(held.getter, holder);
            }
            if (object != null && held.type != null && !(held.isExact && object.getClass() == held.type)) {
                return false;
            }
            found[i] = object;
        }
        return true;
    }

    /** {@return the name of the first object that is null, null if none is} */
    @Nullable String nameOfNull(@Nullable Object[] found) {
        for (int i = 0; i < objects.size(); i++) {
            if (found[i] == null) {
                return objects.get(i).name;
            }
        }
        return null;
    }

    /** Passes numbers and arrays of objects that are all there. */
    void pass(@Nullable Object[] found, Arguments arguments) {
        for (int i = 0; i < leaves.size(); i++) {
            Read leaf = leaves.get(i);
            Object holder = Objects.requireNonNull(found[leaf.holder]);
            if (leaf.isNumber) {
                arguments.passBits(bits(leaf.getter, holder));
            } else {
                arguments.passField(read(leaf.getter, holder));
            }
        }
    }

    private static @Nullable Object read(MethodHandle getter, Object holder) {
        try {
            return (@Nullable Object) getter.invokeExact(holder);
        } catch (Throwable e) {
            throw KernelExceptions.<RuntimeException>unchecked(e);
        }
    }

    private static long bits(MethodHandle getter, Object holder) {
        try {
            return (long) getter.invokeExact(holder);
        } catch (Throwable e) {
            throw KernelExceptions.<RuntimeException>unchecked(e);
        }
    }
}
