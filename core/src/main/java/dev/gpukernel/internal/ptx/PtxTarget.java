package dev.gpukernel.internal.ptx;

/**
 * Which PTX is generated.
 *
 * @param version version of the PTX language, such as {@code 7.8}
 * @param architecture number of the architecture, such as 90 for compute capability 9.0
 */
public record PtxTarget(String version, int architecture) {
    /** The newest architecture that {@link #VERSION} knows. */
    private static final int NEWEST = 90;

    /** Known to every driver from 520 (CUDA 11.8) on. */
    private static final String VERSION = "7.8";

    /** What every supported GPU runs. */
    public static final PtxTarget BASELINE = new PtxTarget(VERSION, 75);

    /**
     * The target for a device.
     *
     * @param major major compute capability
     * @param minor minor compute capability
     * @return its own architecture, or the newest that this PTX version knows, which newer devices run
     */
    public static PtxTarget of(int major, int minor) {
        return new PtxTarget(VERSION, Math.min(10 * major + minor, NEWEST));
    }
}
