package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.analysis.Reach;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.ThreadArrays;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A copy of a kernel that shows some of its loops, so that a look at one of many does not take as long as a look at all. Where another
 * loop was, the copy stores something to each array that it writes, and goes on at any of its ends; what it computes is a parameter. What
 * only other code does before it throws is not there.
 */
final class Excerpt {
    private final Function copy;
    private final Block entry;

    private Excerpt(Function copy) {
        this.copy = copy;
        this.entry = copy.entry();
    }

    /**
     * Copies a kernel without the loops that are of no interest.
     *
     * @param kernel the kernel
     * @param left their blocks; loops stay that have other blocks, too. If there are none, nothing is left out
     * @param copies takes the copies of blocks, by block: of a loop that is left out, that of its header alone
     * @return the copy, whose further parameters follow the kernel's
     */
    static Function without(Function kernel, Set<Block> left, Map<Block, Block> copies) {
        if (left.isEmpty()) {
            return FunctionCopy.of(kernel, copies);
        }
        List<Loop> wholly = Loop.of(kernel).stream()
                .filter(loop -> left.containsAll(loop.blocks()))
                .toList();
        List<Loop> shown = Loop.of(kernel).stream()
                .filter(loop -> Collections.disjoint(left, loop.blocks()))
                .toList();
        return of(kernel, shown, Loop.outermost(wholly), copies);
    }

    /**
     * Copies a kernel for a look at one loop.
     *
     * @param loop the loop; those around it and in it stay, and those that use an array which it makes
     * @param copies as above
     * @return the copy
     */
    static Function around(Function kernel, Loop loop, Map<Block, Block> copies) {
        Set<Block> used = usingMadeIn(loop);
        List<Loop> others = Loop.of(kernel).stream()
                .filter(other -> !other.contains(loop.header())
                        && !loop.contains(other.header())
                        && used.stream().noneMatch(other::contains))
                .toList();
        List<Loop> shown = Loop.of(kernel).stream()
                .filter(other -> !others.contains(other) && !other.encloses(loop))
                .toList();
        return of(kernel, shown, Loop.outermost(others), copies);
    }

    /** {@return the blocks in which arrays are used that a loop makes} */
    static Set<Block> usingMadeIn(Loop loop) {
        return loop.makers().stream()
                .flatMap(maker -> ThreadArrays.users((BlockParam) maker.operand(0)).stream())
                .map(Instr::block)
                .collect(Collectors.toSet());
    }

    private static Function of(Function kernel, List<Loop> shown, List<Loop> others, Map<Block, Block> copies) {
        List<Loop> dropped = others.stream().filter(Excerpt::canBeLeftOut).toList();
        List<Block> failing = failing(kernel, shown);
        return FunctionCopy.of(kernel, copies, (copy, region) -> {
            Excerpt excerpt = new Excerpt(copy);
            failing.forEach(block -> region.replace(
                    block, builder -> fail(builder.at(block.terminator().position()))));
            dropped.forEach(loop -> region.replace(loop.header(), builder -> excerpt.standFor(loop, region, builder)));
        });
    }

    /** {@return the blocks that lead to an exception alone, but for what loops do before they throw and what leads to a loop} */
    private static List<Block> failing(Function kernel, List<Loop> shown) {
        if (!LoopExits.reachesReturn(kernel.entry())) {
            return List.of();
        }
        Set<Block> kept = Reach.to(shown.stream().map(Loop::header).toList());
        Loop.outermost(shown).forEach(loop -> kept.addAll(LoopExits.withThrowing(loop)));
        return kernel.blocks().stream()
                .filter(block -> !kept.contains(block) && !LoopExits.reachesReturn(block))
                .toList();
    }

    private static void fail(Builder builder) {
        builder.emit(Op.Throw.of(RuntimeException.class.getName()));
    }

    /** {@return whether a loop ends, and has no array in common with what comes after it but the kernel's parameters} */
    private static boolean canBeLeftOut(Loop loop) {
        return !loop.exitEdges().isEmpty()
                && usingMadeIn(loop).stream().allMatch(loop::contains)
                && arrays(loop).allMatch(array -> isParameter(array) || loop.contains(array.block()))
                && after(loop).stream().allMatch(value -> value.type() instanceof ScalarType);
    }

    private static Stream<Value> arrays(Loop loop) {
        return loop.instrs()
                .flatMap(instr -> instr.operands().stream())
                .filter(value -> value.type() instanceof ArrayType);
    }

    private static boolean isParameter(Value array) {
        return array instanceof BlockParam param
                && param.block() == param.block().function().entry();
    }

    /** {@return the values of a loop that are used after it} */
    private static Set<Value> after(Loop loop) {
        Set<Value> after = new LinkedHashSet<>();
        for (Block block : loop.blocks()) {
            Stream.concat(block.params().stream(), block.instrs().stream())
                    .filter(value -> value.users().stream().anyMatch(user -> !loop.contains(user.block())))
                    .forEach(after::add);
        }
        exits(loop)
                .forEach(exit -> exit.arguments().stream()
                        .filter(value -> loop.contains(value.block()))
                        .forEach(after::add));
        return after;
    }

    private static List<Edge> exits(Loop loop) {
        List<Edge> exits = LoopExits.of(loop);
        return exits.isEmpty() ? loop.exitEdges() : exits;
    }

    private void standFor(Loop loop, RegionCopy region, Builder builder) {
        builder.at(loop.header().terminator().position());
        Set<BlockParam> written = Access.in(loop.blocks()).stream()
                .filter(Access::isWrite)
                .map(Access::array)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        for (BlockParam array : written) {
            ArrayType type = (ArrayType) array.type();
            Value index = unknown(type.index().type(), builder);
            builder.emit(
                    new Op.Store(type),
                    region.of(array),
                    index,
                    unknown(type.element().register(), builder));
        }
        Map<Value, Value> known = new HashMap<>();
        after(loop).forEach(value -> region.map(value, standIn(value, loop, region, builder, known)));
        List<Edge> exits = exits(loop);
        for (Edge exit : exits.subList(1, exits.size())) {
            Block next = copy.addBlock();
            builder.branch(
                    unknown(ScalarType.I1, builder), region.target(exit), region.arguments(exit), next, List.of());
            builder.atEnd(next);
        }
        builder.jump(region.target(exits.getFirst()), region.arguments(exits.getFirst()));
    }

    /** {@return what a value of a loop is after it: what it is computed from, if the loop does not change that} */
    private Value standIn(Value value, Loop loop, RegionCopy region, Builder builder, Map<Value, Value> known) {
        if (!loop.contains(value.block())) {
            return region.of(value);
        }
        Value standIn = known.get(value);
        if (standIn == null) {
            if (value instanceof Instr instr && loop.isInvariant(instr)) {
                List<Value> operands = new ArrayList<>();
                for (Value operand : instr.operands()) {
                    operands.add(standIn(operand, loop, region, builder, known));
                }
                standIn = builder.emit(instr.op(), operands);
            } else {
                standIn = unknown(value.type(), builder);
            }
            known.put(value, standIn);
        }
        return standIn;
    }

    /** {@return a number of which nothing is known} Kernels have no parameters for conditions. */
    private Value unknown(Type type, Builder builder) {
        if (type == ScalarType.I1) {
            Value number = entry.addParam(ScalarType.I32);
            return builder.emit(new Op.Compare(Predicate.NE, ScalarType.I32), number, builder.constant(0));
        }
        return entry.addParam(type);
    }
}
