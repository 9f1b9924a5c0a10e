package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.declaration.KernelDeclaration;
import dev.gpukernel.internal.frontend.Operand.Aggregate;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Reference;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Dimensions;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.RecordComponentNode;

/**
 * The returns of a kernel. Objects are taken apart into numbers and arrays, of which the host makes them. If it may return one thing or another,
 * the first result says which, and the others are as many as each of them needs.
 */
final class KernelReturns {
    private final Translation translation;
    private final List<Return> all = new ArrayList<>();
    private List<Output.Choice> choices = List.of();

    /**
     * A return.
     *
     * @param block which ends with it
     * @param position where
     * @param output what is returned, null for nothing
     * @param leaves the numbers and arrays in that
     * @param fields what the fields hold that the kernel writes
     */
    private record Return(
            Block block, SourcePosition position, @Nullable Output output, List<Value> leaves, List<Value> fields) {}

    KernelReturns(Translation translation) {
        this.translation = translation;
    }

    /** {@return what the kernel may return, nothing if it returns nothing} */
    List<Output.Choice> choices() {
        return choices;
    }

    /**
     * Notes that the kernel returns at the end of the builder's block, or rejects that.
     *
     * @param result what it returns, null for nothing
     * @param type as what
     * @param frame what fields hold
     */
    void add(@Nullable Operand result, Type type, Frame frame) {
        Parts own = new Parts(frame);
        // A launcher for arrays returns one.
        boolean isNull = result instanceof Operand.Null && type.getSort() == Type.ARRAY;
        Output output = result == null || isNull ? null : own.of(result, type);
        List<Value> fields = fields(frame);
        if (result != null && output == null) {
            own.reject(type, isNull ? result : own.wrong);
            if (translation.unread == null) {
                translation.builder.emit(MethodTranslator.NEVER);
                return;
            }
            own.leaves.clear();
        }
        Block block = translation.builder.block();
        all.add(new Return(block, translation.position(), output, List.copyOf(own.leaves), fields));
    }

    /** {@return what the fields of objects hold in the end that the kernel writes} */
    private List<Value> fields(Frame frame) {
        List<Value> values = new ArrayList<>();
        for (Operand field : translation.objects.values(frame)) {
            Value value = switch (field) {
                case Operand.EnumValue constant -> constant.ordinal();
                default -> returnable(field);
            };
            if (value == null) {
                reject(Message.FIELD_WRITE, "to an array that is not passed or made");
            } else {
                values.add(value);
            }
        }
        return values;
    }

    private void reject(Message message, Object... arguments) {
        translation.findings.add(message, translation.position(), arguments);
    }

    /** {@return a number, or an array with all its rows, that a kernel can return; null for other operands} */
    private static @Nullable Value returnable(Operand operand) {
        Value value = MethodTranslator.allOf(operand);
        return value != null && isReturnable(value.type()) ? value : null;
    }

    private static boolean isReturnable(dev.gpukernel.internal.ir.Type type) {
        return type instanceof ScalarType
                || (type instanceof ArrayType array && (array.space() == Space.GLOBAL || array.space() == Space.LOCAL));
    }

    /** Ends all blocks that return. */
    void finish() {
        Map<Output, List<Integer>> places = new LinkedHashMap<>();
        List<dev.gpukernel.internal.ir.Type> results = new ArrayList<>();
        boolean isChoice = all.stream()
                        .map(Return::output)
                        .filter(Objects::nonNull)
                        .distinct()
                        .count()
                > 1;
        if (isChoice) {
            results.add(ScalarType.I32);
        }
        for (Return one : all) {
            if (one.output != null && !places.containsKey(one.output)) {
                places.put(one.output, places(one.leaves, results, isChoice ? 1 : 0));
            }
        }
        choices = places.entrySet().stream()
                .map(choice -> new Output.Choice(choice.getKey(), choice.getValue()))
                .toList();
        all.forEach(one -> end(one, results));
    }

    private void end(Return one, List<dev.gpukernel.internal.ir.Type> results) {
        translation.builder.atEnd(one.block).at(one.position);
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < choices.size(); i++) {
            if (choices.get(i).output().equals(one.output)) {
                values.addAll(values(one, i, results));
            }
        }
        values.addAll(one.fields);
        translation.function.setResult(TupleType.of(values));
        translation.builder.emit(new Op.Return(values.stream().map(Value::type).toList()), values);
    }

    /** {@return the places of values among results, to which those are added that are missing: two things that are returned share places} */
    private static List<Integer> places(List<Value> values, List<dev.gpukernel.internal.ir.Type> results, int first) {
        List<Integer> places = new ArrayList<>();
        for (Value value : values) {
            int place = first;
            while (place < results.size() && (places.contains(place) || !areAlike(results.get(place), value.type()))) {
                place++;
            }
            if (place == results.size()) {
                results.add(value.type());
            }
            places.add(place);
        }
        return places;
    }

    /** {@return whether results may have one place: arrays are in one space in the end} */
    private static boolean areAlike(dev.gpukernel.internal.ir.Type one, dev.gpukernel.internal.ir.Type other) {
        return (one instanceof ArrayType array && other instanceof ArrayType that)
                ? array.element() == that.element() && array.index() == that.index()
                : one.equals(other);
    }

    private List<Value> values(Return one, int choice, List<dev.gpukernel.internal.ir.Type> results) {
        List<Integer> places = choices.get(choice).places();
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            int leaf = places.indexOf(i);
            boolean saysWhich = i == 0 && choices.size() > 1;
            values.add(
                    saysWhich
                            ? translation.builder.emit(Constant.of(choice))
                            : leaf < 0 ? unused(results.get(i)) : one.leaves.get(leaf));
        }
        return values;
    }

    /** {@return something in the place of what only other returns have} */
    private Value unused(dev.gpukernel.internal.ir.Type type) {
        return type instanceof ArrayType array
                ? translation.builder.emit(new Op.LocalArray(array.element(), 0))
                : translation.builder.emit(new Constant((ScalarType) type, 0));
    }

    /** Takes what one return gives apart. */
    private final class Parts {
        private final Frame frame;
        private final List<Value> leaves = new ArrayList<>();
        private final Map<Integer, Integer> numbers = new HashMap<>();

        /** What cannot be returned. */
        private @Nullable Operand wrong;

        Parts(Frame frame) {
            this.frame = frame;
        }

        /** {@return how the host makes an operand, null if it cannot} */
        @Nullable Output of(Operand operand, Type type) {
            Output output = switch (operand) {
                case Operand.Null _ -> new Output.Null();
                case Operand.EnumValue constant -> {
                    leaves.add(constant.ordinal());
                    yield new Output.Constant(constant.className());
                }
                case Operand.Instance(Inputs.Node node) -> {
                    translation.inputs.ask(node);
                    yield new Output.Passed(node);
                }
                case Operand.RecordArray records -> {
                    leaves.addAll(records.leaves());
                    yield new Output.Leaf("[L" + records.components().className() + ";");
                }
                case Aggregate record -> ofRecord(record);
                case Reference object -> ofObject(object);
                default -> leaf(operand, type);
            };
            if (output == null && wrong == null) {
                wrong = operand;
            }
            return output;
        }

        private @Nullable Output leaf(Operand operand, Type type) {
            if (operand instanceof Operand.Rows rows) {
                return ofRows(rows.elements(), rows.layout(), rows.row());
            }
            Value value = returnable(operand);
            if (value == null) {
                return null;
            }
            leaves.add(value);
            return new Output.Leaf(
                    value.type() instanceof ArrayType array ? descriptor(array, 1) : type.getDescriptor());
        }

        private @Nullable Output ofRows(Value elements, RowLayout layout, Operand.@Nullable Row row) {
            if (!(elements.type() instanceof ArrayType array)
                    || !isReturnable(array)
                    || layout instanceof RowLayout.Table) {
                return null;
            }
            leaves.add(elements);
            String whole = descriptor(array, layout.dimensions());
            if (row == null) {
                return new Output.Leaf(whole);
            }
            leaves.add(row.number());
            translation.returnsRows = true;
            return new Output.Row(whole, row.depth());
        }

        private static String descriptor(ArrayType array, int dimensions) {
            return "[".repeat(dimensions - 1)
                    + Type.getDescriptor(array.element().arrayClass());
        }

        /** The host makes a record once more, of what its components are in the end. */
        private @Nullable Output ofRecord(Aggregate record) {
            ClassNode node = translation.classes.find(record.className());
            if (node == null || !CanonicalConstructor.keepsComponents(translation.classes, record.className())) {
                return null;
            }
            List<Output> components = new ArrayList<>();
            for (RecordComponentNode component : Records.components(node)) {
                Output output = of(
                        Objects.requireNonNull(record.fields().get(component.name)),
                        Type.getType(component.descriptor));
                if (output == null) {
                    return null;
                }
                components.add(output);
            }
            return new Output.MadeRecord(record.className(), components);
        }

        private @Nullable Output ofObject(Reference object) {
            Integer known = numbers.get(object.object());
            if (known != null) {
                return new Output.Same(known);
            }
            if (frame.isRejected(object) || isOfJdk(object.className())) {
                return null;
            }
            int number = numbers.size() + 1;
            numbers.put(object.object(), number);
            Map<String, Type> types = InstanceFields.of(translation.classes, object.className());
            List<Output.Held> fields = new ArrayList<>();
            for (Map.Entry<String, Operand> field : frame.state(object).fields().entrySet()) {
                String key = field.getKey();
                Type type = Objects.requireNonNull(types.get(key));
                Output output = of(field.getValue(), type);
                if (output == null) {
                    return null;
                }
                int end = key.lastIndexOf('.');
                fields.add(new Output.Held(
                        new Inputs.Field(key.substring(0, end), key.substring(end + 1), type.getDescriptor()), output));
            }
            return new Output.MadeObject(number, object.className(), fields);
        }

        /** {@return whether a class, or one above it, is the JDK's, whose fields nobody but the JDK sets} */
        private boolean isOfJdk(String className) {
            for (ClassNode node = translation.classes.find(className);
                    node != null && node.superName != null;
                    node = translation.classes.find(node.superName)) {
                if (JdkObjects.isJdk(node.name)) {
                    return true;
                }
            }
            return false;
        }

        /** Says what cannot be returned, unless that was said already, or the declaration is rejected. */
        void reject(Type type, @Nullable Operand rejected) {
            boolean isDeclared = type.getSort() == Type.ARRAY
                    ? type.getDimensions() <= Dimensions.MOST
                    : !KernelDeclaration.isClosed(type.getClassName());
            switch (rejected) {
                case Plain _ -> KernelReturns.this.reject(Message.REFERENCE_VALUE, "a table as the result");
                case Aggregate record
                when !record.isRejected() ->
                    KernelReturns.this.reject(Message.RECORD_RESULT, MethodText.simpleName(record.className()));
                case Reference object -> {
                    if (!frame.isRejected(object)) {
                        KernelReturns.this.reject(
                                Message.OBJECT_LEAVES, MethodText.simpleName(object.className()), "returned");
                    }
                }
                case null -> throw new IllegalStateException("nothing is wrong");
                default -> {
                    if (isDeclared && !rejected.isRejected()) {
                        KernelReturns.this.reject(
                                Message.REFERENCE_VALUE, "a reference that is not an array of numbers as the result");
                    }
                }
            }
        }
    }
}
