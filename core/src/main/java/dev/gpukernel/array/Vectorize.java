package dev.gpukernel.array;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a function of arrays of a static method that computes a number, or a condition, of numbers. The annotation processor generates a class
 * {@code <Class>Arrays} with methods of the same name, that take an array in place of each number, or of some of them:
 *
 * <pre>{@code
 * final class Activations {
 *     @Vectorize
 *     static float leakyRelu(float x, float slope) {
 *         return x > 0 ? x : slope * x;
 *     }
 * }
 *
 * FloatNdArray y = ActivationsArrays.leakyRelu(x, 0.1f);
 * }</pre>
 *
 * <p>Shapes are broadcast. The method is compiled from its bytecode and fused with what is around it. Parameters and result are of type
 * {@code int}, {@code long}, {@code float}, {@code double} or {@code boolean}.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Vectorize {
    /**
     * The inner dimensions of each parameter and of the result, as NumPy's generalised functions have them, such as {@code (n),(n)->()}. Without
     * one, all are numbers.
     *
     * <p>Parameters with dimensions are arrays with as many: the last axes of an array with a shape. The other axes are broadcast, and the method
     * is applied for each of their elements. Dimensions of one name have one size; a number is a size itself, as in {@code (3),(3)->(3)}. A result
     * with dimensions, each of which is a number or one of a parameter, is what the method puts into its last parameter, all of which is 0
     * before, and it returns nothing. It writes to no other parameter.
     *
     * <pre>{@code
     * @Vectorize(signature = "(n),(n)->()")
     * static float dot(float[] x, float[] y) {
     *     float sum = 0;
     *     for (int i = 0; i < x.length; i++) {
     *         sum += x[i] * y[i];
     *     }
     *     return sum;
     * }
     *
     * @Vectorize(signature = "(n)->(n)")
     * static void centred(float[] x, float[] result) {
     *     …
     * }
     * }</pre>
     *
     * @return the signature, empty for numbers
     */
    String signature() default "";
}
