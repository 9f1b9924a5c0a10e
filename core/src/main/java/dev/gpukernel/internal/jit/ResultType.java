package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.RecordArrays;
import dev.gpukernel.internal.backend.ScalarBits;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a kernel returns, if that is an array or a record: put together of the arrays and numbers that its code returns, of which the last are
 * those of the fields that it writes.
 */
final class ResultType {
    private final Class<?> type;
    private final MethodHandles.Lookup lookup;
    private final List<Class<?>> leaves = new ArrayList<>();
    private final ObjectFields fields;
    private final int own;

    ResultType(Method kernel, MethodHandles.Lookup lookup, ObjectFields fields) {
        this.type = kernel.getReturnType();
        this.lookup = lookup;
        if (type != void.class) {
            addLeaves(type);
        }
        this.own = leaves.size();
        this.fields = fields;
        leaves.addAll(fields.writtenTypes());
    }

    private void addLeaves(Class<?> part) {
        if (part.isRecord()) {
            for (RecordComponent component : part.getRecordComponents()) {
                addLeaves(component.getType());
            }
        } else if (RecordArrays.areHeldBy(part)) {
            Leaves.of("", part).forEach(leaf -> leaves.add(leaf.flat()));
        } else {
            leaves.add(part);
        }
    }

    /**
     * Rows of several lengths that the kernel made.
     *
     * @param elements all of them
     * @param starts where each row begins and the last one ends
     */
    record Ragged(Object elements, Object starts) {}

    /** {@return whether it is an array or a record} */
    boolean isObject() {
        return type.isArray() || type.isRecord();
    }

    /** {@return whether there are arrays to {@link #take}, or numbers that make up a record} */
    boolean isTaken() {
        return isObject() || fields.writesArrays();
    }

    /** {@return whether a device may hold it, or need not: a record is on the host, and so are arrays in it} */
    boolean fitsDevice(Program program) {
        return type.isRecord() || !program.returnsRagged();
    }

    /**
     * Takes what a run returned.
     *
     * @param results what its {@link KernelScript} returned
     * @param there where its arrays are
     * @param program the kernel
     * @return arrays, {@link Ragged} rows, and boxed numbers
     */
    Object[] take(long[] results, LaunchArrays there, Program program) {
        // The method itself writes its fields.
        Object[] taken = new Object[results.length];
        Map<Integer, Object> arrays = new HashMap<>();
        for (int i = 0; i < taken.length; i++) {
            Class<?> leaf = leaves.get(i);
            taken[i] = leaf.isArray()
                    ? arrays.computeIfAbsent((int) results[i], parameter -> taken(parameter, leaf, there, program))
                    : ScalarBits.box(leaf, results[i]);
        }
        return taken;
    }

    private Object taken(int parameter, Class<?> leaf, LaunchArrays there, Program program) {
        // Where the method ran itself, what it returned may be in the place of other rows.
        int starts = leaf.componentType().isArray() ? program.starts(parameter) : -1;
        Object elements = there.result(parameter, type.isRecord());
        return starts < 0 || elements instanceof Object[]
                ? elements
                : new Ragged(elements, there.result(starts, type.isRecord()));
    }

    /**
     * Puts it together, and writes fields.
     *
     * @param taken what {@link #take} gave, null if nothing {@link #isTaken}
     * @param results what it was given
     * @param arguments those of the run, unpacked
     * @return the array or record, null if it is neither; arrays that were passed are the very same
     */
    @Nullable Object assemble(Object @Nullable [] taken, long[] results, Arguments arguments) {
        @Nullable Object @Nullable [] objects = arguments.objects();
        Assembly assembly = taken == null ? null : new Assembly(taken, results, arguments);
        Object result = assembly == null || !isObject() ? null : assembly.next(type);
        if (objects != null && results.length > own) {
            fields.write(objects, results, assembly == null ? null : assembly.ofFields(), own);
        }
        return result;
    }

    /** Goes through what was taken. */
    private final class Assembly {
        private final Object[] taken;
        private final long[] results;
        private final Arguments arguments;

        /** By what was taken for them, or for their marks: one that is there twice is one. */
        private final IdentityHashMap<Object, Object> arrays = new IdentityHashMap<>();

        private int next;

        Assembly(Object[] taken, long[] results, Arguments arguments) {
            this.taken = taken;
            this.results = results;
            this.arguments = arguments;
        }

        Object next(Class<?> part) {
            if (part.isRecord()) {
                RecordComponent[] components = part.getRecordComponents();
                Object[] own = new Object[components.length];
                for (int i = 0; i < own.length; i++) {
                    own[i] = next(components[i].getType());
                }
                return Leaves.make(part, own, lookup);
            }
            int first = next;
            int parameter = (int) results[first];
            Object value = taken[first];
            if (RecordArrays.areHeldBy(part)) {
                next += Leaves.of("", part).size();
                List<Object> own = Arrays.asList(taken).subList(first, next);
                return arrays.computeIfAbsent(value, _ -> arguments.records(parameter, part, own));
            }
            next++;
            return part.isArray() ? array(value, part, parameter) : value;
        }

        private Object array(Object value, Class<?> part, int parameter) {
            return arrays.computeIfAbsent(
                    value instanceof Ragged ragged ? ragged.elements : value,
                    _ -> arguments.result(value, part, parameter));
        }

        /** {@return what was taken, with the arrays that fields are to hold in place of those that were taken for them} */
        Object[] ofFields() {
            Object[] values = taken.clone();
            for (int i = own; i < values.length; i++) {
                Class<?> leaf = leaves.get(i);
                if (leaf.isArray()) {
                    values[i] = array(values[i], leaf, (int) results[i]);
                }
            }
            return values;
        }
    }
}
