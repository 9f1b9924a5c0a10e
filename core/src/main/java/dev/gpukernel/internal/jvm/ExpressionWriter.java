package dev.gpukernel.internal.jvm;

import dev.gpukernel.device.Atomic;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.AtomicKind;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Scope;
import dev.gpukernel.internal.ir.Value;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes what computes values: on the operand stack, or to jump by a condition. */
final class ExpressionWriter {
    private static final String ATOMIC = Type.getInternalName(Atomic.class);

    private final MethodVisitor code;
    private final Instructions instructions;
    private final ClassParts parts;
    private final LiveCode live;
    private final Locals locals;
    private final Runnable iteration;

    /**
     * Makes the writer for a method.
     *
     * @param iteration pushes which iteration it is
     */
    ExpressionWriter(MethodVisitor code, ClassParts parts, LiveCode live, Locals locals, Runnable iteration) {
        this.code = code;
        this.instructions = new Instructions(code);
        this.parts = parts;
        this.live = live;
        this.locals = locals;
        this.iteration = iteration;
    }

    /** Pushes a value. */
    void push(Value value) {
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

    private void pushOperands(Instr instr) {
        instr.operands().forEach(this::push);
    }

    /** Pushes an instruction's result, computing it here. */
    void compute(Instr instr) {
        switch (instr.op()) {
            case Op.Constant constant -> instructions.constant(constant);
            case Op.ConstantArray table -> code.visitLdcInsn(parts.table(table));
            case Op.Iteration _ -> iteration.run();
            case Op.Compare _, Op.InBounds _ -> pushCondition(instr);
            case Op.Select _ -> select(instr);
            case Op.LocalArray array -> {
                instructions.constant(array.length());
                code.visitIntInsn(Opcodes.NEWARRAY, JvmType.newArray(array.element()));
            }
            case Op.Binary _, Op.Negate _, Op.ThreeWay _, Op.Convert _, Op.Narrow _, Op.Call _ -> applied(instr);
            case Op.Length _, Op.Load _, Op.Store _, Op.Atomic _, Op.Invoke _, Op.Part _ -> applied(instr);
            case Op.IndexCheck _, Op.DivisorCheck _, Op.Jump _, Op.Branch _, Op.Throw _, Op.Return _ ->
                throw notHere(instr);
            case Op.SharedArray _, Op.DynamicShared _, Op.DynamicSize _, Op.Print _ -> throw notHere(instr);
            case Op.Launch _, Op.LoadVector _, Op.StoreVector _ -> throw notHere(instr);
        }
    }

    private static IllegalStateException notHere(Instr instr) {
        return new IllegalStateException(
                instr + " is not emitted here: " + instr.op().text());
    }

    private void applied(Instr instr) {
        pushOperands(instr);
        apply(instr);
    }

    private void apply(Instr instr) {
        switch (instr.op()) {
            case Op.Binary(BinaryKind kind, ScalarType type) ->
                instructions.binary(kind, type, isNotZero(instr.operand(1)));
            case Op.Negate(ScalarType type) -> instructions.negate(type);
            case Op.ThreeWay(Op.ThreeWayKind kind, ScalarType type) -> instructions.threeWay(kind, type);
            case Op.Convert(ScalarType from, ScalarType to) -> instructions.convert(from, to);
            case Op.Narrow narrow -> instructions.narrow(narrow.to());
            case Op.Length _ -> code.visitInsn(Opcodes.ARRAYLENGTH);
            case Op.Load load -> code.visitInsn(JvmType.load(load.element()));
            case Op.Store store -> code.visitInsn(JvmType.store(store.element()));
            case Op.Call call -> call((Intrinsics) call.intrinsic());
            case Op.Atomic atomic -> change(atomic);
            case Op.Invoke(Function callee) -> invoke(callee);
            case Op.Part part -> {
                instructions.constant(part.index());
                code.visitInsn(Opcodes.LALOAD);
                instructions.ofBits(part.of().components().get(part.index()));
            }
            case Op.Constant _, Op.ConstantArray _, Op.Iteration _, Op.Compare _, Op.InBounds _, Op.Select _ ->
                throw notHere(instr);
            case Op.LocalArray _, Op.IndexCheck _, Op.DivisorCheck _ -> throw notHere(instr);
            case Op.Jump _, Op.Branch _, Op.Throw _, Op.Return _ -> throw notHere(instr);
            case Op.SharedArray _, Op.DynamicShared _, Op.DynamicSize _, Op.Print _ -> throw notHere(instr);
            case Op.Launch _, Op.LoadVector _, Op.StoreVector _ -> throw notHere(instr);
        }
    }

    private static boolean isNotZero(Value divisor) {
        return divisor instanceof Instr instr && instr.op() instanceof Op.Constant constant && constant.bits() != 0;
    }

    /** {@return whether an operation can be emitted} */
    static boolean isEmittable(Op op) {
        return switch (op) {
            case Op.SharedArray _, Op.DynamicShared _, Op.DynamicSize _, Op.Print _ -> false;
            case Op.Launch _, Op.LoadVector _, Op.StoreVector _ -> false;
            case Op.Call call ->
                call.intrinsic() instanceof Intrinsics intrinsic
                        && intrinsic.scope() == Scope.THREAD
                        && !intrinsic.dependsOnThread();
            case Op.Throw thrown -> thrown.operandTypes().length() <= Op.Throw.MOST_OPERANDS;
            default -> true;
        };
    }

    private void call(Intrinsics intrinsic) {
        StringBuilder descriptor = new StringBuilder("(");
        intrinsic.parameters().forEach(type -> descriptor.append(descriptor(type)));
        descriptor.append(')').append(descriptor(intrinsic.result()));
        String owner = Type.getInternalName(intrinsic.owner());
        code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, intrinsic.method(), descriptor.toString(), false);
    }

    private static String descriptor(dev.gpukernel.internal.ir.Type type) {
        return type == ScalarType.I1 ? "Z" : JvmType.of(type).getDescriptor();
    }

    private void change(Op.Atomic atomic) {
        String name = switch (atomic.kind()) {
            case ADD -> "add";
            case MIN -> "min";
            case MAX -> "max";
            case AND -> "and";
            case OR -> "or";
            case XOR -> "xor";
            case EXCHANGE -> "exchange";
            case COMPARE_AND_SET -> "compareAndSet";
        };
        String element = JvmType.of(atomic.element().register()).getDescriptor();
        String values = atomic.kind() == AtomicKind.COMPARE_AND_SET ? element + element : element;
        String array = JvmType.ofArray(atomic.element()).getDescriptor();
        code.visitMethodInsn(Opcodes.INVOKESTATIC, ATOMIC, name, "(" + array + "I" + values + ")" + element, false);
    }

    private void invoke(Function callee) {
        String descriptor = JvmType.descriptor(callee.params(), callee.result());
        code.visitMethodInsn(Opcodes.INVOKESTATIC, parts.className, parts.method(callee), descriptor, false);
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
    void jump(Value condition, boolean when, Label target) {
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
                instructions.jumpIf(tested, type, target);
            }
            case Op.InBounds _ -> {
                pushOperands(condition);
                code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Integer", "compareUnsigned", "(II)I", false);
                code.visitJumpInsn(when ? Opcodes.IFLT : Opcodes.IFGE, target);
            }
            case Op.Binary(BinaryKind kind, ScalarType _)
            when kind == (when ? BinaryKind.OR : BinaryKind.AND) -> {
                jump(condition.operand(0), when, target);
                jump(condition.operand(1), when, target);
            }
            case Op.Binary(BinaryKind kind, ScalarType _)
            when kind == (when ? BinaryKind.AND : BinaryKind.OR) -> {
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
}
