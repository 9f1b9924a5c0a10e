package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.internal.backend.NotedLaunch;
import java.util.List;
import java.util.stream.IntStream;

/** A call of a kernel in a graph: its arguments, which can be replaced, and the launches that it comes to with them. */
final class RecordedCall {
    private final Call call;
    private List<NotedLaunch> launches;

    /**
     * Takes note of what a call launches.
     *
     * @param call a call that is nobody else's any more
     */
    RecordedCall(Call call) {
        this.call = call;
        this.launches = call.note();
    }

    /** {@return its launches, of which there may be none} */
    List<NotedLaunch> launches() {
        return launches;
    }

    /** {@return how many arrays it has at most} */
    int mostArrays() {
        return call.parameters().size();
    }

    /** Adds its arrays to a claim. */
    void addTo(ArrayClaim claim) {
        call.addTo(claim);
    }

    /** Takes note that it was launched. */
    void ran() {
        call.ran();
    }

    /** {@return the position of the parameter of a name, -1 if there is none} */
    int position(String name) {
        return call.program().parameterNames().indexOf(name);
    }

    /** {@return the position if there is such a parameter, else -1} */
    int position(int position) {
        return position < 0 || position >= call.program().parameterNames().size() ? -1 : position;
    }

    /** {@return the positions of the parameters that an array was passed for} */
    IntStream positions(GpuArray<?> array) {
        return IntStream.range(0, call.program().parameterNames().size())
                .filter(position -> call.isPassed(position, array));
    }

    /** {@return what gives it back the arguments and launches that it has now} */
    Runnable restorer() {
        List<NotedLaunch> before = launches;
        Runnable arguments = call.restorer();
        return () -> {
            arguments.run();
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
        positions.forEach(position -> call.replace(position, value));
        launches = call.note();
    }

    /** {@return the kernel and its parameters, as in {@code Vectors.saxpy(a, x, y)}} */
    String signature() {
        return call.program().name() + "(" + String.join(", ", call.program().parameterNames()) + ")";
    }
}
