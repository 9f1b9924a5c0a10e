package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/** Expresses a value by a function's parameters, if that is not long. For one value. */
final class HostExpressionFinder {
    /** An expression is a tree, in which what several operations have in common is repeated for each of them. */
    private static final int MOST_OPERATIONS = 1000;

    private final Block entry;
    private final boolean ofAnyParameter;
    private int operations;

    /** Finds an expression, or with {@code ofAnyParameter} only whether there is one once the parameters of all blocks are known. */
    HostExpressionFinder(Function function, boolean ofAnyParameter) {
        this.entry = function.entry();
        this.ofAnyParameter = ofAnyParameter;
    }

    /** {@return the expression, or {@code null} if there is none or too long a one} */
    @Nullable HostExpression of(Value value) {
        return switch (value) {
            case BlockParam param
            when param.block() == entry || ofAnyParameter ->
                param.type() instanceof ScalarType ? new HostExpression.Scalar(param.index()) : null;
            case BlockParam _ -> null;
            case Instr instr -> ++operations > MOST_OPERATIONS ? null : ofInstr(instr);
        };
    }

    private @Nullable HostExpression ofInstr(Instr instr) {
        if (instr.op() instanceof Op.Constant constant) {
            return new HostExpression.Known(constant.bits());
        }
        if (instr.op() instanceof Op.Length) {
            return instr.operand(0) instanceof BlockParam array && array.block() == entry
                    ? new HostExpression.Length(array.index())
                    : null;
        }
        HostExpression[] operands = new HostExpression[instr.operands().size()];
        for (int i = 0; i < operands.length; i++) {
            HostExpression operand = of(instr.operand(i));
            if (operand == null) {
                return null;
            }
            operands[i] = operand;
        }
        return switch (instr.op()) {
            case Op.Binary(BinaryKind kind, ScalarType type) ->
                new HostExpression.Binary(kind, type, operands[0], operands[1]);
            case Op.RowElement _ -> new HostExpression.Binary(BinaryKind.ADD, ScalarType.I32, operands[0], operands[1]);
            case Op.Convert(ScalarType from, ScalarType to) -> new HostExpression.Converted(from, to, operands[0]);
            case Op.Negate(ScalarType type) ->
                type.isFloating()
                        ? null
                        : new HostExpression.Binary(BinaryKind.SUB, type, new HostExpression.Known(0), operands[0]);
            case Op.Compare(Predicate predicate, ScalarType type) ->
                type.isFloating() ? null : new HostExpression.Compared(predicate, operands[0], operands[1]);
            case Op.Select(ScalarType type) ->
                type.isFloating() ? null : new HostExpression.Selected(operands[0], operands[1], operands[2]);
            case Op.Call call ->
                switch (call.intrinsic().text()) {
                    case "Math.min.i32", "Math.min.i64" -> new HostExpression.Extremum(false, operands[0], operands[1]);
                    case "Math.max.i32", "Math.max.i64" -> new HostExpression.Extremum(true, operands[0], operands[1]);
                    default -> null;
                };
            default -> null;
        };
    }
}
