package dev.gpukernel.internal.declaration;

import dev.gpukernel.diagnostic.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A kernel's declaration, read from source by the annotation processor or from a class at run time.
 *
 * @param name name of the method
 * @param hiddenIn the class around it that a launcher cannot reach, such as {@code private class a.B}, or {@code null}
 * @param modifiers its modifiers, as the source has them
 * @param isGeneric whether it has type parameters
 * @param returnType its return type as Java prints it
 * @param returnsObject whether that is a class or interface that is none of the JDK's, or an array of records of primitives or of boxed ones
 * @param parameters its parameters
 * @param blockSize {@code blockSize} of its annotation
 */
public record KernelDeclaration(
        String name,
        @Nullable String hiddenIn,
        Set<String> modifiers,
        boolean isGeneric,
        String returnType,
        boolean returnsObject,
        List<Parameter> parameters,
        int blockSize) {
    /** So many dimensions an array has at most. */
    public static final int MOST_DIMENSIONS = 4;

    private static final int MAX_BLOCK_SIZE = 1024;

    /** What a kernel may return, or an array of it, as Java prints it. */
    private static final Set<String> NUMBERS =
            Set.of("boolean", "byte", "char", "short", "int", "long", "float", "double");

    /** Copies modifiers and parameters. */
    public KernelDeclaration {
        modifiers = Set.copyOf(modifiers);
        parameters = List.copyOf(parameters);
    }

    /** What a parameter is. */
    public enum Kind {
        /** A primitive. */
        SCALAR,
        /** A one-dimensional array of primitives. */
        ARRAY,
        /** An array of arrays of primitives, of up to four dimensions. */
        ARRAYS,
        /** A record of primitives or of such records. */
        RECORD,
        /** A one-dimensional array of such records, or of boxed numbers. */
        RECORD_ARRAY,
        /** A memory segment. */
        SEGMENT,
        /** An object of a class that is none of the JDK's. */
        OBJECT,
        /** Anything else, which cannot go to a GPU. */
        OTHER
    }

    /**
     * A parameter.
     *
     * @param name its name
     * @param type its type as Java prints it
     * @param kind what it is
     * @param isSpecialised whether the kernel is to be compiled for each of its values
     */
    public record Parameter(String name, String type, Kind kind, boolean isSpecialised) {}

    /** The part of a declaration that is wrong. */
    public sealed interface Part {}

    /** The declaration as a whole. */
    public record Whole() implements Part {}

    /**
     * One parameter.
     *
     * @param index its position
     */
    public record OneParameter(int index) implements Part {}

    /** {@code blockSize} of the annotation. */
    public record BlockSize() implements Part {}

    /**
     * Something that is wrong.
     *
     * @param part where
     * @param message what
     * @param arguments for the message's placeholders
     */
    public record Mistake(Part part, Message message, List<Object> arguments) {
        /** Copies the arguments. */
        public Mistake {
            arguments = List.copyOf(arguments);
        }

        /** {@return code, text and help} */
        public String text() {
            return message.format(arguments.toArray());
        }
    }

    /** What {@code Comparator.reversed()} gives. */
    public static final String REVERSED = "java.util.Collections$ReverseComparator2";

    /** Classes of the JDK's comparators that kernels look into. */
    private static final Set<String> COMPARATORS =
            Set.of("java.util.Comparator", REVERSED, "java.util.Collections$ReverseComparator");

    /** {@return whether no kernel takes objects of a class, by its name: it is one of the JDK's but no function, or what users call here} */
    public static boolean isClosed(String className) {
        boolean isFunction = className.startsWith("java.util.function.") || COMPARATORS.contains(className);
        return (className.startsWith("java.") && !isFunction)
                || className.startsWith("javax.")
                || className.startsWith("jdk.")
                || className.startsWith("dev.gpukernel.Gpu");
    }

    /** {@return whether kernels take objects of a class, by its name: those that they look into, and strings} */
    public static boolean isTaken(String className) {
        return !isClosed(className) || className.equals("java.lang.String");
    }

    /** {@return everything that is wrong: class, modifiers, type, parameters and annotation, in this order} */
    public List<Mistake> mistakes() {
        List<Mistake> mistakes = new ArrayList<>();
        if (hiddenIn != null) {
            mistakes.add(whole(Message.KERNEL_CLASS, name, hiddenIn));
        }
        checkModifiers(mistakes);
        if (isGeneric) {
            mistakes.add(whole(Message.KERNEL_GENERIC, name));
        }
        if (!returnType.equals("void")
                && !returnsObject
                && !NUMBERS.contains(returnType.replaceFirst("(\\[]){1," + MOST_DIMENSIONS + "}$", ""))) {
            mistakes.add(whole(Message.KERNEL_RETURNS, name, returnType));
        }
        checkParameters(mistakes);
        if (blockSize < 0 || blockSize > MAX_BLOCK_SIZE) {
            mistakes.add(new Mistake(new BlockSize(), Message.BLOCK_SIZE, List.of(blockSize, name)));
        }
        return mistakes;
    }

    private void checkModifiers(List<Mistake> mistakes) {
        for (String bodiless : List.of("abstract", "native")) {
            if (modifiers.contains(bodiless)) {
                mistakes.add(whole(Message.KERNEL_WITHOUT_BODY, name, bodiless));
            }
        }
        if (modifiers.contains("synchronized")) {
            mistakes.add(whole(Message.SYNCHRONIZED));
        }
    }

    private void checkParameters(List<Mistake> mistakes) {
        for (int i = 0; i < parameters.size(); i++) {
            Parameter parameter = parameters.get(i);
            if (parameter.kind == Kind.OTHER) {
                String meant = Message.didYouMean(parameter.type);
                List<Object> arguments = List.of(parameter.name, name, parameter.type, meant);
                mistakes.add(new Mistake(new OneParameter(i), Message.PARAMETER_TYPE, arguments));
            } else if (parameter.isSpecialised && parameter.kind != Kind.SCALAR) {
                List<Object> arguments = List.of(parameter.name, name, parameter.type);
                mistakes.add(new Mistake(new OneParameter(i), Message.SPECIALISE_TYPE, arguments));
            }
        }
    }

    private static Mistake whole(Message message, Object... arguments) {
        return new Mistake(new Whole(), message, List.of(arguments));
    }
}
