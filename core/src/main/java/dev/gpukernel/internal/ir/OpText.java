package dev.gpukernel.internal.ir;

import dev.gpukernel.internal.ir.Op.Constant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The text of operations that carry more than their kind: tables, arrays of the thread and of the block, accesses to several
 * elements, exceptions, print-outs, results of functions.
 */
final class OpText {
    private static final Pattern LOCAL = Pattern.compile("local\\.(\\w+) (\\d+)");
    private static final Pattern SHARED = Pattern.compile("shared\\.(\\w+) (\\d+) #(\\d+)");
    private static final Pattern PRINT = Pattern.compile("print\\((\\w*)\\) \"(.*)\"");
    private static final Pattern TABLE = Pattern.compile("table\\.(\\w+) \\[(.*)]");
    private static final Pattern THROW = Pattern.compile("throw ([^\\s(]+)(?:\\((\\w+)\\))?(?: \"(.*)\")?");
    private static final Pattern THROW_MADE = Pattern.compile("throw (\\S+) (\\(\\S*\\)V) (\\[.*])");
    private static final Pattern RETURN = Pattern.compile("return((?:\\.\\w+(?:\\[])?)*)");
    private static final Pattern PART = Pattern.compile("part\\.(\\S+) (\\d{1,5})");
    private static final Pattern VECTOR = Pattern.compile("(load|store)\\.(\\w+?)(\\.shared)?(\\.i64)? (\\d{1,2})");
    private static final Pattern CHECK = Pattern.compile("check\\.index(\\.i64)?(?: (\\d) \"(.*)\")?");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9 .,_()-]");

    private OpText() {}

    static String elements(Op.ConstantArray table) {
        return table.elements().stream()
                .map(bits -> ConstantText.print(new Constant(table.element().register(), bits)))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    /** Quotes a text so that it stays on one line and cannot be taken for anything else. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            String plain = Character.toString(c);
            quoted.append(PLAIN.matcher(plain).matches() ? plain : String.format("\\u%04x", c));
        });
        return quoted.append('"').toString();
    }

    static String unquote(String text) {
        return Pattern.compile("\\\\u([0-9a-f]{4})")
                .matcher(text)
                .replaceAll(m -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(m.group(1), 16))));
    }

    /** {@return the operation with a text, null if it is none of these} */
    static @Nullable Op parse(String text) {
        Matcher local = LOCAL.matcher(text);
        if (local.matches()) {
            return new Op.LocalArray(element(local.group(1)), Integer.parseInt(local.group(2)));
        }
        Matcher shared = SHARED.matcher(text);
        if (shared.matches()) {
            return new Op.SharedArray(
                    element(shared.group(1)), Integer.parseInt(shared.group(2)), Integer.parseInt(shared.group(3)));
        }
        Matcher vector = VECTOR.matcher(text);
        if (vector.matches()) {
            ElementType element = element(vector.group(2));
            Space space = vector.group(3) == null ? Space.GLOBAL : Space.SHARED;
            IndexType index = vector.group(4) == null ? IndexType.INT : IndexType.LONG;
            int count = Integer.parseInt(vector.group(5));
            return vector.group(1).equals("load")
                    ? new Op.LoadVector(element, space, count, index)
                    : new Op.StoreVector(element, space, count, index);
        }
        Matcher print = PRINT.matcher(text);
        if (print.matches()) {
            return new Op.Print(unquote(print.group(2)), print.group(1));
        }
        Matcher table = TABLE.matcher(text);
        if (table.matches()) {
            return table(element(table.group(1)), table.group(2));
        }
        Matcher thrown = THROW.matcher(text);
        if (thrown.matches()) {
            String types = thrown.group(2) == null ? "" : thrown.group(2);
            String message = thrown.group(3);
            return message == null
                    ? Op.Throw.of(thrown.group(1))
                    : new Op.Throw(thrown.group(1), unquote(message), types);
        }
        Matcher made = THROW_MADE.matcher(text);
        if (made.matches()) {
            return new Op.Throw(made.group(1), made.group(2), ThrowArgument.parseAll(made.group(3)));
        }
        Matcher check = CHECK.matcher(text);
        if (check.matches()) {
            IndexType index = check.group(1) == null ? IndexType.INT : IndexType.LONG;
            return check.group(2) == null
                    ? new Op.IndexCheck(null, 0, index)
                    : new Op.IndexCheck(unquote(check.group(3)), Integer.parseInt(check.group(2)), index);
        }
        Matcher returned = RETURN.matcher(text);
        if (returned.matches()) {
            String types = returned.group(1).replaceFirst("^\\.", "");
            return new Op.Return(types(types, "\\."));
        }
        Matcher part = PART.matcher(text);
        return part.matches() ? new Op.Part(tuple(part.group(1)), Integer.parseInt(part.group(2))) : null;
    }

    /** {@return the type with a text such as {@code (f64,i32)}} */
    static TupleType tuple(String text) {
        if (!text.startsWith("(") || !text.endsWith(")")) {
            throw new IllegalArgumentException("no type " + text);
        }
        return new TupleType(types(text.substring(1, text.length() - 1), ","));
    }

    private static Type array(String text) {
        return new ArrayType(element(text.substring(0, text.length() - 2)));
    }

    private static List<Type> types(String text, String separator) {
        List<Type> types = new ArrayList<>();
        for (String name : text.isEmpty() ? new String[0] : text.split(separator, -1)) {
            types.add(name.endsWith("[]") ? array(name) : scalar(name));
        }
        return types;
    }

    private static ScalarType scalar(String text) {
        for (ScalarType type : ScalarType.values()) {
            if (type.text().equals(text)) {
                return type;
            }
        }
        throw new IllegalArgumentException("no type " + text);
    }

    private static Op table(ElementType element, String text) {
        List<Long> elements = new ArrayList<>();
        for (String number : text.isEmpty() ? new String[0] : text.split(", ", -1)) {
            elements.add(ConstantText.parse(element.register(), number).bits());
        }
        return new Op.ConstantArray(element, elements);
    }

    private static ElementType element(String text) {
        for (ElementType element : ElementType.values()) {
            if (element.text().equals(text)) {
                return element;
            }
        }
        throw new IllegalArgumentException("no element type " + text);
    }
}
