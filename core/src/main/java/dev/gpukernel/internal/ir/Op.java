package dev.gpukernel.internal.ir;

import static dev.gpukernel.internal.ir.ScalarType.F32;
import static dev.gpukernel.internal.ir.ScalarType.F64;
import static dev.gpukernel.internal.ir.ScalarType.I1;
import static dev.gpukernel.internal.ir.ScalarType.I32;
import static dev.gpukernel.internal.ir.ScalarType.I64;
import static dev.gpukernel.internal.ir.VoidType.VOID;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What an instruction does, without its operands. Two equal operations on the same operands do the same, which makes them keys
 * of value numbering. Arithmetic is Java's.
 */
public sealed interface Op {
    /** {@return the operation as the text form writes it; unique but for constants} */
    String text();

    /** {@return types of the operands; by default there are none} */
    default List<Type> operands() {
        return List.of();
    }

    /** {@return type of the result; by default there is none} */
    default Type result() {
        return VOID;
    }

    default Effect effect() {
        return Effect.NONE;
    }

    /** {@return whether it may end the thread with an exception} */
    default boolean mayFault() {
        return effect() == Effect.FAULT;
    }

    /** {@return whether it ends a block} */
    default boolean isTerminator() {
        return effect() == Effect.CONTROL;
    }

    /**
     * A number.
     *
     * @param type its type
     * @param bits its value: sign-extended if integral, raw bits if floating, 0 or 1 if a condition
     */
    record Constant(ScalarType type, long bits) implements Op {
        public static Constant of(int value) {
            return new Constant(I32, value);
        }

        public static Constant of(long value) {
            return new Constant(I64, value);
        }

        public static Constant of(float value) {
            return new Constant(F32, Float.floatToRawIntBits(value));
        }

        public static Constant of(double value) {
            return new Constant(F64, Double.doubleToRawLongBits(value));
        }

        public static Constant of(boolean value) {
            return new Constant(I1, value ? 1 : 0);
        }

        @Override
        public String text() {
            return "const." + type.text() + " " + ConstantText.print(this);
        }

        @Override
        public Type result() {
            return type;
        }
    }

    /** Which binary operation. The shifts are for integers, their distance is an I32 and masked as in Java. */
    enum BinaryKind {
        ADD,
        SUB,
        MUL,
        /** Integral division by zero gives 0; a {@link DivisorCheck} stands before it. */
        DIV,
        /** Integral remainder by zero gives 0; a {@link DivisorCheck} stands before it. */
        REM,
        AND,
        OR,
        XOR,
        SHL,
        SHR,
        USHR;

        public boolean isShift() {
            return this == SHL || this == SHR || this == USHR;
        }

        /** {@return whether it exists for integers only} */
        public boolean isIntegral() {
            return isShift() || this == AND || this == OR || this == XOR;
        }

        /** {@return whether the operands may be swapped} */
        public boolean isCommutative() {
            return this == ADD || this == MUL || this == AND || this == OR || this == XOR;
        }
    }

    /** Two numbers to one. */
    record Binary(BinaryKind kind, ScalarType type) implements Op {
        @Override
        public String text() {
            return lower(kind) + "." + type.text();
        }

        @Override
        public List<Type> operands() {
            return List.of(type, kind.isShift() ? I32 : type);
        }

        @Override
        public Type result() {
            return type;
        }
    }

    /** Negation. */
    record Negate(ScalarType type) implements Op {
        @Override
        public String text() {
            return "neg." + type.text();
        }

        @Override
        public List<Type> operands() {
            return List.of(type);
        }

        @Override
        public Type result() {
            return type;
        }
    }

    /** A comparison to a condition. For floats, NaN makes every predicate false but NE and those ending in U. */
    record Compare(Predicate predicate, ScalarType type) implements Op {
        @Override
        public String text() {
            return lower(predicate) + "." + type.text();
        }

        @Override
        public List<Type> operands() {
            return List.of(type, type);
        }

        @Override
        public Type result() {
            return I1;
        }
    }

    /** Which comparison the JVM makes to -1, 0 or 1. */
    enum ThreeWayKind {
        /** Longs. */
        LCMP,
        /** Floating, -1 if one is NaN. */
        CMPL,
        /** Floating, 1 if one is NaN. */
        CMPG
    }

    /** A comparison to -1, 0 or 1. */
    record ThreeWay(ThreeWayKind kind, ScalarType type) implements Op {
        @Override
        public String text() {
            return lower(kind) + "." + type.text();
        }

        @Override
        public List<Type> operands() {
            return List.of(type, type);
        }

        @Override
        public Type result() {
            return I32;
        }
    }

    /** Java's conversion between numbers; from I1 gives 0 or 1. */
    record Convert(ScalarType from, ScalarType to) implements Op {
        /** An int to a long. */
        public static final Convert WIDEN = new Convert(I32, I64);

        /** {@return the int that was widened to a long, null if it is another long} */
        public static @Nullable Value widened(Value wide) {
            return wide instanceof Instr instr && instr.op().equals(WIDEN) ? instr.operand(0) : null;
        }

        /** {@return the int that was widened to a long, any other number as it is} */
        public static Value unwidened(Value number) {
            Value narrow = widened(number);
            return narrow == null ? number : narrow;
        }

        @Override
        public String text() {
            return "convert." + from.text() + "." + to.text();
        }

        @Override
        public List<Type> operands() {
            return List.of(from);
        }

        @Override
        public Type result() {
            return to;
        }
    }

    /** Narrows an I32 to what an element of a smaller type holds, widened again: Java's i2b, i2c, i2s. */
    record Narrow(ElementType to) implements Op {
        @Override
        public String text() {
            return "narrow." + to.text();
        }

        @Override
        public List<Type> operands() {
            return List.of(I32);
        }

        @Override
        public Type result() {
            return I32;
        }
    }

    /** The second operand if the first, a condition, is true, else the third. */
    record Select(ScalarType type) implements Op {
        @Override
        public String text() {
            return "select." + type.text();
        }

        @Override
        public List<Type> operands() {
            return List.of(I1, type, type);
        }

        @Override
        public Type result() {
            return type;
        }
    }

    /** Number of elements of an array, of the type that its indices have. */
    record Length(ElementType element, Space space, IndexType index) implements Op {
        public Length(ElementType element) {
            this(element, Space.GLOBAL);
        }

        public Length(ElementType element, Space space) {
            this(element, space, IndexType.INT);
        }

        public Length(ArrayType array) {
            this(array.element(), array.space(), array.index());
        }

        @Override
        public String text() {
            return "length." + element.text() + space.suffix(".") + index.suffix(".");
        }

        @Override
        public List<Type> operands() {
            return List.of(new ArrayType(element, space, index));
        }

        @Override
        public Type result() {
            return index.type();
        }
    }

    /** An element of an array; undefined if the index is out of range, which an {@link IndexCheck} before it excludes. */
    record Load(ElementType element, Space space, IndexType index) implements Op {
        public Load(ElementType element) {
            this(element, Space.GLOBAL);
        }

        public Load(ElementType element, Space space) {
            this(element, space, IndexType.INT);
        }

        public Load(ArrayType array) {
            this(array.element(), array.space(), array.index());
        }

        @Override
        public String text() {
            return "load." + element.text() + space.suffix(".") + index.suffix(".");
        }

        @Override
        public List<Type> operands() {
            return List.of(new ArrayType(element, space, index), index.type());
        }

        @Override
        public Type result() {
            return element.register();
        }

        @Override
        public Effect effect() {
            return space == Space.CONSTANT ? Effect.NONE : Effect.READ;
        }
    }

    /** Sets an element of an array: array, index, value. The value is narrowed to the element's size. */
    record Store(ElementType element, Space space, IndexType index) implements Op {
        public Store(ElementType element) {
            this(element, Space.GLOBAL);
        }

        public Store(ElementType element, Space space) {
            this(element, space, IndexType.INT);
        }

        public Store(ArrayType array) {
            this(array.element(), array.space(), array.index());
        }

        @Override
        public String text() {
            return "store." + element.text() + space.suffix(".") + index.suffix(".");
        }

        @Override
        public List<Type> operands() {
            return List.of(new ArrayType(element, space, index), index.type(), element.register());
        }

        @Override
        public Effect effect() {
            return Effect.WRITE;
        }
    }

    /**
     * Several elements of a global or shared array that follow one another, by one access: array, index of the first, which is a multiple
     * of their number. Gives them as parts. Undefined if one is out of range.
     *
     * @param element what the array holds
     * @param space where it is
     * @param count how many
     * @param index what the array's indices are
     */
    record LoadVector(ElementType element, Space space, int count, IndexType index) implements Op {
        /** What a thread of a GPU can move at once. */
        public static final int MOST_BYTES = 16;

        @Override
        public String text() {
            return "load." + element.text() + space.suffix(".") + index.suffix(".") + " " + count;
        }

        @Override
        public List<Type> operands() {
            return List.of(new ArrayType(element, space, index), index.type());
        }

        @Override
        public TupleType result() {
            return new TupleType(Collections.nCopies(count, element.register()));
        }

        @Override
        public Effect effect() {
            return Effect.READ;
        }
    }

    /**
     * Sets several elements of a global or shared array that follow one another, by one access: array, index of the first, which is a
     * multiple of their number, and the values, each narrowed to the element's size.
     *
     * @param element what the array holds
     * @param space where it is
     * @param count how many
     * @param index what the array's indices are
     */
    record StoreVector(ElementType element, Space space, int count, IndexType index) implements Op {
        @Override
        public String text() {
            return "store." + element.text() + space.suffix(".") + index.suffix(".") + " " + count;
        }

        @Override
        public List<Type> operands() {
            List<Type> operands = new ArrayList<>(List.of(new ArrayType(element, space, index), index.type()));
            operands.addAll(Collections.nCopies(count, element.register()));
            return operands;
        }

        @Override
        public Effect effect() {
            return Effect.WRITE;
        }
    }

    /**
     * A new array of zeros for the thread alone, every time it is done.
     *
     * @param element what it holds
     * @param length number of elements
     */
    record LocalArray(ElementType element, int length) implements Op {
        /** Local memory of a thread, on every GPU of today, but for what generated code takes for itself. */
        public static final int MOST_BYTES = 508 * 1024;

        @Override
        public String text() {
            return "local." + element.text() + " " + length;
        }

        @Override
        public Type result() {
            return new ArrayType(element, Space.LOCAL);
        }

        @Override
        public Effect effect() {
            return Effect.ALLOCATE;
        }
    }

    /**
     * A new array of zeros for the thread alone, every time it is done, of a length that the launch's arguments tell: the number of
     * elements, at least 0.
     *
     * @param element what it holds
     */
    record DynamicLocal(ElementType element) implements Op {
        @Override
        public String text() {
            return "local." + element.text();
        }

        @Override
        public List<Type> operands() {
            return List.of(I32);
        }

        @Override
        public Type result() {
            return new ArrayType(element, Space.LOCAL);
        }

        @Override
        public Effect effect() {
            return Effect.ALLOCATE;
        }
    }

    /**
     * Makes a new array of zeros and lets a parameter of the kernel be it from then on: the parameter, which no caller passes, and the
     * number of elements, or the size of each dimension of arrays of arrays, at least 0. Only in the code of a kernel that the host runs. Nothing that the
     * parameter was before is used any more.
     *
     * @param element what it holds
     * @param dimensions how many sizes there are
     */
    record MakeArray(ElementType element, Dimensions dimensions) implements Op {
        @Override
        public String text() {
            return "make." + element.text() + (dimensions == Dimensions.ONE ? "" : "." + dimensions.count());
        }

        @Override
        public List<Type> operands() {
            List<Type> operands = new ArrayList<>(Collections.nCopies(dimensions.count() + 1, I32));
            operands.set(0, new ArrayType(element, Space.GLOBAL));
            return List.copyOf(operands);
        }

        @Override
        public Effect effect() {
            return Effect.WRITE;
        }
    }

    /**
     * An array of the block. Its elements are undefined at first. Two with the same number are the same array.
     *
     * @param element what it holds
     * @param length number of elements
     * @param number which of the kernel's shared arrays
     */
    record SharedArray(ElementType element, int length, int number) implements Op {
        /** Bytes of shared memory that a block has on the GPUs that have most of it. */
        public static final int MOST_BYTES = 227 * 1024;

        /** Each begins at a multiple of so many bytes. */
        public static final int ALIGNMENT = 16;

        /** {@return bytes that it takes of a block's shared memory} */
        public long bytes() {
            return bytes(element, length);
        }

        /** {@return bytes that an array takes of a block's shared memory} */
        public static long bytes(ElementType element, long length) {
            return Math.ceilDiv(Math.max(1, length * element.bytes()), ALIGNMENT) * ALIGNMENT;
        }

        @Override
        public String text() {
            return "shared." + element.text() + " " + length + " #" + number;
        }

        @Override
        public Type result() {
            return new ArrayType(element, Space.SHARED);
        }
    }

    /**
     * A part of the block's memory of which the launch says how much there is: offset of its first element in bytes, number of
     * elements. Undefined unless it is inside that memory and aligned to its elements, which checks before it see to.
     */
    record DynamicShared(ElementType element) implements Op {
        @Override
        public String text() {
            return "dynamic." + element.text();
        }

        @Override
        public List<Type> operands() {
            return List.of(I32, I32);
        }

        @Override
        public Type result() {
            return new ArrayType(element, Space.SHARED);
        }
    }

    /** How many bytes of shared memory the launch gives each block; an I32. */
    record DynamicSize() implements Op {
        @Override
        public String text() {
            return "dynamic.size";
        }

        @Override
        public Type result() {
            return I32;
        }
    }

    /** What an {@link Atomic} makes of the element and its operand. */
    enum AtomicKind {
        ADD,
        /** Of floats, as Math.min: NaN wins, -0 is less than 0. */
        MIN,
        MAX,
        AND,
        OR,
        XOR,
        EXCHANGE,
        /** The second operand, if the element has the bits of the first. */
        COMPARE_AND_SET;

        /** {@return whether it exists for integers only} */
        public boolean isIntegral() {
            return this == AND || this == OR || this == XOR;
        }
    }

    /**
     * Changes an element of an array with no other thread in between: array, index, operand, and for COMPARE_AND_SET the new value.
     * Gives the old one. Orders no other access.
     */
    record Atomic(AtomicKind kind, ElementType element, Space space, IndexType index) implements Op {
        public Atomic(AtomicKind kind, ElementType element, Space space) {
            this(kind, element, space, IndexType.INT);
        }

        public Atomic(AtomicKind kind, ArrayType array) {
            this(kind, array.element(), array.space(), array.index());
        }

        @Override
        public String text() {
            return "atomic." + lower(kind) + "." + element.text() + space.suffix(".") + index.suffix(".");
        }

        @Override
        public List<Type> operands() {
            Type array = new ArrayType(element, space, index);
            return kind == AtomicKind.COMPARE_AND_SET
                    ? List.of(array, index.type(), element.register(), element.register())
                    : List.of(array, index.type(), element.register());
        }

        @Override
        public Type result() {
            return element.register();
        }

        @Override
        public Effect effect() {
            return Effect.WRITE;
        }
    }

    /**
     * Prints its operands.
     *
     * @param format as java.util.Formatter takes it
     * @param operandTypes descriptor of each operand's Java type, one letter each
     */
    record Print(String format, String operandTypes) implements Op {
        @Override
        public String text() {
            return "print(" + operandTypes + ") " + OpText.quote(format);
        }

        @Override
        public List<Type> operands() {
            return registers(operandTypes);
        }

        @Override
        public Effect effect() {
            return Effect.WRITE;
        }
    }

    /**
     * A table.
     *
     * @param element what it holds
     * @param elements its elements' bits, as in {@link Constant}
     */
    record ConstantArray(ElementType element, List<Long> elements) implements Op {
        public ConstantArray {
            elements = List.copyOf(elements);
        }

        @Override
        public String text() {
            return "table." + element.text() + " " + OpText.elements(this);
        }

        @Override
        public Type result() {
            return new ArrayType(element, Space.CONSTANT);
        }
    }

    /**
     * The index of an element in an array that holds the rows of a matrix one after another: that of the row's first element, the
     * column, the row. It is the sum of the first two. Two such indices of one array are equal only if rows and columns are, which
     * a product of numbers would not tell; {@code RowLowering} makes the sum of it. In arrays of more dimensions, the row is such an
     * index, too, among all rows: of the plane's first row, of the row in the plane, and of the plane.
     */
    record RowElement() implements Op {
        @Override
        public String text() {
            return "rowelement";
        }

        @Override
        public List<Type> operands() {
            return List.of(I32, I32, I32);
        }

        @Override
        public Type result() {
            return I32;
        }
    }

    /**
     * Sets a row of an array of arrays to an array that the kernel makes: the array, the row's number, the other array. Only while a kernel is
     * read: in the end they are one array.
     *
     * @param element what the rows hold
     * @param space where the other array is
     */
    record SetRow(ElementType element, Space space) implements Op {
        @Override
        public String text() {
            return "setrow." + element.text() + space.suffix(".");
        }

        @Override
        public List<Type> operands() {
            return List.of(new ArrayType(element, Space.GLOBAL), I32, new ArrayType(element, space));
        }

        @Override
        public Effect effect() {
            return Effect.WRITE;
        }
    }

    /**
     * Where a row of an array of arrays begins among all elements: the array, the row's number. Ends the thread unless the row is set. Only
     * while a kernel is read: in the end that is proven.
     *
     * @param element what the rows hold
     */
    record RowStart(ElementType element) implements Op {
        @Override
        public String text() {
            return "rowstart." + element.text();
        }

        @Override
        public List<Type> operands() {
            return List.of(new ArrayType(element, Space.GLOBAL), I32);
        }

        @Override
        public Type result() {
            return I32;
        }

        @Override
        public Effect effect() {
            return Effect.FAULT;
        }
    }

    /**
     * How many elements a row of an array of arrays has that is set: the array, the row's number. Only while a kernel is read.
     *
     * @param element what the rows hold
     */
    record RowLength(ElementType element) implements Op {
        @Override
        public String text() {
            return "rowlength." + element.text();
        }

        @Override
        public List<Type> operands() {
            return List.of(new ArrayType(element, Space.GLOBAL), I32);
        }

        @Override
        public Type result() {
            return I32;
        }

        @Override
        public Effect effect() {
            return Effect.READ;
        }
    }

    /** Whether 0 ≤ index &lt; length, for a length that is not negative: index, length. */
    record InBounds(IndexType index) implements Op {
        /** Of ints. */
        public InBounds() {
            this(IndexType.INT);
        }

        @Override
        public String text() {
            return "inbounds" + index.suffix(".");
        }

        @Override
        public List<Type> operands() {
            return List.of(index.type(), index.type());
        }

        @Override
        public Type result() {
            return I1;
        }
    }

    /** What a launch does in another order than the loops that it takes the place of. */
    enum Order {
        /** Each thread goes through the outer loop. */
        EXCHANGED,
        /** All iterations do a part, and then all do the rest. */
        DISTRIBUTED;

        private final String text = name().toLowerCase(Locale.ROOT);
    }

    /** Whether the order shows in which a loop accumulates. */
    enum Sums {
        /** It does not. */
        EXACT,
        /** It does, as floating sums are rounded. */
        ROUNDED;

        private final String text = name().toLowerCase(Locale.ROOT);
    }

    /**
     * Whether a loop that is parallel goes through its iterations one after another, each of which splits the loops inside among
     * threads: number of iterations outside, of those inside. Only in the code of a kernel that the host runs.
     *
     * @param sums of loops whose order shows, every device gives the same answer
     */
    record SplitInner(Sums sums) implements Op {
        @Override
        public String text() {
            return "splitinner." + sums.text;
        }

        @Override
        public List<Type> operands() {
            return List.of(I64, I64);
        }

        @Override
        public Type result() {
            return I1;
        }
    }

    /**
     * Says which of several faults of a launch is the first: from here on, one of this thread counts as that of a number, and no more as
     * that of the thread. For threads that do the work of several, in another order than that of the threads.
     */
    record FaultRank() implements Op {
        @Override
        public String text() {
            return "faultrank";
        }

        @Override
        public List<Type> operands() {
            return List.of(I64);
        }

        @Override
        public Effect effect() {
            return Effect.WRITE;
        }
    }

    /**
     * Faults unless 0 ≤ index &lt; length: index, length. With ArrayIndexOutOfBoundsException, or in a memory segment with the
     * IndexOutOfBoundsException that it throws.
     *
     * @param indexed name of the memory segment, or of the axis of an array with shapes, null for an array
     * @param bytes of an element of the segment, 0 for an array
     * @param index what index and length are
     */
    record IndexCheck(@Nullable String indexed, int bytes, IndexType index) implements Op {
        /** Of an array. */
        public IndexCheck() {
            this(null, 0, IndexType.INT);
        }

        @Override
        public String text() {
            String text = "check.index" + index.suffix(".");
            return indexed == null ? text : text + " " + bytes + " " + OpText.quote(indexed);
        }

        /** {@return whether it is an index of a memory segment} */
        public boolean isOfSegment() {
            return bytes > 0;
        }

        /** {@return the question that it asks} */
        public InBounds question() {
            return new InBounds(index);
        }

        /** {@return the offset in bytes of an element of the segment} */
        public Value offset(Builder builder, Value element) {
            Value wide = index == IndexType.LONG ? element : builder.emit(Convert.WIDEN, element);
            return builder.emit(new Binary(BinaryKind.MUL, I64), wide, builder.emit(Constant.of((long) bytes)));
        }

        /** {@return what it does to an access beyond the array, index and length put into the message} */
        public Throw beyondArray() {
            return Throw.outOfBounds(index, indexed == null ? "" : " of " + indexed);
        }

        /** {@return what it does to an access beyond the segment, the offset in bytes put into the message} */
        public Throw beyondSegment() {
            return new Throw(
                    IndexOutOfBoundsException.class.getName(),
                    outOf(Objects.requireNonNull(indexed, "of a segment")) + "; new offset = " + Throw.HOLE
                            + "; new length = " + bytes,
                    "J");
        }

        /**
         * How the message begins of an exception that a memory segment throws.
         *
         * @param segment as text
         * @return the beginning
         */
        public static String outOf(String segment) {
            return "Out of bound access on segment " + segment;
        }

        @Override
        public List<Type> operands() {
            return List.of(index.type(), index.type());
        }

        @Override
        public Effect effect() {
            return Effect.FAULT;
        }
    }

    /** Faults with ArithmeticException if its operand is zero. */
    record DivisorCheck(ScalarType type) implements Op {
        @Override
        public String text() {
            return "check.divisor." + type.text();
        }

        @Override
        public List<Type> operands() {
            return List.of(type);
        }

        @Override
        public Effect effect() {
            return Effect.FAULT;
        }
    }

    /**
     * Which iteration of a parallel loop this thread runs, from 0; an I64. If threads run several, the number of the
     * thread, from which the code makes those that are its own.
     *
     * @param axis along which the iterations of that loop of the nest are spread
     */
    record Iteration(Axis axis) implements Op {
        @Override
        public String text() {
            return axis == Axis.X ? "iteration" : "iteration." + lower(axis);
        }

        @Override
        public Type result() {
            return I64;
        }
    }

    /** A call of an intrinsic. */
    record Call(Intrinsic intrinsic) implements Op {
        @Override
        public String text() {
            return "call " + intrinsic.text();
        }

        @Override
        public List<Type> operands() {
            return intrinsic.parameters();
        }

        @Override
        public Type result() {
            return intrinsic.result();
        }

        @Override
        public Effect effect() {
            return intrinsic.effect();
        }
    }

    /** Goes on at its only edge. */
    record Jump() implements Op {
        @Override
        public String text() {
            return "jump";
        }

        @Override
        public Effect effect() {
            return Effect.CONTROL;
        }
    }

    /** Goes on at its first edge if the condition is true, else at its second. */
    record Branch() implements Op {
        @Override
        public String text() {
            return "branch";
        }

        @Override
        public List<Type> operands() {
            return List.of(I1);
        }

        @Override
        public Effect effect() {
            return Effect.CONTROL;
        }
    }

    /**
     * Ends the thread with an exception. The operands go into what its constructor is given.
     *
     * @param className binary name of its class
     * @param constructor descriptor of its constructor
     * @param arguments what that is given
     */
    record Throw(String className, String constructor, List<ThrowArgument> arguments) implements Op {
        /** Stands for an operand in a text. */
        public static final char HOLE = '\u0001';

        /** Most operands that generated code can report. */
        public static final int MOST_OPERANDS = 6;

        private static final String OF_NOTHING = "()V";
        private static final String OF_TEXT = "(Ljava/lang/String;)V";

        /** Copies the arguments. */
        public Throw {
            arguments = List.copyOf(arguments);
        }

        /**
         * Makes one of an exception with a message.
         *
         * @param className binary name of a class with a constructor for a message
         * @param message the message, with {@value #HOLE} wherever an operand goes
         * @param operandTypes descriptor of each operand's Java type, one letter each
         */
        public Throw(String className, String message, String operandTypes) {
            this(className, OF_TEXT, List.of(new ThrowArgument.Text(message, operandTypes)));
        }

        /** {@return what throws an exception of a constructor without parameters} */
        public static Throw of(String className) {
            return new Throw(className, OF_NOTHING, List.of());
        }

        /** {@return what an {@link IndexCheck} of an array does that fails, with its operands} */
        public static Throw outOfBounds(IndexType index) {
            return outOfBounds(index, "");
        }

        private static Throw outOfBounds(IndexType index, String ofWhat) {
            return new Throw(
                    ArrayIndexOutOfBoundsException.class.getName(),
                    "Index " + HOLE + " out of bounds for length " + HOLE + ofWhat,
                    index == IndexType.LONG ? "JJ" : "II");
        }

        /** {@return the text that is all that its constructor is given, with {@value #HOLE} wherever an operand goes; null if it is given others} */
        public @Nullable String message() {
            return arguments.size() == 1 && arguments.getFirst() instanceof ThrowArgument.Text(String recipe, var _)
                    ? recipe
                    : null;
        }

        /** {@return descriptor of each operand's Java type, one letter each} */
        public String operandTypes() {
            return new ThrowArgument.Objects(arguments).operandTypes();
        }

        @Override
        public String text() {
            String message = message();
            if (constructor.equals(OF_TEXT) && message != null) {
                String types = operandTypes().isEmpty() ? "" : "(" + operandTypes() + ")";
                return "throw " + className + types + " " + OpText.quote(message);
            }
            return "throw " + className + (constructor.equals(OF_NOTHING) ? "" : " " + constructor + " " + arguments);
        }

        @Override
        public List<Type> operands() {
            return registers(operandTypes());
        }

        @Override
        public boolean mayFault() {
            return true;
        }

        @Override
        public Effect effect() {
            return Effect.CONTROL;
        }
    }

    /**
     * Ends the function. The operands are what it returns.
     *
     * @param types their types; of a kernel may be those of global arrays
     */
    record Return(List<Type> types) implements Op {
        public Return {
            types = List.copyOf(types);
        }

        /** Returns nothing. */
        public Return() {
            this(List.of());
        }

        @Override
        public String text() {
            return types.stream().map(type -> "." + type.text()).collect(Collectors.joining("", "return", ""));
        }

        @Override
        public List<Type> operands() {
            return types;
        }

        @Override
        public Effect effect() {
            return Effect.CONTROL;
        }
    }

    /** A call of a function of the same kernel. Two calls are the same operation if they call the same function. */
    record Invoke(Function callee) implements Op {
        /** {@return whether it is the call of a rare function that is made only if its only user, in its block, chooses the result} */
        public static boolean isDeferred(Value value) {
            if (!(value instanceof Instr call) || !(call.op() instanceof Invoke invoke) || !invoke.callee.isRare()) {
                return false;
            }
            Instr only = call.users().size() == 1 ? call.users().iterator().next() : null;
            return only != null
                    && only.op() instanceof Select
                    && only.block() == call.block()
                    && (only.operand(1) == call) != (only.operand(2) == call);
        }

        @Override
        public String text() {
            return "invoke " + callee.name();
        }

        @Override
        public List<Type> operands() {
            return callee.params().stream().map(Value::type).toList();
        }

        @Override
        public Type result() {
            return callee.result();
        }

        @Override
        public Effect effect() {
            return callee.effects().effect();
        }

        @Override
        public boolean mayFault() {
            return callee.effects().mayFault();
        }
    }

    /**
     * Runs a parallel loop nest, all iterations of it, before it goes on: only in the code of a kernel that the host runs. The
     * operands are the arguments of the nest's code, and after them the number of iterations along each axis, as I64. Of a
     * reduction, those arguments that are its accumulators are what it starts with; the results are what it ends with.
     *
     * @param nest what is done for one iteration
     * @param axes how many axes it has
     */
    record Launch(Function nest, int axes) implements Op {
        @Override
        public String text() {
            return "launch " + nest.name();
        }

        @Override
        public List<Type> operands() {
            List<Type> types =
                    new ArrayList<>(nest.params().stream().map(Value::type).toList());
            types.addAll(Collections.nCopies(axes, I64));
            return types;
        }

        @Override
        public Type result() {
            return nest.result();
        }

        @Override
        public Effect effect() {
            return Effect.WRITE;
        }

        @Override
        public boolean mayFault() {
            return nest.effects().mayFault();
        }
    }

    /**
     * Whether a launch may take the place of the loops that it does in another order than they do: what it needs of its arguments holds,
     * no thread of it can throw, and it is faster. The operands are those of the launch. Only in the code of a kernel that the host runs.
     *
     * @param nest what is done for one iteration
     * @param axes as for {@link Launch}
     * @param order what it does in another order
     */
    record MayLaunch(Function nest, int axes, Order order) implements Op {
        @Override
        public String text() {
            return "maylaunch." + order.text + ' ' + nest.name();
        }

        @Override
        public List<Type> operands() {
            return new Launch(nest, axes).operands();
        }

        @Override
        public Type result() {
            return I1;
        }
    }

    /** One of several numbers that a call or a reduction returned, or that were loaded at once. */
    record Part(TupleType of, int index) implements Op {
        @Override
        public String text() {
            return "part." + of.text() + " " + index;
        }

        @Override
        public List<Type> operands() {
            return List.of(of);
        }

        @Override
        public Type result() {
            return of.components().get(index);
        }
    }

    private static List<Type> registers(String descriptors) {
        return descriptors.chars().<Type>mapToObj(Op::register).toList();
    }

    private static ScalarType register(int descriptor) {
        return switch (descriptor) {
            case 'J' -> I64;
            case 'F' -> F32;
            case 'D' -> F64;
            default -> I32;
        };
    }

    private static String lower(Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
