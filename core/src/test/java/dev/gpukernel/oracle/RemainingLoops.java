package dev.gpukernel.oracle;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.jit.CompilerSteps;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The loops over arrays that are left of a kernel once it is cleaned up. A loop that always ends or throws in its first iteration is
 * none any more, and one that never gets to its accesses is over numbers alone: neither can be launched.
 */
final class RemainingLoops {
    /** Where a loop of a generated nest begins. */
    private static final Pattern NESTED = Pattern.compile("next\\d+: for |while \\([^\\n]*\\n *next\\d+: \\{");

    private final Set<Integer> lines = new HashSet<>();
    private boolean areTaken;

    /** Compiles a kernel as far as it can be. */
    RemainingLoops(Method method, Outlining outlining) {
        try {
            CompilerSteps.compile(method, outlining, this::keep);
        } catch (KernelRejectedException rejected) {
            // What was there before is known.
        }
    }

    /** {@return whether a kernel is refused for having no loop, and has none any more} */
    static boolean areNone(Method method, Outlining outlining, KernelRejectedException rejection) {
        return rejection.findings().stream().allMatch(finding -> finding.message() == Message.NOT_A_KERNEL)
                && new RemainingLoops(method, outlining).isEmpty();
    }

    private void keep(String step, Function function) {
        // A first try with functions may have come to nothing.
        areTaken = !step.equals("FrontEnd") && (areTaken || step.equals("ParallelLoops"));
        if (areTaken) {
            return;
        }
        lines.clear();
        for (Loop loop : Loop.of(function)) {
            SourcePosition position = loop.header().terminator().position();
            if (position != null && !Access.in(loop.blocks()).isEmpty()) {
                lines.add(position.frames().getLast().getLineNumber());
            }
        }
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** {@return whether all loops of the nests that were generated are there} */
    boolean areAll(String source) {
        int body = source.indexOf("@GpuKernel");
        return NESTED.matcher(source)
                .results()
                .filter(found -> found.start() > body)
                .allMatch(found -> lines.contains(1
                        + (int) source.substring(0, found.start())
                                .chars()
                                .filter(c -> c == '\n')
                                .count()));
    }
}
