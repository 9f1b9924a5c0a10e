package dev.gpukernel.array;

import dev.gpukernel.GpuArray;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.array.Einsum;
import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.HostImages;
import dev.gpukernel.internal.array.HostRows;
import dev.gpukernel.internal.array.HostSegments;
import dev.gpukernel.internal.array.Shaping;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.Constant;
import java.awt.image.BufferedImage;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Makes arrays with shapes. Elements of the host are copied to the current device. */
public final class NdArrays {
    private NdArrays() {}

    /**
     * {@return an array of one axis}
     *
     * @param elements its elements
     */
    public static IntNdArray of(int... elements) {
        return new IntNdArray(Expression.of(elements, elements.length));
    }

    /**
     * {@return an array of two axes}
     *
     * @param rows its rows
     * @throws IllegalArgumentException if rows differ in length
     */
    public static IntNdArray of(int[][] rows) {
        return new IntNdArray(HostRows.of(rows));
    }

    /**
     * {@return an array of three axes}
     *
     * @param rows its rows
     * @throws IllegalArgumentException if rows differ in length
     */
    public static IntNdArray of(int[][][] rows) {
        return new IntNdArray(HostRows.of(rows));
    }

    /**
     * {@return an array of one axis}
     *
     * @param elements its elements
     */
    public static LongNdArray of(long... elements) {
        return new LongNdArray(Expression.of(elements, elements.length));
    }

    /**
     * {@return an array of two axes}
     *
     * @param rows its rows
     * @throws IllegalArgumentException if rows differ in length
     */
    public static LongNdArray of(long[][] rows) {
        return new LongNdArray(HostRows.of(rows));
    }

    /**
     * {@return an array of three axes}
     *
     * @param rows its rows
     * @throws IllegalArgumentException if rows differ in length
     */
    public static LongNdArray of(long[][][] rows) {
        return new LongNdArray(HostRows.of(rows));
    }

    /**
     * {@return an array of one axis}
     *
     * @param elements its elements
     */
    public static FloatNdArray of(float... elements) {
        return new FloatNdArray(Expression.of(elements, elements.length));
    }

    /**
     * {@return an array of two axes}
     *
     * @param rows its rows
     * @throws IllegalArgumentException if rows differ in length
     */
    public static FloatNdArray of(float[][] rows) {
        return new FloatNdArray(HostRows.of(rows));
    }

    /**
     * {@return an array of three axes}
     *
     * @param rows its rows
     * @throws IllegalArgumentException if rows differ in length
     */
    public static FloatNdArray of(float[][][] rows) {
        return new FloatNdArray(HostRows.of(rows));
    }

    /**
     * {@return an array of one axis}
     *
     * @param elements its elements
     */
    public static DoubleNdArray of(double... elements) {
        return new DoubleNdArray(Expression.of(elements, elements.length));
    }

    /**
     * {@return an array of two axes}
     *
     * @param rows its rows
     * @throws IllegalArgumentException if rows differ in length
     */
    public static DoubleNdArray of(double[][] rows) {
        return new DoubleNdArray(HostRows.of(rows));
    }

    /**
     * {@return an array of three axes}
     *
     * @param rows its rows
     * @throws IllegalArgumentException if rows differ in length
     */
    public static DoubleNdArray of(double[][][] rows) {
        return new DoubleNdArray(HostRows.of(rows));
    }

    /**
     * {@return an array of one axis}
     *
     * @param elements its elements
     */
    public static BooleanNdArray of(boolean... elements) {
        return new BooleanNdArray(Expression.of(elements, elements.length));
    }

    /**
     * {@return an array of two axes}
     *
     * @param rows its rows
     * @throws IllegalArgumentException if rows differ in length
     */
    public static BooleanNdArray of(boolean[][] rows) {
        return new BooleanNdArray(HostRows.of(rows));
    }

    /**
     * {@return an array of three axes}
     *
     * @param rows its rows
     * @throws IllegalArgumentException if rows differ in length
     */
    public static BooleanNdArray of(boolean[][][] rows) {
        return new BooleanNdArray(HostRows.of(rows));
    }

    /**
     * {@return memory as an array} It is not copied, unless a kernel writes it while the array is in use: the array keeps the elements from
     * before. Once the memory is closed, neither it nor what is computed from it can be used.
     *
     * @param memory the elements, row by row
     * @param shape a shape of as many elements, of which one size may be -1; none for one axis
     * @throws IllegalArgumentException if the shape has more or fewer
     * @throws IllegalStateException if the memory is closed
     */
    public static IntNdArray ofInts(GpuArray<int[]> memory, int... shape) {
        return new IntNdArray(Expression.of(memory, shape));
    }

    /**
     * {@return memory as an array} It is not copied, unless a kernel writes it while the array is in use: the array keeps the elements from
     * before. Once the memory is closed, neither it nor what is computed from it can be used.
     *
     * @param memory the elements, row by row
     * @param shape a shape of as many elements, of which one size may be -1; none for one axis
     * @throws IllegalArgumentException if the shape has more or fewer
     * @throws IllegalStateException if the memory is closed
     */
    public static LongNdArray ofLongs(GpuArray<long[]> memory, int... shape) {
        return new LongNdArray(Expression.of(memory, shape));
    }

    /**
     * {@return memory as an array} It is not copied, unless a kernel writes it while the array is in use: the array keeps the elements from
     * before. Once the memory is closed, neither it nor what is computed from it can be used.
     *
     * @param memory the elements, row by row
     * @param shape a shape of as many elements, of which one size may be -1; none for one axis
     * @throws IllegalArgumentException if the shape has more or fewer
     * @throws IllegalStateException if the memory is closed
     */
    public static FloatNdArray ofFloats(GpuArray<float[]> memory, int... shape) {
        return new FloatNdArray(Expression.of(memory, shape));
    }

    /**
     * {@return memory as an array} It is not copied, unless a kernel writes it while the array is in use: the array keeps the elements from
     * before. Once the memory is closed, neither it nor what is computed from it can be used.
     *
     * @param memory the elements, row by row
     * @param shape a shape of as many elements, of which one size may be -1; none for one axis
     * @throws IllegalArgumentException if the shape has more or fewer
     * @throws IllegalStateException if the memory is closed
     */
    public static DoubleNdArray ofDoubles(GpuArray<double[]> memory, int... shape) {
        return new DoubleNdArray(Expression.of(memory, shape));
    }

    /**
     * {@return memory as an array} It is not copied, unless a kernel writes it while the array is in use: the array keeps the elements from
     * before. Once the memory is closed, neither it nor what is computed from it can be used.
     *
     * @param memory the elements, row by row
     * @param shape a shape of as many elements, of which one size may be -1; none for one axis
     * @throws IllegalArgumentException if the shape has more or fewer
     * @throws IllegalStateException if the memory is closed
     */
    public static BooleanNdArray ofBooleans(GpuArray<boolean[]> memory, int... shape) {
        return new BooleanNdArray(Expression.of(memory, shape));
    }

    /**
     * {@return memory as an array} It is not copied, unless a kernel writes it while the array is in use: the array keeps the elements from
     * before. Once the memory is closed, neither it nor what is computed from it can be used.
     *
     * @param memory the elements, row by row
     * @param shape a shape of as many elements, of which one size may be -1; none for one axis
     * @throws IllegalArgumentException if the shape has more or fewer
     * @throws IllegalStateException if the memory is closed
     */
    public static ByteNdArray ofBytes(GpuArray<byte[]> memory, int... shape) {
        return new ByteNdArray(Expression.of(memory, shape));
    }

    /**
     * {@return memory as an array} It is not copied, unless a kernel writes it while the array is in use: the array keeps the elements from
     * before. Once the memory is closed, neither it nor what is computed from it can be used.
     *
     * @param memory the elements, row by row
     * @param shape a shape of as many elements, of which one size may be -1; none for one axis
     * @throws IllegalArgumentException if the shape has more or fewer
     * @throws IllegalStateException if the memory is closed
     */
    public static ShortNdArray ofShorts(GpuArray<short[]> memory, int... shape) {
        return new ShortNdArray(Expression.of(memory, shape));
    }

    /**
     * {@return memory as an array} It is not copied, unless a kernel writes it while the array is in use: the array keeps the elements from
     * before. Once the memory is closed, neither it nor what is computed from it can be used.
     *
     * @param memory the elements, row by row
     * @param shape a shape of as many elements, of which one size may be -1; none for one axis
     * @throws IllegalArgumentException if the shape has more or fewer
     * @throws IllegalStateException if the memory is closed
     */
    public static CharNdArray ofChars(GpuArray<char[]> memory, int... shape) {
        return new CharNdArray(Expression.of(memory, shape));
    }

    /**
     * {@return elements of memory as an array} They are not copied, unless a kernel writes the memory while the array is in use: the array keeps
     * the elements from before. Once the memory is closed, neither it nor what is computed from it can be used. It is of the type of the elements,
     * such as {@link FloatNdArray}.
     *
     * @param <A> type of the memory's array
     * @param memory where the elements are
     * @throws IllegalArgumentException if they are no numbers or booleans
     * @throws IllegalStateException if the memory is closed
     */
    @SuppressWarnings("unchecked") // as just seen
    public static <A> NdArray<A> of(StridedMemory<A> memory) {
        GpuArray<A> elements = memory.elements();
        ElementType type = ElementType.ofArray(elements.type());
        if (type == null) {
            throw new IllegalArgumentException(
                    Message.NOT_PRIMITIVE_ARRAY.format(elements.type().getTypeName()));
        }
        Expression made = Expression.of(elements, memory.offset(), memory.shape(), memory.strides());
        NdArray<?> array = switch (type) {
            case BOOLEAN -> new BooleanNdArray(made);
            case BYTE -> new ByteNdArray(made);
            case CHAR -> new CharNdArray(made);
            case SHORT -> new ShortNdArray(made);
            case INT -> new IntNdArray(made);
            case LONG -> new LongNdArray(made);
            case FLOAT -> new FloatNdArray(made);
            case DOUBLE -> new DoubleNdArray(made);
        };
        return (NdArray<A>) array;
    }

    /**
     * {@return the pixels of an image, of shape (height, width)} Each is {@code 0xAARRGGBB}, as {@link BufferedImage#getRGB(int, int)} has it,
     * whatever the image keeps.
     *
     * @param image the image, which is copied
     * @throws IllegalArgumentException if it has too many pixels
     */
    public static IntNdArray of(BufferedImage image) {
        return new IntNdArray(HostImages.of(image, ElementType.INT));
    }

    /**
     * {@return what an image keeps of each pixel, unchanged: its samples in the order of its bands, red first, or its index} The shape is (height,
     * width), or (height, width, samples) of several samples.
     *
     * @param image an image that keeps bytes, such as {@link BufferedImage#TYPE_3BYTE_BGR} and {@link BufferedImage#TYPE_BYTE_GRAY}; they are signed; it is copied
     * @throws IllegalArgumentException if it keeps something else, or has too many pixels
     */
    public static ByteNdArray ofBytes(BufferedImage image) {
        return new ByteNdArray(HostImages.of(image, ElementType.BYTE));
    }

    /**
     * {@return what an image keeps of each pixel, unchanged: its samples in the order of its bands, red first, or its index} The shape is (height,
     * width), or (height, width, samples) of several samples.
     *
     * @param image an image that keeps samples of 16 bits; they are signed; it is copied
     * @throws IllegalArgumentException if it keeps something else, or has too many pixels
     */
    public static ShortNdArray ofShorts(BufferedImage image) {
        return new ShortNdArray(HostImages.of(image, ElementType.SHORT));
    }

    /**
     * {@return what an image keeps of each pixel, unchanged: its samples in the order of its bands, red first, or its index} The shape is (height,
     * width), or (height, width, samples) of several samples.
     *
     * @param image an image that keeps floats; it is copied
     * @throws IllegalArgumentException if it keeps something else, or has too many pixels
     */
    public static FloatNdArray ofFloats(BufferedImage image) {
        return new FloatNdArray(HostImages.of(image, ElementType.FLOAT));
    }

    /**
     * {@return what an image keeps of each pixel, unchanged: its samples in the order of its bands, red first, or its index} The shape is (height,
     * width), or (height, width, samples) of several samples.
     *
     * @param image an image that keeps doubles; it is copied
     * @throws IllegalArgumentException if it keeps something else, or has too many pixels
     */
    public static DoubleNdArray ofDoubles(BufferedImage image) {
        return new DoubleNdArray(HostImages.of(image, ElementType.DOUBLE));
    }

    /**
     * {@return the elements of a memory segment, which are copied, in the machine's byte order}
     *
     * @param segment native memory or that of an array of Java's, which may begin anywhere
     * @param shape a shape of as many elements, of which one size may be -1; none for one axis
     * @throws IllegalArgumentException if the shape has more or fewer, the segment ends within an element, or it has more than an array may have
     * @throws IllegalStateException if it is closed
     * @throws WrongThreadException if it is confined to another thread
     */
    public static IntNdArray ofInts(MemorySegment segment, int... shape) {
        return new IntNdArray(HostSegments.of(segment, ElementType.INT, shape));
    }

    /**
     * {@return the elements of a memory segment, which are copied, in the machine's byte order}
     *
     * @param segment native memory or that of an array of Java's, which may begin anywhere
     * @param shape a shape of as many elements, of which one size may be -1; none for one axis
     * @throws IllegalArgumentException if the shape has more or fewer, the segment ends within an element, or it has more than an array may have
     * @throws IllegalStateException if it is closed
     * @throws WrongThreadException if it is confined to another thread
     */
    public static LongNdArray ofLongs(MemorySegment segment, int... shape) {
        return new LongNdArray(HostSegments.of(segment, ElementType.LONG, shape));
    }

    /**
     * {@return the elements of a memory segment, which are copied, in the machine's byte order}
     *
     * @param segment native memory or that of an array of Java's, which may begin anywhere
     * @param shape a shape of as many elements, of which one size may be -1; none for one axis
     * @throws IllegalArgumentException if the shape has more or fewer, the segment ends within an element, or it has more than an array may have
     * @throws IllegalStateException if it is closed
     * @throws WrongThreadException if it is confined to another thread
     */
    public static FloatNdArray ofFloats(MemorySegment segment, int... shape) {
        return new FloatNdArray(HostSegments.of(segment, ElementType.FLOAT, shape));
    }

    /**
     * {@return the elements of a memory segment, which are copied, in the machine's byte order}
     *
     * @param segment native memory or that of an array of Java's, which may begin anywhere
     * @param shape a shape of as many elements, of which one size may be -1; none for one axis
     * @throws IllegalArgumentException if the shape has more or fewer, the segment ends within an element, or it has more than an array may have
     * @throws IllegalStateException if it is closed
     * @throws WrongThreadException if it is confined to another thread
     */
    public static DoubleNdArray ofDoubles(MemorySegment segment, int... shape) {
        return new DoubleNdArray(HostSegments.of(segment, ElementType.DOUBLE, shape));
    }

    /**
     * {@return the elements of a memory segment, which are copied, in the machine's byte order}
     *
     * @param segment native memory or that of an array of Java's, which may begin anywhere
     * @param shape a shape of as many elements, of which one size may be -1; none for one axis
     * @throws IllegalArgumentException if the shape has more or fewer, the segment ends within an element, or it has more than an array may have
     * @throws IllegalStateException if it is closed
     * @throws WrongThreadException if it is confined to another thread
     */
    public static ByteNdArray ofBytes(MemorySegment segment, int... shape) {
        return new ByteNdArray(HostSegments.of(segment, ElementType.BYTE, shape));
    }

    /**
     * {@return the elements of a memory segment, which are copied, in the machine's byte order}
     *
     * @param segment native memory or that of an array of Java's, which may begin anywhere
     * @param shape a shape of as many elements, of which one size may be -1; none for one axis
     * @throws IllegalArgumentException if the shape has more or fewer, the segment ends within an element, or it has more than an array may have
     * @throws IllegalStateException if it is closed
     * @throws WrongThreadException if it is confined to another thread
     */
    public static ShortNdArray ofShorts(MemorySegment segment, int... shape) {
        return new ShortNdArray(HostSegments.of(segment, ElementType.SHORT, shape));
    }

    /**
     * {@return the elements of a memory segment, which are copied, in the machine's byte order}
     *
     * @param segment native memory or that of an array of Java's, which may begin anywhere
     * @param shape a shape of as many elements, of which one size may be -1; none for one axis
     * @throws IllegalArgumentException if the shape has more or fewer, the segment ends within an element, or it has more than an array may have
     * @throws IllegalStateException if it is closed
     * @throws WrongThreadException if it is confined to another thread
     */
    public static CharNdArray ofChars(MemorySegment segment, int... shape) {
        return new CharNdArray(HostSegments.of(segment, ElementType.CHAR, shape));
    }

    /** {@return a new scope, which frees the memory of what this thread makes until the scope is closed} */
    public static NdScope scope() {
        return new NdScope();
    }

    /**
     * {@return zeros}
     *
     * @param shape the shape
     * @throws IllegalArgumentException if it has a negative size or too many elements
     */
    public static FloatNdArray zeros(int... shape) {
        return full(0f, shape);
    }

    /**
     * {@return one value everywhere}
     *
     * @param value the value
     * @param shape the shape; none for a single one
     * @throws IllegalArgumentException if it has a negative size or too many elements
     */
    public static IntNdArray full(int value, int... shape) {
        return new IntNdArray(Expression.number(ElementType.INT, Constant.of(value), shape));
    }

    /**
     * {@return one value everywhere}
     *
     * @param value the value
     * @param shape the shape; none for a single one
     * @throws IllegalArgumentException if it has a negative size or too many elements
     */
    public static LongNdArray full(long value, int... shape) {
        return new LongNdArray(Expression.number(ElementType.LONG, Constant.of(value), shape));
    }

    /**
     * {@return one value everywhere}
     *
     * @param value the value
     * @param shape the shape; none for a single one
     * @throws IllegalArgumentException if it has a negative size or too many elements
     */
    public static FloatNdArray full(float value, int... shape) {
        return new FloatNdArray(Expression.number(ElementType.FLOAT, Constant.of(value), shape));
    }

    /**
     * {@return one value everywhere}
     *
     * @param value the value
     * @param shape the shape; none for a single one
     * @throws IllegalArgumentException if it has a negative size or too many elements
     */
    public static DoubleNdArray full(double value, int... shape) {
        return new DoubleNdArray(Expression.number(ElementType.DOUBLE, Constant.of(value), shape));
    }

    /**
     * {@return one value everywhere}
     *
     * @param value the value
     * @param shape the shape; none for a single one
     * @throws IllegalArgumentException if it has a negative size or too many elements
     */
    public static BooleanNdArray full(boolean value, int... shape) {
        return new BooleanNdArray(Expression.number(ElementType.BOOLEAN, Constant.of(value ? 1 : 0), shape));
    }

    /**
     * {@return the ints from 0 on}
     *
     * @param end behind the last
     * @throws IllegalArgumentException if it is negative
     */
    public static IntNdArray arange(int end) {
        return new IntNdArray(Expression.places(end));
    }

    /**
     * {@return ints that are one step apart}
     *
     * @param start the first
     * @param end where to stop, before that
     * @param step from each to the next; negative to go down
     * @throws IllegalArgumentException if it is 0, or there are too many
     */
    public static IntNdArray arange(int start, int end, int step) {
        long distance = step > 0 ? (long) end - start : (long) start - end;
        long stride = Math.abs((long) step);
        long count = step == 0 ? -1 : distance <= 0 ? 0 : (distance + stride - 1) / stride;
        if (count < 0 || count > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(Message.RANGE_STEP.format(start, end, step));
        }
        return arange((int) count).times(step).plus(start);
    }

    /**
     * {@return doubles that are evenly spaced, {@code start + i * ((end - start) / (count - 1))}, the last of them the end itself}
     *
     * @param start the first
     * @param end the last, unless there is only one
     * @param count how many
     * @throws IllegalArgumentException if it is negative
     */
    public static DoubleNdArray linspace(double start, double end, int count) {
        IntNdArray places = arange(count);
        DoubleNdArray even =
                places.toDouble().times((end - start) / (count - 1)).plus(start);
        return count < 2 ? full(start, count) : places.equal(count - 1).where(full(end), even);
    }

    /**
     * {@return a square of floats, 1 on the diagonal and 0 elsewhere}
     *
     * @param size number of rows
     * @throws IllegalArgumentException if it is negative or there are too many elements
     */
    public static FloatNdArray eye(int size) {
        IntNdArray places = arange(size);
        return places.expandDims(1).equal(places).where(full(1f), full(0f));
    }

    /**
     * Einstein's sum convention, as NumPy's {@code einsum} has it: {@code einsum("ik,kj->ij", a, b)}. Each operand has a letter for each of its
     * axes. What has the same letters is multiplied, and letters that the result lacks are summed over: {@code "ii->i"} is a diagonal,
     * {@code "ij->ji"} the transpose, {@code "ij->i"} sums of rows. Without {@code ->} the result has the letters that occur once, in
     * alphabetical order.
     *
     * <p>Operands are multiplied from left to right. Where letters of two are summed over they are products of matrices, computed as
     * {@link ArithmeticNdArray#matmul} says; sums of one operand are those of {@code sum}, in its own type.
     *
     * @param <S> type of the operands and the result
     * @param subscripts the letters of each operand, with commas between them, and those of the result behind {@code ->}
     * @param operands the operands
     * @return the result
     * @throws IllegalArgumentException if there are not as many operands and axes as letters, or a letter stands for several sizes
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    public static <S extends ArithmeticNdArray<?, S>> S einsum(String subscripts, S... operands) {
        List<Expression> expressions =
                Arrays.stream(operands).map(NdArray::expression).toList();
        return operands[0].of(
                Einsum.of(subscripts, expressions).to(operands[0].expression().type()));
    }

    /**
     * {@return ones}
     *
     * @param shape the shape
     * @throws IllegalArgumentException if it has a negative size or too many elements
     */
    public static FloatNdArray ones(int... shape) {
        return full(1f, shape);
    }

    /**
     * {@return doubles that are one step apart: {@code start + i * step}}
     *
     * @param start the first
     * @param end where to stop, before that
     * @param step from each to the next; negative to go down
     * @throws IllegalArgumentException if it is 0, if one of the three is not a number, or if there are too many
     */
    public static DoubleNdArray arange(double start, double end, double step) {
        double count = Math.ceil((end - start) / step);
        if (step == 0 || !(count <= Integer.MAX_VALUE)) {
            throw new IllegalArgumentException(Message.RANGE_STEP.format(start, end, step));
        }
        return arange((int) Math.max(0, count)).toDouble().times(step).plus(start);
    }

    /**
     * {@return doubles whose logarithms to base 10 are evenly spaced, {@code pow(10, linspace(start, end, count))}}
     *
     * @param start logarithm of the first
     * @param end that of the last, unless there is only one
     * @param count how many
     * @throws IllegalArgumentException if it is negative
     */
    public static DoubleNdArray logspace(double start, double end, int count) {
        return full(10d).pow(linspace(start, end, count));
    }

    /**
     * {@return floats, 1 on a diagonal and 0 elsewhere}
     *
     * @param rows number of rows
     * @param columns number of columns
     * @param diagonal how many columns right of the main one; negative below
     * @throws IllegalArgumentException if a size is negative or there are too many elements
     */
    public static FloatNdArray eye(int rows, int columns, int diagonal) {
        IntNdArray places = arange(rows).expandDims(1);
        IntNdArray columnPlaces = arange(columns);
        return columnPlaces
                .equal(places.plus(Math.clamp(diagonal, -rows, columns)))
                .where(full(1f), full(0f));
    }

    /**
     * {@return floats, 1 on a diagonal and below and 0 above}
     *
     * @param rows number of rows
     * @param columns number of columns
     * @param diagonal how many columns right of the main one; negative below
     * @throws IllegalArgumentException if a size is negative or there are too many elements
     */
    public static FloatNdArray tri(int rows, int columns, int diagonal) {
        return ones(rows, columns).tril(diagonal);
    }

    /**
     * {@return arrays behind each other}
     *
     * @param axis along which
     * @param first the first one
     * @param others the others, which have the same sizes along all other axes
     * @param <S> type of all of them
     * @throws IllegalArgumentException if there is no such axis, or shapes do not fit
     */
    @SafeVarargs
    public static <S extends TypedNdArray<?, S>> S concat(int axis, S first, S... others) {
        return first.of(Shaping.concat(expressions(first, others), axis));
    }

    /**
     * {@return arrays side by side, along a new axis}
     *
     * @param axis where it will be; a negative one counts from the last
     * @param first the first one
     * @param others the others, of the same shape
     * @param <S> type of all of them
     * @throws IllegalArgumentException if there is no such place, or shapes differ
     */
    @SafeVarargs
    public static <S extends TypedNdArray<?, S>> S stack(int axis, S first, S... others) {
        List<Expression> spread = expressions(first, others).stream()
                .map(array -> array.expandDims(axis))
                .toList();
        return first.of(Shaping.concat(spread, axis));
    }

    /**
     * {@return for each of some arrays its elements, row by row, along an axis of a grid, those of the first from left to right, those of
     * the second from top to bottom}
     *
     * @param first the first one
     * @param others the others
     * @param <S> type of all of them
     * @throws IllegalArgumentException if there are too many elements
     */
    @SafeVarargs
    public static <S extends TypedNdArray<?, S>> List<S> meshgrid(S first, S... others) {
        List<Expression> arrays = expressions(first, others);
        int[] shape = new int[arrays.size()];
        for (int i = 0; i < shape.length; i++) {
            shape[gridAxis(i, shape.length)] = arrays.get(i).reshape(-1).size();
        }
        List<S> grids = new ArrayList<>();
        for (int i = 0; i < shape.length; i++) {
            Expression spread = arrays.get(i).reshape(-1);
            for (int axis = gridAxis(i, shape.length) + 1; axis < shape.length; axis++) {
                spread = spread.expandDims(-1);
            }
            grids.add(first.of(spread.broadcastTo(shape)));
        }
        return grids;
    }

    /** {@return the axis of an array of a grid} A column is the second index. */
    private static int gridAxis(int number, int count) {
        return number < 2 && count > 1 ? 1 - number : number;
    }

    private static List<Expression> expressions(TypedNdArray<?, ?> first, TypedNdArray<?, ?>... others) {
        return Stream.concat(Stream.of(first), Stream.of(others))
                .map(NdArray::expression)
                .toList();
    }

    /**
     * {@return what makes arrays of random numbers}
     *
     * @param seed any number; the same seed gives the same numbers, on every device
     */
    public static NdRandom random(long seed) {
        return new NdRandom(seed, 0);
    }

    /**
     * {@return an array of one axis}
     *
     * @param elements its elements
     */
    public static ByteNdArray of(byte... elements) {
        return new ByteNdArray(Expression.of(elements, elements.length));
    }

    /**
     * {@return an array of two axes}
     *
     * @param rows its rows
     * @throws IllegalArgumentException if rows differ in length
     */
    public static ByteNdArray of(byte[][] rows) {
        return new ByteNdArray(HostRows.of(rows));
    }

    /**
     * {@return an array of three axes}
     *
     * @param rows its rows
     * @throws IllegalArgumentException if rows differ in length
     */
    public static ByteNdArray of(byte[][][] rows) {
        return new ByteNdArray(HostRows.of(rows));
    }

    /**
     * {@return one value everywhere}
     *
     * @param value the value
     * @param shape the shape; none for a single one
     * @throws IllegalArgumentException if it has a negative size or too many elements
     */
    public static ByteNdArray full(byte value, int... shape) {
        return new ByteNdArray(Expression.number(ElementType.BYTE, Constant.of((int) value), shape));
    }

    /**
     * {@return an array of one axis}
     *
     * @param elements its elements
     */
    public static ShortNdArray of(short... elements) {
        return new ShortNdArray(Expression.of(elements, elements.length));
    }

    /**
     * {@return an array of two axes}
     *
     * @param rows its rows
     * @throws IllegalArgumentException if rows differ in length
     */
    public static ShortNdArray of(short[][] rows) {
        return new ShortNdArray(HostRows.of(rows));
    }

    /**
     * {@return an array of three axes}
     *
     * @param rows its rows
     * @throws IllegalArgumentException if rows differ in length
     */
    public static ShortNdArray of(short[][][] rows) {
        return new ShortNdArray(HostRows.of(rows));
    }

    /**
     * {@return one value everywhere}
     *
     * @param value the value
     * @param shape the shape; none for a single one
     * @throws IllegalArgumentException if it has a negative size or too many elements
     */
    public static ShortNdArray full(short value, int... shape) {
        return new ShortNdArray(Expression.number(ElementType.SHORT, Constant.of((int) value), shape));
    }

    /**
     * {@return an array of one axis}
     *
     * @param elements its elements
     */
    public static CharNdArray of(char... elements) {
        return new CharNdArray(Expression.of(elements, elements.length));
    }

    /**
     * {@return an array of two axes}
     *
     * @param rows its rows
     * @throws IllegalArgumentException if rows differ in length
     */
    public static CharNdArray of(char[][] rows) {
        return new CharNdArray(HostRows.of(rows));
    }

    /**
     * {@return an array of three axes}
     *
     * @param rows its rows
     * @throws IllegalArgumentException if rows differ in length
     */
    public static CharNdArray of(char[][][] rows) {
        return new CharNdArray(HostRows.of(rows));
    }

    /**
     * {@return one value everywhere}
     *
     * @param value the value
     * @param shape the shape; none for a single one
     * @throws IllegalArgumentException if it has a negative size or too many elements
     */
    public static CharNdArray full(char value, int... shape) {
        return new CharNdArray(Expression.number(ElementType.CHAR, Constant.of((int) value), shape));
    }
}
