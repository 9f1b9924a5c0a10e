package dev.gpukernel.samples;

import dev.gpukernel.GpuKernel;

/**
 * Prices of European options by the formula of F. Black and M. Scholes, "The Pricing of Options and Corporate Liabilities",
 * Journal of Political Economy 81 (1973).
 */
public final class BlackScholesKernels {
    private static final double INVERSE_ROOT_OF_TWO_PI = 0.3989422804014327;

    private BlackScholesKernels() {}

    @GpuKernel
    public static void price(
            double rate,
            double volatility,
            double[] spot,
            double[] strike,
            double[] years,
            double[] call,
            double[] put) {
        for (int i = 0; i < call.length; i++) {
            Prices prices = prices(rate, volatility, spot[i], strike[i], years[i]);
            call[i] = prices.call();
            put[i] = prices.put();
        }
    }

    static Prices prices(double rate, double volatility, double spot, double strike, double years) {
        double deviation = volatility * StrictMath.sqrt(years);
        double drift = (rate + 0.5 * volatility * volatility) * years;
        double d1 = (StrictMath.log(spot / strike) + drift) / deviation;
        double spotPart = normal(d1);
        double strikePart = normal(d1 - deviation);
        double discounted = strike * StrictMath.exp(-rate * years);
        return new Prices(
                spot * spotPart - discounted * strikePart, discounted * (1 - strikePart) - spot * (1 - spotPart));
    }

    /**
     * {@return the normal distribution's share below a value, with an error below 7.5e-8} The polynomial is formula 26.2.17 of
     * M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions", National Bureau of Standards (1964).
     */
    static double normal(double value) {
        double t = 1 / (1 + 0.2316419 * StrictMath.abs(value));
        double polynomial =
                t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        double tail = INVERSE_ROOT_OF_TWO_PI * StrictMath.exp(-0.5 * value * value) * polynomial;
        return value < 0 ? tail : 1 - tail;
    }

    /**
     * What an option is worth.
     *
     * @param call the right to buy
     * @param put the right to sell
     */
    record Prices(double call, double put) {}
}
