package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Affine;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many iterations a thread should run for its accesses to neighbouring elements to be as wide as they can.
 *
 * @param count how many, a power of two
 * @param reference an access that is to begin at a multiple of that; as many others as possible then do, too
 * @param accesses how many accesses all iterations may be made of: with more, one iteration for each thread is better
 */
record VectorShape(int count, Instr reference, int accesses) {
    private static final int VECTOR_BYTES = Coarsening.VECTOR_BYTES;

    /**
     * Chooses.
     *
     * @param body the code of an iteration
     * @param vectors how many of the widest accesses to make to or from the array with the smallest elements
     * @param mostVectors how many at most to or from any array
     * @param mostInstrs most instructions of all iterations
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
        long instrs = body.block().instrs().stream()
                .filter(instr -> !(instr.op() instanceof Op.Constant))
                .count();
        while (count * instrs > mostInstrs) {
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

    private static Instr reference(IterationBody body, List<Instr> contiguous, int count) {
        Map<Affine, List<Instr>> phases = new LinkedHashMap<>();
        List<Instr> best = List.of();
        for (Instr access : contiguous) {
            Affine index = body.linear(access.operand(1));
            if (index != null) {
                // Those that differ by multiples of the vector's length begin with one of its elements alike.
                Affine phase = index.withConstant(Math.floorMod(index.constant(), count));
                List<Instr> same = phases.computeIfAbsent(phase, _ -> new ArrayList<>());
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
