package dev.gpukernel.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ExpressionTest {
    private static Object argument(String text) {
        return Expression.argument(text, 10, new Fill("test"));
    }

    @Test
    void numbersHaveTheTypeOfTheirLiterals() {
        assertThat(argument("n*(n+1)/4 - 7")).isEqualTo(20);
        assertThat(argument("-n/4")).isEqualTo(-2);
        assertThat(argument("1<<n+1")).isEqualTo(2048);
        assertThat(argument("2.5/n")).isEqualTo(0.25);
        assertThat(argument("2.5f/n")).isEqualTo(0.25f);
    }

    @Test
    void arraysAreZerosOrMade() {
        assertThat(argument("float[2*n]")).isEqualTo(new float[20]);
        assertThat(Arrays.stream((int[]) argument("ints(n*n, 5)")))
                .hasSize(100)
                .allMatch(value -> value >= 0 && value < 5);
        assertThat(argument("doubles(n, -1, 1)")).isEqualTo(argument("doubles(n, -1, 1)"));
    }

    @Test
    void whatCannotBeReadIsTold() {
        assertThatThrownBy(() -> argument("floats(n")).hasMessageContaining("floats(n: ) is missing at 8");
        assertThatThrownBy(() -> argument("whatever(n)")).hasMessageContaining("a method of Fill is missing");
        assertThatThrownBy(() -> argument("n n")).hasMessageContaining("the end is missing");
    }

    @Test
    void launchesCoverThreadsOrSayBlocks() {
        assertThat(shape("n*100 x n")).isEqualTo(new Work.Shape(63, 1, 1, 16, 16, 1));
        assertThat(shape("n of 64")).isEqualTo(new Work.Shape(10, 1, 1, 64, 1, 1));
        assertThat(shape("n x n x n")).isEqualTo(new Work.Shape(2, 2, 3, 8, 8, 4));
    }

    private static Work.Shape shape(String text) {
        return Work.Shape.parse(text, number -> Expression.whole(number, 10, new Fill("test")));
    }
}
