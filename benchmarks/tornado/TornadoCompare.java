import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Times kernels that GpuKernel has TornadoVM run, and the same written for TornadoVM by hand, both on arrays that are on the device: one
 * launch until it has ended, by the wall clock, in turn. Prints a line for each kernel, with medians in milliseconds and their ratio.
 */
public final class TornadoCompare {
    private final Gpu gpu = Gpu.current();
    private final int runs;
    private final int size;
    private final int warmUps;

    private TornadoCompare(int runs, int size, int warmUps) {
        this.runs = runs;
        this.size = size;
        this.warmUps = warmUps;
    }

    /**
     * Compares.
     *
     * @param arguments number of timed runs, 51 by default; number of floats of a vector, 2^27 by default; number of runs before that
     *     are not timed, 200 by default
     */
    public static void main(String... arguments) {
        int runs = arguments.length < 1 ? 51 : Integer.parseInt(arguments[0]);
        int size = arguments.length < 2 ? 1 << 27 : Integer.parseInt(arguments[1]);
        int warmUps = arguments.length < 3 ? 200 : Integer.parseInt(arguments[2]);
        TornadoCompare compare = new TornadoCompare(runs, size, warmUps);
        System.out.println(compare.gpu + ", median of " + runs + " runs in turn, after " + warmUps);
        compare.multiply(2048);
        compare.mandelbrot(4096, 4096, 256, "mandelbrot");
        if (compare.fuses()) {
            compare.mandelbrot(4096, 4096, 256, "fusedMandelbrot");
        }
        compare.accelerate(65_536);
        compare.saxpy();
        compare.add();
        System.exit(0);
    }

    private static Kernel kernel(String name) {
        return Kernel.of(Kernels.class, name);
    }

    private static float[] random(int length, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] values = new float[length];
        for (int i = 0; i < length; i++) {
            values[i] = random.nextInt(1, 1024) / 1024f;
        }
        return values;
    }

    private void add() {
        float[] a = random(size, 1);
        float[] b = random(size, 2);
        FloatArray c = new FloatArray(size);
        HandWritten hand = HandWritten.add(FloatArray.fromArray(a), FloatArray.fromArray(b), c);
        try (GpuArray<float[]> x = gpu.upload(a);
                GpuArray<float[]> y = gpu.upload(b);
                GpuArray<float[]> z = gpu.allocate(float[].class, size)) {
            Kernel own = kernel("add");
            tell("vector add", size, hand, () -> own.launch(x, y, z));
            hand.fetch(c);
            check(c, z.toHost(), 0);
        }
    }

    private void saxpy() {
        float[] x = random(size, 3);
        float[] y = random(size, 4);
        FloatArray handY = FloatArray.fromArray(y);
        HandWritten hand = HandWritten.saxpy(0.5f, FloatArray.fromArray(x), handY);
        try (GpuArray<float[]> ownX = gpu.upload(x);
                GpuArray<float[]> ownY = gpu.upload(y)) {
            Kernel own = kernel("saxpy");
            tell("saxpy", size, hand, () -> own.launch(0.5f, ownX, ownY));
            hand.fetch(handY);
            check(handY, ownY.toHost(), 0);
        }
    }

    private void mandelbrot(int width, int height, int limit, String name) {
        double side = 3.0 / width;
        IntArray steps = new IntArray(width * height);
        HandWritten hand = HandWritten.mandelbrot(width, height, side, limit, steps);
        try (GpuArray<int[]> own = gpu.allocate(int[].class, width * height)) {
            Kernel kernel = kernel(name);
            tell(name, width, hand, () -> kernel.launch(width, height, side, limit, own));
            hand.fetch(steps);
            int[] values = own.toHost();
            int others = 0;
            for (int i = 0; i < values.length; i++) {
                others += steps.get(i) == values[i] ? 0 : 1;
            }
            // Which of two products is fused with their difference is not said, and what is near the set depends on it.
            if (others > (fuses() ? values.length / 100 : 0)) {
                throw new IllegalStateException(others + " pixels of " + values.length + " are others");
            }
        }
    }

    /** {@return whether the backend leaves it to NVRTC to fuse products and sums of what is written by hand} */
    private boolean fuses() {
        return gpu.name().endsWith("CUDA");
    }

    private void accelerate(int bodies) {
        float[][] arrays = new float[7][];
        FloatArray[] hands = new FloatArray[7];
        @SuppressWarnings({"unchecked", "rawtypes"})
        GpuArray<float[]>[] owns = new GpuArray[7];
        for (int i = 0; i < 7; i++) {
            arrays[i] = random(bodies, 10 + i);
            hands[i] = FloatArray.fromArray(arrays[i]);
            owns[i] = gpu.upload(arrays[i]);
        }
        HandWritten hand = HandWritten.accelerate(
                1e-6f, hands[0], hands[1], hands[2], hands[3], hands[4], hands[5], hands[6]);
        Kernel own = kernel("accelerate");
        tell("n-body", bodies, hand, () -> own.launch(
                1e-6f, owns[0], owns[1], owns[2], owns[3], owns[4], owns[5], owns[6]));
        hand.fetch(hands[4]);
        check(hands[4], owns[4].toHost(), 1e-4f);
        for (GpuArray<float[]> array : owns) {
            array.close();
        }
    }

    private void multiply(int n) {
        float[] a = random(n * n, 20);
        float[] b = random(n * n, 21);
        FloatArray c = new FloatArray(n * n);
        HandWritten hand = HandWritten.multiply(FloatArray.fromArray(a), FloatArray.fromArray(b), c, n);
        Launch launch = Launch.grid(n / Kernels.TILE, n / Kernels.TILE).block(Kernels.TILE, Kernels.TILE);
        try (GpuArray<float[]> ownA = gpu.upload(a);
                GpuArray<float[]> ownB = gpu.upload(b);
                GpuArray<float[]> ownC = gpu.allocate(float[].class, n * n)) {
            Kernel own = kernel("multiply");
            tell("tiled matmul", n, hand, () -> own.launch(launch, ownA, ownB, ownC, n));
            hand.fetch(c);
            check(c, ownC.toHost(), 1e-4f);
        }
    }

    /** A wrong result, however fast, is no result. */
    private static void check(FloatArray hand, float[] own, float tolerance) {
        for (int i = 0; i < own.length; i++) {
            if (!(Math.abs(hand.get(i) - own[i]) <= tolerance * Math.abs(own[i]))) {
                throw new IllegalStateException("element " + i + " is " + own[i] + ", but by hand " + hand.get(i));
            }
        }
    }

    private void tell(String name, int of, HandWritten hand, Runnable own) {
        Runnable[] variants = {hand::run, own};
        for (int i = 0; i < warmUps; i++) {
            hand.run();
            own.run();
        }
        double[][] millis = new double[2][runs];
        for (int run = 0; run < runs; run++) {
            for (int turn = 0; turn < 2; turn++) {
                int variant = (run + turn) % 2;
                long start = System.nanoTime();
                variants[variant].run();
                millis[variant][run] = (System.nanoTime() - start) * 1e-6;
            }
        }
        double byHand = median(millis[0]);
        double byUs = median(millis[1]);
        System.out.println(String.format(
                Locale.ROOT,
                "%-14s %9d  by hand %9.4f ms  gpukernel %9.4f ms  ratio %.3f",
                name,
                of,
                byHand,
                byUs,
                byUs / byHand));
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
