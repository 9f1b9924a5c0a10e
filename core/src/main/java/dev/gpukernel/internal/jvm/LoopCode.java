package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.VoidType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * A loop as bytecode. The code of one iteration becomes a method that runs many, one after another. What it does in an iteration
 * is what the representation says: a check that fails ends the call there.
 *
 * <p>A function that returns numbers has as many accumulators as its last parameters: what an iteration returns for them is what
 * the next one gets.
 */
public final class LoopCode {
    static final String METHOD = "run";
    static final MethodType TYPE = MethodType.methodType(Object[].class, long.class, int.class, Object[].class);

    private static final String CLASS = Type.getInternalName(LoopCode.class) + "$Loop";

    private final Function function;
    private final Foresight foresight;
    private final MethodHandle narrow;
    private final FaultSites sites;

    /** For iterations beyond ints, which nearly no launch has: made when one does. */
    private volatile @Nullable MethodHandle wide;

    private LoopCode(Function function, Foresight foresight, boolean mayBeLarge) throws NotEmittableException {
        this.function = function;
        this.foresight = foresight;
        ClassParts parts = new ClassParts(CLASS);
        this.narrow = loaded(new ClassEmitter(parts, foresight, mayBeLarge).emit(function, true), parts);
        this.sites = parts.faultSites();
    }

    /**
     * Emits and loads the code of a loop.
     *
     * @param function what is done in one iteration
     * @param foresight what is known of all iterations that it will run; branches and checks that follow from it are left out
     * @return the code
     * @throws NotEmittableException if there is no such code, or the JVM would not compile it
     */
    public static LoopCode of(Function function, Foresight foresight) throws NotEmittableException {
        return of(function, foresight, false);
    }

    /**
     * Emits and loads the code of a loop.
     *
     * @param function what is done in one iteration
     * @param foresight what is known of all iterations that it will run
     * @param mayBeLarge whether there may be methods that are so large that the JVM interprets them, as nothing else can run the loop
     * @return the code
     * @throws NotEmittableException if there is no such code
     */
    public static LoopCode of(Function function, Foresight foresight, boolean mayBeLarge) throws NotEmittableException {
        return new LoopCode(function, foresight, mayBeLarge);
    }

    private static MethodHandle loaded(byte[] classFile, ClassParts parts) {
        try {
            MethodHandles.Lookup made =
                    MethodHandles.lookup().defineHiddenClassWithClassData(classFile, parts.tables(), true);
            return made.findStatic(made.lookupClass(), METHOD, TYPE);
        } catch (IllegalAccessException | NoSuchMethodException e) {
            throw new LinkageError("the class just made has no method " + METHOD, e);
        }
    }

    /** Its places that fault have the numbers that they have in the other one, as the same code is written in the same order. */
    private synchronized MethodHandle wide() {
        MethodHandle made = wide;
        if (made == null) {
            ClassParts parts = new ClassParts(CLASS);
            try {
                made = loaded(new ClassEmitter(parts, foresight, true).emit(function, false), parts);
            } catch (NotEmittableException e) {
                throw new IllegalStateException(e);
            }
            wide = made;
        }
        return made;
    }

    /** {@return the parameters that hand numbers on from iteration to iteration} */
    static List<BlockParam> accumulators(Function function) {
        int results = switch (function.result()) {
            case VoidType _ -> 0;
            case TupleType tuple -> tuple.components().size();
            default -> 1;
        };
        List<BlockParam> params = function.params();
        return params.subList(params.size() - results, params.size());
    }

    /**
     * Runs iterations, one after another.
     *
     * @param from the first, from 0
     * @param count how many, at least 0
     * @param arguments one for each parameter: an array, or a number as Integer, Long, Float or Double
     * @return the accumulators after the last, {@code null} if there are none
     * @throws LoopFault if an iteration ends with an exception; none after it was begun
     * @throws Throwable what the JVM itself throws
     */
    public Object @Nullable [] run(long from, int count, Object[] arguments) throws Throwable {
        MethodHandle handle = narrow;
        if (from > Integer.MAX_VALUE - count) {
            MethodHandle made = wide;
            handle = made == null ? wide() : made;
        }
        return (Object[]) handle.invokeExact(from, count, arguments);
    }

    /**
     * Makes the exception that a fault stands for.
     *
     * @param fault what {@link #run} threw
     * @param loader where the classes of thrown exceptions are found, {@code null} for the JDK's alone
     * @return the exception, its stack trace the kernel's frames alone
     */
    public Throwable exception(LoopFault fault, @Nullable ClassLoader loader) {
        return sites.exception(fault, loader);
    }
}
