package dev.gpukernel.internal.array;

import dev.gpukernel.internal.array.Structure.Apply;
import dev.gpukernel.internal.array.Structure.Gather;
import dev.gpukernel.internal.array.Structure.Index;
import dev.gpukernel.internal.array.Structure.Place;
import dev.gpukernel.internal.array.Structure.Read;
import dev.gpukernel.internal.array.Structure.Scalar;
import dev.gpukernel.internal.array.Structure.Step;
import dev.gpukernel.internal.array.Structure.Whole;
import dev.gpukernel.internal.array.Traversal.Lanes;
import dev.gpukernel.internal.frontend.ElementFunctions;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IndexType;
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
    private final List<Value> sizes = new ArrayList<>();

    /** How many elements of the result there are along each axis, parts of what becomes one included. */
    private final List<Value> looped = new ArrayList<>();

    /** For each step its parameters, in order. */
    private final List<List<Value>> numbers = new ArrayList<>();

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
        Traversal traversal = structure.traversal();
        Block entry = function.addBlock();
        BlockParam out = parameter(entry, new ArrayType(structure.result()), "out");
        for (ElementType type : structure.arrays()) {
            arrays.add(parameter(entry, new ArrayType(type), "array" + arrays.size()));
        }
        for (int axis = 0; axis < structure.rank(); axis++) {
            sizes.add(parameter(entry, ScalarType.I32, "size" + axis));
        }
        looped.addAll(sizes.subList(0, kept()));
        if (traversal != null && traversal.isInParts()) {
            looped.add(partsAxis(), parameter(entry, ScalarType.I32, "parts"));
        }
        for (int step = 0; step < structure.steps().size(); step++) {
            numbers.add(parameters(entry, step));
        }
        if (traversal instanceof Traversal.Scan scan) {
            numbers.add(parameters(entry, scan.output(), numbers.size()));
        }
        code.atEnd(entry).at(POSITION);
        if (structure.multiple() > 1) {
            showMultiples();
        }
        switch (traversal) {
            case Traversal.Compaction compaction -> compact(out, compaction);
            case Traversal.Scatter scatter -> scatter(out, scatter);
            case Traversal.Scan scan -> scan(out, scan);
            case Traversal.Rows rows -> rows(out, rows);
            case null, default -> write(out, new ArrayList<>());
        }
        if (!(traversal instanceof Traversal.Compaction)) {
            code.ret();
        }
        return function;
    }

    /** Makes it seen in the code what the size of the last axis, offsets and strides are multiples of. */
    private void showMultiples() {
        sizes.add(multiple(sizes.removeLast()));
        looped.set(looped.size() - 1, sizes.getLast());
        for (int step = 0; step < structure.steps().size(); step++) {
            if (structure.steps().get(step) instanceof Read read && read.place().isAlong()) {
                numbers.set(step, numbers.get(step).stream().map(this::multiple).toList());
            }
        }
    }

    private Value multiple(Value number) {
        return binary(BinaryKind.AND, number, code.constant(-structure.multiple()));
    }

    /** A loop whose body is being written. */
    private record Loop(Block header, Block exit, BlockParam counter, List<BlockParam> carried) {}

    /** Begins a loop from 0 on. */
    private Loop begin(String name, Value end, List<Value> initial) {
        Block header = function.addBlock();
        Block exit = function.addBlock();
        Block body = function.addBlock();
        BlockParam counter = header.addParam(ScalarType.I32);
        counter.setName(name);
        List<Value> first = new ArrayList<>(List.of(code.constant(0)));
        List<BlockParam> carried = new ArrayList<>();
        for (Value value : initial) {
            first.add(value);
            carried.add(header.addParam(value.type()));
        }
        code.jump(header, first);
        code.atEnd(header);
        Value isDone = code.emit(new Op.Compare(Predicate.GE, ScalarType.I32), counter, end);
        code.branch(isDone, exit, List.of(), body, List.of());
        code.atEnd(body);
        return new Loop(header, exit, counter, carried);
    }

    /** Ends a loop. */
    private void end(Loop loop, List<? extends Value> carried) {
        List<Value> next = new ArrayList<>();
        next.add(binary(BinaryKind.ADD, loop.counter, code.constant(1)));
        next.addAll(carried);
        code.jump(loop.header, next);
        code.atEnd(loop.exit);
    }

    /** Writes {@code for (i…) if (condition) out[n++] = value; return n;}. */
    private void compact(BlockParam out, Traversal.Compaction compaction) {
        function.setResult(ScalarType.I32);
        Loop loop = begin("i", product(sizes, 0, structure.rank()), List.of(code.constant(0)));
        BlockParam count = loop.carried.getFirst();
        List<Value> coordinates = new ArrayList<>();
        addCoordinates(loop.counter, sizes, 0, structure.rank(), coordinates);
        List<Value> values = values(coordinates);
        Block store = function.addBlock();
        Block next = function.addBlock();
        BlockParam counted = next.addParam(ScalarType.I32);
        code.branch(condition(values.get(compaction.condition())), store, List.of(), next, List.of(count));
        code.atEnd(store);
        code.emit(new Op.Store(structure.result()), out, count, number(values.get(compaction.value())));
        code.jump(next, List.of(binary(BinaryKind.ADD, count, code.constant(1))));
        code.atEnd(next);
        end(loop, List.of(counted));
        code.emit(new Op.Return(List.of(ScalarType.I32)), count);
    }

    /** Writes {@code for (i…) out[place] = f(out[place], value);}. */
    private void scatter(BlockParam out, Traversal.Scatter scatter) {
        ElementType type = structure.result();
        Loop loop = begin("i", product(sizes, 0, structure.rank()), List.of());
        List<Value> coordinates = new ArrayList<>();
        addCoordinates(loop.counter, sizes, 0, structure.rank(), coordinates);
        List<Value> values = values(coordinates);
        Value place = values.get(scatter.place());
        Value before = code.emit(new Op.Load(type), out, place);
        List<Value> both = List.of(before, number(values.get(scatter.value())));
        Value after = switch (scatter.update()) {
            case LEAST -> combined(Reduction.LEAST, type, both);
            case GREATEST -> combined(Reduction.GREATEST, type, both);
            case SUM -> combined(Reduction.SUM, type, both);
        };
        code.emit(new Op.Store(type), out, place, after);
        end(loop, List.of());
    }

    /** Writes {@code for (rows…) for (r…) { sum = f(sum, value); out[place] = sum; }}. */
    private void scan(BlockParam out, Traversal.Scan scan) {
        ElementType type = structure.result();
        Loop rows = kept() == 0 ? null : begin("i", product(sizes, 0, kept()), List.of());
        List<Value> coordinates = new ArrayList<>();
        if (rows != null) {
            addCoordinates(rows.counter, sizes, 0, kept(), coordinates);
        }
        Loop loop = begin(
                "r",
                product(sizes, kept(), structure.rank()),
                List.of(code.emit(scan.reduction().identity(type))));
        addCoordinates(loop.counter, sizes, kept(), structure.rank(), coordinates);
        Value element = number(values(coordinates).get(scan.value()));
        Value soFar = combined(scan.reduction(), type, List.of(loop.carried.getFirst(), element));
        code.emit(new Op.Store(type), out, place(scan.output(), numbers.size() - 1, coordinates), soFar);
        end(loop, List.of(soFar));
        if (rows != null) {
            end(rows, List.of());
        }
    }

    /** Writes {@code for (i…) f(values, out[i]);}. */
    private void rows(BlockParam out, Traversal.Rows rows) {
        Loop loop = begin("i", product(sizes, 0, structure.rank()), List.of());
        List<Value> coordinates = new ArrayList<>();
        addCoordinates(loop.counter, sizes, 0, structure.rank(), coordinates);
        List<Value> values = values(coordinates);
        List<Value> arguments = new ArrayList<>();
        rows.operands().forEach(operand -> arguments.add(number(values.get(operand))));
        arguments.add(out);
        arguments.add(loop.counter);
        rows.sizes().forEach(size -> arguments.add(values.get(size)));
        run(rows.function().code(outlining), arguments, POSITION);
        end(loop, List.of());
    }

    /** Writes a loop that finds the number of the first best element along the walked axes. */
    private Value best(Traversal.Best best, List<Value> outer) {
        ElementType type = structure.steps().get(best.value()).type();
        // What nothing is better than is best where no element is better, which is then the first one.
        Value worst = code.emit((best.isGreatest() ? Reduction.GREATEST : Reduction.LEAST).identity(type));
        Loop loop = begin("r", product(sizes, kept(), structure.rank()), List.of(worst, code.constant(0)));
        List<Value> coordinates = new ArrayList<>(outer);
        addCoordinates(loop.counter, sizes, kept(), structure.rank(), coordinates);
        Value element = number(values(coordinates).get(best.value()));
        Predicate better = best.isGreatest() ? Predicate.GT : Predicate.LT;
        Value isBetter = code.emit(new Op.Compare(better, type.register()), element, loop.carried.getFirst());
        Block taken = function.addBlock();
        Block next = function.addBlock();
        List<BlockParam> after = List.of(next.addParam(type.register()), next.addParam(ScalarType.I32));
        code.branch(isBetter, taken, List.of(), next, loop.carried);
        code.atEnd(taken);
        code.jump(next, List.of(element, loop.counter));
        code.atEnd(next);
        end(loop, after);
        return loop.carried.getLast();
    }

    private static BlockParam parameter(Block entry, dev.gpukernel.internal.ir.Type type, String name) {
        BlockParam param = entry.addParam(type);
        param.setName(name);
        return param;
    }

    private List<Value> parameters(Block entry, int step) {
        return switch (structure.steps().get(step)) {
            case Read read -> parameters(entry, read.place(), step);
            case Index index -> parameters(entry, index.place(), step);
            case Scalar scalar -> List.of(parameter(entry, scalar.type().register(), "number" + step));
            case Apply _, Gather _, Whole _ -> List.of();
        };
    }

    private static List<Value> parameters(Block entry, Place place, int step) {
        List<Value> made = new ArrayList<>();
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

    /** {@return how many axes are not walked along} */
    private int kept() {
        return structure.rank() - structure.walked();
    }

    /** {@return which axis of the result parts are} */
    private int partsAxis() {
        return structure.traversal() instanceof Traversal.Reduce reduce && reduce.lanes() == Lanes.OUTERMOST
                ? 0
                : kept();
    }

    /** Writes the loops inside those of which the variables are given. */
    private void write(BlockParam out, List<Value> outer) {
        int axes = looped.size();
        int loops = Math.min(MOST_LOOPS, axes);
        if (outer.size() == loops) {
            store(out, outer);
            return;
        }
        int first = outer.isEmpty() ? 0 : axes - loops + outer.size();
        Value end = product(looped, first, outer.isEmpty() ? axes - loops + 1 : first + 1);
        Loop loop = begin(List.of("i", "j", "k").get(outer.size()), end, List.of());
        List<Value> inner = new ArrayList<>(outer);
        inner.add(loop.counter);
        write(out, inner);
        end(loop, List.of());
    }

    /** {@return how many elements some axes have together} */
    private Value product(List<? extends Value> of, int first, int end) {
        Value product = of.get(first);
        for (int axis = first + 1; axis < end; axis++) {
            product = binary(BinaryKind.MUL, product, of.get(axis));
        }
        return product;
    }

    private void store(BlockParam out, List<Value> counters) {
        List<Value> coordinates = new ArrayList<>();
        Value place = code.constant(0);
        if (!counters.isEmpty()) {
            int together = looped.size() - counters.size() + 1;
            place = counters.getFirst();
            for (int i = 1; i < counters.size(); i++) {
                Value row = binary(BinaryKind.MUL, place, looped.get(together + i - 1));
                place = binary(BinaryKind.ADD, row, counters.get(i));
            }
            addCoordinates(counters.getFirst(), looped, 0, together, coordinates);
            coordinates.addAll(counters.subList(1, counters.size()));
        }
        code.emit(new Op.Store(structure.result()), out, place, result(coordinates));
    }

    /** {@return what an element of the result is} */
    private Value result(List<Value> coordinates) {
        return switch (structure.traversal()) {
            case Traversal.Reduce reduce -> reduced(reduce, coordinates);
            case Traversal.Combine combine -> combined(combine, coordinates);
            case Traversal.Best best -> best(best, coordinates);
            case null, default -> number(values(coordinates).getLast());
        };
    }

    /** Takes the number of an element of some axes apart. */
    private void addCoordinates(Value number, List<? extends Value> axes, int first, int end, List<Value> coordinates) {
        Value left = number;
        int at = coordinates.size();
        for (int axis = end - 1; axis > first; axis--) {
            // No size is 0 where there is an element.
            coordinates.add(at, binary(BinaryKind.REM, left, axes.get(axis)));
            left = binary(BinaryKind.DIV, left, axes.get(axis));
        }
        coordinates.add(at, left);
    }

    /** {@return what each step comes to} */
    private List<Value> values(List<Value> coordinates) {
        List<Value> values = new ArrayList<>();
        for (int step = 0; step < structure.steps().size(); step++) {
            values.add(value(step, coordinates, values));
        }
        return values;
    }

    /** Writes a loop over all elements along the walked axes, or over those of a lane. */
    private Value reduced(Traversal.Reduce reduce, List<Value> outer) {
        ElementType type = structure.result();
        Reduction reduction = reduce.reduction();
        List<Value> kept = new ArrayList<>(outer);
        Value lane = reduce.isInParts() ? kept.remove(partsAxis()) : null;
        Value end = product(sizes, kept(), structure.rank());
        if (lane != null) {
            // No lane is empty.
            Value others = binary(BinaryKind.SUB, binary(BinaryKind.SUB, end, code.constant(1)), lane);
            end = binary(BinaryKind.ADD, binary(BinaryKind.DIV, others, looped.get(partsAxis())), code.constant(1));
        }
        Loop loop = begin(Traversal.COUNTER, end, List.of(code.emit(reduction.identity(type))));
        BlockParam soFar = loop.carried.getFirst();
        soFar.setName(reduction.name().toLowerCase(Locale.ROOT));
        Value element = lane == null
                ? loop.counter
                : binary(BinaryKind.ADD, binary(BinaryKind.MUL, loop.counter, looped.get(partsAxis())), lane);
        List<Value> coordinates = new ArrayList<>(kept);
        addCoordinates(element, sizes, kept(), structure.rank(), coordinates);
        end(
                loop,
                List.of(combined(
                        reduction,
                        type,
                        List.of(soFar, number(values(coordinates).getLast())))));
        return soFar;
    }

    /** Writes a loop over a piece of the elements along the walked axes. */
    private Value combined(Traversal.Combine combine, List<Value> outer) {
        Value size = code.constant(Traversal.Combine.PIECE);
        Value first = binary(BinaryKind.MUL, outer.getLast(), size);
        Value left = binary(BinaryKind.SUB, product(sizes, kept(), structure.rank()), first);
        Value isLast = code.emit(new Op.Compare(Predicate.LT, ScalarType.I32), left, size);
        Value count = code.emit(new Op.Select(ScalarType.I32), isLast, left, size);
        Loop loop = begin(Traversal.COUNTER, count, List.of(numbers.getFirst().getFirst()));
        BlockParam soFar = loop.carried.getFirst();
        soFar.setName("combined");
        List<Value> coordinates = new ArrayList<>(outer.subList(0, kept()));
        Value element = binary(BinaryKind.ADD, first, loop.counter);
        addCoordinates(element, sizes, kept(), structure.rank(), coordinates);
        List<Value> values = values(coordinates);
        List<Value> arguments = new ArrayList<>(List.of(soFar, number(values.getLast())));
        arguments.addAll(values.subList(1, 1 + combine.captured()));
        end(loop, List.of(call(combine.function().code(outlining), arguments)));
        return soFar;
    }

    private Value combined(Reduction reduction, ElementType type, List<Value> both) {
        return switch (reduction) {
            case SUM -> code.emit(new Op.Binary(BinaryKind.ADD, type.register()), both);
            case PRODUCT -> code.emit(new Op.Binary(BinaryKind.MUL, type.register()), both);
            case LEAST -> call(ScalarFunctions.function("min", type, List.of(type, type), outlining), both);
            case GREATEST -> call(ScalarFunctions.function("max", type, List.of(type, type), outlining), both);
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
            case Gather gather ->
                code.emit(new Op.Load(gather.type()), arrays.get(gather.array()), before.get(gather.place()));
            case Index index -> place(index.place(), step, coordinates);
            case Scalar _ -> numbers.get(step).getFirst();
            case Apply apply ->
                apply(apply, apply.operands().stream().map(before::get).toList());
        };
    }

    private Value place(Place place, int step, List<Value> coordinates) {
        List<Value> left = new ArrayList<>(numbers.get(step));
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
            case Operation.Arithmetic(BinaryKind kind, var position) -> {
                if ((kind == BinaryKind.DIV || kind == BinaryKind.REM) && !type.isFloating()) {
                    code.at(position == null ? POSITION : position);
                    code.emit(new Op.DivisorCheck(type), operands.getLast());
                    code.at(POSITION);
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
                yield switch (apply.type()) {
                    case BYTE, SHORT, CHAR -> code.emit(new Op.Narrow(apply.type()), operands);
                    default -> from == type ? operands.getFirst() : code.emit(new Op.Convert(from, type), operands);
                };
            }
            case Operation.Method(String name, var position) -> {
                List<ElementType> types = apply.operands().stream()
                        .map(structure.steps()::get)
                        .map(Step::type)
                        .toList();
                Function method = ScalarFunctions.function(name, apply.type(), types, outlining);
                yield call(method, operands, position == null ? POSITION : position);
            }
            case Operation.Index checked -> index(checked, operands.getFirst(), operands.getLast());
            case Operation.Applied(ElementFunction applied) -> call(applied.code(outlining), operands);
            case Operation.Choice _ -> throw new IllegalStateException("chosen above");
        };
    }

    /** {@return an index of an axis, of an int or long that may count from the end} What fails is what was given. */
    private Value index(Operation.Index checked, Value given, Value size) {
        IndexType kind = IndexType.of(given.type());
        ScalarType type = kind.type();
        Value end = kind == IndexType.LONG ? code.emit(Op.Convert.WIDEN, size) : size;
        Value fromEnd = code.emit(new Op.Binary(BinaryKind.ADD, type), given, end);
        Value zero = kind == IndexType.LONG ? code.emit(Op.Constant.of(0L)) : code.constant(0);
        Value isNegative = code.emit(new Op.Compare(Predicate.LT, type), given, zero);
        Value isThere = code.emit(new Op.Compare(Predicate.GE, type), fromEnd, zero);
        Value counts = code.emit(new Op.Select(type), isThere, fromEnd, given);
        Value index = code.emit(new Op.Select(type), isNegative, counts, given);
        code.at(checked.position() == null ? POSITION : checked.position());
        code.emit(new Op.IndexCheck(checked.axis() < 0 ? null : "axis " + checked.axis(), 0, kind), index, end);
        code.at(POSITION);
        return kind == IndexType.LONG ? code.emit(new Op.Convert(type, ScalarType.I32), index) : index;
    }

    private Value call(Function method, List<Value> operands) {
        return call(method, operands, POSITION);
    }

    private Value call(Function method, List<Value> operands, SourcePosition position) {
        return run(method, operands, position).getFirst();
    }

    /** {@return what it returns, if it returns anything} */
    private List<Value> run(Function method, List<Value> operands, SourcePosition position) {
        boolean mayCall =
                outlining.arrays() || operands.stream().noneMatch(operand -> operand.type() instanceof ArrayType);
        boolean isLarge = called.has(method) || inlined + method.size() > MOST_INLINED;
        if (!outlining.equals(Outlining.NONE) && mayCall && isLarge) {
            Value result = code.at(position).emit(new Op.Invoke(called.of(method)), operands);
            code.at(POSITION);
            return List.of(result);
        }
        inlined += method.size();
        List<Value> results = Inlining.inline(function, code, method, operands, position, called);
        code.at(POSITION);
        return results;
    }
}
