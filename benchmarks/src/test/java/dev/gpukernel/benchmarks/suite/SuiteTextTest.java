package dev.gpukernel.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SuiteTextTest {
    private static final SuiteRow.Code CODE = new SuiteRow.Code(32, 64, 120);

    private static SuiteRow row(String kernel, double strict, double exact, double fast, double standard) {
        return new SuiteRow(kernel, strict, exact, fast, standard, CODE, SuiteRow.Code.UNKNOWN, "bits");
    }

    @Test
    void meansAreGeometricAndTheSlowestKernelsComeFirst() {
        List<String> lines = SuiteText.table(
                List.of(row("quick", 1, 2, 0, 0), row("slow", 4, 2, 0, 0), row("unmeasured", 0, 0, 0, 0)), List.of());

        assertThat(lines)
                .containsSequence(
                        "STRICT beside nvcc -fmad=false: 2 kernels, geometric mean 1.000, slowest:",
                        "  slow                2.000",
                        "  quick               0.500");
        assertThat(lines).noneMatch(line -> line.startsWith("FAST beside"));
    }

    @Test
    void changesOfMoreThanThreePercentAreTold() {
        List<SuiteRow> earlier = List.of(row("same", 1, 1, 1, 1), row("changed", 1, 1, 1, 1));

        List<String> lines =
                SuiteText.table(List.of(row("same", 1.02, 1, 1, 1), row("changed", 1, 1, 1.5, 1)), earlier);

        int head = lines.indexOf("changed by more than 3 %, ratios before and now:");
        assertThat(lines.subList(head + 1, lines.size())).containsExactly("  changed FAST               1.000  1.500");
    }

    @Test
    void aResultIsReadAsItIsWritten() {
        List<SuiteRow> rows = List.of(row("a", 1.25, 2.5, 0, 0), row("b", 1, 2, 3, 4));

        assertThat(SuiteRow.parse(SuiteRow.csv(rows))).isEqualTo(rows);
        assertThatThrownBy(() -> SuiteRow.parse(List.of("name,size")))
                .hasMessageContaining("not a result of the suite");
    }

    @Test
    void instructionsAreCountedForEachKernel() {
        assertThat(Sass.count(List.of(
                        "\t\tFunction : _Z4gemmiffPKfS0_Pf",
                        "        /*0000*/                   LDC R1, c[0x0][0x28] ;   /* 0x00000a00ff017b82 */",
                        "                                                              /* 0x000fe20000000800 */",
                        "        /*0010*/              @!P0 EXIT ;                    /* 0x000000000000094d */",
                        "        /*0020*/                   NOP;                      /* 0x0000000000007918 */",
                        "\t\tFunction : Streams_saxpy",
                        "        /*0000*/                   EXIT ;                    /* 0x000000000000794d */")))
                .isEqualTo(Map.of("gemm", 2, "Streams_saxpy", 1));
    }
}
