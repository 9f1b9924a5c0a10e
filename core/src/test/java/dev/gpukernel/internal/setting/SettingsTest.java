package dev.gpukernel.internal.setting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Settings;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** There is one table of settings, which the page for users shows, and what is mistyped is told. */
class SettingsTest {
    private static final Path README = Path.of(System.getProperty("basedir", ""), "..", "README.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(gpukernel\\.[\\w.]+)` *\\| (.*?) *\\| (.*?) *\\|$");

    @Test
    void thePageShowsTheTable() throws IOException {
        List<String> rows = ROW.matcher(Files.readString(README))
                .results()
                .map(row -> row.group(1) + " | " + row.group(2) + " | " + row.group(3))
                .toList();
        assertThat(rows)
                .as("rows of %s", README)
                .containsExactlyElementsOf(Arrays.stream(Setting.values())
                        .map(setting -> setting.property() + " | " + setting.valuesText() + " | " + setting.meaning())
                        .toList());
    }

    @Test
    void everySettingIsPublic() {
        assertThat(Arrays.stream(Setting.values()).map(Setting::property))
                .containsExactlyElementsOf(Arrays.stream(Settings.class.getFields())
                        .map(SettingsTest::value)
                        .toList());
    }

    private static String value(Field field) {
        try {
            return (String) field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static String warningOf(String name, String value) {
        List<String> warnings = SettingsCheck.warnings(Map.of(name, value));
        assertThat(warnings).hasSize(1);
        return warnings.getFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "gpukernel.backnd, 'did you mean ''gpukernel.backend''?'",
        "gpukernel.Backend, 'did you mean ''gpukernel.backend''?'",
        "GpuKernel.device, 'did you mean ''gpukernel.device''?'",
        "gpukernel.cpu.loop, 'did you mean ''gpukernel.cpu.loops''?'",
        "gpukernel.pirnt, 'did you mean ''gpukernel.print''?'",
        "gpukernel.hostloops, pass -Agpukernel.hostLoops to javac",
        "gpukernel.colour, 'there are gpukernel.backend, gpukernel.device, '",
    })
    void unknownProperty(String name, String help) {
        assertThat(warningOf(name, "x"))
                .startsWith("[SettingUnknown] system property '" + name + "'")
                .contains(help);
    }

    @ParameterizedTest
    @CsvSource({
        "gpukernel.print, 'ir,pxt', 'ir, ptx; did you mean ''ptx''?'",
        "gpukernel.print, nothing, 'separated by commas: ir, ptx\n'",
        "gpukernel.verify, '', did you mean 'true'?",
        "gpukernel.verify, no, did you mean 'false'?",
        "gpukernel.cpu.loops, sequental, did you mean 'sequential'?",
        "gpukernel.pipeline.trace, tru, did you mean 'true'?",
    })
    void unknownValue(String name, String value, String help) {
        assertThat(warningOf(name, value) + "\n")
                .startsWith("[SettingValue] -D" + name + "=" + value)
                .contains(help.translateEscapes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gpukernel.print=IR, Ptx",
                "gpukernel.print=",
                "gpukernel.verify=TRUE",
                "gpukernel.cpu.loops=Parallel",
                "gpukernel.goldens=write",
                "gpukernel.test.kernels=100",
                "gpukernel.adviser.jars=lib",
                "gpukernel.version=1",
                "com.acme.gpukernel.backend=x",
                "gpukernels=2",
            })
    void nothingToSay(String property) {
        String[] parts = property.split("=", 2);
        assertThat(SettingsCheck.warnings(Map.of(parts[0], parts[1]))).isEmpty();
    }

    @Test
    void oneWarningForEach() {
        assertThat(SettingsCheck.warnings(
                        Map.of("gpukernel.verify", "maybe", "gpukernel.print", "a,b", "gpukernel.divice", "0")))
                .hasSize(4);
    }
}
