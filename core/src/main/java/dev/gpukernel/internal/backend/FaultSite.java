package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.ThrowArgument;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place in a kernel where a thread can end with an exception. Generated code reports the site's number and its operands;
 * this turns them into the exception that the JVM would throw there.
 *
 * @param op which check, or which throw
 * @param position where in the source, or {@code null} if unknown
 */
public record FaultSite(Op op, @Nullable SourcePosition position) {
    /**
     * The site of an instruction that can end the thread.
     *
     * @param instr an instruction with {@link Effect#FAULT}, or a throw
     * @return its site
     */
    public static FaultSite of(Instr instr) {
        return new FaultSite(instr.op(), instr.position());
    }

    /**
     * Makes the exception.
     *
     * @param loader where the classes of thrown exceptions are found, {@code null} for the JDK's alone
     * @param operands the bits of its operands; more than there are do not matter
     * @return the exception that the JVM throws here, its stack trace the kernel's frames alone
     */
    public Throwable exception(@Nullable ClassLoader loader, long... operands) {
        Throwable exception = switch (op) {
            case Op.IndexCheck check ->
                check.isOfSegment()
                        ? newException(check.beyondSegment(), loader, operands[0] * check.bytes())
                        : newException(check.beyondArray(), loader, operands);
            case Op.DivisorCheck _ -> new ArithmeticException("/ by zero");
            case Op.Throw thrown -> newException(thrown, loader, operands);
            default -> throw new IllegalStateException(op.text() + " cannot fault");
        };
        exception.setStackTrace(
                position == null ? new StackTraceElement[0] : position.frames().toArray(StackTraceElement[]::new));
        return exception;
    }

    /**
     * Makes an exception that a kernel throws.
     *
     * @param thrown the operation
     * @param loader where to find classes, {@code null} for the JDK's alone
     * @param operands the bits of its operands, as in {@link Op.Constant}; more than there are do not matter
     * @return the exception
     */
    public static Throwable newException(Op.Throw thrown, @Nullable ClassLoader loader, long... operands) {
        try {
            return newException(
                    thrown.className(),
                    thrown.constructor(),
                    thrown.arguments(),
                    loader,
                    new Arguments(loader, operands));
        } catch (ReflectiveOperationException | TypeNotPresentException e) {
            return new IllegalStateException(
                    "the kernel threw " + thrown.className() + ", which cannot be made here", e);
        }
    }

    private static Throwable newException(
            String className,
            String descriptor,
            List<ThrowArgument> arguments,
            @Nullable ClassLoader loader,
            Arguments given)
            throws ReflectiveOperationException {
        MethodType constructor = MethodType.fromMethodDescriptorString(descriptor, loader);
        @Nullable Object[] made = given.of(arguments, constructor.parameterArray());
        Class<?> type = Class.forName(className, true, loader);
        try {
            return (Throwable) accessible(type.getDeclaredConstructor(constructor.parameterArray()))
                    .newInstance(made);
        } catch (InvocationTargetException e) {
            return e.getTargetException();
        }
    }

    private static Constructor<?> accessible(Constructor<?> constructor) {
        constructor.trySetAccessible();
        return constructor;
    }

    /** Puts operands into what a constructor is given. */
    private static final class Arguments {
        private final @Nullable ClassLoader loader;
        private final long[] operands;
        private int next;

        Arguments(@Nullable ClassLoader loader, long[] operands) {
            this.loader = loader;
            this.operands = operands;
        }

        @Nullable Object[] of(List<ThrowArgument> arguments, Class<?>[] types) throws ReflectiveOperationException {
            @Nullable Object[] made = new Object[arguments.size()];
            for (int i = 0; i < made.length; i++) {
                made[i] = of(arguments.get(i), types[i]);
            }
            for (int i = 0; i + 1 < made.length; i++) {
                if (arguments.get(i) instanceof ThrowArgument.TextOfCause) {
                    made[i] = String.valueOf(made[made.length - 1]);
                }
            }
            return made;
        }

        private Throwable cause(ThrowArgument.Cause cause) throws ReflectiveOperationException {
            Throwable made = newException(cause.className(), cause.constructor(), cause.arguments(), loader, this);
            made.setStackTrace(cause.position().frames().toArray(StackTraceElement[]::new));
            return made;
        }

        private Object of(ThrowArgument argument, Class<?> type) throws ReflectiveOperationException {
            return switch (argument) {
                case ThrowArgument.Text(String recipe, String operandTypes) -> text(recipe, operandTypes);
                case ThrowArgument.Computed(char descriptor) -> PrintSite.boxed(descriptor, operands[next++]);
                case ThrowArgument.Known(char descriptor, long bits) -> PrintSite.boxed(descriptor, bits);
                case ThrowArgument.EnumConstant(String className, ThrowArgument ordinal) ->
                    Class.forName(className, true, loader).getEnumConstants()[(int) of(ordinal, int.class)];
                // Until the cause is made.
                case ThrowArgument.TextOfCause _ -> "";
                case ThrowArgument.Cause cause -> cause(cause);
                case ThrowArgument.Objects(List<ThrowArgument> elements) -> objects(elements, type.componentType());
                case ThrowArgument.Formatted(String format, List<ThrowArgument> elements) ->
                    String.format(format, (Object[]) objects(elements, Object.class));
            };
        }

        private Object objects(List<ThrowArgument> elements, Class<?> type) throws ReflectiveOperationException {
            Object array = Array.newInstance(type, elements.size());
            for (int i = 0; i < elements.size(); i++) {
                Array.set(array, i, of(elements.get(i), type));
            }
            return array;
        }

        private String text(String recipe, String operandTypes) {
            StringBuilder text = new StringBuilder();
            int hole = 0;
            for (int i = 0; i < recipe.length(); i++) {
                char c = recipe.charAt(i);
                text.append(
                        c == Op.Throw.HOLE && !operandTypes.isEmpty()
                                ? PrintSite.boxed(operandTypes.charAt(hole++), operands[next++])
                                : c);
            }
            return text.toString();
        }
    }
}
