package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.ir.VoidType;
import dev.gpukernel.internal.jvm.BarrierRegions.Region;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes a kernel's {@link BlockFrame}. In Java it would be, for a kernel with one barrier,
 *
 * <pre>{@code
 * float[] p0; float[] shared0; float[] kept0;
 * void run(int place, int from, int to) { switch (place) { case 0: r0(from, to); break; case 1: r1(from, to); } }
 * void r0(int from, int to) {
 *     float[] a = p0;
 *     int end = ... // of the row along x that from is in
 *     for (int t = from; t < to; end = ...) {
 *         for (; t < end; t++) { ... kept0[t] = sum; at[t] = 1; }
 *     }
 * }
 * void r1(int from, int to) {
 *     ... { float sum = kept0[t]; ... at[t] = RETURNED; }
 * }
 * }</pre>
 *
 * <p>Where nobody asks where threads are, since none waits, there is no {@code at}.
 */
final class BlockWriter {
    private static final String FRAME = Type.getInternalName(BlockFrame.class);
    private static final String THREAD = "thread";
    private static final int FROM = 1;
    private static final int TO = 2;

    private final ClassWriter writer;
    private final ClassParts parts;
    private final Function kernel;
    private final BarrierRegions regions;
    private final boolean asksForPlaces;
    private final Map<Value, String> kept = new HashMap<>();

    BlockWriter(ClassWriter writer, ClassParts parts, Function kernel) {
        this.writer = writer;
        this.parts = parts;
        this.kernel = kernel;
        this.regions = new BarrierRegions(kernel);
        this.asksForPlaces = !regions.barriers().isEmpty() || asksWhoIsThere(kernel);
    }

    private static boolean asksWhoIsThere(Function kernel) {
        return kernel.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .anyMatch(instr -> instr.op().equals(new Op.Call(Intrinsics.WARP_ACTIVE_MASK)));
    }

    /** {@return the barriers, in the order of their numbers} */
    List<Instr> barriers() {
        return regions.barriers();
    }

    /** Ends a method. */
    interface End {
        void end(MethodVisitor code) throws NotEmittableException;
    }

    void write(End end) throws NotEmittableException {
        List<Region> all = regions.regions(kernel);
        for (int i = 0; i < all.size(); i++) {
            writeRegion(i, all.get(i), end);
        }
        end.end(dispatcher(all.size()));
        end.end(sharedArrays());
        end.end(constructor());
    }

    private void writeRegion(int number, Region region, End end) throws NotEmittableException {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PRIVATE, "r" + number, "(II)V", null, null);
        code.visitCode();
        String ofThread = hasThreadMethod() ? threadDescriptor() : null;
        new RegionWriter(code, region, ofThread).write();
        end.end(code);
        if (ofThread != null) {
            MethodVisitor own = writer.visitMethod(Opcodes.ACC_PRIVATE, THREAD, ofThread, null, null);
            own.visitCode();
            new RegionWriter(own, region).writeThread();
            end.end(own);
        }
    }

    /**
     * {@return whether what a thread does is a method of its own} Where threads do not wait, that is all of it, and the JVM compiles it best as
     * it was written. Pieces are rather compiled together with the loop.
     */
    private boolean hasThreadMethod() {
        return regions.barriers().isEmpty()
                && Type.getArgumentsAndReturnSizes(threadDescriptor()) >> 2 <= ClassEmitter.MOST_PARAMETER_WORDS;
    }

    private String threadDescriptor() {
        StringBuilder descriptor = new StringBuilder("(IIII");
        kernel.params()
                .forEach(param -> descriptor.append(JvmType.of(param.type()).getDescriptor()));
        return descriptor.append(")V").toString();
    }

    private MethodVisitor dispatcher(int count) {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "run", "(III)V", null, null);
        code.visitCode();
        Label otherwise = new Label();
        Label[] labels = new Label[count];
        for (int i = 0; i < count; i++) {
            labels[i] = new Label();
        }
        code.visitVarInsn(Opcodes.ILOAD, 1);
        code.visitTableSwitchInsn(0, count - 1, otherwise, labels);
        for (int i = 0; i < count; i++) {
            code.visitLabel(labels[i]);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitVarInsn(Opcodes.ILOAD, 2);
            code.visitVarInsn(Opcodes.ILOAD, 3);
            code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, parts.className, "r" + i, "(II)V", false);
            code.visitInsn(Opcodes.RETURN);
        }
        code.visitLabel(otherwise);
        code.visitInsn(Opcodes.RETURN);
        return code;
    }

    private MethodVisitor sharedArrays() {
        MethodVisitor code = writer.visitMethod(0, "newArrays", "()V", null, null);
        code.visitCode();
        Set<String> made = new HashSet<>();
        kernel.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .map(Instr::op)
                .forEach(op -> {
                    if (op instanceof Op.SharedArray array && made.add(BlockDialect.field(array))) {
                        String type = JvmType.ofArray(array.element()).getDescriptor();
                        writer.visitField(0, BlockDialect.field(array), type, null, null)
                                .visitEnd();
                        code.visitVarInsn(Opcodes.ALOAD, 0);
                        new Instructions(code).constant(array.length());
                        code.visitIntInsn(Opcodes.NEWARRAY, JvmType.newArray(array.element()));
                        code.visitFieldInsn(Opcodes.PUTFIELD, parts.className, BlockDialect.field(array), type);
                    }
                });
        code.visitInsn(Opcodes.RETURN);
        return code;
    }

    private MethodVisitor constructor() {
        MethodVisitor code = writer.visitMethod(0, "<init>", "([Ljava/lang/Object;I)V", null, null);
        code.visitCode();
        Instructions instructions = new Instructions(code);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        if (asksForPlaces) {
            code.visitVarInsn(Opcodes.ILOAD, 2);
        } else {
            code.visitInsn(Opcodes.ICONST_0);
        }
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, FRAME, "<init>", "(I)V", false);
        for (BlockParam param : kernel.params()) {
            Type type = JvmType.of(param.type());
            writer.visitField(Opcodes.ACC_FINAL, field(param), type.getDescriptor(), null, null)
                    .visitEnd();
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitVarInsn(Opcodes.ALOAD, 1);
            instructions.constant(param.index());
            code.visitInsn(Opcodes.AALOAD);
            if (param.type() instanceof ScalarType scalar) {
                instructions.unbox(scalar);
            } else {
                code.visitTypeInsn(Opcodes.CHECKCAST, type.getInternalName());
            }
            code.visitFieldInsn(Opcodes.PUTFIELD, parts.className, field(param), type.getDescriptor());
        }
        kept.entrySet().stream()
                .sorted(Comparator.comparing(Map.Entry::getValue))
                .forEach(entry -> {
                    String type = keptType(entry.getKey());
                    writer.visitField(Opcodes.ACC_FINAL, entry.getValue(), type, null, null)
                            .visitEnd();
                    code.visitVarInsn(Opcodes.ALOAD, 0);
                    code.visitVarInsn(Opcodes.ILOAD, 2);
                    if (entry.getKey().type() instanceof ScalarType scalar) {
                        code.visitIntInsn(
                                Opcodes.NEWARRAY,
                                switch (scalar) {
                                    case I1, I32 -> Opcodes.T_INT;
                                    case I64 -> Opcodes.T_LONG;
                                    case F32 -> Opcodes.T_FLOAT;
                                    case F64 -> Opcodes.T_DOUBLE;
                                });
                    } else {
                        code.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
                    }
                    code.visitFieldInsn(Opcodes.PUTFIELD, parts.className, entry.getValue(), type);
                });
        code.visitInsn(Opcodes.RETURN);
        return code;
    }

    private static String field(BlockParam param) {
        return "p" + param.index();
    }

    private static String keptType(Value value) {
        return value.type() instanceof ScalarType scalar
                ? "[" + JvmType.of(scalar).getDescriptor()
                : "[Ljava/lang/Object;";
    }

    private String keptField(Value value) {
        return kept.computeIfAbsent(value, _ -> "kept" + kept.size());
    }

    /** Writes the method of a region. */
    private final class RegionWriter {
        private final MethodVisitor code;
        private final Instructions instructions;
        private final Region region;
        private final @Nullable String ofThread;
        private final Locals locals;
        private final int thread;
        private final BlockDialect.Position position;
        private final int end;
        private final ExpressionWriter expressions;
        private final FunctionWriter blocks;
        private final Label next = new Label();

        /** For the method of a thread. */
        RegionWriter(MethodVisitor code, Region region) {
            this(code, region, new Locals(code), null, true);
            kernel.params().forEach(locals::slot);
        }

        /**
         * For the method of the region.
         *
         * @param ofThread descriptor of the method that does what a thread does, {@code null} if it is done here
         */
        RegionWriter(MethodVisitor code, Region region, @Nullable String ofThread) {
            this(code, region, new Locals(code), ofThread, false);
        }

        private RegionWriter(
                MethodVisitor code, Region region, Locals locals, @Nullable String ofThread, boolean isThread) {
            this.code = code;
            this.instructions = new Instructions(code);
            this.region = region;
            this.ofThread = ofThread;
            this.locals = locals;
            locals.add(Type.getObjectType(parts.className));
            if (!isThread) {
                locals.add(Type.INT_TYPE);
                locals.add(Type.INT_TYPE);
            }
            this.thread = locals.add(Type.INT_TYPE);
            this.position = new BlockDialect.Position(
                    thread, locals.add(Type.INT_TYPE), locals.add(Type.INT_TYPE), locals.add(Type.INT_TYPE));
            this.end = isThread ? -1 : locals.add(Type.INT_TYPE);
            Runnable noIteration = () -> {
                throw new IllegalStateException(kernel.name() + " asks for the iteration");
            };
            HeapDialect heap =
                    new HeapDialect(code, parts, Foresight.NONE, noIteration, (_, _) -> leave(BlockFrame.RETURNED));
            BlockDialect dialect = new BlockDialect(code, parts, heap, position);
            this.expressions = new ExpressionWriter(code, regions.live(), locals, dialect);
            this.blocks = new FunctionWriter(code, regions.live(), locals, expressions, dialect);
        }

        void write() {
            Label test = new Label();
            Label body = new Label();
            Label row = new Label();
            Label rows = new Label();
            Label start = new Label();
            Label failed = new Label();
            loadParameters();
            code.visitVarInsn(Opcodes.ILOAD, FROM);
            code.visitVarInsn(Opcodes.ISTORE, thread);
            code.visitLabel(start);
            code.visitJumpInsn(Opcodes.GOTO, rows);
            code.visitLabel(row);
            beginRow();
            code.visitJumpInsn(Opcodes.GOTO, test);
            code.visitLabel(body);
            if (ofThread == null) {
                loadKept();
                writeBlocks();
                region.next().forEach(this::arrive);
            } else {
                callThread(ofThread);
            }
            code.visitLabel(next);
            code.visitIincInsn(thread, 1);
            code.visitLabel(test);
            code.visitVarInsn(Opcodes.ILOAD, thread);
            code.visitVarInsn(Opcodes.ILOAD, end);
            code.visitJumpInsn(Opcodes.IF_ICMPLT, body);
            code.visitLabel(rows);
            code.visitVarInsn(Opcodes.ILOAD, thread);
            code.visitVarInsn(Opcodes.ILOAD, TO);
            code.visitJumpInsn(Opcodes.IF_ICMPLT, row);
            code.visitInsn(Opcodes.RETURN);
            blocks.writeColdCode();
            code.visitLabel(failed);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitVarInsn(Opcodes.ILOAD, thread);
            code.visitFieldInsn(Opcodes.PUTFIELD, FRAME, "thread", "I");
            code.visitInsn(Opcodes.ATHROW);
            // Behind those in the region, which come first.
            code.visitTryCatchBlock(start, failed, failed, "java/lang/Throwable");
        }

        /** Writes the method of a thread. */
        void writeThread() {
            writeBlocks();
            code.visitLabel(next);
            code.visitInsn(Opcodes.RETURN);
            blocks.writeColdCode();
        }

        private void writeBlocks() {
            code.visitJumpInsn(Opcodes.GOTO, blocks.label(region.start()));
            blocks.write(region.blocks());
        }

        private void callThread(String descriptor) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitVarInsn(Opcodes.ILOAD, position.thread());
            code.visitVarInsn(Opcodes.ILOAD, position.row());
            code.visitVarInsn(Opcodes.ILOAD, position.y());
            code.visitVarInsn(Opcodes.ILOAD, position.z());
            kernel.params().forEach(locals::load);
            code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, parts.className, THREAD, descriptor, false);
        }

        /** Threads of a row differ in x alone. */
        private void beginRow() {
            code.visitVarInsn(Opcodes.ILOAD, thread);
            pushDimension("blockDimX");
            code.visitInsn(Opcodes.IDIV);
            code.visitInsn(Opcodes.DUP);
            pushDimension("blockDimY");
            code.visitInsn(Opcodes.IREM);
            code.visitVarInsn(Opcodes.ISTORE, position.y());
            code.visitInsn(Opcodes.DUP);
            pushDimension("blockDimY");
            code.visitInsn(Opcodes.IDIV);
            code.visitVarInsn(Opcodes.ISTORE, position.z());
            pushDimension("blockDimX");
            code.visitInsn(Opcodes.IMUL);
            code.visitInsn(Opcodes.DUP);
            code.visitVarInsn(Opcodes.ISTORE, position.row());
            pushDimension("blockDimX");
            code.visitInsn(Opcodes.IADD);
            code.visitVarInsn(Opcodes.ILOAD, TO);
            code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "min", "(II)I", false);
            code.visitVarInsn(Opcodes.ISTORE, end);
        }

        private void pushDimension(String name) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, FRAME, name, "I");
        }

        private void loadParameters() {
            for (BlockParam param : kernel.params()) {
                code.visitVarInsn(Opcodes.ALOAD, 0);
                code.visitFieldInsn(
                        Opcodes.GETFIELD,
                        parts.className,
                        field(param),
                        JvmType.of(param.type()).getDescriptor());
                locals.store(param);
            }
        }

        private void loadKept() {
            Instr barrier = region.barrier();
            if (barrier == null) {
                return;
            }
            Set<Value> there = new HashSet<>(kernel.params());
            if (barrier.type() != VoidType.VOID && barrier.isUsed()) {
                pushElement("outcomes", "[J", Opcodes.LALOAD);
                instructions.ofBits((ScalarType) barrier.type());
                locals.store(barrier);
            }
            there.add(barrier);
            for (Value value : regions.kept(barrier)) {
                if (region.used().contains(value) || region.defined().contains(value)) {
                    load(value);
                    there.add(value);
                }
            }
            List<Value> wanted = new ArrayList<>(region.used());
            wanted.sort(Comparator.comparingInt(Value::id));
            for (Value value : wanted) {
                if (!region.defined().contains(value) || regions.isLiveBehind(barrier, value)) {
                    computeAgain(value, there);
                }
            }
        }

        /** What is computed in the region too must be there before: control may come to its use first. */
        private void computeAgain(Value value, Set<Value> there) {
            if (there.contains(value)
                    || !(value instanceof Instr instr)
                    || ExpressionWriter.isFree(instr.op())
                    || !regions.isRepeated(value)) {
                return;
            }
            instr.operands().forEach(operand -> computeAgain(operand, there));
            expressions.compute(instr);
            locals.store(instr);
            there.add(instr);
        }

        private void load(Value value) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, parts.className, keptField(value), keptType(value));
            code.visitVarInsn(Opcodes.ILOAD, thread);
            if (value.type() instanceof ScalarType scalar) {
                code.visitInsn(JvmType.of(scalar).getOpcode(Opcodes.IALOAD));
            } else {
                code.visitInsn(Opcodes.AALOAD);
                code.visitTypeInsn(Opcodes.CHECKCAST, JvmType.of(value.type()).getInternalName());
            }
            locals.store(value);
        }

        private void pushElement(String field, String type, int load) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, FRAME, field, type);
            code.visitVarInsn(Opcodes.ILOAD, thread);
            code.visitInsn(load);
        }

        /** A thread comes to a barrier. */
        private void arrive(Instr barrier) {
            code.visitLabel(blocks.label(barrier.block()));
            List<Value> operands = barrier.operands();
            if (!operands.isEmpty()) {
                code.visitVarInsn(Opcodes.ALOAD, 0);
                code.visitFieldInsn(Opcodes.GETFIELD, FRAME, "shown", "[J");
                code.visitVarInsn(Opcodes.ILOAD, thread);
                expressions.push(operands.getFirst());
                instructions.toBits((ScalarType) operands.getFirst().type());
                code.visitInsn(Opcodes.LASTORE);
            }
            if (operands.size() > 1) {
                code.visitVarInsn(Opcodes.ALOAD, 0);
                code.visitFieldInsn(Opcodes.GETFIELD, FRAME, "lanes", "[I");
                code.visitVarInsn(Opcodes.ILOAD, thread);
                expressions.push(operands.get(1));
                code.visitInsn(Opcodes.IASTORE);
            }
            for (Value value : regions.kept(barrier)) {
                if (region.defined().contains(value)) {
                    code.visitVarInsn(Opcodes.ALOAD, 0);
                    code.visitFieldInsn(Opcodes.GETFIELD, parts.className, keptField(value), keptType(value));
                    code.visitVarInsn(Opcodes.ILOAD, thread);
                    locals.load(value);
                    code.visitInsn(
                            value.type() instanceof ScalarType scalar
                                    ? JvmType.of(scalar).getOpcode(Opcodes.IASTORE)
                                    : Opcodes.AASTORE);
                }
            }
            leave(regions.barriers().indexOf(barrier) + 1);
        }

        /** The thread goes no further. */
        private void leave(int at) {
            if (!asksForPlaces) {
                code.visitJumpInsn(Opcodes.GOTO, next);
                return;
            }
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, FRAME, "at", "[I");
            code.visitVarInsn(Opcodes.ILOAD, thread);
            instructions.constant(at);
            code.visitInsn(Opcodes.IASTORE);
            code.visitJumpInsn(Opcodes.GOTO, next);
        }
    }
}
