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
import org.jspecify.annotations.Nullable;

/**
 * What was found wrong with a kernel so far, each thing once. What is wrong inside a method of the JDK is said of its call, since
 * that is what the user can change.
 */
final class Findings {
    /** Findings by what tells them from each other. */
    private final Map<Object, Diagnostic> found = new LinkedHashMap<>();

    private final @Nullable Unread unread;

    Findings() {
        this(null);
    }

    /** What is told where something is found. */
    Findings(@Nullable Unread unread) {
        this.unread = unread;
    }

    void add(Message message, SourcePosition position, Object... arguments) {
        if (unread != null) {
            unread.note(position);
        }
        SourcePosition user = position.ofUser();
        SourcePosition callee = null;
        for (SourcePosition inner = position; inner != null && !inner.equals(user); inner = inner.caller()) {
            callee = inner;
        }
        List<Place> callers = new ArrayList<>();
        for (SourcePosition caller = user.caller(); caller != null; caller = caller.caller()) {
            callers.add(place(caller));
        }
        Diagnostic own = Diagnostic.of(message, place(user), arguments);
        if (callee == null) {
            found.putIfAbsent(own, own.calledFrom(callers));
        } else {
            Diagnostic call = Diagnostic.of(
                    Message.CALL_UNSUPPORTED,
                    place(user),
                    UnsupportedCall.arguments(
                            MethodText.simpleName(callee.className()) + "." + callee.method(),
                            ", in which a GPU cannot do this: " + own.summary() + " (" + place(position) + ")"));
            // Of several things in it, the first says enough.
            found.putIfAbsent(List.of(place(user), call.arguments().getFirst()), call.calledFrom(callers));
        }
    }

    private static Place place(SourcePosition position) {
        return new Place(position.className(), position.method(), position.file(), position.line());
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    int count() {
        return found.size();
    }

    /** {@return the findings in the order of their lines} */
    List<Diagnostic> inOrder() {
        return found.values().stream()
                .sorted(Comparator.comparingInt(
                        d -> d.place() == null ? 0 : d.place().line()))
                .toList();
    }
}
