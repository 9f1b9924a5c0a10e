package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.jvm.Instructions;
import dev.gpukernel.internal.jvm.JvmType;
import java.util.EnumSet;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Intrinsics as TornadoVM has them: fields of its context, or calls. */
final class TornadoCalls {
    /** TornadoVM's own. Its root of a float is the right one. */
    private static final String TORNADO_MATH = "uk/ac/manchester/tornado/api/math/TornadoMath";

    private static final String MATH = Type.getInternalName(KernelMath.class);

    /** Those that {@link KernelMath} has under the same name. */
    private static final Set<Intrinsics> OF_MATH = EnumSet.of(
            Intrinsics.ABS_I32,
            Intrinsics.ABS_I64,
            Intrinsics.ABS_F32,
            Intrinsics.ABS_F64,
            Intrinsics.MIN_I32,
            Intrinsics.MIN_I64,
            Intrinsics.MIN_F32,
            Intrinsics.MIN_F64,
            Intrinsics.MAX_I32,
            Intrinsics.MAX_I64,
            Intrinsics.MAX_F32,
            Intrinsics.MAX_F64,
            Intrinsics.FLOOR_F64,
            Intrinsics.CEIL_F64,
            Intrinsics.RINT_F64,
            Intrinsics.BIT_COUNT_I32,
            Intrinsics.BIT_COUNT_I64);

    private final MethodVisitor code;
    private final Instructions instructions;
    private final ContextWriter context;
    private final VoteWriter votes;
    private final Runnable scalars;

    /**
     * Makes it.
     *
     * @param votes writes votes
     * @param scalars pushes the buffer of ints
     */
    TornadoCalls(MethodVisitor code, VoteWriter votes, Runnable scalars) {
        this.code = code;
        this.instructions = new Instructions(code);
        this.context = new ContextWriter(code);
        this.votes = votes;
        this.scalars = scalars;
    }

    /** {@return whether a call can be written} */
    static boolean knows(Intrinsics intrinsic) {
        return OF_MATH.contains(intrinsic)
                || switch (intrinsic) {
                    case GRID_X, GRID_Y, GRID_Z, GRID_SIZE_X, GRID_SIZE_Y, GRID_SIZE_Z -> true;
                    case THREAD_IDX_X, THREAD_IDX_Y, THREAD_IDX_Z, BLOCK_IDX_X, BLOCK_IDX_Y, BLOCK_IDX_Z -> true;
                    case BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z, GRID_DIM_X, GRID_DIM_Y, GRID_DIM_Z -> true;
                    case BLOCK_SYNC_COUNT, BLOCK_SYNC_AND, BLOCK_SYNC_OR -> true;
                    case BLOCK_SYNC, WARP_LANE, SQRT_F32, SQRT_F64 -> true;
                    default -> false;
                };
    }

    /** Writes a call whose operands are on the stack. */
    void write(Intrinsics intrinsic) {
        switch (intrinsic) {
            case GRID_X -> context.push("globalId", Axis.X);
            case GRID_Y -> context.push("globalId", Axis.Y);
            case GRID_Z -> context.push("globalId", Axis.Z);
            case GRID_SIZE_X -> context.push("globalGroupSize", Axis.X);
            case GRID_SIZE_Y -> context.push("globalGroupSize", Axis.Y);
            case GRID_SIZE_Z -> context.push("globalGroupSize", Axis.Z);
            case THREAD_IDX_X -> context.push("localId", Axis.X);
            case THREAD_IDX_Y -> context.push("localId", Axis.Y);
            case THREAD_IDX_Z -> context.push("localId", Axis.Z);
            case BLOCK_IDX_X -> context.push("groupId", Axis.X);
            case BLOCK_IDX_Y -> context.push("groupId", Axis.Y);
            case BLOCK_IDX_Z -> context.push("groupId", Axis.Z);
            case BLOCK_DIM_X -> context.push("localGroupSize", Axis.X);
            case BLOCK_DIM_Y -> context.push("localGroupSize", Axis.Y);
            case BLOCK_DIM_Z -> context.push("localGroupSize", Axis.Z);
            case GRID_DIM_X -> gridSize(Axis.X);
            case GRID_DIM_Y -> gridSize(Axis.Y);
            case GRID_DIM_Z -> gridSize(Axis.Z);
            case WARP_LANE -> {
                context.pushThread();
                instructions.constant(31);
                code.visitInsn(Opcodes.IAND);
            }
            case BLOCK_SYNC -> context.barrier();
            case BLOCK_SYNC_COUNT, BLOCK_SYNC_AND, BLOCK_SYNC_OR -> votes.write(intrinsic);
            case SQRT_F64 -> code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "sqrt", "(D)D", false);
            case SQRT_F32 -> code.visitMethodInsn(Opcodes.INVOKESTATIC, TORNADO_MATH, "sqrt", "(F)F", false);
            default -> ofMath(intrinsic);
        }
    }

    private void gridSize(Axis axis) {
        scalars.run();
        instructions.constant(KernelLayout.GRID + axis.index());
        NativeAccess.get(code, NativeKind.INTS);
    }

    private void ofMath(Intrinsics intrinsic) {
        if (!OF_MATH.contains(intrinsic)) {
            throw new IllegalArgumentException(intrinsic.text());
        }
        Type[] parameters = intrinsic.parameters().stream().map(JvmType::of).toArray(Type[]::new);
        String descriptor = Type.getMethodDescriptor(JvmType.of(intrinsic.result()), parameters);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, MATH, intrinsic.method(), descriptor, false);
    }
}
