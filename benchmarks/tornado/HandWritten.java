import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.WorkerGrid2D;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.math.TornadoMath;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** The same kernels written for TornadoVM's own API, with everything on the device. Sizes are multiples of those of blocks. */
final class HandWritten {
    private static final int BLOCK = 256;
    private static final float SOFTENING = 1e-3f;

    private final TornadoExecutionPlan plan;
    private TornadoExecutionResult result;

    private HandWritten(TaskGraph graph, WorkerGrid grid, Object... outputs) {
        graph.transferToHost(DataTransferMode.UNDER_DEMAND, outputs);
        plan = new TornadoExecutionPlan(graph.snapshot());
        plan.withGridScheduler(new GridScheduler(graph.getTaskGraphName() + ".task", grid));
    }

    void run() {
        result = plan.execute();
    }

    void fetch(Object array) {
        result.transferToHost(array);
    }

    private static WorkerGrid line(int size) {
        WorkerGrid grid = new WorkerGrid1D(size);
        grid.setLocalWork(BLOCK, 1, 1);
        return grid;
    }

    private static TaskGraph graph(String name, Object... inputs) {
        return new TaskGraph(name).transferToDevice(DataTransferMode.FIRST_EXECUTION, inputs);
    }

    static HandWritten add(FloatArray a, FloatArray b, FloatArray c) {
        TaskGraph graph = graph("add", a, b).task("task", HandWritten::add, new KernelContext(), a, b, c);
        return new HandWritten(graph, line(c.getSize()), c);
    }

    private static void add(KernelContext context, FloatArray a, FloatArray b, FloatArray c) {
        int i = context.globalIdx;
        c.set(i, a.get(i) + b.get(i));
    }

    static HandWritten saxpy(float alpha, FloatArray x, FloatArray y) {
        TaskGraph graph = graph("saxpy", x, y).task("task", HandWritten::saxpy, new KernelContext(), alpha, x, y);
        return new HandWritten(graph, line(y.getSize()), y);
    }

    private static void saxpy(KernelContext context, float alpha, FloatArray x, FloatArray y) {
        int i = context.globalIdx;
        y.set(i, alpha * x.get(i) + y.get(i));
    }

    static HandWritten mandelbrot(int width, int height, double side, int limit, IntArray steps) {
        TaskGraph graph = new TaskGraph("mandelbrot")
                .task("task", HandWritten::mandelbrot, new KernelContext(), width, height, side, limit, steps);
        return new HandWritten(graph, line(steps.getSize()), steps);
    }

    private static void mandelbrot(
            KernelContext context, int width, int height, double side, int limit, IntArray steps) {
        int pixel = context.globalIdx;
        double re = -0.75 + (pixel % width - 0.5 * width) * side;
        double im = (0.5 * height - pixel / width) * side;
        double x = 0;
        double y = 0;
        int count = 0;
        while (count < limit && x * x + y * y <= 4) {
            double next = x * x - y * y + re;
            y = 2 * x * y + im;
            x = next;
            count++;
        }
        steps.set(pixel, count);
    }

    static HandWritten accelerate(
            float seconds,
            FloatArray mass,
            FloatArray x,
            FloatArray y,
            FloatArray z,
            FloatArray vx,
            FloatArray vy,
            FloatArray vz) {
        TaskGraph graph = graph("accelerate", mass, x, y, z, vx, vy, vz)
                .task("task", HandWritten::accelerate, new KernelContext(), seconds, mass, x, y, z, vx, vy, vz);
        return new HandWritten(graph, line(vx.getSize()), vx, vy, vz);
    }

    private static void accelerate(
            KernelContext context,
            float seconds,
            FloatArray mass,
            FloatArray x,
            FloatArray y,
            FloatArray z,
            FloatArray vx,
            FloatArray vy,
            FloatArray vz) {
        int i = context.globalIdx;
        float ownX = x.get(i);
        float ownY = y.get(i);
        float ownZ = z.get(i);
        float ax = 0;
        float ay = 0;
        float az = 0;
        for (int j = 0; j < mass.getSize(); j++) {
            float dx = x.get(j) - ownX;
            float dy = y.get(j) - ownY;
            float dz = z.get(j) - ownZ;
            float inverse = 1 / TornadoMath.sqrt(dx * dx + dy * dy + dz * dz + SOFTENING);
            float pull = mass.get(j) * inverse * inverse * inverse;
            ax += pull * dx;
            ay += pull * dy;
            az += pull * dz;
        }
        vx.set(i, vx.get(i) + seconds * ax);
        vy.set(i, vy.get(i) + seconds * ay);
        vz.set(i, vz.get(i) + seconds * az);
    }

    static HandWritten multiply(FloatArray a, FloatArray b, FloatArray c, int n) {
        WorkerGrid grid = new WorkerGrid2D(n, n);
        grid.setLocalWork(Kernels.TILE, Kernels.TILE, 1);
        TaskGraph graph = graph("multiply", a, b).task("task", HandWritten::multiply, new KernelContext(), a, b, c, n);
        return new HandWritten(graph, grid, c);
    }

    private static void multiply(KernelContext context, FloatArray a, FloatArray b, FloatArray c, int n) {
        float[] tileA = context.allocateFloatLocalArray(Kernels.TILE * Kernels.TILE);
        float[] tileB = context.allocateFloatLocalArray(Kernels.TILE * Kernels.TILE);
        int tx = context.localIdx;
        int ty = context.localIdy;
        int row = context.globalIdy;
        int column = context.globalIdx;
        float sum = 0;
        for (int from = 0; from < n; from += Kernels.TILE) {
            tileA[ty * Kernels.TILE + tx] = a.get(row * n + from + tx);
            tileB[ty * Kernels.TILE + tx] = b.get((from + ty) * n + column);
            context.localBarrier();
            for (int k = 0; k < Kernels.TILE; k++) {
                sum += tileA[ty * Kernels.TILE + k] * tileB[k * Kernels.TILE + tx];
            }
            context.localBarrier();
        }
        c.set(row * n + column, sum);
    }
}
