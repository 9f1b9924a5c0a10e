package dev.gpukernel.internal.jit;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds a row that is in two places of which a launch may write one. Rows are told apart by their hash codes, in tables of numbers: of a
 * million rows, one thread, or a table of objects, would take longer for that than they take to the device and back.
 */
final class SharedRows {
    /** With fewer rows, the caller looks at all. */
    private static final int FEW = 1 << 14;

    /** More are told apart by so many bits of their hash codes, and each thread looks at those of one kind. */
    private static final int PART_BITS = 4;

    /** In place of the hash code of a row without elements, which is never shared. */
    private static final int NONE = -1;

    private final List<Owner> owners = new ArrayList<>();
    private int all;

    /** The rows of an array. */
    private static final class Owner {
        final int leaf;
        final boolean isWritten;
        final Object[] rows;

        /** How many rows there are of arrays before. */
        final int begin;

        Owner(int leaf, boolean isWritten, Object[] rows, int begin) {
            this.leaf = leaf;
            this.isWritten = isWritten;
            this.rows = rows;
            this.begin = begin;
        }

        void hash(int[] hashes, IntStream numbers) {
            numbers.forEach(i -> hashes[begin + i] =
                    Array.getLength(rows[i]) == 0 ? NONE : System.identityHashCode(rows[i]) & Integer.MAX_VALUE);
        }
    }

    /** Two arrays with a row in common, by leaf; one array, if it has a row twice. */
    record Pair(int first, int second) {}

    /** Adds an array, or the rows of one. */
    void add(int leaf, boolean isWritten, Object... own) {
        owners.add(new Owner(leaf, isWritten, own, all));
        all = Math.addExact(all, own.length);
    }

    /** {@return two arrays with a row in common, one of which is written, null if there are none} */
    @Nullable Pair find() {
        int[] hashes = new int[all];
        if (all < FEW) {
            owners.forEach(owner -> owner.hash(hashes, IntStream.range(0, owner.rows.length)));
            return find(hashes, 0, 0);
        }
        owners.forEach(owner ->
                owner.hash(hashes, IntStream.range(0, owner.rows.length).parallel()));
        return IntStream.range(0, 1 << PART_BITS)
                .parallel()
                .mapToObj(part -> find(hashes, part, PART_BITS))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @SuppressWarnings("ReferenceEquality") // the very same row, not an equal one
    private @Nullable Pair find(int[] hashes, int part, int bits) {
        // Also of rows without elements.
        int kind = (1 << bits) - 1;
        int count = 0;
        for (int hash : hashes) {
            count += (hash & kind) == part ? 1 : 0;
        }
        // More than half of it stays empty. A row's place is its number and 1.
        int[] places = new int[Integer.highestOneBit(count + 1) * 4];
        for (int i = 0; i < hashes.length; i++) {
            int hash = hashes[i];
            if ((hash & kind) != part || hash == NONE) {
                continue;
            }
            int slot = (hash >> bits) & (places.length - 1);
            while (places[slot] != 0 && (hashes[places[slot] - 1] != hash || row(places[slot] - 1) != row(i))) {
                slot = (slot + 1) & (places.length - 1);
            }
            if (places[slot] == 0) {
                places[slot] = i + 1;
                continue;
            }
            Owner first = owner(places[slot] - 1);
            Owner second = owner(i);
            if (first.isWritten || second.isWritten) {
                return new Pair(first.leaf, second.leaf);
            }
        }
        return null;
    }

    private Object row(int number) {
        Owner owner = owner(number);
        return owner.rows[number - owner.begin];
    }

    private Owner owner(int number) {
        int i = owners.size() - 1;
        while (owners.get(i).begin > number) {
            i--;
        }
        return owners.get(i);
    }
}
