package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is left of a function once branches are decided and checks are known to pass: its blocks, and the values they need. */
public final class LiveCode {
    /** Deepest expression that is computed without a local variable between. */
    private static final int DEPTH = 30;

    private final Foresight foresight;
    private final List<Block> blocks;
    private final BitSet reached = new BitSet();
    private final BitSet needed = new BitSet();
    private final BitSet nested = new BitSet();

    /** Looks at a function with what is known before it runs. */
    public LiveCode(Function function, Foresight foresight) {
        this.foresight = foresight;
        this.blocks = order(function.entry());
        findNeeded();
        blocks.forEach(this::nest);
    }

    /** {@return the blocks in reverse postorder} */
    List<Block> blocks() {
        return blocks;
    }

    /** {@return the edges that a terminator may take} */
    List<Edge> edges(Instr terminator) {
        List<Edge> edges = new ArrayList<>();
        for (Edge edge : terminator.edges()) {
            if (foresight.mayTake(edge)) {
                edges.add(edge);
            }
        }
        return edges;
    }

    boolean isNeeded(Value value) {
        return needed.get(value.id());
    }

    /** {@return whether it is computed where its only user needs it, on the operand stack} */
    boolean isNested(Value value) {
        return nested.get(value.id());
    }

    /** {@return whether an instruction is not written where it is used, but where it stands} */
    boolean hasVariable(Instr instr) {
        return isNeeded(instr) && !isNested(instr) && !ExpressionWriter.isFree(instr.op());
    }

    private List<Block> order(Block entry) {
        record Visit(Block block, Deque<Edge> left) {}
        List<Block> postorder = new ArrayList<>();
        Deque<Visit> work = new ArrayDeque<>();
        reached.set(entry.id());
        work.push(new Visit(entry, new ArrayDeque<>(edges(entry.terminator()).reversed())));
        while (!work.isEmpty()) {
            Edge edge = work.peek().left.poll();
            if (edge == null) {
                postorder.add(work.pop().block);
            } else if (!reached.get(edge.target().id())) {
                reached.set(edge.target().id());
                work.push(new Visit(
                        edge.target(),
                        new ArrayDeque<>(edges(edge.target().terminator()).reversed())));
            }
        }
        return postorder.reversed();
    }

    private void findNeeded() {
        Deque<Value> work = new ArrayDeque<>();
        for (Block block : blocks) {
            for (Instr instr : block.instrs()) {
                if (acts(instr)) {
                    need(instr, work);
                }
            }
        }
        while (!work.isEmpty()) {
            Value value = work.pop();
            if (value instanceof Instr instr) {
                instr.operands().forEach(operand -> need(operand, work));
            } else if (value instanceof BlockParam param) {
                for (Edge edge : param.block().incoming()) {
                    if (reached.get(edge.source().block().id()) && foresight.mayTake(edge)) {
                        need(edge.arguments().get(param.index()), work);
                    }
                }
            }
        }
    }

    private void need(Value value, Deque<Value> work) {
        if (!needed.get(value.id())) {
            needed.set(value.id());
            work.push(value);
        }
    }

    /** {@return whether an instruction does something besides computing a value} */
    private boolean acts(Instr instr) {
        return switch (instr.op().effect()) {
            case NONE, READ, ALLOCATE -> false;
            case WRITE, SYNCHRONISE -> true;
            case FAULT -> !foresight.faultFree() || instr.op() instanceof Op.Invoke;
            case CONTROL -> !(instr.op() instanceof Op.Branch) || edges(instr).size() > 1;
        };
    }

    /** Backwards, since where a value is computed depends on where its user is. */
    private void nest(Block block) {
        List<Instr> instrs = block.instrs();
        Map<Instr, Integer> place = new HashMap<>();
        Map<Instr, Integer> depth = new HashMap<>();
        int firstWrite = Integer.MAX_VALUE;
        for (int i = instrs.size() - 1; i >= 0; i--) {
            Instr instr = instrs.get(i);
            place.put(instr, i);
            depth.put(instr, 0);
            Instr user = isNeeded(instr) ? onlyUser(instr) : null;
            if (user != null && user.block() == block) {
                int where = place.getOrDefault(user, i);
                int level = depth.getOrDefault(user, 0) + 1;
                boolean moves = instr.op().effect() == Effect.NONE
                        || (instr.op().effect() == Effect.READ && where <= firstWrite);
                boolean nests = instr.op() instanceof Op.Invoke ? Op.Invoke.isDeferred(instr) : level < DEPTH;
                if (moves && nests) {
                    nested.set(instr.id());
                    place.put(instr, where);
                    depth.put(instr, level);
                }
            }
            if (instr.op().effect().mayWrite()) {
                firstWrite = i;
            }
        }
    }

    /** {@return the instruction that uses a value once and alone, else null} */
    private @Nullable Instr onlyUser(Instr value) {
        Instr only = null;
        for (Instr user : value.users()) {
            int uses = uses(value, user);
            if (uses > 1 || (uses == 1 && only != null)) {
                return null;
            }
            only = uses == 1 ? user : only;
        }
        return only;
    }

    private int uses(Value value, Instr user) {
        int uses = 0;
        if (isNeeded(user)) {
            uses += Collections.frequency(user.operands(), value);
        }
        for (Edge edge : edges(user)) {
            for (int i = 0; i < edge.arguments().size(); i++) {
                BlockParam param = edge.target().params().get(i);
                if (edge.arguments().get(i) == value
                        && isNeeded(param)
                        && reached.get(user.block().id())) {
                    uses++;
                }
            }
        }
        return uses;
    }
}
