package dev.gpukernel.internal.jit;

import dev.gpukernel.Launch;
import dev.gpukernel.internal.analysis.Extent;
import dev.gpukernel.internal.analysis.HostTraffic;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.ScalarBits;
import dev.gpukernel.internal.backend.Shape;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A script of one step, which launches the method itself: a grid kernel, or plain loops on a device that runs them as they are written. */
final class MethodScript implements KernelScript {
    private final Program program;
    private final Plan plan;
    private final Invocation invocation;

    /** What a thread moves if arrays stay in the host's memory. */
    private final long hostTraffic;

    private Shape shape = Shape.ONE_THREAD;

    MethodScript(KernelPlan plan) {
        this.program = plan.program();
        this.plan = plan.first();
        this.invocation = this.plan.executable().newInvocation();
        this.hostTraffic =
                program.form() == KernelForm.GRID && !program.function().isDeclared()
                        ? HostTraffic.ofThread(program.function())
                        : HostTraffic.UNKNOWN;
    }

    @Override
    public boolean begin(@Nullable Launch launch) {
        if (program.form() == KernelForm.LOOP) {
            return true;
        }
        Launch own = Objects.requireNonNull(launch, "a grid kernel's call has one");
        if (own.grid().count() == 0) {
            return false;
        }
        shape = plan.forLaunch(own);
        return true;
    }

    @Override
    public long[] run(Arguments arguments, LaunchArrays arrays) throws KernelFault {
        arrays.bring(
                program.overwritten(),
                program.function().isDeclared() ? Long.MAX_VALUE : (long) shape.gridX() * shape.blockX(),
                Extent.product(hostTraffic, Extent.product(shape.blocks(), shape.threadsPerBlock())));
        arrays.claim();
        try {
            arguments.pass(invocation, arrays);
            invocation.launch(shape, arrays.stream());
            return results(arrays);
        } finally {
            arrays.giveUpClaim();
        }
    }

    private long[] results(LaunchArrays arrays) {
        List<Object> returned = invocation.results();
        if (returned.isEmpty()) {
            return NOTHING;
        }
        long[] results = new long[returned.size()];
        IdentityHashMap<Object, Integer> taken = new IdentityHashMap<>();
        for (int i = 0; i < results.length; i++) {
            Object result = returned.get(i);
            results[i] = isNumber(result) ? ScalarBits.of(result) : taken.computeIfAbsent(result, arrays::take);
        }
        return results;
    }

    private static boolean isNumber(Object result) {
        return result instanceof Number || result instanceof Boolean || result instanceof Character;
    }
}
