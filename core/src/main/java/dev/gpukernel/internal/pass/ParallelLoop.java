package dev.gpukernel.internal.pass;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Dependence;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.LoopNest.Counted;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns a counted loop into what one thread does for one iteration, once its iterations are proven independent or the author
 * says so.
 */
public final class ParallelLoop {
    private final Function function;
    private final Counted counted;

    private ParallelLoop(Function function, Counted counted) {
        this.function = function;
        this.counted = counted;
    }

    /** What became of the loop. */
    public sealed interface Outcome {
        /**
         * The function is now one iteration's code.
         *
         * @param iterations number of iterations, negative or 0 for none
         * @param setupMayFault whether the set-up before the loop can throw, so that it must run even without iterations
         * @param conflicts pairs of parameters that must not be the same array
         */
        record Outlined(HostExpression iterations, boolean setupMayFault, List<AliasConflict> conflicts)
                implements Outcome {
            /** Copies the conflicts. */
            public Outlined {
                conflicts = List.copyOf(conflicts);
            }
        }

        /**
         * The function is unchanged.
         *
         * @param findings why
         */
        record Rejected(List<Diagnostic> findings) implements Outcome {}
    }

    /**
     * Two array parameters whose accesses conflict if both are the same array.
     *
     * @param first position of one
     * @param second position of the other
     * @param reason which accesses
     */
    public record AliasConflict(int first, int second, String reason) {}

    /**
     * Outlines the loop of a function.
     *
     * @param function a function without thread indices, cleaned up and value-numbered
     * @param parallelVariables names of loop variables that the author vouches for
     * @return what became of it
     */
    public static Outcome outline(Function function, Set<String> parallelVariables) {
        LoopNest nest = new LoopNest(function);
        Counted counted = nest.recognise();
        if (counted == null) {
            return new Outcome.Rejected(nest.findings());
        }
        ParallelLoop loop = new ParallelLoop(function, counted);
        String variable = counted.variable().name();
        boolean vouched = variable != null && parallelVariables.contains(variable);
        List<Diagnostic> findings = new ArrayList<>(loop.sharedLocals());
        if (!vouched) {
            findings.addAll(loop.dependences());
        }
        if (!findings.isEmpty()) {
            return new Outcome.Rejected(findings);
        }
        List<AliasConflict> conflicts = vouched ? List.of() : loop.aliasConflicts();
        HostExpression iterations = loop.iterations();
        loop.rewrite();
        return new Outcome.Outlined(iterations, loop.setupMayFault(), conflicts);
    }

    /** An array of the thread's own that is made before the loop is one array for all its iterations. */
    private List<Diagnostic> sharedLocals() {
        List<Diagnostic> findings = new ArrayList<>();
        for (Block block : counted.loop().blocks()) {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Op.Store store
                        && store.space() == Space.LOCAL
                        && !counted.loop().contains(instr.operand(0).block())) {
                    String name = instr.operand(0).name();
                    findings.add(Diagnostic.of(
                            Message.LOOP_CARRIED,
                            LoopNest.place(instr.position()),
                            name == null ? "an array made before the loop" : name));
                }
            }
        }
        return findings;
    }

    private List<Diagnostic> dependences() {
        List<Access> accesses = Access.in(counted.loop().blocks());
        List<Diagnostic> findings = new ArrayList<>();
        for (BlockParam array : function.params()) {
            List<Access> own = accesses.stream().filter(a -> a.array() == array).toList();
            String why = conflict(own);
            if (why != null) {
                Instr write = own.stream()
                        .filter(Access::isWrite)
                        .findFirst()
                        .orElseThrow()
                        .instr();
                findings.add(Diagnostic.of(Message.LOOP_DEPENDENCE, LoopNest.place(write.position()), why));
            }
        }
        return findings;
    }

    private List<AliasConflict> aliasConflicts() {
        List<Access> accesses = Access.in(counted.loop().blocks());
        List<AliasConflict> conflicts = new ArrayList<>();
        List<BlockParam> params = function.params();
        for (int i = 0; i < params.size(); i++) {
            for (int j = i + 1; j < params.size(); j++) {
                BlockParam first = params.get(i);
                BlockParam second = params.get(j);
                List<Access> both = accesses.stream()
                        .filter(a -> a.array() == first || a.array() == second)
                        .toList();
                String why = first.type().equals(second.type()) ? conflict(both) : null;
                if (why != null) {
                    conflicts.add(new AliasConflict(i, j, why));
                }
            }
        }
        return conflicts;
    }

    private @Nullable String conflict(List<Access> accesses) {
        return new Dependence(counted.loop(), counted.variable()).conflict(accesses);
    }

    private HostExpression iterations() {
        HostExpression difference =
                new HostExpression.Binary(BinaryKind.SUB, ScalarType.I64, wide(counted.bound()), wide(counted.start()));
        return counted.inclusive()
                ? new HostExpression.Binary(BinaryKind.ADD, ScalarType.I64, difference, new HostExpression.Known(1))
                : difference;
    }

    private HostExpression wide(Value value) {
        HostExpression expression =
                Objects.requireNonNull(HostExpression.of(function, value), "checked when the loop was recognised");
        return new HostExpression.Converted(ScalarType.I32, ScalarType.I64, expression);
    }

    private boolean setupMayFault() {
        return counted.setup().stream()
                .flatMap(block -> block.instrs().stream())
                .anyMatch(instr -> instr.op().mayFault());
    }

    /**
     * The variable becomes {@code start + iteration}. The test is made in 64 bits, where the surplus threads of the last block
     * cannot wrap around. After the body the thread ends.
     */
    private void rewrite() {
        Block header = counted.loop().header();
        Edge entry = counted.loop().entryEdges().getFirst();
        Instr test = header.terminator();
        Builder builder = new Builder(function).before(entry.source());
        Instr iteration = builder.emit(new Op.Iteration());
        Instr offset = builder.emit(new Op.Convert(ScalarType.I64, ScalarType.I32), iteration);
        Instr variable = builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I32), counted.start(), offset);
        variable.setName(counted.variable().name());
        Instr wideStart = builder.emit(new Op.Convert(ScalarType.I32, ScalarType.I64), counted.start());
        Instr position = builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I64), wideStart, iteration);

        builder.before(test);
        Instr wideBound = builder.emit(new Op.Convert(ScalarType.I32, ScalarType.I64), counted.bound());
        Predicate below = counted.inclusive() ? Predicate.LE : Predicate.LT;
        Instr inside = builder.emit(new Op.Compare(below, ScalarType.I64), position, wideBound);
        Edge exit = counted.exit();
        Edge body =
                test.edges().get(0) == exit ? test.edges().get(1) : test.edges().get(0);
        Block end = function.addBlock();
        new Builder(function).atEnd(end).at(test.position()).ret();
        for (Edge back : counted.loop().backEdges()) {
            back.retarget(end, List.of());
        }
        counted.variable().replaceAllUsesWith(variable);
        header.removeParam(counted.variable());
        builder.branch(inside, body.target(), List.copyOf(body.arguments()), end, List.of());
        test.remove();
    }
}
