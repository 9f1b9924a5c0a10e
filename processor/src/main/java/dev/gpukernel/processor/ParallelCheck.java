package dev.gpukernel.processor;

import dev.gpukernel.internal.frontend.Reading.Finding;
import dev.gpukernel.internal.frontend.UnloadedClasses;
import dev.gpukernel.internal.jit.KernelCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Checks kernels on several threads, if there are many. javac waits meanwhile, and gives its files to one at a time. */
final class ParallelCheck {
    private static final int MOST_THREADS = 4;
    private static final int KERNELS_WORTH_A_THREAD = 16;

    private final UnloadedClasses.Files files;

    ParallelCheck(UnloadedClasses.Files files) {
        this.files = files;
    }

    /**
     * What became of a check.
     *
     * @param kernel the kernel
     * @param findings what is wrong with it; throws what the check threw
     */
    record Checked(MethodKey kernel, Supplier<List<Finding>> findings) {}

    /** {@return the result for each kernel, in the same order} */
    List<Checked> check(List<MethodKey> kernels) {
        int processors = Math.min(Runtime.getRuntime().availableProcessors(), MOST_THREADS);
        int threads = Math.min(processors, 1 + kernels.size() / KERNELS_WORTH_A_THREAD);
        if (threads == 1) {
            return checkPart(kernels);
        }
        List<Future<List<Checked>>> parts = new ArrayList<>();
        try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
            for (int i = 0; i < threads; i++) {
                int first = i * kernels.size() / threads;
                int next = (i + 1) * kernels.size() / threads;
                parts.add(workers.submit(() -> checkPart(kernels.subList(first, next))));
            }
        }
        return IntStream.range(0, threads)
                .mapToObj(i -> join(parts.get(i)))
                .flatMap(List::stream)
                .toList();
    }

    private static List<Checked> join(Future<List<Checked>> part) {
        try {
            return part.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a part of the check failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private List<Checked> checkPart(List<MethodKey> kernels) {
        KernelCheck check = new KernelCheck(files);
        return kernels.stream()
                .map(kernel -> new Checked(kernel, findings(check, kernel)))
                .toList();
    }

    private static Supplier<List<Finding>> findings(KernelCheck check, MethodKey kernel) {
        try {
            List<Finding> findings = check.check(kernel.owner(), kernel.name(), kernel.descriptor());
            return () -> findings;
        } catch (RuntimeException e) {
            return () -> {
                throw e;
            };
        } catch (LinkageError | AssertionError | StackOverflowError e) {
            return () -> {
                throw e;
            };
        }
    }
}
