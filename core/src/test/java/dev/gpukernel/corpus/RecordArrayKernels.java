package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Bodies, particles, points and orders in arrays of records. */
public final class RecordArrayKernels {
    private RecordArrayKernels() {}

    /** A body of a simulation of gravity. */
    public record Body(float x, float y, float z, float mass) {
        Vector at() {
            return new Vector(x, y, z);
        }

        Body moved(Vector by, float factor) {
            return new Body(x + by.x * factor, y + by.y * factor, z + by.z * factor, mass);
        }
    }

    /** Three numbers. */
    public record Vector(float x, float y, float z) {
        Vector minus(Vector other) {
            return new Vector(x - other.x, y - other.y, z - other.z);
        }

        Vector plus(Vector other, float factor) {
            return new Vector(x + other.x * factor, y + other.y * factor, z + other.z * factor);
        }

        float dot(Vector other) {
            return x * other.x + y * other.y + z * other.z;
        }
    }

    /** Records in a record. */
    public record Particle(Vector position, Vector velocity, int id) {}

    /** A component of every primitive type. */
    public record Everything(boolean z, byte b, char c, short s, int i, long j, float f, double d) {}

    /** Its constructor has code, which leaves what it made as it is. */
    public record Interval(double from, double to) {
        /** Turns it round, and refuses what is no number. */
        public Interval {
            if (Double.isNaN(from) || Double.isNaN(to)) {
                throw new IllegalArgumentException("no number");
            }
            if (from > to) {
                double greater = from;
                from = to;
                to = greater;
            }
        }

        double length() {
            return to - from;
        }
    }

    /** Its accessor gives something else than its component. */
    public record Celsius(int degrees) {
        @Override
        public int degrees() {
            return degrees + 1000;
        }
    }

    @GpuKernel
    static void gravity(Body[] bodies, Vector[] forces, float softening) {
        for (int i = 0; i < bodies.length; i++) {
            Body own = bodies[i];
            Vector force = new Vector(0, 0, 0);
            for (int j = 0; j < bodies.length; j++) {
                Body other = bodies[j];
                Vector way = other.at().minus(own.at());
                float square = way.dot(way) + softening;
                force = force.plus(way, other.mass() / (square * (float) Math.sqrt(square)));
            }
            forces[i] = force;
        }
    }

    @GpuKernel
    static void gravityOfThreads(Body[] bodies, Body[] next, float step) {
        int i = Grid.x();
        if (i < bodies.length) {
            Vector force = new Vector(0, 0, 0);
            for (Body other : bodies) {
                force = force.plus(other.at().minus(bodies[i].at()), other.mass());
            }
            next[i] = bodies[i].moved(force, step);
        }
    }

    @GpuKernel
    static void inPlace(Particle[] particles, float step) {
        for (int i = 0; i < particles.length; i++) {
            Particle p = particles[i];
            particles[i] = new Particle(p.position().plus(p.velocity(), step), p.velocity(), p.id());
        }
    }

    @GpuKernel
    static void reversed(Everything[] from, Everything[] to) {
        for (int i = 0; i < from.length; i++) {
            to[from.length - 1 - i] = from[i];
        }
    }

    @GpuKernel
    static void negated(Everything[] all) {
        int k = Grid.x();
        if (k < all.length && all[k].z()) {
            Everything e = all[k];
            all[k] = new Everything(
                    !e.z(), (byte) -e.b(), (char) ~e.c(), (short) -e.s(), -e.i(), ~e.j(), -e.f(), 1 / e.d());
        }
    }

    @GpuKernel
    static double mass(Body[] bodies) {
        double sum = 0;
        for (Body body : bodies) {
            sum += body.mass();
        }
        return sum;
    }

    @GpuKernel
    static int heaviest(Body[] bodies) {
        int best = 0;
        for (int i = 1; i < bodies.length; i++) {
            if (bodies[i].mass() > bodies[best].mass()) {
                best = i;
            }
        }
        return best;
    }

    @GpuKernel
    static int firstBehind(Particle[] particles, float x) {
        for (int i = 0; i < particles.length; i++) {
            if (particles[i].position().x() > x) {
                return particles[i].id();
            }
        }
        return -1;
    }

    /** Elements after the last that is kept stay the records, or null, that they are. */
    @GpuKernel
    static int heavy(Body[] bodies, Body[] kept, float least) {
        int n = 0;
        for (int i = 0; i < bodies.length; i++) {
            if (bodies[i].mass() >= least) {
                kept[n++] = bodies[i];
            }
        }
        return n;
    }

    @GpuKernel
    static void idCounts(Particle[] particles, int[] counts) {
        for (Particle particle : particles) {
            counts[particle.id() & 7]++;
        }
    }

    @GpuKernel
    static void centres(Vector[] points, Vector[] sums) {
        float x = 0;
        int n = 0;
        for (int i = 0; i < points.length; i++) {
            x = Math.max(x, points[i].x());
            n += points[i].y() > 0 ? 1 : 0;
            sums[i] = new Vector(x, n, points[i].z());
        }
    }

    @GpuKernel
    static void turned(double[] a, double[] b, Interval[] intervals) {
        for (int i = 0; i < intervals.length; i++) {
            intervals[i] = new Interval(a[i], b[i]);
        }
    }

    @GpuKernel
    static void united(Interval[] intervals, double[] lengths) {
        for (int i = 0; i < intervals.length - 1; i++) {
            Interval both = new Interval(intervals[i].from(), intervals[i + 1].to());
            lengths[i] = both.length();
        }
    }

    @GpuKernel
    static void ownAccessor(Celsius[] temperatures, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = temperatures[i].degrees();
            temperatures[i] = new Celsius(temperatures[i].degrees());
        }
    }

    /** Buffers that change places. */
    @GpuKernel
    static void diffusion(Vector[] points, Vector[] buffer, int steps) {
        Vector[] from = points;
        Vector[] to = buffer;
        for (int t = 0; t < steps; t++) {
            for (int i = 0; i < points.length; i++) {
                Vector left = from[Math.max(i - 1, 0)];
                Vector right = from[Math.min(i + 1, points.length - 1)];
                to[i] = from[i].plus(left, 0.25f).plus(right, -0.25f);
            }
            Vector[] other = from;
            from = to;
            to = other;
        }
    }

    private static float potential(Body[] bodies, int of) {
        float sum = 0;
        for (int j = 0; j < bodies.length; j++) {
            Vector way = bodies[j].at().minus(bodies[of].at());
            sum += j == of ? 0 : bodies[j].mass() / (float) Math.sqrt(way.dot(way));
        }
        return sum;
    }

    private static void put(Vector[] to, int at, float x) {
        to[at] = new Vector(x, to[at].y(), at);
    }

    @GpuKernel
    static void potentials(Body[] bodies, Vector[] out) {
        for (int i = 0; i < bodies.length; i++) {
            put(out, i, potential(bodies, i));
        }
    }

    @GpuKernel
    static void nestOfPoints(Vector[] points, int width, int height, float factor) {
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                points[y * width + x] = new Vector(x, y, points[y * width + x].z() * factor);
            }
        }
    }

    /** Leaves its array half-way. */
    @GpuKernel
    static void tooFar(Body[] bodies, int[] at, Body[] moved) {
        for (int i = 0; i < at.length; i++) {
            moved[i] = bodies[at[i]].moved(new Vector(1, 2, 3), 0.5f);
        }
    }

    @GpuKernel
    static void tooFarOfThreads(Body[] bodies, Body[] out) {
        int i = Grid.x();
        out[i] = bodies[i + 1];
    }

    private static Vector[] vectors(int length, long seed) {
        float[] numbers = floats(3 * length, seed, -5, 5);
        return IntStream.range(0, length)
                .mapToObj(i -> new Vector(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]))
                .toArray(Vector[]::new);
    }

    /** {@return bodies} */
    public static Body[] bodies(int length, long seed) {
        float[] numbers = floats(4 * length, seed, 0, 9);
        return IntStream.range(0, length)
                .mapToObj(i -> new Body(numbers[4 * i], numbers[4 * i + 1], numbers[4 * i + 2], numbers[4 * i + 3]))
                .toArray(Body[]::new);
    }

    /** {@return particles} */
    public static Particle[] particles(int length, long seed) {
        Vector[] vectors = vectors(2 * length, seed);
        return IntStream.range(0, length)
                .mapToObj(i -> new Particle(vectors[i], vectors[length + i], i * 31 % 97))
                .toArray(Particle[]::new);
    }

    private static Interval[] intervals(int length, long seed) {
        double[] numbers = doubles(2 * length, seed, -9, 9);
        return IntStream.range(0, length)
                .mapToObj(i -> new Interval(numbers[2 * i], numbers[2 * i + 1]))
                .toArray(Interval[]::new);
    }

    private static Everything[] everything(int length, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, length)
                .mapToObj(_ -> new Everything(
                        random.nextBoolean(),
                        (byte) random.nextInt(),
                        (char) random.nextInt(),
                        (short) random.nextInt(),
                        random.nextInt(),
                        random.nextLong(),
                        (float) random.nextDouble(),
                        random.nextDouble() - 0.5))
                .toArray(Everything[]::new);
    }

    private static Celsius[] temperatures(int length) {
        return IntStream.range(0, length).mapToObj(Celsius::new).toArray(Celsius[]::new);
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("gravity", () -> List.of(bodies(70, 1), new Vector[70], 0.01f));
        kernels.grid("gravityOfThreads", 60, () -> List.of(bodies(60, 2), new Body[60], 0.1f));
        kernels.loop("inPlace", () -> List.of(particles(90, 3), 0.5f));
        kernels.loop("reversed", () -> List.of(everything(50, 4), new Everything[50]));
        kernels.grid("negated", 64, () -> List.<Object>of((Object) everything(50, 5)));
        kernels.loop("mass", () -> List.<Object>of((Object) bodies(200, 6)));
        kernels.loop("heaviest", () -> List.<Object>of((Object) bodies(200, 7)));
        kernels.loop("firstBehind", () -> List.of(particles(200, 8), 4.5f));
        kernels.loop("heavy", () -> List.of(bodies(200, 9), new Body[200], 5f));
        kernels.loop("idCounts", () -> List.of(particles(200, 10), new int[8]));
        kernels.loop("centres", () -> List.of(vectors(200, 11), new Vector[200]));
        kernels.loop("turned", () -> List.of(doubles(40, 12, -9, 9), doubles(40, 13, -9, 9), new Interval[40]));
        kernels.loop("united", () -> List.of(intervals(40, 14), new double[40]));
        kernels.loop("ownAccessor", () -> List.of(temperatures(30), new int[30]));
        kernels.loop("diffusion", () -> List.of(vectors(60, 15), vectors(60, 16), 5));
        kernels.loop("potentials", () -> List.of(bodies(40, 17), vectors(40, 18)));
        kernels.loop("nestOfPoints", () -> List.of(vectors(72, 19), 9, 8, 0.5f));
        kernels.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("tooFar", () -> List.of(bodies(50, 20), ints(60, 21, 0, 60), new Body[60]));
        kernels.throwing(ArrayIndexOutOfBoundsException.class)
                .grid("tooFarOfThreads", 64, () -> List.of(bodies(50, 22), new Body[80]));
    }
}
