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
public @interface Vectorize {}
