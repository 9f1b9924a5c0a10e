package dev.gpukernel.internal.advice;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.Settings;
import dev.gpukernel.contract.ObjectText;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.advice.Advice.Verdict;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.Differential;
import dev.gpukernel.oracle.InterpretedDevice;
import dev.gpukernel.oracle.Oracle;
import dev.gpukernel.oracle.Outcome;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
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

    /** Launches that are refused before they change anything, as their documentation says. */
    private static final List<String> DECLINED = Stream.of(Message.LOOP_CONDITION, Message.ALIASED_ARGUMENTS)
            .map(message -> "[" + message.code() + "]")
            .toList();

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

    /** Methods that are refused for objects of some classes, which the adviser did not try. */
    private final Map<String, String> refused = new TreeMap<>();

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
        runs.refused.forEach((name, why) -> System.out.println(name + ": refused for objects of some classes: " + why));
        System.out.printf(
                "%d methods: %d launches as in Java, %d of them throw, %d more in the order of sums that is documented, %d refused for their arguments; %d methods differ, %d not run, %d refused for objects of some classes%n",
                chosen.size(),
                runs.same,
                runs.faults,
                runs.rounded,
                runs.declined,
                runs.differences.size(),
                runs.unrun.size(),
                runs.refused.size());
        System.exit(runs.differences.isEmpty() ? 0 : 1);
    }

    private static List<Taken> taken(List<Path> jars) throws IOException {
        try (JarClasses classes = new JarClasses(jars.getFirst(), jars.subList(1, jars.size()))) {
            return Survey.of(classes, name -> true, (className, method, descriptor) -> 0, MOST).advice().stream()
                    .filter(advice -> advice.verdict() == Verdict.TAKEN || advice.verdict() == Verdict.TAKEN_WITH)
                    .map(advice -> new Taken(jars, advice))
                    .toList();
        }
    }

    private void run(Taken taken, Random random) {
        String name = taken.advice.toString();
        try (JarClasses classes = new JarClasses(taken.jars.getFirst(), taken.jars.subList(1, taken.jars.size()))) {
            Loader loader = new Loader(classes, taken.advice);
            Method method = loader.method();
            long seed = random.nextLong();
            limited(MOST, () -> {
                // The interpreter finds the classes of exceptions there.
                Thread.currentThread().setContextClassLoader(loader);
                if (takesObjects(method)) {
                    launchWithObjects(name, method, loader::below, seed);
                } else {
                    launch(name, method, new Random(seed));
                }
                return name;
            });
        } catch (TimeoutException e) {
            unrun.add(name + ": took more than " + MOST);
        } catch (Exception | LinkageError e) {
            differences.add(name + ": " + e + " " + e.getCause());
        }
    }

    private static boolean isDeclined(String text) {
        return DECLINED.stream().anyMatch(text::contains);
    }

    private static boolean takesObjects(Method method) {
        return (!method.getReturnType().isPrimitive() && !method.getReturnType().isArray())
                || Leaves.arguments(method).stream().anyMatch(type -> Leaves.isObject(type));
    }

    /** What became of objects and arrays, and what was returned or thrown. */
    private record Ending(List<String> state, @Nullable String thrown) {
        /** {@return how it differs from another one, empty if it does not} */
        String difference(Ending other, boolean isRounded) {
            if (!Objects.equals(thrown, other.thrown)) {
                return "throws " + other.thrown + " in place of " + thrown;
            }
            for (int i = 0; i < Math.max(state.size(), other.state.size()); i++) {
                String one = i < state.size() ? state.get(i) : "nothing";
                String that = i < other.state.size() ? other.state.get(i) : "nothing";
                if (!one.equals(that) && !(isRounded && areNear(one, that))) {
                    return "state line %d is '%s' in place of '%s'".formatted(i, that, one);
                }
            }
            return "";
        }

        /** {@return whether two lines are of numbers that sums of another order may lead to} */
        private static boolean areNear(String one, String other) {
            try {
                int place = one.lastIndexOf(' ') + 1;
                double left = Double.parseDouble(one.substring(place));
                double right = Double.parseDouble(other.substring(other.lastIndexOf(' ') + 1));
                return one.substring(0, place).equals(other.substring(0, other.lastIndexOf(' ') + 1))
                        && Math.abs(left - right) <= 1e-9 * Math.max(1, Math.max(Math.abs(left), Math.abs(right)));
            } catch (NumberFormatException e) {
                return false;
            }
        }
    }

    /** Arguments are made once more for each run, from one seed, as objects cannot be copied. */
    private void launchWithObjects(String name, Method method, Function<Class<?>, List<Class<?>>> below, long seed)
            throws Exception {
        Random seeds = new Random(seed);
        int results = 0;
        int thrown = 0;
        int made = 0;
        String why = "";
        for (int i = 0; i < TRIES && (results < RUN || thrown < RUN); i++) {
            long own = seeds.nextLong();
            Callable<List<Object>> arguments = () -> new AdvisedArguments(new Random(own), below).of(method);
            try {
                if (!ObjectText.of(arguments.call().toArray())
                        .equals(ObjectText.of(arguments.call().toArray()))) {
                    why = "objects are others each time";
                    continue;
                }
            } catch (IllegalArgumentException | java.lang.reflect.InaccessibleObjectException e) {
                why = String.valueOf(e.getMessage());
                continue;
            }
            made++;
            Ending java = javaEnding(method, arguments.call());
            if (java == null || (java.thrown == null ? results++ : thrown++) >= RUN) {
                continue;
            }
            List<Ending> launched = new ArrayList<>();
            for (Gpu gpu : gpus) {
                launched.add(ending(
                        arguments.call(),
                        all -> gpu.call(() -> Kernel.of(method.getDeclaringClass(), method.getName())
                                .launch(all.toArray()))));
            }
            if (launched.stream().anyMatch(ending -> isDeclined(String.valueOf(ending.thrown)))) {
                declined++;
                continue;
            }
            if (launched.stream()
                    .anyMatch(ending ->
                            String.valueOf(ending.thrown).contains(KernelRejectedException.class.getName()))) {
                why = String.valueOf(launched.getFirst().thrown);
                refused.merge(name, why, (first, _) -> first);
                continue;
            }
            boolean isRounded = false;
            for (Ending ending : launched) {
                String difference = java.difference(ending, false);
                isRounded |= !difference.isEmpty();
                // In the documented order, every device has the same bits.
                String real = difference.isEmpty()
                                || !launched.getFirst()
                                        .difference(ending, false)
                                        .isEmpty()
                        ? difference
                        : java.difference(ending, true);
                if (!real.isEmpty()) {
                    differences.add(name + ": on " + gpus.get(launched.indexOf(ending)) + ": " + real
                            + "\n    with seed " + own + ": "
                            + abridged(ObjectText.of(arguments.call().toArray())));
                    return;
                }
            }
            rounded += isRounded ? 1 : 0;
            same += isRounded ? 0 : 1;
            faults += java.thrown == null ? 0 : 1;
        }
        if (results == 0) {
            unrun.add(name + ": "
                    + (made == 0
                            ? why
                            : thrown > 0 ? "throws for all arguments that were tried" : "takes too long, or " + why));
        }
    }

    private static String abridged(String text) {
        String line = text.replace('\n', ' ');
        return line.length() > 1500 ? line.substring(0, 1500) + " …" : line;
    }

    /** Runs something with arguments. */
    private interface Launch {
        @Nullable Object run(List<Object> arguments) throws Throwable;
    }

    private static Ending ending(List<Object> arguments, Launch launch) {
        List<@Nullable Object> all = new ArrayList<>(arguments);
        String thrown = null;
        try {
            all.add(launch.run(arguments));
        } catch (InvocationTargetException e) {
            thrown = text(Objects.requireNonNull(e.getCause()));
        } catch (Throwable e) {
            thrown = text(e);
        }
        return new Ending(ObjectText.of(all.toArray()).lines().toList(), thrown);
    }

    private static String text(Throwable thrown) {
        String place = Stream.of(thrown.getStackTrace())
                .filter(frame -> !frame.getClassName().startsWith("java.")
                        && !frame.getClassName().startsWith("dev.gpukernel"))
                .findFirst()
                .map(StackTraceElement::toString)
                .orElse("");
        return thrown.getClass().getName() + ": " + thrown.getMessage() + " at " + place.replaceAll(".*/", "");
    }

    private static @Nullable Ending javaEnding(Method method, List<Object> arguments) throws Exception {
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        try {
            return limited(
                    MOST_IN_JAVA,
                    () -> ending(
                            arguments,
                            all -> method.invoke(
                                    isStatic ? null : all.getFirst(),
                                    isStatic
                                            ? all.toArray()
                                            : all.subList(1, all.size()).toArray())));
        } catch (TimeoutException e) {
            return null;
        }
    }

    private void launch(String name, Method method, Random random) throws Exception {
        Differential differential = new Differential(method);
        int results = 0;
        int thrown = 0;
        for (int i = 0; i < TRIES && (results < RUN || thrown < RUN); i++) {
            List<Object> arguments = new AdvisedArguments(random, _ -> List.of()).of(method);
            Outcome java = java(differential, method, arguments);
            if (java == null || (java.fault() == null ? results++ : thrown++) >= RUN) {
                continue;
            }
            Optional<String> difference = difference(differential.kernel(), method, arguments, java);
            if (difference.filter(AdvisedRuns::isDeclined).isPresent()) {
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
        private final ClassHierarchy hierarchy;

        Loader(JarClasses classes, Advice advice) {
            super(GpuKernel.class.getClassLoader());
            this.classes = classes;
            this.advice = advice;
            this.hierarchy = new ClassHierarchy(classes);
        }

        /** {@return classes for objects of a type: itself, what the adviser took it for, or, where that is nothing, any below it} */
        List<Class<?>> below(Class<?> type) {
            boolean isConcrete = !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
            List<Class<?>> all = (isConcrete
                            ? Stream.of(type.getName())
                            : hierarchy.below(type.getName().replace('.', '/')).stream()
                                    .map(name -> name.replace('/', '.')))
                    .<Class<?>>map(this::named)
                    .toList();
            List<Class<?>> assumed = all.stream()
                    .filter(below -> advice.assumed().contains(below.getName()))
                    .toList();
            return assumed.isEmpty() ? all : assumed;
        }

        private Class<?> named(String name) {
            try {
                return loadClass(name);
            } catch (ClassNotFoundException e) {
                throw new LinkageError(name, e);
            }
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
