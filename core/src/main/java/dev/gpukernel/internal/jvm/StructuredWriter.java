package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the blocks of a function for a compiler that makes ifs and loops of bytecode again, and only of what was some: control does not
 * jump but to the end of what it is in. See {@link Nesting}.
 */
public final class StructuredWriter {
    private final MethodVisitor code;
    private final Instructions instructions;
    private final LiveCode live;
    private final Locals locals;
    private final FunctionWriter blocks;
    private final Nesting nesting;
    private final Ends ends;
    private final Function function;
    private final Map<Instr, Point> places = new HashMap<>();

    /** Where control is to go next: the number of a block, or of no block for the end. */
    private final int next;

    private final int end;

    /** What the function's threads do at their end. */
    public interface Ends {
        /** Makes the int on the stack the same one, of which a compiler does not know that it is. */
        void hide();

        /** Writes something between where a loop ends and where control meets, without which the one were taken for the other. */
        void doNothing();

        /** Writes what a thread does that has left a loop, perhaps in order to end because of an exception. */
        void endIfRaised();
    }

    /** Where control meets; all that gets there is for one block, or a variable says for which. */
    private record Point(Label label, @Nullable Block block) {}

    /** Makes the writer for a method that is empty of code. */
    public StructuredWriter(
            MethodVisitor code, Function function, LiveCode live, Locals locals, FunctionWriter blocks, Ends ends) {
        this.code = code;
        this.instructions = new Instructions(code);
        this.function = function;
        this.live = live;
        this.locals = locals;
        this.blocks = blocks;
        this.ends = ends;
        this.nesting = new Nesting(function, this::endsPlainly, StructuredWriter::isPlain);
        this.next = locals.add(Type.INT_TYPE);
        this.end = function.blockCount();
    }

    /** {@return whether the function can be written so} */
    public boolean isPossible() {
        return nesting.isPossible();
    }

    /**
     * Looks for a barrier in a loop within a loop, where a thread may also end, which it only can once it has left both.
     *
     * @return what may end it, {@code null} if there is no such barrier
     */
    public @Nullable Instr leavesBarrier() {
        return nesting.leavesBarrier();
    }

    /** Writes all blocks. Control never falls through their end. */
    public void write() {
        setNext(end);
        function.blocks().forEach(this::prepare);
        Label last = new Label();
        write(function.entry(), new Point(last, null));
        code.visitLabel(last);
        code.visitInsn(Opcodes.RETURN);
    }

    /** {@return whether a thread can return where an instruction ends it; otherwise it must {@linkplain #leave leave}} */
    public boolean mayEndAt(Instr instr) {
        return nesting.mayEndAt(instr);
    }

    /** {@return whether an instruction is in a block that decides whether a loop goes on, as it does in the code written} */
    public boolean isAtHead(Instr instr) {
        return nesting.isHeader(instr.block()) && nesting.isPlainLoop(instr.block());
    }

    /** Writes that a thread goes to its end from where an instruction is. */
    public void leave(Instr instr) {
        setNext(end);
        code.visitJumpInsn(Opcodes.GOTO, Objects.requireNonNull(places.get(instr)).label);
    }

    /** Variables that are not set on all ways to where they are read, as far as anybody can tell, are 0 before. */
    private void prepare(Block block) {
        if (nesting.follows(block)) {
            block.params().forEach(this::clear);
        }
        boolean mayLeave = nesting.mayLeave(block);
        for (Instr instr : block.instrs()) {
            if (outlivesLoop(instr) || (mayLeave && outlivesBlock(instr))) {
                clear(instr);
            }
        }
        block.params().stream().filter(this::outlivesLoop).forEach(this::clear);
    }

    private static boolean outlivesBlock(Instr instr) {
        return instr.users().stream().anyMatch(user -> user.block() != instr.block());
    }

    private boolean outlivesLoop(Value value) {
        return value.users().stream().anyMatch(user -> nesting.leavesLoop(value.block(), user.block()));
    }

    private void clear(Value value) {
        if (!live.isNeeded(value) || (value instanceof Instr instr && !live.hasVariable(instr))) {
            return;
        }
        switch (value.type()) {
            case ScalarType type -> {
                switch (type) {
                    case I1, I32 -> code.visitInsn(Opcodes.ICONST_0);
                    case I64 -> code.visitInsn(Opcodes.LCONST_0);
                    case F32 -> code.visitInsn(Opcodes.FCONST_0);
                    case F64 -> code.visitInsn(Opcodes.DCONST_0);
                }
                locals.store(value);
            }
            case ArrayType _ -> {
                code.visitInsn(Opcodes.ACONST_NULL);
                locals.store(value);
            }
            default -> throw new IllegalArgumentException(value + " is no number");
        }
    }

    private void setNext(int number) {
        instructions.constant(number);
        code.visitVarInsn(Opcodes.ISTORE, next);
    }

    private void jumpUnlessNext(Block block, Label target) {
        code.visitVarInsn(Opcodes.ILOAD, next);
        ends.hide();
        instructions.constant(block.id());
        code.visitJumpInsn(Opcodes.IF_ICMPNE, target);
    }

    /** Writes a block, what is nested in it and what follows it, after which control is at a point. */
    private void write(Block block, Point out) {
        if (!nesting.isHeader(block)) {
            write(block, null, nesting.within(block), out);
            return;
        }
        List<Block> after = nesting.after(block);
        Point left = point(after, 0, out);
        Label past = new Label();
        Label head = new Label();
        if (nesting.isPlainLoop(block)) {
            code.visitLabel(head);
            Point exit = after.isEmpty() ? new Point(past, out.block) : left;
            write(block, exit, nesting.within(block), new Point(head, block));
        } else {
            setNext(block.id());
            code.visitLabel(head);
            Label exit = new Label();
            jumpUnlessNext(block, exit);
            write(block, null, nesting.within(block), new Point(head, null));
            code.visitLabel(exit);
            if (nesting.endsAfter(block)) {
                ends.endIfRaised();
                Label goesOn = new Label();
                code.visitVarInsn(Opcodes.ILOAD, next);
                ends.hide();
                instructions.constant(end);
                code.visitJumpInsn(Opcodes.IF_ICMPNE, goesOn);
                code.visitInsn(Opcodes.RETURN);
                code.visitLabel(goesOn);
            }
            code.visitJumpInsn(Opcodes.GOTO, after.isEmpty() ? past : left.label);
        }
        if (after.isEmpty()) {
            code.visitLabel(past);
            ends.doNothing();
            code.visitJumpInsn(Opcodes.GOTO, out.label);
        }
        writeFollowing(after, left, out);
    }

    private void write(Block block, @Nullable Point exit, List<Block> following, Point out) {
        Point first = point(following, 0, out);
        block.instrs().forEach(instr -> places.put(instr, first));
        blocks.writeInstrs(block);
        terminate(block.terminator(), exit, first);
        writeFollowing(following, first, out);
    }

    private void writeFollowing(List<Block> following, Point first, Point out) {
        Point here = first;
        for (int i = 0; i < following.size(); i++) {
            Point then = point(following, i + 1, out);
            code.visitLabel(here.label);
            if (nesting.isGuarded(following.get(i))) {
                jumpUnlessNext(following.get(i), then.label);
            }
            write(following.get(i), then);
            here = then;
        }
    }

    private Point point(List<Block> following, int index, Point out) {
        if (index == following.size()) {
            return out;
        }
        Block block = following.get(index);
        return new Point(new Label(), nesting.isGuarded(block) ? null : block);
    }

    private void terminate(Instr terminator, @Nullable Point exit, Point point) {
        switch (terminator.op()) {
            case Op.Return _, Op.Throw _ -> blocks.writeEnd(terminator);
            case Op.Branch _ -> {
                Label otherwise = new Label();
                blocks.expressions().jump(terminator.operand(0), false, otherwise);
                follow(terminator.edges().get(0), exit, point);
                code.visitLabel(otherwise);
                follow(terminator.edges().get(1), exit, point);
            }
            default -> follow(terminator.edges().getFirst(), exit, point);
        }
    }

    private void follow(Edge edge, @Nullable Point exit, Point inside) {
        blocks.setParameters(edge);
        if (nesting.isNested(edge)) {
            write(edge.target(), inside);
            return;
        }
        Point point = exit != null && nesting.exit(edge.source().block()) == edge ? exit : inside;
        if (point.block != edge.target()) {
            setNext(edge.target().id());
        }
        code.visitJumpInsn(Opcodes.GOTO, point.label);
    }

    /** {@return whether an instruction that stands in the head of a loop takes no branch} */
    private static boolean isPlain(Instr instr) {
        return switch (instr.op()) {
            case Op.Constant _, Op.Length _, Op.Load _, Op.Iteration _, Op.Narrow _, Op.Negate _ -> true;
            case Op.Binary _, Op.Compare _, Op.InBounds _ -> true;
            case Op.Convert(ScalarType from, ScalarType to) -> !from.isFloating() || to.isFloating();
            default -> false;
        };
    }

    /** {@return whether a thread's end takes no branch} */
    private boolean endsPlainly(Instr instr) {
        return instr.operands().stream().allMatch(this::isPlain);
    }

    private boolean isPlain(Value value) {
        if (!(value instanceof Instr instr) || !live.isNested(instr)) {
            return true;
        }
        return switch (instr.op()) {
            case Op.Constant _, Op.Length _ -> true;
            case Op.Binary(Op.BinaryKind kind, ScalarType type)
            when !type.isFloating() && kind != Op.BinaryKind.DIV && kind != Op.BinaryKind.REM -> endsPlainly(instr);
            case Op.Convert(ScalarType from, ScalarType to)
            when !from.isFloating() && !to.isFloating() -> endsPlainly(instr);
            default -> false;
        };
    }
}
