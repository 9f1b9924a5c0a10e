package dev.gpukernel.internal.cuda;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Blocks that are kept and that one stream, or none, may use still, by size. Guarded by the {@link DevicePool}. */
final class IdleBlocks {
    private final Map<Long, ArrayDeque<DeviceBlock>> bySize = new HashMap<>();

    void add(DeviceBlock block) {
        bySize.computeIfAbsent(block.bytes, _ -> new ArrayDeque<>()).push(block);
    }

    /** {@return the block of a size that was used last, null if there is none} */
    @Nullable DeviceBlock take(long size) {
        ArrayDeque<DeviceBlock> same = bySize.get(size);
        return same == null ? null : same.poll();
    }

    boolean has(long size) {
        ArrayDeque<DeviceBlock> same = bySize.get(size);
        return same != null && !same.isEmpty();
    }

    /** Removes a block, which is likely the oldest of its size. */
    void remove(DeviceBlock block) {
        ArrayDeque<DeviceBlock> same = bySize.get(block.bytes);
        if (same != null) {
            same.removeLastOccurrence(block);
            if (same.isEmpty()) {
                bySize.remove(block.bytes);
            }
        }
    }

    /** Moves all blocks elsewhere, as unused by any stream. */
    void settle(IdleBlocks target) {
        for (ArrayDeque<DeviceBlock> same : bySize.values()) {
            for (DeviceBlock block = same.pollLast(); block != null; block = same.pollLast()) {
                block.lastUser = null;
                target.add(block);
            }
        }
        bySize.clear();
    }
}
