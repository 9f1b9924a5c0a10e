package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the translations of a function and of the methods inlined into it share. */
final class Translation {
    final ClassFiles classes;
    final Records records;
    final StaticFields statics;
    final Findings findings;
    final ArrayChoices arrayChoices = new ArrayChoices();
    final Origins rowOrigins = new Origins();
    final Segments segments;
    final Inputs inputs;
    final PassedObjects objects;
    final KernelReturns returns;

    /** Where the rows are of a thread's own arrays that have some. */
    final Map<Value, RowLayout.Constant> ownRows = new HashMap<>();

    /** Arrays of arrays that are passed, by the array of all elements. */
    final Map<Value, RowLayout> passedRows = new HashMap<>();

    /** Arrays that the kernel makes. */
    final MadeArrays made;

    /** Arrays whose rows are made one by one. */
    final List<Instr> rowByRow = new ArrayList<>();

    /** Those of them that are clones, and of what. */
    final Map<Instr, OriginalRows.Cloned> clonedRows = new HashMap<>();

    /** In which order threads and iterations may set rows of their own arrays. */
    final Outlining.RowOrder rowOrder;

    /** Arrays of which that is so. */
    final RowTables rowTables = new RowTables(this);

    /** Whether the kernel may return an array in an array. */
    boolean returnsRows;

    /** What the methods that are read say of their loops. */
    final Set<LoopMarks> marks;

    /** Rows that change places. */
    final RowSwaps rowSwaps = new RowSwaps(this);

    /** Methods that call themselves. */
    final Recursions recursions = new Recursions(this);

    /** What makes the marks of arrays of records. */
    final List<Instr> madeMarks = new ArrayList<>();

    /** Those of clones, which are as many as the marks of the original. */
    final Set<Instr> clonedMarks = new HashSet<>();

    /** Blocks where ways meet within an expression that sets elements of an array of objects. */
    final Set<Block> forwardJoins = new HashSet<>();

    private final Map<Op.ConstantArray, Instr> tables = new HashMap<>();

    final CalledFunctions functions;
    final Function function;
    final Builder builder;
    final boolean checked;
    /** Whether approximations are allowed. */
    final boolean fast;

    /** Whether arrays that are passed are rows of larger ones. */
    final boolean takesRows;

    /** Whether methods with a body in CUDA C have their body in Java. */
    final boolean runsJava;

    /** Bits of the arguments that are constants, by the position of the parameter. */
    final Map<Integer, Long> constants;

    /**
     * Whether a variable that holds one array on one way and another on another makes of what follows one copy for each. So an array
     * is always known: buffers that swap make of a loop one in which two iterations stand one after the other.
     */
    final boolean tellsArraysApart;

    /** What is known only where the kernel runs. */
    final KnownLater later;

    /** Where it cannot be read, if it is read for what can be said all the same. */
    final @Nullable Unread unread;

    private final InstructionBudget budget;
    private int identities;
    private int sharedArrays;
    private long sharedBytes;

    /** Of a kernel. */
    Translation(
            ClassFiles classes,
            String name,
            boolean checked,
            boolean fast,
            Variant variant,
            Outlining.RowOrder rowOrder) {
        this.rowOrder = rowOrder;
        this.classes = classes;
        this.records = new Records(classes, variant.isRagged());
        this.statics = new StaticFields(classes);
        this.segments = new Segments(variant.large());
        this.inputs = variant.inputs().copy();
        this.objects = new PassedObjects(this);
        this.returns = new KernelReturns(this);
        this.marks = new LinkedHashSet<>();
        this.findings = new Findings();
        this.functions = new CalledFunctions(name, Set.of());
        this.function = new Function(name);
        this.builder = new Builder(function);
        this.made = new MadeArrays(this);
        this.checked = checked;
        this.fast = fast;
        this.takesRows = variant.takesRows();
        this.runsJava = variant.runsJava();
        this.constants = variant.constants();
        this.tellsArraysApart = false;
        this.later = new KnownLater();
        this.unread = null;
        this.budget = new InstructionBudget();
    }

    /** {@return whether threads and iterations may set rows in any order, of some arrays at least; else each array of rows is to be made at once} */
    boolean setsRows() {
        return rowOrder != Outlining.RowOrder.ORDERED;
    }

    /** Of the same kernel once more, with some of the methods it calls as functions. */
    Translation(Translation first, Set<CallKey> outOfLine) {
        this(first, outOfLine, first.tellsArraysApart, false);
    }

    /** {@return a translation of the same kernel, with what this one learned of its segments} */
    Translation again() {
        return new Translation(this, Set.of(), tellsArraysApart, unread != null);
    }

    /** {@return a translation of the same kernel that tells arrays apart} */
    Translation apart() {
        return new Translation(this, Set.of(), true, unread != null);
    }

    /** {@return a translation of the same kernel, which is refused, that goes on after what is refused in it} */
    Translation goingOn() {
        return new Translation(this, Set.of(), tellsArraysApart, true);
    }

    private Translation(Translation first, Set<CallKey> outOfLine, boolean tellsArraysApart, boolean goesOn) {
        this.unread = goesOn ? new Unread() : null;
        this.rowOrder = first.rowOrder;
        this.classes = first.classes;
        this.records = first.records;
        this.statics = first.statics;
        this.segments = first.segments;
        this.inputs = first.inputs;
        this.objects = new PassedObjects(this);
        this.returns = new KernelReturns(this);
        this.marks = new LinkedHashSet<>();
        this.findings = new Findings(unread);
        this.functions = new CalledFunctions(first.function.name(), outOfLine);
        this.function = new Function(first.function.name());
        this.builder = new Builder(function);
        this.made = new MadeArrays(this, first.made);
        this.checked = first.checked;
        this.fast = first.fast;
        this.takesRows = first.takesRows;
        this.runsJava = first.runsJava;
        this.constants = first.constants;
        this.tellsArraysApart = tellsArraysApart;
        this.later = new KnownLater();
        this.budget = new InstructionBudget();
    }

    /** Of a function that a kernel calls. */
    Translation(Translation caller, String name, boolean checked) {
        this.rowOrder = caller.rowOrder;
        this.classes = caller.classes;
        this.records = caller.records;
        this.statics = caller.statics;
        this.segments = caller.segments;
        this.inputs = caller.inputs;
        this.objects = caller.objects;
        this.returns = caller.returns;
        this.marks = caller.marks;
        this.findings = caller.findings;
        this.functions = caller.functions;
        this.function = new Function(name);
        this.builder = new Builder(function);
        this.made = new MadeArrays(this, caller.made);
        this.checked = checked;
        this.fast = caller.fast;
        this.takesRows = caller.takesRows;
        this.runsJava = caller.runsJava;
        this.constants = Map.of();
        this.tellsArraysApart = caller.tellsArraysApart;
        this.later = caller.later;
        this.unread = caller.unread;
        this.budget = caller.budget;
    }

    /** {@return whether what follows the reading of the kernel makes sense} */
    boolean isSound() {
        return findings.isEmpty() || (unread != null && unread.isSound(findings));
    }

    /** {@return a number in place of one that is refused} */
    Value unknown(ScalarType type) {
        return unread == null ? builder.emit(new Constant(type, 0)) : unread.value(function, type);
    }

    /** {@return a number for a new object, never 0} */
    int newIdentity() {
        return ++identities;
    }

    /**
     * {@return whether a leaf of a variable is known in each copy of a place, which arrays tell apart} So are the sizes of an array, unless the
     * kernel makes it: another one may be made in its place.
     */
    boolean isKnown(Operand operand, int leaf) {
        Value array = tellsArraysApart ? operand.arrayOf(leaf) : null;
        return array != null && (array == operand.leaves().get(leaf) || !made.isMade(array));
    }

    /** {@return a table, where arrays are told apart the same value for the same elements: else each use would be another array} */
    Instr table(Op.ConstantArray table) {
        return tellsArraysApart ? tables.computeIfAbsent(table, this::tableAtEntry) : builder.emit(table);
    }

    private Instr tableAtEntry(Op.ConstantArray table) {
        Block entry = function.entry();
        Builder first = new Builder(function);
        if (entry.instrs().isEmpty()) {
            first.atEnd(entry);
        } else {
            first.before(entry.instrs().getFirst());
        }
        return first.at(builder.position()).emit(table);
    }

    /** {@return whether an operand is an object of a class or interface, null if that is not known} */
    @Nullable Boolean isInstance(Operand operand, String type) {
        return switch (operand) {
            case Operand.Reference object -> classes.isA(object.className(), type);
            case Operand.Aggregate record -> classes.isA(record.className(), type);
            case Operand.Instance(Inputs.Node object) -> isInstance(object, type);
            case Operand.Held held -> classes.isA(held.className(), type);
            case Operand.Thrown thrown -> classes.isA(thrown.className(), type);
            case Operand.Text _ -> classes.isA("java/lang/String", type);
            case Operand.EnumValue constant -> Enums.isInstance(classes, constant, type);
            case Operand.Null _ -> false;
            default -> null;
        };
    }

    private @Nullable Boolean isInstance(Inputs.Node object, String type) {
        inputs.ask(object);
        if (classes.isA(object.className(), type)) {
            return true;
        }
        if (isOpen(object)) {
            later.leaveOpen();
            return null;
        }
        // It is of another class, or null.
        return false;
    }

    /** {@return whether an object is of a class that is known only where the kernel runs} */
    boolean isOpen(Inputs.Node object) {
        return !object.isExact() && !classes.knowsObjects();
    }

    /** {@return a number for another array of the block} */
    int newSharedArray() {
        return sharedArrays++;
    }

    /** Counts memory of the block; {@return how much that is now} */
    long countShared(long bytes) {
        sharedBytes += bytes;
        return sharedBytes;
    }

    InstructionBudget budget() {
        return budget;
    }

    SourcePosition position() {
        SourcePosition position = builder.position();
        if (position == null) {
            throw new IllegalStateException("no source position yet");
        }
        return position;
    }
}
