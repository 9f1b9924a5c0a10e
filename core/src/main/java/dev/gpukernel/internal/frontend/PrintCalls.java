package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Aggregate;
import dev.gpukernel.internal.frontend.Operand.BoxedArray;
import dev.gpukernel.internal.frontend.Operand.Console;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Text;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.IllegalFormatException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Translates what prints: {@code Gpu.printf} with a literal, for which javac makes an array of boxed numbers, and
 * {@code System.out.print} and {@code println} of numbers and of texts with numbers in them.
 */
final class PrintCalls {
    private static final String GPU = "dev/gpukernel/Gpu";
    private static final String FORMATTED = "(Ljava/lang/String;[Ljava/lang/Object;)V";

    private final Translation translation;
    private final InstructionTranslator instructions;

    PrintCalls(Translation translation, InstructionTranslator instructions) {
        this.translation = translation;
        this.instructions = instructions;
    }

    static boolean isConsole(FieldInsnNode field) {
        return field.owner.equals("java/lang/System") && field.name.equals("out");
    }

    /** Translates a static call if it prints; {@return whether it was}. */
    boolean translate(MethodInsnNode call, List<Operand> arguments) {
        if (call.owner.equals(GPU) && call.name.equals("printf") && call.desc.equals(FORMATTED)) {
            printFormatted(arguments);
            return true;
        }
        return false;
    }

    /** {@code aastore} to an array of what is printed. */
    void setElement() {
        Operand element = instructions.frame().pop();
        Integer index = index(instructions.frame().pop());
        BoxedArray array = (BoxedArray) instructions.frame().pop();
        if (element instanceof Operand.Reference object) {
            instructions.rejectLeaving(object, "stored in an array");
        } else if (index != null && index >= 0 && index < array.elements().size()) {
            instructions.frame().replaceObject(array.identity(), array.with(index, element));
        }
    }

    /** {@return the number that an operand is, also where ways met since it was loaded; null if it is not known} */
    private @Nullable Integer index(Operand operand) {
        Integer known = ConstantSizes.of(operand);
        if (known != null
                || !(operand instanceof Plain(BlockParam param))
                || !translation.forwardJoins.contains(param.block())) {
            return known;
        }
        // All of these ways were translated before what is done here.
        List<@Nullable Integer> numbers = param.block().incoming().stream()
                .<@Nullable Integer>map(edge -> index(new Plain(edge.arguments().get(param.index()))))
                .distinct()
                .toList();
        return numbers.size() == 1 ? numbers.getFirst() : null;
    }

    private void printFormatted(List<Operand> arguments) {
        if (!(arguments.getFirst() instanceof Text text) || !text.types().isEmpty()) {
            instructions.reject(Message.PRINT_FORMAT, "a format that is not a literal");
            return;
        }
        StringBuilder types = new StringBuilder();
        List<Value> values = new ArrayList<>();
        List<Operand> elements =
                arguments.get(1) instanceof BoxedArray array ? array.elements() : List.of(arguments.get(1));
        for (Operand element : elements) {
            if (!(element instanceof Aggregate box) || !Boxes.isBox(box)) {
                instructions.reject(Message.PRINT_FORMAT, "an argument that is not a primitive value");
                return;
            }
            types.append(Boxes.type(box));
            values.add(Boxes.value(box));
        }
        String wrong = misfit(text.recipe(), types);
        if (wrong == null) {
            instructions.emit(new Op.Print(text.recipe(), types.toString()), values.toArray(Value[]::new));
        } else {
            instructions.reject(Message.PRINT_FORMAT, wrong);
        }
    }

    /** {@return what is wrong with a format, found by trying it} */
    private static @Nullable String misfit(String format, CharSequence types) {
        return misfit(format, types.chars().mapToObj(PrintCalls::sample).toArray());
    }

    /** {@return what is wrong with a format for some objects, found by trying it} */
    static @Nullable String misfit(String format, Object[] samples) {
        try {
            String _ = String.format(Locale.ROOT, format, samples);
            return null;
        } catch (IllegalFormatException e) {
            return "the format \"" + format + "\": " + e.getMessage();
        }
    }

    /** {@return a number of a type, by the letter of its descriptor} */
    static Object sample(int type) {
        return switch (type) {
            case 'Z' -> true;
            case 'B' -> (byte) 0;
            case 'C' -> ' ';
            case 'S' -> (short) 0;
            case 'J' -> 0L;
            case 'F' -> 0f;
            case 'D' -> 0.0;
            default -> 0;
        };
    }

    /** Translates a call on the standard output; {@return whether it was one that prints}. */
    boolean prints(MethodInsnNode call, List<Operand> arguments) {
        boolean line = call.name.equals("println");
        if (!(arguments.getFirst() instanceof Console) || !(line || call.name.equals("print"))) {
            return false;
        }
        Text text = arguments.size() == 1
                ? new Text("")
                : TextCalls.text(arguments.get(1), Type.getArgumentTypes(call.desc)[0]);
        if (text == null) {
            return false;
        }
        String format = text.recipe().replace("%", "%%").replace(String.valueOf(Op.Throw.HOLE), "%s");
        instructions.emit(
                new Op.Print(line ? format + "\n" : format, text.types()),
                text.values().toArray(Value[]::new));
        return true;
    }
}
