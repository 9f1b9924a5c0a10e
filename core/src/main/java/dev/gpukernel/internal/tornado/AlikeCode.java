package dev.gpukernel.internal.tornado;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The code of a kernel for launches that are alike, made once for each kind of them. */
final class AlikeCode {
    /** TornadoVM keeps what it knows of a class as long as it runs, whatever becomes of the plans. */
    static final int MOST = 64;

    private final TornadoExecutable executable;
    private final Map<Kind, TornadoCode> known = new HashMap<>();

    private record Kind(PlanKey key, List<Long> values) {}

    AlikeCode(TornadoExecutable executable) {
        this.executable = executable;
    }

    /**
     * The code for launches of a kind.
     *
     * @param values by parameter: the bits of a scalar, or the length of an array
     * @return the code, {@code null} if there is code for too many other kinds
     */
    synchronized @Nullable TornadoCode of(PlanKey key, long[] values) {
        Kind kind = new Kind(key, Arrays.stream(values).boxed().toList());
        TornadoCode code = known.get(kind);
        if (code == null && known.size() < MOST) {
            code = new AlikeLaunches(executable.unit(), key, values).code(executable.device());
            known.put(kind, code);
        }
        return code;
    }
}
