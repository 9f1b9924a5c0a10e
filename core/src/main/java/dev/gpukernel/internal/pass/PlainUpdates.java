package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Histogram;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.AtomicKind;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Updates histograms by a load and a store, for a thread of a CPU that has arrays of its own for them. */
public final class PlainUpdates {
    private PlainUpdates() {}

    /** {@return a copy of a function with plain updates, null if it has no histograms} */
    public static @Nullable Function of(Function function) {
        List<Histogram> histograms = Histogram.of(function);
        if (histograms.isEmpty()) {
            return null;
        }
        Function copy = FunctionCopy.of(function);
        List<Value> arrays = histograms.stream()
                .map(histogram -> (Value) copy.params().get(histogram.parameter()))
                .toList();
        for (Block block : copy.blocks()) {
            for (Instr instr : List.copyOf(block.instrs())) {
                if (instr.op() instanceof Op.Atomic(AtomicKind kind, ElementType element, var _, var _)
                        && arrays.contains(instr.operand(0))) {
                    Builder builder = new Builder(copy).before(instr);
                    Value old = builder.emit(new Op.Load(element), instr.operand(0), instr.operand(1));
                    Value next = combined(builder, kind, element.register(), old, instr.operand(2));
                    builder.emit(new Op.Store(element), instr.operand(0), instr.operand(1), next);
                    instr.remove();
                }
            }
        }
        return copy;
    }

    /** Emits what an update makes of an element. */
    static Value combined(Builder builder, AtomicKind kind, ScalarType type, Value left, Value right) {
        boolean isWide = type == ScalarType.I64;
        Op op = switch (kind) {
            case ADD -> new Op.Binary(BinaryKind.ADD, type);
            case AND -> new Op.Binary(BinaryKind.AND, type);
            case OR -> new Op.Binary(BinaryKind.OR, type);
            case XOR -> new Op.Binary(BinaryKind.XOR, type);
            case MIN -> new Op.Call(isWide ? Intrinsics.MIN_I64 : Intrinsics.MIN_I32);
            case MAX -> new Op.Call(isWide ? Intrinsics.MAX_I64 : Intrinsics.MAX_I32);
            case EXCHANGE, COMPARE_AND_SET -> throw new IllegalStateException(kind + " depends on the order");
        };
        return builder.emit(op, left, right);
    }
}
