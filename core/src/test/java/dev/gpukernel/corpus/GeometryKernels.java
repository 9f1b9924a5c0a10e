package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Vectors in nested records: rays, boxes, trajectories. */
final class GeometryKernels {
    private GeometryKernels() {}

    record Vector(double x, double y, double z) {
        Vector plus(Vector v) {
            return new Vector(x + v.x, y + v.y, z + v.z);
        }

        Vector minus(Vector v) {
            return new Vector(x - v.x, y - v.y, z - v.z);
        }

        Vector times(double factor) {
            return new Vector(x * factor, y * factor, z * factor);
        }

        double dot(Vector v) {
            return x * v.x + y * v.y + z * v.z;
        }

        Vector cross(Vector v) {
            return new Vector(y * v.z - z * v.y, z * v.x - x * v.z, x * v.y - y * v.x);
        }

        Vector unit() {
            return times(1 / StrictMath.sqrt(dot(this)));
        }
    }

    record Ray(Vector origin, Vector direction) {
        Vector at(double t) {
            return origin.plus(direction.times(t));
        }
    }

    record Sphere(Vector centre, double radius) {
        /** {@return how far along a ray it is, or a negative number if the ray misses it} */
        double hit(Ray ray) {
            Vector toCentre = ray.origin().minus(centre);
            double b = toCentre.dot(ray.direction());
            double c = toCentre.dot(toCentre) - radius * radius;
            double discriminant = b * b - c;
            if (discriminant < 0) {
                return -1;
            }
            double root = Math.sqrt(discriminant);
            return -b - root > 0 ? -b - root : -b + root;
        }
    }

    record Camera(Vector eye, double zoom, int width, int height) {
        Ray ray(int x, int y) {
            double dx = (x + 0.5 - width / 2.0) / width * zoom;
            double dy = (height / 2.0 - y - 0.5) / width * zoom;
            return new Ray(eye, new Vector(dx, dy, 1).unit());
        }
    }

    /** How bright the nearest of two spheres is at each pixel. */
    @GpuKernel
    static void traceSpheres(Camera camera, Sphere first, Sphere second, Vector light, float[] image) {
        int x = Grid.x();
        int y = Grid.y();
        if (x >= camera.width() || y >= camera.height()) {
            return;
        }
        Ray ray = camera.ray(x, y);
        double t1 = first.hit(ray);
        double t2 = second.hit(ray);
        float brightness = -1;
        if (t1 > 0 || t2 > 0) {
            boolean firstIsNearer = t2 <= 0 || (t1 > 0 && t1 < t2);
            Sphere nearer = firstIsNearer ? first : second;
            Vector place = ray.at(firstIsNearer ? t1 : t2);
            Vector normal = place.minus(nearer.centre()).unit();
            brightness = (float) Math.max(0.1, normal.dot(light));
        }
        image[y * camera.width() + x] = brightness;
    }

    private static Vector lorenz(Vector p) {
        return new Vector(10 * (p.y() - p.x()), p.x() * (28 - p.z()) - p.y(), p.x() * p.y() - 8.0 / 3 * p.z());
    }

    private static Vector rungeKutta(Vector p, double h) {
        Vector k1 = lorenz(p);
        Vector k2 = lorenz(p.plus(k1.times(h / 2)));
        Vector k3 = lorenz(p.plus(k2.times(h / 2)));
        Vector k4 = lorenz(p.plus(k3.times(h)));
        return p.plus(k1.plus(k2.times(2)).plus(k3.times(2)).plus(k4).times(h / 6));
    }

    @GpuKernel
    static void lorenzTrajectories(double[] x, double[] y, double[] z, double h, int steps) {
        for (int i = 0; i < x.length; i++) {
            Vector p = new Vector(x[i], y[i], z[i]);
            for (int s = 0; s < steps; s++) {
                p = rungeKutta(p, h);
            }
            x[i] = p.x();
            y[i] = p.y();
            z[i] = p.z();
        }
    }

    private static Vector load(double[] points, int index) {
        return new Vector(points[3 * index], points[3 * index + 1], points[3 * index + 2]);
    }

    /** Intersection of a ray with triangles after Möller and Trumbore; infinity where it misses. */
    @GpuKernel
    static void hitTriangles(double[] corners, Ray ray, double[] distances) {
        int i = Grid.x();
        if (i >= distances.length) {
            return;
        }
        Vector a = load(corners, 3 * i);
        Vector edge1 = load(corners, 3 * i + 1).minus(a);
        Vector edge2 = load(corners, 3 * i + 2).minus(a);
        Vector p = ray.direction().cross(edge2);
        double inverse = 1 / edge1.dot(p);
        Vector fromCorner = ray.origin().minus(a);
        double u = fromCorner.dot(p) * inverse;
        Vector q = fromCorner.cross(edge1);
        double v = ray.direction().dot(q) * inverse;
        double t = edge2.dot(q) * inverse;
        boolean hit = u >= 0 && v >= 0 && u + v <= 1 && t > 0;
        distances[i] = hit ? t : Double.POSITIVE_INFINITY;
    }

    /** Whether a point is inside a polygon, by counting the edges that a ray from it crosses. */
    @GpuKernel
    static void insidePolygon(float[] polygonX, float[] polygonY, float[] x, float[] y, boolean[] inside) {
        for (int i = 0; i < inside.length; i++) {
            boolean odd = false;
            for (int k = 0, j = polygonX.length - 1; k < polygonX.length; j = k++) {
                boolean straddles = polygonY[k] > y[i] != polygonY[j] > y[i];
                if (straddles
                        && x[i]
                                < (polygonX[j] - polygonX[k]) * (y[i] - polygonY[k]) / (polygonY[j] - polygonY[k])
                                        + polygonX[k]) {
                    odd = !odd;
                }
            }
            inside[i] = odd;
        }
    }

    /** Great-circle distances in kilometres. */
    @GpuKernel
    static void haversine(
            double[] latitude, double[] longitude, double fromLatitude, double fromLongitude, double[] out) {
        for (int i = 0; i < out.length; i++) {
            double a = StrictMath.sin((latitude[i] - fromLatitude) / 2);
            double b = StrictMath.sin((longitude[i] - fromLongitude) / 2);
            double h = a * a + StrictMath.cos(latitude[i]) * StrictMath.cos(fromLatitude) * b * b;
            out[i] = 2 * 6371.0 * StrictMath.asin(Math.min(1, StrictMath.sqrt(h)));
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.grid(
                "traceSpheres",
                16,
                12,
                () -> List.of(
                        new Camera(new Vector(0, 0, -4), 1.2, 16, 12),
                        new Sphere(new Vector(-0.3, 0, 0), 1),
                        new Sphere(new Vector(0.9, 0.4, -0.5), 0.6),
                        new Vector(0.6, 0.64, -0.48),
                        new float[16 * 12]));
        kernels.loop(
                "lorenzTrajectories",
                () -> List.of(doubles(12, 1, -10, 10), doubles(12, 2, -10, 10), doubles(12, 3, 10, 30), 0.01, 20));
        kernels.grid(
                "hitTriangles",
                40,
                () -> List.of(
                        doubles(360, 4, -2, 2), new Ray(new Vector(0, 0, -3), new Vector(0, 0, 1)), new double[40]));
        kernels.loop(
                "insidePolygon",
                () -> List.of(
                        new float[] {0, 2, 1, 3, -1, -2},
                        new float[] {-2, -1, 0, 2, 3, 0.5f},
                        floats(80, 5, -2, 3),
                        floats(80, 6, -2, 3),
                        new boolean[80]));
        kernels.loop(
                "haversine",
                () -> List.of(doubles(40, 7, -1.5, 1.5), doubles(40, 8, -3, 3), 0.84, 0.2, new double[40]));
    }
}
