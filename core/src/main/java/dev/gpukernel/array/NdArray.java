package dev.gpukernel.array;

import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.array.ArrayScope;
import dev.gpukernel.internal.array.ArrayText;
import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.HostImages;
import dev.gpukernel.internal.array.Shapes;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.Constant;
import java.awt.image.BufferedImage;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * An array with a shape, on the current device, whose elements do not change. Operations compute nothing at first: they make an array that
 * is an expression. When someone looks, by {@link #compute}, {@link #toArray} or {@link #toString}, all of the expression is computed at
 * once, as one kernel.
 *
 * <p>Two arrays of one operation have shapes that can be broadcast: counted from the last axis, sizes are equal, or one of them is 1 or
 * missing and that array is repeated. Views of an array, such as {@link #reshape} and {@link #slice}, copy nothing; only a reshape that no
 * steps through memory can express is computed first.
 *
 * <p>Memory of arrays that become unreachable is freed some time later. Arrays may be used by several threads.
 *
 * @param <A> type of the corresponding array of Java's, such as {@code float[]}
 */
public abstract sealed class NdArray<A> permits TypedNdArray {
    private volatile Expression expression;

    NdArray(Expression expression) {
        expression.hold();
        this.expression = expression;
    }

    /** {@return what it is computed from} */
    final Expression expression() {
        return expression;
    }

    /** Computes it, unless that is done. */
    final void settle() {
        expression = expression.computed();
    }

    /** Computes it, and lets it outlive a scope. */
    final void keep(ArrayScope scope) {
        expression = scope.keep(expression);
    }

    /** {@return its elements, as an array of Java's} */
    final Object elements() {
        settle();
        return expression.toArray();
    }

    /** {@return an element, as an array of Java's that holds it alone} */
    final Object element(int... indices) {
        if (indices.length != rank()) {
            throw new IllegalArgumentException(
                    Message.NOT_AN_ELEMENT.format(indices.length, Shapes.text(expression.shape()), rank()));
        }
        settle();
        Expression found = expression;
        for (int index : indices) {
            found = found.at(index);
        }
        return found.toArray();
    }

    final Expression sliced(Slice... slices) {
        if (slices.length > rank()) {
            throw new IllegalArgumentException(
                    Message.NO_AXIS.format(slices.length - 1, Shapes.text(expression.shape()), -rank(), rank() - 1));
        }
        Expression result = expression;
        for (int axis = 0; axis < slices.length; axis++) {
            Slice slice = slices[axis];
            result = result.slice(axis, slice.from(), slice.to(), slice.step());
        }
        return result;
    }

    static Expression number(int value) {
        return Expression.number(ElementType.INT, Constant.of(value));
    }

    static Expression number(long value) {
        return Expression.number(ElementType.LONG, Constant.of(value));
    }

    static Expression number(float value) {
        return Expression.number(ElementType.FLOAT, Constant.of(value));
    }

    static Expression number(double value) {
        return Expression.number(ElementType.DOUBLE, Constant.of(value));
    }

    /** {@return the size along each axis; none of a single number} */
    public final int[] shape() {
        return expression.shape().clone();
    }

    /** {@return number of axes} */
    public final int rank() {
        return expression.shape().length;
    }

    /** {@return number of elements} */
    public final int size() {
        return expression.size();
    }

    /**
     * Computes the elements now, in one kernel, unless that is done. What it was computed from is not needed any more. On a GPU this waits
     * for the kernel only if an element may throw an exception.
     *
     * @return this
     * @throws ArithmeticException if an integer is divided by 0
     * @throws IndexOutOfBoundsException if an array of indices has one that an axis does not have
     */
    public abstract NdArray<A> compute();

    /**
     * Computes the elements, unless that is done, and copies them to the host.
     *
     * @return the elements, row by row
     * @throws ArithmeticException if an integer is divided by 0
     * @throws IndexOutOfBoundsException if an array of indices has one that an axis does not have
     */
    public abstract A toArray();

    /**
     * Computes the elements, unless that is done, and gives the memory where they are, row by row, for kernels. It is not copied, unless this
     * is a view. If a kernel writes it, the elements of this and other arrays are copied before, so that they stay what they are. Closing it
     * frees them.
     *
     * @return the memory
     * @throws ArithmeticException if an integer is divided by 0
     */
    public abstract GpuArray<A> asGpuArray();

    /**
     * Computes the elements, unless that is done, and says where in memory they are, for libraries that take strides. Unlike {@link #asGpuArray},
     * a view is not copied. If a kernel writes the memory, the elements of this and other arrays are copied before.
     *
     * @return the memory
     * @throws ArithmeticException if an integer is divided by 0
     */
    public abstract StridedMemory<A> stridedMemory();

    /**
     * Computes the elements into memory, row by row, in one kernel. If that throws, what is there then is undefined. Arrays that are computed
     * from the memory keep their elements: they are copied before.
     *
     * @param target as many elements
     * @throws IllegalArgumentException if it has more or fewer
     * @throws IllegalStateException if it is closed
     * @throws ArithmeticException if an integer is divided by 0
     */
    public abstract void into(GpuArray<A> target);

    /**
     * Computes the elements, unless that is done, and copies them to a memory segment, row by row, in the machine's byte order.
     *
     * @param target native memory or that of an array of Java's, of as many elements, which may begin anywhere
     * @throws IllegalArgumentException if it has more or fewer, it is read-only, or this is an array of booleans
     * @throws IllegalStateException if it is closed
     * @throws WrongThreadException if it is confined to another thread
     * @throws ArithmeticException if an integer is divided by 0
     */
    public final void copyTo(MemorySegment target) {
        Objects.requireNonNull(target, "target");
        settle();
        expression.memory().copyTo(target);
    }

    /**
     * Computes the elements, unless that is done, and copies them to an image: ints as colours, {@code 0xAARRGGBB}, others as what the image
     * keeps of its pixels.
     *
     * @param target an image whose height and width are the first two axes, and whose samples are the third where a pixel has several
     * @throws IllegalArgumentException if it has another size, or keeps something else
     * @throws ArithmeticException if an integer is divided by 0
     */
    public final void copyTo(BufferedImage target) {
        Objects.requireNonNull(target, "target");
        settle();
        HostImages.copy(expression, target);
    }

    /**
     * {@return the same elements, row by row, in another shape}
     *
     * @param shape the shape; one size may be -1, which stands for what is left
     * @throws IllegalArgumentException if it has more or fewer elements
     */
    public abstract NdArray<A> reshape(int... shape);

    /** {@return the same with its axes in the opposite order} */
    public abstract NdArray<A> transpose();

    /**
     * {@return the same with its axes in another order}
     *
     * @param axes each axis once; negative ones count from the last
     * @throws IllegalArgumentException if they are not
     */
    public abstract NdArray<A> transpose(int... axes);

    /**
     * {@return some indices of each axis}
     *
     * @param slices one for each of the first axes; the others are whole
     * @throws IllegalArgumentException if there are more slices than axes
     */
    public abstract NdArray<A> slice(Slice... slices);

    /**
     * {@return what is at an index of the first axis, which is left out}
     *
     * @param index the index; a negative one counts from the end
     * @throws IndexOutOfBoundsException if the axis has no such index
     */
    public abstract NdArray<A> at(int index);

    /**
     * {@return the same with another axis, of size 1}
     *
     * @param axis where it will be; a negative one counts from the last
     * @throws IllegalArgumentException if there is no such place
     */
    public abstract NdArray<A> expandDims(int axis);

    /**
     * {@return the same without axes of size 1}
     *
     * @param axes which of them, none for all
     * @throws IllegalArgumentException if one has another size
     */
    public abstract NdArray<A> squeeze(int... axes);

    /**
     * {@return the same, repeated along axes of size 1 and along new ones before them}
     *
     * @param shape the shape
     * @throws IllegalArgumentException if the array cannot be repeated to it
     */
    public abstract NdArray<A> broadcastTo(int... shape);

    /**
     * {@return the same backwards}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public abstract NdArray<A> flip(int... axes);

    /**
     * {@return the kernel that computes the elements in the end, to look at with {@link Kernel#ir} and {@link Kernel#ptx}} All that is computed
     * before, such as a sum that is subtracted, has kernels of its own. If the elements are computed, it would copy them.
     */
    public final Kernel kernel() {
        return expression.kernel();
    }

    /**
     * {@return the elements in the layout of NumPy: in brackets, row by row, below each other, in lines of at most 75 characters; if there are more
     * than 1,000, the first and the last 3 along each axis} Each element has Java's text. Computes the array.
     */
    @Override
    public final String toString() {
        return ArrayText.of(elements(), expression.shape());
    }
}
