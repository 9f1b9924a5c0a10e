package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
    private final @Nullable Value row;
    private final Map<Value, Boolean> known = new HashMap<>();

    /** Of those known, what is computed before the array is made. */
    private final Set<Value> there = new HashSet<>();

    private @Nullable Set<Block> later;

    /**
     * Looks at nothing yet.
     *
     * @param maker makes the outer array
     * @param row the number of the row in the loop, null for numbers that are the same for all rows
     */
    RowLengths(Translation translation, SetElements elements, Instr maker, @Nullable Value row) {
        this.translation = translation;
        this.elements = elements;
        this.maker = maker;
        this.row = row;
    }

    /** {@return whether a number can be computed where the array is made} To be asked of each number before the kernel changes. */
    boolean isKnown(Value value) {
        Boolean before = known.get(value);
        if (before == null) {
            boolean isThere = elements.isThere(value);
            if (isThere) {
                there.add(value);
            }
            before = value == row || isThere || (value instanceof Instr instr && isComputed(instr));
            known.put(value, before);
        }
        return before;
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

    /** {@return whether the elements of an array are the same from where the outer array is made} Two that are passed may be one. */
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

    /** {@return whether an instruction may run after the outer array is made} */
    private boolean comesLater(Instr instr) {
        if (later == null) {
            later = new HashSet<>();
            Deque<Block> open = new ArrayDeque<>(maker.block().successors());
            while (!open.isEmpty()) {
                Block block = open.pop();
                if (later.add(block)) {
                    open.addAll(block.successors());
                }
            }
        }
        List<Instr> own = maker.block().instrs();
        return later.contains(instr.block())
                || (instr.block() == maker.block() && own.indexOf(instr) > own.indexOf(maker));
    }

    /** {@return whether a number that is known is computed of elements} */
    boolean readsElements(Value value) {
        return !there.contains(value)
                && value instanceof Instr instr
                && (instr.op() instanceof Op.Load || instr.operands().stream().anyMatch(this::readsElements));
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

    private Value copied(Value value, @Nullable Value number, Builder builder, Map<Value, Value> copies) {
        if (value == row && number != null) {
            return number;
        }
        if (there.contains(value) || value.type() instanceof ArrayType) {
            return value;
        }
        Value copy = copies.get(value);
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
