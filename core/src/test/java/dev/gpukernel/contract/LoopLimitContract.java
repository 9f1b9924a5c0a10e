package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A loop leaves and returns what plain Java does, or is refused with a code before it has changed anything. */
abstract class LoopLimitContract {
    private final KernelContract contract;

    LoopLimitContract(KernelContract contract) {
        this.contract = contract;
    }

    /** What a call led to: its result or exception, and its arrays. */
    private record Outcome(String result, List<List<Byte>> arrays) {}

    private static Object[] copies(Object... arguments) {
        Object[] copies = arguments.clone();
        for (int i = 0; i < copies.length; i++) {
            copies[i] = switch (arguments[i]) {
                case int[] array -> array.clone();
                case byte[] array -> array.clone();
                default -> arguments[i];
            };
        }
        return copies;
    }

    private static Outcome outcome(Object result, Object... arguments) {
        List<List<Byte>> arrays = new ArrayList<>();
        for (Object argument : arguments) {
            if (argument.getClass().isArray()) {
                List<Byte> bytes = new ArrayList<>();
                for (byte b : ArrayBits.bytes(argument)) {
                    bytes.add(b);
                }
                arrays.add(bytes);
            }
        }
        return new Outcome(String.valueOf(result), arrays);
    }

    private static Outcome inJava(String kernel, Object... arguments) throws ReflectiveOperationException {
        Method method = Stream.of(LoopLimitKernels.class.getDeclaredMethods())
                .filter(candidate -> candidate.getName().equals(kernel))
                .findFirst()
                .orElseThrow();
        Object[] own = copies(arguments);
        return outcome(method.invoke(null, own), own);
    }

    private Outcome launched(String kernel, Object... arguments) {
        Object[] own = copies(arguments);
        Object result = contract.gpu().call(() -> {
            try {
                return String.valueOf(Kernel.of(LoopLimitKernels.class, kernel).launch(own));
            } catch (IllegalArgumentException | KernelRejectedException refused) {
                return refused.getMessage();
            }
        });
        return outcome(result, own);
    }

    private void isJavas(String kernel, Object... arguments) throws ReflectiveOperationException {
        assertThat(launched(kernel, arguments)).isEqualTo(inJava(kernel, arguments));
    }

    /** The launch is refused, and the arrays are as they were. */
    private void isRefused(String kernel, String condition, Object... arguments) {
        Outcome outcome = launched(kernel, arguments);
        assertThat(outcome.result()).contains("[LoopCondition]").contains(condition);
        assertThat(outcome.arrays()).isEqualTo(outcome("", arguments).arrays());
    }

    @Test
    final void countsOfZeroAndOneAreAskedAboutToo() throws ReflectiveOperationException {
        isJavas("untilEqual", 0, new int[5]);
        isJavas("untilEqual", 1, new int[5]);
        isJavas("untilEqual", 5, new int[5]);
        isRefused("untilEqual", "'i' must not start past", -1, new int[5]);
        isRefused("untilEqualVouched", "'i' must not start past", -1, new int[5]);
        isJavas("inclusive", Integer.MAX_VALUE - 1, Integer.MAX_VALUE - 1, new int[2]);
        isJavas("inclusive", 3, 2, new int[2]);
        isRefused("inclusive", "'i' must not overflow", Integer.MAX_VALUE, Integer.MAX_VALUE, new int[2]);
        isJavas("leaps", -1L);
        isJavas("leaps", -(1L << 61));
        isRefused("leaps", "'i' must not overflow", Long.MIN_VALUE);
    }

    @Test
    final void whatALaterLoopAsksIsAskedBeforeTheFirst() throws ReflectiveOperationException {
        isJavas("later", 3, new int[5], new int[3]);
        isRefused("later", "'i' must not start past", -1, new int[5], new int[3]);
        isJavas("laterInSteps", 4, 4, new int[5], new int[16]);
        isRefused("laterInSteps", "must be at least", 4, 3, new int[5], new int[16]);
    }

    @Test
    final void whatIsAskedLaterTakesBackWhatWasChanged() throws ReflectiveOperationException {
        isJavas("laterIfAny", 3, new int[5], new int[3]);
        isJavas("laterIfAny", -1, new int[] {7, 7}, new int[3]);
        isRefused("laterIfAny", "'i' must not start past", -1, new int[5], new int[3]);
        isJavas("laterUpToAnElement", new int[] {0, 2}, new int[3]);
        isJavas("laterUpToAnElement", new int[] {1, -2}, new int[3]);
        isRefused("laterUpToAnElement", "'i' must not start past", new int[] {0, -2}, new int[3]);
        isJavas("laterInSomeStep", 3, new int[5], new int[3]);
        isJavas("laterInSomeStep", 1, new int[] {-9, 7}, new int[3]);
        isRefused("laterInSomeStep", "'i' must not start past", 2, new int[5], new int[3]);
        isJavas("laterByWhatIsLeft", new int[] {4, 4}, new int[5]);
        isJavas("laterByWhatIsLeft", new int[] {4}, new int[5]);
        isRefused("laterByWhatIsLeft", "'i' must not start past", new int[] {1}, new int[5]);
        isRefused("laterByWhatIsLeft", "'i' must not start past", new int[] {0, 4}, new int[5]);
    }

    @Test
    final void arraysOnTheDeviceAreTakenBackToo() {
        int[] a = {0, 5};
        int[] b = {3, 4};
        contract.gpu().call(() -> {
            try (GpuArray<int[]> first = contract.gpu().upload(a);
                    GpuArray<int[]> second = contract.gpu().upload(b)) {
                Kernel kernel = Kernel.of(LoopLimitKernels.class, "laterIfAny");
                assertThatThrownBy(() -> kernel.launch(-1, first, second)).hasMessageContaining("[LoopCondition]");
                assertThat(first.toHost()).isEqualTo(a);
                assertThat(second.toHost()).isEqualTo(b);
                kernel.launch(2, first, second);
                assertThat(first.toHost()).containsExactly(1, 6);
                assertThat(second.toHost()).containsExactly(1, 1);
            }
            return null;
        });
    }

    @Test
    final void surplusThreadsOfLongLoopsDoNothing() throws ReflectiveOperationException {
        isJavas("oddToTheEnd", Long.MAX_VALUE - 1000);
        isJavas("oddToTheEnd", Long.MAX_VALUE - 1);
        isJavas("oddToTheEnd", Long.MAX_VALUE);
        isJavas("wideSteps", 0L, Long.MAX_VALUE - (1L << 52));
        isJavas("wideSteps", -5L, 1L << 60);
        isJavas("down", Long.MIN_VALUE + 4000, Long.MIN_VALUE + 2);
        isJavas("fillToTheEnd", Long.MAX_VALUE - 300, new byte[300]);
        isJavas("fillToTheEnd", -100L, new byte[1000]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"byteSum", "shortProduct", "charBits", "byteMask", "afterASum"})
    final void whatIsNarrowedBeginsAnywhere(String kernel) throws ReflectiveOperationException {
        byte[] random = new byte[40_000];
        new Random(1).nextBytes(random);
        for (int start : new int[] {0, 3, -1, 1000, 0x10000, 0x10001, -0x10001, Integer.MIN_VALUE}) {
            for (byte[] array : List.of(new byte[0], new byte[] {9}, new byte[300], random)) {
                isJavas(kernel, array, start);
            }
        }
    }

    @Test
    final void anElementFollowsFromTheOneBefore() throws ReflectiveOperationException {
        int[] x = new Random(6).ints(40_000).toArray();
        int[] y = new Random(7).ints(40_000).toArray();
        byte[] bytes = new byte[40_000];
        new Random(8).nextBytes(bytes);
        for (int to : new int[] {-1, 0, 1, 2, 300, 40_000}) {
            isJavas("following", x, y, 1, to);
            isJavas("following", x, y, 7, to);
            isJavas("followingDown", bytes, y, to - 2);
        }
        // There is no element before, but no iteration either.
        isJavas("following", x, y, 0, 0);
        isJavas("following", new int[0], new int[0], Integer.MIN_VALUE, Integer.MIN_VALUE);
        isJavas("followingDown", new byte[0], new int[0], -1);
        isJavas("followingDown", new byte[] {1}, new int[] {5, 0}, 0);
    }

    @Test
    final void narrowRunningValuesBeginAnywhere() throws ReflectiveOperationException {
        byte[] random = new byte[40_000];
        new Random(9).nextBytes(random);
        for (int start : new int[] {0, -1, 1000, 0x10000, Integer.MIN_VALUE}) {
            for (byte[] array : List.of(new byte[0], new byte[] {101}, new byte[300], random)) {
                isJavas("runningByte", array, new int[array.length], start);
            }
        }
    }

    @Test
    final void whatGoesWithTheBestValueIsReadWhereThatCannotFail() throws ReflectiveOperationException {
        int[] x = new Random(2).ints(40_000, -30_000, 30_000).toArray();
        int[] labels = new Random(3).ints(40_000).toArray();
        isJavas("labelOfLeast", x, labels);
        isJavas("besideLeast", x, labels);
        isJavas("roundsByImprovement", Arrays.copyOf(x, 100), labels);
        isRefused("labelOfLeast", "labels.length - x.length must be at least 0", x, Arrays.copyOf(labels, 100));
    }

    @ParameterizedTest
    @ValueSource(strings = {"anyAbove", "allBelow", "unlessFound", "flagLast", "greatestMagnitude"})
    final void flagsAreAskedInEveryIterationWhereThatCannotFail(String kernel) throws ReflectiveOperationException {
        int[] x = new Random(4).ints(40_000, -30_000, 30_000).toArray();
        int[] y = new Random(5).ints(40_000, 100_000, 130_000).toArray();
        for (int n : new int[] {0, 1, 300, 40_000}) {
            isJavas(kernel, x, y, n);
        }
        x[20_000] = 77;
        y[39_999] = 77;
        isJavas(kernel, x, y, 40_000);
        x[100] = 30_001;
        isJavas(kernel, x, y, 40_000);
    }

    /** A flag that is set before the loop is not asked for in its only iteration either. */
    @Test
    final void aFlagThatIsSetBeforeTheLoopMustNotFail() throws ReflectiveOperationException {
        int[] x = {1, 2};
        isRefused("setBefore", "x.length - n must be at least 0", new int[0], x, 1);
        isJavas("setBefore", new int[0], x, 0);
        isJavas("setBefore", x, x, 1);
        isJavas("setBefore", x, x, 2);
    }

    @Test
    final void whatIsNotAskedAgainOnceAFlagIsSetMustNotFail() {
        isRefused("anyAbove", "must be at least 0", new int[] {40_000, 1}, new int[] {0, 0}, 3);
        assertThat(launched("onlyWhereItCannotFail", new int[] {1, 0}, new int[0], 2)
                        .result())
                .contains("[LoopCarried] variable 'found'");
    }

    @ParameterizedTest
    @CsvSource({
        "improvements, n",
        "others, n",
        "bitsOfImprovements, bits",
        "lastOther, last",
        "quotientOfImprovements, best",
        "storeAtImprovements, best",
        "skipImprovements, sum",
        "loopAtImprovements, sum",
        "throwAtImprovements, best",
        "unlessNotLess, best"
    })
    final void whatDependsOnTheBestValueSoFarIsRefused(String kernel, String variable) {
        int[] x = new Random(2).ints(100).toArray();
        String said = contract.gpu().call(() -> {
            try {
                return "accepted: " + Kernel.of(LoopLimitKernels.class, kernel).launch(x, x.clone());
            } catch (KernelRejectedException refused) {
                return refused.getMessage();
            }
        });
        assertThat(said).contains("[LoopCarried] variable '" + variable + "'");
    }
}
