package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Verifier;
import dev.gpukernel.internal.pass.Pipeline;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Gives every method of many class files to the front end as if it were a kernel. Each must be translated to a function that the
 * verifier accepts, also after the passes, or be rejected with findings; anything else is a failure.
 */
final class ClassFileSweep {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** No method may take longer, whatever it calls. */
    private static final Duration MOST = Duration.ofSeconds(20);

    private final ClassLoader loader;
    private final List<String> failures = new ArrayList<>();
    private int translated;
    private int rejected;
    private Duration longest = Duration.ZERO;
    private String longestName = "";

    ClassFileSweep(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Sweeps modules of the JDK, folders and jars.
     *
     * @param arguments each {@code jrt:module}, {@code jrt:module/package/folder}, or a path
     */
    public static void main(String[] arguments) throws IOException {
        boolean failed = false;
        for (String argument : arguments) {
            ClassFileSweep sweep = new ClassFileSweep(ClassFileSweep.class.getClassLoader());
            sweep.all(argument, 1);
            sweep.failures.forEach(System.out::println);
            System.out.println(argument + ": " + sweep);
            failed |= !sweep.failures.isEmpty();
        }
        System.exit(failed ? 1 : 0);
    }

    /** Sweeps every n-th class file in one place. */
    void all(String place, int every) throws IOException {
        if (place.startsWith("jrt:")) {
            folder(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", place.substring(4)), every);
        } else if (place.endsWith(".jar")) {
            try (FileSystem jar = FileSystems.newFileSystem(Path.of(place))) {
                folder(jar.getPath("/"), every);
            }
        } else {
            folder(Path.of(place), every);
        }
    }

    private void folder(Path folder, int every) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(file -> file.toString().endsWith(".class"))
                    // Its initialisers fail, and count how often they are run.
                    .filter(file -> !String.valueOf(file.getFileName()).startsWith("ClassInitialiserTest"))
                    .sorted()
                    .toList();
        }
        for (int i = 0; i < files.size(); i += every) {
            bytes(Files.readAllBytes(files.get(i)));
        }
    }

    /** Sweeps the methods of a class file. */
    void bytes(byte[] classFile) {
        ClassNode owner = new ClassNode();
        new ClassReader(classFile).accept(owner, ClassReader.SKIP_FRAMES);
        ClassFiles classes = new ClassFiles(new LoadedClasses(loader));
        for (MethodNode method : owner.methods) {
            if (method.instructions.size() > 0) {
                // Of the processor, not of the clock: other tests run beside it.
                long start = THREADS.getCurrentThreadCpuTime();
                method(classes, new ClassFiles.Found(owner, method));
                time(
                        Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - start),
                        owner.name + "." + method.name + method.desc);
            }
        }
    }

    private void method(ClassFiles classes, ClassFiles.Found found) {
        String name = found.owner().name + "." + found.method().name + found.method().desc;
        Translation translation =
                new Translation(classes, name, true, false, Variant.USUAL, Outlining.RowOrder.ORDERED);
        try {
            FrontEnd.translate(translation, found);
            if (translation.findings.isEmpty() && isDeclaredLikeAKernel(translation, found.method())) {
                verify(translation.function);
                translated++;
            } else {
                translation.findings.inOrder();
                rejected++;
            }
        } catch (RuntimeException | Error e) {
            failures.add(name + ": " + e + " at "
                    + Stream.of(e.getStackTrace()).limit(6).toList());
        }
    }

    /** Of other methods, the signature is a finding. */
    private static boolean isDeclaredLikeAKernel(Translation translation, MethodNode method) {
        Block parameters = new Function("parameters").addBlock();
        return (method.access & Opcodes.ACC_STATIC) != 0
                && Stream.of(Type.getArgumentTypes(method.desc))
                        .allMatch(type ->
                                translation.records.operand(type, null, leaf -> parameters.addParam(leaf.type()))
                                        != null);
    }

    private static void verify(Function function) {
        Verifier.verify(function);
        Pipeline.run(Pipeline.CLEAN_UP, function, (_, changed) -> Verifier.verify(changed));
    }

    private void time(Duration time, String name) {
        if (time.compareTo(longest) > 0) {
            longest = time;
            longestName = name;
        }
        if (time.compareTo(MOST) > 0) {
            failures.add(name + ": took " + time);
        }
    }

    List<String> failures() {
        return failures;
    }

    int translated() {
        return translated;
    }

    int rejected() {
        return rejected;
    }

    @Override
    public String toString() {
        return translated + " translated, " + rejected + " rejected, " + failures.size() + " failed; longest "
                + longest.toMillis() + " ms: " + longestName;
    }
}
