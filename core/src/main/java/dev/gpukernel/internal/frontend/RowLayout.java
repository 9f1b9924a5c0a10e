package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Value;
import java.util.Iterator;
import java.util.List;

/** Where the rows of an array of two dimensions are in the one that holds all its elements. */
sealed interface RowLayout {
    /** {@return the values in it, in an order that {@link #withLeaves} takes them in} */
    List<Value> leaves();

    /** {@return the same with other values for its leaves} */
    RowLayout withLeaves(Iterator<? extends Value> values);

    /** {@return whether it differs from another in nothing but its leaves} */
    boolean hasShapeOf(RowLayout other);

    /**
     * Sizes that are known when the kernel is compiled: of tables, and of a thread's or block's own arrays.
     *
     * @param rows number of rows
     * @param columns number of elements in a row
     */
    record Constant(int rows, int columns) implements RowLayout {
        @Override
        public List<Value> leaves() {
            return List.of();
        }

        @Override
        public RowLayout withLeaves(Iterator<? extends Value> values) {
            return this;
        }

        @Override
        public boolean hasShapeOf(RowLayout other) {
            return equals(other);
        }
    }

    /**
     * Rows of one length.
     *
     * @param rows number of rows
     * @param columns number of elements in a row
     */
    record Even(Value rows, Value columns) implements RowLayout {
        @Override
        public List<Value> leaves() {
            return List.of(rows, columns);
        }

        @Override
        public RowLayout withLeaves(Iterator<? extends Value> values) {
            return new Even(values.next(), values.next());
        }

        @Override
        public boolean hasShapeOf(RowLayout other) {
            return other instanceof Even;
        }
    }
}
