package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Each form of a nest is made for the device that asks for it, once. */
final class FormsOfNestsTest {
    private final List<String> steps = Collections.synchronizedList(new ArrayList<>());

    @GpuKernel
    static int sum(int[] x) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
        }
        return sum;
    }

    @GpuKernel
    static void sums(int[] x) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
            x[i] = sum;
        }
    }

    @GpuKernel
    static void twice(float[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] *= 2;
        }
    }

    private NestProgram compiled(String name, Class<?> parameter) {
        try {
            Method method = FormsOfNestsTest.class.getDeclaredMethod(name, parameter);
            Program program = ProgramCompiler.compile(method, (step, _) -> steps.add(step));
            return program.nests().getFirst().program();
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(name, e);
        }
    }

    @Test
    void whatACpuDoesTakesNoStepForGpus() {
        NestProgram sum = compiled("sum", int[].class);
        NestProgram sums = compiled("sums", int[].class);
        NestProgram twice = compiled("twice", float[].class);
        sum.turns();
        sums.turns();
        twice.turns();
        assertThat(steps).doesNotContain("ReductionKernel", "ScanKernel", "Coarsening");
        sum.threads();
        sums.threads();
        twice.threads();
        assertThat(steps).contains("ReductionKernel", "ScanKernel", "Coarsening");
    }

    @Test
    void whatAGpuDoesLeavesTheIterationAsItWas() {
        NestProgram twice = compiled("twice", float[].class);
        twice.threads();
        int before = steps.size();
        twice.turns();
        assertThat(steps).hasSizeGreaterThan(before);
    }

    @Test
    void threadsThatAskAtOnceGetTheSame() throws InterruptedException {
        NestProgram sum = compiled("sum", int[].class);
        List<NestProgram.Threads> got = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch all = new CountDownLatch(4);
        List<Thread> askers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            askers.add(Thread.ofPlatform().start(() -> {
                all.countDown();
                try {
                    all.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                got.add(sum.threads());
            }));
        }
        for (Thread asker : askers) {
            asker.join();
        }
        assertThat(got).hasSize(4);
        got.forEach(form -> assertThat(form).isSameAs(got.getFirst()));
        assertThat(Collections.frequency(steps, "ReductionKernel")).isEqualTo(1);
    }
}
