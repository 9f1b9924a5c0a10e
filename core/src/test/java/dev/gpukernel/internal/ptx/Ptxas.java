package dev.gpukernel.internal.ptx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** NVIDIA's assembler, where it is on the PATH. */
public final class Ptxas {
    /** What a test says that does not run without it. */
    public static final String ABSENT = "ptxas is not on the PATH: generated PTX was not assembled";

    private static final int AT_A_TIME = 64;

    private final Path program;

    private Ptxas(Path program) {
        this.program = program;
    }

    /** {@return the assembler, if it is on the PATH} */
    public static Optional<Ptxas> find() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .map(folder -> Path.of(folder).resolve("ptxas"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Ptxas::new);
    }

    /**
     * Assembles modules, many at a time: one process for each takes longer, and so does one for thousands.
     *
     * @param modules PTX of the same version and target, with entries of different names
     * @param architecture such as 90
     * @return what the assembler has against them, or nothing
     */
    public Optional<String> errors(List<String> modules, int architecture) {
        return IntStream.rangeClosed(0, (modules.size() - 1) / AT_A_TIME)
                .mapToObj(part -> modules.subList(part * AT_A_TIME, Math.min(modules.size(), (part + 1) * AT_A_TIME)))
                .flatMap(part -> errorsOf(part, architecture).stream())
                .findFirst();
    }

    private Optional<String> errorsOf(List<String> modules, int architecture) {
        String first = modules.getFirst();
        String header = first.substring(0, bodyStart(first));
        String text = modules.stream()
                .map(module -> module.substring(bodyStart(module)))
                .collect(Collectors.joining("\n", header, ""));
        try {
            Path file = Files.createTempFile("kernels", ".ptx");
            try {
                Files.writeString(file, text);
                return errors(file, architecture).map(errors -> withLines(errors, text));
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<String> errors(Path file, int architecture) throws IOException {
        Process process = new ProcessBuilder(
                        program.toString(), "-arch=sm_" + architecture, "-O0", "-o", "/dev/null", file.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            return process.waitFor() == 0 ? Optional.empty() : Optional.of(output);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static int bodyStart(String module) {
        String end = ".address_size 64\n";
        return module.indexOf(end) + end.length();
    }

    /** Puts the lines that errors name beside them. */
    private static String withLines(String errors, String text) {
        String[] lines = text.split("\n", -1);
        return errors.lines()
                .limit(10)
                .map(error -> {
                    String number = error.replaceFirst(".*, line (\\d{1,7});.*", "$1");
                    boolean known = number.matches("\\d{1,7}") && Integer.parseInt(number) <= lines.length;
                    return known ? error + "\n    " + lines[Integer.parseInt(number) - 1].strip() : error;
                })
                .collect(Collectors.joining("\n"));
    }
}
