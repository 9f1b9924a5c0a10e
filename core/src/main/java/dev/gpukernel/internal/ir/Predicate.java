package dev.gpukernel.internal.ir;

/** How two numbers compare. The U forms are for floats alone: true also if one of the two is NaN. */
public enum Predicate {
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE,
    LTU,
    LEU,
    GTU,
    GEU;

    /** {@return the predicate that is true exactly where this one is false; {@link #ordered()} gives the form for integers} */
    public Predicate negated() {
        return switch (this) {
            case EQ -> NE;
            case NE -> EQ;
            case LT -> GEU;
            case LE -> GTU;
            case GT -> LEU;
            case GE -> LTU;
            case LTU -> GE;
            case LEU -> GT;
            case GTU -> LE;
            case GEU -> LT;
        };
    }

    /** {@return the predicate that is true for (b, a) where this one is for (a, b)} */
    public Predicate swapped() {
        return switch (this) {
            case EQ, NE -> this;
            case LT -> GT;
            case LE -> GE;
            case GT -> LT;
            case GE -> LE;
            case LTU -> GTU;
            case LEU -> GEU;
            case GTU -> LTU;
            case GEU -> LEU;
        };
    }

    /** {@return the same predicate, false if one of the two is NaN (NE stays true)} */
    public Predicate ordered() {
        return switch (this) {
            case EQ, NE, LT, LE, GT, GE -> this;
            case LTU -> LT;
            case LEU -> LE;
            case GTU -> GT;
            case GEU -> GE;
        };
    }

    /** {@return whether it says which of two numbers is less, and false if one of them is NaN} */
    public boolean isOrder() {
        return switch (this) {
            case LT, LE, GT, GE -> true;
            case EQ, NE, LTU, LEU, GTU, GEU -> false;
        };
    }

    /** {@return whether it is an {@linkplain #isOrder order} with the lesser number first} */
    public boolean isLess() {
        return this == LT || this == LE;
    }

    /** {@return whether it is an {@linkplain #isOrder order} that equal numbers have, too} */
    public boolean isInclusive() {
        return this == LE || this == GE;
    }

    /** {@return whether it is true if one of the two is NaN} */
    public boolean acceptsNan() {
        return switch (this) {
            case EQ, LT, LE, GT, GE -> false;
            case NE, LTU, LEU, GTU, GEU -> true;
        };
    }

    /**
     * Evaluates it.
     *
     * @param comparison negative, zero or positive as the first number is less, equal or greater
     * @param unordered whether one of the two is NaN
     * @return whether it holds
     */
    public boolean holds(int comparison, boolean unordered) {
        if (unordered) {
            return acceptsNan();
        }
        return switch (this) {
            case EQ -> comparison == 0;
            case NE -> comparison != 0;
            case LT, LTU -> comparison < 0;
            case LE, LEU -> comparison <= 0;
            case GT, GTU -> comparison > 0;
            case GE, GEU -> comparison >= 0;
        };
    }
}
