package dev.gpukernel.internal.declaration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The {@code extern "C" __global__} functions of a text in CUDA C, or the {@code __device__} ones, read without a compiler: comments and strings are left out, macros are not
 * replaced.
 *
 * @param kernels in the order of the text, each once
 * @param isCertain whether there are no others: no macro makes kernels, and nothing is left out on a condition
 */
public record CudaDeclarations(List<Declared> kernels, boolean isCertain) {
    private static final Pattern GLOBAL = Pattern.compile("\\b__global__\\b");
    private static final Pattern DEVICE = Pattern.compile("\\b__device__\\b");
    private static final Pattern NAME = Pattern.compile("([A-Za-z_]\\w*)\\s*\\(");
    private static final Pattern LAST_NAME = Pattern.compile("([A-Za-z_]\\w*)\\s*(?:\\[[^\\]]*]\\s*)*$");
    private static final Pattern DIRECTIVE =
            Pattern.compile("(?m)^[ \\t]*#[ \\t]*(?:define[^\\n]*(?:__global__|__device__|##|\\\\)|if|include)");
    private static final String EXTERN_C = "extern\1C\1";
    private static final Pattern BLOCK = Pattern.compile(EXTERN_C + "\\s*\\{");
    private static final Pattern BEFORE = Pattern.compile(EXTERN_C + "[\\s\\w]*$");

    /** Java's types for those of CUDA C that every source knows, without {@code const} and signs. */
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("float", "float"),
            Map.entry("double", "double"),
            Map.entry("bool", "boolean"),
            Map.entry("char", "byte"),
            Map.entry("short", "short"),
            Map.entry("short int", "short"),
            Map.entry("char16_t", "short"),
            Map.entry("int", "int"),
            Map.entry("long long", "long"),
            Map.entry("long long int", "long"),
            Map.entry("size_t", "long"));

    /** Copies the list. */
    public CudaDeclarations {
        kernels = List.copyOf(kernels);
    }

    /**
     * A kernel.
     *
     * @param name its name
     * @param parameters texts of its parameters, such as {@code const float *x}
     */
    public record Declared(String name, List<String> parameters) {
        /** Copies the list. */
        public Declared {
            parameters = List.copyOf(parameters);
        }

        /** {@return names of its parameters, null if one has none} */
        @Nullable List<String> names() {
            List<String> names = new ArrayList<>();
            for (String parameter : parameters) {
                Matcher matcher = LAST_NAME.matcher(parameter);
                if (!matcher.find() || parameter.matches("\\w+")) {
                    return null;
                }
                names.add(matcher.group(1));
            }
            return names;
        }

        /**
         * {@return whether parameters of Java's types may stand for these} A type that is not known, as that of a {@code typedef}, may be any.
         *
         * @param types names of primitive types
         */
        public boolean mayTake(List<String> types) {
            if (types.size() != parameters.size()) {
                return false;
            }
            for (int i = 0; i < types.size(); i++) {
                String inJava = javaType(parameters.get(i));
                String other = types.get(i).equals("char") ? "short" : types.get(i);
                if (inJava != null && !inJava.equals(other)) {
                    return false;
                }
            }
            return true;
        }

        private static @Nullable String javaType(String parameter) {
            if (parameter.contains("*")) {
                return "a pointer";
            }
            List<String> words = new ArrayList<>(List.of(parameter.split("\\s+")));
            words.removeAll(List.of("const", "signed", "unsigned"));
            if (words.size() > 1 || parameter.endsWith("unsigned")) {
                boolean isNamed = !TYPES.containsKey(words.getLast());
                words = isNamed ? words.subList(0, words.size() - 1) : words;
            }
            return TYPES.get(words.isEmpty() ? "int" : String.join(" ", words));
        }
    }

    /** {@return whether a source surely has no function of a name: one may also be a device's by an option, or by {@code constexpr}} */
    public boolean lack(String source, String name) {
        return isCertain
                && !Pattern.compile("\\b" + Pattern.quote(name) + "\\b")
                        .matcher(source)
                        .find();
    }

    /** {@return what to do about a function that is not there: which there are, or how to declare it} */
    public String help(String declaration) {
        return kernels.isEmpty()
                ? "declare it " + declaration
                : "it has " + kernels.stream().map(Declared::name).collect(Collectors.joining(", "));
    }

    /** {@return the kernels of a text} */
    public static CudaDeclarations of(String source) {
        return of(withoutComments(source), GLOBAL, true);
    }

    /** {@return the functions of a text that kernels call, in all namespaces and of all languages} */
    public static CudaDeclarations ofFunctions(String source) {
        return of(withoutComments(source), DEVICE, false);
    }

    private static CudaDeclarations of(String text, Pattern kind, boolean areExternC) {
        List<Declared> kernels = new ArrayList<>();
        Matcher global = kind.matcher(text);
        while (global.find()) {
            Declared found = !areExternC || isExternC(text, global.start()) ? read(text, global.end()) : null;
            if (found != null && kernels.stream().noneMatch(known -> known.name.equals(found.name))) {
                kernels.add(found);
            }
        }
        return new CudaDeclarations(kernels, !DIRECTIVE.matcher(text).find());
    }

    /** {@return a kernel, null if there is none of the name} */
    public @Nullable Declared find(String name) {
        return kernels.stream()
                .filter(kernel -> kernel.name.equals(name))
                .findFirst()
                .orElse(null);
    }

    /** {@return names of a kernel's parameters, null if they are not known} */
    public @Nullable List<String> parameterNames(String kernel) {
        Declared found = find(kernel);
        return found == null ? null : found.names();
    }

    /** {@return whether a place is behind {@code extern "C"}, or in a block of such declarations} */
    private static boolean isExternC(String text, int place) {
        if (BEFORE.matcher(text.substring(0, place)).find()) {
            return true;
        }
        Matcher block = BLOCK.matcher(text);
        while (block.find() && block.start() < place) {
            if (close(text, block.end() - 1, '{', '}') > place) {
                return true;
            }
        }
        return false;
    }

    /** Reads what follows {@code __global__}: perhaps bounds and attributes, a type, a name and parameters. */
    private static @Nullable Declared read(String text, int from) {
        Matcher name = NAME.matcher(text);
        int at = from;
        while (name.find(at)) {
            int end = close(text, name.end() - 1, '(', ')');
            if (end < 0) {
                return null;
            }
            boolean isAttribute = name.group(1).startsWith("__");
            if (!isAttribute) {
                return new Declared(name.group(1), split(text.substring(name.end(), end)));
            }
            at = end;
        }
        return null;
    }

    private static List<String> split(String inside) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < inside.length(); i++) {
            char c = inside.charAt(i);
            depth += c == '(' || c == '<' || c == '[' ? 1 : c == ')' || c == '>' || c == ']' ? -1 : 0;
            if (c == ',' && depth == 0) {
                parts.add(inside.substring(start, i).strip());
                start = i + 1;
            }
        }
        String last = inside.substring(start).strip();
        boolean isNone = parts.isEmpty() && (last.isEmpty() || last.equals("void"));
        if (!isNone) {
            parts.add(last);
        }
        return parts;
    }

    /** {@return where a bracket closes, -1 if it does not} */
    private static int close(String text, int open, char opening, char closing) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == opening ? 1 : c == closing ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /** {@return a text in which comments, and what is in quotes, are blanks; all that is left of {@code extern "C"} is a mark} */
    private static String withoutComments(String source) {
        StringBuilder text = new StringBuilder();
        int i = 0;
        while (i < source.length()) {
            char c = source.charAt(i);
            if (source.startsWith("//", i)) {
                i = end(source, "\n", i, 0);
            } else if (source.startsWith("/*", i)) {
                text.append(' ');
                i = end(source, "*/", i + 2, 2);
            } else if (source.startsWith("R\"", i)) {
                int open = Math.max(i + 2, source.indexOf('(', i));
                String close = ")" + source.substring(i + 2, open) + "\"";
                text.append(' ');
                i = end(source, close, open, close.length());
            } else if (c == '"' || (c == '\'' && (i == 0 || !Character.isLetterOrDigit(source.charAt(i - 1))))) {
                int end = quoteEnd(source, i);
                boolean isC = source.substring(i, end).equals("\"C\"") && endsWithExtern(text);
                text.append(isC ? "\1C\1" : " ");
                i = end;
            } else {
                text.append(c);
                i++;
            }
        }
        return text.toString();
    }

    /** Lets blanks between {@code extern} and its language go. */
    private static boolean endsWithExtern(StringBuilder text) {
        String before = text.toString().stripTrailing();
        if (before.endsWith("extern")) {
            text.setLength(before.length());
            return true;
        }
        return false;
    }

    private static int end(String source, String what, int from, int more) {
        int found = source.indexOf(what, from);
        return found < 0 ? source.length() : found + more;
    }

    private static int quoteEnd(String source, int open) {
        char quote = source.charAt(open);
        int i = open + 1;
        while (i < source.length() && source.charAt(i) != quote && source.charAt(i) != '\n') {
            i += source.charAt(i) == '\\' ? 2 : 1;
        }
        return Math.min(source.length(), i + 1);
    }
}
