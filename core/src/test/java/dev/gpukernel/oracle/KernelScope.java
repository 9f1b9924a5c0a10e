package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.KernelForm;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** What the code at one place of a generated kernel can name. */
final class KernelScope {
    /** Name of the variable that holds the thread's or iteration's number. */
    static final String INDEX = "i";

    /** A local variable or scalar parameter. */
    record Variable(String name, NumberType type, boolean assignable) {}

    /**
     * An array parameter.
     *
     * @param index the only index used, if the kernel writes the array: so iterations stay independent. Empty if it only reads
     */
    record ArrayName(String name, NumberType type, String index) {}

    final KernelForm form;
    final RandomGenerator random;
    final boolean intrinsics;
    final List<ArrayName> inputs = new ArrayList<>();
    final List<ArrayName> outputs = new ArrayList<>();
    private final List<Variable> variables = new ArrayList<>();
    private final List<OwnArray> tables = new ArrayList<>();
    private final List<OwnArray> owned = new ArrayList<>();
    private int names;

    KernelScope(KernelForm form, RandomGenerator random, boolean intrinsics) {
        this.form = form;
        this.random = random;
        this.intrinsics = intrinsics;
    }

    void add(Variable variable) {
        variables.add(variable);
    }

    void addTable(OwnArray table) {
        tables.add(table);
    }

    void addOwned(OwnArray array) {
        owned.add(array);
    }

    /** {@return the arrays that may be written} */
    List<OwnArray> owned() {
        return List.copyOf(owned);
    }

    /** {@return tables and own arrays of a type} */
    List<OwnArray> tablesAndOwned(NumberType type) {
        return Stream.concat(tables.stream(), owned.stream())
                .filter(array -> array.type() == type)
                .toList();
    }

    /** {@return a random array with one dimension or two} */
    OwnArray newArray(String name) {
        NumberType type = oneOf(List.of(NumberType.values()));
        List<Integer> lengths = percent(70) ? List.of(oneOf(List.of(1, 2, 4, 8))) : List.of(4, 2);
        return new OwnArray(name, type, lengths);
    }

    /** {@return a name that nothing else has} */
    String newName(String prefix) {
        return prefix + names++;
    }

    /** {@return the variables of a type} */
    List<Variable> variables(NumberType type) {
        return variables.stream().filter(variable -> variable.type() == type).toList();
    }

    /** {@return the variables that may be assigned} */
    List<Variable> assignable() {
        return variables.stream().filter(Variable::assignable).toList();
    }

    /** {@return the arrays of a type} */
    List<ArrayName> arrays(NumberType type) {
        return arrays().stream().filter(array -> array.type() == type).toList();
    }

    List<ArrayName> arrays() {
        List<ArrayName> arrays = new ArrayList<>(inputs);
        arrays.addAll(outputs);
        return arrays;
    }

    /** Runs something; the variables that it adds are gone afterwards. */
    void nested(Runnable body) {
        int before = variables.size();
        int ownedBefore = owned.size();
        body.run();
        variables.subList(before, variables.size()).clear();
        owned.subList(ownedBefore, owned.size()).clear();
    }

    /** {@return whether something happens that does in so many of a hundred cases} */
    boolean percent(int chance) {
        return random.nextInt(100) < chance;
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
