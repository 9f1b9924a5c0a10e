package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Emits loops, branches and copies of a loop's iteration into a function. */
final class LoopEmitter {
    private final Function code;
    private final Builder builder;

    LoopEmitter(Function code) {
        this.code = code;
        this.builder = new Builder(code);
    }

    Builder builder() {
        return builder;
    }

    /** What is done for each value of a loop's variable: takes the variable and what is carried, returns what is carried on. */
    interface Body {
        List<Value> emit(Value variable, List<Value> carried);
    }

    /** Emits a loop from 0 to a number; {@return what it carries in the end, the builder after it} */
    List<Value> repeat(Value count, List<Value> starts, Body body) {
        return repeat(() -> count, starts, body);
    }

    /** Emits a loop from 0 to a constant; {@return what it carries in the end, the builder after it} */
    List<Value> repeat(int count, List<Value> starts, Body body) {
        return repeat(() -> builder.constant(count), starts, body);
    }

    /** Emits a loop that carries nothing from 0 to a constant. */
    void repeat(int count, Consumer<Value> body) {
        repeat(count, List.of(), (variable, _) -> {
            body.accept(variable);
            return List.of();
        });
    }

    /** Emits a loop from one I32 up to another; {@return what it carries in the end, the builder after it} */
    List<Value> repeat(Value from, Value to, List<Value> starts, Body body) {
        return loop(() -> from, () -> to, () -> builder.constant(1), starts, body);
    }

    /** Emits a loop that carries nothing, of an I32, from one number up to another by steps. */
    void repeat(Value from, Value to, Value step, Consumer<Value> body) {
        loop(() -> from, () -> to, () -> step, List.of(), (variable, _) -> {
            body.accept(variable);
            return List.of();
        });
    }

    /** Emits a loop of an I32 from one number up to another by a constant; {@return what it carries in the end, the builder after it} */
    List<Value> repeat(Value from, Value to, int step, List<Value> starts, Body body) {
        return loop(() -> from, () -> to, () -> builder.constant(step), starts, body);
    }

    private List<Value> repeat(Supplier<Value> count, List<Value> starts, Body body) {
        return loop(() -> builder.constant(0), count, () -> builder.constant(1), starts, body);
    }

    private List<Value> loop(
            Supplier<Value> from, Supplier<Value> to, Supplier<Value> step, List<Value> starts, Body body) {
        Block header = code.addBlock();
        Block inside = code.addBlock();
        Block after = code.addBlock();
        List<Value> first = new ArrayList<>(List.of(from.get()));
        first.addAll(starts);
        builder.jump(header, first);
        BlockParam variable = header.addParam(ScalarType.I32);
        List<Value> carried = new ArrayList<>();
        starts.forEach(start -> carried.add(header.addParam(start.type())));
        builder.atEnd(header);
        builder.branch(isLess(variable, to.get()), inside, List.of(), after, List.of());
        builder.atEnd(inside);
        List<Value> results = body.emit(variable, carried);
        List<Value> next = new ArrayList<>(List.of(int32(BinaryKind.ADD, variable, step.get())));
        next.addAll(results);
        builder.jump(header, next);
        builder.atEnd(after);
        return carried;
    }

    /** Emits what is done only if a condition holds. */
    void when(Value condition, Runnable then) {
        Block inside = code.addBlock();
        Block after = code.addBlock();
        builder.branch(condition, inside, List.of(), after, List.of());
        builder.atEnd(inside);
        then.run();
        builder.jump(after, List.of());
        builder.atEnd(after);
    }

    /** Emits two ways that come to the same values; {@return these} */
    List<Value> choose(Value condition, Supplier<List<Value>> then, Supplier<List<Value>> otherwise) {
        Block one = code.addBlock();
        Block other = code.addBlock();
        Block after = code.addBlock();
        builder.branch(condition, one, List.of(), other, List.of());
        builder.atEnd(one);
        List<Value> values = then.get();
        List<Value> chosen = new ArrayList<>();
        values.forEach(value -> chosen.add(after.addParam(value.type())));
        builder.jump(after, values);
        builder.atEnd(other);
        builder.jump(after, otherwise.get());
        builder.atEnd(after);
        return chosen;
    }

    /** Adds parameters like those of an iteration to the first block; {@return these} */
    static List<Value> parameters(Function iteration, Block entry) {
        List<Value> own = new ArrayList<>();
        for (BlockParam param : iteration.params()) {
            BlockParam copy = entry.addParam(param.type());
            copy.setName(param.name());
            own.add(copy);
        }
        return own;
    }

    /** Copies an iteration's code; {@return what it returns, the builder after it} */
    List<Value> iterate(Function iteration, List<Value> arguments, Value number) {
        return iterate(iteration, arguments, number, null, _ -> {});
    }

    /**
     * Copies the code of an iteration that exists, of a loop that lies along x.
     *
     * @param guard the branch that asks whether it does, {@code null} if that is to be asked
     * @param edit changes the copy
     */
    List<Value> iterate(
            Function iteration, List<Value> arguments, Value number, @Nullable Instr guard, Consumer<RegionCopy> edit) {
        return iterate(iteration, arguments, Axis.X, number, guard, edit);
    }

    /**
     * Copies the code of an iteration.
     *
     * @param axis along which the loop lies whose iteration is given; along others they are those of the thread still
     * @param number which iteration it is
     * @param guard the branch that asks whether it exists, {@code null} if that is to be asked
     * @param edit changes the copy
     */
    List<Value> iterate(
            Function iteration,
            List<Value> arguments,
            Axis axis,
            Value number,
            @Nullable Instr guard,
            Consumer<RegionCopy> edit) {
        RegionCopy copy = new RegionCopy(code, ReversePostorder.of(iteration));
        if (guard != null) {
            copy.decide(guard, guard.edges().getFirst());
        }
        for (BlockParam param : iteration.params()) {
            copy.map(param, arguments.get(param.index()));
        }
        Block first = code.addBlock();
        Block after = code.addBlock();
        // An iteration that exists may always throw: then nothing leads behind it, and what it gives there is anything.
        List<Value> results = new ArrayList<>();
        returned(iteration).forEach(value -> results.add(after.addParam(value.type())));
        copy.redirect(iteration.entry(), first);
        copy.copyTo(first);
        edit.accept(copy);
        builder.jump(first, List.of());
        for (Block block : copy.copies()) {
            for (Instr instr : List.copyOf(block.instrs())) {
                if (instr.op().equals(new Op.Iteration(axis))) {
                    instr.replaceAllUsesWith(number);
                    instr.remove();
                } else if (instr.op() instanceof Op.Return) {
                    new Builder(code).before(instr).jump(after, instr.operands());
                    instr.remove();
                }
            }
        }
        builder.atEnd(after);
        return results;
    }

    private static List<Value> returned(Function function) {
        return ReversePostorder.of(function).stream()
                .map(Block::terminator)
                .filter(end -> end.op() instanceof Op.Return)
                .findFirst()
                .map(Instr::operands)
                .orElse(List.of());
    }

    /**
     * Computes again what an iteration computes of its number and its parameters alone.
     *
     * @param value what
     * @param arguments what stands for the parameters
     * @param number which iteration it is
     * @param known what was computed before, and is added to
     * @return what the value is there
     */
    Value computed(Value value, List<Value> arguments, Value number, Map<Value, Value> known) {
        if (value instanceof BlockParam param) {
            return arguments.get(param.index());
        }
        Value made = known.get(value);
        if (made == null) {
            Instr instr = (Instr) value;
            List<Value> operands = new ArrayList<>();
            instr.operands().forEach(operand -> operands.add(computed(operand, arguments, number, known)));
            made = instr.op() instanceof Op.Iteration ? number : builder.emit(instr.op(), operands);
            known.put(value, made);
        }
        return made;
    }

    Value wide(Value narrow) {
        return builder.emit(Op.Convert.WIDEN, narrow);
    }

    Value narrow(Value wide) {
        return builder.emit(new Op.Convert(ScalarType.I64, ScalarType.I32), wide);
    }

    Value int32(BinaryKind kind, Value left, Value right) {
        return builder.emit(new Op.Binary(kind, ScalarType.I32), left, right);
    }

    Value int32(BinaryKind kind, Value left, int right) {
        return int32(kind, left, builder.constant(right));
    }

    Value int64(BinaryKind kind, Value left, Value right) {
        return builder.emit(new Op.Binary(kind, ScalarType.I64), left, right);
    }

    Value int64(BinaryKind kind, Value left, long right) {
        return int64(kind, left, builder.constant(right));
    }

    /** {@return a value shifted to the right, zeros from the left} */
    Value shifted(Value value, int bits) {
        return builder.emit(new Op.Binary(BinaryKind.USHR, (ScalarType) value.type()), value, builder.constant(bits));
    }

    Value and(Value left, Value right) {
        return builder.emit(new Op.Binary(BinaryKind.AND, ScalarType.I1), left, right);
    }

    Value isLess(Value left, Value right) {
        return builder.emit(new Op.Compare(Predicate.LT, (ScalarType) left.type()), left, right);
    }

    Value isEqual(Value left, int right) {
        return builder.emit(new Op.Compare(Predicate.EQ, ScalarType.I32), left, builder.constant(right));
    }

    Value select(Value condition, Value then, Value otherwise) {
        return builder.emit(new Op.Select((ScalarType) then.type()), condition, then, otherwise);
    }

    Value load(Value array, Value index) {
        ArrayType type = (ArrayType) array.type();
        return builder.emit(new Op.Load(type), array, index);
    }

    void store(Value array, Value index, Value value) {
        ArrayType type = (ArrayType) array.type();
        builder.emit(new Op.Store(type), array, index, value);
    }

    Value length(Value array) {
        ElementType element = ((ArrayType) array.type()).element();
        return builder.emit(new Op.Length(element, Space.GLOBAL), array);
    }
}
