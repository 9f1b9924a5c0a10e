package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.RowArray;
import dev.gpukernel.internal.backend.Rows;
import dev.gpukernel.internal.backend.SegmentArray;
import dev.gpukernel.internal.ir.BlockParam;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The arrays of arrays among the arguments of one launch after another. A launch gets a {@link RowArray} for each, whose rows devices copy
 * from and to; where kernels work on the Java heap, an array to which all elements are copied before, and from which those that may have
 * been written are copied back after, however the launch ended.
 */
final class PassedRows {
    /** Of rows of several lengths with no more elements, it does not matter how they are distributed. */
    private static final int FEW_ELEMENTS = 1 << 14;

    /** Of more, the largest part is one of so many at most. */
    private static final int LEAST_PARTS = 64;

    private final JitKernel kernel;
    private final List<Parameter> parameters;

    /** By the leaf that stands for all elements. */
    private final @Nullable Object[] passed;

    private final List<Packed> packed = new ArrayList<>();

    /** By the parameter that is an array which the kernel makes: the size of each dimension. */
    private final int[] @Nullable [] made;

    private boolean areAny;

    /** Whether the kernel, a grid kernel, is to have the rows themselves, as some are null. */
    private boolean areWhole;

    /** How the kernel runs instead, with rows that it cannot take. */
    private @Nullable PlainRun plain;

    /** The one with rows of several lengths, if the kernel's code is for rows of one. */
    private @Nullable Parameter ragged;

    /** An array, and what the launch gets for it. */
    private static final class Packed {
        private final Object[] array;
        private final RowArray rows;
        private final Object[] shape;
        private final boolean isWritten;

        /** What is passed instead of the rows, null if these are. */
        private @Nullable Object flat;

        Packed(Object[] array, RowArray rows, Object[] shape, boolean isWritten) {
            this.array = array;
            this.rows = rows;
            this.shape = shape;
            this.isWritten = isWritten;
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
     * @param array all elements, alone or as {@link ResultType.Ragged} rows, or the rows where the method itself ran or they are on a device
     * @param parameter which it is
     * @param type of the rows
     * @return the rows: those that were passed, or new ones
     */
    Object result(Object array, int parameter, Class<?> type) {
        if (array instanceof ResultType.Ragged(Object elements, Object starts)) {
            return starts instanceof HeldArray<?> held
                    ? ((HeldArray<?>) elements).asRows(type, held.as(int[].class))
                    : Rows.of(type, elements, Array.getLength(starts) - 1, starts);
        }
        if (array instanceof Object[] || array instanceof HeldArray) {
            return array;
        }
        if (parameter < passed.length) {
            return Objects.requireNonNull(passed[parameter], "passed");
        }
        int[] sizes = Objects.requireNonNull(made[parameter], "made");
        return Rows.of(
                Rows.type(array.getClass(), sizes.length),
                array,
                Arrays.stream(sizes).boxed().toArray());
    }

    /** Forgets what was passed. */
    void forget() {
        if (areAny) {
            Arrays.fill(passed, null);
            packed.clear();
            plain = null;
            ragged = null;
            areWhole = false;
            areAny = false;
        }
    }

    /** {@return whether the kernel is to have the rows themselves, which only a device does that works on the Java heap} */
    boolean areWhole() {
        return areWhole;
    }

    /** {@return the parameter with rows of several lengths, which the kernel's code is not for; null if there is none} */
    @Nullable Parameter ragged() {
        return ragged;
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
     * Takes the rows that there are now: others may put rows of other lengths into the arrays meanwhile.
     *
     * @param arrays the arguments' arrays by leaf, to which {@link RowArray}s are added
     * @param scalars the arguments' numbers by leaf, to which sizes are added
     * @param lengths of the arrays by leaf
     * @return how the kernel runs instead, if rows are not what its code is made for; else null
     */
    @Nullable PlainRun pack(@Nullable Object[] arrays, long[] scalars, long[] lengths) {
        if (!areAny) {
            return null;
        }
        for (int i = 0; i < passed.length; i++) {
            Object array = passed[i];
            if (array == null) {
                continue;
            }
            Packed known = packed((Object[]) array);
            if (known != null && areMoved(array)) {
                packed.clear();
                return kernel.plainRun("'" + parameters.get(i).name() + "' twice, whose rows change places,");
            }
            if (known == null) {
                // Others may put other rows into it meanwhile.
                Object[] copy = Rows.copy((Object[]) array);
                Object[] shape = shape(parameters.get(i), copy);
                if (shape == null) {
                    packed.clear();
                    forgetPacked(arrays);
                    return plain;
                }
                known = new Packed(
                        (Object[]) array, new RowArray(copy, !kernel.variant().isRagged()), shape, isWritten(array));
                packed.add(known);
            }
            arrays[i] = known.rows;
            lengths[i] = known.rows.length();
            for (int k = 0; k < known.shape.length; k++) {
                if (known.shape[k] instanceof Integer size) {
                    scalars[i + 1 + k] = size;
                } else {
                    arrays[i + 1 + k] = known.shape[k];
                    lengths[i + 1 + k] = Array.getLength(known.shape[k]);
                }
            }
        }
        return shared(arrays);
    }

    private void forgetPacked(@Nullable Object[] arrays) {
        for (int i = 0; i < passed.length; i++) {
            if (passed[i] != null) {
                arrays[i] = null;
            }
        }
    }

    /** Copies rows to flat arrays, which replace them among the arguments' arrays. */
    void flatten(@Nullable Object[] arrays) {
        for (int i = 0; i < passed.length && areAny && !areWhole; i++) {
            if (passed[i] != null) {
                Packed one = Objects.requireNonNull(packed((Object[]) passed[i]));
                if (one.flat == null) {
                    one.flat = one.rows.flat();
                }
                arrays[i] = one.flat;
            }
        }
    }

    /**
     * Copies elements of flat arrays back to rows, and lets rows be where the kernel moved them.
     *
     * @param arrays the arguments' arrays by leaf, and those that the kernel made
     */
    void unpack(@Nullable Object[] arrays) {
        if (!areAny) {
            // Other launches allocate nothing, not even what goes through an empty list.
            return;
        }
        for (Packed one : packed) {
            if (one.isWritten && one.flat != null) {
                one.rows.write(0, one.flat, 0, Math.toIntExact(one.rows.length()));
            }
        }
        for (int i = 0; i < passed.length; i++) {
            int moves = kernel.program().moves(i);
            if (moves >= 0 && passed[i] != null && arrays[moves] instanceof long[] moved) {
                Object[] array = (Object[]) passed[i];
                move(array, Objects.requireNonNull(packed(array)).rows, moved);
            }
        }
    }

    /** Lets the rows of an array be where the kernel moved them, see {@link BlockParam#setMoves}. */
    private static void move(Object[] array, RowArray rows, long[] moved) {
        if (Arrays.stream(moved).allMatch(move -> move == 0)) {
            return;
        }
        int[] places = new int[moved.length];
        Arrays.setAll(places, i -> i + (int) moved[i]);
        Object[] there = rows.move(places);
        for (int i = 0; i < moved.length; i++) {
            if (moved[i] != 0) {
                array[i] = there[i + (int) ((moved[i] - (int) moved[i]) >> Integer.SIZE)];
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

    @SuppressWarnings("ReferenceEquality") // the very same array, not an equal one
    private boolean areMoved(Object array) {
        for (int i = 0; i < passed.length; i++) {
            if (passed[i] == array && kernel.program().moves(i) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** {@return what is passed beside the elements; null if the kernel cannot take such an array, and runs otherwise} */
    private Object @Nullable [] shape(Parameter parameter, Object[] array) {
        String what = "argument '" + parameter.name() + "' of kernel " + kernel.name();
        int[] sizes = Rows.sizes(array);
        if (sizes != null && !kernel.variant().isRagged()) {
            Rows.count(what, sizes);
            return Arrays.stream(sizes).boxed().toArray();
        }
        String nullRow = Rows.nullIn(array);
        if (nullRow != null) {
            areWhole = kernel.program().form() == KernelForm.GRID;
            plain = areWhole ? null : kernel.plainRun("'" + parameter.name() + "' with a row that is null");
            return null;
        }
        if (sizes == null && kernel.program().form() == KernelForm.LOOP && isUneven(array)) {
            plain = kernel.plainRun("'" + parameter.name() + "' with rows of very different lengths");
            return null;
        }
        if (kernel.variant().isRagged()) {
            List<Object> shape = new ArrayList<>(List.of(array.length));
            shape.addAll(Arrays.asList((Object[]) Rows.starts(what, array)));
            return shape.toArray();
        }
        ragged = parameter;
        return null;
    }

    /** {@return whether a thread that goes through one of the arrays would keep all others waiting} A GPU's is slower than the host's. */
    private static boolean isUneven(Object[] array) {
        long all = 0;
        long most = 0;
        for (Object part : array) {
            long own = Rows.elements(part);
            all += own;
            most = Math.max(most, own);
        }
        return all > FEW_ELEMENTS && most > all / LEAST_PARTS;
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
        SharedRows places = new SharedRows();
        for (int i = 0; i < passed.length; i++) {
            Object array = arrays[i];
            // What shares memory with a segment or buffer, these ask.
            if (array != null && !(array instanceof SegmentArray) && !isOther(array, i, arrays)) {
                Object[] own = array instanceof RowArray rows ? rows.rows() : new Object[] {array};
                places.add(i, isWrittenAnywhere(arrays, i), own);
            }
        }
        SharedRows.Pair pair = places.find();
        if (pair == null) {
            return null;
        }
        String name = parameters.get(pair.second()).name();
        requireLoop(Message.SHARED_ROW.format(
                kernel.name(), parameters.get(pair.first()).name(), name));
        packed.clear();
        return kernel.plainRun("'" + name + "' with a row that is there twice");
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
