package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An element of an array as a variable: loads become what was stored last. The loads and stores themselves stay, for others to remove. */
final class ElementVariable {
    private final ElementType element;
    private final Variable variable;
    private final Map<Block, List<Instr>> exposed = new LinkedHashMap<>();
    private final Map<Value, Value> replaced = new HashMap<>();

    ElementVariable(ElementType element, @Nullable String name) {
        this.element = element;
        this.variable = new Variable(element.register(), name);
    }

    /** Says what the element is at the end of a block that leads to the accesses. */
    void begin(Block block, Value value) {
        variable.assign(block, value);
    }

    /**
     * Follows the element through a block.
     *
     * @param block the block
     * @param accesses its loads and stores of the element, in order
     * @param atStart what the element is before them, null if that is not known here
     */
    void follow(Block block, List<Instr> accesses, @Nullable Value atStart) {
        Value current = atStart;
        for (Instr access : accesses) {
            if (access.op() instanceof Op.Store) {
                current = narrowed(access);
                variable.assign(block, current);
            } else if (current == null) {
                exposed.computeIfAbsent(block, _ -> new ArrayList<>()).add(access);
            } else {
                access.replaceAllUsesWith(current);
            }
        }
    }

    /**
     * Replaces the loads of what other blocks stored, once all blocks were followed.
     *
     * @param readers other blocks that ask for the element at their start
     */
    void join(Collection<Block> readers) {
        Set<Block> all = new LinkedHashSet<>(exposed.keySet());
        all.addAll(readers);
        variable.join(all);
        exposed.forEach((block, loads) -> {
            Value value = atStart(block);
            for (Instr load : loads) {
                load.replaceAllUsesWith(value);
                replaced.put(load, value);
            }
        });
    }

    /** {@return what the element is at the start of a block that reads it} */
    Value atStart(Block block) {
        Value value = variable.atStart(block);
        while (replaced.containsKey(value)) {
            value = replaced.get(value);
        }
        return value;
    }

    private Value narrowed(Instr store) {
        Value value = store.operand(2);
        return switch (element) {
            case BOOLEAN, BYTE, CHAR, SHORT ->
                new Builder(store.block().function()).before(store).emit(new Op.Narrow(element), value);
            case INT, LONG, FLOAT, DOUBLE -> value;
        };
    }
}
