package dev.gpukernel.array;

import dev.gpukernel.Kernel;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An array with a shape as plain Java has it: boxed elements, row by row, each computed alone. The oracle of {@link NdArray}. */
@SuppressWarnings("ArrayRecordComponent") // compared element by element
record HostArray(Class<?> type, int[] shape, Object[] elements) {
    static HostArray of(Object array, int... shape) {
        Object[] elements = new Object[Array.getLength(array)];
        Arrays.setAll(elements, i -> Array.get(array, i));
        return new HostArray(array.getClass().getComponentType(), shape, elements);
    }

    static int size(int[] shape) {
        return Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    }

    /** An element of a view, by its indices, as indices of what is viewed. */
    interface View {
        int[] source(int[] indices);
    }

    HostArray view(int[] seen, View view) {
        Object[] picked = new Object[size(seen)];
        for (int i = 0; i < picked.length; i++) {
            picked[i] = elements[place(shape, view.source(indices(seen, i)))];
        }
        return new HostArray(type, seen, picked);
    }

    static int place(int[] shape, int[] indices) {
        int place = 0;
        for (int axis = 0; axis < shape.length; axis++) {
            if (indices[axis] < 0 || indices[axis] >= shape[axis]) {
                throw new IllegalStateException("the oracle is wrong");
            }
            place = place * shape[axis] + indices[axis];
        }
        return place;
    }

    static int[] indices(int[] shape, int place) {
        int[] indices = new int[shape.length];
        for (int axis = shape.length - 1, left = place; axis >= 0; axis--) {
            indices[axis] = left % shape[axis];
            left /= shape[axis];
        }
        return indices;
    }

    HostArray broadcastTo(int... wanted) {
        int more = wanted.length - shape.length;
        return view(wanted, indices -> {
            int[] source = new int[shape.length];
            Arrays.setAll(source, axis -> shape[axis] == 1 ? 0 : indices[axis + more]);
            return source;
        });
    }

    /** {@return the shape of both together, {@code null} if there is none} */
    static int @Nullable [] common(int[] a, int[] b) {
        int[] shape = new int[Math.max(a.length, b.length)];
        for (int i = 0; i < shape.length; i++) {
            int one = i < shape.length - a.length ? 1 : a[i - shape.length + a.length];
            int other = i < shape.length - b.length ? 1 : b[i - shape.length + b.length];
            if (one != other && one != 1 && other != 1) {
                return null;
            }
            shape[i] = one == 1 ? other : one;
        }
        return shape;
    }

    HostArray map(Class<?> result, UnaryOperator<Object> operation) {
        return new HostArray(
                result, shape, Arrays.stream(elements).map(operation).toArray());
    }

    HostArray mapIndexed(Class<?> result, BiFunction<Integer, Object, Object> operation) {
        Object[] results = new Object[elements.length];
        Arrays.setAll(results, i -> operation.apply(i, elements[i]));
        return new HostArray(result, shape, results);
    }

    /** {@return what rows come to by a function, combined in pieces of 256 elements} */
    HostArray combine(int[] kept, Object identity, BinaryOperator<Object> function) {
        Object[] results = new Object[size(kept)];
        int length = results.length == 0 ? 0 : elements.length / results.length;
        for (int row = 0; row < results.length; row++) {
            List<Object> left = Arrays.asList(elements).subList(row * length, (row + 1) * length);
            do {
                List<Object> pieces = new ArrayList<>();
                for (int from = 0; from == 0 || from < left.size(); from += 256) {
                    Object combined = identity;
                    for (Object element : left.subList(from, Math.min(left.size(), from + 256))) {
                        combined = function.apply(combined, element);
                    }
                    pieces.add(combined);
                }
                left = pieces;
            } while (left.size() > 1);
            results[row] = left.getFirst();
        }
        return new HostArray(type, kept, results);
    }

    HostArray zip(Class<?> result, HostArray other, BinaryOperator<Object> operation) {
        int[] both = Objects.requireNonNull(common(shape, other.shape));
        HostArray first = broadcastTo(both);
        HostArray second = other.broadcastTo(both);
        Object[] results = new Object[first.elements.length];
        Arrays.setAll(results, i -> operation.apply(first.elements[i], second.elements[i]));
        return new HostArray(result, both, results);
    }

    static Class<?> promoted(Class<?> a, Class<?> b) {
        for (Class<?> wide : new Class<?>[] {double.class, float.class, long.class}) {
            if (a == wide || b == wide) {
                return wide;
            }
        }
        return int.class;
    }

    static Object cast(Object value, Class<?> to) {
        if (value instanceof Boolean truth) {
            return cast(truth ? 1 : 0, to);
        }
        // Number.intValue and its like are Java's casts.
        Number number = (Number) value;
        return switch (to.getName()) {
            case "int" -> number.intValue();
            case "long" -> number.longValue();
            case "float" -> number.floatValue();
            default -> number.doubleValue();
        };
    }

    /** {@return what Java computes of two numbers} */
    static Object arithmetic(String name, Object first, Object second, Class<?> common) {
        Object x = cast(first, common);
        Object y = cast(second, common);
        return switch (x) {
            case Integer a -> {
                int b = (Integer) y;
                yield switch (name) {
                    case "plus" -> a + b;
                    case "minus" -> a - b;
                    case "times" -> a * b;
                    case "div" -> a / b;
                    case "rem" -> a % b;
                    case "minimum" -> Math.min(a, b);
                    default -> Math.max(a, b);
                };
            }
            case Long a -> {
                long b = (Long) y;
                yield switch (name) {
                    case "plus" -> a + b;
                    case "minus" -> a - b;
                    case "times" -> a * b;
                    case "div" -> a / b;
                    case "rem" -> a % b;
                    case "minimum" -> Math.min(a, b);
                    default -> Math.max(a, b);
                };
            }
            case Float a -> {
                float b = (Float) y;
                yield switch (name) {
                    case "plus" -> a + b;
                    case "minus" -> a - b;
                    case "times" -> a * b;
                    case "div" -> a / b;
                    case "rem" -> a % b;
                    case "minimum" -> Math.min(a, b);
                    default -> Math.max(a, b);
                };
            }
            default -> {
                double a = (Double) x;
                double b = (Double) y;
                yield switch (name) {
                    case "plus" -> a + b;
                    case "minus" -> a - b;
                    case "times" -> a * b;
                    case "div" -> a / b;
                    case "rem" -> a % b;
                    case "minimum" -> Math.min(a, b);
                    default -> Math.max(a, b);
                };
            }
        };
    }

    /** {@return whether a comparison of Java's holds} */
    static Object comparison(String name, Object first, Object second, Class<?> common) {
        if (common == int.class || common == long.class) {
            long a = (Long) cast(first, long.class);
            long b = (Long) cast(second, long.class);
            return switch (name) {
                case "equal" -> a == b;
                case "notEqual" -> a != b;
                case "less" -> a < b;
                case "lessEqual" -> a <= b;
                case "greater" -> a > b;
                default -> a >= b;
            };
        }
        // A float is the same number as a double.
        double a = (Double) cast(cast(first, common), double.class);
        double b = (Double) cast(cast(second, common), double.class);
        return switch (name) {
            case "equal" -> a == b;
            case "notEqual" -> a != b;
            case "less" -> a < b;
            case "lessEqual" -> a <= b;
            case "greater" -> a > b;
            default -> a >= b;
        };
    }

    static Class<?> reduced(String name, Class<?> type) {
        boolean isWider = type == int.class && (name.equals("sum") || name.equals("prod"));
        return name.equals("count") ? int.class : isWider ? long.class : type;
    }

    /**
     * {@return what becomes of elements}
     *
     * @param others how often elements of the array become one
     */
    static Object reduce(String name, Class<?> result, Object[] elements, int others) {
        if (result == boolean.class || name.equals("count")) {
            int count = (int)
                    Arrays.stream(elements).filter(element -> (Boolean) element).count();
            return switch (name) {
                case "any" -> count > 0;
                case "all" -> count == elements.length;
                default -> count;
            };
        }
        if (name.equals("sum") || name.equals("prod")) {
            return added(name.equals("sum"), result, elements, others);
        }
        Object best = elements[0];
        for (Object element : elements) {
            best = arithmetic(name + "imum", best, element, result);
        }
        return best;
    }

    /** In lanes, of which there are more while there are fewer than 2^18 in all and each has at least 32 elements. */
    private static Object added(boolean isSum, Class<?> result, Object[] elements, int others) {
        int lanes = 1;
        while (others * lanes < 1 << 18 && elements.length / (2 * lanes) >= 32) {
            lanes *= 2;
        }
        Object[] sums = new Object[lanes];
        Arrays.fill(sums, cast(isSum ? 0 : 1, result));
        for (int i = 0; i < elements.length; i++) {
            sums[i % lanes] = arithmetic(isSum ? "plus" : "times", sums[i % lanes], elements[i], result);
        }
        return lanes == 1 ? sums[0] : added(isSum, result, sums, others);
    }

    static Object unary(String name, Object value) {
        return switch (value) {
            case Integer a -> name.equals("abs") ? Math.abs(a) : -a;
            case Long a -> name.equals("abs") ? Math.abs(a) : -a;
            case Float a -> name.equals("abs") ? Math.abs(a) : -a;
            case Double a -> name.equals("abs") ? Math.abs(a) : -a;
            default -> throw new IllegalStateException();
        };
    }

    /** {@return what a function of doubles gives, as the type of its argument} */
    static Object function(String name, Object value) {
        double x = ((Number) value).doubleValue();
        double result = switch (name) {
            case "sqrt" -> Math.sqrt(x);
            case "cbrt" -> StrictMath.cbrt(x);
            case "floor" -> Math.floor(x);
            case "ceil" -> Math.ceil(x);
            case "rint" -> Math.rint(x);
            case "exp" -> StrictMath.exp(x);
            case "log" -> StrictMath.log(x);
            case "sin" -> StrictMath.sin(x);
            default -> StrictMath.tanh(x);
        };
        return value instanceof Float ? (Object) (float) result : (Object) result;
    }

    /** {@return the elements with NaNs all the same, as Java leaves open which one an operation gives} */
    String text() {
        StringBuilder text = new StringBuilder(type.getName()).append(Arrays.toString(shape));
        for (Object element : elements) {
            text.append(' ')
                    .append(
                            switch (element) {
                                case Float x -> "f" + Integer.toHexString(Float.floatToIntBits(x));
                                case Double x -> "d" + Long.toHexString(Double.doubleToLongBits(x));
                                default -> element.toString();
                            });
        }
        return text.toString();
    }
}
