package dev.gpukernel.internal.array;

import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.declaration.UfuncSignature;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.jit.ElementFunction;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A static method of the user's that computes a number of some, or of rows and matrices, or fills a row or matrix, to be applied to arrays. It
 * is read when that is done first.
 */
public final class VectorizedMethod {
    private final Method method;
    private final UfuncSignature signature;

    /** What each of its arguments holds. */
    private final List<ElementType> types;

    private final ElementType result;
    private volatile @Nullable ElementFunction function;

    private VectorizedMethod(Method method, UfuncSignature signature, List<ElementType> types) {
        this.method = method;
        this.signature = signature;
        this.types = types.subList(0, signature.inputs().size());
        this.result = signature.output().isEmpty() ? element(method.getReturnType()) : types.getLast();
    }

    /**
     * Finds a method of numbers.
     *
     * @param owner the class that declares it
     * @param name its name
     * @param parameterTypes types of its parameters
     * @throws IllegalArgumentException if there is no such method, or it takes or returns anything but int, long, float, double and boolean
     */
    public static VectorizedMethod of(Class<?> owner, String name, Class<?>... parameterTypes) {
        Method method = method(owner, name, parameterTypes);
        boolean areNumbers = parameterTypes.length > 0
                && Arrays.stream(parameterTypes).allMatch(VectorizedMethod::isNumber)
                && isNumber(method.getReturnType());
        if (!areNumbers) {
            throw refused(owner, name);
        }
        return new VectorizedMethod(method, UfuncSignature.ofNumbers(parameterTypes.length), elements(parameterTypes));
    }

    /**
     * Finds a method of numbers and arrays.
     *
     * @param signature its signature, such as {@code (n),(n)->()}
     * @param owner the class that declares it
     * @param name its name
     * @param parameterTypes types of its parameters
     * @throws IllegalArgumentException if there is no such method, it takes or returns anything but int, long, float, double and boolean and
     *     arrays of them, or it has another signature
     */
    public static VectorizedMethod of(String signature, Class<?> owner, String name, Class<?>... parameterTypes) {
        String text = owner.getSimpleName() + "." + name;
        UfuncSignature read = UfuncSignature.parse(signature, text);
        Method method = method(owner, name, parameterTypes);
        Class<?> returned = method.getReturnType();
        boolean areTaken = Arrays.stream(parameterTypes).allMatch(type -> isNumber(innermost(type)))
                && (returned == void.class || isNumber(returned));
        if (!areTaken) {
            throw refused(owner, name);
        }
        List<Integer> dimensions =
                Arrays.stream(parameterTypes).map(VectorizedMethod::dimensions).toList();
        read.requireFit(signature, text, dimensions, returned != void.class);
        return new VectorizedMethod(method, read, elements(parameterTypes));
    }

    private static Method method(Class<?> owner, String name, Class<?>... parameterTypes) {
        try {
            Method found = owner.getDeclaredMethod(name, parameterTypes);
            if (Modifier.isStatic(found.getModifiers())) {
                return found;
            }
        } catch (NoSuchMethodException _) {
            // As if it were another one.
        }
        throw refused(owner, name);
    }

    private static IllegalArgumentException refused(Class<?> owner, String name) {
        return new IllegalArgumentException(Message.NOT_VECTORIZED.format(owner.getName() + "." + name));
    }

    private static boolean isNumber(Class<?> type) {
        return type == boolean.class
                || type == int.class
                || type == long.class
                || type == float.class
                || type == double.class;
    }

    private static Class<?> innermost(Class<?> type) {
        return type.isArray() ? innermost(type.componentType()) : type;
    }

    private static int dimensions(Class<?> type) {
        return type.isArray() ? 1 + dimensions(type.componentType()) : 0;
    }

    private static ElementType element(Class<?> type) {
        ElementType element = ElementType.ofArray(innermost(type).arrayType());
        if (element == null) {
            throw new IllegalArgumentException(type.getName());
        }
        return element;
    }

    private static List<ElementType> elements(Class<?>... types) {
        return Arrays.stream(types).map(VectorizedMethod::element).toList();
    }

    /**
     * Applies it to each element, or to what is along the last axes.
     *
     * @param arguments one for each parameter but the array that it fills, of its type
     * @throws IllegalArgumentException if there are more or fewer, or of other types, or their shapes have none in common, or are not those of
     *     the signature
     * @throws KernelRejectedException with everything in it that cannot run on a GPU
     */
    public Expression apply(List<Expression> arguments) {
        List<ElementType> given = arguments.stream().map(Expression::type).toList();
        if (!given.equals(types)) {
            throw new IllegalArgumentException(Message.VECTORIZED_ARGUMENTS.format(
                    method.getName(),
                    Arrays.stream(method.getParameterTypes())
                            .limit(types.size())
                            .map(Class::getSimpleName)
                            .toList(),
                    given.stream().map(ElementType::text).toList()));
        }
        if (signature.inputs().stream().allMatch(List::isEmpty)
                && signature.output().isEmpty()) {
            return Expression.applied(result, function(), arguments);
        }
        Map<String, Integer> sizes = new HashMap<>();
        int[] outer = {};
        for (int i = 0; i < arguments.size(); i++) {
            int[] shape = arguments.get(i).shape();
            List<String> core = signature.inputs().get(i);
            bind(arguments, i, sizes);
            outer = Shapes.broadcast(
                    outer,
                    Arrays.copyOf(shape, shape.length - core.size()),
                    (one, other, axis) ->
                            refusal(arguments, "%s and %s outer elements along axis %s".formatted(one, other, axis)));
        }
        Shapes.size(outer);
        Dimensions dimensions = new Dimensions(outer, sizes, new ConcurrentHashMap<>());
        int[] all = Expression.joined(
                outer, signature.output().stream().mapToInt(dimensions::size).toArray());
        Shapes.size(all);
        ElementFunction read = function();
        return Expression.pending(result, all, new Buffer.Pending() {
            @Override
            public GpuArray<?> compute(@Nullable GpuArray<?> target) {
                return work(read, operands(arguments, dimensions, true), dimensions, all)
                        .compute(target);
            }

            @Override
            public @Nullable Kernel kernel() {
                return work(read, operands(arguments, dimensions, false), dimensions, all)
                        .kernel();
            }
        });
    }

    /**
     * Sizes of a call.
     *
     * @param outer shape of what the method is applied for
     * @param sizes of the dimensions with names
     * @param numbers what the kernel takes for them: one for each, so that it sees which are the same
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    private record Dimensions(int[] outer, Map<String, Integer> sizes, Map<String, Expression> numbers) {
        int size(String dimension) {
            return UfuncSignature.isSize(dimension) ? Integer.parseInt(dimension) : sizes.getOrDefault(dimension, 0);
        }

        Expression number(String dimension) {
            return numbers.computeIfAbsent(
                    dimension,
                    name -> Expression.number(ElementType.INT, Constant.of(size(name)))
                            .broadcastTo(outer));
        }
    }

    private Buffer.Pending work(ElementFunction read, List<Expression> operands, Dimensions dimensions, int[] shape) {
        if (signature.output().isEmpty()) {
            return Fusion.computing(Expression.applied(result, read, operands));
        }
        List<Expression> sizes =
                signature.output().stream().map(dimensions::number).toList();
        Expression zeros = Expression.number(result, new Constant(result.register(), 0), shape);
        return Fusion.rows(read, operands, sizes, zeros);
    }

    /**
     * {@return what the code takes, all of the shape of the outer axes}
     *
     * @param areComputed whether what is not in rows is computed now, which is freed at the end of the work that asks for it
     */
    private List<Expression> operands(List<Expression> arguments, Dimensions dimensions, boolean areComputed) {
        List<Expression> operands = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            operands.addAll(operands(arguments.get(i), signature.inputs().get(i), dimensions, areComputed));
        }
        return operands;
    }

    private ElementFunction function() {
        ElementFunction read = function;
        if (read == null) {
            read = ElementFunction.of(method);
            function = read.isKept() ? read : null;
        }
        return read;
    }

    /** Finds the sizes of an argument's dimensions. */
    private void bind(List<Expression> arguments, int argument, Map<String, Integer> sizes) {
        List<String> core = signature.inputs().get(argument);
        int[] shape = arguments.get(argument).shape();
        int kept = shape.length - core.size();
        if (kept < 0) {
            String lacking = "argument %s needs %s axes".formatted(argument + 1, core.size());
            throw new IllegalArgumentException(refusal(arguments, lacking));
        }
        for (int i = 0; i < core.size(); i++) {
            String dimension = core.get(i);
            int size = shape[kept + i];
            int known = UfuncSignature.isSize(dimension)
                    ? Integer.parseInt(dimension)
                    : sizes.merge(dimension, size, (first, _) -> first);
            if (known != size) {
                String differ = UfuncSignature.isSize(dimension)
                        ? "argument %s has %s elements where there are %s".formatted(argument + 1, size, known)
                        : "%s is %s and %s".formatted(dimension, known, size);
                throw new IllegalArgumentException(refusal(arguments, differ));
            }
        }
    }

    private String refusal(List<Expression> arguments, String reason) {
        String shapes = arguments.stream()
                .map(argument -> Shapes.text(argument.shape()))
                .collect(Collectors.joining(" and "));
        return Message.CORE_DIMENSIONS.format(shapes, method.getName(), signature, reason);
    }

    /** {@return what the code takes for an argument, of the shape of the outer axes: a number, or all elements, a place and sizes} */
    private static List<Expression> operands(
            Expression argument, List<String> core, Dimensions dimensions, boolean areComputed) {
        int[] outer = dimensions.outer;
        if (core.isEmpty()) {
            return List.of(argument.broadcastTo(outer));
        }
        Expression.Stored memory = argument.inRows(core.size(), areComputed);
        Layout layout = memory.layout();
        int kept = layout.rank() - core.size();
        int size = Shapes.size(Arrays.copyOfRange(layout.shape(), kept, layout.rank()));
        // Rows may begin anywhere.
        int unit = core.size() == 1 ? 1 : Math.max(1, size);
        int[] strides = Arrays.copyOf(layout.strides(), kept);
        for (int axis = 0; axis < kept; axis++) {
            strides[axis] /= unit;
        }
        Layout places = new Layout(Arrays.copyOf(layout.shape(), kept), layout.offset() / unit, strides);
        List<Expression> operands = new ArrayList<>();
        operands.add(new Expression.Whole(memory.buffer, Layout.same(outer)));
        operands.add(Expression.places(places).broadcastTo(outer));
        core.forEach(dimension -> operands.add(dimensions.number(dimension)));
        return operands;
    }
}
