package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.jvm.BlockCode.Barrier;
import dev.gpukernel.internal.jvm.BlockFrame;
import java.util.List;

/**
 * Lanes of a warp that have met at one operation, and what each of them gets.
 *
 * @param frame the block
 * @param barriers where its threads wait
 * @param first the thread that is lane 0
 * @param present the lanes, bit 0 for lane 0
 */
record WarpMeeting(BlockFrame frame, List<Barrier> barriers, int first, int present) {
    private static final int SIZE = BlockMember.WARP_SIZE;

    /** Takes what is asked of a lane that is not there. */
    interface Absence {
        /**
         * A lane that is asked is not there.
         *
         * @param thread who asks
         * @param lane who is asked
         * @param present who is there
         */
        void tell(int thread, int lane, int present);
    }

    static WarpMeeting of(BlockFrame frame, List<Barrier> barriers, int first, int present) {
        return new WarpMeeting(frame, barriers, first, present);
    }

    /** Sets what each gets. */
    void end(Absence absence) {
        Intrinsics intrinsic = barriers.get(frame.at[first + Integer.numberOfTrailingZeros(present)] - 1)
                .intrinsic();
        switch (intrinsic) {
            case WARP_SYNC, WARP_SYNC_SOME -> {
                // There is nothing to get.
            }
            case WARP_ALL -> give(matching(1) == present ? 1 : 0);
            case WARP_ANY -> give(matching(1) != 0 ? 1 : 0);
            case WARP_BALLOT -> give(matching(1));
            case WARP_MATCH_I32, WARP_MATCH_I64 -> {
                for (int lanes = present; lanes != 0; lanes &= lanes - 1) {
                    int thread = first + Integer.numberOfTrailingZeros(lanes);
                    frame.outcomes[thread] = matching(frame.shown[thread]);
                }
            }
            case WARP_REDUCE_ADD, WARP_REDUCE_MIN, WARP_REDUCE_MAX, WARP_REDUCE_AND, WARP_REDUCE_OR, WARP_REDUCE_XOR ->
                give(reduced(intrinsic));
            default -> exchange(intrinsic, absence);
        }
    }

    private void give(long outcome) {
        for (int lanes = present; lanes != 0; lanes &= lanes - 1) {
            frame.outcomes[first + Integer.numberOfTrailingZeros(lanes)] = outcome;
        }
    }

    private int matching(long value) {
        int mask = 0;
        for (int lanes = present; lanes != 0; lanes &= lanes - 1) {
            int lane = Integer.numberOfTrailingZeros(lanes);
            mask |= frame.shown[first + lane] == value ? 1 << lane : 0;
        }
        return mask;
    }

    private int reduced(Intrinsics intrinsic) {
        int lowest = Integer.numberOfTrailingZeros(present);
        int sum = (int) frame.shown[first + lowest];
        for (int lanes = present & present - 1; lanes != 0; lanes &= lanes - 1) {
            int value = (int) frame.shown[first + Integer.numberOfTrailingZeros(lanes)];
            sum = switch (intrinsic) {
                case WARP_REDUCE_ADD -> sum + value;
                case WARP_REDUCE_MIN -> Math.min(sum, value);
                case WARP_REDUCE_MAX -> Math.max(sum, value);
                case WARP_REDUCE_AND -> sum & value;
                case WARP_REDUCE_OR -> sum | value;
                case WARP_REDUCE_XOR -> sum ^ value;
                default -> throw new IllegalStateException(intrinsic.text());
            };
        }
        return sum;
    }

    private void exchange(Intrinsics intrinsic, Absence absence) {
        for (int lanes = present; lanes != 0; lanes &= lanes - 1) {
            int own = Integer.numberOfTrailingZeros(lanes);
            int asked = asked(intrinsic, own, frame.lanes[first + own]);
            if ((present >>> asked & 1) == 0) {
                absence.tell(first + own, asked, present);
            } else {
                frame.outcomes[first + own] = frame.shown[first + asked];
            }
        }
    }

    private static int asked(Intrinsics intrinsic, int own, int operand) {
        return switch (intrinsic) {
            case SHUFFLE_I32, SHUFFLE_I64, SHUFFLE_F32, SHUFFLE_F64 -> operand & SIZE - 1;
            case SHUFFLE_UP_I32, SHUFFLE_UP_I64, SHUFFLE_UP_F32, SHUFFLE_UP_F64 ->
                operand < 0 || operand > own ? own : own - operand;
            case SHUFFLE_DOWN_I32, SHUFFLE_DOWN_I64, SHUFFLE_DOWN_F32, SHUFFLE_DOWN_F64 ->
                operand < 0 || operand >= SIZE - own ? own : own + operand;
            case SHUFFLE_XOR_I32, SHUFFLE_XOR_I64, SHUFFLE_XOR_F32, SHUFFLE_XOR_F64 -> (own ^ operand) & SIZE - 1;
            default -> throw new IllegalStateException(intrinsic.text());
        };
    }
}
