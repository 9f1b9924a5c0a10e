package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/**
 * A place in a kernel where a thread can end with an exception. Generated code reports the site's number and up to two operands;
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
     * @param first first operand
     * @param second second operand
     * @param loader where the classes of thrown exceptions are found, {@code null} for the JDK's alone
     * @return the exception that the JVM throws here, its stack trace the kernel's frames alone
     */
    public Throwable exception(long first, long second, @Nullable ClassLoader loader) {
        Throwable exception = switch (op) {
            case Op.IndexCheck check
            when check.segment() != null -> {
                Op.Throw beyond = check.beyond();
                yield newException(beyond.className(), message(beyond, first * check.bytes()), loader);
            }
            case Op.IndexCheck _ ->
                new ArrayIndexOutOfBoundsException("Index " + first + " out of bounds for length " + second);
            case Op.DivisorCheck _ -> new ArithmeticException("/ by zero");
            case Op.Throw thrown -> newException(thrown.className(), message(thrown, first, second), loader);
            default -> throw new IllegalStateException(op.text() + " cannot fault");
        };
        exception.setStackTrace(
                position == null ? new StackTraceElement[0] : position.frames().toArray(StackTraceElement[]::new));
        return exception;
    }

    /**
     * Fills in the message of a thrown exception.
     *
     * @param thrown the operation
     * @param operands the bits of its operands, as in {@link Op.Constant}; more than there are do not matter
     * @return the message, or {@code null} if it has none
     */
    public static @Nullable String message(Op.Throw thrown, long... operands) {
        String message = thrown.message();
        if (message == null || thrown.operandTypes().isEmpty()) {
            return message;
        }
        StringBuilder text = new StringBuilder();
        int next = 0;
        for (int i = 0; i < message.length(); i++) {
            char c = message.charAt(i);
            if (c == Op.Throw.HOLE) {
                text.append(text(thrown.operandTypes().charAt(next), operands[next]));
                next++;
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    private static String text(char descriptor, long bits) {
        return switch (descriptor) {
            case 'Z' -> Boolean.toString(bits != 0);
            case 'C' -> Character.toString((char) bits);
            case 'F' -> Float.toString(Float.intBitsToFloat((int) bits));
            case 'D' -> Double.toString(Double.longBitsToDouble(bits));
            default -> Long.toString(bits);
        };
    }

    /**
     * Makes an exception of a class that a kernel throws.
     *
     * @param className binary name of the class
     * @param message its message, or {@code null} for its constructor without parameters
     * @param loader where to find the class, {@code null} for the JDK's alone
     * @return the exception
     */
    public static Throwable newException(String className, @Nullable String message, @Nullable ClassLoader loader) {
        try {
            Class<?> type = Class.forName(className, true, loader);
            if (message == null) {
                return (Throwable) accessible(type.getDeclaredConstructor()).newInstance();
            }
            // AssertionError takes any object for its detail.
            Class<?> parameter = type == AssertionError.class ? Object.class : String.class;
            return (Throwable)
                    accessible(type.getDeclaredConstructor(parameter)).newInstance(message);
        } catch (InvocationTargetException e) {
            return e.getTargetException();
        } catch (ReflectiveOperationException e) {
            return new IllegalStateException("the kernel threw " + className + ", which cannot be made here", e);
        }
    }

    private static Constructor<?> accessible(Constructor<?> constructor) {
        constructor.trySetAccessible();
        return constructor;
    }
}
