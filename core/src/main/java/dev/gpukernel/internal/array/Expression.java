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
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.jit.ElementFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the elements of an array are computed from: operations on elements of memory, numbers and indices. A view of an expression is an
 * expression of views, so that operations and what they work on have one shape, and all that is left of views is where elements are.
 */
public abstract sealed class Expression {
    /** Most words of parameters, and operations, that a kernel has; beyond, operands are computed before. */
    private static final int MOST_WEIGHT = 400;

    /** Methods that throw if their second argument is 0. */
    private static final Set<String> DIVISIONS = Set.of("floorDiv", "floorMod");

    private final ElementType type;
    private final int weight;
    private final Layout layout;

    /** Owns the memory of what it comes to. */
    private final @Nullable ArrayScope scope = ArrayScope.current();

    /** Whether a user has it. It is set before others see it. */
    private boolean isHeld;

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

    /** {@return all elements of an array of others, which must not change before this is computed} */
    static Expression borrowed(ElementType type, GpuArray<?> memory) {
        return new Stored(Buffer.of(type, memory, null), Layout.contiguous(memory.length()));
    }

    /** {@return all elements of an array of a device, which must not change any more and belongs to nobody else} */
    static Expression of(ElementType type, GpuArray<?> memory, int... shape) {
        return new Stored(Buffer.of(type, memory), Layout.contiguous(shape.clone()));
    }

    /** {@return the memory with its elements, row by row} */
    public final GpuArray<?> memory() {
        return ((Stored) (isWhole() ? this : computed())).buffer.memory();
    }

    /**
     * Makes an array of elements that are copied to the current device.
     *
     * @param length how many there are
     * @param shape a shape of as many elements; none for one axis
     * @param upload copies them
     * @throws IllegalArgumentException if the shape has more or fewer, or there are too many
     */
    public static Expression uploaded(ElementType type, long length, int[] shape, Function<Gpu, GpuArray<?>> upload) {
        int[] complete = shaped(length, shape);
        return new Stored(Buffer.of(type, upload.apply(Gpu.current())), Layout.contiguous(complete));
    }

    private static int[] shaped(long length, int[] shape) {
        if (length > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(Message.SHAPE_TOO_LARGE.format("(" + length + ",)", Integer.MAX_VALUE));
        }
        int[] whole = {(int) length};
        return shape.length == 0 ? whole : Shapes.complete(whole, whole[0], shape);
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
        boolean divides = (kind == BinaryKind.DIV || kind == BinaryKind.REM)
                && !common.register().isFloating();
        SourcePosition position = divides ? UserCode.divisionBy(other) : null;
        return apply(new Operation.Arithmetic(kind, position), common, List.of(to(common), other.to(common)));
    }

    /** {@return the same of conditions} */
    public final Expression logic(BinaryKind kind, Expression other) {
        return apply(new Operation.Arithmetic(kind, null), ElementType.BOOLEAN, List.of(this, other));
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
        if (wanted == type) {
            return this;
        }
        // Java casts other numbers to int before it narrows.
        Expression from = isSmall(wanted) && type.register() != ScalarType.I32 ? to(ElementType.INT) : this;
        return apply(new Operation.Conversion(), wanted, List.of(from));
    }

    /** {@return whether Java computes with ints in place of a type} */
    static boolean isSmall(ElementType type) {
        return type == ElementType.BYTE || type == ElementType.SHORT || type == ElementType.CHAR;
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
        return common == ElementType.FLOAT && ScalarFunctions.isOfFloats(name, 1 + others.length)
                ? call(name, common, others)
                : call(name, ElementType.DOUBLE, others).to(common);
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
        return apply(new Operation.Method(name, null), result, operands);
    }

    /** {@return bits, moved by distances that are ints} */
    public final Expression shifted(BinaryKind kind, Expression distance) {
        return apply(new Operation.Arithmetic(kind, null), type, List.of(this, distance));
    }

    private Expression call(String name, ElementType common, Expression... others) {
        List<Expression> operands = new ArrayList<>(List.of(to(common)));
        for (Expression other : others) {
            operands.add(other.to(common));
        }
        SourcePosition position = DIVISIONS.contains(name) ? UserCode.divisionBy(others[0]) : null;
        return apply(new Operation.Method(name, position), common, operands);
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

    /**
     * {@return the same in memory, where what is along the last axes is row by row} Of more than one axis it also begins at a multiple of its
     * size, so that it is one of many, next to each other.
     *
     * @param isComputed whether what is not so is computed now, and freed at the end of the work that asks for it unless users have it
     */
    final Stored inRows(int axes, boolean isComputed) {
        Stored known = value;
        Expression found = known == null ? this : known;
        if (found instanceof Stored memory && memory.layout().isInRows(axes)) {
            return memory;
        }
        if (isComputed && !(found instanceof Stored)) {
            return (Stored) found.temporary();
        }
        Buffer copy = isComputed ? Buffer.of(type, Fusion.compute(found, null)) : Buffer.of(found);
        return new Stored(copy, Layout.contiguous(shape()));
    }

    /** Says that a user has it, so that what it comes to is worth keeping. */
    public final void hold() {
        isHeld = true;
    }

    /** {@return the same in memory, however it is spaced there; unless users have it, that is freed at the end of the work that asks for it} */
    final Stored inMemory() {
        if (!(this instanceof Stored memory)) {
            return (Stored) temporary();
        }
        ArrayScope work = ArrayScope.current();
        if (isHeld) {
            memory.buffer.keep();
        } else if (work != null && memory.buffer.isTemporary()) {
            memory.buffer.acquire();
            work.releaseAtEnd(memory.buffer);
        }
        return memory;
    }

    /** {@return the same in memory, row by row; unless users have it, that is freed at the end of the work that asks for it} */
    final Expression temporary() {
        if (isWhole()) {
            return inMemory();
        }
        if (isHeld || value != null) {
            return computed();
        }
        return new Stored(Buffer.of(type, Fusion.compute(this, null)), Layout.contiguous(shape()));
    }

    /** {@return the same in memory, row by row} */
    public final Expression computed() {
        Stored known = value;
        if (known != null) {
            return known;
        }
        if (this instanceof Stored memory && memory.isWhole()) {
            memory.buffer.keep();
            memory.buffer.memory();
            return this;
        }
        Stored result = new Stored(Buffer.of(type, Fusion.computeFor(this), scope), Layout.contiguous(shape()));
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
        int[] complete = shaped(memory.size(), shape);
        ElementType type = Objects.requireNonNull(ElementType.ofArray(memory.type()), "an array of numbers");
        return new Stored(Buffer.shared(type, memory), Layout.contiguous(complete));
    }

    /** {@return memory with its elements, row by row, for others to write: before they do, they are copied for this} */
    public final GpuArray<?> shared() {
        Expression computed = computed();
        return ((Stored) computed).buffer.share();
    }

    /** Where elements are in memory. */
    @SuppressWarnings("ArrayRecordComponent") // not changed
    public record Placed(GpuArray<?> memory, int offset, int[] shape, int[] strides) {}

    /** {@return where its elements are, for others to see: views are where the whole is, and all else is computed} */
    public final Placed placed() {
        Stored stored = this instanceof Stored memory ? memory : (Stored) computed();
        stored.buffer.keep();
        Layout places = ((Expression) stored).layout;
        return new Placed(stored.buffer.share(), places.offset(), places.shape(), places.strides());
    }

    /**
     * Shows elements of memory, each of which is there, as an array.
     *
     * @param memory an array of numbers or booleans; before it is written, its elements are copied
     */
    public static Expression of(GpuArray<?> memory, int offset, int[] shape, int[] strides) {
        ElementType type = Objects.requireNonNull(ElementType.ofArray(memory.type()), "an array of numbers");
        return new Stored(Buffer.shared(type, memory), new Layout(shape, offset, strides));
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
        Buffer.Pending pending = pending();
        ArrayScope.result(target, () -> pending.compute(target));
    }

    /** {@return what its elements are computed from, or copied from if they are known} */
    private Buffer.Pending pending() {
        Stored known = value;
        Buffer.Pending pending = this instanceof Stored memory && memory.isWhole() ? memory.buffer.pending() : null;
        return pending == null ? Fusion.computing(known == null ? this : known) : pending;
    }

    /** {@return the kernel that begins to compute it, or would copy it if it is computed or methods of the library compute it} */
    public final Kernel kernel() {
        Kernel kernel = pending().kernel();
        return kernel == null
                ? Objects.requireNonNull(Fusion.computing(this).kernel(), "an expression has one")
                : kernel;
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
        keepWhatIsSeen();
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
        if (isSmall(type)) {
            return to(ElementType.INT).reduced(reduction, axes).to(type);
        }
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
    static Expression pending(ElementType type, int[] shape, Buffer.Pending pending) {
        return new Stored(Buffer.of(type, Shapes.size(shape), pending), Layout.contiguous(shape));
    }

    /**
     * An expression with some axes behind the others.
     *
     * @param order its axes in this order
     * @param along how many axes are behind
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record Rows(Expression moved, int[] order, int along) {
        int[] kept() {
            return Arrays.copyOf(moved.shape(), moved.shape().length - along);
        }
    }

    final Rows rows(int... axes) {
        int rank = shape().length;
        Set<Integer> gone = Shapes.axes(shape(), axes);
        List<Integer> order = new ArrayList<>();
        List<Integer> last = new ArrayList<>();
        for (int axis = 0; axis < rank; axis++) {
            (axes.length == 0 || gone.contains(axis) ? last : order).add(axis);
        }
        order.addAll(last);
        int[] moved = order.stream().mapToInt(axis -> axis).toArray();
        return new Rows(transpose(moved), moved, last.size());
    }

    final void requireElements(Rows rows) {
        if (size() == 0 && Shapes.size(rows.kept()) > 0) {
            throw new IllegalArgumentException(Message.NOTHING_TO_REDUCE.format(Shapes.text(shape())));
        }
    }

    /** {@return how many elements there are along some axes, all for none} */
    public final int count(int... axes) {
        long count = 1;
        for (int axis = 0; axis < shape().length; axis++) {
            count *= Shapes.isAlong(axis, shape(), axes) ? shape()[axis] : 1;
        }
        return (int) count;
    }

    /**
     * Picks elements by their indices.
     *
     * @param axis the first axis that there are indices of
     * @param indices ints for it and the axes behind it, which have them, none negative
     * @return what is there: in place of these axes are those of the indices
     */
    final Expression gathered(int axis, Expression... indices) {
        keepWhatIsSeen();
        return gather(Gathering.of(this, axis, indices), new IdentityHashMap<>());
    }

    /** Lets memory stay that a user's array is computed from and that something else will see, too. */
    private void keepWhatIsSeen() {
        if (isHeld && value == null) {
            Sources sources = new Sources();
            sources.add(this, true);
            sources.keep();
        }
    }

    /** {@return whether a user has it} */
    final boolean isHeld() {
        return isHeld;
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

    static int[] joined(int[] first, int[] second) {
        int[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    /** {@return ints with what would be their place in memory} */
    static Expression places(Layout layout) {
        return new Places(layout);
    }

    /**
     * {@return indices of an axis, negative ones counted from its end; a kernel throws for those that it does not have, at the user's line}
     *
     * @param size of the axis
     * @param axis the axis as the user counts it, -1 for all elements as one
     */
    final Expression checkedIndices(int size, int axis) {
        Operation.Index check = new Operation.Index(axis, UserCode.indexing());
        return apply(check, ElementType.INT, List.of(this, number(ElementType.INT, Constant.of(size))));
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
        TreeSet<Integer> gone = new TreeSet<>(Shapes.axes(shape(), axes));
        for (int axis : gone) {
            if (shape()[axis] != 1) {
                throw new IllegalArgumentException(
                        Message.NO_SQUEEZE.format(axis, Shapes.text(shape()), shape()[axis]));
            }
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
        Set<Integer> flipped = Shapes.axes(shape(), axes);
        Expression result = this;
        for (int axis = 0; axis < shape().length; axis++) {
            if (axes.length == 0 || flipped.contains(axis)) {
                result = result.slice(axis, null, null, -1);
            }
        }
        return result;
    }
}
