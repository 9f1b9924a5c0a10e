package dev.gpukernel.internal.ir;

import java.util.List;
import java.util.stream.Collectors;

/**
 * More than one number: the fields of a record that a called function returns, elements that are loaded at once. Only
 * {@link Op.Part} uses it. Of a kernel that returns a record, also arrays.
 *
 * @param components their types, at least two
 */
public record TupleType(List<Type> components) implements Type {
    /** Copies the components. */
    public TupleType {
        components = List.copyOf(components);
    }

    /** {@return the type of what returns some values} */
    public static Type of(List<? extends Value> values) {
        return switch (values.size()) {
            case 0 -> VoidType.VOID;
            case 1 -> values.getFirst().type();
            default -> new TupleType(values.stream().map(Value::type).toList());
        };
    }

    @Override
    public String text() {
        return components.stream().map(Type::text).collect(Collectors.joining(",", "(", ")"));
    }
}
