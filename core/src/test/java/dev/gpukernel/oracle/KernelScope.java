package dev.gpukernel.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** What the code at one place of a generated method can name. */
final class KernelScope {
    /** Name of the variable that holds the thread's or iteration's number. */
    static final String INDEX = "i";

    /** A local variable or scalar parameter. */
    record Variable(String name, NumberType type, boolean assignable) {}

    /** A local variable or parameter that is a record. */
    record RecordVariable(String name, RecordType type, boolean assignable) {}

    /**
     * An array parameter.
     *
     * @param index the only index used, if the kernel writes the array: so iterations stay independent. Empty if it only reads
     * @param pattern the form of the index, with one place for an int, where only a part of the array may be read; else empty
     */
    record ArrayName(String name, NumberType type, String index, String pattern) {
        ArrayName(String name, NumberType type, String index) {
            this(name, type, index, "");
        }

        /** {@return the same array under another name} */
        ArrayName named(String other) {
            return new ArrayName(other, type, index, pattern);
        }
    }

    private static final List<String> BLOCK_PLACES = List.of(
            "BlockIdx.x()",
            "BlockIdx.x()",
            "BlockIdx.y()",
            "BlockIdx.z()",
            "BlockDim.x()",
            "BlockDim.y()",
            "GridDim.x()",
            "GridDim.z()",
            "Grid.sizeX()",
            "Grid.sizeY()");
    private static final List<String> PLACES = Stream.concat(
                    BLOCK_PLACES.stream(),
                    Stream.of(
                            "Grid.x()",
                            "Grid.x()",
                            "Grid.x()",
                            "Grid.y()",
                            "Grid.z()",
                            "ThreadIdx.x()",
                            "ThreadIdx.x()",
                            "ThreadIdx.y()",
                            "ThreadIdx.z()"))
            .toList();

    final KernelClass shared;
    final RandomGenerator random;
    final Work work;
    /** Whether a thread's place in the grid may be asked for. */
    final boolean grid;
    /** Whether the host may have to run this. Loops over arrays that are made on the way are not for it. */
    boolean host;
    /** Expressions for places in the grid. */
    final List<String> places;

    final List<ArrayName> inputs = new ArrayList<>();
    final List<ArrayName> outputs = new ArrayList<>();
    final List<AtomicArray> atomics = new ArrayList<>();
    private final List<Variable> variables = new ArrayList<>();
    private final List<RecordVariable> records = new ArrayList<>();
    private final List<OwnArray> owned = new ArrayList<>();
    private final List<OwnArray> readable = new ArrayList<>();
    private final List<List<?>> all = List.of(inputs, outputs, atomics, variables, records, owned, readable);

    KernelScope(KernelClass shared, boolean grid, Work work) {
        this(shared, grid, grid ? PLACES : List.of(), work);
    }

    private KernelScope(KernelClass shared, boolean grid, List<String> places, Work work) {
        this.places = places;
        this.shared = shared;
        this.random = shared.random;
        this.grid = grid;
        this.work = work;
        readable.addAll(shared.tables);
        shared.constants.forEach(constant -> add(new Variable(constant.name(), constant.type(), false)));
    }

    /**
     * The scope of a kernel's parameters without what its threads write.
     *
     * @return a scope in which every expression has one value for all threads of a block
     */
    KernelScope ofBlock() {
        KernelScope scope = new KernelScope(shared, false, BLOCK_PLACES, work);
        scope.inputs.addAll(inputs);
        scope.variables.clear();
        scope.variables.addAll(variables);
        scope.records.addAll(records);
        return scope;
    }

    /** {@return an expression for how many threads or iterations there are that do anything} */
    String bound() {
        return percent(60) ? GeneratedKernel.BOUND : oneOf(outputs).name() + ".length";
    }

    void add(Variable variable) {
        variables.add(variable);
    }

    void add(RecordVariable variable) {
        records.add(variable);
    }

    /** Adds a variable of any type. */
    void addValue(String name, ValueType type, boolean assignable) {
        switch (type) {
            case NumberType number -> add(new Variable(name, number, assignable));
            case RecordType record -> add(new RecordVariable(name, record, assignable));
        }
    }

    /** Adds an array that may be written. */
    void addOwned(OwnArray array) {
        work.array();
        owned.add(array);
    }

    /** Adds an array whose lengths are powers of two and that must not be written. */
    void addReadable(OwnArray array) {
        readable.add(array);
    }

    /** {@return the arrays that may be written} */
    List<OwnArray> owned() {
        return List.copyOf(owned);
    }

    boolean isOwned(OwnArray array) {
        return owned.contains(array);
    }

    /** {@return tables and own arrays} */
    List<OwnArray> tablesAndOwned() {
        return Stream.concat(readable.stream(), owned.stream()).toList();
    }

    /** {@return tables and own arrays of a type} */
    List<OwnArray> tablesAndOwned(NumberType type) {
        return tablesAndOwned().stream().filter(array -> array.type() == type).toList();
    }

    /** {@return a name that nothing else has} */
    String newName(String prefix) {
        return shared.newName(prefix);
    }

    /** {@return the variables of a type} */
    List<Variable> variables(NumberType type) {
        return variables.stream().filter(variable -> variable.type() == type).toList();
    }

    /** {@return the variables that may be assigned} */
    List<Variable> assignable() {
        return variables.stream().filter(Variable::assignable).toList();
    }

    /** {@return whether the number of the thread or iteration can be named} */
    boolean hasIndex() {
        return variables.stream().anyMatch(variable -> variable.name().equals(INDEX));
    }

    List<RecordVariable> records() {
        return List.copyOf(records);
    }

    /** {@return the arrays that may be read anywhere} */
    List<ArrayName> wholeInputs() {
        return inputs.stream().filter(array -> array.pattern().isEmpty()).toList();
    }

    /** {@return the arrays of a type} */
    List<ArrayName> arrays(NumberType type) {
        return arrays().stream().filter(array -> array.type() == type).toList();
    }

    List<ArrayName> arrays() {
        return Stream.concat(inputs.stream(), outputs.stream()).toList();
    }

    /** Runs something; what it adds is gone afterwards. */
    void nested(Runnable body) {
        int[] before = all.stream().mapToInt(List::size).toArray();
        body.run();
        for (int i = 0; i < before.length; i++) {
            List<?> list = all.get(i);
            list.subList(before[i], list.size()).clear();
        }
    }

    /** {@return whether something happens that does in so many of a hundred cases} */
    boolean percent(int chance) {
        return shared.percent(chance);
    }

    <T> T oneOf(List<T> choices) {
        return shared.oneOf(choices);
    }
}
