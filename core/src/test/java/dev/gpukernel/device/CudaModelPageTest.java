package dev.gpukernel.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.Launch;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/cuda-model.md names what there is, and all of it. That its examples run is for the processor's tests to show. */
final class CudaModelPageTest {
    private static final Path PAGE = Path.of(System.getProperty("basedir", ""), "..", "docs", "cuda-model.md");
    private static final Pattern MEMBER = Pattern.compile("\\b([A-Z]\\w+)\\.(\\w+)");
    private static final Pattern WORD = Pattern.compile("\\w+");

    /** What a kernel calls, but for mathematics. */
    private static final List<Class<?>> IN_KERNELS = List.of(
            ThreadIdx.class,
            BlockIdx.class,
            BlockDim.class,
            GridDim.class,
            Grid.class,
            Block.class,
            Warp.class,
            Shared.class,
            Atomic.class,
            WarpReduce.class,
            WarpScan.class,
            BlockReduce.class,
            BlockScan.class);

    private static Set<String> methods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyMethodOnThePageExists() throws IOException {
        Map<String, Set<String>> known = Stream.concat(IN_KERNELS.stream(), Stream.of(Launch.class, Gpu.class))
                .collect(Collectors.toMap(Class::getSimpleName, CudaModelPageTest::methods));
        Map<String, List<String>> named = MEMBER.matcher(Files.readString(PAGE))
                .results()
                .filter(member -> known.containsKey(member.group(1)))
                .collect(Collectors.groupingBy(
                        member -> member.group(1), Collectors.mapping(member -> member.group(2), Collectors.toList())));
        assertThat(named).containsOnlyKeys(known.keySet());
        named.forEach((type, members) ->
                assertThat(known.get(type)).as("methods of %s", type).containsAll(members));
    }

    @Test
    void everyMethodIsOnThePage() throws IOException {
        Set<String> words = WORD.matcher(Files.readString(PAGE))
                .results()
                .map(word -> word.group())
                .collect(Collectors.toSet());
        for (Class<?> type : IN_KERNELS) {
            assertThat(words).as("methods of %s", type).containsAll(methods(type));
        }
    }
}
