package dev.gpukernel.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An index that is another one in each iteration of a nest: the number of an element in an array of as many dimensions as there are
 * loops, perhaps of one of several interleaved arrays.
 *
 * @param text as Java source, a sum
 * @param stride between neighbouring iterations of the loop of the last dimension
 * @param most the greatest index
 * @param wide whether it is a long
 */
record NestIndex(String text, int stride, int most, boolean wide) {
    /** {@return any index that tells all iterations apart} */
    static NestIndex any(KernelClass shared, NestShape shape) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, shape.depth()).boxed().toList());
        if (shared.percent(30)) {
            Collections.shuffle(order, shared.random);
        }
        List<String> terms = new ArrayList<>();
        for (int level : order) {
            String variable = shape.loops().get(level).variable();
            terms.add(shared.percent(15) ? shape.extents().get(level).text() + " - 1 - " + variable : variable);
        }
        List<Amount> extents = order.stream().map(shape.extents()::get).toList();
        boolean nested = shared.percent(60);
        String text = nested ? nested(terms, extents) : flat(shared, terms, extents);
        int most = extents.stream().mapToInt(Amount::most).reduce(1, (a, b) -> a * b) - 1;
        return new NestIndex(text, 1, most, shape.isWide());
    }

    private static String nested(List<String> terms, List<Amount> extents) {
        String text = terms.getFirst();
        for (int i = 1; i < terms.size(); i++) {
            text = factor(text) + " * " + extents.get(i).factor() + " + " + terms.get(i);
        }
        return text;
    }

    private static String flat(KernelClass shared, List<String> terms, List<Amount> extents) {
        List<String> products = new ArrayList<>();
        for (int i = 0; i < terms.size(); i++) {
            StringBuilder product = new StringBuilder(i + 1 < terms.size() ? factor(terms.get(i)) : terms.get(i));
            extents.subList(i + 1, extents.size())
                    .forEach(extent -> product.append(" * ").append(extent.factor()));
            products.add(product.toString());
        }
        if (shared.percent(30)) {
            Collections.shuffle(products, shared.random);
        }
        return String.join(" + ", products);
    }

    private static String factor(String text) {
        return text.contains(" ") ? "(" + text + ")" : text;
    }

    /** {@return the same in one of several interleaved arrays} */
    NestIndex times(int factor) {
        return new NestIndex(factor(text) + " * " + factor, factor * stride, factor * most + factor - 1, wide);
    }

    /** {@return the element so much further on} */
    NestIndex plus(int offset) {
        return offset == 0 ? this : new NestIndex(text + " + " + offset, stride, most + offset, wide);
    }

    NestIndex plus(Amount offset) {
        return new NestIndex(text + " + " + offset.text(), stride, most + offset.most(), wide);
    }

    /** {@return the index as arrays take it} */
    String asInt() {
        return wide ? "(int) (" + text + ")" : text;
    }
}
