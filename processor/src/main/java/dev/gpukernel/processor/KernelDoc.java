package dev.gpukernel.processor;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The documentation of a kernel.
 *
 * @param text lines of the description
 * @param blockTags lines from the first block tag on
 */
record KernelDoc(List<String> text, List<String> blockTags) {
    private static final KernelDoc NONE = new KernelDoc(List.of(), List.of());

    KernelDoc {
        text = List.copyOf(text);
        blockTags = List.copyOf(blockTags);
    }

    /** {@return a doc comment in its parts; one of nothing if there is none} */
    static KernelDoc of(@Nullable String comment) {
        return comment == null || comment.isBlank() ? NONE : parts(comment);
    }

    /** An {@code @} at the start of a line begins the block tags, unless an inline tag is still open there. */
    private static KernelDoc parts(String comment) {
        List<String> text = new ArrayList<>();
        List<String> blockTags = new ArrayList<>();
        int braces = 0;
        // A comment of '///' lines may contain what would end a traditional one.
        String doc = unindented(comment.replace("*/", "*&#47;")).strip();
        for (String line : doc.split("\n", -1)) {
            boolean startsTag = braces == 0 && line.stripLeading().startsWith("@");
            (startsTag || !blockTags.isEmpty() ? blockTags : text).add(line);
            braces += count(line, '{') - count(line, '}');
        }
        while (!text.isEmpty() && text.getLast().isBlank()) {
            text.removeLast();
        }
        return new KernelDoc(text, blockTags);
    }

    /** {@return the comment without the blank that is after the asterisk of every line} */
    private static String unindented(String comment) {
        String unindented = comment.replace("\n ", "\n");
        return unindented.startsWith(" ") ? unindented.substring(1) : unindented;
    }

    private static int count(String line, char wanted) {
        int count = 0;
        for (int i = line.indexOf(wanted); i >= 0; i = line.indexOf(wanted, i + 1)) {
            count++;
        }
        return count;
    }
}
