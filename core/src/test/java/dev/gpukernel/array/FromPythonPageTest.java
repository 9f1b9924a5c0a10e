package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gpukernel.oracle.InMemoryCompiler;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Each row of docs/from-python.md gives what NumPy gave. */
class FromPythonPageTest {
    private static final Path PAGE = Path.of(System.getProperty("basedir", ""), "..", "docs", "from-python.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `[^`]*` *\\| `([^`]*)`[^`|]*\\| `([^`]*)` *\\|$");
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?(E-?\\d+)?");
    private static final int LEAST_ROWS = 150;

    /** Half a unit of the last digit on the page, and what a float may be off. */
    private static final double ROUNDING = 5.1e-5;

    private static final String VARIABLES = """
            static final FloatNdArray x = NdArrays.of(1.5f, -2f, 0.5f, 3f);
            static final FloatNdArray y = NdArrays.of(2f, 4f, -1f, 0.5f);
            static final DoubleNdArray d = NdArrays.of(0.25, 0.5, 2, 4);
            static final IntNdArray i = NdArrays.of(3, 1, 4, 1, 5);
            static final IntNdArray j = NdArrays.of(2, 7, 1, 8, 2);
            static final FloatNdArray m = NdArrays.arange(12).toFloat().reshape(3, 4);
            static final BooleanNdArray b = x.greater(0);
            static final FloatNdArray d32 = d.toFloat();
            static final float[] host = {1, 2, 3};
            """;

    @Test
    void eachRowGivesWhatNumPyGave() throws IOException, ReflectiveOperationException {
        List<MatchResult> rows = ROW.matcher(Files.readString(PAGE)).results().toList();
        assertThat(rows).hasSizeGreaterThan(LEAST_ROWS);
        StringBuilder source =
                new StringBuilder("import dev.gpukernel.array.*;\npublic class Rows {\n").append(VARIABLES);
        for (int row = 0; row < rows.size(); row++) {
            source.append("public static Object row%s() { return %s; }\n"
                    .formatted(row, rows.get(row).group(1).replace("\\|", "|")));
        }
        Class<?> compiled = InMemoryCompiler.compile(
                        Map.of("Rows", source.append('}').toString()))
                .loadClass("Rows");
        SoftAssertions softly = new SoftAssertions();
        for (int row = 0; row < rows.size(); row++) {
            String expected = rows.get(row).group(2);
            String actual = text(compiled.getMethod("row" + row).invoke(null));
            String what = rows.get(row).group(1);
            softly.assertThat(shape(actual)).as(what).isEqualTo(shape(expected));
            List<Double> numbers = numbers(actual);
            List<Double> all = numbers(expected);
            softly.assertThat(numbers).as(what).hasSameSizeAs(all);
            for (int k = 0; k < Math.min(numbers.size(), all.size()); k++) {
                double rounding = ROUNDING + Math.ulp(all.get(k).floatValue());
                softly.assertThat(numbers.get(k)).as(what).isCloseTo(all.get(k), within(rounding));
            }
        }
        softly.assertAll();
    }

    private static String text(Object value) {
        if (!value.getClass().isArray()) {
            return value.toString();
        }
        StringBuilder text = new StringBuilder("[");
        for (int k = 0; k < Array.getLength(value); k++) {
            text.append(k == 0 ? "" : ", ").append(Array.get(value, k));
        }
        return text.append(']').toString();
    }

    /** {@return the text without digits and space, but for words} */
    private static String shape(String text) {
        return NUMBER.matcher(text).replaceAll("#").replaceAll("\\s", "");
    }

    private static List<Double> numbers(String text) {
        Matcher numbers = NUMBER.matcher(text);
        return numbers.results().map(MatchResult::group).map(Double::valueOf).toList();
    }
}
