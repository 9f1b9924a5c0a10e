package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Affine;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How many iterations a thread should run for its accesses to neighbouring elements to be as wide as they can.
 *
 * @param count how many, a power of two
 * @param reference an access that is to begin at a multiple of that; as many others as possible then do, too
 * @param accesses how many accesses all iterations may be made of: with more, one iteration for each thread is better
 */
record VectorShape(int count, Instr reference, int accesses) {
    private static final int VECTOR_BYTES = Op.LoadVector.MOST_BYTES;

    /**
     * Chooses.
     *
     * @param body the code of an iteration
     * @param vectors how many of the widest accesses to make to or from the array with the smallest elements
     * @param mostVectors how many at most to or from any array
     * @param mostInstrs most instructions that iterations do not share
     * @return the choice, null if no access is to neighbouring elements
     */
    static @Nullable VectorShape of(IterationBody body, int vectors, int mostVectors, int mostInstrs) {
        List<Instr> accesses = body.accesses();
        List<Instr> contiguous = accesses.stream()
                .filter(access -> factor(body.linear(access.operand(1))) == 1)
                .toList();
        if (contiguous.isEmpty()) {
            return null;
        }
        int least = contiguous.stream().mapToInt(VectorShape::bytes).min().getAsInt();
        int most = contiguous.stream().mapToInt(VectorShape::bytes).max().getAsInt();
        int count = Math.min(vectors * VECTOR_BYTES / least, mostVectors * VECTOR_BYTES / most);
        while (count >= 2 && count * own(body, reference(body, contiguous, count), count) > mostInstrs) {
            count /= 2;
        }
        if (count < 2) {
            return null;
        }
        int allowed = 0;
        for (Instr access : accesses) {
            allowed += body.varies(access.operand(1)) ? Math.ceilDiv(bytes(access) * count, VECTOR_BYTES) : 1;
        }
        return new VectorShape(count, reference(body, contiguous, count), allowed);
    }

    /** {@return how many instructions each iteration of a thread needs for itself} */
    private static long own(IterationBody body, Instr reference, int count) {
        Set<Value> shared = new HashSet<>();
        long own = 0;
        for (Instr instr : body.block().instrs()) {
            boolean same = instr.op().effect() == Effect.NONE
                    && instr.operands().stream().allMatch(operand -> shared.contains(operand) || !body.varies(operand));
            if (same || isOfVector(instr, body, reference, count)) {
                shared.add(instr);
            } else if (!(instr.op() instanceof Op.Constant)) {
                own++;
            }
        }
        return own;
    }

    /** {@return whether it computes of an index in which vector it is, as {@link LowBits} will see} */
    private static boolean isOfVector(Instr instr, IterationBody body, Instr reference, int count) {
        if (!(instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType _)) || kind != BinaryKind.SHR) {
            return false;
        }
        Constant places = instr.operand(1).constant();
        Value index = instr.operand(0) instanceof Instr wide && wide.op() instanceof Op.Convert
                ? wide.operand(0)
                : instr.operand(0);
        Affine linear = body.linear(index);
        Affine aligned = body.linear(reference.operand(1));
        return places != null
                && places.bits() >= Integer.numberOfTrailingZeros(count)
                && places.bits() < Integer.SIZE
                && linear != null
                && aligned != null
                && phase(linear, count).equals(phase(aligned, count));
    }

    /** {@return a form that indices have which differ by multiples of a vector's length} */
    private static Affine phase(Affine index, int count) {
        return index.withConstant(Math.floorMod(index.constant(), count));
    }

    private static Instr reference(IterationBody body, List<Instr> contiguous, int count) {
        Map<Affine, List<Instr>> phases = new LinkedHashMap<>();
        List<Instr> best = List.of();
        for (Instr access : contiguous) {
            Affine index = body.linear(access.operand(1));
            if (index != null) {
                List<Instr> same = phases.computeIfAbsent(phase(index, count), _ -> new ArrayList<>());
                same.add(access);
                best = same.size() > best.size() ? same : best;
            }
        }
        return best.getFirst();
    }

    private static int factor(@Nullable Affine index) {
        return index == null ? 0 : index.step();
    }

    private static int bytes(Instr access) {
        return ((ArrayType) access.operand(0).type()).element().bytes();
    }
}
