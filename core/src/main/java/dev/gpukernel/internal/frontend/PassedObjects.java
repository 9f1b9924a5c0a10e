package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.declaration.KernelDeclaration;
import dev.gpukernel.internal.frontend.Inputs.Field;
import dev.gpukernel.internal.frontend.Inputs.Leaf;
import dev.gpukernel.internal.frontend.Inputs.Node;
import dev.gpukernel.internal.frontend.Inputs.Place;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.RecordComponentNode;

/** The parameters of a kernel as operands: numbers, arrays, and objects, whose fields are parameters too once they are read. */
final class PassedObjects {
    private final Translation translation;
    private final Map<Leaf, Operand> known = new HashMap<>();

    PassedObjects(Translation translation) {
        this.translation = translation;
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
                translation.records.isOfNumbers(type) ? translation.records.operand(type, name, this::value) : null;
        if (operand instanceof Operand.RecordArray records) {
            records.components().leaves().forEach(array -> ((BlockParam) array).setMarks((BlockParam) records.marks()));
        }
        if (operand instanceof Operand.Rows(Value _, RowLayout.Ragged(Value _, var starts), var _)) {
            translation.starts.addAll(starts);
        }
        return operand;
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
        return type.getSort() == Type.OBJECT && !isJdk(type.getInternalName())
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

    /** {@return what a field of an object holds} */
    Operand field(Node holder, Field field) {
        Type type = Type.getType(field.descriptor());
        String name = holder.name() + "." + field.name();
        boolean isSegment = type.getDescriptor().equals(SegmentCalls.DESCRIPTOR);
        if (type.getSort() == Type.OBJECT && !isSegment) {
            return object(new Place(holder.place().argument(), holder, field), type, name);
        }
        return isSegment || translation.records.isOfNumbers(type)
                ? leaf(new Leaf(holder, field, name, type.getDescriptor()))
                : InstructionTranslator.rejected(type);
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
        ClassNode declared = translation.classes.find(type.getInternalName());
        boolean isEnum = declared != null && Enums.isEnum(declared);
        Node node = translation.inputs.node(place, name, type.getInternalName(), !isEnum);
        if (isEnum) {
            Operand ordinal = leaf(new Leaf(node, null, name, "I"));
            return new Operand.EnumValue(type.getInternalName(), ordinal.leaves().getFirst());
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

    /** {@return whether an object, or one that holds it, is of a class} */
    private static boolean isInside(@Nullable Node node, String className) {
        return node != null
                && (node.className().equals(className) || isInside(node.place().holder(), className));
    }

    /** {@return whether a class is one of the JDK's, in which nobody but the JDK may look} */
    static boolean isJdk(String internalName) {
        return KernelDeclaration.isJdk(internalName.replace('/', '.'));
    }
}
