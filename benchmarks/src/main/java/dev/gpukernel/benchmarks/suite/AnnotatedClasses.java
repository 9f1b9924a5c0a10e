package dev.gpukernel.benchmarks.suite;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
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
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Copies of classes whose kernels have another option of {@link GpuKernel}, so that the suite has each of them once. */
final class AnnotatedClasses extends ClassLoader {
    private static final ClassDesc KERNEL = ClassDesc.of(GpuKernel.class.getName());

    private final AnnotationElement option;
    private final Map<String, byte[]> files = new HashMap<>();

    private AnnotatedClasses(AnnotationElement option) {
        super(AnnotatedClasses.class.getClassLoader());
        this.option = option;
    }

    /** {@return copies with {@code math = FAST}} */
    static AnnotatedClasses fast() {
        ClassDesc mode = ClassDesc.of(MathMode.class.getName());
        return new AnnotatedClasses(AnnotationElement.of("math", AnnotationValue.ofEnum(mode, MathMode.FAST.name())));
    }

    /** {@return copies with {@code checked = false}} */
    static AnnotatedClasses unchecked() {
        return new AnnotatedClasses(AnnotationElement.ofBoolean("checked", false));
    }

    /** {@return the kernel of a copy} */
    Kernel kernel(SuiteCase one) {
        Class<?> copy = of(one.owner());
        try {
            return Kernel.of(MethodHandles.privateLookupIn(copy, MethodHandles.lookup()), copy, one.name());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private Class<?> of(Class<?> original) {
        String name = original.getName();
        Class<?> known = findLoadedClass(name);
        if (known != null) {
            return known;
        }
        byte[] file = copy(original);
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

    private byte[] copy(Class<?> original) {
        ClassFile classFile = ClassFile.of();
        try (InputStream in = original.getResourceAsStream(original.getSimpleName() + ".class")) {
            byte[] bytes = Objects.requireNonNull(in, original.getName()).readAllBytes();
            return classFile.transformClass(classFile.parse(bytes), ClassTransform.transformingMethods(annotations()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private MethodTransform annotations() {
        return (builder, element) -> builder.with(
                element instanceof RuntimeVisibleAnnotationsAttribute visible
                        ? RuntimeVisibleAnnotationsAttribute.of(visible.annotations().stream()
                                .map(this::changed)
                                .toList())
                        : element);
    }

    private Annotation changed(Annotation annotation) {
        if (!annotation.classSymbol().equals(KERNEL)) {
            return annotation;
        }
        List<AnnotationElement> elements = new ArrayList<>(annotation.elements());
        elements.removeIf(element -> element.name().equals(option.name()));
        elements.add(option);
        return Annotation.of(KERNEL, elements);
    }
}
