package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which rows some variables of the host refer to together: of {@code previous = a[0]; current = a[1];} whose rows change places in a loop,
 * 0 and 1, or 1 and 0. So a loop that is taken out of it still knows that they are two.
 */
final class RowStates {
    private static final int MOST_STATES = 4;
    private static final int MOST_STEPS = 64;

    private final List<BlockParam> variables;
    private final List<List<Constant>> states;

    private RowStates(List<BlockParam> variables, List<List<Constant>> states) {
        this.variables = variables;
        this.states = states;
    }

    /**
     * Finds them.
     *
     * @param host what runs the loop
     * @param region what is taken out of it
     * @return those variables that are numbers of rows there and always one of a few constants
     */
    static RowStates of(Function host, List<Block> region) {
        Set<Block> inside = Set.copyOf(region);
        Set<BlockParam> found = new LinkedHashSet<>();
        for (Block block : region) {
            for (Instr instr : block.instrs()) {
                for (Value number : instr.op() instanceof Op.RowElement ? instr.operands() : List.<Value>of()) {
                    if (number instanceof BlockParam variable
                            && !inside.contains(variable.block())
                            && variable.block() != host.entry()) {
                        found.add(variable);
                    }
                }
            }
        }
        List<BlockParam> constant = found.stream()
                .filter(variable -> !states(host, List.of(variable)).isEmpty())
                .toList();
        return new RowStates(constant, constant.isEmpty() ? List.of() : states(host, constant));
    }

    /** {@return the constants that variables are together; nothing if they are something else, or too many} */
    private static List<List<Constant>> states(Function host, List<BlockParam> variables) {
        Dominators dominators = Dominators.of(host);
        Set<List<Constant>> states = new LinkedHashSet<>();
        Set<List<? extends Value>> seen = new HashSet<>(Set.of(variables));
        Deque<List<? extends Value>> waiting = new ArrayDeque<>(seen);
        while (!waiting.isEmpty()) {
            List<? extends Value> numbers = waiting.pop();
            List<Value> others = new ArrayList<>(numbers);
            others.removeIf(number -> number instanceof Instr instr && instr.op() instanceof Constant);
            if (others.isEmpty()) {
                states.add(numbers.stream()
                        .map(number -> (Constant) ((Instr) number).op())
                        .toList());
                continue;
            }
            Block last = last(others, dominators);
            boolean isPassed =
                    others.stream().allMatch(number -> number instanceof BlockParam || number.block() != last);
            if (!isPassed || last == host.entry() || seen.size() > MOST_STEPS) {
                return List.of();
            }
            for (Edge edge : last.incoming()) {
                List<Value> before =
                        numbers.stream().map(number -> before(number, edge)).toList();
                if (seen.add(before)) {
                    waiting.add(before);
                }
            }
        }
        return states.size() > MOST_STATES ? List.of() : List.copyOf(states);
    }

    /** {@return where the last of some numbers was passed on} The others have not changed since, as all are known in one place. */
    private static Block last(List<Value> numbers, Dominators dominators) {
        Block last = numbers.getFirst().block();
        for (Value number : numbers) {
            last = dominators.dominates(last, number.block()) ? number.block() : last;
        }
        return last;
    }

    private static Value before(Value number, Edge edge) {
        return number instanceof BlockParam param && param.block() == edge.target()
                ? edge.arguments().get(param.index())
                : number;
    }

    /** {@return the variable that tells which rows all of them refer to, and so has to be passed; none if there is none} */
    List<BlockParam> telling() {
        return IntStream.range(0, variables.size())
                .filter(i ->
                        states.stream().map(state -> state.get(i)).distinct().count() == states.size())
                .mapToObj(variables::get)
                .limit(states.isEmpty() ? 0 : 1)
                .toList();
    }

    /**
     * Computes all of them from one.
     *
     * @param builder where
     * @param telling the one that tells
     * @param passed what it is there
     * @return the variables, as what they are there
     */
    Map<BlockParam, Value> computed(Builder builder, BlockParam telling, Value passed) {
        int index = variables.indexOf(telling);
        List<Instr> conditions = new ArrayList<>();
        for (List<Constant> state : states.subList(1, states.size())) {
            Instr constant = builder.emit(state.get(index));
            conditions.add(builder.emit(new Op.Compare(Predicate.EQ, ScalarType.I32), passed, constant));
        }
        Map<BlockParam, Value> computed = new HashMap<>();
        for (int i = 0; i < variables.size(); i++) {
            Value number = builder.emit(states.getFirst().get(i));
            for (int j = 0; j < conditions.size(); j++) {
                Value other = builder.emit(states.get(j + 1).get(i));
                number = builder.emit(new Op.Select(ScalarType.I32), conditions.get(j), other, number);
            }
            computed.put(variables.get(i), number);
        }
        return computed;
    }
}
