package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.oracle.ArraysArguments.Place;
import dev.gpukernel.oracle.ArraysArguments.Shape;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Kernels with arrays of two dimensions, arrays of their own and arrays that they return lead to what they lead to in Java, or are refused
 * for a reason.
 */
class ArraysTest extends FormContract {
    /** So many kernels have every construct. */
    private static final int GENERATED = 1000;

    private static final List<ArraysKernel> KERNELS = LongStream.range(0, GENERATED)
            .parallel()
            .mapToObj(new ArraysGenerator()::generate)
            .toList();

    ArraysTest() {
        super(new ArraysGenerator()::generate, 48, 12, 1 << 10, 0.05);
    }

    private static long kernelsWith(String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        return KERNELS.stream()
                .filter(kernel -> compiled.matcher(kernel.source()).find())
                .count();
    }

    @ParameterizedTest
    @EnumSource
    void eachLoopOverRowsOccurs(ArraysLoops.Kind kind) {
        assertThat(kernelsWith(kind.comment() + "\\R")).isGreaterThan(GENERATED / 200);
    }

    @ParameterizedTest
    @EnumSource
    void eachLoopOverRecordsOccurs(RecordLoops.Kind kind) {
        assertThat(kernelsWith(kind.comment() + "\\R")).isGreaterThan(GENERATED / 200);
    }

    @ParameterizedTest
    @EnumSource
    void eachLoopThatCarriesOccursToo(NestCarriers.Kind kind) {
        assertThat(kernelsWith(kind.comment() + "\\R")).isGreaterThan(GENERATED / 200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    a row in a local;            \\w+\\[\\] \\w+ = grid\\d\\[\\w+\\];
                    a row of each;               for \\(\\w+\\[\\] \\w+ : grid\\d\\)
                    a row as an argument;        Of\\w+\\(grid\\d\\[i\\]
                    length of rows;              grid\\d\\[i\\]\\.length
                    copy of a row;               grid\\d\\[\\d\\]\\.clone\\(\\)
                    copyOf;                      Arrays\\.copyOf\\(
                    copyOfRange;                 Arrays\\.copyOfRange\\(
                    clone;                       (in|out)\\d\\.clone\\(\\)
                    arraycopy;                   System\\.arraycopy\\(
                    fill;                        Arrays\\.fill\\(
                    made at the top;             \\R {8}\\w+\\[\\] \\w+ = new \\w+\\[
                    made by a method;            = madeOf
                    made by one with a loop;     = reversedOf
                    rows made by a method;       = tableOf
                    made under a condition;      if \\(.*\\{\\R +\\w+\\[\\] temp\\d+ = new
                    made in a step;              time\\d+: for .*\\{\\R +\\w+\\[\\] temp
                    rows made in a step;         time\\d+: for .*\\{\\R +\\w+\\[\\]\\[\\] temp
                    returned;                    static \\w+\\[\\] kernel
                    rows returned;               static \\w+\\[\\]\\[\\] kernel
                    what was passed returned;    static (\\w+)\\[\\] kernel\\(.*\\1\\[\\] (out\\d)[,)](?s:.*)return \\2;
                    passed rows returned;        static (\\w+)\\[\\]\\[\\] kernel\\(.*\\1\\[\\]\\[\\] (grid\\d)[,)](?s:.*)return \\2;
                    returned early;              if .*\\{\\R {12}return \\w
                    a number returned;           static \\w+ kernel
                    steps of made arrays;        turn\\d+ = out\\d;
                    the array of a step kept;    now\\d+ = next\\d+;
                    one array or another;        = \\w+ \\W+ \\d \\? \\w+low : \\w+high
                    one made or another;         = \\w+ \\W+ \\d \\? (new|Arrays|made).* : (new|Arrays|made)
                    a record returned;           static Result kernel
                    one or another in a record;  return new Result\\(\\w+ \\W+ \\d \\?
                    one or another returned;     return \\w+ \\W+ \\d \\? (out|in|grid)\\d :
                    """)
    void eachUseOfAnArrayOccurs(String name, String pattern) {
        assertThat(kernelsWith(pattern)).as(name).isGreaterThan(GENERATED / 200);
    }

    @Test
    void rowsAreOfEveryType() {
        for (NumberType type : NumberType.values()) {
            assertThat(kernelsWith("kernel\\(.*\\b" + type.text() + "\\[\\]\\[\\] grid"))
                    .isGreaterThan(GENERATED / 50);
        }
    }

    @Test
    void argumentsAreOfEveryShapeAndInEveryPlace() {
        Set<Shape> shapes = EnumSet.noneOf(Shape.class);
        Set<Place> places = EnumSet.noneOf(Place.class);
        Set<Object> others = new HashSet<>();
        List<ArraysKernel> withoutRecords = KERNELS.stream()
                .filter(kernel -> !kernel.source().contains("items"))
                .limit(200)
                .toList();
        for (ArraysKernel kernel : withoutRecords) {
            for (int i = 0; i < 4; i++) {
                ArraysArguments arguments = ArraysArguments.of(kernel, i, new Class<?>[0]);
                shapes.add(arguments.shape());
                places.add(arguments.place());
                others.add(arguments.aliased());
                arguments.values().stream()
                        .filter(value -> value instanceof Integer size && size < 0)
                        .forEach(_ -> others.add("negative size"));
                arguments.values().stream()
                        .filter(value -> value instanceof int[] array && (array.length == 0 || array.length > 8192))
                        .forEach(array -> others.add(((int[]) array).length > 0 ? "large" : "empty"));
            }
        }
        assertThat(shapes).isEqualTo(EnumSet.allOf(Shape.class));
        assertThat(places).isEqualTo(EnumSet.allOf(Place.class));
        assertThat(others).containsExactlyInAnyOrder(true, false, "negative size", "large", "empty");
    }

    @Test
    void aSeedMakesOneKernel() {
        assertThat(new ArraysGenerator().generate(7).source())
                .isEqualTo(KERNELS.get(7).source());
        assertThat(KERNELS.get(8).source()).isNotEqualTo(KERNELS.get(7).source());
    }
}
