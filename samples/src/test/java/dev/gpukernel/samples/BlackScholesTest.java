package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gpukernel.samples.BlackScholesKernels.Prices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlackScholesTest {
    /** Bound of the polynomial, as its source gives it. */
    private static final double ERROR = 7.5e-8;

    @ParameterizedTest
    @CsvSource({"0, 0.5", "1, 0.8413447460685429", "-1, 0.15865525393145705", "2.5, 0.9937903346742238"})
    void normalDistributionIsWithinItsBound(double value, double share) {
        assertThat(BlackScholesKernels.normal(value)).isCloseTo(share, within(ERROR));
    }

    @Test
    void callLessPutIsSpotLessDiscountedStrike() {
        Prices prices = BlackScholesKernels.prices(0.05, 0.2, 100, 110, 2);

        assertThat(prices.call() - prices.put()).isCloseTo(100 - 110 * Math.exp(-0.1), within(1e-12));
    }

    @Test
    void certainCallIsWorthSpotLessDiscountedStrike() {
        Prices prices = BlackScholesKernels.prices(0.05, 0.2, 1000, 1, 1);

        assertThat(prices.call()).isCloseTo(1000 - Math.exp(-0.05), within(1e-9));
        assertThat(prices.put()).isCloseTo(0, within(1e-9));
    }

    @Test
    void negativeRateIsFine() {
        Console console =
                Console.of("black-scholes", "--backend=cpu", "--size", "100", "--rate", "-0.01", "--volatility", "0.5");

        assertThat(console.err()).isEmpty();
        assertThat(console.out().getFirst()).endsWith("rate -0.01, volatility 0.5");
        assertThat(console.lastLine()).startsWith("OK black-scholes: 200 elements");
    }
}
