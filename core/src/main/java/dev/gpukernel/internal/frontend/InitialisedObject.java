package dev.gpukernel.internal.frontend;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An object that a class initialiser makes, as its bytecode is evaluated: of fields that a constructor sets, what is known of them. */
final class InitialisedObject {
    private final String className;
    private final Map<String, Object> fields = new HashMap<>();

    /** Makes an object of a class, by its internal name, of which nothing is known yet. */
    InitialisedObject(String className) {
        this.className = className;
    }

    /** {@return the internal name of its class} */
    String className() {
        return className;
    }

    /** {@return what a field holds, null if that is not known} */
    @Nullable Object field(String owner, String name) {
        return fields.get(owner + "." + name);
    }

    void set(String owner, String name, Object value) {
        fields.put(owner + "." + name, value);
    }
}
