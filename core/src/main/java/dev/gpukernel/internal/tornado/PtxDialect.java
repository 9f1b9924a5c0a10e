package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.jvm.FunctionWriter;
import dev.gpukernel.internal.jvm.JvmType;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What the PTX backend of TornadoVM 5.2 has right code for: gotos, but for exits of loops; and no shift with a sign. */
final class PtxDialect extends TornadoDialect {
    private final LoopExits exits;

    PtxDialect(MethodVisitor code, KernelUnit unit, ArrayWriter arrays, VoteWriter votes, FaultWriter faults) {
        super(code, unit, arrays, votes, faults);
        this.exits = new LoopExits(unit.function(), code, arrays);
    }

    @Override
    String toLong() {
        return "toLong";
    }

    @Override
    void shift(Op.BinaryKind kind, ScalarType type) {
        if (kind == Op.BinaryKind.SHR) {
            Type shifted = JvmType.of(type);
            math("shiftRight", "(" + shifted + "I)" + shifted);
        } else {
            instructions.binary(kind, type, false);
        }
    }

    @Override
    public void follow(Edge edge, boolean setsParameters) {
        exits.follow(edge, setsParameters);
    }

    @Override
    public @Nullable Edge branch(Instr branch, FunctionWriter function) {
        return exits.branch(branch, function);
    }

    @Override
    public void jumpIfZero(ScalarType type, Label target) {
        exits.jumpIfZero(type, target);
    }

    /**
     * A comparison that follows from another becomes one with a predicate that nothing sets. And less-than of two numbers that are known
     * to be negative becomes one without sign, which has code for no negative ones.
     */
    @Override
    boolean mustHide(Instr comparison) {
        return !exits.isAtHead(comparison.block());
    }

    @Override
    public void raise(Instr instr, FunctionWriter function) {
        exits.end(instr.block());
        faults.raise(instr, function.expressions());
    }

    @Override
    public void giveBack(Instr returning, FunctionWriter function) {
        exits.end(returning.block());
        code.visitInsn(Opcodes.RETURN);
    }
}
