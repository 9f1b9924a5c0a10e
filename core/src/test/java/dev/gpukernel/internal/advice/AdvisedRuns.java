package dev.gpukernel.internal.advice;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Settings;
import dev.gpukernel.contract.ObjectText;
import dev.gpukernel.contract.StaticState;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.advice.Advice.Verdict;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.frontend.ArrayLoops;
import dev.gpukernel.internal.frontend.ArrayLoops.Looping;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.Differential;
import dev.gpukernel.oracle.InterpretedDevice;
import dev.gpukernel.oracle.Oracle;
import dev.gpukernel.oracle.Outcome;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Runs methods that the adviser says are taken as they stand: each is annotated as it is loaded, and what it does in every form and on every
 * device is compared with plain Java by bits. Methods are drawn at random until enough of them have run.
 *
 * <p>{@code java -cp gpukernel-core-gpu-tests.jar dev.gpukernel.internal.advice.AdvisedRuns [--threads T] [--class C] COUNT SEED JARS...}, where
 * {@code JARS} is a jar and those that it needs, separated as in {@code java -cp}. With {@code T} threads, as many methods run at a time;
 * of classes whose names match the regular expression {@code C}, if there is one.
 */
final class AdvisedRuns {
    private static final Duration MOST = Duration.ofMinutes(5);

    /** A method may run for ever, given nonsense. */
    private static final Duration MOST_IN_JAVA = Duration.ofSeconds(2);

    /** Limits are in the time of a processor, which other work on the machine does not take; what waits has this many times as long. */
    private static final int WAITING = 5;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    /** Argument lists that are tried. */
    private static final int TRIES = 60;

    /** Of those that Java ends with a result, and of those for which it throws, so many are launched. */
    private static final int RUN = 4;

    /** Launches that are refused before they change anything, as their documentation says, and those that an interpreter gives up. */
    private static final List<String> DECLINED = List.of(
            "[" + Message.LOOP_CONDITION.code() + "]",
            "[" + Message.ALIASED_ARGUMENTS.code() + "]",
            "OracleException: more than");

    private static final long PIECE_BYTES = 1 << 15;

    private final long seed;
    private final List<Candidate> candidates;
    private final int count;
    private int drawn;
    private int taken;
    private int same;
    private int rounded;
    private int faults;
    private int declined;

    /** Launches that plain Java did, with a warning. */
    private int plain;

    private int ran;
    private final List<String> differences = new ArrayList<>();
    private final List<String> unrun = new ArrayList<>();

    private AdvisedRuns(int count, long seed, List<Candidate> candidates) {
        this.count = count;
        this.seed = seed;
        this.candidates = new ArrayList<>(candidates);
        Collections.shuffle(this.candidates, new Random(seed));
    }

    /** A method, and where it is. */
    private record Candidate(JarClasses classes, String className, Looping method) {}

    /** Counts launches of a thread that are done by plain Java, of which the library warns. */
    private static final class PlainLaunches extends Handler {
        private static final ThreadLocal<AtomicInteger> COUNT = ThreadLocal.withInitial(AtomicInteger::new);

        static int count() {
            return COUNT.get().get();
        }

        @Override
        public void publish(LogRecord warning) {
            if (warning.getMessage().startsWith("[" + Message.RAN_AS_JAVA.code() + "]")) {
                COUNT.get().incrementAndGet();
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /**
     * Runs methods.
     *
     * @param options how many threads, which classes, how many methods, the seed that chooses them, and jars
     */
    public static void main(String[] options) throws IOException, InterruptedException {
        System.setProperty(Settings.VERIFY, "true");
        Logger logger = Logger.getLogger("dev.gpukernel");
        logger.addHandler(new PlainLaunches());
        logger.setUseParentHandlers(false);
        int threads = 1;
        Pattern pattern = Pattern.compile(".*");
        List<String> arguments = Arrays.asList(options);
        while (arguments.getFirst().startsWith("--")) {
            if (arguments.getFirst().equals("--threads")) {
                threads = Integer.parseInt(arguments.get(1));
            } else {
                pattern = Pattern.compile(arguments.get(1));
            }
            arguments = arguments.subList(2, arguments.size());
        }
        List<Candidate> candidates = new ArrayList<>();
        for (String place : arguments.subList(2, arguments.size())) {
            List<Path> paths =
                    Stream.of(place.split(File.pathSeparator, -1)).map(Path::of).toList();
            JarClasses classes = new JarClasses(paths.getFirst(), paths.subList(1, paths.size()));
            for (String name : classes.names()) {
                if (!pattern.matcher(name.replace('/', '.')).matches()) {
                    continue;
                }
                ArrayLoops.of(classes.bytes(name)).looping().stream()
                        .map(method -> new Candidate(classes, name, method))
                        .forEach(candidates::add);
            }
        }
        AdvisedRuns runs =
                new AdvisedRuns(Integer.parseInt(arguments.get(0)), Long.parseLong(arguments.get(1)), candidates);
        List<Thread> workers = Stream.generate(() -> Thread.ofPlatform().start(runs.new Worker()))
                .limit(threads)
                .toList();
        for (Thread thread : workers) {
            thread.join();
        }
        System.exit(runs.report() ? 0 : 1);
    }

    /** {@return the number of the next method of the order that was chosen, none once enough of them have run} */
    private synchronized OptionalInt next() {
        return ran < count && drawn < candidates.size() ? OptionalInt.of(drawn++) : OptionalInt.empty();
    }

    /** {@return whether nothing differed} */
    private synchronized boolean report() {
        differences.forEach(System.out::println);
        unrun.forEach(System.out::println);
        System.out.printf(
                "%d methods drawn, %d of them taken as they stand: %d ran, %d not, %d differ; %d launches as in Java, %d of them throw, %d more in the order of sums that is documented, %d refused for their arguments, %d by plain Java with a warning%n",
                drawn, taken, ran, unrun.size(), differences.size(), same, faults, rounded, declined, plain);
        return differences.isEmpty();
    }

    private synchronized void note(Trial trial) {
        synchronized (trial) {
            trial.isOver = true;
            taken++;
            if (trial.difference != null) {
                differences.add(trial.name + ": " + trial.difference);
                System.out.println("DIFFERS " + differences.getLast());
            } else if (trial.onDevices > 0) {
                ran++;
            } else {
                unrun.add(trial.name + ": " + trial.why);
            }
            same += trial.same;
            rounded += trial.rounded;
            faults += trial.faults;
            declined += trial.declined;
            plain += trial.plain;
            System.out.println(trial);
        }
    }

    /** Runs methods, one after another, on devices of its own. */
    private final class Worker implements Runnable {
        private final Map<JarClasses, MethodCheck> checks = new HashMap<>();
        private final List<Gpu> gpus = Stream.concat(
                        Stream.of(OtherEngine.gpu(new InterpretedDevice.Interpreted(PIECE_BYTES, Long.MAX_VALUE))),
                        Gpu.all().stream())
                .toList();

        @Override
        public void run() {
            for (OptionalInt next = next(); next.isPresent(); next = next()) {
                int number = next.getAsInt();
                Candidate candidate = candidates.get(number);
                Advice advice = checks.computeIfAbsent(
                                candidate.classes,
                                classes -> new MethodCheck(classes, new ClassHierarchy(classes)::below, MOST))
                        .check(candidate.className, candidate.method, 0);
                if (advice.verdict() == Verdict.TAKEN) {
                    note(run(candidate.classes, advice, new Random(seed + number + 1)));
                }
            }
        }

        private Trial run(JarClasses classes, Advice advice, Random random) {
            Trial trial = new Trial(advice.toString(), gpus);
            try {
                Loader loader = new Loader(classes, advice);
                Method method = loader.method();
                int most = advice.method().depth() > 2 ? 17 : advice.method().depth() > 1 ? 40 : 300;
                long own = random.nextLong();
                limited(MOST, () -> {
                    // The interpreter finds the classes of exceptions there.
                    Thread.currentThread().setContextClassLoader(loader);
                    Differential differential = takesObjects(method) ? null : new Differential(method);
                    if (differential == null || differential.compiled().usesStaticFields()) {
                        trial.launchWithObjects(method, loader, own, most);
                    } else {
                        trial.launch(method, differential, new Random(own), most);
                    }
                    return trial;
                });
            } catch (TimeoutException e) {
                trial.why = "took more than " + MOST;
            } catch (Exception | LinkageError | StackOverflowError e) {
                trial.difference = e + " " + e.getCause();
            }
            return trial;
        }
    }

    /** How launches of a method went. */
    private static final class Trial {
        private final String name;
        private final List<Gpu> gpus;

        /** Launches that led to the same on all devices, without plain Java, and threw nothing. */
        private int onDevices;

        private int same;
        private int rounded;
        private int faults;
        private int declined;
        private int plain;
        private String why = "";
        private @Nullable String difference;

        /** Whether it took too long and nothing of it counts any more. */
        private boolean isOver;

        Trial(String name, List<Gpu> gpus) {
            this.name = name;
            this.gpus = gpus;
        }

        /** Notes a launch that led to what it should. */
        synchronized void note(boolean throwsInJava, boolean isRounded, boolean isPlain) {
            if (isOver) {
                return;
            }
            onDevices += throwsInJava || isPlain ? 0 : 1;
            same += isRounded || isPlain ? 0 : 1;
            rounded += isRounded ? 1 : 0;
            faults += throwsInJava ? 1 : 0;
            plain += isPlain ? 1 : 0;
        }

        /**
         * Arguments are made once more for each run, from one seed, as objects cannot be copied. Each run finds in static fields what the first
         * one found there, after one that had to initialise classes.
         */
        void launchWithObjects(Method method, Loader loader, long seed, int most) throws Exception {
            Random seeds = new Random(seed);
            int results = 0;
            int thrown = 0;
            int made = 0;
            String why = "";
            for (int i = 0; i < TRIES && (onDevices < RUN || thrown < RUN); i++) {
                long own = seeds.nextLong();
                // Some objects are of use once other methods of theirs were called.
                boolean isUsed = i > TRIES / 4 && onDevices == 0;
                Callable<List<Object>> arguments = () -> {
                    AdvisedArguments maker = new AdvisedArguments(new Random(own), loader::below, most);
                    List<Object> all = maker.of(method);
                    if (isUsed) {
                        maker.use(all, method);
                    }
                    return all;
                };
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
                StaticState unset = StaticState.of(List.of());
                Ending java = javaEnding(method, arguments.call(), unset);
                StaticState statics = java == null ? unset : loader.statics();
                if (java != null) {
                    java = javaEnding(method, arguments.call(), statics);
                    statics.restore();
                }
                if (java == null || (java.thrown == null ? onDevices : thrown) >= RUN) {
                    continue;
                }
                results += java.thrown == null ? 1 : 0;
                thrown += java.thrown == null ? 0 : 1;
                int plainBefore = PlainLaunches.count();
                List<Ending> launched = new ArrayList<>();
                for (Gpu gpu : gpus) {
                    launched.add(ending(
                            arguments.call(),
                            statics,
                            all -> gpu.call(() -> Kernel.of(method.getDeclaringClass(), method.getName())
                                    .launch(all.toArray()))));
                    statics.restore();
                }
                if (launched.stream().anyMatch(ending -> isDeclined(String.valueOf(ending.thrown)))) {
                    declined++;
                    continue;
                }
                boolean isRounded = false;
                for (Ending ending : launched) {
                    String difference = java.difference(ending, false);
                    isRounded |= !difference.isEmpty();
                    // In the documented order, every device has the same bits. Of a launch that throws, plain Java may
                    // have done all.
                    String real = difference.isEmpty()
                                    || (java.thrown == null
                                            && !launched.getFirst()
                                                    .difference(ending, false)
                                                    .isEmpty())
                            ? difference
                            : java.difference(ending, true);
                    if (!real.isEmpty()) {
                        this.difference = "on " + gpus.get(launched.indexOf(ending)) + ": " + real + "\n    with seed "
                                + own + ": "
                                + abridged(ObjectText.of(arguments.call().toArray()));
                        return;
                    }
                }
                note(java.thrown != null, isRounded, PlainLaunches.count() > plainBefore);
            }
            this.why = results > 0
                    ? "plain Java runs it, or it is refused for its arguments"
                    : made == 0
                            ? why
                            : thrown > 0 ? "throws for all arguments that were tried" : "takes too long, or " + why;
        }

        void launch(Method method, Differential differential, Random random, int most) throws Exception {
            int results = 0;
            int thrown = 0;
            for (int i = 0; i < TRIES && (onDevices < RUN || thrown < RUN); i++) {
                List<Object> arguments = new AdvisedArguments(random, _ -> List.of(), most).of(method);
                Outcome java = java(differential, method, arguments);
                if (java == null || (java.fault() == null ? onDevices : thrown) >= RUN) {
                    continue;
                }
                results += java.fault() == null ? 1 : 0;
                thrown += java.fault() == null ? 0 : 1;
                int plainBefore = PlainLaunches.count();
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
                    this.difference = difference.get() + "\n    with " + abridged(text(arguments));
                    return;
                }
                note(java.fault() != null, isRounded, PlainLaunches.count() > plainBefore);
            }
            this.why = results > 0
                    ? "plain Java runs it, or it is refused for its arguments"
                    : "throws for all arguments that were tried";
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

        @Override
        public String toString() {
            return "%s: %d as in Java, %d of them throw, %d rounded, %d refused, %d plain, %s"
                    .formatted(name, same, faults, rounded, declined, plain, onDevices > 0 ? "ran" : "not run: " + why);
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
                int otherPlace = other.lastIndexOf(' ') + 1;
                String first = one.substring(place);
                String second = other.substring(otherPlace);
                double left = Double.parseDouble(first);
                double right = Double.parseDouble(second);
                double most = isFloat(first) && isFloat(second) ? 1e-5 : 1e-9;
                return one.substring(0, place).equals(other.substring(0, otherPlace))
                        && Math.abs(left - right) <= most * Math.max(1, Math.max(Math.abs(left), Math.abs(right)));
            } catch (NumberFormatException e) {
                return false;
            }
        }
    }

    /** {@return whether a number is written as floats are, which take fewer digits than most doubles} */
    private static boolean isFloat(String number) {
        return Float.toString(Float.parseFloat(number)).equals(number);
    }

    private static String abridged(String text) {
        String line = text.replace('\n', ' ');
        return line.length() > 1500 ? line.substring(0, 1500) + " …" : line;
    }

    /** Runs something with arguments. */
    private interface Launch {
        @Nullable Object run(List<Object> arguments) throws Throwable;
    }

    private static Ending ending(List<Object> arguments, StaticState statics, Launch launch) {
        List<@Nullable Object> all = new ArrayList<>(arguments);
        String thrown = null;
        try {
            all.add(launch.run(arguments));
        } catch (InvocationTargetException e) {
            thrown = text(Objects.requireNonNull(e.getCause()));
        } catch (Throwable e) {
            thrown = text(e);
        }
        statics.now().forEach(all::add);
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

    private static @Nullable Ending javaEnding(Method method, List<Object> arguments, StaticState statics)
            throws Exception {
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        try {
            return limited(
                    MOST_IN_JAVA,
                    () -> ending(
                            arguments,
                            statics,
                            all -> method.invoke(
                                    isStatic ? null : all.getFirst(),
                                    isStatic
                                            ? all.toArray()
                                            : all.subList(1, all.size()).toArray())));
        } catch (TimeoutException e) {
            return null;
        }
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
        Thread thread = Thread.ofPlatform().daemon().start(task);
        long end = System.nanoTime() + WAITING * most.toNanos();
        try {
            while (true) {
                try {
                    return task.get(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    if (THREADS.getThreadCpuTime(thread.threadId()) > most.toNanos() || System.nanoTime() > end) {
                        task.cancel(true);
                        throw e;
                    }
                }
            }
        } catch (ExecutionException e) {
            switch (Objects.requireNonNull(e.getCause())) {
                case Error error -> throw error;
                case Exception exception -> throw exception;
                case Throwable other -> throw e;
            }
        }
    }

    /** Asks before each jump back. */
    private static final class AskingLoops extends MethodVisitor {
        private final Set<Label> seen = new HashSet<>();

        AskingLoops(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitLabel(Label label) {
            seen.add(label);
            super.visitLabel(label);
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            if (seen.contains(label)) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, Type.getInternalName(Stop.class), "ask", "()V", false);
            }
            super.visitJumpInsn(opcode, label);
        }
    }

    /** Loads the classes of a jar, one of its methods annotated. */
    private static final class Loader extends ClassLoader {
        private final JarClasses classes;
        private final Advice advice;
        private final ClassHierarchy hierarchy;
        private final Set<Class<?>> defined = Collections.newSetFromMap(new ConcurrentHashMap<>());

        Loader(JarClasses classes, Advice advice) {
            super(GpuKernel.class.getClassLoader());
            this.classes = classes;
            this.advice = advice;
            this.hierarchy = new ClassHierarchy(classes);
        }

        /** {@return what static fields hold of all classes that are there} */
        StaticState statics() {
            return StaticState.of(defined.stream()
                    .sorted(Comparator.comparing(Class::getName))
                    .toList());
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
                byte[] bytes = stoppable(annotated(in.readAllBytes()));
                Class<?> loaded = defineClass(name, bytes, 0, bytes.length);
                defined.add(loaded);
                return loaded;
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

        /** {@return the class with loops that ask whether to stop, which what is compiled does not see} */
        private static byte[] stoppable(byte[] bytes) {
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            new ClassReader(bytes)
                    .accept(
                            new ClassVisitor(Opcodes.ASM9, writer) {
                                @Override
                                public MethodVisitor visitMethod(
                                        int access,
                                        String name,
                                        String descriptor,
                                        @Nullable String signature,
                                        String @Nullable [] exceptions) {
                                    return new AskingLoops(
                                            super.visitMethod(access, name, descriptor, signature, exceptions));
                                }
                            },
                            0);
            return writer.toByteArray();
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
