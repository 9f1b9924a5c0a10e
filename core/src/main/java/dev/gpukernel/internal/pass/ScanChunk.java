package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.IterationGuard;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Block;
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

/**
 * Makes the iteration of a loop with running values into what one thread does for a whole block of {@link ScanKernel}, from the first
 * iteration to the last: for who has few threads.
 */
final class ScanChunk {
    private final ScanParts parts;
    private final LoopEmitter emitter;
    private final Builder builder;
    private final List<ScanOrder> orders = new ArrayList<>();
    private final List<Scans.Running> running;

    /** For each running value what a lane's iterations add, where that is needed twice. */
    private final List<Value> items = new ArrayList<>();

    private ScanChunk(ScanParts parts, Function code) {
        this.parts = parts;
        this.emitter = new LoopEmitter(code);
        this.builder = emitter.builder();
        this.running = parts.scans().running();
        running.forEach(one -> orders.add(new ScanOrder(emitter, one)));
    }

    /** {@return what a block's running values come to, for all blocks but the last} */
    static Function totals(ScanParts parts) {
        ScanParts.Layout layout = parts.totals();
        new ScanChunk(parts, layout.code()).writeTotals(layout);
        return layout.code();
    }

    /** {@return what the running values are before each block} */
    static Function prefixes(ScanParts parts) {
        ScanParts.Layout layout = parts.prefixes();
        new ScanChunk(parts, layout.code()).writePrefixes(layout);
        return layout.code();
    }

    /** {@return a block's iterations} */
    static Function iterations(ScanParts parts) {
        ScanParts.Layout layout = parts.iterations(false);
        new ScanChunk(parts, layout.code()).writeIterations(layout);
        return layout.code();
    }

    /** Leaves out what is beyond a number of blocks. */
    private Value begin(Function code, Value beyond) {
        Block inside = code.addBlock();
        Block end = code.addBlock();
        Instr number = builder.emit(new Op.Iteration(Axis.X));
        builder.branch(emitter.isLess(number, beyond), inside, List.of(), end, List.of());
        new Builder(code).atEnd(end).ret();
        builder.atEnd(inside);
        return number;
    }

    private Value blocks(ScanParts.Layout layout) {
        return emitter.length(layout.cell(running.getFirst().place()));
    }

    private void writeTotals(ScanParts.Layout layout) {
        builder.atEnd(layout.code().entry());
        Value tile = begin(layout.code(), emitter.wide(emitter.int32(BinaryKind.SUB, blocks(layout), 1)));
        Value first = emitter.int64(BinaryKind.MUL, tile, ScanOrder.TILE);
        List<Value> totals = new ArrayList<>();
        if (parts.scans().isRounded()) {
            List<Value> state = new ArrayList<>();
            orders.forEach(order -> state.addAll(order.begin()));
            List<Value> ends = emitter.repeat(builder.constant(ScanOrder.LANES), state, (lane, so) -> {
                Value from = emitter.int64(
                        BinaryKind.ADD, first, emitter.int64(BinaryKind.MUL, emitter.wide(lane), ScanOrder.ITEMS));
                return taken(so, lane, accumulated(layout, from, ScanOrder.ITEMS));
            });
            for (int i = 0; i < orders.size(); i++) {
                totals.add(orders.get(i).total(state(ends, i)));
            }
        } else {
            totals.addAll(accumulated(layout, first, ScanOrder.TILE));
        }
        Value index = emitter.narrow(tile);
        for (int i = 0; i < totals.size(); i++) {
            emitter.store(layout.cell(running.get(i).place()), index, totals.get(i));
        }
        builder.ret();
    }

    private static List<Value> state(List<Value> all, int which) {
        return all.subList(which * ScanOrder.STATE, (which + 1) * ScanOrder.STATE);
    }

    private List<Value> taken(List<Value> state, Value lane, List<Value> values) {
        List<Value> next = new ArrayList<>();
        for (int i = 0; i < orders.size(); i++) {
            next.addAll(orders.get(i).take(state(state, i), lane, values.get(i)));
        }
        return next;
    }

    /** {@return what iterations add to the running values} */
    private List<Value> accumulated(ScanParts.Layout layout, Value first, int count) {
        List<Value> starts = orders.stream().map(ScanOrder::identity).toList();
        return emitter.repeat(builder.constant(count), starts, (item, so) -> {
            Value number = emitter.int64(BinaryKind.ADD, first, emitter.wide(item));
            List<Value> added = added(layout, number, parts.scans().isRounded() ? starts : so);
            return parts.scans().isRounded() ? kept(item, so, added) : added;
        });
    }

    private List<Value> added(ScanParts.Layout layout, Value number, List<Value> before) {
        List<Value> arguments = new ArrayList<>(layout.arguments());
        for (int i = 0; i < running.size(); i++) {
            arguments.set(layout.own() + running.get(i).place(), before.get(i));
        }
        Function summands = parts.scans().summands();
        // Without a count it is a block before the last, all of whose iterations there are.
        Instr guard = layout.counted() == null ? ScanParts.guard(summands) : null;
        return emitter.iterate(summands, arguments, number, guard, _ -> {});
    }

    /** Keeps what an iteration adds for when it is done; {@return what the lane comes to with it} */
    private List<Value> kept(Value item, List<Value> so, List<Value> added) {
        List<Value> joined = new ArrayList<>();
        for (int i = 0; i < orders.size(); i++) {
            joined.add(orders.get(i).join(so.get(i), added.get(i)));
            if (i < items.size()) {
                emitter.store(items.get(i), item, added.get(i));
            }
        }
        return joined;
    }

    private void writePrefixes(ScanParts.Layout layout) {
        builder.atEnd(layout.code().entry());
        begin(layout.code(), builder.constant(1L));
        Value tiles = emitter.length(layout.cell(0));
        List<Value> state = new ArrayList<>(layout.arguments());
        orders.forEach(order -> state.addAll(order.begin()));
        int count = orders.size();
        emitter.repeat(tiles, state, (tile, so) -> {
            Value lane = emitter.int32(BinaryKind.AND, tile, ScanOrder.LANES - 1);
            Value isLast = emitter.isEqual(lane, ScanOrder.LANES - 1);
            List<Value> groups = new ArrayList<>();
            List<Value> rest = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ScanOrder order = orders.get(i);
                List<Value> own = state(so.subList(count, so.size()), i);
                Value cells = layout.cell(i);
                Value total = emitter.load(cells, tile);
                emitter.store(cells, tile, order.join(so.get(i), order.before(own)));
                List<Value> next = order.take(own, lane, total);
                groups.add(emitter.select(isLast, order.join(so.get(i), order.total(next)), so.get(i)));
                next.forEach(value -> rest.add(emitter.select(isLast, order.identity(), value)));
            }
            groups.addAll(rest);
            return groups;
        });
        builder.ret();
    }

    private void writeIterations(ScanParts.Layout layout) {
        builder.atEnd(layout.code().entry());
        Value tile = begin(layout.code(), emitter.wide(blocks(layout)));
        Value index = emitter.narrow(tile);
        Value first = emitter.int64(BinaryKind.MUL, tile, ScanOrder.TILE);
        if (!parts.scans().isRounded() && parts.reduced().isEmpty()) {
            writeInOneGo(layout, index, first);
            return;
        }
        Value lanes = lanes(layout, first);
        if (parts.scans().isRounded()) {
            running.forEach(one -> items.add(builder.emit(
                    new Op.LocalArray(ReductionKernel.element(one.identity().type()), ScanOrder.ITEMS))));
        }
        LaneValues reduced = new LaneValues(emitter, layout, parts);
        List<Value> bases = new ArrayList<>();
        running.forEach(one -> bases.add(emitter.load(layout.cell(one.place()), index)));
        List<Value> state = new ArrayList<>(bases);
        orders.forEach(order -> state.addAll(order.begin()));
        emitter.repeat(lanes, state, (lane, so) -> {
            Value from = emitter.int64(
                    BinaryKind.ADD, first, emitter.int64(BinaryKind.MUL, emitter.wide(lane), ScanOrder.ITEMS));
            return lane(layout, bases, lane, from, so, reduced);
        });
        reduced.store(index);
        builder.ret();
    }

    /**
     * Where the order in which values are combined does not show, and nothing is combined besides, a block is one plain loop. A block that
     * is the only one has all iterations.
     */
    private void writeInOneGo(ScanParts.Layout layout, Value index, Value first) {
        Value left = emitter.int64(BinaryKind.SUB, layout.count(), first);
        Value most = builder.emit(new Op.Call(Intrinsics.MIN_I64), left, builder.constant((long) ScanOrder.TILE));
        Value own = emitter.select(emitter.isEqual(blocks(layout), 1), left, most);
        List<Value> starts = new ArrayList<>();
        running.forEach(one -> starts.add(emitter.load(layout.cell(one.place()), index)));
        Instr guard = ScanParts.guard(parts.iteration());
        boolean areInts = guard != null && IterationGuard.hasIntBound(guard);
        // The JVM makes better code of what is computed of a loop's own variable than of a sum with it.
        Value from =
                areInts ? emitter.int32(BinaryKind.AND, emitter.narrow(first), Integer.MAX_VALUE) : builder.constant(0);
        Value to = emitter.int32(BinaryKind.ADD, from, emitter.narrow(own));
        List<Value> ends = emitter.repeat(from, to, starts, (item, values) -> {
            List<Value> carried = layout.carried();
            for (int i = 0; i < values.size(); i++) {
                carried.set(running.get(i).place(), values.get(i));
            }
            Value wide = emitter.wide(item);
            Value number = areInts ? wide : emitter.int64(BinaryKind.ADD, first, wide);
            List<Value> results = emitter.iterate(parts.iteration(), layout.with(carried), number, guard, _ -> {});
            return running.stream().map(one -> results.get(one.place())).toList();
        });
        Value isLast = builder.emit(new Op.Compare(Predicate.EQ, ScalarType.I64), left, own);
        emitter.when(isLast, () -> {
            for (int i = 0; i < ends.size(); i++) {
                emitter.store(layout.ends().get(i), builder.constant(0), ends.get(i));
            }
        });
        builder.ret();
    }

    /** {@return how many lanes have an iteration} */
    private Value lanes(ScanParts.Layout layout, Value first) {
        Value left = emitter.int64(BinaryKind.SUB, layout.count(), first);
        Value rounded = emitter.int64(BinaryKind.ADD, left, ScanOrder.ITEMS - 1L);
        Value lanes = builder.emit(
                new Op.Binary(BinaryKind.SHR, ScalarType.I64),
                rounded,
                builder.constant(Integer.numberOfTrailingZeros(ScanOrder.ITEMS)));
        return emitter.narrow(
                builder.emit(new Op.Call(Intrinsics.MIN_I64), lanes, builder.constant((long) ScanOrder.LANES)));
    }

    private List<Value> lane(
            ScanParts.Layout layout, List<Value> bases, Value lane, Value from, List<Value> so, LaneValues reduced) {
        int count = running.size();
        List<Value> orderly = so.subList(count, so.size());
        List<Value> starts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            starts.add(
                    running.get(i).isRounded()
                            ? orders.get(i).join(bases.get(i), orders.get(i).before(state(orderly, i)))
                            : so.get(i));
        }
        List<Value> next = new ArrayList<>(orderly);
        if (parts.scans().isRounded()) {
            next = taken(orderly, lane, accumulated(layout, from, ScanOrder.ITEMS));
        }
        List<Value> ends = emitter.repeat(
                builder.constant(ScanOrder.ITEMS),
                starts,
                (item, values) -> iterated(layout, from, lane, item, values, reduced));
        List<Value> all = new ArrayList<>(ends);
        all.addAll(next);
        return all;
    }

    /** Does an iteration; {@return the running values before the next} */
    private List<Value> iterated(
            ScanParts.Layout layout, Value from, Value lane, Value item, List<Value> values, LaneValues reduced) {
        Value number = emitter.int64(BinaryKind.ADD, from, emitter.wide(item));
        Value position = emitter.int32(BinaryKind.ADD, emitter.int32(BinaryKind.MUL, lane, ScanOrder.ITEMS), item);
        Value own = emitter.int32(BinaryKind.AND, position, ScanOrder.LANES - 1);
        List<Value> carried = reduced.carried(own);
        for (int i = 0; i < values.size(); i++) {
            carried.set(running.get(i).place(), values.get(i));
        }
        List<Value> results = emitter.iterate(parts.iteration(), layout.with(carried), number);
        reduced.keep(own, results);
        Value last = emitter.int64(BinaryKind.SUB, layout.count(), 1L);
        Value isLast = builder.emit(new Op.Compare(Predicate.EQ, ScalarType.I64), number, last);
        emitter.when(isLast, () -> {
            for (int i = 0; i < running.size(); i++) {
                emitter.store(
                        layout.ends().get(i),
                        builder.constant(0),
                        results.get(running.get(i).place()));
            }
        });
        List<Value> next = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            next.add(
                    running.get(i).isRounded()
                            ? orders.get(i).join(values.get(i), emitter.load(items.get(i), item))
                            : results.get(running.get(i).place()));
        }
        return next;
    }
}
