package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Elements;
import dev.gpukernel.internal.analysis.Extent;
import dev.gpukernel.internal.analysis.Footprint;
import dev.gpukernel.internal.analysis.Footprint.Touched;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.jit.LoopCut.CutArray;
import dev.gpukernel.internal.jit.LoopCut.Part;
import dev.gpukernel.internal.jit.LoopCut.Piece;
import dev.gpukernel.internal.pass.ReductionKernel;
import dev.gpukernel.internal.pass.ScanKernel;
import dev.gpukernel.internal.pass.Scans;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Cuts launches of a loop into pieces, where it is known which elements each piece touches. An array of which pieces touch different
 * parts is held in parts. Any other stays on the device from the first piece to the last: a table that all iterations read, say.
 *
 * <p>No iteration reads what another writes, so pieces may run in any order and at once.
 */
final class LoopCutter {
    /** More pieces are not looked at: each takes some 50 µs. */
    private static final int MOST_PIECES = 1 << 12;

    /** Of fewer, neighbours that share elements would not be much smaller than all together. */
    private static final int LEAST_PIECES = 4;

    /** Pieces are rather larger. */
    private static final int USUAL_PIECES = 1 << 10;

    /** Pieces of many iterations have a multiple of so many, which lets their parts begin where they may. */
    private static final long ROUND = 1 << 10;

    /** The code of a thread of a piece, as it runs; of a loop with running values of the steps that touch its arrays. */
    private final List<Function> code;

    private final Axis outermost;
    private final int params;
    private final boolean isReduction;
    private final boolean prints;
    private final boolean isScan;

    /** How many of the parameters come before what the loop carries. */
    private final int own;

    /** Pieces have a multiple of so many iterations of the outermost loop. */
    private final long unit;

    /**
     * Makes it.
     *
     * @param nest the loop
     * @param steps what a thread of a piece does in each launch, as it runs
     */
    LoopCutter(NestProgram nest, List<Function> steps) {
        Scans scans = nest.scans();
        this.outermost = nest.axes().getFirst();
        this.params = nest.launched().params().size();
        this.isScan = scans != null;
        this.isReduction = !isScan && nest.combine() != null;
        this.code = isScan ? List.of(steps.getFirst(), steps.getLast()) : steps;
        this.prints = code.stream().anyMatch(LoopCutter::prints);
        this.own = scans == null ? params : params - nest.carried();
        this.unit = scans != null ? scans.pieceIterations() : isReduction ? ReductionKernel.CHUNK : 1;
    }

    private static boolean prints(Function code) {
        return Stream.concat(Stream.of(code), code.calledFunctions().stream())
                .flatMap(function -> function.blocks().stream())
                .flatMap(block -> block.instrs().stream())
                .anyMatch(instr -> instr.op() instanceof Op.Print);
    }

    /** A launch. */
    static final class Launched {
        private final HostExpression.Arguments arguments;
        private final @Nullable Object[] arrays;
        private final long[] counts;

        /**
         * Tells of it.
         *
         * @param arguments of the loop
         * @param arrays the host arrays by parameter of the kernel, which are the first of the loop's; null where there is none
         * @param counts numbers of iterations along x, y and z, each at least 1
         */
        Launched(HostExpression.Arguments arguments, @Nullable Object[] arrays, long[] counts) {
            this.arguments = arguments;
            this.arrays = arrays;
            this.counts = counts;
        }

        /** {@return all that the cut follows from} */
        long[] key(List<BlockParam> params) {
            long[] key = new long[params.size() + counts.length + arrays.length];
            ProvenLaunches.write(key, params, arguments, counts);
            for (int i = 0; i < arrays.length; i++) {
                key[params.size() + counts.length + i] = arrays[i] == null ? -1 : first(i);
            }
            return key;
        }

        /** {@return the first parameter for which an array is passed that is passed for a parameter} */
        @SuppressWarnings("ReferenceEquality") // the very same array, not an equal one
        private int first(int parameter) {
            int first = 0;
            while (arrays[first] != arrays[parameter]) {
                first++;
            }
            return first;
        }
    }

    /**
     * What pieces may need.
     *
     * @param pieceBytes how many bytes a piece should touch
     * @param most how many bytes there may be on the device
     * @param piecesAtOnce how many pieces should be under way at once
     */
    record Room(long pieceBytes, long most, int piecesAtOnce) {}

    /** {@return how many iterations the outermost loop of a launch has} */
    private long iterations(Launched launched) {
        return launched.counts[outermost.index()];
    }

    /** {@return how many units a launch has that pieces consist of: iterations of the outermost loop, chunks, or blocks} */
    private long units(Launched launched) {
        return Math.ceilDiv(iterations(launched), unit);
    }

    /**
     * Cuts a launch.
     *
     * @return the pieces, null if it cannot be cut so that they find room
     */
    @Nullable LoopCut cut(Launched launched, Room room) {
        long units = units(launched);
        Footprint whole = footprint(launched, new Piece(0, units));
        if (whole == null) {
            return null;
        }
        List<CutArray> all = arrays(launched, List.of(whole), whole);
        long bytes = all.stream().mapToLong(CutArray::capacityBytes).sum();
        long wanted = (long) ((double) units * room.pieceBytes / Math.max(1, bytes));
        long size = Math.min(Math.max(wanted, Math.ceilDiv(units, USUAL_PIECES)), Math.ceilDiv(units, LEAST_PIECES));
        for (; size >= 1 && Math.ceilDiv(units, rounded(size)) <= MOST_PIECES; size /= 2) {
            LoopCut cut = cut(launched, units, rounded(size), whole);
            if (cut == null || !cut.canBeKept() || cut.arrays().stream().allMatch(CutArray::isResident)) {
                return null;
            }
            // The smallest pieces may have to do with fewer at once.
            for (int atOnce = room.piecesAtOnce; atOnce >= (size == 1 ? 1 : room.piecesAtOnce); atOnce--) {
                if (cut.bytes(atOnce) <= room.most) {
                    return cut.with(atOnce);
                }
            }
        }
        return null;
    }

    private static long rounded(long size) {
        return size > ROUND ? size / ROUND * ROUND : size;
    }

    private @Nullable LoopCut cut(Launched launched, long units, long size, Footprint whole) {
        List<Piece> pieces = new ArrayList<>();
        List<Footprint> footprints = new ArrayList<>();
        for (long first = 0; first < units; first += size) {
            Piece piece = new Piece(first, Math.min(size, units - first));
            Footprint footprint = footprint(launched, piece);
            if (footprint == null) {
                return null;
            }
            pieces.add(piece);
            footprints.add(footprint);
        }
        boolean isFaultFree = footprints.stream().allMatch(Footprint::isFaultFree);
        return new LoopCut(pieces, arrays(launched, footprints, whole), isFaultFree, prints, 1);
    }

    private @Nullable Footprint footprint(Launched launched, Piece piece) {
        long[] counts = launched.counts.clone();
        if (isScan) {
            return ofScan(launched, piece);
        }
        if (isReduction) {
            return Footprint.of(code.getFirst(), new PieceArguments(launched, piece), blocks(launched, piece.count()));
        }
        counts[outermost.index()] = piece.count();
        return Footprint.of(code.getFirst(), new PieceArguments(launched, piece), Extent.ofIterations(counts));
    }

    /** {@return what blocks of the iterations of a piece touch, when it is found out what they add up to, and when they run} */
    private @Nullable Footprint ofScan(Launched launched, Piece piece) {
        ScanPiece part = ScanPiece.of(piece, unit, iterations(launched));
        PieceArguments arguments = new PieceArguments(launched, piece);
        Footprint iterations = Footprint.of(code.getLast(), arguments, blocks(launched, part.blocks()));
        if (iterations == null || part.totals() == 0) {
            return iterations;
        }
        Footprint totals = Footprint.of(code.getFirst(), arguments, blocks(launched, part.totals()));
        return totals == null ? null : iterations.union(totals);
    }

    private static Extent blocks(Launched launched, long count) {
        return Extent.ofGrid(launched.counts, new long[] {count, 1, 1}, new long[] {ReductionKernel.LANES, 1, 1});
    }

    /** The arguments of the code: those of the whole loop, of a reduction an array for each accumulator, and which piece it is. */
    private final class PieceArguments implements HostExpression.Arguments {
        private final Launched launched;
        private final Piece piece;

        PieceArguments(Launched launched, Piece piece) {
            this.launched = launched;
            this.piece = piece;
        }

        @Override
        public long scalarBits(int parameter) {
            if (parameter < own) {
                return launched.arguments.scalarBits(parameter);
            }
            if (isScan) {
                return ofScan(parameter);
            }
            boolean isCount = !isReduction && parameter == params + 1;
            return isCount ? piece.count() : piece.first();
        }

        /** The first iteration, what is carried, and how many iterations there are. */
        private long ofScan(int parameter) {
            if (parameter > own && parameter <= params) {
                return launched.arguments.scalarBits(parameter - 1);
            }
            ScanPiece part = ScanPiece.of(piece, unit, iterations(launched));
            return parameter == own ? part.first() : part.iterations();
        }

        @Override
        public long arrayLength(int parameter) {
            if (parameter < own) {
                return launched.arguments.arrayLength(parameter);
            }
            return isScan ? Math.ceilDiv(iterations(launched), ScanKernel.TILE) + 1 : units(launched);
        }
    }

    /** {@return the arrays that pieces touch} */
    private List<CutArray> arrays(Launched launched, List<Footprint> pieces, Footprint whole) {
        List<CutArray> arrays = new ArrayList<>();
        for (int i = 0; i < launched.arrays.length; i++) {
            Object host = launched.arrays[i];
            if (host != null && launched.first(i) == i) {
                int first = i;
                List<Integer> parameters = IntStream.range(i, launched.arrays.length)
                        .filter(other -> launched.first(other) == first)
                        .boxed()
                        .toList();
                List<Touched> parts =
                        pieces.stream().map(piece -> touched(piece, parameters)).toList();
                arrays.add(array(HostArrays.elementOf(host), parameters, parts, touched(whole, parameters)));
            }
        }
        return arrays;
    }

    /** {@return what a launch does with an array, for whichever parameters it is passed} */
    private static Touched touched(Footprint footprint, List<Integer> parameters) {
        Touched all = footprint.arrays().get(parameters.getFirst());
        for (int parameter : parameters.subList(1, parameters.size())) {
            Touched other = footprint.arrays().get(parameter);
            all = new Touched(all.read().union(other.read()), all.written().union(other.written()), false);
        }
        return all;
    }

    private static CutArray array(ElementType element, List<Integer> parameters, List<Touched> parts, Touched whole) {
        boolean isResident = !areApart(parts) || !areSmaller(parts, whole);
        List<Touched> moved = isResident ? List.of(whole) : parts;
        return new CutArray(
                element,
                parameters,
                isResident,
                moved.stream().map(touched -> part(touched, element)).toList());
    }

    /** An element that is not surely overwritten must come back as it was, so it has to go there first. */
    private static Part part(Touched touched, ElementType element) {
        Elements in = touched.isOverwritten() ? touched.read() : touched.read().union(touched.written());
        return Part.of(in, touched.written(), element);
    }

    /** {@return whether parts are so much smaller than the whole that it pays to have several at a time} */
    private static boolean areSmaller(List<Touched> parts, Touched whole) {
        long most = parts.stream().mapToLong(part -> part.all().count()).max().orElse(0);
        return most <= whole.all().count() / 2;
    }

    /** {@return whether pieces only touch what no other one may write} */
    private static boolean areApart(List<Touched> parts) {
        List<Touched> writing =
                parts.stream().filter(part -> !part.written().isEmpty()).toList();
        if (writing.isEmpty()) {
            return true;
        }
        boolean isUp = writing.getFirst().written().from()
                <= writing.getLast().written().from();
        List<Touched> rising = isUp ? writing : writing.reversed();
        for (int i = 1; i < rising.size(); i++) {
            if (rising.get(i).written().from() < rising.get(i - 1).written().to()) {
                return false;
            }
        }
        return parts.stream()
                .allMatch(part -> writing.stream()
                        .allMatch(other -> other.equals(part) || !part.read().meets(other.written())));
    }
}
