package dev.gpukernel.internal.pass;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.RedundantParams;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Puts a loop of any form into a counted loop of one iteration, which then is taken out like a parallel one: one thread runs it.
 * What is used after the loop, and by which way it was left, the loop around it carries as values that it only assigns.
 */
final class SequentialLoop {
    /** What the variable of the loop around is called. No variable of a source is. */
    static final String VARIABLE = "(once)";

    private final Function kernel;
    private final Loop loop;
    private final Builder before;
    private final List<Edge> exits;

    /** What is used after the loop. */
    private final List<Value> results;

    private SequentialLoop(Function kernel, Loop loop) {
        this.kernel = kernel;
        this.loop = loop;
        this.before = new Builder(kernel).before(loop.entryEdges().getFirst().source());
        before.at(loop.header().terminator().position());
        this.exits = LoopExits.of(loop);
        Set<Value> used = new LinkedHashSet<>();
        exits.forEach(edge -> used.addAll(edge.arguments()));
        used.removeIf(value -> !loop.contains(value.block()));
        this.results = List.copyOf(used);
    }

    /** What became of a loop. */
    sealed interface Outcome {
        /**
         * It is in another one.
         *
         * @param loop has one iteration
         */
        record Once(CountedLoop loop) implements Outcome {}

        /**
         * It stays as it is.
         *
         * @param finding why
         */
        record Refused(Diagnostic finding) implements Outcome {}
    }

    /** Puts a loop of a kernel into another one; its own record is of no use any more. */
    static Outcome wrap(Function kernel, Loop loop) {
        if (!LoopForm.isCopyable(loop)) {
            return new Outcome.Refused(LoopTexts.shape(loop, "an array that it makes is used after it"));
        }
        if (LoopExits.of(loop).isEmpty()) {
            return new Outcome.Refused(LoopTexts.shape(loop, "it never ends"));
        }
        LoopForm.separateInvariants(kernel, loop);
        LoopForm.prepare(kernel, loop, Dominators.of(kernel));
        Block header = new SequentialLoop(kernel, loop).wrap();
        // Later loops now carry what this one came to as if they changed it.
        RedundantParams.removeFrom(kernel);
        return new Outcome.Once(KernelLoops.counted(kernel, header));
    }

    private Block wrap() {
        Edge into = loop.entryEdges().getFirst();
        Value zero = before.constant(0);
        Value one = before.constant(1);
        Block header = kernel.addBlock();
        Block join = kernel.addBlock();
        BlockParam once = header.addParam(ScalarType.I32);
        once.setName(VARIABLE);
        List<Value> starts = new ArrayList<>(List.of(zero));
        if (exits.size() > 1) {
            header.addParam(ScalarType.I32);
            join.addParam(ScalarType.I32);
            starts.add(zero);
        }
        for (Value result : results) {
            header.addParam(carriedType(result)).setName(result.name());
            join.addParam(carriedType(result));
            starts.add(zero(result));
        }
        Block body = kernel.addBlock();
        Builder builder = new Builder(kernel).atEnd(body).at(before.position());
        builder.jump(loop.header(), List.copyOf(into.arguments()));
        into.retarget(header, starts);
        List<Block> targets = exits.stream().map(Edge::target).toList();
        List<List<Value>> arguments =
                exits.stream().map(edge -> List.copyOf(edge.arguments())).toList();
        for (int i = 0; i < exits.size(); i++) {
            leave(i, join, one, zero);
        }
        builder.atEnd(join);
        List<Value> next = new ArrayList<>(join.params());
        next.addFirst(builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I32), once, one));
        builder.jump(header, next);
        Block out = kernel.addBlock();
        builder.atEnd(header);
        Value goesOn = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I32), once, one);
        builder.branch(goesOn, body, List.of(), out, List.of());
        goOn(builder.atEnd(out), header, zero, targets, arguments);
        return header;
    }

    /** What a condition is carried as, since results of launches are numbers. */
    private static ScalarType carriedType(Value value) {
        return value.type() == ScalarType.I1 ? ScalarType.I32 : (ScalarType) value.type();
    }

    private Value zero(Value like) {
        return switch (carriedType(like)) {
            case I1, I32 -> before.constant(0);
            case I64 -> before.constant(0L);
            case F32 -> before.emit(Op.Constant.of(0f));
            case F64 -> before.emit(Op.Constant.of(0d));
        };
    }

    /** Lets an exit lead to where all of them join. */
    private void leave(int number, Block join, Value one, Value zero) {
        Edge exit = exits.get(number);
        Builder builder = new Builder(kernel).before(exit.source());
        List<Value> passed = new ArrayList<>();
        if (exits.size() > 1) {
            passed.add(builder.constant(number));
        }
        for (Value result : results) {
            if (!exit.arguments().contains(result)) {
                passed.add(zero(result));
            } else if (result.type() == ScalarType.I1) {
                passed.add(builder.emit(new Op.Select(ScalarType.I32), result, one, zero));
            } else {
                passed.add(result);
            }
        }
        exit.retarget(join, passed);
    }

    /** Goes on where the loop was left for. */
    private void goOn(Builder builder, Block header, Value zero, List<Block> targets, List<List<Value>> arguments) {
        int first = header.params().size() - results.size();
        List<Value> carried = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            Value param = header.params().get(first + i);
            carried.add(
                    results.get(i).type() == ScalarType.I1
                            ? builder.emit(new Op.Compare(Predicate.NE, ScalarType.I32), param, zero)
                            : param);
        }
        for (int i = 0; i < targets.size(); i++) {
            List<Value> passed = arguments.get(i).stream()
                    .map(value -> results.contains(value) ? carried.get(results.indexOf(value)) : value)
                    .toList();
            if (i == targets.size() - 1) {
                builder.jump(targets.get(i), passed);
            } else {
                Value here = builder.emit(
                        new Op.Compare(Predicate.EQ, ScalarType.I32),
                        header.params().get(1),
                        builder.constant(i));
                Block others = kernel.addBlock();
                builder.branch(here, targets.get(i), passed, others, List.of());
                builder.atEnd(others);
            }
        }
    }
}
