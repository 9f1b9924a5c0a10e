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

/** What a kernel returns, if that is an array or a record: put together of the arrays and numbers that its code returns. */
final class ResultType {
    private final Class<?> type;
    private final MethodHandles.Lookup lookup;
    private final List<Class<?>> leaves = new ArrayList<>();

    ResultType(Method kernel, MethodHandles.Lookup lookup) {
        this.type = kernel.getReturnType();
        this.lookup = lookup;
        addLeaves(type);
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

    /** {@return whether it is an array or a record} */
    boolean isObject() {
        return type.isArray() || type.isRecord();
    }

    /** {@return whether it is a record that holds arrays, or an array of records: those are on the host} */
    boolean isOnHost() {
        return RecordArrays.areHeldBy(type)
                || (type.isRecord() && leaves.stream().anyMatch(Class::isArray));
    }

    /**
     * Takes what a run returned.
     *
     * @param results what its {@link KernelScript} returned
     * @param there where its arrays are
     * @return arrays and boxed numbers
     */
    Object[] take(long[] results, LaunchArrays there) {
        Object[] taken = new Object[leaves.size()];
        for (int i = 0; i < taken.length; i++) {
            Class<?> leaf = leaves.get(i);
            taken[i] = leaf.isArray() ? there.result((int) results[i]) : ScalarBits.box(leaf, results[i]);
        }
        return taken;
    }

    /**
     * Puts it together.
     *
     * @param taken what {@link #take} gave
     * @param results what it was given
     * @param arguments those of the run, unpacked
     * @return the array or record; arrays that were passed are the very same
     */
    Object assemble(Object[] taken, long[] results, Arguments arguments) {
        IdentityHashMap<Object, Object> arrays = new IdentityHashMap<>();
        Object[] values = taken.clone();
        for (int i = 0; i < values.length; i++) {
            Class<?> leaf = leaves.get(i);
            int parameter = (int) results[i];
            if (leaf.isArray()) {
                values[i] = arrays.computeIfAbsent(values[i], array -> arguments.result(array, leaf, parameter));
            }
        }
        if (RecordArrays.areHeldBy(type)) {
            return arguments.records((int) results[0], type, Arrays.asList(values));
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
