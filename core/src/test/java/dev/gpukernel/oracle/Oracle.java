package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Intrinsic;
import dev.gpukernel.internal.jit.CompilerSteps;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs the same launch as Java and as interpreted representation. Arguments are copied first and stay as they were.
 *
 * <p>In a grid, a thread that faults ends alone, nobody waits for it any more, and the lowest thread's exception is the outcome. Java
 * begins with the last thread and the interpreter with the first. A plain loop ends at its first exception.
 */
public final class Oracle {
    /** The usual grid of a launch of a grid kernel: three blocks of eight threads, few enough to interpret. */
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
     * @param shape of the grid, if it is written for one
     * @param arguments arrays, boxed numbers and records
     * @return what it leads to, records taken apart
     */
    public static Outcome runJava(Method method, KernelForm form, Shape shape, List<?> arguments) {
        List<Object> copies = copies(arguments);
        method.setAccessible(true);
        AtomicReference<@Nullable Object> result = new AtomicReference<>();
        Runnable call = () -> result.set(invoke(method, copies));
        GridFault fault = form == KernelForm.GRID ? JavaGrid.run(shape, call) : null;
        RuntimeException exception = form == KernelForm.GRID ? GridFault.exceptionOf(fault) : thrownBy(call);
        if (exception == null) {
            return new Outcome(leaves(copies), result.get(), null);
        }
        String className = method.getDeclaringClass().getName();
        Throwable thrown = exception instanceof InterpretedFault error ? error.exception() : exception;
        String thread = fault == null ? null : fault.thread();
        return new Outcome(leaves(copies), Outcome.Fault.of(thrown, className, method.getName(), thread));
    }

    /**
     * Runs a function in the interpreter, in every thread of a grid.
     *
     * @param function what one thread does
     * @param shape of the grid
     * @param arguments arrays and boxed numbers
     * @return what it leads to
     * @throws OracleException if the function does what no correct one does
     */
    public Outcome runGrid(Function function, Shape shape, List<?> arguments) {
        List<Object> copies = copies(arguments);
        GridFault fault = GridInterpreter.run(shape, function, intrinsics, copies);
        return outcome(copies, GridFault.exceptionOf(fault), fault == null ? null : fault.thread());
    }

    /**
     * Runs the iterations of a plain loop in the interpreter.
     *
     * @param function what one iteration does
     * @param iterations how many there are
     * @param arguments arrays and boxed numbers
     * @return what it leads to
     * @throws OracleException if the function does what no correct one does
     */
    public Outcome runLoop(Function function, long iterations, List<?> arguments) {
        List<Object> copies = copies(arguments);
        Interpreter interpreter = new Interpreter(function, intrinsics);
        return outcome(copies, thrownBy(() -> iterate(interpreter, 0, iterations, copies)), null);
    }

    /**
     * Runs a kernel of plain loops in the interpreter, loops and all.
     *
     * @param function the kernel's method
     * @param resultType what that returns
     * @param arguments arrays and boxed numbers
     * @return what it leads to
     * @throws OracleException if the function does what no correct one does
     */
    Outcome runWhole(Function function, Class<?> resultType, List<?> arguments) {
        List<Object> copies = copies(arguments);
        List<Object> results = new ArrayList<>();
        RuntimeException thrown =
                thrownBy(() -> results.addAll(new Interpreter(function, intrinsics).run(new long[3], copies)));
        return outcome(copies, thrown, null)
                .returning(resultType, results.size() == 1 ? results.getFirst() : results.isEmpty() ? null : results);
    }

    /**
     * Runs a kernel of plain loops in the interpreter.
     *
     * @param compiled the kernel
     * @param changed what is run of the loop of that name
     * @param part what that does of the loop
     * @param backwards whether the last iteration of each loop comes first
     * @param iterations what one iteration does of other loops that are reductions, by name, where that is known
     * @param arguments arrays and boxed numbers
     * @return what it leads to
     */
    Outcome runLoops(
            CompilerSteps.Compiled compiled,
            Function changed,
            LoopInterpreter.Part part,
            boolean backwards,
            Map<String, Function> iterations,
            List<?> arguments) {
        List<Object> copies = copies(arguments);
        LoopInterpreter interpreter = new LoopInterpreter(intrinsics, changed, part, backwards, iterations);
        AtomicReference<@Nullable Object> result = new AtomicReference<>();
        RuntimeException thrown = thrownBy(() -> result.set(interpreter.run(compiled, copies)));
        return outcome(copies, thrown, null).returning(compiled.resultType(), result.get());
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
        RuntimeException thrown = thrownBy(() -> {
            for (long i = iterations - 1; i >= 0; i--) {
                iterate(interpreter, i, i + 1, copies);
            }
        });
        return outcome(copies, thrown, null);
    }

    private static void iterate(Interpreter interpreter, long from, long to, List<Object> arguments) {
        for (long i = from; i < to; i++) {
            interpreter.run(i, arguments);
        }
    }

    private static Outcome outcome(
            List<Object> arguments, @Nullable RuntimeException exception, @Nullable String thread) {
        if (exception == null) {
            return new Outcome(arguments, null);
        }
        if (exception instanceof InterpretedFault fault) {
            return new Outcome(arguments, Outcome.Fault.of(fault.exception(), fault.position(), thread));
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

    private static @Nullable Object invoke(Method method, List<Object> arguments) {
        try {
            return method.invoke(null, arguments.toArray());
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
    public static List<Object> leaves(List<?> arguments) {
        return arguments.stream()
                .flatMap(argument -> Leaves.values(argument).stream())
                .toList();
    }

    /** {@return arguments whose arrays and segments are copies, rows too; what is one array is one copy} */
    public static List<Object> copies(List<?> arguments) {
        IdentityHashMap<Object, Object> known = new IdentityHashMap<>();
        List<Object> copies = new ArrayList<>();
        for (Object argument : arguments) {
            copies.add(
                    argument instanceof MemorySegment segment
                            ? known.computeIfAbsent(segment, _ -> copyOf(segment, known))
                            : argument != null && argument.getClass().isArray() ? copyOf(argument, known) : argument);
        }
        return copies;
    }

    private static MemorySegment copyOf(MemorySegment segment, IdentityHashMap<Object, Object> known) {
        MemorySegment bytes = segment.heapBase()
                .map(array ->
                        StorageArguments.whole(copyOf(array, known)).asSlice(segment.address(), segment.byteSize()))
                .orElseGet(() -> Arena.ofAuto().allocate(segment.byteSize(), Long.BYTES));
        return segment.heapBase().isPresent() ? bytes : bytes.copyFrom(segment);
    }

    private static Object copyOf(Object array, IdentityHashMap<Object, Object> known) {
        Object copied = known.get(array);
        if (copied != null) {
            return copied;
        }
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        if (copy instanceof Object[] rows) {
            for (int i = 0; i < length; i++) {
                // Records stay the objects that they are.
                if (rows[i] != null && rows[i].getClass().isArray()) {
                    rows[i] = copyOf(rows[i], known);
                }
            }
        }
        known.put(array, copy);
        return copy;
    }
}
