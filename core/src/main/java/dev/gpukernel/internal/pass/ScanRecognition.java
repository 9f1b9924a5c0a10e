package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the running values of a loop that can be told before its iterations are done. */
final class ScanRecognition {
    private final Loop loop;
    private final Ways ways;
    private final List<Accumulation> accumulations = new ArrayList<>();
    private Map<Instr, Integer> decisions = Map.of();
    private Set<Instr> dependent = Set.of();

    /**
     * Looks at a loop.
     *
     * @param counted the loop
     * @param loops the loops of its function
     * @param open what it carries that is nothing else
     */
    ScanRecognition(CountedLoop counted, List<Loop> loops, List<BlockParam> open) {
        this.loop = counted.loop();
        this.ways = new Ways(loop);
        if (open.isEmpty() || callsWhatFaults()) {
            return;
        }
        for (BlockParam param : open) {
            Accumulation found = param.type() == ScalarType.I1 ? null : Accumulation.of(loop, param);
            if (found != null) {
                accumulations.add(found);
            }
        }
        boolean changed = true;
        while (changed && !accumulations.isEmpty()) {
            RunningReads reads = new RunningReads(counted, loops, accumulations, ways);
            changed = accumulations.removeIf(reads::feed);
            decisions = reads.decisions();
            dependent = reads.effects();
        }
    }

    /** A fault in a called function cannot be left to another run of the iteration. */
    private boolean callsWhatFaults() {
        return loop.instrs().anyMatch(instr -> instr.op() instanceof Op.Invoke call && call.mayFault());
    }

    List<Scan> scans() {
        return accumulations.stream().map(one -> new Scan(one.fold())).toList();
    }

    List<Accumulation> accumulations() {
        return accumulations;
    }

    /** {@return the edges that branches may take where nothing but what is accumulated matters} */
    Map<Instr, Integer> decisions() {
        return decisions;
    }

    /** {@return what is done, or may fault, with what depends on running values or only if that says so} */
    Set<Instr> dependent() {
        return dependent;
    }

    /** {@return pairs of arrays of which one is read after the other was written to, in one iteration} */
    List<AliasConflict> conflicts() {
        if (accumulations.isEmpty()) {
            return List.of();
        }
        return ways.rereads((one, other) -> one != other && one.type().equals(other.type())).stream()
                .map(reread -> conflict(
                        reread.write().array().index(), reread.read().array().index()))
                .toList();
    }

    private static AliasConflict conflict(int one, int other) {
        return new AliasConflict(one, other, "what is accumulated may be read after the same iteration has written it");
    }
}
