package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;

/** Finance as Java libraries have it, with exceptions for what cannot be computed. */
final class FinanceMethods {
    private FinanceMethods() {}

    record Offer(double price, int quantity) {}

    record Fall(double peak, double depth) {}

    @GpuKernel
    static double[] presentValues(double[][] payments, double[] rates) {
        double[] values = new double[payments.length];
        for (int i = 0; i < payments.length; i++) {
            double rate = 1 + rates[i];
            if (rate <= 0) {
                throw new IllegalArgumentException("a rate of -100 percent or less");
            }
            double value = 0;
            for (int t = payments[i].length - 1; t >= 0; t--) {
                value = (value + payments[i][t]) / rate;
            }
            values[i] = value;
        }
        return values;
    }

    private static double internalRate(double[] payments) {
        double rate = 0.1;
        for (int step = 0; step < 50; step++) {
            double value = 0;
            double slope = 0;
            for (int t = payments.length - 1; t >= 0; t--) {
                slope = (slope - value) / (1 + rate);
                value = payments[t] + value / (1 + rate);
            }
            if (Math.abs(value) < 1e-9) {
                return rate;
            }
            if (slope == 0) {
                throw new ArithmeticException("no rate");
            }
            rate -= value / slope;
        }
        throw new IllegalStateException("no rate within 50 steps");
    }

    /** By Newton's method; NaN where it finds none. */
    @GpuKernel
    static double[] internalRates(double[][] payments) {
        double[] rates = new double[payments.length];
        for (int i = 0; i < payments.length; i++) {
            try {
                rates[i] = internalRate(payments[i]);
            } catch (ArithmeticException | IllegalStateException e) {
                rates[i] = Double.NaN;
            }
        }
        return rates;
    }

    @GpuKernel
    static double[] returns(double[] prices) {
        double[] returns = new double[prices.length - 1];
        for (int i = 1; i < prices.length; i++) {
            if (prices[i - 1] == 0) {
                throw new ArithmeticException("a price of 0");
            }
            returns[i - 1] = (prices[i] - prices[i - 1]) / prices[i - 1];
        }
        return returns;
    }

    @GpuKernel
    static Fall deepestFall(double[] prices) {
        double peak = Double.NEGATIVE_INFINITY;
        double deepest = 0;
        for (double price : prices) {
            peak = Math.max(peak, price);
            deepest = Math.max(deepest, peak - price);
        }
        return new Fall(peak, deepest);
    }

    @GpuKernel
    static long total(long[] cents) {
        long total = 0;
        for (long amount : cents) {
            total = Math.addExact(total, amount);
        }
        return total;
    }

    @GpuKernel
    static double turnover(Offer[] offers, double limit) {
        double turnover = 0;
        for (Offer offer : offers) {
            if (offer.price() <= limit) {
                turnover += offer.price() * offer.quantity();
            }
        }
        return turnover;
    }

    private static double normal(double x) {
        double k = 1 / (1 + 0.2316419 * Math.abs(x));
        double tail = StrictMath.exp(-x * x / 2)
                / Math.sqrt(2 * Math.PI)
                * k
                * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
        return x > 0 ? 1 - tail : tail;
    }

    /** Calls by Black and Scholes. */
    @GpuKernel
    static double[] calls(double[] prices, double strike, double rate, double volatility, double years) {
        double[] values = new double[prices.length];
        for (int i = 0; i < prices.length; i++) {
            double deviation = volatility * Math.sqrt(years);
            double d1 = (StrictMath.log(prices[i] / strike) + (rate + volatility * volatility / 2) * years) / deviation;
            double d2 = d1 - deviation;
            values[i] = prices[i] * normal(d1) - strike * StrictMath.exp(-rate * years) * normal(d2);
        }
        return values;
    }

    /** Balance, interest and repayment of each month. */
    @GpuKernel
    static double[][] schedule(double loan, double rate, double repayment, int months) {
        if (months < 1) {
            throw new IllegalArgumentException("no months");
        }
        double[][] schedule = new double[months][3];
        for (int month = 0; month < months; month++) {
            double balance = loan - month * repayment;
            schedule[month][0] = balance;
            schedule[month][1] = balance * rate;
            schedule[month][2] = repayment;
        }
        return schedule;
    }
}
