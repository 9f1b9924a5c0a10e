package dev.gpukernel.benchmarks.suite;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.MathMode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Copies of classes whose kernels are {@code math = FAST}, so that the suite has each of them once. */
final class FastClasses extends ClassLoader {
    private static final ClassDesc KERNEL = ClassDesc.of(GpuKernel.class.getName());
    private static final ClassDesc MATH_MODE = ClassDesc.of(MathMode.class.getName());

    private final Map<String, byte[]> files = new HashMap<>();

    FastClasses() {
        super(FastClasses.class.getClassLoader());
    }

    /** {@return the copy of a class} */
    Class<?> of(Class<?> original) {
        String name = original.getName();
        Class<?> known = findLoadedClass(name);
        if (known != null) {
            return known;
        }
        byte[] file = fast(original);
        files.put(name.replace('.', '/') + ".class", file);
        return defineClass(name, file, 0, file.length);
    }

    /** The compiler reads the class file of a kernel as a resource. */
    @Override
    public InputStream getResourceAsStream(String name) {
        byte[] file = files.get(name);
        return file != null
                ? new ByteArrayInputStream(file)
                : Objects.requireNonNull(super.getResourceAsStream(name), name);
    }

    private static byte[] fast(Class<?> original) {
        ClassFile classFile = ClassFile.of();
        try (InputStream in = original.getResourceAsStream(original.getSimpleName() + ".class")) {
            byte[] bytes = Objects.requireNonNull(in, original.getName()).readAllBytes();
            return classFile.transformClass(classFile.parse(bytes), ClassTransform.transformingMethods(annotations()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MethodTransform annotations() {
        return (builder, element) -> builder.with(
                element instanceof RuntimeVisibleAnnotationsAttribute visible
                        ? RuntimeVisibleAnnotationsAttribute.of(visible.annotations().stream()
                                .map(FastClasses::fast)
                                .toList())
                        : element);
    }

    private static Annotation fast(Annotation annotation) {
        if (!annotation.classSymbol().equals(KERNEL)) {
            return annotation;
        }
        List<AnnotationElement> elements = new ArrayList<>(annotation.elements());
        elements.removeIf(element -> element.name().equalsString("math"));
        elements.add(AnnotationElement.of("math", AnnotationValue.ofEnum(MATH_MODE, MathMode.FAST.name())));
        return Annotation.of(KERNEL, elements);
    }
}
