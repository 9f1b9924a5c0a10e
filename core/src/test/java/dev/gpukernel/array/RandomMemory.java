package dev.gpukernel.array;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.array.RandomArrays.Pair;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Writes memory of the arrays of {@link RandomArrays}, prints them, and applies functions of rows to them. */
final class RandomMemory {
    private static final int LINE = 75;
    private static final Ufunc DAMPED =
            Ufunc.of("(n)->(n)", RandomMemory.class, "damped", double[].class, double[].class);
    private static final Ufunc DOT = Ufunc.of("(n),(n)->()", RandomMemory.class, "dot", float[].class, float[].class);
    private static final Ufunc STEPS = Ufunc.of(RandomMemory.class, "steps", int.class, int.class);

    private final RandomArrays arrays;
    private final SplittableRandom random;

    RandomMemory(RandomArrays arrays, SplittableRandom random) {
        this.arrays = arrays;
        this.random = random;
    }

    void step() {
        switch (random.nextInt(5)) {
            case 0 -> writeInto(arrays.any());
            case 1 -> writeBehind(arrays.any());
            case 2 -> rows(arrays.any());
            default -> print(arrays.any());
        }
    }

    static void damped(double[] x, double[] result) {
        double last = 0;
        for (int i = 0; i < x.length; i++) {
            last = last / 2 + x[i];
            result[i] = last;
        }
    }

    static float dot(float[] x, float[] y) {
        float sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i] * y[i];
        }
        return sum;
    }

    static int steps(int x, int y) {
        int count = 0;
        for (int left = x; left != 0 && count < 40; left /= 2) {
            count += left % 2 == 0 ? 1 : y;
        }
        return count;
    }

    private static Object elements(HostArray host) {
        Object elements = Array.newInstance(host.type(), host.elements().length);
        for (int i = 0; i < host.elements().length; i++) {
            Array.set(elements, i, host.elements()[i]);
        }
        return elements;
    }

    @SuppressWarnings("unchecked") // by their types
    private static NdArray<?> shown(GpuArray<?> memory, int... shape) {
        // No sizes are those of one axis.
        int[] asked = shape.length == 0 ? new int[] {1} : shape;
        TypedNdArray<?, ?> shown = switch (memory.type().componentType().getName()) {
            case "boolean" -> NdArrays.ofBooleans((GpuArray<boolean[]>) memory, asked);
            case "byte" -> NdArrays.ofBytes((GpuArray<byte[]>) memory, asked);
            case "short" -> NdArrays.ofShorts((GpuArray<short[]>) memory, asked);
            case "char" -> NdArrays.ofChars((GpuArray<char[]>) memory, asked);
            case "int" -> NdArrays.ofInts((GpuArray<int[]>) memory, asked);
            case "long" -> NdArrays.ofLongs((GpuArray<long[]>) memory, asked);
            case "float" -> NdArrays.ofFloats((GpuArray<float[]>) memory, asked);
            default -> NdArrays.ofDoubles((GpuArray<double[]>) memory, asked);
        };
        return shown.reshape(shape);
    }

    /** Computes an array into memory that another one shows, which keeps its elements. */
    @SuppressWarnings({"rawtypes", "unchecked"}) // both are of one type
    private void writeInto(Pair a) {
        HostArray before = arrays.random(a.expected().type(), a.expected().shape());
        GpuArray memory = Gpu.current().upload(elements(before));
        NdArray<?> old = shown(memory, before.shape());
        int[] turned = IntStream.range(0, before.shape().length)
                .map(axis -> before.shape()[before.shape().length - 1 - axis])
                .toArray();
        arrays.add("memory before " + arrays.number(a), old.transpose(), before.view(turned, indices -> {
            int[] source = new int[indices.length];
            Arrays.setAll(source, axis -> indices[indices.length - 1 - axis]);
            return source;
        }));
        ((NdArray) a.array()).into(memory);
        arrays.add("memory after " + arrays.number(a), shown(memory, before.shape()), a.expected());
    }

    /** Writes the memory of an array, which keeps its elements. */
    @SuppressWarnings({"rawtypes", "unchecked"}) // all are of one type
    private void writeBehind(Pair a) {
        HostArray after = arrays.random(a.expected().type(), a.expected().shape());
        GpuArray memory = a.array().asGpuArray();
        NdArray<?> shown = shown(memory, after.shape());
        memory.copyFrom(elements(after));
        arrays.add("shown " + arrays.number(a), shown, a.expected());
        arrays.add("written " + arrays.number(a), shown(memory, after.shape()), after);
    }

    private void rows(Pair a) {
        HostArray host = a.expected();
        int rank = host.shape().length;
        switch (a.array()) {
            case DoubleNdArray x
            when rank > 0 -> {
                Object[] elements = host.elements().clone();
                int row = host.shape()[rank - 1];
                for (int i = 0; i < elements.length; i++) {
                    elements[i] = (i % row == 0 ? 0.0 : (Double) elements[i - 1]) / 2 + (Double) elements[i];
                }
                arrays.add(
                        "damped " + arrays.number(a),
                        DAMPED.doubles(x),
                        new HostArray(double.class, host.shape(), elements));
            }
            case FloatNdArray x
            when rank > 0 -> {
                int row = host.shape()[rank - 1];
                int[] shape = Arrays.copyOf(host.shape(), rank - 1);
                Object[] elements = new Object[HostArray.size(shape)];
                for (int i = 0; i < elements.length; i++) {
                    float sum = 0;
                    for (int j = 0; j < row; j++) {
                        sum += (Float) host.elements()[i * row + j] * (Float) host.elements()[i * row + row - 1 - j];
                    }
                    elements[i] = sum;
                }
                arrays.add(
                        "dot " + arrays.number(a),
                        DOT.floats(x, x.flip(-1)),
                        new HostArray(float.class, shape, elements));
            }
            case IntNdArray x ->
                arrays.add(
                        "steps " + arrays.number(a),
                        STEPS.ints(x, x.minus(1)),
                        host.map(int.class, v -> steps((Integer) v, (Integer) v - 1)));
            default -> {}
        }
    }

    /** Texts have all elements in order, with points below each other, in short lines. */
    private void print(Pair a) {
        HostArray host = a.expected();
        if (host.type() == char.class) {
            return;
        }
        String text = a.array().toString();
        String[] elements = Arrays.stream(host.elements()).map(String::valueOf).toArray(String[]::new);
        String[] shown = text.replaceAll("[\\[\\], \n]+", " ").strip().split(" ");
        boolean isRight = host.elements().length == 0 ? text.equals("[]") : Arrays.equals(shown, elements);
        boolean isShort = text.lines().allMatch(line -> line.length() <= LINE);
        String brackets = text.replaceAll("[^\\[\\],]+", "");
        if (!isRight
                || !isShort
                || !(elements.length == 0 || (brackets.equals(brackets(host.shape())) && areAligned(host, text)))) {
            throw new IllegalStateException("printed " + arrays.number(a) + "\n" + text + "\nis not " + host.text());
        }
    }

    private static String brackets(int... shape) {
        if (shape.length == 0) {
            return "";
        }
        String inner = brackets(Arrays.copyOfRange(shape, 1, shape.length));
        return "[" + String.join(",", Collections.nCopies(shape[0], inner)) + "]";
    }

    /** {@return whether all elements have one width, and their points are below each other} */
    private static boolean areAligned(HostArray host, String text) {
        int rank = host.shape().length;
        Set<Integer> widths = new HashSet<>();
        Set<Integer> points = new HashSet<>();
        for (String line : text.lines().filter(line -> !line.isEmpty()).toList()) {
            for (String cell : line.substring(rank).replaceAll("[\\],]+$", "").split(", ", -1)) {
                widths.add(cell.length());
                points.add(cell.indexOf('.'));
            }
        }
        points.remove(-1);
        return rank == 0 || (widths.size() == 1 && points.size() <= 1);
    }
}
