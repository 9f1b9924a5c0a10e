package dev.gpukernel.benchmarks.suite;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Options of {@link SuiteReport}.
 *
 * @param exact {@code --exact FILE}: the program of the twins, compiled with {@code -fmad=false}
 * @param standard {@code --default FILE}: the same compiled by default
 * @param only {@code --only NAME,…}: only these kernels
 * @param against {@code --against FILE}: an earlier result to compare with
 * @param csv {@code --csv FILE}: where to write the result
 * @param runs {@code --runs N}: timed runs
 * @param small {@code --small}: compares results of small sizes, and times nothing
 */
record SuiteOptions(
        Path exact,
        Path standard,
        List<String> only,
        @Nullable Path against,
        @Nullable Path csv,
        int runs,
        boolean small) {
    private static final int RUNS = 11;

    static SuiteOptions parse(String... arguments) {
        Path exact = null;
        Path standard = null;
        List<String> only = List.of();
        Path against = null;
        Path csv = null;
        int runs = RUNS;
        boolean small = false;
        for (int i = 0; i < arguments.length; i++) {
            String option = arguments[i];
            if (option.equals("--small")) {
                small = true;
                continue;
            }
            i++;
            if (i == arguments.length) {
                throw new IllegalArgumentException(option + " needs a value");
            }
            switch (option) {
                case "--exact" -> exact = Path.of(arguments[i]);
                case "--default" -> standard = Path.of(arguments[i]);
                case "--only" -> only = List.of(arguments[i].split(",", -1));
                case "--against" -> against = Path.of(arguments[i]);
                case "--csv" -> csv = Path.of(arguments[i]);
                case "--runs" -> runs = Integer.parseInt(arguments[i]);
                default -> throw new IllegalArgumentException("no option " + option);
            }
        }
        return new SuiteOptions(
                Objects.requireNonNull(exact, "--exact"),
                Objects.requireNonNull(standard, "--default"),
                only,
                against,
                csv,
                runs,
                small);
    }
}
