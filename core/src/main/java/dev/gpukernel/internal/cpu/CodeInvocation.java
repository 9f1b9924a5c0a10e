package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.backend.HeapMemory;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.NotedLaunch;
import dev.gpukernel.internal.backend.RecordingStream;
import dev.gpukernel.internal.backend.SegmentMemory;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs a kernel's representation as bytecode: the iterations of a loop, or the threads of a grid. */
final class CodeInvocation implements Invocation {
    private final Function function;
    private final IntPredicate writes;
    private final Run run;
    private final Supplier<Invocation> asWritten;
    private final @Nullable Memory[] arrays;
    private final long[] scalars;
    private final @Nullable Object[] wholes;
    private @Nullable Object @Nullable [] called;
    private boolean needsMethod;

    /** Runs a launch. */
    interface Run {
        /**
         * Runs a launch, and returns when it is done.
         *
         * @throws KernelFault if a thread or an iteration ends with an exception
         */
        void run(LoopArguments arguments, Shape shape) throws KernelFault;
    }

    /**
     * Makes it.
     *
     * @param function the code, for its parameters
     * @param writes whether a launch may write to the array of a parameter
     * @param run runs a launch
     * @param asWritten makes a launch of the kernel's own method
     */
    CodeInvocation(Function function, IntPredicate writes, Run run, Supplier<Invocation> asWritten) {
        this.function = function;
        this.writes = writes;
        this.run = run;
        this.asWritten = asWritten;
        int params = function.params().size();
        this.arrays = new Memory[params];
        this.scalars = new long[params];
        this.wholes = new Object[params];
    }

    @Override
    public void setScalar(int parameter, long bits) {
        scalars[parameter] = bits;
    }

    @Override
    public void setArray(int parameter, Memory memory) {
        arrays[parameter] = memory;
    }

    @Override
    public void setWhole(int parameter, Object value) {
        wholes[parameter] = value;
    }

    @Override
    public void setArguments(@Nullable Object[] arguments) {
        called = arguments;
    }

    @Override
    public void requireMethod() {
        needsMethod = true;
    }

    @Override
    public void launch(Shape shape, Stream stream) throws KernelFault {
        if (stream instanceof RecordingStream recording) {
            recording.add(note(shape));
        } else {
            note(shape).launch(stream);
        }
    }

    @Override
    public NotedLaunch note(Shape shape) {
        try {
            return needsMethod ? written().note(shape) : noteCode(shape);
        } finally {
            needsMethod = false;
            // The host's arrays are not ours to keep.
            Arrays.fill(arrays, null);
            Arrays.fill(wholes, null);
            called = null;
        }
    }

    private Invocation written() {
        Invocation written = asWritten.get();
        for (int i = 0; i < arrays.length; i++) {
            Memory memory = arrays[i];
            Object whole = wholes[i];
            if (function.params().get(i).type() instanceof ScalarType) {
                written.setScalar(i, scalars[i]);
            } else if (memory != null) {
                written.setArray(i, memory);
            }
            if (whole != null) {
                written.setWhole(i, whole);
            }
        }
        if (called != null) {
            written.setArguments(called);
        }
        return written;
    }

    private NotedLaunch noteCode(Shape shape) {
        SliceCopies slices = new SliceCopies();
        @Nullable Object[] passed = new Object[arrays.length];
        for (int i = 0; i < passed.length; i++) {
            Memory memory = arrays[i];
            passed[i] = memory == null ? null : passed(i, memory, slices);
        }
        LoopArguments arguments = new LoopArguments(passed, scalars.clone());
        return stream -> {
            slices.fill(stream);
            try {
                run.run(arguments, shape);
            } finally {
                slices.giveBack(stream);
            }
        };
    }

    private Object passed(int parameter, Memory memory, SliceCopies slices) {
        return switch (memory) {
            case SegmentMemory own when isLarge(parameter) -> own.elements();
            case HeapMemory own when isLarge(parameter) -> own.elements();
            case HeapMemory own when !own.isSlice() -> own.array();
            default -> slices.add(memory, writes.test(parameter));
        };
    }

    private boolean isLarge(int parameter) {
        return function.params().get(parameter).type() instanceof ArrayType array && array.index() == IndexType.LONG;
    }

    @Override
    public void close() {}
}
