package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ptx.WarpTemplates.Shuffle;

/** The table from intrinsics to PTX. */
final class IntrinsicTemplates {
    private IntrinsicTemplates() {}

    /**
     * {@return what does the same where nobody needs the result} A barrier whose vote is not read ends in an illegal instruction on
     * a device of architecture 9.0, as ptxas 13.0 writes it.
     */
    static Intrinsics withoutResult(Intrinsics intrinsic) {
        return switch (intrinsic) {
            case BLOCK_SYNC_COUNT, BLOCK_SYNC_AND, BLOCK_SYNC_OR -> Intrinsics.BLOCK_SYNC;
            default -> intrinsic;
        };
    }

    /**
     * The template for an intrinsic.
     *
     * @param intrinsic which
     * @param architecture of the target
     * @return the template
     */
    static String of(Intrinsics intrinsic, int architecture) {
        return switch (intrinsic) {
            case GRID_X -> position('x');
            case GRID_Y -> position('y');
            case GRID_Z -> position('z');
            case GRID_SIZE_X -> size('x');
            case GRID_SIZE_Y -> size('y');
            case GRID_SIZE_Z -> size('z');
            case GRID_X_LONG -> """
                    mov.u32 {a:i32}, %ctaid.x;
                    mov.u32 {b:i32}, %ntid.x;
                    mul.wide.u32 {d}, {a:i32}, {b:i32};
                    mov.u32 {c:i32}, %tid.x;
                    cvt.u64.u32 {e:i64}, {c:i32};
                    add.s64 {d}, {d}, {e:i64};""";
            case GRID_SIZE_X_LONG -> """
                    mov.u32 {a:i32}, %nctaid.x;
                    mov.u32 {b:i32}, %ntid.x;
                    mul.wide.u32 {d}, {a:i32}, {b:i32};""";
            case THREAD_IDX_X -> "mov.u32 {d}, %tid.x;";
            case THREAD_IDX_Y -> "mov.u32 {d}, %tid.y;";
            case THREAD_IDX_Z -> "mov.u32 {d}, %tid.z;";
            case BLOCK_IDX_X -> "mov.u32 {d}, %ctaid.x;";
            case BLOCK_IDX_Y -> "mov.u32 {d}, %ctaid.y;";
            case BLOCK_IDX_Z -> "mov.u32 {d}, %ctaid.z;";
            case BLOCK_DIM_X -> "mov.u32 {d}, %ntid.x;";
            case BLOCK_DIM_Y -> "mov.u32 {d}, %ntid.y;";
            case BLOCK_DIM_Z -> "mov.u32 {d}, %ntid.z;";
            case GRID_DIM_X -> "mov.u32 {d}, %nctaid.x;";
            case GRID_DIM_Y -> "mov.u32 {d}, %nctaid.y;";
            case GRID_DIM_Z -> "mov.u32 {d}, %nctaid.z;";

            case GRID_SYNC -> GridBarrier.sync();
            // Not bar.sync: the threads of a warp need not arrive together.
            case BLOCK_SYNC -> "barrier.sync 0;";
            case BLOCK_SYNC_COUNT -> "barrier.red.popc.u32 {d}, 0, {0};";
            case BLOCK_SYNC_AND -> "barrier.red.and.pred {d}, 0, {0};";
            case BLOCK_SYNC_OR -> "barrier.red.or.pred {d}, 0, {0};";

            // Sequentially consistent, as in Java, and as CUDA's are.
            case GRID_FENCE -> "fence.sc.gpu;";
            case BLOCK_FENCE -> "fence.sc.cta;";

            case WARP_LANE -> "mov.u32 {d}, %laneid;";
            case WARP_SYNC -> "bar.warp.sync -1;";
            case WARP_SYNC_SOME -> "bar.warp.sync {0};";
            case SHUFFLE_I32, SHUFFLE_F32 -> WarpTemplates.shuffle4(Shuffle.IDX);
            case SHUFFLE_I64, SHUFFLE_F64 -> WarpTemplates.shuffle8(Shuffle.IDX);
            case SHUFFLE_UP_I32, SHUFFLE_UP_F32 -> WarpTemplates.shuffle4(Shuffle.UP);
            case SHUFFLE_UP_I64, SHUFFLE_UP_F64 -> WarpTemplates.shuffle8(Shuffle.UP);
            case SHUFFLE_DOWN_I32, SHUFFLE_DOWN_F32 -> WarpTemplates.shuffle4(Shuffle.DOWN);
            case SHUFFLE_DOWN_I64, SHUFFLE_DOWN_F64 -> WarpTemplates.shuffle8(Shuffle.DOWN);
            case SHUFFLE_XOR_I32, SHUFFLE_XOR_F32 -> WarpTemplates.shuffle4(Shuffle.BFLY);
            case SHUFFLE_XOR_I64, SHUFFLE_XOR_F64 -> WarpTemplates.shuffle8(Shuffle.BFLY);
            case WARP_ALL -> vote("all.pred");
            case WARP_ANY -> vote("any.pred");
            case WARP_BALLOT -> vote("ballot.b32");
            case WARP_MATCH_I32 -> "mov.b32 {v:i32}, {0};\nmatch.any.sync.b32 {d}, {v:i32}, -1;";
            case WARP_MATCH_I64 -> "mov.b64 {v:i64}, {0};\nmatch.any.sync.b64 {d}, {v:i64}, -1;";
            case WARP_ACTIVE_MASK -> "activemask.b32 {d};";
            case WARP_REDUCE_ADD -> WarpTemplates.reduce("add.s32", architecture);
            case WARP_REDUCE_MIN -> WarpTemplates.reduce("min.s32", architecture);
            case WARP_REDUCE_MAX -> WarpTemplates.reduce("max.s32", architecture);
            case WARP_REDUCE_AND -> WarpTemplates.reduce("and.b32", architecture);
            case WARP_REDUCE_OR -> WarpTemplates.reduce("or.b32", architecture);
            case WARP_REDUCE_XOR -> WarpTemplates.reduce("xor.b32", architecture);
            case WARP_PRODUCT -> throw new IllegalArgumentException("a result of several numbers");

            case ABS_I32 -> "abs.s32 {d}, {0};";
            case ABS_I64 -> "abs.s64 {d}, {0};";
            case ABS_F32 -> "abs.f32 {d}, {0};";
            case ABS_F64 -> "abs.f64 {d}, {0};";
            case MIN_I32 -> "min.s32 {d}, {0}, {1};";
            case MIN_I64 -> "min.s64 {d}, {0}, {1};";
            case MIN_F32 -> extremum("min", architecture);
            case MIN_F64 -> asked("min", "f64", "0d7FF8000000000000");
            case MAX_I32 -> "max.s32 {d}, {0}, {1};";
            case MAX_I64 -> "max.s64 {d}, {0}, {1};";
            case MAX_F32 -> extremum("max", architecture);
            case MAX_F64 -> asked("max", "f64", "0d7FF8000000000000");
            case SQRT_F64 -> "sqrt.rn.f64 {d}, {0};";
            case FMA_F32 -> "fma.rn.f32 {d}, {0}, {1}, {2};";
            case FMA_F64 -> "fma.rn.f64 {d}, {0}, {1}, {2};";
            case FLOOR_F64 -> "cvt.rmi.f64.f64 {d}, {0};";
            case CEIL_F64 -> "cvt.rpi.f64.f64 {d}, {0};";
            case RINT_F64 -> "cvt.rni.f64.f64 {d}, {0};";

            case SQRT_F32 -> "sqrt.rn.f32 {d}, {0};";

            case APPROXIMATE_SIN -> "sin.approx.f32 {d}, {0};";
            case APPROXIMATE_COS -> "cos.approx.f32 {d}, {0};";
            case APPROXIMATE_EXP2 -> "ex2.approx.f32 {d}, {0};";
            case APPROXIMATE_LOG2 -> "lg2.approx.f32 {d}, {0};";
            case APPROXIMATE_TANH -> "tanh.approx.f32 {d}, {0};";
            case APPROXIMATE_SQRT -> "sqrt.approx.f32 {d}, {0};";
            case APPROXIMATE_RSQRT -> "rsqrt.approx.f32 {d}, {0};";
            case APPROXIMATE_DIVIDE -> "div.full.f32 {d}, {0}, {1};";

            case FLOAT_BITS, FLOAT_OF_BITS -> "mov.b32 {d}, {0};";
            case DOUBLE_BITS, DOUBLE_OF_BITS -> "mov.b64 {d}, {0};";

            case BIT_COUNT_I32 -> "popc.b32 {d}, {0};";
            case BIT_COUNT_I64 -> "popc.b64 {d}, {0};";
        };
    }

    /**
     * {@return a vote on a condition} The assembler of CUDA 13.0 may vote on its opposite if control flow joins in it: it moves a
     * negation both before the join and into the vote. So it does not see that what is voted on is the condition.
     */
    private static String vote(String kind) {
        return """
                selp.b32 {a:i32}, 32, 0, {0};
                mov.u32 {b:i32}, %%laneid;
                add.s32 {c:i32}, {a:i32}, {b:i32};
                setp.gt.s32 {p:i1}, {c:i32}, 31;
                vote.sync.%s {d}, {p:i1}, -1;""".formatted(kind);
    }

    private static String position(char axis) {
        return """
                mov.u32 {a:i32}, %%ctaid.%1$c;
                mov.u32 {b:i32}, %%ntid.%1$c;
                mov.u32 {c:i32}, %%tid.%1$c;
                mad.lo.s32 {d}, {a:i32}, {b:i32}, {c:i32};""".formatted(axis);
    }

    private static String size(char axis) {
        return """
                mov.u32 {a:i32}, %%nctaid.%1$c;
                mov.u32 {b:i32}, %%ntid.%1$c;
                mul.lo.s32 {d}, {a:i32}, {b:i32};""".formatted(axis);
    }

    /** {@return a minimum or maximum of floats} From architecture 8.0 on, one instruction prefers NaN to a number. */
    private static String extremum(String which, int architecture) {
        return architecture < 80 ? asked(which, "f32", "0f7FC00000") : which + ".NaN.f32 {d}, {0}, {1};";
    }

    /** PTX orders -0 below +0 as Java does, but prefers a number to NaN. */
    private static String asked(String which, String type, String nan) {
        return """
                %1$s.%2$s {t:%2$s}, {0}, {1};
                setp.nan.%2$s {p:i1}, {0}, {1};
                selp.%2$s {d}, %3$s, {t:%2$s}, {p:i1};""".formatted(which, type, nan);
    }
}
