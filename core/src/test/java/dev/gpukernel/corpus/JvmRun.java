package dev.gpukernel.corpus;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.ThreadState;
import dev.gpukernel.internal.analysis.Cooperation;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.ir.Scope;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.oracle.GridFault;
import dev.gpukernel.oracle.GridRunner;
import dev.gpukernel.oracle.OmittedDetails;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A kernel of the corpus run on the JVM.
 *
 * @param arguments the arguments afterwards
 * @param result what it returned, {@code null} for nothing
 * @param thrown what it threw, of a grid the lowest thread; {@code null} if nothing
 */
record JvmRun(
        List<Object> arguments,
        @Nullable Object result,
        @Nullable Throwable thrown) {
    private static final Map<Method, Scope> SCOPES = new ConcurrentHashMap<>();

    /** Carries an error past the runner of a grid, which stops at errors. */
    private static final class Carrier extends RuntimeException {
        private static final long serialVersionUID = 1;

        Carrier(@Nullable Throwable cause) {
            super(cause);
        }
    }

    /** Runs a kernel as its form wants. */
    static JvmRun of(CorpusKernel kernel) {
        if (kernel.form() == KernelForm.LOOP) {
            return ofMethod(kernel);
        }
        return isOfBlocks(kernel) ? onTheCpu(kernel) : run(kernel, call -> runGrid(kernel.shape(), call));
    }

    /** Runs a kernel, if it is one of threads from the last thread to the first. */
    static JvmRun backwards(CorpusKernel kernel) {
        if (kernel.form() == KernelForm.LOOP) {
            return ofMethod(kernel);
        }
        // Which thread of a block comes first is not for this class to say.
        return isOfBlocks(kernel)
                ? onTheCpu(kernel)
                : run(kernel, call -> runGrid(kernel.shape(), () -> inMirroredPlace(call)));
    }

    /** {@return whether threads wait for each other or share memory, so that no single thread can run them in turn} */
    private static boolean isOfBlocks(CorpusKernel kernel) {
        return SCOPES.computeIfAbsent(
                        kernel.method(),
                        method -> Cooperation.scope(CompilerSteps.shared(method).function()))
                != Scope.THREAD;
    }

    /** Runs a kernel's method in the threads that the CPU's backend has for it. */
    private static JvmRun onTheCpu(CorpusKernel kernel) {
        List<Object> arguments = kernel.arguments().get();
        Shape shape = kernel.shape();
        Launch launch = Launch.grid(shape.gridX(), shape.gridY(), shape.gridZ())
                .block(shape.blockX(), shape.blockY(), shape.blockZ())
                .sharedBytes(shape.sharedBytes());
        Gpu cpu = Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
        try {
            cpu.run(() -> Kernel.of(kernel.owner(), kernel.name()).launch(launch, arguments.toArray()));
            return new JvmRun(arguments, null, null);
        } catch (RuntimeException e) {
            return new JvmRun(arguments, null, e);
        }
    }

    private static void inMirroredPlace(Runnable call) {
        ThreadState state = ThreadState.CURRENT.get();
        mirror(state);
        try {
            call.run();
        } finally {
            mirror(state);
        }
    }

    private static void mirror(ThreadState state) {
        state.threadX = state.blockDimX - 1 - state.threadX;
        state.threadY = state.blockDimY - 1 - state.threadY;
        state.threadZ = state.blockDimZ - 1 - state.threadZ;
        state.blockX = state.gridDimX - 1 - state.blockX;
        state.blockY = state.gridDimY - 1 - state.blockY;
        state.blockZ = state.gridDimZ - 1 - state.blockZ;
    }

    /** Calls a kernel's method once, in no thread of any grid. */
    static JvmRun ofMethod(CorpusKernel kernel) {
        return run(kernel, JvmRun::caught);
    }

    private static JvmRun run(CorpusKernel kernel, Function<Runnable, @Nullable RuntimeException> runner) {
        Method method = kernel.method();
        method.setAccessible(true);
        List<Object> arguments = kernel.arguments().get();
        AtomicReference<@Nullable Object> result = new AtomicReference<>();
        RuntimeException carrier = runner.apply(() -> result.set(invoke(method, arguments)));
        return new JvmRun(arguments, result.get(), carrier == null ? null : carrier.getCause());
    }

    /**
     * An exception as text that can be compared with another's.
     *
     * @param thrown the exception, {@code null} for none
     * @param other what it is compared with
     * @return type and message; only the type if the JVM left the message out of one of the two
     */
    static String text(@Nullable Throwable thrown, @Nullable Throwable other) {
        if (thrown == null) {
            return "nothing thrown";
        }
        boolean omitted = OmittedDetails.areOf(thrown) || (other != null && OmittedDetails.areOf(other));
        return omitted ? thrown.getClass().getName() : thrown.toString();
    }

    /** Calls a grid kernel's method in each thread of a grid of so many columns and rows. */
    static void grid(int columns, int rows, Runnable thread) {
        RuntimeException thrown = runGrid(new Shape(columns, rows, 1, 1, 1, 1, 0), thread);
        if (thrown != null) {
            throw thrown;
        }
    }

    private static @Nullable RuntimeException runGrid(Shape shape, Runnable thread) {
        return GridFault.exceptionOf(GridRunner.run(shape, thread));
    }

    private static @Nullable RuntimeException caught(Runnable call) {
        try {
            call.run();
            return null;
        } catch (Carrier e) {
            return e;
        }
    }

    private static @Nullable Object invoke(Method method, List<Object> arguments) {
        try {
            return method.invoke(null, arguments.toArray());
        } catch (InvocationTargetException e) {
            throw new Carrier(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
