package dev.gpukernel.processor;

import dev.gpukernel.internal.jit.KernelCheck;
import dev.gpukernel.processor.FetchedClasses.NotFetched;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Checks kernels on other threads while javac goes on compiling. A check that needs a class file which is not written yet, or
 * which only javac's thread can open, is given up, and made again when that file is at hand.
 */
final class KernelChecks {
    private static final int MOST_THREADS = 4;
    private static final int KERNELS_WORTH_A_THREAD = 16;
    private static final long IDLE_MILLISECONDS = 1000;

    private final CompiledClasses classes;
    private final FetchedClasses fetched = new FetchedClasses();

    /** All checks, in the order in which their findings are told. */
    private final List<Check> all = new ArrayList<>();

    /** Those of kernels whose class is not written yet, by the name of the outermost class around them. */
    private final Map<String, List<Check>> unwritten = new HashMap<>();

    private final CheckQueue queue = new CheckQueue();
    private final AtomicInteger threads = new AtomicInteger();

    KernelChecks(CompiledClasses classes) {
        this.classes = classes;
    }

    /** Notes the check of a kernel in a top-level class or in one inside it. */
    void add(Check check, String topLevelClass) {
        all.add(check);
        unwritten.computeIfAbsent(topLevelClass, name -> new ArrayList<>()).add(check);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Begins with the kernels of a top-level class, which is written now. */
    void begin(String topLevelClass) {
        List<Check> checks = unwritten.remove(topLevelClass);
        if (checks != null) {
            checks.forEach(check -> fetched.fetch(check.kernel().owner(), classes));
            queue.add(checks);
            startThreads(1);
        }
        fetchNeeded(false);
    }

    /** {@return all checks, which are made now, as far as they can be} */
    List<Check> finish() {
        unwritten.values().forEach(queue::add);
        unwritten.clear();
        startThreads(Math.min(MOST_THREADS - 1, queue.length() / KERNELS_WORTH_A_THREAD));
        KernelCheck own = new KernelCheck(fetched);
        try {
            do {
                fetchNeeded(true);
                Check check = queue.take(0);
                if (check != null) {
                    make(check, own);
                }
            } while (queue.awaitWork());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List<Check> made = List.copyOf(all);
        all.clear();
        return made;
    }

    private void fetchNeeded(boolean all) {
        for (String name : queue.needed()) {
            if (!fetched.has(name) && (all || !classes.isToBeWritten(name))) {
                fetched.fetch(name, classes);
            }
            if (fetched.has(name)) {
                queue.release(name);
            }
        }
    }

    private void startThreads(int wanted) {
        // One processor is javac's own.
        int most = Math.min(wanted, Runtime.getRuntime().availableProcessors() - 1);
        while (threads.get() < most) {
            threads.incrementAndGet();
            Thread.ofPlatform()
                    .name("GpuKernel check")
                    .daemon()
                    // What keeps one from beginning is told where javac's own thread meets it.
                    .uncaughtExceptionHandler((_, _) -> {})
                    .start(this::makeChecks);
        }
    }

    /** Until there are no more; then a thread ends, as nobody tells it when javac stops early. */
    private void makeChecks() {
        try {
            KernelCheck own = new KernelCheck(fetched);
            for (Check check = queue.take(IDLE_MILLISECONDS); check != null; check = queue.take(IDLE_MILLISECONDS)) {
                make(check, own);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            threads.decrementAndGet();
        }
    }

    private void make(Check check, KernelCheck by) {
        try {
            check.make(by);
        } catch (NotFetched e) {
            queue.needs(check, e.className());
            return;
        } catch (RuntimeException | Error e) {
            check.failed(e);
        }
        queue.done();
    }
}
