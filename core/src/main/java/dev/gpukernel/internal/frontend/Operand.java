package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a local variable or an entry of the operand stack holds while a method is translated. Only its leaves are values of the
 * representation; what else there is, is known when the kernel is compiled.
 */
sealed interface Operand {
    /** {@return the values in it, in an order that {@link #withLeaves} takes them in} */
    default List<Value> leaves() {
        return List.of();
    }

    /** {@return the same with other values for its leaves} */
    default Operand withLeaves(Iterator<? extends Value> values) {
        return this;
    }

    /** {@return whether it differs from another in nothing but its leaves} */
    default boolean hasShapeOf(Operand other) {
        return equals(other);
    }

    /** {@return whether it, or a part of it, is what was rejected already} */
    default boolean isRejected() {
        return false;
    }

    /** {@return the array that a leaf is, or is a size of, whatever variable refers to it; null if it is no such leaf} */
    default @Nullable Value arrayOf(int position) {
        Value leaf = leaves().get(position);
        return leaf.type() instanceof ArrayType ? leaf : null;
    }

    /** {@return whether some operands differ from others in nothing but their leaves} */
    static boolean haveShapesOf(List<? extends Operand> operands, List<? extends Operand> others) {
        return operands.size() == others.size()
                && IntStream.range(0, operands.size())
                        .allMatch(i -> operands.get(i).hasShapeOf(others.get(i)));
    }

    /** {@return what tells it from others of its kind while it is made, 0 if nothing need} */
    default int identity() {
        return 0;
    }

    /** {@return the objects that it refers to, by itself or in one of its parts} */
    default List<Reference> references() {
        return List.of();
    }

    /** {@return the same with other numbers for the objects that it refers to} */
    default Operand renumbered(Map<Integer, Integer> numbers) {
        return this;
    }

    /** {@return what becomes of it when its parts are changed, and then it as a whole} */
    default Operand changed(UnaryOperator<Operand> change) {
        return change.apply(this);
    }

    /** {@return whether it is an array or object, which but for {@link Null} is never null here: launchers see to that} */
    default boolean isReference() {
        return true;
    }

    /** {@return whether the JVM counts it as two words} */
    default boolean isWide() {
        return false;
    }

    /** A number or an array. */
    record Plain(Value value) implements Operand {
        @Override
        public List<Value> leaves() {
            return List.of(value);
        }

        @Override
        public Operand withLeaves(Iterator<? extends Value> values) {
            return new Plain(values.next());
        }

        @Override
        public boolean hasShapeOf(Operand other) {
            return other instanceof Plain plain && plain.value.type().equals(value.type());
        }

        @Override
        public boolean isReference() {
            return value.type() instanceof ArrayType;
        }

        @Override
        public boolean isWide() {
            return value.type() == ScalarType.I64 || value.type() == ScalarType.F64;
        }
    }

    /**
     * A reference to an object that the kernel makes. What its fields hold stands in the {@link Frame}, once however many references
     * there are. Within a frame, two references of different numbers are different objects.
     *
     * @param className internal name of the object's class, which is known exactly
     * @param object which object
     */
    record Reference(String className, int object) implements Operand {
        @Override
        public List<Reference> references() {
            return List.of(this);
        }

        @Override
        public Operand renumbered(Map<Integer, Integer> numbers) {
            return new Reference(className, numbers.getOrDefault(object, object));
        }
    }

    /**
     * An object that a static final field holds, by itself or in a final field of such an object.
     *
     * @param object the object
     */
    record Held(Object object) implements Operand {
        /** {@return internal name of its class} */
        String className() {
            return StaticFields.className(object);
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // the very same object
        public boolean equals(Object other) {
            return other instanceof Held that && that.object == object;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }
    }

    /** No object. */
    record Null() implements Operand {}

    /** The class object of a class. */
    record ClassLiteral(String className) implements Operand {}

    /**
     * A record or a boxed number, taken apart, or what the fields of another object hold.
     *
     * @param className internal name of its class
     * @param fields what its fields hold, those of a record in order of the components
     */
    record Aggregate(String className, Map<String, Operand> fields) implements Operand {
        /** {@return the same with another value in a field} */
        Aggregate with(String field, Operand value) {
            Map<String, Operand> changed = new LinkedHashMap<>(fields);
            changed.put(field, value);
            return new Aggregate(className, changed);
        }

        /** {@return the same with other values in all fields} */
        Aggregate withFields(UnaryOperator<Operand> change) {
            Map<String, Operand> changed = new LinkedHashMap<>();
            fields.forEach((name, value) -> changed.put(name, change.apply(value)));
            return new Aggregate(className, changed);
        }

        @Override
        public List<Reference> references() {
            List<Reference> references = new ArrayList<>();
            for (Operand field : fields.values()) {
                references.addAll(field.references());
            }
            return references;
        }

        @Override
        public Operand changed(UnaryOperator<Operand> change) {
            return change.apply(withFields(field -> field.changed(change)));
        }

        @Override
        public Aggregate renumbered(Map<Integer, Integer> numbers) {
            return withFields(field -> field.renumbered(numbers));
        }

        @Override
        public List<Value> leaves() {
            List<Value> leaves = new ArrayList<>();
            for (Operand field : fields.values()) {
                leaves.addAll(field.leaves());
            }
            return leaves;
        }

        @Override
        public Aggregate withLeaves(Iterator<? extends Value> values) {
            return withFields(field -> field.withLeaves(values));
        }

        @Override
        public boolean hasShapeOf(Operand other) {
            return other instanceof Aggregate aggregate
                    && aggregate.className.equals(className)
                    && List.copyOf(aggregate.fields.keySet()).equals(List.copyOf(fields.keySet()))
                    && fields.keySet().stream().allMatch(name -> get(name).hasShapeOf(aggregate.get(name)));
        }

        @Override
        public @Nullable Value arrayOf(int position) {
            int first = 0;
            for (Operand field : fields.values()) {
                int size = field.leaves().size();
                if (position < first + size) {
                    return field.arrayOf(position - first);
                }
                first += size;
            }
            throw new IllegalArgumentException("no leaf " + position + " in " + className);
        }

        @Override
        public boolean isRejected() {
            return fields.values().stream().anyMatch(Operand::isRejected);
        }

        private Operand get(String field) {
            Operand value = fields.get(field);
            if (value == null) {
                throw new IllegalStateException("no field " + field + " in " + className);
            }
            return value;
        }
    }

    /**
     * An exception that is about to be thrown.
     *
     * @param className internal name of its class
     * @param constructor descriptor of its constructor
     * @param arguments what that was given
     * @param identity tells exceptions from each other
     * @param position where it was made, which its stack trace begins with
     */
    record Thrown(String className, String constructor, List<Operand> arguments, int identity, SourcePosition position)
            implements Operand {
        /** One whose constructor was not called yet. */
        Thrown(String className, int identity, SourcePosition position) {
            this(className, "()V", List.of(), identity, position);
        }

        Thrown saying(Text message) {
            return of("(Ljava/lang/String;)V", List.of(message), position);
        }

        /** {@return the same, made of the text of another exception, and of that} */
        Thrown causedBy(Thrown cause) {
            return of(constructor, List.of(new Null(), cause), position);
        }

        Thrown of(String descriptor, List<Operand> given, SourcePosition made) {
            return new Thrown(className, descriptor, List.copyOf(given), identity, made);
        }

        @Override
        public List<Value> leaves() {
            return arguments.stream()
                    .flatMap(argument -> argument.leaves().stream())
                    .toList();
        }

        @Override
        public Operand withLeaves(Iterator<? extends Value> values) {
            List<Operand> changed = new ArrayList<>();
            arguments.forEach(argument -> changed.add(argument.withLeaves(values)));
            return of(constructor, changed, position);
        }

        @Override
        public boolean hasShapeOf(Operand other) {
            return other instanceof Thrown that
                    && that.className.equals(className)
                    && that.identity == identity
                    && that.constructor.equals(constructor)
                    && haveShapesOf(arguments, that.arguments);
        }
    }

    /**
     * One of the exceptions that a handler catches.
     *
     * @param handled which they are
     * @param which the position of this one among them
     * @param numbers what of it is computed, as {@link Handled} says
     */
    record Caught(Handled handled, Value which, List<Value> numbers) implements Operand {
        @Override
        public List<Value> leaves() {
            List<Value> leaves = new ArrayList<>(List.of(which));
            leaves.addAll(numbers);
            return leaves;
        }

        @Override
        public Operand withLeaves(Iterator<? extends Value> values) {
            Value changed = values.next();
            List<Value> others = new ArrayList<>();
            numbers.forEach(_ -> others.add(values.next()));
            return new Caught(handled, changed, others);
        }

        @Override
        public boolean hasShapeOf(Operand other) {
            return other instanceof Caught that && that.handled == handled;
        }
    }

    /**
     * An array of arrays, or an array in it: a row, or what holds rows itself.
     *
     * @param elements the array that holds all elements, row by row
     * @param layout where in it rows are
     * @param row which array in it, {@code null} for the whole
     */
    record Rows(Value elements, RowLayout layout, @Nullable Row row) implements Operand {
        @Override
        public List<Value> leaves() {
            List<Value> leaves = new ArrayList<>(List.of(elements));
            leaves.addAll(layout.leaves());
            if (row != null) {
                leaves.addAll(row.leaves());
            }
            return leaves;
        }

        @Override
        public @Nullable Value arrayOf(int position) {
            Value leaf = leaves().get(position);
            boolean isSize = position <= layout.leaves().size() && !(leaf.type() instanceof ArrayType);
            return isSize ? elements : Operand.super.arrayOf(position);
        }

        @Override
        public Operand withLeaves(Iterator<? extends Value> values) {
            return new Rows(values.next(), layout.withLeaves(values), row == null ? null : row.withLeaves(values));
        }

        @Override
        public boolean hasShapeOf(Operand other) {
            return other instanceof Rows that
                    && that.elements.type().equals(elements.type())
                    && that.layout.hasShapeOf(layout)
                    && that.depth() == depth();
        }

        /** {@return how many indices lead to it} */
        int depth() {
            return row == null ? 0 : row.depth;
        }

        /** {@return whether it is a row, so that its elements are numbers} */
        boolean isRow() {
            return row != null && row.start != null;
        }

        /** {@return whether it is a row that may be null} */
        boolean mayBeNull() {
            return row != null && layout instanceof RowLayout.Table;
        }
    }

    /**
     * One of several rows, or of the arrays that hold them.
     *
     * @param depth how many indices lead to it
     * @param number its index among all of this depth; of a row in a {@link RowLayout.Table}, which may be in several places, its length plus one, and 0
     *     for null
     * @param start index of its first element among all elements, null if it is no row
     */
    record Row(int depth, Value number, @Nullable Value start) {
        List<Value> leaves() {
            return start == null ? List.of(number) : List.of(number, start);
        }

        Row withLeaves(Iterator<? extends Value> values) {
            return new Row(depth, values.next(), start == null ? null : values.next());
        }
    }

    /**
     * An array of records, as one array for each number in them.
     *
     * @param marks an array of as many bytes: which elements were stored
     * @param components a record with an array in place of each number
     * @param isMade whether the kernel makes it, so that what was not stored is null
     */
    record RecordArray(Value marks, Aggregate components, boolean isMade) implements Operand {
        @Override
        public List<Value> leaves() {
            List<Value> leaves = new ArrayList<>(List.of(marks));
            leaves.addAll(components.leaves());
            return leaves;
        }

        @Override
        public Operand withLeaves(Iterator<? extends Value> values) {
            return new RecordArray(values.next(), components.withLeaves(values), isMade);
        }

        @Override
        public boolean hasShapeOf(Operand other) {
            return other instanceof RecordArray that && that.isMade == isMade && components.hasShapeOf(that.components);
        }
    }

    /**
     * A memory segment.
     *
     * @param leaf which leaf of the kernel's parameters it is
     * @param name what it is called there
     * @param elements the array of its elements
     */
    record Segment(int leaf, String name, Value elements) implements Operand {
        @Override
        public List<Value> leaves() {
            return List.of(elements);
        }

        @Override
        public Operand withLeaves(Iterator<? extends Value> values) {
            return new Segment(leaf, name, values.next());
        }

        @Override
        public boolean hasShapeOf(Operand other) {
            return other instanceof Segment that && that.leaf == leaf;
        }
    }

    /** A layout of the elements of segments. */
    record Layout(Segments.SegmentLayout layout) implements Operand {}

    /**
     * An array of two dimensions, into which rows are still being put.
     *
     * @param identity tells such arrays from each other
     * @param element what the rows hold
     * @param rows the rows, {@code null} where none was put yet
     * @param made where it is made
     */
    record UnfinishedRows(int identity, ElementType element, List<@Nullable Value> rows, SourcePosition made)
            implements Operand {
        UnfinishedRows with(int index, Value row) {
            List<@Nullable Value> more = new ArrayList<>(rows);
            more.set(index, row);
            return new UnfinishedRows(identity, element, more, made);
        }

        Value row(int index) {
            return Objects.requireNonNull(rows.get(index));
        }

        @Override
        public List<Value> leaves() {
            List<Value> leaves = new ArrayList<>();
            for (Value row : rows) {
                if (row != null) {
                    leaves.add(row);
                }
            }
            return leaves;
        }

        @Override
        public Operand withLeaves(Iterator<? extends Value> values) {
            List<@Nullable Value> changed = new ArrayList<>();
            for (Value row : rows) {
                changed.add(row == null ? null : values.next());
            }
            return new UnfinishedRows(identity, element, changed, made);
        }

        @Override
        public boolean hasShapeOf(Operand other) {
            return other instanceof UnfinishedRows that
                    && that.identity == identity
                    && that.leaves().size() == leaves().size();
        }
    }

    /**
     * A constant of an enum.
     *
     * @param className internal name of the enum
     * @param ordinal which one
     */
    record EnumValue(String className, Value ordinal) implements Operand {
        @Override
        public List<Value> leaves() {
            return List.of(ordinal);
        }

        @Override
        public Operand withLeaves(Iterator<? extends Value> values) {
            return new EnumValue(className, values.next());
        }

        @Override
        public boolean hasShapeOf(Operand other) {
            return other instanceof EnumValue that && that.className.equals(className);
        }
    }

    /**
     * An object that the kernel is passed, or that a field of one holds.
     *
     * @param node which one
     */
    record Instance(Inputs.Node node) implements Operand {
        @Override
        public int identity() {
            return 0;
        }
    }

    /**
     * An array of enum constants that nothing is written to.
     *
     * @param className internal name of the enum
     * @param ordinals a table of their ordinals, {@code null} if they are all constants in their order
     * @param length how many
     */
    record EnumArray(String className, @Nullable Value ordinals, int length) implements Operand {
        @Override
        public List<Value> leaves() {
            return ordinals == null ? List.of() : List.of(ordinals);
        }

        @Override
        public Operand withLeaves(Iterator<? extends Value> values) {
            return ordinals == null ? this : new EnumArray(className, values.next(), length);
        }

        @Override
        public boolean hasShapeOf(Operand other) {
            return other instanceof EnumArray that
                    && that.className.equals(className)
                    && that.length == length
                    && (that.ordinals == null) == (ordinals == null);
        }
    }

    /**
     * A string literal, or numbers put into one.
     *
     * @param recipe the text, with {@link Op.Throw#HOLE} wherever a number goes
     * @param types descriptor of each number's Java type, one letter each
     * @param values the numbers
     */
    record Text(String recipe, String types, List<Value> values) implements Operand {
        Text(String literal) {
            this(literal, "", List.of());
        }

        @Override
        public List<Value> leaves() {
            return values;
        }

        @Override
        public Text withLeaves(Iterator<? extends Value> leaves) {
            List<Value> others = new ArrayList<>();
            values.forEach(_ -> others.add(leaves.next()));
            return new Text(recipe, types, others);
        }

        @Override
        public boolean hasShapeOf(Operand other) {
            return other instanceof Text that && that.recipe.equals(recipe) && that.types.equals(types);
        }
    }

    /**
     * A StringBuilder, which is what a concatenation is in the JDK's own classes.
     *
     * @param identity tells builders from each other
     * @param text what it holds
     */
    record TextBuilder(int identity, Text text) implements Operand {
        /** {@return the same builder with something more in it} */
        TextBuilder plus(Text more) {
            List<Value> values = new ArrayList<>(text.values);
            values.addAll(more.values);
            return new TextBuilder(
                    identity, new Text(text.recipe + more.recipe, text.types + more.types, List.copyOf(values)));
        }

        @Override
        public List<Value> leaves() {
            return text.leaves();
        }

        @Override
        public Operand withLeaves(Iterator<? extends Value> values) {
            return new TextBuilder(identity, text.withLeaves(values));
        }

        @Override
        public boolean hasShapeOf(Operand other) {
            return other instanceof TextBuilder that && that.identity == identity && text.hasShapeOf(that.text);
        }
    }

    /**
     * What {@link String#format} makes, of which nothing is known before the host does it, in the message of an exception.
     *
     * @param format the format
     * @param values what is put into it
     */
    record Formatted(String format, BoxedArray values) implements Operand {
        @Override
        public List<Value> leaves() {
            return values.leaves();
        }

        @Override
        public Operand withLeaves(Iterator<? extends Value> others) {
            return new Formatted(format, (BoxedArray) values.withLeaves(others));
        }

        @Override
        public boolean hasShapeOf(Operand other) {
            return other instanceof Formatted that
                    && that.format.equals(format)
                    && haveShapesOf(values.elements, that.values.elements);
        }
    }

    /** The host's standard output. */
    record Console() implements Operand {}

    /**
     * An array of objects to be printed or told by an exception, while it is filled.
     *
     * @param identity tells such arrays from each other
     * @param elements what it holds; where nothing is set yet, {@link Null}
     */
    record BoxedArray(int identity, List<Operand> elements) implements Operand {
        BoxedArray with(int index, Operand element) {
            List<Operand> changed = new ArrayList<>(elements);
            changed.set(index, element);
            return new BoxedArray(identity, List.copyOf(changed));
        }

        @Override
        public boolean isRejected() {
            return elements.stream().anyMatch(Operand::isRejected);
        }

        @Override
        public List<Value> leaves() {
            return elements.stream()
                    .flatMap(element -> element.leaves().stream())
                    .toList();
        }

        @Override
        public Operand withLeaves(Iterator<? extends Value> values) {
            List<Operand> changed = new ArrayList<>();
            elements.forEach(element -> changed.add(element.withLeaves(values)));
            return new BoxedArray(identity, List.copyOf(changed));
        }

        @Override
        public boolean hasShapeOf(Operand other) {
            return other instanceof BoxedArray that
                    && that.identity == identity
                    && haveShapesOf(elements, that.elements);
        }
    }

    /** Something that was rejected, so that nothing more is said about what is done with it. */
    record Rejected(boolean isWide) implements Operand {
        @Override
        public boolean isReference() {
            return false;
        }

        @Override
        public boolean isRejected() {
            return true;
        }
    }
}
