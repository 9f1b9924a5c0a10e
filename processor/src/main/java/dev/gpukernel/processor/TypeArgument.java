package dev.gpukernel.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a generic type, as another class can write it.
 *
 * @param before what stands before the type: nothing, {@code ? extends } or {@code ? super }, or {@code ?} alone
 * @param type its class, {@code null} for a wildcard alone
 * @param arguments the arguments of that, if it is generic
 * @param dimensions how many it has, 0 if it is no array
 */
record TypeArgument(String before, @Nullable QualifiedName type, List<TypeArgument> arguments, int dimensions) {
    static final TypeArgument ANY = new TypeArgument("?", null, List.of(), 0);

    TypeArgument {
        arguments = List.copyOf(arguments);
    }

    /** {@return the arguments of a type; a wildcard for one that another class cannot name} */
    static List<TypeArgument> of(DeclaredType type) {
        List<TypeArgument> all = new ArrayList<>();
        for (TypeMirror argument : type.getTypeArguments()) {
            TypeArgument known = of(argument);
            all.add(known == null ? ANY : known);
        }
        return all;
    }

    private static @Nullable TypeArgument of(TypeMirror argument) {
        return switch (argument) {
            case WildcardType wildcard
            when wildcard.getExtendsBound() != null -> bounded("? extends ", wildcard.getExtendsBound());
            case WildcardType wildcard
            when wildcard.getSuperBound() != null -> bounded("? super ", wildcard.getSuperBound());
            case WildcardType _ -> ANY;
            default -> bounded("", argument);
        };
    }

    private static @Nullable TypeArgument bounded(String before, TypeMirror bound) {
        int dimensions = 0;
        TypeMirror held = bound;
        while (held instanceof ArrayType array) {
            held = array.getComponentType();
            dimensions++;
        }
        if (held.getKind().isPrimitive()) {
            String keyword = held.getKind().name().toLowerCase(Locale.ROOT);
            return new TypeArgument(before, QualifiedName.ofPrimitive(keyword), List.of(), dimensions);
        }
        if (!(held instanceof DeclaredType declared)
                || !(declared.asElement() instanceof TypeElement element)
                || isPrivate(element)) {
            return null;
        }
        List<TypeArgument> arguments = new ArrayList<>();
        for (TypeMirror argument : declared.getTypeArguments()) {
            TypeArgument known = of(argument);
            if (known == null) {
                return null;
            }
            arguments.add(known);
        }
        return new TypeArgument(before, QualifiedName.of(element), arguments, dimensions);
    }

    private static boolean isPrivate(TypeElement type) {
        for (Element e = type; e instanceof TypeElement; e = e.getEnclosingElement()) {
            if (e.getModifiers().contains(Modifier.PRIVATE)) {
                return true;
            }
        }
        return false;
    }

    /** {@return it, as a source with these imports writes it} */
    String text(Imports imports) {
        return type == null
                ? before
                : before + imports.nameOf(type) + text(arguments, imports) + "[]".repeat(dimensions);
    }

    /** {@return arguments in their brackets, nothing if there are none} */
    static String text(List<TypeArgument> arguments, Imports imports) {
        return arguments.isEmpty()
                ? ""
                : arguments.stream()
                        .map(argument -> argument.text(imports))
                        .collect(Collectors.joining(", ", "<", ">"));
    }
}
