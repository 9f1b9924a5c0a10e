package dev.gpukernel.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SampleTableTest {
    private static final String CSV = """
            # 16 cores, Some GPU
            sample,input,one_core_ms,all_cores_ms,gpu_host_ms,gpu_resident_ms
            vector-add,1024 floats,12.000000,3.000000,6.000000,0.100000
            transpose,32 x 32,20.000000,,40.000000,
            """;

    @TempDir
    private Path folder;

    private record Console(int exitCode, String out, String err) {}

    private static Console run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = SampleTable.commandLine();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return new Console(line.execute(arguments), out.toString(), err.toString());
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    /** Without the clock: {@link SampleTimer} runs each for two seconds. */
    @Test
    void everySampleIsPlainJavasOnTheCpu() {
        Gpu cpu = Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
        assertThat(SampleCases.all()).hasSize(17);
        SampleCases.all().forEach((name, maker) -> {
            SampleCase sample = maker.apply(1 << 10);
            List<Object> before = sample.arrays();
            sample.plain().run();
            List<Object> expected = sample.arrays();
            sample.restore(before);
            assertThat(sample.input()).doesNotContain(",");
            try (SampleCase.Resident there = sample.upload(cpu)) {
                Object result = sample.run(sample.gpu(), cpu, there.arguments());
                there.download();
                assertThat(sample.isResult(result, expected)).as(name).isTrue();
            }
            sample.restore(before);
            if (!expected.isEmpty() && !name.equals("dot")) {
                assertThat(sample.isResult(null, expected)).as(name).isFalse();
            }
        });
    }

    @Test
    void earlierRunIsShownAndDrawn() throws IOException {
        Path csv = Files.writeString(folder.resolve("old.csv"), CSV);

        Console console = run("--from", csv.toString(), "--chart", file("old.png"));

        assertThat(console.err()).isEmpty();
        assertThat(console.exitCode()).isZero();
        assertThat(console.out().lines())
                .anySatisfy(line -> assertThat(line).contains("vector-add", "4.0x", "2.0x", "120.0x"))
                .anySatisfy(line -> assertThat(line).contains("transpose", " -", "0.50x"))
                .contains("16 cores, Some GPU");
        assertThat(ImageIO.read(folder.resolve("old.png").toFile()).getWidth()).isEqualTo(1200);
        SampleResults.read(csv).write(folder.resolve("new.csv"));
        assertThat(folder.resolve("new.csv")).hasSameTextualContentAs(csv);
    }

    @Test
    void fileThatIsNoneIsTold() throws IOException {
        assertThat(run("--from", file("absent.csv")))
                .satisfies(said -> assertThat(said.exitCode()).isEqualTo(1))
                .satisfies(said -> assertThat(said.err().lines())
                        .singleElement()
                        .asString()
                        .contains("there is no file"));
        Path other = Files.writeString(folder.resolve("other.csv"), "a,b\n");
        assertThat(run("--from", other.toString()).err().lines())
                .singleElement()
                .asString()
                .contains("other.csv", "not a table's CSV file");
    }

    @ParameterizedTest
    @CsvSource({
        "--only, vector-ad, 'there are vector-add, saxpy'",
        "--size, 1, from 1024 to 268435456",
        "--size, big, from 1024 to 268435456",
        "--chart, table.gif, does not end with .png",
        "--runs, 3, --runs"
    })
    void wrongOptionsAreToldBeforeAnythingRuns(String option, String value, String words) {
        Console console = run(option, value);

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.out()).isEmpty();
        assertThat(console.err()).contains(words, "table --help").hasLineCount(2);
    }

    @Test
    void helpTellsTheOptions() {
        Console console = run("--help");

        assertThat(console.exitCode()).isZero();
        assertThat(console.out()).contains("--only", "--size", "--chart", "--csv", "--from");
    }
}
