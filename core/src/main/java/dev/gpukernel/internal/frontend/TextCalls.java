package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Aggregate;
import dev.gpukernel.internal.frontend.Operand.BoxedArray;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Text;
import dev.gpukernel.internal.frontend.Operand.TextBuilder;
import dev.gpukernel.internal.intrinsic.JdkMethods;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Texts: those that are known answer what they are asked, and a builder, {@code toString} and {@code valueOf} make the message of an
 * exception, or what is printed.
 */
final class TextCalls {
    /** Older compilers concatenate with the second one. */
    private static final Set<String> BUILDERS = Set.of("java/lang/StringBuilder", "java/lang/StringBuffer");

    /** Descriptor of the type of texts. */
    static final String DESCRIPTOR = "Ljava/lang/String;";

    private static final String HOLES = String.valueOf(Op.Throw.HOLE).repeat(2);
    private static final Pattern CHARACTER = Pattern.compile("%[^a-zA-Z%]*[cC]");
    private static final String STRING = "java/lang/String";

    private final InstructionTranslator instructions;
    private final CallTranslator calls;

    TextCalls(InstructionTranslator instructions, CallTranslator calls) {
        this.instructions = instructions;
        this.calls = calls;
    }

    /** {@return whether a class builds text} */
    static boolean isBuilder(String className) {
        return BUILDERS.contains(className);
    }

    /** {@return what a call on a builder gives: the builder with more in it, or its text; null if it is not known} */
    static @Nullable Operand result(MethodInsnNode call, TextBuilder builder, List<Operand> arguments) {
        if (call.name.equals("toString") && arguments.size() == 1) {
            return builder.text();
        }
        Text more = call.name.equals("append") && arguments.size() == 2
                ? text(arguments.get(1), Type.getArgumentTypes(call.desc)[0])
                : null;
        return more == null ? null : builder.plus(more);
    }

    /** {@return whether an operand is a text without numbers in it, so that it is known} */
    static boolean isKnown(Operand operand) {
        return operand instanceof Text text && text.types().isEmpty();
    }

    /** {@return the text that something of a type is where it is put into one, null if that is not known} */
    static @Nullable Text text(Operand part, Type type) {
        return switch (part) {
            // A character of its own would be taken for the place of a number.
            case Text text when text.types().isEmpty() && text.recipe().indexOf(Op.Throw.HOLE) >= 0 -> null;
            case Text text -> text;
            case Plain(Value value) when type.getSort() < Type.ARRAY -> number(type.getDescriptor(), value);
            case Aggregate box when Boxes.isBox(box) -> number(Boxes.type(box), Boxes.value(box));
            case Operand.Null _ -> new Text("null");
            default -> null;
        };
    }

    private static Text number(String type, Value value) {
        return new Text(String.valueOf(Op.Throw.HOLE), type, List.of(value));
    }

    /** {@return a text with parts in its holes} */
    static Text joined(String recipe, List<Text> parts) {
        StringBuilder text = new StringBuilder();
        StringBuilder types = new StringBuilder();
        List<Value> values = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < recipe.length(); i++) {
            if (recipe.charAt(i) == Op.Throw.HOLE) {
                Text part = parts.get(next++);
                text.append(part.recipe());
                types.append(part.types());
                values.addAll(part.values());
            } else {
                text.append(recipe.charAt(i));
            }
        }
        return new Text(text.toString(), types.toString(), values);
    }

    /** {@return a call that asks for the text of any object} */
    static MethodInsnNode ofObject() {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, STRING, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;");
    }

    /** {@return whether a call asks for the text of any object} */
    static boolean isText(MethodInsnNode call) {
        return call.owner.equals(STRING) && call.name.equals("valueOf") && call.desc.startsWith("(Ljava/lang/Object;)");
    }

    /** {@return the call that an object which is there is asked with then} */
    static MethodInsnNode toText() {
        return new MethodInsnNode(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "toString", "()Ljava/lang/String;");
    }

    /** {@return the text that a static method makes of one number or of what is a text already, null if that is not what is called} */
    static @Nullable Text made(MethodInsnNode call, List<Operand> arguments) {
        boolean makes = call.owner.equals(STRING)
                ? call.name.equals("valueOf")
                : Boxes.isBox(call.owner) && call.name.equals("toString");
        return makes && arguments.size() == 1 && arguments.getFirst() instanceof Plain != isText(call)
                ? text(arguments.getFirst(), Type.getArgumentTypes(call.desc)[0])
                : null;
    }

    /** Translates a call of {@link String#format} for the message of an exception; {@return whether the host can make it of what is computed} */
    boolean formats(MethodInsnNode call, List<Operand> arguments) {
        if (!call.owner.equals(STRING)
                || !call.name.equals("format")
                || arguments.size() != 2
                || !(arguments.getFirst() instanceof Text format)
                || !(arguments.get(1) instanceof BoxedArray values)) {
            return false;
        }
        return formats(format, values);
    }

    private boolean formats(Text format, BoxedArray values) {
        if (!isKnown(format) || !ThrowArguments.areKnown(values.elements())) {
            return false;
        }
        Object[] samples = values.elements().stream()
                .map(element -> element instanceof Aggregate box
                        ? PrintCalls.sample(Boxes.type(box).charAt(0))
                        : "")
                .toArray();
        String wrong = PrintCalls.misfit(format.recipe(), samples);
        if (wrong != null || CHARACTER.matcher(format.recipe()).find()) {
            // Whether a number is one of a character, only the number tells.
            instructions.reject(
                    Message.EXCEPTION_ARGUMENTS,
                    "String.format with " + (wrong == null ? "a character in " + format.recipe() : wrong));
        }
        instructions.frame().push(new Operand.Formatted(format.recipe(), values));
        return true;
    }

    /** Translates a call of a method of a text that is known; {@return whether it was one that can be answered} */
    boolean translate(MethodInsnNode call, List<Operand> arguments) {
        if (!(arguments.getFirst() instanceof Text text) || !isKnown(text)) {
            return false;
        }
        String known = text.recipe();
        if (call.name.equals("formatted") && arguments.get(1) instanceof BoxedArray values) {
            return formats(text, values);
        }
        Operand answer = switch (call.name + call.desc) {
            case "length()I" -> number(known.length());
            case "isEmpty()Z" -> number(known.isEmpty() ? 1 : 0);
            case "hashCode()I" -> number(known.hashCode());
            case "toString()Ljava/lang/String;" -> text;
            case "equals(Ljava/lang/Object;)Z" -> equality(known, arguments.get(1));
            case "concat(Ljava/lang/String;)Ljava/lang/String;" ->
                arguments.get(1) instanceof Text more ? joined(HOLES, List.of(text, more)) : null;
            case "charAt(I)C" -> character(known, arguments.get(1));
            default -> null;
        };
        if (answer != null) {
            instructions.frame().push(answer);
        }
        return answer != null;
    }

    private Operand number(int number) {
        return new Plain(instructions.emit(Constant.of(number)));
    }

    private @Nullable Operand equality(String known, Operand other) {
        return switch (other) {
            case Text text -> isKnown(text) ? number(known.equals(text.recipe()) ? 1 : 0) : null;
            case Operand.Null _, Aggregate _, Operand.Reference _, Operand.EnumValue _ -> number(0);
            default -> null;
        };
    }

    private Operand character(String known, Operand index) {
        List<Long> characters = known.chars().asLongStream().boxed().toList();
        Operand table = new Plain(instructions.emit(new Op.ConstantArray(ElementType.CHAR, characters)));
        return Objects.requireNonNull(
                calls.inlineOwn(JdkMethods.class, "charAt", "([CI)C", List.of(table, index)), "a character");
    }
}
