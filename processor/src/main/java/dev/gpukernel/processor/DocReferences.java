package dev.gpukernel.processor;

import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The references in a kernel's doc comment, which a launcher carries over: its source has other imports and members, so there they
 * need the whole names of types.
 */
final class DocReferences {
    private static final String NAME = "\\p{Alpha}[\\w$]*(?:\\.[\\w$]+)*";
    private static final Pattern TYPE = Pattern.compile(NAME);
    private static final Pattern REFERENCE = Pattern.compile(
            "(\\{@(?:link|linkplain|value)\\s+|^\\s*@(?:see|throws|exception)\\s+)" // a tag with a reference
                    + "(" + NAME + ")?" // a type
                    + "(#[\\w$]+)?" // a member of it, or of the kernel's own class
                    + "(\\([^()]*\\))?", // types of a method's parameters
            Pattern.MULTILINE);

    private final String declaringClass;
    private final Function<String, @Nullable String> typeNamed;

    /**
     * Prepares to rewrite.
     *
     * @param declaringClass whole name of the kernel's class
     * @param typeNamed gives the whole name of a type as the comment names it, {@code null} if there is none
     */
    DocReferences(String declaringClass, Function<String, @Nullable String> typeNamed) {
        this.declaringClass = declaringClass;
        this.typeNamed = typeNamed;
    }

    /** {@return the comment with whole names; what is no type is left as it is} */
    String rewrite(String comment) {
        return comment.indexOf('@') < 0
                ? comment
                : REFERENCE.matcher(comment).replaceAll(found -> Matcher.quoteReplacement(whole(found)));
    }

    private String whole(MatchResult found) {
        String type = found.group(2);
        String member = found.group(3) == null ? "" : found.group(3);
        String owner = type != null ? whole(type) : member.isEmpty() ? "" : declaringClass;
        String parameters = found.group(4) == null ? "" : found.group(4);
        if (!member.isEmpty()) {
            parameters = TYPE.matcher(parameters).replaceAll(name -> Matcher.quoteReplacement(whole(name.group())));
        }
        return found.group(1) + owner + member + parameters;
    }

    private String whole(String name) {
        String whole = typeNamed.apply(name);
        return whole == null || whole.equals("java.lang." + name) ? name : whole;
    }
}
