package dev.gpukernel.internal.frontend;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/** The types of a method's declaration as their source names them, type arguments included. Reads a signature from left to right. */
final class TypeText {
    private final String signature;
    private int next;

    /**
     * A method's declaration.
     *
     * @param isGeneric whether it has type parameters
     * @param parameters its parameters' types
     * @param result its result's type
     */
    record Declared(boolean isGeneric, List<String> parameters, String result) {
        /** Copies the parameters. */
        Declared {
            parameters = List.copyOf(parameters);
        }
    }

    private TypeText(String signature) {
        this.signature = signature;
    }

    static Declared of(MethodNode method) {
        List<String> erased = Stream.concat(
                        Stream.of(Type.getArgumentTypes(method.desc)), Stream.of(Type.getReturnType(method.desc)))
                .map(type -> type.getClassName().replace('$', '.'))
                .toList();
        List<String> read = method.signature == null ? null : read(method.signature);
        // A compiler leaves out parameters that it added, and other tools write what they like.
        List<String> types = read == null || read.size() != erased.size() ? erased : read;
        boolean isGeneric = method.signature != null && method.signature.startsWith("<");
        return new Declared(isGeneric, types.subList(0, types.size() - 1), types.getLast());
    }

    /** {@return the types of the parameters and of the result, null if it is not a signature} */
    private static @Nullable List<String> read(String signature) {
        TypeText text = new TypeText(signature);
        text.next = signature.indexOf('(') + 1;
        List<String> types = new ArrayList<>();
        try {
            while (!text.takes(')')) {
                types.add(text.type());
            }
            types.add(text.type());
            return types;
        } catch (IndexOutOfBoundsException | IllegalArgumentException _) {
            return null;
        }
    }

    private boolean takes(char expected) {
        boolean isThere = signature.charAt(next) == expected;
        next += isThere ? 1 : 0;
        return isThere;
    }

    private String type() {
        char first = signature.charAt(next++);
        return switch (first) {
            case '[' -> type() + "[]";
            case 'T' -> {
                int start = next;
                next = signature.indexOf(';', start) + 1;
                yield signature.substring(start, next - 1);
            }
            case 'L' -> classType();
            default -> Type.getType(String.valueOf(first)).getClassName();
        };
    }

    private String classType() {
        StringBuilder text = new StringBuilder(name());
        while (takes('.')) {
            text.append('.').append(name());
        }
        next++;
        return text.toString();
    }

    private String name() {
        int start = next;
        while (";<.".indexOf(signature.charAt(next)) < 0) {
            next++;
        }
        String name = signature.substring(start, next).replace('/', '.').replace('$', '.');
        return takes('<') ? name + arguments() : name;
    }

    private String arguments() {
        List<String> arguments = new ArrayList<>();
        while (!takes('>')) {
            arguments.add(argument());
        }
        return "<" + String.join(", ", arguments) + ">";
    }

    private String argument() {
        if (takes('*')) {
            return "?";
        }
        String bound = takes('+') ? "? extends " : takes('-') ? "? super " : "";
        return bound + type();
    }
}
