package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.jit.CompilerSteps;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Generated loops whose iterations depend on each other are refused for that reason, and the iterations that a message names do meet;
 * those that only update integers are accepted and lead to what they lead to in Java.
 * More of them with {@code -Dgpukernel.test.kernels=10000}.
 */
@Execution(ExecutionMode.CONCURRENT)
class DependentLoopsTest {
    private static final int COUNT = Integer.getInteger("gpukernel.test.kernels", 240);

    /** How long arrays are whose length an example does not say. */
    private static final int LENGTH = 200;

    /** What parameters are that an example does not name. */
    private static final long SIZE = 4;

    private final List<String> wrong = new ArrayList<>();
    private int examples;
    private int carried;
    private int updates;
    private int copied;

    @Test
    void areRefusedWithIterationsThatMeetUnlessTheyOnlyUpdateOrScanOrWriteWhatWasRead(TestReporter reporter)
            throws ReflectiveOperationException {
        DependentGenerator generator = new DependentGenerator();
        List<DependentKernel> kernels =
                LongStream.range(0, COUNT).mapToObj(generator::generate).toList();
        Map<String, String> sources = new HashMap<>();
        kernels.forEach(kernel -> sources.put(kernel.className(), kernel.source()));
        ClassLoader classes = InMemoryCompiler.compile(sources);
        for (DependentKernel kernel : kernels) {
            check(kernel, classes.loadClass(kernel.className()));
        }
        reporter.publishEntry(
                "examples",
                examples + " of " + COUNT + ", carried variables " + carried + ", updates " + updates + ", copied "
                        + copied);
        assertThat(wrong).isEmpty();
        assertThat(examples).as("examples").isGreaterThan(COUNT / 3);
        assertThat(carried).as("carried variables").isGreaterThan(COUNT / 10);
        assertThat(updates).as("updates").isGreaterThan(COUNT / 40);
        assertThat(copied).as("loops that read copies").isGreaterThan(COUNT / 40);
    }

    private void check(DependentKernel kernel, Class<?> owner) throws ReflectiveOperationException {
        Method method = Arrays.stream(owner.getDeclaredMethods())
                .filter(candidate -> candidate.isAnnotationPresent(GpuKernel.class))
                .findFirst()
                .orElseThrow();
        try {
            List<Integer> levels = CompilerSteps.compile(method, (_, _) -> {}).levels();
            if (kernel.message() == null) {
                updates++;
                compare(kernel, owner, method);
            } else if (kernel.message() == Message.LOOP_DEPENDENCE && isReadBeforeWritten(kernel, owner)) {
                copied++;
                compare(kernel, owner, method);
            } else {
                wrong.add("accepted with " + levels + ":\n" + kernel.source());
            }
        } catch (KernelRejectedException e) {
            if (kernel.message() == null) {
                wrong.add("refused: " + e.findings() + "\n" + kernel.source());
                return;
            }
            for (Diagnostic finding : e.findings()) {
                if (finding.message() != kernel.message()) {
                    wrong.add(finding + "\n" + kernel.source());
                }
                carried += finding.message() == Message.LOOP_CARRIED ? 1 : 0;
                MeetingExample example = MeetingExample.of(finding.toString());
                if (example != null) {
                    examples++;
                    verify(example, kernel, owner, finding);
                }
            }
        }
    }

    /** What the CPU makes of updates and scans is what Java makes of them. */
    private void compare(DependentKernel kernel, Class<?> owner, Method method) throws ReflectiveOperationException {
        List<Object> expected = arguments(method, kernel.seed());
        List<Object> actual = arguments(method, kernel.seed());
        Throwable thrown = null;
        try {
            method.setAccessible(true);
            method.invoke(null, expected.toArray());
        } catch (InvocationTargetException e) {
            thrown = e.getCause();
        }
        Throwable raised = null;
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
            Kernel.of(lookup, owner, "kernel").launch(actual.toArray());
        } catch (RuntimeException e) {
            raised = e;
        }
        if (!Arrays.deepEquals(expected.toArray(), actual.toArray()) || !OmittedDetails.areAlike(raised, thrown)) {
            wrong.add("leads to something else, " + raised + " for " + thrown + ":\n" + kernel.source());
        }
    }

    private static List<Object> arguments(Method method, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Object> arguments = new ArrayList<>();
        for (Class<?> type : method.getParameterTypes()) {
            if (type.isArray()) {
                Object array = Array.newInstance(type.componentType(), LENGTH);
                for (int i = 0; i < LENGTH; i++) {
                    int number = random.nextInt(0, 100);
                    // A byte widens to every type of number but char.
                    if (type == char[].class) {
                        Array.setChar(array, i, (char) number);
                    } else {
                        Array.setByte(array, i, (byte) number);
                    }
                }
                arguments.add(array);
            } else {
                arguments.add(random.nextInt(3, 40));
            }
        }
        return arguments;
    }

    /** {@return whether no iteration touches an element that one before it has written} */
    private static boolean isReadBeforeWritten(DependentKernel kernel, Class<?> owner)
            throws ReflectiveOperationException {
        for (long size = 1; size < 20; size++) {
            Map<String, Long> sizes = new HashMap<>();
            for (String parameter : kernel.parameters()) {
                sizes.put(parameter, size);
            }
            Map<Long, long[]> written = new HashMap<>();
            for (long[] touch : touches(kernel, owner, sizes)) {
                long[] iteration = Arrays.copyOfRange(touch, 2, touch.length);
                long[] writer = written.get(touch[1]);
                if (writer != null && !Arrays.equals(writer, iteration)) {
                    return false;
                }
                if (touch[0] == 1) {
                    written.put(touch[1], iteration);
                }
            }
        }
        return true;
    }

    private void verify(MeetingExample example, DependentKernel kernel, Class<?> owner, Diagnostic finding)
            throws ReflectiveOperationException {
        if (!example.isIn(touches(kernel, owner, example.sizes()), kernel.variables())) {
            wrong.add("do not meet: " + finding + "\n" + kernel.source());
        }
    }

    private static List<long[]> touches(DependentKernel kernel, Class<?> owner, Map<String, Long> sizes)
            throws ReflectiveOperationException {
        Method trace = Arrays.stream(owner.getDeclaredMethods())
                .filter(candidate -> candidate.getName().equals("trace"))
                .findFirst()
                .orElseThrow();
        List<long[]> touches = new ArrayList<>();
        List<Object> arguments = new ArrayList<>(List.of(touches));
        List<Class<?>> types = List.of(trace.getParameterTypes());
        for (int i = 0; i < kernel.parameters().size(); i++) {
            Class<?> element = types.get(i + 1).componentType();
            String name = kernel.parameters().get(i);
            arguments.add(
                    element == null
                            ? (Object) (int) (long) sizes.getOrDefault(name, SIZE)
                            : Array.newInstance(
                                    element, (int) (long) sizes.getOrDefault(name + ".length", (long) LENGTH)));
        }
        trace.setAccessible(true);
        trace.invoke(null, arguments.toArray());
        return touches;
    }
}
