package dev.gpukernel.internal.frontend;

import java.util.Set;

/** Classes of the JDK whose objects a kernel may make: those whose code is plain Java. */
final class JdkObjects {
    private static final Set<String> OPEN = Set.of(
            "java/util/SplittableRandom",
            "java/util/IntSummaryStatistics",
            "java/util/LongSummaryStatistics",
            "java/util/DoubleSummaryStatistics");

    private JdkObjects() {}

    /** {@return whether no object of a class can be made since it is the JDK's} */
    static boolean isClosed(String className) {
        boolean isJdk = className.startsWith("java/") || className.startsWith("javax/") || className.startsWith("jdk/") || className.startsWith("sun/");
        return isJdk && !OPEN.contains(className);
    }
}
