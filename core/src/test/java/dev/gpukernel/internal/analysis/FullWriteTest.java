package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.ir.IrText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FullWriteTest {
    private static final String STORE = "store.int v0, v2, v9\njump b2";

    private static String guarded(String index, String guard, String first, String second, String inside) {
        return """
                b0(v0: int[] a, v1: int[] b, v9: i32 n, v10: i1 c):
                    %s
                    v3 = length.int v0
                    v4 = length.int v1
                    v5 = %s
                    branch v5, %s, %s
                b1:
                    %s
                b2:
                    return""".formatted(index, guard, first, second, inside);
    }

    private static void isFull(String function) {
        assertThat(FullWrite.of(IrText.function(function)).stream()).containsExactly(0);
    }

    private static void isNotFull(String function) {
        assertThat(FullWrite.of(IrText.function(function)).stream()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lt.i32 v2, v3 | b1 | b2",
                "gt.i32 v3, v2 | b1 | b2",
                "ge.i32 v2, v3 | b2 | b1",
                "le.i32 v3, v2 | b2 | b1",
            })
    void everyFormOfTheGuard(String guard, String first, String second) {
        isFull(guarded("v2 = call Grid.x", guard, first, second, STORE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "le.i32 v2, v3 | b1 | b2",
                "lt.i32 v2, v3 | b2 | b1",
                "lt.i32 v2, v4 | b1 | b2",
                "lt.i32 v2, v9 | b1 | b2",
                "ne.i32 v2, v3 | b1 | b2",
                "gt.i32 v2, v3 | b1 | b2",
                "ge.i32 v2, v3 | b1 | b2",
                "lt.i32 v3, v2 | b1 | b2",
            })
    void anotherGuard(String guard, String first, String second) {
        isNotFull(guarded("v2 = call Grid.x", guard, first, second, STORE));
    }

    @ParameterizedTest
    @CsvSource({"call Grid.y", "call ThreadIdx.x", "call Grid.sizeX", "'add.i32 v9, v9'"})
    void anotherPosition(String position) {
        isNotFull(guarded("v2 = " + position, "lt.i32 v2, v3", "b1", "b2", STORE));
    }

    @Test
    void theIteration() {
        String index = "v6 = iteration\nv2 = convert.i64.i32 v6\nv8 = length.int v0\nv7 = convert.i32.i64 v8";
        isFull(guarded(index, "lt.i64 v6, v7", "b1", "b2", STORE));
    }

    @Test
    void aWayWithoutTheStore() {
        String maybe = "branch v10, b3, b2\nb3:\nstore.int v0, v2, v9\njump b2";
        isNotFull(guarded("v2 = call Grid.x", "lt.i32 v2, v3", "b1", "b2", maybe));
    }

    @Test
    void aStoreOnBothWays() {
        String both = "branch v10, b3, b4\nb3:\nstore.int v0, v2, v9\njump b2\nb4:\nstore.int v0, v2, v2\njump b2";
        isFull(guarded("v2 = call Grid.x", "lt.i32 v2, v3", "b1", "b2", both));
    }

    @Test
    void anotherIndexOrArray() {
        String index = "v2 = call Grid.x";
        String guard = "lt.i32 v2, v3";
        isNotFull(guarded(index, guard, "b1", "b2", "store.int v0, v9, v9\njump b2"));
        isNotFull(guarded(index, guard, "b1", "b2", "v6 = add.i32 v2, v9\nstore.int v0, v6, v9\njump b2"));
        isNotFull(guarded(index, guard, "b1", "b2", "store.int v1, v2, v9\njump b2"));
        isNotFull(guarded(index, guard, "b1", "b2", "jump b2"));
    }

    @Test
    void aWayAroundTheGuard() {
        isNotFull("""
                b0(v0: int[] a, v9: i32 n, v10: i1 c):
                    v2 = call Grid.x
                    v3 = length.int v0
                    branch v10, b3, b2
                b3:
                    v5 = lt.i32 v2, v3
                    branch v5, b1, b2
                b1:
                    store.int v0, v2, v9
                    jump b2
                b2:
                    return""");
    }
}
