package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.backend.NotedLaunch;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A call of a kernel in a graph: its arguments, which can be replaced, and the launches that it comes to with them. */
final class RecordedCall {
    private final JitKernel kernel;
    private final Program program;
    private final Call call;
    private final DeviceGpu gpu;
    private final Arguments arguments;

    /** Of the method's parameters; null for an object, which stays as it is. */
    private final List<@Nullable String> names;

    private List<NotedLaunch> launches;

    /**
     * Takes note of what a call launches.
     *
     * @param kernel the kernel
     * @param call a call that is nobody else's any more
     * @param gpu the graph's device
     */
    RecordedCall(JitKernel kernel, Call call, DeviceGpu gpu) {
        this.kernel = kernel;
        this.program = kernel.program();
        this.call = call;
        this.gpu = gpu;
        this.arguments = call.arguments();
        this.names = kernel.replaceable();
        this.launches = call.note(gpu);
    }

    /**
     * Asks whether a graph can have a call.
     *
     * @param arguments its arguments
     * @param launch its shape, null for a plain loop
     * @throws IllegalStateException if not
     */
    static void requireRecordable(JitKernel kernel, Arguments arguments, @Nullable Launch launch) {
        String what = "the launch of " + kernel.name();
        if (arguments.areOnHost()) {
            throw GraphRecording.refusal(
                    what + " with host arrays", kernel.launcherName(), "upload them before, and pass GpuArrays");
        }
        if (arguments.plainRun() != null) {
            throw GraphRecording.refusal(what + " with null", kernel.launcherName(), "pass an array");
        }
        if (kernel.returnType() != void.class) {
            throw GraphRecording.refusal(
                    what + ", which returns a value,",
                    kernel.launcherName(),
                    "store the value in an array in a kernel, or launch it outside of the recording");
        }
        if (launch != null && launch.stream() != null) {
            throw GraphRecording.refusal(
                    what + " on a stream",
                    kernel.launcherName(),
                    "leave the stream out: a graph goes to the stream that it is launched on");
        }
    }

    /** {@return its launches, of which there may be none} */
    List<NotedLaunch> launches() {
        return launches;
    }

    /** {@return how many arrays it has at most} */
    int mostArrays() {
        return arguments.arrays().length;
    }

    /** Adds its arrays to a claim. */
    void addTo(ArrayClaim claim) {
        @Nullable Object[] arrays = arguments.arrays();
        for (int i = 0; i < arrays.length; i++) {
            if (arrays[i] instanceof HeldArray<?> held) {
                held.requireOpen();
                held.addTo(claim, program.uses().get(i).written());
            }
        }
    }

    /** Takes note that it was launched. */
    void ran() {
        call.ran();
    }

    /** {@return the position of the parameter of a name, -1 if there is none that can be replaced} */
    int position(String name) {
        return names.indexOf(name);
    }

    /** {@return the position if there is such a parameter and it can be replaced, else -1} */
    int position(int position) {
        return position < 0 || position >= names.size() || names.get(position) == null ? -1 : position;
    }

    /** {@return the positions of the parameters that an array was passed for} */
    IntStream positions(GpuArray<?> array) {
        GpuArray<?> known =
                array instanceof HeldRecords<?> records ? records.parts().getFirst() : array;
        @Nullable Object[] arrays = arguments.arrays();
        return IntStream.range(0, names.size()).filter(position -> {
            int first = kernel.firstLeaf(position);
            return first < arrays.length
                    && names.get(position) != null
                    && arrays[first] instanceof HeldArray<?> held
                    && held.isSame(known);
        });
    }

    /** {@return what gives it back the arguments and launches that it has now} */
    Runnable restorer() {
        List<NotedLaunch> before = launches;
        Runnable passed = arguments.restorer();
        return () -> {
            passed.run();
            launches = before;
        };
    }

    /**
     * Replaces arguments.
     *
     * @param positions of which parameters
     * @param value the new argument for all of them
     * @throws RuntimeException as the launch itself would; the arguments must then be restored
     */
    void replace(List<Integer> positions, Object value) {
        positions.forEach(position -> arguments.replace(position, value));
        launches = call.note(gpu);
    }

    /** {@return the kernel and its parameters, as in {@code Vectors.saxpy(a, x, y)}} */
    String signature() {
        return program.name() + names.stream().filter(Objects::nonNull).collect(Collectors.joining(", ", "(", ")"));
    }
}
