package dev.gpukernel.processor;

import static dev.gpukernel.diagnostic.Message.LAUNCHER_NAME_TAKEN;

import dev.gpukernel.GpuKernel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Checks the declarations of {@link GpuKernel} methods and generates a class of launchers beside each class that has some. */
public final class GpuKernelProcessor extends AbstractProcessor {
    /** Option that leaves the bodies of kernels to their first launch, if it is {@code false}. */
    static final String CHECKED_AT_COMPILE_TIME = "gpukernel.checkedAtCompileTime";

    /** All options of all processors: of one that no processor that runs knows, javac warns. */
    static final Set<String> OPTIONS = Set.of(CHECKED_AT_COMPILE_TIME, HostLoops.OPTION, CudaCompilation.OPTION);

    private final Set<String> takenNames = new HashSet<>();

    /** Classes with kernels whose declaration names a type that does not exist yet. By name, as elements last one round. */
    private final Set<String> deferred = new LinkedHashSet<>();

    /** Launchers of a round, which are written together. */
    private final Map<TypeElement, String> launchers = new LinkedHashMap<>();

    private Sources sources = new Sources.UnknownSources();
    private boolean checksBodies = true;

    /** Made by the compiler. */
    public GpuKernelProcessor() {}

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of(GpuKernel.class.getName());
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public Set<String> getSupportedOptions() {
        return OPTIONS;
    }

    @Override
    public synchronized void init(ProcessingEnvironment environment) {
        super.init(environment);
        checksBodies = !"false".equals(environment.getOptions().get(CHECKED_AT_COMPILE_TIME));
        Guard.run(environment.getMessager(), "its environment", null, () -> sources = Sources.of(environment));
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        Guard.run(processingEnv.getMessager(), "a round", null, () -> processRound(annotations, round));
        return false; // other processors may have a use for the annotation
    }

    private void processRound(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        sources.addRoots(round.getRootElements());
        for (Element root : round.getRootElements()) {
            takenNames.add(root.toString());
            if (root instanceof TypeElement type) {
                guard(type, () -> sources.rejectLocalKernels(type));
            }
        }
        for (TypeElement declaringClass : classesOf(annotations, round)) {
            guard(declaringClass, () -> process(declaringClass, round.processingOver()));
        }
        new LauncherFiles(processingEnv).write(launchers);
        launchers.clear();
    }

    private void guard(TypeElement type, Runnable step) {
        Guard.run(processingEnv.getMessager(), type.toString(), type, step);
    }

    private Set<TypeElement> classesOf(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        Set<TypeElement> classes = new LinkedHashSet<>();
        for (String name : deferred) {
            classes.add(processingEnv.getElementUtils().getTypeElement(name));
        }
        deferred.clear();
        for (TypeElement annotation : annotations) {
            if (annotation.getKind() != ElementKind.ANNOTATION_TYPE) {
                continue; // it is missing, which javac says
            }
            for (Element kernel : round.getElementsAnnotatedWith(annotation)) {
                classes.add((TypeElement) kernel.getEnclosingElement());
            }
        }
        return classes;
    }

    private void process(TypeElement declaringClass, boolean isLastRound) {
        List<ExecutableElement> declared = Kernels.of(declaringClass);
        if (!isLastRound && declared.stream().anyMatch(Kernels::isUnresolved)) {
            deferred.add(declaringClass.getQualifiedName().toString());
            return;
        }
        DeclarationRules declarations = new DeclarationRules(processingEnv.getTypeUtils());
        LauncherRules rules = new LauncherRules(declaringClass);
        List<KernelMethod> launched = new ArrayList<>();
        for (ExecutableElement kernel : declared) {
            // In the last round javac itself reports a type that is still missing.
            if (Kernels.isUnresolved(kernel)) {
                continue;
            }
            List<Finding> mistakes = declarations.check(kernel);
            if (mistakes.isEmpty()) {
                KernelMethod method = KernelMethod.of(kernel, sources.formOf(kernel), docOf(kernel, declaringClass));
                if (isSound(rules.check(method))) {
                    launched.add(method);
                }
            }
            // Said now, mistakes would keep javac from writing the classes, and the bodies from being checked.
            if (!(checksBodies && sources.checkBody(kernel, mistakes))) {
                isSound(mistakes);
            }
        }
        if (!launched.isEmpty()) {
            addLaunchers(declaringClass, launched);
        }
    }

    /** {@return the doc comment, as a launcher can carry it over} */
    private @Nullable String docOf(ExecutableElement kernel, TypeElement declaringClass) {
        String comment = processingEnv.getElementUtils().getDocComment(kernel);
        DocReferences references = new DocReferences(
                declaringClass.getQualifiedName().toString(), name -> sources.typeNamed(kernel, name));
        return comment == null ? null : references.rewrite(comment);
    }

    /** Says what is wrong; {@return whether nothing is}. */
    private boolean isSound(List<Finding> findings) {
        for (Finding finding : findings) {
            finding.printTo(processingEnv.getMessager());
        }
        return findings.isEmpty();
    }

    private void addLaunchers(TypeElement declaringClass, List<KernelMethod> kernels) {
        String name = LauncherName.of(declaringClass).toString();
        if (!takenNames.add(name)) {
            String text = LAUNCHER_NAME_TAKEN.format(declaringClass.getQualifiedName(), name);
            processingEnv.getMessager().printError(text, declaringClass);
            return;
        }
        launchers.put(
                declaringClass, new LauncherSource(processingEnv.getElementUtils(), declaringClass, kernels).text());
    }
}
