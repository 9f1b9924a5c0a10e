package dev.gpukernel.internal.jit;

import dev.gpukernel.CompilerBugException;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.FullWrite;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.frontend.FrontEnd;
import dev.gpukernel.internal.frontend.FrontEnd.ReadKernel;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Verifier;
import dev.gpukernel.internal.pass.ParallelLoop;
import dev.gpukernel.internal.pass.ParallelLoop.Outcome;
import dev.gpukernel.internal.pass.Pipeline;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** From a method to a {@link Program}: front end, passes, and the loop taken apart if it is one. */
final class ProgramCompiler {
    private final BiConsumer<String, Function> watcher;

    private ProgramCompiler(BiConsumer<String, Function> watcher) {
        this.watcher = watcher;
    }

    /**
     * Compiles a kernel.
     *
     * @param method the annotated method
     * @param watcher called with the name of each step and the function after it
     * @return the program
     * @throws KernelRejectedException with everything in it that cannot run on a GPU
     */
    static Program compile(Method method, BiConsumer<String, Function> watcher) {
        return new ProgramCompiler(watcher).compile(method);
    }

    private Program compile(Method method) {
        long start = System.nanoTime();
        ReadKernel read = FrontEnd.read(method);
        Function function = read.function();
        try {
            return compile(read, start);
        } catch (IllegalStateException | IllegalArgumentException | ClassCastException | NullPointerException e) {
            throw new CompilerBugException(
                    "kernel " + function.name() + " could not be compiled", function.toString(), e);
        }
    }

    /**
     * Does what may still refuse a kernel after the front end.
     *
     * @param read the kernel; its function is changed
     * @throws KernelRejectedException if it is a loop whose iterations cannot be run in parallel
     */
    static void check(ReadKernel read) {
        new ProgramCompiler((step, function) -> {}).outlined(read);
    }

    /** {@return the loop that was taken apart, null for a grid kernel} */
    private Outcome.@Nullable Outlined outlined(ReadKernel read) {
        Function function = read.function();
        watcher.accept("FrontEnd", function);
        Pipeline.run(Pipeline.CLEAN_UP, function, watcher);
        return usesThreadIndex(function) ? null : outline(read);
    }

    private Program compile(ReadKernel read, long start) {
        Function function = read.function();
        Verifier.verify(function);
        Outcome.Outlined loop = outlined(read);
        Pipeline.run(Pipeline.OPTIMISE, function, watcher);
        Verifier.verify(function);
        return new Program(
                function.name(),
                function,
                loop == null ? KernelForm.GRID : KernelForm.LOOP,
                read.parameterNames(),
                Access.uses(function),
                FullWrite.of(function),
                loop == null ? null : loop.iterations(),
                loop != null && loop.setupMayFault(),
                loop == null ? List.of() : loop.conflicts(),
                System.nanoTime() - start);
    }

    private Outcome.Outlined outline(ReadKernel read) {
        Function function = read.function();
        return switch (ParallelLoop.outline(function, read.parallelVariables())) {
            case Outcome.Outlined outlined -> {
                watcher.accept("ParallelLoop", function);
                yield outlined;
            }
            case Outcome.Rejected rejected -> throw new KernelRejectedException(function.name(), rejected.findings());
        };
    }

    private static boolean usesThreadIndex(Function function) {
        return function.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .anyMatch(instr -> instr.op() instanceof Op.Call call
                        && call.intrinsic() instanceof Intrinsics intrinsic
                        && intrinsic.dependsOnThread());
    }
}
