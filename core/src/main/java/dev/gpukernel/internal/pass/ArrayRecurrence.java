package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Affine;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.Reach;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.RedundantParams;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An array that a loop reads where it stored one iteration before. What is stored is then carried in a variable instead: of
 * {@code y[i] = y[i - 1] + x[i]} it makes {@code s = y[start - 1]} before the loop and {@code s += x[i]; y[i] = s} in it.
 *
 * <p>Stores and index checks stay as they are, so that everything is thrown where it was. An element is loaded before the loop only
 * if there is one; where there is none, the check of the first iteration throws.
 *
 * <p>Algorithm: scalar replacement of array elements, S. Carr, K. Kennedy, "Scalar Replacement in the Presence of Conditional Control
 * Flow", 1994.
 */
final class ArrayRecurrence {
    private final CountedLoop counted;
    private final Loop loop;
    private final BlockParam array;

    /** Where each iteration stores, and the iteration before it did. */
    private final Affine stored;

    private final Affine before;
    private final List<Access> accesses;
    private final Map<Instr, Affine> subscripts;

    /** The stores, and the loads that come before any of them: after each it is known what the element is. */
    private final Set<Instr> known = new LinkedHashSet<>();

    /** The blocks at whose start that is known whichever way control came. */
    private final Set<Block> certain = new HashSet<>();

    private ArrayRecurrence(
            CountedLoop counted,
            BlockParam array,
            Affine stored,
            List<Access> accesses,
            Map<Instr, Affine> subscripts) {
        this.counted = counted;
        this.loop = counted.loop();
        this.array = array;
        this.stored = stored;
        this.before = stored.withConstant(stored.constant() - stored.step() * (int) counted.step());
        this.accesses = accesses;
        this.subscripts = subscripts;
        findKnown();
        findCertain();
    }

    /** {@return those of a loop} */
    static List<ArrayRecurrence> of(CountedLoop counted) {
        List<Access> all = Access.in(counted.loop().blocks());
        Set<BlockParam> arrays = new LinkedHashSet<>();
        all.forEach(access -> arrays.add(access.array()));
        List<ArrayRecurrence> found = new ArrayList<>();
        for (BlockParam array : arrays) {
            List<Access> own =
                    all.stream().filter(access -> access.array() == array).toList();
            ArrayRecurrence recurrence = of(counted, array, own);
            if (recurrence != null && recurrence.isCarried()) {
                found.add(recurrence);
            }
        }
        return found;
    }

    private static @Nullable ArrayRecurrence of(CountedLoop counted, BlockParam array, List<Access> own) {
        Map<Instr, Affine> subscripts = new HashMap<>();
        Affine stored = null;
        for (Access access : own) {
            Value index = access.index();
            boolean isPlain =
                    access.instr().op() instanceof Op.Load || access.instr().op() instanceof Op.Store;
            Affine subscript = isPlain && index != null && counted.variable().type() == ScalarType.I32
                    ? Affine.of(index, counted.variable(), counted.loop()::isInvariant)
                    : null;
            if (subscript == null || (access.isWrite() && stored != null && !stored.equals(subscript))) {
                return null;
            }
            subscripts.put(access.instr(), subscript);
            stored = access.isWrite() ? subscript : stored;
        }
        return stored == null ? null : new ArrayRecurrence(counted, array, stored, own, subscripts);
    }

    /** {@return whether something is read one iteration later, nothing at any other time, and each iteration stores} */
    private boolean isCarried() {
        return !before.equals(stored)
                && reads(before).findAny().isPresent()
                && accesses.stream()
                        .filter(Access::isRead)
                        .allMatch(access -> isAt(access, before) || isAt(access, stored))
                && loop.backEdges().stream()
                        .map(edge -> edge.source().block())
                        .allMatch(block -> certain.contains(block) || lastKnown(block) != null);
    }

    /** {@return whether an instruction reads this array, and so gives what an element can be} */
    private boolean isRead(Instr instr) {
        return accesses.stream().anyMatch(access -> access.isRead() && access.instr() == instr);
    }

    private boolean isAt(Access access, Affine subscript) {
        return subscript.equals(subscripts.get(access.instr()));
    }

    private Stream<Access> reads(Affine subscript) {
        return accesses.stream().filter(access -> access.isRead() && isAt(access, subscript));
    }

    private void findKnown() {
        List<Block> afterStores = accesses.stream()
                .filter(Access::isWrite)
                .flatMap(access -> access.instr().block().successors().stream())
                .toList();
        Set<Block> stored = Reach.from(afterStores, block -> loop.contains(block) && block != loop.header());
        for (Access access : accesses) {
            Instr instr = access.instr();
            boolean isFirst = isAt(access, this.stored)
                    && !stored.contains(instr.block())
                    && accesses.stream()
                            .filter(other -> other.isWrite() && other.instr().block() == instr.block())
                            .allMatch(other -> isBefore(instr, other.instr()));
            if (access.isWrite() || isFirst) {
                known.add(instr);
            }
        }
    }

    private static boolean isBefore(Instr one, Instr other) {
        List<Instr> instrs = one.block().instrs();
        return instrs.indexOf(one) < instrs.indexOf(other);
    }

    private void findCertain() {
        certain.addAll(loop.blocks());
        certain.remove(loop.header());
        boolean changed = true;
        while (changed) {
            changed = certain.removeIf(block -> block.incoming().stream()
                    .map(edge -> edge.source().block())
                    .anyMatch(source -> !certain.contains(source) && lastKnown(source) == null));
        }
    }

    /** {@return the last instruction in a block after which the element is known} */
    private @Nullable Instr lastKnown(Block block) {
        return known.stream()
                .filter(instr -> instr.block() == block)
                .reduce((one, other) -> isBefore(one, other) ? other : one)
                .orElse(null);
    }

    /**
     * Carries what is stored. The forms of the function's loops are to be looked at again then.
     *
     * @param recurrences those of a loop
     * @param function where the loop is
     * @return pairs of parameters that must not be the same array
     */
    static List<AliasConflict> carry(List<ArrayRecurrence> recurrences, Function function) {
        List<AliasConflict> conflicts = new ArrayList<>();
        recurrences.forEach(recurrence -> conflicts.addAll(recurrence.carry(function)));
        // Of y[i] = y[i - 1] nothing is carried: every iteration stores what the first one found. With a number added,
        // what is carried follows from the iteration's number.
        RedundantParams.removeFrom(function);
        new InductionSubstitution().run(function);
        return conflicts;
    }

    private List<AliasConflict> carry(Function function) {
        Value start = start(function);
        Map<Instr, Value> values = values(function);
        Variable state = new Variable(element().register(), array.name());
        values.forEach((instr, value) -> {
            if (instr == lastKnown(instr.block())) {
                state.assign(instr.block(), value);
            }
        });
        List<Edge> back = loop.backEdges();
        state.join(readers(back));
        BlockParam carried = loop.header().addParam(element().register());
        carried.setName(array.name());
        loop.entryEdges().getFirst().addArgument(start);
        back.forEach(edge -> edge.addArgument(state.atEnd(edge.source().block())));
        replaceLoads(values, state, carried);
        return conflicts(loop, array);
    }

    private ElementType element() {
        return ((ArrayType) array.type()).element();
    }

    /** {@return what the first iteration finds: the element, if the array has it} */
    private Value start(Function function) {
        LoopForm.addPreheader(function, loop);
        Edge into = loop.entryEdges().getFirst();
        Block preheader = into.source().block();
        Instr read = reads(before).findFirst().orElseThrow().instr();
        Builder builder = new Builder(function).before(into.source()).at(read.position());
        HostValues host = new HostValues(builder, loop);
        host.put(counted.variable(), into.arguments().get(counted.variable().index()));
        Value index = host.before(read.operand(1));
        Value length = builder.emit(new Op.Length(element()), array);
        Value isPositive = builder.emit(new Op.Compare(Predicate.GE, ScalarType.I32), index, builder.constant(0));
        Value isLess = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I32), index, length);
        Value exists = builder.emit(new Op.Binary(BinaryKind.AND, ScalarType.I1), isPositive, isLess);
        Value none = builder.emit(new Constant(element().register(), 0));
        Block there = function.addBlock();
        Block join = function.addBlock();
        BlockParam start = join.addParam(element().register());
        preheader.moveInstrsTo(into.source(), join);
        builder.atEnd(preheader).branch(exists, there, List.of(), join, List.of(none));
        Value loaded = builder.atEnd(there).emit(read.op(), array, index);
        builder.jump(join, List.of(loaded));
        return start;
    }

    /** {@return what the element is after each instruction that makes it known} */
    private Map<Instr, Value> values(Function function) {
        Map<Instr, Value> values = new LinkedHashMap<>();
        for (Instr instr : known) {
            Value value = instr.op() instanceof Op.Store ? instr.operand(2) : instr;
            boolean isNarrowed = element().bytes() < Integer.BYTES && !(value instanceof Instr read && isRead(read));
            values.put(
                    instr,
                    isNarrowed ? new Builder(function).before(instr).emit(new Op.Narrow(element()), value) : value);
        }
        return values;
    }

    /** {@return the blocks that need what is known at the end of others} */
    private Set<Block> readers(List<Edge> back) {
        Set<Block> readers = new LinkedHashSet<>();
        for (Edge edge : back) {
            if (lastKnown(edge.source().block()) == null) {
                readers.add(edge.source().block());
            }
        }
        loadsOfKnown()
                .filter(load -> knownBefore(load) == null)
                .map(Instr::block)
                .forEach(readers::add);
        return readers;
    }

    /** {@return the loads that need not be done} */
    private Stream<Instr> loadsOfKnown() {
        return reads(stored)
                .map(Access::instr)
                .filter(load -> !known.contains(load) && (certain.contains(load.block()) || knownBefore(load) != null));
    }

    /** {@return what makes the element known last before a load in its block, null if nothing does} */
    private @Nullable Instr knownBefore(Instr load) {
        return known.stream()
                .filter(instr -> instr.block() == load.block() && isBefore(instr, load))
                .reduce((one, other) -> isBefore(one, other) ? other : one)
                .orElse(null);
    }

    private void replaceLoads(Map<Instr, Value> values, Variable state, BlockParam carried) {
        Map<Value, Value> replaced = new LinkedHashMap<>();
        reads(before).forEach(access -> replaced.put(access.instr(), carried));
        loadsOfKnown().forEach(load -> {
            Instr earlier = knownBefore(load);
            replaced.put(
                    load,
                    earlier == null
                            ? state.atStart(load.block())
                            : Objects.requireNonNull(values.get(earlier), "known"));
        });
        replaced.forEach((load, first) -> {
            Value value = first;
            for (@Nullable Value next = replaced.get(value); next != null; next = replaced.get(value)) {
                value = next;
            }
            load.replaceAllUsesWith(value);
        });
        replaced.keySet().forEach(load -> ((Instr) load).remove());
    }

    /** {@return the arrays that a loop writes, too} If one of them is this array, other things are found in it. */
    static List<AliasConflict> conflicts(Loop loop, BlockParam array) {
        return Access.in(loop.blocks()).stream()
                .filter(access -> access.isWrite() && access.array() != array)
                .map(Access::array)
                .filter(other -> other.type().equals(array.type()))
                .distinct()
                .map(other -> new AliasConflict(
                        array.index(),
                        other.index(),
                        "what is stored in one of them is read in the next iteration, which the other may change"))
                .toList();
    }
}
