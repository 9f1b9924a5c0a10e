package com.acme;

import dev.gpukernel.GpuKernel;

class Matrix<T extends Comparable<T>, S extends Matrix.Scale> {
    private final double[][] rows;
    private S scale;

    Matrix(double[][] rows) {
        this.rows = rows;
    }

    static final class Scale {
        double factor;
    }

    /** A product with a number. */
    @GpuKernel
    Matrix<T, S> times(double factor) {
        double[][] out = new double[rows.length][3];
        for (int i = 0; i < rows.length; i++) {
            for (int k = 0; k < 3; k++) {
                out[i][k] = rows[i][k] * factor;
            }
        }
        return new Matrix<>(out);
    }

    @GpuKernel
    S scaled(double[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] *= scale.factor;
        }
        return scale;
    }

    @GpuKernel
    static Scale sum(double[] x) {
        Scale scale = new Scale();
        for (int i = 0; i < x.length; i++) {
            scale.factor += x[i];
        }
        return scale;
    }
}
