package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.OffsetIndex;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.List;

/**
 * Undoes {@link VectorAccess}, for launches with arrays that begin anywhere: an address is a multiple of a vector's size only if the
 * array's is.
 */
public final class VectorSplitting implements Pass {
    /** {@return the same code with an access for each element, which is the function itself if it has no others} */
    public static Function of(Function function) {
        if (vectors(function).isEmpty()) {
            return function;
        }
        Function copy = FunctionCopy.of(function);
        new VectorSplitting().run(copy);
        return copy;
    }

    @Override
    public boolean run(Function function) {
        List<Instr> vectors = vectors(function);
        for (Instr vector : vectors) {
            switch (vector.op()) {
                case Op.LoadVector load -> split(function, vector, load);
                case Op.StoreVector store -> split(function, vector, store);
                default -> throw new IllegalStateException(vector.op().text());
            }
            vector.remove();
        }
        return !vectors.isEmpty();
    }

    private static List<Instr> vectors(Function function) {
        return function.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .filter(instr -> isOfParameter(instr.op()))
                .toList();
    }

    /** {@return whether it is an access to an array that a launch is given, as shared ones always begin as they should} */
    public static boolean isOfParameter(Op op) {
        return switch (op) {
            case Op.LoadVector load -> load.space() == Space.GLOBAL;
            case Op.StoreVector store -> store.space() == Space.GLOBAL;
            default -> false;
        };
    }

    private static void split(Function function, Instr vector, Op.LoadVector load) {
        Builder builder = new Builder(function).before(vector).at(vector.position());
        for (Instr part : List.copyOf(vector.users())) {
            Value index = index(builder, vector.operand(1), ((Op.Part) part.op()).index());
            Instr one = builder.emit(new Op.Load(load.element(), Space.GLOBAL, load.index()), vector.operand(0), index);
            one.setName(part.name());
            part.replaceAllUsesWith(one);
            part.remove();
        }
    }

    private static void split(Function function, Instr vector, Op.StoreVector store) {
        Builder builder = new Builder(function).before(vector).at(vector.position());
        for (int i = 0; i < store.count(); i++) {
            builder.emit(
                    new Op.Store(store.element(), Space.GLOBAL, store.index()),
                    vector.operand(0),
                    index(builder, vector.operand(1), i),
                    vector.operand(2 + i));
        }
    }

    private static Value index(Builder builder, Value first, int element) {
        OffsetIndex index = OffsetIndex.of(first);
        return new OffsetIndex(index.base(), index.offset() + element).emit(builder);
    }
}
