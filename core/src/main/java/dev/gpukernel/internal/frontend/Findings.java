package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.diagnostic.Place;
import dev.gpukernel.internal.ir.SourcePosition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was found wrong with a kernel so far, each thing once. What is wrong inside a method of the JDK is said of its call, since
 * that is what the user can change.
 */
final class Findings {
    private final Map<Diagnostic, SourcePosition> found = new LinkedHashMap<>();

    void add(Message message, SourcePosition position, Object... arguments) {
        SourcePosition user = position.ofUser();
        SourcePosition callee = null;
        for (SourcePosition inner = position; inner != null && !inner.equals(user); inner = inner.caller()) {
            callee = inner;
        }
        Place place = new Place(user.className(), user.method(), user.file(), user.line());
        Diagnostic diagnostic = callee == null
                ? Diagnostic.of(message, place, arguments)
                : Diagnostic.of(
                        Message.CALL_UNSUPPORTED,
                        place,
                        MethodText.simpleName(callee.className()) + "." + callee.method());
        found.putIfAbsent(diagnostic, user);
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    int count() {
        return found.size();
    }

    /** {@return the findings in the order of their lines} */
    List<Diagnostic> inOrder() {
        return found.keySet().stream()
                .sorted(Comparator.comparingInt(
                        d -> d.place() == null ? 0 : d.place().line()))
                .toList();
    }

    /** {@return where the calls are that lead to a finding, innermost first, the first time that it was found} */
    List<Place> callers(Diagnostic finding) {
        List<Place> callers = new ArrayList<>();
        SourcePosition position = found.get(finding);
        while (position != null && position.caller() != null) {
            position = position.caller();
            callers.add(new Place(position.className(), position.method(), position.file(), position.line()));
        }
        return callers;
    }
}
