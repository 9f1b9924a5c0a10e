package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.analysis.Barriers;
import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * A grid kernel as bytecode that runs the threads of a block in turn, each from one barrier to the next. A block is a
 * {@link BlockFrame}; who runs it lets threads go on that have met.
 */
public final class BlockCode {
    private static final String CLASS = Type.getInternalName(BlockCode.class) + "$Block";
    private static final MethodType CONSTRUCTOR = MethodType.methodType(void.class, Object[].class, int.class);

    private final MethodHandle constructor;
    private final FaultSites sites;
    private final List<Barrier> barriers;
    private final List<Op.Print> prints;

    private BlockCode(MethodHandle constructor, ClassParts parts, List<Barrier> barriers) {
        this.constructor = constructor;
        this.sites = parts.faultSites();
        this.prints = parts.prints();
        this.barriers = barriers;
    }

    /**
     * Where threads wait.
     *
     * @param intrinsic what they do there
     * @param operation how it is called
     * @param meeting the same number for all copies of one barrier in the source, where threads meet
     * @param position where in the source
     */
    public record Barrier(
            Intrinsics intrinsic,
            String operation,
            int meeting,
            @Nullable SourcePosition position) {}

    /**
     * Emits and loads the code of a kernel.
     *
     * @param function what one thread does, with barriers in blocks of their own
     * @throws NotEmittableException if there is no such code, or the JVM would not compile it
     */
    public static BlockCode of(Function function) throws NotEmittableException {
        if (hasBarriers(function) && Barriers.mayBeMissing(function)) {
            throw new NotEmittableException(function.name() + " may wait without a barrier");
        }
        ClassParts parts = new ClassParts(CLASS);
        ClassEmitter emitter = new ClassEmitter(parts, Foresight.NONE, false);
        BlockWriter blocks = new BlockWriter(emitter.writer(), parts, function);
        byte[] classFile = emitter.emitBlocks(function, blocks);
        try {
            MethodHandles.Lookup made =
                    MethodHandles.lookup().defineHiddenClassWithClassData(classFile, parts.tables(), true);
            MethodHandle constructor = made.findConstructor(made.lookupClass(), CONSTRUCTOR)
                    .asType(CONSTRUCTOR.changeReturnType(BlockFrame.class));
            return new BlockCode(constructor, parts, barriers(blocks.barriers()));
        } catch (IllegalAccessException | NoSuchMethodException e) {
            throw new LinkageError("the class just made has no constructor", e);
        }
    }

    private static boolean hasBarriers(Function function) {
        return function.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .anyMatch(Barriers::isBarrier);
    }

    private static List<Barrier> barriers(List<Instr> all) {
        record Place(String operation, @Nullable SourcePosition position, List<Integer> path) {}
        Map<Place, Integer> meetings = new HashMap<>();
        return all.stream()
                .map(instr -> {
                    Intrinsics intrinsic = (Intrinsics) ((Op.Call) instr.op()).intrinsic();
                    String operation = intrinsic.owner().getSimpleName() + "." + intrinsic.method();
                    SourcePosition position = instr.position();
                    Place place = new Place(operation, position, position == null ? List.of() : position.path());
                    int meeting = meetings.computeIfAbsent(place, _ -> meetings.size());
                    return new Barrier(intrinsic, operation, meeting, position);
                })
                .toList();
    }

    /** {@return whether there is code for an instruction} */
    static boolean isEmittable(Instr instr) {
        return switch (instr.op()) {
            case Op.SharedArray _, Op.DynamicShared _, Op.DynamicSize _, Op.Print _ -> true;
            case Op.RowElement _, Op.SetRow _, Op.RowStart _, Op.RowLength _, Op.Iteration _ -> false;
            case Op.Call(Intrinsics intrinsic) when Barriers.isBarrier(instr) -> Barriers.of(instr.block()) != null;
            case Op.Call(Intrinsics intrinsic) when BlockDialect.isOfPosition(intrinsic) -> true;
            case Op.Call(Intrinsics intrinsic) when intrinsic.text().endsWith(".fence") -> true;
            default -> ExpressionWriter.isEmittable(instr.op());
        };
    }

    /** {@return what threads print, by number} */
    public List<Op.Print> prints() {
        return prints;
    }

    /** {@return where threads wait, in the order of their numbers} */
    public List<Barrier> barriers() {
        return barriers;
    }

    /**
     * Makes room for a block.
     *
     * @param arguments one for each parameter: an array, or a number as Integer, Long, Float or Double
     * @param threads threads of the block
     */
    public BlockFrame frame(Object[] arguments, int threads) {
        try {
            return (BlockFrame) constructor.invokeExact(arguments, threads);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a block cannot be made", e);
        }
    }

    /**
     * Makes the exception that a fault stands for.
     *
     * @param fault what {@link BlockFrame#run} threw
     * @param loader where the classes of thrown exceptions are found, {@code null} for the JDK's alone
     * @return the exception, its stack trace the kernel's frames alone
     */
    public Throwable exception(LoopFault fault, @Nullable ClassLoader loader) {
        return sites.exception(fault, loader);
    }

    /** {@return where a call is in the source, {@code null} if unknown} */
    public @Nullable SourcePosition position(int call) {
        return call < sites.calls().size() ? sites.calls().get(call) : null;
    }
}
