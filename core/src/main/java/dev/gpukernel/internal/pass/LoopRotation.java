package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Induction;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopTest;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts the test of a loop at its beginning that stands at its end, as that of {@code do … while (++i < n)} does. The first iteration
 * is done in any case: so the bound becomes one that lets it pass, and is the same for all others.
 */
final class LoopRotation {
    private final Function function;
    private final Loop loop;
    private final LoopTest test;
    private final Induction induction;

    /** How much more than the variable of the next iteration is what the test asks about. */
    private final long distance;

    private final Edge back;

    private LoopRotation(Function function, Loop loop, LoopTest test, Induction induction, long distance) {
        this.function = function;
        this.loop = loop;
        this.test = test;
        this.induction = induction;
        this.distance = distance;
        this.back = loop.backEdges().getFirst();
    }

    /**
     * Rotates a loop whose last block tests a counter.
     *
     * @param function the function
     * @param loop a loop
     * @param exit the only way out of it but for exceptions
     * @return its new header, {@code null} if it has another form
     */
    static @Nullable Block rotate(Function function, Loop loop, Edge exit) {
        joinLast(loop, exit);
        List<Edge> back = loop.backEdges();
        if (back.size() != 1 || back.getFirst().source() != exit.source()) {
            return null;
        }
        LoopTest test = LoopTest.of(loop, exit.source());
        if (test == null) {
            return null;
        }
        LoopRotation rotation = of(function, loop, test);
        rotation = rotation == null ? of(function, loop, test.swapped()) : rotation;
        return rotation == null ? null : rotation.rotate();
    }

    /** Lets the test come last that is followed only by what an update computes, as in {@code for (;; i++) { … if (i >= n) break; }}. */
    private static void joinLast(Loop loop, Edge exit) {
        Instr branch = exit.source();
        if (LoopTest.of(loop, branch) == null) {
            return;
        }
        Edge inside = LoopTest.inside(exit);
        if (loop.backEdges().size() != 1) {
            return;
        }
        List<Block> updates = new ArrayList<>();
        List<Instr> computed = new ArrayList<>();
        Edge next = inside;
        while (next.target() != loop.header()) {
            Block update = next.target();
            if (update.incoming().size() != 1
                    || !update.params().isEmpty()
                    || !(update.terminator().op() instanceof Op.Jump)) {
                return;
            }
            updates.add(update);
            computed.addAll(update.instrs());
            computed.removeLast();
            next = update.terminator().edges().getFirst();
        }
        if (!updates.isEmpty() && computed.stream().allMatch(instr -> instr.op().effect() == Effect.NONE)) {
            computed.forEach(instr -> instr.moveBefore(branch));
            inside.retarget(loop.header(), List.copyOf(next.arguments()));
            loop.blocks().removeAll(updates);
            branch.block().function().removeBlocks(updates);
        }
    }

    private static @Nullable LoopRotation of(Function function, Loop loop, LoopTest test) {
        Value tested = Op.Convert.unwidened(test.left());
        if (!loop.isInvariant(test.right())) {
            return null;
        }
        for (BlockParam param : loop.header().params()) {
            Induction induction = Induction.byNumber(loop, param);
            if (induction == null || !LoopTest.leads(test.goesOn(), induction.step())) {
                continue;
            }
            Value next = loop.backEdges().getFirst().arguments().get(param.index());
            Long more = induction.narrowed() == null ? Induction.difference(tested, param) : null;
            if (tested == next) {
                return new LoopRotation(function, loop, test, induction, 0);
            } else if (more != null) {
                return new LoopRotation(function, loop, test, induction, more - induction.step());
            }
        }
        return null;
    }

    private @Nullable Block rotate() {
        LoopForm.separateInvariants(function, loop);
        Block behind = LoopForm.split(function, test.exit());
        decideAgain(behind);
        Map<Value, List<Instr>> usersAfter = usersAfter(behind);
        List<Value> used = new ArrayList<>(usersAfter.keySet());
        if (!used.stream().allMatch(value -> value.type() instanceof ScalarType)) {
            // An array that the loop makes has no value before it.
            return null;
        }
        usersAfter.forEach((value, users) -> pass(value, behind, users));
        LoopForm.addPreheader(function, loop);
        Edge entry = loop.entryEdges().getFirst();
        Builder before = new Builder(function).before(entry.source());
        Value start = entry.arguments().get(induction.variable().index());
        Value bound = new HostValues(before, loop).before(test.right());
        Limit limit = limit(before, LoopShaping.plus(before, start, distance), bound);
        Block header = loop.header();
        Block head = function.addBlock();
        for (BlockParam param : header.params()) {
            BlockParam moved = head.addParam(param.type());
            moved.setName(param.name());
            param.replaceAllUsesWith(moved);
            used.replaceAll(value -> value == param ? moved : value);
        }
        entry.retarget(head, List.copyOf(entry.arguments()));
        List<Value> next = new ArrayList<>(back.arguments());
        List<Value> leaving = new ArrayList<>();
        Builder testing =
                new Builder(function).atEnd(head).at(test.exit().source().position());
        Value variable = head.params().get(induction.variable().index());
        for (Value value : used) {
            leaving.add(carry(value, variable, testing, entry, next));
        }
        Instr branch = test.exit().source();
        Block last = branch.block();
        branch.remove();
        List.copyOf(header.params()).forEach(header::removeParam);
        new Builder(function).atEnd(last).at(branch.position()).jump(head, next);
        Value tested = LoopShaping.plus(testing, variable, distance);
        ScalarType type = (ScalarType) limit.bound.type();
        Value compared = type == ScalarType.I64 ? LoopShaping.wide(testing, tested) : tested;
        Value goesOn = testing.emit(new Op.Compare(limit.goesOn, type), compared, limit.bound);
        testing.branch(goesOn, header, List.of(), behind, leaving);
        return head;
    }

    /** Computes conditions of the loop that are used behind it there, once more: what they follow from is carried, conditions are not. */
    private void decideAgain(Block behind) {
        boolean isAll = false;
        while (!isAll) {
            Map.Entry<Value, List<Instr>> used = usersAfter(behind).entrySet().stream()
                    .filter(entry -> entry.getKey().type() == ScalarType.I1
                            && entry.getKey() instanceof Instr condition
                            && condition.op().effect() == Effect.NONE)
                    .findFirst()
                    .orElse(null);
            isAll = used == null;
            if (used != null) {
                Instr condition = (Instr) used.getKey();
                // What it follows from may be a condition, too, which then comes before it.
                Value again = new Builder(function)
                        .before(behind.instrs().getFirst())
                        .at(condition.position())
                        .emit(condition.op(), condition.operands());
                again.setName(condition.name());
                used.getValue().forEach(user -> user.replaceUses(condition, again));
            }
        }
    }

    /** {@return what the loop computes and is used behind it, and where} */
    private Map<Value, List<Instr>> usersAfter(Block behind) {
        Dominators dominators = Dominators.of(function);
        Map<Value, List<Instr>> used = new LinkedHashMap<>();
        for (Block block : loop.blocks()) {
            List<Value> values = new ArrayList<>(block.params());
            values.addAll(block.instrs());
            for (Value value : values) {
                List<Instr> users = value.users().stream()
                        .filter(user -> dominators.dominates(behind, user.block()))
                        .distinct()
                        .toList();
                if (!users.isEmpty()) {
                    used.put(value, users);
                }
            }
        }
        return used;
    }

    /** Lets a block behind the loop have a parameter for a value. */
    private static void pass(Value value, Block behind, List<Instr> users) {
        BlockParam param = behind.addParam(value.type());
        param.setName(value.name());
        users.forEach(user -> user.replaceUses(value, param));
    }

    /** {@return what the new header has of a value of the iteration before; if need be, another variable for it} */
    private Value carry(Value value, Value variable, Builder testing, Edge entry, List<Value> next) {
        Block head = testing.block();
        int known = next.indexOf(value);
        if (known >= 0) {
            return head.params().get(known);
        }
        if (value == variable && induction.narrowed() == null) {
            return LoopShaping.plus(testing, value, -induction.step());
        }
        BlockParam param = head.addParam(value.type());
        param.setName(value.name());
        next.add(value);
        entry.addArgument(
                new Builder(function).before(entry.source()).emit(new Constant((ScalarType) value.type(), 0)));
        return param;
    }

    /** What the test at the beginning asks. */
    private record Limit(Predicate goesOn, Value bound) {}

    private Limit limit(Builder builder, Value start, Value bound) {
        boolean isMixed = bound.type() == ScalarType.I64 && start.type() == ScalarType.I32;
        Value near = isMixed ? LoopShaping.limited(builder, bound) : bound;
        boolean isWide = bound.type() == ScalarType.I64 || test.goesOn() == Predicate.NE;
        Value first = isWide ? LoopShaping.wide(builder, start) : start;
        Value last = isWide ? LoopShaping.wide(builder, near) : near;
        return switch (test.goesOn()) {
            case LE -> new Limit(Predicate.LE, LoopShaping.extremum(builder, true, last, first));
            case GE -> new Limit(Predicate.GE, LoopShaping.extremum(builder, false, last, first));
            case NE -> {
                // From there it would have to go once through all numbers. It is not done: past the start is no way on.
                Value past = LoopShaping.plus(builder, first, -induction.step());
                Value isThere = builder.emit(new Op.Compare(Predicate.EQ, ScalarType.I64), first, last);
                yield new Limit(Predicate.NE, builder.emit(new Op.Select(ScalarType.I64), isThere, past, last));
            }
            case LT, GT, EQ, LTU, LEU, GTU, GEU -> exclusive(builder, first, last);
        };
    }

    private Limit exclusive(Builder builder, Value first, Value last) {
        boolean up = induction.step() > 0;
        int one = up ? 1 : -1;
        ScalarType type = (ScalarType) first.type();
        Constant known = first.constant();
        if (known != null && Math.abs(known.bits()) < Integer.MAX_VALUE) {
            return new Limit(
                    test.goesOn(), LoopShaping.extremum(builder, up, last, LoopShaping.plus(builder, first, one)));
        }
        Value isBefore = builder.emit(new Op.Compare(test.goesOn(), type), first, last);
        Value inclusive = LoopShaping.plus(builder, last, -one);
        return new Limit(
                up ? Predicate.LE : Predicate.GE, builder.emit(new Op.Select(type), isBefore, inclusive, first));
    }
}
