package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Launch;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Random launches on a few arrays, as a graph and as methods on copies of the arrays. */
final class GraphTrial implements AutoCloseable {
    private static final int ARRAYS = 6;

    private final SplittableRandom random;
    private final Gpu gpu;
    private final List<int[]> host = new ArrayList<>();
    private final List<GpuArray<int[]>> there = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();

    GraphTrial(Gpu gpu, SplittableRandom random) {
        this.gpu = gpu;
        this.random = random;
        for (int i = 0; i < ARRAYS; i++) {
            int[] values = random.ints(128).toArray();
            host.add(values);
            there.add(gpu.upload(values));
        }
    }

    /** A launch: which kernel, a number, and the numbers of two arrays that differ. */
    private record Step(int kernel, int number, int from, int to) {
        void launch(List<GpuArray<int[]>> arrays) {
            GpuArray<int[]> x = arrays.get(from);
            GpuArray<int[]> y = arrays.get(to);
            switch (kernel) {
                case 0 -> GraphContract.kernel("scale").launch(number, x, y);
                case 1 -> GraphContract.kernel("weigh").launch(weights(), y);
                case 2 -> GraphContract.kernel("addFirst").launch(number, x, y);
                case 3 -> GraphContract.kernel("turn").launch(Launch.grid(2).block(GraphKernels.TILE), x, y);
                default -> GraphContract.kernel("steps").launch(number % 4, x, y);
            }
        }

        GraphKernels.Weights weights() {
            return new GraphKernels.Weights(number, 3, -number);
        }

        void call(List<int[]> arrays) {
            int[] x = arrays.get(from);
            int[] y = arrays.get(to);
            switch (kernel) {
                case 0 -> GraphKernels.scale(number, x, y);
                case 1 -> GraphKernels.weigh(weights(), y);
                case 2 -> GraphKernels.addFirst(number, x, y);
                case 3 -> turn(x, y);
                default -> GraphKernels.steps(number % 4, x, y);
            }
        }

        private static void turn(int[] from, int[] to) {
            for (int i = 0; i < to.length; i++) {
                to[i] = from[i / GraphKernels.TILE * GraphKernels.TILE + GraphKernels.TILE - 1 - i % GraphKernels.TILE];
            }
        }

        Step with(int newNumber) {
            return new Step(kernel, newNumber, from, to);
        }

        Step withArray(int position, int array) {
            return position == 0 ? new Step(kernel, number, array, to) : new Step(kernel, number, from, array);
        }

        /** {@return the name of the parameter that is the number} */
        String numberName() {
            return List.of("factor", "w", "count", "", "steps").get(kernel);
        }

        Object numberValue() {
            return kernel == 1 ? weights() : kernel == 4 ? (Object) (number % 4) : number;
        }

        /** {@return the name of the parameter that is the first or the second array} */
        String arrayName(int position) {
            return kernel == 1
                    ? "x"
                    : kernel == 4
                            ? List.of("u", "v").get(position)
                            : List.of("from", "to").get(position);
        }

        /** {@return the position of the parameter that is the first or the second array} */
        int arrayPosition(int position) {
            return kernel == 1 ? 1 : kernel == 3 ? position : position + 1;
        }
    }

    private Step step() {
        int from = random.nextInt(ARRAYS);
        return new Step(random.nextInt(5), random.nextInt(128), from, (from + 1 + random.nextInt(ARRAYS - 1)) % ARRAYS);
    }

    void run() {
        int count = 1 + random.nextInt(12);
        for (int i = 0; i < count; i++) {
            steps.add(step());
        }
        try (GpuGraph graph = gpu.record(() -> steps.forEach(step -> step.launch(there)));
                GpuStream stream = gpu.newStream()) {
            for (int round = 0; round < 12; round++) {
                if (random.nextBoolean()) {
                    stream.run(graph::launch);
                } else {
                    graph.launch();
                }
                steps.forEach(step -> step.call(host));
                if (random.nextInt(3) == 0) {
                    Step beside = step();
                    beside.launch(there);
                    beside.call(host);
                }
                if (random.nextInt(2) == 0) {
                    change(graph);
                }
                if (random.nextInt(4) == 0) {
                    compare();
                }
            }
        }
        compare();
    }

    /** Replaces an argument of a launch. */
    private void change(GpuGraph graph) {
        int place = random.nextInt(steps.size());
        Step step = steps.get(place);
        if (random.nextBoolean() && step.kernel != 3) {
            Step changed = step.with(random.nextInt(128));
            graph.set(place, changed.numberName(), changed.numberValue());
            steps.set(place, changed);
            return;
        }
        int position = step.kernel == 1 ? 1 : random.nextInt(2);
        int other = position == 0 ? step.to : step.from;
        int array = IntStream.generate(() -> random.nextInt(ARRAYS))
                .filter(number -> number != other)
                .findFirst()
                .orElseThrow();
        if (random.nextBoolean()) {
            graph.set(place, step.arrayName(position), there.get(array));
        } else {
            graph.set(place, step.arrayPosition(position), there.get(array));
        }
        steps.set(place, step.withArray(position, array));
    }

    private void compare() {
        for (int i = 0; i < ARRAYS; i++) {
            assertThat(there.get(i).toHost()).as("array %d after %s", i, steps).isEqualTo(host.get(i));
        }
    }

    @Override
    public void close() {
        there.forEach(GpuArray::close);
    }
}
