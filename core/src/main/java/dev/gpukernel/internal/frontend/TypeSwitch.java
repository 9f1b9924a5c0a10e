package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.frontend.Operand.Aggregate;
import dev.gpukernel.internal.frontend.Operand.EnumValue;
import dev.gpukernel.internal.frontend.Operand.Null;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * What a switch on patterns asks first: the number of the first case, from some number on, that an object fits; -1 for null, the number of
 * cases if it fits none. {@link java.lang.runtime.SwitchBootstraps} defines it. Where a guard does not hold, the switch asks again from the
 * next case on, so the code from there on is read once for each case to begin with.
 */
final class TypeSwitch {
    private static final String BOOTSTRAPS = "java/lang/runtime/SwitchBootstraps";
    private static final String ENUM = "Ljava/lang/Enum$EnumDesc;";
    private static final Set<String> NAMES = Set.of("typeSwitch", "enumSwitch");

    /** Boxes of which a case may be a number. */
    private static final Set<String> NUMBERED =
            Set.of("java/lang/Integer", "java/lang/Short", "java/lang/Byte", "java/lang/Character");

    private final Translation translation;
    private final InstructionTranslator instructions;

    /** What some values may be. */
    private final Map<Value, List<Integer>> answers = new HashMap<>();

    TypeSwitch(Translation translation, InstructionTranslator instructions) {
        this.translation = translation;
        this.instructions = instructions;
    }

    /**
     * {@return the variable that says from which case on an instruction asks, {@link BytecodeBlock#ON_STACK} if the stack does, {@link
     * BytecodeBlock#NONE} if it asks nothing of the kind}
     */
    static int restart(AbstractInsnNode insn) {
        if (!(insn instanceof InvokeDynamicInsnNode site) || !is(site)) {
            return BytecodeBlock.NONE;
        }
        return insn.getPrevious() instanceof VarInsnNode load && load.getOpcode() == Opcodes.ILOAD
                ? load.var
                : BytecodeBlock.ON_STACK;
    }

    private static boolean is(InvokeDynamicInsnNode site) {
        return site.bsm.getOwner().equals(BOOTSTRAPS) && NAMES.contains(site.bsm.getName());
    }

    /** Translates a call site; {@return whether it asks that, of an object of which it is known} */
    boolean translates(InvokeDynamicInsnNode site) {
        if (!is(site)) {
            return false;
        }
        Operand object = instructions.frame().peek(1);
        Integer from = ConstantSizes.of(instructions.frame().peek(0));
        Value answer = from == null
                ? null
                : answer(List.of(site.bsmArgs), object, from, Type.getArgumentTypes(site.desc)[0].getDescriptor());
        if (answer != null) {
            instructions.frame().popAll(2);
            instructions.frame().push(answer);
            return true;
        }
        if (object instanceof Operand.Instance passed && translation.isOpen(passed.node())) {
            instructions.frame().popAll(2);
            instructions.loadLater(Type.INT_TYPE);
            return true;
        }
        if (from == null && !translation.tellsArraysApart) {
            translation.arrayChoices.tellApart();
        }
        return false;
    }

    /** {@return the cases that a value may be the number of, none if it is no such number or which one is known} */
    List<Integer> answers(Value value) {
        return answers.getOrDefault(value, List.of());
    }

    private Value number(int number) {
        return instructions.emit(Constant.of(number));
    }

    /**
     * {@return the number of the case, null if that is not known}
     *
     * @param selector descriptor of what the switch takes the object for
     */
    private @Nullable Value answer(List<Object> cases, Operand object, int from, String selector) {
        if (object instanceof Null) {
            return number(-1);
        }
        if (object instanceof EnumValue constant) {
            return answer(cases, constant, from);
        }
        List<Integer> possible = new ArrayList<>();
        List<Value> conditions = new ArrayList<>();
        int otherwise = cases.size();
        for (int i = from; i < cases.size(); i++) {
            Value condition = condition(cases.get(i), object);
            Boolean fits = condition == null ? fits(cases.get(i), object, selector) : null;
            if (condition != null) {
                possible.add(i);
                conditions.add(condition);
            } else if (fits == null) {
                return null;
            } else if (fits) {
                otherwise = i;
                break;
            }
        }
        if (possible.isEmpty()) {
            return number(otherwise);
        }
        Value answer = number(otherwise);
        for (int i = possible.size() - 1; i >= 0; i--) {
            Op select = new Op.Select(ScalarType.I32);
            answer = instructions.emit(select, conditions.get(i), number(possible.get(i)), answer);
        }
        possible.add(otherwise);
        answers.put(answer, possible);
        return answer;
    }

    /**
     * {@return whether an object fits a case, null if that is not known}
     *
     * @param selector descriptor of what the switch takes it for
     */
    private @Nullable Boolean fits(Object label, Operand object, String selector) {
        return switch (label) {
            case Type type -> translation.isInstance(object, type.getInternalName());
            case String text when TextCalls.isKnown(object) -> object.equals(new Operand.Text(text));
            case ConstantDynamic constant
            when constant.getDescriptor().equals(ENUM) ->
                (object instanceof Aggregate || object instanceof Operand.Reference) ? false : null;
            // A component of a record, which fits any pattern of its own type.
            case ConstantDynamic constant
            when constant.getBootstrapMethod().getName().equals("primitiveClass") ->
                constant.getName().equals(selector) ? true : null;
            default -> null;
        };
    }

    /** {@return whether a boxed number is that of a case, null if the case is none} */
    private @Nullable Value condition(Object label, Operand object) {
        return label instanceof Integer wanted && object instanceof Aggregate box && NUMBERED.contains(box.className())
                ? instructions.emit(new Op.Compare(Predicate.EQ, ScalarType.I32), Boxes.value(box), number(wanted))
                : null;
    }

    /** {@return the number of the case for a constant of an enum: its ordinal decides} */
    private @Nullable Value answer(List<Object> cases, EnumValue constant, int from) {
        ClassNode node = translation.classes.find(constant.className());
        if (node == null) {
            return null;
        }
        List<String> classNames = Enums.classNames(translation.classes, node);
        List<Integer> chosen = new ArrayList<>();
        for (int ordinal = 0; ordinal < classNames.size(); ordinal++) {
            String name = Enums.name(node, ordinal);
            String className = classNames.get(ordinal);
            chosen.add(IntStream.range(from, cases.size())
                    .filter(i -> fits(cases.get(i), node.name, name, className))
                    .findFirst()
                    .orElse(cases.size()));
        }
        Integer ordinal = ConstantSizes.of(constant.ordinal());
        if (ordinal != null || chosen.stream().distinct().count() == 1) {
            return number(chosen.get(ordinal == null ? 0 : ordinal));
        }
        List<Long> elements = chosen.stream().map(Integer::longValue).toList();
        Value table = instructions.emit(new Op.ConstantArray(ElementType.INT, elements));
        Value answer = instructions.emit(new Op.Load(ElementType.INT, Space.CONSTANT), table, constant.ordinal());
        answers.put(answer, chosen);
        return answer;
    }

    private boolean fits(Object label, String enumName, String name, String className) {
        return switch (label) {
            case Type type -> translation.classes.isA(className, type.getInternalName());
            case String wanted -> wanted.equals(name);
            case ConstantDynamic dynamic
            when dynamic.getDescriptor().equals(ENUM) -> name.equals(constant(dynamic, enumName));
            default -> false;
        };
    }

    /** {@return the name of the constant that a case is, null if it is one of another enum} */
    private static @Nullable String constant(ConstantDynamic label, String enumName) {
        // EnumDesc.of(ClassDesc.of("a.B"), "C")
        return label.getBootstrapMethodArgumentCount() == 3
                        && label.getBootstrapMethodArgument(1) instanceof ConstantDynamic owner
                        && owner.getBootstrapMethodArgumentCount() == 2
                        && owner.getBootstrapMethodArgument(1) instanceof String className
                        && className.replace('.', '/').equals(enumName)
                        && label.getBootstrapMethodArgument(2) instanceof String name
                ? name
                : null;
    }
}
