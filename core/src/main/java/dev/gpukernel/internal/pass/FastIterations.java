package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Several iterations at once, one instruction of all of them after another: an iteration keeps its order, and they do not depend
 * on each other. Loads come as early as they can; what is loaded once is not loaded again before a store.
 */
final class FastIterations {
    private final IterationBody body;
    private final IterationCopies copies;

    FastIterations(IterationBody body, IterationCopies copies) {
        this.body = body;
        this.copies = copies;
    }

    /**
     * Asks whether the checks of all iterations pass that are not for loaded elements.
     *
     * @param builder where to
     * @return conditions that all must hold
     */
    List<Value> conditions(Builder builder) {
        return conditions(builder, false);
    }

    private List<Value> conditions(Builder builder, boolean ofLoaded) {
        List<Instr> checks = new ArrayList<>();
        List<Value> conditions = new ArrayList<>();
        for (Instr instr : body.block().instrs()) {
            if (instr.op().effect() != Effect.FAULT || body.asksLoaded(instr) != ofLoaded) {
                continue;
            }
            boolean varies = instr.operands().stream().anyMatch(body::varies);
            for (int copy = 0; copy < (varies ? copies.count() : 1); copy++) {
                if (instr.op() instanceof Op.IndexCheck) {
                    checks.add(builder.emit(instr.op(), copies.operands(instr, copy, builder)));
                } else if (instr.op() instanceof Op.DivisorCheck(ScalarType type)) {
                    Value divisor = copies.of(instr.operand(0), copy, builder);
                    Value zero = builder.emit(new Op.Constant(type, 0));
                    conditions.add(builder.emit(new Op.Compare(Predicate.NE, type), divisor, zero));
                }
            }
        }
        conditions.addAll(CheckExtremes.conditions(builder, checks));
        checks.forEach(Instr::remove);
        return conditions;
    }

    /**
     * Puts the iterations at the end of a block, without an end. Checks of what they load are asked before anything is written.
     *
     * @param fast the block
     * @param slow where to go if such a check fails
     * @return the block in which they end
     */
    Block emit(Block fast, Block slow) {
        Builder builder = new Builder(fast.function()).atEnd(fast);
        Map<List<Value>, Value> elements = new HashMap<>();
        boolean isWritten = false;
        for (Instr instr : order()) {
            builder.at(instr.position());
            if (instr.op().effect() == Effect.WRITE) {
                if (!isWritten) {
                    ask(builder, slow);
                }
                isWritten = true;
                elements.clear();
            }
            int last = body.varies(instr) || instr.op().effect() == Effect.WRITE ? copies.count() : 1;
            for (int copy = 0; copy < last; copy++) {
                emit(instr, copy, elements, builder);
            }
        }
        return builder.block();
    }

    /** Goes on in another block if the checks of all loaded elements pass. */
    private void ask(Builder builder, Block slow) {
        Value all = null;
        for (Value condition : conditions(builder, true)) {
            all = all == null ? condition : builder.emit(new Op.Binary(BinaryKind.AND, ScalarType.I1), all, condition);
        }
        if (all != null) {
            Block next = builder.block().function().addBlock();
            builder.branch(all, next, List.of(), slow, List.of());
            builder.atEnd(next);
        }
    }

    private void emit(Instr instr, int copy, Map<List<Value>, Value> elements, Builder builder) {
        switch (instr.op().effect()) {
            case NONE -> copies.of(instr, copy, builder);
            case READ -> {
                List<Value> operands = copies.operands(instr, copy, builder);
                Value element = elements.computeIfAbsent(operands, _ -> {
                    Instr load = builder.emit(instr.op(), operands);
                    load.setName(instr.name());
                    return load;
                });
                copies.put(instr, copy, element);
            }
            case WRITE -> builder.emit(instr.op(), copies.operands(instr, copy, builder));
            case FAULT, CONTROL -> {
                // Checks were answered before.
            }
            case ALLOCATE, SYNCHRONISE -> throw new IllegalStateException(instr + " is in no straight iteration");
        }
    }

    /** {@return the body's instructions, loads up to the first store and what they need first: those that need no other load, and so on} */
    private List<Instr> order() {
        List<Instr> instrs = body.block().instrs();
        Map<Value, Integer> depths = new HashMap<>();
        Set<Instr> early = new HashSet<>();
        for (Instr instr : instrs) {
            if (instr.op().effect() == Effect.WRITE) {
                break;
            }
            int depth = instr.operands().stream()
                    .mapToInt(operand -> depths.getOrDefault(operand, 0))
                    .max()
                    .orElse(0);
            depths.put(instr, instr.op().effect() == Effect.READ ? depth + 1 : depth);
            if (instr.op().effect() == Effect.READ) {
                need(instr, early);
            }
        }
        List<Instr> loads = new ArrayList<>(instrs);
        loads.removeIf(instr -> !early.contains(instr));
        loads.sort(Comparator.comparingInt(
                instr -> depths.getOrDefault(instr, 0) - (instr.op().effect() == Effect.READ ? 1 : 0)));
        Set<Instr> order = new LinkedHashSet<>(loads);
        order.addAll(instrs);
        return List.copyOf(order);
    }

    private void need(Value value, Set<Instr> needed) {
        if (value instanceof Instr instr && instr.block() == body.block() && needed.add(instr)) {
            instr.operands().forEach(operand -> need(operand, needed));
        }
    }
}
