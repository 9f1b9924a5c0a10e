package dev.gpukernel.internal.advice;

import dev.gpukernel.internal.frontend.ArrayLoops;
import dev.gpukernel.internal.frontend.ArrayLoops.Looping;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

    /**
     * Looks at the methods of a jar.
     *
     * @param jar its class files
     * @param isWanted takes the binary names of the classes to look at
     * @param counts how often each method was seen to run
     * @param most how long a method may take
     */
    static Survey of(JarClasses jar, Predicate<String> isWanted, Counts counts, Duration most) {
        int classes = 0;
        int methods = 0;
        List<String> broken = new ArrayList<>();
        List<Advice> advice = new ArrayList<>();
        MethodCheck check = new MethodCheck(jar, new ClassHierarchy(jar)::below, most);
        for (String name : jar.names()) {
            if (!isWanted.test(name.replace('/', '.'))) {
                continue;
            }
            try {
                ArrayLoops loops = ArrayLoops.of(jar.bytes(name));
                classes++;
                methods += loops.methods();
                for (Looping method : loops.looping()) {
                    long samples = counts.of(loops.className(), method.name(), method.descriptor());
                    advice.add(check.check(loops.className(), method, samples));
                }
            } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
                // A file that is broken may ask for any depth and any size.
                broken.add(name.replace('/', '.') + ": " + e);
            }
        }
        advice.sort(Advice.ORDER);
        return new Survey(classes, methods, broken, jar.jarsInside(), advice);
    }
}
