package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.backend.FaultSite;
import dev.gpukernel.internal.ir.CallPaths;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.SourcePosition;
import java.util.ArrayList;
import java.util.List;

/** Numbers the places of a kernel, and of the functions it calls, where a thread can end with an exception. */
final class FaultSites {
    private final CallPaths paths;
    private final List<Site> sites = new ArrayList<>();

    /** A place, and the function that it is in. */
    private record Site(FaultSite site, Function function) {}

    FaultSites(CallPaths paths) {
        this.paths = paths;
    }

    /** Adds the site of an instruction; {@return its number} */
    int add(Instr instr) {
        sites.add(new Site(FaultSite.of(instr), instr.block().function()));
        return sites.size() - 1;
    }

    int count() {
        return sites.size();
    }

    /**
     * Finds a site.
     *
     * @param number its number
     * @param path which calls led to its function
     * @return the site, its position with those of the calls
     */
    FaultSite site(int number, int path) {
        Site found = sites.get(number);
        SourcePosition position = found.site.position();
        SourcePosition caller = paths.caller(found.function, path);
        return position == null || caller == null
                ? found.site
                : new FaultSite(found.site.op(), position.calledFrom(caller));
    }
}
