package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.FunctionEffects;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A load from, a store to or an atomic change of an array parameter, the making of one, or a call of a function that does such; a
 * thread's own arrays and tables do not count.
 *
 * @param instr the instruction
 * @param array the array
 * @param index index of the element, or of the first of several, {@code null} if it is all, or whatever elements a called function chooses
 * @param isRead whether it depends on what the element was
 * @param isWrite whether it changes the element
 */
public record Access(
        Instr instr, BlockParam array, @Nullable Value index, boolean isRead, boolean isWrite) {
    /**
     * Finds the accesses of a function.
     *
     * @param blocks where to look
     * @return its accesses, in order of blocks
     */
    public static List<Access> in(Iterable<Block> blocks) {
        List<Access> accesses = new ArrayList<>();
        for (Block block : blocks) {
            for (Instr instr : block.instrs()) {
                switch (instr.op()) {
                    case Op.Load load -> add(accesses, instr, load.space(), true, false);
                    case Op.Store store -> add(accesses, instr, store.space(), false, true);
                    case Op.Atomic atomic -> add(accesses, instr, atomic.space(), true, true);
                    case Op.LoadVector load -> add(accesses, instr, load.space(), true, false);
                    case Op.StoreVector store -> add(accesses, instr, store.space(), false, true);
                    case Op.Invoke(Function callee) -> addCalled(accesses, instr, callee.effects());
                    case Op.Launch(Function nest, int _) -> addCalled(accesses, instr, nest.effects());
                    case Op.MakeArray _ ->
                        accesses.add(new Access(instr, (BlockParam) instr.operand(0), null, false, true));
                    default -> {}
                }
            }
        }
        return accesses;
    }

    /** {@return whether an instruction checks that an element is in its array, before a load or store of it} */
    public static boolean isCheck(Instr check, Instr access) {
        return check.op() instanceof Op.IndexCheck
                && check.operand(0) == access.operand(1)
                && check.operand(1) instanceof Instr length
                && length.op() instanceof Op.Length
                && areAsLong(length.operand(0), access.operand(0));
    }

    private static boolean areAsLong(Value first, Value second) {
        return first == second
                || (first instanceof BlockParam one && second instanceof BlockParam other && one.isAsLongAs(other));
    }

    /** {@return whether an instruction accesses elements of an array parameter by itself} */
    static boolean isOfElement(Instr instr) {
        return switch (instr.op()) {
            case Op.Load(var _, Space space, var _) -> space == Space.GLOBAL;
            case Op.Store(var _, Space space, var _) -> space == Space.GLOBAL;
            case Op.Atomic(var _, var _, Space space, var _) -> space == Space.GLOBAL;
            case Op.LoadVector(var _, Space space, int _, var _) -> space == Space.GLOBAL;
            case Op.StoreVector(var _, Space space, int _, var _) -> space == Space.GLOBAL;
            default -> false;
        };
    }

    /** {@return how many elements that follow one another it is of} */
    int elements() {
        return switch (instr.op()) {
            case Op.LoadVector vector -> vector.count();
            case Op.StoreVector vector -> vector.count();
            default -> 1;
        };
    }

    private static void add(List<Access> accesses, Instr instr, Space space, boolean isRead, boolean isWrite) {
        if (space == Space.GLOBAL) {
            accesses.add(new Access(instr, (BlockParam) instr.operand(0), instr.operand(1), isRead, isWrite));
        }
    }

    private static void addCalled(List<Access> accesses, Instr call, FunctionEffects effects) {
        effects.read().stream()
                .forEach(i -> accesses.add(new Access(call, (BlockParam) call.operand(i), null, true, false)));
        effects.written().stream()
                .forEach(i -> accesses.add(new Access(call, (BlockParam) call.operand(i), null, false, true)));
    }

    /**
     * Whether two accesses to an element lead to the same in any order: atomic ones of one kind on integers, neither of which looks
     * at the old value. Those of two kinds do not: what is first added and then raised to a maximum differs from the reverse.
     *
     * @param other the other access, or the same
     * @return whether it is so
     */
    public boolean commutesWith(Access other) {
        return instr.op() instanceof Op.Atomic(var kind, var element, var _, var _)
                && instr.op().equals(other.instr.op())
                && !element.register().isFloating()
                && kind != Op.AtomicKind.EXCHANGE
                && kind != Op.AtomicKind.COMPARE_AND_SET
                && !instr.isUsed()
                && !other.instr.isUsed();
    }

    /** {@return the line it stands on, 0 if unknown} */
    public int line() {
        SourcePosition position = instr.position();
        return position == null ? 0 : position.line();
    }

    /** {@return whether a function reads and writes each of its parameters, by position} */
    public static List<Use> uses(Function function) {
        List<Access> accesses = in(function.blocks());
        return function.params().stream()
                .map(param -> new Use(
                        accesses.stream().anyMatch(a -> a.array() == param && a.isRead()),
                        accesses.stream().anyMatch(a -> a.array() == param && a.isWrite())))
                .toList();
    }

    /**
     * What a function does with an array parameter.
     *
     * @param read whether it may load an element
     * @param written whether it may store an element
     */
    public record Use(boolean read, boolean written) {}
}
