package dev.gpukernel.porting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import dev.gpukernel.oracle.OmittedDetails;
import dev.gpukernel.porting.MadeRecordKernels.Body;
import dev.gpukernel.porting.MadeRecordKernels.Vector;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels of {@link MadeRecordKernels} do what Java does: results, arguments, exceptions, and which array it is that comes back. */
class MadeRecordsTest {
    /** A launch. */
    record Case(String kernel, List<Object> arguments) {
        static Case of(String kernel, Object... arguments) {
            return new Case(kernel, List.of(arguments));
        }

        Object[] copies() {
            return arguments.stream()
                    .map(argument -> switch (argument) {
                        case Body[] bodies -> bodies.clone();
                        case int[] numbers -> numbers.clone();
                        default -> argument;
                    })
                    .toArray();
        }
    }

    private static Body[] bodies(int n) {
        SplittableRandom random = new SplittableRandom(n);
        Body[] bodies = new Body[n];
        Arrays.setAll(
                bodies, i -> new Body(new Vector(random.nextInt(99), random.nextInt(9) / 4f), random.nextInt(-20, 20)));
        return bodies;
    }

    @SuppressWarnings("NullAway") // null is among what is passed
    private static Body[] withHole() {
        Body[] holed = bodies(6);
        holed[4] = null;
        return holed;
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (int n : new int[] {0, 1, 2, 5, 33, 700}) {
            for (String kernel :
                    List.of("moved", "given", "halves", "twice", "cloned", "clonedHalves", "clonedTwice")) {
                cases.add(Case.of(kernel, bodies(n), 0.75f));
            }
            for (int number : new int[] {0, 3, 7}) {
                for (String kernel : List.of("total", "heavy", "either", "failing")) {
                    cases.add(Case.of(kernel, bodies(n), number));
                }
                cases.add(Case.of("own", bodies(n), number, new int[n]));
                cases.add(Case.of("throwingInSteps", bodies(n), number, new int[n + number]));
                cases.add(Case.of("throwingInSteps", bodies(n), number, new int[n + 1]));
                for (String kernel : List.of(
                        "inSteps",
                        "inStepsOfTwo",
                        "inStepsByMethods",
                        "heaviestOfSteps",
                        "fewerInSteps",
                        "clonedInSteps",
                        "filteredInTheEnd")) {
                    for (int steps : n == 5 ? new int[] {1, 2, number} : new int[] {number}) {
                        cases.add(Case.of(kernel, bodies(n), steps));
                    }
                }
            }
            for (int number : new int[] {-2, 0, 1, 3, n - 1, n, n + 4}) {
                cases.add(Case.of("inBranches", bodies(n), number));
                cases.add(Case.of("copyOf", bodies(n), number));
                cases.add(Case.of("copyOfAFilter", bodies(n), number));
                cases.add(Case.of("joined", bodies(n), bodies(Math.max(0, number))));
                for (int other : new int[] {-1, 0, 2, n}) {
                    cases.add(Case.of("copyOfRange", bodies(n), number, other));
                    cases.add(Case.of("arraycopy", bodies(n), other, bodies(n + 1), number, n / 2));
                    cases.add(Case.of("arraycopy", bodies(n), 0, bodies(n + 1), other, number));
                }
            }
            cases.add(Case.of("numbered", n));
            cases.add(Case.of("numbered", -n));
            cases.add(Case.of("smoothed", (Object) bodies(n)));
            cases.add(Case.of("unchanged", (Object) bodies(n)));
        }
        Body[] holed = withHole();
        cases.add(Case.of("moved", holed, 2f));
        cases.add(Case.of("given", holed, 2f));
        cases.add(Case.of("inSteps", holed, 3));
        cases.add(Case.of("clonedInSteps", holed, 3));
        cases.add(Case.of("cloned", holed, 2f));
        cases.add(Case.of("unchanged", (Object) holed));
        cases.add(Case.of("heavy", holed, 2));
        cases.add(Case.of("inBranches", holed, 3));
        cases.add(Case.of("copyOf", holed, 3));
        cases.add(Case.of("copyOfRange", holed, 2, 7));
        cases.add(Case.of("arraycopy", holed, 3, bodies(6), 1, 3));
        cases.add(Case.of("arraycopy", bodies(6), 3, holed, 1, 3));
        cases.add(Case.of("joined", bodies(6), holed));
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isJavas(Case launch) throws IllegalAccessException {
        compare(Gpu.current(), launch, false);
    }

    /** In the tests' interpreter, which has memory of its own, so that arrays move. */
    @ParameterizedTest
    @MethodSource("cases")
    void isJavasOnADevice(Case launch) throws IllegalAccessException {
        compare(OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)), launch, false);
    }

    @ParameterizedTest
    @MethodSource("casesOfADevice")
    void isJavasWithArraysOfADevice(Case launch) throws IllegalAccessException {
        compare(Gpu.current(), launch, true);
        compare(OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)), launch, true);
    }

    /** Those with arrays, which are uploaded without null. */
    static Stream<Case> casesOfADevice() {
        return cases().filter(launch -> launch.arguments.getFirst() instanceof Body[])
                .filter(launch -> launch.arguments.stream()
                        .noneMatch(argument -> argument instanceof Body[] bodies
                                && Arrays.asList(bodies).contains(null)));
    }

    private static @Nullable Object onHost(@Nullable Object value) {
        return value instanceof GpuArray<?> array ? array.toHost() : value;
    }

    @SuppressWarnings("ReferenceEquality") // the very array that was passed
    private static void compare(Gpu gpu, Case launch, boolean areThere) throws IllegalAccessException {
        Method method = Arrays.stream(MadeRecordKernels.class.getDeclaredMethods())
                .filter(candidate -> candidate.getName().equals(launch.kernel))
                .findFirst()
                .orElseThrow();
        Kernel kernel = Kernel.of(MadeRecordKernels.class, launch.kernel);
        Object[] expected = launch.copies();
        Object[] own = launch.copies();
        for (int i = 0; i < own.length && areThere; i++) {
            own[i] = own[i].getClass().isArray() ? gpu.upload(own[i]) : own[i];
        }
        Object result = null;
        Throwable byJava = null;
        try {
            result = method.invoke(null, expected);
        } catch (InvocationTargetException e) {
            byJava = e.getCause();
        }
        Object found = null;
        Throwable thrown = null;
        try {
            Object returned = gpu.call(() -> kernel.launch(own));
            assertThat(returned != null && own[0] == returned).isEqualTo(result != null && expected[0] == result);
            found = onHost(returned);
        } catch (RuntimeException e) {
            thrown = e;
        }
        OmittedDetails.assertAlike(thrown, byJava);
        assertThat(Arrays.deepEquals(new @Nullable Object[] {found}, new @Nullable Object[] {result}))
                .isTrue();
        if (areThere && byJava != null) {
            return;
        }
        assertThat(Arrays.deepEquals(
                                Arrays.stream(own).map(MadeRecordsTest::onHost).toArray(),
                                byJava == null || thrown instanceof NullPointerException ? expected : launch.copies())
                        || gpu.backend().equals("cpu"))
                .isTrue();
    }

    /** Kernels that read what may be null. */
    static final class Refused {
        private Refused() {}

        @GpuKernel
        static int ofAFilter(Body[] bodies) {
            Body[] heavy = new Body[bodies.length];
            int n = 0;
            for (int i = 0; i < bodies.length; i++) {
                if (bodies[i].mass() > 3) {
                    heavy[n++] = bodies[i];
                }
            }
            int sum = 0;
            for (int i = 0; i < n; i++) {
                sum += heavy[i].mass();
            }
            return sum;
        }

        @GpuKernel
        static int ofACopy(Body[] bodies, int n) {
            Body[] copy = Arrays.copyOf(bodies, n);
            return copy[n - 1].mass();
        }

        @GpuKernel
        static void copyOfAFilter(Body[] bodies, Body[] out) {
            Body[] heavy = new Body[bodies.length];
            int n = 0;
            for (int i = 0; i < bodies.length; i++) {
                if (bodies[i].mass() > 3) {
                    heavy[n++] = bodies[i];
                }
            }
            System.arraycopy(heavy, 0, out, 0, out.length);
        }

        @GpuKernel
        static int ofTwoBranchesOfThree(Body[] bodies) {
            Body[] some = new Body[bodies.length];
            int sum = 0;
            for (int i = 0; i < some.length; i++) {
                if (bodies[i].mass() > 3) {
                    some[i] = bodies[i];
                } else if (bodies[i].mass() < 0) {
                    some[i] = bodies[0];
                }
                sum += some[i].mass();
            }
            return sum;
        }

        @GpuKernel
        static int inABranchBeforeItIsStored(Body[] bodies) {
            Body[] some = new Body[bodies.length];
            int sum = 0;
            for (int i = 0; i < some.length; i++) {
                if (bodies[i].mass() > 3) {
                    some[i] = bodies[i];
                } else {
                    sum += some[i].mass();
                    some[i] = bodies[0];
                }
            }
            return sum;
        }

        @GpuKernel
        static int beforeItIsStored(int n) {
            Body[] all = new Body[n];
            int first = all[0].mass();
            for (int i = 0; i < n; i++) {
                all[i] = new Body(new Vector(0, 0), first);
            }
            return first;
        }

        @GpuKernel
        static Body[] ofTheNext(int n) {
            Body[] all = new Body[n];
            for (int i = 0; i < n; i++) {
                all[i] = new Body(new Vector(0, 0), i < n - 1 ? all[i + 1].mass() : 0);
            }
            return all;
        }

        @GpuKernel
        static Body[] setInSomeSteps(Body[] bodies, int steps) {
            Body[] now = bodies;
            for (int step = 0; step < steps; step++) {
                Body[] next = new Body[bodies.length];
                for (int i = 0; step != 2 && i < bodies.length; i++) {
                    next[i] = now[i].moved(1);
                }
                now = next;
            }
            return now;
        }

        @GpuKernel
        static Body[] notAllInSteps(Body[] bodies, int steps) {
            Body[] now = bodies;
            for (int step = 0; step < steps; step++) {
                Body[] next = new Body[bodies.length];
                if (step != 2) {
                    for (int i = 0; i < bodies.length; i++) {
                        next[i] = now[i].moved(1);
                    }
                }
                now = next;
            }
            return now;
        }

        @GpuKernel
        static Body[] longerThanWhatIsSet(Body[] bodies, int steps) {
            Body[] now = bodies;
            int n = bodies.length;
            for (int step = 0; step < steps; step++) {
                Body[] next = new Body[bodies.length + step];
                for (int i = 0; i < n; i++) {
                    next[i] = now[i].moved(1);
                }
                n = bodies.length + step;
                now = next;
            }
            return now;
        }

        @GpuKernel
        static Body[] clonesOfWhatIsNotSet(Body[] bodies, int steps) {
            Body[] now = new Body[bodies.length];
            for (int step = 0; step < steps; step++) {
                Body[] next = now.clone();
                for (int i = 1; i < next.length; i++) {
                    next[i] = now[i - 1].moved(step);
                }
                now = next;
            }
            return now;
        }

        @GpuKernel
        static int ofTheLast(int n) {
            Body[] all = new Body[n];
            for (int i = 0; i < n - 1; i++) {
                all[i] = new Body(new Vector(0, 0), i);
            }
            return all[n - 1].mass();
        }
    }

    /** The checks of a copy are methods of ours, of which no user has heard. */
    @Test
    void whatACopyThrowsIsThrownInTheKernel() {
        for (Gpu gpu : List.of(Gpu.all().getLast(), OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)))) {
            Kernel copy = Kernel.of(MadeRecordKernels.class, "arraycopy");
            assertThatThrownBy(() -> gpu.run(() -> copy.launch(bodies(3), 0, bodies(3), 0, -1)))
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                    .satisfies(thrown -> assertThat(thrown.getStackTrace()[0].getMethodName())
                            .isEqualTo("arraycopy"));
            Kernel part = Kernel.of(MadeRecordKernels.class, "copyOfRange");
            assertThatThrownBy(() -> gpu.run(() -> part.launch(bodies(3), 2, 1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(thrown -> assertThat(thrown.getStackTrace()[0].getMethodName())
                            .isEqualTo("copyOfRange"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ofAFilter",
                "ofACopy",
                "copyOfAFilter",
                "beforeItIsStored",
                "ofTwoBranchesOfThree",
                "inABranchBeforeItIsStored",
                "ofTheNext",
                "ofTheLast",
                "setInSomeSteps",
                "notAllInSteps",
                "longerThanWhatIsSet",
                "clonesOfWhatIsNotSet"
            })
    void readingWhatMayBeNullIsRefused(String kernel) {
        assertThatExceptionOfType(KernelRejectedException.class)
                .isThrownBy(() -> Kernel.of(Refused.class, kernel).schedule())
                .withMessageContaining("[NullRecord]");
    }
}
