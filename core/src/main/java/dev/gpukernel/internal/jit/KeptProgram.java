package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.frontend.Dependencies.Answer;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A program, and where it is kept for other processes. */
final class KeptProgram {
    private final Program program;
    private final List<Answer> answers;
    private final @Nullable ProgramStore store;
    private final String key;

    /** Which forms of its nests are kept, {@code null} if it is not kept yet. */
    private @Nullable BitSet kept;

    /**
     * Makes one.
     *
     * @param program the program
     * @param answers what it was read from
     * @param kept which forms of its nests are there already, {@code null} if it is not kept yet
     * @param store where it goes, {@code null} if it is not kept
     * @param key what it is found by there
     */
    KeptProgram(
            Program program, List<Answer> answers, @Nullable BitSet kept, @Nullable ProgramStore store, String key) {
        this.program = program;
        this.answers = answers;
        this.kept = kept;
        this.store = store;
        this.key = key;
    }

    /** {@return one that is kept nowhere} */
    static KeptProgram only(Program program) {
        return new KeptProgram(program, List.of(), null, null, "");
    }

    Program program() {
        return program;
    }

    /** Keeps what was made of it, if there is more of it than is kept. */
    void keep() {
        ProgramStore into = store;
        if (into == null) {
            return;
        }
        synchronized (this) {
            BitSet forms = StoredProgram.forms(program);
            if (!forms.equals(kept)) {
                into.write(key, answers, program);
                kept = forms;
            }
        }
    }
}
