package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.analysis.OffsetIndex;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.Map;

/**
 * Lets accesses to an array at indices that differ by constants share one address, {@code a[i - 1]}, {@code a[i]} and
 * {@code a[i + 1]} that of {@code a[i - 1]}. An access that is done has an index in range; counted back from there to the least of
 * the indices, no int wraps around, so that the sum in 64 bits is the address that Java means.
 */
final class AddressOffsets {
    /** Beyond it, the offset does not fit into an instruction. */
    private static final int MOST = 1 << 20;

    /** Indices of one array that differ by constants. */
    private record Group(Value array, Value base) {}

    /**
     * An index taken apart.
     *
     * @param base what is common to its group
     * @param least what is added to the base for the address they share, 0 or less
     * @param elements how many elements from there the access is, 0 or more
     */
    record Split(Value base, int least, int elements) {}

    private final Map<Group, Integer> least = new HashMap<>();

    /**
     * Looks at all accesses of a function.
     *
     * @param function the function
     */
    AddressOffsets(Function function) {
        for (Block block : function.blocks()) {
            for (Instr instr : block.instrs()) {
                if (isAccess(instr.op())) {
                    OffsetIndex index = OffsetIndex.of(instr.operand(1));
                    least.merge(new Group(instr.operand(0), index.base()), Math.min(0, index.offset()), Math::min);
                }
            }
        }
    }

    private static boolean isAccess(Op op) {
        return op instanceof Op.Load
                || op instanceof Op.Store
                || op instanceof Op.LoadVector
                || op instanceof Op.StoreVector
                || op instanceof Op.Atomic;
    }

    /** {@return how the address of an access is made} */
    Split of(Instr access) {
        OffsetIndex index = OffsetIndex.of(access.operand(1));
        int from = least.getOrDefault(new Group(access.operand(0), index.base()), 0);
        long elements = (long) index.offset() - from;
        return elements < MOST ? new Split(index.base(), from, (int) elements) : new Split(access.operand(1), 0, 0);
    }
}
