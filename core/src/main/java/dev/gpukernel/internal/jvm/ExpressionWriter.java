package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Scope;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes what computes values: on the operand stack, or to jump by a condition. */
public final class ExpressionWriter {
    private final MethodVisitor code;
    private final Instructions instructions;
    private final LiveCode live;
    private final Locals locals;
    private final Dialect dialect;

    /** Makes the writer for a method. */
    public ExpressionWriter(MethodVisitor code, LiveCode live, Locals locals, Dialect dialect) {
        this.code = code;
        this.instructions = new Instructions(code);
        this.live = live;
        this.locals = locals;
        this.dialect = dialect;
    }

    /** Pushes a value. */
    public void push(Value value) {
        if (value instanceof Instr instr && (live.isNested(instr) || isFree(instr.op()))) {
            compute(instr);
        } else {
            locals.load(value);
        }
    }

    /** {@return whether an operation is rather done again than kept in a variable} */
    static boolean isFree(Op op) {
        return op instanceof Op.Constant || op instanceof Op.ConstantArray;
    }

    /** Pushes all operands of an instruction, in order. */
    public void pushOperands(Instr instr) {
        instr.operands().forEach(this::push);
    }

    /** Pushes an instruction's result, computing it here. */
    void compute(Instr instr) {
        if (!dialect.compute(instr, this)) {
            computeUsually(instr);
        }
    }

    private void computeUsually(Instr instr) {
        switch (instr.op()) {
            case Op.Constant constant -> instructions.constant(constant);
            case Op.Compare _, Op.InBounds _ -> pushCondition(instr);
            case Op.Select _ -> select(instr);
            case Op.Binary _, Op.Negate _, Op.ThreeWay _, Op.Convert _, Op.Narrow _ -> {
                pushOperands(instr);
                apply(instr);
            }
            case Op.ConstantArray _, Op.Iteration _, Op.LocalArray _, Op.DynamicLocal _, Op.Call _ ->
                throw notHere(instr);
            case Op.Length _, Op.Load _, Op.Store _, Op.Atomic _, Op.Invoke _, Op.Part _ -> throw notHere(instr);
            case Op.IndexCheck _, Op.DivisorCheck _, Op.Jump _, Op.Branch _, Op.Throw _, Op.Return _ ->
                throw notHere(instr);
            case Op.SharedArray _, Op.DynamicShared _, Op.DynamicSize _, Op.Print _ -> throw notHere(instr);
            case Op.RowElement _, Op.Launch _, Op.SplitInner _, Op.MayLaunch _ -> throw notHere(instr);
            case Op.LoadVector _, Op.StoreVector _, Op.FaultRank _, Op.MakeArray _ -> throw notHere(instr);
            case Op.SetRow _, Op.RowStart _, Op.RowLength _ -> throw notHere(instr);
        }
    }

    private static IllegalStateException notHere(Instr instr) {
        return new IllegalStateException(
                instr + " is not emitted here: " + instr.op().text());
    }

    /** Pushes an array of the bits of numbers. */
    void pushBits(List<? extends Value> numbers) {
        instructions.constant(numbers.size());
        code.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_LONG);
        for (int i = 0; i < numbers.size(); i++) {
            code.visitInsn(Opcodes.DUP);
            instructions.constant(i);
            push(numbers.get(i));
            instructions.toBits((ScalarType) numbers.get(i).type());
            code.visitInsn(Opcodes.LASTORE);
        }
    }

    private void apply(Instr instr) {
        switch (instr.op()) {
            case Op.Binary(BinaryKind kind, ScalarType type) ->
                instructions.binary(kind, type, isNotZero(instr.operand(1)));
            case Op.Negate(ScalarType type) -> instructions.negate(type);
            case Op.ThreeWay(Op.ThreeWayKind kind, ScalarType type) -> instructions.threeWay(kind, type);
            case Op.Convert(ScalarType from, ScalarType to) -> instructions.convert(from, to);
            case Op.Narrow narrow -> instructions.narrow(narrow.to());
            default -> throw notHere(instr);
        }
    }

    private static boolean isNotZero(Value divisor) {
        Op.Constant constant = divisor.constant();
        return constant != null && constant.bits() != 0;
    }

    /** {@return whether an operation can be emitted} */
    static boolean isEmittable(Op op) {
        return switch (op) {
            case Op.SharedArray _, Op.DynamicShared _, Op.DynamicSize _, Op.Print _, Op.MakeArray _ -> false;
            case Op.Launch _, Op.SplitInner _, Op.MayLaunch _, Op.LoadVector _, Op.StoreVector _, Op.FaultRank _ ->
                false;
            case Op.Call call ->
                call.intrinsic() instanceof Intrinsics intrinsic
                        && intrinsic.scope() == Scope.THREAD
                        && !intrinsic.dependsOnThread();
            case Op.Throw thrown -> thrown.operandTypes().length() <= Op.Throw.MOST_OPERANDS;
            default -> true;
        };
    }

    private void select(Instr select) {
        Label otherwise = new Label();
        Label end = new Label();
        jump(select.operand(0), false, otherwise);
        push(select.operand(1));
        code.visitJumpInsn(Opcodes.GOTO, end);
        code.visitLabel(otherwise);
        push(select.operand(2));
        code.visitLabel(end);
    }

    private void pushCondition(Instr condition) {
        Label otherwise = new Label();
        Label end = new Label();
        test(condition, false, otherwise);
        code.visitInsn(Opcodes.ICONST_1);
        code.visitJumpInsn(Opcodes.GOTO, end);
        code.visitLabel(otherwise);
        code.visitInsn(Opcodes.ICONST_0);
        code.visitLabel(end);
    }

    /**
     * Jumps if a condition is as said.
     *
     * @param condition the condition
     * @param when what it must be for that
     * @param target where to
     */
    public void jump(Value condition, boolean when, Label target) {
        if (condition instanceof Instr instr && live.isNested(instr)) {
            test(instr, when, target);
        } else {
            push(condition);
            code.visitJumpInsn(when ? Opcodes.IFNE : Opcodes.IFEQ, target);
        }
    }

    private void test(Instr condition, boolean when, Label target) {
        switch (condition.op()) {
            case Op.Compare(Predicate is, ScalarType type) -> {
                pushOperands(condition);
                Predicate tested = when
                        ? is
                        : type.isFloating() ? is.negated() : is.negated().ordered();
                if (!dialect.jumpIf(condition, tested, type, target)) {
                    instructions.jumpIf(tested, type, target);
                }
            }
            case Op.InBounds(IndexType index) -> {
                pushOperands(condition);
                jumpByBounds(index, when, target);
            }
            case Op.Binary(BinaryKind kind, ScalarType _)
            when kind == (when ? BinaryKind.OR : BinaryKind.AND) && dialect.decidesEarly() -> {
                jump(condition.operand(0), when, target);
                jump(condition.operand(1), when, target);
            }
            case Op.Binary(BinaryKind kind, ScalarType _)
            when kind == (when ? BinaryKind.AND : BinaryKind.OR) && dialect.decidesEarly() -> {
                Label past = new Label();
                jump(condition.operand(0), !when, past);
                jump(condition.operand(1), when, target);
                code.visitLabel(past);
            }
            default -> {
                compute(condition);
                code.visitJumpInsn(when ? Opcodes.IFNE : Opcodes.IFEQ, target);
            }
        }
    }

    private void jumpByBounds(IndexType index, boolean whenInside, Label target) {
        if (whenInside) {
            Label outside = new Label();
            dialect.jumpIfOutside(index, outside);
            code.visitJumpInsn(Opcodes.GOTO, target);
            code.visitLabel(outside);
        } else {
            dialect.jumpIfOutside(index, target);
        }
    }
}
