package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.backend.FaultSite;
import java.util.List;

/**
 * Generated code and what is needed to launch it and to understand its faults.
 *
 * <p>The parameters are, for each of the kernel's: a scalar of its own type, or for an array its address (8 bytes) and its length
 * (4 bytes); then, if there are fault sites, the address of a {@link FaultRecord} and a number that identifies the launch (8 bytes
 * each).
 *
 * @param entry name of the entry
 * @param text the module
 * @param sites what each fault site means, by its number; none if it cannot fault
 */
public record PtxKernel(String entry, String text, List<FaultSite> sites) {
    /** Copies the sites. */
    public PtxKernel {
        sites = List.copyOf(sites);
    }
}
