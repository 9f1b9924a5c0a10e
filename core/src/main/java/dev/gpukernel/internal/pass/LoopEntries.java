package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Function;

/** Gives loops that several ways lead to, such as the branches of an {@code if}, one edge that leads in: a loop counts from one start. */
final class LoopEntries implements Pass {
    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (Loop loop : Loop.of(function)) {
            changed |= loop.entryEdges().size() > 1 && LoopForm.addPreheader(function, loop) != null;
        }
        return changed;
    }
}
