package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the iteration of a loop with running values into what a thread of a block does. A block takes {@link ScanOrder#TILE} iterations,
 * each of its lanes {@link ScanOrder#ITEMS} that follow one another. What an iteration adds to a running value is accumulated from what
 * stands for nothing, and combined from first to last in a lane; {@link ScanOrder} says how lanes are combined, in the same way blocks
 * of the 256 of a group are, and groups are combined from first to last, after what the loop begins with. A running value is then what
 * is before the group, with what is before the block in it, with what is before the lane in that, with what the lane's iterations add,
 * one after another.
 *
 * <p>Threads compute what iterations add, and do iterations, so that neighbours touch neighbouring elements; in between they hand the
 * values over in shared memory, or vote on them. If the running values have 32 bits, all is done in one go: blocks take numbers in the order in which they
 * begin, and publish what they come to, and what a group does, in words whose upper half says that they are there.
 */
public final class ScanKernel {
    /** Threads of a block. */
    public static final int LANES = ScanOrder.LANES;

    /** Iterations of a block. */
    public static final int TILE = ScanOrder.TILE;

    /** Most that an iteration adds to a running value that only grows: what a block adds is far from all that an int holds. */
    private static final int MOST_GROWTH = 1 << 12;

    private final ScanParts parts;
    private final ScanParts.Layout layout;
    private final LoopEmitter emitter;
    private final Builder builder;
    private final List<Scans.Running> running;
    private final ScanBlock block;
    private final Value lane;

    /** Whether all threads of a warp take part in putting items. */
    private final boolean areVoted;

    private ScanKernel(ScanParts parts, ScanParts.Layout layout) {
        this.parts = parts;
        this.layout = layout;
        this.emitter = new LoopEmitter(layout.code());
        this.builder = emitter.builder().atEnd(layout.code().entry());
        this.running = parts.scans().running();
        this.block = new ScanBlock(emitter, parts.scans());
        this.lane = block.lane();
        this.areVoted = IntStream.range(0, running.size()).anyMatch(parts::isVoted);
    }

    /** {@return what a block's running values come to, for all blocks but the last} */
    static Function totals(ScanParts parts) {
        ScanKernel kernel = new ScanKernel(parts, parts.totals());
        kernel.writeTotals();
        return kernel.layout.code();
    }

    /** {@return what the running values are before each block; one block does it} */
    static Function prefixes(ScanParts parts) {
        ScanKernel kernel = new ScanKernel(parts, parts.prefixes());
        kernel.writePrefixes();
        return kernel.layout.code();
    }

    /**
     * {@return a block's iterations}
     *
     * @param inOneGo whether blocks tell each other what they come to, as they can of 32 bits, so that there are no steps before
     */
    static Function iterations(ScanParts parts, boolean inOneGo) {
        ScanKernel kernel = new ScanKernel(parts, parts.iterations(inOneGo));
        kernel.writeIterations(inOneGo);
        ControlFlowSimplification.removeUnreachable(kernel.layout.code());
        return kernel.layout.code();
    }

    private void writeTotals() {
        Value number = builder.emit(new Op.Call(Intrinsics.BLOCK_IDX_X));
        Own own = own(KeptLoads.NONE);
        summands(first(number), own);
        Value warps = block.sharedOfWarps();
        for (int i = 0; i < running.size(); i++) {
            Value cells = layout.cell(running.get(i).place());
            Value total = own.items.get(i).combine(warps).total();
            emitter.when(emitter.isEqual(lane, 0), () -> emitter.store(cells, number, total));
            block.sync();
        }
        builder.ret();
    }

    private Value first(Value number) {
        return emitter.int64(BinaryKind.MUL, emitter.wide(number), ScanOrder.TILE);
    }

    /**
     * What a thread has of its iterations.
     *
     * @param items for each running value what its iterations add
     * @param loads what is kept of what was loaded for that
     * @param loaded for each of these what it gave
     */
    private record Own(List<ScanItems> items, KeptLoads loads, List<Value> loaded) {}

    private Own own(KeptLoads loads) {
        List<ScanItems> items = new ArrayList<>();
        List<Value> loaded = new ArrayList<>();
        for (int i = 0; i < running.size(); i++) {
            items.add(parts.isVoted(i) ? new VotedItems(block, i) : new HandedItems(block, i, running.size() == 1));
        }
        for (KeptLoads.Pair pair : loads.pairs()) {
            loaded.add(builder.emit(new Op.LocalArray(ReductionKernel.element(pair.type()), ScanOrder.ITEMS)));
        }
        return new Own(items, loads, loaded);
    }

    private void summands(Value first, Own own) {
        inWholeBlocks(first, parts.scans().summands(), List.of(), areVoted, part -> {
            if (part.count != null) {
                emitter.repeat(builder.constant(ScanOrder.ITEMS), List.of(), (item, _) -> {
                    own.items.getFirst().put(item, block.order(0).identity());
                    return List.of();
                });
            }
            return summands(first, own, part);
        });
    }

    /**
     * What a thread does of a block.
     *
     * @param guard the branch by which each iteration would ask whether it exists, {@code null} if it does ask
     * @param count how many iterations there are for the thread, {@code null} if it goes through all that there may be
     * @param mayBeLast whether the last iteration of the loop may be among them
     * @param passed index checks and tests that are known to pass
     */
    private record Part(@Nullable Instr guard, @Nullable Value count, boolean mayBeLast, JointTests passed) {}

    /**
     * Emits code twice if it is known how iterations ask whether they exist: where more blocks follow, they need not. Nor need they ask
     * for indices there, if the thread's least and greatest are in range.
     *
     * @param isOfWarp whether all threads of a warp are to go the same way
     */
    private List<Value> inWholeBlocks(
            Value first,
            Function code,
            List<JointTests.Grown> grown,
            boolean isOfWarp,
            java.util.function.Function<Part, List<Value>> emitted) {
        Instr guard = ScanParts.guard(code);
        if (guard == null || layout.counted() == null) {
            return emitted.apply(new Part(layout.counted() == null ? guard : null, null, true, JointTests.NONE));
        }
        Value isFollowed = emitter.isLess(emitter.int64(BinaryKind.ADD, first, (long) ScanOrder.TILE), layout.count());
        JointTests tests = JointTests.of(code, layout.own(), grown);
        Value number = block.number(first, builder.constant(0));
        List<Value> conditions =
                tests.conditions(emitter, layout.arguments(), number, ScanOrder.ITEMS, ScanOrder.WARP, grown);
        Value isWhole = conditions.stream().reduce(isFollowed, emitter::and);
        return emitter.choose(
                isOfWarp && !conditions.isEmpty() ? builder.emit(new Op.Call(Intrinsics.WARP_ALL), isWhole) : isWhole,
                () -> emitted.apply(new Part(guard, null, false, tests)),
                () -> emitted.apply(
                        new Part(null, running.size() == 1 && !areVoted ? left(first) : null, true, JointTests.NONE)));
    }

    /** {@return code of an iteration, copied for one of those of a thread} */
    private List<Value> iterate(
            Function code, List<Value> arguments, Value first, Value item, Part part, Consumer<RegionCopy> edit) {
        return emitter.iterate(code, arguments, block.number(first, item), part.guard, copy -> {
            part.passed.drop(copy, builder.emit(Op.Constant.of(true)));
            if (item.constant() != null) {
                nameNumber(code, first, item, copy);
            }
            edit.accept(copy);
        });
    }

    /** Lets indices be sums of one number and constants, so that they share an address. */
    private void nameNumber(Function code, Value first, Value item, RegionCopy copy) {
        Value low = emitter.int32(
                BinaryKind.ADD,
                emitter.narrow(block.number(first, builder.constant(0))),
                emitter.int32(BinaryKind.MUL, item, ScanOrder.WARP));
        code.blocks().stream()
                .flatMap(own -> own.instrs().stream())
                .filter(instr -> JointTests.isNumber(instr) && copy.of(instr) != instr)
                .forEach(instr -> copy.of(instr).replaceAllUsesWith(low));
    }

    /** {@return how many iterations there are for a thread of the last block} */
    private Value left(Value first) {
        return block.left(emitter.narrow(emitter.int64(BinaryKind.SUB, layout.count(), first)));
    }

    private List<Value> summands(Value first, Own own, Part part) {
        return repeat(part, parts.scans().summands(), List.of(), (item, _) -> {
            List<Value> arguments = new ArrayList<>(layout.arguments());
            for (int i = 0; i < running.size(); i++) {
                arguments.set(
                        layout.own() + running.get(i).place(), block.order(i).identity());
            }
            List<Value> added = iterate(parts.scans().summands(), arguments, first, item, part, copy -> {
                running.forEach(one -> dropFirstSum(one, copy));
                if (part.count == null) {
                    own.loads.keep(layout.code(), copy, own.loaded, item);
                }
            });
            for (int i = 0; i < running.size(); i++) {
                own.items.get(i).put(item, added.get(i));
            }
            return List.of();
        });
    }

    /** The sum of what stands for nothing and a float is the float, which need not be there to be handed over. */
    private void dropFirstSum(Scans.Running one, RegionCopy copy) {
        BlockParam param = parts.scans().summands().params().get(layout.own() + one.place());
        Op sum = new Op.Binary(BinaryKind.ADD, one.identity().type());
        if (!one.identity().type().isFloating() || !one.isJoinedBy(sum)) {
            return;
        }
        for (Instr user : param.users()) {
            if (user.op().equals(sum) && copy.of(user) != user) {
                Value other = user.operand(user.operand(0) == param ? 1 : 0);
                if (other != param) {
                    copy.of(user).replaceAllUsesWith(copy.of(other));
                }
            }
        }
    }

    /** Emits the iterations of a thread, one after another if that is not too much: what it keeps of them is then in registers. */
    private List<Value> repeat(Part part, Function code, List<Value> starts, LoopEmitter.Body body) {
        if (part.count != null || !ScanParts.isWrittenOut(code)) {
            return emitter.repeat(part.count == null ? builder.constant(ScanOrder.ITEMS) : part.count, starts, body);
        }
        List<Value> carried = starts;
        for (int item = 0; item < ScanOrder.ITEMS; item++) {
            carried = body.emit(builder.constant(item), carried);
        }
        return carried;
    }

    private void writePrefixes() {
        Value tiles = emitter.length(layout.cell(0));
        Value groups = emitter.shifted(emitter.int32(BinaryKind.ADD, tiles, ScanOrder.LANES - 1), 8);
        Value warps = block.sharedOfWarps();
        emitter.repeat(groups, layout.arguments(), (group, starts) -> {
            Value tile = emitter.int32(BinaryKind.ADD, emitter.int32(BinaryKind.MUL, group, ScanOrder.LANES), lane);
            Value exists = emitter.isLess(tile, tiles);
            Value safe = emitter.select(exists, tile, emitter.int32(BinaryKind.SUB, tiles, 1));
            List<Value> next = new ArrayList<>();
            for (int i = 0; i < running.size(); i++) {
                ScanOrder order = block.order(i);
                Value cells = layout.cell(i);
                Value start = starts.get(i);
                Value own = emitter.select(exists, emitter.load(cells, safe), order.identity());
                // All have read before one of them writes.
                ScanBlock.InBlock inBlock = block.inBlock(i, own, warps);
                emitter.when(exists, () -> emitter.store(cells, tile, order.join(start, inBlock.before())));
                block.sync();
                next.add(order.join(start, inBlock.total()));
            }
            return next;
        });
        builder.ret();
    }

    private void writeIterations(boolean inOneGo) {
        @Nullable ScanLookBack lookBack = inOneGo ? new ScanLookBack(emitter, block, layout) : null;
        Value number = lookBack != null
                ? lookBack.ticket(layout.cell(running.getFirst().place()))
                : builder.emit(new Op.Call(Intrinsics.BLOCK_IDX_X));
        Value first = first(number);
        Own own = own(parts.keptLoads());
        summands(first, own);
        Value warps = block.sharedOfWarps();
        List<@Nullable Instr> updates = parts.updates();
        List<JointTests.Grown> grown = new ArrayList<>();
        for (int i = 0; i < running.size(); i++) {
            int place = running.get(i).place();
            ScanItems items = own.items.get(i);
            ScanBlock.InBlock inBlock = items.combine(warps);
            Value cells = layout.cell(place);
            Value start = layout.arguments().get(layout.own() + place);
            Value base = lookBack != null
                    ? lookBack.before(i, start, cells, number, inBlock.total())
                    : emitter.load(cells, number);
            if (onlyGrows(i)) {
                grown.add(new JointTests.Grown(place, base, inBlock.total()));
            }
            items.spread(block.order(i).join(base, inBlock.before()), updates.get(i) != null);
            if (lookBack == null) {
                // All have seen what the warps come to before the next value's does.
                block.sync();
            }
        }
        List<Value> ends =
                inWholeBlocks(first, parts.iteration(), grown, false, part -> iterated(first, own, updates, part));
        Function combine = parts.combine();
        if (combine != null) {
            block.reduction(combine).combine(ends, combined -> storeReduced(number, combined));
        }
        builder.ret();
    }

    /** {@return whether a running value is a sum to which each iteration adds little, and nothing negative} */
    private boolean onlyGrows(int which) {
        return parts.growsAtMost(which, MOST_GROWTH);
    }

    /** Does the iterations. */
    private List<Value> iterated(Value first, Own own, List<@Nullable Instr> updates, Part part) {
        boolean mayFault = parts.iteration().effects().mayFault() && !part.passed.areAll();
        List<Integer> places = parts.reduced();
        List<Value> starts = new ArrayList<>();
        places.forEach(place -> starts.add(layout.arguments().get(layout.own() + place)));
        Value last = emitter.int64(BinaryKind.SUB, layout.count(), 1L);
        return repeat(part, parts.iteration(), starts, (item, so) -> {
            Value number = block.number(first, item);
            if (mayFault) {
                // The first lane that throws need not have the first iteration that does.
                builder.emit(new Op.FaultRank(), number);
            }
            List<Value> carried = layout.carried();
            List<Value> known = new ArrayList<>();
            for (int i = 0; i < running.size(); i++) {
                known.add(own.items.get(i).get(item));
                carried.set(running.get(i).place(), known.get(i));
            }
            for (int i = 0; i < places.size(); i++) {
                carried.set(places.get(i), so.get(i));
            }
            List<Value> results = iterate(parts.iteration(), layout.with(carried), first, item, part, copy -> {
                if (part.count == null) {
                    own.loads.use(layout.code(), copy, own.loaded, item);
                }
                for (int i = 0; i < running.size(); i++) {
                    Instr update = updates.get(i);
                    if (update != null) {
                        copy.of(update).replaceAllUsesWith(known.get(i));
                    }
                }
            });
            if (part.mayBeLast) {
                Value isLast = builder.emit(new Op.Compare(Predicate.EQ, ScalarType.I64), number, last);
                emitter.when(isLast, () -> {
                    for (int i = 0; i < running.size(); i++) {
                        emitter.store(
                                layout.ends().get(i),
                                builder.constant(0),
                                results.get(running.get(i).place()));
                    }
                });
            }
            return places.stream().map(results::get).toList();
        });
    }

    private void storeReduced(Value number, List<Value> reduced) {
        for (int i = 0; i < reduced.size(); i++) {
            emitter.store(layout.cell(parts.reduced().get(i)), number, reduced.get(i));
        }
    }
}
