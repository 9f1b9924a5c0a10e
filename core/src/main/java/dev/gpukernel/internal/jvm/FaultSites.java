package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.backend.FaultSite;
import dev.gpukernel.internal.ir.SourcePosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where emitted code may fault.
 *
 * @param sites by their numbers
 * @param calls where each call is, {@code null} if unknown
 */
record FaultSites(List<FaultSite> sites, List<@Nullable SourcePosition> calls) {
    /** {@return the exception that a fault stands for, its stack trace the kernel's frames alone} */
    Throwable exception(LoopFault fault, @Nullable ClassLoader loader) {
        FaultSite site = sites.get(fault.site());
        SourcePosition position = site.position();
        for (int call : fault.calls()) {
            SourcePosition place = calls.get(call);
            position = position == null ? place : position.calledFrom(place);
        }
        return new FaultSite(site.op(), position).exception(loader, fault.operands());
    }
}
