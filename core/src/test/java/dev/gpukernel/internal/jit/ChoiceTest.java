package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.GpuException;
import dev.gpukernel.Settings;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.DeviceInfo;
import dev.gpukernel.internal.backend.MemoryLimit;
import dev.gpukernel.internal.cpu.CpuBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Other tests make devices, which read the same properties. */
@Isolated
class ChoiceTest {
    private final Properties before = new Properties();

    @BeforeEach
    void keepProperties() {
        before.putAll(System.getProperties());
        System.clearProperty(Settings.BACKEND);
        System.clearProperty(Settings.DEVICE);
        System.clearProperty(Settings.MEMORY);
    }

    @AfterEach
    void restoreProperties() {
        System.setProperties(before);
    }

    private static void set(String property, @Nullable String value) {
        if (value != null) {
            System.setProperty(property, value);
        }
    }

    private static DeviceInfo chosen(@Nullable String backend, @Nullable String device, FakeBackend... backends) {
        set(Settings.BACKEND, backend);
        set(Settings.DEVICE, device);
        return new Choice(List.of(backends)).choose().info();
    }

    private static void refuses(Message message, String words, Runnable choice) {
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(choice::run)
                .withMessageStartingWith("[" + message.code() + "]")
                .withMessageContaining(words);
    }

    private static final FakeBackend SLOW = new FakeBackend("slow", 90, 1);
    private static final FakeBackend FAST = new FakeBackend("fast", 10, 2);
    private static final FakeBackend ABSENT = new FakeBackend("absent", 5, 0);

    @Test
    void theLeastPriorityThatIsThere() {
        assertThat(chosen(null, null, SLOW, ABSENT, FAST).backend()).isEqualTo("fast");
        assertThat(chosen("auto", null, SLOW, ABSENT).backend()).isEqualTo("slow");
    }

    @Test
    void oneShortLineSaysWhichAndDebugWhyNotOthers() {
        Logger logger = Logger.getLogger("dev.gpukernel");
        List<String> logged = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                logged.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
            }

            @Override
            public void flush() {
                // Nothing is kept.
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
        Level before = logger.getLevel();
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.ALL);
        logger.addHandler(handler);
        try {
            chosen(null, null, SLOW, ABSENT);
        } finally {
            logger.removeHandler(handler);
            logger.setLevel(before);
            logger.setUseParentHandlers(true);
        }
        assertThat(logged)
                .containsExactly(
                        "FINE backend absent is not available: absent is not here",
                        "INFO kernels run on Fake (slow 0); Gpu.backends() says why on no GPU");
    }

    @Test
    void theOneAskedFor() {
        assertThat(chosen("slow", null, SLOW, FAST).backend()).isEqualTo("slow");
    }

    @Test
    void theDeviceAskedFor() {
        assertThat(chosen(null, "1", SLOW, FAST))
                .satisfies(info -> assertThat(info.backend() + info.ordinal()).isEqualTo("fast1"));
    }

    @Test
    void noneThere() {
        refuses(Message.BACKEND_ABSENT, "absent: absent is not here", () -> chosen(null, null, ABSENT));
    }

    @Test
    void unknownName() {
        refuses(Message.BACKEND_UNKNOWN, "use one of: auto, fast, slow", () -> chosen("cdua", null, SLOW, FAST));
    }

    @ParameterizedTest
    @CsvSource({"cdua,cuda", "GPU,cuda", "tornadovm,tornado", "Cpus,cpu"})
    void nearestName(String asked, String meant) {
        FakeBackend[] usual = {
            new FakeBackend("tornado", 1, 1), new FakeBackend("cuda", 2, 1), new FakeBackend("cpu", 3, 1)
        };
        refuses(Message.BACKEND_UNKNOWN, "did you mean '" + meant + "'?", () -> chosen(asked, null, usual));
        refuses(Message.BACKEND_UNKNOWN, "-Dgpukernel.backend=" + asked + " is", () -> chosen(asked, null, usual));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SLOW", "Slow", " slow "})
    void caseDoesNotMatter(String asked) {
        assertThat(chosen(asked, " 0 ", SLOW, FAST).backend()).isEqualTo("slow");
        assertThat(chosen("AUTO", null, SLOW, FAST).backend()).isEqualTo("fast");
    }

    @ParameterizedTest
    @CsvSource({"2gb,2g", "512 MiB,512m", "7K b,''"})
    void nearestSize(String memory, String meant) {
        set(Settings.MEMORY, memory);
        String words = meant.isEmpty() ? "such as 2g" : "did you mean '" + meant + "'?";
        refuses(Message.MEMORY_LIMIT_UNKNOWN, words, () -> chosen("fast", null, SLOW, FAST));
    }

    @Test
    void absentByNameIsNotReplaced() {
        refuses(Message.BACKEND_ABSENT, "'absent' is not available", () -> chosen("absent", null, SLOW, ABSENT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "-1", "one", "", "99999999999"})
    void noSuchDevice(String device) {
        refuses(
                Message.DEVICE_UNKNOWN,
                "use a number from 0 to 1: 0 is Fake, 1 is Fake",
                () -> chosen("fast", device, SLOW, FAST));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2gb", "-1", "0", "many", "", "1.5g", "9999999999999"})
    void noSize(String memory) {
        set(Settings.MEMORY, memory);
        refuses(Message.MEMORY_LIMIT_UNKNOWN, "such as 2g", () -> chosen("fast", null, SLOW, FAST));
        refuses(Message.MEMORY_LIMIT_UNKNOWN, "such as 2g", () -> new Choice(List.of(SLOW)).backends());
    }

    @Test
    void noSizeOnTheCpu() {
        set(Settings.MEMORY, "2q");
        Choice choice = new Choice(List.of(new CpuBackend()));
        refuses(Message.MEMORY_LIMIT_UNKNOWN, "such as 2g", choice::choose);
    }

    @ParameterizedTest
    @CsvSource({"1,1", "3k,3072", "5M,5242880", "2g,2147483648", "1t,1099511627776", "99999999t,9223372036854775807"})
    void sizes(String memory, long bytes) {
        set(Settings.MEMORY, memory);
        assertThat(MemoryLimit.bytes()).isEqualTo(bytes);
        assertThat(chosen("fast", null, SLOW, FAST).backend()).isEqualTo("fast");
    }
}
