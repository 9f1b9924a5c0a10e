package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.frontend.Inputs;
import dev.gpukernel.internal.frontend.Output;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.CudaBody;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import dev.gpukernel.internal.pass.PlannedLoop;
import java.util.BitSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A kernel after the passes, before any backend.
 *
 * @param name class and method
 * @param function what one thread does; of a plain loop, what the host does
 * @param form how it was written
 * @param parameterNames names of its parameters
 * @param uses what it does with each parameter
 * @param looked parameters that are marks of arrays of records of which it reads elements, whether or not it then needs them
 * @param overwritten array parameters of a grid kernel whose old contents do not matter if there are enough threads
 * @param made parameters that are arrays which a kernel of plain loops makes, behind those that callers pass; what the passes left of its
 *     code may no longer make all of them
 * @param nests the parallel loops that the host launches: in the order of its code those that most launches need, then the others
 * @param schedule how each of its loops runs; nothing of a grid kernel
 * @param checksNull whether it asks if an argument is null; the code is that of a launch in which none is
 * @param alignedSegments parameters that are memory segments which must begin at a multiple of their elements' size
 * @param inputs what it uses of objects, which are parameters behind those of the method
 * @param outputs what it may return
 * @param nanos time it took to make
 */
record Program(
        String name,
        Function function,
        KernelForm form,
        List<String> parameterNames,
        List<Access.Use> uses,
        BitSet looked,
        BitSet overwritten,
        BitSet made,
        List<LaunchedNest> nests,
        List<PlannedLoop> schedule,
        boolean checksNull,
        BitSet alignedSegments,
        Inputs inputs,
        List<Output.Choice> outputs,
        long nanos) {
    /** {@return the parameters that are arrays which code makes} */
    static List<BlockParam> made(Function function) {
        return function.params().stream()
                .filter(param -> param.users().stream()
                        .anyMatch(user -> user.op() instanceof Op.MakeArray && user.operand(0) == param))
                .toList();
    }

    /** {@return the parameters that the kernel may return, and those that say where rows begin which it returns} */
    BitSet returned() {
        BitSet returned = new BitSet();
        for (Block block : function.blocks()) {
            if (block.terminator().op() instanceof Op.Return) {
                for (Value result : block.terminator().operands()) {
                    if (result instanceof BlockParam param && param.type() instanceof ArrayType) {
                        returned.set(param.index());
                        if (param.starts() != null) {
                            returned.set(param.starts().index());
                        }
                    }
                }
            }
        }
        return returned;
    }

    /** {@return whether it may throw after it wrote a field: then plain Java does all of it, so that fields are what they are in Java} */
    boolean mayThrowLate() {
        return inputs.mayThrowLate() && function.effects().mayFault();
    }

    /** {@return the parameter that says where rows begin which are in another one, -1 if they all have one length} */
    int starts(int parameter) {
        BlockParam starts = function.params().get(parameter).starts();
        return starts == null ? -1 : starts.index();
    }

    /** {@return the parameter that tells where the rows of another one have gone, -1 if they stay where they are} */
    int moves(int parameter) {
        BlockParam moves = function.params().get(parameter).moves();
        return moves == null ? -1 : moves.index();
    }

    /** {@return the parameters that tell where rows have gone} */
    BitSet moves() {
        BitSet all = new BitSet();
        for (BlockParam param : function.params()) {
            BlockParam moves = param.moves();
            if (moves != null) {
                all.set(moves.index());
            }
        }
        return all;
    }

    /** {@return whether it returns arrays, or several numbers} */
    boolean returnsObject() {
        return function.result() instanceof ArrayType || function.result() instanceof TupleType;
    }

    /** {@return whether there are parameters that must not be the same array} */
    boolean hasConflicts() {
        return nests.stream().anyMatch(nest -> !nest.conflicts().isEmpty()) || !moves().isEmpty();
    }

    /** {@return why two parameters must not be the same array, null if they may} Allocates nothing. */
    @Nullable String conflict(int first, int second) {
        if (moves(first) >= 0 || moves(second) >= 0) {
            return "rows of the one change places, those of the other do not";
        }
        for (int i = 0; i < nests.size(); i++) {
            List<AliasConflict> conflicts = nests.get(i).conflicts();
            for (int j = 0; j < conflicts.size(); j++) {
                AliasConflict conflict = conflicts.get(j);
                if (conflict.first() == first && conflict.second() == second) {
                    return conflict.reason();
                }
            }
        }
        return null;
    }

    /** {@return the functions in CUDA C that it calls} */
    List<CudaBody> cuda() {
        return Stream.concat(Stream.of(function), nests.stream().map(LaunchedNest::launched))
                .flatMap(CudaFunctionSources::bodies)
                .distinct()
                .toList();
    }

    /** {@return the loop that a function of the host's code launches} */
    LaunchedNest nest(Function launched) {
        for (LaunchedNest nest : nests) {
            if (nest.launched() == launched) {
                return nest;
            }
        }
        throw new NoSuchElementException(launched.name());
    }

    /** {@return what threads of a GPU do} */
    List<Function> functions() {
        return form == KernelForm.GRID
                ? List.of(function)
                : nests.stream().map(nest -> nest.program().threads().code()).toList();
    }
}
