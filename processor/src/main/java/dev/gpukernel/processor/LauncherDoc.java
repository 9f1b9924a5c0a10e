package dev.gpukernel.processor;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documentation of a launcher: the kernel's own, and what the launcher does with it. */
final class LauncherDoc {
    private LauncherDoc() {}

    /**
     * Adds to a kernel's documentation.
     *
     * @param kernelDoc the kernel's doc comment, or {@code null} if it has none
     * @param declaringClass class that declares the kernel
     * @param kernels the kernel, or several that the types of the arrays choose from
     * @param onDevice whether the launcher takes GpuArrays
     * @param launch name of the parameter for the launch's shape, or {@code null} if there is none
     */
    static CodeBlock of(
            @Nullable String kernelDoc,
            ClassName declaringClass,
            List<KernelMethod> kernels,
            boolean onDevice,
            @Nullable String launch) {
        List<String> text = new ArrayList<>();
        List<String> blockTags = new ArrayList<>();
        split(kernelDoc == null ? "" : kernelDoc, text, blockTags);
        CodeBlock.Builder doc = CodeBlock.builder();
        if (!text.isEmpty()) {
            doc.add("$L\n\n<p>", String.join("\n", text));
        }
        String arrays = onDevice
                ? "arrays that are on a device; returns when it is enqueued"
                : "host arrays; returns when the results are in them";
        CodeBlock links = kernels.stream()
                .map(kernel -> CodeBlock.of("{@link $T#$L}", declaringClass, kernel.signature()))
                .collect(CodeBlock.joining(" or "));
        String choice = kernels.size() == 1 ? "" : ", whichever takes arrays of these types,";
        doc.add("Launches $L$L with $L.", links, choice, arrays);
        if (kernels.stream().anyMatch(kernel -> kernel.form() == KernelForm.EITHER)) {
            doc.add(" Refused if the kernel $L.", launch == null ? "uses grid indices" : "is a plain loop");
        }
        doc.add("\n");
        if (launch != null || !blockTags.isEmpty()) {
            doc.add("\n");
        }
        if (launch != null) {
            doc.add("@param $L shape of the launch\n", launch);
        }
        blockTags.forEach(line -> doc.add("$L\n", line));
        return doc.build();
    }

    /** An {@code @} at the start of a line begins the block tags, unless an inline tag is still open there. */
    private static void split(String kernelDoc, List<String> text, List<String> blockTags) {
        // A comment of '///' lines may contain what would end a traditional one.
        String doc = kernelDoc.replace("*/", "*&#47;").replaceAll("(?m)^ ", "").strip();
        int braces = 0;
        for (String line : doc.isEmpty() ? List.<String>of() : List.of(doc.split("\n", -1))) {
            boolean startsTag = braces == 0 && line.stripLeading().startsWith("@");
            (startsTag || !blockTags.isEmpty() ? blockTags : text).add(line);
            braces += (int) line.chars().filter(c -> c == '{').count();
            braces -= (int) line.chars().filter(c -> c == '}').count();
        }
        while (!text.isEmpty() && text.getLast().isBlank()) {
            text.removeLast();
        }
    }
}
