package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes of an iteration what it adds to the running values, without anything that reads them. Where the iteration would throw, it
 * goes on as if there were no such iteration: nobody asks for the running values after that.
 */
final class Summands {
    private final Function code;
    private final List<BlockParam> running;
    private final Function summands;
    private final Block entry;
    private @Nullable Block abandoned;

    private Summands(Function code, List<Integer> running) {
        this.code = code;
        this.summands = new Function(code.name() + "_summands");
        this.entry = summands.addBlock();
        FunctionCopy.addParams(code, summands);
        this.running = running.stream().map(entry.params()::get).toList();
    }

    /**
     * Makes it.
     *
     * @param code one iteration
     * @param running which of its parameters are running values
     * @param carried which of what it returns are
     * @param known edges that branches may take, and what depends on running values
     * @return code with the same parameters, which returns the running values
     */
    static Function of(Function code, List<Integer> running, List<Integer> carried, ScanRecognition known) {
        Summands made = new Summands(code, running);
        Set<Value> dependent = made.copy(known);
        made.returnOnly(carried);
        Set<Instr> ending = made.ending();
        // With an edge chosen for what running values decide, such a check would be one of something else.
        ending.removeAll(dependent);
        made.dropEffects(ending);
        made.dropChecks(ending);
        Pipeline.run(
                Pipeline.stages(
                        new DeadCodeElimination(),
                        new ControlFlowSimplification(),
                        new ConstantFolding(),
                        new ValueNumbering(),
                        new RangeCheckElimination()),
                made.summands,
                (_, _) -> {});
        // It may be part of another block by now.
        made.abandoned = null;
        made.openChecks();
        made.summands.setResult(TupleType.of(made.running));
        ControlFlowSimplification.removeUnreachable(made.summands);
        return made.summands;
    }

    /** {@return the copies of what depends on running values} */
    private Set<Value> copy(ScanRecognition known) {
        RegionCopy region = new RegionCopy(summands, ReversePostorder.of(code));
        region.keepAll();
        code.params().forEach(param -> region.map(param, entry.params().get(param.index())));
        region.redirect(code.entry(), entry);
        known.decisions().forEach((branch, edge) -> {
            if (!branch.isDetached()) {
                region.decide(branch, branch.edges().get(edge));
            }
        });
        region.copyTo(entry);
        return known.dependent().stream().map(region::of).collect(Collectors.toSet());
    }

    private List<Instr> instrs() {
        return summands.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .toList();
    }

    private void returnOnly(List<Integer> carried) {
        for (Instr instr : instrs()) {
            if (instr.op() instanceof Op.Return) {
                List<Value> kept = carried.stream().map(instr::operand).toList();
                new Builder(summands).before(instr).emit(new Op.Return(types()), kept);
                instr.remove();
            }
        }
    }

    private List<Type> types() {
        return running.stream().map(Value::type).toList();
    }

    /** What an iteration writes and throws is left to the iteration itself. */
    private void dropEffects(Set<Instr> ending) {
        for (Instr instr : instrs()) {
            switch (instr.op()) {
                case Op.Store(var _, Space space, var _) -> {
                    if (space != Space.LOCAL) {
                        instr.remove();
                    }
                }
                case Op.Print _ -> instr.remove();
                case Op.Atomic atomic -> {
                    // What it gave is not used by what is accumulated.
                    instr.replaceAllUsesWith(
                            new Builder(summands).before(instr).emit(new Constant((ScalarType) atomic.result(), 0)));
                    instr.remove();
                }
                case Op.Throw _ -> {
                    new Builder(summands).before(instr).jump(abandoned(), List.of());
                    instr.remove();
                }
                case Op.DivisorCheck _ -> {
                    if (!ending.contains(instr)) {
                        instr.remove();
                    }
                }
                default -> {}
            }
        }
    }

    private Block abandoned() {
        Block known = abandoned;
        if (known == null) {
            known = summands.addBlock();
            new Builder(summands).atEnd(known).emit(new Op.Return(types()), running);
            abandoned = known;
        }
        return known;
    }

    /** Only what is still accessed need be checked; and what alone may end a loop. */
    private void dropChecks(Set<Instr> ending) {
        BitSet live = live();
        List<Instr> accesses = instrs().stream()
                .filter(instr ->
                        instr.op() instanceof Op.Store || (instr.op() instanceof Op.Load && live.get(instr.id())))
                .toList();
        for (Instr instr : instrs()) {
            if (instr.op() instanceof Op.IndexCheck
                    && !ending.contains(instr)
                    && accesses.stream().noneMatch(access -> isChecked(access, instr))) {
                instr.remove();
            }
        }
    }

    /** {@return the checks by which alone a loop in the iteration may end} What running values come to is not known here. */
    private Set<Instr> ending() {
        Set<Value> running = followRunning();
        Set<Instr> checks = new HashSet<>();
        boolean decides = instrs().stream()
                .anyMatch(instr -> instr.op() instanceof Op.Branch && running.contains(instr.operand(0)));
        if (decides) {
            // A check may be one that is not made.
            return checks;
        }
        for (Loop loop : Loop.of(summands)) {
            for (Block block : loop.blocks()) {
                block.instrs().stream()
                        .filter(instr -> instr.op() instanceof Op.IndexCheck || instr.op() instanceof Op.DivisorCheck)
                        .filter(instr -> instr.operands().stream().noneMatch(running::contains))
                        .forEach(checks::add);
            }
        }
        return checks;
    }

    /** {@return the running values, and what is computed from them} */
    private Set<Value> followRunning() {
        List<Value> roots = new ArrayList<>(running);
        // An array of the thread's own may hold some.
        instrs().stream()
                .filter(instr -> instr.op() instanceof Op.Load(var _, Space space, var _) && space == Space.LOCAL)
                .forEach(roots::add);
        return Dependent.results(roots, _ -> true, _ -> true);
    }

    private static boolean isChecked(Instr access, Instr check) {
        Value number = check.operand(0);
        if (check.operand(1) instanceof Instr length && length.op() instanceof Op.Length) {
            return Access.isCheck(check, access);
        }
        // An array of arrays checks rows and columns, and accesses what they come to. Constants may be part of an index
        // that does not show them any more.
        boolean isConstant = number instanceof Instr instr && instr.op() instanceof Constant;
        return isConstant || Dependent.on(access.operand(1), number);
    }

    private BitSet live() {
        List<Value> used = new ArrayList<>();
        for (Instr instr : instrs()) {
            if (instr.isTerminator() || instr.op() instanceof Op.Store || instr.op() instanceof Op.Invoke) {
                used.addAll(instr.operands());
            }
        }
        return Dependent.sources(used);
    }

    /** Makes branches of the checks that are left. */
    private void openChecks() {
        for (Instr instr : instrs()) {
            if (instr.op() instanceof Op.IndexCheck || instr.op() instanceof Op.DivisorCheck) {
                Block block = instr.block();
                Block rest = summands.addBlock();
                Value passes = passes(instr, new Builder(summands).before(instr));
                block.moveInstrsTo(instr, rest);
                new Builder(summands)
                        .atEnd(block)
                        .at(instr.position())
                        .branch(passes, rest, List.of(), abandoned(), List.of());
                instr.remove();
            }
        }
    }

    private static Value passes(Instr check, Builder builder) {
        Value number = check.operand(0);
        if (!(check.op() instanceof Op.IndexCheck index)) {
            ScalarType type = (ScalarType) number.type();
            return builder.emit(new Op.Compare(Predicate.NE, type), number, builder.emit(new Constant(type, 0)));
        }
        return builder.emit(index.question(), check.operands());
    }
}
