package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import java.util.Set;

/** What threads of a device move to and from arrays that are in the host's memory and not on the device. */
public final class HostTraffic {
    /** More than any launch may have. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    /** Bytes of an access whose neighbours no other thread of the warp touches. */
    private static final int ALONE = 64;

    /** From an index to what it follows from. */
    private static final int MOST_STEPS = 8;

    /** Calls that tell where a thread is along the axis of a warp's threads. */
    private static final Set<String> POSITIONS = Set.of("Grid.x", "Grid.xLong", "ThreadIdx.x");

    private HostTraffic() {}

    /**
     * Tells it for one thread.
     *
     * @param function what the thread does
     * @return bytes at most, {@link #UNKNOWN} if it touches elements in a loop, or together with other threads
     */
    public static long ofThread(Function function) {
        List<Access> accesses = Access.in(function.blocks());
        if (!Loop.of(function).isEmpty() || isShared(function)) {
            return UNKNOWN;
        }
        long bytes = 0;
        for (Access access : accesses) {
            if (isUnknown(access)) {
                return UNKNOWN;
            }
            bytes += bytes(access);
        }
        return bytes;
    }

    private static boolean isUnknown(Access access) {
        return access.index() == null || access.instr().op() instanceof Op.Atomic;
    }

    /** {@return whether threads wait for each other, or leave something beside their stores} */
    private static boolean isShared(Function function) {
        for (Instr instr : function.instrs()) {
            Effect effect = instr.op().effect();
            if (effect == Effect.SYNCHRONISE || (effect == Effect.WRITE && !(instr.op() instanceof Op.Store))) {
                return true;
            }
        }
        return false;
    }

    private static long bytes(Access access) {
        Value index = access.index();
        return index != null && walks(index, MOST_STEPS)
                ? ((ArrayType) access.array().type()).element().bytes()
                : ALONE;
    }

    /** {@return whether a value is greater by one in the next thread of a warp; false if that takes more steps to see} */
    private static boolean walks(Value value, int steps) {
        if (steps == 0 || !(value instanceof Instr instr)) {
            return false;
        }
        return switch (instr.op()) {
            case Op.Convert _ -> walks(instr.operand(0), steps - 1);
            case Op.RowElement _ -> walks(instr.operand(1), steps - 1) && isSteady(instr.operand(0), steps - 1);
            case Op.Binary(BinaryKind kind, ScalarType _)
            when kind == BinaryKind.ADD ->
                walks(instr.operand(0), steps - 1)
                        ? isSteady(instr.operand(1), steps - 1)
                        : walks(instr.operand(1), steps - 1) && isSteady(instr.operand(0), steps - 1);
            case Op.Binary(BinaryKind kind, ScalarType _)
            when kind == BinaryKind.SUB -> walks(instr.operand(0), steps - 1) && isSteady(instr.operand(1), steps - 1);
            default -> isPosition(instr.op());
        };
    }

    private static boolean isPosition(Op op) {
        return switch (op) {
            case Op.Iteration(Axis axis) -> axis == Axis.X;
            case Op.Call call -> POSITIONS.contains(call.intrinsic().text());
            default -> false;
        };
    }

    /** {@return whether a value is the same in all threads that differ along one axis} */
    private static boolean isSteady(Value value, int steps) {
        return switch (value) {
            case BlockParam param -> param.block() == param.block().function().entry();
            case Instr instr ->
                steps > 0
                        && !isPosition(instr.op())
                        && instr.op().effect() == Effect.NONE
                        && instr.operands().stream().allMatch(operand -> isSteady(operand, steps - 1));
        };
    }
}
