package dev.gpukernel.internal.tornado;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.internal.backend.Backend.Probe;
import dev.gpukernel.internal.backend.Device;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Where TornadoVM is found, and what is said where it is not. */
class TornadoBackendTest {
    /** Has the stand-in but for one class. */
    private static final class Without extends ClassLoader {
        private final String missing;
        private final byte[] instead;

        Without(String missing) {
            this(missing, new byte[0]);
        }

        Without(String missing, byte[] instead) {
            super(ClassLoader.getPlatformClassLoader());
            this.missing = missing;
            this.instead = instead;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (instead.length > 0 && name.endsWith(missing)) {
                return defineClass(name, instead, 0, instead.length);
            }
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
        return reason(backend.probe());
    }

    private static String reason(Probe probe) {
        return switch (probe) {
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
    void tellsHowToStartWithIt() {
        assertThat(reason(new TornadoBackend()))
                .contains("API on the class path is not enough", "java @", "tornado-argfile");
        assertThat(TornadoBackend.howToStart(null, false))
                .contains("set TORNADOVM_HOME", "java @$TORNADOVM_HOME/tornado-argfile")
                .doesNotContain("API");
        assertThat(TornadoBackend.howToStart("/opt/tornado", false))
                .isEqualTo("start it with the argument file: java @/opt/tornado/tornado-argfile ...");
    }

    /** {@return a class that cannot be initialised, as TornadoVM's are where it finds no driver} */
    private static byte[] failing(String name, String text) {
        ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        type.visit(Opcodes.V21, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        MethodVisitor code = type.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
        String error = "java/lang/UnsatisfiedLinkError";
        code.visitTypeInsn(Opcodes.NEW, error);
        code.visitInsn(Opcodes.DUP);
        code.visitLdcInsn(text);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, error, "<init>", "(Ljava/lang/String;)V", false);
        code.visitInsn(Opcodes.ATHROW);
        code.visitMaxs(0, 0);
        code.visitEnd();
        MethodVisitor runtime = type.visitMethod(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
                "getTornadoRuntime",
                "()Luk/ac/manchester/tornado/api/TornadoRuntime;",
                null,
                null);
        runtime.visitInsn(Opcodes.ACONST_NULL);
        runtime.visitInsn(Opcodes.ARETURN);
        runtime.visitMaxs(0, 0);
        runtime.visitEnd();
        return type.toByteArray();
    }

    @Test
    void namesTheDriverAndTheFirstCause() {
        String name = "uk/ac/manchester/tornado/api/runtime/TornadoRuntimeProvider";
        assertThat(reason(new TornadoBackend(
                        new Without(".TornadoRuntimeProvider", failing(name, "no tornado-ptx: libcuda.so.1")), false)))
                .contains("UnsatisfiedLinkError: no tornado-ptx: libcuda.so.1")
                .doesNotContain("ExceptionInInitializerError");
        assertThat(reason(found())).contains("finds no device", "NVIDIA driver (libcuda.so.1");
    }

    @Test
    void causesAreNotCutOff() {
        Throwable root = new IllegalStateException("no device");
        Throwable wrapped = new RuntimeException("while looking", new InvocationTargetException(root));
        assertThat(TornadoApi.withCauses(new ExceptionInInitializerError(wrapped)))
                .isEqualTo("java.lang.RuntimeException: while looking, caused by java.lang.IllegalStateException: no"
                        + " device");
        assertThat(TornadoApi.withCauses(new RuntimeException(root)))
                .isEqualTo("java.lang.IllegalStateException: no device");
        assertThat(TornadoApi.withCauses(new StackOverflowError())).isEqualTo("java.lang.StackOverflowError");
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
