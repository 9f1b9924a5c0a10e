package dev.gpukernel.internal.ir;

/** An axis of the grid of threads. */
public enum Axis {
    /** The one along which neighbouring threads lie, those of a warp. */
    X(0),
    Y(1),
    Z(2);

    private final int index;

    Axis(int index) {
        this.index = index;
    }

    /** {@return the axis of an index from 0 to 2} */
    public static Axis of(int index) {
        return switch (index) {
            case 0 -> X;
            case 1 -> Y;
            case 2 -> Z;
            default -> throw new IllegalArgumentException("axis " + index);
        };
    }

    /** {@return which axis it is, from 0} */
    public int index() {
        return index;
    }
}
