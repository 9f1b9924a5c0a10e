package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Function;

/**
 * Which methods become functions of their own instead of being put in place of each call: large ones, of which there would be
 * many copies. The others are inlined, and so is what cannot be a function.
 *
 * @param leastBytecodes instructions that a method must have at least, with all that it calls
 * @param leastSaved instructions that all its copies but one must have at least; there is one copy for each call, and for each
 *     copy of the method around it
 * @param arrays whether a function may take arrays; of what it does with them, the analysis of loops sees less
 * @param rows in which order rows of a thread's own arrays are set
 */
public record Outlining(int leastBytecodes, int leastSaved, boolean arrays, RowOrder rows) {
    /** In which order rows of a thread's own arrays are set: what cannot be read in one way may be in the next. */
    public enum RowOrder {
        /** In order, so that all rows can be made at once. */
        ORDERED,
        /** In any order. */
        ANY,
        /** In any order, but for arrays whose rows can be made at once. */
        MIXED
    }

    /** Every method is inlined. */
    public static final Outlining NONE = new Outlining(Integer.MAX_VALUE, Integer.MAX_VALUE, false, RowOrder.ORDERED);

    /** Only a method that is called for few arguments becomes a function ({@link Function#isRare}), as with all others that are not {@link #NONE}. */
    public static final Outlining RARE = new Outlining(Integer.MAX_VALUE, Integer.MAX_VALUE, true, RowOrder.ORDERED);

    /**
     * What kernels are compiled with. Measured is how long the assembler takes, on kernels of the corpus: 2.3 s for eight sines
     * inlined and 0.4 s for eight calls, 1.0 s and 0.5 s for two sines and two cosines, nothing gained with three copies of a
     * method of 250 instructions.
     */
    public static final Outlining USUAL = new Outlining(200, 600, true, RowOrder.ORDERED);

    /** Every method becomes a function that can be one. */
    public static final Outlining EVERYTHING = new Outlining(0, 0, true, RowOrder.ORDERED);

    /** Every large method becomes a function, so that none is too large for the JVM to compile: of what is called for each element, and for the CPU. */
    public static final Outlining LARGE = new Outlining(200, 0, true, RowOrder.ORDERED);

    /** {@return the same for functions without arrays} */
    public Outlining withoutArrays() {
        return new Outlining(leastBytecodes, leastSaved, false, rows);
    }

    /** {@return the same for methods that are all inlined} */
    public Outlining inlined() {
        return new Outlining(NONE.leastBytecodes, NONE.leastSaved, NONE.arrays, rows);
    }

    /** {@return the same for rows that threads set in another order} */
    public Outlining settingRows(RowOrder order) {
        return new Outlining(leastBytecodes, leastSaved, arrays, order);
    }

    /** {@return whether it is worth it for a method of a size and with a number of copies} */
    boolean isWorthIt(long bytecodes, long copies) {
        return bytecodes >= leastBytecodes && bytecodes * (copies - 1) >= leastSaved;
    }
}
