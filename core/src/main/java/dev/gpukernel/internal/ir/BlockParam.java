package dev.gpukernel.internal.ir;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A value that a block receives over each of its incoming edges; of the entry block, a parameter of the function. */
public final class BlockParam extends Value {
    private final Block block;
    private @Nullable BlockParam marks;
    private @Nullable BlockParam starts;
    private @Nullable BlockParam moves;
    private List<List<OptionalLong>> rows = List.of();
    private final Set<BlockParam> apart = new LinkedHashSet<>();
    private boolean isKept;

    BlockParam(int id, Type type, Block block) {
        super(id, type);
        this.block = block;
    }

    @Override
    public Block block() {
        return block;
    }

    /**
     * Says that it is the variable by which a loop is marked, so that it stays where nothing else uses it, as in {@code for (int step = 0;;
     * step++)}. It is no part of the text; without it, the loop may lose its mark.
     */
    public void keep() {
        isKept = true;
    }

    /** {@return whether it is there even if nothing uses it} */
    public boolean isKept() {
        return isKept;
    }

    /**
     * Says that it is an array for a number in records, and which parameter is the array of their marks: both have as many elements. It is
     * no part of the text; without it, less is known of indices.
     */
    public void setMarks(BlockParam array) {
        marks = array;
    }

    /** {@return whether it is an array with as many elements as another, whatever the arguments are} */
    public boolean isAsLongAs(BlockParam other) {
        return ofLength() == other.ofLength();
    }

    /** {@return the array of the marks of the records that this is a part of, itself if it is none} */
    public BlockParam ofLength() {
        return marks == null ? this : marks;
    }

    /**
     * Says that it holds the elements of rows of several lengths which the kernel makes, and which parameter is the array that says where each
     * row begins and the last one ends. It is no part of the text; without it, nobody can return the rows.
     */
    public void setStarts(BlockParam array) {
        starts = array;
    }

    /** {@return the array that says where its rows begin, null if the kernel makes no rows of several lengths of it} */
    public @Nullable BlockParam starts() {
        return starts;
    }

    /**
     * Says that it holds the elements of rows which are passed and change places, and which parameter is the array that tells where they have
     * gone, an array of longs. The row that was to be found at {@code i + (int) moves[i]} at first has its elements at {@code i}. What is left
     * of {@code moves[i]}, a multiple of 2^32, is 0, unless the kernel threw while rows went round: then the row at {@code i} is the one whose elements
     * are so many rows behind. It is no part of the text; without it, the caller's rows stay where they are.
     */
    public void setMoves(BlockParam array) {
        moves = array;
    }

    /** {@return the array that tells where its rows have gone, null if they stay where they are} */
    public @Nullable BlockParam moves() {
        return moves;
    }

    /**
     * Says that it is the number of one of some rows, and of each of these the number in each dimension, as far as it is known. It is no part
     * of the text; without it, less is known of which rows are different ones.
     */
    public void setRows(List<List<OptionalLong>> possible) {
        rows = List.copyOf(possible);
    }

    /** {@return which rows it may be the number of, nothing if that is not known} */
    public List<List<OptionalLong>> rows() {
        return rows;
    }

    /**
     * Says that it is never the same array as another one: a launch with one array for both is refused. It is no part of the text; without
     * it, an access to one may be an access to the other.
     */
    public void setApartFrom(BlockParam array) {
        apart.add(array);
        array.apart.add(this);
    }

    /** {@return whether it is known not to be the same array as another one, as arrays of different elements never are} */
    public boolean isApartFrom(BlockParam array) {
        return apart.contains(array)
                || (type() instanceof ArrayType own
                        && array.type() instanceof ArrayType other
                        && own.element() != other.element());
    }

    /** {@return the arrays that it is known not to be} */
    public Set<BlockParam> apart() {
        return Collections.unmodifiableSet(apart);
    }

    /** {@return its position among the block's parameters} */
    public int index() {
        return block.params().indexOf(this);
    }
}
