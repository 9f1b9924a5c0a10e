package dev.gpukernel.internal.jvm;

import dev.gpukernel.device.Atomic;
import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.AtomicKind;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Code that works on Java's own arrays and on memory segments, and throws a {@link LoopFault} where the kernel throws. */
final class HeapDialect implements Dialect {
    private static final String ATOMIC = Type.getInternalName(Atomic.class);
    private static final String FAULT = Type.getInternalName(LoopFault.class);

    private final MethodVisitor code;
    private final Instructions instructions;
    private final ClassParts parts;
    private final Foresight foresight;
    private final Runnable iteration;
    private final BiConsumer<Instr, ExpressionWriter> onReturn;

    /**
     * Makes the dialect of a method.
     *
     * @param iteration pushes which iteration it is
     * @param onReturn writes what is done at a return
     */
    HeapDialect(
            MethodVisitor code,
            ClassParts parts,
            Foresight foresight,
            Runnable iteration,
            BiConsumer<Instr, ExpressionWriter> onReturn) {
        this.code = code;
        this.instructions = new Instructions(code);
        this.parts = parts;
        this.foresight = foresight;
        this.iteration = iteration;
        this.onReturn = onReturn;
    }

    @Override
    public boolean compute(Instr instr, ExpressionWriter expressions) {
        switch (instr.op()) {
            case Op.ConstantArray table -> code.visitLdcInsn(parts.table(table));
            case Op.Iteration _ -> iteration.run();
            case Op.LocalArray array -> {
                instructions.constant(array.length());
                code.visitIntInsn(Opcodes.NEWARRAY, JvmType.newArray(array.element()));
            }
            case Op.DynamicLocal array -> {
                expressions.pushOperands(instr);
                code.visitIntInsn(Opcodes.NEWARRAY, JvmType.newArray(array.element()));
            }
            case Op.Length _, Op.Load _, Op.Store _, Op.Atomic _, Op.Call _, Op.Invoke _, Op.Part _ -> {
                expressions.pushOperands(instr);
                apply(instr.op());
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void apply(Op op) {
        switch (op) {
            case Op.Length(var element, var _, IndexType index)
            when index == IndexType.LONG -> LargeArrays.emitLength(code, element);
            case Op.Load(var element, var _, IndexType index)
            when index == IndexType.LONG -> LargeArrays.emitLoad(code, element);
            case Op.Store(var element, var _, IndexType index)
            when index == IndexType.LONG -> LargeArrays.emitStore(code, element);
            case Op.Length _ -> code.visitInsn(Opcodes.ARRAYLENGTH);
            case Op.Load load -> code.visitInsn(JvmType.load(load.element()));
            case Op.Store store -> code.visitInsn(JvmType.store(store.element()));
            case Op.Call call -> call((Intrinsics) call.intrinsic());
            case Op.Atomic atomic
            when atomic.index() == IndexType.LONG ->
                LargeArrays.emitUpdate(code, name(atomic.kind()), atomic.element());
            case Op.Atomic atomic -> change(atomic);
            case Op.Invoke(Function callee) -> invoke(callee);
            case Op.Part part -> {
                instructions.constant(part.index());
                code.visitInsn(Opcodes.LALOAD);
                instructions.ofBits((ScalarType) part.result());
            }
            default -> throw new IllegalStateException(op.text());
        }
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
        String name = name(atomic.kind());
        String element = JvmType.of(atomic.element().register()).getDescriptor();
        String values = atomic.kind() == AtomicKind.COMPARE_AND_SET ? element + element : element;
        String array = JvmType.ofArray(atomic.element()).getDescriptor();
        code.visitMethodInsn(Opcodes.INVOKESTATIC, ATOMIC, name, "(" + array + "I" + values + ")" + element, false);
    }

    private static String name(AtomicKind kind) {
        return switch (kind) {
            case ADD -> "add";
            case MIN -> "min";
            case MAX -> "max";
            case AND -> "and";
            case OR -> "or";
            case XOR -> "xor";
            case EXCHANGE -> "exchange";
            case COMPARE_AND_SET -> "compareAndSet";
        };
    }

    private void invoke(Function callee) {
        String descriptor = JvmType.descriptor(callee.params(), callee.result());
        code.visitMethodInsn(Opcodes.INVOKESTATIC, parts.className, parts.method(callee), descriptor, false);
    }

    @Override
    public boolean write(Instr instr, FunctionWriter function) {
        boolean isGuarded = instr.op() instanceof Op.Invoke && instr.op().mayFault() && !foresight.faultFree();
        if (isGuarded) {
            guardedCall(instr, function);
        }
        return isGuarded;
    }

    private void guardedCall(Instr call, FunctionWriter function) {
        // On an empty stack, since a handler empties it.
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        code.visitTryCatchBlock(start, end, handler, FAULT);
        code.visitLabel(start);
        function.compute(call);
        code.visitLabel(end);
        function.keep(call);
        int number = parts.call(call);
        function.addColdCode(() -> {
            code.visitLabel(handler);
            instructions.constant(number);
            code.visitMethodInsn(Opcodes.INVOKESTATIC, FAULT, "outOf", "(L" + FAULT + ";I)L" + FAULT + ";", false);
            code.visitInsn(Opcodes.ATHROW);
        });
    }

    @Override
    public void jumpIfOutside(IndexType index, Label target) {
        switch (index) {
            case INT ->
                code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Integer", "compareUnsigned", "(II)I", false);
            case LONG ->
                code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Long", "compareUnsigned", "(JJ)I", false);
        }
        code.visitJumpInsn(Opcodes.IFGE, target);
    }

    @Override
    public void jumpIfZero(ScalarType type, Label target) {
        instructions.jumpIfZero(type, target);
    }

    @Override
    public void raise(Instr instr, FunctionWriter function) {
        ExpressionWriter expressions = function.expressions();
        instructions.constant(parts.site(instr));
        expressions.pushBits(instr.operands());
        code.visitMethodInsn(Opcodes.INVOKESTATIC, FAULT, "at", "(I[J)L" + FAULT + ";", false);
        code.visitInsn(Opcodes.ATHROW);
    }

    @Override
    public void giveBack(Instr returning, FunctionWriter function) {
        ExpressionWriter expressions = function.expressions();
        onReturn.accept(returning, expressions);
    }
}
