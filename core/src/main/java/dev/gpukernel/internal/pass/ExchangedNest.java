package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.Op;
import java.util.List;

/**
 * A loop that is not parallel around loops that are, such as a sum down the columns of an image. Exchanged, each thread goes through
 * the outer loop, and one launch does what takes one for each of its iterations otherwise.
 *
 * <p>What is thrown, and what has been done by then, would be something else than in Java. So the host asks {@link Op.MayLaunch} before
 * it, and goes through the outer loop where the answer is no.
 */
final class ExchangedNest {
    private final AskedLaunch asked;
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
        CountedLoop counted = KernelLoops.counted(kernel, header);
        this.asked = new AskedLaunch(kernel, counted.loop());
        LoopExchange exchange = LoopExchange.of(kernel, counted, LoopMarks.NONE, demand);
        if (exchange == null) {
            throw new IllegalStateException("loops cannot be exchanged");
        }
        this.loops = exchange.loops();
        Block exchanged = exchange.write(asked.entry());
        asked.open();
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
        asked.ask(Op.Order.EXCHANGED);
        return launched;
    }

    /** {@return how many of its loops are split among threads, once it is launched} */
    int parallel() {
        return nest.levels().size();
    }
}
