package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Space;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The memory segments among a kernel's parameters, by leaf. What they hold is said by the layouts of the kernel's accesses alone, so a
 * kernel is translated once more if it was translated before that was known.
 */
final class Segments {
    private final Map<Integer, ElementType> elements = new HashMap<>();
    private final BitSet aligned = new BitSet();
    private final BitSet large;
    private boolean areLearned;

    /**
     * Of a kernel.
     *
     * @param large the segments that may have more elements than an array of Java's
     */
    Segments(BitSet large) {
        this.large = large;
    }

    /** {@return the array that a segment is taken for} */
    ArrayType type(int segment) {
        IndexType index = large.get(segment) ? IndexType.LONG : IndexType.INT;
        return new ArrayType(element(segment), Space.GLOBAL, index);
    }

    /** {@return what a segment holds, bytes as long as no access was seen} */
    ElementType element(int segment) {
        return elements.getOrDefault(segment, ElementType.BYTE);
    }

    /** Notes an access to a segment; {@return what its accesses before had, null if this is the first one} */
    @Nullable ElementType access(int segment, SegmentLayout layout) {
        if (layout.isAligned()) {
            aligned.set(segment);
        }
        ElementType before = elements.putIfAbsent(segment, layout.element());
        areLearned |= before == null && layout.element() != ElementType.BYTE;
        return before;
    }

    /** {@return whether something was learned since this was last asked} */
    boolean areLearned() {
        boolean learned = areLearned;
        areLearned = false;
        return learned;
    }

    /** Forgets all accesses. */
    void forget() {
        elements.clear();
        aligned.clear();
        areLearned = false;
    }

    /** {@return the segments that must begin at a multiple of their elements' size} */
    BitSet aligned() {
        return aligned;
    }

    /**
     * A layout of elements.
     *
     * @param name the constant of {@code ValueLayout}
     * @param element what it lays out
     * @param isAligned whether it asks for addresses that are a multiple of the element's size
     */
    record SegmentLayout(String name, ElementType element, boolean isAligned) {
        private static final Map<String, ElementType> ELEMENTS = Map.of(
                "JAVA_BYTE", ElementType.BYTE,
                "JAVA_CHAR", ElementType.CHAR,
                "JAVA_SHORT", ElementType.SHORT,
                "JAVA_INT", ElementType.INT,
                "JAVA_LONG", ElementType.LONG,
                "JAVA_FLOAT", ElementType.FLOAT,
                "JAVA_DOUBLE", ElementType.DOUBLE);

        private static final String UNALIGNED = "_UNALIGNED";

        /** {@return the layout that a field of {@code ValueLayout} is, null if it is none of numbers} */
        static @Nullable SegmentLayout of(String field) {
            String name = field.endsWith(UNALIGNED) ? field.substring(0, field.length() - UNALIGNED.length()) : field;
            ElementType element = ELEMENTS.get(name);
            return element == null
                    ? null
                    : new SegmentLayout(field, element, name.equals(field) && element.bytes() > 1);
        }

        /** {@return the layout of elements with the name of its constant} */
        static String nameOf(ElementType element) {
            return ELEMENTS.entrySet().stream()
                    .filter(entry -> entry.getValue() == element)
                    .findFirst()
                    .map(Map.Entry::getKey)
                    .orElseThrow();
        }
    }
}
