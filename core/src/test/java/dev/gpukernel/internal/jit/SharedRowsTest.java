package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A few rows, which one thread looks at, and many. */
final class SharedRowsTest {
    private static float[][] rows(int count) {
        float[][] rows = new float[count][];
        Arrays.setAll(rows, i -> new float[i % 3]);
        return rows;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 50_000})
    void rowsOfTheirOwnAreNotShared(int count) {
        SharedRows shared = new SharedRows();
        shared.add(0, true, (Object[]) rows(count));
        shared.add(3, true, (Object[]) rows(count));
        assertThat(shared.find()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 50_000})
    void aRowThatIsWrittenIsFoundWhereItIsRead(int count) {
        float[][] read = rows(count);
        float[][] written = rows(count);
        read[count - 3] = written[1];
        SharedRows shared = new SharedRows();
        shared.add(1, false, (Object[]) read);
        shared.add(2, false, new float[7]);
        shared.add(4, true, (Object[]) written);
        assertThat(shared.find()).isEqualTo(new SharedRows.Pair(1, 4));
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 50_000})
    void aRowThatIsThereTwiceIsFoundIfItIsWritten(int count) {
        float[][] rows = rows(count);
        rows[count - 1] = rows[2];
        rows[0] = rows[3];
        SharedRows read = new SharedRows();
        read.add(0, false, (Object[]) rows);
        assertThat(read.find()).isNull();
        SharedRows written = new SharedRows();
        written.add(0, true, (Object[]) rows);
        assertThat(written.find()).isEqualTo(new SharedRows.Pair(0, 0));
    }
}
