package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How many iterations a launch has. */
class ExtentTest {
    @Test
    void whatIsMoreThanTheGreatestNumberIsThatNumber() {
        assertThat(Extent.product(1L << 31, 1L << 31)).isEqualTo(1L << 62);
        assertThat(Extent.product(1L << 32, 1L << 31)).isEqualTo(Long.MAX_VALUE);
        assertThat(Extent.product(1L << 40, 1L << 40)).isEqualTo(Long.MAX_VALUE);
        assertThat(Extent.product(0, Long.MAX_VALUE)).isZero();
        assertThat(Extent.ofIterations(1L << 31, 1L << 31, 2).iterations()).isEqualTo(Long.MAX_VALUE);
    }
}
