package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;
import dev.gpukernel.device.Grid;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Switches on patterns: types with guards, records within records, constants of enums, boxed numbers, strings and null. */
@SuppressWarnings("EnumOrdinal") // Kernels may ask for it.
final class PatternKernels {
    private PatternKernels() {}

    /** What is drawn. */
    sealed interface Shape permits Circle, Box, Group, Nothing {}

    /** A point. */
    record Point(double x, double y) {}

    /** A circle. */
    record Circle(double radius) implements Shape {}

    /** A box. */
    record Box(Point low, Point high) implements Shape {}

    /** A shape so many times. */
    record Group(@Nullable Shape shape, int count) implements Shape {}

    /** Shapes of no size. */
    enum Nothing implements Shape {
        GAP,
        LINE,
        DOT
    }

    private static @Nullable Shape shape(int kind, double size) {
        return switch (kind) {
            case 0 -> new Circle(size);
            case 1 -> new Box(new Point(0, 1), new Point(size, 2));
            case 2 -> new Group(new Circle(size), kind + (int) size);
            case 3 -> new Group(null, 5);
            case 4 -> Nothing.values()[size > 1 ? 2 : size > 0 ? 1 : 0];
            default -> null;
        };
    }

    private static double area(@Nullable Shape shape) {
        return switch (shape) {
            case null -> -1;
            case Circle(double r) when r > 2 -> 3 * r * r;
            case Circle(double r) when r > 1 -> 4 * r;
            case Circle circle -> -circle.radius;
            case Box(Point(var x, var y), Point high) when x < high.x -> (high.x - x) * (high.y - y);
            case Box(Point low, Point high) -> low.y + 0 * high.y;
            case Group(Circle(double r), int n) when n > 3 -> r * n;
            case Group(Circle inner, int n) -> inner.radius - n;
            case Group(Shape inner, int n) -> inner == null ? n : 0;
            case Nothing.LINE -> 0.5;
            case Nothing nothing when nothing.ordinal() > 1 -> 0.25;
            case Nothing nothing -> nothing.ordinal() / 4.0;
        };
    }

    @GpuKernel
    static void areas(int[] kinds, double[] sizes, double[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = area(shape(kinds[i], sizes[i]));
        }
    }

    @GpuKernel
    static long sumOfAreas(int[] kinds, double[] sizes) {
        long sum = 0;
        for (int i = 0; i < sizes.length; i++) {
            sum += (long) (8 * area(shape(kinds[i], sizes[i])));
        }
        return sum;
    }

    /** Each shape follows from the one before. */
    @GpuKernel
    static void grown(int[] kinds, double[] out) {
        Shape last = new Circle(1);
        for (@Sequential int i = 0; i < out.length; i++) {
            int kind = kinds[i & 31];
            last = switch (last) {
                case Circle(double r) when kind == 1 -> new Circle(r + 0.5);
                case Circle(double r) when r > 3 -> new Circle(r / 4);
                default -> new Circle(area(last) % 5);
            };
            out[i] = area(last);
        }
    }

    /** How far something went. */
    enum Phase {
        START,
        RUN {
            @Override
            int cost(int x) {
                return x * 2;
            }
        },
        END;

        int cost(int x) {
            return x + 1;
        }
    }

    private static int cost(Phase phase, int x) {
        return switch (phase) {
            case START -> x;
            case Phase late when x > 5 -> late.cost(x) + late.ordinal();
            case RUN -> 1;
            case Phase other -> other.cost(x);
        };
    }

    @GpuKernel
    static void costs(int[] x, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = cost(Phase.values()[x[i] % 3], x[i]);
        }
    }

    private static int ofAny(Object any) {
        return switch (any) {
            case Integer n when n > 4 -> n;
            case Integer n -> -n;
            case Double d when d > 3 -> d.intValue();
            case Number n -> n.intValue() * 100;
            case String s when s.length() > 3 -> s.charAt(1);
            case String s -> s.length();
            case Character c -> c;
            default -> 7;
        };
    }

    private static int ofNumber(Integer number) {
        return switch (number) {
            case 1 -> 10;
            case 2 -> 20;
            case Integer n when n > 5 -> n;
            case Integer n -> -n;
        };
    }

    private static int ofText(@Nullable String text, int x) {
        return switch (text) {
            case "one" -> 1;
            case String any when x > 6 -> any.length();
            case "two" -> 2;
            case null -> -9;
            default -> 0;
        };
    }

    @GpuKernel
    static void boxes(int[] x, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int n = x[i];
            Object any = switch (n % 6) {
                case 0 -> n;
                case 1 -> n * 1.5;
                case 2 -> (long) n;
                case 3 -> n > 4 ? "a longer one" : "one";
                case 4 -> (char) ('a' + n);
                default -> new Point(n, n);
            };
            out[i] = ofAny(any) * 100 + ofNumber(n);
        }
    }

    @GpuKernel
    static void texts(int[] x, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int n = x[i];
            String text = n % 4 == 0 ? "one" : n % 4 == 1 ? "two" : n % 4 == 2 ? "three" : null;
            out[i] = ofText(text, n);
        }
    }

    /** What a guard does is done once for each time that it is asked. */
    private static final class Counter {
        private int asked;

        boolean passes(int value) {
            asked += value;
            return asked > 6;
        }
    }

    @GpuKernel
    static void guards(int[] x, int[] out) {
        int i = Grid.x();
        if (i >= out.length) {
            return;
        }
        Counter counter = new Counter();
        Shape shape = new Group(new Circle(x[i]), x[i]);
        int found = 0;
        for (int k = 0; k < 3; k++) {
            found = found * 10
                    + switch (shape) {
                        case Group(Shape inner, int n) when inner != null && counter.passes(n) -> 1;
                        case Group(Circle(double r), int n) when counter.passes((int) r - 1 + 0 * n) -> 2;
                        case Group group when counter.passes(1) -> group.count;
                        default -> 4;
                    };
        }
        out[i] = found * 100 + counter.asked;
    }

    /** A pattern that nothing fits throws, as does what a guard computes. */
    @GpuKernel
    static void thrown(int[] x, int[] table, int[] out) {
        for (int i = 0; i < out.length; i++) {
            Shape shape = new Group(new Circle(1), x[i]);
            out[i] = switch (shape) {
                case Group(Circle circle, int n) when 12 / n > (int) circle.radius + 1 -> n;
                case Group(Circle circle, int n) -> table[n - 4] + (int) circle.radius;
                default -> 0;
            };
        }
    }

    /** A number that is at most another one, which asks for neither where that is not so. */
    record Checked(int value, int most) {
        /** {@return the number} */
        @Override
        public int value() {
            if (value > most) {
                throw new IllegalStateException(value + " is more than " + most);
            }
            return value;
        }

        /** {@return what is left} */
        @Override
        public int most() {
            return 12 / (value - 3) + most;
        }
    }

    /** What an accessor throws is the cause of what the pattern throws, which may be caught. */
    @GpuKernel
    static void accessors(int[] x, int[] out) {
        for (int i = 0; i < out.length; i++) {
            Object any = x[i] > 1 ? new Checked(x[i], 7) : new Point(x[i], 1);
            try {
                out[i] = switch (any) {
                    case Checked(int value, int most) when value > 4 -> value + most;
                    case Checked(int value, int most) -> value - most;
                    default -> 1;
                };
            } catch (MatchException e) {
                out[i] = -x[i];
            }
        }
    }

    /** Nothing catches it here. */
    @GpuKernel
    static void thrownByAccessor(int[] x, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = new Checked(x[i], 7) instanceof Checked(int value, int most) ? value * most : 0;
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("areas", () -> List.of(ints(80, 1, 0, 6), doubles(80, 2, -1, 4), new double[80]));
        kernels.loop("sumOfAreas", () -> List.of(ints(80, 3, 0, 6), doubles(80, 4, -1, 4)));
        kernels.loop("grown", () -> List.of(ints(32, 5, 0, 2), new double[60]));
        kernels.loop("costs", () -> List.of(ints(40, 6, 0, 12), new int[40]));
        kernels.loop("boxes", () -> List.of(ints(60, 7, 0, 12), new int[60]));
        kernels.loop("texts", () -> List.of(ints(60, 11, 0, 12), new int[60]));
        kernels.grid("guards", 20, () -> List.of(ints(20, 8, 0, 6), new int[20]));
        kernels.loop("accessors", () -> List.of(ints(60, 12, 0, 12), new int[60]));
        kernels.throwing(MatchException.class).loop("thrownByAccessor", () -> List.of(ints(40, 13, 4, 9), new int[40]));
        kernels.throwing(ArithmeticException.class)
                .loop("thrown", () -> List.of(ints(40, 9, 0, 9), ints(5, 10, 0, 9), new int[40]));
    }
}
