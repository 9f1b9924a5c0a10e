package dev.gpukernel.internal.advice;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Settings;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.advice.Advice.Verdict;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.Differential;
import dev.gpukernel.oracle.InterpretedDevice;
import dev.gpukernel.oracle.Oracle;
import dev.gpukernel.oracle.Outcome;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Runs methods that the adviser says would be taken: each is annotated as it is loaded, and what it does in every form and on every device
 * is compared with plain Java by bits.
 *
 * <p>{@code java -cp gpukernel-core-gpu-tests.jar dev.gpukernel.internal.advice.AdvisedRuns COUNT SEED JARS...}, where {@code JARS} is a jar and
 * those that it needs, separated as in {@code java -cp}.
 */
final class AdvisedRuns {
    private static final Duration MOST = Duration.ofSeconds(60);

    /** A method may run for ever, given nonsense. */
    private static final Duration MOST_IN_JAVA = Duration.ofSeconds(2);

    /** Argument lists that are tried. */
    private static final int TRIES = 60;

    /** Of those that Java ends with a result, and of those for which it throws, so many are launched. */
    private static final int RUN = 4;

    /** A launch that is refused before it changes anything, as its documentation says. */
    private static final String DECLINED = "[" + Message.LOOP_CONDITION.code() + "]";

    private static final long PIECE_BYTES = 1 << 15;

    private final List<Gpu> gpus = Stream.concat(
                    Stream.of(OtherEngine.gpu(new InterpretedDevice.Interpreted(PIECE_BYTES, Long.MAX_VALUE))),
                    Gpu.all().stream())
            .toList();
    private int same;
    private int rounded;
    private int faults;
    private int declined;
    private final List<String> differences = new ArrayList<>();
    private final List<String> unrun = new ArrayList<>();

    private AdvisedRuns() {}

    /** A method that is taken, and where it is. */
    private record Taken(List<Path> jars, Advice advice) {}

    /**
     * Runs methods.
     *
     * @param arguments how many, the seed that chooses them, and jars
     */
    public static void main(String[] arguments) throws IOException {
        System.setProperty(Settings.VERIFY, "true");
        AdvisedRuns runs = new AdvisedRuns();
        System.out.println("devices: " + runs.gpus);
        List<Taken> taken = new ArrayList<>();
        for (String place : Arrays.asList(arguments).subList(2, arguments.length)) {
            taken.addAll(taken(
                    Stream.of(place.split(File.pathSeparator, -1)).map(Path::of).toList()));
        }
        Random random = new Random(Long.parseLong(arguments[1]));
        Collections.shuffle(taken, random);
        List<Taken> chosen = taken.subList(0, Math.min(taken.size(), Integer.parseInt(arguments[0])));
        System.out.printf("%d of %d methods that are taken%n", chosen.size(), taken.size());
        for (Taken method : chosen) {
            runs.run(method, random);
        }
        runs.differences.forEach(System.out::println);
        runs.unrun.forEach(System.out::println);
        System.out.printf(
                "%d methods: %d launches as in Java, %d of them throw, %d more in the order of sums that is documented, %d refused for their arguments; %d methods differ, %d not run%n",
                chosen.size(),
                runs.same,
                runs.faults,
                runs.rounded,
                runs.declined,
                runs.differences.size(),
                runs.unrun.size());
        System.exit(runs.differences.isEmpty() ? 0 : 1);
    }

    private static List<Taken> taken(List<Path> jars) throws IOException {
        try (JarClasses classes = new JarClasses(jars.getFirst(), jars.subList(1, jars.size()))) {
            return Survey.of(classes, name -> true, (className, method, descriptor) -> 0, MOST).advice().stream()
                    .filter(advice -> advice.verdict() == Verdict.TAKEN)
                    .map(advice -> new Taken(jars, advice))
                    .toList();
        }
    }

    private void run(Taken taken, Random random) {
        String name = taken.advice.toString();
        try (JarClasses classes = new JarClasses(taken.jars.getFirst(), taken.jars.subList(1, taken.jars.size()))) {
            Method method = new Loader(classes, taken.advice).method();
            if (!Modifier.isStatic(method.getModifiers())) {
                unrun.add(name + ": not static");
                return;
            }
            limited(MOST, () -> {
                // The interpreter finds the classes of exceptions there.
                Thread.currentThread()
                        .setContextClassLoader(method.getDeclaringClass().getClassLoader());
                launch(name, method, random);
                return name;
            });
        } catch (TimeoutException e) {
            unrun.add(name + ": took more than " + MOST);
        } catch (Exception | LinkageError e) {
            differences.add(name + ": " + e + " " + e.getCause());
        }
    }

    private void launch(String name, Method method, Random random) throws Exception {
        Differential differential = new Differential(method);
        int results = 0;
        int thrown = 0;
        for (int i = 0; i < TRIES && (results < RUN || thrown < RUN); i++) {
            List<Object> arguments = new AdvisedArguments(random).of(method);
            Outcome java = java(differential, method, arguments);
            if (java == null || (java.fault() == null ? results++ : thrown++) >= RUN) {
                continue;
            }
            Optional<String> difference = difference(differential.kernel(), method, arguments, java);
            if (difference.filter(text -> text.contains(DECLINED)).isPresent()) {
                declined++;
                continue;
            }
            boolean isRounded = difference.isPresent()
                    && java.fault() == null
                    && differential
                            .firstDifference(arguments, gpus, false, true)
                            .isEmpty();
            if (difference.isPresent() && !isRounded) {
                differences.add(name + ": " + difference.get() + "\n    with " + text(arguments));
                return;
            }
            rounded += isRounded ? 1 : 0;
            same += isRounded ? 0 : 1;
            faults += java.fault() == null ? 0 : 1;
        }
        if (results == 0) {
            unrun.add(name + ": throws for all arguments that were tried");
        }
    }

    private Optional<String> difference(Kernel kernel, Method method, List<Object> arguments, Outcome java) {
        for (Gpu gpu : gpus) {
            List<Object> copies = Oracle.copies(arguments);
            Outcome outcome;
            try {
                Object result = gpu.call(() -> kernel.launch(copies.toArray()));
                outcome = new Outcome(Oracle.leaves(copies), result, null);
            } catch (RuntimeException | LinkageError e) {
                String owner = method.getDeclaringClass().getName();
                outcome = new Outcome(Oracle.leaves(copies), Outcome.Fault.ofKernel(e, owner, method.getName()));
            }
            Optional<String> difference = java.describeDifference(outcome);
            if (difference.isPresent()) {
                return difference.map(text -> "on " + gpu + ": " + text);
            }
        }
        return Optional.empty();
    }

    private static String text(List<Object> arguments) {
        return Arrays.deepToString(arguments.toArray());
    }

    private static @Nullable Outcome java(Differential differential, Method method, List<Object> arguments)
            throws Exception {
        try {
            return limited(
                    MOST_IN_JAVA,
                    () -> Oracle.runJava(method, differential.compiled().form(), Oracle.GRID, arguments));
        } catch (TimeoutException e) {
            return null;
        }
    }

    private static <T> T limited(Duration most, Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().start(task);
        try {
            return task.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            switch (Objects.requireNonNull(e.getCause())) {
                case Error error -> throw error;
                case Exception exception -> throw exception;
                case Throwable other -> throw e;
            }
        }
    }

    /** Loads the classes of a jar, one of its methods annotated. */
    private static final class Loader extends ClassLoader {
        private final JarClasses classes;
        private final Advice advice;

        Loader(JarClasses classes, Advice advice) {
            super(GpuKernel.class.getClassLoader());
            this.classes = classes;
            this.advice = advice;
        }

        Method method() throws ClassNotFoundException {
            Method method = Arrays.stream(
                            loadClass(advice.className().replace('/', '.')).getDeclaredMethods())
                    .filter(candidate ->
                            candidate.getName().equals(advice.method().name())
                                    && Type.getMethodDescriptor(candidate)
                                            .equals(advice.method().descriptor()))
                    .findFirst()
                    .orElseThrow();
            method.setAccessible(true);
            return method;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (InputStream in = classes.open(name.replace('.', '/'))) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = annotated(in.readAllBytes());
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String resource) {
            String name = resource.replaceFirst("\\.class$", "");
            try (InputStream in = classes.open(name)) {
                return in == null ? null : new ByteArrayInputStream(annotated(in.readAllBytes()));
            } catch (IOException e) {
                return null;
            }
        }

        private byte[] annotated(byte[] bytes) {
            ClassReader reader = new ClassReader(bytes);
            if (!reader.getClassName().equals(advice.className())) {
                return bytes;
            }
            ClassWriter writer = new ClassWriter(0);
            reader.accept(
                    new ClassVisitor(Opcodes.ASM9, writer) {
                        @Override
                        public void visit(
                                int version,
                                int access,
                                String name,
                                @Nullable String signature,
                                String superName,
                                String @Nullable [] interfaces) {
                            // Older class files have no annotations.
                            super.visit(
                                    Math.max(version & 0xffff, Opcodes.V1_5),
                                    access,
                                    name,
                                    signature,
                                    superName,
                                    interfaces);
                        }

                        @Override
                        public MethodVisitor visitMethod(
                                int access,
                                String name,
                                String descriptor,
                                @Nullable String signature,
                                String @Nullable [] exceptions) {
                            MethodVisitor visitor = super.visitMethod(access, name, descriptor, signature, exceptions);
                            if (name.equals(advice.method().name())
                                    && descriptor.equals(advice.method().descriptor())) {
                                visitor.visitAnnotation(Type.getDescriptor(GpuKernel.class), true)
                                        .visitEnd();
                            }
                            return visitor;
                        }
                    },
                    0);
            return writer.toByteArray();
        }
    }
}
