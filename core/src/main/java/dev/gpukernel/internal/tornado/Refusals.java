package dev.gpukernel.internal.tornado;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Scope;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Space;
import java.util.List;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Finds what TornadoVM has no way to do, before anything is generated. */
final class Refusals {
    private final BiPredicate<ElementType, Space> addsAtomically;

    /**
     * Makes it.
     *
     * @param addsAtomically whether the TornadoVM at hand can add atomically to an element of a type in a space
     */
    Refusals(BiPredicate<ElementType, Space> addsAtomically) {
        this.addsAtomically = addsAtomically;
    }

    /**
     * Looks at all of a kernel.
     *
     * @throws GpuException naming the first thing in it that cannot be done, its line, and which backends can
     */
    void check(KernelUnit unit) {
        Function function = unit.function();
        if (unit.nest() != null) {
            checkRunning(function);
        }
        function.blocks().stream().flatMap(block -> block.instrs().stream()).forEach(instr -> check(function, instr));
    }

    /** Only of a plain loop with running values do threads hand each other something within warps. */
    private static void checkRunning(Function function) {
        List<Instr> all = function.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .toList();
        boolean shuffles = all.stream()
                .anyMatch(instr ->
                        instr.op() instanceof Op.Call(Intrinsics intrinsic) && intrinsic.scope() == Scope.WARP);
        if (shuffles) {
            @Nullable SourcePosition position = all.stream()
                    .map(Instr::position)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
            throw refusal(function.name(), "what a plain loop has accumulated so far, read in the loop", position);
        }
    }

    private void check(Function function, Instr instr) {
        String reason = reason(instr);
        if (reason != null) {
            throw refusal(function.name(), reason, instr.position());
        }
    }

    /** {@return the refusal of a kernel for something at a place} */
    static GpuException refusal(String kernel, String reason, @Nullable SourcePosition position) {
        return new GpuException(Message.TORNADO_UNSUPPORTED, kernel, reason, place(position));
    }

    /** {@return the line, and that of the kernel which leads there} */
    private static String place(@Nullable SourcePosition position) {
        if (position == null) {
            return "a line that the class file does not tell";
        }
        String own = position.frames().getFirst().toString();
        return position.caller() == null
                ? own
                : own + ", called from " + position.frames().getLast();
    }

    private @Nullable String reason(Instr instr) {
        return switch (instr.op()) {
            case Op.Call(Intrinsics intrinsic) -> reason(intrinsic);
            case Op.Atomic atomic -> reason(instr, atomic);
            case Op.DynamicShared _, Op.DynamicSize _ -> "shared memory whose size the launch says";
            case Op.Print _ -> "Gpu.printf";
            case Op.Throw thrown
            when thrown.operandTypes().length() > FaultReport.MOST_OPERANDS ->
                "an exception with more than " + FaultReport.MOST_OPERANDS + " numbers";
            case Op.Invoke _ -> "a call that is not inlined";
            default ->
                instr.type() instanceof ArrayType && instr.op() instanceof Op.Select ? "a choice of arrays" : null;
        };
    }

    private static @Nullable String reason(Intrinsics intrinsic) {
        return switch (intrinsic) {
            case GRID_SYNC -> "Grid.sync";
            case FLOAT_BITS, FLOAT_OF_BITS, DOUBLE_BITS, DOUBLE_OF_BITS ->
                "the bits of a floating-point number (" + name(intrinsic) + ")";
            case FMA_F32, FMA_F64 -> "the fused multiply-add " + name(intrinsic);
            default -> TornadoCalls.knows(intrinsic) ? null : name(intrinsic);
        };
    }

    private static String name(Intrinsics intrinsic) {
        return intrinsic.owner().getSimpleName() + "." + intrinsic.method();
    }

    private @Nullable String reason(Instr instr, Op.Atomic atomic) {
        if (atomic.kind() != Op.AtomicKind.ADD) {
            return "the atomic operation " + atomic.text();
        }
        if (instr.isUsed()) {
            return "the old value that an atomic addition gives";
        }
        if (atomic.space() == Space.SHARED) {
            return "the atomic addition " + atomic.text() + ", for which its compiler has no right code";
        }
        return addsAtomically.test(atomic.element(), atomic.space()) ? null : "the atomic addition " + atomic.text();
    }
}
