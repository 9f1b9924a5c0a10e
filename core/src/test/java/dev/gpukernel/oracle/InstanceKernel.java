package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Shape;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A random kernel whose parameters have become fields, those that it assigns to among them: of its object, or static ones. It is an instance
 * method, or a static one that keeps its first parameter and finds the others in static fields.
 *
 * @param seed what it was made from
 * @param original the static kernel
 */
record InstanceKernel(long seed, LaunchedKernel original) implements LaunchedKernel {
    /** A method with the parameters that the kernel had. */
    private static final String TYPES = "types";

    private static final Pattern HEAD =
            Pattern.compile("static (\\S+(?:\\[])*) " + METHOD + "\\(([^)]*)\\) \\{", Pattern.DOTALL);

    /** {@return a generator of such kernels, of what others make in turn} */
    static LongFunction<InstanceKernel> generator() {
        CarriedGenerator carried = new CarriedGenerator();
        ArraysGenerator arrays = new ArraysGenerator();
        StorageGenerator storage = new StorageGenerator();
        return seed -> new InstanceKernel(
                seed,
                switch ((int) (seed % 3)) {
                    case 0 -> carried.generate(seed / 3);
                    case 1 -> arrays.generate(seed / 3);
                    default -> ofLoops(storage, seed / 3);
                });
    }

    /** Of grid kernels, parameters alone are generated. */
    private static LaunchedKernel ofLoops(StorageGenerator generator, long seed) {
        LaunchedKernel kernel = generator.generate(seed);
        return kernel.isGrid() ? generator.generate(seed + 1) : kernel;
    }

    @Override
    public String className() {
        return original.className();
    }

    @Override
    public String source() {
        Matcher head = HEAD.matcher(original.source());
        if (!head.find()) {
            throw new IllegalStateException("no kernel in " + original.source());
        }
        String parameters = head.group(2);
        String[] each = parameters.isBlank() ? new String[0] : parameters.split(",");
        boolean isStatic = isStatic(each.length);
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < each.length; i++) {
            fields.append(isStatic || isStaticField(i) ? "static " : "")
                    .append(each[i])
                    .append("; ");
        }
        // In the line of the original, so that lines stay what they are.
        String replaced = "%s static void %s(%s) {} @dev.gpukernel.GpuKernel %s%s %s(%s) {"
                .formatted(
                        fields,
                        TYPES,
                        parameters,
                        isStatic ? "static " : "",
                        head.group(1),
                        METHOD,
                        isStatic ? each[0] : "");
        return head.replaceFirst(Matcher.quoteReplacement(replaced)).replaceFirst("@GpuKernel(?=\\s)", "");
    }

    /** {@return whether the kernel is a static method} */
    private boolean isStatic(int parameters) {
        return parameters > 1 && choice(0);
    }

    private boolean isStaticField(int number) {
        return choice(number + 1);
    }

    /** {@return true in one of four cases} */
    private boolean choice(int number) {
        return (((seed * 0x9E3779B97F4A7C15L) >>> (12 + 2 * (number % 25))) & 3) == 0;
    }

    @Override
    public Expectation expectation() {
        return original.expectation() == Expectation.ACCEPTED ? Expectation.OPEN : original.expectation();
    }

    @Override
    public boolean mayRunOnHost() {
        return original.mayRunOnHost();
    }

    @Override
    public boolean isGrid() {
        return original.isGrid();
    }

    @Override
    public Shape shape() {
        return original.shape();
    }

    @Override
    public boolean hasWarps() {
        return original.hasWarps();
    }

    /** Arrays of records, segments and records in fields are read alone. */
    @Override
    public Set<Message> codes() {
        Set<Message> codes = EnumSet.of(Message.FIELD_WRITE);
        codes.addAll(original.codes());
        return codes;
    }

    @Override
    public List<String> parameters() {
        return original.parameters();
    }

    @Override
    public LaunchArguments arguments(int number, Method method) {
        for (Method types : method.getDeclaringClass().getDeclaredMethods()) {
            if (types.getName().equals(TYPES)) {
                return new Arguments(original.arguments(number, types), !original.isGrid());
            }
        }
        throw new IllegalArgumentException("no method " + TYPES + " beside " + method);
    }

    /**
     * The same arguments, all of them on the host.
     *
     * @param leavesAsJava whether arrays are as Java leaves them where it throws, as plain Java then does it again
     */
    record Arguments(LaunchArguments originals, boolean leavesAsJava) implements LaunchArguments {
        @Override
        public List<Object> values() {
            return originals.values();
        }

        @Override
        public boolean isOnDevice(int argument) {
            return false;
        }

        @Override
        public Object array(int argument, Object value) {
            return originals.array(argument, value);
        }

        @Override
        public int launches() {
            return originals.launches();
        }

        @Override
        public boolean mayBeRefused(String message, Outcome java) {
            return originals.mayBeRefused(message, java);
        }

        @Override
        public boolean mayRunAsJava() {
            return true;
        }
    }

    /** What is called with an object, or with what a static method takes. */
    interface Use {
        @Nullable Object of(Object[] arguments) throws InvocationTargetException, IllegalAccessException;
    }

    /**
     * Calls a kernel, on an object if it is an instance method.
     *
     * @param values what fields hold, before and after; the first of them are also the arguments of a static method
     */
    static @Nullable Object call(Method method, List<String> parameters, List<Object> values, Use use)
            throws InvocationTargetException, IllegalAccessException {
        Object object = made(method.getDeclaringClass());
        for (int i = 0; i < values.size(); i++) {
            field(method, parameters.get(i)).set(object, values.get(i));
        }
        int passed = method.getParameterCount();
        try {
            return use.of(
                    Modifier.isStatic(method.getModifiers())
                            ? values.subList(0, passed).toArray()
                            : new Object[] {object});
        } finally {
            for (int i = passed; i < values.size(); i++) {
                values.set(i, field(method, parameters.get(i)).get(object));
            }
        }
    }

    private static Object made(Class<?> type) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Field field(Method method, String name) {
        try {
            Field field = method.getDeclaringClass().getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }
}
