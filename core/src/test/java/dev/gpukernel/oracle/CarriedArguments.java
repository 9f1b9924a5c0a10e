package dev.gpukernel.oracle;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of a generated kernel of loops that carry values.
 *
 * @param values one for each parameter
 * @param odd whether a launch may be refused: where a loop begins or ends near the end of its type, or does not step
 * @param aliased whether one array is passed twice
 * @param onDevice whether arrays are to be on the device
 * @param asksAhead whether there are arrays that have fewer elements than iterations, of which some may be asked that Java does not get to
 */
record CarriedArguments(List<Object> values, boolean odd, boolean aliased, boolean onDevice, boolean asksAhead)
        implements LaunchArguments {
    private static final Pattern NEGATIVE_START = Pattern.compile(": from\\d must be at least (0|-\\d+)\\R");
    private static final int RESULTS = 16;
    private static final int BINS = 8;
    private static final int TABLE = 16;
    private static final int LAST = 3;
    private static final long FAR = 1L << 30;

    /** Arrays whose elements are no whole numbers, or so large that they are rounded. */
    private static final Set<String> FRACTIONS = Set.of("e", "g");

    /** {@return arguments of a kernel, the same for the same number} */
    static CarriedArguments of(CarriedKernel kernel, int number) {
        SplittableRandom random = new SplittableRandom(kernel.seed() * 31 + number);
        Map<String, Object> named = new HashMap<>();
        boolean odd = number > 0 && random.nextInt(4) == 0;
        int length = kernel.sizes().put(named, odd, random) + 3;
        int shorter = random.nextInt(25) == 0 ? random.nextInt(length) : 0;
        named.put("p", EdgeValues.next(NumberType.INT, random));
        named.put("few", random.nextInt(4));
        named.put("step", random.nextInt(1, 4));
        named.put("res", new long[RESULTS]);
        named.put("more", new double[RESULTS]);
        named.put("k", ints(length - shorter, 0, random.nextInt(30) == 0 ? BINS + 1 : BINS, random));
        named.put("x", ints(length - shorter, -50, 51, random));
        named.put("tab", ints(TABLE, -3, 40, random));
        List<Object> values = new ArrayList<>();
        for (String parameter : kernel.parameters()) {
            Object value = named.get(parameter);
            values.add(value == null ? array(kernel, parameter, length, random) : value);
        }
        odd |= kernel.parameters().stream().anyMatch(parameter -> isFar(parameter, named.get(parameter)));
        // A step of 0 is one element for all iterations.
        odd |= named.get("few").equals(0) && kernel.source().contains("+= few");
        // Elements that lie one apart follow from each other then, and may be independent in larger steps.
        odd |= named.get("step").equals(1) && kernel.source().contains("+= step");
        // Arrays that change places in an inner loop are looked at two iterations at a time.
        odd |= kernel.source().contains("[] rt") && kernel.source().contains("pitch1");
        boolean aliased = random.nextInt(12) == 0 && alias(kernel.parameters(), values, random);
        boolean asksAhead = shorter > 0
                && (kernel.kinds().contains(CarriedKind.BEST) || kernel.kinds().contains(CarriedKind.BITS));
        return new CarriedArguments(values, odd, aliased, number == LAST && random.nextBoolean(), asksAhead);
    }

    /** Whether a loop begins or ends near the end of its type. */
    private static boolean isFar(String name, @Nullable Object value) {
        return value instanceof Number number
                && !name.equals("p")
                && (number.longValue() > FAR || number.longValue() < -FAR);
    }

    private static Object array(CarriedKernel kernel, String name, int length, SplittableRandom random) {
        NumberType own = kernel.arrays().get(name);
        if (own != null) {
            // What indices come to that do not follow the loop may be beyond; mostly they are not.
            int most = random.nextInt(20) == 0 ? length - random.nextInt(Math.min(length, 5)) : 2 * length + BINS;
            return filled(own, most, true, random);
        }
        return switch (name) {
            case "w" -> filled(NumberType.INT, length, false, random);
            case "y" -> filled(NumberType.LONG, length, false, random);
            case "b" -> filled(NumberType.BYTE, length, false, random);
            case "h" -> filled(NumberType.SHORT, length, false, random);
            case "c" -> filled(NumberType.CHAR, length, false, random);
            case "z" -> filled(NumberType.BOOLEAN, length, false, random);
            case "f" -> filled(NumberType.FLOAT, length, true, random);
            case "g" -> filled(NumberType.FLOAT, length, false, random);
            case "d" -> filled(NumberType.DOUBLE, length, true, random);
            case "e" -> filled(NumberType.DOUBLE, length, false, random);
            default -> throw new IllegalStateException("no argument " + name);
        };
    }

    private static int[] ints(int length, int from, int to, SplittableRandom random) {
        return random.ints(length, from, to).toArray();
    }

    /** {@return an array of numbers, whole ones near 0 if they are to be small} */
    static Object filled(NumberType type, int length, boolean small, SplittableRandom random) {
        Object array = Array.newInstance(type.scalar(), length);
        for (int i = 0; i < length; i++) {
            Array.set(array, i, small ? small(type, random) : EdgeValues.next(type, random));
        }
        return array;
    }

    private static Object small(NumberType type, SplittableRandom random) {
        int value = random.nextInt(-9, 10);
        return switch (type) {
            case BYTE -> (byte) value;
            case SHORT -> (short) value;
            case CHAR -> (char) (value + 9);
            case INT -> value;
            case LONG -> (long) value;
            case FLOAT -> (float) value;
            case DOUBLE -> (double) value;
            case BOOLEAN -> value > 0;
        };
    }

    /** Makes one array another parameter's, too: none with fractions that of one without, where then the order of sums would show. */
    private static boolean alias(List<String> names, List<Object> values, SplittableRandom random) {
        int first = random.nextInt(values.size());
        for (int i = 0; i < values.size(); i++) {
            boolean fits = (!FRACTIONS.contains(names.get(first)) || FRACTIONS.contains(names.get(i)))
                    && values.get(i).getClass().isArray()
                    && values.get(i).getClass() == values.get(first).getClass()
                    && Array.getLength(values.get(i)) <= Array.getLength(values.get(first));
            if (i != first && fits) {
                values.set(i, values.get(first));
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean isOnDevice(int argument) {
        return onDevice && values.get(argument).getClass().isArray();
    }

    /**
     * Where a flag or what stands under a best value's comparison is asked ahead, an array that is too short is refused before an iteration
     * throws, or even if none gets there; and remainders are known only of variables that are not negative.
     */
    @Override
    public boolean mayBeRefused(String message, Outcome java) {
        if (message.startsWith("[LoopCondition]")) {
            boolean isShort = message.contains(".length") && (java.fault() != null || asksAhead);
            return odd || isShort || NEGATIVE_START.matcher(message).find();
        }
        return message.startsWith("[AliasedArguments]") && aliased;
    }

    @Override
    public boolean mayRunAsJava() {
        return false;
    }
}
