package dev.gpukernel.array;

import dev.gpukernel.array.RandomArrays.Pair;
import dev.gpukernel.device.GpuMath;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** Random element-wise functions of the arrays of {@link RandomArrays}, beside what Java's methods give. */
final class RandomUfuncs {
    private static final int MOST_ELEMENTS = 300;

    private static final Map<String, UnaryOperator<Double>> OF_DOUBLES = Map.of(
            "trunc",
            x -> x < 0 ? Math.ceil(x) : Math.floor(x),
            "exp2",
            x -> StrictMath.pow(2, x),
            "toDegrees",
            Math::toDegrees,
            "toRadians",
            Math::toRadians,
            "sinc",
            x -> x == 0 ? 1 : StrictMath.sin(Math.PI * x) / (Math.PI * x));

    /** Which the library computes in the type of the argument. */
    private static final Map<String, UnaryOperator<Object>> OF_OWN_TYPE = Map.of(
            "erf", x -> x instanceof Float f ? (Object) GpuMath.erf(f) : (Object) GpuMath.erf((Double) x),
            "erfc", x -> x instanceof Float f ? (Object) GpuMath.erfc(f) : (Object) GpuMath.erfc((Double) x),
            "gamma", x -> x instanceof Float f ? (Object) GpuMath.gamma(f) : (Object) GpuMath.gamma((Double) x),
            "lgamma", x -> x instanceof Float f ? (Object) GpuMath.lgamma(f) : (Object) GpuMath.lgamma((Double) x));

    private static final Map<String, BinaryOperator<Double>> OF_TWO_DOUBLES =
            Map.of("copySign", StrictMath::copySign, "atan2", StrictMath::atan2, "pow", StrictMath::pow);

    /** Whose results of floats, taken as doubles, are floats: nothing is rounded. */
    private static final Map<String, BinaryOperator<Double>> EXACT = Map.of(
            "fmin",
            (x, y) -> x.isNaN() ? y : y.isNaN() ? x : (Double) Math.min(x, y),
            "fmax",
            (x, y) -> x.isNaN() ? y : y.isNaN() ? x : (Double) Math.max(x, y),
            "heaviside",
            (x, y) -> x == 0 ? y : x < 0 ? (Double) 0.0 : x > 0 ? (Double) 1.0 : x);

    private static final List<String> BITS =
            List.of("and", "or", "xor", "floorDiv", "floorMod", "gcd", "lcm", "shl", "shr", "ushr");

    private final RandomArrays arrays;
    private final SplittableRandom random;

    RandomUfuncs(RandomArrays arrays, SplittableRandom random) {
        this.arrays = arrays;
        this.random = random;
    }

    void step() {
        Pair a = arrays.number();
        Class<?> type = a.expected().type();
        if (type == float.class || type == double.class) {
            floating(a, type);
        } else if (!HostArray.isSmall(type)) {
            integral(a, type);
        } else {
            small(a);
        }
    }

    /** Bit operations of what Java takes for ints. */
    private void small(Pair a) {
        String name = any(List.of("and", "or", "xor", "not", "shl", "shr", "ushr"));
        if (name.equals("not")) {
            add(a, name, a.expected().map(int.class, x -> ~(Integer) HostArray.cast(x, int.class)));
        } else if (name.contains("sh")) {
            int distance = random.nextInt(-3, 40);
            add(
                    a,
                    name,
                    a.expected().map(int.class, x -> ofTwo(name, HostArray.cast(x, int.class), distance, int.class)),
                    int.class,
                    distance);
        } else {
            Pair b = partner(a, random.nextBoolean() ? int.class : byte.class);
            HostArray expected = a.expected()
                    .zip(
                            int.class,
                            b.expected(),
                            (x, y) ->
                                    ofTwo(name, HostArray.cast(x, int.class), HostArray.cast(y, int.class), int.class));
            add(a, name, expected, b.array().getClass(), b.array());
        }
    }

    private static Object as(Class<?> type, Double value) {
        return HostArray.cast(value, type);
    }

    private static Double wide(Object value) {
        return ((Number) value).doubleValue();
    }

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private void add(Pair a, String name, HostArray expected, Object... typed) {
        arrays.add(name + " " + arrays.number(a), arrays.call(a.array(), name, typed), expected);
    }

    private void floating(Pair a, Class<?> type) {
        HostArray x = a.expected();
        switch (random.nextInt(7)) {
            case 6 -> {
                String name = any(OF_OWN_TYPE.keySet().stream().sorted().toList());
                add(a, name, x.map(type, Objects.requireNonNull(OF_OWN_TYPE.get(name))));
            }
            case 0 -> {
                String name = any(OF_DOUBLES.keySet().stream().sorted().toList());
                add(
                        a,
                        name,
                        x.map(
                                type,
                                v -> as(
                                        type,
                                        Objects.requireNonNull(OF_DOUBLES.get(name))
                                                .apply(wide(v)))));
            }
            case 1 -> {
                String name = any(List.of("isNaN", "isInfinite", "isFinite"));
                add(a, name, x.map(boolean.class, v -> switch (name) {
                    case "isNaN" -> wide(v).isNaN();
                    case "isInfinite" -> wide(v).isInfinite();
                    default -> Double.isFinite(wide(v));
                }));
            }
            case 2 -> {
                String name = any(List.of("signum", "square", "reciprocal", "round"));
                Class<?> result = !name.equals("round") ? type : type == float.class ? int.class : long.class;
                add(a, name, x.map(result, v -> switch (name) {
                    case "signum" -> as(type, Math.signum(wide(v)));
                    case "square" -> HostArray.arithmetic("times", v, v, type);
                    case "reciprocal" -> HostArray.arithmetic("div", 1, v, type);
                    default -> v instanceof Float f ? (Object) Math.round(f) : (Object) Math.round((Double) v);
                }));
            }
            case 3 -> {
                Pair b = partner(a, type);
                Pair c = partner(a, type);
                HostArray both = x.zip(type, b.expected(), (v, w) -> v);
                int[] all = HostArray.common(both.shape(), c.expected().shape());
                if (all == null || HostArray.size(all) > MOST_ELEMENTS) {
                    return;
                }
                HostArray first = x.broadcastTo(all);
                HostArray factor = b.expected().broadcastTo(all);
                HostArray summand = c.expected().broadcastTo(all);
                Object[] sums = new Object[first.elements().length];
                for (int i = 0; i < sums.length; i++) {
                    sums[i] = type == float.class
                            ? (Object) Math.fma((Float) first.elements()[i], (Float) factor.elements()[i], (Float)
                                    summand.elements()[i])
                            : (Object) Math.fma((Double) first.elements()[i], (Double) factor.elements()[i], (Double)
                                    summand.elements()[i]);
                }
                add(
                        a,
                        "fma",
                        new HostArray(type, all, sums),
                        b.array().getClass(),
                        b.array(),
                        c.array().getClass(),
                        c.array());
            }
            case 4 -> {
                Pair b = partner(a, type);
                Map<String, BinaryOperator<Double>> table = random.nextBoolean() ? EXACT : OF_TWO_DOUBLES;
                String name = any(table.keySet().stream().sorted().toList());
                add(
                        a,
                        name,
                        x.zip(
                                type,
                                b.expected(),
                                (v, w) -> as(
                                        type,
                                        Objects.requireNonNull(table.get(name)).apply(wide(v), wide(w)))),
                        b.array().getClass(),
                        b.array());
            }
            default -> {
                Pair b = partner(a, type);
                add(
                        a,
                        "nextAfter",
                        x.zip(
                                type,
                                b.expected(),
                                (v, w) -> v instanceof Float f
                                        ? (Object) Math.nextAfter(f, (Float) w)
                                        : (Object) Math.nextAfter((Double) v, (Double) w)),
                        b.array().getClass(),
                        b.array());
            }
        }
    }

    /** {@return an array of a type that fits another one: that one itself, if no other does} */
    private Pair partner(Pair a, Class<?> type) {
        for (int i = 0; i < 10; i++) {
            Pair b = arrays.any();
            int[] both = HostArray.common(a.expected().shape(), b.expected().shape());
            if (b.expected().type() == type && both != null && HostArray.size(both) <= MOST_ELEMENTS) {
                return b;
            }
        }
        return a;
    }

    private void integral(Pair a, Class<?> type) {
        HostArray x = a.expected();
        if (random.nextInt(3) == 0) {
            String name = any(List.of("not", "bitCount", "signum", "square"));
            add(a, name, x.map(name.equals("bitCount") ? int.class : type, v -> switch (name) {
                case "not" -> HostArray.cast(~((Number) v).longValue(), type);
                case "bitCount" -> v instanceof Integer i ? Integer.bitCount(i) : Long.bitCount((Long) v);
                case "signum" -> HostArray.cast(Long.signum(((Number) v).longValue()), type);
                default -> HostArray.arithmetic("times", v, v, type);
            }));
            return;
        }
        String name = any(BITS);
        Pair b = partner(a, name.contains("sh") ? int.class : type);
        if (b.array() == a.array() && name.contains("sh") && type != int.class) {
            return;
        }
        HostArray expected;
        try {
            expected = x.zip(type, b.expected(), (v, w) -> ofTwo(name, v, w, type));
        } catch (ArithmeticException _) {
            RandomArrays.requireThrown(arrays.call(a.array(), name, b.array().getClass(), b.array()));
            return;
        }
        add(a, name, expected, b.array().getClass(), b.array());
    }

    private static Object ofTwo(String name, Object first, Object second, Class<?> type) {
        long x = ((Number) first).longValue();
        long y = ((Number) second).longValue();
        boolean isInt = type == int.class;
        Object found = switch (name) {
            case "and" -> x & y;
            case "or" -> x | y;
            case "xor" -> x ^ y;
            case "floorDiv" -> Math.floorDiv(x, y);
            case "floorMod" -> Math.floorMod(x, y);
            case "shl" -> isInt ? (int) x << y : x << y;
            case "shr" -> isInt ? (int) x >> y : x >> y;
            case "ushr" -> isInt ? (int) x >>> y : x >>> y;
            default -> {
                BigInteger divisor = BigInteger.valueOf(x).gcd(BigInteger.valueOf(y));
                yield name.equals("gcd")
                        ? divisor.longValue()
                        : divisor.signum() == 0
                                ? 0
                                : absolute(
                                        BigInteger.valueOf(x)
                                                .divide(wrapped(divisor, isInt))
                                                .multiply(BigInteger.valueOf(y)),
                                        isInt);
            }
        };
        return HostArray.cast(found, type);
    }

    /** {@return what of a number an int or long holds} */
    private static BigInteger wrapped(BigInteger number, boolean isInt) {
        return BigInteger.valueOf(isInt ? number.intValue() : number.longValue());
    }

    private static long absolute(BigInteger number, boolean isInt) {
        return isInt ? Math.abs(number.intValue()) : Math.abs(number.longValue());
    }
}
