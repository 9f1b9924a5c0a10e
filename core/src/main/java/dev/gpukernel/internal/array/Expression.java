package dev.gpukernel.internal.array;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.jit.ElementFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the elements of an array are computed from: operations on elements of memory, numbers and indices. A view of an expression is an
 * expression of views, so that operations and what they work on have one shape, and all that is left of views is where elements are.
 */
public abstract sealed class Expression {
    /** Most words of parameters, and operations, that a kernel has; beyond, operands are computed before. */
    private static final int MOST_WEIGHT = 400;

    private final ElementType type;
    private final int weight;
    private final Layout layout;

    /** Owns the memory of what it comes to. */
    private final @Nullable ArrayScope scope = ArrayScope.current();

    /** What operations came to, once they were computed by themselves. */
    private volatile @Nullable Stored value;

    private Expression(ElementType type, int weight, Layout layout) {
        this.type = type;
        this.weight = weight;
        this.layout = layout;
    }

    /** Elements of memory. */
    static final class Stored extends Expression {
        final Buffer buffer;

        Stored(Buffer buffer, Layout layout) {
            super(buffer.type(), layout.rank() + 4, layout);
            this.buffer = buffer;
        }
    }

    /** All of an array of one axis, from which functions read. */
    static final class Whole extends Expression {
        final Buffer buffer;

        Whole(Buffer buffer, Layout layout) {
            super(buffer.type(), 4, layout);
            this.buffer = buffer;
        }
    }

    /** Ints that are what would be their place in memory. */
    static final class Places extends Expression {

        Places(Layout layout) {
            super(ElementType.INT, layout.rank() + 1, layout);
        }
    }

    /** One number everywhere. */
    static final class Uniform extends Expression {
        final Constant value;

        Uniform(ElementType type, Constant value, Layout layout) {
            super(type, 2, layout);
            this.value = value;
        }
    }

    /** An operation, on operands of its own shape. */
    static final class Applied extends Expression {
        final Operation operation;
        final List<Expression> operands;

        private Applied(ElementType type, int weight, Operation operation, List<Expression> operands, int[] shape) {
            super(type, weight, Layout.contiguous(shape));
            this.operation = operation;
            this.operands = operands;
        }
    }

    /** Elements of memory, at places that are computed. */
    static final class Gathered extends Expression {
        final Buffer buffer;
        final Expression place;

        private Gathered(Buffer buffer, Expression place) {
            super(buffer.type(), place.weight + 1, Layout.contiguous(place.shape()));
            this.buffer = buffer;
            this.place = place;
        }
    }

    /** {@return what it came to, {@code null} if it is not computed or is in memory anyway} */
    final @Nullable Stored value() {
        return value;
    }

    /** {@return where its elements are, or would be} */
    final Layout layout() {
        return layout;
    }

    /** {@return what its elements are} */
    public final ElementType type() {
        return type;
    }

    /** {@return its shape, not to be changed} */
    public final int[] shape() {
        return layout.shape();
    }

    /** {@return how many elements it has} */
    public final int size() {
        return Shapes.size(shape());
    }

    /**
     * Makes an array of elements of the host, which are copied.
     *
     * @param host an array of Java's
     * @param shape a shape of as many elements
     * @throws IllegalArgumentException if the shape has more or fewer
     */
    public static Expression of(Object host, int... shape) {
        ElementType type = ElementType.ofArray(host.getClass());
        if (type == null) {
            throw new IllegalArgumentException(host.getClass().getSimpleName());
        }
        int length = java.lang.reflect.Array.getLength(host);
        int[] complete = Shapes.complete(new int[] {length}, length, shape);
        return new Stored(Buffer.of(type, Gpu.current().upload(host)), Layout.contiguous(complete));
    }

    /** {@return one number everywhere} */
    public static Expression number(ElementType type, Constant value, int... shape) {
        Shapes.size(shape);
        return new Uniform(type, value, Layout.same(shape.clone()));
    }

    /** {@return all elements of an array of a device, which must not change any more} */
    static Expression of(ElementType type, GpuArray<?> memory, int... shape) {
        return new Stored(Buffer.of(type, memory), Layout.contiguous(shape.clone()));
    }

    /** {@return the memory with its elements, row by row} */
    final GpuArray<?> memory() {
        return ((Stored) computed()).buffer.memory();
    }

    /** {@return elements, row by row, that kernels of the library compute when they are first needed} */
    static Expression later(ElementType type, Supplier<GpuArray<?>> elements, int... shape) {
        return pending(type, shape.clone(), into -> {
            GpuArray<?> made = elements.get();
            if (into == null) {
                return made;
            }
            try (made) {
                return Fusion.compute(new Stored(Buffer.of(type, made, null), Layout.contiguous(shape)), into);
            }
        });
    }

    /** {@return ints from 0 on, row by row} */
    public static Expression places(int... shape) {
        Shapes.size(shape);
        return new Places(Layout.contiguous(shape.clone()));
    }

    /** {@return the type that Java computes with where one operand is of one type and one of another} */
    public static ElementType promoted(ElementType first, ElementType second) {
        for (ElementType wide : List.of(ElementType.DOUBLE, ElementType.FLOAT, ElementType.LONG)) {
            if (first == wide || second == wide) {
                return wide;
            }
        }
        return ElementType.INT;
    }

    /** {@return Java's arithmetic, on operands of the type that it promotes both to} */
    public final Expression arithmetic(BinaryKind kind, Expression other) {
        ElementType common = promoted(type, other.type);
        if (kind == BinaryKind.REM && common.register().isFloating()) {
            return call("rem", common, other);
        }
        return apply(new Operation.Arithmetic(kind), common, List.of(to(common), other.to(common)));
    }

    /** {@return the same of conditions} */
    public final Expression logic(BinaryKind kind, Expression other) {
        return apply(new Operation.Arithmetic(kind), ElementType.BOOLEAN, List.of(this, other));
    }

    /** {@return conditions, by Java's comparison} */
    public final Expression comparison(Predicate predicate, Expression other) {
        ElementType common = type == ElementType.BOOLEAN ? ElementType.BOOLEAN : promoted(type, other.type);
        return apply(new Operation.Comparison(predicate), ElementType.BOOLEAN, List.of(to(common), other.to(common)));
    }

    /** {@return the opposite numbers} */
    public final Expression negated() {
        return apply(new Operation.Negation(), type, List.of(this));
    }

    /** {@return Java's cast, or this if it is of that type} */
    public final Expression to(ElementType wanted) {
        return wanted == type ? this : apply(new Operation.Conversion(), wanted, List.of(this));
    }

    /** {@return of conditions, elements of the one where they hold and of the other where they do not} */
    public final Expression choice(Expression whenTrue, Expression whenFalse) {
        return apply(new Operation.Choice(), whenTrue.type, List.of(this, whenTrue, whenFalse));
    }

    /** {@return a method that Java has for each type, with operands promoted to one} */
    public final Expression method(String name, Expression... others) {
        ElementType common = type;
        for (Expression other : others) {
            common = promoted(common, other.type);
        }
        return call(name, common, others);
    }

    /** {@return a method that Java has for doubles; of floats its result as a float} */
    public final Expression function(String name, Expression... others) {
        ElementType common = promoted(type, ElementType.FLOAT) == type ? type : ElementType.DOUBLE;
        for (Expression other : others) {
            common = other.type == ElementType.FLOAT ? common : ElementType.DOUBLE;
        }
        return call(name, ElementType.DOUBLE, others).to(common);
    }

    /**
     * Applies a function of the user's to each element.
     *
     * @param made type of its results
     * @param type its interface, one of this library's, of which the arguments are as the elements are
     * @param function the function; what it captures is read now
     * @param others its further arguments
     * @throws KernelRejectedException with everything in it that cannot run on a GPU
     */
    public final Expression applied(ElementType made, Class<?> type, Object function, Expression... others) {
        ElementFunction.Bound bound = ElementFunction.of(type, function);
        List<Expression> operands = new ArrayList<>(List.of(this));
        operands.addAll(List.of(others));
        operands.addAll(captured(bound));
        return applied(made, bound.function(), operands);
    }

    /** {@return what a function gives for each of some elements, of the types that it takes} */
    static Expression applied(ElementType made, ElementFunction function, List<Expression> operands) {
        return apply(new Operation.Applied(function), made, operands);
    }

    /** {@return what a function captures, numbers and whole arrays} */
    static List<Expression> captured(ElementFunction.Bound bound) {
        List<BlockParam> params = bound.function().params();
        int first = params.size() - bound.captured().size();
        List<Expression> made = new ArrayList<>();
        for (Object value : bound.captured()) {
            if (value instanceof Long bits) {
                Constant number = new Constant(
                        (ScalarType) params.get(first + made.size()).type(), bits);
                ElementType type = switch (number.type()) {
                    case I1, I32 -> ElementType.INT;
                    case I64 -> ElementType.LONG;
                    case F32 -> ElementType.FLOAT;
                    case F64 -> ElementType.DOUBLE;
                };
                made.add(number(type, number));
            } else {
                ElementType type = ElementType.ofArray(value.getClass());
                made.add(new Whole(
                        Buffer.of(Objects.requireNonNull(type), Gpu.current().upload(value)), Layout.same()));
            }
        }
        return made;
    }

    /** {@return a method of Java's that takes operands as they are and gives another type} */
    public final Expression method(ElementType result, String name, Expression... others) {
        List<Expression> operands = new ArrayList<>(List.of(this));
        operands.addAll(List.of(others));
        return apply(new Operation.Method(name), result, operands);
    }

    /** {@return bits, moved by distances that are ints} */
    public final Expression shifted(BinaryKind kind, Expression distance) {
        return apply(new Operation.Arithmetic(kind), type, List.of(this, distance));
    }

    private Expression call(String name, ElementType common, Expression... others) {
        List<Expression> operands = new ArrayList<>(List.of(to(common)));
        for (Expression other : others) {
            operands.add(other.to(common));
        }
        return apply(new Operation.Method(name), common, operands);
    }

    private static Expression apply(Operation operation, ElementType type, List<Expression> operands) {
        int[] shape = operands.getFirst().shape();
        for (Expression operand : operands.subList(1, operands.size())) {
            shape = Shapes.broadcast(shape, operand.shape());
        }
        List<Expression> spread = new ArrayList<>();
        for (Expression operand : operands) {
            spread.add(Arrays.equals(operand.shape(), shape) ? operand : operand.broadcastTo(shape));
        }
        return applied(operation, type, spread, shape);
    }

    private static Applied applied(Operation operation, ElementType type, List<Expression> operands, int[] shape) {
        int weight = 1;
        for (Expression operand : operands) {
            weight += operand.weight;
        }
        List<Expression> light = operands;
        if (weight > MOST_WEIGHT) {
            // What is shared was counted for each use.
            weight = 1 + weigh(operands, Collections.newSetFromMap(new IdentityHashMap<>()));
        }
        if (weight > MOST_WEIGHT) {
            light = operands.stream().map(Expression::stored).toList();
            weight = 1 + light.stream().mapToInt(operand -> operand.weight).sum();
        }
        return new Applied(type, weight, operation, List.copyOf(light), shape);
    }

    private static int weigh(List<Expression> expressions, Set<Expression> seen) {
        int weight = 0;
        for (Expression expression : expressions) {
            if (seen.add(expression)) {
                weight += switch (expression) {
                    case Applied applied -> 1 + weigh(applied.operands, seen);
                    case Gathered gathered -> 1 + weigh(List.of(gathered.place), seen);
                    case Stored _, Whole _, Places _, Uniform _ -> expression.weight;
                };
            }
        }
        return weight;
    }

    /** {@return the same, as memory that is filled when it is first needed} */
    final Expression stored() {
        return switch (this) {
            case Applied _, Gathered _ -> {
                Stored known = value;
                yield known == null ? new Stored(Buffer.of(this), layout) : known;
            }
            case Stored _, Whole _, Places _, Uniform _ -> this;
        };
    }

    /** {@return the same in memory, row by row} */
    public final Expression computed() {
        Stored known = value;
        if (known != null) {
            return known;
        }
        if (this instanceof Stored memory && memory.isWhole()) {
            memory.buffer.memory();
            return this;
        }
        Stored result = new Stored(Buffer.of(type, Fusion.compute(this, null), scope), Layout.contiguous(shape()));
        if (this instanceof Applied || this instanceof Gathered) {
            value = result;
        }
        return result;
    }

    /**
     * Shows memory as an array.
     *
     * @param memory an array of numbers or booleans; before it is written, its elements are copied
     * @param shape a shape of as many elements; none for one axis
     * @throws IllegalArgumentException if the shape has more or fewer
     * @throws IllegalStateException if the memory is closed
     */
    public static Expression of(GpuArray<?> memory, int... shape) {
        if (memory.size() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    Message.SHAPE_TOO_LARGE.format("(" + memory.size() + ",)", Integer.MAX_VALUE));
        }
        int[] length = {(int) memory.size()};
        int[] complete = shape.length == 0 ? length : Shapes.complete(length, length[0], shape);
        ElementType type = Objects.requireNonNull(ElementType.ofArray(memory.type()), "an array of numbers");
        return new Stored(Buffer.shared(type, memory), Layout.contiguous(complete));
    }

    /** {@return memory with its elements, row by row, for others to write: before they do, they are copied for this} */
    public final GpuArray<?> shared() {
        Expression computed = computed();
        return ((Stored) computed).buffer.share();
    }

    /**
     * Computes its elements into memory, row by row.
     *
     * @param target as many elements of the same type
     * @throws IllegalArgumentException if it has more or fewer
     */
    public final void into(GpuArray<?> target) {
        if (target.type() != type.arrayClass() || target.size() != size()) {
            throw new IllegalArgumentException(
                    Message.TARGET_DIFFERS.format(target, Shapes.text(shape()), size(), type.text()));
        }
        pending().compute(target);
    }

    /** {@return what its elements are computed from, or copied from if they are known} */
    private Buffer.Pending pending() {
        Stored known = value;
        Buffer.Pending pending =
                this instanceof Stored memory && memory.isWhole() ? memory.buffer.pending() : null;
        return pending == null ? Fusion.computing(known == null ? this : known) : pending;
    }

    /** {@return the kernel that begins to compute it, or would copy it if it is computed or methods of the library compute it} */
    public final Kernel kernel() {
        Kernel kernel = pending().kernel();
        return kernel == null ? Objects.requireNonNull(Fusion.computing(this).kernel(), "an expression has one") : kernel;
    }

    final boolean isWhole() {
        return this instanceof Stored memory
                && layout.offset() == 0
                && memory.buffer.size() == size()
                && Arrays.equals(layout.strides(), Layout.contiguous(shape()).strides());
    }

    /** {@return its elements, row by row, as an array of Java's} */
    public final Object toArray() {
        GpuArray<?> memory = ((Stored) computed()).buffer.memory();
        return memory.toHost();
    }

    final Expression view(Function<Layout, @Nullable Layout> view) {
        Expression seen = tryToView(view);
        if (seen == null) {
            throw new IllegalStateException("no view");
        }
        return seen;
    }

    private @Nullable Expression tryToView(Function<Layout, @Nullable Layout> view) {
        return tryToView(view, new IdentityHashMap<>());
    }

    final @Nullable Expression tryToView(
            Function<Layout, @Nullable Layout> view, IdentityHashMap<Expression, Expression> known) {
        Expression seen = known.get(this);
        if (seen != null) {
            return seen;
        }
        Layout viewed = view.apply(layout);
        if (viewed == null) {
            return null;
        }
        Stored computed = value;
        if (computed != null) {
            return computed.tryToView(view, known);
        }
        switch (this) {
            case Stored memory -> seen = new Stored(memory.buffer, viewed);
            case Whole whole -> seen = new Whole(whole.buffer, viewed);
            case Places _ -> seen = new Places(viewed);
            case Uniform uniform -> seen = new Uniform(type, uniform.value, viewed);
            case Gathered gathered -> {
                Expression place = gathered.place.tryToView(view, known);
                if (place == null) {
                    return null;
                }
                seen = new Gathered(gathered.buffer, place);
            }
            case Applied applied -> {
                List<Expression> operands = new ArrayList<>();
                for (Expression operand : applied.operands) {
                    Expression part = operand.tryToView(view, known);
                    if (part == null) {
                        return null;
                    }
                    operands.add(part);
                }
                seen = applied(applied.operation, type, operands, viewed.shape());
            }
        }
        known.put(this, seen);
        return seen;
    }

    /**
     * Makes one element of all along some axes.
     *
     * @param axes the axes, none for all
     */
    public final Expression reduced(Reduction reduction, int... axes) {
        Rows rows = rows(axes);
        if (reduction == Reduction.LEAST || reduction == Reduction.GREATEST) {
            requireElements(rows);
        }
        return pending(type, rows.kept(), Fusion.reducing(rows.moved, reduction, rows.along));
    }

    /**
     * Makes one element of all along some axes by a function of the user's.
     *
     * @param type its interface, one of this library's
     * @param function the function; what it captures is read now
     * @param identity what it begins with
     * @param axes the axes, none for all
     * @throws KernelRejectedException with everything in it that cannot run on a GPU
     */
    public final Expression reduced(Class<?> type, Object function, Constant identity, int... axes) {
        Rows rows = rows(axes);
        ElementFunction.Bound bound = ElementFunction.of(type, function);
        List<Expression> given = new ArrayList<>(List.of(number(this.type, identity)));
        given.addAll(captured(bound));
        Traversal.Combine combine = new Traversal.Combine(bound.function(), given.size() - 1);
        return pending(this.type, rows.kept(), Fusion.combining(rows.moved, combine, given, rows.along));
    }

    /** {@return memory that is filled when it is first needed} */
    private static Stored pending(ElementType type, int[] shape, Buffer.Pending pending) {
        return new Stored(Buffer.of(type, Shapes.size(shape), pending), Layout.contiguous(shape));
    }

    /**
     * An expression with some axes behind the others.
     *
     * @param order its axes in this order
     * @param along how many axes are behind
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    private record Rows(Expression moved, int[] order, int along) {
        int[] kept() {
            return Arrays.copyOf(moved.shape(), moved.shape().length - along);
        }
    }

    private Rows rows(int... axes) {
        int rank = shape().length;
        TreeSet<Integer> gone = new TreeSet<>();
        for (int axis : axes) {
            gone.add(Shapes.axis(axis, shape(), rank));
        }
        List<Integer> order = new ArrayList<>();
        List<Integer> last = new ArrayList<>();
        for (int axis = 0; axis < rank; axis++) {
            (axes.length == 0 || gone.contains(axis) ? last : order).add(axis);
        }
        order.addAll(last);
        int[] moved = order.stream().mapToInt(axis -> axis).toArray();
        return new Rows(transpose(moved), moved, last.size());
    }

    private void requireElements(Rows rows) {
        if (size() == 0 && Shapes.size(rows.kept()) > 0) {
            throw new IllegalArgumentException(Message.NOTHING_TO_REDUCE.format(Shapes.text(shape())));
        }
    }

    /** {@return how many elements there are along some axes, all for none} */
    public final int count(int... axes) {
        int rank = shape().length;
        long count = 1;
        for (int axis = 0; axis < rank; axis++) {
            int along = axis;
            if (axes.length == 0 || Arrays.stream(axes).anyMatch(asked -> Shapes.axis(asked, shape(), rank) == along)) {
                count *= shape()[axis];
            }
        }
        return (int) count;
    }

    /**
     * Picks elements by their indices.
     *
     * @param axis the first axis that there are indices of
     * @param indices ints for it and the axes behind it
     * @return what is there: in place of these axes are those of the indices
     */
    public final Expression gathered(int axis, Expression... indices) {
        Gathering gathering = Gathering.of(this, axis, indices);
        return gather(gathering, new IdentityHashMap<>());
    }

    /** {@return the same of an axis, with indices that it has, none of them negative} */
    final Expression gatheredUnchecked(int axis, Expression indices) {
        return gather(Gathering.unchecked(this, axis, indices), new IdentityHashMap<>());
    }

    private Expression gather(Gathering gathering, IdentityHashMap<Expression, Expression> known) {
        Expression seen = known.get(this);
        if (seen != null) {
            return seen;
        }
        Stored computed = value;
        // Computed again for each index, what there are fewer of would cost more than memory does.
        boolean isRepeated = gathering.size() > size();
        seen = switch (computed != null ? computed : isRepeated ? stored() : this) {
            case Stored memory -> new Gathered(memory.buffer, gathering.places(memory.layout()));
            // Operands of its operation are elements, too, whose indices are checked.
            case Whole whole -> new Whole(whole.buffer, Layout.same(gathering.shape()));
            case Places _ -> gathering.places(layout);
            case Uniform uniform -> gathering.checked(uniform.type(), uniform.value);
            case Gathered gathered -> new Gathered(gathered.buffer, gathered.place.gather(gathering, known));
            case Applied applied -> {
                List<Expression> operands = new ArrayList<>();
                for (Expression operand : applied.operands) {
                    operands.add(operand.gather(gathering, known));
                }
                yield applied(applied.operation, applied.type(), operands, gathering.shape());
            }
        };
        known.put(this, seen);
        return seen;
    }

    /**
     * Keeps elements where conditions hold, which are computed now.
     *
     * @param mask conditions, of its first axes
     * @return in place of these axes one, with what is there, row by row
     */
    public final Expression compacted(Expression mask) {
        requireMask(mask);
        int masked = mask.shape().length;
        if (masked < shape().length) {
            int[] rows = Arrays.copyOfRange(shape(), masked - 1, shape().length);
            rows[0] = mask.size();
            return reshape(rows).gathered(0, places(mask.shape()).compacted(mask));
        }
        Fusion.Compacted found = Fusion.compact(mask, this);
        Stored seen = new Stored(Buffer.of(type, found.memory()), Layout.contiguous(found.count()));
        // Memory is not held for few elements of many.
        return found.count() <= size() / 2 ? seen.computed() : seen;
    }

    private void requireMask(Expression mask) {
        int[] shape = mask.shape();
        if (shape.length == 0
                || shape.length > shape().length
                || !Arrays.equals(shape, Arrays.copyOf(shape(), shape.length))) {
            throw new IllegalArgumentException(Message.MASK_SHAPE.format(Shapes.text(shape), Shapes.text(shape())));
        }
    }

    /** {@return what is at those indices of an axis for which a condition holds, which are computed now} */
    public final Expression compressed(Expression conditions, int axis) {
        int along = Shapes.axis(axis, shape(), shape().length);
        Expression indices = places(shape()[along]);
        return gathered(along, indices.compacted(conditions));
    }

    /** {@return of conditions, for each axis where they hold, which is computed now} */
    public final List<Expression> whereTrue() {
        Expression number = places(shape()).compacted(this);
        List<Expression> indices = new ArrayList<>();
        Layout rows = Layout.contiguous(shape());
        for (int axis = 0; axis < shape().length; axis++) {
            // No size is 0 where there is an element.
            int size = Math.max(1, shape()[axis]);
            indices.add(number.arithmetic(BinaryKind.DIV, number(ElementType.INT, Constant.of(rows.strides()[axis])))
                    .arithmetic(BinaryKind.REM, number(ElementType.INT, Constant.of(size))));
        }
        return indices;
    }

    /**
     * Replaces elements where conditions hold.
     *
     * @param values one for all, or as many as there are such elements, row by row
     * @param mask conditions, of the same shape
     */
    public final Expression put(Expression values, Expression mask) {
        requireMask(mask);
        int[] same = mask.shape().clone();
        Expression spread = mask;
        while (spread.shape().length < shape().length) {
            spread = spread.expandDims(-1);
        }
        if (values.shape().length == 0) {
            return spread.choice(values, this);
        }
        Expression counts = mask.to(ElementType.INT);
        int count = ((int[]) counts.reduced(Reduction.SUM).toArray())[0];
        if (values.shape()[0] != count) {
            throw new IllegalArgumentException(Message.MASK_VALUES.format(values.shape()[0], count));
        }
        if (count == 0) {
            return this;
        }
        Expression before = counts.reshape(-1).cumulated(Reduction.SUM, 0).reshape(same);
        Expression number = before.method("max", number(ElementType.INT, Constant.of(1)))
                .arithmetic(BinaryKind.SUB, number(ElementType.INT, Constant.of(1)));
        return spread.choice(values.gathered(0, number), this);
    }

    /**
     * Replaces elements.
     *
     * @param values what they become, broadcast to the shape of what the indices name
     * @param indices of the first axes
     */
    public final Expression put(Expression values, Expression... indices) {
        int[] slots = Arrays.copyOf(shape(), indices.length);
        int[] rows = Arrays.copyOfRange(shape(), indices.length, shape().length);
        Expression slot = places(slots).gathered(0, indices);
        Expression spread = values.broadcastTo(joined(slot.shape(), rows));
        if (slot.size() == 0) {
            return this;
        }
        Expression last = slot.lastAt(slots);
        Expression zero = number(ElementType.INT, Constant.of(0));
        Expression found =
                spread.reshape(joined(new int[] {slot.size()}, rows)).gathered(0, last.method("max", zero));
        Expression isPut = last.comparison(Predicate.GE, zero);
        for (int _ : rows) {
            isPut = isPut.expandDims(-1);
        }
        return isPut.choice(found, this);
    }

    /** {@return of places, for each of an array of some shape the number of the last element that has it, -1 if none has} */
    private Expression lastAt(int... shape) {
        Expression none = number(ElementType.INT, Constant.of(-1), shape);
        return pending(
                ElementType.INT,
                shape,
                into -> Fusion.scatter(none, Traversal.Update.LAST, this, places(shape()), into));
    }

    /**
     * Adds to elements, which are ints or longs.
     *
     * @param values what is added, broadcast to the shape of what the indices name
     * @param indices of the first axes
     */
    public final Expression added(Expression values, Expression... indices) {
        int[] slots = Arrays.copyOf(shape(), indices.length);
        int[] rows = Arrays.copyOfRange(shape(), indices.length, shape().length);
        Expression slot = places(slots).gathered(0, indices);
        Expression summands = values.broadcastTo(joined(slot.shape(), rows));
        for (int _ : rows) {
            slot = slot.expandDims(-1);
        }
        Expression place = slot.arithmetic(BinaryKind.MUL, number(ElementType.INT, Constant.of(Shapes.size(rows))))
                .arithmetic(BinaryKind.ADD, places(rows));
        return pending(type, shape(), into -> Fusion.scatter(this, Traversal.Update.SUM, place, summands, into));
    }

    private static int[] joined(int[] first, int[] second) {
        int[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    /**
     * Finds the first of the least or greatest elements along some axes. NaN is less and greater than all numbers, zeros are equal.
     *
     * @param axes the axes, none for all
     * @return its number among the elements along these axes, row by row
     */
    public final Expression best(boolean isGreatest, int... axes) {
        requireElements(rows(axes));
        Expression key = key(isGreatest);
        if (key.type == ElementType.LONG) {
            Rows rows = key.rows(axes);
            return pending(
                    ElementType.INT, rows.kept(), Fusion.finding(rows.moved, isGreatest, rows.along));
        }
        // The key in the high half of a long, the number in its low half: the best of these is the first of the best ones.
        Expression both = apply(
                new Operation.Method(isGreatest ? "greatestFirst" : "leastFirst"),
                ElementType.LONG,
                List.of(key, numbersAlong(axes)));
        Expression found = both.reduced(isGreatest ? Reduction.GREATEST : Reduction.LEAST, axes)
                .to(ElementType.INT);
        return isGreatest
                ? number(ElementType.INT, Constant.of(-1)).arithmetic(BinaryKind.SUB, found)
                : found;
    }

    /** {@return ints or longs of the order in which the best is searched} */
    private Expression key(boolean isGreatest) {
        if (!type.register().isFloating()) {
            return this;
        }
        ElementType bits = type == ElementType.FLOAT ? ElementType.INT : ElementType.LONG;
        return apply(new Operation.Method(isGreatest ? "greatestKey" : "leastKey"), bits, List.of(this));
    }

    /** {@return the number of each element among those along some axes, row by row} */
    private Expression numbersAlong(int... axes) {
        int[] strides = new int[shape().length];
        int stride = 1;
        for (int axis = shape().length - 1; axis >= 0; axis--) {
            int along = axis;
            boolean isAlong = axes.length == 0
                    || Arrays.stream(axes).anyMatch(asked -> Shapes.axis(asked, shape(), strides.length) == along);
            strides[axis] = isAlong ? stride : 0;
            stride *= isAlong ? shape()[axis] : 1;
        }
        return new Places(new Layout(shape(), 0, strides));
    }

    /**
     * Computes the variance of the elements along some axes, which are floats or doubles: squared distances from the mean, added up and
     * divided by the number of elements.
     *
     * @param less how much is taken from the number of elements
     * @param axes the axes, none for all
     */
    public final Expression variance(int less, int... axes) {
        int[] shape = shape().clone();
        for (int axis = 0; axis < shape.length; axis++) {
            int along = axis;
            if (axes.length == 0
                    || Arrays.stream(axes).anyMatch(asked -> Shapes.axis(asked, shape(), shape.length) == along)) {
                shape[axis] = 1;
            }
        }
        Expression mean = reduced(Reduction.SUM, axes).arithmetic(BinaryKind.DIV, whole(count(axes)));
        Expression distance = arithmetic(BinaryKind.SUB, mean.reshape(shape));
        return distance.arithmetic(BinaryKind.MUL, distance)
                .reduced(Reduction.SUM, axes)
                .arithmetic(BinaryKind.DIV, whole(count(axes) - less));
    }

    /** {@return a number of the type of this, which is float or double} */
    private Expression whole(int value) {
        return number(type, type == ElementType.FLOAT ? Constant.of((float) value) : Constant.of((double) value));
    }

    /** {@return 1 divided by each element, which are floats or doubles} */
    public final Expression reciprocal() {
        return whole(1).arithmetic(BinaryKind.DIV, this);
    }

    /** {@return differences of neighbours along an axis} */
    public final Expression differences(int axis) {
        return slice(axis, 1, null, 1).arithmetic(BinaryKind.SUB, slice(axis, null, -1, 1));
    }

    /** {@return what elements come to along an axis, up to each of them} */
    public final Expression cumulated(Reduction reduction, int axis) {
        Rows rows = rows(axis);
        if (shape()[rows.order[rows.order.length - 1]] == 1) {
            Expression identity = number(type, reduction.identity(type));
            return arithmetic(reduction == Reduction.SUM ? BinaryKind.ADD : BinaryKind.MUL, identity);
        }
        Layout target = Layout.contiguous(shape()).transpose(rows.order);
        return pending(type, shape(), Fusion.scanning(rows.moved, reduction, 1, target));
    }

    /** {@return ints with what would be their place in memory} */
    static Expression places(Layout layout) {
        return new Places(layout);
    }

    /** {@return indices of an axis, negative ones counted from its end; a kernel throws for those that it does not have} */
    final Expression checkedIndices(int size) {
        return apply(new Operation.Index(), ElementType.INT, List.of(this, number(ElementType.INT, Constant.of(size))));
    }

    /** {@return the same in another shape, of which one size may be -1} */
    public final Expression reshape(int... wanted) {
        int[] shape = Shapes.complete(shape(), size(), wanted);
        Expression seen = tryToView(layout -> layout.reshape(shape));
        if (seen != null) {
            return seen;
        }
        return new Stored(Buffer.of(this), Layout.contiguous(shape));
    }

    /** {@return the same with axes in another order} */
    public final Expression transpose(int... axes) {
        return view(layout -> layout.transpose(axes));
    }

    /** {@return the same with axes in the opposite order} */
    public final Expression transpose() {
        return view(Layout::transpose);
    }

    /** {@return the same, repeated along axes of size 1 and new ones} */
    public final Expression broadcastTo(int... shape) {
        return view(layout -> layout.broadcastTo(shape));
    }

    /**
     * Shows some indices of an axis, as Python's slices do.
     *
     * @param axis the axis
     * @param from the first, counted from the end if negative, {@code null} for the end where it begins
     * @param to where it ends, before that
     * @param step from each to the next
     */
    public final Expression slice(int axis, @Nullable Integer from, @Nullable Integer to, int step) {
        if (step == 0) {
            throw new IllegalArgumentException(Message.SLICE_STEP.format());
        }
        int along = Shapes.axis(axis, shape(), shape().length);
        int size = shape()[along];
        // Backwards, the place before the first element is -1.
        int lowest = step > 0 ? 0 : -1;
        int highest = step > 0 ? size : size - 1;
        int first = from == null ? (step > 0 ? lowest : highest) : clamped(from, size, lowest, highest);
        int end = to == null ? (step > 0 ? highest : lowest) : clamped(to, size, lowest, highest);
        long distance = step > 0 ? (long) end - first : (long) first - end;
        long stride = Math.abs((long) step);
        int count = distance <= 0 ? 0 : (int) ((distance + stride - 1) / stride);
        return view(layout -> layout.select(along, count, first, step));
    }

    private static int clamped(int index, int size, int lowest, int highest) {
        long counted = index < 0 ? (long) index + size : index;
        return Math.clamp(counted, lowest, highest);
    }

    /** {@return what is at an index of the first axis, counted from the end if negative} */
    public final Expression at(int index) {
        Shapes.axis(0, shape(), shape().length);
        int size = shape()[0];
        int found = index < 0 ? index + size : index;
        if (found < 0 || found >= size) {
            throw new IndexOutOfBoundsException(Message.ARRAY_INDEX.format(index, Shapes.text(shape()), size));
        }
        return view(layout -> layout.select(0, 1, found, 1).without(0));
    }

    /** {@return what has the same index along two axes, the second of which is left out} */
    final Expression diagonal(int axis, int other) {
        return view(layout -> layout.diagonal(axis, other));
    }

    /** {@return the same with another axis, of size 1} */
    public final Expression expandDims(int axis) {
        int at = Shapes.axis(axis, shape(), shape().length + 1);
        return view(layout -> layout.with(at));
    }

    /** {@return the same without axes of size 1: some of them, or all} */
    public final Expression squeeze(int... axes) {
        TreeSet<Integer> gone = new TreeSet<>();
        for (int axis : axes) {
            int found = Shapes.axis(axis, shape(), shape().length);
            if (shape()[found] != 1) {
                throw new IllegalArgumentException(
                        Message.NO_SQUEEZE.format(axis, Shapes.text(shape()), shape()[found]));
            }
            gone.add(found);
        }
        for (int axis = 0; axis < shape().length && axes.length == 0; axis++) {
            if (shape()[axis] == 1) {
                gone.add(axis);
            }
        }
        return view(layout -> {
            Layout fewer = layout;
            for (int axis : gone.descendingSet()) {
                fewer = fewer.without(axis);
            }
            return fewer;
        });
    }

    /** {@return the same backwards along some axes, or all} */
    public final Expression flip(int... axes) {
        TreeSet<Integer> flipped = new TreeSet<>();
        for (int axis : axes) {
            flipped.add(Shapes.axis(axis, shape(), shape().length));
        }
        Expression result = this;
        for (int axis = 0; axis < shape().length; axis++) {
            if (axes.length == 0 || flipped.contains(axis)) {
                result = result.slice(axis, null, null, -1);
            }
        }
        return result;
    }
}
