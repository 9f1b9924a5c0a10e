package dev.gpukernel.oracle;

import dev.gpukernel.oracle.ArraysArguments.Place;
import dev.gpukernel.oracle.ArraysArguments.Shape;
import dev.gpukernel.oracle.StorageKernel.Returned;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of a generated kernel of uses of arrays.
 *
 * @param values one for each parameter
 * @param types what each segment is of
 * @param shape what rows are like
 * @param oddities what else is special
 * @param place where arrays are to be
 * @param areBuffers whether arrays of numbers are passed as buffers
 * @param launches how many there are in a row
 */
record StorageArguments(
        List<Object> values,
        List<NumberType> types,
        Shape shape,
        Oddities oddities,
        Place place,
        boolean areBuffers,
        int launches)
        implements LaunchArguments {
    private static final int RESULTS = 16;

    /**
     * What is special about arguments.
     *
     * @param aliased whether an array, a row, or some of the memory is there twice
     * @param hasNull whether an array of records holds null
     * @param isPartial whether a segment ends within an element
     * @param areLarge whether segments are taken for large ones
     */
    record Oddities(boolean aliased, boolean hasNull, boolean isPartial, boolean areLarge) {}

    /** Where the bytes of a segment are. */
    private enum Memory {
        NATIVE,
        NATIVE_PART,
        ARRAY,
        ARRAY_PART,
        OTHER_ARRAY
    }

    /** {@return arguments of a kernel, whose parameters have some types, the same for the same number} */
    static StorageArguments of(StorageKernel kernel, int number, Class<?>[] types) {
        SplittableRandom random = new SplittableRandom(kernel.seed() * 41 + number);
        int n = random.nextInt(12) == 0 ? random.nextInt(3) : random.nextInt(8) == 0 ? 70 : random.nextInt(7, 10);
        int m = random.nextInt(5, 8);
        boolean hasRows = kernel.parameters().stream().anyMatch(List.of("a", "b", "v")::contains);
        Shape shape = !hasRows || random.nextInt(5) > 1
                ? Shape.EVEN
                : random.nextBoolean() ? Shape.RAGGED : oneOf(Shape.values(), random);
        List<Object> values = new ArrayList<>();
        List<NumberType> segments = new ArrayList<>();
        for (String parameter : kernel.parameters()) {
            Class<?> type = types[values.size()];
            NumberType held = kernel.segments().get(parameter);
            int usual = random.nextInt(60) == 0 ? n / 2 : n + 2;
            boolean isOdd = random.nextInt(40) == 0;
            segments.add(held == null ? NumberType.BYTE : held);
            values.add(
                    switch (parameter) {
                        case "n" -> (Object) n;
                        case "m" -> m;
                        case "steps" -> random.nextInt(4);
                        case "res" -> new long[RESULTS];
                        case "res2" -> new long[usual];
                        case "w" ->
                            random.ints(usual, 0, random.nextInt(20) == 0 ? n + 4 : n + 1)
                                    .toArray();
                        case "a", "b", "v" -> rows(type, shape, usual, m + 2, random);
                        case "p", "q" -> records(type.componentType(), usual, random);
                        case "s", "t" -> segment(segments.getLast(), usual * m, isOdd, random);
                        default -> numbers(NumberType.ofArray(type), usual * m, random);
                    });
        }
        // Threads of a grid in no order would meet.
        boolean aliased = random.nextInt(7) == 0 && !kernel.isGrid() && alias(values, segments, random);
        boolean isPartial = IntStream.range(0, values.size())
                .anyMatch(i -> values.get(i) instanceof MemorySegment segment && !isWhole(segment, segments.get(i)));
        boolean isShared = aliased && sharesMemory(values);
        aliased |= shape.compareTo(Shape.NULL_ROW) > 0 && ArraysArguments.share(shape, values, random);
        boolean hasNull = random.nextInt(10) == 0 && ArraysArguments.removeRecord(values, random);
        boolean isOnHost = !ArraysArguments.isHeld(shape) || hasNull || isPartial || isShared || random.nextBoolean();
        Place place = isOnHost ? Place.HOST : random.nextInt(12) > 0 ? Place.DEVICE : Place.BOTH;
        boolean areBuffers = place == Place.HOST
                && kernel.returned() != Returned.NUMBERS
                && kernel.returned() != Returned.RECORD
                && random.nextInt(5) == 0;
        return new StorageArguments(
                List.copyOf(values),
                segments,
                shape,
                new Oddities(aliased, hasNull, isPartial, place == Place.HOST && random.nextInt(3) == 0),
                place,
                areBuffers,
                random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 1);
    }

    private static <T> T oneOf(T[] values, SplittableRandom random) {
        return values[random.nextInt(values.length)];
    }

    private static boolean isWhole(MemorySegment segment, NumberType type) {
        return segment.byteSize() % whole(Array.newInstance(type.scalar(), 1)).byteSize() == 0;
    }

    private static Object numbers(NumberType type, int length, SplittableRandom random) {
        // Floating numbers are whole ones, so that the order of sums does not show.
        return type.isIntegral() && random.nextBoolean()
                ? Inputs.array(type, length, random)
                : CarriedArguments.filled(type, length, true, random);
    }

    private static Object rows(Class<?> type, Shape shape, int length, int columns, SplittableRandom random) {
        Class<?> component = type.componentType();
        boolean isPlane = component.componentType().isPrimitive();
        int number = !isPlane ? random.nextInt(2, 4) : shape == Shape.NO_ROWS ? 0 : length;
        @Nullable Object[] rows = (@Nullable Object[]) Array.newInstance(component, number);
        for (int i = 0; i < number; i++) {
            int odd = shape == Shape.RAGGED && random.nextInt(3) == 0 ? random.nextInt(-2, 3) : 0;
            int own = shape == Shape.NO_COLUMNS ? 0 : columns + odd;
            rows[i] = isPlane
                    ? numbers(NumberType.ofArray(component), own, random)
                    : rows(component, shape, Math.max(0, length + odd), columns, random);
        }
        if (shape == Shape.NULL_ROW && number > 0 && random.nextBoolean()) {
            rows[random.nextInt(number)] = null;
        }
        return rows;
    }

    private static Object records(Class<?> type, int length, SplittableRandom random) {
        return Inputs.records(type, length, random);
    }

    private static MemorySegment segment(NumberType type, int length, boolean isOdd, SplittableRandom random) {
        MemorySegment contents = whole(numbers(type, length, random));
        long bytes = contents.byteSize() - (isOdd && length > 0 ? 1 : 0);
        long before = 8L * random.nextInt(1, 4);
        MemorySegment segment = switch (oneOf(Memory.values(), random)) {
            case NATIVE -> Arena.ofAuto().allocate(bytes, Long.BYTES);
            case NATIVE_PART ->
                Arena.ofAuto().allocate(bytes + 2 * before, Long.BYTES).asSlice(before, bytes);
            case ARRAY -> contents.asSlice(0, bytes);
            case ARRAY_PART ->
                whole(Array.newInstance(type.scalar(), length + 2 * (int) before))
                        .asSlice(before, bytes);
            // As aligned as all types are.
            case OTHER_ARRAY -> whole(new long[(int) bytes / Long.BYTES + 4]).asSlice(before, bytes);
        };
        return segment.copyFrom(contents.asSlice(0, bytes));
    }

    /** {@return the segment of a whole array} */
    static MemorySegment whole(Object array) {
        return switch (array) {
            case byte[] all -> MemorySegment.ofArray(all);
            case char[] all -> MemorySegment.ofArray(all);
            case short[] all -> MemorySegment.ofArray(all);
            case int[] all -> MemorySegment.ofArray(all);
            case long[] all -> MemorySegment.ofArray(all);
            case float[] all -> MemorySegment.ofArray(all);
            case double[] all -> MemorySegment.ofArray(all);
            default -> throw new IllegalArgumentException("no segment of " + array.getClass());
        };
    }

    /** Makes one array or segment another parameter's, too, or a segment one of an array that is passed, or of a part of another. */
    private static boolean alias(List<Object> values, List<NumberType> types, SplittableRandom random) {
        int[] arrays = IntStream.range(0, values.size())
                .filter(i -> values.get(i).getClass().isArray() || values.get(i) instanceof MemorySegment)
                .toArray();
        int first = arrays.length == 0 ? -1 : arrays[random.nextInt(arrays.length)];
        for (int i : arrays) {
            Object one = first < 0 ? "" : values.get(first);
            boolean isSegment = values.get(i) instanceof MemorySegment;
            if (i == first) {
                continue;
            }
            if (isSegment && one instanceof MemorySegment segment && types.get(i) == types.get(first)) {
                boolean isPart = random.nextInt(3) == 0 && segment.byteSize() > 2 * Long.BYTES;
                values.set(i, isPart ? segment.asSlice(Long.BYTES, segment.byteSize() - 2 * Long.BYTES) : segment);
                return true;
            }
            if (isSegment
                    && one.getClass().isArray()
                    && one.getClass() == types.get(i).array()) {
                values.set(i, whole(one));
                return true;
            }
            if (!isSegment && one.getClass() == values.get(i).getClass()) {
                values.set(i, one);
                return true;
            }
        }
        return false;
    }

    /** {@return whether there are segments of what else is passed, which are no arrays of a device's} */
    private static boolean sharesMemory(List<Object> values) {
        return values.stream().anyMatch(value -> value instanceof MemorySegment);
    }

    @Override
    public boolean isOnDevice(int argument) {
        Object value = values.get(argument);
        return place != Place.HOST
                && (value.getClass().isArray() || value instanceof MemorySegment)
                && (place == Place.DEVICE || argument % 2 == 0);
    }

    @Override
    public Object passed(int argument, Object value) {
        return areBuffers
                ? switch (value) {
                    case byte[] all -> ByteBuffer.wrap(all);
                    case char[] all -> CharBuffer.wrap(all);
                    case short[] all -> ShortBuffer.wrap(all);
                    case int[] all -> IntBuffer.wrap(all);
                    case long[] all -> LongBuffer.wrap(all);
                    case float[] all -> FloatBuffer.wrap(all);
                    case double[] all -> DoubleBuffer.wrap(all);
                    default -> value;
                }
                : value;
    }

    @Override
    public Object array(int argument, Object value) {
        if (!(value instanceof MemorySegment segment)) {
            return value;
        }
        // Of one that ends within an element, the bytes.
        NumberType type = types.get(argument);
        return switch (isWhole(segment, type) ? type : NumberType.BYTE) {
            case BYTE -> segment.toArray(ValueLayout.JAVA_BYTE);
            case SHORT -> segment.toArray(ValueLayout.JAVA_SHORT);
            case CHAR -> segment.toArray(ValueLayout.JAVA_CHAR);
            case INT -> segment.toArray(ValueLayout.JAVA_INT);
            case LONG -> segment.toArray(ValueLayout.JAVA_LONG);
            case FLOAT -> segment.toArray(ValueLayout.JAVA_FLOAT);
            case DOUBLE -> segment.toArray(ValueLayout.JAVA_DOUBLE);
            case BOOLEAN -> throw new IllegalArgumentException("no segment of booleans");
        };
    }

    @Override
    public boolean areLarge() {
        return oddities.areLarge();
    }

    @Override
    public boolean mayBeRefused(String message, Outcome java) {
        return (message.startsWith("[MixedArguments]") && place == Place.BOTH)
                || (message.startsWith("[RaggedRows]") && place != Place.HOST && shape == Shape.RAGGED)
                || (message.startsWith("[AliasedArguments]") && oddities.aliased())
                || (message.startsWith("[SharedRow]") && oddities.aliased())
                || (message.startsWith("[SegmentSize]") && oddities.isPartial())
                // Numbers fit rows of one length; kernels with others are parallel, too.
                || (message.startsWith("[LoopCondition]") && !ArraysArguments.isEven(shape));
    }

    @Override
    public boolean mayRunAsJava() {
        return !ArraysArguments.isEven(shape) || oddities.aliased() || oddities.hasNull() || oddities.isPartial();
    }
}
