package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Segments.SegmentLayout;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Translates accesses to memory segments, which are arrays that one indexes by a {@code long}. */
final class SegmentCalls {
    /** Internal name of the class of segments. */
    static final String SEGMENT = "java/lang/foreign/MemorySegment";

    /** Descriptor of that class. */
    static final String DESCRIPTOR = "L" + SEGMENT + ";";

    private static final String LAYOUTS = "java/lang/foreign/ValueLayout";
    private static final Op NARROW = new Op.Convert(ScalarType.I64, ScalarType.I32);

    private final Translation translation;
    private final InstructionTranslator instructions;

    SegmentCalls(Translation translation, InstructionTranslator instructions) {
        this.translation = translation;
        this.instructions = instructions;
    }

    /** {@return the layout that a static field is, null if it is none} */
    static Operand.@Nullable Layout layout(FieldInsnNode field) {
        SegmentLayout layout = field.owner.equals(LAYOUTS) ? SegmentLayout.of(field.name) : null;
        return layout == null ? null : new Operand.Layout(layout);
    }

    /** Translates a call if it is one of a segment or a layout; {@return whether it was}. */
    boolean translate(MethodInsnNode call, List<Operand> arguments) {
        if (arguments.getFirst() instanceof Operand.Layout(SegmentLayout layout) && call.name.equals("byteSize")) {
            push(instructions.emit(Constant.of((long) layout.element().bytes())));
            return true;
        }
        if (!(arguments.getFirst() instanceof Operand.Segment segment)) {
            return false;
        }
        if (call.name.equals("byteSize")) {
            push(bytes(segment));
            return true;
        }
        if (arguments.size() < 3
                || !(arguments.get(1) instanceof Operand.Layout(SegmentLayout layout))
                || !(arguments.get(2) instanceof Plain(Value index))) {
            return false;
        }
        switch (call.name) {
            case "getAtIndex" -> load(segment, layout, index, Type.getReturnType(call.desc));
            case "setAtIndex" -> store(segment, layout, index, InstructionTranslator.value(arguments.get(3)));
            default -> {
                return false;
            }
        }
        return true;
    }

    private void push(Value value) {
        instructions.frame().push(value);
    }

    /** The launcher sees to it that a segment is of whole elements. */
    private Value bytes(Operand.Segment segment) {
        Instr elements = length(segment);
        Instr length =
                type(segment).index() == IndexType.LONG ? elements : instructions.emit(Op.Convert.WIDEN, elements);
        int bytes = translation.segments.element(segment.leaf()).bytes();
        return bytes == 1
                ? length
                : instructions.emit(
                        new Op.Binary(BinaryKind.MUL, ScalarType.I64), length, instructions.emit(Constant.of((long)
                                bytes)));
    }

    private Instr length(Operand.Segment segment) {
        return instructions.emit(new Op.Length(type(segment)), segment.elements());
    }

    private static ArrayType type(Operand.Segment segment) {
        return (ArrayType) segment.elements().type();
    }

    private void load(Operand.Segment segment, SegmentLayout layout, Value index, Type result) {
        if (!isOf(segment, layout)) {
            instructions.frame().push(InstructionTranslator.rejected(result));
            return;
        }
        ElementType element = layout.element();
        if (isGuessed(segment, element)) {
            push(instructions.emit(new Constant(element.register(), 0)));
            return;
        }
        Value place = place(segment, element, index);
        push(instructions.emit(new Op.Load(type(segment)), segment.elements(), place));
    }

    private void store(Operand.Segment segment, SegmentLayout layout, Value index, Value stored) {
        if (isOf(segment, layout) && !isGuessed(segment, layout.element())) {
            Value place = place(segment, layout.element(), index);
            instructions.emit(new Op.Store(type(segment)), segment.elements(), place, stored);
        }
    }

    /** {@return whether a segment has one layout, which is said if not} */
    private boolean isOf(Operand.Segment segment, SegmentLayout layout) {
        ElementType before = translation.segments.access(segment.leaf(), layout);
        if (before == null || before == layout.element()) {
            return true;
        }
        instructions.reject(Message.SEGMENT_LAYOUTS, segment.name(), SegmentLayout.nameOf(before), layout.name());
        return false;
    }

    /** {@return whether the segment was not known to hold such elements when the translation began, so that it is void} */
    private static boolean isGuessed(Operand.Segment segment, ElementType element) {
        return type(segment).element() != element;
    }

    /**
     * Checks an index and makes one of the array of it. Java multiplies it by the size of an element in 64 bits, without a check for
     * overflow.
     */
    private Value place(Operand.Segment segment, ElementType element, Value index) {
        Exceptions exceptions = instructions.exceptions();
        boolean isChecked = exceptions.checksSegments();
        Op.IndexCheck check =
                new Op.IndexCheck(segment.name(), element.bytes(), type(segment).index());
        boolean isLong = check.index() == IndexType.LONG;
        Value place = !isLong
                ? narrowed(index)
                : element.bytes() == 1 || isInt(index) || !isChecked ? index : cut(index, element);
        if (isChecked) {
            if (!isLong && !isInt(index)) {
                Instr rest = binary(BinaryKind.SUB, index, instructions.emit(Op.Convert.WIDEN, place));
                Value isBeyond = instructions.emit(
                        new Op.Compare(Predicate.NE, ScalarType.I64),
                        scaled(rest, element),
                        instructions.emit(Constant.of(0L)));
                exceptions.raiseBeyond(check, isBeyond, scaled(index, element), instructions.frame());
            }
            exceptions.checkSegment(check, place, length(segment), instructions.frame());
        }
        return place;
    }

    /** {@return an index without the bits that are lost as it is multiplied by the size of an element} */
    private Value cut(Value index, ElementType element) {
        Value lost = instructions.emit(Constant.of(Integer.numberOfTrailingZeros(element.bytes())));
        return binary(BinaryKind.SHR, binary(BinaryKind.SHL, index, lost), lost);
    }

    private Value narrowed(Value index) {
        Constant constant = index.constant();
        if (constant != null && isInt(index)) {
            return instructions.emit(Constant.of((int) constant.bits()));
        }
        Value narrow = Op.Convert.widened(index);
        return narrow != null ? narrow : instructions.emit(NARROW, index);
    }

    private static boolean isInt(Value index) {
        Constant constant = index.constant();
        return Op.Convert.widened(index) != null || (constant != null && (int) constant.bits() == constant.bits());
    }

    private Value scaled(Value elements, ElementType element) {
        return binary(BinaryKind.MUL, elements, instructions.emit(Constant.of((long) element.bytes())));
    }

    private Instr binary(BinaryKind kind, Value left, Value right) {
        return instructions.emit(new Op.Binary(kind, ScalarType.I64), left, right);
    }
}
