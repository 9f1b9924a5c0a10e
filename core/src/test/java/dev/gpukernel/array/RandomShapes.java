package dev.gpukernel.array;

import dev.gpukernel.array.RandomArrays.Pair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/** Random joins, repetitions and paddings of the arrays of {@link RandomArrays}. */
final class RandomShapes {
    private static final int MOST_ELEMENTS = 300;

    private final RandomArrays arrays;
    private final SplittableRandom random;

    RandomShapes(RandomArrays arrays, SplittableRandom random) {
        this.arrays = arrays;
        this.random = random;
    }

    void step() {
        Pair a = arrays.any();
        TypedNdArray<?, ?> array = (TypedNdArray<?, ?>) a.array();
        int[] shape = a.expected().shape();
        int rank = shape.length;
        if (rank == 0) {
            return;
        }
        int axis = random.nextInt(rank);
        int asked = random.nextBoolean() ? axis : axis - rank;
        int size = shape[axis];
        int count = random.nextInt(4);
        switch (random.nextInt(8)) {
            case 0 -> along(a, "repeat", axis, size * count, i -> i / count, array.repeat(count, asked));
            case 1 -> {
                int[] counts = new int[rank];
                Arrays.fill(counts, 1);
                counts[axis] = count;
                along(a, "tile", axis, size * count, i -> i % size, array.tile(counts));
            }
            case 2 -> {
                int distance = random.nextInt(-9, 10);
                along(a, "roll", axis, size, i -> Math.floorMod(i - distance, size), array.roll(distance, asked));
            }
            case 3 -> pad(a, array, axis, asked);
            case 4 -> concat(a, axis);
            case 5 -> triangle(a, array);
            case 6 -> diagonal(a, array);
            default -> {
                List<? extends NdArray<?>> parts = array.splitAt(asked, size / 2);
                along(a, "split", axis, size - size / 2, i -> i + size / 2, parts.getLast());
            }
        }
    }

    private void along(Pair a, String name, int axis, int size, IntUnaryOperator source, NdArray<?> made) {
        int[] shape = a.expected().shape().clone();
        shape[axis] = size;
        if (HostArray.size(shape) <= MOST_ELEMENTS) {
            arrays.add(
                    name + " " + arrays.number(a) + " " + axis,
                    made,
                    a.expected().view(shape, place -> {
                        int[] from = place.clone();
                        from[axis] = source.applyAsInt(place[axis]);
                        return from;
                    }));
        }
    }

    @SuppressWarnings({"rawtypes", "unchecked"}) // the value is of the array's own type
    private void pad(Pair a, TypedNdArray array, int axis, int asked) {
        int[] shape = a.expected().shape();
        int size = shape[axis];
        int before = random.nextInt(6);
        int after = random.nextInt(6);
        if (size == 0 || random.nextInt(4) == 0) {
            HostArray value = arrays.random(a.expected().type());
            int[] padded = shape.clone();
            padded[axis] = size + before + after;
            Object[] elements = new Object[HostArray.size(padded)];
            for (int i = 0; i < elements.length; i++) {
                int[] place = HostArray.indices(padded, i);
                place[axis] -= before;
                boolean isInside = place[axis] >= 0 && place[axis] < size;
                elements[i] = isInside ? a.expected().elements()[HostArray.place(shape, place)] : value.elements()[0];
            }
            if (elements.length <= MOST_ELEMENTS) {
                arrays.add(
                        "pad " + arrays.number(a) + " " + axis + " " + value.text(),
                        array.pad(before, after, asked, arrays.array(value)),
                        new HostArray(a.expected().type(), padded, elements));
            }
            return;
        }
        // Each element is followed by the next one, until there is none.
        List<Integer> period = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            period.add(i);
        }
        Padding padding = List.of(Padding.values()).get(random.nextInt(4));
        for (int i = size - 1; i >= 0 && padding == Padding.SYMMETRIC; i--) {
            period.add(i);
        }
        for (int i = size - 2; i > 0 && padding == Padding.REFLECT; i--) {
            period.add(i);
        }
        along(
                a,
                "pad " + padding,
                axis,
                size + before + after,
                i -> padding == Padding.EDGE
                        ? Math.clamp(i - before, 0, size - 1)
                        : period.get(Math.floorMod(i - before, period.size())),
                array.pad(before, after, asked, padding));
    }

    @SuppressWarnings({"rawtypes", "unchecked"}) // all are of one type
    private void concat(Pair a, int axis) {
        int[] shape = a.expected().shape();
        List<Pair> parts = new ArrayList<>(List.of(a));
        List<Pair> fitting = arrays.all(a.expected().type(), shape);
        int count = random.nextInt(11);
        for (int i = 0; i < count; i++) {
            parts.add(fitting.get(random.nextInt(fitting.size())));
        }
        if (HostArray.size(shape) * parts.size() > MOST_ELEMENTS) {
            return;
        }
        boolean stacks = random.nextBoolean();
        int[] all = shape.clone();
        if (!stacks) {
            all[axis] *= parts.size();
        } else {
            all = new int[shape.length + 1];
            System.arraycopy(shape, 0, all, 0, axis);
            all[axis] = parts.size();
            System.arraycopy(shape, axis, all, axis + 1, shape.length - axis);
        }
        Object[] elements = new Object[HostArray.size(all)];
        for (int i = 0; i < elements.length; i++) {
            int[] place = HostArray.indices(all, i);
            int part = stacks ? place[axis] : place[axis] / shape[axis];
            int[] from = new int[shape.length];
            for (int j = 0; j < shape.length; j++) {
                from[j] = stacks && j >= axis ? place[j + 1] : place[j];
            }
            if (!stacks) {
                from[axis] %= shape[axis];
            }
            elements[i] = parts.get(part).expected().elements()[HostArray.place(shape, from)];
        }
        TypedNdArray[] others = parts.stream().skip(1).map(Pair::array).toArray(TypedNdArray[]::new);
        TypedNdArray first = (TypedNdArray) a.array();
        arrays.add(
                (stacks ? "stack " : "concat ")
                        + parts.stream().map(arrays::number).toList() + " " + axis,
                stacks ? NdArrays.stack(axis, first, others) : NdArrays.concat(axis, first, others),
                new HostArray(a.expected().type(), all, elements));
    }

    private void triangle(Pair a, TypedNdArray<?, ?> array) {
        int[] shape = a.expected().shape();
        int rank = shape.length;
        if (rank < 2) {
            return;
        }
        int diagonal = random.nextInt(8) == 0 ? Integer.MIN_VALUE : random.nextInt(-4, 5);
        boolean isLower = random.nextBoolean();
        Class<?> type = a.expected().type();
        Object zero = type == boolean.class ? false : HostArray.cast(0, type);
        Object[] elements = a.expected().elements().clone();
        for (int i = 0; i < elements.length; i++) {
            int[] place = HostArray.indices(shape, i);
            long right = (long) place[rank - 1] - place[rank - 2] - diagonal;
            elements[i] = (isLower ? right <= 0 : right >= 0) ? elements[i] : zero;
        }
        arrays.add(
                "triangle " + isLower + arrays.number(a) + " " + diagonal,
                isLower ? array.tril(diagonal) : array.triu(diagonal),
                new HostArray(type, shape, elements));
    }

    private void diagonal(Pair a, TypedNdArray<?, ?> array) {
        int[] shape = a.expected().shape();
        int rank = shape.length;
        if (rank < 2) {
            return;
        }
        int rows = random.nextInt(rank);
        int columns = (rows + 1 + random.nextInt(rank - 1)) % rank;
        int offset = random.nextInt(-3, 4);
        int count = 0;
        for (int row = 0; row < shape[rows]; row++) {
            count += row + offset >= 0 && row + offset < shape[columns] ? 1 : 0;
        }
        int[] seen = new int[rank - 1];
        int next = 0;
        for (int axis = 0; axis < rank; axis++) {
            if (axis != rows && axis != columns) {
                seen[next++] = shape[axis];
            }
        }
        seen[next] = count;
        arrays.add(
                "diagonal " + arrays.number(a) + " " + offset + " " + rows + " " + columns,
                array.diagonal(offset, random.nextBoolean() ? rows : rows - rank, columns),
                a.expected().view(seen, place -> {
                    int[] from = new int[rank];
                    int at = 0;
                    for (int axis = 0; axis < rank; axis++) {
                        if (axis != rows && axis != columns) {
                            from[axis] = place[at++];
                        }
                    }
                    from[rows] = place[at] + Math.max(0, -offset);
                    from[columns] = place[at] + Math.max(0, offset);
                    return from;
                }));
    }
}
