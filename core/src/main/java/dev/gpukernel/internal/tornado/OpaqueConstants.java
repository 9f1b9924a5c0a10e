package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Constants that TornadoVM's compiler must not see, so they are elements of a buffer. Graal, on which it is built, makes of them nodes
 * for which the PTX backend of TornadoVM 5.2 has no code, or code that is wrong.
 */
final class OpaqueConstants {
    private final Set<Op.Constant> found = new LinkedHashSet<>();

    private OpaqueConstants() {}

    /** {@return those of a function, each once} */
    static Set<Op.Constant> of(Function function) {
        OpaqueConstants constants = new OpaqueConstants();
        function.blocks().stream().flatMap(block -> block.instrs().stream()).forEach(constants::look);
        return constants.found;
    }

    private void look(Instr instr) {
        switch (instr.op()) {
            case Op.Constant constant when isInfinite(constant) || isLeast(constant) -> found.add(constant);
            // A division by a power of two becomes a signed shift, which comes out as one without sign.
            case Op.Binary(BinaryKind kind, ScalarType type)
            when (kind == BinaryKind.DIV || kind == BinaryKind.REM) && !type.isFloating() -> add(instr.operand(1));
            // What is left of a long by it becomes a number without sign, and so does all that is made of it.
            case Op.Binary(BinaryKind kind, ScalarType type)
            when kind == BinaryKind.AND && type == ScalarType.I64 ->
                instr.operands().forEach(this::add);
            // -1, 0 and 1 as results of comparisons become one node, for which there is no code.
            case Op.Select _ -> instr.operands().forEach(operand -> addIf(-1, operand));
            default ->
                instr.edges().stream()
                        .map(Edge::arguments)
                        .flatMap(List::stream)
                        .forEach(this::addPassed);
        }
    }

    /** It would become a quotient of floats, whatever its type. */
    private static boolean isInfinite(Op.Constant constant) {
        return switch (constant.type()) {
            case F32 -> Float.isInfinite(Float.intBitsToFloat((int) constant.bits()));
            case F64 -> Double.isInfinite(Double.longBitsToDouble(constant.bits()));
            case I1, I32, I64 -> false;
        };
    }

    /** Less-than after its addition to both sides would become less-than without sign, which is right for no negative number. */
    private static boolean isLeast(Op.Constant constant) {
        return switch (constant.type()) {
            case I32 -> (int) constant.bits() == Integer.MIN_VALUE;
            case I64 -> constant.bits() == Long.MIN_VALUE;
            case I1, F32, F64 -> false;
        };
    }

    private void add(Value value) {
        Op.Constant constant = value.constant();
        if (constant != null) {
            found.add(constant);
        }
    }

    /** The driver's assembler takes the largest for a NaN, whose sign may be anything, and has its negative wrong in loops. */
    private void addPassed(Value value) {
        addIf(-1, value);
        addIf(Integer.MAX_VALUE, value);
    }

    private void addIf(int number, Value value) {
        Op.Constant constant = value.constant();
        if (value.type() == ScalarType.I32 && constant != null && (int) constant.bits() == number) {
            found.add(constant);
        }
    }
}
