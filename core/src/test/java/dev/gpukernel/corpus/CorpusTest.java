package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.oracle.Bits;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The corpus is whole, and each of its kernels does something, the same every time, and ends. */
class CorpusTest {
    /** The corpus promises this many. */
    private static final int LEAST_KERNELS = 64;

    /** Kernels of threads that do not ask which they are. */
    private static final Set<String> WITHOUT_INDEX = Set.of("LanguageKernels.counted");

    static List<CorpusKernel> kernels() {
        return Corpus.all();
    }

    private static List<Integer> changedArrays(List<Object> before, List<Object> after) {
        return IntStream.range(0, before.size())
                .filter(i -> before.get(i).getClass().isArray())
                .filter(i -> Bits.firstDifference(before.get(i), after.get(i)) >= 0)
                .boxed()
                .toList();
    }

    /** Not {@link RoundedKernels}, whose results are not plain Java's, nor kernels of tests. */
    @Test
    void holdsEveryClassOfThePackageThatDeclaresKernels() {
        Set<String> declaring = new ClassFileImporter()
                .importPackages(CorpusTest.class.getPackageName()).stream()
                        .filter(type -> !type.isEquivalentTo(RoundedKernels.class)
                                && !type.getSimpleName().endsWith("Test")
                                && type.getMethods().stream()
                                        .anyMatch(method -> method.isAnnotatedWith(GpuKernel.class)))
                        .map(JavaClass::getName)
                        .collect(Collectors.toSet());
        Set<String> held =
                Corpus.all().stream().map(kernel -> kernel.owner().getName()).collect(Collectors.toSet());
        assertThat(held).isEqualTo(declaring);
        assertThat(Corpus.all()).hasSizeGreaterThanOrEqualTo(LEAST_KERNELS);
    }

    @Test
    void keepsItsOrder() {
        assertThat(Corpus.all()).extracting(CorpusKernel::toString).doesNotHaveDuplicates();
        assertThat(Corpus.all())
                .extracting(CorpusKernel::toString)
                .containsExactlyElementsOf(
                        Corpus.all().stream().map(CorpusKernel::toString).toList());
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void makesFreshArgumentsThatAreAlwaysTheSame(CorpusKernel kernel) {
        List<Object> first = kernel.arguments().get();
        List<Object> second = kernel.arguments().get();
        Class<?>[] types = kernel.method().getParameterTypes();
        assertThat(first).hasSameSizeAs(types).hasSameSizeAs(second);
        assertThat(changedArrays(first, second)).isEmpty();
        for (int i = 0; i < types.length; i++) {
            if (types[i].isArray()) {
                assertThat(first.get(i)).isInstanceOf(types[i]).isNotSameAs(second.get(i));
            } else {
                assertThat(first.get(i)).isEqualTo(second.get(i));
            }
        }
    }

    /** {@return whether a result says no more than that nothing was done} */
    private static boolean isNothing(@Nullable Object result) {
        return switch (result) {
            case null -> true;
            case Boolean truth -> !truth;
            case Record _ -> false;
            case Character letter -> letter == 0;
            case Object array when array.getClass().isArray() -> Array.getLength(array) == 0;
            default -> ((Number) result).doubleValue() == 0;
        };
    }

    @ParameterizedTest
    @MethodSource("kernels")
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void changesAnArrayReturnsOrThrowsAsIntended(CorpusKernel kernel) {
        JvmRun run = JvmRun.of(kernel);
        if (kernel.thrown() == null) {
            assertThat(run.thrown()).as(kernel.toString()).isNull();
            if (isNothing(run.result())) {
                assertThat(changedArrays(kernel.arguments().get(), run.arguments()))
                        .as(kernel.toString())
                        .isNotEmpty();
            }
        } else {
            assertThat(run.thrown()).as(kernel.toString()).isExactlyInstanceOf(kernel.thrown());
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void doesTheSameEveryTime(CorpusKernel kernel) {
        JvmRun first = JvmRun.of(kernel);
        JvmRun second = JvmRun.of(kernel);
        assertThat(changedArrays(first.arguments(), second.arguments())).isEmpty();
        assertThat(String.valueOf(first.thrown())).isEqualTo(String.valueOf(second.thrown()));
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void doesNotDependOnTheOrderOfThreads(CorpusKernel kernel) {
        JvmRun forwards = JvmRun.of(kernel);
        JvmRun backwards = JvmRun.backwards(kernel);
        if (kernel.thrown() == null) {
            assertThat(changedArrays(forwards.arguments(), backwards.arguments()))
                    .isEmpty();
        } else {
            assertThat(backwards.thrown()).isNotNull();
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void needsAGridIfAndOnlyIfItSaysSo(CorpusKernel kernel) {
        Throwable thrown = JvmRun.ofMethod(kernel).thrown();
        if (kernel.form() == KernelForm.GRID && !WITHOUT_INDEX.contains(kernel.toString())) {
            assertThat(thrown).isInstanceOf(IllegalStateException.class).hasMessageContaining("grid indices");
        } else {
            assertThat(String.valueOf(thrown)).doesNotContain("grid indices");
        }
    }

    @Test
    void coversBothFormsAllTypesAndAllOutcomes() {
        List<CorpusKernel> all = Corpus.all();
        for (KernelForm form : KernelForm.values()) {
            assertThat(all.stream().filter(kernel -> kernel.form() == form)).hasSizeGreaterThan(LEAST_KERNELS / 2);
        }
        Set<Class<?>> types = all.stream()
                .flatMap(kernel -> List.of(kernel.method().getParameterTypes()).stream())
                .collect(Collectors.toSet());
        assertThat(types)
                .contains(boolean.class, byte.class, char.class, short.class)
                .contains(int.class, long.class, float.class, double.class)
                .contains(boolean[].class, byte[].class, char[].class, short[].class)
                .contains(int[].class, long[].class, float[].class, double[].class)
                .anyMatch(Class::isRecord);
        assertThat(all.stream()
                        .map(CorpusKernel::thrown)
                        .filter(type -> type != null)
                        .distinct())
                .contains(
                        ArrayIndexOutOfBoundsException.class,
                        ArithmeticException.class,
                        IllegalArgumentException.class);
    }
}
