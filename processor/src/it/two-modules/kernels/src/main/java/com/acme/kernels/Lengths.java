package com.acme.kernels;

import com.acme.numbers.Numbers;
import dev.gpukernel.GpuKernel;
import java.util.Arrays;

public final class Lengths {
    private Lengths() {}

    @GpuKernel
    static void lengths(int[] numbers, int[] lengths) {
        for (int i = 0; i < numbers.length; i++) {
            lengths[i] = Numbers.digits(numbers[i]) + Padding.of(numbers[i]);
        }
    }

    public static void main(String[] args) {
        int[] lengths = new int[3];
        LengthsGpu.lengths(new int[] {7, -42, 365}, lengths);
        System.out.println(Arrays.toString(lengths));
    }
}
