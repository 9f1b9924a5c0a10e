package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.List;

/**
 * How a block of a launch learns what a running value is before it, while other blocks are under way: blocks take numbers in the order
 * in which they begin, and publish what they come to, and what a group of them does, in words whose upper half says that they are there.
 *
 * <p>Source: D. Merrill, M. Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016; here the order in which blocks
 * are combined is fixed.
 */
final class ScanLookBack {
    private static final long THERE = 1L << 32;
    private static final int GROUP_BITS = 8;
    private static final int TILE_BITS = 12;

    private final LoopEmitter emitter;
    private final Builder builder;
    private final ScanBlock block;
    private final ScanParts.Layout layout;
    private final Value lane;
    private final Value told;
    private final Value warps;

    ScanLookBack(LoopEmitter emitter, ScanBlock block, ScanParts.Layout layout) {
        this.emitter = emitter;
        this.builder = emitter.builder();
        this.block = block;
        this.layout = layout;
        this.lane = block.lane();
        this.told = block.shared(2);
        this.warps = block.sharedOfWarps();
    }

    /** {@return the number of the block, in the order in which blocks begin} */
    Value ticket(Value cells) {
        emitter.when(emitter.isEqual(lane, 0), () -> {
            Value last = emitter.int32(BinaryKind.SUB, emitter.length(cells), 1);
            Value number = builder.emit(
                    new Op.Atomic(Op.AtomicKind.ADD, ElementType.LONG, Space.GLOBAL),
                    cells,
                    last,
                    builder.constant(1L));
            emitter.store(told, builder.constant(0), emitter.narrow(number));
        });
        block.sync();
        return emitter.load(told, builder.constant(0));
    }

    /**
     * Finds out what a running value is before a block.
     *
     * @param which the running value
     * @param start what it is before the loop
     * @param cells where it is published
     * @param number the block's number
     * @param total what the block comes to
     */
    Value before(int which, Value start, Value cells, Value number, Value total) {
        ScanOrder order = block.order(which);
        ScalarType type = block.type(which);
        Value inGroup = emitter.int32(BinaryKind.AND, number, ScanOrder.LANES - 1);
        Value group = emitter.shifted(number, GROUP_BITS);
        emitter.when(emitter.isEqual(lane, 0), () -> publish(cells, number, total));
        Value groups = emitter.int32(BinaryKind.ADD, blocks(), group);
        Value isFirst = emitter.isEqual(group, 0);
        Value ofGroups = emitter.select(isFirst, number, groups);
        // By when it is needed, it may be there.
        Value early = emitter.choose(
                        emitter.isEqual(lane, 0),
                        () -> List.of(look(cells, ofGroups)),
                        () -> List.of(builder.constant(0L)))
                .getFirst();
        Value isBefore = emitter.isLess(lane, inGroup);
        Value isOwn = emitter.isLess(lane, emitter.int32(BinaryKind.ADD, inGroup, 1));
        Value other = emitter.int32(BinaryKind.ADD, emitter.int32(BinaryKind.SUB, number, inGroup), lane);
        Value index = emitter.select(isBefore, other, number);
        Value seen = awaited(cells, index, look(cells, index), type);
        Value mine = emitter.select(isOwn, emitter.select(isBefore, seen, total), order.identity());
        ScanBlock.InBlock inGroups = block.inBlock(which, mine, warps);
        emitter.when(
                emitter.isEqual(emitter.int32(BinaryKind.SUB, inGroup, lane), 0),
                () -> emitter.store(told, builder.constant(0), block.bits(inGroups.before())));
        emitter.when(emitter.isEqual(lane, 0), () -> {
            Value before = emitter.select(isFirst, start, awaited(cells, ofGroups, early, type));
            emitter.store(told, builder.constant(1), block.bits(before));
            emitter.when(emitter.isEqual(inGroup, ScanOrder.LANES - 1), () -> {
                Value after = order.join(before, inGroups.total());
                publish(cells, emitter.int32(BinaryKind.ADD, groups, 1), after);
            });
        });
        block.sync();
        Value before = block.value(emitter.load(told, builder.constant(0)), type);
        Value ofGroup = block.value(emitter.load(told, builder.constant(1)), type);
        return order.join(ofGroup, before);
    }

    private Value blocks() {
        Value rounded = emitter.int64(BinaryKind.ADD, layout.count(), ScanOrder.TILE - 1L);
        return emitter.narrow(emitter.shifted(rounded, TILE_BITS));
    }

    private void publish(Value cells, Value index, Value value) {
        Value low = emitter.int64(BinaryKind.AND, emitter.wide(block.bits(value)), THERE - 1);
        builder.emit(
                new Op.Atomic(Op.AtomicKind.EXCHANGE, ElementType.LONG, Space.GLOBAL),
                cells,
                index,
                emitter.int64(BinaryKind.OR, low, THERE));
    }

    private Value look(Value cells, Value index) {
        return builder.emit(
                new Op.Atomic(Op.AtomicKind.ADD, ElementType.LONG, Space.GLOBAL), cells, index, builder.constant(0L));
    }

    /** Waits until a word is there; {@return its value} */
    private Value awaited(Value cells, Value index, Value first, ScalarType type) {
        Block header = layout.code().addBlock();
        Block again = layout.code().addBlock();
        Block after = layout.code().addBlock();
        builder.jump(header, List.of(first));
        Value word = header.addParam(ScalarType.I64);
        builder.atEnd(header);
        builder.branch(emitter.isLess(word, builder.constant(THERE)), again, List.of(), after, List.of());
        builder.atEnd(again);
        builder.jump(header, List.of(look(cells, index)));
        builder.atEnd(after);
        return block.value(emitter.narrow(word), type);
    }
}
