package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.backend.FaultSite;
import dev.gpukernel.internal.ir.Op;
import java.util.List;

/**
 * Generated code and what is needed to launch it and to understand its faults and print-outs.
 *
 * <p>The parameters are, for each of the kernel's: a scalar of its own type, or for an array its address (8 bytes) and its length
 * (4 bytes). Then, 8 bytes each: the address of a {@link FaultRecord} if there are fault sites, a number that identifies the
 * launch if it can fault or prints, the address of a {@link GridBarrier} if its blocks wait for each other, and that of a
 * {@link PrintBuffer} if it prints.
 *
 * @param entry name of the entry
 * @param text the module
 * @param sites what each fault site means, by its number; none if it cannot fault
 * @param prints what each place prints, by its number; none if it does not print
 * @param waitsForGrid whether its blocks wait for each other, so that all must run at once
 * @param sharedBytesAtLaunch bytes of shared memory that a launch must provide, before those that it is asked for
 */
public record PtxKernel(
        String entry,
        String text,
        List<FaultSite> sites,
        List<Op.Print> prints,
        boolean waitsForGrid,
        long sharedBytesAtLaunch) {
    /** Copies the lists. */
    public PtxKernel {
        sites = List.copyOf(sites);
        prints = List.copyOf(prints);
    }
}
