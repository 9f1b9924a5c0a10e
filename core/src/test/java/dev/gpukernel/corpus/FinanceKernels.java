package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Prices of options, interest and cash flows. */
final class FinanceKernels {
    private static final int TREE_STEPS = 24;

    private FinanceKernels() {}

    /** The cumulative normal distribution, by a polynomial of fifth degree. */
    private static double normal(double x) {
        double k = 1 / (1 + 0.2316419 * Math.abs(x));
        double polynomial =
                k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
        double tail = 0.3989422804014327 * StrictMath.exp(-0.5 * x * x) * polynomial;
        return x > 0 ? 1 - tail : tail;
    }

    @GpuKernel
    static void blackScholes(
            double[] spot,
            double[] strike,
            double[] years,
            double rate,
            double volatility,
            double[] call,
            double[] put) {
        for (int i = 0; i < call.length; i++) {
            double spread = volatility * StrictMath.sqrt(years[i]);
            double d1 =
                    (StrictMath.log(spot[i] / strike[i]) + (rate + volatility * volatility / 2) * years[i]) / spread;
            double d2 = d1 - spread;
            double discounted = strike[i] * StrictMath.exp(-rate * years[i]);
            call[i] = spot[i] * normal(d1) - discounted * normal(d2);
            put[i] = discounted * normal(-d2) - spot[i] * normal(-d1);
        }
    }

    private static float normal(float x) {
        float k = 1f / (1f + 0.23164f * Math.abs(x));
        float polynomial = k * (0.3193815f + k * (-0.3565638f + k * (1.781478f + k * (-1.821256f + k * 1.330274f))));
        float tail = 0.3989423f * (float) StrictMath.exp(-0.5f * x * x) * polynomial;
        return x > 0 ? 1f - tail : tail;
    }

    @GpuKernel
    static void blackScholesFloat(
            float[] spot, float[] strike, float years, float rate, float volatility, float[] call) {
        int i = Grid.x();
        if (i < call.length) {
            float spread = volatility * (float) Math.sqrt(years);
            float d1 = ((float) StrictMath.log(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years)
                    / spread;
            call[i] = spot[i] * normal(d1) - strike[i] * (float) StrictMath.exp(-rate * years) * normal(d1 - spread);
        }
    }

    /** American puts by a binomial tree in an array of the thread's own. */
    @GpuKernel
    static void binomialPut(double[] spot, double strike, double rate, double volatility, double[] price) {
        int i = Grid.x();
        if (i >= price.length) {
            return;
        }
        double up = StrictMath.exp(volatility * StrictMath.sqrt(1.0 / TREE_STEPS));
        double discount = StrictMath.exp(-rate / TREE_STEPS);
        double p = (1 / discount - 1 / up) / (up - 1 / up);
        double[] values = new double[TREE_STEPS + 1];
        double lowest = spot[i] * StrictMath.pow(up, -TREE_STEPS);
        for (int k = 0; k <= TREE_STEPS; k++) {
            values[k] = Math.max(strike - lowest * StrictMath.pow(up, 2 * k), 0);
        }
        for (int step = TREE_STEPS - 1; step >= 0; step--) {
            lowest *= up;
            double asset = lowest;
            for (int k = 0; k <= step; k++) {
                double held = discount * (p * values[k + 1] + (1 - p) * values[k]);
                values[k] = Math.max(held, strike - asset);
                asset *= up * up;
            }
        }
        price[i] = values[0];
    }

    /** Cents after so many months at a yearly rate in hundredths of a percent, rounded half to even every month. */
    @GpuKernel
    static void compoundInterest(long[] cents, short[] rates, int months) {
        for (int i = 0; i < cents.length; i++) {
            long balance = cents[i];
            for (int m = 0; m < months; m++) {
                long interest = balance * rates[i];
                long rounded = Math.floorDiv(interest, 120_000L);
                long rest = 2 * Math.floorMod(interest, 120_000L);
                if (rest > 120_000L || (rest == 120_000L && (rounded & 1) != 0)) {
                    rounded++;
                }
                balance += rounded;
            }
            cents[i] = balance;
        }
    }

    private static double presentValue(double[] flows, int start, int count, double rate) {
        double value = 0;
        double factor = 1;
        for (int k = 0; k < count; k++) {
            value += flows[start + k] * factor;
            factor /= 1 + rate;
        }
        return value;
    }

    @GpuKernel
    static void internalRate(double[] flows, int count, double[] rates) {
        for (int i = 0; i < rates.length; i++) {
            double rate = 0.1;
            for (int step = 0; step < 12; step++) {
                double here = presentValue(flows, i * count, count, rate);
                double slope = (presentValue(flows, i * count, count, rate + 1e-6) - here) / 1e-6;
                if (Math.abs(slope) < 1e-9) {
                    rate = Double.NaN;
                    break;
                }
                rate -= here / slope;
            }
            rates[i] = rate;
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop(
                "blackScholes",
                () -> List.of(
                        doubles(40, 1, 50, 150),
                        doubles(40, 2, 50, 150),
                        doubles(40, 3, 0.1, 3),
                        0.03,
                        0.25,
                        new double[40],
                        new double[40]));
        kernels.grid(
                "blackScholesFloat",
                40,
                () -> List.of(floats(40, 4, 50, 150), floats(40, 5, 50, 150), 1.5f, 0.03f, 0.25f, new float[40]));
        kernels.grid("binomialPut", 12, () -> List.of(doubles(12, 6, 60, 140), 100.0, 0.05, 0.3, new double[12]));
        kernels.loop("compoundInterest", () -> List.of(Seeded.longs(60, 7, -100_000, 10_000_000), rates(), 24));
        kernels.loop("internalRate", () -> List.of(flows(), 5, new double[30]));
    }

    private static short[] rates() {
        short[] rates = new short[60];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = (short) (25 * i);
        }
        return rates;
    }

    /** An investment and four returns, thirty times. */
    private static double[] flows() {
        double[] flows = doubles(150, 8, 10, 60);
        for (int i = 0; i < flows.length; i += 5) {
            flows[i] = -100;
        }
        return flows;
    }
}
