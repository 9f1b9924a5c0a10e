package dev.gpukernel.internal.tornado;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.Engine;
import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.Kernel;
import dev.gpukernel.Settings;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Backend;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.DeviceInfo;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** What TornadoVM cannot run, and nobody asked it for, runs by another backend on the same GPU. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
@SuppressWarnings("ReferenceEquality") // of the very same objects
class SameGpuTest {
    /** A device with memory of its own, under another name. */
    private record Cuda(String device, int ordinal) implements Backend {
        @Override
        public String name() {
            return "cuda";
        }

        @Override
        public int priority() {
            return 20;
        }

        @Override
        public Probe probe() {
            Device device = new InterpretedDevice.Interpreted(Long.MAX_VALUE, Long.MAX_VALUE).device();
            return new Probe.Present(List.of((Device) Proxy.newProxyInstance(
                    SameGpuTest.class.getClassLoader(), new Class<?>[] {Device.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("info")) {
                            DeviceInfo own = device.info();
                            return new DeviceInfo(
                                    "cuda", ordinal, device(), null, "1", own.totalMemory(), own.limits());
                        }
                        if (method.getName().equals("hashCode")) {
                            return System.identityHashCode(proxy);
                        }
                        if (method.getName().equals("equals")) {
                            return proxy == arguments[0];
                        }
                        try {
                            return method.invoke(device, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    })));
        }
    }

    private static final class Logged extends Handler implements AutoCloseable {
        private final Logger logger = Logger.getLogger("dev.gpukernel.internal.jit.JitKernel");
        private final List<String> texts = new ArrayList<>();

        Logged() {
            logger.setUseParentHandlers(false);
            logger.addHandler(this);
        }

        @Override
        public void publish(LogRecord logged) {
            texts.add(logged.getMessage());
        }

        @Override
        public void flush() {
            // Nothing is kept.
        }

        @Override
        public void close() {
            logger.removeHandler(this);
            logger.setUseParentHandlers(true);
        }
    }

    private static Engine engine(String device, int ordinal) {
        return OtherEngine.of(StandIn.BACKEND, new Cuda(device, ordinal));
    }

    private static Kernel fused(Engine engine) {
        return engine.kernel(MethodHandles.lookup(), TornadoKernels.class, "fused");
    }

    private static void assertRefused(Runnable launch) {
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(launch::run)
                .satisfies(thrown -> assertThat(thrown.code()).isEqualTo(Message.TORNADO_UNSUPPORTED))
                .withMessageContaining("with arrays on the host in place of GpuArrays");
    }

    @Test
    void hostArraysMoveThereOnce() {
        Engine engine = engine("Stand-in", 0);
        Kernel fused = fused(engine);
        assertThat(engine.current().backend()).isEqualTo("tornado");
        try (Logged log = new Logged()) {
            for (int i = 0; i < 3; i++) {
                float[] x = {1, 2, 0.1f};
                fused.launch((Object) x);
                assertThat(x).containsExactly(2, 5, Math.fma(0.1f, 0.1f, 1f));
            }
            assertThat(log.texts)
                    .singleElement()
                    .asString()
                    .startsWith("[TornadoLeft] kernel")
                    .contains("fused runs on Stand-in (cuda 0) instead of Stand-in, PTX (tornado 0)", "Math.fma");
        }
    }

    @Test
    void othersStay() {
        Engine engine = engine("Stand-in", 0);
        Kernel add = engine.kernel(MethodHandles.lookup(), SameGpuTest.class, "twice");
        try (Logged log = new Logged()) {
            int[] x = {1, 2};
            add.launch((Object) x);
            assertThat(x).containsExactly(2, 4);
            assertThat(log.texts).isEmpty();
        }
    }

    @dev.gpukernel.GpuKernel
    static void twice(int[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] *= 2;
        }
    }

    @Test
    void arraysOnTheDeviceFailAlsoAfterwards() {
        Engine engine = engine("Stand-in", 0);
        Kernel fused = fused(engine);
        Gpu gpu = engine.current();
        try (GpuArray<float[]> x = gpu.upload(new float[] {1});
                Logged log = new Logged()) {
            assertRefused(() -> fused.launch(x));
            fused.launch((Object) new float[] {1});
            assertRefused(() -> fused.launch(x));
            assertThat(log.texts).hasSize(1);
        }
    }

    @Test
    void anotherGpuIsNotTaken() {
        assertRefused(() -> fused(engine("Another", 0)).launch((Object) new float[] {1}));
        assertRefused(() -> fused(engine("Stand-in", 1)).launch((Object) new float[] {1}));
    }

    @Test
    void whoAsksForItGetsIt() {
        System.setProperty(Settings.BACKEND, "Tornado");
        try {
            assertRefused(() -> fused(engine("Stand-in", 0)).launch((Object) new float[] {1}));
        } finally {
            System.clearProperty(Settings.BACKEND);
        }
    }
}
