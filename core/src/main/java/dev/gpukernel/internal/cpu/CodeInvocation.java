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
import dev.gpukernel.internal.ir.BlockParam;
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

    /** Which parameters are arrays with indices of 64 bits. */
    private final boolean[] isLarge;

    /** What code gets that runs at once. */
    private final @Nullable Object[] passed;

    private final LoopArguments arguments;

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
        this.passed = new Object[params];
        this.isLarge = new boolean[params];
        for (int i = 0; i < params; i++) {
            isLarge[i] = isLarge(function.params().get(i));
        }
        this.arguments = LoopArguments.ofLaunches(passed, scalars);
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
        } else if (needsMethod) {
            note(shape).launch(stream);
        } else {
            launchCode(shape, stream);
        }
    }

    /** Without anything made for it, as nobody can launch it again. */
    private void launchCode(Shape shape, Stream stream) throws KernelFault {
        try {
            run(arguments, passedOnce(), shape, stream);
        } finally {
            arguments.forget();
        }
    }

    private SliceCopies passedOnce() {
        try {
            return pass(passed);
        } finally {
            forget();
        }
    }

    @Override
    public NotedLaunch note(Shape shape) {
        try {
            return needsMethod ? written().note(shape) : noteCode(shape);
        } finally {
            forget();
        }
    }

    /** The host's arrays are not ours to keep. */
    private void forget() {
        needsMethod = false;
        Arrays.fill(arrays, null);
        Arrays.fill(wholes, null);
        called = null;
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
        @Nullable Object[] own = new Object[arrays.length];
        SliceCopies slices = pass(own);
        LoopArguments noted = new LoopArguments(own, scalars.clone());
        return stream -> run(noted, slices, shape, stream);
    }

    private void run(LoopArguments launched, SliceCopies slices, Shape shape, Stream stream) throws KernelFault {
        slices.fill(stream);
        try {
            run.run(launched, shape);
        } finally {
            slices.giveBack(stream);
        }
    }

    /** Puts arrays where code gets them; {@return those in place of slices} */
    private SliceCopies pass(@Nullable Object[] own) {
        SliceCopies slices = SliceCopies.NONE;
        for (int i = 0; i < own.length; i++) {
            Memory memory = arrays[i];
            if (memory == null) {
                own[i] = null;
                continue;
            }
            Object array = whole(i, memory);
            if (array == null) {
                slices = slices == SliceCopies.NONE ? new SliceCopies() : slices;
                array = slices.add(memory, writes.test(i));
            }
            own[i] = array;
        }
        return slices;
    }

    /** {@return what code gets for memory, {@code null} if that is a copy} */
    private @Nullable Object whole(int parameter, Memory memory) {
        return switch (memory) {
            case SegmentMemory own when isLarge[parameter] -> own.elements();
            case HeapMemory own when isLarge[parameter] -> own.elements();
            case HeapMemory own when !own.isSlice() -> own.array();
            default -> null;
        };
    }

    private static boolean isLarge(BlockParam parameter) {
        return parameter.type() instanceof ArrayType array && array.index() == IndexType.LONG;
    }

    @Override
    public void close() {}
}
