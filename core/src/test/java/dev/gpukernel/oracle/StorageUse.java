package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What a generated kernel does with an array, whatever that is stored as. */
enum StorageUse {
    /** Each element of an array of numbers. */
    NUMBERS_EACH,
    /** {@code new float[n]}, filled in a loop. */
    NUMBERS_MADE,
    NUMBERS_CLONED,
    NUMBERS_COPIED,
    /** One array or another. */
    NUMBERS_CHOSEN,
    /** Arrays that change places after each step. */
    NUMBERS_SWAPPED,
    /** A nest over rows and columns. */
    ROWS_EACH,
    ROWS_SUMMED,
    ROWS_TRANSPOSED,
    /** Each element from the one before in its row. */
    ROWS_RUNNING,
    /** A method is given each row. */
    ROWS_METHOD,
    /** {@code new float[n][m]}, filled in a nest. */
    ROWS_MADE,
    /** {@code new float[n][]}, with {@code r[i] = new float[m]}. */
    ROWS_ONE_BY_ONE,
    /** The same with rows that are filled before they are set. */
    ROWS_FILLED,
    /** The same with a row for each branch, of one length or of two. */
    ROWS_IN_BRANCHES,
    /** Rows that are one of two arrays, as elements of another array decide. */
    ROWS_OF_CHOICES,
    /** Rows that two loops set, or one by another index than its variable, and perhaps the last one by itself. */
    ROWS_IN_RANGES,
    /** The first row by itself, each other one from the one before. */
    ROWS_AFTER_FIRST,
    /** Rows of lengths that follow from their numbers. */
    ROWS_TRIANGLE,
    /** Rows as long as elements of another array say. */
    ROWS_COUNTED,
    /** A first row that is longer than all others. */
    ROWS_LONGER_FIRST,
    /** Rows that change places, of an array that is made. */
    ROWS_SWAPPED,
    /** The same of an array that is passed. */
    ROWS_PASSED_SWAPPED,
    /** Rows that go round, of either. */
    ROWS_ROUND,
    ROWS_CLONED,
    ROWS_COPIED,
    /** One array of rows or another. */
    ROWS_CHOSEN,
    /** A row under a name of its own, which then is an array of numbers. */
    ROW_NAMED,
    /** An iteration's own copy of a row. */
    ROW_OWN,
    ROW_ARRAYCOPY,
    /** Planes of three dimensions. */
    PLANES_EACH,
    /** A plane under a name of its own, which then is an array of rows. */
    PLANE_NAMED,
    RECORDS_EACH,
    /** {@code new Item[n]}, all elements of which a loop stores. */
    RECORDS_MADE,
    RECORDS_CLONED,
    /** {@code Arrays.copyOf} and {@code copyOfRange}. */
    RECORDS_COPIED,
    /** {@code System.arraycopy}, into another array. */
    RECORDS_ARRAYCOPY,
    RECORDS_SUMMED,
    /** What a filter keeps. */
    RECORDS_KEPT,
    RECORDS_GATHERED,
    /** A method is given the array and an index. */
    RECORDS_METHOD,
    /** The best element, and where it is. */
    RECORDS_BEST,
    SEGMENT_EACH,
    SEGMENT_SUMMED,
    /** A sum of what came before. */
    SEGMENT_RUNNING,
    SEGMENT_KEPT,
    /** A histogram, where the elements are ints or longs. */
    SEGMENT_COUNTED,
    /** An array of numbers as long as a segment. */
    SEGMENT_SIZED,
    SEGMENT_CHOSEN,
    SEGMENT_METHOD,
    /** Single elements, which the host reads and writes. */
    SEGMENT_ELEMENT,
    /** Segments that change places after each step. */
    SEGMENTS_SWAPPED,
    /** Rows whose lengths are carried from one to the next. */
    REFUSED_LENGTHS(Message.ROW_BY_ROW),
    /** A row of an array that is there. */
    REFUSED_SHARED_ROW(Message.ROW_BY_ROW),
    /** A row of two arrays that are made. */
    REFUSED_ROW_OF_TWO(Message.ROW_BY_ROW),
    /** A row that the iteration before has made. */
    REFUSED_EARLIER_ROW(Message.ARRAY_CHOICE, Message.ROW_BY_ROW),
    /** A row in two places. */
    REFUSED_ROW_TWICE(Message.ROWS_MOVED),
    /** An element that is read before it is stored. */
    REFUSED_EARLY_RECORD(Message.NULL_RECORD),
    REFUSED_NULL(Message.REFERENCE_VALUE),
    /** An element of a copy, which may be longer than what is copied. */
    REFUSED_COPY_OF_RECORDS(Message.NULL_RECORD),
    REFUSED_LAYOUTS(Message.SEGMENT_LAYOUTS);

    private final Set<Message> codes;

    StorageUse(Message... codes) {
        this.codes = Set.of(codes);
    }

    /** {@return why kernels are refused that have it, nothing if they are not} */
    Set<Message> codes() {
        return codes;
    }

    /** {@return whether it is refused only where no step or thread makes the arrays, which are theirs then} */
    boolean mayBeTable() {
        return this == REFUSED_ROW_OF_TWO || this == REFUSED_EARLIER_ROW;
    }

    /** {@return those that no kernel is refused for} */
    static List<StorageUse> accepted() {
        return Arrays.stream(values()).filter(use -> use.codes.isEmpty()).toList();
    }

    boolean isOfSegments() {
        return name().startsWith("SEGMENT") || this == REFUSED_LAYOUTS;
    }

    boolean isOfRecords() {
        return name().startsWith("RECORDS")
                || this == REFUSED_EARLY_RECORD
                || this == REFUSED_NULL
                || this == REFUSED_COPY_OF_RECORDS;
    }
}
