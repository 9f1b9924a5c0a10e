package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The arrays of arrays among the arguments of one launch after another. Before a launch all rows are copied to one flat array,
 * and after it, however it ended, back from those that may have been written.
 */
final class PassedRows {
    private final JitKernel kernel;
    private final List<Parameter> parameters;

    /** By the leaf that stands for all elements. */
    private final @Nullable Object[] passed;

    private final List<Packed> packed = new ArrayList<>();

    /** By the parameter that is an array which the kernel makes: the size of each dimension. */
    private final int[] @Nullable [] made;

    private boolean areAny;

    /** An array with the rows that it had when it was passed: others may put rows of other lengths into it meanwhile. */
    @SuppressWarnings("ArrayRecordComponent") // for one launch
    private record Packed(Object[] array, Object[] rows, int[] sizes, int count, Object flat, boolean isWritten) {
        int columns() {
            return sizes[sizes.length - 1];
        }
    }

    /**
     * Makes it.
     *
     * @param all how many parameters there are with those that the kernel makes
     */
    PassedRows(JitKernel kernel, List<Parameter> parameters, int all) {
        this.kernel = kernel;
        this.parameters = parameters;
        this.passed = new Object[parameters.size()];
        this.made = new int[all] @Nullable [];
    }

    /** Takes the sizes of an array that the kernel makes; {@return how many elements it has in all} */
    int make(int parameter, int[] sizes) {
        int count = Rows.count("an array that kernel " + kernel.name() + " makes", sizes);
        made[parameter] = sizes;
        return count;
    }

    /**
     * Gives the caller what the kernel returns, after {@link #unpack}.
     *
     * @param array all elements, or the rows where the method itself ran or they are on a device
     * @param parameter which it is
     * @return the rows: those that were passed, or new ones
     */
    Object result(Object array, int parameter) {
        if (array instanceof Object[] || array instanceof HeldArray) {
            return array;
        }
        if (parameter < passed.length) {
            return Objects.requireNonNull(passed[parameter], "passed");
        }
        return Rows.of(array, Objects.requireNonNull(made[parameter], "made"));
    }

    /** Forgets what was passed. */
    void forget() {
        if (areAny) {
            Arrays.fill(passed, null);
            packed.clear();
            areAny = false;
        }
    }

    /** Takes an argument. */
    void pass(Parameter parameter, Object[] array) {
        passed[parameter.index()] = array;
        areAny = true;
    }

    /** {@return what was passed for a leaf, null if that is no array of arrays} */
    @Nullable Object passed(int leaf) {
        return passed[leaf];
    }

    /**
     * Copies rows to flat arrays.
     *
     * @param arrays the arguments' arrays by leaf, to which flat ones are added
     * @param scalars the arguments' numbers by leaf, to which sizes are added
     * @param lengths of the arrays by leaf
     * @return how the kernel runs instead, if rows are not what its code is made for; else null
     */
    @Nullable PlainRun pack(@Nullable Object[] arrays, long[] scalars, int[] lengths) {
        if (!areAny) {
            return null;
        }
        for (int i = 0; i < passed.length; i++) {
            Object array = passed[i];
            if (array == null) {
                continue;
            }
            Packed known = packed((Object[]) array);
            if (known == null) {
                Object[] copy = copy((Object[]) array);
                int[] sizes = Rows.sizes(copy);
                if (sizes == null) {
                    packed.clear();
                    return odd(parameters.get(i), copy);
                }
                int count = Rows.count("argument '" + parameters.get(i).name() + "' of kernel " + kernel.name(), sizes);
                Object[] rows = Rows.in(copy);
                known = new Packed((Object[]) array, rows, sizes, count, Rows.pack(copy), isWritten(array));
                packed.add(known);
            }
            arrays[i] = known.flat;
            lengths[i] = known.count;
            for (int k = 0; k < known.sizes.length; k++) {
                scalars[i + 1 + k] = known.sizes[k];
            }
        }
        return shared(arrays);
    }

    /** Copies elements back to rows. */
    void unpack() {
        if (!areAny) {
            // Other launches allocate nothing, not even what goes through an empty list.
            return;
        }
        for (Packed one : packed) {
            if (one.isWritten) {
                Rows.unpack(one.flat, one.rows, one.columns());
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very same array, not an equal one
    private @Nullable Packed packed(Object[] array) {
        for (Packed one : packed) {
            if (one.array == array) {
                return one;
            }
        }
        return null;
    }

    @SuppressWarnings("ReferenceEquality") // the very same array, not an equal one
    private boolean isWritten(Object array) {
        for (int i = 0; i < passed.length; i++) {
            if (passed[i] == array && kernel.program().uses().get(i).written()) {
                return true;
            }
        }
        return false;
    }

    /** {@return a copy of all but the rows, which others may put other arrays into meanwhile} */
    private static Object[] copy(Object[] array) {
        Object[] copy = array.clone();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = copy[i] instanceof Object[] inner ? copy(inner) : copy[i];
        }
        return copy;
    }

    /** {@return how the kernel runs with an array whose rows differ in length, or are null} */
    private PlainRun odd(Parameter parameter, Object[] array) {
        String nullRow = Rows.nullIn(array);
        if (nullRow != null) {
            requireLoop(Message.NULL_ROW.format(nullRow, parameter.name(), kernel.name()));
            return kernel.plainRun("'" + parameter.name() + "' with a row that is null");
        }
        requireLoop(Message.RAGGED_ROWS.format(parameter.name(), kernel.name()));
        return kernel.plainRun("'" + parameter.name() + "' with rows of several lengths");
    }

    private void requireLoop(String message) {
        if (kernel.program().form() == KernelForm.GRID) {
            throw new IllegalArgumentException(message);
        }
    }

    /** {@return how the kernel runs if a row is there twice, and may be written at one of the places; else null} */
    private @Nullable PlainRun shared(@Nullable Object[] arrays) {
        if (kernel.program().uses().stream().noneMatch(use -> use.written())) {
            return null;
        }
        IdentityHashMap<Object, Integer> leaves = new IdentityHashMap<>();
        for (int i = 0; i < passed.length; i++) {
            Object array = arrays[i];
            if (array == null || isOther(array, i, arrays)) {
                continue;
            }
            Packed one = passed[i] == null ? null : Objects.requireNonNull(packed((Object[]) passed[i]));
            Object[] rows = one == null ? new Object[] {array} : one.rows;
            boolean isEmpty = one != null && one.columns() == 0;
            for (int row = 0; row < rows.length && !isEmpty; row++) {
                Integer other = leaves.put(rows[row], i);
                if (other != null && (isWrittenAnywhere(arrays, i) || isWrittenAnywhere(arrays, other))) {
                    String both = Message.SHARED_ROW.format(
                            kernel.name(),
                            parameters.get(other).name(),
                            parameters.get(i).name());
                    requireLoop(both);
                    packed.clear();
                    return kernel.plainRun("'" + parameters.get(i).name() + "' with a row that is there twice");
                }
            }
        }
        return null;
    }

    /** {@return whether an array was passed before} */
    @SuppressWarnings("ReferenceEquality") // the very same array, not an equal one
    private static boolean isOther(Object array, int leaf, @Nullable Object[] arrays) {
        for (int i = 0; i < leaf; i++) {
            if (arrays[i] == array) {
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("ReferenceEquality") // the very same array, not an equal one
    private boolean isWrittenAnywhere(@Nullable Object[] arrays, int leaf) {
        for (int i = 0; i < passed.length; i++) {
            if (arrays[i] == arrays[leaf] && kernel.program().uses().get(i).written()) {
                return true;
            }
        }
        return false;
    }
}
