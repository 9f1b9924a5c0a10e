package dev.gpukernel.internal.ir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the ways in which calls lead from a kernel to each function it calls, so that one number says who called. The kernel's
 * own path is 0. At a call, the path of the callee is that of the caller plus the call's offset: calls of one function have
 * offsets so far apart that their paths do not meet.
 *
 * <p>After T. Ball, J. Larus, "Efficient Path Profiling", 1996, which numbers paths within a function in this way.
 */
public final class CallPaths {
    private final Map<Function, Long> counts = new HashMap<>();
    private final Map<Function, List<Site>> sites = new HashMap<>();
    private final Map<Instr, Long> offsets = new HashMap<>();

    /** A call, and the least path that its callee gets from there. */
    private record Site(Instr call, long offset) {}

    /**
     * Numbers the paths from a kernel.
     *
     * @param kernel the kernel
     */
    public CallPaths(Function kernel) {
        counts.put(kernel, 1L);
        List<Function> callersFirst = new ArrayList<>(kernel.calledFunctions());
        callersFirst.add(kernel);
        for (Function caller : callersFirst.reversed()) {
            long paths = count(caller);
            for (Block block : caller.blocks()) {
                for (Instr instr : block.instrs()) {
                    if (instr.op() instanceof Op.Invoke(Function callee)) {
                        long offset = count(callee);
                        sites.computeIfAbsent(callee, _ -> new ArrayList<>()).add(new Site(instr, offset));
                        offsets.put(instr, offset);
                        counts.put(callee, saturated(offset + paths));
                    }
                }
            }
        }
    }

    private static long saturated(long count) {
        return Math.min(count, Long.MAX_VALUE / 4);
    }

    private long count(Function function) {
        return counts.getOrDefault(function, 0L);
    }

    /** {@return whether every path is a number of 32 bits} */
    public boolean fit() {
        return counts.values().stream().allMatch(count -> count <= Integer.MAX_VALUE);
    }

    /** {@return what a call adds to its caller's path} */
    public int offset(Instr call) {
        Long offset = offsets.get(call);
        if (offset == null) {
            throw new IllegalArgumentException(call + " is no call of the kernel's");
        }
        return Math.toIntExact(offset);
    }

    /**
     * Finds the calls of a path.
     *
     * @param function the function that was called at the end of the path
     * @param path the path's number
     * @return where its caller, the caller's caller and so on are, {@code null} for the kernel itself
     */
    public @Nullable SourcePosition caller(Function function, int path) {
        for (Site site : sites.getOrDefault(function, List.of())) {
            Function caller = site.call.block().function();
            long rest = path - site.offset;
            if (rest >= 0 && rest < count(caller)) {
                SourcePosition outer = caller(caller, (int) rest);
                SourcePosition position = site.call.position();
                return position == null ? outer : position.calledFrom(outer);
            }
        }
        return null;
    }
}
