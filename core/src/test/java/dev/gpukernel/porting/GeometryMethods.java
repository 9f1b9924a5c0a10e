package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;

/** Geometry as Java libraries have it: vectors are small objects, and what is computed together is returned as a record. */
final class GeometryMethods {
    private GeometryMethods() {}

    /** A mutable vector. */
    private static final class Vec3 {
        private double x;
        private double y;
        private double z;

        Vec3() {
            this(0, 0, 0);
        }

        Vec3(double[] point) {
            this(point[0], point[1], point[2]);
        }

        Vec3(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vec3 add(Vec3 other) {
            x += other.x;
            y += other.y;
            z += other.z;
            return this;
        }

        Vec3 scale(double factor) {
            x *= factor;
            y *= factor;
            z *= factor;
            return this;
        }

        Vec3 minus(Vec3 other) {
            return new Vec3(x - other.x, y - other.y, z - other.z);
        }

        Vec3 cross(Vec3 other) {
            return new Vec3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x);
        }

        double dot(Vec3 other) {
            return x * other.x + y * other.y + z * other.z;
        }

        double length() {
            return Math.sqrt(dot(this));
        }

        double[] toArray() {
            return new double[] {x, y, z};
        }
    }

    record Box(double left, double top, double right, double bottom) {
        Box {
            if (right < left || bottom < top) {
                throw new IllegalArgumentException("no points");
            }
        }
    }

    record Circle(double x, double y, double radius) {
        boolean overlaps(Circle other) {
            return Math.hypot(x - other.x, y - other.y) < radius + other.radius;
        }
    }

    record Nearest(int index, double distance) {}

    @GpuKernel
    static double[] centroid(double[][] points) {
        Vec3 sum = new Vec3();
        for (double[] point : points) {
            sum.add(new Vec3(point));
        }
        return sum.scale(1.0 / points.length).toArray();
    }

    @GpuKernel
    static double[][] normals(double[][] corners, int[][] faces) {
        double[][] normals = new double[faces.length][];
        for (int i = 0; i < faces.length; i++) {
            int[] face = faces[i];
            Vec3 a = new Vec3(corners[face[0]]);
            Vec3 b = new Vec3(corners[face[1]]);
            Vec3 c = new Vec3(corners[face[2]]);
            Vec3 normal = b.minus(a).cross(c.minus(a));
            double length = normal.length();
            if (length > 0) {
                normal.scale(1 / length);
            }
            normals[i] = normal.toArray();
        }
        return normals;
    }

    @GpuKernel
    static double area(double[] x, double[] y) {
        if (x.length != y.length) {
            throw new IllegalArgumentException("x and y differ in length: " + x.length + " and " + y.length);
        }
        int n = x.length;
        double twice = 0;
        for (int i = 0; i < n; i++) {
            int next = i + 1 == n ? 0 : i + 1;
            twice += x[i] * y[next] - x[next] * y[i];
        }
        return Math.abs(twice) / 2;
    }

    private static boolean isInside(double[][] polygon, double x, double y) {
        boolean inside = false;
        for (int i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
            if ((polygon[i][1] > y) != (polygon[j][1] > y)
                    && x
                            < (polygon[j][0] - polygon[i][0]) * (y - polygon[i][1]) / (polygon[j][1] - polygon[i][1])
                                    + polygon[i][0]) {
                inside = !inside;
            }
        }
        return inside;
    }

    @GpuKernel
    static boolean[] inside(double[][] polygon, double[][] points) {
        boolean[] result = new boolean[points.length];
        for (int i = 0; i < points.length; i++) {
            result[i] = isInside(polygon, points[i][0], points[i][1]);
        }
        return result;
    }

    @GpuKernel
    static Box bounds(double[] x, double[] y) {
        double left = Double.POSITIVE_INFINITY;
        double top = Double.POSITIVE_INFINITY;
        double right = Double.NEGATIVE_INFINITY;
        double bottom = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < x.length; i++) {
            left = Math.min(left, x[i]);
            right = Math.max(right, x[i]);
            top = Math.min(top, y[i]);
            bottom = Math.max(bottom, y[i]);
        }
        return new Box(left, top, right, bottom);
    }

    @GpuKernel
    static int overlaps(Circle[] circles) {
        int count = 0;
        for (int i = 0; i < circles.length; i++) {
            for (int j = i + 1; j < circles.length; j++) {
                if (circles[i].overlaps(circles[j])) {
                    count++;
                }
            }
        }
        return count;
    }

    @GpuKernel
    static Circle[] moved(Circle[] circles, double dx, double dy) {
        Circle[] moved = new Circle[circles.length];
        for (int i = 0; i < circles.length; i++) {
            moved[i] = new Circle(circles[i].x() + dx, circles[i].y() + dy, circles[i].radius());
        }
        return moved;
    }

    @GpuKernel
    static Nearest closest(double[][] points, double[] to) {
        int index = -1;
        double least = Double.MAX_VALUE;
        for (int i = 0; i < points.length; i++) {
            double distance = 0;
            for (int k = 0; k < to.length; k++) {
                double difference = points[i][k] - to[k];
                distance += difference * difference;
            }
            if (distance < least) {
                least = distance;
                index = i;
            }
        }
        return new Nearest(index, Math.sqrt(least));
    }

    @GpuKernel
    static void transform(double[][] points, double[][] matrix) {
        if (matrix.length < 3) {
            throw new IllegalArgumentException("a matrix of 3 rows is needed, not of " + matrix.length);
        }
        for (double[] point : points) {
            double x = matrix[0][0] * point[0] + matrix[0][1] * point[1] + matrix[0][2];
            double y = matrix[1][0] * point[0] + matrix[1][1] * point[1] + matrix[1][2];
            double w = matrix[2][0] * point[0] + matrix[2][1] * point[1] + matrix[2][2];
            point[0] = x / w;
            point[1] = y / w;
        }
    }

    private static double[] unit(double[] vector) {
        double sum = 0;
        for (double component : vector) {
            sum += component * component;
        }
        double[] unit = new double[vector.length];
        for (int k = 0; k < vector.length; k++) {
            unit[k] = vector[k] / Math.sqrt(sum);
        }
        return unit;
    }

    @GpuKernel
    static double[][] units(double[][] vectors) {
        double[][] units = new double[vectors.length][3];
        for (int i = 0; i < vectors.length; i++) {
            units[i] = unit(vectors[i]);
        }
        return units;
    }
}
