package dev.gpukernel.internal.advice;

import dev.gpukernel.internal.advice.Advice.Verdict;
import dev.gpukernel.internal.frontend.ArrayLoops.Looping;
import dev.gpukernel.internal.frontend.AssumedClasses;
import dev.gpukernel.internal.frontend.Reading.Finding;
import dev.gpukernel.internal.frontend.UnloadedClasses;
import dev.gpukernel.internal.jit.KernelCheck;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Checks methods one after another, each for a limited time. Nothing that the compiler throws gets out of here. */
final class MethodCheck {
    /** After so many methods, what was read for them is given back: jars may have tens of thousands of classes. */
    private static final int MOST_KEPT = 2_000;

    private final UnloadedClasses.Files files;
    private final AssumedClasses.Subclasses subclasses;
    private final Duration most;
    private int checked;
    private ExecutorService worker;
    private KernelCheck check;

    /**
     * Makes it.
     *
     * @param files the class files
     * @param subclasses finds classes of objects
     * @param most how long a method may take
     */
    MethodCheck(UnloadedClasses.Files files, AssumedClasses.Subclasses subclasses, Duration most) {
        this.files = files;
        this.subclasses = subclasses;
        this.most = most;
        this.worker = newWorker();
        this.check = new KernelCheck(files, subclasses);
    }

    /** What takes too long is left to itself, and ends with the JVM. */
    private static ExecutorService newWorker() {
        return Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("gpukernel-adviser").factory());
    }

    /**
     * Checks a method.
     *
     * @param className internal name of its class
     * @param method the method
     * @param samples how often a recording saw it run
     * @return what is to be said of it
     */
    Advice check(String className, Looping method, long samples) {
        if (++checked % MOST_KEPT == 0) {
            check = new KernelCheck(files, subclasses);
        }
        KernelCheck current = check;
        Future<KernelCheck.Advice> task =
                worker.submit(() -> current.advise(className, method.name(), method.descriptor()));
        try {
            return advice(className, method, samples, task.get(most.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            renew();
            return undecided(className, method, samples, "the compiler took more than " + most.toSeconds() + " s");
        } catch (ExecutionException e) {
            renew();
            return undecided(className, method, samples, text(Objects.requireNonNull(e.getCause())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** A method that was left in the middle leaves nothing behind that others could see. */
    private void renew() {
        worker.shutdownNow();
        worker = newWorker();
        check = new KernelCheck(files, subclasses);
    }

    private static String text(Throwable thrown) {
        String message = thrown.getMessage() == null
                ? ""
                : thrown.getMessage().lines().findFirst().orElse("");
        return message.isEmpty()
                ? thrown.getClass().getSimpleName()
                : thrown.getClass().getSimpleName() + ": " + message;
    }

    private static Advice undecided(String className, Looping method, long samples, String why) {
        return new Advice(className, method, samples, Verdict.UNDECIDED, List.of(), List.of(), List.of(), why);
    }

    private static Advice advice(String className, Looping method, long samples, KernelCheck.Advice found) {
        List<Finding> findings = Stream.concat(found.declaration().stream(), found.body().findings().stream())
                .toList();
        return new Advice(
                className,
                method,
                samples,
                verdict(found, findings),
                findings,
                found.body().warnings(),
                found.assumed().values().stream()
                        .filter(name -> !name.isEmpty())
                        .map(name -> name.replace('/', '.'))
                        .distinct()
                        .sorted()
                        .toList(),
                "");
    }

    private static Verdict verdict(KernelCheck.Advice found, List<Finding> findings) {
        if (findings.isEmpty()) {
            return !found.isTaken() ? Verdict.OPEN : found.assumed().isEmpty() ? Verdict.TAKEN : Verdict.TAKEN_WITH;
        }
        return findings.size() == 1 && !found.body().isOpen() ? Verdict.ONE_EDIT : Verdict.REFUSED;
    }
}
