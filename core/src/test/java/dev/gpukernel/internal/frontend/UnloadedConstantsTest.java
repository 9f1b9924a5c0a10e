package dev.gpukernel.internal.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.oracle.InMemoryCompiler;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
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
            class Split {
                static final Split NAN = new Split(Double.NaN, 0);
                static final Split ONE = new Split(1.1);
                static final Split ZERO = new Split(-0.0, -0.0);
                static final Split COUNTED = new Counted(3);
                static int made;
                final double full;
                final double high;
                final double low;
                Split(double full) {
                    this.full = full;
                    this.high = Double.longBitsToDouble(Double.doubleToRawLongBits(full) & -134217728L);
                    this.low = full - this.high;
                }
                Split(double high, double low) {
                    this(high == 0.0 ? low == 0.0 && Double.doubleToRawLongBits(high) == Long.MIN_VALUE ? -0.0 : low : high + low,
                            high, low);
                }
                Split(double full, double high, double low) {
                    this.full = full;
                    this.high = high;
                    this.low = low;
                }
            }
            class Counted extends Split {
                Counted(double full) {
                    super(full);
                    made++;
                }
            }
            class Scale extends Split {
                static final Scale TWO = new Scale(2, 'x', new int[] {1});
                final int factor;
                final boolean isEven;
                final char unit;
                final int[] table;
                Scale(int factor, char unit, int[] table) {
                    super(factor * 2.5, 1);
                    this.factor = factor;
                    this.isEven = factor == 2;
                    this.unit = unit;
                    this.table = table;
                }
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

    private static void assertHolds(Class<?> loaded, String name, int fields) throws ReflectiveOperationException {
        Field of = loaded.getDeclaredField(name);
        of.setAccessible(true);
        Object object = of.get(null);
        assertThat(known(loaded.getSimpleName(), name)).isInstanceOf(InitialisedObject.class);
        InitialisedObject made = (InitialisedObject) known(loaded.getSimpleName(), name);
        assertThat(made.className()).isEqualTo("constants/" + object.getClass().getSimpleName());
        int numbers = 0;
        for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                field.setAccessible(true);
                if (!Modifier.isStatic(field.getModifiers()) && field.getType().isPrimitive()) {
                    Object held = field.get(object);
                    assertThat(made.field("constants/" + type.getSimpleName(), field.getName()))
                            .as(name + "." + field.getName())
                            .isEqualTo(
                                    held instanceof Boolean is
                                            ? (Object) (is ? 1 : 0)
                                            : held instanceof Character c ? (Object) (int) c : held);
                    numbers++;
                }
            }
        }
        assertThat(numbers).isEqualTo(fields);
    }

    /** Of arrays nothing is known: whoever has one may set its elements. */
    @Test
    void objectsHoldTheNumbersThatConstructorsSet() throws ReflectiveOperationException {
        ClassLoader loader = InMemoryCompiler.compile(Map.of("constants.Known", SOURCE));
        for (String name : List.of("NAN", "ONE", "ZERO")) {
            assertHolds(loader.loadClass("constants.Split"), name, 3);
        }
        assertHolds(loader.loadClass("constants.Scale"), "TWO", 6);
        assertThat(((InitialisedObject) known("Scale", "TWO")).field("constants/Scale", "table"))
                .isNull();
    }

    @Test
    void anObjectWhoseConstructorDoesMoreIsNotKnown() {
        assertThat(known("Split", "COUNTED")).isEqualTo("not known");
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
