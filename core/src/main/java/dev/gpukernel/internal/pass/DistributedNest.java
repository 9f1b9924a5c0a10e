package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.ArrayList;
import java.util.List;

/**
 * A loop that is not parallel around a loop with a running value, such as the integral image of an image. Taken apart by
 * {@link NestDistribution}, it is a nest whose rows are parallel and one whose columns are, in place of a launch for each row.
 *
 * <p>As for an {@link ExchangedNest}, the host asks {@link Op.MayLaunch} before it.
 */
final class DistributedNest {
    private final Function kernel;
    private final AskedLaunch asked;
    private final NestDistribution distribution;
    private final Block first;
    private final Block second;
    private final NestBuilder rows;

    /**
     * Writes the two nests before the one that is there.
     *
     * @param kernel where it is
     * @param header of its outer loop
     * @param name of what is to be launched first
     */
    DistributedNest(Function kernel, Block header, String name) {
        this.kernel = kernel;
        this.asked = new AskedLaunch(kernel, KernelLoops.counted(kernel, header).loop());
        NestDistribution found = NestDistribution.of(kernel, KernelLoops.counted(kernel, header), LoopMarks.NONE);
        if (found == null) {
            throw new IllegalStateException("a nest cannot be taken apart");
        }
        this.distribution = found;
        List<Block> headers = found.write(asked.entry(), asked.starts());
        this.first = headers.getFirst();
        this.second = headers.getLast();
        asked.open();
        new DeadCodeElimination().run(kernel);
        this.rows = new NestBuilder(kernel, KernelLoops.counted(kernel, first), name, LoopMarks.NONE);
    }

    /** {@return whether rows are parallel, and columns are} Asked of a nest that is not launched. */
    boolean isParallel() {
        CountedLoop columns = KernelLoops.counted(kernel, second);
        return rows.findings().isEmpty()
                && new LoopTrial(kernel, LoopMarks.NONE)
                        .isExchangeable(columns.loop(), new KernelLoops(kernel).inner(columns.loop()));
    }

    /** {@return the loops of the first nest} */
    List<Loop> loops() {
        Loop around = KernelLoops.counted(kernel, first).loop();
        return Loop.of(kernel).stream()
                .filter(loop -> around.contains(loop.header()))
                .toList();
    }

    /** {@return the first nest, for which a launch is there now where the answer is yes} */
    OutlinedNest launch() {
        OutlinedNest nest = rows.launch(apart());
        asked.ask(Op.Order.DISTRIBUTED);
        List<Condition> conditions = new ArrayList<>(nest.conditions());
        conditions.addAll(distribution.conditions());
        return new OutlinedNest(
                nest.iteration(),
                nest.code(),
                nest.combine(),
                nest.scans(),
                nest.axes(),
                nest.conflicts(),
                nest.ends(),
                conditions);
    }

    /** {@return pairs of the array that holds what is handed over and any other: what is loaded is not the same then} */
    private List<AliasConflict> apart() {
        List<AliasConflict> apart = new ArrayList<>();
        BlockParam array = distribution.array();
        for (BlockParam other : kernel.params()) {
            if (other != array && other.type().equals(array.type())) {
                apart.add(new AliasConflict(array.index(), other.index(), "rows are added up in place"));
            }
        }
        return apart;
    }

    /** Notes how the first nest runs. */
    void schedule(LoopSchedule schedule, OutlinedNest nest) {
        rows.schedule(schedule, nest);
    }

    /** {@return the header of the second nest} */
    Block second() {
        return second;
    }
}
