package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.backend.FaultSite;

/**
 * Generated code and what is needed to launch it and to understand its faults.
 *
 * <p>The parameters are, for each of the kernel's: a scalar of its own type, or for an array its address (8 bytes) and its length
 * (4 bytes); then, if it may fault, the address of a {@link FaultRecord} and a number that identifies the launch (8 bytes each).
 */
public final class PtxKernel {
    private final String entry;
    private final String text;
    private final FaultSites sites;

    PtxKernel(String entry, String text, FaultSites sites) {
        this.entry = entry;
        this.text = text;
        this.sites = sites;
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
}
