package uk.ac.manchester.tornado.api;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Runs a graph. For one thread at a time, which it checks. */
public final class TornadoExecutionPlan implements AutoCloseable {
    private static final int FIRST_EXECUTION = 0;
    private static final int EVERY_EXECUTION = 1;

    private static final ClassValue<AtomicBoolean> RUNS_AT_ONCE = new ClassValue<>() {
        @Override
        protected AtomicBoolean computeValue(Class<?> type) {
            return new AtomicBoolean();
        }
    };

    private final ImmutableTaskGraph graph;
    private final DeviceMemory memory = new DeviceMemory();
    private final AtomicBoolean running = new AtomicBoolean();
    private @Nullable GridScheduler scheduler;
    private @Nullable TornadoDevice device;
    private boolean ran;
    private boolean closed;
    private boolean failed;

    public TornadoExecutionPlan(ImmutableTaskGraph... graphs) {
        graph = graphs[0];
    }

    public TornadoExecutionPlan withGridScheduler(GridScheduler newScheduler) {
        scheduler = newScheduler;
        return this;
    }

    public TornadoExecutionPlan withDevice(TornadoDevice newDevice) {
        device = newDevice;
        return this;
    }

    public TornadoExecutionResult execute() {
        if (closed || device == null || scheduler == null || !running.compareAndSet(false, true)) {
            throw new IllegalStateException("closed, not set up, or already running");
        }
        try {
            for (TaskGraph.Transfer transfer : graph.in()) {
                if (transfer.mode() == EVERY_EXECUTION || (transfer.mode() == FIRST_EXECUTION && !ran)) {
                    transfer.arrays().forEach(memory::toDevice);
                }
            }
            ran = true;
            for (StandInTask task : graph.tasks()) {
                run(task, scheduler.of(task.id()));
            }
            for (TaskGraph.Transfer transfer : graph.out()) {
                if (transfer.mode() == EVERY_EXECUTION) {
                    transfer.arrays().forEach(memory::toHost);
                }
            }
            return new TornadoExecutionResult(memory);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } catch (DeviceMemory.OutOfDeviceMemoryError e) {
            failed = true;
            throw e;
        } finally {
            running.set(false);
        }
    }

    private void run(StandInTask task, WorkerGrid grid) throws InterruptedException {
        Object[] arguments = task.arguments().stream()
                .map(argument -> argument instanceof TornadoNativeArray ? memory.of(argument) : argument)
                .toArray();
        StandInGrid threads = new StandInGrid(task.code(), arguments, grid);
        AtomicBoolean atOnce = RUNS_AT_ONCE.get(task.code().getClass());
        if (!atOnce.get()) {
            byte[][] before = contents(arguments);
            try {
                threads.run(false);
                return;
            } catch (StandInBlock.ThreadsNeededError _) {
                atOnce.set(true);
                restore(arguments, before);
            }
        }
        threads.run(true);
    }

    private static byte[][] contents(Object[] arguments) {
        byte[][] contents = new byte[arguments.length][];
        for (int i = 1; i < arguments.length; i++) {
            contents[i] =
                    ((TornadoNativeArray) arguments[i]).getSegment().toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
        }
        return contents;
    }

    private static void restore(Object[] arguments, byte[][] contents) {
        for (int i = 1; i < arguments.length; i++) {
            ((TornadoNativeArray) arguments[i])
                    .getSegment()
                    .copyFrom(java.lang.foreign.MemorySegment.ofArray(contents[i]));
        }
    }

    @Override
    public void close() {
        closed = true;
        memory.free();
        if (failed) {
            // As TornadoVM does, of an array that it had no memory for.
            throw new IllegalStateException("trying to deallocate an invalid buffer");
        }
    }
}
