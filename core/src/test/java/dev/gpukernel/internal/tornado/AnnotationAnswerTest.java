package dev.gpukernel.internal.tornado;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

class AnnotationAnswerTest {
    /** As TornadoVM's interface, but that the method asked about is no compiler's. */
    public interface Provider {
        String[] annotations(Object method);
    }

    /** What answers if this is not there. */
    public static final class Usual implements Provider {
        public Usual() {}

        @Override
        public String[] annotations(Object method) {
            return new String[] {"annotation of " + method};
        }
    }

    @Test
    void answersForGeneratedKernelsAndAsksForOthers() throws Exception {
        byte[] classFile = AnnotationAnswer.emit(Provider.class, Usual.class.getName());
        Provider made = (Provider)
                MethodHandles.lookup().defineClass(classFile).getConstructor().newInstance();
        assertThat(made.annotations("HotSpotMethod<Kernel_VectorOps_saxpy_3.gpu_VectorOps_saxpy(KernelContext)>"))
                .isEmpty();
        assertThat(made.annotations("HotSpotMethod<Users.task(FloatArray)>"))
                .containsExactly("annotation of HotSpotMethod<Users.task(FloatArray)>");
    }

    @Test
    void changesNothingWithoutTornadoVm() throws Exception {
        String before = System.getProperty(AnnotationAnswer.PROPERTY);
        AnnotationAnswer.install(getClass().getClassLoader());
        assertThat(System.getProperty(AnnotationAnswer.PROPERTY)).isEqualTo(before);
    }
}
