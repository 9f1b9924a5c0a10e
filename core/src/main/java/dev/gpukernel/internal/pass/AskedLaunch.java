package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.List;

/** A way past a loop, beside it, that begins with a launch: the host takes it where {@link Op.MayLaunch} says so. */
final class AskedLaunch {
    private final Function kernel;
    private final Block header;
    private final Block asking;
    private final Block entry;
    private final List<Value> starts;

    /** Puts a block of its own before a loop. */
    AskedLaunch(Function kernel, Loop loop) {
        this.kernel = kernel;
        this.header = loop.header();
        LoopForm.addPreheader(kernel, loop);
        this.asking = loop.entryEdges().getFirst().source().block();
        this.starts = List.copyOf(asking.terminator().edges().getFirst().arguments());
        this.entry = kernel.addBlock();
    }

    /** {@return where the way begins: a block without instructions, for others to fill} */
    Block entry() {
        return entry;
    }

    /** {@return what the loop begins with} */
    List<Value> starts() {
        return starts;
    }

    /** Lets control get there, to see what becomes of it. */
    void open() {
        Instr into = asking.terminator();
        Builder before = new Builder(kernel).before(into);
        before.branch(before.emit(Op.Constant.of(true)), entry, List.of(), header, starts);
        into.remove();
    }

    /** Asks before the launch that is there now. */
    void ask(Op.Order order) {
        Instr launch = entry.instrs().stream()
                .filter(instr -> instr.op() instanceof Op.Launch)
                .findFirst()
                .orElseThrow();
        Block there = kernel.addBlock();
        entry.moveInstrsTo(launch, there);
        Builder builder = new Builder(kernel).atEnd(entry).at(launch.position());
        Op.Launch op = (Op.Launch) launch.op();
        Value answer = builder.emit(new Op.MayLaunch(op.nest(), op.axes(), order), launch.operands());
        builder.branch(answer, there, List.of(), header, starts);
        Instr open = asking.terminator();
        new Builder(kernel).before(open).jump(entry, List.of());
        open.remove();
    }
}
