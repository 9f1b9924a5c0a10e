package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Intrinsic;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs the same launch as Java and as interpreted representation. Arguments are copied first and stay as they were.
 *
 * <p>A grid kernel runs all its threads in order, a thread that faults ends alone, and the lowest thread's exception is the outcome.
 * A plain loop ends at its first exception.
 */
public final class Oracle {
    /** The grid of every launch of a grid kernel: three blocks of eight threads, few enough to interpret. */
    public static final Shape GRID = new Shape(3, 1, 1, 8, 1, 1, 0);

    private final BiFunction<Intrinsic, Object[], @Nullable Object> intrinsics;

    /**
     * Makes an oracle.
     *
     * @param intrinsics calls the Java method of an intrinsic
     */
    public Oracle(BiFunction<Intrinsic, Object[], @Nullable Object> intrinsics) {
        this.intrinsics = intrinsics;
    }

    /**
     * Runs a kernel's method on the JVM.
     *
     * @param method the method
     * @param form how it is written
     * @param arguments arrays, boxed numbers and records
     * @return what it leads to, records taken apart
     */
    public static Outcome runJava(Method method, KernelForm form, List<?> arguments) {
        List<Object> copies = copies(arguments);
        method.setAccessible(true);
        Runnable call = () -> invoke(method, copies);
        RuntimeException exception = switch (form) {
            case GRID -> GridRunner.run(GRID, call);
            case LOOP -> thrownBy(call);
        };
        String className = method.getDeclaringClass().getName();
        if (exception == null) {
            return new Outcome(leaves(copies), null);
        }
        Throwable thrown = exception instanceof InterpretedFault error ? error.exception() : exception;
        return new Outcome(leaves(copies), Outcome.Fault.of(thrown, className, method.getName()));
    }

    /**
     * Runs a function in the interpreter.
     *
     * @param function what one thread does
     * @param form how the kernel is written
     * @param iterations of a plain loop, how many iterations it has
     * @param arguments arrays and boxed numbers
     * @return what it leads to
     * @throws OracleException if the function does what no correct one does
     */
    public Outcome runInterpreter(Function function, KernelForm form, long iterations, List<?> arguments) {
        List<Object> copies = copies(arguments);
        return outcome(
                copies,
                switch (form) {
                    case GRID -> GridInterpreter.run(GRID, function, intrinsics, copies);
                    case LOOP -> thrownBy(() -> iterate(new Interpreter(function, intrinsics), 0, iterations, copies));
                });
    }

    /**
     * Runs the iterations of a plain loop in the interpreter, the last one first.
     *
     * @param function what one thread does
     * @param iterations how many iterations there are
     * @param arguments arrays and boxed numbers
     * @return what it leads to
     */
    Outcome runBackwards(Function function, long iterations, List<?> arguments) {
        List<Object> copies = copies(arguments);
        Interpreter interpreter = new Interpreter(function, intrinsics);
        return outcome(copies, thrownBy(() -> {
            for (long i = iterations - 1; i >= 0; i--) {
                iterate(interpreter, i, i + 1, copies);
            }
        }));
    }

    private static void iterate(Interpreter interpreter, long from, long to, List<Object> arguments) {
        for (long i = from; i < to; i++) {
            interpreter.run(i, arguments);
        }
    }

    private static Outcome outcome(List<Object> arguments, @Nullable RuntimeException exception) {
        if (exception == null) {
            return new Outcome(arguments, null);
        }
        if (exception instanceof InterpretedFault fault) {
            return new Outcome(arguments, Outcome.Fault.of(fault.exception(), fault.position()));
        }
        throw exception;
    }

    private static @Nullable RuntimeException thrownBy(Runnable body) {
        try {
            body.run();
            return null;
        } catch (OracleException e) {
            throw e;
        } catch (RuntimeException e) {
            return e;
        }
    }

    private static void invoke(Method method, List<Object> arguments) {
        try {
            method.invoke(null, arguments.toArray());
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException exception) {
                throw exception;
            }
            throw new InterpretedFault(e.getTargetException(), null);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** {@return arguments with records taken apart, as the compiler does it} */
    static List<Object> leaves(List<?> arguments) {
        return arguments.stream()
                .flatMap(argument -> Leaves.values(argument).stream())
                .toList();
    }

    static List<Object> copies(List<?> arguments) {
        List<Object> copies = new ArrayList<>();
        for (Object argument : arguments) {
            copies.add(argument.getClass().isArray() ? copyOf(argument) : argument);
        }
        return copies;
    }

    private static Object copyOf(Object array) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }
}
