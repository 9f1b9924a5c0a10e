package dev.gpukernel.processor;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** What only the text of the kernels tells. */
interface Sources {
    /** {@return whether the kernel is a plain loop or a grid kernel} */
    KernelForm formOf(ExecutableElement kernel);

    /** {@return the whole name of a type as the text of a kernel names it, {@code null} if there is none or that is not known} */
    @Nullable String typeNamed(ExecutableElement kernel, String name);

    /** Reports kernels in local and anonymous classes, which annotation processing does not visit. */
    void rejectLocalKernels(TypeElement root);

    /** Notes the classes of a round. */
    void addRoots(Set<? extends Element> roots);

    /**
     * Has the body of a kernel checked when all classes are written.
     *
     * @param mistakes what is wrong with its declaration, to be said together with what is found in its body
     * @return whether the mistakes will be said then
     */
    boolean checkBody(ExecutableElement kernel, List<Finding> mistakes);

    /** {@return what reads the sources, or knows nothing where the compiler does not show them} */
    static Sources of(ProcessingEnvironment environment) {
        try {
            return new JavacSources(unwrapped(environment));
        } catch (IllegalArgumentException | LinkageError notJavac) {
            return new UnknownSources();
        }
    }

    /**
     * Gradle hands its incremental processors a wrapper, which javac does not recognize as its own environment. A wrapper
     * keeps what it wraps in a field.
     */
    private static ProcessingEnvironment unwrapped(ProcessingEnvironment environment) {
        for (Field field : environment.getClass().getDeclaredFields()) {
            if (ProcessingEnvironment.class.isAssignableFrom(field.getType())) {
                try {
                    field.setAccessible(true);
                    if (field.get(environment) instanceof ProcessingEnvironment wrapped) {
                        return unwrapped(wrapped);
                    }
                } catch (InaccessibleObjectException | IllegalAccessException closed) {
                    return environment;
                }
            }
        }
        return environment;
    }

    /** Another compiler than javac, or a wrapper around it that keeps it to itself. */
    record UnknownSources() implements Sources {
        @Override
        public KernelForm formOf(ExecutableElement kernel) {
            return KernelForm.EITHER;
        }

        @Override
        public @Nullable String typeNamed(ExecutableElement kernel, String name) {
            return null;
        }

        @Override
        public void rejectLocalKernels(TypeElement root) {}

        @Override
        public void addRoots(Set<? extends Element> roots) {}

        @Override
        public boolean checkBody(ExecutableElement kernel, List<Finding> mistakes) {
            return false;
        }
    }
}
