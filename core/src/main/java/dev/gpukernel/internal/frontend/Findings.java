package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.diagnostic.Place;
import dev.gpukernel.internal.ir.SourcePosition;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What was found wrong with a kernel so far, each thing once. */
final class Findings {
    private final Set<Diagnostic> found = new LinkedHashSet<>();

    void add(Message message, SourcePosition position, Object... arguments) {
        Place place = new Place(position.className(), position.method(), position.file(), position.line());
        found.add(Diagnostic.of(message, place, arguments));
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /** {@return the findings in the order of their lines} */
    List<Diagnostic> inOrder() {
        return found.stream()
                .sorted(java.util.Comparator.comparingInt(
                        d -> d.place() == null ? 0 : d.place().line()))
                .toList();
    }
}
