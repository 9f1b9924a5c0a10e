package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is refused before anything is launched, and with what words. */
abstract class RefusalContract {
    private final KernelContract contract;

    RefusalContract(KernelContract contract) {
        this.contract = contract;
    }

    private void refuses(Message message, Runnable launch, String... words) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> contract.gpu().run(launch))
                .withMessageStartingWith("[" + message.code() + "]")
                .satisfies(e -> assertThat(List.of(words))
                        .allSatisfy(word -> assertThat(e.getMessage()).contains(word)));
    }

    private static Kernel loop() {
        return KernelContract.kernel("addLoop");
    }

    private static Kernel grid() {
        return KernelContract.kernel("addGrid");
    }

    private static float[] array() {
        return new float[10];
    }

    private void refusesLaunch(Launch launch, int limit, int value) {
        float[] c = array();
        refuses(
                Message.LAUNCH_LIMIT,
                () -> grid().launch(launch, array(), array(), c),
                String.valueOf(limit),
                String.valueOf(value));
        assertThat(c).containsOnly(0);
    }

    @Test
    final void tooManyThreadsPerBlock() {
        int limit = contract.gpu().limits().threadsPerBlock();
        refusesLaunch(Launch.of(1, limit + 1), limit, limit + 1);
    }

    @Test
    final void tooManyThreadsAlongZ() {
        int limit = contract.gpu().limits().block().z();
        refusesLaunch(Launch.grid(1).block(1, 1, limit + 1), limit, limit + 1);
    }

    @Test
    final void tooManyBlocksAlongY() {
        int limit = contract.gpu().limits().grid().y();
        refusesLaunch(Launch.grid(1, limit + 1).block(1), limit, limit + 1);
    }

    @Test
    final void launchOnALoop() {
        refuses(Message.LAUNCH_ON_LOOP, () -> loop().launch(Launch.covering(10), array(), array(), array()));
    }

    @Test
    final void gridWithoutLaunch() {
        refuses(Message.LAUNCH_MISSING, () -> grid().launch(array(), array(), array()));
    }

    @Test
    final void wrongNumberOfArguments() {
        refuses(Message.ARGUMENT_COUNT, () -> loop().launch(array(), array()), "3", "2");
        refuses(Message.ARGUMENT_COUNT, () -> loop().launch(array(), array(), array(), 1), "3", "4");
    }

    @Test
    final void wrongTypeOfArgument() {
        refuses(Message.ARGUMENT_TYPE, () -> loop().launch(array(), new double[10], array()), "'b'", "double[]");
        refuses(Message.ARGUMENT_TYPE, () -> loop().launch(array(), 1f, array()), "'b'");
        try (GpuArray<int[]> ints = contract.gpu().allocate(int[].class, 10);
                GpuArray<float[]> floats = contract.gpu().allocate(float[].class, 10)) {
            refuses(Message.ARGUMENT_TYPE, () -> loop().launch(floats, ints, floats), "'b'");
        }
    }

    @Test
    final void nullArrayNamingTheParameter() {
        // Behind the null checker's back, as a user's code is.
        Object[] arguments = Arrays.copyOf(new Object[] {array()}, 3);
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> contract.gpu().run(() -> loop().launch(arguments)))
                .withMessageContaining("'b'")
                .withMessageContaining("float[]");
    }

    /** What {@code javac} takes for a shape that is null. */
    @Test
    @SuppressWarnings("NullAway") // Behind the null checker's back.
    final void nullForTheFirstArgument() {
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> contract.gpu().run(() -> loop().launch(null, array(), array())))
                .withMessageStartingWith("[" + Message.NULL_ARRAY.code() + "]")
                .withMessageContaining("'a'");
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> contract.gpu().run(() -> loop().launch(null, array(), array(), array())))
                .withMessageStartingWith("[" + Message.LAUNCH_ON_LOOP.code() + "]");
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> contract.gpu().run(() -> grid().launch(null, array(), array(), array())))
                .withMessageStartingWith("[" + Message.LAUNCH_MISSING.code() + "]");
    }

    @Test
    final void hostArraysAmongGpuArrays() {
        try (GpuArray<float[]> there = contract.gpu().upload(array())) {
            refuses(Message.MIXED_ARGUMENTS, () -> loop().launch(there, array(), there));
        }
    }

    @Test
    final void closedArray() {
        GpuArray<float[]> closed = contract.gpu().upload(array());
        assertThat(closed.isClosed()).isFalse();
        closed.close();
        closed.close();
        assertThat(closed.isClosed()).isTrue();
        List<Runnable> uses = List.of(
                () -> loop().launch(closed, closed, closed),
                () -> closed.copyTo(array()),
                () -> closed.copyFrom(array()),
                closed::toHost);
        for (Runnable use : uses) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> contract.gpu().run(use))
                    .withMessageStartingWith("[" + Message.ARRAY_CLOSED.code() + "]");
        }
    }

    @Test
    final void lengthsThatDiffer() {
        try (GpuArray<float[]> array = contract.gpu().upload(array())) {
            refuses(Message.LENGTH_MISMATCH, () -> array.copyTo(new float[11]), "11", "10");
            refuses(Message.LENGTH_MISMATCH, () -> array.copyFrom(new float[9]), "9", "10");
        }
    }

    @Test
    final void negativeLength() {
        refuses(Message.NEGATIVE_SIZE, () -> contract.gpu().allocate(float[].class, -1), "-1");
    }

    @Test
    final void whatIsNotAnArrayOfPrimitives() {
        refuses(Message.NOT_PRIMITIVE_ARRAY, () -> contract.gpu().upload("text"));
        refuses(Message.NOT_PRIMITIVE_ARRAY, () -> contract.gpu().allocate(String[].class, 1));
    }

    @Test
    final void moreMemoryThanThereIs() {
        Gpu gpu = contract.gpu();
        long bytes = 8L * Integer.MAX_VALUE;
        List<GpuArray<double[]>> held = new ArrayList<>();
        try {
            assertThatExceptionOfType(GpuException.class)
                    .isThrownBy(() -> {
                        for (long left = gpu.totalMemory(); left >= 0; left -= bytes) {
                            held.add(gpu.allocate(double[].class, Integer.MAX_VALUE));
                        }
                    })
                    .withMessageContaining(String.valueOf(bytes))
                    .withMessageContaining(String.valueOf(gpu.totalMemory()));
        } finally {
            held.forEach(GpuArray::close);
        }
    }

    @Test
    final void unknownKernel() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> KernelContract.kernel("noSuchKernel"))
                .withMessageContaining("noSuchKernel");
    }
}
