package dev.gpukernel.processor;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.diagnostic.Place;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every code that javac can say, in a folder of that name: sources, and {@code javac.txt} with every error of their compilation,
 * whole. {@code -Dgpukernel.goldens=write} rewrites the latter. What is said of bodies is also what the first launch says.
 */
class RefusedTest {
    private static final Path FOLDERS = Path.of("src/test/resources/refused");
    private static final boolean WRITE = "write".equals(System.getProperty("gpukernel.goldens"));

    /** Codes that need more than sources, with the test that shows them. */
    private static final Map<Message, String> SHOWN_ELSEWHERE = Map.of(
            Message.LAUNCHER_NOT_WRITTEN, "EnvironmentTest, with a filer that fails",
            Message.BUG, "EnvironmentTest and BodyCheckTest, with steps that fail");

    /** Codes of what does not exist before the program runs. */
    private static final Set<Message> OF_LAUNCHES = EnumSet.range(Message.NULL_ARRAY, Message.TORNADO_MEMORY);

    /** Codes of arrays with shapes, which are there when the program runs, and what is said of functions of them. */
    private static final Set<Message> OF_ARRAYS = EnumSet.range(Message.SHAPES_DIFFER, Message.RANGE_STEP);

    private static final Set<Message> OF_UFUNCS = EnumSet.of(Message.NOT_VECTORIZED, Message.UFUNC_SIGNATURE);

    /** Codes of CUDA C, which is there when the program runs; what javac says of interfaces of it is in CudaSourceTest. */
    private static final Set<Message> OF_CUDA = EnumSet.range(Message.NVRTC_MISSING, Message.CUDA_VARIABLE_SIZE);

    /** Other codes that javac cannot say, with the reason. */
    private static final Map<Message, String> AT_RUN_TIME_ONLY = Map.of(
            Message.KERNEL_AMBIGUOUS, "a look-up by name, which launchers make only of names that one kernel has",
            Message.KERNEL_NOT_FOUND, "a look-up of what is no kernel",
            Message.KERNEL_CLASS_CLOSED, "modules are opened on the command line of the program",
            Message.CLASS_FILE_MISSING, "of classes made at run time; javac has written the others",
            Message.LOADERS_DIFFER, "of classes that are loaded; javac knows one of each name",
            Message.FUNCTION_UNSEEN, "a function that a launch is passed",
            Message.CAPTURED_VALUE, "what such a function captures",
            Message.THROW_STATEMENT,
                    "what Java code can throw is made on the spot, or a reference that is refused as such",
            Message.EXCEPTION_HANDLER, "of classes that were compiled for Java 6 or older",
            Message.INSTRUCTION_UNSUPPORTED, "an instruction that no compiler of Java emits");

    /** What no launch says. */
    private static final String WARNING = "[" + Message.HOST_LOOP.code() + "]";

    @TempDir
    Path folder;

    static List<Path> folders() throws IOException {
        try (Stream<Path> folders = Files.list(FOLDERS)) {
            return folders.sorted().toList();
        }
    }

    @Test
    void everyCodeIsShownOrCannotBeSaid() throws IOException {
        Set<String> expected = new TreeSet<>();
        for (Message message : Message.values()) {
            if (!SHOWN_ELSEWHERE.containsKey(message)
                    && !OF_LAUNCHES.contains(message)
                    && !OF_CUDA.contains(message)
                    && (!OF_ARRAYS.contains(message) || OF_UFUNCS.contains(message))
                    && !AT_RUN_TIME_ONLY.containsKey(message)) {
                expected.add(message.code());
            }
        }
        assertThat(folders()).map(path -> path.getFileName().toString()).containsExactlyElementsOf(expected);
    }

    @ParameterizedTest
    @MethodSource("folders")
    void javacSaysSo(Path sources) throws IOException {
        List<String> said = new Project(folder).sourcesOf(sources).compile();
        String text = said.stream().collect(joining("\n", "", "\n"));
        Path golden = sources.resolve("javac.txt");
        if (WRITE) {
            Files.writeString(golden, text);
        } else if (!Files.exists(golden)) {
            fail("missing golden %s; create it with -Dgpukernel.goldens=write".formatted(golden.toAbsolutePath()));
        }
        assertThat(text)
                .isEqualTo(Files.readString(golden))
                .contains("[" + sources.getFileName() + "]")
                .doesNotContain("[Bug]");
    }

    @ParameterizedTest
    @MethodSource("folders")
    void theFirstLaunchSaysTheSame(Path sources) throws IOException, ReflectiveOperationException {
        List<String> said = new Project(folder.resolve("checked"))
                .sourcesOf(sources).compile().stream()
                        .filter(text -> !text.contains(WARNING))
                        .map(text -> text.replaceFirst(":\\d+: ", ": "))
                        .distinct()
                        .sorted()
                        .toList();
        Project unchecked = new Project(folder.resolve("unchecked"))
                .with("-Agpukernel.checkedAtCompileTime=false")
                .sourcesOf(sources);
        if (!unchecked.compile().isEmpty()) {
            return; // a declaration is wrong, so there is nothing to launch
        }
        try (URLClassLoader loader = unchecked.load()) {
            assertThat(said).isEqualTo(saidByLaunches(loader.loadClass("com.acme.Ops")));
        }
    }

    private static List<String> saidByLaunches(Class<?> type) throws IllegalAccessException {
        List<String> said = new ArrayList<>();
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        for (Method method : type.getDeclaredMethods()) {
            if (method.isAnnotationPresent(GpuKernel.class)) {
                Kernel kernel = Kernel.of(lookup, type, method.getName(), method.getParameterTypes());
                try {
                    kernel.ir();
                } catch (KernelRejectedException e) {
                    e.findings().forEach(finding -> said.add(text(finding)));
                }
            }
        }
        return said.stream().distinct().sorted().toList();
    }

    private static String text(Diagnostic finding) {
        Place place = finding.place();
        return place == null ? finding.text() : place.file() + ":" + place.line() + ": " + finding.text();
    }
}
