package dev.gpukernel.benchmarks.suite;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts machine instructions by {@code cuobjdump} and {@code ptxas}; finds none where they are not. */
final class Sass {
    private static final Pattern FUNCTION = Pattern.compile("\\s*Function : (\\S+)");
    /** A name of C++: its length, then the name, then types. */
    private static final Pattern MANGLED = Pattern.compile("_Z(\\d+)(.*)");

    private static final Pattern INSTRUCTION = Pattern.compile("\\s*/\\*[0-9a-f]{4,}\\*/\\s+(?!NOP)\\S.*;.*");

    private Sass() {}

    /** {@return the number of instructions of each kernel in a program or cubin} */
    static Map<String, Integer> count(Path binary) {
        try {
            return count(output("cuobjdump", "-sass", binary.toString()));
        } catch (IOException e) {
            return Map.of();
        }
    }

    /** {@return the number of instructions of all kernels of the modules in a text in PTX together, or 0} */
    static int ofPtx(String ptx, String capability, Path folder) {
        int sum = 0;
        for (String module : ptx.split("(?m)(?=^\\.version )", -1)) {
            int count = module.contains(".version") ? ofModule(module, capability, folder) : 0;
            if (count < 0) {
                return 0;
            }
            sum += count;
        }
        return sum;
    }

    /** {@return the same of one module, negative if it cannot be told} */
    private static int ofModule(String ptx, String capability, Path folder) {
        Path source = folder.resolve("kernel.ptx");
        Path cubin = folder.resolve("kernel.cubin");
        try {
            Files.writeString(source, ptx);
            // An earlier one's would be counted.
            Files.deleteIfExists(cubin);
            String architecture = "-arch=sm_" + capability.replace(".", "");
            List<String> messages = output("ptxas", architecture, "-o", cubin.toString(), source.toString());
            if (!Files.exists(cubin)) {
                System.err.println("ptxas: " + String.join(" ", messages));
                return -1;
            }
            return count(cubin).values().stream().mapToInt(Integer::intValue).sum();
        } catch (IOException e) {
            return -1;
        }
    }

    /** {@return what {@code ptxas} says of PTX that it does not take, else nothing; nothing where it is not there} */
    static String refusal(String ptx, Path folder) {
        Path source = folder.resolve("kernel.ptx");
        try {
            Files.writeString(source, ptx);
            List<String> messages = output("ptxas", "-arch=sm_90", "-o", "/dev/null", source.toString());
            return messages.stream()
                    .filter(line -> line.contains("error"))
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    static Map<String, Integer> count(List<String> lines) {
        Map<String, Integer> counts = new HashMap<>();
        String function = "";
        for (String line : lines) {
            Matcher start = FUNCTION.matcher(line);
            if (start.matches()) {
                function = unmangled(start.group(1));
            } else if (INSTRUCTION.matcher(line).matches()) {
                counts.merge(function, 1, Integer::sum);
            }
        }
        return counts;
    }

    private static String unmangled(String name) {
        Matcher mangled = MANGLED.matcher(name);
        return mangled.matches() ? mangled.group(2).substring(0, Integer.parseInt(mangled.group(1))) : name;
    }

    private static List<String> output(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }
}
