package dev.gpukernel.internal.jit;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.declaration.KernelDeclaration;
import dev.gpukernel.internal.frontend.FrontEnd;
import dev.gpukernel.internal.frontend.FrontEnd.ReadKernel;
import dev.gpukernel.internal.frontend.Inputs;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
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

    private final Function inlined;
    private final Function outlined;
    private final Class<?> owner;
    private final boolean isKept;

    private ElementFunction(Function inlined, Function outlined, Class<?> owner, boolean isKept) {
        this.inlined = inlined;
        this.outlined = outlined;
        this.owner = owner;
        this.isKept = isKept;
    }

    /** Code with all that is called put in its place, and with functions of what is large. */
    private record Code(Function inlined, Function outlined, Inputs inputs) {
        static Code of(Method method, Inputs inputs) {
            ReadKernel inlined = FrontEnd.function(method, inputs, Outlining.NONE);
            // By what is known of objects, fields come in the same order.
            Function outlined =
                    FrontEnd.function(method, inlined.inputs(), Outlining.LARGE).function();
            boolean isSame =
                    outlined.params().size() == inlined.function().params().size();
            return new Code(inlined.function(), isSame ? outlined : inlined.function(), inlined.inputs());
        }
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
     * @param method takes numbers and arrays of them, which are rows of larger ones, and returns a number or fills its last array
     * @return its code
     * @throws KernelRejectedException with everything in it that cannot run on a GPU
     */
    public static ElementFunction of(Method method) {
        Made<Code> made = new Made<>(() -> Code.of(method, new Inputs(_ -> null)));
        Code code = made.get();
        int values = 0;
        for (Class<?> type : method.getParameterTypes()) {
            values += values(type);
        }
        requireSimple(code.inlined, code.inlined.params().size() == values);
        return new ElementFunction(code.inlined, code.outlined, method.getDeclaringClass(), made.isKept());
    }

    /** {@return how many parameters of the code stand for one of a method: of an array its elements, where it is and its sizes} */
    private static int values(Class<?> type) {
        int dimensions = 0;
        for (Class<?> component = type; component.isArray(); component = component.componentType()) {
            dimensions++;
        }
        return dimensions == 0 ? 1 : 2 + dimensions;
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
        Made<Code> made = new Made<>(() -> Code.of(method, new Inputs(classes)));
        Code code = made.get();
        ObjectFields fields = new ObjectFields(code.inputs, classes);
        int parameters = method.getParameterCount() + fields.types().size();
        boolean areSimple = fields.types().stream()
                .allMatch(type -> type.isPrimitive()
                        || (type.isArray() && type.getComponentType().isPrimitive()));
        requireSimple(code.inlined, areSimple && code.inlined.params().size() == parameters);
        Class<?> owner = classes.receiver(method.getDeclaringClass());
        return new OfObject(new ElementFunction(code.inlined, code.outlined, owner, made.isKept()), fields);
    }

    private static void requireSimple(Function code, boolean isSimple) {
        if (!isSimple) {
            throw new KernelRejectedException(
                    code.name(),
                    List.of(Diagnostic.of(
                            Message.ELEMENT_FUNCTION, null, "uses or makes arrays of several dimensions")));
        }
    }

    /** {@return its parameters: arguments, then what it captures} */
    public List<BlockParam> params() {
        return inlined.params();
    }

    /** {@return its code, not to be changed, which calls functions if it may} */
    public Function code(Outlining outlining) {
        boolean takesArrays = inlined.params().stream().anyMatch(param -> param.type() instanceof ArrayType);
        return outlining.equals(Outlining.NONE) || (takesArrays && !outlining.arrays()) ? inlined : outlined;
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
        return "function " + inlined.name();
    }
}
