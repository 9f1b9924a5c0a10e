package dev.gpukernel.internal.array;

import dev.gpukernel.Engine;
import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelCall;
import dev.gpukernel.internal.array.Expression.Applied;
import dev.gpukernel.internal.array.Expression.Gathered;
import dev.gpukernel.internal.array.Expression.Places;
import dev.gpukernel.internal.array.Expression.Stored;
import dev.gpukernel.internal.array.Expression.Uniform;
import dev.gpukernel.internal.array.Structure.Place;
import dev.gpukernel.internal.array.Structure.Step;
import dev.gpukernel.internal.array.Structure.Stride;
import dev.gpukernel.internal.backend.WholeMethodException;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.jit.JitEngine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Computes an expression as one kernel. */
final class Fusion {
    private static final int MOST_KERNELS = 1024;
    private static final int STORED = -1;

    /** The kernels that were used last. */
    private static final Map<Structure, Kernel> KERNELS =
            Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Structure, Kernel> eldest) {
                    return size() > MOST_KERNELS;
                }
            });

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

    /**
     * Computes an expression, after the memory that it reads.
     *
     * @return its elements, row by row
     */
    static GpuArray<?> compute(Expression result) {
        return new Fusion(result, STORED).fill(result.type(), null, null);
    }

    /**
     * Computes an expression and what becomes of its elements along the last axes.
     *
     * @param reduced how many axes
     * @return one element for each of the other axes, row by row
     */
    static GpuArray<?> reduce(Expression result, Reduction reduction, int reduced) {
        return new Fusion(result, reduced).fill(result.type(), reduction, null);
    }

    /**
     * Computes an expression and what becomes of its elements along the last axes in lanes.
     *
     * @param reduced how many axes
     * @return for each of the other axes an element for each lane
     */
    static GpuArray<?> lanes(Expression result, Traversal.Lanes lanes, int reduced) {
        Fusion fusion = new Fusion(result, reduced);
        int rows = Shapes.size(Arrays.copyOf(result.shape(), fusion.kept()));
        GpuArray<?> memory = fusion.gpu().allocate(result.type().arrayClass(), (long) rows * lanes.lanes());
        fusion.run(memory, null, (_, _) -> lanes);
        return memory;
    }

    /** {@return the indices of the first least or greatest of the elements along the last axes} */
    static GpuArray<?> best(Expression result, boolean isGreatest, int reduced) {
        return new Fusion(result, reduced)
                .fill(ElementType.INT, null, (fusion, _) -> new Traversal.Best(isGreatest, fusion.step(result)));
    }

    /**
     * Computes what elements come to along the last axes, up to each of them.
     *
     * @param along how many axes
     * @param target where each result is to be
     */
    static GpuArray<?> scan(Expression result, Reduction reduction, int along, Layout target) {
        Fusion fusion = new Fusion(result, along, target, List.of());
        GpuArray<?> memory = fusion.gpu().allocate(result.type().arrayClass(), result.size());
        if (result.size() > 0) {
            fusion.run(
                    memory,
                    null,
                    (same, axes) -> new Traversal.Scan(reduction, same.step(result), place(target, axes)));
        }
        return memory;
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
        GpuArray<?> memory = fusion.gpu().allocate(result.type().arrayClass(), result.size());
        Walk walk = (same, _) -> new Traversal.Compaction(same.step(condition), same.step(result));
        return new Compacted(memory, result.size() == 0 ? 0 : fusion.run(memory, null, walk));
    }

    /**
     * Updates memory with the elements of an expression.
     *
     * @param place of its shape, where each of them goes
     */
    static void scatter(GpuArray<?> memory, Traversal.Update update, Expression place, Expression result) {
        if (result.size() > 0) {
            new Fusion(result, STORED, null, List.of(place))
                    .run(
                            memory,
                            null,
                            (fusion, _) -> new Traversal.Scatter(update, fusion.step(place), fusion.step(result)));
        }
    }

    /** What else is done with elements, by the numbers of steps. */
    private interface Walk {
        Traversal of(Fusion fusion, Axes axes);
    }

    private static Kernel kernel(Structure structure) {
        return KERNELS.computeIfAbsent(structure, made -> {
            ExpressionKernel source = new ExpressionKernel(made);
            return ((JitEngine) Engine.get()).kernel(source, source);
        });
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
        return isEven(target, outer, inner)
                && order.stream()
                        .filter(expression -> expression instanceof Stored || expression instanceof Places)
                        .allMatch(expression -> isEven(expression.layout(), outer, inner));
    }

    private static boolean isEven(@Nullable Layout layout, int outer, int inner) {
        return layout == null || layout.strides()[outer] == (long) layout.strides()[inner] * layout.shape()[inner];
    }

    private Structure structure(Axes axes, @Nullable Reduction reduction, @Nullable Traversal traversal) {
        List<Step> made = new ArrayList<>();
        for (Expression expression : order) {
            made.add(
                    switch (expression) {
                        case Stored memory ->
                            new Structure.Read(
                                    memory.type(), buffers.indexOf(memory.buffer), place(memory.layout(), axes));
                        case Gathered gathered ->
                            new Structure.Gather(
                                    gathered.type(), buffers.indexOf(gathered.buffer), step(gathered.place));
                        case Places places -> new Structure.Index(place(places.layout(), axes));
                        case Uniform number -> new Structure.Scalar(number.type());
                        case Applied applied ->
                            new Structure.Apply(
                                    applied.type(),
                                    applied.operation,
                                    applied.operands.stream().map(this::step).toList());
                    });
        }
        List<ElementType> types = buffers.stream().map(Buffer::type).toList();
        return new Structure(axes.sizes.size(), reduction, axes.walked, types, List.copyOf(made), traversal);
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

    /** {@return new memory with an element for each of the axes that are not walked along} */
    private GpuArray<?> fill(ElementType type, @Nullable Reduction reduction, @Nullable Walk walk) {
        int size = Shapes.size(Arrays.copyOf(result.shape(), kept()));
        GpuArray<?> memory = gpu().allocate(type.arrayClass(), size);
        if (size > 0) {
            run(memory, reduction, walk);
        }
        return memory;
    }

    /** {@return what the kernel returns, 0 if that is nothing} Memory that could not be filled is closed. */
    private int run(GpuArray<?> memory, @Nullable Reduction reduction, @Nullable Walk walk) {
        boolean isDone = false;
        try {
            int returned = launch(memory, reduction, walk);
            isDone = true;
            return returned;
        } catch (WholeMethodException e) {
            // Too large for one method of the JVM.
            if (!divide(reduction != null || walk != null)) {
                throw e;
            }
            isDone = true;
            return new Fusion(result, walked, target, others).run(memory, reduction, walk);
        } finally {
            if (!isDone) {
                memory.close();
            }
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

    private int launch(GpuArray<?> memory, @Nullable Reduction reduction, @Nullable Walk walk) {
        Axes axes = axes();
        Traversal traversal = walk == null ? null : walk.of(this, axes);
        KernelCall call = kernel(structure(axes, reduction, traversal)).call().passGpuArray(memory);
        buffers.forEach(buffer -> call.passGpuArray(buffer.memory()));
        axes.sizes.forEach(call::passInt);
        for (Expression expression : order) {
            switch (expression) {
                case Stored stored -> pass(call, stored.layout(), axes);
                case Places places -> pass(call, places.layout(), axes);
                case Uniform number -> pass(call, number.value);
                case Applied _, Gathered _ -> {}
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
