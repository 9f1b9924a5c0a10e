package dev.gpukernel.internal.nvrtc;

import dev.gpukernel.GpuException;
import dev.gpukernel.Settings;
import dev.gpukernel.diagnostic.Message;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Compiles CUDA C in a JVM of its own, to see whether it compiles. A build tool need then not load a native library, of which Java would
 * warn, and which could end the tool with it.
 */
public final class CompilerProcess {
    /** A capability above all that there are: the newest that the compiler knows is taken, and PTX is made. */
    private static final int NEWEST = Integer.MAX_VALUE;

    private static final Duration LIMIT = Duration.ofMinutes(5);

    private CompilerProcess() {}

    /** What became of a program. */
    public enum Verdict {
        /** It compiles. */
        COMPILED,
        /** It does not. */
        REFUSED,
        /** The compiler did not say. */
        UNKNOWN
    }

    /**
     * What the compiler said of a program.
     *
     * @param verdict what became of it
     * @param text its PTX, or a message with the compiler's log
     */
    public record Answer(Verdict verdict, String text) {}

    /**
     * What the compiler said.
     *
     * @param problem why there is no compiler, empty if there is one
     * @param answers one for each program; none if there is a problem
     */
    public record Answers(String problem, List<Answer> answers) {
        /** Copies the list. */
        public Answers {
            answers = List.copyOf(answers);
        }
    }

    /**
     * Compiles programs. The compiler is looked for as {@link Nvrtc#find} does.
     *
     * @param programs the programs
     * @param library where the compiler is, as {@code -Dgpukernel.nvrtc} says it; empty for where it is found
     * @return what it said
     */
    public static Answers compile(List<CudaProgram> programs, String library) {
        try {
            Process process = new ProcessBuilder(command(library))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                Thread.ofVirtual().start(() -> endAfterLimit(process));
                return exchange(process, programs);
            } finally {
                process.destroy();
            }
        } catch (IOException | URISyntaxException e) {
            return new Answers("a JVM that compiles CUDA C ended early: " + e, List.of());
        }
    }

    private static void endAfterLimit(Process process) {
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Answers exchange(Process process, List<CudaProgram> programs) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()))) {
            request(out, programs);
        }
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(process.getInputStream()))) {
            return answers(in, programs.size());
        }
    }

    static void request(DataOutputStream out, List<CudaProgram> programs) throws IOException {
        out.writeInt(programs.size());
        for (CudaProgram program : programs) {
            write(out, program);
        }
    }

    static Answers answers(DataInputStream in, int count) throws IOException {
        String problem = text(in);
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; problem.isEmpty() && i < count; i++) {
            answers.add(new Answer(Verdict.valueOf(text(in)), text(in)));
        }
        return new Answers(problem, answers);
    }

    static List<String> command(String library) throws IOException, URISyntaxException {
        CodeSource own = CompilerProcess.class.getProtectionDomain().getCodeSource();
        if (own == null) {
            throw new IOException("its own classes are in no file");
        }
        String file = System.getProperty("os.name", "").startsWith("Windows") ? "java.exe" : "java";
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", file).toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
        String cache = System.getProperty(Settings.CACHE, "");
        if (!cache.isEmpty()) {
            command.add("-D" + Settings.CACHE + "=" + cache);
        }
        if (!library.isEmpty()) {
            command.add("-D" + Settings.NVRTC + "=" + library);
        }
        command.add("-cp");
        Path jar = LibraryPackage.jar();
        String classes = Path.of(own.getLocation().toURI()).toString();
        command.add(jar == null ? classes : classes + File.pathSeparator + jar);
        command.add(CompilerProcess.class.getName());
        return command;
    }

    /**
     * Compiles what standard input says, and says on standard output what came of it.
     *
     * @param arguments none
     * @throws IOException if the other process is gone
     */
    public static void main(String[] arguments) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
                DataOutputStream out =
                        new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)))) {
            serve(in, out);
        }
    }

    static void serve(DataInputStream in, DataOutputStream out) throws IOException {
        int count = in.readInt();
        List<CudaProgram> programs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            programs.add(program(in));
        }
        Nvrtc compiler;
        try {
            compiler = Nvrtc.find();
        } catch (GpuException e) {
            write(out, String.valueOf(e.getMessage()));
            return;
        }
        write(out, "");
        for (CudaProgram program : programs) {
            Answer answer = answer(compiler, program);
            write(out, answer.verdict.name());
            write(out, answer.text);
        }
    }

    private static Answer answer(Nvrtc compiler, CudaProgram program) {
        try {
            byte[] ptx = compiler.compile(program, NEWEST).code();
            return new Answer(Verdict.COMPILED, new String(ptx, StandardCharsets.UTF_8));
        } catch (GpuException e) {
            // Options such as -dlto compile to something other than PTX.
            Verdict verdict = e.code() == Message.CUDA_SOURCE ? Verdict.REFUSED : Verdict.UNKNOWN;
            return new Answer(verdict, String.valueOf(e.getMessage()));
        }
    }

    private static void write(DataOutputStream out, CudaProgram program) throws IOException {
        write(out, program.name());
        write(out, program.source());
        List<String> headers = new ArrayList<>();
        program.headers().forEach((name, text) -> headers.addAll(List.of(name, text)));
        write(out, headers);
        write(out, program.folders().stream().map(Path::toString).toList());
        write(out, program.options());
        write(out, program.expressions());
    }

    private static CudaProgram program(DataInputStream in) throws IOException {
        String name = text(in);
        String source = text(in);
        List<String> named = texts(in);
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 0; i < named.size(); i += 2) {
            headers.put(named.get(i), named.get(i + 1));
        }
        List<Path> folders = texts(in).stream().map(Path::of).toList();
        return new CudaProgram(name, source, headers, folders, texts(in), texts(in));
    }

    private static void write(DataOutputStream out, List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            write(out, text);
        }
    }

    private static List<String> texts(DataInputStream in) throws IOException {
        List<String> texts = new ArrayList<>();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            texts.add(text(in));
        }
        return texts;
    }

    /** Longer ones than {@link DataOutputStream#writeUTF} takes. */
    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }
}
