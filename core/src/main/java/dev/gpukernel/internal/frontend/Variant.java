package dev.gpukernel.internal.frontend;

import java.util.BitSet;

/**
 * What arguments a kernel is read for.
 *
 * @param isRagged whether the rows of arrays of arrays may differ in length
 * @param large leaves that are memory segments which may have more elements than an array of Java's
 */
public record Variant(boolean isRagged, BitSet large) {
    /** What nearly all launches need. */
    public static final Variant USUAL = new Variant(false, new BitSet());

    /** For rows that may differ in length. */
    public static final Variant RAGGED = new Variant(true, new BitSet());

    /** Copies the leaves. */
    public Variant {
        large = (BitSet) large.clone();
    }

    /** {@return this one for segments that may be large} */
    public static Variant ofLarge(BitSet large) {
        return new Variant(false, large);
    }
}
