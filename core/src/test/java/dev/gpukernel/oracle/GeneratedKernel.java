package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.Shape;
import java.lang.reflect.Method;
import java.util.List;

/**
 * A random kernel.
 *
 * @param seed what it was made from; the same seed makes the same kernel
 * @param className binary name of its class
 * @param source the class's source, with a method {@link #METHOD}
 * @param form how it is written
 * @param shape of its launches, if it is written for a grid
 * @param parameters its parameters
 * @param checked whether its indices are checked; if not, nothing can be said of a launch in which one is out of range
 * @param asserts whether assertions are on
 * @param length how long its arrays mostly are
 * @param levels what must become of its loops
 */
public record GeneratedKernel(
        long seed,
        String className,
        String source,
        KernelForm form,
        Shape shape,
        List<Parameter> parameters,
        boolean checked,
        boolean asserts,
        int length,
        Levels levels)
        implements Generated {
    /** Name of the parameter that bounds the loop, or the threads that do anything; not every kernel has it. */
    static final String BOUND = "n";

    /**
     * A parameter.
     *
     * @param name its name
     * @param type of the parameter, or of the elements of the array that it is
     * @param array whether it is an array
     * @param most the greatest number of a size, whose least is {@code least}; -1 if any number will do
     */
    record Parameter(String name, ValueType type, boolean array, int least, int most) {
        Parameter(String name, ValueType type, boolean array) {
            this(name, type, array, 0, -1);
        }

        /** {@return the parameter's declaration} */
        String declaration() {
            return type.text() + (array ? "[] " : " ") + name;
        }
    }

    @Override
    public Method method(ClassLoader classes) {
        classes.setClassAssertionStatus(className, asserts);
        return Generated.super.method(classes);
    }
}
