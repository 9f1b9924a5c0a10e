package dev.gpukernel.array;

import dev.gpukernel.Kernel;
import dev.gpukernel.array.RandomArrays.Pair;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Random indexing, searches and running sums of the arrays of {@link RandomArrays}. */
final class RandomPicks {
    private static final int MOST_ELEMENTS = 300;

    private static final Pattern OUT_OF_BOUNDS =
            Pattern.compile("Index (-?\\d+) out of bounds for length (\\d+) of axis (\\d)");

    private final RandomArrays arrays;
    private final SplittableRandom random;

    RandomPicks(RandomArrays arrays, SplittableRandom random) {
        this.arrays = arrays;
        this.random = random;
    }

    void step() {
        switch (random.nextInt(10)) {
            case 0, 7 -> pick(arrays.any());
            case 1, 8 -> put(arrays.any());
            case 2 -> select(arrays.any());
            case 3 -> best(arrays.number());
            case 4 -> cumulate(arrays.number());
            case 5 -> spread(arrays.number());
            case 6 -> diff(arrays.number());
            default -> clip(arrays.number());
        }
    }

    /** Indices of an axis, each of them in range unless a fault is wanted. */
    private HostArray indices(int size, boolean fails, int... shape) {
        Object[] made = new Object[HostArray.size(shape)];
        Arrays.setAll(made, _ -> size == 0 ? 0 : random.nextInt(-size, size));
        if (fails && made.length > 0) {
            made[random.nextInt(made.length)] = random.nextBoolean() ? size + random.nextInt(3) : -size - 1;
        }
        return new HostArray(int.class, shape, made);
    }

    private static IntNdArray ints(HostArray host) {
        return NdArrays.of(Arrays.stream(host.elements())
                        .mapToInt(element -> (Integer) element)
                        .toArray())
                .reshape(host.shape());
    }

    private static int[] joined(int[] first, int[] second) {
        return IntStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
    }

    private int[] smallShape() {
        return random.ints(random.nextInt(3), 1, 4).toArray();
    }

    /**
     * Where elements come from that choices of the first axes name, of each element of the result.
     *
     * @param shape of the result
     * @param common that of the numbers together
     * @param axis the first of its axes in the result
     * @param choices for each axis its numbers, or an {@code int[]} of the indices that a slice shows
     * @param given the choices as the library takes them
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    private record Picked(int[] shape, int[] common, int axis, Object[] choices, Index[] given) {
        int[] source(int[] place, int[] from) {
            int[] inCommon = Arrays.copyOfRange(place, axis, axis + common.length);
            int[] others =
                    joined(Arrays.copyOf(place, axis), Arrays.copyOfRange(place, axis + common.length, place.length));
            int[] source = new int[from.length];
            int other = 0;
            for (int i = 0; i < from.length; i++) {
                if (i < choices.length && choices[i] instanceof HostArray numbers) {
                    HostArray spread = numbers.broadcastTo(common);
                    long index = ((Number) spread.elements()[HostArray.place(common, inCommon)]).longValue();
                    source[i] = (int) (index < 0 ? index + from[i] : index);
                } else {
                    int shown = others[other++];
                    source[i] = i < choices.length ? ((int[]) choices[i])[shown] : shown;
                }
            }
            return source;
        }

        String text() {
            return Arrays.stream(choices)
                    .map(choice -> choice instanceof HostArray numbers
                            ? numbers.type() + Arrays.toString(numbers.elements()) + Arrays.toString(numbers.shape())
                            : Arrays.toString((int[]) choice))
                    .toList()
                    .toString();
        }
    }

    /**
     * Chooses along the first axes.
     *
     * @param first all of the axes before are whole
     * @param count of how many axes
     * @param hasSlices whether some may be sliced
     */
    private @Nullable Picked picked(int[] from, int first, int count, boolean hasSlices, boolean fails) {
        int[] common = smallShape();
        Object[] choices = new Object[first + count];
        Index[] given = new Index[choices.length];
        List<Integer> numbered = new ArrayList<>();
        for (int i = 0; i < choices.length; i++) {
            if (i < first || (hasSlices && random.nextInt(3) == 0)) {
                Slice slice = i < first ? Slice.all() : RandomArrays.slice(random);
                given[i] = slice;
                choices[i] = RandomArrays.indices(from[i], slice.from(), slice.to(), slice.step());
                continue;
            }
            int[] shape = numbered.isEmpty()
                    ? common
                    : Arrays.stream(common)
                            .map(size -> random.nextInt(3) == 0 ? 1 : size)
                            .toArray();
            HostArray numbers = indices(from[i], fails && numbered.isEmpty(), shape);
            numbered.add(i);
            boolean isWide = random.nextBoolean();
            choices[i] = isWide ? numbers.map(long.class, x -> HostArray.cast(x, long.class)) : numbers;
            given[i] = isWide ? ints(numbers).toLong() : ints(numbers);
        }
        if (numbered.isEmpty()) {
            common = new int[0];
        }
        boolean isSplit = !numbered.isEmpty() && numbered.getLast() - numbered.getFirst() >= numbered.size();
        int axis = numbered.isEmpty() || isSplit ? 0 : numbered.getFirst();
        int[] others = IntStream.range(0, from.length)
                .filter(i -> !numbered.contains(i))
                .map(i -> i < choices.length ? ((int[]) choices[i]).length : from[i])
                .toArray();
        int[] shape =
                joined(joined(Arrays.copyOf(others, axis), common), Arrays.copyOfRange(others, axis, others.length));
        return HostArray.size(shape) <= MOST_ELEMENTS ? new Picked(shape, common, axis, choices, given) : null;
    }

    private int count(int rank) {
        return random.nextBoolean() ? rank : 1 + random.nextInt(rank);
    }

    private void pick(Pair a) {
        int[] from = a.expected().shape();
        if (from.length == 0) {
            return;
        }
        boolean isAlongOne = random.nextInt(3) == 0;
        int axis = isAlongOne ? random.nextInt(from.length) : 0;
        int count = isAlongOne ? 1 : count(from.length);
        boolean isEmpty = Arrays.stream(from).skip(axis).limit(count).anyMatch(size -> size == 0);
        boolean hasSlices = !isAlongOne && !isEmpty && random.nextBoolean();
        boolean fails = !hasSlices && (isEmpty || random.nextInt(12) == 0);
        Picked picked = picked(from, axis, count, hasSlices, fails);
        if (picked == null) {
            return;
        }
        NdArray<?> found = isAlongOne && random.nextBoolean()
                ? ((TypedNdArray<?, ?>) a.array())
                        .take(
                                (IntegralNdArray<?, ?>) picked.given[axis],
                                random.nextBoolean() ? axis : axis - from.length)
                : ((TypedNdArray<?, ?>) a.array()).at(picked.given);
        if (fails && HostArray.size(picked.shape) > 0) {
            requireOutOfBounds(found, from);
            return;
        }
        arrays.add(
                "pick " + arrays.number(a) + " at " + picked.text(),
                found,
                a.expected().view(picked.shape, place -> picked.source(place, from)));
    }

    private static void requireOutOfBounds(NdArray<?> array, int... from) {
        try {
            array.toArray();
        } catch (IndexOutOfBoundsException e) {
            Matcher told = OUT_OF_BOUNDS.matcher(e.getMessage());
            int index = told.matches() ? Integer.parseInt(told.group(1)) : 0;
            int size = told.matches() ? Integer.parseInt(told.group(2)) : -1;
            StackTraceElement caller = e.getStackTrace()[1];
            if (size >= 0
                    && (index < -size || index >= size)
                    && from[Integer.parseInt(told.group(3))] == size
                    && caller.getClassName().equals(RandomPicks.class.getName())
                    && caller.getMethodName().equals("pick")) {
                return;
            }
            throw e;
        }
        throw new IllegalStateException("an index out of bounds went well");
    }

    @SuppressWarnings({"rawtypes", "unchecked"}) // values are of the array's own type
    private void put(Pair a) {
        int[] from = a.expected().shape();
        if (from.length == 0 || HostArray.size(from) == 0) {
            return;
        }
        int count = count(from.length);
        Picked picked = picked(from, 0, count, random.nextBoolean(), false);
        if (picked == null) {
            return;
        }
        int[] rows = Arrays.copyOfRange(picked.shape, random.nextInt(picked.shape.length + 1), picked.shape.length);
        HostArray values = arrays.random(a.expected().type(), rows);
        HostArray spread = values.broadcastTo(picked.shape);
        Object[] elements = a.expected().elements().clone();
        Class<?> type = a.expected().type();
        boolean isNumber = type != boolean.class && !HostArray.isSmall(type);
        String name = isNumber ? List.of("put", "plus", "minimum", "maximum").get(random.nextInt(4)) : "put";
        for (int i = 0; i < spread.elements().length; i++) {
            int at = HostArray.place(from, picked.source(HostArray.indices(picked.shape, i), from));
            Object value = spread.elements()[i];
            elements[at] = name.equals("put") ? value : HostArray.arithmetic(name, elements[at], value, type);
        }
        TypedNdArray given = arrays.array(values);
        NdArray<?> after = switch (name) {
            case "put" -> ((TypedNdArray) a.array()).put(given, picked.given);
            case "plus" -> ((ArithmeticNdArray) a.array()).addAt((ArithmeticNdArray) given, picked.given);
            case "minimum" -> ((ArithmeticNdArray) a.array()).minAt((ArithmeticNdArray) given, picked.given);
            default -> ((ArithmeticNdArray) a.array()).maxAt((ArithmeticNdArray) given, picked.given);
        };
        arrays.add(
                name + " at " + arrays.number(a) + " " + values.text() + " at " + picked.text(),
                after,
                new HostArray(type, from, elements));
    }

    @SuppressWarnings({"rawtypes", "unchecked"}) // values are of the array's own type
    private void select(Pair a) {
        int[] from = a.expected().shape();
        if (from.length == 0) {
            return;
        }
        int[] masked = Arrays.copyOf(from, 1 + random.nextInt(from.length));
        int rowSize = HostArray.size(Arrays.copyOfRange(from, masked.length, from.length));
        List<Pair> fitting = arrays.all(boolean.class, masked);
        HostArray mask;
        BooleanNdArray asked;
        if (fitting.isEmpty()) {
            mask = arrays.random(boolean.class, masked);
            asked = (BooleanNdArray) arrays.array(mask);
        } else {
            Pair found = fitting.get(random.nextInt(fitting.size()));
            mask = found.expected();
            asked = (BooleanNdArray) found.array();
        }
        int[] chosen = IntStream.range(0, mask.elements().length)
                .filter(i -> (Boolean) mask.elements()[i])
                .toArray();
        Object[] elements = a.expected().elements();
        Class<?> type = a.expected().type();
        int[] shape = joined(new int[] {chosen.length}, Arrays.copyOfRange(from, masked.length, from.length));
        if (random.nextBoolean()) {
            boolean isSingle = random.nextBoolean();
            HostArray values = arrays.random(type, isSingle ? new int[0] : shape);
            Object[] after = elements.clone();
            for (int i = 0; i < chosen.length * rowSize; i++) {
                after[chosen[i / rowSize] * rowSize + i % rowSize] = values.elements()[isSingle ? 0 : i];
            }
            arrays.add(
                    "put " + arrays.number(a) + " " + values.text() + " where " + mask.text(),
                    ((TypedNdArray) a.array()).put(arrays.array(values), asked),
                    new HostArray(type, from, after));
            return;
        }
        Object[] kept = new Object[chosen.length * rowSize];
        Arrays.setAll(kept, i -> elements[chosen[i / rowSize] * rowSize + i % rowSize]);
        arrays.add(
                "select " + arrays.number(a) + " where " + mask.text(),
                ((TypedNdArray<?, ?>) a.array()).select(asked),
                new HostArray(type, shape, kept));
    }

    /** An array with some axes behind the others, for each place of which there is a row. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    private record Rows(int[] kept, int count, HostArray moved, int[] order) {
        static Rows of(HostArray a, int... axes) {
            int rank = a.shape().length;
            int[] gone = axes.length == 0
                    ? IntStream.range(0, rank).toArray()
                    : Arrays.stream(axes).sorted().toArray();
            int[] order = joined(
                    IntStream.range(0, rank)
                            .filter(axis -> Arrays.stream(gone).noneMatch(g -> g == axis))
                            .toArray(),
                    gone);
            int[] shape = Arrays.stream(order).map(axis -> a.shape()[axis]).toArray();
            HostArray moved = a.view(shape, place -> {
                int[] source = new int[rank];
                for (int i = 0; i < rank; i++) {
                    source[order[i]] = place[i];
                }
                return source;
            });
            int[] kept = Arrays.copyOf(shape, rank - gone.length);
            int count = HostArray.size(Arrays.copyOfRange(shape, kept.length, rank));
            return new Rows(kept, count, moved, order);
        }

        Object[] row(int i) {
            return Arrays.copyOfRange(moved.elements(), i * count, (i + 1) * count);
        }
    }

    private void best(Pair a) {
        int rank = a.expected().shape().length;
        int[] axes = IntStream.range(0, rank).filter(_ -> random.nextInt(3) > 0).toArray();
        Rows rows = Rows.of(a.expected(), axes);
        if (rows.count == 0) {
            return;
        }
        boolean isGreatest = random.nextBoolean();
        Object[] found = new Object[HostArray.size(rows.kept)];
        for (int i = 0; i < found.length; i++) {
            found[i] = first(rows.row(i), isGreatest);
        }
        NumberNdArray<?, ?> array = (NumberNdArray<?, ?>) a.array();
        int[] asked = Arrays.stream(axes)
                .map(axis -> random.nextBoolean() ? axis : axis - rank)
                .toArray();
        arrays.add(
                "best " + isGreatest + " " + arrays.number(a) + Arrays.toString(asked),
                isGreatest ? array.argMax(asked) : array.argMin(asked),
                new HostArray(int.class, rows.kept, found));
    }

    private static int first(Object[] row, boolean isGreatest) {
        for (int i = 0; i < row.length; i++) {
            if (Double.isNaN((Double) HostArray.cast(row[i], double.class))) {
                return i;
            }
        }
        int best = 0;
        for (int i = 1; i < row.length; i++) {
            Class<?> type = row[i] instanceof Double || row[i] instanceof Float ? double.class : long.class;
            if ((Boolean) HostArray.comparison(isGreatest ? "greater" : "less", row[i], row[best], type)) {
                best = i;
            }
        }
        return best;
    }

    private void cumulate(Pair a) {
        int[] shape = a.expected().shape();
        int rank = shape.length;
        if (rank == 0) {
            return;
        }
        int axis = random.nextInt(rank);
        Class<?> type = HostArray.reduced("sum", a.expected().type());
        String name = random.nextBoolean() ? "cumSum" : "cumProd";
        Rows rows = Rows.of(a.expected(), axis);
        Object[] sums = new Object[rows.moved.elements().length];
        int count = HostArray.size(rows.kept);
        for (int i = 0; i < count; i++) {
            System.arraycopy(running(name, type, rows.row(i), count == 1), 0, sums, i * rows.count, rows.count);
        }
        HostArray moved = new HostArray(type, rows.moved.shape(), sums);
        arrays.add(
                name + " " + arrays.number(a) + " " + axis,
                arrays.call(a.array(), name, int.class, random.nextBoolean() ? axis : axis - rank),
                moved.view(shape, place -> {
                    int[] source = new int[rank];
                    Arrays.setAll(source, i -> place[rows.order[i]]);
                    return source;
                }));
    }

    private static Object[] running(String name, Class<?> type, Object[] row, boolean isWhole) {
        Object[] sums = new Object[row.length];
        if (isWhole && (type == float.class || type == double.class)) {
            Object given = Array.newInstance(type, row.length);
            Object made = Array.newInstance(type, row.length);
            for (int i = 0; i < row.length; i++) {
                Array.set(given, i, row[i]);
            }
            Kernel.of(LoopReductions.class, name + type.getName()).launch(given, made);
            Arrays.setAll(sums, i -> Objects.requireNonNull(Array.get(made, i)));
            return sums;
        }
        Object sum = HostArray.cast(name.equals("cumSum") ? 0 : 1, type);
        for (int i = 0; i < row.length; i++) {
            sum = HostArray.arithmetic(name.equals("cumSum") ? "plus" : "times", sum, row[i], type);
            sums[i] = sum;
        }
        return sums;
    }

    private void clip(Pair a) {
        Class<?> type = a.expected().type();
        if (HostArray.isSmall(type)) {
            return;
        }
        Object low = arrays.value(type);
        Object high = arrays.value(type);
        arrays.add(
                "clip " + arrays.number(a) + " " + low + " " + high,
                arrays.call(a.array(), "clip", type, low, type, high),
                a.expected()
                        .map(
                                type,
                                x -> HostArray.arithmetic(
                                        "minimum", HostArray.arithmetic("maximum", x, low, type), high, type)));
    }

    /** Variances, deviations and lengths of vectors. */
    private void spread(Pair a) {
        int rank = a.expected().shape().length;
        int[] axes = IntStream.range(0, rank).filter(_ -> random.nextInt(3) > 0).toArray();
        Class<?> type = a.expected().type() == float.class ? float.class : double.class;
        Rows rows = Rows.of(a.expected().map(type, x -> HostArray.cast(x, type)), axes);
        String name = List.of("var", "std", "sampleVar", "sampleStd", "norm").get(random.nextInt(5));
        Object[] found = new Object[HostArray.size(rows.kept)];
        for (int i = 0; i < found.length; i++) {
            found[i] = spread(name, type, rows.row(i), found.length);
        }
        arrays.add(
                name + " " + arrays.number(a) + Arrays.toString(axes),
                arrays.call(a.array(), name, int[].class, axes),
                new HostArray(type, rows.kept, found));
    }

    private static Object spread(String name, Class<?> type, Object[] row, int others) {
        boolean isNorm = name.equals("norm");
        Object sum = HostArray.reduce("sum", type, row, others);
        Object mean = isNorm ? HostArray.cast(0, type) : HostArray.arithmetic("div", sum, row.length, type);
        Object[] squares = Arrays.stream(row)
                .map(x -> HostArray.arithmetic("minus", x, mean, type))
                .map(x -> HostArray.arithmetic("times", x, x, type))
                .toArray();
        Object total = HostArray.reduce("sum", type, squares, others);
        int count = name.startsWith("sample") ? row.length - 1 : row.length;
        Object value = isNorm ? total : HostArray.arithmetic("div", total, count, type);
        return isNorm || name.endsWith("td") ? HostArray.function("sqrt", value) : value;
    }

    private void diff(Pair a) {
        int[] from = a.expected().shape();
        if (from.length == 0 || HostArray.isSmall(a.expected().type())) {
            return;
        }
        int axis = random.nextInt(from.length);
        int[] shape = from.clone();
        shape[axis] = Math.max(0, shape[axis] - 1);
        Class<?> type = a.expected().type();
        HostArray before = a.expected().view(shape, place -> place);
        HostArray after = a.expected().view(shape, place -> {
            int[] next = place.clone();
            next[axis]++;
            return next;
        });
        arrays.add(
                "diff " + arrays.number(a) + " " + axis,
                arrays.call(a.array(), "diff", int.class, random.nextBoolean() ? axis : axis - from.length),
                after.zip(type, before, (x, y) -> HostArray.arithmetic("minus", x, y, type)));
    }
}
