package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.backend.FaultSite;
import dev.gpukernel.internal.ir.CallPaths;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import java.util.List;

/**
 * Generated code and what is needed to launch it and to understand its faults and print-outs.
 *
 * <p>The parameters are, for each of the kernel's: a scalar of its own type, or for an array its address (8 bytes) and its length
 * (4 bytes). Then, 8 bytes each: the address of a {@link FaultRecord} if it may fault, a number that identifies the launch if it
 * prints, the address of a {@link GridBarrier} if its blocks wait for each other, and that of a {@link PrintBuffer}
 * if it prints.
 */
public final class PtxKernel {
    private final String entry;
    private final String text;
    private final FaultSites sites;
    private final List<Op.Print> prints;
    private final boolean waitsForGrid;
    private final long sharedBytesAtLaunch;
    private final boolean takesLengths;

    PtxKernel(
            String entry,
            String text,
            FaultSites sites,
            List<Op.Print> prints,
            boolean waitsForGrid,
            long sharedBytesAtLaunch) {
        this(entry, text, sites, prints, waitsForGrid, sharedBytesAtLaunch, true);
    }

    private PtxKernel(
            String entry,
            String text,
            FaultSites sites,
            List<Op.Print> prints,
            boolean waitsForGrid,
            long sharedBytesAtLaunch,
            boolean takesLengths) {
        this.takesLengths = takesLengths;
        this.entry = entry;
        this.text = text;
        this.sites = sites;
        this.prints = List.copyOf(prints);
        this.waitsForGrid = waitsForGrid;
        this.sharedBytesAtLaunch = sharedBytesAtLaunch;
    }

    /**
     * Describes a kernel that was not generated: it has the addresses of arrays alone, and tells of no faults.
     *
     * @param entry name of the entry
     * @param declared its declaration
     * @param text the module, or what is said instead of it
     * @return its description
     */
    public static PtxKernel ofNative(String entry, Function declared, String text) {
        return new PtxKernel(entry, text, new FaultSites(new CallPaths(declared)), List.of(), false, 0, false);
    }

    /** {@return whether the length of an array follows its address} */
    public boolean takesLengths() {
        return takesLengths;
    }

    /** {@return name of the entry} */
    public String entry() {
        return entry;
    }

    /** {@return the module} */
    public String text() {
        return text;
    }

    /** {@return whether a thread may end with an exception} */
    public boolean mayFault() {
        return sites.count() > 0;
    }

    /**
     * What a fault means.
     *
     * @param number the site's number, as a {@link FaultRecord} has it
     * @param path the path of calls, likewise
     * @return the site, its position with those of the calls that led there
     */
    public FaultSite site(int number, int path) {
        return sites.site(number, path);
    }

    /** {@return what each place prints, by its number; none if it does not print} */
    public List<Op.Print> prints() {
        return prints;
    }

    /** {@return whether its blocks wait for each other, so that all must run at once} */
    public boolean waitsForGrid() {
        return waitsForGrid;
    }

    /** {@return bytes of shared memory that a launch must provide, before those that it is asked for} */
    public long sharedBytesAtLaunch() {
        return sharedBytesAtLaunch;
    }
}
