package dev.gpukernel.internal.tornado;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.internal.backend.Backend.Probe;
import dev.gpukernel.internal.backend.Device;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Where TornadoVM is found, and what is said where it is not. */
class TornadoBackendTest {
    /** Has the stand-in but for one class. */
    private static final class Without extends ClassLoader {
        private final String missing;

        Without(String missing) {
            super(ClassLoader.getPlatformClassLoader());
            this.missing = missing;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.startsWith("uk.ac.manchester.") || name.endsWith(missing)) {
                throw new ClassNotFoundException(name);
            }
            String file = name.replace('.', '/') + ".class";
            try (InputStream in = TornadoBackendTest.class.getClassLoader().getResourceAsStream(file)) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static String reason(TornadoBackend backend) {
        return switch (backend.probe()) {
            case Probe.Absent(String reason) -> reason;
            case Probe.Present present -> throw new AssertionError(present);
        };
    }

    @Test
    void theStandInIsNotChosen() {
        assertThat(reason(new TornadoBackend())).contains("Java was not started with TornadoVM's SDK");
        assertThat(Gpu.backends())
                .filteredOn(status -> status.name().equals(TornadoBackend.NAME))
                .singleElement()
                .satisfies(status -> assertThat(status.devices()).isEmpty());
    }

    @Test
    void tellsThatThereIsNoApi() {
        assertThat(reason(new TornadoBackend(new Without("TaskGraph"), false))).contains("TaskGraph");
    }

    @Test
    void namesWhatIsMissing() {
        assertThat(reason(new TornadoBackend(new Without(".GridScheduler"), false)))
                .startsWith("[TornadoIncomplete]")
                .contains("GridScheduler");
        assertThat(reason(new TornadoBackend(new Without(".types.arrays.ShortArray"), false)))
                .contains("ShortArray");
    }

    @Test
    void findsDevices() {
        assertThat(StandIn.BACKEND.probe()).isInstanceOfSatisfying(Probe.Present.class, present -> {
            Device device = present.devices().getFirst();
            assertThat(device.info().name()).isEqualTo("Stand-in, PTX");
            assertThat(device.info().driverVersion()).startsWith("TornadoVM ");
        });
    }

    private static TornadoApi.Found device(String backend) {
        TornadoApi api = requireNonNull(TornadoApi.find(StandIn.class.getClassLoader()));
        return new TornadoApi.Found(
                backend,
                backend + " 0",
                1L << 30,
                1 << 15,
                api.devices().getFirst().handle());
    }

    private static Probe found(String... backends) {
        TornadoApi api = requireNonNull(TornadoApi.find(StandIn.class.getClassLoader()));
        return TornadoBackend.found(
                api, Arrays.stream(backends).map(TornadoBackendTest::device).toList());
    }

    @Test
    void takesNoDeviceWhoseResultsAreNotJavas() {
        assertThat(found("OPENCL", "SPIRV"))
                .isInstanceOfSatisfying(
                        Probe.Absent.class,
                        absent -> assertThat(absent.reason())
                                .contains("backend OPENCL, SPIRV only")
                                .contains("PTX or CUDA"));
        assertThat(found())
                .isInstanceOfSatisfying(
                        Probe.Absent.class,
                        absent -> assertThat(absent.reason()).contains("finds no device"));
    }

    @Test
    void prefersPtx() {
        assertThat(found("CUDA", "OPENCL", "PTX"))
                .isInstanceOfSatisfying(
                        Probe.Present.class,
                        present -> assertThat(present.devices())
                                .extracting(device -> device.info().name())
                                .containsExactly("PTX 0, PTX", "CUDA 0, CUDA"));
    }

    @Test
    void aFailedCompilationFails() {
        assertThat(StandIn.BACKEND.probe()).isNotNull();
        assertThat(System.getProperty("tornado.recover.bailout")).isEqualTo("False");
    }
}
