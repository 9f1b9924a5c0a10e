package dev.gpukernel.internal.pass;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes the parallel loops out of a kernel: those whose iterations are proven independent, or vouched for. What is left is the
 * host's to run, scalar set-up and loops such as time steps, with a launch where each of them was.
 */
public final class ParallelLoops {
    private ParallelLoops() {}

    /** What became of a kernel. */
    public sealed interface Outcome {
        /**
         * The function is now what the host runs.
         *
         * @param nests its parallel loop nests, by the functions that it launches
         * @param rare those functions that are launched instead of others, which most launches take
         * @param asked those functions that are launched only where {@link Op.MayLaunch} holds
         * @param schedule how each of its loops runs, in the order of the source
         */
        record Outlined(
                Map<Function, OutlinedNest> nests, Set<Function> rare, Set<Function> asked, List<PlannedLoop> schedule)
                implements Outcome {
            /** Copies the collections. */
            public Outlined {
                nests = Map.copyOf(nests);
                rare = Set.copyOf(rare);
                asked = Set.copyOf(asked);
                schedule = List.copyOf(schedule);
            }
        }

        /**
         * The function is of no use any more.
         *
         * @param findings why
         */
        record Rejected(List<Diagnostic> findings) implements Outcome {}
    }

    /**
     * What is said of a kernel's loops.
     *
     * @param findings why they cannot be taken out of it, nothing if they can
     * @param warnings what will be slow
     */
    public record Check(List<Diagnostic> findings, List<Diagnostic> warnings) {
        /** Copies the lists. */
        public Check {
            findings = List.copyOf(findings);
            warnings = List.copyOf(warnings);
        }

        boolean isClean() {
            return findings.isEmpty() && warnings.isEmpty();
        }

        /** {@return whether less is wrong, or as little and less will be slow} */
        boolean isBetterThan(Check other) {
            return findings.size() < other.findings.size()
                    || (findings.size() == other.findings.size() && warnings.size() < other.warnings.size());
        }
    }

    /**
     * Takes the loops out of a function.
     *
     * @param kernel a function without thread indices, cleaned up and value-numbered
     * @param marks what the author says of its loops
     * @param hasCopies whether loops may be there several times, for arrays that change places
     * @param mayIdle whether threads cost little that have nothing to do
     * @return what became of it
     */
    public static Outcome outline(Function kernel, LoopMarks marks, boolean hasCopies, boolean mayIdle) {
        ThrowingExits.separate(kernel);
        new OwnArrays(kernel, marks, (copy, left) -> checkedInShape(copy, marks, left)).decide();
        List<AliasConflict> shaped = shape(kernel, marks, Set.of(), null);
        LoopSchedule schedule = new LoopSchedule(Loop.of(kernel), hasCopies);
        return new LoopOutliner(kernel, marks, false, mayIdle, Set.of(), shaped, schedule, kernel.name()).outcome();
    }

    /**
     * Tells whether the loops can be taken out of a function, which is of no use any more then.
     *
     * @param kernel a function without thread indices, cleaned up and value-numbered
     * @param marks what the author says of its loops
     * @return what is to be said of them
     */
    public static Check check(Function kernel, LoopMarks marks) {
        ThrowingExits.separate(kernel);
        new OwnArrays(kernel, marks, (copy, left) -> checkedInShape(copy, marks, left)).decide();
        Check found = checkedInShape(kernel, marks, Set.of());
        // Of copies of a loop, each counts until here: one that is mended makes the kernel better.
        return new Check(LoopTexts.once(found.findings), found.warnings);
    }

    private static Check checkedInShape(Function kernel, LoopMarks marks, Set<Block> left) {
        Check plain = judge(marks).checkCopy(kernel, left, _ -> {});
        if (plain.isClean()) {
            // Its loops would stay in the form that they have.
            return plain;
        }
        shape(kernel, marks, left, plain);
        return checked(kernel, marks, left);
    }

    /**
     * Brings loops into a form in which they can be taken out.
     *
     * @param left blocks of loops of which nothing is asked
     * @param known what is to be said of all others as they are, null if that is not known yet
     */
    private static List<AliasConflict> shape(Function kernel, LoopMarks marks, Set<Block> left, @Nullable Check known) {
        List<AliasConflict> conflicts = new ArrayList<>(
                isBetterShaped(kernel, marks, left, known) ? LoopShaping.shape(kernel, left) : List.of());
        conflicts.addAll(SearchLoops.split(kernel, marks, left, judge(marks)));
        conflicts.addAll(NodeSplitting.split(kernel, marks, left, judge(marks)));
        return conflicts;
    }

    /** Loops are brought into another form only where that is needed: those that stay in a thread are free in form. */
    private static boolean isBetterShaped(Function kernel, LoopMarks marks, Set<Block> left, @Nullable Check known) {
        Map<Block, Block> copies = new HashMap<>();
        Function copy = Excerpt.without(kernel, left, copies);
        if (!LoopShaping.changes(copy, LoopJudge.copied(left, copies))) {
            return false;
        }
        Check plain = known != null ? known : judge(marks).checkCopy(kernel, left, _ -> {});
        if (!plain.findings().isEmpty()) {
            return true;
        }
        return !plain.isClean()
                && checked(copy, marks, LoopJudge.copied(left, copies)).isBetterThan(plain);
    }

    private static LoopJudge judge(LoopMarks marks) {
        return (copy, left) -> checked(copy, marks, left);
    }

    private static Check checked(Function copy, LoopMarks marks, Set<Block> left) {
        LoopSchedule schedule = new LoopSchedule(Loop.of(copy), false);
        return new LoopOutliner(copy, marks, true, false, left, List.of(), schedule, copy.name()).check();
    }

    /** {@return a finding that concerns a kernel as a whole} */
    public static Diagnostic atStart(Message message, Function kernel) {
        SourcePosition first = kernel.entry().instrs().getFirst().position();
        return LoopTexts.finding(message, first, kernel.name());
    }

    /** {@return the launches of a kernel's code, in order} */
    public static List<Instr> launches(Function kernel) {
        return kernel.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .filter(instr -> instr.op() instanceof Op.Launch)
                .toList();
    }
}
