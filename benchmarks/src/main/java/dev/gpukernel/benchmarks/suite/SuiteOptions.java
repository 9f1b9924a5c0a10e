package dev.gpukernel.benchmarks.suite;

import java.nio.file.Path;
import java.util.Iterator;
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
        Iterator<String> words = List.of(arguments).iterator();
        while (words.hasNext()) {
            String option = words.next();
            if (option.equals("--small")) {
                small = true;
                continue;
            }
            if (!words.hasNext()) {
                throw new IllegalArgumentException(option + " needs a value");
            }
            String value = words.next();
            switch (option) {
                case "--exact" -> exact = Path.of(value);
                case "--default" -> standard = Path.of(value);
                case "--only" -> only = List.of(value.split(",", -1));
                case "--against" -> against = Path.of(value);
                case "--csv" -> csv = Path.of(value);
                case "--runs" -> runs = Integer.parseInt(value);
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
