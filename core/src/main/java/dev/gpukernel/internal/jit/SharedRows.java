package dev.gpukernel.internal.jit;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds a row that is in two places of which a launch may write one. Of a million rows one thread would take longer for that than they
 * take to the device and back.
 */
final class SharedRows {
    /** With fewer rows, the caller looks at all. */
    private static final int FEW = 1 << 14;

    /** More are told apart by what their hash codes are modulo that, and each thread looks at those of one kind. */
    private static final int PARTS = 16;

    private final List<Object> rows = new ArrayList<>();
    private final List<Owner> owners = new ArrayList<>();

    /** An array, by leaf, and how many rows there are with its own and those of arrays before. */
    private record Owner(int leaf, boolean isWritten, int end) {}

    /** Two arrays with a row in common, by leaf; one array, if it has a row twice. */
    record Pair(int first, int second) {}

    /** Adds an array, or the rows of one. What has no elements is never shared. */
    void add(int leaf, boolean isWritten, Object... own) {
        for (Object row : own) {
            if (Array.getLength(row) > 0) {
                rows.add(row);
            }
        }
        owners.add(new Owner(leaf, isWritten, rows.size()));
    }

    /** {@return two arrays with a row in common, one of which is written, null if there are none} */
    @Nullable Pair find() {
        int[] parts = new int[rows.size()];
        if (parts.length < FEW) {
            return find(0, parts, parts.length);
        }
        IntStream.range(0, parts.length)
                .parallel()
                .forEach(i -> parts[i] = System.identityHashCode(rows.get(i)) % PARTS);
        return IntStream.range(0, PARTS)
                .parallel()
                .mapToObj(part -> find(part, parts, parts.length / PARTS))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private @Nullable Pair find(int part, int[] parts, int about) {
        IdentityHashMap<Object, Owner> seen = new IdentityHashMap<>(about);
        int i = 0;
        for (Owner owner : owners) {
            for (; i < owner.end; i++) {
                Owner other = parts[i] == part ? seen.put(rows.get(i), owner) : null;
                if (other != null && (owner.isWritten || other.isWritten)) {
                    return new Pair(other.leaf, owner.leaf);
                }
            }
        }
        return null;
    }
}
