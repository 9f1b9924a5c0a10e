package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Function;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A kernel, or a parallel loop nest of one, as a backend gets it to compile.
 *
 * @param function what one thread does, after the passes
 * @param form how it was written
 * @param nest more about a loop nest, {@code null} for a grid kernel
 * @param source what it comes from
 * @param parameterNames names of its parameters
 * @param maxThreadsPerBlock threads per block to compile for, 0 if not fixed
 * @param distinctArrays whether no two array arguments are the same array; if not, a write through one may change another
 * @param grain of a plain loop, how many iterations the function is
 * @param residentBlocks how many blocks a multiprocessor is to hold at once, which bounds the registers of a thread, 0 if that does not
 *     matter
 * @param libraries native code that the function calls, to be linked with it
 * @param isForThreadsInTurn whether the function is made to run the threads of a block in turn, from barrier to barrier
 */
public record KernelUnit(
        Function function,
        KernelForm form,
        @Nullable Nest nest,
        KernelSource source,
        List<String> parameterNames,
        int maxThreadsPerBlock,
        boolean distinctArrays,
        Grain grain,
        int residentBlocks,
        List<NativeModule> libraries,
        boolean isForThreadsInTurn) {
    /** Copies the list. */
    public KernelUnit {
        libraries = List.copyOf(libraries);
    }

    /** Leaves it to the compiler how many blocks a multiprocessor holds. */
    public KernelUnit(
            Function function,
            KernelForm form,
            @Nullable Nest nest,
            KernelSource source,
            List<String> parameterNames,
            int maxThreadsPerBlock,
            boolean distinctArrays,
            Grain grain) {
        this(
                function,
                form,
                nest,
                source,
                parameterNames,
                maxThreadsPerBlock,
                distinctArrays,
                grain,
                0,
                List.of(),
                false);
    }

    /**
     * A loop nest.
     *
     * @param turns makes what is done for one iteration: the same as the threads do, for a device that does many iterations in turn
     * @param axes along which the loops lie, that of the outermost first
     * @param isWhole whether the nest does all that the method does, with the method's own arguments
     */
    public record Nest(Supplier<Turns> turns, List<Axis> axes, boolean isWhole) {
        /** Copies the axes. */
        public Nest {
            axes = List.copyOf(axes);
        }
    }

    /**
     * Iterations in turn.
     *
     * @param iteration what is done for one
     * @param alone the same where nobody else updates the arrays that only it updates, {@code null} if there are none
     */
    public record Turns(Function iteration, @Nullable Function alone) {}

    /** {@return the same with other code of a thread} */
    public KernelUnit withFunction(Function other) {
        return with(other, residentBlocks, libraries, isForThreadsInTurn);
    }

    /** {@return the same, of which a multiprocessor is to hold so many blocks at once} */
    public KernelUnit withResidentBlocks(int blocks) {
        return with(function, blocks, libraries, isForThreadsInTurn);
    }

    /** {@return the same, its function made to run the threads of a block in turn} */
    public KernelUnit forThreadsInTurn() {
        return with(function, residentBlocks, libraries, true);
    }

    /** {@return the same, to be linked with native code} */
    public KernelUnit with(List<NativeModule> linked) {
        return with(function, residentBlocks, linked, isForThreadsInTurn);
    }

    private KernelUnit with(Function code, int blocks, List<NativeModule> linked, boolean inTurn) {
        return new KernelUnit(
                code,
                form,
                nest,
                source,
                parameterNames,
                maxThreadsPerBlock,
                distinctArrays,
                grain,
                blocks,
                linked,
                inTurn);
    }

    /**
     * Which thread ended with an exception, in words.
     *
     * @param index of the thread in the whole grid, or what counts for it by {@link dev.gpukernel.internal.ir.Op.FaultRank}
     * @param block index of its block, x y z
     * @param thread its index in the block, x y z
     */
    public String note(long index, List<Integer> block, List<Integer> thread) {
        String where = KernelFault.note(block, thread);
        return nest != null && nest.axes().size() == 1 ? grain.note(index) + ", " + where : where;
    }
}
