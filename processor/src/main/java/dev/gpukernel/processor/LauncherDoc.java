package dev.gpukernel.processor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documentation of a launcher: the kernel's own, and what the launcher does with it. */
final class LauncherDoc {
    private static final String MARGIN = "     * ";

    private final StringBuilder comment = new StringBuilder("    /**\n");

    private LauncherDoc() {}

    /**
     * {@return the comment, with the margin of a method} It adds to a kernel's documentation.
     *
     * @param kernelDoc that documentation
     * @param declaringClass how the source names the class that declares the kernel
     * @param kernels the kernel, or several that the types of the arrays choose from
     * @param kind what the launcher takes for arrays
     * @param launch name of the parameter for the launch's shape, or {@code null} if there is none
     */
    static String of(
            KernelDoc kernelDoc,
            String declaringClass,
            List<KernelMethod> kernels,
            LauncherKind kind,
            @Nullable String launch) {
        LauncherDoc doc = new LauncherDoc();
        boolean hasText = !kernelDoc.text().isEmpty();
        doc.lines(kernelDoc.text());
        if (hasText) {
            doc.line("");
        }
        doc.sentence(hasText ? "<p>" : "", declaringClass, kernels, kind, launch);
        if (launch != null || !kernelDoc.blockTags().isEmpty()) {
            doc.line("");
        }
        if (launch != null) {
            doc.line("@param " + launch + " shape of the launch");
        }
        doc.lines(kernelDoc.blockTags());
        return doc.comment.append("     */\n").toString();
    }

    private void lines(List<String> lines) {
        for (String line : lines) {
            line(line);
        }
    }

    private void line(String line) {
        comment.append((MARGIN + line).stripTrailing()).append('\n');
    }

    private void sentence(
            String start,
            String declaringClass,
            List<KernelMethod> kernels,
            LauncherKind kind,
            @Nullable String launch) {
        WrappedLine sentence = new WrappedLine(MARGIN + start + "Launches", MARGIN);
        String conjunction = "";
        for (KernelMethod kernel : kernels) {
            sentence.add(" ", conjunction + "{@link " + declaringClass + "#" + kernel.signature() + "}");
            conjunction = "or ";
        }
        if (kernels.size() > 1) {
            sentence.add(", whichever takes arrays of these types,");
        }
        sentence.add(" ", how(kernels.getFirst(), kind));
        if (kernels.stream().anyMatch(kernel -> kernel.form() == KernelForm.EITHER)) {
            sentence.add(" ", "Refused if the kernel " + (launch == null ? "uses grid indices." : "is a plain loop."));
        }
        comment.append(sentence.end());
    }

    private static String how(KernelMethod kernel, LauncherKind kind) {
        if (!kernel.takesArrays()) {
            return kernel.result().equals("void")
                    ? "and returns when the results are in its arrays."
                    : "and waits for its result.";
        }
        boolean waits = !kernel.result().equals("void");
        if (kind == LauncherKind.GPU_ARRAYS && kernel.returnsArray()) {
            return "with arrays that are on a device; returns when it is enqueued. An array that it makes is the caller's to close.";
        }
        if (kind == LauncherKind.GPU_ARRAYS) {
            return "with arrays that are on a device; returns when it is "
                    + (waits ? "done." : "enqueued.")
                    + (kernel.mayReturnArraysInObject() ? " Arrays in the result are copies on the host." : "");
        }
        return kind == LauncherKind.BUFFERS
                ? "with buffers, from position to limit; returns when the results are in them."
                : "with %s; returns when the results are in them."
                        .formatted(kernel.takesSegments() ? "host arrays and memory segments" : "host arrays");
    }
}
