package dev.gpukernel.internal.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** Which methods are {@code Math.max} or {@code Math.min} by another name. */
class ComparisonMethodsTest {
    @SuppressWarnings("unused")
    static final class Methods {
        private Methods() {}

        static double max(double a, double b) {
            if (a > b) {
                return a;
            }
            if (a < b) {
                return b;
            }
            if (a != b) {
                return Double.NaN;
            }
            return Double.doubleToRawLongBits(a) == 0x8000000000000000L ? b : a;
        }

        static float min(float a, float b) {
            if (Float.isNaN(a)) {
                return a;
            }
            if (a == 0 && b == 0 && Float.floatToRawIntBits(b) == 0x80000000) {
                return b;
            }
            return a <= b ? a : b;
        }

        /** Of two zeros it gives the second. */
        @SuppressWarnings("IdentityBinaryExpression") // as people write it
        static double notOfZeros(double a, double b) {
            return a != a ? a : a > b ? a : b;
        }

        static double notOfNaN(double a, double b) {
            if (a == 0 && b == 0) {
                return Double.doubleToRawLongBits(a) == 0x8000000000000000L ? b : a;
            }
            return a > b ? a : b;
        }

        static double computes(double a, double b) {
            return a != b ? Math.max(a, b) + 0 : a;
        }

        /** Between the constants it is another function. */
        static double clamped(double a, double b) {
            return a > 1.5 && a < 1.75 ? b : max(a, b);
        }

        static double endless(double a, double b) {
            while (a > b) {
                // Never ends.
            }
            return a;
        }

        static double calls(double a, double b) {
            return max(a, b);
        }
    }

    @Test
    void areFound() throws IOException {
        ClassNode node = new ClassNode();
        new ClassReader(Methods.class.getName()).accept(node, 0);
        Map<String, Intrinsics> found = node.methods.stream()
                .filter(method -> !method.name.startsWith("<") && ComparisonMethods.of(method) != null)
                .collect(Collectors.toMap(
                        method -> method.name, method -> Objects.requireNonNull(ComparisonMethods.of(method))));
        assertThat(found)
                .containsOnly(
                        Map.entry("max", Objects.requireNonNull(Intrinsics.of("java/lang/Math", "max", "(DD)D"))),
                        Map.entry("min", Objects.requireNonNull(Intrinsics.of("java/lang/Math", "min", "(FF)F"))));
    }
}
