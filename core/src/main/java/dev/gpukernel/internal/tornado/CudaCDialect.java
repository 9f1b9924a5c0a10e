package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.analysis.Extent;
import dev.gpukernel.internal.analysis.Overflow;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.jvm.ExpressionWriter;
import dev.gpukernel.internal.jvm.FunctionWriter;
import dev.gpukernel.internal.jvm.JvmType;
import dev.gpukernel.internal.jvm.StructuredWriter;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What the backend of TornadoVM 5.2 that writes CUDA C has right code for, and what NVRTC then does nothing else with: control flow that
 * nests; no shift without a sign; a product is no operand of a sum, with which NVRTC would make it one operation; and nothing follows
 * from an int's not overflowing.
 */
final class CudaCDialect extends TornadoDialect implements StructuredWriter.Ends {
    private final Set<Instr> overflows;
    private @Nullable StructuredWriter writer;

    CudaCDialect(
            MethodVisitor code,
            KernelUnit unit,
            @Nullable Extent extent,
            ArrayWriter arrays,
            VoteWriter votes,
            FaultWriter faults) {
        super(code, unit, arrays, votes, faults);
        this.overflows = Overflow.of(unit.function(), extent);
    }

    /** Says what writes the blocks, which needs this. */
    void isWrittenBy(StructuredWriter blocks) {
        writer = blocks;
    }

    private StructuredWriter blocks() {
        return Objects.requireNonNull(writer, "isWrittenBy was not called");
    }

    @Override
    public boolean decidesEarly() {
        return false;
    }

    @Override
    public boolean compute(Instr instr, ExpressionWriter expressions) {
        if (super.compute(instr, expressions)) {
            if (instr.op() instanceof Op.Call && instr.type() instanceof ScalarType type && !type.isFloating()) {
                // The absolute value of the least one overflows.
                arrays.hideForGood(type);
            }
            return true;
        }
        switch (instr.op()) {
            case Op.Binary(Op.BinaryKind kind, ScalarType type) -> {
                expressions.pushOperands(instr);
                instructions.binary(kind, type, true);
                if (type == ScalarType.I1 && (kind == Op.BinaryKind.AND || kind == Op.BinaryKind.OR)) {
                    // Of two conditions for a loop to go on, TornadoVM's compiler has the opposite wrong.
                    hide();
                }
                boolean mayFuse = type.isFloating() && kind == Op.BinaryKind.MUL && !isFast();
                if (mayFuse || overflows.contains(instr)) {
                    arrays.hideForGood(type);
                }
            }
            case Op.Negate(ScalarType type)
            when overflows.contains(instr) -> {
                expressions.pushOperands(instr);
                instructions.negate(type);
                arrays.hideForGood(type);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    @Override
    String toLong() {
        return "toLongByInts";
    }

    @Override
    void shift(Op.BinaryKind kind, ScalarType type) {
        if (kind == Op.BinaryKind.USHR) {
            arrays.pushZero();
            Type shifted = JvmType.of(type);
            math("shiftRightWithoutSign", "(" + shifted + "II)" + shifted);
        } else {
            instructions.binary(kind, type, false);
        }
    }

    @Override
    boolean mustHide(Instr comparison) {
        return !blocks().isAtHead(comparison);
    }

    @Override
    public void jumpIfZero(ScalarType type, Label target) {
        arrays.hide(type);
        instructions.jumpIfZero(type, target);
    }

    @Override
    public void raise(Instr instr, FunctionWriter function) {
        faults.note(instr, function.expressions());
        if (blocks().mayEndAt(instr)) {
            faults.writeReport(arrays::pushInts);
        } else {
            blocks().leave(instr);
        }
    }

    @Override
    public void giveBack(Instr returning, FunctionWriter function) {
        if (blocks().mayEndAt(returning)) {
            code.visitInsn(Opcodes.RETURN);
        } else {
            blocks().leave(returning);
        }
    }

    @Override
    public void hide() {
        arrays.hide(ScalarType.I32);
    }

    @Override
    public void doNothing() {
        arrays.doNothing();
    }

    /** Of a comparison that decides whether a loop goes on, TornadoVM's compiler has the opposite wrong, of NaN and of two in one. */
    @Override
    boolean jumpIfReal(Instr comparison, Predicate is, ScalarType type, Label target) {
        if (!blocks().isAtHead(comparison)) {
            return super.jumpIfReal(comparison, is, type, target);
        }
        String comparing = switch (is) {
            case EQ, NE -> "equal";
            case LT, GEU -> "less";
            case GT, LEU -> "greater";
            case LE, GTU -> "atMost";
            case GE, LTU -> "atLeast";
        };
        boolean holds = switch (is) {
            case EQ, LT, GT, LE, GE -> true;
            case NE, LTU, GTU, LEU, GEU -> false;
        };
        math(comparing, "(" + JvmType.of(type) + JvmType.of(type) + ")I");
        if (comparison.block().terminator().operand(0) == comparison) {
            hide();
        }
        code.visitJumpInsn(holds ? Opcodes.IFNE : Opcodes.IFEQ, target);
        return true;
    }

    @Override
    public void endIfRaised() {
        if (!faults.isUsed()) {
            return;
        }
        Label past = new Label();
        faults.pushSite();
        hide();
        code.visitJumpInsn(Opcodes.IFEQ, past);
        faults.writeReport(arrays::pushInts);
        code.visitLabel(past);
    }
}
