package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Extent;
import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.analysis.Foresight.Ways;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.List;

/**
 * The code of a thread for launches that have the grid, the lengths of arrays and the scalars in common, for a device that compiles it
 * for these alone. They are constants in it. What follows from them is decided: which branches are taken, and whether any thread can
 * fault; if none can, there are no checks.
 *
 * @param function a copy of the code, with the same parameters
 * @param faultFree whether no thread can fault
 */
public record Specialisation(Function function, boolean faultFree) {
    /**
     * Makes it.
     *
     * @param function what one thread does in any launch, without calls of functions
     * @param numbers of the launches
     * @param extent how large they are
     * @return what one thread does in these
     */
    public static Specialisation of(Function function, HostExpression.Arguments numbers, Extent extent) {
        Function code = FunctionCopy.of(function);
        Foresight foresight = Foresight.of(code, numbers, extent);
        foresight.ways().forEach(Specialisation::decide);
        code.params().forEach(param -> setNumber(param, numbers));
        if (foresight.faultFree()) {
            new CheckRemoval().run(code);
        }
        Pipeline.run(Pipeline.SETTLE, code, (_, _) -> {});
        code.settle();
        return new Specialisation(code, foresight.faultFree());
    }

    private static void decide(Instr branch, Ways ways) {
        if (ways != Ways.BOTH) {
            Op.Constant taken = new Op.Constant(ScalarType.I1, ways == Ways.FIRST ? 1 : 0);
            branch.replaceUses(branch.operand(0), before(branch).emit(taken));
        }
    }

    private static Builder before(Instr instr) {
        return new Builder(instr.block().function()).before(instr);
    }

    private static void setNumber(BlockParam param, HostExpression.Arguments numbers) {
        if (param.type() instanceof ArrayType array) {
            Op.Constant length = new Op.Constant(array.index().type(), numbers.arrayLength(param.index()));
            List.copyOf(param.users()).stream()
                    .filter(user -> user.op() instanceof Op.Length)
                    .forEach(user -> {
                        user.replaceAllUsesWith(before(user).emit(length));
                        user.remove();
                    });
        } else if (param.type() instanceof ScalarType type && isFinite(type, numbers.scalarBits(param.index()))) {
            Instr first = param.block().instrs().getFirst();
            Instr known = before(first).emit(new Op.Constant(type, numbers.scalarBits(param.index())));
            List.copyOf(param.users()).stream()
                    .filter(user -> !divides(param, user))
                    .forEach(user -> user.replaceUses(param, known));
        }
    }

    /** {@return whether a number is an integer, or a floating-point number that all compilers know how to write} */
    private static boolean isFinite(ScalarType type, long bits) {
        return switch (type) {
            case I1, I32, I64 -> true;
            case F32 -> Float.isFinite(Float.intBitsToFloat((int) bits));
            case F64 -> Double.isFinite(Double.longBitsToDouble(bits));
        };
    }

    /** {@return whether a parameter is the divisor of integers, which no compiler should make shifts of that are not Java's} */
    private static boolean divides(BlockParam param, Instr user) {
        return user.op() instanceof Op.Binary(BinaryKind kind, ScalarType type)
                && (kind == BinaryKind.DIV || kind == BinaryKind.REM)
                && !type.isFloating()
                && user.operand(1) == param;
    }
}
