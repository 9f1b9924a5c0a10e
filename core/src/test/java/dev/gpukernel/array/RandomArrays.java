package dev.gpukernel.array;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A random expression over arrays, built by the public methods, and beside it element by element in plain Java. */
final class RandomArrays {
    private static final int MOST_OPERATIONS = 30;
    private static final int MOST_ELEMENTS = 300;
    private static final Class<?>[] TYPES = {int.class, long.class, float.class, double.class};
    private static final Class<?>[] SMALL_TYPES = {byte.class, short.class, char.class};
    private static final List<String> ARITHMETIC = List.of("plus", "minus", "times", "div", "rem");
    private static final List<String> COMPARISONS =
            List.of("equal", "notEqual", "less", "lessEqual", "greater", "greaterEqual");
    private static final List<String> FUNCTIONS =
            List.of("sqrt", "cbrt", "floor", "ceil", "rint", "exp", "log", "sin", "tanh");

    private final SplittableRandom random;
    private final List<Pair> pool = new ArrayList<>();
    private final StringBuilder log = new StringBuilder();

    /** An array and what it has to be. */
    record Pair(NdArray<?> array, HostArray expected) {}

    private RandomArrays(long seed) {
        random = new SplittableRandom(seed);
    }

    /** {@return what is wrong with the expression of a seed, nothing if all is right} */
    static String check(long seed) {
        RandomArrays made = new RandomArrays(seed);
        try {
            made.build();
            return made.compare();
        } catch (RuntimeException | Error e) {
            throw new IllegalStateException("seed " + seed + made.log, e);
        }
    }

    private void build() {
        int leaves = 1 + random.nextInt(4);
        for (int i = 0; i < leaves; i++) {
            leaf();
        }
        int operations = 1 + random.nextInt(MOST_OPERATIONS);
        for (int i = 0; i < operations; i++) {
            step();
        }
    }

    /** Divisions by zero that plain Java throws are not added to the pool: what is left out is told in the other test. */
    void add(String what, NdArray<?> array, HostArray expected) {
        log.append("\n  ")
                .append(pool.size())
                .append(" = ")
                .append(what)
                .append("  ")
                .append(Arrays.toString(expected.shape()));
        pool.add(new Pair(array, expected));
        if (random.nextInt(12) == 0) {
            log.append(" computed");
            array.compute();
        }
    }

    private String compare() {
        for (int i = pool.size() - 1; i >= Math.max(0, pool.size() - 3); i--) {
            Pair pair = pool.get(i);
            HostArray actual = HostArray.of(pair.array.toArray(), pair.array.shape());
            if (!actual.text().equals(pair.expected.text())) {
                return "array " + i + log + "\n is       " + actual.text() + "\n and not " + pair.expected.text();
            }
        }
        return "";
    }

    private int[] shape() {
        int[] shape = new int[random.nextInt(5)];
        Arrays.setAll(shape, _ -> random.nextInt(4) == 0 ? 1 : random.nextInt(25) == 0 ? 0 : 2 + random.nextInt(3));
        return shape;
    }

    Object value(Class<?> type) {
        int small = random.nextInt(-5, 6);
        boolean isEdge = random.nextInt(6) == 0;
        return switch (type.getName()) {
            case "boolean" -> random.nextBoolean();
            case "byte", "short", "char" -> HostArray.cast(isEdge ? random.nextInt() : small, type);
            case "int" -> isEdge ? pick(0, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 30) : small;
            case "long" -> isEdge ? pick(0L, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 40) : (long) small;
            case "float" ->
                isEdge
                        ? pick(0f, -0f, Float.NaN, Float.POSITIVE_INFINITY, Float.MIN_VALUE, 1e20f)
                        : (float) random.nextDouble(-4, 4);
            default ->
                isEdge
                        ? pick(0d, -0d, Double.NaN, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, 1e200)
                        : random.nextDouble(-4, 4);
        };
    }

    private Class<?> type() {
        Class<?>[] types = random.nextInt(4) == 0 ? SMALL_TYPES : TYPES;
        return types[random.nextInt(types.length)];
    }

    private Object pick(Object... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private void leaf() {
        Class<?> type = random.nextInt(6) == 0 ? boolean.class : type();
        int[] shape = shape();
        HostArray made = random(type, shape);
        add("of " + type, array(made), made);
    }

    HostArray random(Class<?> type, int... shape) {
        Object[] elements = new Object[HostArray.size(shape)];
        Arrays.setAll(elements, _ -> value(type));
        return new HostArray(type, shape, elements);
    }

    /** {@return an array with the same elements} */
    TypedNdArray<?, ?> array(HostArray host) {
        Object elements = java.lang.reflect.Array.newInstance(host.type(), host.elements().length);
        for (int i = 0; i < host.elements().length; i++) {
            java.lang.reflect.Array.set(elements, i, host.elements()[i]);
        }
        return (TypedNdArray<?, ?>)
                ((NdArray<?>) invokeStatic("of", elements.getClass(), elements)).reshape(host.shape());
    }

    int number(Pair pair) {
        return pool.indexOf(pair);
    }

    /** {@return arrays of a type and shape} */
    List<Pair> all(Class<?> type, int... shape) {
        return pool.stream()
                .filter(pair -> pair.expected.type() == type && Arrays.equals(pair.expected.shape(), shape))
                .toList();
    }

    /** {@return an array of the same type, perhaps the same array} */
    Pair like(Pair a) {
        List<Pair> fitting = pool.stream()
                .filter(pair -> pair.expected.type() == a.expected.type())
                .toList();
        return fitting.isEmpty() ? a : fitting.get(random.nextInt(fitting.size()));
    }

    NdArray<?> call(NdArray<?> array, String name, Object... typed) {
        return (NdArray<?>) invoke(array, name, typed);
    }

    Pair any() {
        // What came last is likelier, so that expressions are deep.
        int back = Math.min(random.nextInt(pool.size()), random.nextInt(pool.size()));
        return pool.get(pool.size() - 1 - back);
    }

    Pair number() {
        for (int i = 0; i < 20; i++) {
            Pair pair = any();
            if (pair.expected.type() != boolean.class) {
                return pair;
            }
        }
        int[] shape = {3};
        return new Pair(NdArrays.arange(3), HostArray.of(new int[] {0, 1, 2}, shape));
    }

    private void step() {
        switch (random.nextInt(26)) {
            case 0, 1, 2 -> arithmetic();
            case 3 -> compare(number(), number());
            case 4 -> unary();
            case 5 -> convert();
            case 6 -> logic();
            case 7 -> scalar();
            case 8 -> reduce();
            case 9, 10 -> new RandomPicks(this, random).step();
            case 11, 12 -> new RandomUfuncs(this, random).step();
            case 13 -> function();
            case 14 -> zip();
            case 15 -> combine();
            case 16, 17 -> new RandomShapes(this, random).step();
            case 18, 19 -> new RandomProducts(this, random).step();
            case 20 -> new RandomOrders(this, random).step();
            case 21 -> new RandomMemory(this, random).step();
            default -> view(any());
        }
    }

    private boolean fit(HostArray a, HostArray b) {
        int[] both = HostArray.common(a.shape(), b.shape());
        return both != null && HostArray.size(both) <= MOST_ELEMENTS;
    }

    private void arithmetic() {
        Pair a = number();
        Pair b = number();
        if (!fit(a.expected, b.expected)) {
            return;
        }
        Class<?> common = HostArray.promoted(a.expected.type(), b.expected.type());
        boolean isExtreme = random.nextInt(4) == 0 && a.expected.type() == b.expected.type();
        String name =
                isExtreme ? (String) pick("minimum", "maximum") : ARITHMETIC.get(random.nextInt(ARITHMETIC.size()));
        HostArray expected;
        try {
            Class<?> result = isExtreme ? a.expected.type() : common;
            expected = a.expected.zip(result, b.expected, (x, y) -> HostArray.arithmetic(name, x, y, result));
        } catch (ArithmeticException _) {
            requireThrown((NdArray<?>) invoke(a.array, name, b.array.getClass(), b.array));
            return;
        }
        add(
                name + " " + pool.indexOf(a) + " " + pool.indexOf(b),
                (NdArray<?>) invoke(a.array, name, b.array.getClass(), b.array),
                expected);
    }

    /** Asks twice: an exception is no result. */
    static void requireThrown(NdArray<?> array) {
        for (int i = 0; i < 2; i++) {
            try {
                array.toArray();
            } catch (ArithmeticException e) {
                if ("/ by zero".equals(e.getMessage())) {
                    continue;
                }
                throw e;
            }
            throw new IllegalStateException("a division by zero went well");
        }
    }

    private void compare(Pair a, Pair b) {
        if (!fit(a.expected, b.expected)) {
            return;
        }
        Class<?> common = HostArray.promoted(a.expected.type(), b.expected.type());
        String name = COMPARISONS.get(random.nextInt(COMPARISONS.size()));
        add(
                name + " " + pool.indexOf(a) + " " + pool.indexOf(b),
                (NdArray<?>) invoke(a.array, name, NumberNdArray.class, b.array),
                a.expected.zip(boolean.class, b.expected, (x, y) -> HostArray.comparison(name, x, y, common)));
    }

    private void scalar() {
        Pair a = number();
        Class<?> own = a.expected.type();
        Class<?> type = TYPES[random.nextInt(TYPES.length)];
        Object value = value(type);
        if (random.nextBoolean()) {
            String name = COMPARISONS.get(random.nextInt(COMPARISONS.size()));
            Class<?> common = HostArray.promoted(own, type);
            add(
                    name + " " + pool.indexOf(a) + " number " + value,
                    (NdArray<?>) invoke(a.array, name, type, value),
                    a.expected.map(boolean.class, x -> HostArray.comparison(name, x, value, common)));
            return;
        }
        String name = ARITHMETIC.get(random.nextInt(ARITHMETIC.size()));
        Class<?> common = HostArray.promoted(own, type);
        HostArray expected;
        // A method takes the number as Java passes it: widened, to a float for instance.
        Class<?> taken = common == own ? own : type;
        Object passed = HostArray.cast(value, taken);
        try {
            expected = a.expected.map(common, x -> HostArray.arithmetic(name, x, passed, common));
        } catch (ArithmeticException _) {
            requireThrown((NdArray<?>) invoke(a.array, name, taken, passed));
            return;
        }
        add(
                name + " " + pool.indexOf(a) + " number " + value,
                (NdArray<?>) invoke(a.array, name, taken, passed),
                expected);
    }

    private void unary() {
        Pair a = number();
        Class<?> type = a.expected.type();
        boolean isFloating = type == float.class || type == double.class;
        if (isFloating && random.nextBoolean()) {
            String name = FUNCTIONS.get(random.nextInt(FUNCTIONS.size()));
            add(
                    name + " " + pool.indexOf(a),
                    (NdArray<?>) invoke(a.array, name),
                    a.expected.map(type, x -> HostArray.function(name, x)));
            return;
        }
        String name = (String) pick("abs", "unaryMinus");
        add(
                name + " " + pool.indexOf(a),
                (NdArray<?>) invoke(a.array, name),
                a.expected.map(HostArray.promoted(type, int.class), x -> HostArray.unary(name, x)));
    }

    private void convert() {
        Pair a = any();
        Class<?> to = a.expected.type() == boolean.class ? int.class : type();
        String name = "to" + Character.toUpperCase(to.getName().charAt(0))
                + to.getName().substring(1);
        add(
                name + " " + pool.indexOf(a),
                (NdArray<?>) invoke(a.array, name),
                a.expected.map(to, x -> HostArray.cast(x, to)));
    }

    private void logic() {
        List<Pair> conditions = pool.stream()
                .filter(pair -> pair.expected.type() == boolean.class)
                .toList();
        if (conditions.isEmpty()) {
            return;
        }
        Pair a = conditions.get(random.nextInt(conditions.size()));
        Pair b = conditions.get(random.nextInt(conditions.size()));
        Pair c = any();
        Pair d = any();
        if (random.nextInt(3) == 0) {
            add("not " + pool.indexOf(a), (NdArray<?>) invoke(a.array, "not"), a.expected.map(boolean.class, x ->
                    !(Boolean) x));
        } else if (random.nextBoolean() && fit(a.expected, b.expected)) {
            String name = (String) pick("and", "or", "xor");
            add(
                    name + " " + pool.indexOf(a) + " " + pool.indexOf(b),
                    (NdArray<?>) invoke(a.array, name, BooleanNdArray.class, b.array),
                    a.expected.zip(boolean.class, b.expected, (x, y) -> switch (name) {
                        case "and" -> (Boolean) x && (Boolean) y;
                        case "or" -> (Boolean) x || (Boolean) y;
                        default -> (Boolean) x ^ (Boolean) y;
                    }));
        } else if (c.expected.type() == d.expected.type() && fit(c.expected, d.expected)) {
            int[] both = HostArray.common(c.expected.shape(), d.expected.shape());
            int[] all = both == null ? null : HostArray.common(both, a.expected.shape());
            if (all == null || HostArray.size(all) > MOST_ELEMENTS) {
                return;
            }
            HostArray condition = a.expected.broadcastTo(all);
            HostArray one = c.expected.broadcastTo(all);
            HostArray other = d.expected.broadcastTo(all);
            Object[] chosen = new Object[one.elements().length];
            Arrays.setAll(chosen, i -> (Boolean) condition.elements()[i] ? one.elements()[i] : other.elements()[i]);
            add(
                    "where " + pool.indexOf(a) + " " + pool.indexOf(c) + " " + pool.indexOf(d),
                    (NdArray<?>) invoke(a.array, "where", c.array.getClass(), c.array, d.array.getClass(), d.array),
                    new HostArray(c.expected.type(), all, chosen));
        }
    }

    /** The same function in an array's kernel and called by Java. */
    private void function() {
        Pair a = any();
        HostArray host = a.expected;
        int choice = random.nextInt(RandomFunctions.CHOICES);
        Object number = host.type() == boolean.class ? random.nextBoolean() : value(host.type());
        String what = "function " + choice + " with " + number + " of " + pool.indexOf(a);
        switch (a.array) {
            case IntNdArray x -> {
                RandomFunctions.OfInts f = RandomFunctions.ofInts((Integer) number);
                switch (choice) {
                    case 0 ->
                        add(
                                what,
                                () -> x.map(f.map()),
                                () -> host.map(int.class, v -> f.map().apply((Integer) v)));
                    case 1 ->
                        add(
                                what,
                                () -> x.mapToDouble(f.toDouble()),
                                () -> host.map(double.class, v -> f.toDouble().apply((Integer) v)));
                    case 2 ->
                        add(
                                what,
                                () -> x.mapToBoolean(f.test()),
                                () -> host.map(boolean.class, v -> f.test().test((Integer) v)));
                    default ->
                        add(
                                what,
                                () -> x.mapIndexed(f.indexed()),
                                () -> host.mapIndexed(
                                        int.class, (i, v) -> f.indexed().apply(i, (Integer) v)));
                }
            }
            case LongNdArray x -> {
                RandomFunctions.OfLongs f = RandomFunctions.ofLongs((Long) number);
                switch (choice) {
                    case 0 ->
                        add(
                                what,
                                () -> x.map(f.map()),
                                () -> host.map(long.class, v -> f.map().apply((Long) v)));
                    case 1 ->
                        add(
                                what,
                                () -> x.mapToInt(f.toInt()),
                                () -> host.map(int.class, v -> f.toInt().apply((Long) v)));
                    case 2 ->
                        add(
                                what,
                                () -> x.mapToBoolean(f.test()),
                                () -> host.map(boolean.class, v -> f.test().test((Long) v)));
                    default ->
                        add(
                                what,
                                () -> x.mapIndexed(f.indexed()),
                                () -> host.mapIndexed(
                                        long.class, (i, v) -> f.indexed().apply(i, (Long) v)));
                }
            }
            case FloatNdArray x -> {
                RandomFunctions.OfFloats f = RandomFunctions.ofFloats((Float) number);
                switch (choice) {
                    case 0 ->
                        add(
                                what,
                                () -> x.map(f.map()),
                                () -> host.map(float.class, v -> f.map().apply((Float) v)));
                    case 1 ->
                        add(
                                what,
                                () -> x.mapToLong(f.toLong()),
                                () -> host.map(long.class, v -> f.toLong().apply((Float) v)));
                    case 2 ->
                        add(
                                what,
                                () -> x.mapToBoolean(f.test()),
                                () -> host.map(boolean.class, v -> f.test().test((Float) v)));
                    default ->
                        add(
                                what,
                                () -> x.mapIndexed(f.indexed()),
                                () -> host.mapIndexed(
                                        float.class, (i, v) -> f.indexed().apply(i, (Float) v)));
                }
            }
            case DoubleNdArray x -> {
                RandomFunctions.OfDoubles f = RandomFunctions.ofDoubles((Double) number);
                switch (choice) {
                    case 0 ->
                        add(
                                what,
                                () -> x.map(f.map()),
                                () -> host.map(double.class, v -> f.map().apply((Double) v)));
                    case 1 ->
                        add(
                                what,
                                () -> x.mapToFloat(f.toFloat()),
                                () -> host.map(float.class, v -> f.toFloat().apply((Double) v)));
                    case 2 ->
                        add(
                                what,
                                () -> x.mapToBoolean(f.test()),
                                () -> host.map(boolean.class, v -> f.test().test((Double) v)));
                    default ->
                        add(
                                what,
                                () -> x.mapIndexed(f.indexed()),
                                () -> host.mapIndexed(
                                        double.class, (i, v) -> f.indexed().apply(i, (Double) v)));
                }
            }
            case BooleanNdArray x -> {
                boolean flips = (Boolean) number;
                add(what, () -> x.map(v -> v ^ flips), () -> host.map(boolean.class, v -> (Boolean) v ^ flips));
            }
            case ByteNdArray x -> {
                RandomFunctions.OfBytes f = RandomFunctions.ofBytes((Byte) number);
                switch (choice) {
                    case 0 ->
                        add(
                                what,
                                () -> x.map(f.map()),
                                () -> host.map(byte.class, v -> f.map().apply((Byte) v)));
                    case 1 ->
                        add(
                                what,
                                () -> x.mapToInt(f.toInt()),
                                () -> host.map(int.class, v -> f.toInt().apply((Byte) v)));
                    case 2 ->
                        add(
                                what,
                                () -> x.mapToBoolean(f.test()),
                                () -> host.map(boolean.class, v -> f.test().test((Byte) v)));
                    default ->
                        add(
                                what,
                                () -> x.mapIndexed(f.indexed()),
                                () -> host.mapIndexed(
                                        byte.class, (i, v) -> f.indexed().apply(i, (Byte) v)));
                }
            }
            case ShortNdArray x -> {
                RandomFunctions.OfShorts f = RandomFunctions.ofShorts((Short) number);
                switch (choice) {
                    case 0 ->
                        add(
                                what,
                                () -> x.map(f.map()),
                                () -> host.map(short.class, v -> f.map().apply((Short) v)));
                    case 1 ->
                        add(
                                what,
                                () -> x.mapToInt(f.toInt()),
                                () -> host.map(int.class, v -> f.toInt().apply((Short) v)));
                    case 2 ->
                        add(
                                what,
                                () -> x.mapToBoolean(f.test()),
                                () -> host.map(boolean.class, v -> f.test().test((Short) v)));
                    default ->
                        add(
                                what,
                                () -> x.mapIndexed(f.indexed()),
                                () -> host.mapIndexed(
                                        short.class, (i, v) -> f.indexed().apply(i, (Short) v)));
                }
            }
            case CharNdArray x -> {
                RandomFunctions.OfChars f = RandomFunctions.ofChars((Character) number);
                switch (choice) {
                    case 0 ->
                        add(
                                what,
                                () -> x.map(f.map()),
                                () -> host.map(char.class, v -> f.map().apply((Character) v)));
                    case 1 ->
                        add(
                                what,
                                () -> x.mapToInt(f.toInt()),
                                () -> host.map(int.class, v -> f.toInt().apply((Character) v)));
                    case 2 ->
                        add(
                                what,
                                () -> x.mapToBoolean(f.test()),
                                () -> host.map(boolean.class, v -> f.test().test((Character) v)));
                    default ->
                        add(
                                what,
                                () -> x.mapIndexed(f.indexed()),
                                () -> host.mapIndexed(
                                        char.class, (i, v) -> f.indexed().apply(i, (Character) v)));
                }
            }
        }
    }

    private void zip() {
        Pair a = any();
        Pair b = any();
        HostArray host = a.expected;
        if (host.type() != b.expected.type() || !fit(host, b.expected)) {
            return;
        }
        Object number = host.type() == boolean.class ? random.nextBoolean() : value(host.type());
        String what = "zip with " + number + " of " + pool.indexOf(a) + " " + pool.indexOf(b);
        switch (a.array) {
            case IntNdArray x -> {
                RandomFunctions.OfInts f = RandomFunctions.ofInts((Integer) number);
                add(
                        what,
                        () -> x.zip((IntNdArray) b.array, f.zip()),
                        () -> host.zip(int.class, b.expected, (v, w) -> f.zip().apply((Integer) v, (Integer) w)));
            }
            case LongNdArray x -> {
                RandomFunctions.OfLongs f = RandomFunctions.ofLongs((Long) number);
                add(
                        what,
                        () -> x.zip((LongNdArray) b.array, f.zip()),
                        () -> host.zip(long.class, b.expected, (v, w) -> f.zip().apply((Long) v, (Long) w)));
            }
            case FloatNdArray x -> {
                RandomFunctions.OfFloats f = RandomFunctions.ofFloats((Float) number);
                add(
                        what,
                        () -> x.zip((FloatNdArray) b.array, f.zip()),
                        () -> host.zip(
                                float.class, b.expected, (v, w) -> f.zip().apply((Float) v, (Float) w)));
            }
            case DoubleNdArray x -> {
                RandomFunctions.OfDoubles f = RandomFunctions.ofDoubles((Double) number);
                add(
                        what,
                        () -> x.zipToBoolean((DoubleNdArray) b.array, (v, w) -> v < w),
                        () -> host.zip(boolean.class, b.expected, (v, w) -> (Double) v < (Double) w));
                add(
                        what,
                        () -> x.zip((DoubleNdArray) b.array, x, f.zipThree()),
                        () -> host.zip(
                                double.class,
                                b.expected.zip(double.class, host, (w, _) -> w),
                                (v, w) -> f.zipThree().apply((Double) v, (Double) w, (Double) v)));
            }
            case BooleanNdArray x ->
                add(
                        what,
                        () -> x.zip((BooleanNdArray) b.array, (v, w) -> v && !w),
                        () -> host.zip(boolean.class, b.expected, (v, w) -> (Boolean) v && !(Boolean) w));
            case ByteNdArray x -> {
                RandomFunctions.OfBytes f = RandomFunctions.ofBytes((Byte) number);
                add(
                        what,
                        () -> x.zip((ByteNdArray) b.array, f.zip()),
                        () -> host.zip(byte.class, b.expected, (v, w) -> f.zip().apply((Byte) v, (Byte) w)));
                add(
                        what,
                        () -> x.zipToBoolean((ByteNdArray) b.array, (v, w) -> v < w),
                        () -> host.zip(boolean.class, b.expected, (v, w) -> (Byte) v < (Byte) w));
            }
            case ShortNdArray x -> {
                RandomFunctions.OfShorts f = RandomFunctions.ofShorts((Short) number);
                add(
                        what,
                        () -> x.zip((ShortNdArray) b.array, f.zip()),
                        () -> host.zip(
                                short.class, b.expected, (v, w) -> f.zip().apply((Short) v, (Short) w)));
                add(
                        what,
                        () -> x.zipToBoolean((ShortNdArray) b.array, (v, w) -> v < w),
                        () -> host.zip(boolean.class, b.expected, (v, w) -> (Short) v < (Short) w));
            }
            case CharNdArray x -> {
                RandomFunctions.OfChars f = RandomFunctions.ofChars((Character) number);
                add(
                        what,
                        () -> x.zip((CharNdArray) b.array, f.zip()),
                        () -> host.zip(char.class, b.expected, (v, w) -> f.zip().apply((Character) v, (Character) w)));
                add(
                        what,
                        () -> x.zipToBoolean((CharNdArray) b.array, (v, w) -> v < w),
                        () -> host.zip(boolean.class, b.expected, (v, w) -> (Character) v < (Character) w));
            }
        }
    }

    private void combine() {
        Pair a = any();
        HostArray host = a.expected;
        int rank = host.shape().length;
        boolean ofAll = rank == 0 || random.nextBoolean();
        // Over all axes, or over the last.
        int[] axes = ofAll ? new int[0] : new int[] {-1};
        int[] kept = ofAll ? new int[0] : Arrays.copyOf(host.shape(), rank - 1);
        String what = "combine " + pool.indexOf(a) + Arrays.toString(axes);
        switch (a.array) {
            case IntNdArray x ->
                add(
                        what,
                        () -> x.reduce(0, Integer::sum, axes),
                        () -> host.combine(kept, 0, (v, w) -> (Integer) v + (Integer) w));
            case LongNdArray x ->
                add(
                        what,
                        () -> x.reduce(-1L, (v, w) -> v & w, axes),
                        () -> host.combine(kept, -1L, (v, w) -> (Long) v & (Long) w));
            case FloatNdArray x ->
                add(
                        what,
                        () -> x.reduce(0f, Float::sum, axes),
                        () -> host.combine(kept, 0f, (v, w) -> (Float) v + (Float) w));
            case DoubleNdArray x -> {
                double scale = random.nextDouble();
                add(
                        what,
                        () -> x.reduce(0, (v, w) -> v + scale * w, axes),
                        () -> host.combine(kept, 0d, (v, w) -> (Double) v + scale * (Double) w));
            }
            case BooleanNdArray x ->
                add(
                        what,
                        () -> x.reduce(false, Boolean::logicalXor, axes),
                        () -> host.combine(kept, false, (v, w) -> (Boolean) v ^ (Boolean) w));
            case ByteNdArray x ->
                add(
                        what,
                        () -> x.reduce((byte) 0, (v, w) -> (byte) (v + w), axes),
                        () -> host.combine(kept, (byte) 0, (v, w) -> (byte) ((Byte) v + (Byte) w)));
            case ShortNdArray x ->
                add(
                        what,
                        () -> x.reduce(Short.MIN_VALUE, (v, w) -> v > w ? v : w, axes),
                        () -> host.combine(kept, Short.MIN_VALUE, (v, w) -> (Short) v > (Short) w ? v : w));
            case CharNdArray x ->
                add(
                        what,
                        () -> x.reduce('\uffff', (v, w) -> (char) (v & w), axes),
                        () -> host.combine(kept, '\uffff', (v, w) -> (char) ((Character) v & (Character) w)));
        }
    }

    private void add(String what, Supplier<NdArray<?>> array, Supplier<HostArray> expected) {
        HostArray known;
        try {
            known = expected.get();
        } catch (ArithmeticException _) {
            requireThrown(array.get());
            return;
        }
        add(what, array.get(), known);
    }

    private void reduce() {
        Pair a = any();
        int[] shape = a.expected.shape();
        int rank = shape.length;
        Class<?> type = a.expected.type();
        int[] axes =
                Arrays.stream(permutation(rank)).limit(random.nextInt(rank + 1)).toArray();
        boolean[] gone = new boolean[rank];
        for (int axis = 0; axis < rank; axis++) {
            int along = axis;
            gone[axis] = axes.length == 0 || Arrays.stream(axes).anyMatch(asked -> asked == along);
        }
        int[] kept = IntStream.range(0, rank)
                .filter(axis -> !gone[axis])
                .map(axis -> shape[axis])
                .toArray();
        int[] along = IntStream.range(0, rank)
                .filter(axis -> gone[axis])
                .map(axis -> shape[axis])
                .toArray();
        int count = HostArray.size(along);
        String name =
                (String) (type == boolean.class ? pick("any", "all", "count") : pick("sum", "prod", "min", "max"));
        if (count == 0 && (name.equals("min") || name.equals("max"))) {
            return;
        }
        int[] wide = IntStream.concat(Arrays.stream(kept), Arrays.stream(along)).toArray();
        HostArray moved = a.expected.view(wide, indices -> {
            int[] source = new int[rank];
            int fromKept = 0;
            int fromGone = kept.length;
            for (int axis = 0; axis < rank; axis++) {
                source[axis] = gone[axis] ? indices[fromGone++] : indices[fromKept++];
            }
            return source;
        });
        Object[] results = new Object[HostArray.size(kept)];
        Class<?> result = HostArray.reduced(name, type);
        for (int i = 0; i < results.length; i++) {
            Object[] row = Arrays.copyOfRange(moved.elements(), i * count, (i + 1) * count);
            results[i] = HostArray.reduce(name, result, row, results.length);
        }
        int[] asked = Arrays.stream(axes)
                .map(axis -> random.nextBoolean() ? axis : axis - rank)
                .toArray();
        add(
                name + " " + pool.indexOf(a) + Arrays.toString(asked),
                (NdArray<?>) invoke(a.array, name, int[].class, asked),
                new HostArray(result, kept, results));
    }

    private void view(Pair a) {
        int[] shape = a.expected.shape();
        int rank = shape.length;
        switch (random.nextInt(7)) {
            case 0 -> {
                int[] wanted = factors(HostArray.size(shape));
                int[] asked = wanted.clone();
                if (wanted.length > 0 && HostArray.size(wanted) > 0 && random.nextBoolean()) {
                    asked[random.nextInt(asked.length)] = -1;
                }
                add(
                        "reshape " + pool.indexOf(a) + Arrays.toString(asked),
                        a.array.reshape(asked),
                        new HostArray(a.expected.type(), wanted, a.expected.elements()));
            }
            case 1 -> {
                int[] axes = permutation(rank);
                int[] seen = Arrays.stream(axes).map(axis -> shape[axis]).toArray();
                add(
                        "transpose " + pool.indexOf(a) + Arrays.toString(axes),
                        a.array.transpose(axes),
                        a.expected.view(seen, indices -> {
                            int[] source = new int[rank];
                            for (int i = 0; i < rank; i++) {
                                source[axes[i]] = indices[i];
                            }
                            return source;
                        }));
            }
            case 2 -> slice(a);
            case 3 -> {
                if (rank > 0 && shape[0] > 0) {
                    int index = random.nextInt(-shape[0], shape[0]);
                    int found = Math.floorMod(index, shape[0]);
                    add(
                            "at " + pool.indexOf(a) + " " + index,
                            a.array.at(index),
                            a.expected.view(Arrays.copyOfRange(shape, 1, rank), indices -> {
                                int[] source = new int[rank];
                                source[0] = found;
                                System.arraycopy(indices, 0, source, 1, rank - 1);
                                return source;
                            }));
                }
            }
            case 4 -> {
                if (rank < 5) {
                    int axis = random.nextInt(-rank - 1, rank + 1);
                    List<Integer> seen =
                            new ArrayList<>(Arrays.stream(shape).boxed().toList());
                    seen.add(Math.floorMod(axis, rank + 1), 1);
                    int[] more = seen.stream().mapToInt(i -> i).toArray();
                    add(
                            "expandDims " + pool.indexOf(a) + " " + axis,
                            a.array.expandDims(axis),
                            new HostArray(a.expected.type(), more, a.expected.elements()));
                }
            }
            case 5 -> {
                int[] fewer = Arrays.stream(shape).filter(size -> size != 1).toArray();
                add(
                        "squeeze " + pool.indexOf(a),
                        a.array.squeeze(),
                        new HostArray(a.expected.type(), fewer, a.expected.elements()));
            }
            default -> {
                int[] wanted = shape.clone();
                for (int axis = 0; axis < rank; axis++) {
                    wanted[axis] = shape[axis] == 1 ? 1 + random.nextInt(4) : shape[axis];
                }
                if (HostArray.size(wanted) <= MOST_ELEMENTS) {
                    add(
                            "broadcastTo " + pool.indexOf(a) + Arrays.toString(wanted),
                            a.array.broadcastTo(wanted),
                            a.expected.broadcastTo(wanted));
                }
            }
        }
    }

    private void slice(Pair a) {
        int[] shape = a.expected.shape();
        int rank = shape.length;
        Slice[] slices = new Slice[rank];
        int[][] picked = new int[rank][];
        for (int axis = 0; axis < rank; axis++) {
            Slice slice = slice(random);
            slices[axis] = slice;
            picked[axis] = indices(shape[axis], slice.from(), slice.to(), slice.step());
        }
        int[] seen = Arrays.stream(picked).mapToInt(indices -> indices.length).toArray();
        add(
                "slice " + pool.indexOf(a) + Arrays.toString(slices),
                a.array.slice(slices),
                a.expected.view(seen, indices -> {
                    int[] source = new int[rank];
                    Arrays.setAll(source, axis -> picked[axis][indices[axis]]);
                    return source;
                }));
    }

    static Slice slice(SplittableRandom random) {
        @Nullable Integer from = random.nextBoolean() ? null : (Integer) random.nextInt(-6, 7);
        @Nullable Integer to = random.nextBoolean() ? null : (Integer) random.nextInt(-6, 7);
        int step = random.nextInt(3) == 0 ? -1 - random.nextInt(3) : 1 + random.nextInt(2);
        return new Slice(from, to, step);
    }

    /** {@return the indices that Python's slice picks, one after the other} */
    static int[] indices(int size, @Nullable Integer from, @Nullable Integer to, int step) {
        int first = from == null ? (step > 0 ? 0 : size - 1) : from < 0 ? from + size : from;
        int end = to == null ? (step > 0 ? size : -1) : to < 0 ? to + size : to;
        if (to != null && to < 0 && end < 0) {
            end = -1;
        }
        List<Integer> picked = new ArrayList<>();
        if (step > 0) {
            for (int i = Math.max(first, 0); i < Math.min(end, size); i += step) {
                picked.add(i);
            }
        } else {
            for (int i = Math.min(first, size - 1); i > Math.max(end, -1); i += step) {
                picked.add(i);
            }
        }
        return picked.stream().mapToInt(i -> i).toArray();
    }

    private int[] factors(int size) {
        if (size == 0) {
            return new int[] {0, 2};
        }
        List<Integer> factors = new ArrayList<>();
        int left = size;
        while (left > 1 || random.nextInt(3) == 0) {
            int factor = 1 + random.nextInt(left);
            if (left % factor == 0 && factors.size() < 4) {
                factors.add(factor);
                left /= factor;
            } else if (factors.size() >= 4) {
                factors.add(left);
                break;
            }
        }
        return factors.stream().mapToInt(i -> i).toArray();
    }

    private int[] permutation(int rank) {
        int[] axes = new int[rank];
        Arrays.setAll(axes, i -> i);
        for (int i = rank - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int kept = axes[i];
            axes[i] = axes[other];
            axes[other] = kept;
        }
        return axes;
    }

    /** Calls a method by name and the types of its parameters: {@code type, argument, type, argument}. */
    private static Object invoke(Object receiver, String name, Object... typed) {
        Class<?>[] types = new Class<?>[typed.length / 2];
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = (Class<?>) typed[2 * i];
            arguments[i] = typed[2 * i + 1];
        }
        try {
            return method(receiver.getClass(), name, types).invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(name, e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@return a method} Where it takes an array of its own type, all that is left of that when it runs is the bound of the type. */
    private static Method method(Class<?> receiver, String name, Class<?>... types) throws NoSuchMethodException {
        for (Method method : receiver.getMethods()) {
            Class<?>[] taken = method.getParameterTypes();
            boolean fits = method.getName().equals(name) && taken.length == types.length && !method.isBridge();
            for (int i = 0; fits && i < types.length; i++) {
                fits = taken[i] == types[i] || (!taken[i].isPrimitive() && taken[i].isAssignableFrom(types[i]));
            }
            if (fits) {
                return method;
            }
        }
        throw new NoSuchMethodException(receiver.getName() + "." + name + Arrays.toString(types));
    }

    private static Object invokeStatic(String name, Class<?> type, Object argument) {
        try {
            return NdArrays.class.getMethod(name, type).invoke(null, argument);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
