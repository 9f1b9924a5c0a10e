package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.LaunchSequence;
import dev.gpukernel.internal.backend.NotedLaunch;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Calls of kernels that were recorded, and the launches that these come to. */
final class DeviceGraph implements GpuGraph {
    private final DeviceGpu gpu;
    private final List<RecordedCall> calls;
    private final LaunchSequence sequence;
    private final ArrayClaim claim;

    /**
     * Whose turn it is. A launch may wait for earlier ones, and who launches again and again would be back before another thread is
     * awake: so in turn.
     */
    private final ReentrantLock turn = new ReentrantLock(true);

    private boolean isClosed;

    /**
     * Makes it.
     *
     * @param gpu the device
     * @param calls the calls in order
     */
    DeviceGraph(DeviceGpu gpu, List<RecordedCall> calls) {
        this.gpu = gpu;
        this.calls = calls;
        this.claim = new ArrayClaim(
                gpu, calls.stream().mapToInt(RecordedCall::mostArrays).sum());
        this.sequence = gpu.raw().newSequence(launches());
    }

    private List<NotedLaunch> launches() {
        return calls.stream().flatMap(call -> call.launches().stream()).toList();
    }

    @Override
    public DeviceGpu device() {
        return gpu;
    }

    @Override
    public int size() {
        return calls.size();
    }

    @Override
    public void launch() {
        GraphRecording.refuse("the launch of a GpuGraph", "launch in one graph what is to be done together");
        turn.lock();
        try {
            launchInTurn();
        } finally {
            turn.unlock();
        }
    }

    private void launchInTurn() {
        requireOpen();
        DeviceStream asked = JitEngine.currentStream();
        DeviceGpu.requireSame("the graph", gpu, "the stream", asked == null ? gpu : asked.device());
        DeviceStream stream = asked == null ? gpu.defaultStream() : asked;
        if (calls.isEmpty()) {
            stream.raw();
            return;
        }
        FlightEvents.Launched event = FlightEvents.launch();
        try {
            calls.forEach(call -> call.addTo(claim));
            claim.take(stream);
            sequence.launch(stream.raw());
            calls.forEach(RecordedCall::ran);
            if (event != null) {
                event.end("GpuGraph", gpu.raw().info().toString(), true, calls.size(), null);
            }
        } catch (KernelFault fault) {
            throw KernelExceptions.rethrow(fault);
        } finally {
            claim.giveUp();
        }
    }

    private void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException(Message.RESOURCE_CLOSED.format("GpuGraph"));
        }
    }

    @Override
    public GpuGraph set(String parameter, Object value) {
        Objects.requireNonNull(parameter, "parameter");
        return set(calls, call -> IntStream.of(call.position(parameter)), "parameter '" + parameter + "'", value);
    }

    @Override
    public GpuGraph set(int launch, String parameter, Object value) {
        Objects.requireNonNull(parameter, "parameter");
        String what = "parameter '" + parameter + "' in launch " + launch;
        return set(List.of(call(launch)), call -> IntStream.of(call.position(parameter)), what, value);
    }

    @Override
    public GpuGraph set(int launch, int position, Object value) {
        String what = "parameter " + position + " in launch " + launch;
        return set(List.of(call(launch)), call -> IntStream.of(call.position(position)), what, value);
    }

    @Override
    public <A> GpuGraph replace(GpuArray<A> array, GpuArray<A> by) {
        Objects.requireNonNull(array, "array");
        Objects.requireNonNull(by, "by");
        return set(calls, call -> call.positions(array), "launch with " + array, by);
    }

    private RecordedCall call(int launch) {
        if (launch < 0 || launch >= calls.size()) {
            throw new IllegalArgumentException(
                    Message.GRAPH_ARGUMENT.format("launch " + launch, calls.size() + " launches, numbered from 0"));
        }
        return calls.get(launch);
    }

    /** Replaces arguments in some calls, at their positions from 0 on; nothing if one of the calls is then refused. */
    private GpuGraph set(
            List<RecordedCall> chosen, Function<RecordedCall, IntStream> places, String what, Object value) {
        GraphRecording.refuse("a new argument of a GpuGraph", "set it outside of the recording");
        Objects.requireNonNull(value, "value");
        List<Runnable> restorers = new ArrayList<>();
        boolean done = false;
        turn.lock();
        try {
            requireOpen();
            for (RecordedCall call : chosen) {
                List<Integer> positions = places.apply(call)
                        .filter(position -> position >= 0)
                        .boxed()
                        .toList();
                if (!positions.isEmpty()) {
                    restorers.add(call.restorer());
                    call.replace(positions, value);
                }
            }
            if (restorers.isEmpty()) {
                String known =
                        chosen.stream().map(RecordedCall::signature).distinct().collect(Collectors.joining(", "));
                throw new IllegalArgumentException(Message.GRAPH_ARGUMENT.format(what, known));
            }
            sequence.set(launches());
            done = true;
            return this;
        } finally {
            if (!done) {
                restorers.forEach(Runnable::run);
            }
            turn.unlock();
        }
    }

    @Override
    public void close() {
        turn.lock();
        try {
            if (!isClosed) {
                isClosed = true;
                sequence.close();
            }
        } finally {
            turn.unlock();
        }
    }

    @Override
    public String toString() {
        return "graph of " + calls.size() + " launches on " + gpu;
    }
}
