package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What a thread of a block does that runs in turn with the others: its position and shared memory are those of a {@link BlockFrame}. */
final class BlockDialect implements Dialect {
    private static final String FRAME = Type.getInternalName(BlockFrame.class);

    private final MethodVisitor code;
    private final ClassParts parts;
    private final HeapDialect heap;
    private final Position position;

    /**
     * Makes the dialect of a method.
     *
     * @param heap writes all else
     * @param position where the thread stands
     */
    BlockDialect(MethodVisitor code, ClassParts parts, HeapDialect heap, Position position) {
        this.code = code;
        this.parts = parts;
        this.heap = heap;
        this.position = position;
    }

    /**
     * Where a thread stands: local variables. Threads run along x, row by row.
     *
     * @param thread its number in the block
     * @param row that of the first thread of its row
     * @param y its index along y
     * @param z its index along z
     */
    record Position(int thread, int row, int y, int z) {}

    /** {@return the field that is a shared array} */
    static String field(Op.SharedArray array) {
        return "shared" + array.number();
    }

    @Override
    public boolean compute(Instr instr, ExpressionWriter expressions) {
        switch (instr.op()) {
            case Op.SharedArray array -> {
                code.visitVarInsn(Opcodes.ALOAD, 0);
                code.visitFieldInsn(
                        Opcodes.GETFIELD,
                        parts.className,
                        field(array),
                        JvmType.ofArray(array.element()).getDescriptor());
            }
            case Op.DynamicSize _ -> field("dynamicBytes");
            case Op.Print print -> print(instr, print, expressions);
            case Op.DynamicShared array -> slice(instr, array.element(), expressions);
            case Op.Call(var intrinsic) when isOfPosition((Intrinsics) intrinsic) -> position((Intrinsics) intrinsic);
            default -> {
                return heap.compute(instr, expressions);
            }
        }
        return true;
    }

    private void slice(Instr instr, ElementType element, ExpressionWriter expressions) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(Opcodes.GETSTATIC, Type.getInternalName(box(element)), "TYPE", "Ljava/lang/Class;");
        expressions.pushOperands(instr);
        new Instructions(code).constant(parts.call(instr));
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, FRAME, "slice", "(Ljava/lang/Class;III)Ljava/lang/Object;", false);
        code.visitTypeInsn(Opcodes.CHECKCAST, JvmType.ofArray(element).getInternalName());
    }

    private void print(Instr instr, Op.Print print, ExpressionWriter expressions) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitVarInsn(Opcodes.ILOAD, position.thread);
        new Instructions(code).constant(parts.print(print));
        expressions.pushBits(instr.operands());
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, FRAME, "print", "(II[J)V", false);
    }

    private static Class<?> box(ElementType element) {
        return switch (element) {
            case BOOLEAN -> Boolean.class;
            case BYTE -> Byte.class;
            case CHAR -> Character.class;
            case SHORT -> Short.class;
            case INT -> Integer.class;
            case LONG -> Long.class;
            case FLOAT -> Float.class;
            case DOUBLE -> Double.class;
        };
    }

    static boolean isOfPosition(Intrinsics intrinsic) {
        return switch (intrinsic) {
            case GRID_X, GRID_Y, GRID_Z, GRID_SIZE_X, GRID_SIZE_Y, GRID_SIZE_Z, GRID_X_LONG, GRID_SIZE_X_LONG -> true;
            case THREAD_IDX_X, THREAD_IDX_Y, THREAD_IDX_Z, BLOCK_IDX_X, BLOCK_IDX_Y, BLOCK_IDX_Z -> true;
            case BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z, GRID_DIM_X, GRID_DIM_Y, GRID_DIM_Z -> true;
            case WARP_LANE, WARP_ACTIVE_MASK -> true;
            default -> false;
        };
    }

    private void position(Intrinsics intrinsic) {
        switch (intrinsic) {
            case GRID_X -> global("X", false);
            case GRID_Y -> global("Y", false);
            case GRID_Z -> global("Z", false);
            case GRID_X_LONG -> global("X", true);
            case GRID_SIZE_X -> product("gridDimX", "blockDimX", false);
            case GRID_SIZE_Y -> product("gridDimY", "blockDimY", false);
            case GRID_SIZE_Z -> product("gridDimZ", "blockDimZ", false);
            case GRID_SIZE_X_LONG -> product("gridDimX", "blockDimX", true);
            case THREAD_IDX_X -> index("X");
            case THREAD_IDX_Y -> index("Y");
            case THREAD_IDX_Z -> index("Z");
            case BLOCK_IDX_X -> field("blockX");
            case BLOCK_IDX_Y -> field("blockY");
            case BLOCK_IDX_Z -> field("blockZ");
            case BLOCK_DIM_X -> field("blockDimX");
            case BLOCK_DIM_Y -> field("blockDimY");
            case BLOCK_DIM_Z -> field("blockDimZ");
            case GRID_DIM_X -> field("gridDimX");
            case GRID_DIM_Y -> field("gridDimY");
            case GRID_DIM_Z -> field("gridDimZ");
            case WARP_LANE -> {
                code.visitVarInsn(Opcodes.ILOAD, position.thread);
                code.visitIntInsn(Opcodes.BIPUSH, 31);
                code.visitInsn(Opcodes.IAND);
            }
            case WARP_ACTIVE_MASK -> {
                code.visitVarInsn(Opcodes.ALOAD, 0);
                code.visitVarInsn(Opcodes.ILOAD, position.thread);
                code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, FRAME, "presentLanes", "(I)I", false);
            }
            default -> throw new IllegalStateException(intrinsic.text());
        }
    }

    private void field(String name) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(Opcodes.GETFIELD, FRAME, name, "I");
    }

    private void index(String axis) {
        switch (axis) {
            case "X" -> {
                code.visitVarInsn(Opcodes.ILOAD, position.thread);
                code.visitVarInsn(Opcodes.ILOAD, position.row);
                code.visitInsn(Opcodes.ISUB);
            }
            case "Y" -> code.visitVarInsn(Opcodes.ILOAD, position.y);
            default -> code.visitVarInsn(Opcodes.ILOAD, position.z);
        }
    }

    private void product(String one, String other, boolean isLong) {
        field(one);
        if (isLong) {
            code.visitInsn(Opcodes.I2L);
        }
        field(other);
        if (isLong) {
            code.visitInsn(Opcodes.I2L);
        }
        code.visitInsn(isLong ? Opcodes.LMUL : Opcodes.IMUL);
    }

    private void global(String axis, boolean isLong) {
        product("block" + axis, "blockDim" + axis, isLong);
        index(axis);
        if (isLong) {
            code.visitInsn(Opcodes.I2L);
        }
        code.visitInsn(isLong ? Opcodes.LADD : Opcodes.IADD);
    }

    @Override
    public boolean write(Instr instr, FunctionWriter function) {
        return heap.write(instr, function);
    }

    @Override
    public void jumpIfZero(ScalarType type, Label target) {
        heap.jumpIfZero(type, target);
    }

    @Override
    public void jumpIfOutside(IndexType index, Label target) {
        heap.jumpIfOutside(index, target);
    }

    @Override
    public void raise(Instr instr, FunctionWriter function) {
        heap.raise(instr, function);
    }

    @Override
    public void giveBack(Instr returning, FunctionWriter function) {
        heap.giveBack(returning, function);
    }
}
