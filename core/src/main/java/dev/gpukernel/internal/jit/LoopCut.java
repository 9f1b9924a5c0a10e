package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Elements;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.ir.Dimensions;
import dev.gpukernel.internal.ir.ElementType;
import java.util.List;

/**
 * How a launch of a loop is cut into pieces, each of which does some iterations that follow one another and needs a part of the arrays.
 *
 * @param pieces in the order of their iterations
 * @param arrays the host arrays that they touch
 * @param isFaultFree whether no iteration can throw
 * @param prints whether iterations print
 * @param atOnce how many pieces are under way at once
 */
record LoopCut(List<Piece> pieces, List<CutArray> arrays, boolean isFaultFree, boolean prints, int atOnce) {
    /** Copies the lists. */
    LoopCut {
        pieces = List.copyOf(pieces);
        arrays = List.copyOf(arrays);
    }

    /**
     * Some iterations, of a reduction some chunks of them.
     *
     * @param first the first
     * @param count how many
     */
    record Piece(long first, long count) {}

    /**
     * Elements of a host array.
     *
     * @param there those that are on the device, which begin where a part may
     * @param in those that are copied there before
     * @param back those that come back afterwards
     */
    record Part(Elements there, Elements in, Elements back) {
        static Part of(Elements in, Elements back, ElementType element) {
            Elements all = in.union(back);
            int step = Memory.PART_ALIGNMENT / element.bytes();
            return new Part(new Elements(all.from() / step * step, all.to()), in, back);
        }
    }

    /**
     * A host array.
     *
     * @param element what it holds
     * @param parameters for which it is passed, at least one
     * @param isResident whether it has one part, which stays for all pieces; else one for each piece
     * @param parts these
     */
    record CutArray(ElementType element, List<Integer> parameters, boolean isResident, List<Part> parts) {
        /** Copies the lists. */
        CutArray {
            parameters = List.copyOf(parameters);
            parts = List.copyOf(parts);
        }

        /** {@return what is on the device for a piece} */
        Part part(int piece) {
            return parts.get(isResident ? 0 : piece);
        }

        /** {@return how many elements are on the device at most for a piece} */
        long capacity() {
            return parts.stream().mapToLong(part -> part.there().count()).max().orElse(0);
        }

        long capacityBytes() {
            // Memory is given out in multiples of that.
            return Math.ceilDiv(capacity() * element.bytes(), Memory.PART_ALIGNMENT) * Memory.PART_ALIGNMENT;
        }

        boolean comesBack() {
            return parts.stream().anyMatch(part -> !part.back().isEmpty());
        }
    }

    LoopCut with(int newAtOnce) {
        return new LoopCut(pieces, arrays, isFaultFree, prints, newAtOnce);
    }

    /** {@return bytes on the device while so many pieces are under way at once} */
    long bytes(int piecesAtOnce) {
        return arrays.stream()
                .mapToLong(array -> array.capacityBytes() * (array.isResident() ? 1 : piecesAtOnce))
                .sum();
    }

    /** {@return whether what pieces write, and must be put back if one faults, are arrays that Java has} */
    boolean canBeKept() {
        return isFaultFree
                || arrays.stream()
                        .flatMap(array -> array.parts().stream())
                        .allMatch(part -> part.back().count() <= Dimensions.MOST_ELEMENTS);
    }

    /** {@return whether what one piece wrote can come back while others run} */
    boolean bringsBackPieces() {
        return arrays.stream().anyMatch(array -> !array.isResident() && array.comesBack());
    }
}
