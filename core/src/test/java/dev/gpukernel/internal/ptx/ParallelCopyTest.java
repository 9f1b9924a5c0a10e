package dev.gpukernel.internal.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ptx.ParallelCopy.Copy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParallelCopyTest {
    /** Copies such as {@code a<b c<1}. */
    private static List<Copy> copies(String text) {
        return Arrays.stream(text.split(" ", -1))
                .map(copy -> copy.split("<", -1))
                .map(ends -> new Copy(ScalarType.I32, ends[0], ends[1]))
                .toList();
    }

    /** Does copies one after another; every register holds its own name at first. */
    private static Map<String, String> run(List<Copy> copies) {
        Map<String, String> registers = new HashMap<>();
        for (Copy copy : copies) {
            registers.put(copy.target(), registers.getOrDefault(copy.source(), copy.source()));
        }
        return registers;
    }

    @ParameterizedTest
    @CsvSource({
        "a<b, 1",
        "a<b b<c, 2",
        "b<c a<b, 2",
        "a<b b<a, 3",
        "a<b b<c c<a, 4",
        "a<b b<a c<d d<c, 6",
        "a<b b<a c<a, 4",
        "a<b b<c c<a d<a e<7, 6",
        "a<1 b<a c<b, 3",
        "a<a b<b, 0",
        "a<a b<c c<b, 3",
    })
    void everyTargetGetsWhatItsSourceHeld(String text, int moves) {
        List<Copy> copies = copies(text);
        int[] temporaries = {0};
        List<Copy> ordered = ParallelCopy.order(copies, type -> "t" + temporaries[0]++);
        Map<String, String> result = run(ordered);
        for (Copy copy : copies) {
            assertThat(result.getOrDefault(copy.target(), copy.target()))
                    .as(copy.target())
                    .isEqualTo(copy.source());
        }
        assertThat(ordered).hasSize(moves);
    }

    @Test
    void aTemporaryHasTheTypeOfItsCycle() {
        List<Copy> copies = List.of(
                new Copy(ScalarType.I64, "a", "b"),
                new Copy(ScalarType.I64, "b", "a"),
                new Copy(ScalarType.F32, "x", "y"),
                new Copy(ScalarType.F32, "y", "x"));
        Set<ScalarType> asked = new HashSet<>();
        ParallelCopy.order(copies, type -> {
            asked.add(type);
            return "t" + type;
        });
        assertThat(asked).containsExactlyInAnyOrder(ScalarType.I64, ScalarType.F32);
    }
}
