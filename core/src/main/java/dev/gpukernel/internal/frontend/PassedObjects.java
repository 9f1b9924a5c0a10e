package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.Cooperation;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.declaration.KernelDeclaration;
import dev.gpukernel.internal.frontend.Inputs.Field;
import dev.gpukernel.internal.frontend.Inputs.Leaf;
import dev.gpukernel.internal.frontend.Inputs.Node;
import dev.gpukernel.internal.frontend.Inputs.Place;
import dev.gpukernel.internal.frontend.Operand.Reference;
import dev.gpukernel.internal.intrinsic.GridOperations;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Dimensions;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.RecordComponentNode;

/** The parameters of a kernel as operands: numbers, arrays, and objects, whose fields are parameters too once they are read. */
final class PassedObjects {
    private final Translation translation;
    private final Map<Leaf, Operand> known = new HashMap<>();

    /** Where fields are written. */
    private final List<Write> writes = new ArrayList<>();

    /** Where objects of two places are compared. */
    private final List<SourcePosition> comparisons = new ArrayList<>();

    /** Arrays that are compared. */
    private final Set<List<BlockParam>> compared = new LinkedHashSet<>();

    /** An object with all fields that are written, by their place among these: so each is a variable of the kernel. */
    private @Nullable Reference fields;

    /**
     * A write to a field.
     *
     * @param field the field
     * @param block the block with it
     * @param instrs how many instructions the block had before
     * @param position where
     */
    private record Write(Place field, Block block, int instrs, SourcePosition position) {}

    PassedObjects(Translation translation) {
        this.translation = translation;
    }

    /** {@return whether these are the parameters of what is translated: a function that the kernel calls has its own} */
    @SuppressWarnings("ReferenceEquality") // the very same translation
    boolean areOf(Translation other) {
        return translation == other;
    }

    /** {@return a parameter of a method, null if its type is none that a kernel takes} */
    @Nullable Operand parameter(Type type, String name) {
        Block entry = translation.function.entry();
        if (type.getDescriptor().equals(SegmentCalls.DESCRIPTOR)) {
            int leaf = entry.params().size();
            BlockParam elements = entry.addParam(translation.segments.type(leaf));
            elements.setName(name);
            return new Operand.Segment(leaf, name, elements);
        }
        Operand operand =
                translation.records.holdsNumbers(type) ? translation.records.operand(type, name, this::value) : null;
        if (operand instanceof Operand.RecordArray records) {
            records.components().leaves().forEach(array -> ((BlockParam) array).setMarks((BlockParam) records.marks()));
        }
        if (operand instanceof Operand.Rows rows) {
            translation.passedRows.put(rows.elements(), rows.layout());
        }
        return operand;
    }

    /**
     * Makes parameters of an array that is one of many in a larger one: the elements of all, where it is among them, and its sizes. Of a row
     * that is only read the index of its first element says where it is, so that rows may begin anywhere, and of others their number.
     *
     * @param isResult whether the method fills it
     * @return the array, null if it does not hold numbers, or has more dimensions than there can be in another array
     */
    @Nullable Operand row(Type type, String name, boolean isResult) {
        int dimensions = type.getDimensions();
        ElementType element = ElementTypes.ofNested(type, dimensions);
        if (element == null || dimensions >= Dimensions.MOST) {
            return null;
        }
        Value elements = value(new Records.Leaf(new ArrayType(element), null, name));
        boolean isAnywhere = dimensions == 1 && !isResult;
        Value place = value(new Records.Leaf(ScalarType.I32, null, name + (isAnywhere ? ".start" : ".number")));
        List<Value> sizes = new ArrayList<>();
        for (int i = 0; i < dimensions; i++) {
            sizes.add(value(new Records.Leaf(ScalarType.I32, null, name + ".size" + i)));
        }
        Value start = null;
        if (dimensions == 1) {
            start = isAnywhere
                    ? place
                    : translation.builder.emit(
                            new Op.Binary(Op.BinaryKind.MUL, ScalarType.I32), place, sizes.getFirst());
        }
        // Nothing asks how many there are.
        sizes.addFirst(sizes.getFirst());
        RowLayout layout = new RowLayout.Even(List.copyOf(sizes));
        translation.passedRows.put(elements, layout);
        return new Operand.Rows(elements, layout, new Operand.Row(1, place, start));
    }

    /** {@return a parameter} Of a narrow type, it is narrowed here, so that everything after sees of what type it is. */
    private Value value(Records.Leaf leaf) {
        BlockParam param = translation.function.entry().addParam(leaf.type());
        param.setName(leaf.name());
        if (leaf.narrow() == null) {
            return param;
        }
        Instr narrowed = translation.builder.emit(new Op.Narrow(leaf.narrow()), param);
        narrowed.setName(leaf.name());
        return narrowed;
    }

    /** {@return an argument that is an object, null if its type is none that a kernel takes} */
    @Nullable Operand argument(int position, Type type, String name) {
        return type.getSort() == Type.OBJECT
                        && (!isClosed(type.getInternalName())
                                || type.getDescriptor().equals(TextCalls.DESCRIPTOR))
                ? object(new Place(position, null, null), type, name)
                : null;
    }

    /** Makes parameters of all fields that are known to be read. */
    void declare() {
        for (Leaf leaf : translation.inputs.leaves()) {
            known.put(leaf, made(leaf));
        }
    }

    private Operand made(Leaf leaf) {
        Operand made = parameter(leaf.type(), leaf.name());
        if (made == null) {
            throw new IllegalStateException(leaf + " is neither a number nor an array");
        }
        return made;
    }

    /** {@return a frame in which fields hold what they hold at launch} */
    Frame frame(int maxLocals) {
        Frame frame = new Frame(maxLocals);
        List<Place> written = translation.inputs.written();
        if (written.isEmpty()) {
            return frame;
        }
        Map<String, Operand> values = new LinkedHashMap<>();
        for (Place place : written) {
            values.put(
                    String.valueOf(values.size()),
                    field(Objects.requireNonNull(place.holder()), Objects.requireNonNull(place.field())));
        }
        fields = frame.add(translation.newIdentity(), new Operand.Aggregate("fields", values));
        return frame.holding(fields);
    }

    /** {@return what the fields that are written hold at a point, in their order} */
    Collection<Operand> values(Frame frame) {
        return fields == null ? List.of() : frame.state(fields).fields().values();
    }

    /** {@return what a field of an object holds at a point} */
    Operand load(Frame frame, Node holder, Field field) {
        int index = translation.inputs.indexOfWritten(holder.of(field));
        // A field that this translation was the first to find written is not among them yet.
        Operand held = fields == null ? null : frame.state(fields).fields().get(String.valueOf(index));
        return held == null ? field(holder, field) : held;
    }

    /** Writes a field of an object; {@return whether kernels can} */
    boolean store(Frame frame, Node holder, Field field, Operand value) {
        Operand before = field(holder, field);
        if (!isWritable(before) || !value.hasShapeOf(before)) {
            return false;
        }
        Place place = holder.of(field);
        translation.inputs.write(place);
        int index = translation.inputs.indexOfWritten(place);
        if (fields != null && frame.state(fields).fields().containsKey(String.valueOf(index))) {
            Block block = translation.builder.block();
            writes.add(new Write(place, block, block.instrs().size(), translation.position()));
            frame.setField(fields, String.valueOf(index), value);
        }
        return true;
    }

    private static boolean isWritable(Operand value) {
        return value instanceof Operand.Plain || value instanceof Operand.Rows || value instanceof Operand.EnumValue;
    }

    /**
     * Tells whether something is an object. Those of two places are taken for two: where they are one, plain Java runs.
     *
     * @return null if that is not known
     */
    @Nullable Boolean isSame(Node object, Operand other) {
        return switch (other) {
            case Operand.Instance(Node node) -> {
                if (!node.equals(object)) {
                    translation.inputs.tellApart(object, node);
                    comparisons.add(translation.position());
                }
                yield node.equals(object);
            }
            case Operand.Null _ -> {
                translation.inputs.ask(object);
                translation.later.noteNullCheck();
                yield false;
            }
            // Java does not say which lambdas are one object.
            case Reference made
            when !FunctionClass.isOne(made.className()) -> {
                translation.inputs.ask(object);
                yield false;
            }
            default -> null;
        };
    }

    /**
     * {@return whether two arrays are passed for parameters of the kernel} They are taken for two then, and plain Java runs where they are one. Of what
     * fields hold a device may have copies.
     */
    boolean areApart(BlockParam one, BlockParam other) {
        boolean arePassed = one.block() == translation.function.entry()
                && other.block() == one.block()
                && known.values().stream()
                        .noneMatch(field ->
                                field.leaves().contains(one) || field.leaves().contains(other));
        if (arePassed) {
            compared.add(List.of(one, other));
            translation.later.noteNullCheck();
        }
        return arePassed;
    }

    /** {@return the arrays that are taken for two, once all parameters are there} */
    Set<Inputs.ArrayPair> apart() {
        return compared.stream()
                .map(pair -> pair.stream().mapToInt(BlockParam::index).sorted().toArray())
                .map(pair -> new Inputs.ArrayPair(pair[0], pair[1]))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Finds out about writes to fields, once all are known, and rejects those of threads, and those that cannot be taken back. */
    void checkWrites() {
        boolean ofThreads = GridOperations.areIn(translation.function);
        if (ofThreads) {
            // There is no plain Java to run.
            comparisons.forEach(position ->
                    translation.findings.add(Message.REFERENCE_VALUE, position, "a comparison of references"));
        }
        boolean prints = Cooperation.prints(translation.function);
        boolean mayThrow = false;
        for (Write write : writes) {
            boolean mayThrowLater = mayThrowAfter(write);
            mayThrow |= mayThrowLater;
            if (ofThreads) {
                translation.findings.add(Message.FIELD_OF_THREADS, write.position, name(write.field));
            } else if (prints && mayThrowLater) {
                translation.findings.add(Message.FIELD_AND_PRINT, write.position, name(write.field));
            }
        }
        translation.inputs.setMayThrowLate(mayThrow);
    }

    private static String name(Place place) {
        return Objects.requireNonNull(place.holder()).name()
                + "."
                + Objects.requireNonNull(place.field()).name();
    }

    private static boolean mayThrowAfter(Write write) {
        List<Instr> same = write.block.instrs();
        Set<Block> after = new HashSet<>();
        write.block.successors().forEach(next -> after.addAll(ReversePostorder.of(next)));
        return same.subList(write.instrs, same.size()).stream()
                        .anyMatch(instr -> instr.op().mayFault())
                || after.stream()
                        .flatMap(block -> block.instrs().stream())
                        .anyMatch(instr -> instr.op().mayFault());
    }

    /** {@return what a field of an object holds at launch} */
    private Operand field(Node holder, Field field) {
        Type type = Type.getType(field.descriptor());
        String name = name(holder, field);
        boolean isSegment = type.getDescriptor().equals(SegmentCalls.DESCRIPTOR);
        if (type.getSort() == Type.OBJECT && !isSegment) {
            return object(holder.of(field), type, name);
        }
        return isSegment || translation.records.holdsNumbers(type)
                ? leaf(new Leaf(holder, field, name, type.getDescriptor()))
                : InstructionTranslator.rejected(type);
    }

    /** {@return what a field is called: what a function captures, by the variable's name} */
    String name(Node holder, Field field) {
        String captured = translation.classes.captured(holder.className(), field.name());
        return holder.name() + "." + (captured == null ? field.name() : captured);
    }

    private Operand leaf(Leaf leaf) {
        Operand operand = known.get(leaf);
        if (operand == null) {
            translation.inputs.add(leaf);
            operand = made(leaf);
            known.put(leaf, operand);
        }
        return operand;
    }

    private Operand object(Place place, Type type, String name) {
        boolean isEnum = Enums.ofConstants(translation.classes, type.getInternalName()) != null;
        Node node = translation.inputs.node(place, name, type.getInternalName(), !isEnum);
        ClassNode ofConstants = Enums.ofConstants(translation.classes, node.className());
        if (ofConstants != null) {
            Operand ordinal = leaf(new Leaf(node, null, name, "I"));
            return new Operand.EnumValue(ofConstants.name, ordinal.leaves().getFirst());
        }
        if (Type.getObjectType(node.className()).getDescriptor().equals(TextCalls.DESCRIPTOR)) {
            return text(node);
        }
        if (Boxes.isBox(node.className())) {
            Operand number = leaf(new Leaf(node, null, name, Boxes.type(node.className())));
            return Boxes.of(node.className(), number.leaves().getFirst());
        }
        ClassNode actual = translation.classes.find(node.className());
        if (actual == null || !translation.classes.isRecord(actual.name) || isInside(place.holder(), actual.name)) {
            return new Operand.Instance(node);
        }
        Map<String, Operand> fields = new LinkedHashMap<>();
        for (RecordComponentNode component : Records.components(actual)) {
            fields.put(component.name, field(node, new Field(actual.name, component.name, component.descriptor)));
        }
        return new Operand.Aggregate(actual.name, fields);
    }

    /** {@return a string, for which the kernel is compiled; nothing is done with one that is not known} */
    private Operand text(Node node) {
        translation.inputs.ask(node);
        String text = translation.inputs.classes().text(node.place());
        if (text == null && !translation.classes.knowsObjects()) {
            translation.later.leaveOpen();
        }
        return text == null ? new Operand.Rejected(false) : new Operand.Text(text);
    }

    /** {@return whether an object, or one that holds it, is of a class} */
    private static boolean isInside(@Nullable Node node, String className) {
        return node != null
                && (node.className().equals(className) || isInside(node.place().holder(), className));
    }

    /** {@return whether kernels do not look into objects of a class} */
    static boolean isClosed(String internalName) {
        return KernelDeclaration.isClosed(internalName.replace('/', '.')) && !FunctionClass.isOne(internalName);
    }
}
