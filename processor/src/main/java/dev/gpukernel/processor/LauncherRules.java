package dev.gpukernel.processor;

import static dev.gpukernel.diagnostic.Message.LAUNCHER_RESULT;
import static dev.gpukernel.diagnostic.Message.LAUNCHER_TAKEN;
import static dev.gpukernel.diagnostic.Message.LAUNCHER_TYPE_HIDDEN;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** What a kernel's declaration must be so that Java takes the launcher. A kernel that is looked up by name may be otherwise. */
final class LauncherRules {
    private final String packageName;

    /** Kernels with launchers, by name. */
    private final Map<String, List<KernelMethod>> launched = new HashMap<>();

    LauncherRules(TypeElement declaringClass) {
        this.packageName = QualifiedName.of(declaringClass).packageName();
    }

    /** {@return what is wrong with a sound kernel, or with it beside those before} */
    List<Finding> check(KernelMethod kernel) {
        List<Finding> findings = new ArrayList<>();
        for (VariableElement parameter : kernel.element().getParameters()) {
            addHidden(kernel, parameter.asType(), parameter, findings);
        }
        addHidden(kernel, kernel.element().getReturnType(), kernel.element(), findings);
        for (TypeMirror type : kernel.element().getThrownTypes()) {
            addHidden(kernel, type, kernel.element(), findings);
        }
        List<KernelMethod> overloads = launched.computeIfAbsent(kernel.name(), name -> new ArrayList<>());
        for (KernelMethod other : overloads) {
            if (findings.isEmpty() && types(other).equals(types(kernel))) {
                findings.add(new Finding(
                        LAUNCHER_TAKEN.format(kernel.signature(), "'" + other.signature() + "'"), kernel.element()));
            }
            if (findings.isEmpty()
                    && other.sharesLauncher(kernel)
                    && !other.result().equals(kernel.result())) {
                findings.add(new Finding(
                        LAUNCHER_RESULT.format(
                                kernel.signature(), kernel.result(), "'" + other.signature() + "'", other.result()),
                        kernel.element()));
            }
        }
        if (findings.isEmpty()) {
            overloads.add(kernel);
        }
        return findings;
    }

    /** {@return the types of what the launcher for host arrays takes} */
    private static List<String> types(KernelMethod kernel) {
        return kernel.arguments().stream().map(Parameter::type).toList();
    }

    private void addHidden(KernelMethod kernel, TypeMirror type, Element where, List<Finding> findings) {
        TypeMirror named = KernelMethod.erased(type instanceof ArrayType array ? array.getComponentType() : type);
        String hidden = named instanceof DeclaredType declared ? hidden(declared.asElement()) : null;
        if (hidden != null) {
            findings.add(new Finding(LAUNCHER_TYPE_HIDDEN.format(kernel.name(), hidden), where));
        }
    }

    /** {@return a type, or one around it, that another class of the package cannot name, or {@code null} if there is none} */
    private @Nullable String hidden(Element named) {
        for (Element e = named; e instanceof TypeElement type; e = e.getEnclosingElement()) {
            boolean isNear = QualifiedName.of(type).packageName().equals(packageName);
            if (type.getModifiers().contains(Modifier.PRIVATE)) {
                return "private type " + type.getQualifiedName();
            }
            if (!isNear && !type.getModifiers().contains(Modifier.PUBLIC)) {
                return "type " + type.getQualifiedName() + " of another package";
            }
        }
        return null;
    }
}
