package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the method that runs a loop's iterations. In Java it would be
 *
 * <pre>{@code
 * static Object[] run(long from, int count, Object[] arguments) {
 *     float[] a = (float[]) arguments[0]; ...
 *     int end = (int) from + count;
 *     for (int k = (int) from; k < end; k++) { ... k ... }
 *     return null; // or the accumulators
 * }
 * }</pre>
 *
 * <p>The JVM makes vectors of what is computed of a loop's own variable, and not of what is computed of a sum with it. So where
 * iterations have numbers that are ints, the variable is that number. Others count from 0 and add it to {@code from}.
 */
final class LoopWriter {
    private static final int ARGUMENTS = 3;

    private final MethodVisitor code;
    private final Instructions instructions;
    private final ClassParts parts;
    private final Foresight foresight;
    private final Function kernel;
    private final Locals locals;
    private final int counter;
    private final int end;
    private final boolean isNarrow;
    private final Label next = new Label();
    private final Label test = new Label();

    /**
     * Makes the writer of a method.
     *
     * @param isNarrow whether the numbers of all iterations that it runs, and one more, are ints
     */
    LoopWriter(MethodVisitor code, ClassParts parts, Foresight foresight, Function kernel, boolean isNarrow) {
        this.code = code;
        this.instructions = new Instructions(code);
        this.parts = parts;
        this.foresight = foresight;
        this.kernel = kernel;
        this.locals = new Locals(code);
        locals.add(Type.LONG_TYPE);
        locals.add(Type.INT_TYPE);
        locals.add(Type.getType(Object[].class));
        this.counter = locals.add(Type.INT_TYPE);
        this.end = locals.add(Type.INT_TYPE);
        this.isNarrow = isNarrow;
    }

    void write() {
        unpack();
        pushFirst();
        code.visitInsn(Opcodes.DUP);
        code.visitVarInsn(Opcodes.ISTORE, counter);
        code.visitVarInsn(Opcodes.ILOAD, 2);
        code.visitInsn(Opcodes.IADD);
        code.visitVarInsn(Opcodes.ISTORE, end);
        code.visitJumpInsn(Opcodes.GOTO, test);
        Label body = new Label();
        code.visitLabel(body);
        LiveCode live = new LiveCode(kernel, foresight);
        HeapDialect dialect = new HeapDialect(
                code, parts, foresight, this::pushIteration, (returning, values) -> carry(values, returning));
        ExpressionWriter expressions = new ExpressionWriter(code, live, locals, dialect);
        FunctionWriter blocks = new FunctionWriter(code, live, locals, expressions, dialect);
        blocks.write();
        code.visitLabel(next);
        code.visitIincInsn(counter, 1);
        code.visitLabel(test);
        code.visitVarInsn(Opcodes.ILOAD, counter);
        code.visitVarInsn(Opcodes.ILOAD, end);
        code.visitJumpInsn(Opcodes.IF_ICMPLT, body);
        giveBack();
        blocks.writeColdCode();
    }

    private void unpack() {
        for (BlockParam param : kernel.params()) {
            code.visitVarInsn(Opcodes.ALOAD, ARGUMENTS);
            instructions.constant(param.index());
            code.visitInsn(Opcodes.AALOAD);
            if (param.type() instanceof ScalarType type) {
                instructions.unbox(type);
            } else {
                code.visitTypeInsn(Opcodes.CHECKCAST, JvmType.of(param.type()).getInternalName());
            }
            locals.store(param);
        }
    }

    private void pushFirst() {
        if (isNarrow) {
            code.visitVarInsn(Opcodes.LLOAD, 0);
            code.visitInsn(Opcodes.L2I);
            // Where it is no constant, the JVM proves less of indices that it takes for possibly negative.
            instructions.constant(Integer.MAX_VALUE);
            code.visitInsn(Opcodes.IAND);
        } else {
            instructions.constant(0);
        }
    }

    private void pushIteration() {
        code.visitVarInsn(Opcodes.ILOAD, counter);
        code.visitInsn(Opcodes.I2L);
        if (!isNarrow) {
            code.visitVarInsn(Opcodes.LLOAD, 0);
            code.visitInsn(Opcodes.LADD);
        }
    }

    /** The accumulators' new values are those of the next iteration. */
    private void carry(ExpressionWriter expressions, Instr returning) {
        List<BlockParam> accumulators = LoopCode.accumulators(kernel);
        returning.operands().forEach(expressions::push);
        accumulators.reversed().forEach(locals::store);
        code.visitJumpInsn(Opcodes.GOTO, next);
    }

    private void giveBack() {
        List<BlockParam> accumulators = LoopCode.accumulators(kernel);
        if (accumulators.isEmpty()) {
            code.visitInsn(Opcodes.ACONST_NULL);
            code.visitInsn(Opcodes.ARETURN);
            return;
        }
        instructions.constant(accumulators.size());
        code.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
        for (int i = 0; i < accumulators.size(); i++) {
            code.visitInsn(Opcodes.DUP);
            instructions.constant(i);
            locals.load(accumulators.get(i));
            instructions.box((ScalarType) accumulators.get(i).type());
            code.visitInsn(Opcodes.AASTORE);
        }
        code.visitInsn(Opcodes.ARETURN);
    }
}
