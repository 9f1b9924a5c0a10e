package dev.gpukernel.internal.frontend;

import java.util.BitSet;
import java.util.Map;
import java.util.Objects;

/**
 * What a kernel is read for: arguments, and devices.
 *
 * @param isRagged whether the rows of arrays of arrays may differ in length
 * @param takesRows whether arrays are rows of larger ones, or matrices in them
 * @param large leaves that are memory segments which may have more elements than an array of Java's
 * @param constants bits of the arguments that are constants, by the position of the parameter
 * @param inputs of which classes objects are, and what is known of them
 * @param runsJava whether it is read for devices that run no CUDA C, so that a method with a body in it has its body in Java
 */
public record Variant(
        boolean isRagged,
        boolean takesRows,
        BitSet large,
        Map<Integer, Long> constants,
        Inputs inputs,
        boolean runsJava) {
    /** What nearly all launches need, as far as no object is passed of a class that extends that of the parameter. */
    public static final Variant USUAL = of(new Inputs(_ -> null));

    /** Copies leaves and constants. */
    public Variant {
        large = (BitSet) large.clone();
        constants = Map.copyOf(constants);
        Objects.requireNonNull(inputs, "inputs");
    }

    /** {@return what nearly all launches with such objects need} */
    public static Variant of(Inputs inputs) {
        return new Variant(false, false, new BitSet(), Map.of(), inputs, false);
    }

    /** {@return what is read for arrays that are rows of larger ones} */
    static Variant ofRows(Inputs inputs) {
        return new Variant(false, true, new BitSet(), Map.of(), inputs, false);
    }

    /** {@return this one with more known of objects} */
    public Variant with(Inputs known) {
        return new Variant(isRagged, takesRows, large, constants, known, runsJava);
    }

    /** {@return this one for rows that may differ in length, or segments that may be large} */
    public Variant with(boolean ragged, BitSet segments) {
        return new Variant(ragged, takesRows, segments, constants, inputs, runsJava);
    }

    /** {@return this one for arguments that are constants, by the position of the parameter} */
    public Variant with(Map<Integer, Long> bits) {
        return new Variant(isRagged, takesRows, large, bits, inputs, runsJava);
    }

    /** {@return this one for devices that run no CUDA C} */
    public Variant inJava() {
        return new Variant(isRagged, takesRows, large, constants, inputs, true);
    }
}
