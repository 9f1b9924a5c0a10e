package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.backend.FaultSite;
import java.util.List;

/**
 * Generated code and what is needed to launch it and to understand its faults.
 *
 * <p>The parameters are, for each of the kernel's: a scalar of its own type, or for an array its address (8 bytes) and its length
 * (4 bytes); then, if there are fault sites, the address of a {@link FaultRecord} and a number that identifies the launch (8 bytes
 * each); then, if its blocks wait for each other, the address of a {@link GridBarrier} (8 bytes).
 *
 * @param entry name of the entry
 * @param text the module
 * @param sites what each fault site means, by its number; none if it cannot fault
 * @param waitsForGrid whether its blocks wait for each other, so that all must run at once
 * @param sharedBytes bytes of shared memory for each block without what the launch is asked for
 * @param sharedBytesAtLaunch how many of these the launch must provide, before those that it is asked for
 */
public record PtxKernel(
        String entry,
        String text,
        List<FaultSite> sites,
        boolean waitsForGrid,
        long sharedBytes,
        long sharedBytesAtLaunch) {
    /** Copies the sites. */
    public PtxKernel {
        sites = List.copyOf(sites);
    }
}
