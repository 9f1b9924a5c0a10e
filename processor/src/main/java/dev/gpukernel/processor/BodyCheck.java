package dev.gpukernel.processor;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import javax.lang.model.element.Element;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * Has the bodies of kernels checked when their classes are written, and tells what is wrong once all classes are: an error any
 * earlier would keep javac from writing the others, and their kernels from being checked.
 */
final class BodyCheck implements TaskListener {
    private final CompiledClasses classes;
    private final KernelChecks checks;
    private final BodyErrors errors;
    private final Consumer<BodyCheck> leave;

    /** Top-level classes that are to be written yet, as far as known. */
    private final Set<String> awaited = new HashSet<>();

    private boolean isFirstRound = true;
    private @Nullable Boolean knowsAllSources;

    /**
     * Prepares to check.
     *
     * @param leave ends that this listens to javac
     */
    BodyCheck(CompiledClasses classes, BodyErrors errors, Consumer<BodyCheck> leave) {
        this.classes = classes;
        this.checks = new KernelChecks(classes);
        this.errors = errors;
        this.leave = leave;
    }

    /** Notes a kernel whose declaration is sound, and the class that its source is of. */
    void add(Check check, String topLevelClass) {
        checks.add(check, topLevelClass);
    }

    /** Notes the classes of a round of annotation processing. A processor is first called when it has something to do. */
    void addRoots(Set<? extends Element> roots) {
        if (knowsAllSources == null) {
            knowsAllSources = isFirstRound;
        }
        for (Element root : roots) {
            if (root instanceof TypeElement type) {
                await(type.getQualifiedName().toString());
            }
        }
    }

    private void await(String name) {
        classes.addSource(name);
        awaited.add(name);
    }

    @Override
    public void finished(TaskEvent event) {
        errors.guard("the check of kernels", () -> {
            switch (event.getKind()) {
                case PARSE -> addSources(event.getCompilationUnit());
                case ANNOTATION_PROCESSING_ROUND -> isFirstRound = false;
                case ANNOTATION_PROCESSING -> leaveIfIdle();
                case GENERATE -> written(event);
                case COMPILATION -> tell();
                default -> {}
            }
        });
    }

    /** Sources that other processors generate, or that javac finds on its source path. */
    private void addSources(CompilationUnitTree unit) {
        String inPackage = unit.getPackageName() == null ? "" : unit.getPackageName() + ".";
        for (Tree declaration : unit.getTypeDecls()) {
            if (declaration instanceof ClassTree type) {
                await(inPackage + type.getSimpleName());
            }
        }
    }

    /** A compilation without kernels goes on as if there were no processor. */
    private void leaveIfIdle() {
        if (checks.isEmpty()) {
            leave.accept(this);
        }
    }

    private void written(TaskEvent event) {
        TypeElement type = event.getTypeElement();
        if (type == null) {
            return;
        }
        classes.addWritten(type, event.getSourceFile());
        // A top-level class is written after those in it.
        if (type.getNestingKind() == NestingKind.TOP_LEVEL) {
            String name = type.getQualifiedName().toString();
            awaited.remove(name);
            checks.begin(name);
            if (awaited.isEmpty() && Boolean.TRUE.equals(knowsAllSources)) {
                tell();
            }
        }
    }

    private void tell() {
        if (checks.isEmpty()) {
            return;
        }
        for (Check check : checks.finish()) {
            MethodKey kernel = check.kernel();
            String what = "the check of kernel " + kernel.owner().replace('/', '.') + "." + kernel.name();
            errors.guard(what, () -> errors.print(check));
        }
    }
}
