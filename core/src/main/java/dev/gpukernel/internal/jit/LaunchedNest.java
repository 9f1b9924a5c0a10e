package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.pass.OutlinedNest;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A parallel loop nest that the host's code launches. One that few launches need is compiled when the first of them does. */
final class LaunchedNest {
    private final Function launched;
    private final List<AliasConflict> conflicts;
    private final boolean asks;
    private final boolean isRare;
    private @Nullable Supplier<NestProgram> compiler;
    private @Nullable NestProgram program;

    /**
     * Makes it, not compiled yet.
     *
     * @param nest the nest
     * @param isRare whether few launches need it
     * @param isAsked whether the host asks before whether it may be launched, so that it asks nothing of arguments
     * @param compiler compiles it
     */
    LaunchedNest(OutlinedNest nest, boolean isRare, boolean isAsked, Supplier<NestProgram> compiler) {
        this.launched = nest.code();
        this.conflicts = isAsked ? List.of() : nest.conflicts();
        this.asks = !isAsked
                && (!nest.conditions().isEmpty() || !nest.ends().stream().allMatch(List::isEmpty));
        this.isRare = isRare;
        this.compiler = compiler;
    }

    /**
     * Makes one as it was.
     *
     * @param launched the function that the host's code launches
     * @param conflicts pairs of parameters that must not be the same array
     * @param asks whether something must be true of the arguments
     * @param isRare whether few launches need it
     * @param program the nest after the passes, {@code null} if they have not run yet
     * @param compiler runs them
     */
    LaunchedNest(
            Function launched,
            List<AliasConflict> conflicts,
            boolean asks,
            boolean isRare,
            @Nullable NestProgram program,
            Supplier<NestProgram> compiler) {
        this.launched = launched;
        this.conflicts = conflicts;
        this.asks = asks;
        this.isRare = isRare;
        this.program = program;
        this.compiler = compiler;
    }

    /** {@return whether few launches need it} Then it is compiled for a device when the first of them does. */
    boolean isRare() {
        return isRare;
    }

    /** {@return the function that the host's code launches} */
    Function launched() {
        return launched;
    }

    /** {@return pairs of parameters that must not be the same array} */
    List<AliasConflict> conflicts() {
        return conflicts;
    }

    /** {@return whether something must be true of the arguments} */
    boolean asks() {
        return asks;
    }

    /** {@return the nest after the passes, {@code null} if they have not run yet} */
    synchronized @Nullable NestProgram known() {
        return program;
    }

    /** {@return the nest after the passes, which run now if they have not yet} */
    synchronized NestProgram program() {
        NestProgram made = program;
        if (made == null) {
            Supplier<NestProgram> compile = compiler;
            if (compile == null) {
                throw new IllegalStateException("compiling " + launched.name() + " failed before");
            }
            compiler = null;
            made = compile.get();
            program = made;
        }
        return made;
    }
}
