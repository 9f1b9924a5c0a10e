package dev.gpukernel.internal.array;

import dev.gpukernel.GpuArray;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.array.kernel.LibraryKernels;
import dev.gpukernel.internal.array.kernel.OrderLoops;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Elements chosen by masks, and others in place of those that masks or indices name. */
public final class Indexing {
    private Indexing() {}

    private static Expression number(int value) {
        return Expression.number(ElementType.INT, Constant.of(value));
    }

    private static int[] rows(Expression of, int axes) {
        int[] shape = of.shape();
        if (axes > shape.length) {
            throw new IllegalArgumentException(
                    Message.NO_AXIS.format(axes - 1, Shapes.text(shape), -shape.length, shape.length - 1));
        }
        return Arrays.copyOfRange(shape, axes, shape.length);
    }

    private static Expression withAxes(Expression of, int more) {
        Expression result = of;
        for (int i = 0; i < more; i++) {
            result = result.expandDims(-1);
        }
        return result;
    }

    /**
     * Keeps elements where conditions hold, which are computed now.
     *
     * @param mask conditions, of its first axes
     * @return in place of these axes one, with what is there, row by row
     */
    public static Expression compacted(Expression of, Expression mask) {
        int[] rows = requireMask(of, mask);
        if (rows.length > 0) {
            int[] shape = Expression.joined(new int[] {mask.size()}, rows);
            return of.reshape(shape).gathered(0, compacted(Expression.places(mask.shape()), mask));
        }
        Fusion.Compacted found = Fusion.compact(mask, of);
        Expression seen = Expression.of(of.type(), found.memory(), found.count());
        // Memory is not held for few elements of many.
        return found.count() <= of.size() / 2 ? seen.computed() : seen;
    }

    /** {@return the sizes of the axes that a mask does not have} */
    private static int[] requireMask(Expression of, Expression mask) {
        int[] masked = mask.shape();
        int[] shape = of.shape();
        if (masked.length == 0
                || masked.length > shape.length
                || !Arrays.equals(masked, Arrays.copyOf(shape, masked.length))) {
            throw new IllegalArgumentException(Message.MASK_SHAPE.format(Shapes.text(masked), Shapes.text(shape)));
        }
        return rows(of, masked.length);
    }

    /** {@return what is at those indices of an axis for which a condition holds, which are computed now} */
    public static Expression compressed(Expression of, Expression conditions, int axis) {
        int along = Shapes.axis(axis, of.shape(), of.shape().length);
        return of.gathered(along, compacted(Expression.places(of.shape()[along]), conditions));
    }

    /** {@return of conditions, for each axis where they hold, which is computed now} */
    public static List<Expression> whereTrue(Expression mask) {
        int[] shape = mask.shape();
        Expression place = compacted(Expression.places(shape), mask);
        int[] strides = Layout.contiguous(shape).strides();
        List<Expression> indices = new ArrayList<>();
        for (int axis = 0; axis < shape.length; axis++) {
            // No size is 0 where there is an element.
            indices.add(place.arithmetic(BinaryKind.DIV, number(strides[axis]))
                    .arithmetic(BinaryKind.REM, number(Math.max(1, shape[axis]))));
        }
        return indices;
    }

    /**
     * Replaces elements where conditions hold.
     *
     * @param values what they become, broadcast to the shape of what the mask chooses
     * @param mask conditions, of the first axes
     */
    public static Expression put(Expression of, Expression values, Expression mask) {
        int[] rows = requireMask(of, mask);
        Expression spread = withAxes(mask, rows.length);
        if (values.shape().length == 0) {
            return spread.choice(values, of);
        }
        Expression counts = mask.to(ElementType.INT);
        int count = ((int[]) counts.reduced(Reduction.SUM).toArray())[0];
        int given = values.shape()[0];
        if (values.shape().length == rows.length + 1 && given != count && given != 1) {
            throw new IllegalArgumentException(Message.MASK_VALUES.format(given, count));
        }
        Expression all = values.broadcastTo(Expression.joined(new int[] {count}, rows));
        if (count == 0) {
            return of;
        }
        Expression upTo =
                Statistics.cumulated(counts.reshape(-1), Reduction.SUM, 0).reshape(mask.shape());
        Expression number = upTo.method("max", number(1)).arithmetic(BinaryKind.SUB, number(1));
        return spread.choice(all.gathered(0, number), of);
    }

    /** What is chosen along an axis. */
    public sealed interface Choice {}

    /**
     * Some indices in steps, as {@link Expression#slice} takes them.
     *
     * @param from the first, {@code null} for the end where it begins
     * @param to where it ends, before that
     * @param step from each to the next
     */
    public record Range(@Nullable Integer from, @Nullable Integer to, int step) implements Choice {
        boolean isAll() {
            return from == null && to == null && step == 1;
        }
    }

    /**
     * Indices.
     *
     * @param indices ints or longs
     */
    public record Numbers(Expression indices) implements Choice {}

    /**
     * Picks elements as NumPy does: in place of the axes that there are numbers of are those that the numbers have together, or before all others
     * if these axes are not next to each other.
     *
     * @param choices of the first axes
     */
    public static Expression picked(Expression of, Choice... choices) {
        rows(of, choices.length);
        Expression seen = of;
        List<Expression> numbers = new ArrayList<>();
        List<Integer> axes = new ArrayList<>();
        for (int axis = 0; axis < choices.length; axis++) {
            switch (choices[axis]) {
                case Range range -> seen = seen.slice(axis, range.from, range.to, range.step);
                case Numbers given -> {
                    numbers.add(given.indices);
                    axes.add(axis);
                }
            }
        }
        if (axes.isEmpty()) {
            return seen;
        }
        Expression[] checked = new Expression[axes.size()];
        for (int i = 0; i < checked.length; i++) {
            checked[i] = numbers.get(i).checkedIndices(of.shape()[axes.get(i)], axes.get(i));
        }
        int first = axes.getFirst();
        if (axes.getLast() - first >= axes.size()) {
            int rank = of.shape().length;
            seen = seen.transpose(IntStream.concat(
                            axes.stream().mapToInt(axis -> axis),
                            IntStream.range(0, rank).filter(axis -> !axes.contains(axis)))
                    .toArray());
            first = 0;
        }
        return seen.gathered(first, checked);
    }

    /** {@return elements by their numbers, counted row by row} */
    public static Expression taken(Expression of, Expression numbers) {
        return of.reshape(-1).gathered(0, numbers.checkedIndices(of.size(), -1));
    }

    /** {@return elements by indices of an axis} */
    public static Expression taken(Expression of, Expression indices, int axis) {
        int along = Shapes.axis(axis, of.shape(), of.shape().length);
        return of.gathered(along, indices.checkedIndices(of.shape()[along], along));
    }

    /**
     * Elements that some choices name, in rows of which all is named.
     *
     * @param slots the sizes of the axes before those of rows
     * @param rows those of the axes of rows
     * @param slot for each row that is named its number
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    private record Named(int[] slots, int[] rows, Expression slot) {
        /** {@return values for all that is named} */
        Expression spread(Expression values) {
            return values.broadcastTo(Expression.joined(slot.shape(), rows));
        }

        /** {@return the place of each element that is named} */
        Expression places() {
            return withAxes(slot, rows.length)
                    .arithmetic(BinaryKind.MUL, number(Shapes.size(rows)))
                    .arithmetic(BinaryKind.ADD, Expression.places(rows));
        }
    }

    private static Named named(Expression of, Choice... choices) {
        rows(of, choices.length);
        int axes = choices.length;
        while (axes > 0 && choices[axes - 1] instanceof Range range && range.isAll()) {
            axes--;
        }
        int[] slots = Arrays.copyOf(of.shape(), axes);
        Expression slot = picked(Expression.places(slots), Arrays.copyOf(choices, axes));
        return new Named(slots, rows(of, axes), slot);
    }

    /**
     * Replaces elements.
     *
     * @param values what they become, broadcast to the shape of what the choices name
     * @param choices of the first axes
     */
    public static Expression put(Expression of, Expression values, Choice... choices) {
        Named named = named(of, choices);
        Expression spread = named.spread(values);
        Expression slot = named.slot;
        if (slot.size() == 0) {
            return of;
        }
        Expression last = lastAt(slot, named.slots);
        Expression found = spread.reshape(Expression.joined(new int[] {slot.size()}, named.rows))
                .gathered(0, last.method("max", number(0)));
        Expression isPut = last.comparison(Predicate.GE, number(0));
        return withAxes(isPut, named.rows.length).choice(found, of);
    }

    /** {@return of places, for each of an array of some shape the number of the last element that has it, -1 if none has} */
    private static Expression lastAt(Expression places, int... shape) {
        Expression none = number(-1).broadcastTo(shape);
        Expression numbers = Expression.places(places.shape());
        return scattered(none, Traversal.Update.GREATEST, places, numbers);
    }

    private static Expression scattered(Expression of, Traversal.Update update, Expression places, Expression values) {
        return Expression.pending(of.type(), of.shape(), into -> Fusion.scatter(of, update, places, values, into));
    }

    /**
     * Adds to elements. What comes to one element is added in order.
     *
     * @param values what is added, broadcast to the shape of what the choices name
     * @param choices of the first axes
     */
    public static Expression added(Expression of, Expression values, Choice... choices) {
        Named named = named(of, choices);
        Expression summands = named.spread(values);
        if (!of.type().register().isFloating()) {
            return scattered(of, Traversal.Update.SUM, named.places(), summands);
        }
        int count = summands.size();
        Expression places = named.places().reshape(count);
        Expression flat = summands.reshape(count);
        return Expression.pending(of.type(), of.shape(), into -> accumulate(of, places, flat, into));
    }

    /** Adds floats or doubles in the order of places, in which those of one element are next to each other and stay in order. */
    private static GpuArray<?> accumulate(
            Expression of, Expression slots, Expression summands, @Nullable GpuArray<?> into) {
        Expression places = slots.temporary();
        Expression order = Sorting.order(places, 0).computed();
        GpuArray<?> memory = Fusion.compute(of, into);
        if (places.size() > 0) {
            LibraryKernels.of(OrderLoops.class, "accumulate", memory.type())
                    .call()
                    .passGpuArray(memory)
                    .passGpuArray(places.gathered(0, order).memory())
                    .passGpuArray(order.memory())
                    .passGpuArray(summands.temporary().memory())
                    .run();
        }
        return memory;
    }

    /**
     * Makes elements the least or greatest of what they are and values. NaN is less and greater than all numbers, and -0 less than 0.
     *
     * @param values the values, broadcast to the shape of what the choices name
     * @param choices of the first axes
     */
    public static Expression best(Expression of, boolean isGreatest, Expression values, Choice... choices) {
        Named named = named(of, choices);
        Expression spread = named.spread(values);
        Traversal.Update update = isGreatest ? Traversal.Update.GREATEST : Traversal.Update.LEAST;
        if (!of.type().register().isFloating()) {
            return scattered(of, update, named.places(), spread);
        }
        // Atomic operations know integers.
        ElementType bits = of.type() == ElementType.FLOAT ? ElementType.INT : ElementType.LONG;
        String key = isGreatest ? "ordered" : "orderedFromNaN";
        return scattered(of.method(bits, key), update, named.places(), spread.method(bits, key))
                .method(of.type(), "unordered");
    }
}
