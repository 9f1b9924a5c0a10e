package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the index checks of a block at once: one branch asks whether all pass, and what follows is free of them, so that loads
 * need not wait for each other. If one fails, control goes to a copy of the block that makes one check after another and stores
 * what is stored in between, so that the same one fails as before.
 */
public final class CheckGrouping implements Pass {
    /** Most instructions from a group's first check to its last, all of which are copied. */
    private static final int MOST_COPIED = 256;

    @Override
    public boolean run(Function function) {
        List<Block> copies = AnticipatedChecks.ask(function);
        boolean changed = !copies.isEmpty();
        // In a copy a check fails.
        List<Block> work = new ArrayList<>(function.blocks());
        work.removeAll(copies);
        for (int i = 0; i < work.size(); i++) {
            Block rest = new Grouping(function, work.get(i)).run();
            if (rest != null) {
                work.add(rest);
                changed = true;
            }
        }
        return changed;
    }

    private static final class Grouping {
        private final Function function;
        private final Block block;
        private final List<Instr> checks = new ArrayList<>();
        private final Set<Instr> early = new LinkedHashSet<>();

        Grouping(Function function, Block block) {
            this.function = function;
            this.block = block;
        }

        /** Groups the first checks that can be; {@return the block that follows them, where there may be more} */
        @Nullable Block run() {
            List<Instr> instrs = List.copyOf(block.instrs());
            int from = 0;
            while (from < instrs.size() && checks.size() < 2) {
                from = collect(instrs, from);
            }
            if (checks.size() < 2) {
                return null;
            }
            Block slow = slowCopy(instrs.subList(from - 1, instrs.size()));
            Block fast = function.addBlock();
            Instr first = checks.getFirst();
            early.forEach(instr -> instr.moveBefore(first));
            block.moveInstrsTo(first, fast);
            Builder builder = new Builder(function).atEnd(block).at(first.position());
            builder.branch(CheckExtremes.condition(builder, checks), fast, List.of(), slow, List.of());
            checks.forEach(Instr::remove);
            return fast;
        }

        /** Collects the checks that can be made where the first one from a position on is; {@return the position after that} */
        private int collect(List<Instr> instrs, int from) {
            checks.clear();
            early.clear();
            Set<Instr> later = new HashSet<>();
            int next = instrs.size();
            for (Instr instr : instrs.subList(from, instrs.size())) {
                if (instr.op() instanceof Op.IndexCheck && canBeEarly(instr, later)) {
                    next = checks.isEmpty() ? instrs.indexOf(instr) + 1 : next;
                    checks.add(instr);
                } else if (!checks.isEmpty()) {
                    if (!isRepeatable(instr) || later.size() + early.size() > MOST_COPIED) {
                        break;
                    }
                    later.add(instr);
                }
            }
            return next;
        }

        /** {@return whether an instruction does no harm in a copy that ends with an exception} */
        private static boolean isRepeatable(Instr instr) {
            return switch (instr.op().effect()) {
                case NONE, READ -> true;
                case FAULT, WRITE -> !(instr.op() instanceof Op.Call);
                default -> false;
            };
        }

        /** Notes what must be computed for a check before the first one; {@return whether that is possible} */
        private boolean canBeEarly(Instr check, Set<Instr> later) {
            Set<Instr> needed = new LinkedHashSet<>();
            for (Value operand : check.operands()) {
                if (!collectNeeded(operand, later, needed)) {
                    return false;
                }
            }
            early.addAll(needed);
            later.removeAll(needed);
            return true;
        }

        private static boolean collectNeeded(Value value, Set<Instr> later, Set<Instr> needed) {
            if (!(value instanceof Instr instr) || !later.contains(instr) || needed.contains(instr)) {
                return true;
            }
            // A load from a table has no effect, but perhaps a check before it.
            if (instr.op().effect() != Effect.NONE
                    || (instr.op() instanceof Op.Invoke(Function callee) && !callee.isRare())
                    || instr.op() instanceof Op.Load) {
                return false;
            }
            for (Value operand : instr.operands()) {
                if (!collectNeeded(operand, later, needed)) {
                    return false;
                }
            }
            return needed.add(instr);
        }

        private static void fail(Builder builder, Op.IndexCheck check, List<Value> operands) {
            if (check.isOfSegment()) {
                builder.emit(check.beyondSegment(), check.offset(builder, operands.getFirst()));
            } else {
                builder.emit(check.beyondArray(), operands);
            }
        }

        /** The last check is known to fail if those before it passed. */
        private Block slowCopy(List<Instr> instrs) {
            Block slow = function.addBlock();
            Builder builder = new Builder(function).atEnd(slow);
            Map<Value, Value> copies = new HashMap<>();
            Instr last = checks.getLast();
            for (Instr instr : instrs) {
                builder.at(instr.position());
                List<Value> operands = new ArrayList<>();
                instr.operands().forEach(value -> operands.add(copies.getOrDefault(value, value)));
                if (instr == last) {
                    fail(builder, (Op.IndexCheck) instr.op(), operands);
                    return slow;
                }
                if (!early.contains(instr)) {
                    copies.put(instr, builder.emit(instr.op(), operands));
                }
            }
            throw new IllegalStateException(last + " is not in " + block);
        }
    }
}
