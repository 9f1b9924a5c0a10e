package dev.gpukernel.internal.array;

import dev.gpukernel.internal.array.Structure.Apply;
import dev.gpukernel.internal.array.Structure.Index;
import dev.gpukernel.internal.array.Structure.Place;
import dev.gpukernel.internal.array.Structure.Read;
import dev.gpukernel.internal.array.Structure.Scalar;
import dev.gpukernel.internal.array.Structure.Step;
import dev.gpukernel.internal.array.Structure.Whole;
import dev.gpukernel.internal.frontend.ElementFunctions;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.jit.ElementFunction;
import dev.gpukernel.internal.pass.FunctionCopies;
import dev.gpukernel.internal.pass.Inlining;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes the code of an expression: {@code for (i…) for (j…) for (k…) out[…] = …}, with one loop for each axis. If there are more than
 * three, the first loop goes over all of the first axes together. A reduction is one more loop inside, over all reduced axes.
 */
final class ExpressionCode {
    /** What stands for class and method in messages and stack traces. */
    static final String NAME = "NdArray.compute";

    private static final SourcePosition POSITION = ElementFunctions.CALLER;

    private static final int MOST_LOOPS = 3;

    /** Instructions that are put in place of calls at most; what is called beyond becomes functions. */
    private static final int MOST_INLINED = 400;

    private final Structure structure;
    private final Outlining outlining;
    private final Function function = new Function(NAME);
    private final Builder code = new Builder(function);
    private final FunctionCopies called = new FunctionCopies();
    private final List<BlockParam> arrays = new ArrayList<>();
    private final List<BlockParam> sizes = new ArrayList<>();

    /** For each step its parameters, in order. */
    private final List<List<BlockParam>> numbers = new ArrayList<>();

    private int inlined;

    /**
     * Prepares the code.
     *
     * @param structure what is to be computed
     * @param outlining whether large methods may become functions
     */
    ExpressionCode(Structure structure, Outlining outlining) {
        this.structure = structure;
        this.outlining = outlining;
    }

    Function write() {
        Block entry = function.addBlock();
        BlockParam out = parameter(entry, new ArrayType(structure.result()), "out");
        for (ElementType type : structure.arrays()) {
            arrays.add(parameter(entry, new ArrayType(type), "array" + arrays.size()));
        }
        for (int axis = 0; axis < structure.rank(); axis++) {
            sizes.add(parameter(entry, ScalarType.I32, "size" + axis));
        }
        if (structure.combination() instanceof Combination.Applied) {
            // Pieces are the last of the axes that are kept.
            sizes.add(kept(), parameter(entry, ScalarType.I32, "pieces"));
        }
        for (int step = 0; step < structure.steps().size(); step++) {
            numbers.add(parameters(entry, step));
        }
        code.atEnd(entry).at(POSITION);
        write(out, new ArrayList<>());
        code.ret();
        return function;
    }

    private static BlockParam parameter(Block entry, dev.gpukernel.internal.ir.Type type, String name) {
        BlockParam param = entry.addParam(type);
        param.setName(name);
        return param;
    }

    private List<BlockParam> parameters(Block entry, int step) {
        return switch (structure.steps().get(step)) {
            case Read read -> parameters(entry, read.place(), step);
            case Index index -> parameters(entry, index.place(), step);
            case Scalar scalar -> List.of(parameter(entry, scalar.type().register(), "number" + step));
            case Apply _, Whole _ -> List.of();
        };
    }

    private static List<BlockParam> parameters(Block entry, Place place, int step) {
        List<BlockParam> made = new ArrayList<>();
        if (place.isMoved()) {
            made.add(parameter(entry, ScalarType.I32, "offset" + step));
        }
        for (int axis = 0; axis < place.strides().size(); axis++) {
            if (place.strides().get(axis) == Structure.Stride.ANY) {
                made.add(parameter(entry, ScalarType.I32, "stride" + step + "_" + axis));
            }
        }
        return made;
    }

    /** {@return how many axes of the elements are kept} */
    private int kept() {
        return structure.rank() - structure.reduced();
    }

    /** Writes the loops inside those of which the variables are given. */
    private void write(BlockParam out, List<Value> outer) {
        int kept = sizes.size() - structure.reduced();
        int loops = Math.min(MOST_LOOPS, kept);
        if (outer.size() == loops) {
            store(out, outer, kept);
            return;
        }
        int first = outer.isEmpty() ? 0 : kept - loops + outer.size();
        Value end = product(first, outer.isEmpty() ? kept - loops + 1 : first + 1);
        Block header = function.addBlock();
        Block exit = function.addBlock();
        Block body = function.addBlock();
        BlockParam counter = header.addParam(ScalarType.I32);
        counter.setName(List.of("i", "j", "k").get(outer.size()));
        code.jump(header, List.of(code.constant(0)));
        code.atEnd(header);
        Value isDone = code.emit(new Op.Compare(Predicate.GE, ScalarType.I32), counter, end);
        code.branch(isDone, exit, List.of(), body, List.of());
        code.atEnd(body);
        List<Value> inner = new ArrayList<>(outer);
        inner.add(counter);
        write(out, inner);
        code.jump(header, List.of(binary(BinaryKind.ADD, counter, code.constant(1))));
        code.atEnd(exit);
    }

    /** {@return how many elements some axes have together} */
    private Value product(int first, int end) {
        Value product = sizes.get(first);
        for (int axis = first + 1; axis < end; axis++) {
            product = binary(BinaryKind.MUL, product, sizes.get(axis));
        }
        return product;
    }

    private void store(BlockParam out, List<Value> counters, int kept) {
        List<Value> coordinates = new ArrayList<>();
        Value place = code.constant(0);
        if (kept > 0) {
            int together = kept - counters.size() + 1;
            place = counters.getFirst();
            for (int i = 1; i < counters.size(); i++) {
                Value row = binary(BinaryKind.MUL, place, sizes.get(together + i - 1));
                place = binary(BinaryKind.ADD, row, counters.get(i));
            }
            addCoordinates(counters.getFirst(), 0, together, coordinates);
            coordinates.addAll(counters.subList(1, counters.size()));
        }
        Value value = switch (structure.combination()) {
            case null -> number(values(coordinates).getLast());
            case Reduction reduction -> reduced(reduction, coordinates);
            case Combination.Applied applied -> combined(applied, coordinates);
        };
        code.emit(new Op.Store(structure.result()), out, place, value);
    }

    /** Takes the number of an element of some axes apart. */
    private void addCoordinates(Value number, int first, int end, List<Value> coordinates) {
        Value left = number;
        int at = coordinates.size();
        for (int axis = end - 1; axis > first; axis--) {
            // No size is 0 where there is an element.
            coordinates.add(at, binary(BinaryKind.REM, left, sizes.get(axis)));
            left = binary(BinaryKind.DIV, left, sizes.get(axis));
        }
        coordinates.add(at, left);
    }

    private List<Value> values(List<Value> coordinates) {
        List<Value> values = new ArrayList<>();
        for (int step = 0; step < structure.steps().size(); step++) {
            values.add(value(step, coordinates, values));
        }
        return values;
    }

    /** Says how an element goes into what became of those before it. */
    @FunctionalInterface
    private interface Combiner {
        /**
         * Writes that.
         *
         * @param soFar what became of the elements before
         * @param values what all steps come to for this one
         * @return what becomes of both
         */
        Value combine(Value soFar, List<Value> values);
    }

    /** Writes a loop over all elements along the reduced axes. */
    private Value reduced(Reduction reduction, List<Value> outer) {
        ElementType type = structure.result();
        String name = reduction.name().toLowerCase(Locale.ROOT);
        Value begin = code.emit(reduction.identity(type));
        return loop(
                "r",
                name,
                null,
                product(kept(), sizes.size()),
                begin,
                outer,
                (soFar, values) -> combined(reduction, type, List.of(soFar, number(values.getLast()))));
    }

    /** Writes a loop over a piece of the elements along the reduced axes. */
    private Value combined(Combination.Applied combination, List<Value> outer) {
        Value total = product(kept() + 1, sizes.size());
        Value size = code.constant(Combination.PIECE);
        Value first = binary(BinaryKind.MUL, outer.getLast(), size);
        Value left = binary(BinaryKind.SUB, total, first);
        Value isLast = code.emit(new Op.Compare(Predicate.LT, ScalarType.I32), left, size);
        Value count = code.emit(new Op.Select(ScalarType.I32), isLast, left, size);
        Value begin = numbers.getFirst().getFirst();
        List<Value> ofElement = outer.subList(0, kept());
        return loop("r", "combined", first, count, begin, ofElement, (soFar, values) -> {
            List<Value> arguments = new ArrayList<>(List.of(soFar, number(values.getLast())));
            arguments.addAll(values.subList(1, 1 + combination.captured()));
            return call(combination.function().code(outlining), arguments);
        });
    }

    private Value loop(
            String counterName,
            String name,
            @Nullable Value first,
            Value count,
            Value begin,
            List<Value> outer,
            Combiner combiner) {
        Block header = function.addBlock();
        Block exit = function.addBlock();
        Block body = function.addBlock();
        BlockParam counter = header.addParam(ScalarType.I32);
        counter.setName(counterName);
        BlockParam soFar = header.addParam(structure.result().register());
        soFar.setName(name);
        code.jump(header, List.of(code.constant(0), begin));
        code.atEnd(header);
        Value isDone = code.emit(new Op.Compare(Predicate.GE, ScalarType.I32), counter, count);
        code.branch(isDone, exit, List.of(), body, List.of());
        code.atEnd(body);
        List<Value> coordinates = new ArrayList<>(outer);
        Value place = first == null ? counter : binary(BinaryKind.ADD, first, counter);
        addCoordinates(place, sizes.size() - structure.reduced(), sizes.size(), coordinates);
        Value combined = combiner.combine(soFar, values(coordinates));
        code.jump(header, List.of(binary(BinaryKind.ADD, counter, code.constant(1)), combined));
        code.atEnd(exit);
        return soFar;
    }

    private Value combined(Reduction reduction, ElementType type, List<Value> both) {
        return switch (reduction) {
            case SUM -> code.emit(new Op.Binary(BinaryKind.ADD, type.register()), both);
            case PRODUCT -> code.emit(new Op.Binary(BinaryKind.MUL, type.register()), both);
            case LEAST -> call(ScalarFunctions.function("min", type, List.of(type, type)), both);
            case GREATEST -> call(ScalarFunctions.function("max", type, List.of(type, type)), both);
        };
    }

    private Value binary(BinaryKind kind, Value first, Value second) {
        return code.emit(new Op.Binary(kind, ScalarType.I32), first, second);
    }

    private Value value(int step, List<Value> coordinates, List<Value> before) {
        return switch (structure.steps().get(step)) {
            case Read read ->
                code.emit(new Op.Load(read.type()), arrays.get(read.array()), place(read.place(), step, coordinates));
            case Whole whole -> arrays.get(whole.array());
            case Index index -> place(index.place(), step, coordinates);
            case Scalar _ -> numbers.get(step).getFirst();
            case Apply apply ->
                apply(apply, apply.operands().stream().map(before::get).toList());
        };
    }

    private Value place(Place place, int step, List<Value> coordinates) {
        List<BlockParam> left = new ArrayList<>(numbers.get(step));
        Value sum = place.isMoved() ? left.removeFirst() : null;
        for (int axis = 0; axis < coordinates.size(); axis++) {
            Value distance = switch (place.strides().get(axis)) {
                case ZERO -> null;
                case ONE -> coordinates.get(axis);
                case ANY -> binary(BinaryKind.MUL, coordinates.get(axis), left.removeFirst());
            };
            if (distance != null) {
                sum = sum == null ? distance : binary(BinaryKind.ADD, sum, distance);
            }
        }
        return sum == null ? code.constant(0) : sum;
    }

    /** {@return a condition as the number that an array holds} */
    private Value number(Value value) {
        return value.type() == ScalarType.I1
                ? code.emit(new Op.Select(ScalarType.I32), value, code.constant(1), code.constant(0))
                : value;
    }

    private Value condition(Value value) {
        return value.type() == ScalarType.I1
                ? value
                : code.emit(new Op.Compare(Predicate.NE, ScalarType.I32), value, code.constant(0));
    }

    private Value apply(Apply apply, List<Value> given) {
        if (apply.operation() instanceof Operation.Choice) {
            return code.emit(
                    new Op.Select(apply.type().register()),
                    condition(given.getFirst()),
                    number(given.get(1)),
                    number(given.get(2)));
        }
        ScalarType type = apply.type().register();
        List<Value> operands = given.stream().map(this::number).toList();
        return switch (apply.operation()) {
            case Operation.Arithmetic(BinaryKind kind) -> {
                if ((kind == BinaryKind.DIV || kind == BinaryKind.REM) && !type.isFloating()) {
                    code.emit(new Op.DivisorCheck(type), operands.getLast());
                }
                yield code.emit(new Op.Binary(kind, type), operands);
            }
            case Operation.Comparison(Predicate predicate) ->
                code.emit(
                        new Op.Compare(
                                predicate, (ScalarType) operands.getFirst().type()),
                        operands);
            case Operation.Negation _ -> code.emit(new Op.Negate(type), operands);
            case Operation.Conversion _ -> {
                ScalarType from = (ScalarType) operands.getFirst().type();
                yield from == type ? operands.getFirst() : code.emit(new Op.Convert(from, type), operands);
            }
            case Operation.Method(String name) -> {
                List<ElementType> types = apply.operands().stream()
                        .map(structure.steps()::get)
                        .map(Step::type)
                        .toList();
                yield call(ScalarFunctions.function(name, apply.type(), types), operands);
            }
            case Operation.Applied(ElementFunction applied) -> call(applied.code(outlining), operands);
            case Operation.Choice _ -> throw new IllegalStateException("chosen above");
        };
    }

    private Value call(Function method, List<Value> operands) {
        boolean mayCall =
                outlining.arrays() || operands.stream().noneMatch(operand -> operand.type() instanceof ArrayType);
        boolean isLarge = called.has(method) || inlined + method.size() > MOST_INLINED;
        if (!outlining.equals(Outlining.NONE) && mayCall && isLarge) {
            return code.emit(new Op.Invoke(called.of(method)), operands);
        }
        inlined += method.size();
        Value result = Inlining.inline(function, code, method, operands, POSITION, called)
                .getFirst();
        code.at(POSITION);
        return result;
    }
}
