package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.analysis.Reach;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that a loop computes for each row, as they can be computed where the array of rows is made, before the loop: of what is known there,
 * of the row's number, and of elements of arrays that nothing writes from there on.
 */
final class RowLengths {
    private final Translation translation;
    private final SetElements elements;
    private final Instr maker;
    private final @Nullable Numbering row;
    private final @Nullable Block end;
    private final Map<Value, Boolean> known = new HashMap<>();

    /** Of those known, what is computed before the array is made. */
    private final Set<Value> there = new HashSet<>();

    private @Nullable Set<Block> later;

    /** What tells the number of a row in the loops that set rows. */
    interface Numbering {
        /** {@return whether a value is the variable of a loop} */
        boolean isVariable(Value value);

        /** {@return what the variable of a loop is where the row of a number is set} */
        Value variable(Value variable, Value number, Builder builder);
    }

    /** The rows' number itself. */
    record RowNumber(Value row) implements Numbering {
        @Override
        public boolean isVariable(Value value) {
            return value == row;
        }

        @Override
        public Value variable(Value variable, Value number, Builder builder) {
            return number;
        }
    }

    /** How a number follows from branches. */
    sealed interface Way {
        /** A number, whatever branches decide. */
        record One(Value number) implements Way {}

        /**
         * One of two, as a branch decides.
         *
         * @param condition whether it is the first
         */
        record Fork(Value condition, Way first, Way second) implements Way {}
    }

    /**
     * Looks at nothing yet.
     *
     * @param maker makes the outer array
     * @param row tells the number of the row in the loops, null for numbers that are the same for all rows
     * @param end where these loops have ended, null if there are none
     */
    RowLengths(
            Translation translation, SetElements elements, Instr maker, @Nullable Numbering row, @Nullable Block end) {
        this.translation = translation;
        this.elements = elements;
        this.maker = maker;
        this.row = row;
        this.end = end;
    }

    /** {@return whether a number can be computed where the array is made} To be asked of each number before the kernel changes. */
    boolean isKnown(Value value) {
        Boolean before = known.get(value);
        if (before == null) {
            boolean isThere = elements.isThere(value);
            if (isThere) {
                there.add(value);
            }
            before = isThere
                    || isRow(value)
                    || switch (value) {
                        case Instr instr -> isComputed(instr);
                        case BlockParam param -> isChosen(param);
                        default -> false;
                    };
            known.put(value, before);
        }
        return before;
    }

    private boolean isRow(Value value) {
        return row != null && row.isVariable(value);
    }

    /** {@return whether a number can be computed where the array is made, and so can what decides about it} */
    boolean isKnown(Way way) {
        return switch (way) {
            case Way.One(Value number) -> isKnown(number);
            case Way.Fork(Value condition, Way first, Way second) ->
                isKnown(condition) && isKnown(first) && isKnown(second);
        };
    }

    private boolean isChosen(BlockParam param) {
        Way way = way(param);
        return way != null && isKnown(way);
    }

    /** {@return which of two numbers a parameter is where two ways meet that parted at one branch, null if it is none} */
    private static @Nullable Way way(BlockParam param) {
        List<Edge> ways = param.block().incoming();
        if (ways.size() != 2 || !(param.type() instanceof ScalarType)) {
            return null;
        }
        Edge first = parting(ways.getFirst());
        Edge second = parting(ways.getLast());
        Instr branch = first.source();
        if (branch != second.source() || !(branch.op() instanceof Op.Branch)) {
            return null;
        }
        boolean isFirst = branch.edges().getFirst() == first;
        Value one = ways.getFirst().arguments().get(param.index());
        Value other = ways.getLast().arguments().get(param.index());
        return new Way.Fork(branch.operand(0), new Way.One(isFirst ? one : other), new Way.One(isFirst ? other : one));
    }

    /** {@return the edge by which a way begins that leads through one block at most} */
    private static Edge parting(Edge way) {
        Instr source = way.source();
        return source.op() instanceof Op.Jump && source.block().incoming().size() == 1
                ? source.block().incoming().getFirst()
                : way;
    }

    private boolean isComputed(Instr instr) {
        return instr.op() instanceof Op.Load load
                ? row != null
                        && load.space() == Space.GLOBAL
                        && load.index() == IndexType.INT
                        && isKnown(instr.operand(1))
                        && isUnwritten(instr.operand(0))
                : instr.op().effect() == Effect.NONE
                        && instr.operands().stream()
                                .allMatch(operand -> operand.type() instanceof ArrayType
                                        ? elements.isFixed(operand)
                                        : isKnown(operand));
    }

    /** {@return whether the elements of an array are the same from where the outer array is made until all rows are set} Two that are passed may be one. */
    private boolean isUnwritten(Value array) {
        if (!(array instanceof BlockParam param) || !elements.isFixed(param)) {
            return false;
        }
        boolean isAlone = areStarts(param) || RowByRow.maker(param) != null;
        for (Block block : translation.function.blocks()) {
            for (Instr instr : block.instrs()) {
                boolean mayWrite = instr.op().effect().mayWrite()
                        && !(instr.op() instanceof Op.MakeArray)
                        && comesLater(instr)
                        && instr.operands().stream()
                                .anyMatch(operand -> operand == param || (!isAlone && isPassedLike(param, operand)));
                if (mayWrite || instr.op().effect() == Effect.SYNCHRONISE) {
                    return false;
                }
            }
        }
        return true;
    }

    /** {@return whether an array says where rows begin which are passed, so that nobody else has it} */
    private boolean areStarts(BlockParam array) {
        return translation.passedRows.values().stream()
                .anyMatch(layout -> layout instanceof RowLayout.Ragged ragged
                        && ragged.starts().contains(array));
    }

    /** {@return whether an array that is passed may be the same as another one} One of numbers in records is none of numbers alone. */
    private static boolean isPassedLike(BlockParam array, Value operand) {
        return operand instanceof BlockParam other
                && other.type().equals(array.type())
                && (other.ofLength() == other) == (array.ofLength() == array)
                && RowByRow.maker(other) == null;
    }

    /** {@return whether an instruction may run after the outer array is made and before all rows are set} */
    private boolean comesLater(Instr instr) {
        if (later == null) {
            later = Reach.from(maker.block().successors(), block -> block != end);
        }
        List<Instr> own = maker.block().instrs();
        return later.contains(instr.block())
                || (instr.block() == maker.block() && own.indexOf(instr) > own.indexOf(maker));
    }

    /** {@return whether a number that is known is computed of elements} */
    boolean readsElements(Way way) {
        return readsElements(way, new HashSet<>());
    }

    private boolean readsElements(Way way, Set<Value> asked) {
        return switch (way) {
            case Way.One(Value number) -> readsElements(number, asked);
            case Way.Fork(Value condition, Way first, Way second) ->
                readsElements(condition, asked) || readsElements(first, asked) || readsElements(second, asked);
        };
    }

    /** Asks each value once: a second time it does not read any, or all is answered. */
    private boolean readsElements(Value value, Set<Value> asked) {
        if (there.contains(value) || isRow(value) || !asked.add(value)) {
            return false;
        }
        return switch (value) {
            case Instr instr ->
                instr.op() instanceof Op.Load
                        || instr.operands().stream().anyMatch(operand -> readsElements(operand, asked));
            case BlockParam param -> {
                Way way = way(param);
                yield way != null && readsElements(way, asked);
            }
            default -> false;
        };
    }

    /**
     * Computes a number that is known.
     *
     * @param number of the row; an element that its array does not have is 0, as the loop throws where it reads that
     * @param builder where; it goes on behind
     */
    Value copied(Value value, @Nullable Value number, Builder builder) {
        return copied(value, number, builder, new HashMap<>());
    }

    /** Computes a number that is known, as above. */
    Value copied(Way way, @Nullable Value number, Builder builder) {
        return copied(way, number, builder, new HashMap<>());
    }

    private Value copied(Way way, @Nullable Value number, Builder builder, Map<Value, Value> copies) {
        return switch (way) {
            case Way.One(Value value) -> copied(value, number, builder, copies);
            case Way.Fork(Value decides, Way one, Way other) -> {
                Value condition = copied(decides, number, builder, copies);
                Value first = copied(one, number, builder, copies);
                Value second = copied(other, number, builder, copies);
                yield builder.emit(new Op.Select((ScalarType) first.type()), condition, first, second);
            }
        };
    }

    private Value copied(Value value, @Nullable Value number, Builder builder, Map<Value, Value> copies) {
        if (row != null && row.isVariable(value) && number != null) {
            return copies.computeIfAbsent(value, variable -> row.variable(variable, number, builder));
        }
        if (there.contains(value) || value.type() instanceof ArrayType) {
            return value;
        }
        Value copy = copies.get(value);
        if (copy == null && value instanceof BlockParam param) {
            copy = copied(Objects.requireNonNull(way(param)), number, builder, copies);
            copies.put(value, copy);
        }
        if (copy == null) {
            Instr instr = (Instr) value;
            List<Value> operands = new ArrayList<>();
            for (Value operand : instr.operands()) {
                operands.add(copied(operand, number, builder, copies));
            }
            copy = instr.op() instanceof Op.Load load
                    ? loaded(load, operands, builder)
                    : builder.emit(instr.op(), operands);
            copies.put(value, copy);
        }
        return copy;
    }

    private Value loaded(Op.Load load, List<Value> operands, Builder builder) {
        Value array = operands.getFirst();
        Value length = builder.emit(new Op.Length((ArrayType) array.type()), array);
        Value isThere = builder.emit(new Op.InBounds(), operands.get(1), length);
        Block loads = translation.function.addBlock();
        Block goesOn = translation.function.addBlock();
        Value element = goesOn.addParam(load.result());
        Value none = builder.emit(new Op.Constant((ScalarType) load.result(), 0));
        builder.branch(isThere, loads, List.of(), goesOn, List.of(none));
        Value loaded = builder.atEnd(loads).emit(load, operands);
        builder.jump(goesOn, List.of(loaded));
        builder.atEnd(goesOn);
        return element;
    }
}
