package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.ir.VoidType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes the blocks of a function: one local variable for a value, gotos for edges. */
public final class FunctionWriter {
    private static final int MOST_LINE = 0xffff;

    private final MethodVisitor code;
    private final LiveCode live;
    private final Locals locals;
    private final ExpressionWriter expressions;
    private final Dialect dialect;
    private final Map<Block, Label> labels = new HashMap<>();
    private final List<Runnable> cold = new ArrayList<>();
    private int line;

    /** Makes the writer for a method. */
    public FunctionWriter(
            MethodVisitor code, LiveCode live, Locals locals, ExpressionWriter expressions, Dialect dialect) {
        this.code = code;
        this.live = live;
        this.locals = locals;
        this.expressions = expressions;
        this.dialect = dialect;
    }

    /** Writes all blocks. Control never falls through their end. */
    public void write() {
        write(live.blocks());
    }

    /** Writes some blocks. Those that they lead to besides must be written where their labels are. */
    void write(List<Block> blocks) {
        for (int i = 0; i < blocks.size(); i++) {
            write(blocks.get(i), i + 1 < blocks.size() ? blocks.get(i + 1) : null);
        }
    }

    /** Writes what follows all other code: where checks lead that fail. */
    public void writeColdCode() {
        cold.forEach(Runnable::run);
    }

    /** {@return what writes operands} */
    public ExpressionWriter expressions() {
        return expressions;
    }

    /** Adds what follows all other code. Control does not fall through its end. */
    void addColdCode(Runnable writer) {
        cold.add(writer);
    }

    /** Pushes the result of an instruction, if it has one. */
    void compute(Instr instr) {
        expressions.compute(instr);
    }

    private void write(Block block, @Nullable Block next) {
        code.visitLabel(label(block));
        writeInstrs(block);
        terminate(block.terminator(), next);
    }

    /** Writes a block up to its terminator. */
    void writeInstrs(Block block) {
        for (Instr instr : block.instrs()) {
            if (instr.isTerminator()) {
                noteLine(instr);
            } else if (live.hasVariable(instr)) {
                noteLine(instr);
                write(instr);
            }
        }
    }

    /** Writes a terminator that no edge leaves. */
    void writeEnd(Instr terminator) {
        if (terminator.op() instanceof Op.Throw) {
            dialect.raise(terminator, this);
        } else {
            dialect.giveBack(terminator, this);
        }
    }

    /** {@return where a block begins} */
    Label label(Block block) {
        return labels.computeIfAbsent(block, _ -> new Label());
    }

    /** The line in the function itself, whatever was inlined there. */
    private void noteLine(Instr instr) {
        SourcePosition position = instr.position();
        while (position != null && position.caller() != null) {
            position = position.caller();
        }
        if (position != null && position.line() > 0 && position.line() <= MOST_LINE && position.line() != line) {
            line = position.line();
            Label here = new Label();
            code.visitLabel(here);
            code.visitLineNumber(line, here);
        }
    }

    private void write(Instr instr) {
        if (dialect.write(instr, this)) {
            return;
        }
        switch (instr.op()) {
            case Op.IndexCheck check -> checkIndex(instr, check);
            case Op.DivisorCheck(ScalarType type) -> checkDivisor(instr, type);
            default -> {
                expressions.compute(instr);
                keep(instr);
            }
        }
    }

    /** Keeps the result that is on the operand stack, if there is one. */
    void keep(Instr instr) {
        if (instr.type() == VoidType.VOID) {
            return;
        }
        if (instr.isUsed()) {
            locals.store(instr);
        } else {
            code.visitInsn(JvmType.of(instr.type()).getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
        }
    }

    private void checkIndex(Instr check, Op.IndexCheck op) {
        Label fault = new Label();
        expressions.push(check.operand(0));
        expressions.push(check.operand(1));
        dialect.jumpIfOutside(op.index(), fault);
        raiseAt(fault, check);
    }

    private void checkDivisor(Instr check, ScalarType type) {
        Label fault = new Label();
        expressions.push(check.operand(0));
        dialect.jumpIfZero(type, fault);
        raiseAt(fault, check);
    }

    /** What faults is far from what does not. Operands are computed again there, of what has not changed since. */
    private void raiseAt(Label fault, Instr instr) {
        addColdCode(() -> {
            code.visitLabel(fault);
            dialect.raise(instr, this);
        });
    }

    private void terminate(Instr terminator, @Nullable Block next) {
        switch (terminator.op()) {
            case Op.Return _, Op.Throw _ -> writeEnd(terminator);
            case Op.Branch _ when live.edges(terminator).size() > 1 -> branch(terminator, next);
            default -> follow(live.edges(terminator).getFirst(), next);
        }
    }

    /** An edge without copies needs no code of its own. */
    private void branch(Instr branch, @Nullable Block next) {
        Edge yes = branch.edges().get(0);
        Edge no = branch.edges().get(1);
        Edge other = dialect.branch(branch, this);
        if (other != null) {
            follow(other, next);
        } else if (!hasCopies(no)) {
            expressions.jump(branch.operand(0), false, label(no.target()));
            follow(yes, next);
        } else if (!hasCopies(yes)) {
            expressions.jump(branch.operand(0), true, label(yes.target()));
            follow(no, next);
        } else {
            Label otherwise = new Label();
            expressions.jump(branch.operand(0), false, otherwise);
            follow(yes, null);
            code.visitLabel(otherwise);
            follow(no, next);
        }
    }

    private boolean hasCopies(Edge edge) {
        return !copies(edge).isEmpty();
    }

    /** {@return the target's parameters that get another value over an edge} */
    private List<BlockParam> copies(Edge edge) {
        List<BlockParam> copies = new ArrayList<>();
        for (BlockParam param : edge.target().params()) {
            if (live.isNeeded(param) && argument(edge, param) != param) {
                copies.add(param);
            }
        }
        return copies;
    }

    private static Value argument(Edge edge, BlockParam param) {
        return edge.arguments().get(param.index());
    }

    /** Writes an edge. */
    public void follow(Edge edge) {
        follow(edge, null);
    }

    private void follow(Edge edge, @Nullable Block next) {
        setParameters(edge);
        if (edge.target() != next) {
            code.visitJumpInsn(Opcodes.GOTO, label(edge.target()));
        }
    }

    /** All arguments are on the stack before the first parameter is set, so none is overwritten that is still to be read. */
    void setParameters(Edge edge) {
        List<BlockParam> copies = copies(edge);
        dialect.follow(edge, !copies.isEmpty());
        for (BlockParam param : copies) {
            expressions.push(argument(edge, param));
            dialect.pass(edge, argument(edge, param));
        }
        copies.reversed().forEach(locals::store);
    }
}
