package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dependence;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.FunctionEffects;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes two nests of one whose inner loop carries a value along a row and stores what follows from it and from elements of rows before,
 * such as {@code s += x[p]; y[p] = y[p - w] + s;}. The first one stores the carried value itself, the second one takes it from there.
 * That is the same as long as nothing is thrown and no array is there twice, which is left to others to find out.
 *
 * <p>Algorithm: loop distribution, K. Kennedy, K. S. McKinley, "Loop distribution with arbitrary control flow", 1990; the array itself is
 * what expands the scalar.
 */
final class NestDistribution {
    private final Function function;
    private final CountedLoop outer;
    private final CountedLoop inner;
    private final Instr store;

    /** What hands the carried value on to what is stored. */
    private final Value handed;

    /** What must be true of arguments. */
    private final List<Condition> conditions;

    private NestDistribution(
            Function function,
            CountedLoop outer,
            CountedLoop inner,
            Instr store,
            Value handed,
            List<Condition> conditions) {
        this.function = function;
        this.outer = outer;
        this.inner = inner;
        this.store = store;
        this.handed = handed;
        this.conditions = conditions;
    }

    /** {@return how a loop is to be taken apart with the one in it, {@code null} if it is no such nest} */
    static @Nullable NestDistribution of(Function function, CountedLoop outer, LoopMarks marks) {
        List<CountedLoop> direct = InnerLoop.direct(function, outer.loop());
        CountedLoop inner = direct.size() == 1 ? direct.getFirst() : null;
        if (inner == null
                || !LoopExchange.isPlain(outer)
                || inner.loop().exitEdges().size() != 1
                || marks.isSequential(outer.loop().header())
                || marks.isSequential(inner.loop().header())
                || Loop.of(function).stream().anyMatch(loop -> isIn(loop, inner.loop()))
                || !LoopExchange.isKnownAfter(outer)) {
            return null;
        }
        Instr store = onlyStore(outer.loop(), inner.loop());
        Value handed = store == null ? null : handed(inner, store);
        List<Condition> conditions = store == null || handed == null ? null : inOrder(function, outer, inner, store);
        return conditions == null
                ? null
                : new NestDistribution(
                        function,
                        outer,
                        inner,
                        Objects.requireNonNull(store),
                        Objects.requireNonNull(handed),
                        conditions);
    }

    private static boolean isIn(Loop loop, Loop around) {
        return loop.header() != around.header() && around.contains(loop.header());
    }

    /** {@return the one store of an inner loop, null if there is more that happens} */
    private static @Nullable Instr onlyStore(Loop outer, Loop inner) {
        Instr store = null;
        for (Block block : outer.blocks()) {
            for (Instr instr : block.instrs()) {
                boolean isBody = inner.contains(block) && block != inner.header();
                if (instr.op() instanceof Op.Store own && own.space() == Space.GLOBAL && isBody && store == null) {
                    store = instr;
                } else if (!isRepeatable(instr, isBody)) {
                    return null;
                }
            }
        }
        return store;
    }

    private static boolean isRepeatable(Instr instr, boolean isBody) {
        return switch (instr.op()) {
            case Op.Jump _, Op.Branch _ -> true;
            case Op.Load load -> isBody && (load.space() == Space.GLOBAL || load.space() == Space.CONSTANT);
            case Op.IndexCheck _, Op.DivisorCheck _ -> isBody;
            case Op.Invoke(Function callee) -> {
                FunctionEffects effects = callee.effects();
                yield isBody && !effects.mayFault() && effects.written().isEmpty();
            }
            default -> instr.op().effect() == Effect.NONE;
        };
    }

    /** {@return the one value that hands on to a store what the loop carries, null if more depends on that or on the array} */
    private static @Nullable Value handed(CountedLoop inner, Instr store) {
        Loop loop = inner.loop();
        Value stored = store.operand(2);
        ElementType element = ((Op.Store) store.op()).element();
        boolean isExact = element == ElementType.INT
                || element == ElementType.LONG
                || element == ElementType.FLOAT
                || element == ElementType.DOUBLE;
        Dominators dominators = Dominators.of(loop.header().function());
        Set<Value> running = new HashSet<>(inner.carried());
        Set<Value> loaded = new HashSet<>();
        for (Block block : loop.blocks()) {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Op.Load && instr.operand(0) == store.operand(0)) {
                    loaded.add(instr);
                }
            }
        }
        spread(loop, running);
        spread(loop, loaded);
        boolean isUnconditional = loop.backEdges().stream()
                .allMatch(edge ->
                        dominators.dominates(store.block(), edge.source().block()));
        if (!isExact
                || !isUnconditional
                || inner.carried().stream().anyMatch(loaded::contains)
                || !loaded.contains(stored)
                || !running.contains(stored)
                || !loop.follows(store.operand(1), inner.variable())
                || decides(loop, store, running)
                || decides(loop, store, loaded)) {
            return null;
        }
        Set<Value> handed = new HashSet<>();
        collect(stored, running, loaded, handed, new HashSet<>());
        Value only = handed.size() == 1 ? handed.iterator().next() : null;
        return only != null
                        && only.type().equals(element.register())
                        && dominators.dominates(only.block(), store.block())
                ? only
                : null;
    }

    /** Adds to values all in a loop that is computed from them. */
    private static void spread(Loop loop, Set<Value> values) {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Block block : loop.blocks()) {
                for (BlockParam param : block.params()) {
                    changed |= block.incoming().stream()
                                    .anyMatch(edge ->
                                            values.contains(edge.arguments().get(param.index())))
                            && values.add(param);
                }
                for (Instr instr : block.instrs()) {
                    changed |= instr.operands().stream().anyMatch(values::contains) && values.add(instr);
                }
            }
        }
    }

    /** {@return whether more than the stored value depends on some values: an index, a check, a way, what a function is given} */
    private static boolean decides(Loop loop, Instr store, Set<Value> values) {
        for (Block block : loop.blocks()) {
            for (Instr instr : block.instrs()) {
                boolean isPassed = instr.op() instanceof Op.Branch
                        ? values.contains(instr.operand(0))
                        : !(instr.op() instanceof Op.Jump)
                                && instr.op().effect() != Effect.NONE
                                && instr.operands().stream().anyMatch(values::contains);
                boolean isStored = instr == store && !values.contains(store.operand(1));
                if (isPassed && !isStored) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Collects what is computed from the carried values alone, of what a value is made of. */
    private static void collect(
            Value value, Set<Value> running, Set<Value> loaded, Set<Value> handed, Set<Value> seen) {
        if (!running.contains(value) || !seen.add(value)) {
            return;
        }
        if (!loaded.contains(value)) {
            handed.add(value);
            return;
        }
        switch (value) {
            case Instr instr -> instr.operands().forEach(operand -> collect(operand, running, loaded, handed, seen));
            case BlockParam param ->
                param.block()
                        .incoming()
                        .forEach(edge -> collect(edge.arguments().get(param.index()), running, loaded, handed, seen));
        }
    }

    /**
     * {@return what must be true for each iteration to store another element, and to load only what an iteration of the outer loop before
     * it has stored, or none; null if that is not shown}
     */
    private static @Nullable List<Condition> inOrder(
            Function function, CountedLoop outer, CountedLoop inner, Instr store) {
        List<Access> accesses = new ArrayList<>(Access.in(inner.loop().blocks()));
        accesses.removeIf(access -> access.array() != store.operand(0));
        Access write = accesses.stream()
                .filter(access -> access.instr() == store)
                .findFirst()
                .orElseThrow();
        accesses.remove(write);
        Dependence dependence = new Dependence(function, function.params().size(), List.of(outer, inner));
        if (!(dependence.test(List.of(write)) instanceof Dependence.Result.Independent(List<Condition> apart))) {
            return null;
        }
        List<Condition> needed = new ArrayList<>(apart);
        for (Access load : accesses) {
            List<Condition> before = dependence.before(write, load);
            if (before == null) {
                return null;
            }
            needed.addAll(before);
        }
        return needed;
    }

    /** {@return the array that holds what the first part hands to the second} */
    BlockParam array() {
        return (BlockParam) store.operand(0);
    }

    /** {@return what must be true of arguments} */
    List<Condition> conditions() {
        return conditions;
    }

    /**
     * Writes the nest two more times, as two parts. Nothing leads to them yet.
     *
     * @param starts what the outer loop begins with
     * @return the headers of the two outer loops
     */
    List<Block> write(Block entry, List<Value> starts) {
        Block outside = outer.exit().target();
        Block between = function.addBlock();
        outside.params().forEach(param -> between.addParam(param.type()));
        RegionCopy first = copy();
        first.redirect(outside, between);
        Block firstHeader = first.copy();
        Instr storesHanded = (Instr) first.of(store);
        storesHanded.replaceUses(first.of(store.operand(2)), first.of(handed));
        RegionCopy second = copy();
        Block secondHeader = second.copy();
        loadHanded(second);
        Builder builder =
                new Builder(function).at(outer.loop().header().terminator().position());
        builder.atEnd(entry).jump(firstHeader, starts);
        builder.atEnd(between).jump(secondHeader, starts);
        return List.of(firstHeader, secondHeader);
    }

    private RegionCopy copy() {
        RegionCopy copy = new RegionCopy(function, LoopForm.order(outer.loop()));
        copy.keepAll();
        return copy;
    }

    /** Takes the carried value from where the first part stored it. Where that did not throw, nothing is left to be checked. */
    private void loadHanded(RegionCopy second) {
        Block header = Objects.requireNonNull(second.copyOf(inner.loop().header()), "copied");
        BlockParam variable = (BlockParam) second.of(inner.variable());
        Edge inside = header.terminator().edges().stream()
                .filter(edge -> edge.target() == second.copyOf(inside().target()))
                .findFirst()
                .orElseThrow();
        Block loading = function.addBlock();
        Builder builder = new Builder(function).atEnd(loading).at(store.position());
        Op.Store op = (Op.Store) store.op();
        Set<Block> blocks = new HashSet<>();
        inner.loop().blocks().forEach(block -> blocks.add(second.copyOf(block)));
        HostValues own = new HostValues(builder, new Loop(header, blocks));
        own.put(variable, variable);
        Value index = own.before(second.of(store.operand(1)));
        Value element = builder.emit(new Op.Load(op.element(), op.space(), op.index()), store.operand(0), index);
        builder.jump(inside.target(), List.copyOf(inside.arguments()));
        inside.retarget(loading, List.of());
        Value copied = second.of(handed);
        copied.replaceAllUsesWith(element);
        for (Block block : second.copies()) {
            for (Instr instr : List.copyOf(block.instrs())) {
                if (instr.op() instanceof Op.IndexCheck || instr.op() instanceof Op.DivisorCheck) {
                    instr.remove();
                }
            }
        }
    }

    private Edge inside() {
        List<Edge> edges = inner.loop().header().terminator().edges();
        return edges.getFirst() == inner.exit() ? edges.getLast() : edges.getFirst();
    }
}
