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
import com.palantir.javapoet.WildcardTypeName;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import javax.annotation.processing.Generated;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** The source of the launchers of one class. */
final class LauncherSource {
    private static final TypeName ANY_ARRAY =
            ParameterizedTypeName.get(ClassName.get(GpuArray.class), WildcardTypeName.subtypeOf(Object.class));

    private final Elements elements;
    private final TypeElement declaringClass;
    private final ClassName declaringName;
    private final List<KernelMethod> kernels;
    private final Map<KernelMethod, String> constants = new HashMap<>();
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
        launchers.addField(constant(kernel));
        if (kernel.form() != KernelForm.GRID) {
            addLaunchers(kernel, null, launchers);
        }
        if (kernel.form() != KernelForm.LOOP) {
            addLaunchers(kernel, unusedInParameters("launch", kernel), launchers);
        }
    }

    /** Adds the launcher for host arrays, and that for GpuArrays, which overloads may have in common. */
    private void addLaunchers(KernelMethod kernel, @Nullable String launch, TypeSpec.Builder launchers) {
        launchers.addMethod(launcher(List.of(kernel), false, launch));
        KernelForm other = launch == null ? KernelForm.GRID : KernelForm.LOOP;
        List<KernelMethod> overloads = kernels.stream()
                .filter(overload -> overload.form() != other && overload.clashesOnDevice(kernel))
                .toList();
        if (overloads.getFirst().equals(kernel)) {
            launchers.addMethod(launcher(overloads, true, launch));
        }
    }

    private String constantName(KernelMethod kernel) {
        return constants.computeIfAbsent(
                kernel,
                key -> unusedName(
                        key.name().replaceAll("([a-z])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT)));
    }

    private FieldSpec constant(KernelMethod kernel) {
        CodeBlock types = kernel.parameters().stream()
                .map(parameter -> CodeBlock.of("$T.class", parameter.type()))
                .collect(CodeBlock.joining(",$W"));
        return FieldSpec.builder(Kernel.class, constantName(kernel), Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer(
                        "$T.of($T.lookup(),$W$T.class,$W$S,$W$L)",
                        Kernel.class,
                        MethodHandles.class,
                        declaringName,
                        kernel.name(),
                        types)
                .build();
    }

    /** The launcher of a kernel; or of several that GpuArrays alone tell apart, which takes any and finds out. */
    private MethodSpec launcher(List<KernelMethod> overloads, boolean onDevice, @Nullable String launch) {
        KernelMethod first = overloads.getFirst();
        String kernelDoc = elements.getDocComment(first.element());
        MethodSpec.Builder launcher = MethodSpec.methodBuilder(first.name())
                .addJavadoc(LauncherDoc.of(kernelDoc, declaringName, overloads, onDevice, launch))
                .addModifiers(Modifier.STATIC);
        if (overloads.stream().anyMatch(k -> k.element().getModifiers().contains(Modifier.PUBLIC))) {
            launcher.addModifiers(Modifier.PUBLIC);
        }
        if (overloads.stream().allMatch(k -> elements.isDeprecated(k.element()))) {
            launcher.addAnnotation(Deprecated.class);
        }
        overloads.stream()
                .flatMap(kernel -> kernel.element().getThrownTypes().stream())
                .map(TypeName::get)
                .distinct()
                .forEach(launcher::addException);
        CodeBlock.Builder call = CodeBlock.builder();
        if (overloads.size() == 1) {
            call.add("$N", constantName(first));
        } else {
            String kernel = unusedInParameters("kernel", first);
            launcher.addStatement("$T $N = $L", Kernel.class, kernel, choice(overloads));
            call.add("$N", kernel);
        }
        if (launch == null) {
            call.add(".call()");
        } else {
            launcher.addParameter(Launch.class, launch);
            call.add(".call($N)", launch);
        }
        for (int i = 0; i < first.parameters().size(); i++) {
            Parameter parameter = first.parameters().get(i);
            launcher.addParameter(onDevice ? onDevice(overloads, i) : parameter.type(), parameter.name());
            call.add("$Z.$L($N)", parameter.kind().passedBy(), parameter.name());
        }
        launcher.varargs(first.element().isVarArgs() && !onDevice);
        return launcher.addStatement(call.add("$Z.run()").build()).build();
    }

    /** {@return an expression that picks the kernel for the arrays passed; the last one says what is wrong with others} */
    private CodeBlock choice(List<KernelMethod> overloads) {
        CodeBlock.Builder choice = CodeBlock.builder();
        for (KernelMethod kernel : overloads.subList(0, overloads.size() - 1)) {
            choice.add("$L\n? $N\n: ", takesArguments(kernel, overloads), constantName(kernel));
        }
        return choice.add("$N", constantName(overloads.getLast())).build();
    }

    private static CodeBlock takesArguments(KernelMethod kernel, List<KernelMethod> overloads) {
        List<String> names =
                overloads.getFirst().parameters().stream().map(Parameter::name).toList();
        return IntStream.range(0, names.size())
                .filter(i -> onDevice(overloads, i).equals(ANY_ARRAY))
                .mapToObj(i -> CodeBlock.of(
                        "$1N != null && $1N.type() == $2T.class",
                        names.get(i),
                        kernel.parameters().get(i).type()))
                .collect(CodeBlock.joining(" && "));
    }

    private static TypeName onDevice(List<KernelMethod> overloads, int index) {
        List<TypeName> types = overloads.stream()
                .map(kernel -> onDevice(kernel.parameters().get(index)))
                .distinct()
                .toList();
        return types.size() == 1 ? types.getFirst() : ANY_ARRAY;
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

    private static String unusedInParameters(String wanted, KernelMethod kernel) {
        Set<String> used = new HashSet<>();
        kernel.parameters().forEach(parameter -> used.add(parameter.name()));
        return numbered(wanted, used);
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
