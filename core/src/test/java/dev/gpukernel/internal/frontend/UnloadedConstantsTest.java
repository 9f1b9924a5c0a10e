package dev.gpukernel.internal.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.oracle.InMemoryCompiler;
import java.lang.reflect.Field;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the initialisers of classes that are not loaded tell of their constants: what they hold when they are, or nothing. */
final class UnloadedConstantsTest {
    private static final String SOURCE = """
            package constants;
            class Known {
                static final double EPSILON = Double.longBitsToDouble(0x3ca0000000000000L);
                static final long ZERO = Double.doubleToRawLongBits(-0.0);
                static final long NAN = Double.doubleToLongBits(0.0 / 0.0);
                static final float TINY = Float.intBitsToFloat(1);
                static final int ONE = Float.floatToRawIntBits(1f) + Float.floatToIntBits(2f);
                static final double[][] PAIRS = {{1, 2}, {3.5, -4}, {5, EPSILON}};
                static final byte[][] RAGGED = {{1}, {}, {2, 3}};
                static final int[][] NONE = {};
                static final double MOST = StrictMath.log(Double.MAX_VALUE);
                static final double[][] CALLED = Literals.pairs();
                static final int[] FILLED = Literals.filled(new int[3], Literals.SHORT, 1L << 40, 'x');
                static final boolean[] FLAGS = Literals.FLAGS.clone();
                static final byte[][] SHARED = Literals.ROWS;
            }
            class Literals {
                private static final double[][] PAIRS = {{1, 0}, {StrictMath.cbrt(3), 2}};
                static final short SHORT = -7;
                static final boolean[] FLAGS = {true, false};
                static final byte[][] ROWS = {{1, 2}, {3}};
                static double[][] pairs() {
                    double[][] pairs = PAIRS.clone();
                    pairs[1] = new double[] {9, 8};
                    return pairs;
                }
                static int[] filled(int[] array, short first, long between, char last) {
                    array[0] = first;
                    array[2] = last;
                    return array;
                }
                static int[] left(int[] array) {
                    array[0] = 1;
                    array[1] = (int) Math.cbrt(8);
                    return array;
                }
            }
            class Left {
                static final int[] BEFORE = {1, 2};
                static final int[] GIVEN = {3, 4};
                static final int[] BEHIND = Literals.left(GIVEN);
            }
            class Unknown {
                static final int[] ROW = {1, 2};
                static final int[][] SHARED = {ROW, {3, 4}};
                static final int[][] OWN = {{5, 6}};
                static final int[][] OF_LOCAL;
                static final double BEHIND;
                static {
                    int[] row = {7, 8};
                    OF_LOCAL = new int[][] {row};
                    BEHIND = Math.cbrt(2);
                    ROW[0] = 9;
                    row[0] = 10;
                }
                static final double LAST = 1.0 + BEHIND;
            }
            """;

    private static Object known(String owner, String field) {
        ClassLoader loader = InMemoryCompiler.compile(Map.of("constants.Known", SOURCE));
        ClassFiles classes = new ClassFiles(new UnloadedClasses(name -> loader.getResourceAsStream(name + ".class")));
        Object value = classes.staticField("constants/" + owner, field);
        return value == null ? "not known" : value;
    }

    @Test
    void whatIsKnownIsWhatTheLoadedClassHolds() throws ReflectiveOperationException {
        Class<?> loaded =
                InMemoryCompiler.compile(Map.of("constants.Known", SOURCE)).loadClass("constants.Known");
        int fields = 0;
        for (Field field : loaded.getDeclaredFields()) {
            field.setAccessible(true);
            assertThat(known("Known", field.getName())).as(field.getName()).isEqualTo(field.get(null));
            fields++;
        }
        assertThat(fields).isEqualTo(13);
    }

    @Test
    void anArrayThatACallMayHaveFilledIsNotKnown() {
        assertThat(known("Left", "BEFORE")).isEqualTo(new int[] {1, 2});
        assertThat(known("Left", "GIVEN")).isEqualTo("not known");
        assertThat(known("Left", "BEHIND")).isEqualTo("not known");
    }

    @Test
    void anArrayThatIsFilledBehindWhatIsNotKnownIsNotKnown() {
        assertThat(known("Unknown", "OWN")).isEqualTo(new int[][] {{5, 6}});
        for (String field : new String[] {"ROW", "SHARED", "OF_LOCAL", "BEHIND", "LAST"}) {
            assertThat(known("Unknown", field)).as(field).isEqualTo("not known");
        }
    }
}
