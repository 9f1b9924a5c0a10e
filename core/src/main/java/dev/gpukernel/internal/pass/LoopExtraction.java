package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.analysis.RowIndex;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Copies a loop out of a kernel into a function of its own. That function has the kernel's parameters; after them what the host
 * has computed and the loop reads, as far as the device cannot compute it again; and last what the loop carries. If the loop reads
 * an array of the thread's own that is made before it, the copy begins where the kernel does.
 */
final class LoopExtraction {
    /** Most operations for one value: longer ones are better passed than done by every thread. */
    private static final int MOST_REPEATED = 64;

    private final Function host;
    private final CountedLoop counted;
    private final Set<ArrayType> written = new HashSet<>();
    private final Function code;
    private final Block entry;
    private final Map<Value, Value> known = new HashMap<>();
    private final List<Value> arguments = new ArrayList<>();
    private final List<Block> region;
    private final RegionCopy copy;

    /**
     * Prepares a copy.
     *
     * @param host the kernel
     * @param counted a loop of it
     * @param name what the copy is called
     */
    LoopExtraction(Function host, CountedLoop counted, String name) {
        this.host = host;
        this.counted = counted;
        for (Access access : Access.in(host.blocks())) {
            if (access.isWrite()) {
                written.add((ArrayType) access.array().type());
            }
        }
        this.code = new Function(name);
        this.entry = code.addBlock();
        List<Block> loop = blocksOf(counted);
        this.region = readsOwnArray(loop) ? fromEntry() : loop;
        this.copy = new RegionCopy(code, region);
        copy.keepAll();
    }

    /** {@return the loop's blocks, and those after it from which control does not get to the end of the kernel} */
    private static List<Block> blocksOf(CountedLoop counted) {
        Set<Block> blocks = new LinkedHashSet<>(LoopForm.order(counted.loop()));
        List<Block> others = counted.loop().exitEdges().stream()
                .filter(exit -> exit != counted.exit())
                .map(Edge::target)
                .distinct()
                .toList();
        if (!others.isEmpty()) {
            blocks.addAll(ReversePostorder.of(others));
        }
        return List.copyOf(blocks);
    }

    private static boolean readsOwnArray(List<Block> blocks) {
        Set<Block> inside = Set.copyOf(blocks);
        for (Block block : blocks) {
            for (Instr instr : block.instrs()) {
                for (Value value : instr.operands()) {
                    boolean isOwn = value.type() instanceof ArrayType array && array.space() == Space.LOCAL;
                    if (isOwn && !inside.contains(value.block())) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** {@return the loop's blocks and all from which control gets there} */
    private List<Block> fromEntry() {
        Set<Block> after =
                new LinkedHashSet<>(ReversePostorder.of(counted.exit().target()));
        after.removeAll(blocksOf(counted));
        List<Block> blocks = new ArrayList<>(ReversePostorder.of(host));
        blocks.removeAll(after);
        return blocks;
    }

    /** {@return the instructions that make arrays in what is copied, also on the way to an exception, which is no part of the loop} */
    List<Instr> makers() {
        return region.stream()
                .flatMap(block -> block.instrs().stream())
                .filter(instr -> instr.op() instanceof Op.MakeArray)
                .toList();
    }

    /** {@return whether an instruction is copied} */
    boolean copies(Instr instr) {
        return region.contains(instr.block());
    }

    private boolean beginsAtEntry() {
        return region.getFirst() == host.entry();
    }

    /** {@return whether the copy would do again what must be done once, or what a loop around it does again and again} */
    boolean isStuck() {
        return beginsAtEntry() && (isRepeated() || doesAgain());
    }

    private boolean isRepeated() {
        return ReversePostorder.of(counted.exit().target())
                .contains(counted.loop().header());
    }

    private boolean doesAgain() {
        return region.stream()
                .filter(block -> !counted.loop().contains(block))
                .flatMap(block -> block.instrs().stream())
                .anyMatch(instr -> !isRepeatable(instr.op(), instr));
    }

    private boolean isRepeatable(Op op, Instr instr) {
        return switch (op) {
            case Op.Load(var _, Space space, var _) ->
                space != Space.GLOBAL || !written.contains(instr.operand(0).type());
            case Op.Store(var _, Space space, var _) -> space == Space.LOCAL;
            default -> !op.effect().mayWrite() && !(op instanceof Op.Part);
        };
    }

    /** Makes the copy: a function in which nothing comes after the loop. */
    Function run() {
        for (BlockParam param : host.params()) {
            known.put(param, pass(param));
        }
        if (!beginsAtEntry()) {
            provideAll();
        }
        Block header = counted.loop().header();
        for (Map.Entry<Value, Value> value : known.entrySet()) {
            copy.map(value.getKey(), value.getValue());
        }
        Block out = like(counted.exit().target());
        new Builder(code).atEnd(out).at(header.terminator().position()).ret();
        copy.redirect(counted.exit().target(), out);
        if (beginsAtEntry()) {
            Block first = code.addBlock();
            copy.redirect(host.entry(), first);
            copy.copyTo(first);
            new Builder(code).atEnd(entry).jump(first, List.of());
            passCarried();
        } else {
            List<Value> first = starts(header);
            Block head = like(header);
            for (BlockParam param : header.params()) {
                copy.map(param, head.params().get(param.index()));
            }
            copy.redirect(header, head);
            copy.copyTo(head);
            new Builder(code).atEnd(entry).at(header.terminator().position()).jump(head, first);
        }
        return code;
    }

    private List<Value> starts(Block header) {
        Edge into = counted.loop().entryEdges().getFirst();
        List<Value> first = new ArrayList<>();
        for (BlockParam param : header.params()) {
            Value start = into.arguments().get(param.index());
            first.add(param == counted.variable() ? Objects.requireNonNull(known.get(start)) : pass(start));
        }
        return first;
    }

    /** Lets what the loop carries begin with parameters. */
    private void passCarried() {
        Block header = copyOf(counted.loop().header());
        Edge into = counted.loop().entryEdges().getFirst();
        List<Edge> entering = header.incoming().stream()
                .filter(edge ->
                        edge.source().block() == copy.copyOf(into.source().block()))
                .toList();
        for (Edge edge : entering) {
            List<Value> first = new ArrayList<>(edge.arguments());
            for (BlockParam param : counted.carried()) {
                first.set(param.index(), pass(into.arguments().get(param.index())));
            }
            edge.retarget(header, first);
        }
    }

    /**
     * {@return what a carried value begins with in the whole loop, in the copy; null if that is not provided there} What the copy begins
     * with itself may be what a part of the loop begins with.
     */
    @Nullable Value firstOf(BlockParam carried) {
        return beginsAtEntry()
                ? null
                : known.get(counted.loop().entryEdges().getFirst().arguments().get(carried.index()));
    }

    /** {@return what the host passes to the copy, in order} */
    List<Value> arguments() {
        return arguments;
    }

    /** {@return what the copy has in place of a value from before the loop, null if it does not use it} */
    @Nullable Value copyOf(Value value) {
        return known.get(value);
    }

    /** {@return what a block of the loop became} */
    Block copyOf(Block block) {
        return Objects.requireNonNull(copy.copyOf(block), "a block of the loop");
    }

    private Block like(Block block) {
        Block like = code.addBlock();
        for (BlockParam param : block.params()) {
            like.addParam(param.type()).setName(param.name());
        }
        return like;
    }

    private void provideAll() {
        Set<Value> used = new LinkedHashSet<>();
        Set<Block> inside = Set.copyOf(region);
        for (Block block : region) {
            for (Instr instr : block.instrs()) {
                addFromOutside(instr.operands(), inside, used);
                for (Edge edge : instr.edges()) {
                    addFromOutside(edge.arguments(), inside, used);
                }
            }
        }
        Edge into = counted.loop().entryEdges().getFirst();
        used.add(into.arguments().get(counted.variable().index()));
        if (counted.induction().narrowed() != null) {
            // What runs on beside a small variable follows from it and from what that began with.
            counted.carried().forEach(param -> used.add(into.arguments().get(param.index())));
        }
        for (Value end : List.of(into.arguments().get(counted.variable().index()), counted.bound())) {
            // Their number is asked for in the launch. What follows from a variable of the host's is computed again.
            if (end instanceof Instr && !inside.contains(end.block()) && !HostExpression.isOfParameters(host, end)) {
                known.computeIfAbsent(end, this::pass);
            }
        }
        provideLengths(inside);
        provideRows();
        // Variables of the host's loops first: what follows from them is then computed again, and is known to follow
        // from them.
        for (Value value : used) {
            variables(value, new HashSet<>()).forEach(this::provided);
        }
        for (Value value : used) {
            provided(value);
        }
    }

    private void provideRows() {
        RowStates rows = RowStates.of(host, region);
        for (BlockParam telling : rows.telling()) {
            known.putAll(rows.computed(new Builder(code).atEnd(entry), telling, provided(telling)));
        }
    }

    /** How long arrays of the thread's own are is asked for in the launch. */
    private void provideLengths(Set<Block> inside) {
        for (Block block : region) {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Op.DynamicLocal
                        && !inside.contains(instr.operand(0).block())
                        && !HostExpression.isOfParameters(host, instr.operand(0))) {
                    known.computeIfAbsent(instr.operand(0), this::pass);
                }
            }
        }
    }

    /** {@return the host's variables that a number follows from by arithmetic alone, none if it follows from anything else} */
    private Set<BlockParam> variables(Value value, Set<Value> seen) {
        Set<BlockParam> variables = new LinkedHashSet<>();
        boolean isNumber = value.type() == ScalarType.I32 || value.type() == ScalarType.I64;
        if (value instanceof BlockParam variable) {
            variables.add(variable);
        } else if (isNumber && HostExpression.isOfParameters(host, value) && seen.add(value)) {
            ((Instr) value).operands().forEach(operand -> variables.addAll(variables(operand, seen)));
        }
        return variables;
    }

    private static void addFromOutside(List<Value> values, Set<Block> inside, Set<Value> used) {
        for (Value value : values) {
            if (!inside.contains(value.block())) {
                used.add(value);
            }
        }
    }

    private Value provided(Value value) {
        @Nullable Value there = known.get(value);
        if (there == null) {
            boolean again =
                    value instanceof Instr instr && (isComputable(instr, new HashSet<>()) || isCondition(instr));
            there = again ? repeat((Instr) value) : pass(value);
            known.put(value, there);
        }
        return there;
    }

    /** Kernels have no parameters for conditions: these are computed again from what they compare. */
    private static boolean isCondition(Instr instr) {
        return instr.type() == ScalarType.I1 && instr.op().effect() == Effect.NONE;
    }

    private Value pass(Value value) {
        BlockParam param = entry.addParam(value.type());
        param.setName(value.name());
        if (value instanceof BlockParam array && known.get(array.ofLength()) instanceof BlockParam marks) {
            param.setMarks(marks);
        }
        if (value.type() == ScalarType.I32) {
            List<List<OptionalLong>> rows = RowIndex.rows(value);
            // What is known of none tells it apart from none.
            if (rows.stream().allMatch(row -> row.stream().anyMatch(OptionalLong::isPresent))) {
                param.setRows(rows);
            }
        }
        arguments.add(value);
        return param;
    }

    /**
     * {@return whether the device can compute a value from what it has, without much ado}
     *
     * @param seen what is computable if all of this is
     */
    private boolean isComputable(Instr instr, Set<Instr> seen) {
        if (!seen.add(instr)) {
            return true;
        }
        if (seen.size() > MOST_REPEATED) {
            return false;
        }
        boolean repeatable = instr.op().effect() == Effect.NONE || instr.op() instanceof Op.Load;
        if (!repeatable || !isRepeatable(instr.op(), instr)) {
            return false;
        }
        for (Value operand : instr.operands()) {
            if (!known.containsKey(operand) && !(operand instanceof Instr other && isComputable(other, seen))) {
                return false;
            }
        }
        return true;
    }

    private Value repeat(Instr instr) {
        List<Value> operands = new ArrayList<>();
        for (Value operand : instr.operands()) {
            operands.add(provided(operand));
        }
        Instr again = new Builder(code).atEnd(entry).at(instr.position()).emit(instr.op(), operands);
        again.setName(instr.name());
        return again;
    }
}
