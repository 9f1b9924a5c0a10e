package dev.gpukernel.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CompareTableTest {
    @Test
    void everyNameHasOneRowWithTheMedianOfItsRoundsAndItsRatio() {
        assertThat(table(
                        "nvcc,256,launch_us,2.0",
                        "ours,256,launch_us,3.0",
                        "nvcc,256,launch_us,4.0",
                        "ours,256,launch_us,3.0"))
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).startsWith("nvcc").contains("3.00", "1.000"))
                .anySatisfy(line -> assertThat(line).startsWith("ours").contains("3.00", "1.000"));
        assertThat(table("nvcc,256,launch_us,2.0", "ours,256,launch_us,3.0").getLast())
                .contains("1.500");
    }

    @Test
    void withoutTheBaselineThereIsNoRatio() {
        List<String> lines = table("ours,256,kernel_ms,3.0");

        assertThat(lines.getLast().trim().split("\\s+")).startsWith("ours", "3.0000", "-", "-");
    }

    @Test
    void columnsAreAligned() {
        assertThat(table("nvcc,1,kernel_ms,2.0", "a-long-name,1,kernel_ms,12345.0"))
                .extracting(String::length)
                .containsOnly(table("nvcc,1,kernel_ms,2.0", "a-long-name,1,kernel_ms,12345.0")
                        .getFirst()
                        .length());
    }

    private static List<String> table(String... lines) {
        return new CompareTable(Stream.of(lines).map(Measurement::parse).toList()).lines();
    }
}
