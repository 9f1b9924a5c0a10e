package dev.gpukernel.internal.ir;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a function and those that it calls are ones. The rules:
 *
 * <ol>
 *   <li>There is a block. The entry, the first, has no incoming edges.
 *   <li>A block is not empty. It has one terminator, at its end.
 *   <li>A jump has one edge, a branch two, any other instruction none.
 *   <li>An edge leads to a block of the function. Its arguments agree in number and type
 *       with the parameters of its target. A block's incoming edges are exactly the edges that lead to it.
 *   <li>An instruction's operands agree in number and type with {@link Op#operands()}. No parameter is void or a tuple.
 *   <li>Operands and arguments are parameters or instructions of the function's blocks; nothing removed is used.
 *   <li>A value's users are exactly the instructions that use it, once for each use.
 *   <li>A value knows the block it is in.
 *   <li>The ids of values are unique and less than {@link Function#valueCount()}; those of blocks likewise.
 *   <li>A definition dominates its uses. An edge's arguments are used by the terminator.
 *   <li>Bits of a constant are as {@link Op.Constant} says. Shifts, AND, OR, XOR are not for floats; of conditions there are
 *       AND, OR, XOR and Select alone, and conversions from but not to them. The U predicates are for floats. LCMP is for I64,
 *       CMPL and CMPG for floats. Narrow is to fewer than 32 bits. DivisorCheck is for integers. A part is one that there is.
 *       A LoadVector or StoreVector is of at least two elements and 4, 8 or 16 bytes. An Atomic is on elements of 4 or 8 bytes in global or shared memory, AND, OR and XOR on integers.
 *   <li>A return agrees with the function's result. Functions that one function calls, and it, have different names.
 * </ol>
 *
 * <p>Blocks that cannot be reached are allowed, as passes leave them behind for another to remove; all rules but dominance hold in
 * them too, and no value of theirs is used where control can get.
 *
 * <p>Not checked: that an IndexCheck stands before a Load or Store and a DivisorCheck before a DIV or REM; that the index of a
 * LoadVector or StoreVector is a multiple of the number of elements; that calls agree with
 * the table of intrinsics; that Iteration is only in plain loops and in no called function; that no function calls itself, which
 * neither the front end nor the parser can make; source positions and names of values.
 */
public final class Verifier {
    private final Function function;
    private final List<String> violations = new ArrayList<>();

    /** Values and blocks by their ids, and by the same what uses them and leads to them. */
    private final @Nullable Value[] defined;

    private final @Nullable Block[] blocks;
    private final List<List<Instr>> uses;
    private final List<List<Edge>> edges;
    private boolean leadsOut;

    private Verifier(Function function) {
        this.function = function;
        this.defined = new @Nullable Value[function.valueCount()];
        this.blocks = new @Nullable Block[function.blockCount()];
        this.uses = lists(function.valueCount());
        this.edges = lists(function.blockCount());
    }

    /**
     * Checks a function.
     *
     * @param function any function
     * @throws IllegalStateException if it breaks a rule, with every violation; if ids are wrong, with these alone, as the others are
     *     looked for by ids
     */
    public static void verify(Function function) {
        Set<String> names = new HashSet<>(Set.of(function.name()));
        for (Function called : function.calledFunctions()) {
            List<String> own = new Verifier(called).violations();
            if (!names.add(called.name())) {
                own.add("there are two functions of that name");
            }
            require(called, own);
        }
        require(function, new Verifier(function).violations());
    }

    private static void require(Function function, List<String> violations) {
        if (!violations.isEmpty()) {
            throw new IllegalStateException(
                    function.name() + " is not a correct function:\n  " + String.join("\n  ", violations));
        }
    }

    private List<String> violations() {
        if (function.blocks().isEmpty()) {
            violations.add("there is no block");
            return violations;
        }
        if (!function.entry().incoming().isEmpty()) {
            violations.add("the entry has incoming edges");
        }
        checkIds();
        if (!violations.isEmpty()) {
            return violations;
        }
        for (Block block : function.blocks()) {
            checkBlock(block);
        }
        checkUses();
        checkIncoming();
        if (!leadsOut) {
            checkDominance();
        }
        return violations;
    }

    private void checkIds() {
        for (Block block : function.blocks()) {
            checkId(block, block.id(), blocks);
            block.params().forEach(param -> checkId(param, param.id(), defined));
            block.instrs().forEach(instr -> checkId(instr, instr.id(), defined));
        }
    }

    private <T> void checkId(T owner, int id, @Nullable T[] taken) {
        if (id >= taken.length) {
            violations.add("the id of " + owner + " is not below " + taken.length);
        } else if (taken[id] != null) {
            violations.add("there are two of " + owner);
        } else {
            taken[id] = owner;
        }
    }

    private boolean isDefined(Value value) {
        return value.id() < defined.length && defined[value.id()] == value;
    }

    /** {@return whether a block is one of the function's} */
    private boolean isThere(Block block) {
        return block.id() < blocks.length && blocks[block.id()] == block;
    }

    private void checkBlock(Block block) {
        if (block.instrs().isEmpty()) {
            violations.add(block + " is empty");
        } else if (!block.isTerminated()) {
            violations.add(block + " does not end with a terminator");
        }
        for (BlockParam param : block.params()) {
            checkBlockOf(param, block);
            if (param.type() == VoidType.VOID) {
                violations.add(param + " is void");
            } else if (param.type() instanceof TupleType) {
                violations.add(param + " is several numbers");
            }
        }
        for (Instr instr : block.instrs()) {
            if (instr.isDetached()) {
                violation(instr, "does not know that it is in " + block);
            } else {
                checkBlockOf(instr, block);
            }
            if (instr.isTerminator() && instr != block.instrs().getLast()) {
                violation(instr, "is a terminator within " + block);
            }
            checkInstr(instr);
        }
    }

    private void checkBlockOf(Value value, Block block) {
        if (value.block() != block) {
            violations.add(value + " is in " + block + " but says " + value.block());
        }
    }

    private void checkInstr(Instr instr) {
        String wrong = OpRules.violation(instr.op());
        if (wrong != null) {
            violation(instr, wrong);
        }
        if (!areOf(instr.operands(), instr.op().operands())) {
            wrongTypes(instr, "operands", instr.operands(), instr.op().operands());
        }
        if (instr.op() instanceof Op.Return && !function.isDeclared() && !areOf(instr.operands(), function.results())) {
            wrongTypes(instr, "results", instr.operands(), function.results());
        }
        instr.operands().forEach(operand -> use(operand, instr));
        int expected = OpRules.edges(instr.op());
        if (instr.edges().size() != expected) {
            violation(instr, "has " + instr.edges().size() + " edges instead of " + expected);
        }
        for (Edge edge : instr.edges()) {
            checkEdge(instr, edge);
        }
    }

    private void checkEdge(Instr instr, Edge edge) {
        Block target = edge.target();
        if (isThere(target)) {
            edges.get(target.id()).add(edge);
        } else {
            violation(instr, "leads to " + target + ", which is not in the function");
            leadsOut = true;
        }
        List<BlockParam> params = target.params();
        if (!haveTypes(edge.arguments(), params.size(), i -> params.get(i).type())) {
            wrongTypes(instr, "arguments for " + target, edge.arguments(), types(params));
        }
        edge.arguments().forEach(argument -> use(argument, instr));
    }

    private static boolean areOf(List<Value> values, List<Type> expected) {
        return haveTypes(values, expected.size(), expected::get);
    }

    private static boolean haveTypes(List<Value> values, int count, IntFunction<Type> expected) {
        if (values.size() != count) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (!values.get(i).type().equals(expected.apply(i))) {
                return false;
            }
        }
        return true;
    }

    private void wrongTypes(Instr instr, String what, List<Value> values, List<Type> expected) {
        violation(instr, "has " + what + " of types " + texts(types(values)) + " instead of " + texts(expected));
    }

    private void use(Value value, Instr user) {
        if (isDefined(value)) {
            uses.get(value.id()).add(user);
        } else {
            violation(user, "uses " + value + ", which is not in the function");
        }
    }

    private static <T> List<List<T>> lists(int count) {
        return Stream.<List<T>>generate(ArrayList::new).limit(count).toList();
    }

    private void checkUses() {
        for (Value value : defined) {
            if (value == null) {
                continue;
            }
            List<Instr> actual = uses.get(value.id());
            if (!isSameBag(value.users(), actual)) {
                violations.add("the users of " + value + " are " + actual + ", not " + value.users());
            }
        }
    }

    private void checkIncoming() {
        for (Block block : function.blocks()) {
            List<Edge> actual = edges.get(block.id());
            if (!isSameBag(block.incoming(), actual)) {
                violations.add(block + " has incoming edges from " + sources(actual) + ", not from "
                        + sources(block.incoming()));
            }
        }
    }

    private void checkDominance() {
        Availability availability = new Availability(function);
        for (Block block : function.blocks()) {
            if (!availability.isReachable(block)) {
                continue;
            }
            BitSet available = availability.atStart(block);
            block.params().forEach(param -> available.set(param.id()));
            for (Instr instr : block.instrs()) {
                instr.operands().forEach(value -> checkAvailable(value, available, instr));
                for (Edge edge : instr.edges()) {
                    edge.arguments().forEach(value -> checkAvailable(value, available, instr));
                }
                available.set(instr.id());
            }
        }
    }

    private void checkAvailable(Value value, BitSet available, Instr user) {
        if (isDefined(value) && !available.get(value.id())) {
            violation(user, "uses " + value + ", whose definition does not dominate it");
        }
    }

    private void violation(Instr instr, String what) {
        String violation = instr + " (" + Printer.print(instr) + ") " + what;
        if (!violations.contains(violation)) {
            violations.add(violation);
        }
    }

    private static <T> boolean isSameBag(List<T> first, List<T> second) {
        // Most are in the same order, and counting takes much longer.
        return first.equals(second) || counts(first).equals(counts(second));
    }

    private static <T> Map<T, Integer> counts(List<T> elements) {
        Map<T, Integer> counts = new HashMap<>();
        elements.forEach(element -> counts.merge(element, 1, Integer::sum));
        return counts;
    }

    private static List<Type> types(List<? extends Value> values) {
        return values.stream().map(Value::type).collect(Collectors.toList());
    }

    private static List<String> texts(List<Type> types) {
        return types.stream().map(Type::text).toList();
    }

    private static List<Instr> sources(List<Edge> edges) {
        return edges.stream().map(Edge::source).toList();
    }
}
