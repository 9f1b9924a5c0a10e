package uk.ac.manchester.tornado.api;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs the threads of a grid: one after another, or, if they wait for each other, those of a block at once. */
final class StandInGrid {
    private final MethodHandle code;
    private final Object[] arguments;
    private final int[] global = new int[3];
    private final int[] local = new int[3];
    private final int[] groups = new int[3];

    /**
     * Makes it.
     *
     * @param task the task
     * @param arguments its arguments, the context's place free
     * @param grid numbers of threads
     */
    StandInGrid(Object task, Object[] arguments, WorkerGrid grid) {
        Method apply = Arrays.stream(task.getClass().getDeclaredMethods())
                .filter(method -> method.getName().equals("apply"))
                .findFirst()
                .orElseThrow();
        try {
            this.code = MethodHandles.publicLookup()
                    .unreflect(apply)
                    .bindTo(task)
                    .asSpreader(Object[].class, arguments.length);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(e);
        }
        this.arguments = arguments;
        for (int i = 0; i < global.length; i++) {
            global[i] = Math.toIntExact(grid.getGlobalWork()[i]);
            local[i] = Math.toIntExact(grid.getLocalWork()[i]);
            // What is left over is not run, as with TornadoVM's PTX backend.
            groups[i] = global[i] / local[i];
        }
    }

    /** Runs all threads. */
    void run(boolean atOnce) throws InterruptedException {
        for (int z = 0; z < groups[2]; z++) {
            for (int y = 0; y < groups[1]; y++) {
                for (int x = 0; x < groups[0]; x++) {
                    int[] group = {x, y, z};
                    if (atOnce) {
                        runAtOnce(group);
                    } else {
                        runInTurn(group);
                    }
                }
            }
        }
    }

    private int threads() {
        return local[0] * local[1] * local[2];
    }

    private void runInTurn(int[] group) {
        StandInBlock block = new StandInBlock(null);
        KernelContext context = new KernelContext();
        Object[] own = arguments.clone();
        own[0] = context;
        // The last first: nothing may depend on the order.
        for (int i = threads() - 1; i >= 0; i--) {
            run(block, group, i, context, own);
        }
    }

    private void runAtOnce(int[] group) throws InterruptedException {
        Phaser barrier = new Phaser(threads());
        StandInBlock block = new StandInBlock(barrier);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads(); i++) {
            int number = i;
            running.add(Thread.startVirtualThread(() -> {
                try {
                    KernelContext context = new KernelContext();
                    Object[] own = arguments.clone();
                    own[0] = context;
                    run(block, group, number, context, own);
                } catch (Throwable e) {
                    failure.set(e);
                } finally {
                    barrier.arriveAndDeregister();
                }
            }));
        }
        for (Thread thread : running) {
            thread.join();
        }
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("a thread failed", thrown);
        }
    }

    private void run(StandInBlock block, int[] group, int number, KernelContext context, Object[] own) {
        int[] thread = {number % local[0], number / local[0] % local[1], number / local[0] / local[1]};
        context.set(block, group, thread, global, local);
        try {
            code.invokeExact(own);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
