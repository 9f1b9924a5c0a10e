package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the iteration of a loop with running values into what a thread of a block does. A block takes {@link ScanOrder#TILE} iterations,
 * each of its lanes {@link ScanOrder#ITEMS} that follow one another. What a lane's iterations add to the running values is accumulated
 * first, from what stands for nothing; {@link ScanOrder} says how lanes follow from it, in the same way blocks from the 256 of a group,
 * and groups are combined from first to last, after what the loop begins with. A running value is then what is before the group, with
 * what is before the block in it, with what is before the lane in that, and with the lane's iterations, one after another.
 */
public final class ScanKernel {
    /** Threads of a block. */
    public static final int LANES = ScanOrder.LANES;

    /** Iterations of a block. */
    public static final int TILE = ScanOrder.TILE;

    private final ScanParts parts;
    private final ScanParts.Layout layout;
    private final LoopEmitter emitter;
    private final Builder builder;
    private final List<ScanOrder> orders = new ArrayList<>();
    private final List<Scans.Running> running;
    private final Value lane;
    private int sharedArrays;

    /** A block's running values before a lane, and after all. */
    private record InBlock(List<Value> before, List<Value> total) {}

    private ScanKernel(ScanParts parts, ScanParts.Layout layout) {
        this.parts = parts;
        this.layout = layout;
        this.emitter = new LoopEmitter(layout.code());
        this.builder = emitter.builder().atEnd(layout.code().entry());
        this.running = parts.scans().running();
        running.forEach(one -> orders.add(new ScanOrder(emitter, one)));
        this.lane = builder.emit(new Op.Call(Intrinsics.THREAD_IDX_X));
    }

    /** {@return what a block's running values come to, for all blocks but the last} */
    static Function totals(ScanParts parts) {
        ScanKernel kernel = new ScanKernel(parts, parts.totals());
        Value block = kernel.builder.emit(new Op.Call(Intrinsics.BLOCK_IDX_X));
        List<Value> totals = kernel.inBlock(kernel.accumulated(kernel.first(block))).total();
        Value isFirst = kernel.emitter.isEqual(kernel.lane, 0);
        kernel.emitter.when(isFirst, () -> kernel.storeCells(block, totals));
        kernel.builder.ret();
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
        ScanKernel kernel = new ScanKernel(parts, parts.iterations());
        kernel.writeIterations();
        ControlFlowSimplification.removeUnreachable(kernel.layout.code());
        return kernel.layout.code();
    }

    private void storeCells(Value index, List<Value> values) {
        for (int i = 0; i < values.size(); i++) {
            emitter.store(layout.cell(running.get(i).place()), index, values.get(i));
        }
    }

    /** {@return the number of the lane's first iteration} */
    private Value first(Value block) {
        Value tile = emitter.int64(BinaryKind.MUL, emitter.wide(block), ScanOrder.TILE);
        Value own = emitter.int64(BinaryKind.MUL, emitter.wide(lane), ScanOrder.ITEMS);
        return emitter.int64(BinaryKind.ADD, tile, own);
    }

    private List<Value> accumulated(Value first) {
        List<Value> starts = orders.stream().map(ScanOrder::identity).toList();
        return emitter.repeat(builder.constant(ScanOrder.ITEMS), starts, (item, so) -> {
            Value number = emitter.int64(BinaryKind.ADD, first, emitter.wide(item));
            List<Value> arguments = new ArrayList<>(layout.arguments());
            for (int i = 0; i < running.size(); i++) {
                arguments.set(layout.own() + running.get(i).place(), so.get(i));
            }
            return emitter.iterate(parts.scans().summands(), arguments, number);
        });
    }

    /** Scans what lanes came to; all threads of the block take part. */
    private InBlock inBlock(List<Value> values) {
        Value inWarp = emitter.int32(BinaryKind.AND, lane, ScanOrder.WARP - 1);
        Value warp = builder.emit(new Op.Binary(BinaryKind.USHR, ScalarType.I32), lane, builder.constant(5));
        List<Value> inclusive = new ArrayList<>();
        List<Value> warps = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            inclusive.add(scanned(inWarp, values.get(i), orders.get(i)));
            var element = ReductionKernel.element(values.get(i).type());
            warps.add(builder.emit(
                    new Op.SharedArray(element, ScanOrder.LANES / ScanOrder.WARP, sharedArrays++)));
        }
        emitter.when(emitter.isEqual(inWarp, ScanOrder.WARP - 1), () -> {
            for (int i = 0; i < warps.size(); i++) {
                emitter.store(warps.get(i), warp, inclusive.get(i));
            }
        });
        builder.emit(new Op.Call(Intrinsics.BLOCK_SYNC));
        List<Value> before = new ArrayList<>();
        List<Value> total = new ArrayList<>();
        for (int i = 0; i < warps.size(); i++) {
            ScanOrder order = orders.get(i);
            Value identity = order.identity();
            Value all = identity;
            Value lower = identity;
            for (int w = 0; w < ScanOrder.LANES / ScanOrder.WARP; w++) {
                lower = w == 0 ? lower : emitter.select(emitter.isEqual(warp, w), all, lower);
                all = order.join(all, emitter.load(warps.get(i), builder.constant(w)));
            }
            Value up = builder.emit(
                    new Op.Call(shuffle(inclusive.get(i), true)), inclusive.get(i), builder.constant(1));
            Value lanes = emitter.select(emitter.isEqual(inWarp, 0), identity, up);
            before.add(order.join(lower, lanes));
            total.add(all);
        }
        return new InBlock(before, total);
    }

    private Value scanned(Value inWarp, Value value, ScanOrder order) {
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
        Value rounded = emitter.int32(BinaryKind.ADD, tiles, ScanOrder.LANES - 1);
        Value groups = builder.emit(new Op.Binary(BinaryKind.USHR, ScalarType.I32), rounded, builder.constant(8));
        emitter.repeat(groups, layout.arguments(), (group, starts) -> {
            Value tile = emitter.int32(BinaryKind.ADD, emitter.int32(BinaryKind.MUL, group, ScanOrder.LANES), lane);
            Value exists = emitter.isLess(tile, tiles);
            Value last = emitter.int32(BinaryKind.SUB, tiles, 1);
            Value safe = emitter.select(exists, tile, last);
            List<Value> totals = new ArrayList<>();
            for (int i = 0; i < orders.size(); i++) {
                Value loaded = emitter.load(layout.cell(i), safe);
                totals.add(emitter.select(exists, loaded, orders.get(i).identity()));
            }
            // All have read before one of them writes.
            InBlock inBlock = inBlock(totals);
            emitter.when(exists, () -> {
                for (int i = 0; i < orders.size(); i++) {
                    Value before = orders.get(i).join(starts.get(i), inBlock.before().get(i));
                    emitter.store(layout.cell(i), tile, before);
                }
            });
            builder.emit(new Op.Call(Intrinsics.BLOCK_SYNC));
            List<Value> next = new ArrayList<>();
            for (int i = 0; i < orders.size(); i++) {
                next.add(orders.get(i).join(starts.get(i), inBlock.total().get(i)));
            }
            return next;
        });
        builder.ret();
    }

    private void writeIterations() {
        Value block = builder.emit(new Op.Call(Intrinsics.BLOCK_IDX_X));
        Value first = first(block);
        List<Value> before = inBlock(accumulated(first)).before();
        List<Value> carried = new ArrayList<>(
                layout.arguments().subList(layout.own(), layout.arguments().size()));
        for (int i = 0; i < orders.size(); i++) {
            Value base = emitter.load(layout.cell(running.get(i).place()), block);
            carried.set(running.get(i).place(), orders.get(i).join(base, before.get(i)));
        }
        boolean mayFault = parts.iteration().effects().mayFault();
        List<Value> ends = emitter.repeat(builder.constant(ScanOrder.ITEMS), carried, (item, values) -> {
            Value number = emitter.int64(BinaryKind.ADD, first, emitter.wide(item));
            if (mayFault) {
                // The first lane that throws need not have the first iteration that does.
                builder.emit(new Op.FaultRank(), number);
            }
            return emitter.iterate(parts.iteration(), layout.with(values), number);
        });
        layout.storeLast(emitter, parts, first, ends);
        storeReduced(block, ends);
        builder.ret();
    }

    /** Combines what lanes reduced besides. */
    private void storeReduced(Value block, List<Value> ends) {
        Function combine = parts.combine();
        if (combine == null) {
            return;
        }
        List<Integer> places = parts.reduced();
        List<Value> shared = new ArrayList<>();
        for (int place : places) {
            var element = ReductionKernel.element(ends.get(place).type());
            Value array = builder.emit(new Op.SharedArray(element, ScanOrder.LANES, sharedArrays++));
            emitter.store(array, lane, ends.get(place));
            shared.add(array);
        }
        for (int half = ScanOrder.LANES / 2; half > 0; half /= 2) {
            int distance = half;
            builder.emit(new Op.Call(Intrinsics.BLOCK_SYNC));
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
