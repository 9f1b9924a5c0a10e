package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Aggregate;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.RecordArray;
import dev.gpukernel.internal.frontend.Operand.Rejected;
import dev.gpukernel.internal.frontend.Operand.Row;
import dev.gpukernel.internal.frontend.Operand.Rows;
import dev.gpukernel.internal.frontend.Operand.UnfinishedRows;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Dimensions;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Translates the bytecodes for arrays: those passed in, tables, and the thread's own, of one or more dimensions. */
final class ArrayTranslator {
    private static final ElementType[] BY_NEWARRAY_CODE = {
        ElementType.BOOLEAN,
        ElementType.CHAR,
        ElementType.FLOAT,
        ElementType.DOUBLE,
        ElementType.BYTE,
        ElementType.SHORT,
        ElementType.INT,
        ElementType.LONG
    };

    static final String NEGATIVE_SIZE = "java/lang/NegativeArraySizeException";

    private final Translation translation;
    private final InstructionTranslator instructions;
    private final RowArrays rows;

    ArrayTranslator(Translation translation, InstructionTranslator instructions) {
        this.translation = translation;
        this.instructions = instructions;
        this.rows = new RowArrays(translation, instructions);
    }

    /** {@code newarray}. */
    void make(int typeCode) {
        ElementType element = BY_NEWARRAY_CODE[typeCode - Opcodes.T_BOOLEAN];
        Operand length = instructions.frame().pop();
        Integer known = ConstantSizes.of(length);
        if (known == null && length instanceof Plain(Value count) && !isKnownLater(length)) {
            instructions.frame().push(make(element, count));
        } else if (known == null) {
            instructions.frame().push(new Rejected(false));
        } else if (fits(element, throwsIfNegative(known))) {
            instructions.frame().push(makeOwn(element, Math.max(0, known)));
        }
    }

    private Value makeOwn(ElementType element, int length) {
        if (translation.made.makesConstant()) {
            return make(element, instructions.emit(Constant.of(length)));
        }
        Instr own = instructions.emit(new Op.LocalArray(element, length));
        translation.made.note(own, instructions::isHeld);
        return own;
    }

    /**
     * Makes an array whose length is known when the kernel runs: one more parameter, which it becomes. That is another array from the
     * next time on that the place is reached, so nothing may refer to the array before by then. Nothing can: a variable that did would hold
     * either of the two, and {@link ArrayChoices} has it refused; or, where arrays are told apart, it is known what variables hold.
     */
    private Value make(ElementType element, Value length) {
        throwIfNegative(length);
        Value made = translation.made.choose(element, instructions::isHeld);
        instructions.emit(new Op.MakeArray(element, Dimensions.ONE), made, length);
        return made;
    }

    /** Makes an array of rows, as above. */
    private Rows make(ElementType element, List<Value> sizes) {
        sizes.forEach(this::throwIfNegative);
        Value made = translation.made.choose(element, instructions::isHeld);
        List<Value> operands = new ArrayList<>(List.of(made));
        operands.addAll(sizes);
        instructions.emit(new Op.MakeArray(element, Dimensions.of(sizes.size())), operands.toArray(Value[]::new));
        return new Rows(made, new RowLayout.Even(sizes), null);
    }

    private void throwIfNegative(Value length) {
        boolean isLength = length instanceof Instr instr && instr.op() instanceof Op.Length;
        Integer known = ConstantSizes.of(new Plain(length));
        if (!isLength && (known == null || known < 0)) {
            Value zero = instructions.emit(Constant.of(0));
            throwsIf(
                    instructions.emit(new Op.Compare(Predicate.LT, ScalarType.I32), length, zero),
                    new Operand.Text(Character.toString(Op.Throw.HOLE), "I", List.of(length)));
        }
    }

    /** Throws what the JVM throws for a negative length; what follows is then never done. {@return the length} */
    private int throwsIfNegative(int length) {
        if (length < 0) {
            throwsIf(instructions.emit(Constant.of(true)), new Operand.Text(Integer.toString(length)));
        }
        return length;
    }

    private void throwsIf(Value condition, Operand.Text message) {
        instructions.exceptions().raiseIf(condition, NEGATIVE_SIZE, message, instructions.frame());
    }

    /** {@return whether a thread's local memory holds so many elements, which is said if not} */
    private boolean fits(ElementType element, long length) {
        long bytes = length * element.bytes();
        if (bytes > Op.LocalArray.MOST_BYTES) {
            String what = "of %s elements of type %s, which need %s bytes of at most %s"
                    .formatted(length, element.text(), bytes, Op.LocalArray.MOST_BYTES);
            rejectAllocation(List.of(), what);
        }
        return bytes <= Op.LocalArray.MOST_BYTES;
    }

    /**
     * {@code anewarray} of rows.
     *
     * @param areWritten whether the rows follow at once, as in <code>{{1, 2}, {3, 4}}</code>
     * @return whether they hold numbers and their number is known, here or later
     */
    boolean makesRows(Type row, boolean areWritten) {
        ElementType element = ElementTypes.ofNested(row, 1);
        Integer count = ConstantSizes.of(instructions.frame().peek(0));
        if (element != null && isKnownLater(instructions.frame().peek(0))) {
            instructions.frame().pop();
            instructions.frame().push(new Rejected(false));
            return true;
        }
        Integer written = areWritten && !translation.setsRows() ? count : null;
        if (element == null || (written != null && written > Op.LocalArray.MOST_BYTES)) {
            return false;
        }
        Operand size = instructions.frame().pop();
        if (written != null) {
            rows.make(element, Math.max(0, throwsIfNegative(written)));
        } else if (size instanceof Plain(Value rows)) {
            throwIfNegative(rows);
            makeRowByRow(element, rows);
        } else {
            instructions.frame().push(new Rejected(false));
        }
        return true;
    }

    /** Pushes an array of so many rows, which are null. */
    private void makeRowByRow(ElementType element, Value count) {
        if (translation.made.isTable()) {
            instructions.frame().push(translation.rowTables.add(element, count));
            return;
        }
        Value made = translation.function.entry().addParam(new ArrayType(element));
        Instr maker = instructions.emit(new Op.MakeArray(element, Dimensions.ONE), made, count);
        translation.rowByRow.add(maker);
        instructions.frame().push(new Rows(made, new RowLayout.OneByOne(count), null));
    }

    /**
     * Pushes a copy of an array of rows: the rows are those of the original, which is left to be set. Of more or fewer rows nothing is known
     * until they are set.
     *
     * @param count of the rows, null if it is that of the original
     * @return whether it is one
     */
    boolean cloneRows(Operand original, @Nullable Value count) {
        if (!(original instanceof Rows rows)
                || rows.layout().dimensions() - rows.depth() != 2
                || rows.layout() instanceof RowLayout.Table
                || translation.made.isTable()) {
            return false;
        }
        Value all = length(rows);
        if (count != null && count != all) {
            throwIfNegative(count);
        }
        makeRowByRow(element(rows), count == null ? all : count);
        if (count == null || count == all) {
            translation.clonedRows.put(translation.rowByRow.getLast(), OriginalRows.Cloned.of(rows, this::use));
        }
        return true;
    }

    /** {@return an instruction that uses a value for nothing} */
    private Instr use(Value value) {
        return value.type() instanceof ArrayType type
                ? instructions.emit(new Op.Length(type), value)
                : binary(BinaryKind.ADD, value, value);
    }

    /** {@code anewarray} of records of a class; {@return whether they are of numbers} */
    boolean makesRecords(Type record) {
        Operand size = instructions.frame().peek(0);
        if (!(size instanceof Plain(Value count)) || isKnownLater(size)) {
            return false;
        }
        Operand shape = translation.records.operand(
                Type.getType("[" + record.getDescriptor()),
                null,
                leaf -> new Function("").addBlock().addParam(leaf.type()));
        if (!(shape instanceof RecordArray like)) {
            return false;
        }
        instructions.frame().pop();
        throwIfNegative(count);
        instructions.frame().push(makeRecords(like, count));
        return true;
    }

    /** {@return a new array of records for a clone of another, all of them null} */
    RecordArray makeLike(RecordArray records) {
        RecordArray clone = makeRecords(records, length(records.marks()));
        translation.clonedMarks.add(translation.madeMarks.getLast());
        return clone;
    }

    /** {@return a new array of so many records as another one has, all of them null} */
    RecordArray makeLike(RecordArray records, Value count) {
        throwIfNegative(count);
        return makeRecords(records, count);
    }

    /** {@return an array of so many records, all of them null} */
    private RecordArray makeRecords(RecordArray like, Value count) {
        List<ElementType> elements = like.leaves().stream()
                .map(leaf -> ((ArrayType) leaf.type()).element())
                .toList();
        List<BlockParam> leaves = translation.made.chooseRecords(elements, instructions::isHeld);
        for (BlockParam array : leaves) {
            ElementType element = ((ArrayType) array.type()).element();
            Instr maker = instructions.emit(new Op.MakeArray(element, Dimensions.ONE), array, count);
            if (array == leaves.getFirst()) {
                translation.madeMarks.add(maker);
            }
        }
        RecordArray made = (RecordArray) like.withLeaves(leaves.iterator());
        return new RecordArray(made.marks(), made.components(), true);
    }

    /** {@code multianewarray}. */
    void makeRows(Type type, int dimensions) {
        List<Operand> sizes = instructions.frame().popAll(dimensions);
        ElementType element = ElementTypes.ofRows(type);
        if (element == null || type.getDimensions() != dimensions) {
            rejectAllocation(
                    sizes,
                    element == null
                            ? MethodText.simpleName(type.getClassName()) + " of more than four dimensions"
                            : "of " + MethodText.simpleName(type.getClassName()) + " without all sizes");
            return;
        }
        List<Integer> known = new ArrayList<>();
        List<Value> values = new ArrayList<>();
        for (Operand size : sizes) {
            Integer constant = ConstantSizes.of(size);
            if (constant != null) {
                known.add(constant);
            }
            if (size instanceof Plain(Value value) && !isKnownLater(size)) {
                values.add(value);
            }
        }
        if (dimensions == 2 && values.size() == 2 && translation.made.areRowsReplaced()) {
            values.forEach(this::throwIfNegative);
            makeRowByRow(element, values.getFirst());
        } else if (dimensions == 2 && values.size() == 2 && translation.made.isTable()) {
            values.forEach(this::throwIfNegative);
            instructions.frame().push(translation.rowTables.add(element, values.getFirst(), values.getLast()));
        } else if (known.size() == dimensions) {
            makeOwn(element, known);
        } else {
            instructions
                    .frame()
                    .push(values.size() == dimensions ? make(element, List.copyOf(values)) : new Rejected(false));
        }
    }

    private void makeOwn(ElementType element, List<Integer> sizes) {
        boolean isThrown = false;
        long length = 1;
        List<Integer> own = new ArrayList<>();
        for (int size : sizes) {
            own.add(Math.max(0, isThrown ? size : throwsIfNegative(size)));
            isThrown |= size < 0;
            length = Math.min(Math.multiplyExact(length, own.getLast()), Integer.MAX_VALUE);
        }
        if (fits(element, length) && translation.made.makesConstant()) {
            instructions
                    .frame()
                    .push(make(
                            element,
                            own.stream()
                                    .<Value>map(size -> instructions.emit(Constant.of(size)))
                                    .toList()));
        } else if (fits(element, length)) {
            Instr elements = instructions.emit(new Op.LocalArray(element, (int) length));
            RowLayout.Constant layout = new RowLayout.Constant(List.copyOf(own));
            translation.ownRows.put(elements, layout);
            translation.made.note(elements, instructions::isHeld);
            instructions.frame().push(new Rows(elements, layout, null));
        }
    }

    private void rejectAllocation(List<Operand> sizes, String what) {
        if (sizes.stream().noneMatch(Rejected.class::isInstance)
                && sizes.stream().noneMatch(this::isKnownLater)) {
            instructions.reject(Message.ALLOCATION, "an array " + what);
        }
        instructions.frame().push(new Rejected(false));
    }

    private boolean isKnownLater(Operand size) {
        return size instanceof Plain(Value value) && translation.later.reaches(value);
    }

    /** {@code arraylength}. */
    void length() {
        Operand array = instructions.frame().pop();
        switch (array) {
            case Plain(Value value)
            when value.type() instanceof ArrayType -> instructions.frame().push(length(value));
            case Rows all -> instructions.frame().push(length(all));
            case RecordArray records -> instructions.frame().push(length(records.marks()));
            case Operand.EnumArray constants ->
                instructions.frame().push(instructions.emit(Constant.of(constants.length())));
            default -> {
                rejectUnlessSaid(array);
                instructions.frame().push(new Rejected(false));
            }
        }
    }

    /** An element of an array, or a row. */
    void load(int opcode) {
        Operand index = instructions.frame().pop();
        Operand array = instructions.frame().pop();
        Element element = index instanceof Plain(Value number) ? element(array, number) : null;
        if (element != null) {
            instructions.frame().push(load(element.array(), element.index()));
        } else if (array instanceof Rows rows && !rows.isRow() && index instanceof Plain(Value number)) {
            RowSwaps.Round round = translation.checked ? translation.rowSwaps.going(rows) : null;
            if (round != null) {
                checkInRound(round, rows, number);
            }
            instructions.frame().push(round == null ? row(rows, number) : rowInRange(rows, number));
        } else if (array instanceof RecordArray records && index instanceof Plain(Value number)) {
            instructions.frame().push(record(records, number));
        } else if (array instanceof Operand.EnumArray constants && index instanceof Plain(Value number)) {
            instructions.frame().push(constant(constants, number));
        } else {
            if (!(index instanceof Rejected)) {
                rejectUnlessSaid(array);
            }
            instructions.frame().push(new Rejected(opcode == Opcodes.LALOAD || opcode == Opcodes.DALOAD));
        }
    }

    /** Records do not change, so what an element holds is loaded when the element is; numbers that nobody uses are not. */
    private Operand record(RecordArray array, Value index) {
        check(index, translation.checked ? length(array.marks()) : index);
        // Nobody uses it. It says that the element is read, until the passes have run: launches look for null where it
        // is.
        load(array.marks(), index);
        List<Instr> numbers = array.components().leaves().stream()
                .map(component -> load(component, index))
                .toList();
        return array.components().withLeaves(numbers.iterator());
    }

    private Instr load(Value array, Value index) {
        ArrayType type = (ArrayType) array.type();
        return instructions.emit(new Op.Load(type), array, index);
    }

    private void store(RecordArray array, Value index, Operand value) {
        if (value.isRejected()) {
            return;
        }
        if (!(value instanceof Aggregate record)
                || !record.className().equals(array.components().className())) {
            instructions.reject(Message.REFERENCE_VALUE, "a reference as an element of an array of records");
            return;
        }
        check(index, translation.checked ? length(array.marks()) : index);
        List<Value> components = array.components().leaves();
        List<Value> numbers = record.leaves();
        for (int i = 0; i < numbers.size(); i++) {
            store(components.get(i), index, numbers.get(i));
        }
        store(array.marks(), index, instructions.emit(Constant.of(1)));
    }

    private void store(Value array, Value index, Value stored) {
        ArrayType type = (ArrayType) array.type();
        instructions.emit(new Op.Store(type), array, index, stored);
    }

    private Operand constant(Operand.EnumArray constants, Value number) {
        check(number, instructions.emit(Constant.of(constants.length())));
        Value table = constants.ordinals();
        Op load = new Op.Load(ElementType.INT, Space.CONSTANT);
        return new Operand.EnumValue(
                constants.className(), table == null ? number : instructions.emit(load, table, number));
    }

    /** {@return the number of arrays in an array, or of the elements of a row} */
    private Value length(Rows rows) {
        return switch (rows.layout()) {
            case RowLayout.Constant(List<Integer> sizes) -> instructions.emit(Constant.of(sizes.get(rows.depth())));
            case RowLayout.Even(List<Value> sizes) -> sizes.get(rows.depth());
            case RowLayout.OneByOne(Value count) -> {
                Row row = rows.row();
                yield row == null
                        ? count
                        : instructions.emit(new Op.RowLength(element(rows)), rows.elements(), row.number());
            }
            case RowLayout.Table(Value count, Value _, Value _) -> {
                Row row = rows.row();
                yield row == null ? count : lengthUnlessNull(row.number());
            }
            case RowLayout.Ragged(Value count, List<Value> starts) -> {
                Row part = rows.row();
                yield part == null ? count : length(starts.get(part.depth() - 1), part.number());
            }
        };
    }

    /** {@return the length of a row, by that plus one, which is 0 for null} */
    private Value lengthUnlessNull(Value size) {
        instructions.exceptions().checkNotNull(size, instructions.frame());
        return binary(BinaryKind.SUB, size, instructions.emit(Constant.of(1)));
    }

    private Value length(Value starts, Value number) {
        Value next = binary(BinaryKind.ADD, number, instructions.emit(Constant.of(1)));
        return binary(BinaryKind.SUB, start(starts, next), start(starts, number));
    }

    private Value start(Value starts, Value number) {
        return load(starts, number);
    }

    private static ElementType element(Rows rows) {
        return ((ArrayType) rows.elements().type()).element();
    }

    /** {@return the index of the first thing in an array, among all in those of its depth} */
    private Value first(Rows all, int depth, Value number) {
        return switch (all.layout()) {
            case RowLayout.Constant(List<Integer> sizes) ->
                binary(BinaryKind.MUL, number, instructions.emit(Constant.of(sizes.get(depth))));
            case RowLayout.Even(List<Value> sizes) -> binary(BinaryKind.MUL, number, sizes.get(depth));
            case RowLayout.OneByOne _ -> instructions.emit(new Op.RowStart(element(all)), all.elements(), number);
            case RowLayout.Table table -> load(table.starts(), number);
            case RowLayout.Ragged(Value _, List<Value> starts) -> start(starts.get(depth - 1), number);
        };
    }

    /** {@return an array in an array} */
    private Rows row(Rows array, Value index) {
        check(index, length(array));
        return rowInRange(array, index);
    }

    private Rows rowInRange(Rows array, Value index) {
        RowLayout layout = array.layout();
        int depth = array.depth() + 1;
        if (layout instanceof RowLayout.Table table) {
            return new Rows(
                    array.elements(), layout, new Row(depth, load(table.sizes(), index), first(array, depth, index)));
        }
        Row outer = array.row();
        Value number =
                outer == null ? index : at(layout, first(array, outer.depth(), outer.number()), index, outer.number());
        Value start = depth + 1 < layout.dimensions() ? null : first(array, depth, number);
        return new Rows(array.elements(), layout, new Row(depth, number, start));
    }

    /** {@return the index of what has one in an array, among all that arrays of its depth hold} */
    private Value at(RowLayout layout, Value first, Value index, Value number) {
        return layout instanceof RowLayout.Constant || layout instanceof RowLayout.Table
                ? binary(BinaryKind.ADD, first, index)
                : instructions.emit(new Op.RowElement(), first, index, number);
    }

    private Instr binary(BinaryKind kind, Value left, Value right) {
        return instructions.emit(new Op.Binary(kind, ScalarType.I32), left, right);
    }

    /** Sets an element of an array. */
    void store() {
        Operand value = instructions.frame().pop();
        Operand index = instructions.frame().pop();
        Operand array = instructions.frame().pop();
        if (value instanceof Rejected || index instanceof Rejected || array instanceof Rejected) {
            return;
        }
        if (value instanceof Operand.Reference object) {
            instructions.rejectLeaving(object, "stored in an array");
            return;
        }
        if (array instanceof UnfinishedRows unfinished) {
            rows.set(unfinished, index, value);
            return;
        }
        if (array instanceof RecordArray records && index instanceof Plain(Value number)) {
            store(records, number, value);
            return;
        }
        if (array instanceof Rows all && index instanceof Plain(Value number) && setReference(all, number, value)) {
            return;
        }
        Row row = value instanceof Rows rowsOrRow ? rowsOrRow.row() : null;
        if (array instanceof Rows all
                && value instanceof Rows other
                && row != null
                && row.start() != null
                && other.elements() == all.elements()
                && index instanceof Plain(Value number)) {
            moveRow(all, number, row);
            return;
        }
        if (array instanceof Rows all && isSetByRows(all) && index instanceof Plain(Value number)) {
            setRow(all, number, value);
            return;
        }
        if (!(index instanceof Plain(Value number)) || !(value instanceof Plain(Value stored))) {
            instructions.reject(Message.REFERENCE_VALUE, "a reference as an element of an array");
            return;
        }
        Element element = element(array, number);
        if (element == null) {
            rejectUnlessSaid(array);
        } else if (element.type().space() == Space.CONSTANT) {
            instructions.reject(Message.TABLE_WRITE);
        } else {
            store(element.array(), element.index(), stored);
        }
    }

    /** Sets an element of an array of references to rows to null, or to a row that another element refers to; {@return whether that is what is to be done} */
    private boolean setReference(Rows array, Value number, Operand value) {
        boolean isNull = value instanceof Operand.Null;
        if (!(array.layout() instanceof RowLayout.Table table) || array.row() != null) {
            boolean isLater = isNull && translation.setsRows() && isSetByRows(array);
            if (isLater) {
                translation.made.rejectLater(Message.REFERENCE_VALUE, "null as a row of an array");
                translation.made.noteMove(noteSame(array, number, array));
            }
            return isLater;
        }
        Row row = value instanceof Rows other
                        && other.layout() instanceof RowLayout.Table
                        && other.elements().type().equals(array.elements().type())
                ? other.row()
                : null;
        if (!isNull && row == null) {
            return false;
        }
        check(number, length(array));
        store(table.sizes(), number, row == null ? instructions.emit(Constant.of(0)) : row.number());
        if (row != null) {
            store(table.starts(), number, Objects.requireNonNull(row.start(), "a row"));
            noteSame(array, number, (Rows) value);
        }
        return true;
    }

    /** Notes that rows of an array are rows of another one. */
    private Instr noteSame(Rows array, Value number, Rows other) {
        return instructions.emit(
                new Op.SetRow(element(array), ((ArrayType) other.elements().type()).space()),
                array.elements(),
                number,
                other.elements());
    }

    /** Sets a row to another one of the same array; the last of those that go round lets them change places. */
    private void moveRow(Rows array, Value number, Row row) {
        Space space = ((ArrayType) array.elements().type()).space();
        if (array.row() != null || (space != Space.GLOBAL && space != Space.LOCAL)) {
            instructions.reject(Message.ROWS_MOVED);
            return;
        }
        if (translation.setsRows()) {
            translation.made.noteMove(noteSame(array, number, array));
        }
        RowSwaps swaps = translation.rowSwaps;
        RowSwaps.Round round = swaps.goOn(array, number, row);
        if (round == null) {
            check(number, length(array));
            swaps.begin(array, number, row);
        } else if (swaps.isClosed(round)) {
            round.moves().forEach(move -> swap(round, row(array, move.to()), row(array, move.from())));
        }
    }

    /** Reads a row while others go round: if its number is out of range, those that were set have moved. */
    private void checkInRound(RowSwaps.Round round, Rows array, Value index) {
        Value length = length(array);
        Block goesOn = translation.function.addBlock();
        Block thrown = translation.function.addBlock();
        Value isThere = instructions.emit(new Op.InBounds(), index, length);
        translation.builder.branch(isThere, goesOn, List.of(), thrown, List.of());
        translation.builder.atEnd(thrown);
        List<RowSwaps.SetRow> set = new ArrayList<>();
        for (RowSwaps.Move move : round.moves()) {
            Value first = instructions.emit(Constant.of(0));
            set.add(new RowSwaps.SetRow(
                    instructions.emit(new Op.RowElement(), move.to(), first, move.to()),
                    instructions.emit(new Op.RowElement(), move.from(), first, move.from()),
                    binary(BinaryKind.SUB, move.from(), move.to())));
        }
        Instr end = instructions.emit(Op.Throw.outOfBounds(IndexType.INT), index, length);
        translation.builder.atEnd(goesOn);
        translation.rowSwaps.mayEnd(round, new RowSwaps.End(end, set), goesOn);
    }

    /** Lets the elements of two rows of one length change places, in a loop. */
    private void swap(RowSwaps.Round round, Rows one, Rows other) {
        Value elements = one.elements();
        Value length = length(one);
        Block header = translation.function.addBlock();
        BlockParam column = header.addParam(ScalarType.I32);
        Block body = translation.function.addBlock();
        Block after = translation.function.addBlock();
        translation.builder.jump(header, List.of(instructions.emit(Constant.of(0))));
        translation.builder.atEnd(header);
        Value goesOn = instructions.emit(new Op.Compare(Predicate.LT, ScalarType.I32), column, length);
        translation.builder.branch(goesOn, body, List.of(), after, List.of());
        translation.builder.atEnd(body);
        Value first = index(one, column);
        Value second = index(other, column);
        Value kept = load(elements, first);
        store(elements, first, load(elements, second));
        Instr last = instructions.emit(new Op.Store((ArrayType) elements.type()), elements, second, kept);
        Value next = binary(BinaryKind.ADD, column, instructions.emit(Constant.of(1)));
        translation.builder.jump(header, List.of(next));
        translation.builder.atEnd(after);
        translation.rowSwaps.swapped(round, last, after);
    }

    /** {@return where an element of a row is, whose index is in range} */
    private Value index(Rows row, Value column) {
        Row part = Objects.requireNonNull(row.row(), "a row");
        return at(row.layout(), Objects.requireNonNull(part.start(), "a row"), column, part.number());
    }

    /** {@return whether rows may be set in an array: {@link MadeArrays#replaceRows} sees to those that have rows before} */
    private static boolean isSetByRows(Rows array) {
        Space space = ((ArrayType) array.elements().type()).space();
        return array.row() == null
                && array.layout().dimensions() == 2
                && (space == Space.GLOBAL || space == Space.LOCAL);
    }

    private void setRow(Rows array, Value number, Operand row) {
        ElementType element = element(array);
        if (!(row instanceof Plain(Value made))
                || !(made.type() instanceof ArrayType type)
                || type.element() != element
                || (type.space() != Space.GLOBAL && type.space() != Space.LOCAL)) {
            boolean isOneByOne =
                    array.layout() instanceof RowLayout.OneByOne || array.layout() instanceof RowLayout.Table;
            Message message = isOneByOne ? Message.ROW_BY_ROW : Message.REFERENCE_VALUE;
            String what =
                    isOneByOne ? RowByRow.SHARED : "a row of another array, in place of a loop that sets elements";
            if (translation.setsRows()
                    && row instanceof Rows other
                    && other.isRow()
                    && element(other) == element
                    && !(array.layout() instanceof RowLayout.Table)) {
                translation.made.rejectLater(message, what);
                translation.made.noteMove(noteSame(array, number, other));
            } else {
                instructions.reject(message, what);
            }
            return;
        }
        check(number, length(array));
        instructions.emit(new Op.SetRow(element, type.space()), array.elements(), number, made);
    }

    /** Where an element is, once its index is checked. */
    record Element(Value array, Value index) {
        ArrayType type() {
            return (ArrayType) array.type();
        }
    }

    /** {@return the element of an array with an index, null if it has no elements that are numbers} */
    @Nullable Element element(Operand array, Value index) {
        if (array instanceof Plain(Value value) && value.type() instanceof ArrayType) {
            check(index, instructions.exceptions().checksIndices() ? length(value) : index);
            return new Element(value, index);
        }
        Row row = array instanceof Rows part ? part.row() : null;
        if (array instanceof Rows rows && row != null && row.start() != null) {
            check(index, length(rows));
            return new Element(rows.elements(), at(rows.layout(), row.start(), index, row.number()));
        }
        return null;
    }

    private void check(Value index, Value length) {
        if (instructions.exceptions().checksIndices()) {
            instructions.exceptions().checkIndex(index, length, instructions.frame());
        }
    }

    private Instr length(Value array) {
        ArrayType type = (ArrayType) array.type();
        return instructions.emit(new Op.Length(type), array);
    }

    void rejectUnlessSaid(Operand array) {
        if (array instanceof UnfinishedRows unfinished) {
            rows.reject(unfinished);
        } else if (array instanceof Operand.Null) {
            instructions.reject(Message.REFERENCE_VALUE, "null as an array");
        } else if (!(array instanceof Rejected)) {
            instructions.reject(Message.REFERENCE_VALUE, "a reference that is not an array of numbers");
        }
    }
}
