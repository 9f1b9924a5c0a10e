package dev.gpukernel.internal.advice;

import dev.gpukernel.internal.frontend.ArrayLoops;
import dev.gpukernel.internal.frontend.ArrayLoops.Looping;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * What is said of the methods of a jar that loop over arrays of primitives.
 *
 * @param classes how many class files were read
 * @param methods how many methods of theirs could be annotated
 * @param broken the class files that could not be read, and why
 * @param jarsInside how many jars are inside of it, which were not looked into
 * @param advice of each method that loops over arrays of primitives, in the order of the report
 */
record Survey(int classes, int methods, List<String> broken, int jarsInside, List<Advice> advice) {
    /** Copies the lists. */
    Survey {
        broken = List.copyOf(broken);
        advice = List.copyOf(advice);
    }

    /** How often a recording saw a method run. */
    interface Counts {
        long of(String className, String method, String descriptor);
    }

    /** A method that is to be looked at. */
    private record Place(String className, Looping method) {}

    /**
     * Looks at the methods of a jar.
     *
     * @param jar its class files
     * @param isWanted takes the binary names of the classes to look at
     * @param counts how often each method was seen to run
     * @param most how long a method may take
     * @param threads how many methods to look at at a time
     */
    static Survey of(JarClasses jar, Predicate<String> isWanted, Counts counts, Duration most, int threads) {
        int classes = 0;
        int methods = 0;
        List<String> broken = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        for (String name : jar.names()) {
            if (!isWanted.test(name.replace('/', '.'))) {
                continue;
            }
            try {
                ArrayLoops loops = ArrayLoops.of(jar.bytes(name));
                classes++;
                methods += loops.methods();
                loops.looping().forEach(method -> places.add(new Place(loops.className(), method)));
            } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
                // A file that is broken may ask for any depth and any size.
                broken.add(name.replace('/', '.') + ": " + e);
            }
        }
        List<Advice> advice = new ArrayList<>(new Looking(jar, places, counts, most).all(threads));
        advice.sort(Advice.ORDER);
        return new Survey(classes, methods, broken, jar.jarsInside(), advice);
    }

    /** Several threads that look at methods, each with a compiler of its own. */
    private record Looking(JarClasses jar, List<Place> places, Counts counts, Duration most, AtomicInteger next) {
        Looking(JarClasses jar, List<Place> places, Counts counts, Duration most) {
            this(jar, places, counts, most, new AtomicInteger());
        }

        /** {@return what is to be said of each method, in their order} */
        List<Advice> all(int threads) {
            List<Future<Map<Integer, Advice>>> parts = new ArrayList<>();
            Map<Integer, Advice> all = new TreeMap<>();
            try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
                for (int i = 0; i < threads; i++) {
                    parts.add(workers.submit(this::part));
                }
                for (Future<Map<Integer, Advice>> part : parts) {
                    all.putAll(part.get());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
            return List.copyOf(all.values());
        }

        private Map<Integer, Advice> part() {
            MethodCheck check = new MethodCheck(jar, new ClassHierarchy(jar)::below, most);
            Map<Integer, Advice> part = new HashMap<>();
            for (int i = next.getAndIncrement(); i < places.size(); i = next.getAndIncrement()) {
                Place place = places.get(i);
                long samples = counts.of(place.className, place.method.name(), place.method.descriptor());
                part.put(i, check.check(place.className, place.method, samples));
            }
            return part;
        }
    }
}
