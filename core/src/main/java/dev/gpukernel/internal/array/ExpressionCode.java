package dev.gpukernel.internal.array;

import dev.gpukernel.internal.array.Structure.Apply;
import dev.gpukernel.internal.array.Structure.Gather;
import dev.gpukernel.internal.array.Structure.Index;
import dev.gpukernel.internal.array.Structure.Place;
import dev.gpukernel.internal.array.Structure.Read;
import dev.gpukernel.internal.array.Structure.Scalar;
import dev.gpukernel.internal.array.Structure.Step;
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
import dev.gpukernel.internal.pass.FunctionCopy;
import dev.gpukernel.internal.pass.Inlining;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes the code of an expression: {@code for (i…) for (j…) for (k…) out[…] = …}, with one loop for each axis. If there are more than
 * three, the first loop goes over all of the first axes together. A reduction is one more loop inside, over all reduced axes.
 */
final class ExpressionCode {
    /** What stands for class and method in messages and stack traces. */
    static final String NAME = "NdArray.compute";

    private static final SourcePosition POSITION =
            new SourcePosition("dev.gpukernel.array.NdArray", "compute", "NdArray.java", 0, null);

    private static final int MOST_LOOPS = 3;

    /** Instructions that are put in place of calls at most; what is called beyond becomes functions. */
    private static final int MOST_INLINED = 400;

    private final Structure structure;
    private final boolean outlines;
    private final Function function = new Function(NAME);
    private final Builder code = new Builder(function);
    private final Map<Function, Function> called = new HashMap<>();
    private final List<BlockParam> arrays = new ArrayList<>();
    private final List<BlockParam> sizes = new ArrayList<>();

    /** For each step its parameters, in order. */
    private final List<List<BlockParam>> numbers = new ArrayList<>();

    private int inlined;

    /**
     * Prepares the code.
     *
     * @param structure what is to be computed
     * @param outlines whether large methods may become functions
     */
    ExpressionCode(Structure structure, boolean outlines) {
        this.structure = structure;
        this.outlines = outlines;
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
        for (int step = 0; step < structure.steps().size(); step++) {
            numbers.add(parameters(entry, step));
        }
        Traversal traversal = structure.traversal();
        if (traversal instanceof Traversal.Scan scan) {
            numbers.add(parameters(entry, scan.output(), numbers.size()));
        }
        code.atEnd(entry).at(POSITION);
        switch (traversal) {
            case Traversal.Compaction compaction -> compact(out, compaction);
            case Traversal.Scatter scatter -> scatter(out, scatter);
            case Traversal.Scan scan -> scan(out, scan);
            case Traversal.Lanes lanes -> lanes(out, lanes);
            case null, default -> write(out, new ArrayList<>());
        }
        if (!(traversal instanceof Traversal.Compaction)) {
            code.ret();
        }
        return function;
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
        Loop loop = begin("i", product(0, structure.rank()), List.of(code.constant(0)));
        BlockParam count = loop.carried.getFirst();
        List<Value> coordinates = new ArrayList<>();
        addCoordinates(loop.counter, 0, structure.rank(), coordinates);
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
        Loop loop = begin("i", product(0, structure.rank()), List.of());
        List<Value> coordinates = new ArrayList<>();
        addCoordinates(loop.counter, 0, structure.rank(), coordinates);
        List<Value> values = values(coordinates);
        Value place = values.get(scatter.place());
        Value before = code.emit(new Op.Load(type), out, place);
        List<Value> both = List.of(before, number(values.get(scatter.value())));
        Value after = switch (scatter.update()) {
            case LAST -> call(ScalarFunctions.function("max", type, List.of(type, type)), both);
            case SUM -> code.emit(new Op.Binary(BinaryKind.ADD, type.register()), both);
        };
        code.emit(new Op.Store(type), out, place, after);
        end(loop, List.of());
    }

    /** Writes {@code for (rows…) for (r…) { sum = f(sum, value); out[place] = sum; }}. */
    private void scan(BlockParam out, Traversal.Scan scan) {
        ElementType type = structure.result();
        int kept = structure.rank() - structure.reduced();
        Loop rows = kept == 0 ? null : begin("i", product(0, kept), List.of());
        List<Value> coordinates = new ArrayList<>();
        if (rows != null) {
            addCoordinates(rows.counter, 0, kept, coordinates);
        }
        Loop loop = begin(
                "r",
                product(kept, structure.rank()),
                List.of(code.emit(scan.reduction().identity(type))));
        addCoordinates(loop.counter, kept, structure.rank(), coordinates);
        Value element = number(values(coordinates).get(scan.value()));
        Value soFar = combined(scan.reduction(), type, List.of(loop.carried.getFirst(), element));
        code.emit(new Op.Store(type), out, place(scan.output(), numbers.size() - 1, coordinates), soFar);
        end(loop, List.of(soFar));
        if (rows != null) {
            end(rows, List.of());
        }
    }

    /** Writes {@code for (rows…) for (lanes…) { for (r = lane; r < end; r += lanes) sum = f(sum, value); out[row * lanes + lane] = sum; }}. */
    private void lanes(BlockParam out, Traversal.Lanes lanes) {
        ElementType type = structure.result();
        int kept = structure.rank() - structure.reduced();
        Value count = code.constant(lanes.lanes());
        Value most = binary(BinaryKind.ADD, product(kept, structure.rank()), code.constant(lanes.lanes() - 1));
        Loop rows = begin("i", product(0, kept), List.of());
        Loop lane = begin("lane", count, List.of());
        Value end = binary(BinaryKind.DIV, binary(BinaryKind.SUB, most, lane.counter), count);
        Loop loop = begin("k", end, List.of(code.emit(lanes.reduction().identity(type))));
        Value number = binary(BinaryKind.ADD, lane.counter, binary(BinaryKind.MUL, loop.counter, count));
        List<Value> coordinates = new ArrayList<>();
        addCoordinates(rows.counter, 0, kept, coordinates);
        addCoordinates(number, kept, structure.rank(), coordinates);
        Value soFar = loop.carried.getFirst();
        end(loop, List.of(combined(lanes.reduction(), type, List.of(soFar, element(coordinates)))));
        Value place = binary(BinaryKind.ADD, binary(BinaryKind.MUL, rows.counter, count), lane.counter);
        code.emit(new Op.Store(type), out, place, soFar);
        end(lane, List.of());
        end(rows, List.of());
    }

    /** Writes a loop that finds the number of the first best element along the walked axes. */
    private Value best(Traversal.Best best, List<Value> outer, int kept) {
        ElementType type = structure.steps().get(best.value()).type();
        // What nothing is better than is best where no element is better, which is then the first one.
        Value worst = code.emit((best.isGreatest() ? Reduction.GREATEST : Reduction.LEAST).identity(type));
        Loop loop = begin("r", product(kept, structure.rank()), List.of(worst, code.constant(0)));
        List<Value> coordinates = new ArrayList<>(outer);
        addCoordinates(loop.counter, kept, structure.rank(), coordinates);
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

    private List<BlockParam> parameters(Block entry, int step) {
        return switch (structure.steps().get(step)) {
            case Read read -> parameters(entry, read.place(), step);
            case Index index -> parameters(entry, index.place(), step);
            case Scalar scalar -> List.of(parameter(entry, scalar.type().register(), "number" + step));
            case Apply _, Gather _ -> List.of();
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

    /** Writes the loops inside those of which the variables are given. */
    private void write(BlockParam out, List<Value> outer) {
        int kept = structure.rank() - structure.reduced();
        int loops = Math.min(MOST_LOOPS, kept);
        if (outer.size() == loops) {
            store(out, outer, kept);
            return;
        }
        int first = outer.isEmpty() ? 0 : kept - loops + outer.size();
        Value end = product(first, outer.isEmpty() ? kept - loops + 1 : first + 1);
        Loop loop = begin(List.of("i", "j", "k").get(outer.size()), end, List.of());
        List<Value> inner = new ArrayList<>(outer);
        inner.add(loop.counter);
        write(out, inner);
        end(loop, List.of());
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
        Reduction reduction = structure.reduction();
        Value value = reduction != null
                ? reduced(reduction, coordinates, kept)
                : structure.traversal() instanceof Traversal.Best best
                        ? best(best, coordinates, kept)
                        : element(coordinates);
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

    private Value element(List<Value> coordinates) {
        return number(values(coordinates).getLast());
    }

    /** {@return what each step comes to} */
    private List<Value> values(List<Value> coordinates) {
        List<Value> values = new ArrayList<>();
        for (int step = 0; step < structure.steps().size(); step++) {
            values.add(value(step, coordinates, values));
        }
        return values;
    }

    /** Writes a loop over all elements along the reduced axes. */
    private Value reduced(Reduction reduction, List<Value> outer, int kept) {
        ElementType type = structure.result();
        Loop loop = begin("r", product(kept, structure.rank()), List.of(code.emit(reduction.identity(type))));
        BlockParam soFar = loop.carried.getFirst();
        soFar.setName(reduction.name().toLowerCase(Locale.ROOT));
        List<Value> coordinates = new ArrayList<>(outer);
        addCoordinates(loop.counter, kept, structure.rank(), coordinates);
        end(loop, List.of(combined(reduction, type, List.of(soFar, element(coordinates)))));
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
            case Gather gather ->
                code.emit(new Op.Load(gather.type()), arrays.get(gather.array()), before.get(gather.place()));
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
                yield switch (apply.type()) {
                    case BYTE, SHORT, CHAR -> code.emit(new Op.Narrow(apply.type()), operands);
                    default -> from == type ? operands.getFirst() : code.emit(new Op.Convert(from, type), operands);
                };
            }
            case Operation.Method(String name) -> {
                List<ElementType> types = apply.operands().stream()
                        .map(structure.steps()::get)
                        .map(Step::type)
                        .toList();
                yield call(ScalarFunctions.function(name, apply.type(), types), operands);
            }
            case Operation.Index _ -> index(operands.getFirst(), operands.getLast());
            case Operation.Choice _ -> throw new IllegalStateException("chosen above");
        };
    }

    /** {@return an index of an axis, of one that may count from the end} What fails is what was given. */
    private Value index(Value given, Value size) {
        Value fromEnd = binary(BinaryKind.ADD, given, size);
        Value zero = code.constant(0);
        Value isNegative = code.emit(new Op.Compare(Predicate.LT, ScalarType.I32), given, zero);
        Value isThere = code.emit(new Op.Compare(Predicate.GE, ScalarType.I32), fromEnd, zero);
        Value counts = code.emit(new Op.Select(ScalarType.I32), isThere, fromEnd, given);
        Value index = code.emit(new Op.Select(ScalarType.I32), isNegative, counts, given);
        code.emit(new Op.IndexCheck(), index, size);
        return index;
    }

    private Value call(Function method, List<Value> operands) {
        if (outlines && (called.containsKey(method) || inlined + method.size() > MOST_INLINED)) {
            return code.emit(new Op.Invoke(called.computeIfAbsent(method, FunctionCopy::of)), operands);
        }
        inlined += method.size();
        Value result = Inlining.inline(function, code, method, operands).getFirst();
        code.at(POSITION);
        return result;
    }
}
