package dev.gpukernel.internal.advice;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/** Which classes of a jar, and of those that it needs, extend or implement which. */
final class ClassHierarchy {
    private final Map<String, List<String>> directlyBelow = new HashMap<>();
    private final Set<String> concrete = new HashSet<>();

    /** Reads the heads of all class files. */
    ClassHierarchy(JarClasses jar) {
        Stream<String> names = Stream.concat(jar.names().stream(), jar.needed());
        for (String name : names.distinct().toList()) {
            try (InputStream file = jar.open(name)) {
                if (file != null) {
                    add(new ClassReader(file));
                }
            } catch (IOException | RuntimeException _) {
                // The survey tells of files that are broken.
            }
        }
    }

    private void add(ClassReader head) {
        String name = head.getClassName();
        if ((head.getAccess() & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) == 0) {
            concrete.add(name);
        }
        List<String> above = new ArrayList<>(List.of(head.getInterfaces()));
        if (head.getSuperName() != null) {
            above.add(head.getSuperName());
        }
        above.forEach(type ->
                directlyBelow.computeIfAbsent(type, _ -> new ArrayList<>()).add(name));
    }

    /** {@return the classes below a class or interface that are not abstract, the nearest first} */
    List<String> below(String className) {
        List<String> reached = new ArrayList<>(List.of(className));
        for (int i = 0; i < reached.size(); i++) {
            for (String next : directlyBelow.getOrDefault(reached.get(i), List.of())) {
                if (!reached.contains(next)) {
                    reached.add(next);
                }
            }
        }
        return reached.stream().filter(concrete::contains).toList();
    }
}
