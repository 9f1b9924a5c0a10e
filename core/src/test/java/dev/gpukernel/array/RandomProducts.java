package dev.gpukernel.array;

import dev.gpukernel.array.RandomArrays.Pair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random products of matrices, and sums by Einstein's convention, of the arrays of {@link RandomArrays}. */
final class RandomProducts {
    private static final int MOST_ELEMENTS = 300;
    private static final int MOST_PRODUCTS = 20_000;

    /** Stand for the axes of an ellipsis, the last one first. */
    private static final String UNNAMED = "ZYXWVUTS";

    private final RandomArrays arrays;
    private final SplittableRandom random;
    private final List<Pair> operands = new ArrayList<>();

    /** A letter for each axis of each operand. */
    private final List<String> terms = new ArrayList<>();

    /** The same as the library takes them. */
    private final List<String> given = new ArrayList<>();

    private final Map<Character, Integer> sizes = new TreeMap<>();
    private int unnamed;

    RandomProducts(RandomArrays arrays, SplittableRandom random) {
        this.arrays = arrays;
        this.random = random;
    }

    void step() {
        Pair first = arrays.number();
        if (random.nextInt(3) == 0) {
            matmul(first);
            return;
        }
        Class<?> type = first.expected().type();
        if (HostArray.isSmall(type)) {
            return;
        }
        operands.add(first);
        int count = random.nextInt(3);
        for (int i = 0; i < count; i++) {
            operands.add(arrays.like(first));
        }
        boolean hasEllipsis = random.nextInt(3) == 0;
        operands.forEach(operand -> name(operand.expected().shape(), hasEllipsis));
        boolean isFloating = type == float.class || type == double.class;
        boolean isImplied = random.nextInt(4) == 0;
        String result = isImplied ? implied() : chosen(isFloating);
        if (!areBroadcast() || (isFloating && !isChain(result))) {
            return;
        }
        double products = sizes.values().stream().mapToDouble(size -> size).reduce(1, (x, y) -> x * y);
        int[] shape = result.chars()
                .map(letter -> Objects.requireNonNull(sizes.get((char) letter)))
                .toArray();
        if (products > MOST_PRODUCTS || HostArray.size(shape) > MOST_ELEMENTS) {
            return;
        }
        String subscripts = String.join(",", given) + (isImplied ? "" : "->" + withEllipsis(result));
        arrays.add(
                "einsum " + subscripts + " "
                        + operands.stream().map(arrays::number).toList(),
                product(subscripts),
                expected(type, result, shape, isFloating));
    }

    /** Gives each axis a letter, some of them one that has its size already. */
    private void name(int[] shape, boolean hasEllipsis) {
        int from = hasEllipsis ? random.nextInt(shape.length + 1) : 0;
        int end = hasEllipsis ? from + random.nextInt(shape.length - from + 1) : 0;
        StringBuilder term = new StringBuilder();
        for (int axis = 0; axis < shape.length; axis++) {
            int size = shape[axis];
            if (axis >= from && axis < end) {
                term.append(UNNAMED.charAt(end - 1 - axis));
                continue;
            }
            List<Character> known = sizes.keySet().stream()
                    .filter(letter ->
                            Character.isLowerCase(letter) && Objects.requireNonNull(sizes.get(letter)) == size)
                    .toList();
            char next = "abcdefghijklmnopqrstuvwxyz".charAt(random.nextInt(26));
            while (sizes.containsKey(next)) {
                next = next == 'z' ? 'a' : (char) (next + 1);
            }
            char letter = known.isEmpty() || random.nextInt(3) == 0 ? next : known.get(random.nextInt(known.size()));
            sizes.put(letter, size);
            term.append(letter);
        }
        for (int axis = from; axis < end; axis++) {
            sizes.merge(UNNAMED.charAt(end - 1 - axis), shape[axis], (one, other) -> one == 1 ? other : one);
        }
        unnamed = Math.max(unnamed, end - from);
        terms.add(term.toString());
        given.add(hasEllipsis ? term.substring(0, from) + "..." + term.substring(end) : term.toString());
    }

    private String ellipsis() {
        return new StringBuilder(UNNAMED.substring(0, unnamed)).reverse().toString();
    }

    private String withEllipsis(String result) {
        return unnamed == 0 && given.stream().noneMatch(term -> term.contains("..."))
                ? result
                : unnamed == 0 ? "..." + result : result.replace(ellipsis(), "...");
    }

    /** {@return the letters that occur once, in order} */
    private String implied() {
        String all = String.join("", terms);
        return ellipsis()
                + sizes.keySet().stream()
                        .filter(letter ->
                                Character.isLowerCase(letter) && all.indexOf(letter) == all.lastIndexOf(letter))
                        .map(String::valueOf)
                        .collect(Collectors.joining());
    }

    private String chosen(boolean isFloating) {
        List<String> kept = new ArrayList<>();
        for (char letter : sizes.keySet()) {
            boolean isShared = terms.size() == 2 && terms.stream().allMatch(term -> term.indexOf(letter) >= 0);
            if (Character.isLowerCase(letter) && ((isFloating && !isShared) || random.nextBoolean())) {
                kept.add(String.valueOf(letter));
            }
        }
        if (unnamed > 0) {
            kept.add(ellipsis());
        }
        for (int i = kept.size() - 1; i > 0; i--) {
            Collections.swap(kept, i, random.nextInt(i + 1));
        }
        return String.join("", kept);
    }

    /** {@return whether the order in which numbers are added is that of a product of matrices} */
    private boolean isChain(String result) {
        boolean sums = sizes.keySet().stream().anyMatch(letter -> result.indexOf(letter) < 0);
        boolean areShared = sizes.keySet().stream()
                .filter(letter -> result.indexOf(letter) < 0)
                .allMatch(letter -> terms.stream().allMatch(term -> term.indexOf(letter) >= 0));
        return !sums || (terms.size() == 2 && areShared);
    }

    /** {@return whether the axes of each ellipsis are those of the others, or are repeated} */
    private boolean areBroadcast() {
        for (int i = 0; i < terms.size(); i++) {
            int[] shape = operands.get(i).expected().shape();
            for (int axis = 0; axis < shape.length; axis++) {
                if (shape[axis] != 1
                        && shape[axis]
                                != Objects.requireNonNull(sizes.get(terms.get(i).charAt(axis)))) {
                    return false;
                }
            }
        }
        return true;
    }

    @SuppressWarnings({"rawtypes", "unchecked"}) // all are of one type
    private NdArray<?> product(String subscripts) {
        ArithmeticNdArray[] all = operands.stream().map(Pair::array).toArray(ArithmeticNdArray[]::new);
        return NdArrays.einsum(subscripts, all);
    }

    private HostArray expected(Class<?> type, String result, int[] shape, boolean isFloating) {
        // Those of the result outside, and those that are summed over in the order of the first operand.
        Set<Character> order = new LinkedHashSet<>();
        result.chars().forEach(letter -> order.add((char) letter));
        String.join("", terms).chars().forEach(letter -> order.add((char) letter));
        List<Character> letters = List.copyOf(order);
        int[] all = letters.stream().mapToInt(sizes::get).toArray();
        Object[] elements = new Object[HostArray.size(shape)];
        Arrays.fill(elements, HostArray.cast(0, type));
        boolean sums = letters.size() > shape.length;
        int depth = elements.length == 0 ? 0 : HostArray.size(all) / elements.length;
        for (int i = 0; i < HostArray.size(all); i++) {
            int[] indices = HostArray.indices(all, i);
            List<Object> factors = new ArrayList<>();
            for (int operand = 0; operand < terms.size(); operand++) {
                HostArray host = operands.get(operand).expected();
                int[] place = new int[host.shape().length];
                for (int axis = 0; axis < place.length; axis++) {
                    int index = indices[letters.indexOf(terms.get(operand).charAt(axis))];
                    place[axis] = host.shape()[axis] == 1 ? 0 : index;
                }
                factors.add(host.elements()[HostArray.place(host.shape(), place)]);
            }
            int at = i / depth;
            if (isFloating && sums) {
                elements[at] = switch (elements[at]) {
                    case Float sum -> Math.fma((Float) factors.getFirst(), (Float) factors.getLast(), sum);
                    case Object sum -> Math.fma((Double) factors.getFirst(), (Double) factors.getLast(), (Double) sum);
                };
                continue;
            }
            Object product = factors.getFirst();
            for (Object factor : factors.subList(1, factors.size())) {
                product = HostArray.arithmetic("times", product, factor, type);
            }
            elements[at] = sums ? HostArray.arithmetic("plus", elements[at], product, type) : product;
        }
        return new HostArray(type, shape, elements);
    }

    /** The product of an array and of itself turned. */
    private void matmul(Pair a) {
        int[] shape = a.expected().shape();
        int rank = shape.length;
        if (rank >= 2 && !HostArray.isSmall(a.expected().type())) {
            int[] axes = IntStream.range(0, rank).toArray();
            axes[rank - 1] = rank - 2;
            axes[rank - 2] = rank - 1;
            int[] seen = Arrays.stream(axes).map(axis -> shape[axis]).toArray();
            HostArray turned = a.expected().view(seen, indices -> {
                int[] source = indices.clone();
                source[rank - 1] = indices[rank - 2];
                source[rank - 2] = indices[rank - 1];
                return source;
            });
            if (HostArray.size(shape) / Math.max(1, shape[rank - 1]) * shape[rank - 2] <= MOST_ELEMENTS) {
                arrays.add(
                        "matmul " + arrays.number(a) + " and itself",
                        arrays.call(
                                a.array(),
                                "matmul",
                                ArithmeticNdArray.class,
                                a.array().transpose(axes)),
                        product(a.expected(), turned));
            }
        }
    }

    /** {@return the products of matrices, the last two axes of arrays whose other axes are the same} */
    private static HostArray product(HostArray left, HostArray right) {
        int rank = left.shape().length;
        int m = left.shape()[rank - 2];
        int depth = left.shape()[rank - 1];
        int n = right.shape()[rank - 1];
        int[] shape = left.shape().clone();
        shape[rank - 1] = n;
        Object[] elements = new Object[HostArray.size(shape)];
        for (int i = 0; i < elements.length; i++) {
            int stack = i / (m * n);
            int row = (stack * m + i / n % m) * depth;
            int column = stack * depth * n + i % n;
            Object sum = HostArray.cast(0, left.type());
            for (int k = 0; k < depth; k++) {
                sum = added(left.elements()[row + k], right.elements()[column + k * n], sum);
            }
            elements[i] = sum;
        }
        return new HostArray(left.type(), shape, elements);
    }

    private static Object added(Object one, Object other, Object sum) {
        return switch (one) {
            case Integer a -> a * (Integer) other + (Integer) sum;
            case Long a -> a * (Long) other + (Long) sum;
            case Float a -> Math.fma(a, (Float) other, (Float) sum);
            default -> Math.fma((Double) one, (Double) other, (Double) sum);
        };
    }
}
