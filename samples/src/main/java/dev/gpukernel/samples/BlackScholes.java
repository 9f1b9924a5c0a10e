package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** A kernel with much arithmetic, a record and functions of {@link StrictMath}. */
@Command(name = "black-scholes", description = "Prices random European options and checks every price.")
final class BlackScholes implements Sample {
    private static final int ARRAYS = 5;

    @Mixin
    private final InputOptions input = new InputOptions(1 << 21);

    @Option(
            names = "--rate",
            paramLabel = "<rate>",
            converter = Rate.class,
            description = "Interest without risk, per year (default: ${DEFAULT-VALUE}).")
    private double rate = 0.02;

    @Option(
            names = "--volatility",
            paramLabel = "<deviation>",
            converter = Volatility.class,
            description = "Standard deviation of the yearly return, above 0 (default: ${DEFAULT-VALUE}).")
    private double volatility = 0.3;

    /** Made by picocli. */
    BlackScholes() {}

    @Override
    public Verdict run(Report report) {
        int size = input.size();
        report.fact(
                "input", "%d options, seed %d, rate %s, volatility %s".formatted(size, input.seed(), rate, volatility));
        long bytes = (long) Double.BYTES * size;
        HeapTooSmallException.check(ARRAYS, bytes);
        SplittableRandom random = input.random();
        double[] spot = random.doubles(size, 5, 30).toArray();
        double[] strike = random.doubles(size, 1, 100).toArray();
        double[] years = random.doubles(size, 0.25, 10).toArray();
        double[] call = new double[size];
        double[] put = new double[size];
        report.fact("device", Report.nameOf(Gpu.current()));
        report.launches(
                () -> Kernel.of(BlackScholesKernels.class, "price"),
                () -> BlackScholesKernelsGpu.price(rate, volatility, spot, strike, years, call, put),
                ARRAYS * bytes);
        return new BitCheck()
                .doubles(
                        "call",
                        call,
                        i -> BlackScholesKernels.prices(rate, volatility, spot[i], strike[i], years[i])
                                .call())
                .doubles(
                        "put",
                        put,
                        i -> BlackScholesKernels.prices(rate, volatility, spot[i], strike[i], years[i])
                                .put())
                .verdict();
    }

    private static double finite(String text) {
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException noNumber) {
            // refused below, like infinity
        }
        throw new TypeConversionException("'" + text + "' is not a finite number");
    }

    /** A rate, which may be negative. */
    static final class Rate implements ITypeConverter<Double> {
        /** Called by picocli. */
        Rate() {}

        @Override
        public Double convert(String text) {
            return finite(text);
        }
    }

    /** A deviation. The formula divides by it. */
    static final class Volatility implements ITypeConverter<Double> {
        /** Called by picocli. */
        Volatility() {}

        @Override
        public Double convert(String text) {
            double value = finite(text);
            if (value <= 0) {
                throw new TypeConversionException("'" + text + "' is not above 0");
            }
            return value;
        }
    }
}
