package dev.gpukernel.processor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The checks of kernels that are still to be made, for several threads. */
final class CheckQueue {
    private final Deque<Check> ready = new ArrayDeque<>();

    /** Those that need a class file which is not at hand, by its internal name. */
    private final Map<String, List<Check>> waiting = new HashMap<>();

    private int running;

    synchronized void add(List<Check> checks) {
        ready.addAll(checks);
        notifyAll();
    }

    /**
     * Takes a check, of which the caller will say that it is done, or what it needs.
     *
     * @param milliseconds how long to wait for one
     * @return null if there is none in that time
     * @throws InterruptedException if the thread is interrupted
     */
    synchronized @Nullable Check take(long milliseconds) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
        for (long left = milliseconds; ready.isEmpty() && left > 0; ) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
        Check check = ready.poll();
        running += check == null ? 0 : 1;
        return check;
    }

    synchronized void done() {
        running--;
        notifyAll();
    }

    /** Puts a check aside until a class file is at hand. */
    synchronized void needs(Check check, String className) {
        waiting.computeIfAbsent(className, name -> new ArrayList<>()).add(check);
        done();
    }

    /** {@return internal names of the classes that checks wait for} */
    synchronized List<String> needed() {
        return waiting.isEmpty() ? List.of() : List.copyOf(waiting.keySet());
    }

    /** Says that a class file is at hand, or that there is none. */
    synchronized void release(String className) {
        add(waiting.getOrDefault(className, List.of()));
        waiting.remove(className);
    }

    /** {@return how many checks no thread makes yet, though one could} */
    synchronized int length() {
        return ready.size();
    }

    /**
     * Waits for something to do while other threads make checks.
     *
     * @return whether there is something left to do
     * @throws InterruptedException if the thread is interrupted
     */
    synchronized boolean awaitWork() throws InterruptedException {
        while (ready.isEmpty() && waiting.isEmpty() && running > 0) {
            wait();
        }
        return !ready.isEmpty() || !waiting.isEmpty();
    }
}
