package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.oracle.GeneratedKernel.Parameter;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of a generated kernel with arrays of arrays and arrays of its own.
 *
 * @param values one for each parameter
 * @param shape what rows are like
 * @param aliased whether an array, or a row, is there twice
 * @param hasNull whether an array of records holds null
 * @param place where arrays are to be
 * @param codes why the kernel may be refused
 */
record ArraysArguments(
        List<Object> values, Shape shape, boolean aliased, boolean hasNull, Place place, Set<Message> codes)
        implements LaunchArguments {
    private static final int LARGE = 9_000;

    /** What the rows of an array of two dimensions are like. */
    enum Shape {
        EVEN,
        NO_ROWS,
        NO_COLUMNS,
        RAGGED,
        NULL_ROW,
        SAME_ROW_TWICE,
        SHARED_ROW,
        ROW_AS_ARRAY
    }

    /** Where arrays are, but odd rows, which are on the host. */
    enum Place {
        HOST,
        DEVICE,
        /** Some here and some there, which no launch takes. */
        BOTH
    }

    /** {@return arguments of a kernel, whose parameters have some types, the same for the same number} */
    static ArraysArguments of(ArraysKernel kernel, int number, Class<?>[] types) {
        SplittableRandom random = new SplittableRandom(kernel.seed() * 37 + number);
        Shape shape = kernel.dimensions().isEmpty() || random.nextInt(2) > 0
                ? Shape.EVEN
                : random.nextInt(3) == 0 ? Shape.RAGGED : Shape.values()[random.nextInt(Shape.values().length)];
        int length = switch (random.nextInt(12)) {
            case 0 -> random.nextInt(2) * random.nextInt(kernel.length());
            case 1 -> kernel.dimensions().isEmpty() ? LARGE + random.nextInt(LARGE) : kernel.length() + 40;
            default -> kernel.length() + random.nextInt(3);
        };
        List<Object> values = new ArrayList<>();
        for (Parameter parameter : kernel.inputs()) {
            if (parameter.type() instanceof RecordType) {
                int usual = random.nextInt(40) == 0 ? length / 2 : length;
                values.add(Inputs.records(types[values.size()].componentType(), usual, random));
                continue;
            }
            int dimensions = kernel.dimensions().getOrDefault(parameter.name(), 1);
            values.add(
                    parameter.name().equals(ArraysScope.ROOM)
                            ? (Object) room(kernel.length(), random)
                            : dimensions > 1
                                    ? rows((NumberType) parameter.type(), dimensions, shape, length, random)
                                    : Inputs.next(parameter, length, random));
        }
        boolean aliased = random.nextInt(10) == 0 && alias(values, random);
        aliased |= shape.compareTo(Shape.NULL_ROW) > 0 && share(shape, values, random);
        boolean hasNull = random.nextInt(8) == 0 && removeRecord(values, random);
        // No launch takes odd rows, and null, which are on the host, with arrays of a device.
        boolean isOnHost = random.nextInt(3) > 0 || ((!isHeld(shape) || hasNull) && random.nextInt(4) > 0);
        Place place = isOnHost ? Place.HOST : random.nextInt(8) > 0 ? Place.DEVICE : Place.BOTH;
        if (kernel.source().contains("record Result(") && (number + kernel.seed()) % 16 != 0) {
            // Those of a record are on the host.
            place = Place.HOST;
        }
        return new ArraysArguments(
                Collections.unmodifiableList(values), shape, aliased, hasNull, place, kernel.codes());
    }

    /** Puts null into an array of records. */
    static boolean removeRecord(List<Object> values, SplittableRandom random) {
        for (Object value : values) {
            if (value instanceof @Nullable Record[] records && records.length > 0) {
                records[random.nextInt(records.length)] = null;
                return true;
            }
        }
        return false;
    }

    private static int room(int length, SplittableRandom random) {
        return switch (random.nextInt(40)) {
            case 0 -> -1 - random.nextInt(50);
            case 1 -> 0;
            case 2, 3 -> random.nextInt(length);
            default -> length + random.nextInt(3);
        };
    }

    private static Object rows(NumberType type, int dimensions, Shape shape, int length, SplittableRandom random) {
        int number = shape == Shape.NO_ROWS
                ? 0
                : random.nextInt(12) == 0 ? random.nextInt(1, 40) : ArraysScope.ROWS + random.nextInt(3);
        return dimensions == 2
                ? plane(type, number, shape, length, random)
                : planes(type, number, shape, length, random);
    }

    private static @Nullable Object[] plane(
            NumberType type, int number, Shape shape, int length, SplittableRandom random) {
        @Nullable Object[] rows = (@Nullable Object[]) Array.newInstance(type.array(), number);
        int columns = shape == Shape.NO_COLUMNS ? 0 : length;
        boolean isVaried = random.nextBoolean();
        for (int i = 0; i < number; i++) {
            int odd = shape == Shape.RAGGED && random.nextInt(isVaried ? 2 : 4) == 0
                    ? random.nextInt(-3, isVaried ? 40 : 3)
                    : 0;
            rows[i] = Inputs.array(type, Math.max(0, columns + odd), random);
        }
        if (shape == Shape.NULL_ROW && number > 0) {
            rows[random.nextInt(number)] = null;
        }
        return rows;
    }

    /** {@return planes of one size, or, where rows are odd, with some that are} */
    private static @Nullable Object[] planes(
            NumberType type, int rows, Shape shape, int length, SplittableRandom random) {
        int number = shape == Shape.NO_ROWS && random.nextBoolean() ? 0 : 4 + random.nextInt(2);
        @Nullable Object[] planes = (@Nullable Object[]) Array.newInstance(type.array().arrayType(), number);
        for (int k = 0; k < number; k++) {
            int odd = shape == Shape.RAGGED && random.nextInt(4) == 0 ? random.nextInt(-2, 3) : 0;
            planes[k] = plane(type, Math.max(0, rows + odd), shape, length, random);
        }
        if (shape == Shape.NULL_ROW && number > 0 && random.nextBoolean()) {
            planes[random.nextInt(number)] = null;
        }
        return planes;
    }

    /** Makes one array another parameter's, too. */
    private static boolean alias(List<Object> values, SplittableRandom random) {
        int[] arrays = arrays(values);
        int first = arrays.length == 0 ? -1 : arrays[random.nextInt(arrays.length)];
        for (int i : arrays) {
            if (i != first && values.get(i).getClass() == values.get(first).getClass()) {
                values.set(i, values.get(first));
                return true;
            }
        }
        return false;
    }

    private static int[] arrays(List<Object> values) {
        return IntStream.range(0, values.size())
                .filter(i -> values.get(i).getClass().isArray())
                .toArray();
    }

    /** Puts a row into its own array, another one, or another parameter, all of the same type. */
    @SuppressWarnings("ReferenceEquality") // the very same array
    static boolean share(Shape shape, List<Object> values, SplittableRandom random) {
        for (Object value : values) {
            if (value instanceof Record[] || !(value instanceof Object[] rows) || rows.length < 2) {
                continue;
            }
            int row = random.nextInt(1, rows.length);
            if (shape == Shape.SAME_ROW_TWICE) {
                rows[0] = rows[row];
                return true;
            }
            for (int i = 0; i < values.size(); i++) {
                Object other = values.get(i);
                if (shape == Shape.SHARED_ROW
                        && other != value
                        && other.getClass() == value.getClass()
                        && ((Object[]) other).length > 0) {
                    ((Object[]) other)[0] = rows[row];
                    return true;
                }
                if (shape == Shape.ROW_AS_ARRAY
                        && other.getClass() == rows.getClass().componentType()) {
                    values.set(i, rows[row]);
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public boolean isOnDevice(int argument) {
        Object value = values.get(argument);
        return place != Place.HOST
                && value.getClass().isArray()
                && (value instanceof Record[] ? !hasNull : !(value instanceof Object[]) || isHeld(shape))
                && (place == Place.DEVICE || argument % 2 == 0);
    }

    /** {@return whether a device holds rows of a shape} */
    static boolean isHeld(Shape shape) {
        return shape.compareTo(Shape.RAGGED) <= 0;
    }

    /** {@return whether rows have one length} */
    static boolean isEven(Shape shape) {
        return shape.compareTo(Shape.NO_COLUMNS) <= 0;
    }

    @Override
    public boolean mayBeRefused(String message, Outcome java) {
        return (message.startsWith("[MixedArguments]") && place != Place.HOST)
                || (message.startsWith("[RaggedRows]") && place != Place.HOST && shape == Shape.RAGGED)
                || (message.startsWith("[AliasedArguments]") && aliased)
                // Numbers fit rows of one length; kernels with others are parallel, too.
                || (message.startsWith("[LoopCondition]")
                        && (!isEven(shape) || codes.contains(Message.LOOP_CONDITION)));
    }

    @Override
    public boolean mayRunAsJava() {
        return !isEven(shape) || aliased || hasNull;
    }
}
