package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.analysis.Barriers;
import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Scope;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.ir.VoidType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A grid kernel in pieces: what a thread does from its start, or from one of its barriers, up to the barriers that come next. Loops
 * and branches may be around barriers in any way: where a thread goes on is a number that it keeps.
 */
final class BarrierRegions {
    /** Operations that are rather done again after a barrier than have their result kept. */
    private static final int MOST_REPEATED = 6;

    private final LiveCode live;
    private final List<Instr> barriers = new ArrayList<>();
    private final Map<Block, BitSet> liveIn = new HashMap<>();
    private final Map<Integer, Value> values = new HashMap<>();
    private final Map<Value, Integer> repeated = new HashMap<>();

    /**
     * One piece.
     *
     * @param start where it begins
     * @param barrier the one that it begins behind, {@code null} for the start of the kernel
     * @param blocks of the piece, without those of barriers
     * @param next the barriers that it leads to
     * @param defined what it computes
     * @param used what it uses
     */
    record Region(
            Block start,
            @Nullable Instr barrier,
            List<Block> blocks,
            List<Instr> next,
            Set<Value> defined,
            Set<Value> used) {}

    BarrierRegions(Function function) {
        this.live = new LiveCode(function, Foresight.NONE);
        for (Block block : live.blocks()) {
            Instr barrier = Barriers.of(block);
            if (barrier != null) {
                barriers.add(barrier);
            }
            block.params().forEach(param -> values.put(param.id(), param));
            block.instrs().forEach(instr -> values.put(instr.id(), instr));
        }
        findLive();
    }

    LiveCode live() {
        return live;
    }

    List<Instr> barriers() {
        return barriers;
    }

    /** {@return the pieces: that from the start, then that behind each barrier} */
    List<Region> regions(Function function) {
        List<Region> regions = new ArrayList<>();
        regions.add(region(function.entry(), null));
        for (Instr barrier : barriers) {
            regions.add(region(after(barrier), barrier));
        }
        return regions;
    }

    private static Block after(Instr barrier) {
        return barrier.block().terminator().edges().getFirst().target();
    }

    private Region region(Block start, @Nullable Instr barrier) {
        Set<Block> reached = new HashSet<>();
        Set<Instr> next = new HashSet<>();
        Deque<Block> work = new ArrayDeque<>();
        work.push(start);
        while (!work.isEmpty()) {
            Block block = work.pop();
            Instr met = Barriers.of(block);
            if (met != null) {
                next.add(met);
            } else if (reached.add(block)) {
                live.edges(block.terminator()).forEach(edge -> work.push(edge.target()));
            }
        }
        List<Block> blocks = live.blocks().stream().filter(reached::contains).toList();
        Set<Value> defined = new HashSet<>();
        Set<Value> used = new HashSet<>();
        if (barrier != null) {
            defined.add(barrier);
        }
        for (Block block : blocks) {
            defined.addAll(block.params());
            block.instrs().stream().filter(live::isNeeded).forEach(instr -> {
                defined.add(instr);
                used.addAll(uses(instr));
            });
        }
        next.forEach(met -> used.addAll(met.operands()));
        return new Region(
                start, barrier, blocks, barriers.stream().filter(next::contains).toList(), defined, used);
    }

    /** {@return what a thread needs again behind a barrier, besides what is computed again} */
    List<Value> kept(Instr barrier) {
        return liveIn.getOrDefault(after(barrier), new BitSet()).stream()
                .mapToObj(values::get)
                .filter(value -> value != barrier && !isRepeated(value))
                .toList();
    }

    /** {@return whether a thread needs a value again behind a barrier} */
    boolean isLiveBehind(Instr barrier, Value value) {
        return liveIn.getOrDefault(after(barrier), new BitSet()).get(value.id());
    }

    private List<Value> uses(Instr instr) {
        List<Value> uses = new ArrayList<>(instr.operands());
        for (Edge edge : live.edges(instr)) {
            for (BlockParam param : edge.target().params()) {
                if (live.isNeeded(param)) {
                    uses.add(edge.arguments().get(param.index()));
                }
            }
        }
        return uses;
    }

    private void findLive() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Block block : live.blocks().reversed()) {
                BitSet now = new BitSet();
                for (Edge edge : live.edges(block.terminator())) {
                    BitSet target = liveIn.get(edge.target());
                    if (target != null) {
                        now.or(target);
                    }
                }
                for (Instr instr : block.instrs().reversed()) {
                    now.clear(instr.id());
                    if (live.isNeeded(instr)) {
                        for (Value use : uses(instr)) {
                            if (!(use instanceof Instr computed && ExpressionWriter.isFree(computed.op()))) {
                                now.set(use.id());
                            }
                        }
                    }
                }
                block.params().forEach(param -> now.clear(param.id()));
                if (!now.equals(liveIn.put(block, now))) {
                    changed = true;
                }
            }
        }
    }

    /** {@return whether a value follows from the parameters and the thread's position in so few steps that it is computed again} */
    boolean isRepeated(Value value) {
        return cost(value) <= MOST_REPEATED;
    }

    private int cost(Value value) {
        Integer known = repeated.get(value);
        if (known != null) {
            return known;
        }
        int cost = costOf(value);
        repeated.put(value, cost);
        return cost;
    }

    private int costOf(Value value) {
        int none = MOST_REPEATED + 1;
        if (value instanceof BlockParam param) {
            return param.block() == param.block().function().entry()
                            && param.block().incoming().isEmpty()
                    ? 0
                    : none;
        }
        Instr instr = (Instr) value;
        boolean isSteady = switch (instr.op()) {
            case Op.Constant _, Op.ConstantArray _, Op.SharedArray _, Op.DynamicSize _ -> true;
            case Op.Call(var intrinsic) ->
                intrinsic.scope() == Scope.THREAD
                        && intrinsic.effect() == Effect.NONE
                        && ((Intrinsics) intrinsic).dependsOnThread();
            case Op.Binary(var kind, var _) -> kind != Op.BinaryKind.DIV && kind != Op.BinaryKind.REM;
            case Op.Convert _, Op.Narrow _, Op.Negate _, Op.Compare _ -> true;
            case Op.Length _ -> instr.operand(0) instanceof BlockParam;
            default -> false;
        };
        if (!isSteady || instr.type() == VoidType.VOID) {
            return none;
        }
        int sum = ExpressionWriter.isFree(instr.op()) ? 0 : 1;
        for (Value operand : instr.operands()) {
            sum += cost(operand);
            if (sum > MOST_REPEATED) {
                return none;
            }
        }
        return sum;
    }
}
