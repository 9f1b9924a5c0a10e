package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRun;
import dev.gpukernel.array.NdArray;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a sample prints before its verdict: one line for each fact, its name in the first column. */
final class Report {
    private static final double NANOS_PER_MILLI = 1e6;
    /** A byte per nanosecond is a gigabyte per second. */
    private static final double BYTES_PER_MILLI_OF_GB_PER_SECOND = 1e6;

    private static final int NAME_WIDTH = 14;
    private static final int LAUNCHES = 10;
    private static final long NANOS_OF_LAUNCHES = 300_000_000;

    private final PrintWriter out;

    Report(PrintWriter out) {
        this.out = out;
    }

    /** {@return what to call a device, such as {@code cuda 0 (NVIDIA H200)}} */
    static String nameOf(Gpu device) {
        return device.backend() + " " + device.ordinal() + " (" + device.name() + ")";
    }

    /** {@return what to say where no GPU runs CUDA's libraries, null where one does} */
    static @Nullable Verdict withoutCuda() {
        Gpu device = Gpu.current();
        return device.backend().equals("cuda")
                ? null
                : Verdict.failed("it needs backend cuda, an NVIDIA GPU with its driver, and this is " + nameOf(device)
                        + "; 'devices' says why");
    }

    /** Prints a fact. */
    void fact(String name, String value) {
        out.println(name + " ".repeat(Math.max(1, NAME_WIDTH - name.length())) + value);
    }

    /** The same for a kernel that may be launched again with the arrays as the last launch left them. */
    void launches(Supplier<Kernel> kernel, Runnable launch, long bytesOfKernel) {
        launches(kernel, () -> {}, launch, bytesOfKernel);
    }

    /**
     * Launches a kernel with host arrays up to ten times, for 0.3 s at most after the first, and prints what the first launch took, and the last, as GpuKernel
     * itself measured them: the first compiles the kernel, and much of the JVM and of a GPU is still asleep.
     *
     * @param kernel what is launched, found after the first launch, which finds it, too
     * @param prepare makes the arrays what they must be before a launch; not timed
     * @param launch launches it and returns when it has ended
     * @param bytesOfKernel what the kernel moves between memory and itself, or 0 if that is not what matters
     */
    void launches(Supplier<Kernel> kernel, Runnable prepare, Runnable launch, long bytesOfKernel) {
        long end = 0;
        int count = 0;
        double millis;
        do {
            prepare.run();
            long start = System.nanoTime();
            launch.run();
            millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
            count++;
            if (count == 1) {
                end = System.nanoTime() + NANOS_OF_LAUNCHES;
                time("launch 1", millis, 0);
                kernel.get().lastRun().ifPresent(run -> time("  compile", run.compile()));
            }
        } while (count < LAUNCHES && System.nanoTime() - end < 0);
        if (count > 1) {
            time("launch " + count, millis, 0);
        }
        kernel.get().lastRun().ifPresent(run -> copiesAndKernel(run, bytesOfKernel));
    }

    /** Prints what a run took of a kernel that has been compiled before. */
    void copiesAndKernel(KernelRun run, long bytesOfKernel) {
        time("  to device", millis(run.toDevice()), run.bytesToDevice());
        time("  kernel", millis(run.kernel()), bytesOfKernel);
        time("  to host", millis(run.toHost()), run.bytesToHost());
    }

    /**
     * Computes an expression twice and prints what each time took, with the copy to the host: the first time its kernels are compiled.
     *
     * @return its elements
     */
    <A> A twice(Supplier<? extends NdArray<A>> expression) {
        long start = System.nanoTime();
        A first = expression.get().toArray();
        timeSince(start, "first time", 0);
        start = System.nanoTime();
        A again = expression.get().toArray();
        timeSince(start, "again", 0);
        if (!Objects.deepEquals(first, again)) {
            throw new IllegalStateException("computed twice, an expression has other elements");
        }
        return again;
    }

    /** Prints how long something took. */
    void time(String name, Duration time) {
        time(name, millis(time), 0);
    }

    /** Prints how long something took that began at a value of {@link System#nanoTime()}, and how many bytes it moved. */
    void timeSince(long start, String name, long bytes) {
        time(name, (System.nanoTime() - start) / NANOS_PER_MILLI, bytes);
    }

    /** Prints how long something took, and how fast that is if it moved bytes. */
    void time(String name, double millis, long bytes) {
        String time = String.format(Locale.ROOT, "%11.3f ms", millis);
        if (millis > 0 && bytes > 0) {
            double speed = bytes / millis / BYTES_PER_MILLI_OF_GB_PER_SECOND;
            time += String.format(Locale.ROOT, " %9.2f GB/s", speed);
        }
        fact(name, time);
    }

    private static double millis(Duration time) {
        return time.toNanos() / NANOS_PER_MILLI;
    }
}
