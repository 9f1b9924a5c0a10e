package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.RecordArrays;
import dev.gpukernel.internal.backend.ScalarBits;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
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

    /** {@return what it is that is on the host, null if it may be on a device} */
    @Nullable String onHost(Program program) {
        if (RecordArrays.areHeldBy(type)) {
            return "records";
        }
        if (type.isRecord() && leaves.subList(0, own).stream().anyMatch(Class::isArray)) {
            return "a record of arrays";
        }
        return program.returnsRagged() ? "rows of several lengths" : null;
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
        for (int i = 0; i < taken.length; i++) {
            Class<?> leaf = leaves.get(i);
            taken[i] = leaf.isArray() ? taken((int) results[i], there, program) : ScalarBits.box(leaf, results[i]);
        }
        return taken;
    }

    private static Object taken(int parameter, LaunchArrays there, Program program) {
        int starts = program.starts(parameter);
        Object elements = there.result(parameter);
        return starts < 0 || elements instanceof Object[] ? elements : new Ragged(elements, there.result(starts));
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
        if (taken == null) {
            if (objects != null && results.length > own) {
                fields.write(objects, results, null, own);
            }
            return null;
        }
        IdentityHashMap<Object, Object> arrays = new IdentityHashMap<>();
        Object[] values = taken.clone();
        for (int i = 0; i < values.length; i++) {
            Class<?> leaf = leaves.get(i);
            int parameter = (int) results[i];
            if (leaf.isArray()) {
                Object own = values[i] instanceof Ragged ragged ? ragged.elements : values[i];
                Object value = values[i];
                values[i] = arrays.computeIfAbsent(own, _ -> arguments.result(value, leaf, parameter));
            }
        }
        if (objects != null && results.length > own) {
            fields.write(objects, results, values, own);
        }
        if (!isObject()) {
            return null;
        }
        if (RecordArrays.areHeldBy(type)) {
            return arguments.records(
                    (int) results[0], type, Arrays.asList(values).subList(0, own));
        }
        return assembled(type, Arrays.asList(values).iterator());
    }

    private Object assembled(Class<?> part, Iterator<Object> values) {
        if (!part.isRecord()) {
            return values.next();
        }
        RecordComponent[] components = part.getRecordComponents();
        Object[] own = new Object[components.length];
        for (int i = 0; i < own.length; i++) {
            own[i] = assembled(components[i].getType(), values);
        }
        return Leaves.make(part, own, lookup);
    }
}
