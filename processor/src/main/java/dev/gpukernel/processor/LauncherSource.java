package dev.gpukernel.processor;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.lang.invoke.MethodHandles;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.annotation.processing.Generated;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** The source of the launchers of one class. */
final class LauncherSource {
    private final Elements elements;
    private final TypeElement declaringClass;
    private final ClassName declaringName;
    private final List<KernelMethod> kernels;
    private final Set<String> usedNames = new HashSet<>();

    LauncherSource(Elements elements, TypeElement declaringClass, List<KernelMethod> kernels) {
        this.elements = elements;
        this.declaringClass = declaringClass;
        this.declaringName = ClassName.get(declaringClass);
        this.kernels = List.copyOf(kernels);
        // A parameter of the same name would hide the constant.
        kernels.forEach(kernel -> kernel.parameters().forEach(parameter -> usedNames.add(parameter.name())));
    }

    JavaFile file() {
        ClassName name = LauncherName.of(declaringClass);
        TypeSpec.Builder launchers = TypeSpec.classBuilder(name)
                .addJavadoc("Launches the kernels of {@link $T}.\n", declaringName)
                .addModifiers(Modifier.FINAL)
                .addOriginatingElement(declaringClass);
        // A user's module need not read java.compiler, which declares the annotation.
        if (elements.getTypeElement(elements.getModuleOf(declaringClass), Generated.class.getName()) != null) {
            launchers.addAnnotation(AnnotationSpec.builder(Generated.class)
                    .addMember("value", "$S", GpuKernelProcessor.class.getName())
                    .build());
        }
        if (LauncherName.isPublic(declaringClass)) {
            launchers.addModifiers(Modifier.PUBLIC);
        }
        for (Element e = declaringClass; e instanceof TypeElement; e = e.getEnclosingElement()) {
            // Naming a deprecated class warns, except in one that is deprecated itself.
            if (elements.isDeprecated(e)) {
                launchers.addAnnotation(Deprecated.class);
                launchers.addAnnotation(suppressRemoval());
                break;
            }
        }
        for (KernelMethod kernel : kernels) {
            addKernel(kernel, launchers);
        }
        launchers.addMethod(
                MethodSpec.constructorBuilder().addModifiers(Modifier.PRIVATE).build());
        return JavaFile.builder(name.packageName(), launchers.build())
                .indent("    ")
                .build();
    }

    private void addKernel(KernelMethod kernel, TypeSpec.Builder launchers) {
        String constant =
                unusedName(kernel.name().replaceAll("([a-z])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT));
        launchers.addField(constant(constant, kernel));
        if (kernel.form() != KernelForm.GRID) {
            launchers.addMethod(launcher(constant, kernel, false, null));
            launchers.addMethod(launcher(constant, kernel, true, null));
        }
        if (kernel.form() != KernelForm.LOOP) {
            String launch = launchName(kernel);
            launchers.addMethod(launcher(constant, kernel, false, launch));
            launchers.addMethod(launcher(constant, kernel, true, launch));
        }
    }

    private FieldSpec constant(String name, KernelMethod kernel) {
        CodeBlock types = kernel.parameters().stream()
                .map(parameter -> CodeBlock.of("$T.class", parameter.type()))
                .collect(CodeBlock.joining(",$W"));
        return FieldSpec.builder(Kernel.class, name, Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer(
                        "$T.of($T.lookup(),$W$T.class,$W$S,$W$L)",
                        Kernel.class,
                        MethodHandles.class,
                        declaringName,
                        kernel.name(),
                        types)
                .build();
    }

    private MethodSpec launcher(String constant, KernelMethod kernel, boolean onDevice, @Nullable String launch) {
        String kernelDoc = elements.getDocComment(kernel.element());
        MethodSpec.Builder launcher = MethodSpec.methodBuilder(kernel.name())
                .addJavadoc(LauncherDoc.of(kernelDoc, declaringName, kernel, onDevice, launch))
                .addModifiers(Modifier.STATIC);
        if (kernel.element().getModifiers().contains(Modifier.PUBLIC)) {
            launcher.addModifiers(Modifier.PUBLIC);
        }
        if (elements.isDeprecated(kernel.element())) {
            launcher.addAnnotation(Deprecated.class);
        }
        kernel.element().getThrownTypes().forEach(thrown -> launcher.addException(TypeName.get(thrown)));
        CodeBlock.Builder call = CodeBlock.builder();
        if (launch == null) {
            call.add("$N.call()", constant);
        } else {
            launcher.addParameter(Launch.class, launch);
            call.add("$N.call($N)", constant, launch);
        }
        for (Parameter parameter : kernel.parameters()) {
            launcher.addParameter(onDevice ? onDevice(parameter) : parameter.type(), parameter.name());
            call.add("$Z.$L($N)", parameter.kind().passedBy(), parameter.name());
        }
        launcher.varargs(kernel.element().isVarArgs() && !onDevice);
        return launcher.addStatement(call.add("$Z.run()").build()).build();
    }

    private static TypeName onDevice(Parameter parameter) {
        return parameter.isArray()
                ? ParameterizedTypeName.get(ClassName.get(GpuArray.class), ArrayTypeName.of(parameter.element()))
                : parameter.element();
    }

    private static AnnotationSpec suppressRemoval() {
        return AnnotationSpec.builder(SuppressWarnings.class)
                .addMember("value", "$S", "removal")
                .build();
    }

    private static String launchName(KernelMethod kernel) {
        Set<String> used = new HashSet<>();
        kernel.parameters().forEach(parameter -> used.add(parameter.name()));
        return numbered("launch", used);
    }

    private String unusedName(String wanted) {
        return numbered(wanted, usedNames);
    }

    /** {@return the name, or if it is used, the name with the first number from 2 that makes it unused; used from now on} */
    private static String numbered(String wanted, Set<String> used) {
        String name = wanted;
        for (int number = 2; !used.add(name); number++) {
            name = wanted + "_" + number;
        }
        return name;
    }
}
