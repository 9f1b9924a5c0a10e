package dev.gpukernel.internal.jit;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.declaration.KernelDeclaration;
import dev.gpukernel.internal.frontend.FrontEnd;
import dev.gpukernel.internal.frontend.FrontEnd.ReadKernel;
import dev.gpukernel.internal.frontend.Inputs;
import dev.gpukernel.internal.ir.Function;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The code of a function that gives a number for numbers: that of a lambda, a method reference, an object of a class, or a static method. Of
 * the first three there is one for each class, and it lives as long as that.
 */
public final class ElementFunction {
    /** By the interface, which is one of this library's. */
    private static final Map<Class<?>, OfClasses<OfObject>> BY_INTERFACE = new ConcurrentHashMap<>();

    private final Function code;
    private final Class<?> owner;
    private final boolean isKept;

    private ElementFunction(Function code, Class<?> owner, boolean isKept) {
        this.code = code;
        this.owner = owner;
        this.isKept = isKept;
    }

    /** A function of some class, and the fields that it uses of an object of that. */
    private record OfObject(ElementFunction function, ObjectFields fields) {}

    /**
     * A function and what it holds.
     *
     * @param function its code
     * @param captured what its code takes behind the arguments of the function: bits of numbers as {@link Long}, and arrays
     */
    public record Bound(ElementFunction function, List<Object> captured) {}

    /**
     * Finds the code of a function.
     *
     * @param type its interface, one of this library's
     * @param function the function
     * @return its code and what it captures now
     * @throws KernelRejectedException with everything in it that cannot run on a GPU
     * @throws NullPointerException if an object that it uses is null
     */
    public static Bound of(Class<?> type, Object function) {
        OfClasses<OfObject> known = BY_INTERFACE.computeIfAbsent(type, ElementFunction::ofInterface);
        @Nullable Object[] arguments = {Objects.requireNonNull(function, "function")};
        @Nullable Object[][] found = new @Nullable Object[1][];
        OfObject made = known.find(arguments, count -> found[0] = new @Nullable Object[count]);
        String nameOfNull = made.fields.nameOfNull(found[0]);
        if (nameOfNull != null) {
            throw new NullPointerException(nameOfNull);
        }
        return new Bound(made.function, made.fields.values(found[0]));
    }

    /**
     * Reads a static method.
     *
     * @param method takes and returns numbers
     * @return its code
     * @throws KernelRejectedException with everything in it that cannot run on a GPU
     */
    public static ElementFunction of(Method method) {
        Made<ReadKernel> read = new Made<>(() -> FrontEnd.function(method, new Inputs(_ -> null)));
        Function code = read.get().function();
        requireSimple(code, code.params().size() == method.getParameterCount());
        return new ElementFunction(code, method.getDeclaringClass(), read.isKept());
    }

    private static OfClasses<OfObject> ofInterface(Class<?> type) {
        Method method = Arrays.stream(type.getMethods())
                .filter(declared -> Modifier.isAbstract(declared.getModifiers()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(type + " has no method"));
        return new OfClasses<>(
                List.of(type),
                type,
                MethodHandles.lookup(),
                object -> KernelDeclaration.isTaken(object.getName()),
                classes -> read(method, classes),
                OfObject::fields,
                made -> made.function.isKept);
    }

    private static OfObject read(Method method, ObjectClasses classes) {
        Made<ReadKernel> made = new Made<>(() -> FrontEnd.function(method, new Inputs(classes)));
        ReadKernel read = made.get();
        ObjectFields fields = new ObjectFields(read.inputs(), classes);
        int parameters = method.getParameterCount() + fields.types().size();
        boolean areSimple = fields.types().stream()
                .allMatch(type -> type.isPrimitive()
                        || (type.isArray() && type.getComponentType().isPrimitive()));
        requireSimple(read.function(), areSimple && read.function().params().size() == parameters);
        Class<?> owner = classes.receiver(method.getDeclaringClass());
        return new OfObject(new ElementFunction(read.function(), owner, made.isKept()), fields);
    }

    private static void requireSimple(Function code, boolean isSimple) {
        if (!isSimple) {
            throw new KernelRejectedException(
                    code.name(),
                    List.of(Diagnostic.of(Message.ELEMENT_FUNCTION, null, "uses or makes arrays of several dimensions")));
        }
    }

    /** {@return its code, not to be changed} */
    public Function code() {
        return code;
    }

    /** {@return whether it is good for more than one use: the thread that read it did not initialise a class then, whose fields it reads} */
    public boolean isKept() {
        return isKept;
    }

    /** {@return the class that it goes with} */
    public Class<?> owner() {
        return owner;
    }

    /** {@return a lookup with access to all of its class} */
    public MethodHandles.Lookup lookup() {
        return KernelFinder.inside(owner, MethodHandles.lookup());
    }

    @Override
    public String toString() {
        return "function " + code.name();
    }
}
