package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.frontend.Operand.Null;
import dev.gpukernel.internal.frontend.Operand.Reference;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What tells the copies of a place apart, nothing unless arrays and objects are told apart.
 *
 * @param arrays the arrays that are known there
 * @param objects the classes of objects, records and enums, constants, texts, which references are to one object, and which to none
 */
record Shape(List<Value> arrays, List<Operand> objects) {
    static final Shape NONE = new Shape(List.of(), List.of());

    /** {@return the shape of a frame's {@link Frame#operands}} */
    static Shape of(Translation translation, List<Operand> operands) {
        if (!translation.tellsArraysApart) {
            return NONE;
        }
        List<Value> arrays = new ArrayList<>();
        List<Operand> objects = new ArrayList<>();
        for (Operand operand : operands) {
            operand.leaves().stream()
                    .filter(leaf -> leaf.type() instanceof ArrayType)
                    .forEach(arrays::add);
            addObjects(operand, objects);
        }
        return new Shape(arrays, objects);
    }

    private static void addObjects(Operand operand, List<Operand> objects) {
        switch (operand) {
            case Reference reference -> objects.add(reference);
            case Operand.Instance passed -> objects.add(passed);
            case Null none -> objects.add(none);
            case Operand.Held held -> objects.add(held);
            case Operand.Text text -> objects.add(new Operand.Text(text.recipe(), text.types(), List.of()));
            case Operand.Aggregate(String className, Map<String, Operand> fields) -> {
                objects.add(new Operand.Aggregate(className, Map.of()));
                fields.values().forEach(field -> addObjects(field, objects));
            }
            case Operand.Thrown thrown -> thrown.arguments().forEach(argument -> addObjects(argument, objects));
            case Operand.TextBuilder builder -> addObjects(builder.text(), objects);
            case Operand.BoxedArray array -> array.elements().forEach(element -> addObjects(element, objects));
            case Operand.Formatted text -> {
                objects.add(new Operand.Text(text.format()));
                addObjects(text.values(), objects);
            }
            case Operand.EnumValue constant -> objects.add(new Operand.Aggregate(constant.className(), Map.of()));
            default -> {}
        }
    }
}
