package dev.gpukernel.processor;

import dev.gpukernel.internal.nvrtc.CompilerProcess;
import dev.gpukernel.internal.nvrtc.CompilerProcess.Answer;
import dev.gpukernel.internal.nvrtc.CompilerProcess.Answers;
import dev.gpukernel.internal.nvrtc.CompilerProcess.Verdict;
import dev.gpukernel.internal.nvrtc.CudaProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic;

/** Compiles the sources in CUDA C of a round, all at once, if NVRTC is at hand. */
final class CudaCompilation {
    /** Option that says where NVRTC is, or {@code none} for not compiling. */
    static final String OPTION = "gpukernel.nvrtc";

    /** What NVRTC says of a header that it does not see; it may be among resources that the compiler does not see. */
    private static final String NO_HEADER = "could not open source file";

    /** A source to compile. */
    private record Pending(CudaProgram program, Element element, Consumer<String> whenCompiled) {}

    /** Compiles programs. */
    interface Compiler {
        Answers compile(List<CudaProgram> programs, String library);
    }

    private final Compiler compiler;
    private final List<Pending> pending = new ArrayList<>();

    CudaCompilation(Compiler compiler) {
        this.compiler = compiler;
    }

    /** {@return one that starts a process} */
    static CudaCompilation ofProcess() {
        return new CudaCompilation(CompilerProcess::compile);
    }

    /**
     * Adds a source.
     *
     * @param program the source
     * @param element what its errors are said at
     * @param whenCompiled gets its PTX, if it compiles
     */
    void add(CudaProgram program, Element element, Consumer<String> whenCompiled) {
        pending.add(new Pending(program, element, whenCompiled));
    }

    /** Compiles what was added, and says what is wrong. */
    void run(ProcessingEnvironment environment) {
        String library = environment.getOptions().getOrDefault(OPTION, "").strip();
        if (pending.isEmpty() || library.equals("none")) {
            pending.clear();
            return;
        }
        List<Pending> sources = List.copyOf(pending);
        pending.clear();
        Answers answers =
                compiler.compile(sources.stream().map(Pending::program).toList(), library);
        if (!answers.problem().isEmpty()) {
            // Only who names a compiler expects one.
            if (!library.isEmpty()) {
                environment.getMessager().printError(answers.problem(), sources.getFirst().element);
            }
            return;
        }
        for (int i = 0; i < sources.size(); i++) {
            Pending source = sources.get(i);
            Answer answer = answers.answers().get(i);
            if (answer.verdict() == Verdict.COMPILED) {
                source.whenCompiled.accept(answer.text());
            } else if (answer.verdict() == Verdict.REFUSED) {
                boolean mayBeElsewhere = answer.text().contains(NO_HEADER);
                environment
                        .getMessager()
                        .printMessage(
                                mayBeElsewhere ? Diagnostic.Kind.WARNING : Diagnostic.Kind.ERROR,
                                answer.text(),
                                source.element);
            }
        }
    }
}
