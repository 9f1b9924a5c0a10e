package dev.gpukernel.internal.array;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelCall;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.array.Expression.Applied;
import dev.gpukernel.internal.array.Expression.Gathered;
import dev.gpukernel.internal.array.Expression.Places;
import dev.gpukernel.internal.array.Expression.Stored;
import dev.gpukernel.internal.array.Expression.Uniform;
import dev.gpukernel.internal.array.Expression.Whole;
import dev.gpukernel.internal.array.Structure.Place;
import dev.gpukernel.internal.array.Structure.Step;
import dev.gpukernel.internal.array.Structure.Stride;
import dev.gpukernel.internal.array.Traversal.Lanes;
import dev.gpukernel.internal.backend.WholeMethodException;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Op.LoadVector;
import dev.gpukernel.internal.jit.ElementFunction;
import dev.gpukernel.internal.jit.JitEngine;
import dev.gpukernel.internal.jit.WriteWatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Computes an expression as one kernel. */
final class Fusion {
    private static final int STORED = -1;

    private static final KernelCache KERNELS = new KernelCache();

    private final IdentityHashMap<Expression, Integer> steps = new IdentityHashMap<>();
    private final List<Expression> order = new ArrayList<>();
    private final List<Buffer> buffers = new ArrayList<>();
    private final Expression result;

    /** How many of the last axes are walked along for each element of the others, {@link #STORED} if each element is for itself. */
    private final int walked;

    /** Where results are, if they are not row by row. */
    private final @Nullable Layout target;

    /** What is computed beside it. */
    private final List<Expression> others;

    /** Whether the result need not be computed again. */
    private boolean isKnownFromNowOn;

    private Fusion(Expression result, int walked, @Nullable Layout target, List<Expression> others) {
        this.result = result;
        this.walked = walked;
        this.target = target;
        this.others = others;
        others.forEach(this::visit);
        visit(result);
    }

    private Fusion(Expression result, int walked) {
        this(result, walked, null, List.of());
    }

    /** Work of one kernel, or one that begins with it. */
    private record Work(Supplier<Kernel> first, Function<@Nullable GpuArray<?>, GpuArray<?>> filling)
            implements Buffer.Pending {
        @Override
        public GpuArray<?> compute(@Nullable GpuArray<?> target) {
            return filling.apply(target);
        }

        @Override
        public Kernel kernel() {
            return first.get();
        }
    }

    /**
     * Computes an expression, after the memory that it reads.
     *
     * @param into where, null for new memory
     * @return its elements, row by row
     */
    static GpuArray<?> compute(Expression result, @Nullable GpuArray<?> into) {
        return new Fusion(result, STORED).fill(result.type(), null, 1, into);
    }

    /** {@return the elements of an expression that will be known from now on, so that only others need what it is computed from} */
    static GpuArray<?> computeFor(Expression result) {
        Fusion fusion = new Fusion(result, STORED);
        fusion.isKnownFromNowOn = true;
        return ArrayScope.result(() -> fusion.fill(result.type(), null, 1, null));
    }

    /** {@return the work of computing an expression} */
    static Buffer.Pending computing(Expression result) {
        return new Work(() -> new Fusion(result, STORED).kernel(null), into -> compute(result, into));
    }

    /**
     * {@return the work of computing an expression and what becomes of its elements along the last axes} First of those of each lane, then of
     * what these came to.
     *
     * @param reduced how many axes
     */
    static Buffer.Pending reducing(Expression result, Reduction reduction, int reduced) {
        return inParts(result, List.of(), reduced, Lanes::count, (fusion, lanes) -> {
            Lanes loop = fusion.areWalkedInnermost() ? Lanes.INNERMOST : Lanes.OUTERMOST;
            // The host would run a kernel without a parallel loop, and wait for the sum: so there is one, over one
            // lane.
            boolean isLoop = lanes > 1 || fusion.others() == 1;
            return new Traversal.Reduce(reduction, isLoop ? loop : Lanes.ONE);
        });
    }

    /**
     * {@return the work of computing an expression and what a function makes of its elements along the last axes} First of pieces of them,
     * then of what these came to.
     *
     * @param given what it begins with, and what the function captures
     * @param reduced how many axes
     */
    static Buffer.Pending combining(Expression result, Traversal.Combine combine, List<Expression> given, int reduced) {
        return inParts(result, given, reduced, (_, elements) -> Traversal.Combine.pieces(elements), (_, _) -> combine);
    }

    /** Says in how many parts elements become one. */
    @FunctionalInterface
    private interface PartCount {
        /** {@return the number of parts of some elements, given how often that is done} */
        int of(int others, int elements);
    }

    /** Says what is done with the elements of a number of parts. */
    @FunctionalInterface
    private interface PartWalk {
        Traversal of(Fusion fusion, int parts);
    }

    private static Buffer.Pending inParts(
            Expression result, List<Expression> given, int reduced, PartCount count, PartWalk walk) {
        return new Work(
                () -> {
                    Fusion fusion = new Fusion(result, reduced, null, given);
                    int parts = count.of(fusion.others(), fusion.elements());
                    return fusion.kernel((same, _) -> walk.of(same, parts));
                },
                into -> fillInParts(result, given, reduced, into, count, walk));
    }

    /** {@return how many elements there are along the axes that are not walked along} */
    private int others() {
        return Shapes.size(Arrays.copyOf(result.shape(), kept()));
    }

    /** {@return how many elements there are along the axes that are walked along} */
    private int elements() {
        return Shapes.size(Arrays.copyOfRange(result.shape(), kept(), result.shape().length));
    }

    private static GpuArray<?> fillInParts(
            Expression result,
            List<Expression> given,
            int reduced,
            @Nullable GpuArray<?> into,
            PartCount count,
            PartWalk walk) {
        int kept = result.shape().length - reduced;
        Expression left = result;
        int along = reduced;
        @Nullable GpuArray<?> partial = null;
        try {
            while (true) {
                Fusion fusion = new Fusion(left, along, null, given);
                int parts = count.of(fusion.others(), fusion.elements());
                Traversal traversal = walk.of(fusion, parts);
                GpuArray<?> filled = fusion.fill(result.type(), (_, _) -> traversal, parts, parts == 1 ? into : null);
                if (partial != null) {
                    partial.close();
                    partial = null;
                }
                if (parts == 1) {
                    return filled;
                }
                partial = filled;
                boolean isFirst = traversal instanceof Traversal.Reduce reduce && reduce.lanes() == Lanes.OUTERMOST;
                left = new Stored(
                        Buffer.of(result.type(), partial, null), Layout.inParts(result.shape(), kept, parts, isFirst));
                along = 1;
            }
        } finally {
            if (partial != null) {
                partial.close();
            }
        }
    }

    /** {@return the work of finding the indices of the first least or greatest of the elements along the last axes} */
    static Buffer.Pending finding(Expression result, boolean isGreatest, int reduced) {
        Walk walk = (fusion, _) -> new Traversal.Best(isGreatest, fusion.step(result));
        return new Work(
                () -> new Fusion(result, reduced).kernel(walk),
                into -> new Fusion(result, reduced).fill(ElementType.INT, walk, 1, into));
    }

    /**
     * {@return the work of computing what elements come to along the last axes, up to each of them}
     *
     * @param along how many axes
     * @param target where each result is to be
     */
    static Buffer.Pending scanning(Expression result, Reduction reduction, int along, Layout target) {
        Walk walk = (fusion, axes) -> new Traversal.Scan(reduction, fusion.step(result), place(target, axes));
        return new Work(
                () -> new Fusion(result, along, target, List.of()).kernel(walk),
                into -> new Fusion(result, along, target, List.of()).fill(result.type(), result.size(), walk, 1, into));
    }

    /**
     * What is left of the elements of an expression.
     *
     * @param memory begins with them
     * @param count how many they are
     */
    record Compacted(GpuArray<?> memory, int count) {}

    /** {@return the elements of an expression where a condition of its shape holds} */
    static Compacted compact(Expression condition, Expression result) {
        Fusion fusion = new Fusion(result, STORED, null, List.of(condition));
        GpuArray<?> memory = fusion.allocate(result.type(), result.size());
        Walk walk = (same, _) -> new Traversal.Compaction(same.step(condition), same.step(result));
        return new Compacted(memory, result.size() == 0 ? 0 : fusion.run(memory, walk, 1, true));
    }

    /**
     * Computes an expression, and updates what it came to with elements of another.
     *
     * @param place of the shape of the other, where each of its elements goes
     * @param into where, null for new memory
     */
    static GpuArray<?> scatter(
            Expression initial,
            Traversal.Update update,
            Expression place,
            Expression other,
            @Nullable GpuArray<?> into) {
        GpuArray<?> memory = compute(initial, into);
        Walk walk = (fusion, _) -> new Traversal.Scatter(update, fusion.step(place), fusion.step(other));
        if (other.size() > 0) {
            new Fusion(other, STORED, null, List.of(place)).run(memory, walk, 1, into == null);
        }
        return memory;
    }

    /**
     * {@return the work of filling rows, or matrices, with a function} What it does not set is 0.
     *
     * @param function the function
     * @param operands what it takes, all of the shape of the rows
     * @param sizes those of a row, all of that shape
     * @param zeros what the rows are before
     */
    static Buffer.Pending rows(
            ElementFunction function, List<Expression> operands, List<Expression> sizes, Expression zeros) {
        Walk walk = (fusion, _) ->
                new Traversal.Rows(function, fusion.numbers(operands), fusion.numbers(sizes), zeros.type());
        List<Expression> beside = new ArrayList<>(operands);
        beside.addAll(sizes);
        Supplier<Fusion> fusion = () -> new Fusion(sizes.getFirst(), STORED, null, beside);
        return new Work(() -> fusion.get().kernel(walk), into -> {
            Fusion made = fusion.get();
            int size = zeros.size();
            GpuArray<?> memory = into != null
                    ? compute(zeros, into)
                    : made.gpu().allocate(zeros.type().arrayClass(), size);
            if (size > 0) {
                made.run(memory, walk, 1, into == null);
            }
            return memory;
        });
    }

    /** What else is done with elements, by the numbers of steps. */
    private interface Walk {
        Traversal of(Fusion fusion, Axes axes);
    }

    /** {@return the number of the step that computes an expression} */
    private int step(Expression expression) {
        visit(expression);
        return Objects.requireNonNull(steps.get(expression), "visited");
    }

    private void visit(Expression expression) {
        if (steps.containsKey(expression)) {
            return;
        }
        Stored value = expression.value();
        if (value != null) {
            steps.put(expression, step(value));
            return;
        }
        switch (expression) {
            case Applied applied -> applied.operands.forEach(this::visit);
            case Gathered gathered -> {
                visit(gathered.place);
                read(gathered.buffer);
            }
            case Stored memory -> read(memory.buffer);
            case Whole whole -> read(whole.buffer);
            case Places _, Uniform _ -> {}
        }
        steps.put(expression, order.size());
        order.add(expression);
    }

    private void read(Buffer buffer) {
        if (!buffers.contains(buffer)) {
            buffers.add(buffer);
        }
    }

    /**
     * Axes of the loops.
     *
     * @param sizes of each, none of them 1
     * @param last the innermost of the result's axes that each of them is, -1 for none
     * @param walked how many of the last ones are walked along
     */
    private record Axes(List<Integer> sizes, List<Integer> last, int walked) {}

    /** {@return as few axes as there can be} */
    private Axes axes() {
        List<Integer> sizes = new ArrayList<>();
        List<Integer> last = new ArrayList<>();
        int kept = kept();
        join(0, kept, sizes, last);
        if (walked == STORED) {
            return new Axes(withOne(sizes), last.isEmpty() ? List.of(-1) : last, 0);
        }
        List<Integer> walkedSizes = new ArrayList<>();
        List<Integer> walkedLast = new ArrayList<>();
        join(kept, result.shape().length, walkedSizes, walkedLast);
        sizes.addAll(withOne(walkedSizes));
        last.addAll(walkedLast.isEmpty() ? List.of(-1) : walkedLast);
        return new Axes(sizes, last, Math.max(1, walkedLast.size()));
    }

    /** {@return how many axes are not walked along} */
    private int kept() {
        return result.shape().length - Math.max(0, walked);
    }

    private static List<Integer> withOne(List<Integer> sizes) {
        return sizes.isEmpty() ? List.of(1) : sizes;
    }

    private void join(int from, int end, List<Integer> sizes, List<Integer> last) {
        int[] shape = result.shape();
        for (int axis = from; axis < end; axis++) {
            if (shape[axis] == 1) {
                continue;
            }
            if (!last.isEmpty() && areEven(last.getLast(), axis)) {
                sizes.add(sizes.removeLast() * shape[axis]);
                last.removeLast();
            } else {
                sizes.add(shape[axis]);
            }
            last.add(axis);
        }
    }

    /** {@return whether elements are as far apart from one row to the next as they are in a row, in all memory} */
    private boolean areEven(int outer, int inner) {
        for (Expression expression : order) {
            if ((expression instanceof Stored || expression instanceof Places)
                    && !isEven(expression.layout(), outer, inner)) {
                return false;
            }
        }
        return isEven(target, outer, inner);
    }

    private static boolean isEven(@Nullable Layout layout, int outer, int inner) {
        return layout == null || layout.strides()[outer] == (long) layout.strides()[inner] * layout.shape()[inner];
    }

    /** {@return whether neighbours along the last axis are nearer in memory than those along the last one that is not walked along} */
    private boolean areWalkedInnermost() {
        int last = result.shape().length - 1;
        int kept = kept() - 1;
        while (last > kept && last > 0 && result.shape()[last] == 1) {
            last--;
        }
        while (kept >= 0 && result.shape()[kept] == 1) {
            kept--;
        }
        if (kept < 0) {
            return true;
        }
        int nearer = 0;
        for (Expression expression : order) {
            if (expression instanceof Stored || expression instanceof Places) {
                int[] strides = expression.layout().strides();
                int walkedStride = Math.abs(strides[last]);
                int keptStride = Math.abs(strides[kept]);
                // What is the same along an axis does not care.
                nearer += walkedStride == 0 || keptStride == 0 ? 0 : Integer.compare(keptStride, walkedStride);
            }
        }
        return nearer >= 0;
    }

    private Structure structure(Axes axes, @Nullable Traversal traversal) {
        List<Step> made = new ArrayList<>(order.size());
        for (Expression expression : order) {
            made.add(
                    switch (expression) {
                        case Stored memory ->
                            new Structure.Read(
                                    memory.type(), buffers.indexOf(memory.buffer), place(memory.layout(), axes));
                        case Whole whole -> new Structure.Whole(whole.type(), buffers.indexOf(whole.buffer));
                        case Gathered gathered ->
                            new Structure.Gather(
                                    gathered.type(), buffers.indexOf(gathered.buffer), step(gathered.place));
                        case Places places -> new Structure.Index(place(places.layout(), axes));
                        case Uniform number -> new Structure.Scalar(number.type());
                        case Applied applied ->
                            new Structure.Apply(applied.type(), applied.operation, numbers(applied.operands));
                    });
        }
        List<ElementType> types = new ArrayList<>(buffers.size());
        for (Buffer buffer : buffers) {
            types.add(buffer.type());
        }
        int multiple = traversal == null && axes.sizes.size() > 1 ? multiple(axes) : 1;
        return new Structure(axes.sizes.size(), multiple, axes.walked, types, made, traversal);
    }

    /** {@return how many elements are moved at once, if rows begin at multiples of that wherever it matters, else 1} */
    private int multiple(Axes axes) {
        int bytes = result.type().bytes();
        for (Buffer buffer : buffers) {
            bytes = Math.min(bytes, buffer.type().bytes());
        }
        int multiple = LoadVector.MOST_BYTES / bytes;
        boolean isMultiple = axes.sizes.getLast() % multiple == 0;
        for (Expression expression : order) {
            if (expression instanceof Stored && place(expression.layout(), axes).isAlong()) {
                Layout layout = expression.layout();
                isMultiple &= layout.offset() % multiple == 0;
                for (int axis : axes.last.subList(0, axes.last.size() - 1)) {
                    isMultiple &= stride(layout, axis) % multiple == 0;
                }
            }
        }
        return isMultiple ? multiple : 1;
    }

    private List<Integer> numbers(List<Expression> operands) {
        List<Integer> numbers = new ArrayList<>(operands.size());
        for (Expression operand : operands) {
            numbers.add(step(operand));
        }
        return numbers;
    }

    private static Place place(Layout layout, Axes axes) {
        List<Stride> strides = new ArrayList<>();
        for (int axis : axes.last) {
            strides.add(
                    switch (stride(layout, axis)) {
                        case 0 -> Stride.ZERO;
                        case 1 -> Stride.ONE;
                        default -> Stride.ANY;
                    });
        }
        return new Place(layout.offset() != 0, strides);
    }

    private static int stride(Layout layout, int axis) {
        return axis < 0 ? 0 : layout.strides()[axis];
    }

    /** {@return the device of the memory, which is computed first} */
    private Gpu gpu() {
        // Memory that is computed first may be on another stream; the launch waits for it.
        buffers.forEach(Buffer::memory);
        return buffers.isEmpty() ? Gpu.current() : buffers.getFirst().memory().device();
    }

    /** {@return the kernel} */
    private Kernel kernel(@Nullable Walk walk) {
        Axes axes = axes();
        return KERNELS.kernel(structure(axes, walk == null ? null : walk.of(this, axes)), false);
    }

    private GpuArray<?> allocate(ElementType type, int size) {
        return JitEngine.allocateUndefined(gpu(), type.arrayClass(), size);
    }

    /** Fills memory with an element, or one for each part, for each of the axes that are not walked along. */
    private GpuArray<?> fill(ElementType type, @Nullable Walk walk, int parts, @Nullable GpuArray<?> into) {
        int size = Math.multiplyExact(others(), parts);
        return fill(type, size, walk, parts, into);
    }

    /**
     * Fills memory.
     *
     * @param into the memory, null for new one
     */
    private GpuArray<?> fill(ElementType type, int size, @Nullable Walk walk, int parts, @Nullable GpuArray<?> into) {
        if (into != null) {
            // What is read there is copied before.
            WriteWatch.tell(into);
        }
        GpuArray<?> memory = into != null ? into : allocate(type, size);
        if (size > 0) {
            run(memory, walk, parts, into == null);
        }
        return memory;
    }

    /** {@return what the kernel returns, 0 if that is nothing} New memory that could not be filled is closed. */
    private int run(GpuArray<?> memory, @Nullable Walk walk, int parts, boolean isNew) {
        boolean isDone = false;
        try {
            int returned = run(memory, walk, parts);
            isDone = true;
            return returned;
        } finally {
            if (!isDone && isNew) {
                memory.close();
            }
        }
    }

    private int run(GpuArray<?> memory, @Nullable Walk walk, int parts) {
        List<Buffer> temporary = buffers.stream().filter(Buffer::isTemporary).toList();
        temporary.forEach(Buffer::acquire);
        try {
            return runOrDivide(memory, walk, parts);
        } finally {
            if (!temporary.isEmpty()) {
                Sources sources = new Sources();
                others.forEach(other -> sources.add(other, other.isHeld()));
                // What the result is computed from is not asked for again if that is known.
                sources.add(result, result.isHeld() && !isKnownFromNowOn);
                temporary.forEach(buffer -> buffer.release(!sources.isUnneeded(buffer)));
            }
        }
    }

    private int runOrDivide(GpuArray<?> memory, @Nullable Walk walk, int parts) {
        try {
            return launch(memory, walk, parts, false);
        } catch (WholeMethodException _) {
            // Too large for one method that the JVM compiles.
            return divide(walk != null)
                    ? new Fusion(result, walked, target, others).run(memory, walk, parts)
                    : launchLarge(memory, walk, parts);
        }
    }

    private int launchLarge(GpuArray<?> memory, @Nullable Walk walk, int parts) {
        try {
            return launch(memory, walk, parts, true);
        } catch (WholeMethodException _) {
            Diagnostic finding = Diagnostic.of(Message.KERNEL_TOO_LARGE, null, "one function of elements");
            throw new KernelRejectedException(ExpressionCode.NAME, List.of(finding));
        }
    }

    /** {@return whether parts of the expression were computed by themselves} */
    private boolean divide(boolean isWalk) {
        List<Expression> parts = new ArrayList<>(others);
        switch (result) {
            case Applied applied when !isWalk -> parts.addAll(applied.operands);
            case Gathered gathered when !isWalk -> parts.add(gathered.place);
            default -> parts.add(result);
        }
        boolean isDivided = false;
        for (Expression part : parts) {
            if ((part instanceof Applied || part instanceof Gathered) && part.value() == null) {
                part.computed();
                isDivided = true;
            }
        }
        return isDivided;
    }

    private int launch(GpuArray<?> memory, @Nullable Walk walk, int parts, boolean mayBeLarge) {
        Axes axes = axes();
        Traversal traversal = walk == null ? null : walk.of(this, axes);
        Structure structure = structure(axes, traversal);
        if (structure.mayThrow()) {
            ArrayScope.mayThrow();
        }
        KernelCall call = KERNELS.kernel(structure, mayBeLarge).call().passGpuArray(memory);
        buffers.forEach(buffer -> call.passGpuArray(buffer.memory()));
        axes.sizes.forEach(call::passInt);
        if (traversal != null && traversal.isInParts()) {
            call.passInt(parts);
        }
        for (Expression expression : order) {
            switch (expression) {
                case Stored stored -> pass(call, stored.layout(), axes);
                case Places places -> pass(call, places.layout(), axes);
                case Uniform number -> pass(call, number.value);
                case Applied _, Gathered _, Whole _ -> {}
            }
        }
        if (target != null) {
            pass(call, target, axes);
        }
        if (traversal instanceof Traversal.Compaction) {
            return call.runInt();
        }
        call.run();
        return 0;
    }

    private static void pass(KernelCall call, Layout layout, Axes axes) {
        if (layout.offset() != 0) {
            call.passInt(layout.offset());
        }
        for (int axis : axes.last) {
            int stride = stride(layout, axis);
            if (stride != 0 && stride != 1) {
                call.passInt(stride);
            }
        }
    }

    private static void pass(KernelCall call, Constant value) {
        switch (value.type()) {
            case I1, I32 -> call.passInt((int) value.bits());
            case I64 -> call.passLong(value.bits());
            case F32 -> call.passFloat(Float.intBitsToFloat((int) value.bits()));
            case F64 -> call.passDouble(Double.longBitsToDouble(value.bits()));
        }
    }
}
