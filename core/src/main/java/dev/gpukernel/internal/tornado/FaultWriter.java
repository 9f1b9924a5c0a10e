package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.FaultSite;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.jvm.ExpressionWriter;
import dev.gpukernel.internal.jvm.Instructions;
import dev.gpukernel.internal.jvm.Locals;
import dev.gpukernel.internal.tornado.KernelLayout.Fault;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.function.Consumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes what a thread does that ends with an exception. TornadoVM has no atomic minimum by which threads could agree on the lowest of
 * them, so each has elements of its own to leave word in, and the host looks for the lowest. An int for all says whether to look.
 */
final class FaultWriter {
    private final MethodVisitor code;
    private final Instructions instructions;
    private final ContextWriter context;
    private final Locals locals;
    private final EnumMap<Fault, Buffer> buffers = new EnumMap<>(Fault.class);
    private final List<FaultSite> sites = new ArrayList<>();
    private final Label report = new Label();
    private final int[] integers = new int[FaultReport.MOST_OPERANDS];
    private final int[] reals = new int[FaultReport.MOST_OPERANDS];
    private int site;
    private int rank;

    /** Where a buffer is, and which. */
    private record Buffer(int variable, NativeKind kind) {}

    FaultWriter(MethodVisitor code, Locals locals) {
        this.code = code;
        this.instructions = new Instructions(code);
        this.context = new ContextWriter(code);
        this.locals = locals;
    }

    /** Says in which variable a buffer is. */
    void isIn(int variable, Fault purpose, NativeKind kind) {
        buffers.put(purpose, new Buffer(variable, kind));
    }

    /** {@return the places where a thread can end, by their numbers} */
    List<FaultSite> sites() {
        return List.copyOf(sites);
    }

    /** Writes what comes before all else: variables that every place sets have a value from the start. */
    void prepare() {
        if (!buffers.containsKey(Fault.SITE)) {
            return;
        }
        site = locals.add(Type.INT_TYPE);
        instructions.constant(0);
        code.visitVarInsn(Opcodes.ISTORE, site);
        rank = variable(Fault.RANK, Type.LONG_TYPE, Opcodes.LCONST_0);
        for (int i = 0; i < FaultReport.MOST_OPERANDS; i++) {
            integers[i] = variable(Fault.INTEGERS, Type.LONG_TYPE, Opcodes.LCONST_0);
            reals[i] = variable(Fault.REALS, Type.DOUBLE_TYPE, Opcodes.DCONST_0);
        }
    }

    private int variable(Fault purpose, Type type, int zero) {
        if (!buffers.containsKey(purpose)) {
            return -1;
        }
        int variable = locals.add(type);
        code.visitInsn(zero);
        code.visitVarInsn(type.getOpcode(Opcodes.ISTORE), variable);
        return variable;
    }

    /** Writes that from here on a number tells which place is the first. */
    void rank(Instr instr, ExpressionWriter expressions) {
        if (buffers.containsKey(Fault.RANK)) {
            expressions.push(instr.operand(0));
            code.visitVarInsn(Opcodes.LSTORE, rank);
        }
    }

    /** Writes the end of a thread at a place, by a jump to where all report. */
    void raise(Instr instr, ExpressionWriter expressions) {
        note(instr, expressions);
        code.visitJumpInsn(Opcodes.GOTO, report);
    }

    /** Writes into variables what there is to report of a thread that ends at a place. */
    void note(Instr instr, ExpressionWriter expressions) {
        sites.add(FaultSite.of(instr));
        instructions.constant(sites.size());
        code.visitVarInsn(Opcodes.ISTORE, site);
        for (int i = 0; i < instr.operands().size(); i++) {
            expressions.push(instr.operand(i));
            switch ((ScalarType) instr.operand(i).type()) {
                case I1, I32 -> keepInteger(Opcodes.I2L, i);
                case I64 -> keepInteger(Opcodes.NOP, i);
                case F32 -> keepReal(Opcodes.F2D, i);
                case F64 -> keepReal(Opcodes.NOP, i);
            }
        }
    }

    /** Pushes a number that is 0 unless there is something to report. */
    void pushSite() {
        code.visitVarInsn(Opcodes.ILOAD, site);
    }

    /** {@return whether any thread can have something to report} */
    boolean isUsed() {
        return buffers.containsKey(Fault.SITE);
    }

    private void keepInteger(int conversion, int index) {
        convert(conversion);
        code.visitVarInsn(Opcodes.LSTORE, integers[index]);
    }

    private void keepReal(int conversion, int index) {
        convert(conversion);
        code.visitVarInsn(Opcodes.DSTORE, reals[index]);
    }

    private void convert(int opcode) {
        if (opcode != Opcodes.NOP) {
            code.visitInsn(opcode);
        }
    }

    /**
     * Writes what follows all other code, and what {@link #raise} jumps to.
     *
     * @param scalars pushes the buffer of ints
     */
    void writeLastReport(Runnable scalars) {
        if (!sites.isEmpty()) {
            code.visitLabel(report);
            writeReport(scalars);
        }
    }

    /**
     * Writes that a thread reports and ends.
     *
     * @param scalars pushes the buffer of ints
     */
    void writeReport(Runnable scalars) {
        set(Fault.RAISED, () -> instructions.constant(0), _ -> instructions.constant(1));
        int thread = locals.add(Type.INT_TYPE);
        context.pushThreadOfGrid(scalars);
        code.visitVarInsn(Opcodes.ISTORE, thread);
        Runnable own = () -> code.visitVarInsn(Opcodes.ILOAD, thread);
        set(Fault.SITE, own, _ -> code.visitVarInsn(Opcodes.ILOAD, site));
        set(Fault.RANK, own, _ -> code.visitVarInsn(Opcodes.LLOAD, rank));
        for (int i = 0; i < FaultReport.MOST_OPERANDS; i++) {
            int operand = i;
            Runnable element = () -> {
                own.run();
                instructions.constant(FaultReport.MOST_OPERANDS);
                code.visitInsn(Opcodes.IMUL);
                instructions.constant(operand);
                code.visitInsn(Opcodes.IADD);
            };
            set(Fault.INTEGERS, element, kind -> {
                code.visitVarInsn(Opcodes.LLOAD, integers[operand]);
                convert(kind == NativeKind.INTS ? Opcodes.L2I : Opcodes.NOP);
            });
            set(Fault.REALS, element, _ -> code.visitVarInsn(Opcodes.DLOAD, reals[operand]));
        }
        code.visitInsn(Opcodes.RETURN);
    }

    private void set(Fault purpose, Runnable index, Consumer<NativeKind> value) {
        Buffer buffer = buffers.get(purpose);
        if (buffer != null) {
            code.visitVarInsn(Opcodes.ALOAD, buffer.variable);
            index.run();
            value.accept(buffer.kind);
            NativeAccess.set(code, buffer.kind);
        }
    }
}
