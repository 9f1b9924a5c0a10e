package dev.gpukernel.internal.tornado;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.backend.HeapMemory;
import dev.gpukernel.internal.backend.HostStream;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.jit.CompilerSteps;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import uk.ac.manchester.tornado.api.StandInRuntime;

/** Arrays that stay on the device, of which the stand-in keeps copies for each plan, as TornadoVM does. */
class TornadoResidencyTest {
    private static final int ELEMENTS = 1000;
    private static final HostStream STREAM = new HostStream();

    private static Kernel kernel(String name) {
        return Kernel.of(TornadoKernels.class, name);
    }

    private static float[] random(SplittableRandom random) {
        float[] floats = new float[ELEMENTS];
        for (int i = 0; i < ELEMENTS; i++) {
            floats[i] = random.nextInt(100);
        }
        return floats;
    }

    @Test
    void movesNothingOfArraysThatStay() {
        float[] x = random(new SplittableRandom(1));
        try (GpuArray<float[]> deviceX = StandIn.GPU.upload(x);
                GpuArray<float[]> deviceY = StandIn.GPU.upload(new float[ELEMENTS])) {
            long moved = 0;
            for (int i = 0; i < 10; i++) {
                moved = StandInRuntime.bytesMoved();
                StandIn.GPU.run(() -> kernel("saxpy").launch(1f, deviceX, deviceY));
            }
            assertThat(StandInRuntime.bytesMoved() - moved)
                    .as("of the last launch, with the same numbers as before")
                    .isZero();
            float[] y = deviceY.toHost();
            for (int i = 0; i < ELEMENTS; i++) {
                assertThat(y[i]).isEqualTo(10 * x[i]);
            }
        }
    }

    @Test
    void numbersThatChangeAfterAllAreMoved() {
        float[] x = random(new SplittableRandom(1));
        float[] expected = new float[ELEMENTS];
        try (GpuArray<float[]> deviceX = StandIn.GPU.upload(x);
                GpuArray<float[]> deviceY = StandIn.GPU.upload(expected)) {
            for (float a : new float[] {1, 1, 1, 2, 3, 3, 1, Float.POSITIVE_INFINITY, 1}) {
                StandIn.GPU.run(() -> kernel("saxpy").launch(a, deviceX, deviceY));
                for (int i = 0; i < ELEMENTS; i++) {
                    expected[i] = a * x[i] + expected[i];
                }
            }
            assertThat(deviceY.toHost()).isEqualTo(expected);
        }
    }

    /** Code for the first launches does not even take the array that the last one reads, and another plan has the newest of it. */
    @Test
    void anArrayThatCodeForOtherNumbersDoesNotTouchIsSeenAsItIs() {
        float[] from = random(new SplittableRandom(2));
        try (GpuArray<float[]> deviceFrom = StandIn.GPU.upload(from);
                GpuArray<float[]> x = StandIn.GPU.upload(new float[ELEMENTS]);
                GpuArray<float[]> y = StandIn.GPU.upload(new float[ELEMENTS])) {
            for (int i = 0; i < 4; i++) {
                StandIn.GPU.run(() -> kernel("addIf").launch(false, x, y));
            }
            for (int i = 0; i < 4; i++) {
                StandIn.GPU.run(() -> kernel("turnAround").launch(deviceFrom, x));
            }
            StandIn.GPU.run(() -> kernel("addIf").launch(true, x, y));
            float[] sums = y.toHost();
            for (int i = 0; i < ELEMENTS; i++) {
                assertThat(sums[i]).isEqualTo(4 + from[ELEMENTS - 1 - i]);
            }
        }
    }

    @Test
    void codeForAlikeLaunchesHasNoChecksWhereNoneCanFail() {
        try (TornadoExecutable turnAround = executable("turnAround")) {
            assertThat(mayFault(turnAround, ELEMENTS, ELEMENTS)).isFalse();
            assertThat(mayFault(turnAround, ELEMENTS - 1, ELEMENTS)).isTrue();
            assertThat(mayFault(turnAround, ELEMENTS + 1, ELEMENTS)).isFalse();
        }
        try (TornadoExecutable everyThird = executable("everyThird")) {
            assertThat(mayFault(everyThird, ELEMENTS)).isFalse();
        }
    }

    /** {@return whether code for arrays of certain lengths has any use for what faults leave} */
    private static boolean mayFault(TornadoExecutable executable, int... lengths) {
        List<TornadoMemory> memories = Arrays.stream(lengths)
                .mapToObj(length -> new TornadoMemory(new HeapMemory(new float[length])))
                .toList();
        PlanKey key = PlanKey.of(new Shape(4, 1, 1, 256, 1, 1, 0), memories);
        long[] values = Arrays.stream(lengths).asLongStream().toArray();
        return special(executable, key, values).layout().mayFault();
    }

    @Test
    void codeForAlikeLaunchesTakesTheArraysAlone() {
        try (TornadoExecutable saxpy = executable("saxpy")) {
            // As many threads as elements, so that there is not even a guard.
            PlanKey key = PlanKey.of(new Shape(ELEMENTS / 250, 1, 1, 250, 1, 1, 0), List.of(memory(), memory()));
            long[] values = {Float.floatToRawIntBits(2), ELEMENTS, ELEMENTS};
            assertThat(special(saxpy, key, values).kernel().arguments())
                    .hasSize(2)
                    .allMatch(KernelLayout.Argument.OfArray.class::isInstance);
        }
    }

    private static TornadoCode special(TornadoExecutable executable, PlanKey key, long... values) {
        return Objects.requireNonNull(executable.ofAlike().of(key, values));
    }

    @Test
    void codeForAlikeLaunchesIsMadeOnceAndForABoundedNumberOfKinds() {
        try (TornadoExecutable saxpy = executable("saxpy")) {
            PlanKey key = PlanKey.of(new Shape(4, 1, 1, 256, 1, 1, 0), List.of(memory(), memory()));
            for (int a = 0; a < AlikeCode.MOST; a++) {
                assertThat(special(saxpy, key, a, ELEMENTS, ELEMENTS))
                        .isSameAs(special(saxpy, key, a, ELEMENTS, ELEMENTS));
            }
            assertThat(saxpy.ofAlike().of(key, new long[] {AlikeCode.MOST, ELEMENTS, ELEMENTS}))
                    .isNull();
        }
    }

    /** Each plan has copies of its own, so what another plan or the host has changed must have been moved. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyoneSeesWhatAnyoneWrote(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[][] expected = {random(random), random(random), random(random)};
        @SuppressWarnings({"unchecked", "rawtypes"})
        GpuArray<float[]>[] arrays = new GpuArray[expected.length];
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = StandIn.GPU.upload(expected[i]);
        }
        for (int step = 0; step < 60; step++) {
            int to = random.nextInt(arrays.length);
            int from = (to + 1 + random.nextInt(arrays.length - 1)) % arrays.length;
            switch (random.nextInt(6)) {
                case 0 -> {
                    expected[to] = random(random);
                    arrays[to].copyFrom(expected[to]);
                }
                case 1 -> {
                    arrays[to].close();
                    expected[to] = random(random);
                    arrays[to] = StandIn.GPU.upload(expected[to]);
                }
                case 2 -> assertThat(arrays[to].toHost()).isEqualTo(expected[to]);
                default -> launchAgainAndAgain(random, arrays[from], expected[from], arrays[to], expected[to]);
            }
        }
        for (int i = 0; i < arrays.length; i++) {
            assertThat(arrays[i].toHost()).isEqualTo(expected[i]);
            arrays[i].close();
        }
    }

    private static void launchAgainAndAgain(
            SplittableRandom random,
            GpuArray<float[]> from,
            float[] expectedFrom,
            GpuArray<float[]> to,
            float[] expectedTo) {
        int times = 1 + random.nextInt(6);
        int which = random.nextInt(3);
        float a = random.nextInt(-1, 2);
        for (int i = 0; i < times; i++) {
            switch (which) {
                case 0 -> {
                    StandIn.GPU.run(() -> kernel("saxpy").launch(a, from, to));
                    for (int k = 0; k < ELEMENTS; k++) {
                        expectedTo[k] = a * expectedFrom[k] + expectedTo[k];
                    }
                }
                case 1 -> {
                    StandIn.GPU.run(() -> kernel("turnAround").launch(from, to));
                    for (int k = 0; k < ELEMENTS; k++) {
                        expectedTo[k] = expectedFrom[ELEMENTS - 1 - k];
                    }
                }
                default -> {
                    StandIn.GPU.run(() -> kernel("everyThird").launch(Launch.covering(ELEMENTS), to));
                    for (int k = 0; k < ELEMENTS; k += 3) {
                        expectedTo[k] = k;
                    }
                }
            }
        }
    }

    @Test
    void anArrayThatIsClosedTakesItsPlansAlong() throws Exception {
        try (TornadoExecutable saxpy = executable("saxpy")) {
            TornadoMemory x = memory();
            TornadoMemory y = memory();
            launch(saxpy, 1, x, y);
            assertThat(saxpy.residents().size()).isZero();
            launch(saxpy, 1, x, y);
            assertThat(saxpy.residents().size()).isEqualTo(1);
            x.close();
            assertThat(saxpy.residents().size()).isZero();
            assertThat(((float[]) y.atHome().array())[0]).isEqualTo(3);
        }
    }

    @Test
    void keepsABoundedNumberOfPlans() throws Exception {
        try (TornadoExecutable saxpy = executable("saxpy")) {
            TornadoMemory[] all = new TornadoMemory[3 * ResidentPlans.MOST];
            for (int i = 0; i < all.length; i++) {
                all[i] = memory();
                for (int times = 1; times <= 3; times++) {
                    launch(saxpy, 1, memory(), all[i]);
                    launch(saxpy, 1, all[i], all[i]);
                }
            }
            assertThat(saxpy.residents().size()).isLessThanOrEqualTo(ResidentPlans.MOST);
            for (TornadoMemory each : all) {
                // 2 (y + 1) three times, from 1 on
                assertThat(((float[]) each.atHome().array())[7]).isEqualTo(22);
            }
        }
    }

    @Test
    void aFaultLeavesWhatWasWrittenAndNoTraceInTheNextLaunch() {
        double[] y = new double[ELEMENTS];
        try (GpuArray<float[]> deviceX = StandIn.GPU.upload(new float[ELEMENTS]);
                GpuArray<double[]> deviceY = StandIn.GPU.upload(y);
                GpuArray<long[]> deviceZ = StandIn.GPU.upload(new long[ELEMENTS])) {
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 20; i++) {
                    StandIn.GPU.run(() -> kernel("complain").launch(deviceX, deviceY, deviceZ));
                }
                int bad = 10 + round;
                y[bad] = -1;
                deviceY.copyFrom(y);
                for (int i = 0; i < 20; i++) {
                    assertThat(catchThrowable(() ->
                                    StandIn.GPU.run(() -> kernel("complain").launch(deviceX, deviceY, deviceZ))))
                            .isExactlyInstanceOf(ArithmeticException.class)
                            .hasMessage("of 0, -1.0")
                            .satisfies(thrown ->
                                    assertThat(thrown.getSuppressed()[0]).hasMessageContaining("[" + bad));
                }
                y[bad] = 0;
                deviceY.copyFrom(y);
            }
            assertThat(deviceX.toHost()).containsOnly(1);
        }
    }

    private static TornadoExecutable executable(String name) {
        Method kernel = Arrays.stream(TornadoKernels.class.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return (TornadoExecutable)
                StandIn.device().compile(CompilerSteps.compilePlainly(kernel).unit(0));
    }

    private static TornadoMemory memory() {
        float[] ones = new float[ELEMENTS];
        Arrays.fill(ones, 1);
        return new TornadoMemory(new HeapMemory(ones));
    }

    private static void launch(TornadoExecutable saxpy, float a, TornadoMemory x, TornadoMemory y) throws Exception {
        try (Invocation invocation = saxpy.newInvocation()) {
            invocation.setScalar(0, Float.floatToRawIntBits(a));
            invocation.setArray(1, x);
            invocation.setArray(2, y);
            invocation.launch(new Shape(4, 1, 1, 256, 1, 1, 0), STREAM);
        }
    }
}
