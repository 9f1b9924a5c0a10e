package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Invocation;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The arguments of a launch by parameter, records taken apart: the one place where they are kept until they are on the device. */
final class Arguments {
    private final long[] scalars;
    private final @Nullable Object[] arrays;
    private final int[] lengths;
    private final @Nullable Record[] records;

    /** Makes room for so many. */
    Arguments(int count) {
        this.scalars = new long[count];
        this.arrays = new Object[count];
        this.lengths = new int[count];
        this.records = new Record[count];
    }

    int count() {
        return scalars.length;
    }

    void setScalar(int parameter, long bits) {
        scalars[parameter] = bits;
    }

    /**
     * Sets an array.
     *
     * @param array a Java array or a {@link HeldArray}
     */
    void setArray(int parameter, Object array, int length) {
        arrays[parameter] = array;
        lengths[parameter] = length;
    }

    /** Sets the record that scalars from a parameter on were taken from. */
    void setRecord(int parameter, Record record) {
        records[parameter] = record;
    }

    /** {@return scalars by parameter, sign-extended if integral, raw bits if floating; what stands for arrays is undefined} */
    long[] scalars() {
        return scalars;
    }

    /** {@return Java arrays or {@link HeldArray}s by parameter, null for scalars; always the same} */
    @Nullable Object[] arrays() {
        return arrays;
    }

    int length(int parameter) {
        return lengths[parameter];
    }

    /** {@return the array or record at a parameter, null for a scalar that no record begins with} */
    @Nullable Object object(int parameter) {
        Object array = arrays[parameter];
        return array != null ? array : records[parameter];
    }

    /** Passes all of them. */
    void pass(Invocation invocation, LaunchArrays there) {
        for (int i = 0; i < scalars.length; i++) {
            if (arrays[i] == null) {
                invocation.setScalar(i, scalars[i]);
            } else {
                invocation.setArray(i, there.memory(i));
            }
        }
        passRecords(invocation);
    }

    /** Passes the records that scalars were taken from. */
    void passRecords(Invocation invocation) {
        for (int i = 0; i < records.length; i++) {
            Record record = records[i];
            if (record != null) {
                invocation.setRecord(i, record);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very same array, not an equal one
    boolean isSameArray(int one, int other) {
        return arrays[one] != null && arrays[one] == arrays[other];
    }

    /** Lets go of the objects. */
    void forget() {
        Arrays.fill(arrays, null);
        Arrays.fill(records, null);
    }

    /** {@return what they are now} */
    Arguments copy() {
        Arguments copy = new Arguments(count());
        copy.be(this);
        return copy;
    }

    /** Becomes what others are, which are of the same kernel. */
    void be(Arguments others) {
        Objects.checkFromToIndex(0, others.count(), count());
        System.arraycopy(others.scalars, 0, scalars, 0, scalars.length);
        System.arraycopy(others.arrays, 0, arrays, 0, arrays.length);
        System.arraycopy(others.lengths, 0, lengths, 0, lengths.length);
        System.arraycopy(others.records, 0, records, 0, records.length);
    }
}
