package dev.gpukernel.benchmarks.suite;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * One kernel of the suite: a method, and a function of the same name in CUDA C. Where the twin takes several launches, the others are of
 * {@code name_2} and so on, with the same arguments.
 *
 * @param owner the class of the method
 * @param name its name
 * @param size number that its arguments follow from where it is timed
 * @param smallSize that number where only results are compared
 * @param arguments arguments in both languages
 * @param launches of the twin; a grid kernel in Java is launched as its twin is
 * @param extras what the twin takes after the arguments: lengths, which arrays in Java know
 * @param tolerance by how much results may differ in proportion, 0 for none
 */
record SuiteCase(
        Class<?> owner,
        String name,
        int size,
        int smallSize,
        List<String> arguments,
        List<String> launches,
        List<String> extras,
        double tolerance) {

    /**
     * Reads a line of {@link SuiteTable}.
     *
     * @param owner the class of the method
     * @param line fields with bars between them
     */
    static SuiteCase parse(Class<?> owner, String line) {
        String[] fields = line.strip().split("\\s*\\|\\s*", -1);
        if (fields.length < 5) {
            throw new IllegalArgumentException("too few fields: " + line);
        }
        Fill none = new Fill("");
        return new SuiteCase(
                owner,
                fields[0],
                Expression.whole(fields[1], 0, none),
                Expression.whole(fields[2], 0, none),
                // A comma between brackets is that of a call.
                List.of(fields[3].split(",\\s*(?![^(]*\\))", -1)),
                List.of(fields[4].split(";\\s*", -1)),
                fields.length < 6 || fields[5].isEmpty() ? List.of() : List.of(fields[5].split(",", -1)),
                fields.length < 7 ? 0 : Double.parseDouble(fields[6]));
    }

    Work work(boolean small) {
        int n = small ? smallSize : size;
        Fill fill = new Fill(name);
        return new Work(
                values(arguments, n, fill),
                values(extras, n, fill),
                launches.stream()
                        .map(launch -> Work.Shape.parse(launch, one -> Expression.whole(one, n, fill)))
                        .toList());
    }

    private static List<Object> values(List<String> texts, int n, Fill fill) {
        return texts.stream().map(text -> Expression.argument(text, n, fill)).toList();
    }

    Method method() {
        return Arrays.stream(owner.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no method " + name + " in " + owner));
    }

    /** {@return whether threads of a grid run it, not iterations of loops} */
    boolean isGrid() {
        return owner == BlockKernels.class;
    }

    /** {@return the name of a kernel of the twin} */
    String twin(int launch) {
        return launch == 0 ? name : name + "_" + (launch + 1);
    }

    /** {@return whether it computes with floating-point numbers, so that {@code math = FAST} may make a difference} */
    boolean isFloating() {
        Method method = method();
        return Stream.concat(Stream.of(method.getReturnType()), Stream.of(method.getParameterTypes()))
                .map(type -> type.isArray() ? type.getComponentType() : type)
                .anyMatch(type -> type == float.class || type == double.class);
    }
}
