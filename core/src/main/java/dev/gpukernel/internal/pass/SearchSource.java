package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What goes into values within one iteration of a loop, and what forbids to compute them in iterations that Java never does. */
final class SearchSource {
    private final CountedLoop counted;
    private final Set<Block> kept;
    private final Set<Value> values = new HashSet<>();
    private final Set<BlockParam> arrays = new LinkedHashSet<>();
    private boolean readsLocals;
    private @Nullable String hindrance;

    /**
     * Looks for it.
     *
     * @param counted the loop
     * @param kept its blocks that are gone through
     * @param roots the values
     */
    SearchSource(CountedLoop counted, Set<Block> kept, List<Value> roots) {
        this.counted = counted;
        this.kept = kept;
        Loop loop = counted.loop();
        Deque<Value> work = new ArrayDeque<>(roots);
        while (!work.isEmpty() && hindrance == null) {
            Value value = work.pop();
            if (loop.contains(value.block()) && values.add(value)) {
                switch (value) {
                    case BlockParam param -> follow(param, work);
                    case Instr instr -> follow(instr, work);
                }
            }
        }
    }

    /** {@return the values, and those in the loop that they are computed of} */
    Set<Value> values() {
        return values;
    }

    /** {@return the arrays that they are read from} */
    Set<BlockParam> arrays() {
        return arrays;
    }

    /** {@return whether they follow from the iteration's own arrays} */
    boolean readsLocals() {
        return readsLocals;
    }

    /** {@return why they cannot be computed ahead, null if they can} */
    @Nullable String hindrance() {
        return hindrance;
    }

    private void follow(BlockParam param, Deque<Value> work) {
        if (param.block() == counted.loop().header()) {
            if (param != counted.variable()) {
                String name = param.name();
                hindrance = "it depends on "
                        + (name == null
                                ? "what earlier iterations did"
                                : "'" + name + "', which earlier iterations change");
            }
            return;
        }
        for (Edge edge : param.block().incoming()) {
            if (kept.contains(edge.source().block())) {
                work.push(edge.arguments().get(param.index()));
            }
        }
    }

    private void follow(Instr instr, Deque<Value> work) {
        boolean isKnown = instr.op().effect() == Effect.NONE;
        switch (instr.op()) {
            case Op.Load(var _, Space space, var _) -> {
                isKnown = space != Space.SHARED;
                readsLocals |= space == Space.LOCAL;
                if (space == Space.GLOBAL) {
                    arrays.add((BlockParam) instr.operand(0));
                }
            }
            case Op.LocalArray _, Op.DynamicLocal _ -> isKnown = true;
            default -> {}
        }
        if (!isKnown) {
            hindrance = "it depends on what is done" + LoopTexts.at(instr)
                    + ", which must not be done in iterations that Java never does";
        }
        instr.operands().forEach(work::push);
    }
}
