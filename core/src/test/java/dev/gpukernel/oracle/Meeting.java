package dev.gpukernel.oracle;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntBinaryOperator;
import org.jspecify.annotations.Nullable;

/** What threads get that do an intrinsic together: its definition, for all of a warp, a block or a grid. */
final class Meeting {
    private static final int LANES = 32;

    private final Intrinsics intrinsic;
    private final List<Object[]> brought = new ArrayList<>();
    private final Map<Integer, Object> byLane = new TreeMap<>();
    private final Map<Integer, Object[]> allByLane = new TreeMap<>();

    Meeting(Intrinsics intrinsic) {
        this.intrinsic = intrinsic;
    }

    /** Adds a thread with what it brings. */
    void add(int lane, Object[] operands) {
        brought.add(operands);
        if (intrinsic.scope() == Scope.WARP) {
            allByLane.put(lane, operands);
            byLane.put(lane, operands.length == 0 ? 0 : operands[0]);
        }
    }

    /** {@return what a thread gets, null for nothing} */
    @Nullable Object result(int lane, Object[] operands) {
        return switch (intrinsic) {
            case BLOCK_SYNC_COUNT -> (int) yes();
            case BLOCK_SYNC_AND, WARP_ALL -> yes() == brought.size();
            case BLOCK_SYNC_OR, WARP_ANY -> yes() > 0;
            case SHUFFLE_I32, SHUFFLE_I64, SHUFFLE_F32, SHUFFLE_F64 -> of((int) operands[1] & LANES - 1);
            case SHUFFLE_UP_I32, SHUFFLE_UP_I64, SHUFFLE_UP_F32, SHUFFLE_UP_F64 -> moved(lane, operands, -1);
            case SHUFFLE_DOWN_I32, SHUFFLE_DOWN_I64, SHUFFLE_DOWN_F32, SHUFFLE_DOWN_F64 -> moved(lane, operands, 1);
            case SHUFFLE_XOR_I32, SHUFFLE_XOR_I64, SHUFFLE_XOR_F32, SHUFFLE_XOR_F64 ->
                of((lane ^ (int) operands[1]) & LANES - 1);
            case WARP_BALLOT -> lanesWith(true);
            case WARP_MATCH_I32, WARP_MATCH_I64 -> lanesWith(operands[0]);
            case WARP_ACTIVE_MASK -> lanesWith(0);
            case WARP_REDUCE_ADD -> reduced(Integer::sum);
            case WARP_REDUCE_MIN -> reduced(Math::min);
            case WARP_REDUCE_MAX -> reduced(Math::max);
            case WARP_REDUCE_AND -> reduced((a, b) -> a & b);
            case WARP_REDUCE_OR -> reduced((a, b) -> a | b);
            case WARP_REDUCE_XOR -> reduced((a, b) -> a ^ b);
            case WARP_PRODUCT -> product(lane, operands);
            default -> null;
        };
    }

    /** {@return the sums of a lane: row by row, each the chain over the columns of the left matrix} */
    private List<Double> product(int lane, Object[] operands) {
        List<Double> sums = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            double sum = (double) operands[6 + i];
            for (int k = 0; k < 8; k++) {
                Object[] left = held(lane / 4 * 4 + k % 4);
                Object[] right = held((lane % 4 * 2 + i % 2) * 4 + k % 4);
                sum = Math.fma((double) left[k / 4 * 2 + i / 2], (double) right[4 + k / 4], sum);
            }
            sums.add(sum);
        }
        return sums;
    }

    private Object[] held(int lane) {
        Object[] operands = allByLane.get(lane);
        if (operands == null) {
            throw new OracleException(intrinsic.text() + " with lane " + lane + ", which is absent");
        }
        return operands;
    }

    private long yes() {
        return brought.stream().filter(operands -> (boolean) operands[0]).count();
    }

    private Object of(int lane) {
        Object value = byLane.get(lane);
        if (value == null) {
            throw new OracleException(intrinsic.text() + " from lane " + lane + ", which is absent");
        }
        return value;
    }

    private Object moved(int lane, Object[] operands, int direction) {
        int distance = (int) operands[1];
        long source = lane + (long) direction * distance;
        return distance < 0 || source < 0 || source >= LANES ? of(lane) : of((int) source);
    }

    private int lanesWith(Object value) {
        int mask = 0;
        for (Map.Entry<Integer, Object> lane : byLane.entrySet()) {
            mask |= lane.getValue().equals(value) ? 1 << lane.getKey() : 0;
        }
        return mask;
    }

    private int reduced(IntBinaryOperator operator) {
        return byLane.values().stream()
                .mapToInt(value -> (int) value)
                .reduce(operator)
                .orElseThrow();
    }
}
