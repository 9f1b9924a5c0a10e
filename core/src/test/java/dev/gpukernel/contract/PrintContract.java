package dev.gpukernel.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** What kernels print comes out, in the order of threads. */
@ResourceLock(Resources.SYSTEM_OUT)
abstract class PrintContract {
    private final KernelContract contract;

    PrintContract(KernelContract contract) {
        this.contract = contract;
    }

    private String printedBy(String kernel, Launch launch, Object... arguments) {
        return printed(() ->
                contract.gpu().run(() -> Kernel.of(PrintKernels.class, kernel).launch(launch, arguments)));
    }

    private static String printed(Runnable body) {
        PrintStream original = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, UTF_8));
        try {
            body.run();
        } finally {
            System.setOut(original);
        }
        return bytes.toString(UTF_8);
    }

    @Test
    final void valuesOfEveryType() {
        String expected = String.format(
                        Locale.ROOT,
                        "%b %d %c %d %d %d %.3f %e %s%n",
                        true,
                        (byte) -7,
                        'ä',
                        (short) -300,
                        70_000,
                        1L << 40,
                        1.5f,
                        -2.25,
                        -2.25)
                + String.format(Locale.ROOT, "%5d|%-5d|%05d|%x|%,d%%%n", 70_000, 70_000, 70_000, 70_000, 1L << 40);
        String printed = printedBy(
                "everyType",
                Launch.of(1, 1),
                true,
                (byte) -7,
                'ä',
                (short) -300,
                70_000,
                1L << 40,
                1.5f,
                -2.25,
                new int[1]);
        assertThat(printed).isEqualTo(expected);
    }

    @Test
    final void linesOfThreadsInTheirOrder() {
        int[] counts = new Random(1).ints(300, 0, 4).toArray();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < counts.length; i++) {
            for (int k = 0; k < counts[i]; k++) {
                expected.append(String.format("thread %d line %d%n", i, k));
            }
        }
        assertThat(printedBy("loops", Launch.of(10, 32), (Object) counts)).isEqualTo(expected.toString());
    }

    @Test
    final void linesOfThreadsThatWait() {
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            expected.append(String.format("%d before%n%d after 50%n", i, i));
        }
        assertThat(printedBy("aroundABarrier", Launch.of(2, 50), (Object) new int[100]))
                .isEqualTo(expected.toString());
    }

    @Test
    final void printlnOfConcatenatedText() {
        int[] values = {5, -3, 1000};
        String expected = "";
        for (int i = 0; i < values.length; i++) {
            expected += "value " + values[i] + " of " + i + ", half " + values[i] * 0.5f + System.lineSeparator();
            expected += "same line " + i + System.lineSeparator();
        }
        assertThat(printedBy("lines", Launch.of(1, 32), (Object) values)).isEqualTo(expected);
    }

    @Test
    final void iterationsOfALoop() {
        int[] values = {7, 8, 9};
        String printed = printed(() ->
                contract.gpu().run(() -> Kernel.of(PrintKernels.class, "loop").launch((Object) values)));
        assertThat(printed).isEqualTo(String.format("0: 7%n1: 8%n2: 9%n"));
    }

    @Test
    final void conditionsAndChoices() {
        int[] values = {7, 8, 9};
        String printed = printed(() -> contract.gpu()
                .run(() -> Kernel.of(PrintKernels.class, "expressions").launch((Object) values)));
        assertThat(printed).isEqualTo(String.format("false 0 1.5 false%nfalse 8 1.5 false%ntrue 9 2.0 true%n"));
    }

    @Test
    final void residentArraysPrintWhenWaitedFor() {
        String printed = printed(() -> {
            try (GpuArray<int[]> counts = contract.gpu().upload(new int[] {1, 0, 2})) {
                Kernel.of(PrintKernels.class, "loops").launch(Launch.of(1, 32), counts);
                contract.gpu().synchronize();
            }
        });
        assertThat(printed).isEqualTo(String.format("thread 0 line 0%nthread 2 line 0%nthread 2 line 1%n"));
    }
}
