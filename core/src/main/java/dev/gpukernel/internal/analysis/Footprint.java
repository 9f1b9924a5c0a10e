package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.LaunchRanges.Aim;
import dev.gpukernel.internal.analysis.LaunchRanges.Visit;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which elements of arrays a launch touches whose scalars and lengths are known. Nothing else of them is ever read or written, in
 * whatever code of it.
 *
 * @param isFaultFree whether no thread can fault
 * @param arrays what it does with each parameter; nothing with scalars
 */
public record Footprint(boolean isFaultFree, List<Touched> arrays) {
    /** Copies the list. */
    public Footprint {
        arrays = List.copyOf(arrays);
    }

    /**
     * What a launch does with an array.
     *
     * @param read elements that it may read
     * @param written elements that it may write
     * @param isOverwritten whether it writes all of {@code written}, whatever they were
     */
    public record Touched(Elements read, Elements written, boolean isOverwritten) {
        static final Touched NOTHING = new Touched(Elements.NONE, Elements.NONE, false);

        Touched union(Touched other) {
            return new Touched(read.union(other.read), written.union(other.written), false);
        }

        /** {@return all elements that it may touch} */
        public Elements all() {
            return read.union(written);
        }
    }

    /** {@return what this and another launch with the same parameters touch together, each of which may write what the other reads} */
    public Footprint union(Footprint other) {
        List<Touched> all = new ArrayList<>();
        for (int i = 0; i < arrays.size(); i++) {
            all.add(i < other.arrays.size() ? arrays.get(i).union(other.arrays.get(i)) : arrays.get(i));
        }
        return new Footprint(isFaultFree && other.isFaultFree, all);
    }

    /**
     * Looks at a launch.
     *
     * @param function what one thread does, as it will run
     * @param arguments of the launch
     * @param extent how many iterations it has
     * @return what it touches, null if it takes too long to tell
     */
    public static @Nullable Footprint of(Function function, HostExpression.Arguments arguments, Extent extent) {
        Visit visit = new LaunchRanges(extent, Aim.INDICES).visit(function, arguments);
        return visit == null ? null : new Finder(function, arguments, extent, visit).find();
    }

    /** Finds it for one launch. */
    private record Finder(Function function, HostExpression.Arguments arguments, Extent extent, Visit visit) {
        Footprint find() {
            List<Access> accesses = Access.in(function.blocks());
            List<Touched> arrays = new ArrayList<>();
            for (BlockParam param : function.params()) {
                List<Access> own = accesses.stream()
                        .filter(access -> access.array() == param)
                        .toList();
                arrays.add(param.type() instanceof ArrayType ? touched(param, own) : Touched.NOTHING);
            }
            return new Footprint(visit.faultFree(), arrays);
        }

        private Touched touched(BlockParam param, List<Access> accesses) {
            Elements read = Elements.NONE;
            Elements written = Elements.NONE;
            for (Access access : accesses) {
                Elements elements = elements(access, arguments.arrayLength(param.index()));
                read = access.isRead() ? read.union(elements) : read;
                written = access.isWrite() ? written.union(elements) : written;
            }
            Elements all = written;
            boolean isOverwritten = !written.isEmpty() && accesses.stream().anyMatch(access -> overwrites(access, all));
            return new Touched(read, written, isOverwritten);
        }

        /** {@return elements of an access, none if no thread does it} */
        private Elements elements(Access access, long length) {
            if (access.index() == null) {
                return new Elements(0, length);
            }
            Interval index = visit.indices().get(access.instr());
            if (index == null) {
                return Elements.NONE;
            }
            long from = Math.clamp(index.low(), 0L, length);
            // An index near the greatest long is none that an access has.
            long last = Math.min(index.high(), length);
            return new Elements(from, Math.clamp(last + access.elements(), from, length));
        }

        /** Iterations that each write another element write all of as many elements. */
        private boolean overwrites(Access access, Elements written) {
            Value iteration = onlyIteration();
            if (iteration == null || access.isRead() || access.elements() != 1 || access.index() == null) {
                return false;
            }
            Affine index = access.index().type() == ScalarType.I64
                    ? Affine.ofLong(access.index(), iteration, Finder::isInvariant)
                    : Affine.of(access.index(), iteration, Finder::isInvariant);
            return index != null
                    && Math.abs(index.step()) == 1
                    && extent.iterations() == written.count()
                    && isAlwaysDone(access.instr());
        }

        /** {@return the iteration of a loop that is none of a nest} */
        private @Nullable Value onlyIteration() {
            List<Instr> iterations = function.blocks().stream()
                    .flatMap(block -> block.instrs().stream())
                    .filter(instr -> instr.op() instanceof Op.Iteration)
                    .toList();
            return iterations.size() == 1 ? iterations.getFirst() : null;
        }

        /** {@return whether a value is the same in all threads, however that is found} */
        private static boolean isInvariant(Value value) {
            return switch (value) {
                case BlockParam param ->
                    param.block() == param.block().function().entry();
                case Instr instr ->
                    switch (instr.op()) {
                        case Op.Constant _, Op.Length _ -> true;
                        case Op.Binary(var _, ScalarType type) ->
                            !type.isFloating() && instr.operands().stream().allMatch(Finder::isInvariant);
                        case Op.Convert _, Op.Negate _ ->
                            instr.operands().stream().allMatch(Finder::isInvariant);
                        default -> false;
                    };
            };
        }

        /** {@return whether every way from start to end that can be taken leads by an instruction} */
        private boolean isAlwaysDone(Instr done) {
            Foresight foresight = new Foresight(visit.faultFree(), visit.ways());
            return Reach.from(function.entry(), block -> block != done.block(), foresight::mayTake).stream()
                    .noneMatch(block -> block.terminator().edges().isEmpty());
        }
    }
}
