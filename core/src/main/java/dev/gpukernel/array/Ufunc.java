package dev.gpukernel.array;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.VectorizedMethod;
import dev.gpukernel.internal.ir.ElementType;
import java.util.Arrays;
import java.util.List;

/**
 * A static method that computes one number of some, or of rows and matrices, as a function of arrays. {@link Vectorize} generates what uses it; it may be made without
 * that, too:
 *
 * <pre>{@code
 * Ufunc relu = Ufunc.of(Activations.class, "relu", float.class);
 * FloatNdArray y = relu.floats(x);
 * }</pre>
 */
public final class Ufunc {
    private final VectorizedMethod method;

    private Ufunc(VectorizedMethod method) {
        this.method = method;
    }

    /**
     * Finds a method. It is compiled when it is applied first.
     *
     * @param owner the class that declares it
     * @param name its name
     * @param parameterTypes types of its parameters
     * @return the function
     * @throws IllegalArgumentException if there is no such method, or it is not static or takes or returns anything but int,
     *     long, float, double and boolean
     */
    public static Ufunc of(Class<?> owner, String name, Class<?>... parameterTypes) {
        return new Ufunc(VectorizedMethod.of(owner, name, parameterTypes));
    }

    /**
     * Finds a method of rows and matrices, which are the last axes of arrays; the other axes are broadcast. It is compiled when it is applied
     * first.
     *
     * <pre>{@code
     * Ufunc dot = Ufunc.of("(n),(n)->()", Rows.class, "dot", float[].class, float[].class);
     * FloatNdArray products = dot.floats(x, y);
     * }</pre>
     *
     * @param signature the dimensions of its parameters and of its result, as {@link Vectorize#signature} says
     * @param owner the class that declares it
     * @param name its name
     * @param parameterTypes types of its parameters
     * @return the function
     * @throws IllegalArgumentException if there is no such method, it is not static, it takes or returns anything but int, long, float,
     *     double, boolean and arrays of them, or it has another signature
     */
    public static Ufunc of(String signature, Class<?> owner, String name, Class<?>... parameterTypes) {
        return new Ufunc(VectorizedMethod.of(signature, owner, name, parameterTypes));
    }

    private Expression apply(NdArray<?>[] arguments, ElementType wanted) {
        List<Expression> operands =
                Arrays.stream(arguments).map(NdArray::expression).toList();
        Expression applied = method.apply(operands);
        if (applied.type() != wanted) {
            throw new IllegalArgumentException(
                    Message.VECTORIZED_RESULT.format(applied.type().text(), wanted.text()));
        }
        return applied;
    }

    /**
     * {@return what a method that gives ints gives for each element, or for what is along the last axes}
     *
     * @param arguments one for each parameter, of its type
     * @throws IllegalArgumentException if there are more or fewer, or of other types, or their shapes have none in common or are not those of the signature
     * @throws KernelRejectedException if the method has something in it that cannot run on a GPU
     */
    public IntNdArray ints(NdArray<?>... arguments) {
        return new IntNdArray(apply(arguments, ElementType.INT));
    }

    /**
     * {@return what a method that gives longs gives for each element, or for what is along the last axes}
     *
     * @param arguments one for each parameter, of its type
     * @throws IllegalArgumentException if there are more or fewer, or of other types, or their shapes have none in common or are not those of the signature
     * @throws KernelRejectedException if the method has something in it that cannot run on a GPU
     */
    public LongNdArray longs(NdArray<?>... arguments) {
        return new LongNdArray(apply(arguments, ElementType.LONG));
    }

    /**
     * {@return what a method that gives floats gives for each element, or for what is along the last axes}
     *
     * @param arguments one for each parameter, of its type
     * @throws IllegalArgumentException if there are more or fewer, or of other types, or their shapes have none in common or are not those of the signature
     * @throws KernelRejectedException if the method has something in it that cannot run on a GPU
     */
    public FloatNdArray floats(NdArray<?>... arguments) {
        return new FloatNdArray(apply(arguments, ElementType.FLOAT));
    }

    /**
     * {@return what a method that gives doubles gives for each element, or for what is along the last axes}
     *
     * @param arguments one for each parameter, of its type
     * @throws IllegalArgumentException if there are more or fewer, or of other types, or their shapes have none in common or are not those of the signature
     * @throws KernelRejectedException if the method has something in it that cannot run on a GPU
     */
    public DoubleNdArray doubles(NdArray<?>... arguments) {
        return new DoubleNdArray(apply(arguments, ElementType.DOUBLE));
    }

    /**
     * {@return what a method that gives booleans gives for each element, or for what is along the last axes}
     *
     * @param arguments one for each parameter, of its type
     * @throws IllegalArgumentException if there are more or fewer, or of other types, or their shapes have none in common or are not those of the signature
     * @throws KernelRejectedException if the method has something in it that cannot run on a GPU
     */
    public BooleanNdArray booleans(NdArray<?>... arguments) {
        return new BooleanNdArray(apply(arguments, ElementType.BOOLEAN));
    }
}
