package dev.gpukernel.internal.advice;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The command line: tells which methods of a jar would run on a GPU if they were annotated, and why the others would not. */
public final class Adviser {
    private static final String USAGE = """
            usage: java -jar gpukernel-core-adviser.jar [options] app.jar
              --class PATTERN       only classes of that name, such as com.acme.*; * stands for any text
              --class-path JARS     jars that the classes need, separated as in java -cp
              --profile FILE        a recording of Java Flight Recorder, to sort methods by how often they ran
              --seconds N           most time for one method, 20 unless said otherwise
              --threads N           how many methods to look at at a time, 1 unless said otherwise
            """;

    /** The report was written. */
    private static final int DONE = 0;

    /** A file cannot be read. */
    private static final int UNREADABLE = 1;

    /** The arguments make no sense. */
    private static final int MISUSED = 2;

    private @Nullable Path jar;
    private @Nullable Path profile;
    private Predicate<String> isWanted = name -> true;
    private List<Path> classPath = List.of();
    private Duration most = Duration.ofSeconds(20);
    private int threads = 1;

    private Adviser() {}

    /** Arguments that make no sense. */
    private static final class Misuse extends Exception {
        private static final long serialVersionUID = 1;

        Misuse(String message) {
            super(message);
        }
    }

    /**
     * Writes the report.
     *
     * @param arguments as the usage says
     */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    /**
     * Writes the report.
     *
     * @param arguments as the usage says
     * @param out takes the report
     * @param errors takes what went wrong
     * @return the exit code: 0 if the report was written, 1 if a file cannot be read, 2 if the arguments make no sense
     */
    static int run(List<String> arguments, PrintStream out, PrintStream errors) {
        try {
            Adviser adviser = new Adviser();
            adviser.parse(arguments);
            out.print(adviser.report());
            out.flush();
            return DONE;
        } catch (Misuse e) {
            errors.println(e.getMessage());
            errors.print(USAGE);
            return MISUSED;
        } catch (IOException e) {
            errors.println(e.getMessage() == null ? e : e.getMessage());
            return UNREADABLE;
        }
    }

    private void parse(List<String> arguments) throws Misuse {
        List<String> rest = new ArrayList<>(arguments);
        while (!rest.isEmpty()) {
            String argument = rest.removeFirst();
            if (!argument.startsWith("--")) {
                if (jar != null) {
                    throw new Misuse("more than one jar: " + argument);
                }
                jar = path(argument);
            } else if (rest.isEmpty()) {
                throw new Misuse(argument + " lacks its value, or is no option");
            } else {
                option(argument, rest.removeFirst());
            }
        }
        if (jar == null) {
            throw new Misuse("no jar");
        }
    }

    private void option(String name, String value) throws Misuse {
        switch (name) {
            case "--class" -> isWanted = pattern(value).asMatchPredicate();
            case "--class-path" -> {
                List<Path> paths = new ArrayList<>();
                for (String path : value.split(Pattern.quote(File.pathSeparator), -1)) {
                    paths.add(path(path));
                }
                classPath = paths;
            }
            case "--profile" -> {
                if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
                    throw new Misuse("--profile needs the module jdk.jfr, which this Java runtime lacks: use a JDK's");
                }
                profile = path(value);
            }
            case "--seconds" -> most = Duration.ofSeconds(number(name, value));
            case "--threads" -> threads = number(name, value);
            default -> throw new Misuse("no such option: " + name);
        }
    }

    private static Pattern pattern(String text) {
        return Pattern.compile(text.chars()
                .mapToObj(c -> c == '*' ? ".*" : Pattern.quote(Character.toString(c)))
                .collect(Collectors.joining()));
    }

    private static int number(String option, String text) throws Misuse {
        try {
            int number = Integer.parseInt(text);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw new Misuse(option + " takes a number from 1 up, not " + text);
    }

    private static Path path(String text) throws Misuse {
        try {
            return Path.of(text);
        } catch (InvalidPathException _) {
            throw new Misuse("no path: " + text);
        }
    }

    private String report() throws IOException, Misuse {
        Survey.Counts counts = profile == null ? (className, method, descriptor) -> 0 : new Samples(profile)::of;
        if (jar == null) {
            throw new Misuse("no jar");
        }
        try (JarClasses classes = new JarClasses(jar, classPath)) {
            return Report.of(Survey.of(classes, isWanted, counts, most, threads), profile != null);
        }
    }
}
