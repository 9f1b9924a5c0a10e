package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.ir.IrText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostTrafficTest {
    private static final int ALONE = 64;

    private static long traffic(String... lines) {
        return HostTraffic.ofThread(IrText.function("""
                b0(v0: int[] a, v1: long[] b, v2: i32 n):
                    v30 = iteration
                    v3 = convert.i64.i32 v30
                    v4 = call Grid.y
                    v5 = load.int v0, v2
                    %s
                    return""".formatted(String.join("\n    ", lines)))) - ALONE;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v9 = add.i32 v3, v2",
                "v9 = add.i32 v2, v3",
                "v9 = sub.i32 v3, v4",
                "v9 = rowelement v4, v3, v2",
                "v9 = call Grid.x",
            })
    void neighbouringThreadsTouchNeighbouringElements(String index) {
        assertThat(traffic(index, "v10 = load.long v1, v9", "store.int v0, v9, v2"))
                .isEqualTo(8 + 4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v9 = mul.i32 v3, v2",
                "v9 = add.i32 v3, v3",
                "v9 = add.i32 v3, v5",
                "v9 = sub.i32 v2, v3",
                "v9 = rowelement v2, v4, v3",
                "v9 = and.i32 v3, v2",
            })
    void othersTouchThemAlone(String index) {
        assertThat(traffic(index, "v10 = load.long v1, v9")).isEqualTo(ALONE);
    }

    @Test
    void whatIsTouchedInALoopOrTogetherIsUnknown() {
        assertThat(HostTraffic.ofThread(IrText.function("""
                b0(v0: int[] a):
                    jump b1
                b1:
                    v10 = iteration
                    v1 = convert.i64.i32 v10
                    v2 = load.int v0, v1
                    v3 = ne.i32 v2, v1
                    branch v3, b1, b2
                b2:
                    return"""))).isEqualTo(HostTraffic.UNKNOWN);
        assertThat(HostTraffic.ofThread(IrText.function("""
                b0(v0: int[] a):
                    v10 = iteration
                    v1 = convert.i64.i32 v10
                    v2 = atomic.add.int v0, v1, v1
                    return"""))).isEqualTo(HostTraffic.UNKNOWN);
        assertThat(HostTraffic.ofThread(IrText.function("""
                b0(v0: int[] a):
                    v1 = call Grid.x
                    store.int v0, v1, v1
                    call Block.sync
                    return"""))).isEqualTo(HostTraffic.UNKNOWN);
    }
}
