package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Affine;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One iteration of an outlined loop whose code is straight: set-up, the question whether there is such an iteration, and if so a
 * block that loads, computes and stores, with checks in between, and ends the thread. Of a reduction, that returns accumulators.
 */
final class IterationBody {
    private static final long MOST_STEP = 1 << 20;
    private static final Op NARROW = new Op.Convert(ScalarType.I64, ScalarType.I32);

    private final Instr iteration;
    private final Block block;
    private final Set<Value> varying = new HashSet<>();
    private final Set<Value> loaded = new HashSet<>();

    /** Whether indices are longs, too. */
    private final boolean hasLongIndices;

    /** What is computed from elements that were loaded after something was written. */
    private final Set<Value> late = new HashSet<>();

    private IterationBody(Instr iteration, Block block) {
        this.iteration = iteration;
        this.block = block;
        this.hasLongIndices = block.instrs().stream()
                .anyMatch(instr -> (isAccess(instr.op()) && instr.operand(1).type() == ScalarType.I64)
                        || (instr.op() instanceof Op.IndexCheck
                                && instr.operand(0).type() == ScalarType.I64));
        boolean isWritten = false;
        for (Block part : List.of(guard(), block)) {
            for (Instr instr : part.instrs()) {
                boolean load = instr.op() instanceof Op.Load;
                boolean global = load && instr.op().effect() == Effect.READ;
                if (instr == iteration || global || instr.operands().stream().anyMatch(varying::contains)) {
                    varying.add(instr);
                }
                if (load || instr.operands().stream().anyMatch(loaded::contains)) {
                    loaded.add(instr);
                }
                if ((load && isWritten) || instr.operands().stream().anyMatch(late::contains)) {
                    late.add(instr);
                }
                isWritten |= instr.op().effect() == Effect.WRITE;
            }
        }
    }

    /** {@return the iteration that a function is, null if it is none or not straight, or one of a nest} */
    static @Nullable IterationBody of(Function function) {
        return iterations(function).size() == 1 ? innermost(function) : null;
    }

    private static List<Instr> iterations(Function function) {
        return function.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .filter(instr -> instr.op() instanceof Op.Iteration)
                .toList();
    }

    /**
     * {@return the iteration of the innermost loop that a function is, null if it is none or not straight} That loop lies along x; whether there
     * are such iterations of the loops around it is asked before.
     */
    static @Nullable IterationBody innermost(Function function) {
        List<Instr> iterations = new ArrayList<>(iterations(function));
        iterations.removeIf(instr -> !instr.op().equals(new Op.Iteration(Axis.X)));
        if (iterations.size() != 1) {
            return null;
        }
        Instr test = iterations.getFirst().block().terminator();
        if (!(test.op() instanceof Op.Branch)) {
            return null;
        }
        Block inside = test.edges().get(0).target();
        IterationBody body = new IterationBody(iterations.getFirst(), inside);
        return inside.incoming().size() == 1
                        && inside.params().isEmpty()
                        && isEnd(test.edges().get(1))
                        && body.isGuarded()
                        && body.isStraight()
                ? body
                : null;
    }

    /** {@return whether an edge leads to the end of the thread} */
    private static boolean isEnd(Edge edge) {
        return edge.target().terminator().op() instanceof Op.Return
                && edge.target().instrs().size() == 1;
    }

    /** {@return what the iteration returns, if it exists} */
    List<Value> results() {
        Instr end = block.terminator();
        if (end.op() instanceof Op.Return) {
            return end.operands();
        }
        Edge edge = end.edges().getFirst();
        List<BlockParam> params = edge.target().params();
        return edge.target().terminator().operands().stream()
                .map(value -> value instanceof BlockParam param && params.contains(param)
                        ? edge.arguments().get(param.index())
                        : value)
                .toList();
    }

    /** {@return whether an iteration exists if one after it does} */
    private boolean isGuarded() {
        return guard().terminator().operand(0) instanceof Instr compare
                && compare.block() == guard()
                && compare.op() instanceof Op.Compare(Predicate is, ScalarType type)
                && type == ScalarType.I64
                && leads(compare.operand(0), is)
                && !varies(compare.operand(1))
                && guard().instrs().stream()
                        .filter(instr -> varies(instr) && instr != guard().terminator())
                        .allMatch(instr -> instr.op().effect() == Effect.NONE);
    }

    /** {@return whether a position moves from iteration to iteration towards where the comparison fails} */
    private boolean leads(Value position, Predicate is) {
        long step = step(position);
        return switch (is) {
            case LT, LE -> step > 0;
            case GT, GE -> step < 0;
            default -> false;
        };
    }

    /** {@return by how much a position grows from iteration to iteration, 0 if that is not known, or so much that it might overflow} */
    long step(Value position) {
        if (position == iteration) {
            return 1;
        }
        if (!(position instanceof Instr instr)
                || !(instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType type))) {
            return 0;
        }
        Value left = instr.operand(0);
        Value right = instr.operand(1);
        if (type == ScalarType.I64 && kind == BinaryKind.ADD && varies(left) != varies(right)) {
            return step(varies(left) ? left : right);
        }
        Constant factor = right.constant();
        return type == ScalarType.I64
                        && kind == BinaryKind.MUL
                        && left == iteration
                        && factor != null
                        && Math.abs(factor.bits()) <= MOST_STEP
                ? factor.bits()
                : 0;
    }

    private boolean isStraight() {
        Instr end = block.terminator();
        boolean ends = end.op() instanceof Op.Return
                || (end.op() instanceof Op.Jump && isEnd(end.edges().getFirst()));
        return ends
                && block.instrs().stream().allMatch(instr -> instr == end || isPlain(instr))
                && (!mayAskLoaded() || !loadsWhatIsAsked());
    }

    /** {@return whether an instruction may be done for several iterations before those after it, checks being answered before} */
    private boolean isPlain(Instr instr) {
        return switch (instr.op()) {
            case Op.Load load -> load.space() == Space.GLOBAL || load.space() == Space.CONSTANT;
            case Op.Store store -> store.space() == Space.GLOBAL;
            case Op.Atomic _ -> isUpdate(instr);
            case Op.IndexCheck _, Op.DivisorCheck _ ->
                instr.operands().stream().noneMatch(mayAskLoaded() ? late::contains : loaded::contains);
            case Op.Invoke(Function callee) when !callee.isRare() -> false;
            default -> instr.op().effect() == Effect.NONE;
        };
    }

    /** {@return whether an instruction changes an element in a way that leads to the same in any order} */
    private boolean isUpdate(Instr instr) {
        List<Access> accesses = Access.in(List.of(block));
        accesses.removeIf(access -> access.array() != instr.operand(0));
        return accesses.stream().allMatch(access -> access.commutesWith(accesses.getFirst()));
    }

    /** Elements are loaded at once to ask for indices among them, where the alternative is to go through updates one by one. */
    private boolean mayAskLoaded() {
        return block.instrs().stream().anyMatch(instr -> instr.op() instanceof Op.Atomic);
    }

    /** {@return whether an element might be loaded before it is asked whether it is there} */
    private boolean loadsWhatIsAsked() {
        boolean asks =
                block.instrs().stream().anyMatch(instr -> instr.op().effect() == Effect.FAULT && asksLoaded(instr));
        return asks
                && block.instrs().stream()
                        .anyMatch(instr -> instr.op() instanceof Op.Load && loaded.contains(instr.operand(1)));
    }

    /** {@return whether a check is for something that was loaded} */
    boolean asksLoaded(Instr check) {
        return check.operands().stream().anyMatch(loaded::contains);
    }

    /** {@return the block that asks whether there is such an iteration} */
    Block guard() {
        return iteration.block();
    }

    /** {@return the block that does it} */
    Block block() {
        return block;
    }

    Instr iteration() {
        return iteration;
    }

    /** {@return what is computed of the iteration before the question, in order, and the answer} */
    List<Instr> before() {
        return guard().instrs().stream()
                .filter(instr -> varies(instr) && instr != iteration && !instr.isTerminator())
                .toList();
    }

    /** {@return whether a value may be another one in another iteration} */
    boolean varies(Value value) {
        return varying.contains(value);
    }

    /** {@return whether a value is computed from the iteration or for it} */
    boolean isOwn(Value value) {
        return varies(value) || (value instanceof Instr instr && instr.block() == block);
    }

    /** {@return accesses to global arrays, in order} */
    List<Instr> accesses() {
        List<Instr> accesses = new ArrayList<>(block.instrs());
        accesses.removeIf(instr -> !isAccess(instr.op()));
        return accesses;
    }

    static boolean isAccess(Op op) {
        return (op instanceof Op.Load load && load.space() == Space.GLOBAL)
                || (op instanceof Op.Store store && store.space() == Space.GLOBAL);
    }

    /**
     * {@return an index without the loss of its upper bits, as Java multiplies it by the size of an element} Where it is asked to be in range,
     * that is lost to nothing.
     */
    Value uncut(Value index) {
        return index instanceof Instr cut && varies(index) && RedundantWidening.cutBits(cut) > 0
                ? ((Instr) cut.operand(0)).operand(0)
                : index;
    }

    /** {@return an int, or an index that is a long, as a linear function of the iteration, null if it is none} */
    @Nullable Affine linear(Value value) {
        if (value.type() == ScalarType.I64) {
            return hasLongIndices ? Affine.ofLong(uncut(value), iteration, other -> !varies(other)) : null;
        }
        if (hasLongIndices && value instanceof Instr narrowed && narrowed.op().equals(NARROW)) {
            return linear(narrowed.operand(0));
        }
        return iteration.users().stream()
                .filter(user -> user.op().equals(NARROW))
                .findFirst()
                .map(narrow -> Affine.of(value, narrow, other -> !varies(other)))
                .orElse(null);
    }
}
