package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.frontend.Operand.Rows;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Dimensions;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.ThreadArrays;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of a thread's or an iteration's own whose rows are set in any order: null, shared, moved, of several lengths. An array of references is two
 * arrays of numbers, {@link RowLayout.Table}, and all rows that its elements may refer to are in one array: each place that makes a row has a part
 * of it, with room for as many rows as the loops around have iterations, of the greatest length. So the thread's memory is known before the launch.
 */
final class RowTables {
    private static final Op.Binary ADD = new Op.Binary(BinaryKind.ADD, ScalarType.I32);
    private static final Op.Binary SUB = new Op.Binary(BinaryKind.SUB, ScalarType.I32);
    private static final Op.Binary MUL = new Op.Binary(BinaryKind.MUL, ScalarType.I32);
    private static final Op.Store STORE = new Op.Store(ElementType.INT, Space.GLOBAL);

    private final Translation translation;
    private final Map<Value, Table> tables = new LinkedHashMap<>();

    /**
     * An array of references.
     *
     * @param elements all elements of rows, an array that is not made yet
     * @param starts where rows begin
     * @param sizes their lengths, plus one
     * @param maker makes the array
     */
    private record Table(BlockParam elements, BlockParam starts, BlockParam sizes, Instr maker) {}

    /** Why an array cannot be made. */
    private static final class Refusal extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Instr place;

        Refusal(Instr place, String what) {
            super(what, null, false, false);
            this.place = place;
        }
    }

    RowTables(Translation translation) {
        this.translation = translation;
    }

    /** {@return whether an array holds all elements of rows that one of these arrays refers to} */
    boolean isTable(Value elements) {
        return tables.containsKey(elements);
    }

    /** Makes an array of references where the builder is, all null. */
    Rows add(ElementType element, Value count) {
        BlockParam elements = translation.function.entry().addParam(new ArrayType(element));
        BlockParam starts = makeNumbers(count);
        BlockParam sizes = makeNumbers(count);
        tables.put(elements, new Table(elements, starts, sizes, starts.users().getFirst()));
        return new Rows(elements, new RowLayout.Table(count, starts, sizes), null);
    }

    private BlockParam makeNumbers(Value count) {
        BlockParam numbers = translation.function.entry().addParam(new ArrayType(ElementType.INT));
        translation.builder.emit(new Op.MakeArray(ElementType.INT, Dimensions.ONE), numbers, count);
        return numbers;
    }

    /** Makes an array of references where the builder is, and rows of one length, one after another. */
    Rows add(ElementType element, Value count, Value length) {
        Rows table = add(element, count);
        Builder builder = translation.builder;
        BlockParam row = translation.function.entry().addParam(new ArrayType(element));
        Block header = translation.function.addBlock();
        BlockParam number = header.addParam(ScalarType.I32);
        Block body = translation.function.addBlock();
        Block after = translation.function.addBlock();
        builder.jump(header, List.of(builder.constant(0)));
        builder.atEnd(header);
        Value goesOn = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I32), number, count);
        builder.branch(goesOn, body, List.of(), after, List.of());
        builder.atEnd(body);
        builder.emit(new Op.MakeArray(element, Dimensions.ONE), row, length);
        builder.emit(new Op.SetRow(element, Space.GLOBAL), table.elements(), number, row);
        builder.jump(header, List.of(builder.emit(ADD, number, builder.constant(1))));
        builder.atEnd(after);
        return table;
    }

    /** Makes all rows where the arrays of references are made, in a kernel in which every array is known. */
    void make() {
        Set<Value> left = new LinkedHashSet<>(tables.keySet());
        while (!left.isEmpty()) {
            Set<Value> together = together(left.iterator().next());
            left.removeAll(together);
            try {
                new Group(together.stream()
                                .map(elements -> Objects.requireNonNull(tables.get(elements)))
                                .toList())
                        .make();
            } catch (Refusal refusal) {
                translation.findings.add(
                        Message.ROW_BY_ROW,
                        Objects.requireNonNull(refusal.place.position()),
                        Objects.requireNonNull(refusal.getMessage()));
            }
        }
    }

    private static Stream<Instr> sets(Value elements) {
        return elements.users().stream()
                .filter(user -> user.op() instanceof Op.SetRow)
                .distinct();
    }

    /** {@return all arrays of elements whose rows the same arrays may refer to} */
    private Set<Value> together(Value first) {
        Set<Value> together = new LinkedHashSet<>(List.of(first));
        boolean grows = true;
        while (grows) {
            Set<Value> more = new LinkedHashSet<>();
            for (Value rows : together) {
                sets(rows)
                        .flatMap(set -> Stream.of(set.operand(0), set.operand(2)))
                        .forEach(more::add);
            }
            // A row that is made may be set in several of them.
            List<Value> made = more.stream().filter(row -> !isTable(row)).toList();
            for (Value row : made) {
                sets(row).map(set -> set.operand(0)).forEach(more::add);
            }
            more.removeIf(row -> !isTable(row));
            grows = together.addAll(more);
        }
        return together;
    }

    /** Arrays whose elements may refer to the same rows. */
    private final class Group {
        private final List<Table> own;
        private final Dominators dominators = Dominators.of(translation.function);
        private final List<Loop> loops = Loop.of(translation.function);
        private final Map<Value, Instr> makers = new LinkedHashMap<>();

        Group(List<Table> own) {
            this.own = own;
        }

        void make() throws Refusal {
            Map<Value, List<Instr>> made = rows();
            for (Map.Entry<Value, List<Instr>> row : made.entrySet()) {
                makers.put(row.getKey(), requireOwn(row.getKey(), row.getValue().getFirst()));
            }
            Instr first = first();
            Table table = own.getFirst();
            Builder builder = new Builder(translation.function).before(first).at(table.maker.position());
            Set<Value> sizes = own.stream().map(Table::sizes).collect(Collectors.toSet());
            RowBounds bounds = new RowBounds(dominators, loops, builder, first, sizes);
            Map<Instr, Value> lengths = lengths(bounds);
            Value all = builder.constant(0L);
            own.forEach(one -> makeEnough(one, bounds));
            List<Runnable> changes = new ArrayList<>();
            for (Map.Entry<Value, Instr> row : makers.entrySet()) {
                Instr maker = row.getValue();
                Place place = place(maker, Objects.requireNonNull(lengths.get(maker)), bounds, first);
                Value begin = bounds.narrowed(all);
                all = bounds.atMostInt(bounds.sum(all, place.size));
                List<Instr> sets = Objects.requireNonNull(made.get(row.getKey()));
                changes.add(() -> change(row.getKey(), maker, sets, place.start(begin, maker)));
            }
            builder.emit(
                    new Op.MakeArray(((ArrayType) table.elements.type()).element(), Dimensions.ONE),
                    table.elements,
                    bounds.narrowed(all));
            changes.forEach(Runnable::run);
            own.stream().skip(1).forEach(other -> other.elements.replaceAllUsesWith(table.elements));
            translation.function.removeInstrs(sets(table.elements).toList());
            own.stream().skip(1).forEach(other -> other.elements.block().removeParam(other.elements));
        }

        /** Makes an array of references with room for as many as there may be, as memory is the same for each thread. */
        private void makeEnough(Table table, RowBounds bounds) {
            bounds.at(table.maker.block());
            Value most = bounds.most(table.maker.operand(1));
            if (most != null) {
                Value count = table.maker.operand(1);
                Value enough = bounds.narrowed(most);
                ThreadArrays.makers(table.starts).forEach(maker -> maker.replaceUses(count, enough));
                ThreadArrays.makers(table.sizes).forEach(maker -> maker.replaceUses(count, enough));
            }
        }

        /** {@return the rows that are made, and what sets each} */
        private Map<Value, List<Instr>> rows() {
            return own.stream()
                    .flatMap(table -> sets(table.elements))
                    .distinct()
                    .filter(set -> !isTable(set.operand(2)))
                    .collect(Collectors.groupingBy(set -> set.operand(2), LinkedHashMap::new, Collectors.toList()));
        }

        private Instr requireOwn(Value row, Instr set) throws Refusal {
            Instr maker = RowByRow.maker(row);
            if (maker == null) {
                throw new Refusal(set, RowByRow.SHARED);
            }
            for (Instr user : row.users()) {
                boolean isElement = switch (user.op()) {
                    case Op.Length _, Op.Load _, Op.Store _, Op.SetRow _ -> comesBefore(maker, user);
                    default -> user == maker;
                };
                if (!isElement) {
                    throw new Refusal(set, RowByRow.SHARED);
                }
            }
            return maker;
        }

        private boolean comesBefore(Instr one, Instr other) {
            return one.block() == other.block()
                    ? one.block().instrs().indexOf(one) < one.block().instrs().indexOf(other)
                    : dominators.dominates(one.block(), other.block());
        }

        /** {@return the instruction before which all rows are made: each time that the arrays are} */
        private Instr first() throws Refusal {
            List<Instr> all = Stream.concat(own.stream().map(Table::maker), makers.values().stream())
                    .toList();
            Block block = dominators.common(all.stream().map(Instr::block).toList());
            for (Table table : own) {
                if (!around(table.maker.block()).equals(around(block))) {
                    throw new Refusal(table.maker, RowByRow.SHARED);
                }
            }
            return block.instrs().stream().filter(all::contains).findFirst().orElse(block.terminator());
        }

        private Set<Loop> around(Block block) {
            return loops.stream().filter(loop -> loop.contains(block)).collect(Collectors.toSet());
        }

        /** {@return how long the rows are at most that each place makes: some are as long as others, and no longer than those whose lengths are known without them} */
        private Map<Instr, Value> lengths(RowBounds bounds) throws Refusal {
            Map<Instr, Value> lengths = new LinkedHashMap<>();
            Value most = bounds.constant(0);
            for (Instr maker : makers.values()) {
                Value length = length(maker, bounds);
                if (length != null) {
                    lengths.put(maker, length);
                    most = bounds.greater(most, length);
                }
            }
            bounds.areAtMost(most);
            for (Instr maker : makers.values()) {
                if (!lengths.containsKey(maker) && length(maker, bounds) != most) {
                    throw new Refusal(maker, RowByRow.LENGTHS);
                }
                lengths.putIfAbsent(maker, most);
            }
            return lengths;
        }

        private static @Nullable Value length(Instr maker, RowBounds bounds) {
            bounds.at(maker.block());
            return maker.op() instanceof Op.LocalArray local
                    ? bounds.constant(local.length())
                    : bounds.most(maker.operand(1));
        }

        /** {@return where the rows are that a place makes} */
        private Place place(Instr maker, Value most, RowBounds bounds, Instr first) throws Refusal {
            List<Loop> inside = loops.stream()
                    .filter(loop -> loop.contains(maker.block()) && !loop.contains(first.block()))
                    .sorted(Comparator.comparingInt(loop -> -loop.blocks().size()))
                    .toList();
            bounds.at(maker.block());
            List<Level> levels = new ArrayList<>();
            Value rows = bounds.constant(1);
            for (Loop loop : inside) {
                CountedLoop counted = CountedLoop.atMost(loop);
                RowBounds.Bounds range = counted == null ? null : bounds.ofVariable(counted);
                if (counted == null || range == null || maker.block() == loop.header()) {
                    throw new Refusal(maker, RowByRow.LENGTHS);
                }
                Value count = bounds.count(range);
                rows = bounds.atMostInt(bounds.product(rows, count));
                levels.add(new Level(counted.variable(), bounds.narrowed(range.low()), bounds.narrowed(count)));
            }
            Value size = bounds.atMostInt(bounds.product(rows, most));
            return new Place(List.copyOf(levels), bounds.narrowed(most), size);
        }

        /** Lets an array that is made be one of the rows. */
        private void change(Value row, Instr maker, List<Instr> sets, Value start) {
            BlockParam elements = own.getFirst().elements;
            Value length = maker.op() instanceof Op.LocalArray local
                    ? new Builder(translation.function).before(maker).constant(local.length())
                    : maker.operand(1);
            for (Instr set : sets) {
                Table table = Objects.requireNonNull(tables.get(set.operand(0)));
                Builder builder = before(set);
                builder.emit(STORE, table.starts, set.operand(1), start);
                Value size = builder.emit(ADD, length, builder.constant(1));
                builder.emit(STORE, table.sizes, set.operand(1), size);
            }
            translation.function.removeInstrs(sets);
            for (Instr user : List.copyOf(row.users())) {
                switch (user.op()) {
                    case Op.Length _ -> user.replaceAllUsesWith(length);
                    case Op.Load load ->
                        user.replaceAllUsesWith(before(user)
                                .emit(
                                        new Op.Load(load.element(), Space.GLOBAL),
                                        elements,
                                        before(user).emit(ADD, start, user.operand(1))));
                    case Op.Store store ->
                        before(user)
                                .emit(
                                        new Op.Store(store.element(), Space.GLOBAL),
                                        elements,
                                        before(user).emit(ADD, start, user.operand(1)),
                                        user.operand(2));
                    default -> {
                        // It makes the array.
                        continue;
                    }
                }
                translation.function.removeInstrs(List.of(user));
            }
            if (row instanceof BlockParam param) {
                maker.remove();
                param.block().removeParam(param);
            } else {
                translation.function.removeInstrs(List.of(maker));
            }
        }

        private Builder before(Instr instr) {
            return new Builder(translation.function).before(instr).at(instr.position());
        }
    }

    /**
     * A loop around a place.
     *
     * @param variable its variable
     * @param low at most what that is
     * @param count how many numbers it may be
     */
    private record Level(Value variable, Value low, Value count) {}

    /**
     * Where the rows are that a place makes, one for each number that the variables of the loops around may be.
     *
     * @param levels these loops, the outermost first
     * @param most the greatest length
     * @param size elements of all
     */
    private record Place(List<Level> levels, Value most, Value size) {
        /** {@return where the row is that is made now, of those that begin at an index} */
        Value start(Value begin, Instr maker) {
            Builder builder =
                    new Builder(maker.block().function()).before(maker).at(maker.position());
            Value number = null;
            for (Level level : levels) {
                Constant low = level.low.constant();
                Value own =
                        low != null && low.bits() == 0 ? level.variable : builder.emit(SUB, level.variable, level.low);
                number = number == null ? own : builder.emit(ADD, builder.emit(MUL, number, level.count), own);
            }
            return number == null ? begin : builder.emit(ADD, begin, builder.emit(MUL, number, most));
        }
    }
}
