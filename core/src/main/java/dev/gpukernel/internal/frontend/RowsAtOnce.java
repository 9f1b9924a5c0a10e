package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Dimensions;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes all rows of an array at once that a kernel makes one by one, where {@link RowByRow} shows that nobody can tell. */
final class RowsAtOnce {
    private final Translation translation;
    private final Instr maker;
    private final Map<Instr, List<Instr>> makers;
    private final BlockParam array;
    private final Value count;

    /** Where rows are among all elements. */
    interface Places {
        /** {@return the index of the first element of a row} */
        Value start(Value row, Builder builder);

        /** {@return the length of a row that is set} */
        Value length(Value row, Builder builder);
    }

    /** Rows of one length. */
    record Even(Value length) implements Places {
        @Override
        public Value start(Value row, Builder builder) {
            return builder.emit(new Op.Binary(BinaryKind.MUL, ScalarType.I32), row, length);
        }

        @Override
        public Value length(Value row, Builder builder) {
            return length;
        }
    }

    /**
     * Rows of several lengths, one behind the other.
     *
     * @param starts array of where each row begins among all elements, and where the last one ends
     */
    record Ragged(Value starts) implements Places {
        @Override
        public Value start(Value row, Builder builder) {
            return builder.emit(new Op.Load(ElementType.INT, Space.GLOBAL), starts, row);
        }

        @Override
        public Value length(Value row, Builder builder) {
            Value next = builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I32), row, builder.constant(1));
            Value end = start(next, builder);
            return builder.emit(new Op.Binary(BinaryKind.SUB, ScalarType.I32), end, start(row, builder));
        }
    }

    /**
     * Looks at nothing yet.
     *
     * @param maker makes the outer array
     * @param makers what sets rows, and what makes the array that each is set to, in branches
     */
    RowsAtOnce(Translation translation, Instr maker, Map<Instr, List<Instr>> makers) {
        this.translation = translation;
        this.maker = maker;
        this.makers = makers;
        this.array = (BlockParam) maker.operand(0);
        this.count = maker.operand(1);
    }

    /**
     * Changes the kernel, for rows of one length.
     *
     * @param length of the rows, known where the array is made
     * @param inLoop what sets rows in a loop
     * @param over that loop, null if nothing sets rows in one
     */
    void make(Value length, List<Instr> inLoop, @Nullable CountedLoop over) {
        List<Instr> own = inLoop.stream()
                .flatMap(set -> Objects.requireNonNull(makers.get(set)).stream())
                .toList();
        Instr made = own.size() == 1 ? own.getFirst() : null;
        Block begun = made == null ? null : made.block();
        Value computed = made == null || made.op() instanceof Op.LocalArray ? null : made.operand(1);
        inLoop.forEach(this::removeCheck);
        makeRows(length);
        if (over != null && begun != null) {
            askBefore(over, computed, begun, length);
        }
    }

    /**
     * Changes the kernel, for rows of several lengths.
     *
     * @param rows makes them
     * @param inLoop what sets rows in a loop
     */
    void make(RaggedRows rows, List<Instr> inLoop) {
        inLoop.forEach(this::removeCheck);
        rows.make();
        place(rows);
    }

    /** Removes the question whether a row of all rows is in range, before it is set. */
    private void removeCheck(Instr set) {
        List<Instr> instrs = set.block().instrs();
        Instr check = instrs.get(Math.max(0, instrs.indexOf(set) - 1));
        if (check.op() instanceof Op.IndexCheck && check.operand(0) == set.operand(1) && check.operand(1) == count) {
            check.remove();
        }
    }

    private void makeRows(Value length) {
        ElementType element = ((Op.MakeArray) maker.op()).element();
        Builder builder = new Builder(translation.function).before(maker).at(maker.position());
        // A negative length throws where the first row is made, if there is one.
        Value zero = builder.constant(0);
        Value isNegative = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I32), length, zero);
        Value least = builder.emit(new Op.Select(ScalarType.I32), isNegative, zero, length);
        builder.emit(new Op.MakeArray(element, Dimensions.TWO), array, count, least);
        place(new Even(length));
        Integer rows = SetElements.number(count);
        Integer constant = SetElements.number(length);
        if (rows != null && constant != null) {
            makeOwn(element, rows, constant);
        }
    }

    /** Says where rows are, which are made already, in place of what makes them one by one. */
    private void place(Places places) {
        makers.forEach((set, own) -> makeRow(set, own, places));
        List<Instr> gone = new ArrayList<>(List.of(maker));
        for (Instr user : List.copyOf(array.users())) {
            switch (user.op()) {
                case Op.RowStart _ -> {
                    user.replaceAllUsesWith(places.start(user.operand(1), before(user)));
                    gone.add(user);
                }
                case Op.RowLength _ -> {
                    user.replaceAllUsesWith(places.length(user.operand(1), before(user)));
                    gone.add(user);
                }
                case Op.SetRow _ -> gone.add(user);
                default -> {
                    // It is done with the rows.
                }
            }
        }
        translation.function.removeInstrs(gone);
    }

    private Builder before(Instr instr) {
        return new Builder(translation.function).before(instr).at(instr.position());
    }

    /** What has constant sizes is a thread's own, as other arrays are, unless it is returned. */
    private void makeOwn(ElementType element, int rows, int length) {
        RowLayout.Constant layout = new RowLayout.Constant(Math.max(0, rows), Math.max(0, length));
        long size = (long) layout.sizes().getFirst() * layout.sizes().getLast();
        if (size * element.bytes() > Op.LocalArray.MOST_BYTES
                || array.users().stream().anyMatch(user -> user.op() instanceof Op.Return)) {
            return;
        }
        Instr made = array.users().stream()
                .filter(user -> user.op() instanceof Op.MakeArray)
                .findFirst()
                .orElseThrow();
        Instr own = new Builder(translation.function).before(made).emit(new Op.LocalArray(element, (int) size));
        own.setName(array.name());
        made.remove();
        ThreadArrays.replace(array, own);
        translation.function.entry().removeParam(array);
        translation.ownRows.put(own, layout);
    }

    /** Lets the array that a row is set to be that row. */
    private void makeRow(Instr set, List<Instr> own, Places places) {
        Value row = set.operand(2);
        List<Instr> users = row.users().stream().filter(user -> user != set).toList();
        Instr first = own.size() == 1
                ? own.getFirst()
                : Dominators.of(translation.function)
                        .common(own.stream().map(Instr::block).toList())
                        .terminator();
        Builder builder = before(first);
        Integer constant = SetElements.number(set.operand(1));
        Value number = constant == null ? set.operand(1) : builder.constant(constant);
        Value start = places.start(number, builder);
        Value length = own.size() > 1
                ? null
                : first.op() instanceof Op.LocalArray local ? builder.constant(local.length()) : first.operand(1);
        for (Instr user : users) {
            if (user.op() instanceof Op.Length) {
                user.replaceAllUsesWith(length == null ? places.length(number, before(user)) : length);
            } else {
                access(user, number, start);
            }
        }
        set.remove();
        List<Instr> gone = users.stream().filter(user -> !user.isDetached()).toList();
        translation.function.removeInstrs(gone);
        if (row instanceof BlockParam param) {
            param.block().removeParam(param);
        } else {
            first.remove();
        }
    }

    private void access(Instr user, Value number, Value start) {
        Builder builder = before(user);
        switch (user.op()) {
            case Op.Load load -> {
                Value index = element(builder, user, number, start);
                user.replaceAllUsesWith(builder.emit(new Op.Load(load.element(), Space.GLOBAL), array, index));
            }
            case Op.Store store -> {
                Value index = element(builder, user, number, start);
                builder.emit(new Op.Store(store.element(), Space.GLOBAL), array, index, user.operand(2));
            }
            default -> {
                // It makes the array, which is no longer made.
            }
        }
    }

    /**
     * Asks before the loop whether the length of a row is negative, where that is the first thing that an iteration asks: the loop is then
     * parallel together with those in it.
     *
     * @param own the length of a row as an iteration computes it, null if that is a constant
     * @param begun where an iteration that goes on makes its row
     */
    private void askBefore(CountedLoop over, @Nullable Value own, Block begun, Value length) {
        Instr question =
                begun.incoming().size() == 1 ? begun.incoming().getFirst().source() : null;
        Instr entry = over.loop().entryEdges().getFirst().source();
        if (question == null
                || !isSizeCheck(question, own)
                || !isFirst(question.block(), over)
                || !(entry.op() instanceof Op.Jump)) {
            return;
        }
        Function function = translation.function;
        Instr exception = question.edges().getFirst().target().terminator();
        question.replaceUses(
                question.operand(0), new Builder(function).before(question).emit(Constant.of(false)));
        List<Value> arguments = List.copyOf(over.loop().entryEdges().getFirst().arguments());
        Block before = entry.block();
        Block thrown = function.addBlock();
        Block goesOn = function.addBlock();
        Builder builder = new Builder(function).before(entry).at(exception.position());
        Op.Compare isLess = new Op.Compare(Predicate.LT, ScalarType.I32);
        Value begins = builder.emit(isLess, over.start(), count);
        Value isNegative = builder.emit(isLess, length, builder.constant(0));
        Value throwsIt = builder.emit(new Op.Binary(BinaryKind.AND, ScalarType.I1), begins, isNegative);
        entry.remove();
        builder.atEnd(before).branch(throwsIt, thrown, List.of(), goesOn, List.of());
        builder.atEnd(thrown).emit(exception.op(), length);
        builder.atEnd(goesOn).jump(over.loop().header(), arguments);
    }

    /** {@return whether a branch asks if a length, and not that of another array, is negative, and throws then} */
    private static boolean isSizeCheck(Instr question, @Nullable Value length) {
        return question.op() instanceof Op.Branch
                && question.operand(0) instanceof Instr compare
                && compare.op() instanceof Op.Compare
                && compare.operand(0) == length
                && question.edges().getFirst().target().terminator().op() instanceof Op.Throw exception
                && exception.className().equals(ArrayTranslator.NEGATIVE_SIZE.replace('/', '.'))
                && question.edges().getFirst().target().instrs().size() == 1;
    }

    /** {@return whether each iteration gets to the end of a block, and does nothing before that anyone notices} */
    private boolean isFirst(Block end, CountedLoop over) {
        Block header = over.loop().header();
        Block block = header.terminator().edges().stream()
                .filter(edge -> edge != over.exit())
                .findFirst()
                .orElseThrow()
                .target();
        while (block.incoming().size() == 1 && isQuiet(block, over)) {
            if (block == end) {
                return true;
            }
            if (!(block.terminator().op() instanceof Op.Jump)) {
                return false;
            }
            block = block.successors().getFirst();
        }
        return false;
    }

    private boolean isQuiet(Block block, CountedLoop over) {
        return block.instrs().stream()
                .allMatch(instr -> instr.op().effect() == Effect.NONE
                        || instr.isTerminator()
                        || (instr.op() instanceof Op.IndexCheck
                                && instr.operand(0) == over.variable()
                                && instr.operand(1) == count));
    }

    private static Value element(Builder builder, Instr user, Value number, Value start) {
        return builder.emit(new Op.RowElement(), start, user.operand(1), number);
    }
}
