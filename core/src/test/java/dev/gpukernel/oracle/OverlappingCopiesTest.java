package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Copies within an array, by distances that a launch knows, up and down, beyond either end. */
@Execution(ExecutionMode.CONCURRENT)
final class OverlappingCopiesTest {
    private static final List<Gpu> DEVICES = List.of(
            Gpu.all().stream()
                    .filter(gpu -> gpu.backend().equals("cpu"))
                    .findFirst()
                    .orElseThrow(),
            OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)));

    /** All take the same arguments. */
    static final class Copies {
        private Copies() {}

        @GpuKernel
        static void copied(int[] a, int from, int to, int n) {
            System.arraycopy(a, from, a, to, n);
        }

        /** The place where an index is out of range is looked for first, and the loop ends there. */
        @GpuKernel
        static void caught(int[] a, int from, int to, int n) {
            try {
                System.arraycopy(a, from, a, to, n);
            } catch (ArrayIndexOutOfBoundsException e) {
                a[0]++;
            }
        }

        /** Ends where an index is out of range, with what was stored by then. */
        @GpuKernel
        static void changed(int[] a, int from, int to, int n) {
            int by = to - from;
            if (0 < by) {
                for (int i = n - 1; i >= 0; i--) {
                    a[i + to] = a[from + i] * 3;
                }
            } else {
                for (int i = 0; i < n; i++) {
                    a[to + i] = a[i + from] * 5;
                }
            }
        }

        /** Each element is read after it was stored. */
        @GpuKernel
        static void spread(int[] a, int from, int to, int n) {
            int by = to - from;
            if (by > 0) {
                for (int i = 0; i < n; i++) {
                    a[i + to] = a[from + i] * 3;
                }
            } else {
                for (int i = n - 1; i >= 0; i--) {
                    a[to + i] = a[i + from] * 5;
                }
            }
        }

        /** The branch asks for another distance. */
        @GpuKernel
        static void other(int[] a, int from, int to, int n) {
            int by = to - from;
            if (by > 0) {
                for (int i = n - 1; i >= 0; i--) {
                    a[i + to] = a[from + 9 + i] * 3;
                }
            }
        }
    }

    static Stream<Method> kernels() {
        return Arrays.stream(Copies.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class));
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void areAsInJava(Method method) {
        Kernel kernel = Kernel.of(MethodHandles.lookup(), Copies.class, method.getName());
        boolean isConditional = List.of("caught", "spread", "other").contains(method.getName());
        int[] places = {-1, 0, 5, 40, Integer.MAX_VALUE};
        int refused = 0;
        for (int from : places) {
            for (int to : places) {
                for (int n : new int[] {-1, 20, 500}) {
                    List<Object> arguments = List.of(new Random(n).ints(560).toArray(), from, to, n);
                    Outcome expected = Oracle.runJava(method, KernelForm.LOOP, Oracle.GRID, arguments);
                    for (Gpu device : DEVICES) {
                        List<Object> copies = Oracle.copies(arguments);
                        Outcome actual = device.call(() -> outcome(kernel, method, copies));
                        if (isConditional && isRefused(actual)) {
                            refused++;
                        } else {
                            assertThat(expected.describeDifference(actual))
                                    .as("%s from %s to %s, %s elements, on %s", method.getName(), from, to, n, device)
                                    .isEmpty();
                        }
                    }
                }
            }
        }
        assertThat(refused > 0).isEqualTo(isConditional);
    }

    private static boolean isRefused(Outcome outcome) {
        return outcome.fault() != null
                && String.valueOf(outcome.fault()).contains("[" + Message.LOOP_CONDITION.code() + "]");
    }

    private static Outcome outcome(Kernel kernel, Method method, List<Object> arguments) {
        try {
            return new Outcome(arguments, kernel.launch(arguments.toArray()), null);
        } catch (RuntimeException e) {
            return new Outcome(arguments, Outcome.Fault.ofKernel(e, Copies.class.getName(), method.getName()));
        }
    }
}
