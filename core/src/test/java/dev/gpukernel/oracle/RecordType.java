package dev.gpukernel.oracle;

import java.util.ArrayList;
import java.util.List;

/**
 * A record that generated code declares.
 *
 * @param name its simple name
 * @param components what it holds
 * @param argument whether kernels may take it: to make it and to take it apart cannot throw
 */
record RecordType(String name, List<Component> components, boolean argument) implements ValueType {
    /** A component of a record. */
    record Component(String name, ValueType type) {}

    /**
     * A way from a record to something in it.
     *
     * @param steps names of components
     * @param type what is there
     */
    record Path(List<String> steps, ValueType type) {
        private Path below(String name) {
            List<String> longer = new ArrayList<>(List.of(name));
            longer.addAll(steps);
            return new Path(longer, type);
        }
    }

    @Override
    public String text() {
        return name;
    }

    /** {@return the ways to everything in the record that has a type} */
    List<Path> paths(ValueType type) {
        return paths().stream().filter(path -> path.type().equals(type)).toList();
    }

    private List<Path> paths() {
        List<Path> paths = new ArrayList<>();
        for (Component component : components) {
            paths.add(new Path(List.of(component.name()), component.type()));
            if (component.type() instanceof RecordType inner) {
                inner.paths().forEach(path -> paths.add(path.below(component.name())));
            }
        }
        return paths;
    }
}
