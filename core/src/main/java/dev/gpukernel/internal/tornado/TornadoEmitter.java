package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.analysis.Extent;
import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.jvm.ExpressionWriter;
import dev.gpukernel.internal.jvm.FunctionWriter;
import dev.gpukernel.internal.jvm.LiveCode;
import dev.gpukernel.internal.jvm.Locals;
import dev.gpukernel.internal.jvm.StructuredWriter;
import dev.gpukernel.internal.jvm.TooLarge;
import dev.gpukernel.internal.tornado.KernelLayout.Argument;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the class of a kernel. In Java it would be
 *
 * <pre>{@code
 * public final class Kernel_saxpy implements Task3 {
 *     public void apply(Object context, Object y, Object ints) {
 *         gpu_saxpy((KernelContext) context, (FloatArray) y, (IntArray) ints);
 *     }
 *
 *     public static void gpu_saxpy(KernelContext context, FloatArray y, IntArray ints) { ... }
 * }
 * }</pre>
 */
final class TornadoEmitter {
    /** Simple names of generated classes begin with it. */
    static final String CLASS_PREFIX = "Kernel_";

    /** Names of kernels begin with it, as no word of OpenCL does. */
    static final String METHOD_PREFIX = "gpu_";

    private static final String OBJECT = "java/lang/Object";
    private static final String TASK = "uk/ac/manchester/tornado/api/common/TornadoFunctions$Task";

    private final KernelUnit unit;
    private final @Nullable Extent extent;
    private final KernelLayout layout;
    private final Generator generator;
    private final List<Argument> arguments;
    private final String name;
    private final String method;
    private boolean missesInts;
    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
        @Override
        protected String getCommonSuperClass(String one, String other) {
            // No class need be loaded for that: variables that differ are not read.
            return OBJECT;
        }
    };

    /**
     * Makes it.
     *
     * @param extent of launches; null if nothing is known of them
     * @param generator who compiles it
     * @param number a number that no other class has
     */
    TornadoEmitter(KernelUnit unit, @Nullable Extent extent, KernelLayout layout, Generator generator, int number) {
        this.unit = unit;
        this.extent = extent;
        this.generator = generator;
        this.layout = layout;
        this.arguments = layout.arguments();
        String plain = unit.function().name().replaceAll("[^A-Za-z0-9_]", "_");
        this.name = TornadoEmitter.class.getPackageName() + "." + CLASS_PREFIX + plain + "_" + number;
        this.method = METHOD_PREFIX + plain;
    }

    /**
     * Writes the class.
     *
     * @return the class, {@code null} if the kernel needs a buffer of ints that it does not have
     * @throws dev.gpukernel.GpuException if it is too large for a class
     */
    @Nullable KernelClass emit() {
        try {
            return emitAll();
        } catch (RuntimeException e) {
            if (TooLarge.isSaidBy(e)) {
                throw Refusals.refusal(unit.function().name(), "more code than a method of Java may have", null);
            }
            throw e;
        }
    }

    private @Nullable KernelClass emitAll() {
        String task = TASK + (arguments.size() + 1);
        writer.visit(
                Opcodes.V21,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
                internalName(),
                null,
                OBJECT,
                new String[] {task});
        writeConstructor();
        writeTask();
        FaultWriter faults = writeKernel();
        writer.visitEnd();
        return missesInts ? null : new KernelClass(name, method, writer.toByteArray(), arguments, faults.sites());
    }

    private String internalName() {
        return name.replace('.', '/');
    }

    private void writeConstructor() {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private void writeTask() {
        String objects = String.join("", Collections.nCopies(arguments.size() + 1, "L" + OBJECT + ";"));
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "apply", "(" + objects + ")V", null, null);
        code.visitCode();
        int variable = 1;
        for (Type type : Type.getArgumentTypes(descriptor())) {
            code.visitVarInsn(Opcodes.ALOAD, variable++);
            code.visitTypeInsn(Opcodes.CHECKCAST, type.getInternalName());
        }
        code.visitMethodInsn(Opcodes.INVOKESTATIC, internalName(), method, descriptor(), false);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private String descriptor() {
        StringBuilder types = new StringBuilder("(").append(ContextWriter.TYPE.getDescriptor());
        arguments.forEach(argument -> types.append(argument.kind().type().getDescriptor()));
        return types.append(")V").toString();
    }

    private FaultWriter writeKernel() {
        MethodVisitor code =
                writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, method, descriptor(), null, null);
        code.visitCode();
        Label start = new Label();
        code.visitLabel(start);
        Locals locals = new Locals(code);
        locals.add(ContextWriter.TYPE);
        ArrayWriter arrays = new ArrayWriter(code, layout, locals, generator);
        FaultWriter faults = new FaultWriter(code, locals);
        for (Argument argument : arguments) {
            int variable = locals.add(argument.kind().type());
            switch (argument) {
                case Argument.OfArray(BlockParam param, NativeKind _) -> arrays.isIn(variable, param);
                case Argument.OfScalars(NativeKind kind) -> arrays.isIn(variable, kind);
                case Argument.OfFaults(KernelLayout.Fault purpose, NativeKind kind) ->
                    faults.isIn(variable, purpose, kind);
            }
        }
        writeBody(code, locals, arrays, faults);
        Label end = new Label();
        code.visitLabel(end);
        nameParameters(code, start, end);
        code.visitMaxs(0, 0);
        code.visitEnd();
        return faults;
    }

    private void writeBody(MethodVisitor code, Locals locals, ArrayWriter arrays, FaultWriter faults) {
        Function function = unit.function();
        arrays.prepare(function);
        writeReads(code, arrays);
        faults.prepare();
        VoteWriter votes = new VoteWriter(code, locals);
        votes.prepare(function);
        LiveCode live = new LiveCode(function, Foresight.NONE);
        switch (generator) {
            case PTX -> {
                TornadoDialect dialect = new PtxDialect(code, unit, arrays, votes, faults);
                FunctionWriter blocks = new FunctionWriter(
                        code, live, locals, new ExpressionWriter(code, live, locals, dialect), dialect);
                blocks.write();
                blocks.writeColdCode();
                faults.writeLastReport(arrays::pushInts);
            }
            case CUDA_C -> {
                CudaCDialect dialect = new CudaCDialect(code, unit, extent, arrays, votes, faults);
                FunctionWriter blocks = new FunctionWriter(
                        code, live, locals, new ExpressionWriter(code, live, locals, dialect), dialect);
                StructuredWriter nested = new StructuredWriter(code, function, live, locals, blocks, dialect);
                if (!nested.isPossible()) {
                    throw Refusals.refusal(function.name(), "a loop with more than one way in", null);
                }
                Instr leaving = nested.leavesBarrier();
                if (leaving != null) {
                    throw Refusals.refusal(
                            function.name(),
                            "a barrier in a loop within a loop that a thread may leave by an exception or return",
                            leaving.position());
                }
                dialect.isWrittenBy(nested);
                nested.write();
                blocks.writeColdCode();
            }
        }
        missesInts = arrays.missesInts();
    }

    /**
     * Reads every array that is only written, and not surely all of it, in code that never runs. TornadoVM takes what a kernel only
     * writes for written from end to end, and leaves out its transfer to the device.
     */
    private void writeReads(MethodVisitor code, ArrayWriter arrays) {
        if (arguments.stream().noneMatch(this::isWrittenInPart)) {
            return;
        }
        Label past = new Label();
        arrays.jumpAlways(past);
        int variable = 1;
        for (Argument argument : arguments) {
            if (isWrittenInPart(argument)) {
                code.visitVarInsn(Opcodes.ALOAD, variable);
                code.visitInsn(Opcodes.ICONST_0);
                code.visitVarInsn(Opcodes.ALOAD, variable);
                code.visitInsn(Opcodes.ICONST_0);
                NativeAccess.get(code, argument.kind());
                NativeAccess.set(code, argument.kind());
            }
            variable++;
        }
        code.visitLabel(past);
    }

    private boolean isWrittenInPart(Argument argument) {
        return switch (argument) {
            case Argument.OfArray(BlockParam param, NativeKind _) -> layout.isWrittenInPart(param);
            case Argument.OfScalars _ -> false;
            case Argument.OfFaults _ -> true;
        };
    }

    /** TornadoVM takes the parameters from this table, and fails without it. */
    private void nameParameters(MethodVisitor code, Label start, Label end) {
        int variable = 0;
        code.visitLocalVariable("context", ContextWriter.TYPE.getDescriptor(), null, start, end, variable++);
        for (Argument argument : arguments) {
            String own = (argument instanceof Argument.OfArray ? "array" : "buffer") + variable;
            code.visitLocalVariable(own, argument.kind().type().getDescriptor(), null, start, end, variable++);
        }
    }
}
