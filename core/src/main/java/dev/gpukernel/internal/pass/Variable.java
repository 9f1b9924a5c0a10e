package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A variable that several blocks assign, turned into values: where ways meet and the variable is read later, a block parameter
 * receives it. Some of these parameters may be redundant, which {@link ControlFlowSimplification} sees to.
 */
final class Variable {
    private final Type type;
    private final @Nullable String name;
    private final Map<Block, Value> atEnd = new HashMap<>();
    private final Map<Block, Value> atStart = new HashMap<>();

    Variable(Type type, @Nullable String name) {
        this.type = type;
        this.name = name;
    }

    /** Says what the variable holds at the end of a block that assigns it. */
    void assign(Block block, Value value) {
        atEnd.put(block, value);
    }

    /**
     * Adds the parameters that are needed, once all assignments are known.
     *
     * @param readers the blocks that read the variable before they assign it; each is reached through assignments only
     */
    void join(Collection<Block> readers) {
        List<Block> joins = new ArrayList<>();
        Deque<Block> work = new ArrayDeque<>(readers);
        Set<Block> live = new HashSet<>();
        while (!work.isEmpty()) {
            Block block = work.pop();
            if (!live.add(block)) {
                continue;
            }
            if (block.incoming().isEmpty()) {
                throw new IllegalStateException(block + " reads a variable that is not assigned");
            }
            if (block.incoming().size() > 1) {
                BlockParam param = block.addParam(type);
                param.setName(name);
                atStart.put(block, param);
                joins.add(block);
            }
            predecessors(block).filter(p -> !atEnd.containsKey(p)).forEach(work::push);
        }
        for (Block block : joins) {
            block.incoming().forEach(edge -> edge.addArgument(atEnd(edge.source().block())));
        }
    }

    private static Stream<Block> predecessors(Block block) {
        return block.incoming().stream().map(Edge::source).map(source -> source.block());
    }

    /** {@return what it holds at the start of a reader, or of a block before one} */
    Value atStart(Block block) {
        List<Block> passed = new ArrayList<>();
        Block at = block;
        @Nullable Value value = atStart.get(at);
        while (value == null) {
            passed.add(at);
            at = at.incoming().getFirst().source().block();
            value = atEnd.getOrDefault(at, atStart.get(at));
        }
        for (Block between : passed) {
            atStart.put(between, value);
        }
        return value;
    }

    boolean isAssigned(Block block) {
        return atEnd.containsKey(block);
    }

    /** {@return what it holds at the end of a block that assigns it, or that it is live in} */
    Value atEnd(Block block) {
        Value assigned = atEnd.get(block);
        return assigned != null ? assigned : atStart(block);
    }
}
