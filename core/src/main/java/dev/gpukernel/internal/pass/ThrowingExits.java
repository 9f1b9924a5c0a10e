package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ThreadArrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Gives each loop what it does before it throws as its own, where values of the loop are used there: these are gone for other code once the
 * loop is taken out. What is used there of parameters of blocks alone stays shared, however many loops lead to it. Arrays that are made there
 * are the iterations' own, so an outermost loop has its own, too.
 */
final class ThrowingExits {
    private final Function function;

    private ThrowingExits(Function function) {
        this.function = function;
    }

    /** Copies what a loop must not share with code outside it, for each loop. */
    static void separate(Function function) {
        ThrowingExits exits = new ThrowingExits(function);
        // All edges first: what is copied then changes where they lead, but not which they are.
        Map<Loop, List<Edge>> throwing = new LinkedHashMap<>();
        for (Loop loop : Loop.of(function)) {
            throwing.put(loop, LoopExits.of(loop).isEmpty() ? List.of() : LoopExits.throwingEdges(loop));
        }
        // From the innermost, as loops around them keep the copies.
        List<Loop> loops = Loop.of(function);
        Set<Loop> outermost = Set.copyOf(Loop.outermost(loops));
        for (Loop loop : loops.reversed()) {
            exits.separate(loop, throwing.getOrDefault(loop, List.of()), outermost.contains(loop));
        }
        // What only loops led to, from several places, is left without a way to it.
        ControlFlowSimplification.removeUnreachable(function);
    }

    private void separate(Loop loop, List<Edge> throwing, boolean isOutermost) {
        if (throwing.isEmpty()) {
            return;
        }
        List<Block> region = ReversePostorder.of(
                throwing.stream().map(Edge::target).distinct().toList());
        Set<Block> own = new HashSet<>(region);
        own.addAll(loop.blocks());
        List<Block> meeting = region.stream()
                .filter(block -> block.incoming().stream()
                        .anyMatch(edge -> !own.contains(edge.source().block())))
                .toList();
        List<Block> shared = meeting.isEmpty() ? List.of() : ReversePostorder.of(meeting);
        if (shared.stream()
                .flatMap(block -> block.instrs().stream())
                .anyMatch(instr -> uses(instr, loop) || (isOutermost && instr.op() instanceof Op.MakeArray))) {
            copy(own, shared);
        }
    }

    private static boolean uses(Instr instr, Loop loop) {
        return Stream.concat(
                        instr.operands().stream(), instr.edges().stream().flatMap(edge -> edge.arguments().stream()))
                .anyMatch(value -> loop.contains(value.block()));
    }

    /**
     * Copies what others lead to, too, all of it once. A copy for each place that throws would have what they have in common as often as there are
     * such places.
     */
    private void copy(Set<Block> own, List<Block> shared) {
        own.removeAll(shared);
        List<Edge> entering = shared.stream()
                .flatMap(block -> block.incoming().stream())
                .filter(edge -> own.contains(edge.source().block()))
                .toList();
        RegionCopy copy = new RegionCopy(function, shared);
        for (BlockParam made : madeIn(Set.copyOf(shared))) {
            BlockParam ownArray = function.entry().addParam(made.type());
            ownArray.setName(made.name());
            copy.map(made, ownArray);
        }
        Map<Block, Block> entered =
                copy.copy(entering.stream().map(Edge::target).distinct().toList());
        for (Edge edge : entering) {
            edge.retarget(Objects.requireNonNull(entered.get(edge.target())), List.copyOf(edge.arguments()));
        }
    }

    /** {@return the arrays that are made in some blocks and used nowhere else, so that each copy of these may have its own} */
    private List<BlockParam> madeIn(Set<Block> blocks) {
        Set<BlockParam> ofOthers = new HashSet<>();
        for (BlockParam param : function.params()) {
            addBoth(param, param.ofLength(), ofOthers);
            addBoth(param, param.starts(), ofOthers);
            addBoth(param, param.moves(), ofOthers);
        }
        return function.params().stream()
                .filter(param -> !ofOthers.contains(param)
                        && !ThreadArrays.makers(param).isEmpty()
                        && param.users().stream().allMatch(user -> blocks.contains(user.block())))
                .toList();
    }

    private static void addBoth(BlockParam param, @Nullable BlockParam other, Set<BlockParam> params) {
        if (other != null && other != param) {
            params.add(param);
            params.add(other);
        }
    }
}
