package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Shape;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;

/** A random kernel of which launches alone are compared with Java. */
interface LaunchedKernel extends Generated {
    /** What must become of a kernel. What runs must lead to what it leads to in Java in any case. */
    enum Expectation {
        ACCEPTED,
        OPEN,
        REFUSED
    }

    /** {@return what must become of it} */
    Expectation expectation();

    /** {@return whether it need not be refused where the host goes through a loop by itself, in Java's order} */
    default boolean mayRunOnHost() {
        return true;
    }

    /** {@return whether it is a grid kernel, which is launched with a few blocks} */
    default boolean isGrid() {
        return false;
    }

    /** {@return what a grid kernel is launched with} */
    default Shape shape() {
        return new Shape(3, 1, 1, 8, 1, 1, 0);
    }

    /** {@return whether threads of a grid kernel may wait for those of their warp, which {@link JavaGrid} cannot} */
    default boolean hasWarps() {
        return false;
    }

    /** {@return why it may be refused, if it may} */
    Set<Message> codes();

    /** {@return the names of its parameters, in order} */
    List<String> parameters();

    /** {@return arguments for it, compiled to a method, the same for the same number} */
    LaunchArguments arguments(int number, Method method);
}
