package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.oracle.GeneratedKernel.Parameter;
import dev.gpukernel.oracle.KernelScope.ArrayName;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the loops of a generated kernel with arrays of two dimensions and arrays of its own share: what those of nests do, and more. */
final class ArraysScope {
    /** Name of a parameter: how long arrays are that the kernel makes. */
    static final String ROOM = "room";

    /** How many rows there are at least, mostly. */
    static final int ROWS = 8;

    /**
     * An array of two dimensions.
     *
     * @param volume the array of three dimensions that it is a plane of, nothing if it is none
     */
    record Matrix(String name, NumberType type, String volume) {
        Matrix(String name, NumberType type) {
            this(name, type, "");
        }

        boolean isPlane() {
            return !volume.isEmpty();
        }

        /** {@return an array that is a row, of which code changes one element} */
        ArrayName row(String row, String column) {
            return new ArrayName(name + "[" + row + "]", type, column);
        }

        /** {@return an array that is a row, of which code reads one element} */
        ArrayName read(String row, String column) {
            return new ArrayName(name + "[" + row + "]", type, "", column);
        }
    }

    final KernelClass shared;
    final NestScope nest;
    final List<Matrix> matrices = new ArrayList<>();
    /** Of arrays that are rows, the array of two dimensions. */
    final Map<String, String> rows = new HashMap<>();

    final Set<Message> codes = EnumSet.noneOf(Message.class);
    private final List<Parameter> parameters = new ArrayList<>();
    private final Map<String, String> methods = new LinkedHashMap<>();

    ArraysScope(KernelClass shared) {
        this.shared = shared;
        this.nest = new NestScope(shared);
        nest.exact = true;
        parameters.add(new Parameter(ROOM, NumberType.INT, false));
    }

    /** Adds a parameter of the kernel. */
    void parameter(String name, NumberType type) {
        parameters.add(new Parameter(name, type, true));
    }

    /** {@return the parameters of a kernel}: those that it names, but for arrays that it declares itself */
    List<Parameter> parameters(String body, Set<String> own) {
        List<Parameter> all = new ArrayList<>(nest.parameters(body));
        all.removeIf(parameter -> own.contains(parameter.name()));
        Set<String> used = SourceLines.words(body);
        parameters.stream().filter(parameter -> used.contains(parameter.name())).forEach(all::add);
        return all;
    }

    /** {@return the methods that were asked for} */
    String methods() {
        return String.join("\n", methods.values());
    }

    /** Declares what the kernel returns. */
    void record(String declaration) {
        methods.put("Result", declaration.indent(4));
    }

    /**
     * Makes a method, if there is none yet.
     *
     * @param kind what its name begins with
     * @param source of it, with {@code T} for the type and {@code NAME} for its name
     * @return its name
     */
    String method(String kind, NumberType type, String source) {
        String name = kind + "Of" + type.text();
        methods.computeIfAbsent(
                name,
                _ -> source.replace("NAME", name)
                        .replaceAll("\\bT\\b", type.text())
                        .indent(4));
        return name;
    }

    /** {@return arrays of two dimensions of a type, the first of which code changes; empty if there are fewer than so many} */
    List<Matrix> some(int number) {
        List<Matrix> chosen = new ArrayList<>();
        List<Matrix> left = new ArrayList<>(matrices);
        while (chosen.size() < number && !left.isEmpty()) {
            chosen.add(left.remove(shared.random.nextInt(left.size())));
        }
        return chosen.size() < number ? List.of() : chosen;
    }

    /** {@return what code can name that writes an array of two dimensions: none of its rows under another name} */
    KernelScope writing(Matrix matrix, ArrayName... written) {
        KernelScope scope = nest.writing(List.of(written));
        scope.inputs.removeIf(array -> matrix.name().equals(rows.get(array.name())));
        return scope;
    }
}
