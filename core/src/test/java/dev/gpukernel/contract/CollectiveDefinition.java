package dev.gpukernel.contract;

import dev.gpukernel.internal.ir.ElementType;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;

/**
 * What reductions and scans are to give, as the documentation of {@code WarpReduce} and its neighbours has it, on lists instead
 * of lanes.
 *
 * @param <T> boxed type of the elements
 */
final class CollectiveDefinition<T> {
    private static final int WARP = 32;

    private final T zero;
    private final BinaryOperator<T> add;
    private final BinaryOperator<T> min;
    private final BinaryOperator<T> max;

    private CollectiveDefinition(T zero, BinaryOperator<T> add, BinaryOperator<T> min, BinaryOperator<T> max) {
        this.zero = zero;
        this.add = add;
        this.min = min;
        this.max = max;
    }

    static CollectiveDefinition<?> of(ElementType element) {
        return switch (element) {
            case INT -> new CollectiveDefinition<>(0, Integer::sum, Math::min, Math::max);
            case LONG -> new CollectiveDefinition<>(0L, Long::sum, Math::min, Math::max);
            case FLOAT -> new CollectiveDefinition<>(0f, Float::sum, Math::min, Math::max);
            case DOUBLE -> new CollectiveDefinition<>(0d, Double::sum, Math::min, Math::max);
            default -> throw new IllegalArgumentException(element.toString());
        };
    }

    /**
     * Sum, least, greatest, inclusive and exclusive sum of every thread, one after another in one array.
     *
     * @param in an array with a value for each thread
     * @param threads number of threads in a block
     * @param ofBlock whether over blocks, else over warps
     * @return an array five times as long
     */
    Object results(Object in, int threads, boolean ofBlock) {
        int n = Array.getLength(in);
        Object out = Array.newInstance(in.getClass().componentType(), 5 * n);
        for (int block = 0; block < n; block += threads) {
            List<List<T>> warps = new ArrayList<>();
            for (int from = block; from < block + threads; from += WARP) {
                warps.add(values(in, from, Math.min(from + WARP, block + threads)));
            }
            int i = block;
            for (int warp = 0; warp < warps.size(); warp++) {
                List<List<T>> group = ofBlock ? warps : List.of(warps.get(warp));
                List<T> sums = inclusive(group, ofBlock ? warp : 0);
                for (int lane = 0; lane < sums.size(); lane++, i++) {
                    Array.set(out, i, reduced(group, add));
                    Array.set(out, n + i, reduced(group, min));
                    Array.set(out, 2 * n + i, reduced(group, max));
                    Array.set(out, 3 * n + i, sums.get(lane));
                    Array.set(out, 4 * n + i, exclusive(group, ofBlock ? warp : 0, lane));
                }
            }
        }
        return out;
    }

    // What Array.get gives is of the type that the element's boxed type is.
    @SuppressWarnings("unchecked")
    private List<T> values(Object array, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> (T) Array.get(array, i)).toList();
    }

    private static <T> T reduced(List<List<T>> warps, BinaryOperator<T> operator) {
        return tree(warps.stream().map(warp -> tree(warp, operator)).toList(), operator);
    }

    private static <T> T tree(List<T> lanes, BinaryOperator<T> operator) {
        List<T> values = new ArrayList<>(lanes);
        for (int distance = WARP / 2; distance > 0; distance /= 2) {
            for (int lane = 0; lane + distance < values.size(); lane++) {
                values.set(lane, operator.apply(values.get(lane), values.get(lane + distance)));
            }
        }
        return values.getFirst();
    }

    private List<T> scan(List<T> lanes) {
        List<T> values = new ArrayList<>(lanes);
        for (int distance = 1; distance < WARP; distance *= 2) {
            for (int lane = values.size() - 1; lane >= distance; lane--) {
                values.set(lane, add.apply(values.get(lane - distance), values.get(lane)));
            }
        }
        return values;
    }

    /** {@return the sum of the warps before one that is not the first} */
    private T before(List<List<T>> warps, int warp) {
        return scan(warps.stream().map(lanes -> scan(lanes).getLast()).toList()).get(warp - 1);
    }

    private List<T> inclusive(List<List<T>> warps, int warp) {
        List<T> inWarp = scan(warps.get(warp));
        return warp == 0
                ? inWarp
                : inWarp.stream()
                        .map(value -> add.apply(before(warps, warp), value))
                        .toList();
    }

    private T exclusive(List<List<T>> warps, int warp, int lane) {
        if (lane > 0) {
            return inclusive(warps, warp).get(lane - 1);
        }
        return warp == 0 ? zero : before(warps, warp);
    }
}
