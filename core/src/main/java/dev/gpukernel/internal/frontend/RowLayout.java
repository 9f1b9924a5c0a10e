package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Where the rows of an array of arrays are in the one that holds all its elements. */
sealed interface RowLayout {
    /** {@return how many dimensions there are} */
    int dimensions();

    /** {@return the values in it, in an order that {@link #withLeaves} takes them in} */
    List<Value> leaves();

    /** {@return the same with other values for its leaves} */
    RowLayout withLeaves(Iterator<? extends Value> values);

    /** {@return whether it differs from another in nothing but its leaves} */
    boolean hasShapeOf(RowLayout other);

    /**
     * Sizes that are known when the kernel is compiled: of tables, and of a thread's or block's own arrays.
     *
     * @param sizes of each dimension, the outermost first
     */
    record Constant(List<Integer> sizes) implements RowLayout {
        Constant(Integer... sizes) {
            this(List.of(sizes));
        }

        @Override
        public int dimensions() {
            return sizes.size();
        }

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
     * Rows of any lengths. Of each dimension but the innermost there is an array: where what each of its arrays holds begins, among all of
     * the next dimension, and where the last one's ends.
     *
     * @param count size of the outermost dimension
     * @param starts these arrays, the outermost first
     */
    record Ragged(Value count, List<Value> starts) implements RowLayout {
        @Override
        public int dimensions() {
            return starts.size() + 1;
        }

        @Override
        public List<Value> leaves() {
            List<Value> leaves = new ArrayList<>(List.of(count));
            leaves.addAll(starts);
            return leaves;
        }

        @Override
        public RowLayout withLeaves(Iterator<? extends Value> values) {
            Value other = values.next();
            List<Value> others = new ArrayList<>();
            starts.forEach(_ -> others.add(values.next()));
            return new Ragged(other, List.copyOf(others));
        }

        @Override
        public boolean hasShapeOf(RowLayout other) {
            return other instanceof Ragged && other.dimensions() == dimensions();
        }
    }

    /**
     * Rows of one length.
     *
     * @param sizes of each dimension, the outermost first
     */
    record Even(List<Value> sizes) implements RowLayout {
        @Override
        public int dimensions() {
            return sizes.size();
        }

        @Override
        public List<Value> leaves() {
            return sizes;
        }

        @Override
        public RowLayout withLeaves(Iterator<? extends Value> values) {
            List<Value> others = new ArrayList<>();
            sizes.forEach(_ -> others.add(values.next()));
            return new Even(List.copyOf(others));
        }

        @Override
        public boolean hasShapeOf(RowLayout other) {
            return other instanceof Even that && that.dimensions() == dimensions();
        }
    }

    /**
     * Rows that the kernel makes one by one, each of which is null before: {@link RowByRow} says where they are.
     *
     * @param count of the rows
     */
    record OneByOne(Value count) implements RowLayout {
        @Override
        public int dimensions() {
            return 2;
        }

        @Override
        public List<Value> leaves() {
            return List.of(count);
        }

        @Override
        public RowLayout withLeaves(Iterator<? extends Value> values) {
            return new OneByOne(values.next());
        }

        @Override
        public boolean hasShapeOf(RowLayout other) {
            return other instanceof OneByOne;
        }
    }

    /**
     * Rows that a thread or an iteration makes one by one, in any order: each element of the array refers to a row, which is somewhere among all
     * elements of rows. {@link RowTables} says where.
     *
     * @param count of the rows
     * @param starts array of where each row begins among all elements
     * @param sizes array of how long each row is, plus one; 0 where the row is null
     */
    record Table(Value count, Value starts, Value sizes) implements RowLayout {
        @Override
        public int dimensions() {
            return 2;
        }

        @Override
        public List<Value> leaves() {
            return List.of(count, starts, sizes);
        }

        @Override
        public RowLayout withLeaves(Iterator<? extends Value> values) {
            return new Table(values.next(), values.next(), values.next());
        }

        @Override
        public boolean hasShapeOf(RowLayout other) {
            return other instanceof Table;
        }
    }
}
