package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.List;

/**
 * A loop that is not parallel around loops that are, such as a sum down the columns of an image. Exchanged, each thread goes through
 * the outer loop, and one launch does what takes one for each of its iterations otherwise.
 *
 * <p>What is thrown, and what has been done by then, would be something else than in Java. So the host asks {@link Op.MayLaunch} before
 * it, and goes through the outer loop where the answer is no.
 */
final class ExchangedNest {
    private final Function kernel;
    private final Block header;
    private final Block asking;
    private final Block entry;
    private final List<Value> starts;
    private final NestBuilder nest;
    private final int loops;

    /**
     * Writes a nest a second time, exchanged, before where it is.
     *
     * @param kernel where it is
     * @param header of its outermost loop
     * @param name of what is to be launched
     * @param demand what it is known to be
     */
    ExchangedNest(Function kernel, Block header, String name, LoopExchange.Demand demand) {
        this.kernel = kernel;
        this.header = header;
        CountedLoop counted = KernelLoops.counted(kernel, header);
        LoopForm.addPreheader(kernel, counted.loop());
        this.asking = counted.loop().entryEdges().getFirst().source().block();
        this.entry = kernel.addBlock();
        LoopExchange exchange = LoopExchange.of(kernel, counted, LoopMarks.NONE, demand);
        if (exchange == null) {
            throw new IllegalStateException("loops cannot be exchanged");
        }
        this.loops = exchange.loops();
        Block exchanged = exchange.write(entry);
        Instr into = asking.terminator();
        this.starts = List.copyOf(into.edges().getFirst().arguments());
        Builder before = new Builder(kernel).before(into);
        before.branch(before.emit(Op.Constant.of(true)), entry, List.of(), header, starts);
        into.remove();
        // What is said of inner loops by @Parallel holds for one iteration of the outer one.
        this.nest = new NestBuilder(kernel, KernelLoops.counted(kernel, exchanged), name, LoopMarks.NONE);
    }

    /**
     * {@return whether all loops but the one that is innermost now are parallel} Else those that stay in a thread would run in another
     * order there. Asked of a nest that is not launched.
     */
    boolean isParallel() {
        return nest.findings().isEmpty() && nest.countParallel() == loops - 1;
    }

    /** {@return the nest, for which a launch is there now where the answer is yes; the nest as it was remains for the others} */
    OutlinedNest launch() {
        OutlinedNest launched = nest.launch(List.of());
        Instr launch = entry.instrs().stream()
                .filter(instr -> instr.op() instanceof Op.Launch)
                .findFirst()
                .orElseThrow();
        Block there = kernel.addBlock();
        entry.moveInstrsTo(launch, there);
        Builder builder = new Builder(kernel).atEnd(entry).at(launch.position());
        Op.Launch op = (Op.Launch) launch.op();
        Value answer = builder.emit(new Op.MayLaunch(op.nest(), op.axes()), launch.operands());
        builder.branch(answer, there, List.of(), header, starts);
        Instr open = asking.terminator();
        new Builder(kernel).before(open).jump(entry, List.of());
        open.remove();
        return launched;
    }

    /** {@return how many of its loops are split among threads, once it is launched} */
    int parallel() {
        return nest.levels().size();
    }
}
