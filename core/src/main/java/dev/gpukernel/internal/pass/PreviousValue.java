package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
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
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes anew what a variable has from the iteration before, as {@code previous} in {@code d[i] = x[i] - previous; previous = x[i]}: in
 * the first iteration it is what it was before the loop, in others what the loop's variable, one step back, makes it. So it may be of
 * what follows from the loop's variable, from elements that the loop does not write, and from other such variables. In the literature
 * these are wrap-around variables (M. Wolfe, Beyond Induction Variables, 1992).
 */
final class PreviousValue {
    /** Most iterations that are looked back, and most operations computed anew. */
    private static final int MOST_BACK = 3;

    private static final int MOST_OPERATIONS = 48;

    private final Function kernel;
    private final CountedLoop counted;
    private final Loop loop;
    private final Edge back;
    private final UnwrittenArrays arrays;
    private int operations;

    /** Of the kernel before it is changed, once they were asked for. */
    private @Nullable Dominators dominators;

    private PreviousValue(Function kernel, CountedLoop counted) {
        this.kernel = kernel;
        this.counted = counted;
        this.loop = counted.loop();
        this.back = loop.backEdges().getFirst();
        this.arrays = new UnwrittenArrays(
                kernel, loop, "elements of one of them are read again in the iteration after their own");
    }

    /**
     * Rewrites a loop.
     *
     * @param kernel the function
     * @param counted a loop
     * @param conflicts where it adds pairs of parameters that must not be the same array
     * @return whether a variable is computed anew now
     */
    static boolean compute(Function kernel, CountedLoop counted, List<AliasConflict> conflicts) {
        Loop loop = counted.loop();
        boolean isPlain = loop.backEdges().size() == 1
                && loop.entryEdges().size() == 1
                && counted.induction().narrowed() == null
                && LoopTest.exit(loop, loop.header().terminator()) == counted.exit();
        for (BlockParam param : isPlain ? counted.carried() : List.<BlockParam>of()) {
            PreviousValue previous = new PreviousValue(kernel, counted);
            if (previous.isRead(param) && previous.isKnown(param, MOST_BACK)) {
                conflicts.addAll(previous.arrays.conflicts());
                previous.replace(param);
                return true;
            }
        }
        return false;
    }

    /** {@return whether it is read after the header and, in the loop, not in it} */
    private boolean isRead(BlockParam param) {
        List<Instr> inside = param.users().stream()
                .filter(user -> loop.contains(user.block()))
                .toList();
        Edge enter = LoopTest.inside(counted.exit());
        boolean isOfHeader = inside.stream()
                .anyMatch(
                        user -> user.block() == loop.header() && user.operands().contains(param));
        return param.type() instanceof ScalarType
                && !isOfHeader
                && (enter.arguments().contains(param)
                        || inside.stream().anyMatch(user -> user.block() != loop.header()));
    }

    private Value next(BlockParam param) {
        return back.arguments().get(param.index());
    }

    /** {@return whether what a variable becomes follows from the loop's variable alone} */
    private boolean isKnown(BlockParam param, int depth) {
        return depth > 0
                && param.type() instanceof ScalarType
                && next(param) != param
                && isRepeatable(next(param), depth - 1, new HashSet<>());
    }

    private boolean isRepeatable(Value value, int depth, Set<Value> seen) {
        if (value == counted.variable() || !loop.contains(value.block())) {
            return true;
        }
        if (!seen.add(value)) {
            return true;
        }
        if (value instanceof BlockParam param) {
            Instr branch = branch(param);
            return param.block() == loop.header()
                    ? isKnown(param, depth)
                    : branch != null
                            && isRepeatable(branch.operand(0), depth, seen)
                            && chosen(param).stream().allMatch(one -> isRepeatable(one, depth, seen));
        }
        Instr instr = (Instr) value;
        operations++;
        boolean isPure = instr.op().effect() == Effect.NONE && !(instr.op() instanceof Op.Part);
        boolean isElement = instr.op() instanceof Op.Load(var _, Space space, var _)
                && space == Space.GLOBAL
                && !loop.contains(instr.operand(0).block())
                && isAlwaysDone(instr)
                && arrays.areUnwritten(instr.operand(0));
        boolean isDivided = divisor(instr) != null;
        return operations <= MOST_OPERATIONS
                && (!isDivided || isAlwaysDone(instr))
                && instr.type() instanceof ScalarType
                && (isPure || isElement)
                && instr.operands().stream().allMatch(operand -> isRepeatable(operand, depth, seen));
    }

    private boolean isAlwaysDone(Instr instr) {
        Dominators known = dominators == null ? Dominators.of(kernel) : dominators;
        dominators = known;
        return known.dominates(instr.block(), back.source().block());
    }

    /** {@return what an integer is divided by, null if nothing is} */
    private static @Nullable Value divisor(Instr instr) {
        return instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType type)
                        && !type.isFloating()
                        && (kind == BinaryKind.DIV || kind == BinaryKind.REM)
                ? instr.operand(1)
                : null;
    }

    /** {@return the branch that alone decides which of two values a parameter is, null if there is none} */
    private static @Nullable Instr branch(BlockParam param) {
        List<Edge> ways = param.block().incoming();
        Edge one = ways.size() == 2 ? origin(ways.getFirst()) : null;
        Edge other = ways.size() == 2 ? origin(ways.getLast()) : null;
        return one != null && other != null && one != other && one.source() == other.source() ? one.source() : null;
    }

    /** {@return the edge of a branch by which control gets over another edge, null if there is none} */
    private static @Nullable Edge origin(Edge edge) {
        Edge way = edge;
        Block block = edge.source().block();
        if (edge.source().op() instanceof Op.Jump && block.incoming().size() == 1) {
            way = block.incoming().getFirst();
        }
        return way.source().op() instanceof Op.Branch ? way : null;
    }

    /** {@return what a parameter is where its branch's condition holds, and where not} */
    private static List<Value> chosen(BlockParam param) {
        List<Edge> ways = new ArrayList<>(param.block().incoming());
        Edge first = Objects.requireNonNull(origin(ways.getFirst()));
        if (first.source().edges().getFirst() != first) {
            Collections.reverse(ways);
        }
        return ways.stream().map(way -> way.arguments().get(param.index())).toList();
    }

    private void replace(BlockParam param) {
        List<Instr> users = param.users().stream()
                .filter(user -> loop.contains(user.block()) && user.block() != loop.header())
                .toList();
        Edge enter = LoopTest.inside(counted.exit());
        List<Value> arguments = new ArrayList<>(enter.arguments());
        Block body = enter.target();
        Block begin = kernel.addBlock();
        enter.retarget(begin, List.of());
        Instr test = counted.exit().source();
        Builder builder = new Builder(kernel).atEnd(begin).at(test.position());
        Value known = before(builder, param, counted.variable());
        known.setName(param.name());
        arguments.replaceAll(argument -> argument == param ? known : argument);
        builder.jump(body, arguments);
        users.forEach(user -> user.replaceUses(param, known));
    }

    /** Computes what a variable is when an iteration begins; the builder ends up where that is known. */
    private Value before(Builder builder, BlockParam param, Value at) {
        ScalarType type = (ScalarType) counted.variable().type();
        Block other = kernel.addBlock();
        Block join = kernel.addBlock();
        BlockParam value = join.addParam(param.type());
        Value isFirst = builder.emit(new Op.Compare(Predicate.EQ, type), at, start(builder));
        builder.branch(isFirst, join, List.of(loop.first(param)), other, List.of());
        builder.atEnd(other);
        Value step = InductionSubstitution.constant(builder, type, counted.step());
        Value earlier = builder.emit(new Op.Binary(BinaryKind.SUB, type), at, step);
        Map<Value, Value> made = new HashMap<>(Map.of(counted.variable(), earlier));
        Value again = again(builder, next(param), earlier, made);
        builder.jump(join, List.of(again));
        builder.atEnd(join);
        return value;
    }

    private Value start(Builder builder) {
        return new HostValues(builder, loop).before(counted.start());
    }

    private Value again(Builder builder, Value value, Value at, Map<Value, Value> made) {
        Value known = made.get(value);
        if (known != null) {
            return known;
        }
        if (!loop.contains(value.block())) {
            return value;
        }
        Value computed = switch (value) {
            case Instr instr -> instruction(builder, instr, at, made);
            case BlockParam param when param.block() == loop.header() -> before(builder, param, at);
            case BlockParam param -> choice(builder, param, at, made);
        };
        made.put(value, computed);
        return computed;
    }

    private Value choice(Builder builder, BlockParam param, Value at, Map<Value, Value> made) {
        Value condition = again(builder, Objects.requireNonNull(branch(param)).operand(0), at, made);
        List<Value> chosen = chosen(param);
        Value held = again(builder, chosen.getFirst(), at, made);
        Value failed = again(builder, chosen.getLast(), at, made);
        return builder.emit(new Op.Select((ScalarType) param.type()), condition, held, failed);
    }

    /** The iteration that it belongs to may have failed, in another thread. */
    private Value instruction(Builder builder, Instr instr, Value at, Map<Value, Value> made) {
        List<Value> operands = new ArrayList<>();
        for (Value operand : instr.operands()) {
            operands.add(again(builder, operand, at, made));
        }
        if (instr.op() instanceof Op.Load load) {
            Value length = builder.emit(new Op.Length(load.element(), load.space(), load.index()), operands.getFirst());
            builder.emit(new Op.IndexCheck(null, 0, load.index()), operands.get(1), length);
        } else if (divisor(instr) != null) {
            builder.emit(new Op.DivisorCheck((ScalarType) instr.type()), operands.get(1));
        }
        return builder.emit(instr.op(), operands);
    }
}
