package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Lets a loop carry, beside the place of its best element, the element itself: {@code if (x[i] > x[best]) best = i} becomes {@code if
 * (x[i] > m) { best = i; m = x[i]; }}, which is a {@link Choice}. What is compared may be computed from elements, as {@code
 * Math.abs(a[i * n + k])} is. The place before the loop is still checked where it was, and read before the loop only if it is in bounds.
 */
final class CarriedElement {
    private final Function kernel;
    private final Loop loop;
    private final BlockParam place;
    private final Carried carried;
    private final UnwrittenArrays arrays;

    /** What follows from the place: without effect, loads, and checks of their indices. */
    private final Set<Instr> following = new LinkedHashSet<>();

    private final List<Instr> checks = new ArrayList<>();
    private final List<Instr> compares = new ArrayList<>();

    private CarriedElement(Function kernel, Loop loop, Carried carried) {
        this.kernel = kernel;
        this.loop = loop;
        this.place = carried.param();
        this.carried = carried;
        this.arrays = new UnwrittenArrays(kernel, loop, "");
    }

    /**
     * Rewrites a loop.
     *
     * @param kernel the function
     * @param loop a loop that is entered over one edge
     * @return whether it carries more now
     */
    static boolean carry(Function kernel, Loop loop) {
        if (loop.entryEdges().size() != 1) {
            return false;
        }
        for (BlockParam param : loop.header().params()) {
            Carried carried = param.type() == ScalarType.I32 && isChosen(loop, param) ? Carried.of(loop, param) : null;
            if (carried != null
                    && carried.assignments().size() == 1
                    && new CarriedElement(kernel, loop, carried).carry()) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether a variable is not computed in each iteration, as that of the loop is} That is asked first, as it costs little. */
    private static boolean isChosen(Loop loop, BlockParam param) {
        return loop.backEdges().stream().allMatch(edge -> edge.arguments().get(param.index()) instanceof BlockParam);
    }

    private boolean carry() {
        if (!collect() || compares.size() != 1) {
            return false;
        }
        Instr compare = compares.getFirst();
        boolean isLeft = following.contains(compare.operand(0));
        Value best = compare.operand(isLeft ? 0 : 1);
        Value other = compare.operand(isLeft ? 1 : 0);
        Edge assigned = carried.assignments().iterator().next();
        Dominators dominators = Dominators.of(kernel);
        boolean isBest = !following.contains(other)
                && following.contains(best)
                && becomes(best, other, carried.argument(assigned))
                && dominators.dominates(compare.block(), assigned.source().block())
                && checks.stream().allMatch(check -> isRepeated(check, assigned, dominators))
                && following.stream().allMatch(this::isKept)
                && arrays.conflicts().isEmpty();
        if (isBest) {
            rewrite(compare, best, other);
        }
        return isBest;
    }

    /** Finds what follows from the place; {@return whether it is all of the expected kind} */
    private boolean collect() {
        for (Instr reader : carried.readers()) {
            if (!reader.operands().contains(place) || !add(reader)) {
                return false;
            }
        }
        for (boolean isAll = false; !isAll; ) {
            isAll = true;
            for (Instr instr : List.copyOf(following)) {
                for (Instr user : instr.users()) {
                    if (following.contains(user) || checks.contains(user) || compares.contains(user)) {
                        continue;
                    }
                    isAll = false;
                    if (!user.operands().contains(instr) || !loop.contains(user.block()) || !add(user)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private boolean add(Instr user) {
        switch (user.op()) {
            case Op.Compare _ -> compares.add(user);
            case Op.IndexCheck _ -> checks.add(user);
            case Op.Load(var _, Space space, var _) when space == Space.GLOBAL -> following.add(user);
            default -> {
                return user.op().effect() == Effect.NONE && !user.isTerminator() && following.add(user);
            }
        }
        return true;
    }

    /** {@return whether a value is another one as soon as the place is the one that is assigned} */
    private boolean becomes(Value value, Value other, Value assigned) {
        if (value == place) {
            return other == assigned;
        }
        if (!(value instanceof Instr instr) || !following.contains(instr)) {
            return value == other && loop.isInvariant(value);
        }
        if (!(other instanceof Instr own) || !instr.op().equals(own.op())) {
            return false;
        }
        for (int i = 0; i < instr.operands().size(); i++) {
            if (!becomes(instr.operand(i), own.operand(i), assigned)) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether a place is checked in the same way before it is assigned, once the one so far was} */
    private boolean isRepeated(Instr check, Edge assigned, Dominators dominators) {
        Block last = assigned.source().block();
        return loop.isInvariant(check.operand(1))
                && loop.follows(check.operand(0), place)
                && dominators.dominates(check.block(), last)
                && loop.instrs()
                        .anyMatch(other -> other.op() instanceof Op.IndexCheck
                                && other != check
                                && other.operand(1) == check.operand(1)
                                && becomes(check.operand(0), other.operand(0), carried.argument(assigned))
                                && dominators.dominates(other.block(), last));
    }

    /** {@return whether what follows from the place before the loop can be computed before it} */
    private boolean isKept(Instr instr) {
        return !(instr.op() instanceof Op.Load)
                || (loop.isInvariant(instr.operand(0))
                        && arrays.areUnwritten(instr.operand(0))
                        && loop.follows(instr.operand(1), place)
                        && checks.stream().anyMatch(check -> Access.isCheck(check, instr)));
    }

    private void rewrite(Instr compare, Value best, Value other) {
        LoopForm.addPreheader(kernel, loop);
        Edge entry = loop.entryEdges().getFirst();
        Value first = loop.first(place);
        Instr jump = entry.source();
        Block lead = LoopForm.split(kernel, entry);
        Builder before = new Builder(kernel).before(jump).at(compare.position());
        HostValues early = new HostValues(before, loop);
        early.put(place, first);
        Value inBounds = before.emit(Op.Constant.of(true));
        for (Instr check : checks) {
            Value index = early.before(check.operand(0));
            Value is = before.emit(((Op.IndexCheck) check.op()).question(), index, early.before(check.operand(1)));
            inBounds = before.emit(new Op.Binary(BinaryKind.AND, ScalarType.I1), inBounds, is);
            check.replaceUses(check.operand(0), index);
        }
        Block reading = kernel.addBlock();
        Builder reader = new Builder(kernel).atEnd(reading).at(compare.position());
        HostValues read = new HostValues(reader, loop);
        read.put(place, first);
        ScalarType type = (ScalarType) best.type();
        BlockParam start = lead.addParam(type);
        reader.jump(lead, List.of(read.before(best)));
        before.branch(inBounds, reading, List.of(), lead, List.of(before.emit(new Op.Constant(type, 0))));
        jump.remove();
        BlockParam element = carried.addAlongside(type, start, other);
        element.setName(place.name());
        compare.replaceUses(best, element);
    }
}
