package dev.gpukernel.benchmarks.suite;

import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * One kernel of the suite: a method, and a function of the same name in CUDA C. Where the twin takes several launches, the others are of
 * {@code name_2} and so on, with the same arguments.
 *
 * @param owner the class of the method
 * @param name its name
 * @param size number that its arguments follow from where it is timed
 * @param smallSize that number where only results are compared
 * @param filling makes the arguments
 */
record SuiteCase(Class<?> owner, String name, int size, int smallSize, Filling filling) {
    /** Makes the arguments of a size. */
    interface Filling {
        Work work(int size, Fill fill);
    }

    Work work(boolean small) {
        return filling.work(small ? smallSize : size, new Fill(name));
    }

    Method method() {
        return Arrays.stream(owner.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no method " + name + " in " + owner));
    }

    /** {@return whether threads of a grid run it, not iterations of loops} */
    boolean isGrid() {
        return owner == BlockKernels.class;
    }

    /** {@return the name of a kernel of the twin} */
    String twin(int launch) {
        return launch == 0 ? name : name + "_" + (launch + 1);
    }

    /** {@return whether it computes with floating-point numbers, so that {@code math = FAST} may make a difference} */
    boolean isFloating() {
        return Arrays.stream(method().getParameterTypes()).anyMatch(SuiteCase::isFloating)
                || isFloating(method().getReturnType());
    }

    private static boolean isFloating(Class<?> type) {
        Class<?> element = type.isArray() ? type.getComponentType() : type;
        return element == float.class || element == double.class;
    }
}
