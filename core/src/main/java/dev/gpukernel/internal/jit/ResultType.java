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
        Object[] taken = new Object[leaves.size()];
        Map<Integer, Object> arrays = new HashMap<>();
        for (int i = 0; i < taken.length; i++) {
            Class<?> leaf = leaves.get(i);
            taken[i] = leaf.isArray()
                    ? arrays.computeIfAbsent((int) results[i], parameter -> taken(parameter, there, program))
                    : ScalarBits.box(leaf, results[i]);
        }
        return taken;
    }

    private Object taken(int parameter, LaunchArrays there, Program program) {
        int starts = program.starts(parameter);
        Object elements = there.result(parameter, type.isRecord());
        return starts < 0 || elements instanceof Object[]
                ? elements
                : new Ragged(elements, there.result(starts, type.isRecord()));
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
        return new Assembly(taken, results, arguments).next(type);
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
            return part.isArray()
                    ? arrays.computeIfAbsent(
                            value instanceof Ragged ragged ? ragged.elements : value,
                            _ -> arguments.result(value, part, parameter))
                    : value;
        }
    }
}
