package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.Reach;
import dev.gpukernel.internal.intrinsic.GridOperations;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The parameters that arrays become which a kernel makes. Where arrays are told apart, a place that makes one is there several times: once
 * for each array that variables may hold by then. An array that no variable holds any more may be another one from there on. So the steps of
 * {@code next = new double[n]; …; now = next;} make two arrays in turn, as registers are allocated.
 */
final class MadeArrays {
    /** A place that is copied more often than that is one of a loop, which makes a copy for each array that the last one made. */
    private static final int MOST_OWN = 4;

    private final Translation translation;
    private final Map<Place, List<Value>> all = new HashMap<>();

    /** Of arrays of records, all that one of them consists of. */
    private final Map<SourcePosition, List<List<BlockParam>>> records = new HashMap<>();

    private final Set<Value> made = new HashSet<>();
    private final Set<Value> owned = new HashSet<>();

    private record Place(SourcePosition position, ElementType element) {}

    private final boolean makesConstant;
    private boolean areHeld;
    private boolean areCopied;

    /** Where arrays of two dimensions are made with rows, in the place of which others are set, in this translation and before. */
    private final Set<SourcePosition> replaced = new HashSet<>();

    private boolean areReplaced;

    /** Where threads make arrays whose rows they set in any order. */
    private final Set<SourcePosition> tables = new HashSet<>();

    private boolean areTables;

    /** Where they make arrays whose rows they set in order, so that {@link RowByRow} makes all at once. */
    private final Set<SourcePosition> ordered = new HashSet<>();

    private boolean areOrdered;

    /** What sets rows of arrays to rows of others, or to null, for nothing but to find these arrays. */
    private final List<Instr> moves = new ArrayList<>();

    /** What is wrong with rows that are set of arrays that are none of those. */
    private final List<Runnable> wrong = new ArrayList<>();

    /** Of the first translation of a kernel. */
    MadeArrays(Translation translation) {
        this.translation = translation;
        this.makesConstant = false;
    }

    /** Of another one, with what was learned in one before. */
    MadeArrays(Translation translation, MadeArrays before) {
        this.translation = translation;
        this.makesConstant = before.makesConstant || before.areStepped();
        replaced.addAll(before.replaced);
        tables.addAll(before.tables);
        ordered.addAll(before.ordered);
    }

    /**
     * Chooses a parameter for an array that is made here.
     *
     * @param element what it holds
     * @param isHeld whether something refers to an array
     * @return one that nothing refers to
     */
    BlockParam choose(ElementType element, Predicate<Value> isHeld) {
        List<Value> here = here(element);
        for (Value before : translation.tellsArraysApart ? here : List.<Value>of()) {
            if (before instanceof BlockParam param && !isHeld.test(param)) {
                return param;
            }
        }
        BlockParam more = translation.function.entry().addParam(new ArrayType(element));
        here.add(more);
        made.add(more);
        return more;
    }

    /**
     * Chooses parameters for the arrays of records that are made here: of their marks first, and then of the numbers in them.
     *
     * @param elements what these hold
     * @param isHeld whether something refers to an array
     * @return some that nothing refers to
     */
    List<BlockParam> chooseRecords(List<ElementType> elements, Predicate<Value> isHeld) {
        List<List<BlockParam>> here = records.computeIfAbsent(translation.position(), _ -> new ArrayList<>());
        for (List<BlockParam> before : translation.tellsArraysApart ? here : List.<List<BlockParam>>of()) {
            boolean isAlike = elements.equals(before.stream()
                    .map(array -> ((ArrayType) array.type()).element())
                    .toList());
            if (isAlike && before.stream().noneMatch(isHeld)) {
                return before;
            }
        }
        List<BlockParam> more = elements.stream()
                .map(element -> translation.function.entry().addParam(new ArrayType(element)))
                .toList();
        more.stream().skip(1).forEach(array -> array.setMarks(more.getFirst()));
        here.add(more);
        made.addAll(more);
        return more;
    }

    /** {@return whether an array is one of those parameters} */
    boolean isMade(Value array) {
        return made.contains(array);
    }

    /** {@return whether arrays of constant length are made like others, and are no thread's own unless it shows that they can be} */
    boolean makesConstant() {
        return makesConstant;
    }

    /** Notes an array of constant length that is made here, a thread's own. */
    void note(Instr own, Predicate<Value> isHeld) {
        List<Value> here = here(((Op.LocalArray) own.op()).element());
        areHeld |= translation.tellsArraysApart && here.stream().anyMatch(isHeld);
        areCopied |= translation.tellsArraysApart && here.size() >= MOST_OWN;
        here.add(own);
        owned.add(own);
    }

    /** {@return whether an array is one that is made here: within a reading that is not done again, two of them are one array only if they are one value} */
    boolean isIdentified(Value array) {
        return made.contains(array) || owned.contains(array);
    }

    /** Learns which arrays were made with rows, in the place of which others are set, and rejects rows that are set of arrays that are passed. */
    void replaceRows() {
        rowsSet(translation.function).stream()
                .filter(set -> !translation.rowTables.isTable(set.operand(0)))
                .forEach(this::replaceRow);
    }

    private void replaceRow(Instr set) {
        Instr maker = RowByRow.maker(set.operand(0));
        if (maker == null) {
            translation.findings.add(
                    Message.REFERENCE_VALUE,
                    Objects.requireNonNull(set.position()),
                    "a new row of an array that is passed, in place of a loop that sets the elements of the one that it has");
        } else if (!translation.rowByRow.contains(maker)) {
            areReplaced |= replaced.add(Objects.requireNonNull(maker.position()));
        }
    }

    /** Notes what a finding is said of, unless the array that it is of turns out to be one whose rows are set in any order. */
    void rejectLater(Message message, Object... arguments) {
        SourcePosition position = translation.position();
        wrong.add(() -> translation.findings.add(message, position, arguments));
    }

    /** Notes that rows of an array, which may be one of those, are rows of another one. */
    void noteMove(Instr move) {
        moves.add(move);
    }

    /**
     * Learns which arrays threads or iterations make whose rows they set in any order: those that are made in a loop, or in a grid kernel, and not
     * returned; where orders are mixed, if they cannot be made at once. What is tried leaves code that is translated again.
     */
    void setRows() {
        if (!translation.setsRows()) {
            return;
        }
        List<Loop> loops = Loop.of(translation.function);
        boolean isGrid = GridOperations.areIn(translation.function);
        Set<Instr> makers = new LinkedHashSet<>(translation.rowByRow);
        Stream.concat(
                        rowsSet(translation.function).stream().map(set -> set.operand(0)),
                        moves.stream().map(move -> move.operand(2)))
                .map(RowByRow::maker)
                .filter(Objects::nonNull)
                .forEach(makers::add);
        makers.removeAll(translation.clonedRows.keySet());
        Set<SourcePosition> atOnce = new HashSet<>();
        for (Instr maker : makers) {
            Value array = maker.op() instanceof Op.MakeArray ? maker.operand(0) : maker;
            boolean isOwn = isGrid || loops.stream().anyMatch(loop -> loop.contains(maker.block()));
            SourcePosition position = Objects.requireNonNull(maker.position());
            if (!isOwn || array.users().stream().anyMatch(user -> user.op() instanceof Op.Return)) {
                continue;
            }
            boolean mayBeOrdered = translation.rowOrder == Outlining.RowOrder.MIXED
                    && moves.stream().noneMatch(move -> move.operand(0) == array || move.operand(2) == array);
            if (mayBeOrdered && (ordered.contains(position) || RowByRow.canMakeAtOnce(translation, maker))) {
                atOnce.add(position);
            } else {
                areTables |= tables.add(position);
            }
        }
        atOnce.removeAll(tables);
        areOrdered = ordered.addAll(atOnce);
        if (!areTables && !areOrdered) {
            wrong.forEach(Runnable::run);
            translation.function.removeInstrs(moves);
        }
    }

    private static List<Instr> rowsSet(Function function) {
        return function.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .filter(instr -> instr.op() instanceof Op.SetRow)
                .toList();
    }

    /** {@return whether an array of two dimensions that is made here is one of a thread's or an iteration's own, whose rows are set in any order} */
    boolean isTable() {
        return tables.contains(translation.position());
    }

    /** {@return whether an array of two dimensions that is made here gets its rows one by one} */
    boolean areRowsReplaced() {
        return replaced.contains(translation.position());
    }

    /**
     * {@return whether a kernel is to be read once more, with what is known now: that a variable may hold an array of constant length that was made the last
     * time, so that it must be made like others; or that rows are set of an array that has some}
     */
    boolean areLearned() {
        return areStepped() || areReplaced || areTables || areOrdered;
    }

    /** Many copies of a place are those of steps only if they were too many: copies of something else around it do no harm. */
    private boolean areStepped() {
        return areHeld || (areCopied && !translation.findings.isEmpty());
    }

    private List<Value> here(ElementType element) {
        return all.computeIfAbsent(new Place(translation.position(), element), _ -> new ArrayList<>());
    }

    /** Gives arrays that were to be one parameter a parameter each, where no use may be of one or of another. */
    void split() {
        for (List<Value> here : all.values()) {
            for (Value one : here) {
                if (one instanceof BlockParam param) {
                    split(param);
                }
            }
        }
        records.values().forEach(here -> here.forEach(this::split));
    }

    private void split(BlockParam made) {
        split(List.of(made));
    }

    /** Splits arrays that are always made together, each as the others. */
    private void split(List<BlockParam> together) {
        List<List<Instr>> makers = together.stream().map(MadeArrays::makers).toList();
        List<Set<Instr>> webs = new ArrayList<>();
        for (int i = 0; i < makers.getFirst().size(); i++) {
            Set<Instr> web = new LinkedHashSet<>();
            for (int k = 0; k < together.size(); k++) {
                web.addAll(web(
                        makers.get(k).get(i),
                        new LinkedHashSet<>(together.get(k).users())));
            }
            for (Set<Instr> other : List.copyOf(webs)) {
                if (!Collections.disjoint(web, other)) {
                    web.addAll(other);
                    webs.remove(other);
                }
            }
            webs.add(web);
        }
        for (Set<Instr> web : webs.stream().skip(1).toList()) {
            List<BlockParam> own = new ArrayList<>();
            for (BlockParam array : together) {
                BlockParam another = translation.function.entry().addParam(array.type());
                another.setName(array.name());
                if (!own.isEmpty()) {
                    another.setMarks(own.getFirst());
                }
                own.add(another);
                web.forEach(use -> use.replaceUses(array, another));
            }
        }
    }

    private static List<Instr> makers(BlockParam array) {
        return array.users().stream()
                .filter(user -> user.op() instanceof Op.MakeArray && user.operand(0) == array)
                .toList();
    }

    /** {@return what makes an array and all users until it is another one: a web, as in graph colouring} */
    private static Set<Instr> web(Instr maker, Set<Instr> users) {
        Set<Instr> web = new LinkedHashSet<>(List.of(maker));
        List<Instr> instrs = maker.block().instrs();
        if (isPassed(instrs.subList(instrs.indexOf(maker) + 1, instrs.size()), users, web)) {
            Reach.from(maker.block().successors(), block -> isPassed(block.instrs(), users, web));
        }
        return web;
    }

    /** Notes users; {@return whether none of them makes the array} */
    private static boolean isPassed(List<Instr> instrs, Set<Instr> users, Set<Instr> web) {
        for (Instr instr : instrs) {
            if (users.contains(instr)) {
                if (instr.op() instanceof Op.MakeArray) {
                    return false;
                }
                web.add(instr);
            }
        }
        return true;
    }
}
