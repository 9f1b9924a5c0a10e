package dev.gpukernel.internal.array;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelCall;
import dev.gpukernel.internal.array.Expression.Applied;
import dev.gpukernel.internal.array.Expression.Places;
import dev.gpukernel.internal.array.Expression.Stored;
import dev.gpukernel.internal.array.Expression.Uniform;
import dev.gpukernel.internal.array.Expression.Whole;
import dev.gpukernel.internal.array.Structure.Place;
import dev.gpukernel.internal.array.Structure.Step;
import dev.gpukernel.internal.array.Structure.Stride;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.jit.WriteWatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes an expression as one kernel. */
final class Fusion {
    private static final KernelCache KERNELS = new KernelCache();

    private final IdentityHashMap<Expression, Integer> steps = new IdentityHashMap<>();
    private final List<Expression> order = new ArrayList<>();
    private final List<Buffer> buffers = new ArrayList<>();
    private final Expression result;
    private final @Nullable Combination combination;
    private final int[] kept;

    Fusion(Expression result, @Nullable Combination combination, List<Expression> given, int reduced) {
        this.result = result;
        this.combination = combination;
        this.kept = Arrays.copyOf(result.shape(), result.shape().length - reduced);
        given.forEach(this::visit);
        visit(result);
    }

    /**
     * Computes an expression and what a function makes of its elements along the last axes: first of pieces of them, then of what these came
     * to.
     *
     * @param given what it begins with, and what the function captures
     * @param reduced how many axes
     * @param target where, null for new memory
     * @return one element for each of the other axes, row by row
     */
    static GpuArray<?> combine(
            Expression result,
            Combination.Applied combination,
            List<Expression> given,
            int reduced,
            @Nullable GpuArray<?> target) {
        int[] shape = result.shape();
        int kept = shape.length - reduced;
        int pieces = Combination.pieces(Shapes.size(Arrays.copyOfRange(shape, kept, shape.length)));
        GpuArray<?> memory = new Fusion(result, combination, given, reduced).run(pieces == 1 ? target : null);
        while (pieces > 1) {
            int[] ofPieces = Arrays.copyOf(shape, kept + 1);
            ofPieces[kept] = pieces;
            Stored parts = new Stored(Buffer.of(result.type(), memory, null), Layout.contiguous(ofPieces));
            pieces = Combination.pieces(pieces);
            try (GpuArray<?> _ = memory) {
                memory = new Fusion(parts, combination, given, 1).run(pieces == 1 ? target : null);
            }
        }
        return memory;
    }

    private void visit(Expression expression) {
        if (steps.containsKey(expression)) {
            return;
        }
        switch (expression) {
            case Applied applied -> {
                Stored value = applied.value();
                if (value != null) {
                    visit(value);
                    steps.put(applied, steps.get(value));
                    return;
                }
                applied.operands.forEach(this::visit);
            }
            case Stored memory -> visit(memory.buffer);
            case Whole whole -> visit(whole.buffer);
            case Places _, Uniform _ -> {}
        }
        steps.put(expression, order.size());
        order.add(expression);
    }

    private void visit(Buffer buffer) {
        if (!buffers.contains(buffer)) {
            buffers.add(buffer);
        }
    }

    /**
     * Axes of the loops.
     *
     * @param sizes of each, none of them 1
     * @param last the innermost of the result's axes that each of them is, -1 for none
     * @param reduced how many of the last ones are reduced
     */
    private record Axes(List<Integer> sizes, List<Integer> last, int reduced) {}

    /** {@return as few axes as there can be} */
    private Axes axes() {
        List<Integer> sizes = new ArrayList<>();
        List<Integer> last = new ArrayList<>();
        join(0, kept.length, sizes, last);
        if (combination == null) {
            return new Axes(withOne(sizes), last.isEmpty() ? List.of(-1) : last, 0);
        }
        List<Integer> reducedSizes = new ArrayList<>();
        List<Integer> reducedLast = new ArrayList<>();
        join(kept.length, result.shape().length, reducedSizes, reducedLast);
        sizes.addAll(withOne(reducedSizes));
        last.addAll(reducedLast.isEmpty() ? List.of(-1) : reducedLast);
        return new Axes(sizes, last, Math.max(1, reducedLast.size()));
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
            if (expression instanceof Stored || expression instanceof Places) {
                Layout layout = expression.layout();
                if (layout.strides()[outer] != (long) layout.strides()[inner] * layout.shape()[inner]) {
                    return false;
                }
            }
        }
        return true;
    }

    private Structure structure(Axes axes) {
        List<Step> made = new ArrayList<>(order.size());
        for (Expression expression : order) {
            made.add(
                    switch (expression) {
                        case Stored memory ->
                            new Structure.Read(
                                    memory.type(), buffers.indexOf(memory.buffer), place(memory.layout(), axes));
                        case Whole whole -> new Structure.Whole(whole.type(), buffers.indexOf(whole.buffer));
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
        return new Structure(axes.sizes.size(), combination, axes.reduced, types, made);
    }

    private List<Integer> numbers(List<Expression> operands) {
        List<Integer> numbers = new ArrayList<>(operands.size());
        for (Expression operand : operands) {
            numbers.add(steps.get(operand));
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

    /** {@return the kernel} */
    Kernel kernel() {
        return KERNELS.kernel(structure(axes()));
    }

    /**
     * Computes it, after the memory that it reads.
     *
     * @param target where, null for new memory
     * @return its elements, row by row
     */
    GpuArray<?> run(@Nullable GpuArray<?> target) {
        if (target != null) {
            // What is read there is copied before.
            WriteWatch.tell(target);
        }
        // Memory that is computed first may be on another stream; the launch waits for it.
        List<GpuArray<?>> inputs = new ArrayList<>();
        buffers.forEach(buffer -> inputs.add(buffer.memory()));
        int pieces = 1;
        if (combination instanceof Combination.Applied) {
            int[] shape = result.shape();
            pieces = Combination.pieces(Shapes.size(Arrays.copyOfRange(shape, kept.length, shape.length)));
        }
        int size = Math.multiplyExact(Shapes.size(kept), pieces);
        GpuArray<?> output = target;
        if (output == null) {
            Gpu gpu = inputs.isEmpty() ? Gpu.current() : inputs.getFirst().device();
            output = gpu.allocate(result.type().arrayClass(), size);
        }
        if (size == 0) {
            return output;
        }
        boolean isDone = false;
        try {
            launch(output, inputs, pieces);
            isDone = true;
        } finally {
            if (!isDone && target == null) {
                output.close();
            }
        }
        return output;
    }

    private void launch(GpuArray<?> output, List<GpuArray<?>> inputs, int pieces) {
        Axes axes = axes();
        KernelCall call = KERNELS.kernel(structure(axes)).call().passGpuArray(output);
        inputs.forEach(call::passGpuArray);
        axes.sizes.forEach(call::passInt);
        if (combination instanceof Combination.Applied) {
            call.passInt(pieces);
        }
        for (Expression expression : order) {
            switch (expression) {
                case Stored memory -> pass(call, memory.layout(), axes);
                case Places places -> pass(call, places.layout(), axes);
                case Uniform number -> pass(call, number.value);
                case Applied _, Whole _ -> {}
            }
        }
        call.run();
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
