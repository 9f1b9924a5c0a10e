package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.FunctionEffects;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges the loops of a nest in which only the innermost does anything: the outermost becomes the innermost. That is the same as
 * long as the iterations of the others are independent then and nothing is thrown, which is left to others to find out.
 *
 * <p>Algorithm: loop interchange, J. R. Allen, K. Kennedy, "Automatic Loop Interchange", 1984.
 */
final class LoopExchange {
    private static final int MOST_LOOPS = 3;

    private final Function function;

    /** The loops as they are, the outermost first. */
    private final List<CountedLoop> levels;

    private LoopExchange(Function function, List<CountedLoop> levels) {
        this.function = function;
        this.levels = levels;
    }

    /** What a nest must be for its loops to be exchanged. */
    enum Demand {
        /** It may throw at any time, and have loops in it: as its author may exchange them. */
        ANY,
        /** It can be told before a launch whether it throws. */
        FORESEEABLE
    }

    /** {@return the exchange of a loop with those in it, {@code null} if these are not such a nest} */
    static @Nullable LoopExchange of(Function function, CountedLoop outermost, LoopMarks marks, Demand demand) {
        List<CountedLoop> levels = new ArrayList<>(List.of(outermost));
        CountedLoop inner = outermost;
        while (inner != null) {
            inner = InnerLoop.of(function, outermost, inner).loop();
            if (inner != null) {
                levels.add(inner);
            }
        }
        LoopExchange exchange = new LoopExchange(function, levels);
        boolean isNest = levels.size() > 1
                && levels.size() <= MOST_LOOPS
                && levels.stream()
                        .noneMatch(level -> marks.isSequential(level.loop().header()))
                && levels.stream().allMatch(LoopExchange::isPlain)
                && exchange.isPerfect(demand)
                && isKnownAfter(outermost);
        return isNest ? exchange : null;
    }

    static boolean isPlain(CountedLoop level) {
        return level.carried().isEmpty()
                && level.induction().narrowed() == null
                && level.loop().exitEdges().size() == 1;
    }

    /** {@return how many loops there are} */
    int loops() {
        return levels.size();
    }

    private Loop outermost() {
        return levels.getFirst().loop();
    }

    private Loop innermost() {
        return levels.getLast().loop();
    }

    private boolean isPerfect(Demand demand) {
        Loop inner = innermost();
        if (demand == Demand.FORESEEABLE && !inner.inside(Loop.of(function)).isEmpty()) {
            return false;
        }
        for (Block block : outermost().blocks()) {
            boolean isBody = isBody(block);
            boolean isHeader = levels.stream().anyMatch(level -> level.loop().header() == block);
            if (!isBody && !isHeader && !block.params().isEmpty()) {
                return false;
            }
            for (Instr instr : block.instrs()) {
                if (!(isBody ? isExchangeable(instr, demand) : isRepeatable(instr))) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isBody(Block block) {
        return innermost().contains(block) && block != innermost().header();
    }

    private static boolean isRepeatable(Instr instr) {
        return instr.op().effect() == Effect.NONE || instr.op() instanceof Op.Jump || instr.op() instanceof Op.Branch;
    }

    /** {@return whether it is all the same when it is done, and can be told before a launch whether it throws} */
    private boolean isExchangeable(Instr instr, Demand demand) {
        return switch (instr.op()) {
            case Op.Load load -> load.space() == Space.GLOBAL || load.space() == Space.CONSTANT;
            case Op.Store store -> store.space() == Space.GLOBAL;
            case Op.IndexCheck _, Op.DivisorCheck _ ->
                demand == Demand.ANY
                        || instr.operands().stream().allMatch(operand -> isForeseeable(operand, new HashSet<>()));
            case Op.Invoke(Function callee) -> {
                FunctionEffects effects = callee.effects();
                yield !effects.mayFault() && effects.written().isEmpty();
            }
            case Op.Throw _, Op.Print _, Op.Atomic _ -> false;
            default -> instr.op().effect() == Effect.NONE || instr.op().effect() == Effect.CONTROL;
        };
    }

    /** {@return whether a number follows from the loops' variables and what is known before the nest} */
    private boolean isForeseeable(Value value, Set<Value> seen) {
        if (!outermost().contains(value.block()) || !seen.add(value)) {
            return true;
        }
        return switch (value) {
            case BlockParam param ->
                levels.stream().anyMatch(level -> level.variable() == param)
                        || param.block().incoming().stream()
                                .allMatch(edge -> isForeseeable(edge.arguments().get(param.index()), seen));
            case Instr instr ->
                instr.op().effect() == Effect.NONE
                        && instr.operands().stream().allMatch(operand -> isForeseeable(operand, seen));
        };
    }

    /** {@return whether nothing that a nest computes is used after it, but for what is known before} */
    static boolean isKnownAfter(CountedLoop outermost) {
        Loop nest = outermost.loop();
        return outermost.exit().arguments().stream().noneMatch(value -> nest.contains(value.block()))
                && nest.blocks().stream()
                        .flatMap(block -> Stream.concat(block.params().stream(), block.instrs().stream()))
                        .allMatch(value -> isUsedIn(nest, value));
    }

    private static boolean isUsedIn(Loop nest, Value value) {
        return value.users().stream().allMatch(user -> nest.contains(user.block()));
    }

    /** {@return what its author would write, in words} */
    String words() {
        String outer = name(levels.getFirst());
        String inner = levels.stream().skip(1).map(LoopExchange::name).collect(Collectors.joining(" and "));
        return "exchange the loops, so that the one over " + outer + " is inside of the one over " + inner
                + " and each thread goes through it";
    }

    private static String name(CountedLoop level) {
        String name = level.variable().name();
        return name == null ? "its elements" : "'" + name + "'";
    }

    /**
     * Writes the nest a second time, exchanged. Nothing leads to it yet.
     *
     * @param entry where it begins: a block without instructions
     * @return the header of its outermost loop
     */
    Block write(Block entry) {
        List<CountedLoop> order = new ArrayList<>(levels.subList(1, levels.size()));
        order.add(levels.getFirst());
        Map<Value, Value> variables = new HashMap<>();
        Edge exit = levels.getFirst().exit();
        Block outside = exit.target();
        List<Value> passed = exit.arguments();
        Block before = entry;
        Block first = null;
        Block latch = entry;
        for (CountedLoop level : order) {
            Block header = function.addBlock();
            Block inside = function.addBlock();
            latch = function.addBlock();
            BlockParam variable = header.addParam(level.variable().type());
            variable.setName(level.variable().name());
            variables.put(level.variable(), variable);
            first = first == null ? header : first;
            Builder builder = new Builder(function).atEnd(before).at(position(level));
            builder.jump(header, List.of(new HostValues(builder, outermost()).before(level.start())));
            test(builder.atEnd(header), level, variable, inside, outside, passed);
            builder.atEnd(latch).jump(header, List.of(next(builder, level, variable)));
            outside = latch;
            passed = List.of();
            before = inside;
        }
        copyBody(variables, before, latch);
        return Objects.requireNonNull(first, "there are loops");
    }

    private static @Nullable SourcePosition position(CountedLoop level) {
        return level.loop().header().terminator().position();
    }

    private void test(
            Builder builder, CountedLoop level, BlockParam variable, Block inside, Block outside, List<Value> passed) {
        HostValues own = new HostValues(builder, outermost());
        own.put(level.variable(), variable);
        Instr test = level.loop().header().terminator();
        Value condition = own.before(test.operand(0));
        if (test.edges().getFirst() == level.exit()) {
            builder.branch(condition, outside, passed, inside, List.of());
        } else {
            builder.branch(condition, inside, List.of(), outside, passed);
        }
    }

    private static Value next(Builder builder, CountedLoop level, BlockParam variable) {
        ScalarType type = (ScalarType) variable.type();
        Value step = type == ScalarType.I64 ? builder.constant(level.step()) : builder.constant((int) level.step());
        return builder.emit(new Op.Binary(BinaryKind.ADD, type), variable, step);
    }

    /** Copies what is done in each iteration; its ways on lead to the latch of what is now the innermost loop. */
    private void copyBody(Map<Value, Value> variables, Block entry, Block latch) {
        Instr test = levels.getLast().loop().header().terminator();
        Edge way = test.edges().getFirst() == levels.getLast().exit()
                ? test.edges().getLast()
                : test.edges().getFirst();
        Builder builder = new Builder(function).atEnd(entry).at(test.position());
        HostValues own = new HostValues(builder, outermost());
        variables.forEach(own::put);
        List<Block> order = LoopForm.order(innermost());
        order.removeFirst();
        RegionCopy copy = new RegionCopy(function, order);
        copy.keepAll();
        variables.forEach(copy::map);
        outermost().blocks().stream()
                .filter(block -> !isBody(block))
                .flatMap(block -> block.instrs().stream())
                .filter(instr -> instr.users().stream().anyMatch(user -> isBody(user.block())))
                .forEach(instr -> copy.map(instr, own.before(instr)));
        List<Value> passed = way.arguments().stream().map(own::before).toList();
        // The variable of the loop that was innermost is counted elsewhere.
        Block on = function.addBlock();
        on.addParam(levels.getLast().variable().type());
        copy.redirect(innermost().header(), on);
        builder.jump(copy.copy(), passed);
        builder.atEnd(on).jump(latch, List.of());
    }
}
