package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.RecordArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The arrays of records among the arguments of one launch after another. Before a launch the numbers that the kernel reads are copied to
 * arrays, one for each number in a record. After it, however it ended, elements that the kernel stored become new records: their marks say
 * which these are. All others stay the objects that they were.
 */
final class PassedRecords {
    private final JitKernel kernel;
    private final List<Parameter> parameters;

    /** By the leaf that stands for the marks: host arrays, or what a device holds. */
    private final @Nullable Object[] passed;

    private final List<Packed> packed = new ArrayList<>();
    private boolean areAny;

    /** Whether the kernel, a grid kernel, is to have the records themselves, as some are null. */
    private boolean areWhole;

    /** An array, and the arrays that the launch gets for it: marks, then one for each number. */
    @SuppressWarnings("ArrayRecordComponent") // for one launch
    private record Packed(@Nullable Object[] array, RecordArrays type, List<Object> flat, boolean isWritten) {}

    PassedRecords(JitKernel kernel, List<Parameter> parameters) {
        this.kernel = kernel;
        this.parameters = parameters;
        this.passed = new Object[parameters.size()];
    }

    /** Forgets what was passed. */
    void forget() {
        if (areAny) {
            Arrays.fill(passed, null);
            packed.clear();
            areWhole = false;
            areAny = false;
        }
    }

    /** {@return whether the kernel is to have the records themselves, which only a device does that works on the Java heap} */
    boolean areWhole() {
        return areWhole;
    }

    /** Takes an argument: an array, or one of a device. */
    void pass(Parameter parameter, Object array) {
        passed[parameter.index()] = array;
        areAny = true;
    }

    /** {@return what was passed for a leaf, null if that is no array of records} */
    @Nullable Object passed(int leaf) {
        return passed[leaf];
    }

    /**
     * Copies numbers of records to arrays.
     *
     * @param arrays the arguments' arrays by leaf, to which those of numbers are added
     * @param lengths of the arrays by leaf
     * @return how the kernel runs instead, if it may read an element that is null; else null
     */
    @Nullable PlainRun pack(@Nullable Object[] arrays, long[] lengths) {
        if (!areAny) {
            return null;
        }
        for (int i = 0; i < passed.length; i++) {
            PlainRun odd = passed[i] == null ? null : odd(i);
            if (odd != null) {
                packed.clear();
                return odd;
            }
            if (passed[i] instanceof Object[] array) {
                Packed made = packed(array, i);
                for (int k = 0; k < made.flat.size(); k++) {
                    arrays[i + k] = made.flat.get(k);
                    lengths[i + k] = array.length;
                }
            }
        }
        return null;
    }

    /** {@return how the kernel runs if it may read an element that is null; else null} */
    private @Nullable PlainRun odd(int leaf) {
        Object array = Objects.requireNonNull(passed[leaf]);
        if (!isAny(leaf, other -> kernel.program().looked().get(other))) {
            return null;
        }
        Parameter parameter = parameters.get(leaf);
        int first = array instanceof HeldRecords<?> held
                ? held.firstNull()
                : kernel.recordArrays(parameter.type()).firstNull((Object[]) array);
        if (first < 0) {
            return null;
        }
        if (kernel.program().form() == KernelForm.GRID) {
            if (array instanceof HeldRecords<?>) {
                throw isNull(parameter, first);
            }
            areWhole = true;
            return null;
        }
        return kernel.plainRun("'" + parameter.name() + "' with an element that is null");
    }

    private NullPointerException isNull(Parameter parameter, int element) {
        String array = "argument '" + parameter.name() + "' of kernel " + kernel.name();
        return new NullPointerException(Message.NULL_ELEMENT.format(element, array));
    }

    /**
     * Asks whether all arrays of a device whose elements the kernel reads are filled, where plain Java cannot run instead.
     *
     * @throws NullPointerException if one is not
     */
    void requireFilled() {
        for (int i = 0; i < passed.length; i++) {
            int first = passed[i] instanceof HeldRecords<?> held
                            && kernel.program().looked().get(i)
                    ? held.firstNull()
                    : -1;
            if (first >= 0) {
                throw isNull(parameters.get(i), first);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very same array, not an equal one
    private Packed packed(@Nullable Object[] array, int leaf) {
        for (Packed made : packed) {
            if (made.array == array) {
                return made;
            }
        }
        RecordArrays type = kernel.recordArrays(parameters.get(leaf).type());
        List<Object> flat = new ArrayList<>();
        flat.add(new byte[array.length]);
        for (int k = 0; k < type.count(); k++) {
            int number = k + 1;
            Object values = type.newArray(k, array.length);
            if (isAny(leaf, other -> use(other + number).read())) {
                type.pack(array, k, values);
            }
            flat.add(values);
        }
        Packed made =
                new Packed(array, type, flat, isAny(leaf, other -> use(other).written()));
        packed.add(made);
        return made;
    }

    private Access.Use use(int leaf) {
        return kernel.program().uses().get(leaf);
    }

    /** {@return whether something holds of a leaf, or of another one that the same array was passed for} */
    @SuppressWarnings("ReferenceEquality") // the very same array, not an equal one
    private boolean isAny(int leaf, IntPredicate condition) {
        for (int i = 0; i < passed.length; i++) {
            if (passed[i] == passed[leaf] && condition.test(i)) {
                return true;
            }
        }
        return false;
    }

    /** Puts new records where the kernel stored some. */
    void unpack() {
        if (!areAny) {
            return;
        }
        for (Packed made : packed) {
            if (made.isWritten) {
                made.type.unpack(made.flat, made.array);
            }
        }
    }
}
