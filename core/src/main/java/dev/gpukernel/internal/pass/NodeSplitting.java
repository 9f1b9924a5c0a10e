package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dependence;
import dev.gpukernel.internal.analysis.Distance;
import dev.gpukernel.internal.analysis.Induction;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.RowIndex;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Dimensions;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import dev.gpukernel.internal.pass.ParallelLoops.Check;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Node splitting: lets a loop read an array as it was before the loop, from a copy, where it writes no element that it reads later, as
 * {@code a[i] = a[i + 1]} and {@code a[n++] = a[i]} do. What is left are writes alone. After R. Allen and K. Kennedy, Optimizing
 * Compilers for Modern Architectures (2001), section 5.6.
 */
final class NodeSplitting {
    private final Function kernel;
    private final LoopMarks marks;

    /** What is to be said of a kernel, which is of no use after that. */
    private final LoopJudge judge;

    private final List<AliasConflict> conflicts = new ArrayList<>();

    private NodeSplitting(Function kernel, LoopMarks marks, LoopJudge judge) {
        this.kernel = kernel;
        this.marks = marks;
        this.judge = judge;
    }

    /**
     * Has loops read copies, as far as the kernel is better for it.
     *
     * @param kernel a function whose loops are in shape
     * @param marks what the author says of them
     * @param left blocks of loops that stay as they are
     * @param judge what is to be said of loops
     * @return pairs of parameters that must not be the same array then
     */
    static List<AliasConflict> split(Function kernel, LoopMarks marks, Set<Block> left, LoopJudge judge) {
        NodeSplitting splitting = new NodeSplitting(kernel, marks, judge);
        List<Loop> loops = splitting.splittable();
        loops.removeIf(loop -> !Collections.disjoint(left, loop.blocks()));
        if (!loops.isEmpty()) {
            splitting.split(loops);
        }
        return splitting.conflicts;
    }

    private List<Loop> splittable() {
        return Loop.outermost(Loop.of(kernel)).stream()
                .filter(loop -> !splittable(kernel, loop).isEmpty())
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Of outermost loops only: a copy in each iteration of another loop could cost more than it gains. */
    private void split(List<Loop> loops) {
        Set<Block> headers = loops.stream().map(Loop::header).collect(Collectors.toSet());
        Set<Block> left = LoopJudge.allBut(kernel, other -> headers.contains(other.header()));
        Check known = judge.checkCopy(kernel, left, _ -> {});
        if (known.isClean() && loops.stream().noneMatch(NodeSplitting::asks)) {
            return;
        }
        if (loops.size() > 1) {
            // Most kernels have few loops that need it, and each look at one takes a copy of all.
            int half = loops.size() / 2;
            split(loops.subList(0, half));
            split(loops.subList(half, loops.size()));
            return;
        }
        Block header = loops.getFirst().header();
        Check changed = judge.checkCopy(kernel, left, copy -> split(copy.function(), copy.of(header)));
        if (changed.isBetterThan(known) || (asks(loops.getFirst()) && !known.isBetterThan(changed))) {
            conflicts.addAll(split(kernel, header));
        }
    }

    /** {@return whether a loop is for elements that overlap, so that no launch should have to pass others} */
    private static boolean asks(Loop loop) {
        CountedLoop counted = CountedLoop.exactly(loop);
        List<Access> all =
                Access.in(loop.blocks()).stream().filter(NodeSplitting::isOfElement).toList();
        return counted != null
                && all.stream()
                        .filter(Access::isWrite)
                        .anyMatch(store -> all.stream()
                                .anyMatch(load -> !load.isWrite()
                                        && load.array() == store.array()
                                        && Distance.isAsked(counted, load, store)));
    }

    /** Has one loop of a function read copies; {@return pairs of parameters that must not be the same array then} */
    private List<AliasConflict> split(Function code, Block header) {
        Loop loop = Objects.requireNonNull(Loop.at(Loop.of(code), header), "a loop");
        List<AliasConflict> apart = new ArrayList<>();
        splittable(code, loop).forEach((array, loads) -> {
            Access.in(loop.blocks()).stream()
                    .filter(access -> access.isWrite()
                            && access.array() != array
                            && access.array().type().equals(array.type()))
                    .map(access -> new AliasConflict(
                            array.index(),
                            access.array().index(),
                            "elements of one are read as they were before the loop"))
                    .distinct()
                    .forEach(apart::add);
            BlockParam copy = copyOf(code, loop, array);
            loads.forEach(load -> readFrom(copy, load, code));
        });
        return apart;
    }

    /** {@return the arrays that a loop reads and writes, and what loads elements of them that it has not written by then} */
    private Map<BlockParam, List<Instr>> splittable(Function code, Loop loop) {
        CountedLoop counted =
                marks.isSequential(loop.header()) || loop.entryEdges().size() != 1 ? null : CountedLoop.exactly(loop);
        Map<BlockParam, List<Instr>> found = new LinkedHashMap<>();
        if (counted != null) {
            Map<BlockParam, List<Access>> byArray = Access.in(loop.blocks()).stream()
                    .collect(Collectors.groupingBy(Access::array, LinkedHashMap::new, Collectors.toList()));
            byArray.forEach((array, accesses) -> {
                if (isPlain(code, array) && accesses.stream().allMatch(NodeSplitting::isOfElement)) {
                    List<Access> stores =
                            accesses.stream().filter(Access::isWrite).toList();
                    List<Instr> loads = accesses.stream()
                            .filter(access -> !access.isWrite() && !stores.isEmpty())
                            .filter(load -> stores.stream().allMatch(store -> isBefore(code, counted, load, store)))
                            .map(Access::instr)
                            .toList();
                    if (!loads.isEmpty()) {
                        found.put(array, loads);
                    }
                }
            });
        }
        return found;
    }

    /** {@return whether an array can be made like it: it is none of records, nor what says which of those are null, nor too long for one} */
    private static boolean isPlain(Function code, BlockParam array) {
        return ((ArrayType) array.type()).index() == IndexType.INT
                && code.params().stream().noneMatch(param -> (param == array) != (param.ofLength() == array));
    }

    private static boolean isOfElement(Access access) {
        return (access.instr().op() instanceof Op.Load || access.instr().op() instanceof Op.Store)
                && access.index() != null
                && !RowIndex.isOfRow(access.index());
    }

    /** {@return whether an element that is loaded is never one that was stored before in the same run of a loop} */
    private static boolean isBefore(Function code, CountedLoop counted, Access load, Access store) {
        return isBehind(counted, load, store)
                || (!Ways.leads(counted.loop(), store.instr(), load.instr())
                        && Distance.isBehind(counted, load, store))
                || isBeforeInOrder(code, counted, load, store);
    }

    private static boolean isBeforeInOrder(Function code, CountedLoop counted, Access load, Access store) {
        List<CountedLoop> order = new ArrayList<>(List.of(counted));
        while (Ways.leads(order.getLast().loop(), store.instr(), load.instr())) {
            CountedLoop inner = inner(code, order.getLast().loop(), load.instr(), store.instr());
            if (inner == null) {
                return false;
            }
            order.add(inner);
        }
        List<Condition> conditions = new Dependence(code, code.params().size(), order).notAfter(load, store);
        return conditions != null && conditions.isEmpty();
    }

    /** {@return the outermost counted loop in another that two instructions are in} */
    private static @Nullable CountedLoop inner(Function code, Loop loop, Instr one, Instr other) {
        return loop.inside(Loop.of(code)).stream()
                .filter(inner -> inner.contains(one.block()) && inner.contains(other.block()))
                .max(Comparator.comparingInt(Loop::size))
                .map(CountedLoop::exactly)
                .orElse(null);
    }

    /**
     * Tells whether elements are stored where a counter is that does not overtake the loop's variable, by which they are loaded. Where what is
     * stored is the element that the variable is at, that changes nothing once the counter is there, too.
     */
    private static boolean isBehind(CountedLoop counted, Access load, Access store) {
        Loop loop = counted.loop();
        Value loaded = Objects.requireNonNull(load.index(), "of an element");
        Value stored = Objects.requireNonNull(store.index(), "of an element");
        Long ahead = counted.step() != 1 ? null : Induction.difference(loaded, counted.variable());
        BlockParam counter = ahead == null ? null : counter(loop, stored);
        if (ahead == null || counter == null || Ways.leads(loop, store.instr(), load.instr())) {
            return false;
        }
        Long apart = difference(loop.first(counter), counted.start());
        Long before = moved(loop, counter, stored, new HashMap<>());
        Long most = most(loop, counter);
        if (apart == null || before == null || most == null || most > 1) {
            return false;
        }
        long distance = apart + before;
        boolean isKept = distance <= 0
                && store.instr().operand(2) instanceof Instr kept
                && kept.op() instanceof Op.Load
                && kept.operand(0) == store.array()
                && kept.operand(1) == counted.variable()
                && !Ways.leads(loop, store.instr(), kept);
        return (isKept ? Math.min(-1, distance) : distance) < 1 + ahead;
    }

    /** {@return the counter that an index follows from by constants, of those that a loop carries} */
    private static @Nullable BlockParam counter(Loop loop, Value index) {
        return loop.header().params().stream()
                .filter(param -> param.type() == ScalarType.I32)
                .filter(param -> moved(loop, param, index, new HashMap<>()) != null)
                .findFirst()
                .orElse(null);
    }

    /** {@return how far an iteration moves a counter at most, null if that cannot be told} */
    private static @Nullable Long most(Loop loop, BlockParam counter) {
        long most = Long.MIN_VALUE;
        for (Edge edge : loop.backEdges()) {
            Long moved = moved(loop, counter, edge.arguments().get(counter.index()), new HashMap<>());
            if (moved == null) {
                return null;
            }
            most = Math.max(most, moved);
        }
        return most;
    }

    /** {@return how far a value is at most from where the iteration found a counter, null if that cannot be told} */
    private static @Nullable Long moved(Loop loop, BlockParam counter, Value value, Map<Value, Optional<Long>> known) {
        if (value == counter) {
            return 0L;
        }
        Optional<Long> before = known.putIfAbsent(value, Optional.empty());
        if (before != null) {
            // Unknown as long as it is being looked at: an inner loop moves it.
            return before.orElse(null);
        }
        Long moved = null;
        if (value instanceof BlockParam join && loop.contains(join.block()) && join.block() != loop.header()) {
            moved = Long.MIN_VALUE;
            for (Edge edge : join.block().incoming()) {
                Long one = moved(loop, counter, edge.arguments().get(join.index()), known);
                moved = one == null || moved == null ? null : Long.valueOf(Math.max(moved, one));
            }
        } else if (value instanceof Instr step && loop.contains(step.block())) {
            for (Value from : step.operands()) {
                Long added = Induction.difference(step, from);
                if (added != null && Counters.isSmall(added)) {
                    Long one = moved(loop, counter, from, known);
                    moved = one == null ? moved : Long.valueOf(one + added);
                }
            }
        }
        known.put(value, Optional.ofNullable(moved));
        return moved;
    }

    /** {@return by how much one number is more than another, null if that is not known before the launch} */
    private static @Nullable Long difference(Value one, Value other) {
        Constant first = one.constant();
        Constant second = other.constant();
        return first != null && second != null
                ? Long.valueOf(first.bits() - second.bits())
                : Induction.difference(one, other);
    }

    /** Makes a copy of an array before a loop; {@return the copy} */
    private static BlockParam copyOf(Function code, Loop loop, BlockParam array) {
        ElementType element = ((ArrayType) array.type()).element();
        BlockParam copy = code.entry().addParam(array.type());
        copy.setName(array.name());
        Edge entry = loop.entryEdges().getFirst();
        List<Value> arguments = List.copyOf(entry.arguments());
        Block before = code.addBlock();
        entry.retarget(before, List.of());
        LoopEmitter emitter = new LoopEmitter(code);
        Builder builder =
                emitter.builder().atEnd(before).at(loop.header().terminator().position());
        Value length = builder.emit(new Op.Length(element), array);
        builder.emit(new Op.MakeArray(element, Dimensions.ONE), copy, length);
        emitter.repeat(length, List.of(), (index, _) -> {
            Value one = builder.emit(new Op.Load(element, Space.GLOBAL), array, index);
            builder.emit(new Op.Store(element, Space.GLOBAL), copy, index, one);
            return List.of();
        });
        builder.jump(loop.header(), arguments);
        return copy;
    }

    private static void readFrom(BlockParam copy, Instr load, Function code) {
        ElementType element = ((ArrayType) copy.type()).element();
        Value index = load.operand(1);
        Builder builder = new Builder(code).before(load).at(load.position());
        index.users().stream()
                .filter(user -> Access.isCheck(user, load))
                .findFirst()
                .ifPresent(check -> builder.emit(check.op(), index, builder.emit(new Op.Length(element), copy)));
        load.replaceAllUsesWith(builder.emit(load.op(), copy, index));
        load.remove();
    }
}
