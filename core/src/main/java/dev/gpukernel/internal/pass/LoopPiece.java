package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The code of a thread in a launch of some of a loop's iterations: those from one on that follow one another, each of which does what
 * it does in a launch of all. Of a nest, they are iterations of the outermost loop.
 */
public final class LoopPiece {
    static final String FIRST = "first";
    private static final String COUNT = "count";

    private LoopPiece() {}

    /**
     * Makes the code of one iteration into that of one of some.
     *
     * @param iteration what a thread does for one iteration of all, with the launch's own numbers, before it is specialised
     * @param axes along which the loops lie, that of the outermost first
     * @return the same for a thread of a piece; after the parameters come the number of the first iteration and how many there are,
     *     both I64. Null if a function that it calls asks for its iteration.
     */
    public static @Nullable Function of(Function iteration, List<Axis> axes) {
        if (iteration.calledFunctions().stream().anyMatch(LoopPiece::asksForIteration)) {
            return null;
        }
        Function piece = new Function(iteration.name() + "_piece");
        LoopEmitter emitter = new LoopEmitter(piece);
        Block entry = piece.addBlock();
        List<Value> arguments = LoopEmitter.parameters(iteration, entry);
        Value first = parameter(entry, FIRST);
        Value count = parameter(entry, COUNT);
        emitter.builder().atEnd(entry);
        Axis axis = axes.getFirst();
        Instr own = emitter.builder().emit(new Op.Iteration(axis));
        emitter.when(emitter.isLess(own, count), () -> {
            Value number = emitter.int64(BinaryKind.ADD, own, first);
            if (axes.size() == 1 && iteration.effects().mayFault()) {
                // A fault is told to be that of an iteration of the whole loop.
                emitter.builder().emit(new Op.FaultRank(), number);
            }
            emitter.iterate(iteration, arguments, axis, number, null, _ -> {});
        });
        emitter.builder().ret();
        return finished(piece);
    }

    /**
     * Makes the code of one iteration of a reduction into that of a thread that takes some of its chunks.
     *
     * @param iteration its last parameters the accumulators, which it returns
     * @param combine takes the accumulators of two lanes and returns them combined
     * @return the code of a thread of {@link ReductionKernel}, with the number of the first chunk as last parameter, an I64; null if a
     *     function that it calls asks for its iteration
     */
    public static @Nullable Function ofReduction(Function iteration, Function combine) {
        if (iteration.calledFunctions().stream().anyMatch(LoopPiece::asksForIteration)) {
            return null;
        }
        Function piece = ReductionKernel.ofPiece(iteration, combine);
        Pipeline.run(Pipeline.OPTIMISE, piece, (_, _) -> {});
        return finished(piece);
    }

    /**
     * Makes the code of one iteration of a loop with running values into the steps of a piece, which begins with what the running values are
     * before it. All are launches of their own, however many bits the values have.
     *
     * @param iteration its last parameters what the loop carries, which it returns
     * @param scans the running values
     * @param combine takes what two parts of the loop carry besides, and returns it combined; null if there is nothing
     * @return the steps of {@link ScanSteps#inBlocks}; of the first and last, the number of the piece's first iteration, an I64, comes before
     *     what is carried. Null if a function that is called asks for its iteration.
     */
    public static @Nullable ScanSteps ofScan(Function iteration, Scans scans, @Nullable Function combine) {
        if (Stream.of(iteration, scans.summands())
                .flatMap(code -> code.calledFunctions().stream())
                .anyMatch(LoopPiece::asksForIteration)) {
            return null;
        }
        int own = iteration.params().size() - new ScanParts(iteration, scans, combine).carried();
        Function shifted = shifted(iteration, own);
        ScanSteps steps =
                ScanSteps.inPieces(shifted, new Scans(scans.running(), shifted(scans.summands(), own)), combine);
        for (Function step : List.of(steps.totals(), steps.prefixes(), steps.iterations())) {
            Pipeline.run(Pipeline.OPTIMISE, step, (_, _) -> {});
            finished(step);
        }
        return steps;
    }

    /** {@return code of an iteration whose number begins with one more parameter, at a place} */
    private static Function shifted(Function iteration, int place) {
        Function piece = new Function(iteration.name() + "_piece");
        LoopEmitter emitter = new LoopEmitter(piece);
        Block entry = piece.addBlock();
        List<Value> arguments = new ArrayList<>();
        @Nullable BlockParam first = null;
        for (BlockParam param : iteration.params()) {
            first = param.index() == place ? parameter(entry, FIRST) : first;
            BlockParam own = entry.addParam(param.type());
            own.setName(param.name());
            arguments.add(own);
        }
        emitter.builder().atEnd(entry);
        Instr own = emitter.builder().emit(new Op.Iteration(Axis.X));
        Value number = emitter.int64(BinaryKind.ADD, own, Objects.requireNonNull(first, "something is carried"));
        if (iteration.effects().mayFault()) {
            // A fault is told to be that of an iteration of the whole loop.
            emitter.builder().emit(new Op.FaultRank(), number);
        }
        List<Value> carried = emitter.iterate(iteration, arguments, number);
        emitter.builder().emit(new Op.Return(carried.stream().map(Value::type).toList()), carried);
        Pipeline.run(Pipeline.OPTIMISE, piece, (_, _) -> {});
        return piece;
    }

    static BlockParam parameter(Block entry, String name) {
        BlockParam param = entry.addParam(ScalarType.I64);
        param.setName(name);
        return param;
    }

    private static boolean asksForIteration(Function called) {
        return called.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .anyMatch(instr -> instr.op() instanceof Op.Iteration);
    }

    private static Function finished(Function piece) {
        Pipeline.run(Pipeline.SPECIALISE, piece, (_, _) -> {});
        return piece;
    }
}
