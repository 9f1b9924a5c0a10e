package dev.gpukernel.internal.frontend;

/**
 * Which methods become functions of their own instead of being put in place of each call: large ones, of which there would be
 * many copies. The others are inlined, and so is what cannot be a function.
 *
 * @param leastBytecodes instructions that a method must have at least, with all that it calls
 * @param leastCopies places that it must be called from at least, each place once for every copy of the method around it
 * @param arrays whether a function may take arrays; of what it does with them, the analysis of loops sees less
 */
public record Outlining(int leastBytecodes, int leastCopies, boolean arrays) {
    /** Every method is inlined. */
    public static final Outlining NONE = new Outlining(Integer.MAX_VALUE, Integer.MAX_VALUE, false);

    /** What kernels are compiled with. */
    public static final Outlining USUAL = new Outlining(200, 3, true);

    /** Every method becomes a function that can be one. */
    public static final Outlining EVERYTHING = new Outlining(0, 1, true);

    /** {@return the same for functions without arrays} */
    public Outlining withoutArrays() {
        return new Outlining(leastBytecodes, leastCopies, false);
    }
}
