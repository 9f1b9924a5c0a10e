package dev.gpukernel.samples;

/**
 * Sums in plain Java in the order of those of arrays with shapes: in lanes, where element {@code i} goes to lane {@code i % lanes}, and what
 * lanes come to is added in the same way.
 */
final class LaneOrder {
    private static final int ENOUGH_LANES = 1 << 18;
    private static final int LEAST_ELEMENTS = 32;

    private LaneOrder() {}

    /**
     * Adds elements.
     *
     * @param elements what is added
     * @param sums how many sums the whole array has, this one included
     */
    static float sum(float[] elements, int sums) {
        int lanes = 1;
        while ((long) sums * lanes < ENOUGH_LANES && elements.length / (2 * lanes) >= LEAST_ELEMENTS) {
            lanes *= 2;
        }
        float[] ofLanes = new float[lanes];
        for (int i = 0; i < elements.length; i++) {
            ofLanes[i % lanes] += elements[i];
        }
        return lanes == 1 ? ofLanes[0] : sum(ofLanes, sums);
    }
}
