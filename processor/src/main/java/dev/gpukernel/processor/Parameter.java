package dev.gpukernel.processor;

import dev.gpukernel.internal.declaration.KernelDeclaration;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * A parameter of a type that goes to the GPU.
 *
 * @param name name in the source
 * @param element its type, or the type of its elements
 * @param kind what it is
 * @param dimensions how many it has, 0 if it is no array
 * @param arguments the arguments of its class, if that is generic
 */
record Parameter(String name, QualifiedName element, Kind kind, int dimensions, List<TypeArgument> arguments) {
    private static final Set<String> BOXES = Stream.of(
                    Boolean.class,
                    Byte.class,
                    Character.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class)
            .map(Class::getName)
            .collect(Collectors.toSet());

    Parameter {
        arguments = List.copyOf(arguments);
    }

    private Parameter(String name, QualifiedName element, Kind kind, int dimensions) {
        this(name, element, kind, dimensions, List.of());
    }

    /** What a parameter is. */
    enum Kind {
        SCALAR,
        ARRAY,
        /** An array of arrays. */
        ARRAYS,
        RECORD,
        /** An array of records, or of objects that are numbers. */
        RECORD_ARRAY,
        /** A memory segment. */
        SEGMENT,
        /** An object of a class that is none of the JDK's, or a function. */
        OBJECT
    }

    /** {@return the parameter, or nothing if its type does not go to the GPU} */
    static Optional<Parameter> of(VariableElement parameter) {
        String name = parameter.getSimpleName().toString();
        TypeMirror type = parameter.asType();
        if (type instanceof ArrayType) {
            int dimensions = 0;
            TypeMirror component = type;
            while (component instanceof ArrayType array) {
                component = array.getComponentType();
                dimensions++;
            }
            if (!component.getKind().isPrimitive()) {
                return dimensions == 1 ? ofRecords(name, component, Kind.RECORD_ARRAY, 1) : Optional.empty();
            }
            Kind kind = dimensions > 1 ? Kind.ARRAYS : Kind.ARRAY;
            return dimensions <= KernelDeclaration.MOST_DIMENSIONS
                    ? Optional.of(new Parameter(name, primitive(component.getKind()), kind, dimensions))
                    : Optional.empty();
        }
        if (type.getKind().isPrimitive()) {
            return Optional.of(new Parameter(name, primitive(type.getKind()), Kind.SCALAR, 0));
        }
        if (type instanceof DeclaredType declared
                && declared.asElement() instanceof TypeElement element
                && element.getQualifiedName().contentEquals(MemorySegment.class.getName())) {
            return Optional.of(new Parameter(name, QualifiedName.of(element), Kind.SEGMENT, 0));
        }
        Optional<Parameter> record = ofRecords(name, type, Kind.RECORD, 0);
        return record.isPresent()
                        || !(type instanceof DeclaredType declared)
                        || !(declared.asElement() instanceof TypeElement object)
                        || !KernelDeclaration.isTaken(object.getQualifiedName().toString())
                ? record
                : Optional.of(new Parameter(name, QualifiedName.of(object), Kind.OBJECT, 0, TypeArgument.of(declared)));
    }

    /** {@return a parameter for an object of a class, of any type arguments} */
    static Parameter ofObject(String name, TypeElement type) {
        List<TypeArgument> arguments =
                Collections.nCopies(type.getTypeParameters().size(), TypeArgument.ANY);
        return new Parameter(name, QualifiedName.of(type), Kind.OBJECT, 0, arguments);
    }

    private static Optional<Parameter> ofRecords(String name, TypeMirror type, Kind kind, int dimensions) {
        return (isOfNumbers(type) || (kind == Kind.RECORD_ARRAY && isBox(type)))
                        && type instanceof DeclaredType declared
                        && declared.asElement() instanceof TypeElement element
                ? Optional.of(new Parameter(name, QualifiedName.of(element), kind, dimensions))
                : Optional.empty();
    }

    private static QualifiedName primitive(TypeKind kind) {
        return QualifiedName.ofPrimitive(kind.name().toLowerCase(Locale.ROOT));
    }

    /** {@return whether a type is a class or interface that is none of the JDK's, or an array of records of primitives or of boxed ones} */
    static boolean isResult(TypeMirror type) {
        return switch (type) {
            case ArrayType array -> isOfNumbers(array.getComponentType()) || isBox(array.getComponentType());
            case DeclaredType declared
            when declared.asElement() instanceof TypeElement element ->
                !KernelDeclaration.isClosed(element.getQualifiedName().toString());
            default -> false;
        };
    }

    /** {@return whether the objects of a type are numbers} */
    private static boolean isBox(TypeMirror type) {
        return type instanceof DeclaredType declared
                && declared.asElement() instanceof TypeElement element
                && BOXES.contains(element.getQualifiedName().toString());
    }

    /** {@return whether a type is a record of primitives and of such records} */
    static boolean isOfNumbers(TypeMirror type) {
        return isOfNumbers(type, Set.of());
    }

    /** A record may hold itself, by way of others: {@code outer} are the ones that this type is inside of. */
    private static boolean isOfNumbers(TypeMirror type, Set<Element> outer) {
        if (!(type instanceof DeclaredType declared)
                || !declared.getTypeArguments().isEmpty()
                || !(declared.asElement() instanceof TypeElement element)
                || element.getKind() != ElementKind.RECORD
                || outer.contains(element)) {
            return false;
        }
        Set<Element> inner = new HashSet<>(outer);
        inner.add(element);
        return element.getRecordComponents().stream()
                .map(RecordComponentElement::asType)
                .allMatch(held -> held.getKind().isPrimitive() || isOfNumbers(held, inner));
    }

    /** {@return the name of the method that passes it on} */
    String passedBy(LauncherKind launcher) {
        return switch (kind) {
            case ARRAY, ARRAYS, RECORD_ARRAY ->
                switch (launcher) {
                    case ARRAYS -> "passArray";
                    case BUFFERS -> hasBuffer() ? "passBuffer" : "passArray";
                    case GPU_ARRAYS -> "passGpuArray";
                };
            case SEGMENT -> launcher == LauncherKind.GPU_ARRAYS ? "passGpuArray" : "passSegment";
            case RECORD -> "passRecord";
            case OBJECT -> "passObject";
            case SCALAR ->
                switch (element.className()) {
                    case "boolean" -> "passBoolean";
                    case "long" -> "passLong";
                    case "float" -> "passFloat";
                    case "double" -> "passDouble";
                    default -> "passInt";
                };
        };
    }

    /** {@return whether an array on a device can be passed for it} */
    boolean isArray() {
        return kind != Kind.SCALAR && kind != Kind.RECORD && kind != Kind.OBJECT;
    }

    /** {@return whether Java has buffers of what it holds} */
    boolean hasBuffer() {
        return kind == Kind.ARRAY && !element.className().equals("boolean");
    }

    /** {@return the buffer of what it holds} */
    QualifiedName buffer() {
        return QualifiedName.of(
                switch (element.className()) {
                    case "byte" -> ByteBuffer.class;
                    case "char" -> CharBuffer.class;
                    case "short" -> ShortBuffer.class;
                    case "int" -> IntBuffer.class;
                    case "long" -> LongBuffer.class;
                    case "float" -> FloatBuffer.class;
                    case "double" -> DoubleBuffer.class;
                    default -> throw new IllegalStateException(element + " has no buffer");
                });
    }

    private String brackets() {
        return "[]".repeat(dimensions);
    }

    /** {@return its type in the kernel, as a source with these imports names it} */
    String type(Imports imports) {
        return imports.nameOf(element) + brackets();
    }

    /** {@return its type as a launcher declares it} */
    String declared(Imports imports) {
        return type(imports) + TypeArgument.text(arguments, imports);
    }

    /** {@return so many type arguments, any of them} */
    static String anyArguments(int count) {
        return count == 0 ? "" : "<" + "?, ".repeat(count - 1) + "?>";
    }

    /** {@return its type in the kernel, with its whole name} */
    String type() {
        return element + brackets();
    }
}
