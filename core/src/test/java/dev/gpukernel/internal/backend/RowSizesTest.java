package dev.gpukernel.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A few arrays, which one thread looks at, and many. */
final class RowSizesTest {
    private static Rows.Odd odd(@Nullable Object[] array, int... sizes) {
        return Objects.requireNonNull(Rows.odd(array, sizes));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 4097, 100_001})
    @SuppressWarnings("NullAway") // null is among what is looked for
    void theFirstOddRowIsFound(int count) {
        short[][] rows = new short[count][2];
        assertThat(Rows.sizes(rows)).isEqualTo(new int[] {count, 2});
        for (int at : new int[] {count - 1, count / 2, count / 3, 0}) {
            rows[at] = new short[1];
            assertThat(odd(rows, count, 2)).isEqualTo(new Rows.Odd("" + at, rows[at], 2));
            rows[at] = null;
            assertThat(odd(rows, count, 2)).isEqualTo(new Rows.Odd("" + at, null, 2));
        }
        assertThat(odd(rows, count + 1, 2)).isEqualTo(new Rows.Odd("", rows, count + 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 70_000})
    @SuppressWarnings("NullAway") // null is among what is looked for
    void arraysOfRowsHaveSizesOfTheirOwn(int count) {
        int[][][] planes = new int[count][2][3];
        int[][][] wide = new int[2][count][3];
        assertThat(Rows.sizes(planes)).isEqualTo(new int[] {count, 2, 3});
        assertThat(Rows.sizes(wide)).isEqualTo(new int[] {2, count, 3});
        wide[1][count - 1] = new int[4];
        planes[count - 1][1] = new int[2];
        assertThat(odd(planes, count, 2, 3).indices()).isEqualTo(count - 1 + ", 1");
        assertThat(odd(wide, 2, count, 3).indices()).isEqualTo("1, " + (count - 1));
        planes[count - 2] = null;
        wide[1] = new int[1][];
        assertThat(odd(planes, count, 2, 3)).isEqualTo(new Rows.Odd("" + (count - 2), null, 2));
        assertThat(odd(wide, 2, count, 3).indices()).isEqualTo("1");
    }

    @Test
    void aCopyIsOfAllButTheRows() {
        int[][][] array = {{{1}, {2}}, null, {null, {3}}};
        Object[] copy = Rows.copy(array);
        assertThat(copy).isEqualTo(array);
        int[] row = array[0][1];
        array[0][1] = new int[7];
        array[2] = new int[0][];
        assertThat(((int[][]) copy[0])[1]).isSameAs(row);
        assertThat(Arrays.asList((int[][]) copy[2])).element(1).isEqualTo(new int[] {3});
    }
}
