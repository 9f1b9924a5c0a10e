package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How far results of {@code math = FAST} may be from the exact ones: the bounds that the Javadoc states. */
public abstract class FastMathContract {
    private static final int SIZE = 1 << 22;
    private static final float LARGEST_ANGLE = (float) (2 * Math.PI);

    /** {@return the backend's name} */
    protected abstract String backendName();

    /** The bound of an error, for the arguments and the exact result. */
    private interface Bound {
        double of(double x, double y, double exact);
    }

    /** What is approximated. */
    enum Function {
        SIN("sin", -LARGEST_ANGLE, LARGEST_ANGLE, (x, y) -> StrictMath.sin(x), absolute(0x1p-20)),
        COS("cos", -LARGEST_ANGLE, LARGEST_ANGLE, (x, y) -> StrictMath.cos(x), absolute(0x1p-20)),
        TAN("tan", -1, 1, (x, y) -> StrictMath.tan(x), (x, y, exact) -> 0x1p-18 * (1 + Math.abs(exact))),
        EXP("exp", -80, 80, (x, y) -> StrictMath.exp(x), (x, y, exact) -> (3 + 1.2 * Math.abs(x)) * ulp(exact)),
        EXP2("exp2", -120, 120, (x, y) -> StrictMath.pow(2, x), relative(0x1p-22)),
        LOG("log", 0, 1000, (x, y) -> StrictMath.log(x), logarithm(0x1p-21 / 1.319)),
        LOG2("log2", 0, 1000, (x, y) -> StrictMath.log(x) / StrictMath.log(2), logarithm(0x1p-22)),
        LOG10("log10", 0, 1000, (x, y) -> StrictMath.log10(x), logarithm(0x1p-22)),
        POW(
                "pow",
                0,
                20,
                StrictMath::pow,
                (x, y, exact) -> 0x1p-21 * (1 + Math.abs(y * StrictMath.log(x) / StrictMath.log(2))) * Math.abs(exact)),
        TANH("tanh", -10, 10, (x, y) -> StrictMath.tanh(x), relative(0x1p-10 / 1.866)),
        SQRT("sqrt", 0, 1e6f, (x, y) -> StrictMath.sqrt(x), relative(0x1p-22)),
        RSQRT("rsqrt", 0, 1e6f, (x, y) -> 1 / StrictMath.sqrt(x), relative(0x1p-22)),
        INVERSE_ROOT("inverseRoot", 0, 1e6f, (x, y) -> 1 / StrictMath.sqrt(x), relative(0x1p-22)),
        DIVIDE("divide", -1000, 1000, (x, y) -> x / y, (x, y, exact) -> 2.5 * ulp(exact)),
        MULTIPLY_ADD("multiplyAdd", -10, 10, (x, y) -> x * y + 1.5, unrounded()),
        MULTIPLY_SUBTRACT("multiplySubtract", -10, 10, (x, y) -> x * y - 1.5, unrounded()),
        SUBTRACT_PRODUCT("subtractProduct", -10, 10, (x, y) -> 1.5 - x * y, unrounded());

        private final String kernel;
        private final float from;
        private final float to;
        private final DoubleBinaryOperator exact;
        private final Bound bound;

        Function(String kernel, float from, float to, DoubleBinaryOperator exact, Bound bound) {
            this.kernel = kernel;
            this.from = from;
            this.to = to;
            this.exact = exact;
            this.bound = bound;
        }

        private static Bound absolute(double bound) {
            return (x, y, exact) -> bound;
        }

        private static Bound relative(double bound) {
            return (x, y, exact) -> bound * Math.abs(exact);
        }

        private static Bound logarithm(double nearOne) {
            return (x, y, exact) -> x >= 0.5 && x <= 2 ? nearOne : 4 * ulp(exact);
        }

        /** The rounding of the product, which the CPU does and a GPU does not, and half an ulp of the result. */
        private static Bound unrounded() {
            return (x, y, exact) -> 0.5 * ulp(x * y) + 0.5 * ulp(exact);
        }

        private static double ulp(double exact) {
            return Math.ulp((float) exact);
        }
    }

    @ParameterizedTest
    @EnumSource
    final void staysWithinTheStatedBound(Function function) {
        SplittableRandom random = new SplittableRandom(function.name().hashCode());
        float[] x = new float[SIZE];
        float[] y = new float[SIZE];
        for (int i = 0; i < SIZE; i++) {
            x[i] = function.from + (function.to - function.from) * random.nextFloat();
            y[i] = 8 * random.nextFloat() - 4;
        }
        float[] result = new float[SIZE];
        Gpu gpu = Gpu.all().stream()
                .filter(device -> device.backend().equals(backendName()))
                .findFirst()
                .orElseThrow();
        gpu.run(() -> Kernel.of(FastMathKernels.class, function.kernel).launch(x, y, result));
        double worst = 0;
        int at = 0;
        for (int i = 0; i < SIZE; i++) {
            double exact = function.exact.applyAsDouble(x[i], y[i]);
            double share = Math.abs(result[i] - exact) / function.bound.of(x[i], y[i], exact);
            if (!(share <= worst) && result[i] != exact) {
                worst = share;
                at = i;
            }
        }
        assertThat(worst)
                .as("error of %s(%s, %s) = %s as a share of its bound", function, x[at], y[at], result[at])
                .isLessThanOrEqualTo(1);
    }
}
