package dev.gpukernel.oracle;

/** Where a carried value stands, relative to another one, and whether it needs what that one has come to so far. */
enum CarriedPlace {
    BEFORE(false),
    AFTER(false),
    /** Under the other's condition. */
    UNDER(false),
    /** In the {@code else} of the other's condition. */
    ELSE(false),
    /** Behind a {@code continue} that ends what stands under the other's condition. */
    CONTINUE(false),
    /** Computed from the other. */
    VALUE(true),
    /** From an element that the other says. */
    INDEX(true),
    /** Divided by the other. */
    DIVISOR(true),
    /** In a loop that the other bounds. */
    BOUND(true),
    /** From a call that the other is an argument of. */
    ARGUMENT(true),
    /** Under a condition that compares the other. */
    GUARD(true);

    private final boolean reads;

    CarriedPlace(boolean reads) {
        this.reads = reads;
    }

    /** {@return whether it depends on the other's running value} */
    boolean reads() {
        return reads;
    }

    /** {@return whether it depends on the other's condition} */
    boolean isConditional() {
        return this == UNDER || this == ELSE || this == CONTINUE;
    }
}
