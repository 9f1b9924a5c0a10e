import dev.gpukernel.GpuKernel;

class Hidden {
    @GpuKernel
    public static void fill(double value, double[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = value;
        }
    }
}
