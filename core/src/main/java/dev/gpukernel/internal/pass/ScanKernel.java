package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
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
 * values over in shared memory. If the running values have 32 bits, all is done in one go: blocks take numbers in the order in which they
 * begin, and publish what they come to, and what a group does, in words whose upper half says that they are there.
 */
public final class ScanKernel {
    /** Threads of a block. */
    public static final int LANES = ScanOrder.LANES;

    /** Iterations of a block. */
    public static final int TILE = ScanOrder.TILE;

    /**
     * {@return how many words a running value of 32 bits takes} Of each block what it comes to, of each group what is before it, what is
     * after the loop, and how many blocks have begun.
     *
     * @param blocks how many blocks there are
     */
    public static int words(int blocks) {
        return blocks + Math.ceilDiv(blocks, LANES) + 3;
    }

    private static final long THERE = 1L << 32;
    private static final int GROUP_BITS = 8;
    private static final int TILE_BITS = 12;

    private final ScanParts parts;
    private final ScanParts.Layout layout;
    private final LoopEmitter emitter;
    private final Builder builder;
    private final List<ScanOrder> orders = new ArrayList<>();
    private final List<Scans.Running> running;
    private final Value lane;
    private final Value inWarp;
    private final Value warp;
    private final ElementType cell;
    private int sharedArrays;

    /** A running value before each lane of a block, and after all. */
    private record InBlock(Value before, Value total) {}

    private ScanKernel(ScanParts parts, ScanParts.Layout layout) {
        this.parts = parts;
        this.layout = layout;
        this.emitter = new LoopEmitter(layout.code());
        this.builder = emitter.builder().atEnd(layout.code().entry());
        this.running = parts.scans().running();
        running.forEach(one -> orders.add(new ScanOrder(emitter, one)));
        this.lane = builder.emit(new Op.Call(Intrinsics.THREAD_IDX_X));
        this.inWarp = emitter.int32(BinaryKind.AND, lane, ScanOrder.WARP - 1);
        this.warp = builder.emit(new Op.Binary(BinaryKind.USHR, ScalarType.I32), lane, builder.constant(5));
        this.cell = parts.scans().isNarrow() ? ElementType.INT : ElementType.LONG;
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

    /** {@return a block's iterations} */
    static Function iterations(ScanParts parts) {
        ScanKernel kernel = new ScanKernel(parts, parts.iterations(parts.scans().isNarrow()));
        kernel.writeIterations();
        ControlFlowSimplification.removeUnreachable(kernel.layout.code());
        return kernel.layout.code();
    }

    private void sync() {
        builder.emit(new Op.Call(Intrinsics.BLOCK_SYNC));
    }

    private Value shared(int length) {
        return builder.emit(new Op.SharedArray(cell, length, sharedArrays++));
    }

    /** {@return the bits of a running value, as shared memory holds them} */
    private Value bits(Value value) {
        return switch ((ScalarType) value.type()) {
            case I1 -> throw new IllegalArgumentException("a condition is no running value");
            case I32 -> cell == ElementType.INT ? value : emitter.wide(value);
            case I64 -> value;
            case F32 -> bits(builder.emit(new Op.Call(Intrinsics.FLOAT_BITS), value));
            case F64 -> builder.emit(new Op.Call(Intrinsics.DOUBLE_BITS), value);
        };
    }

    private Value value(Value bits, ScalarType type) {
        Value own = bits.type() == ScalarType.I64 && type.bytes() == Integer.BYTES ? emitter.narrow(bits) : bits;
        return switch (type) {
            case I1, I32, I64 -> own;
            case F32 -> builder.emit(new Op.Call(Intrinsics.FLOAT_OF_BITS), own);
            case F64 -> builder.emit(new Op.Call(Intrinsics.DOUBLE_OF_BITS), own);
        };
    }

    private ScalarType type(int which) {
        return running.get(which).identity().type();
    }

    private void writeTotals() {
        Value block = builder.emit(new Op.Call(Intrinsics.BLOCK_IDX_X));
        List<Value> own = summands(emitter.int64(BinaryKind.MUL, emitter.wide(block), ScanOrder.TILE));
        Value items = shared(padded(ScanOrder.TILE));
        Value warps = shared(ScanOrder.LANES / ScanOrder.WARP);
        for (int i = 0; i < orders.size(); i++) {
            int which = i;
            Value total = inBlock(which, laneTotal(which, own.get(which), items), warps)
                    .total();
            emitter.when(
                    emitter.isEqual(lane, 0),
                    () -> emitter.store(layout.cell(running.get(which).place()), block, total));
            sync();
        }
        builder.ret();
    }

    /** {@return for each running value the thread's own array of what its iterations add: each is {@link #LANES} after another} */
    private List<Value> summands(Value first) {
        List<Value> own = new ArrayList<>();
        for (int i = 0; i < orders.size(); i++) {
            own.add(builder.emit(new Op.LocalArray(ReductionKernel.element(type(i)), ScanOrder.ITEMS)));
        }
        inWholeBlocks(first, parts.scans().summands(), guard -> summands(first, own, guard));
        return own;
    }

    /** Emits code twice if it is known how iterations ask whether they exist: those of a whole block need not. */
    private List<Value> inWholeBlocks(Value first, Function code, WholeBlocks emitted) {
        Instr guard = guard(code);
        if (guard == null) {
            return emitted.emit(null);
        }
        if (layout.counted() == null) {
            return emitted.emit(guard);
        }
        Value isPartial = emitter.isLess(layout.count(), emitter.int64(BinaryKind.ADD, first, (long) ScanOrder.TILE));
        return emitter.choose(isPartial, () -> emitted.emit(null), () -> emitted.emit(guard));
    }

    /** {@return the branch at the beginning of an iteration that asks whether there is one, null if something else stands there} */
    private static @Nullable Instr guard(Function code) {
        Instr branch = code.entry().terminator();
        boolean asks = branch.op() instanceof Op.Branch
                && branch.operand(0) instanceof Instr compare
                && compare.op() instanceof Op.Compare(Predicate _, ScalarType type)
                && type == ScalarType.I64
                && compare.block() == code.entry()
                && code.entry().instrs().stream().anyMatch(instr -> instr.op() instanceof Op.Iteration);
        return asks ? branch : null;
    }

    /** Code for a block, whole if there is a guard that is not asked. */
    private interface WholeBlocks {
        List<Value> emit(@Nullable Instr guard);
    }

    private List<Value> summands(Value first, List<Value> own, @Nullable Instr guard) {
        return emitter.repeat(builder.constant(ScanOrder.ITEMS), List.of(), (item, _) -> {
            List<Value> arguments = new ArrayList<>(layout.arguments());
            for (int i = 0; i < running.size(); i++) {
                arguments.set(
                        layout.own() + running.get(i).place(), orders.get(i).identity());
            }
            List<Value> added =
                    emitter.iterate(parts.scans().summands(), arguments, number(first, position(item)), guard);
            for (int i = 0; i < own.size(); i++) {
                emitter.store(own.get(i), item, added.get(i));
            }
            return List.of();
        });
    }

    private Value number(Value first, Value position) {
        return emitter.int64(BinaryKind.ADD, first, emitter.wide(position));
    }

    private Value position(Value item) {
        return emitter.int32(BinaryKind.ADD, emitter.int32(BinaryKind.MUL, item, ScanOrder.LANES), lane);
    }

    /** {@return where a position of the block is in shared memory: so that neither way through it makes threads wait} */
    private Value place(Value position) {
        Value rows = builder.emit(new Op.Binary(BinaryKind.USHR, ScalarType.I32), position, builder.constant(5));
        return emitter.int32(BinaryKind.ADD, position, rows);
    }

    private static int padded(int positions) {
        return positions + positions / ScanOrder.WARP;
    }

    private Value ofLane(Value item) {
        return place(emitter.int32(BinaryKind.ADD, emitter.int32(BinaryKind.MUL, lane, ScanOrder.ITEMS), item));
    }

    /** Hands what iterations add to the lanes that combine it; {@return what it comes to in this one} */
    private Value laneTotal(int which, Value own, Value items) {
        ScanOrder order = orders.get(which);
        Value count = builder.constant(ScanOrder.ITEMS);
        emitter.repeat(count, List.of(), (item, _) -> {
            emitter.store(items, place(position(item)), bits(emitter.load(own, item)));
            return List.of();
        });
        sync();
        return emitter.repeat(
                        count,
                        List.of(order.identity()),
                        (item, so) -> List.of(
                                order.join(so.getFirst(), value(emitter.load(items, ofLane(item)), type(which)))))
                .getFirst();
    }

    /** Scans what lanes came to; all threads of the block take part. */
    private InBlock inBlock(int which, Value own, Value warps) {
        ScanOrder order = orders.get(which);
        Value inclusive = scanned(own, order);
        emitter.when(emitter.isEqual(inWarp, ScanOrder.WARP - 1), () -> emitter.store(warps, warp, bits(inclusive)));
        sync();
        Value identity = order.identity();
        Value all = identity;
        Value lower = identity;
        for (int w = 0; w < ScanOrder.LANES / ScanOrder.WARP; w++) {
            lower = w == 0 ? lower : emitter.select(emitter.isEqual(warp, w), all, lower);
            all = order.join(all, value(emitter.load(warps, builder.constant(w)), type(which)));
        }
        Value up = builder.emit(new Op.Call(shuffle(inclusive, true)), inclusive, builder.constant(1));
        Value lanes = emitter.select(emitter.isEqual(inWarp, 0), identity, up);
        return new InBlock(order.join(lower, lanes), all);
    }

    private Value scanned(Value value, ScanOrder order) {
        Value own = value;
        for (int distance = 1; distance < ScanOrder.WARP; distance *= 2) {
            Value hasBit = emitter.isEqual(emitter.int32(BinaryKind.AND, inWarp, distance), distance);
            Value start = emitter.int32(BinaryKind.AND, inWarp, -distance);
            Value from = emitter.int32(BinaryKind.SUB, start, 1);
            Value other = builder.emit(new Op.Call(shuffle(own, false)), own, from);
            own = emitter.select(hasBit, order.join(other, own), own);
        }
        return own;
    }

    private static Intrinsics shuffle(Value value, boolean up) {
        return switch ((ScalarType) value.type()) {
            case I1 -> throw new IllegalArgumentException("a condition is no running value");
            case I32 -> up ? Intrinsics.SHUFFLE_UP_I32 : Intrinsics.SHUFFLE_I32;
            case I64 -> up ? Intrinsics.SHUFFLE_UP_I64 : Intrinsics.SHUFFLE_I64;
            case F32 -> up ? Intrinsics.SHUFFLE_UP_F32 : Intrinsics.SHUFFLE_F32;
            case F64 -> up ? Intrinsics.SHUFFLE_UP_F64 : Intrinsics.SHUFFLE_F64;
        };
    }

    private void writePrefixes() {
        Value tiles = emitter.int32(BinaryKind.SUB, emitter.length(layout.cell(0)), 1);
        Value groups = shifted(emitter.int32(BinaryKind.ADD, tiles, ScanOrder.LANES - 1), GROUP_BITS);
        Value warps = shared(ScanOrder.LANES / ScanOrder.WARP);
        emitter.repeat(groups, layout.arguments(), (group, starts) -> {
            Value tile = emitter.int32(BinaryKind.ADD, emitter.int32(BinaryKind.MUL, group, ScanOrder.LANES), lane);
            Value exists = emitter.isLess(tile, tiles);
            Value safe = emitter.select(exists, tile, emitter.int32(BinaryKind.SUB, tiles, 1));
            List<Value> next = new ArrayList<>();
            for (int i = 0; i < orders.size(); i++) {
                ScanOrder order = orders.get(i);
                Value cells = layout.cell(i);
                Value start = starts.get(i);
                Value own = emitter.select(exists, emitter.load(cells, safe), order.identity());
                // All have read before one of them writes.
                InBlock inBlock = inBlock(i, own, warps);
                emitter.when(exists, () -> emitter.store(cells, tile, order.join(start, inBlock.before())));
                sync();
                next.add(order.join(start, inBlock.total()));
            }
            return next;
        });
        builder.ret();
    }

    private Value shifted(Value value, int bits) {
        return builder.emit(new Op.Binary(BinaryKind.USHR, (ScalarType) value.type()), value, builder.constant(bits));
    }

    private void writeIterations() {
        Value told = shared(2);
        Value block = parts.scans().isNarrow() ? ticket(told) : builder.emit(new Op.Call(Intrinsics.BLOCK_IDX_X));
        Value first = emitter.int64(BinaryKind.MUL, emitter.wide(block), ScanOrder.TILE);
        List<Value> own = summands(first);
        Value items = shared(padded(ScanOrder.TILE));
        Value warps = shared(ScanOrder.LANES / ScanOrder.WARP);
        Value others = shared(ScanOrder.LANES / ScanOrder.WARP);
        for (int i = 0; i < orders.size(); i++) {
            int which = i;
            ScanOrder order = orders.get(which);
            InBlock inBlock = inBlock(which, laneTotal(which, own.get(which), items), warps);
            Value cells = layout.cell(running.get(which).place());
            Value base = parts.scans().isNarrow()
                    ? lookedUp(which, cells, block, inBlock.total(), told, others)
                    : emitter.load(cells, block);
            spread(which, order.join(base, inBlock.before()), items, own.get(which));
        }
        iterate(block, first, own);
    }

    /** {@return the number of the block, in the order in which blocks begin} */
    private Value ticket(Value told) {
        Value cells = layout.cell(running.getFirst().place());
        emitter.when(emitter.isEqual(lane, 0), () -> {
            Value last = emitter.int32(BinaryKind.SUB, emitter.length(cells), 1);
            Value number = builder.emit(
                    new Op.Atomic(Op.AtomicKind.ADD, ElementType.LONG, Space.GLOBAL),
                    cells,
                    last,
                    builder.constant(1L));
            emitter.store(told, builder.constant(0), emitter.narrow(number));
        });
        sync();
        Value number = emitter.load(told, builder.constant(0));
        sync();
        return number;
    }

    /** Lets lanes hand out what is before each iteration. */
    private void spread(int which, Value base, Value items, Value own) {
        ScanOrder order = orders.get(which);
        Value count = builder.constant(ScanOrder.ITEMS);
        emitter.repeat(count, List.of(base), (item, so) -> {
            Value place = ofLane(item);
            Value added = value(emitter.load(items, place), type(which));
            emitter.store(items, place, bits(so.getFirst()));
            return List.of(order.join(so.getFirst(), added));
        });
        sync();
        emitter.repeat(count, List.of(), (item, _) -> {
            emitter.store(own, item, value(emitter.load(items, place(position(item))), type(which)));
            return List.of();
        });
        sync();
    }

    private void publish(Value cells, Value index, Value value) {
        Value low = emitter.int64(BinaryKind.AND, emitter.wide(bits(value)), THERE - 1);
        builder.emit(
                new Op.Atomic(Op.AtomicKind.EXCHANGE, ElementType.LONG, Space.GLOBAL),
                cells,
                index,
                emitter.int64(BinaryKind.OR, low, THERE));
    }

    /** Waits until a word is there; {@return its value} */
    private Value awaited(Value cells, Value index, ScalarType type) {
        Block header = layout.code().addBlock();
        Block after = layout.code().addBlock();
        builder.jump(header, List.of());
        builder.atEnd(header);
        Value word = builder.emit(
                new Op.Atomic(Op.AtomicKind.ADD, ElementType.LONG, Space.GLOBAL), cells, index, builder.constant(0L));
        builder.branch(emitter.isLess(word, builder.constant(THERE)), header, List.of(), after, List.of());
        builder.atEnd(after);
        return value(emitter.narrow(word), type);
    }

    /** {@return the running value before a block, from what the blocks before it in its group and the group before published} */
    private Value lookedUp(int which, Value cells, Value block, Value total, Value told, Value warps) {
        ScanOrder order = orders.get(which);
        ScalarType type = type(which);
        Value blocks =
                emitter.narrow(shifted(emitter.int64(BinaryKind.ADD, layout.count(), ScanOrder.TILE - 1L), TILE_BITS));
        Value inGroup = emitter.int32(BinaryKind.AND, block, ScanOrder.LANES - 1);
        Value group = shifted(block, GROUP_BITS);
        emitter.when(emitter.isEqual(lane, 0), () -> publish(cells, block, total));
        Value isBefore = emitter.isLess(lane, inGroup);
        Value isOwn = emitter.isLess(lane, emitter.int32(BinaryKind.ADD, inGroup, 1));
        Value other = emitter.int32(BinaryKind.ADD, emitter.int32(BinaryKind.SUB, block, inGroup), lane);
        Value seen = awaited(cells, emitter.select(isBefore, other, block), type);
        Value mine = emitter.select(isOwn, emitter.select(isBefore, seen, total), order.identity());
        InBlock inBlocks = inBlock(which, mine, warps);
        Value start = layout.arguments().get(layout.own() + running.get(which).place());
        Value groups = emitter.int32(BinaryKind.ADD, blocks, group);
        emitter.when(
                emitter.isEqual(emitter.int32(BinaryKind.SUB, inGroup, lane), 0),
                () -> emitter.store(told, builder.constant(0), bits(inBlocks.before())));
        emitter.when(emitter.isEqual(lane, 0), () -> {
            Value index = emitter.select(emitter.isEqual(group, 0), block, groups);
            Value before = emitter.select(emitter.isEqual(group, 0), start, awaited(cells, index, type));
            emitter.store(told, builder.constant(1), bits(before));
            emitter.when(emitter.isEqual(inGroup, ScanOrder.LANES - 1), () -> {
                Value after = order.join(before, inBlocks.total());
                publish(cells, emitter.int32(BinaryKind.ADD, groups, 1), after);
            });
        });
        sync();
        Value before = value(emitter.load(told, builder.constant(0)), type);
        Value ofGroup = value(emitter.load(told, builder.constant(1)), type);
        return order.join(ofGroup, before);
    }

    /** Does the iterations, and reduces what else the loop carries. */
    private void iterate(Value block, Value first, List<Value> own) {
        storeReduced(block, inWholeBlocks(first, parts.iteration(), guard -> iterated(first, own, guard)));
        builder.ret();
    }

    private List<Value> iterated(Value first, List<Value> own, @Nullable Instr guard) {
        boolean mayFault = parts.iteration().effects().mayFault();
        List<Integer> places = parts.reduced();
        List<Value> starts = new ArrayList<>();
        places.forEach(place -> starts.add(layout.arguments().get(layout.own() + place)));
        Value last = emitter.int64(BinaryKind.SUB, layout.count(), 1L);
        return emitter.repeat(builder.constant(ScanOrder.ITEMS), starts, (item, so) -> {
            Value number = number(first, position(item));
            if (mayFault) {
                // The first lane that throws need not have the first iteration that does.
                builder.emit(new Op.FaultRank(), number);
            }
            List<Value> carried = layout.carried();
            for (int i = 0; i < running.size(); i++) {
                carried.set(running.get(i).place(), emitter.load(own.get(i), item));
            }
            for (int i = 0; i < places.size(); i++) {
                carried.set(places.get(i), so.get(i));
            }
            List<Value> results = emitter.iterate(parts.iteration(), layout.with(carried), number, guard);
            Value isLast = builder.emit(new Op.Compare(Predicate.EQ, ScalarType.I64), number, last);
            emitter.when(isLast, () -> running.forEach(one -> storeLast(one.place(), results.get(one.place()))));
            return places.stream().map(results::get).toList();
        });
    }

    private void storeLast(int place, Value value) {
        Value cells = layout.cell(place);
        boolean isWord = parts.scans().isNarrow();
        Value index = emitter.int32(BinaryKind.SUB, emitter.length(cells), isWord ? 2 : 1);
        emitter.store(cells, index, isWord ? emitter.wide(bits(value)) : value);
    }

    /** Combines what lanes reduced besides. */
    private void storeReduced(Value block, List<Value> ends) {
        Function combine = parts.combine();
        if (combine == null) {
            return;
        }
        List<Integer> places = parts.reduced();
        List<Value> shared = new ArrayList<>();
        for (Value end : ends) {
            ElementType element = ReductionKernel.element(end.type());
            Value array = builder.emit(new Op.SharedArray(element, ScanOrder.LANES, sharedArrays++));
            emitter.store(array, lane, end);
            shared.add(array);
        }
        for (int half = ScanOrder.LANES / 2; half > 0; half /= 2) {
            int distance = half;
            sync();
            emitter.when(emitter.isLess(lane, builder.constant(half)), () -> {
                List<Value> both = new ArrayList<>();
                Value other = emitter.int32(BinaryKind.ADD, lane, distance);
                shared.forEach(array -> both.add(emitter.load(array, lane)));
                shared.forEach(array -> both.add(emitter.load(array, other)));
                List<Value> combined = Inlining.inline(builder, combine, both);
                for (int i = 0; i < shared.size(); i++) {
                    emitter.store(shared.get(i), lane, combined.get(i));
                }
            });
        }
        emitter.when(emitter.isEqual(lane, 0), () -> {
            for (int i = 0; i < shared.size(); i++) {
                Value result = emitter.load(shared.get(i), builder.constant(0));
                emitter.store(layout.cell(places.get(i)), block, result);
            }
        });
    }
}
