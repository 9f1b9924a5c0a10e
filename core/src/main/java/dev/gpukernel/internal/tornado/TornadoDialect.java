package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.jvm.Dialect;
import dev.gpukernel.internal.jvm.ExpressionWriter;
import dev.gpukernel.internal.jvm.FunctionWriter;
import dev.gpukernel.internal.jvm.Instructions;
import dev.gpukernel.internal.jvm.JvmType;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The code of one thread in TornadoVM's terms: elements of its arrays by calls, the thread's place from its context. */
abstract class TornadoDialect implements Dialect {
    private static final String MATH = Type.getInternalName(KernelMath.class);

    final MethodVisitor code;
    final Instructions instructions;
    private final ContextWriter context;
    final ArrayWriter arrays;
    final FaultWriter faults;
    private final TornadoCalls calls;
    private final int axes;
    private final boolean isFast;

    TornadoDialect(MethodVisitor code, KernelUnit unit, ArrayWriter arrays, VoteWriter votes, FaultWriter faults) {
        this.code = code;
        this.instructions = new Instructions(code);
        this.context = new ContextWriter(code);
        this.arrays = arrays;
        this.faults = faults;
        this.calls = new TornadoCalls(code, votes, arrays::pushInts);
        KernelUnit.Nest nest = unit.nest();
        this.isFast = unit.source().isFast();
        this.axes = nest == null ? 0 : nest.axes().size();
    }

    /** {@return whether results may be others than Java's} */
    final boolean isFast() {
        return isFast;
    }

    @Override
    public boolean compute(Instr instr, ExpressionWriter expressions) {
        switch (instr.op()) {
            case Op.Length _ -> arrays.pushLength(instr.operand(0));
            case Op.Load load -> arrays.load(instr, load, expressions);
            case Op.Store store -> arrays.store(instr, store, expressions);
            case Op.Call(Intrinsics intrinsic) -> {
                expressions.pushOperands(instr);
                calls.write(intrinsic);
            }
            case Op.Iteration(Axis axis) -> iteration(axis);
            case Op.ThreeWay threeWay -> {
                expressions.pushOperands(instr);
                compare(threeWay);
            }
            case Op.Constant constant -> {
                return arrays.pushConstant(constant);
            }
            case Op.Binary(Op.BinaryKind kind, ScalarType type)
            when kind == Op.BinaryKind.DIV && type == ScalarType.F32 && !isFast -> {
                expressions.pushOperands(instr);
                math("div", "(FF)F");
            }
            case Op.Convert(ScalarType from, ScalarType to)
            when from == ScalarType.I32 && to == ScalarType.I64 -> {
                expressions.pushOperands(instr);
                // Of a number that is known not to be negative it would become one without sign, and so would all that
                // is made of it.
                arrays.hide(from);
                code.visitInsn(Opcodes.I2L);
            }
            case Op.Convert(ScalarType from, ScalarType to)
            when from.isFloating() && !to.isFloating() -> {
                expressions.pushOperands(instr);
                math(to == ScalarType.I64 ? toLong() : "toInt", "(" + JvmType.of(from) + ")" + JvmType.of(to));
            }
            case Op.Binary(Op.BinaryKind kind, ScalarType type)
            when (kind == Op.BinaryKind.DIV || kind == Op.BinaryKind.REM)
                    && !type.isFloating()
                    && !(instr.operand(1) instanceof Instr divisor && divisor.op() instanceof Op.Constant) -> {
                expressions.pushOperands(instr);
                // That it is not 0 follows from the check, but is asked again.
                arrays.hide(type);
                instructions.binary(kind, type, false);
            }
            case Op.Binary(Op.BinaryKind kind, ScalarType type)
            when kind.isShift() -> {
                expressions.pushOperands(instr);
                // Java masks the distance by itself, but not every compiler that reads this.
                instructions.constant(type == ScalarType.I64 ? Long.SIZE - 1 : Integer.SIZE - 1);
                code.visitInsn(Opcodes.IAND);
                shift(kind, type);
            }
            case Op.Narrow narrow -> {
                expressions.pushOperands(instr);
                arrays.narrow(narrow.to());
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean write(Instr instr, FunctionWriter function) {
        switch (instr.op()) {
            // Made before all else, and once.
            case Op.SharedArray _ -> {}
            case Op.LocalArray local -> arrays.makeLocal(instr, local);
            case Op.Atomic atomic -> arrays.add(instr, atomic, function.expressions());
            case Op.FaultRank _ -> faults.rank(instr, function.expressions());
            default -> {
                return false;
            }
        }
        return true;
    }

    private void iteration(Axis axis) {
        context.push("groupId", axis);
        if (axis == Axis.Y && axes == 2) {
            // Blocks that are too many along y lie along z.
            context.push("groupId", Axis.Z);
            arrays.pushInts();
            instructions.constant(KernelLayout.GRID + Axis.Y.index());
            NativeAccess.get(code, NativeKind.INTS);
            code.visitInsn(Opcodes.IMUL);
            code.visitInsn(Opcodes.IADD);
        }
        code.visitInsn(Opcodes.I2L);
        context.push("localGroupSize", axis);
        code.visitInsn(Opcodes.I2L);
        code.visitInsn(Opcodes.LMUL);
        context.push("localId", axis);
        code.visitInsn(Opcodes.I2L);
        code.visitInsn(Opcodes.LADD);
    }

    private void compare(Op.ThreeWay op) {
        String type = op.type() == ScalarType.F32 ? "F" : op.type() == ScalarType.F64 ? "D" : "J";
        switch (op.kind()) {
            case LCMP -> math("compare", "(JJ)I");
            case CMPL, CMPG -> {
                instructions.constant(op.kind() == Op.ThreeWayKind.CMPG ? 1 : -1);
                math("compare", "(" + type + type + "I)I");
            }
        }
    }

    /** {@return the name of the function that makes a long of a floating-point number} */
    abstract String toLong();

    /** Shifts the integer on the stack by the distance above it, which is less than the integer has bits. */
    abstract void shift(Op.BinaryKind kind, ScalarType type);

    final void math(String method, String descriptor) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, MATH, method, descriptor, false);
    }

    /** Flips the signs, after which the order of ints is that without sign, in which no negative index is less than a length. */
    @Override
    public void jumpIfOutside(IndexType index, Label target) {
        arrays.hide(ScalarType.I32);
        for (int i = 0; i < 2; i++) {
            instructions.constant(Integer.MIN_VALUE);
            code.visitInsn(Opcodes.IXOR);
            code.visitInsn(Opcodes.SWAP);
        }
        code.visitJumpInsn(Opcodes.IF_ICMPGE, target);
    }

    /** Of parameters that become each other, TornadoVM's compiler sets one after the other. So none becomes another itself. */
    @Override
    public final void pass(Edge edge, Value argument) {
        if (argument instanceof BlockParam param && param.block() == edge.target()) {
            arrays.hide((ScalarType) param.type());
        }
    }

    /** TornadoVM's compiler has no less-than that is true of NaN, and takes the usual one for it. */
    @Override
    public final boolean jumpIf(Instr comparison, Predicate is, ScalarType type, Label target) {
        if (!type.isFloating()) {
            if (mustHide(comparison) || comparison.operands().stream().anyMatch(TornadoDialect::isNegative)) {
                arrays.hide(type);
            }
            return false;
        }
        return jumpIfReal(comparison, is, type, target);
    }

    /** Jumps if a comparison of the two floating-point numbers on the stack holds, if there is a way of its own for it. */
    boolean jumpIfReal(Instr comparison, Predicate is, ScalarType type, Label target) {
        String numbers = "(" + JvmType.of(type) + JvmType.of(type) + ")Z";
        switch (is) {
            case LE -> jumpIfAtMost("isAtMost", numbers, Opcodes.IFNE, target);
            case GTU -> jumpIfAtMost("isAtMost", numbers, Opcodes.IFEQ, target);
            case GE -> jumpIfAtMost("isAtLeast", numbers, Opcodes.IFNE, target);
            case LTU -> jumpIfAtMost("isAtLeast", numbers, Opcodes.IFEQ, target);
            case EQ, NE, LT, GEU, GT, LEU -> {
                return false;
            }
        }
        return true;
    }

    /** {@return whether a compiler must not find out what a comparison of integers comes to} */
    abstract boolean mustHide(Instr comparison);

    private static boolean isNegative(Value value) {
        Op.Constant constant = value.constant();
        return constant != null && constant.bits() < 0;
    }

    private void jumpIfAtMost(String method, String descriptor, int opcode, Label target) {
        math(method, descriptor);
        code.visitJumpInsn(opcode, target);
    }
}
