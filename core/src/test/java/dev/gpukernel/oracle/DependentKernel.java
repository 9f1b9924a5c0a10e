package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kernel whose iterations depend on each other, or update elements together.
 *
 * @param seed what it was made from
 * @param className binary name of its class
 * @param source the class's source, with the methods {@code kernel} and {@code trace}: that one takes a list too and adds to it, for
 *     each access to the array that matters, 1 if it is a write or else 0, the index, and the loops' variables
 * @param variables names of these
 * @param parameters names of the parameters of both methods
 * @param message why it must be refused, unless each element is read before it is written; {@code null} if all it does is to update
 *     integers in any order, which is accepted
 */
record DependentKernel(
        long seed,
        String className,
        String source,
        List<String> variables,
        List<String> parameters,
        @Nullable Message message) {}
