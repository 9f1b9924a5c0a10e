package dev.gpukernel.internal.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The number of a path leads back to the calls along it. */
class CallPathsTest {
    private static final String CALLS = """
            function leaf {
            b0:
                return
            }

            function middle {
            b0:
                invoke leaf  ; K.middle(K.java:10)
                invoke leaf  ; K.helper(K.java:20) < K.middle(K.java:11)
                return
            }

            function upper {
            b0:
                invoke middle  ; K.upper(K.java:30)
                invoke leaf  ; K.upper(K.java:31)
                return
            }

            function kernel {
            b0:
                invoke leaf  ; K.kernel(K.java:40)
                invoke middle  ; K.kernel(K.java:41)
                invoke upper  ; K.kernel(K.java:42)
                invoke upper  ; K.kernel(K.java:43)
                invoke middle
                return
            }
            """;

    private final Function kernel = Parser.parse(CALLS);
    private final CallPaths paths = new CallPaths(kernel);
    private final Map<Function, Map<Integer, String>> found = new HashMap<>();

    private static String text(@Nullable SourcePosition position) {
        return position == null ? "" : position.text();
    }

    /** Walks all calls as generated code does, which adds a call's offset to the path of its caller. */
    private void walk(Function function, int path, @Nullable SourcePosition caller) {
        String known = found.computeIfAbsent(function, _ -> new HashMap<>()).put(path, text(caller));
        assertThat(known).as("path " + path + " of " + function.name()).isNull();
        for (Instr instr : function.entry().instrs()) {
            if (instr.op() instanceof Op.Invoke(Function callee)) {
                SourcePosition position = instr.position();
                walk(callee, path + paths.offset(instr), position == null ? caller : position.calledFrom(caller));
            }
        }
    }

    @Test
    void everyPathOfAFunctionHasANumberOfItsOwnThatLeadsBack() {
        walk(kernel, 0, null);
        assertThat(found).hasSize(4);
        found.forEach((function, numbers) -> {
            assertThat(numbers.keySet()).as(function.name()).allMatch(path -> path >= 0 && path < numbers.size());
            numbers.forEach((path, text) ->
                    assertThat(text(paths.caller(function, path))).isEqualTo(text));
        });
        List<Integer> counts = new ArrayList<>();
        kernel.calledFunctions()
                .forEach(function ->
                        counts.add(found.getOrDefault(function, Map.of()).size()));
        // leaf: 1 of the kernel, 2 of each of middle's 4, 1 of each of upper's 2.
        assertThat(counts).containsExactly(11, 4, 2);
        assertThat(paths.fit()).isTrue();
    }

    @Test
    void tooManyPathsDoNotFit() {
        StringBuilder text = new StringBuilder("function f0 {\nb0:\n    return\n}\n");
        for (int depth = 1; depth <= 32; depth++) {
            text.append("function f" + depth + " {\nb0:\n");
            text.append(("    invoke f" + (depth - 1) + "\n").repeat(depth == 32 ? 1 : 2))
                    .append("    return\n}\n");
            boolean fits = new CallPaths(Parser.parse(text.toString())).fit();
            assertThat(fits).as("2^" + Math.min(depth, 31) + " paths").isEqualTo(depth < 31);
        }
    }

    @Test
    void aCallOfAnotherKernelHasNoOffset() {
        Instr other = Parser.parse(CALLS).entry().instrs().getFirst();
        assertThatIllegalArgumentException().isThrownBy(() -> paths.offset(other));
    }
}
