package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.KernelSource;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.RecordArrays;
import dev.gpukernel.internal.backend.Rows;
import dev.gpukernel.internal.backend.ScalarBits;
import dev.gpukernel.internal.frontend.Output;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a kernel returns, if that is an array, a record or another object: put together of the arrays and numbers that its code returns, of
 * which the last are those of the fields that it writes.
 */
final class ResultType {
    private final Class<?> type;
    private final MethodHandles.Lookup lookup;
    private final @Nullable ClassLoader loader;
    private final Program program;
    private final ObjectFields fields;
    private final List<Choice> choices = new ArrayList<>();

    /** How many results come before those of fields. */
    private final int own;

    ResultType(KernelSource kernel, @Nullable ClassLoader loader, Program program, ObjectFields fields) {
        this.type = kernel.resultType();
        this.lookup = kernel.lookup();
        this.loader = loader;
        this.program = program;
        this.fields = fields;
        program.outputs().forEach(choice -> choices.add(new Choice(choice)));
        this.own = program.function().results().size() - fields.writtenTypes().size();
    }

    /** Makes a part of a result of what was taken next. */
    private interface Part {
        @Nullable Object make(Assembly assembly);
    }

    /** One of the things that a kernel may return. */
    private final class Choice {
        private final List<Integer> places;
        private final List<Class<?>> leaves = new ArrayList<>();
        private final Part part;

        Choice(Output.Choice choice) {
            this.places = choice.places();
            this.part = part(choice.output());
        }

        private Part part(Output output) {
            return switch (output) {
                case Output.Null _ -> _ -> null;
                case Output.Leaf(String descriptor) -> leaf(descriptor);
                case Output.Row(String whole, int depth) -> {
                    Part array = leaf(whole);
                    leaves.add(int.class);
                    yield assembly -> {
                        boolean isMade = assembly.isMade();
                        Object rows = Objects.requireNonNull(array.make(assembly), "rows");
                        int number = (int) assembly.next(int.class);
                        // Of an array that the kernel made, nobody else has the rest.
                        return rows instanceof HeldArray<?> held
                                ? held.row(depth, number, isMade)
                                : Rows.row((Object[]) rows, depth, number);
                    };
                }
                case Output.Constant(String className) -> {
                    Object[] constants = named(className).getEnumConstants();
                    leaves.add(int.class);
                    yield assembly -> constants[(int) assembly.next(int.class)];
                }
                case Output.Passed(var node) -> {
                    int object = program.inputs().nodes().indexOf(node);
                    yield assembly -> assembly.passed(object);
                }
                case Output.MadeRecord(String className, List<Output> components) -> {
                    List<Part> parts = components.stream().map(this::part).toList();
                    Class<?> record = named(className);
                    yield assembly -> {
                        @Nullable Object[] values = new @Nullable Object[parts.size()];
                        for (int i = 0; i < values.length; i++) {
                            values[i] = parts.get(i).make(assembly);
                        }
                        return Leaves.make(record, values, lookup);
                    };
                }
                case Output.MadeObject made -> {
                    List<Part> parts = made.fields().stream()
                            .map(held -> part(held.value()))
                            .toList();
                    ObjectMaker maker = new ObjectMaker(made, named(made.className()), lookup);
                    yield assembly -> assembly.object(made.number(), maker, parts);
                }
                case Output.Same(int number) -> assembly -> assembly.same(number);
            };
        }

        private Part leaf(String descriptor) {
            Class<?> leaf = MethodType.fromMethodDescriptorString("()" + descriptor, loader)
                    .returnType();
            if (RecordArrays.areHeldBy(leaf)) {
                Leaves.of("", leaf).forEach(part -> leaves.add(part.flat()));
            } else {
                leaves.add(leaf);
            }
            return assembly -> assembly.next(leaf);
        }

        private Class<?> named(String className) {
            return MethodType.fromMethodDescriptorString("()L" + className + ";", loader)
                    .returnType();
        }
    }

    /**
     * Rows of several lengths that the kernel made.
     *
     * @param elements all of them
     * @param starts where each row begins and the last one ends
     */
    record Ragged(Object elements, Object starts) {}

    /** {@return whether it is no primitive} */
    boolean isObject() {
        return !type.isPrimitive();
    }

    /** {@return whether it may be an object that is no record of numbers and arrays, or null: the method itself then returns that} */
    boolean isWhole() {
        return isObject()
                && (choices.size() != 1
                        || !isOfLeaves(program.outputs().getFirst().output()));
    }

    private static boolean isOfLeaves(Output output) {
        return switch (output) {
            case Output.Leaf _ -> true;
            case Output.MadeRecord record -> record.components().stream().allMatch(ResultType::isOfLeaves);
            default -> false;
        };
    }

    /** {@return whether what is returned is on the host in any case} */
    private boolean isOnHost() {
        return isObject() && !type.isArray();
    }

    /** {@return whether there are arrays to {@link #take}, or numbers that make up a result} */
    boolean isTaken() {
        return isObject() || fields.writesArrays();
    }

    /** {@return what is returned, null if nothing is} */
    private @Nullable Choice choice(long[] results) {
        return choices.isEmpty() ? null : choices.get(choices.size() == 1 ? 0 : (int) results[0]);
    }

    /**
     * Takes what a run returned.
     *
     * @param results what its {@link KernelScript} returned
     * @param there where its arrays are
     * @return arrays, {@link Ragged} rows, and boxed numbers
     */
    @Nullable Object[] take(long[] results, LaunchArrays there) {
        @Nullable Object[] taken = new @Nullable Object[results.length];
        Map<Integer, Object> arrays = new HashMap<>();
        Choice choice = choice(results);
        for (int i = 0; choice != null && i < choice.leaves.size(); i++) {
            int place = choice.places.get(i);
            taken[place] = taken(choice.leaves.get(i), results[place], there, arrays);
        }
        // The method itself writes its fields.
        for (int i = own; i < results.length; i++) {
            taken[i] = taken(fields.writtenTypes().get(i - own), results[i], there, arrays);
        }
        return taken;
    }

    private Object taken(Class<?> leaf, long result, LaunchArrays there, Map<Integer, Object> arrays) {
        return leaf.isArray()
                ? arrays.computeIfAbsent((int) result, parameter -> taken(parameter, leaf, there))
                : ScalarBits.box(leaf, result);
    }

    private Object taken(int parameter, Class<?> leaf, LaunchArrays there) {
        // Where the method ran itself, what it returned may be in the place of other rows.
        int starts = leaf.componentType().isArray() ? program.starts(parameter) : -1;
        Object elements = there.result(parameter, isOnHost());
        return starts < 0
                        || elements instanceof Object[]
                        || (elements instanceof HeldArray<?> held && held.type() == leaf)
                ? elements
                : new Ragged(elements, there.result(starts, isOnHost()));
    }

    /**
     * Puts it together, and writes fields.
     *
     * @param taken what {@link #take} gave, null if nothing {@link #isTaken}
     * @param results what it was given
     * @param arguments those of the run, unpacked
     * @return the result, null if it is a primitive, or null; arrays and objects that were passed are the very same
     */
    @Nullable Object assemble(@Nullable Object @Nullable [] taken, long[] results, Arguments arguments) {
        @Nullable Object @Nullable [] objects = arguments.objects();
        Choice choice = isObject() ? choice(results) : null;
        if (choice == null && taken == null) {
            if (objects != null && results.length > own) {
                fields.write(objects, results, null, own, arguments);
            }
            return null;
        }
        Assembly assembly = new Assembly(
                taken == null ? new @Nullable Object[results.length] : taken,
                results,
                choice == null ? List.of() : choice.places,
                arguments);
        Object result = choice == null ? null : choice.part.make(assembly);
        if (objects != null && results.length > own) {
            fields.write(objects, results, assembly.ofFields(), own, arguments);
        }
        return result;
    }

    /** Goes through what was taken. */
    private final class Assembly {
        private final @Nullable Object[] taken;
        private final long[] results;
        private final List<Integer> places;
        private final Arguments arguments;

        /** By what was taken for them, or for their marks: one that is there twice is one. */
        private final IdentityHashMap<Object, Object> arrays = new IdentityHashMap<>();

        /** Objects that the kernel made, by their numbers. */
        private final Map<Integer, Object> made = new HashMap<>();

        private int next;

        Assembly(@Nullable Object[] taken, long[] results, List<Integer> places, Arguments arguments) {
            this.taken = taken;
            this.results = results;
            this.places = places;
            this.arguments = arguments;
        }

        /** {@return whether the next of what was taken is an array that the kernel made} */
        boolean isMade() {
            return results[places.get(next)] >= arguments.firstMade();
        }

        Object next(Class<?> part) {
            int place = places.get(next);
            Object value = taken(place);
            int parameter = (int) results[place];
            if (RecordArrays.areHeldBy(part)) {
                int first = next;
                next += Leaves.of("", part).size();
                List<Object> own =
                        places.subList(first, next).stream().map(this::taken).toList();
                return arrays.computeIfAbsent(value, _ -> arguments.records(parameter, part, own));
            }
            next++;
            return part.isArray() ? array(value, part, parameter) : value;
        }

        private Object taken(int place) {
            return Objects.requireNonNull(taken[place], "taken");
        }

        private Object array(Object value, Class<?> part, int parameter) {
            return arrays.computeIfAbsent(
                    value instanceof Ragged ragged ? ragged.elements : value,
                    _ -> arguments.result(value, part, parameter));
        }

        Object passed(int object) {
            return Objects.requireNonNull(Objects.requireNonNull(arguments.objects(), "objects")[object], "passed");
        }

        /** Makes an object; what its fields hold may refer to it. */
        Object object(int number, ObjectMaker maker, List<Part> parts) {
            Object object = maker.allocate();
            made.put(number, object);
            for (int i = 0; i < parts.size(); i++) {
                maker.set(object, i, parts.get(i).make(this));
            }
            return object;
        }

        Object same(int number) {
            return Objects.requireNonNull(made.get(number), "made before");
        }

        /** {@return what was taken, with the arrays that fields are to hold in place of those that were taken for them} */
        @Nullable Object[] ofFields() {
            @Nullable Object[] values = taken.clone();
            for (int i = own; i < values.length; i++) {
                Class<?> leaf = fields.writtenTypes().get(i - own);
                if (leaf.isArray()) {
                    values[i] = array(taken(i), leaf, (int) results[i]);
                }
            }
            return values;
        }
    }
}
