package dev.gpukernel.internal.ir;

import java.util.List;
import java.util.stream.Collectors;

/**
 * More than one number: the fields of a record that a called function returns, elements that are loaded at once. Only
 * {@link Op.Part} uses it.
 *
 * @param components their types, at least two
 */
public record TupleType(List<ScalarType> components) implements Type {
    /** Copies the components. */
    public TupleType {
        components = List.copyOf(components);
    }

    @Override
    public String text() {
        return components.stream().map(Type::text).collect(Collectors.joining(",", "(", ")"));
    }
}
