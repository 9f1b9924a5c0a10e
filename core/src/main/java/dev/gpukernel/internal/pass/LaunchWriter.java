package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Puts a launch in the place of a loop. */
final class LaunchWriter {
    private final Function kernel;
    private final Function code;
    private final LoopExtraction extraction;
    private final List<BlockParam> carried;
    private final List<Reduction> reductions;

    /**
     * Prepares it.
     *
     * @param kernel where the loop is
     * @param code the copy of it
     * @param extraction made the copy
     * @param carried what the copy carries: what the loop does, and more where it chooses
     * @param reductions what it carries it for
     */
    LaunchWriter(
            Function kernel,
            Function code,
            LoopExtraction extraction,
            List<BlockParam> carried,
            List<Reduction> reductions) {
        this.kernel = kernel;
        this.code = code;
        this.extraction = extraction;
        this.carried = carried;
        this.reductions = reductions;
    }

    /**
     * Writes the launch.
     *
     * @param nest the loops of the kernel that are in the nest, the outermost first
     * @param axes along which each of them lies
     */
    void write(List<CountedLoop> nest, List<Axis> axes) {
        CountedLoop outermost = nest.getFirst();
        LoopForm.addPreheader(kernel, outermost.loop());
        Edge into = outermost.loop().entryEdges().getFirst();
        Builder builder = new Builder(kernel).before(into.source());
        builder.at(outermost.loop().header().terminator().position());
        HostValues host = new HostValues(builder, outermost.loop());
        Value[] counts = new Value[nest.size()];
        for (int i = 0; i < counts.length; i++) {
            counts[axes.get(i).index()] = count(builder, host, outermost.loop(), nest.get(i));
        }
        List<Value> starts = outermost.carried().stream()
                .map(param -> into.arguments().get(param.index()))
                .toList();
        Instr launch = builder.emit(new Op.Launch(code, counts.length), operands(builder, starts, counts));
        List<Value> results = results(builder, launch, starts);
        replace(outermost, into, builder, host, counts[axes.getFirst().index()], results);
    }

    /** An inner loop that has no iterations must not keep what comes before it from being done, for what it may throw. */
    private static Value count(Builder builder, HostValues host, Loop outermost, CountedLoop loop) {
        Value start = host.before(loop.start());
        Value bound = host.before(loop.bound());
        Value count = IterationCount.emit(builder, loop, start, bound);
        boolean mayFaultBefore = loop.loop().header() != outermost.header()
                && outermost.blocks().stream()
                        .filter(block -> !loop.loop().contains(block))
                        .flatMap(block -> block.instrs().stream())
                        .anyMatch(instr -> instr.op().mayFault());
        return mayFaultBefore ? builder.emit(new Op.Call(Intrinsics.MAX_I64), count, builder.constant(1L)) : count;
    }

    private List<Value> operands(Builder builder, List<Value> starts, Value[] counts) {
        List<Value> passed = extraction.arguments();
        List<Value> operands = new ArrayList<>(passed.subList(0, passed.size() - starts.size()));
        for (BlockParam param : carried) {
            Reduction reduction = reductionOf(param);
            Op.Constant identity = reduction.identity();
            int index = carried.indexOf(param);
            if (identity != null) {
                operands.add(builder.emit(identity));
            } else {
                operands.add(index < starts.size() ? starts.get(index) : builder.emit(((Numbered) reduction).nobody()));
            }
        }
        operands.addAll(List.of(counts));
        return operands;
    }

    private Reduction reductionOf(BlockParam param) {
        return reductions.stream()
                .filter(reduction -> reduction.params().contains(param))
                .findFirst()
                .orElseThrow();
    }

    /** {@return what the loop carries in the end} */
    private List<Value> results(Builder builder, Instr launch, List<Value> starts) {
        List<Value> results = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            Value part =
                    launch.type() instanceof TupleType tuple ? builder.emit(new Op.Part(tuple, i), launch) : launch;
            Reduction reduction = reductionOf(carried.get(i));
            results.add(
                    reduction.identity() == null
                            ? part
                            : reduction
                                    .combine(builder, List.of(starts.get(i)), List.of(part))
                                    .getFirst());
        }
        return results;
    }

    private static void replace(
            CountedLoop outermost, Edge into, Builder builder, HostValues host, Value count, List<Value> results) {
        ValuesAfter after = new ValuesAfter(outermost);
        List<BlockParam> own = outermost.carried();
        for (int i = 0; i < own.size(); i++) {
            after.replace(own.get(i), results.get(i));
        }
        replaceFollowing(outermost, after, builder, host, () -> count);
        after.leadThere(into);
    }

    /**
     * Replaces after a loop what follows from its variable, or does not change, by what is computed before it.
     *
     * @param after what is used of the loop
     * @param builder stands before the loop
     * @param host computes there
     * @param count the number of iterations, there; {@code null} if only what does not change is to be replaced
     */
    static void replaceFollowing(
            CountedLoop loop, ValuesAfter after, Builder builder, HostValues host, @Nullable Supplier<Value> count) {
        BlockParam variable = loop.variable();
        List<Value> used = after.ofHeader();
        if (count == null) {
            used.removeIf(value -> !loop.loop().isInvariant(value));
        } else if (used.stream().anyMatch(value -> !loop.loop().isInvariant(value))) {
            host.put(variable, last(builder, loop, count.get()));
        }
        for (Value value : used) {
            if (loop.loop().follows(value, variable)) {
                after.replace(value, host.before(value));
            }
        }
    }

    /** {@return the variable after the loop} */
    private static Value last(Builder builder, CountedLoop loop, Value count) {
        ScalarType type = (ScalarType) loop.variable().type();
        Value done = builder.emit(new Op.Call(Intrinsics.MAX_I64), count, builder.constant(0L));
        Value distance =
                builder.emit(new Op.Binary(BinaryKind.MUL, ScalarType.I64), done, builder.constant(loop.step()));
        Value own = type == ScalarType.I64
                ? distance
                : builder.emit(new Op.Convert(ScalarType.I64, ScalarType.I32), distance);
        return builder.emit(new Op.Binary(BinaryKind.ADD, type), loop.start(), own);
    }
}
