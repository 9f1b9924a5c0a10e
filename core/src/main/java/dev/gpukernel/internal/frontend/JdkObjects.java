package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.intrinsic.ThreadLong;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.MethodInsnNode;

/** Classes of the JDK whose objects a kernel may make: those whose code is plain Java. */
final class JdkObjects {
    private static final Set<String> OPEN = Set.of(
            "java/util/Random",
            "java/util/SplittableRandom",
            "java/util/IntSummaryStatistics",
            "java/util/LongSummaryStatistics",
            "java/util/DoubleSummaryStatistics",
            "java/util/Collections$ReverseComparator2",
            "java/util/Comparators$NullComparator");

    /** Classes that stand for others, whose code is not. */
    private static final Map<String, String> STANDING_FOR = Map.of(
            "java/util/concurrent/atomic/AtomicLong", ThreadLong.class.getName().replace('.', '/'));

    private static final Set<String> GENERATORS = Set.of("java/util/Random", "java/util/SplittableRandom");

    /** Methods that give random numbers, or a generator of them, which are others each time. */
    private static final Set<String> UNSEEDED = Set.of(
            "java/lang/Math.random",
            "java/lang/StrictMath.random",
            "java/util/concurrent/ThreadLocalRandom.current",
            "java/util/random/RandomGenerator.of",
            "java/util/random/RandomGenerator.getDefault");

    private JdkObjects() {}

    /** {@return whether no object of a class can be made since it is the JDK's, or inside of such a class} */
    static boolean isClosed(String className) {
        return isJdk(className) && !OPEN.contains(className) && !OPEN.contains(className.replaceFirst("\\$.*", ""));
    }

    /** {@return whether a class is the JDK's} */
    static boolean isJdk(String className) {
        return className.startsWith("java/")
                || className.startsWith("javax/")
                || className.startsWith("jdk/")
                || className.startsWith("sun/");
    }

    /** {@return the class of what is made where a class is named} */
    static String made(String className) {
        return STANDING_FOR.getOrDefault(className, className);
    }

    /** {@return whether a call gives, or begins, random numbers that do not follow from a seed} */
    static boolean isUnseeded(MethodInsnNode call) {
        boolean constructs = call.name.equals("<init>") && call.desc.equals("()V");
        return constructs ? GENERATORS.contains(call.owner) : UNSEEDED.contains(call.owner + "." + call.name);
    }

    /** {@return whether a class or interface is one of generators of random numbers} */
    static boolean isGenerator(ClassFiles classes, String className) {
        return classes.find(className) != null && classes.isA(className, "java/util/random/RandomGenerator");
    }
}
