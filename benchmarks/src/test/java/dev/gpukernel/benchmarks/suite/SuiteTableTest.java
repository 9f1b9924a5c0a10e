package dev.gpukernel.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The suite without a GPU: its kernels beside the methods that they are, and its table beside the twins. */
class SuiteTableTest {
    private static final Path TWINS = Path.of("gpu", "suite");
    private static final Pattern TWIN = Pattern.compile("__global__ void (\\w+)\\(([^)]*)\\)", Pattern.DOTALL);

    /** One of twenty; all of them with {@code -Dsuite.all=true}, which takes a minute. */
    private static List<SuiteCase> cases() {
        List<SuiteCase> all = SuiteTable.all();
        return Boolean.getBoolean("suite.all")
                ? all
                : IntStream.iterate(0, i -> i < all.size(), i -> i + 20)
                        .mapToObj(all::get)
                        .toList();
    }

    @Test
    void kernelsOnTheCpuHaveTheBitsOfTheirMethods() {
        Gpu cpu = Gpu.backends().stream()
                .filter(backend -> backend.name().equals("cpu"))
                .findFirst()
                .orElseThrow()
                .devices()
                .getFirst();
        List<String> wrong = new ArrayList<>();
        for (SuiteCase one : cases()) {
            String difference = cpu.call(() -> differenceFromMethod(one));
            if (!difference.isEmpty()) {
                wrong.add(one.name() + ": " + difference);
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** Grid kernels have no method to call, but twins: {@code compare_suite.sh --small} compares them. */
    private static String differenceFromMethod(SuiteCase one) {
        Work work = one.work(true);
        Object[] actual = copies(work);
        Object[] expected = copies(work);
        Kernel kernel = Kernel.of(MethodHandles.lookup(), one.owner(), one.name());
        if (one.isGrid()) {
            kernel.launch(work.shapes().getFirst().launch(), actual);
            return "";
        }
        Object result = kernel.launch(actual);
        Object expectedResult = call(one.method(), expected);
        if (result != null && !result.equals(expectedResult)) {
            return result + " instead of " + expectedResult;
        }
        for (int i = 0; i < actual.length; i++) {
            if (actual[i].getClass().isArray()) {
                Difference difference = Difference.of(actual[i], expected[i], one.tolerance());
                if (!difference.isWithin(0)) {
                    return "argument " + i + ", element " + difference.first() + ": " + difference.text();
                }
            }
        }
        return "";
    }

    private static @Nullable Object call(Method method, Object[] arguments) {
        try {
            return method.invoke(null, arguments);
        } catch (ReflectiveOperationException e) {
            return fail(method + " throws", e);
        }
    }

    private static Object[] copies(Work work) {
        return work.arguments().stream()
                .map(argument -> {
                    if (!argument.getClass().isArray()) {
                        return argument;
                    }
                    int length = Array.getLength(argument);
                    Object copy = Array.newInstance(argument.getClass().getComponentType(), length);
                    System.arraycopy(argument, 0, copy, 0, length);
                    return copy;
                })
                .toArray();
    }

    @Test
    void twinsTakeWhatTheTableGivesThem() {
        Map<String, List<String>> twins = twins();
        List<String> wrong = new ArrayList<>();
        for (SuiteCase one : SuiteTable.all()) {
            Work work = one.work(true);
            List<String> given = given(one, work);
            for (int i = 0; i < work.shapes().size(); i++) {
                List<String> taken = twins.get(one.twin(i));
                if (taken == null || !taken.equals(given)) {
                    wrong.add(one.twin(i) + " takes " + taken + " and is given " + given);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void namesAreDifferent() {
        assertThat(SuiteTable.all().stream().map(SuiteCase::name)).doesNotHaveDuplicates();
    }

    private static List<String> given(SuiteCase one, Work work) {
        Class<?> result = one.method().getReturnType();
        return Stream.of(
                        Stream.of(one.method().getParameterTypes()),
                        work.extras().stream().map(Object::getClass),
                        result == void.class ? Stream.<Class<?>>of() : Stream.of(result.arrayType()))
                .flatMap(types -> types)
                .map(SuiteTableTest::inCuda)
                .toList();
    }

    private static String inCuda(Class<?> type) {
        if (type.isArray()) {
            return inCuda(type.getComponentType()) + "*";
        }
        return switch (type.getSimpleName()) {
            case "long", "Long" -> "long long";
            case "byte" -> "char";
            case "Integer" -> "int";
            default -> type.getSimpleName();
        };
    }

    private static Map<String, List<String>> twins() {
        Map<String, List<String>> twins = new TreeMap<>();
        try (Stream<Path> files = Files.list(TWINS)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".cu")).toList()) {
                String text = Files.readString(file);
                Matcher matcher = TWIN.matcher(text);
                while (matcher.find()) {
                    String name = matcher.group(1);
                    assertThat(text).contains("TWIN(" + name + ")\n");
                    twins.put(
                            name,
                            Stream.of(matcher.group(2).split(",", -1))
                                    .map(SuiteTableTest::type)
                                    .toList());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return twins;
    }

    /** A parameter's type without its sign, and that of elements without the number of them that are one. */
    private static String type(String parameter) {
        String plain = parameter
                .replaceAll("\\b(const|__restrict__|unsigned|signed)\\b", "")
                .replaceAll("([a-z])[24] ", "$1 ")
                .strip();
        String type = plain.replaceAll("\\w+$", "")
                .replaceAll("\\s+", " ")
                .replace(" *", "*")
                .strip();
        return type.isEmpty() ? plain : type;
    }
}
