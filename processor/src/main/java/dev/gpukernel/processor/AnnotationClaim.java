package dev.gpukernel.processor;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Specialise;
import dev.gpukernel.array.Vectorize;
import dev.gpukernel.cuda.CudaFunction;
import dev.gpukernel.cuda.CudaSource;
import dev.gpukernel.cuda.In;
import dev.gpukernel.cuda.InOut;
import dev.gpukernel.cuda.Out;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Generated;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Claims GpuKernel's annotations where that takes nothing from others. Of annotations that nobody claims, {@code javac -Xlint:processing} warns.
 *
 * <p>Once all annotations of a round are claimed, {@code javac} does not ask the processors that come later, not even those for all
 * annotations. So they are claimed only if there is no processor of others, or another annotation is there which javac itself knows, and which nobody
 * claims.
 */
public final class AnnotationClaim extends AbstractProcessor {
    private static final String OF_JAVA = "java.lang.";

    private final boolean isAlone;

    /** Made by the compiler. */
    public AnnotationClaim() {
        this(hasNoOthers());
    }

    /**
     * Makes it.
     *
     * @param isAlone whether no processor of others runs
     */
    AnnotationClaim(boolean isAlone) {
        this.isAlone = isAlone;
    }

    private static boolean hasNoOthers() {
        ModuleLayer layer = AnnotationClaim.class.getModule().getLayer();
        ServiceLoader<Processor> all = layer == null
                ? ServiceLoader.load(Processor.class, AnnotationClaim.class.getClassLoader())
                : ServiceLoader.load(layer, Processor.class);
        try {
            return all.stream().allMatch(one -> isOurs(one.type().getName()));
        } catch (ServiceConfigurationError | LinkageError _) {
            return false;
        }
    }

    private static boolean isOurs(String className) {
        return className.startsWith(AnnotationClaim.class.getPackageName() + ".");
    }

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of(
                GpuKernel.class.getName(),
                Specialise.class.getName(),
                Vectorize.class.getName(),
                CudaSource.class.getName(),
                CudaFunction.class.getName(),
                In.class.getName(),
                Out.class.getName(),
                InOut.class.getName(),
                Generated.class.getName());
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    @SuppressWarnings("DoNotClaimAnnotations") // nobody loses them, as said above
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        boolean areOurs = annotations.stream()
                .filter(annotation -> annotation.getQualifiedName().contentEquals(Generated.class.getName()))
                .flatMap(annotation -> round.getElementsAnnotatedWith(annotation).stream())
                .allMatch(AnnotationClaim::isGeneratedByUs);
        return areOurs && !annotations.isEmpty() && (isAlone || hasAnnotationOfJava(round));
    }

    private static boolean isGeneratedByUs(Element element) {
        Generated generated = element.getAnnotation(Generated.class);
        List<String> by = generated == null ? List.of() : Arrays.asList(generated.value());
        return !by.isEmpty() && by.stream().allMatch(AnnotationClaim::isOurs);
    }

    private static boolean hasAnnotationOfJava(RoundEnvironment round) {
        return round.getRootElements().stream().anyMatch(AnnotationClaim::hasAnnotationOfJava);
    }

    /** Looks where javac looks for annotations: at declarations, down to parameters. */
    private static boolean hasAnnotationOfJava(Element element) {
        return element.getAnnotationMirrors().stream()
                        .anyMatch(
                                mirror -> mirror.getAnnotationType().toString().startsWith(OF_JAVA))
                || element.getEnclosedElements().stream().anyMatch(AnnotationClaim::hasAnnotationOfJava)
                || (element instanceof ExecutableElement method
                        && method.getParameters().stream().anyMatch(AnnotationClaim::hasAnnotationOfJava));
    }
}
