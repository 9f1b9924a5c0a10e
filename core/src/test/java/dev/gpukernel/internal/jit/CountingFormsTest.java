package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.oracle.OmittedDetails;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Loops of every counted form do what they do on the JVM, whatever their bounds are: results, elements, exceptions and the variable
 * after the loop. Each writes to an element of its own, so one that runs on throws soon.
 */
@Execution(ExecutionMode.CONCURRENT)
class CountingFormsTest {
    private static final int[] BOUNDS = {
        0,
        1,
        2,
        5,
        -1,
        -3,
        40,
        64,
        100,
        127,
        128,
        -128,
        200,
        32767,
        65530,
        65535,
        Integer.MAX_VALUE,
        Integer.MAX_VALUE - 1,
        Integer.MIN_VALUE,
        Integer.MIN_VALUE + 1
    };

    /** From there on a form may say that it overflows where Java comes round to an end. */
    private static final int FAR = 30_000;

    static Stream<Method> kernels() {
        return Stream.of(
                        ConditionPlaces.class,
                        ConditionKinds.class,
                        ConditionValues.class,
                        InnerForms.class,
                        RunningForms.class,
                        ScaledForms.class)
                .flatMap(owner -> Arrays.stream(owner.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(GpuKernel.class));
    }

    /** What is returned or thrown, and what is left in the elements. */
    @SuppressWarnings("ArrayRecordComponent") // compared element by element
    private record Outcome(@Nullable Object result, long[] elements) {
        boolean isRefused() {
            return String.valueOf(result).contains("[LoopCondition]");
        }

        boolean isFailure() {
            return result instanceof Throwable;
        }

        boolean isAs(Outcome javas) {
            return (result instanceof Throwable thrown && javas.result instanceof Throwable byJava)
                    ? OmittedDetails.areAlike(thrown, byJava)
                    : Objects.equals(result, javas.result);
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void isCountedAsJavaCounts(Method method) {
        Kernel kernel = Kernel.of(method.getDeclaringClass(), method.getName());
        Gpu cpu = Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
        method.setAccessible(true);
        for (int from : BOUNDS) {
            for (int n : BOUNDS) {
                Outcome expected = run(from, n, arguments -> method.invoke(null, arguments));
                Outcome found = run(from, n, arguments -> cpu.call(() -> kernel.launch(arguments)));
                if (found.isRefused()) {
                    boolean isFar = Math.abs((long) from) >= FAR || Math.abs((long) n) >= FAR;
                    assertThat(expected.isFailure() || isFar)
                            .as("%s from %d to %d is refused", method.getName(), from, n)
                            .isTrue();
                } else {
                    assertThat(found.isAs(expected))
                            .as("%s from %d to %d: %s for %s", method.getName(), from, n, found.result, expected.result)
                            .isTrue();
                    assertThat(found.elements)
                            .as("%s from %d to %d", method.getName(), from, n)
                            .isEqualTo(expected.elements);
                }
            }
        }
    }

    @GpuKernel
    static void every(int[] o, int from, int step) {
        for (int i = from; i < o.length; i += step) {
            o[i] = i;
        }
    }

    /** It never ends on the JVM, unless it does not begin. */
    @Test
    void stepThatDoesNotLead() {
        Kernel every = Kernel.of(CountingFormsTest.class, "every");
        for (int step : new int[] {0, -1, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> every.launch(new int[9], 8, step))
                    .hasMessageContaining("[LoopCondition]")
                    .hasMessageContaining("the step of variable 'i' must lead to its bound");
        }
    }

    @GpuKernel
    static int apart(int[] x, int first, int step, int[] o) {
        int p = first;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 2) {
                o[p] = x[i];
                p += step;
            }
        }
        return p;
    }

    /** What a counter is moved by leads to elements apart, or is refused if it is 0 or leads around; where it leads beyond the end, Java throws too. */
    @Test
    void stepOfCounter() {
        Kernel apart = Kernel.of(CountingFormsTest.class, "apart");
        int[] x = {9, 1, 2, 8, 7, 0, 6};
        for (int step : BOUNDS) {
            for (int first : BOUNDS) {
                int[] expected = new int[72];
                int[] found = new int[72];
                Object javas;
                try {
                    javas = apart(x, first, step, expected);
                } catch (ArrayIndexOutOfBoundsException e) {
                    javas = e;
                }
                if (step == 0) {
                    assertThatThrownBy(() -> apart.launch(x, first, step, found))
                            .hasMessageContaining("step must not be 0");
                } else if (Math.abs((long) step) * x.length >= 1L << Integer.SIZE) {
                    assertThatThrownBy(() -> apart.launch(x, first, step, found))
                            .hasMessageContaining("the iterations times step must be less than 2^32");
                } else if (javas instanceof RuntimeException failure) {
                    assertThatThrownBy(() -> apart.launch(x, first, step, found))
                            .isInstanceOf(failure.getClass());
                } else {
                    assertThat(apart.launch(x, first, step, found)).isEqualTo(javas);
                    assertThat(found).isEqualTo(expected);
                }
            }
        }
    }

    private interface Run {
        Object with(Object... arguments) throws ReflectiveOperationException;
    }

    private static Outcome run(int from, int n, Run run) {
        int[] a = new int[64];
        a[2] = n;
        a[3] = 50;
        long[] elements = new long[72];
        try {
            return new Outcome(run.with(a, elements, from, n), elements);
        } catch (InvocationTargetException e) {
            return new Outcome(e.getCause(), elements);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return new Outcome(e, elements);
        }
    }
}
