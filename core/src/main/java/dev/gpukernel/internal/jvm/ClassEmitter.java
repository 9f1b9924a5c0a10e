package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes the class of a {@link LoopCode}: a method for the loop and one for each function that the kernel calls. */
final class ClassEmitter {
    /** The JVM compiles no method that is larger. */
    private static final int MOST_BYTES = 8_000;

    /** The JVM passes no more words to a method. */
    static final int MOST_PARAMETER_WORDS = 255;

    private final ClassParts parts;
    private final Foresight foresight;
    private final boolean mayBeLarge;
    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
        @Override
        protected String getCommonSuperClass(String one, String other) {
            // No class need be loaded for that: variables that differ are not read.
            return "java/lang/Object";
        }
    };

    ClassEmitter(ClassParts parts, Foresight foresight, boolean mayBeLarge) {
        this.mayBeLarge = mayBeLarge;
        this.parts = parts;
        this.foresight = foresight;
    }

    /**
     * Emits a loop.
     *
     * @param isNarrow whether it runs no iterations but those whose numbers, and that of the next, are ints
     * @return the class file
     */
    byte[] emit(Function kernel, boolean isNarrow) throws NotEmittableException {
        return limited(kernel, () -> {
            begin(kernel, "java/lang/Object");
            emitLoop(kernel, isNarrow);
        });
    }

    /** {@return the class file of a {@link BlockFrame}} */
    byte[] emitBlocks(Function kernel, BlockWriter blocks) throws NotEmittableException {
        return limited(kernel, () -> {
            begin(kernel, Type.getInternalName(BlockFrame.class));
            for (Block block : kernel.blocks()) {
                for (Instr instr : block.instrs()) {
                    if (!BlockCode.isEmittable(instr)) {
                        throw new NotEmittableException(
                                kernel.name() + " has " + instr.op().text());
                    }
                }
            }
            blocks.write(code -> end(code, kernel));
        });
    }

    /** {@return where its methods go} */
    ClassWriter writer() {
        return writer;
    }

    /** Writes a class. */
    private interface Emission {
        void run() throws NotEmittableException;
    }

    private byte[] limited(Function kernel, Emission emission) throws NotEmittableException {
        try {
            emission.run();
            writer.visitEnd();
            return writer.toByteArray();
        } catch (RuntimeException e) {
            if (TooLarge.isSaidBy(e)) {
                throw new NotEmittableException(kernel.name() + " is too large: " + e.getMessage());
            }
            throw e;
        }
    }

    private void begin(Function kernel, String superclass) throws NotEmittableException {
        writer.visit(Opcodes.V25, Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC, parts.className, null, superclass, null);
        String file = sourceFile(kernel);
        if (file != null) {
            writer.visitSource(file, null);
        }
        for (Function called : kernel.calledFunctions()) {
            emitFunction(called);
        }
    }

    private static @Nullable String sourceFile(Function kernel) {
        for (Instr instr : kernel.instrs()) {
            SourcePosition position = instr.position();
            String file = position == null ? null : outermost(position).file();
            if (file != null) {
                return file;
            }
        }
        return null;
    }

    private static SourcePosition outermost(SourcePosition position) {
        SourcePosition outer = position;
        while (outer.caller() != null) {
            outer = outer.caller();
        }
        return outer;
    }

    private void emitFunction(Function function) throws NotEmittableException {
        requireEmittable(function);
        List<? extends Value> parameters = function.params();
        int words = parameters.stream()
                .mapToInt(parameter -> JvmType.of(parameter.type()).getSize())
                .sum();
        if (words > MOST_PARAMETER_WORDS) {
            throw new NotEmittableException(function.name() + " has too many parameters");
        }
        MethodVisitor code = writer.visitMethod(
                Opcodes.ACC_STATIC,
                parts.method(function),
                JvmType.descriptor(parameters, function.result()),
                null,
                null);
        code.visitCode();
        Locals locals = new Locals(code);
        parameters.forEach(locals::slot);
        LiveCode live = new LiveCode(function, foresight);
        Runnable noIteration = () -> {
            throw new IllegalStateException(function.name() + " asks for the iteration");
        };
        HeapDialect dialect = new HeapDialect(
                code,
                parts,
                foresight,
                noIteration,
                (returning, expressions) -> giveBack(code, expressions, returning));
        ExpressionWriter expressions = new ExpressionWriter(code, live, locals, dialect);
        FunctionWriter blocks = new FunctionWriter(code, live, locals, expressions, dialect);
        blocks.write();
        blocks.writeColdCode();
        end(code, function);
    }

    private static void giveBack(MethodVisitor code, ExpressionWriter expressions, Instr returning) {
        List<Value> results = returning.operands();
        switch (results.size()) {
            case 0 -> code.visitInsn(Opcodes.RETURN);
            case 1 -> {
                expressions.push(results.getFirst());
                code.visitInsn(JvmType.of(results.getFirst().type()).getOpcode(Opcodes.IRETURN));
            }
            default -> {
                expressions.pushBits(results);
                code.visitInsn(Opcodes.ARETURN);
            }
        }
    }

    private void emitLoop(Function kernel, boolean isNarrow) throws NotEmittableException {
        requireEmittable(kernel);
        MethodVisitor code = writer.visitMethod(
                Opcodes.ACC_STATIC, LoopCode.METHOD, LoopCode.TYPE.toMethodDescriptorString(), null, null);
        code.visitCode();
        new LoopWriter(code, parts, foresight, kernel, isNarrow).write();
        end(code, kernel);
    }

    private void end(MethodVisitor code, Function function) throws NotEmittableException {
        Label end = new Label();
        code.visitLabel(end);
        if (end.getOffset() > MOST_BYTES && !mayBeLarge) {
            throw new NotEmittableException("%s would be a method of %d bytes, which the JVM does not compile"
                    .formatted(function.name(), end.getOffset()));
        }
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private static void requireEmittable(Function function) throws NotEmittableException {
        List<String> others = new ArrayList<>();
        for (Block block : function.blocks()) {
            for (Instr instr : block.instrs()) {
                if (!ExpressionWriter.isEmittable(instr.op())) {
                    others.add(instr.op().text());
                }
            }
        }
        if (!others.isEmpty()) {
            throw new NotEmittableException(function.name() + " does what needs other threads: " + others);
        }
    }
}
