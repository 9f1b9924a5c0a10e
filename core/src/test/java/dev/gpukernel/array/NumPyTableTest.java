package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Results that NumPy itself gave, line by line of tables that say how they are read. */
class NumPyTableTest {
    private static final int LEAST_LINES = 300;
    private static final int LEAST_TEXTS = 50;
    private static final Pattern INDICES = Pattern.compile("\\[(b?)\\(([\\d,]*)\\):([-\\d,]*)]");

    private static List<String[]> lines(String name) throws IOException {
        try (InputStream table = NumPyTableTest.class.getResourceAsStream("/numpy/" + name)) {
            String text = new String(Objects.requireNonNull(table).readAllBytes(), StandardCharsets.UTF_8);
            return text.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" *\\| ?", -1))
                    .toList();
        }
    }

    @Test
    void resultsAreNumPys() throws IOException {
        List<String[]> lines = lines("results.txt");
        assertThat(lines).hasSizeGreaterThanOrEqualTo(LEAST_LINES);
        List<String> wrong = new ArrayList<>();
        for (String[] line : lines) {
            String expected = line[3].strip() + (line.length > 4 ? " " + line[4].strip() : "");
            String actual;
            try {
                actual = text(new Line(line).result());
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                actual = "!";
            }
            if (!actual.strip().equals(expected.strip())) {
                wrong.add(String.join(" | ", line) + "\n   gives " + actual);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static String text(NdArray<?> array) {
        Object elements = array.toArray();
        return "(" + joined(IntStream.of(array.shape()).boxed(), ",") + ") "
                + joined(IntStream.range(0, array.size()).mapToObj(i -> Array.get(elements, i)), " ");
    }

    private static String joined(Stream<?> parts, String between) {
        return parts.map(String::valueOf).collect(Collectors.joining(between));
    }

    private static int[] numbers(String text, String between) {
        return text.isBlank()
                ? new int[0]
                : Arrays.stream(text.strip().split(between, -1))
                        .mapToInt(Integer::parseInt)
                        .toArray();
    }

    /** A line of the table of results. */
    private static final class Line {
        private final String name;
        private final List<int[]> shapes = new ArrayList<>();
        private final String[] arguments;

        Line(String[] line) {
            name = line[0].strip();
            for (String shape :
                    line[1].isBlank() ? new String[0] : line[1].strip().split(" ", -1)) {
                shapes.add(numbers(shape.substring(1, shape.length() - 1), ","));
            }
            arguments = line[2].isBlank() ? new String[0] : line[2].strip().split(" ", -1);
        }

        private IntNdArray x(int number) {
            int[] shape = shapes.get(number);
            return NdArrays.of(IntStream.range(0, HostArray.size(shape))
                            .map(i -> (i * 7 + 3) % 11 - 4)
                            .toArray())
                    .reshape(shape);
        }

        private IntNdArray y(int number) {
            int[] shape = shapes.get(number);
            return NdArrays.of(IntStream.range(0, HostArray.size(shape))
                            .map(i -> (i * 5 + 1) % 7 - 2)
                            .toArray())
                    .reshape(shape);
        }

        private int number(int argument) {
            return Integer.parseInt(arguments[argument]);
        }

        private double real(int argument) {
            return Double.parseDouble(arguments[argument]);
        }

        private int[] numbersFrom(int first) {
            return Arrays.stream(arguments)
                    .skip(first)
                    .mapToInt(Integer::parseInt)
                    .toArray();
        }

        private static Slice slice(String text) {
            String[] ends = text.split(":", -1);
            return new Slice(
                    ends[0].isEmpty() ? null : Integer.valueOf(ends[0]),
                    ends[1].isEmpty() ? null : Integer.valueOf(ends[1]),
                    ends.length == 2 ? 1 : Integer.parseInt(ends[2]));
        }

        private IntNdArray indices(int argument) {
            Matcher parts = INDICES.matcher(arguments[argument]);
            assertThat(parts.matches()).isTrue();
            return NdArrays.of(numbers(parts.group(3), ",")).reshape(numbers(parts.group(2), ","));
        }

        private BooleanNdArray mask(int argument) {
            return indices(argument).notEqual(0);
        }

        /** Every other array of indices as longs. */
        private Index[] choices() {
            Index[] choices = new Index[arguments.length];
            for (int i = 0; i < choices.length; i++) {
                choices[i] = !arguments[i].startsWith("[")
                        ? slice(arguments[i])
                        : i % 2 == 0 ? indices(i) : indices(i).toLong();
            }
            return choices;
        }

        private NumberNdArray.TopK<IntNdArray> top() {
            return x(0).topK(number(0), number(1));
        }

        private NdArray<?> einsum() {
            IntNdArray[] operands = new IntNdArray[shapes.size()];
            Arrays.setAll(operands, i -> i % 2 == 0 ? x(i) : y(i));
            return NdArrays.einsum(arguments[0].replace('_', ' '), operands);
        }

        NdArray<?> result() {
            return switch (name) {
                case "plus" -> x(0).plus(y(1));
                case "less" -> x(0).less(y(1));
                case "where" -> x(0).greater(0).where(x(1), y(2));
                case "broadcastTo" -> x(0).broadcastTo(numbersFrom(0));
                case "reshape" -> x(0).reshape(numbersFrom(0));
                case "transpose" -> x(0).transpose(numbersFrom(0));
                case "transposed" -> x(0).transpose();
                case "swapAxes" -> x(0).swapAxes(number(0), number(1));
                case "moveAxis" -> x(0).moveAxis(number(0), number(1));
                case "expandDims" -> x(0).expandDims(number(0));
                case "squeeze" -> x(0).squeeze(numbersFrom(0));
                case "flip" -> x(0).flip(numbersFrom(0));
                case "roll" -> x(0).roll(number(0), number(1));
                case "tile" -> x(0).tile(numbersFrom(0));
                case "repeat" -> x(0).repeat(number(0), number(1));
                case "pad" ->
                    x(0).pad(number(1), number(2), number(3), Padding.valueOf(arguments[0].toUpperCase(Locale.ROOT)));
                case "padWith" -> x(0).pad(number(1), number(2), number(3), NdArrays.full(number(0)));
                case "concat" -> NdArrays.concat(number(0), x(0), y(1));
                case "stack" -> NdArrays.stack(number(0), x(0), y(1));
                case "split" -> x(0).split(number(0), number(1)).get(number(2));
                case "splitAt" -> x(0).splitAt(number(0), numbersFrom(2)).get(number(1));
                case "diagonal" -> x(0).diagonal(number(0), number(1), number(2));
                case "tril" -> x(0).tril(number(0));
                case "triu" -> x(0).triu(number(0));
                case "eye" -> NdArrays.eye(number(0), number(1), number(2));
                case "tri" -> NdArrays.tri(number(0), number(1), number(2));
                case "arange" -> NdArrays.arange(number(0), number(1), number(2));
                case "aranged" -> NdArrays.arange(real(0), real(1), real(2));
                case "linspace" -> NdArrays.linspace(real(0), real(1), number(2));
                case "meshgrid" -> NdArrays.meshgrid(x(0), y(1)).get(number(0));
                case "slice" ->
                    x(0).slice(Arrays.stream(arguments).map(Line::slice).toArray(Slice[]::new));
                case "at" -> x(0).at(number(0));
                case "pick" -> x(0).at(choices());
                case "take" -> x(0).take(indices(0), number(1));
                case "takeFlat" -> x(0).take(indices(0).toLong());
                case "select" -> x(0).select(mask(0));
                case "compress" -> x(0).compress(mask(0), number(1));
                case "nonZero" -> mask(0).nonZero()[number(1)];
                case "putMask" -> x(0).put(NdArrays.full(number(1)), mask(0));
                case "put" -> x(0).put(y(1), choices());
                case "addAt" -> x(0).addAt(y(1), choices());
                case "minAt" -> x(0).minAt(y(1), choices());
                case "maxAt" -> x(0).maxAt(y(1), choices());
                default -> reduced();
            };
        }

        private NdArray<?> reduced() {
            return switch (name) {
                case "sum" -> x(0).sum(numbersFrom(0));
                case "prod" -> x(0).prod(numbersFrom(0));
                case "min" -> x(0).min(numbersFrom(0));
                case "max" -> x(0).max(numbersFrom(0));
                case "mean" -> x(0).mean(numbersFrom(0));
                case "any" -> x(0).greater(4).any(numbersFrom(0));
                case "all" -> x(0).greater(-4).all(numbersFrom(0));
                case "count" -> x(0).greater(0).count(numbersFrom(0));
                case "argMin" -> x(0).argMin(numbersFrom(0));
                case "argMax" -> x(0).argMax(numbersFrom(0));
                case "cumSum" -> x(0).cumSum(number(0));
                case "cumProd" -> x(0).cumProd(number(0));
                case "diff" -> x(0).diff(number(0));
                case "sort" -> x(0).sort(number(0));
                case "argSort" -> x(0).argSort(number(0));
                case "topK" -> top().values();
                case "topKIndices" -> top().indices();
                case "unique" -> x(0).unique().values();
                case "uniqueCounts" -> x(0).unique().counts();
                case "searchSorted" ->
                    x(0).reshape(-1).sort().reshape(shapes.get(0)).searchSorted(y(1));
                case "searchSortedAfter" ->
                    x(0).reshape(-1).sort().reshape(shapes.get(0)).searchSortedAfter(y(1));
                case "histogram" -> x(0).histogram(number(0)).counts();
                case "edges" -> x(0).histogram(number(0)).edges();
                case "histogramOf" ->
                    x(0).histogram(number(0), real(1), real(2)).counts();
                case "bincount" -> x(0).abs().bincount(number(0));
                case "bincountOf" -> x(0).bincount(number(0));
                case "matmul" -> x(0).matmul(y(1));
                case "dot" -> x(0).dot(y(1));
                case "outer" -> x(0).outer(y(1));
                case "einsum" -> einsum();
                default -> throw new IllegalStateException(name);
            };
        }
    }

    /** Numbers have Java's text: {@code 1.0} for NumPy's {@code 1.}, and {@code NaN}. */
    @Test
    void layoutIsNumPys() throws IOException {
        List<String[]> lines = lines("printing.txt");
        assertThat(lines).hasSizeGreaterThanOrEqualTo(LEAST_TEXTS);
        for (String[] line : lines) {
            String numPys = line[1].replace("\\n", "\n")
                    .replace("True", "true")
                    .replace("False", "false")
                    .replace("nan", "NaN");
            String javas =
                    Pattern.compile("(\\d\\.)( ?)(?!\\d)").matcher(numPys).replaceAll("$10");
            assertThat(printed(line[0].split(" ", -1))).as(line[0]).hasToString(javas);
        }
    }

    private static NdArray<?> printed(String[] what) {
        int[] shape = what.length == 1 ? new int[0] : numbers(what[1], ",");
        int size = HostArray.size(shape);
        IntNdArray ints = NdArrays.of(
                IntStream.range(0, size).map(i -> (i * 7 + 3) % 11 - 4).toArray());
        return switch (what[0]) {
            case "ints" -> ints.reshape(shape);
            case "wide" ->
                NdArrays.of(IntStream.range(0, size)
                                .mapToLong(i -> (long) i * i * i * i * i * 37 % 1_000_003 * 1009 - 300_000)
                                .toArray())
                        .reshape(shape);
            case "conditions" -> ints.greater(0).reshape(shape);
            case "true" -> NdArrays.full(true, shape);
            case "doubles" ->
                ints.toDouble()
                        .div(4)
                        .times(NdArrays.full(10.0)
                                .pow(NdArrays.arange(size).rem(4).toDouble()))
                        .reshape(shape);
            case "floats" -> ints.toFloat().div(8).reshape(shape);
            case "special" -> NdArrays.of(1.5, Double.NaN, -2.25, 0.0);
            case "NaN" -> NdArrays.full(Double.NaN, 2);
            default -> NdArrays.of(Double.NaN, 1.0, 12.5);
        };
    }
}
