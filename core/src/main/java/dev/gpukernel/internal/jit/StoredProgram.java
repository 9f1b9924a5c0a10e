package dev.gpukernel.internal.jit;

import dev.gpukernel.CompilerBugException;
import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.Histogram;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.analysis.Inspector;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.frontend.Inputs;
import dev.gpukernel.internal.frontend.Output;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Encoder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Verifier;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import dev.gpukernel.internal.pass.PlannedLoop;
import dev.gpukernel.internal.pass.ScanSteps;
import dev.gpukernel.internal.pass.Scans;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Program} as {@link dev.gpukernel.internal.ir.Encoder} writes it, with those forms of its nests that were made so far. The others are made
 * when they are needed, by compiling the kernel after all.
 *
 * @param name as for {@link Program}, like most that follows
 * @param function what one thread does, or the host
 * @param form how it was written
 * @param parameterNames names of its parameters
 * @param uses what it does with each parameter
 * @param looked marks of arrays of records of which it reads elements
 * @param overwritten array parameters of a grid kernel whose old contents may not matter
 * @param made parameters that are arrays which it makes
 * @param nests its parallel loops
 * @param schedule how each of its loops runs
 * @param checksNull whether it asks if an argument is null
 * @param alignedSegments memory segments that must begin at a multiple of their elements' size
 * @param outputs what it may return
 */
record StoredProgram(
        String name,
        Function function,
        KernelForm form,
        List<String> parameterNames,
        List<Access.Use> uses,
        BitSet looked,
        BitSet overwritten,
        BitSet made,
        List<Nest> nests,
        List<PlannedLoop> schedule,
        boolean checksNull,
        BitSet alignedSegments,
        List<Output.Choice> outputs) {

    /**
     * A parallel loop nest.
     *
     * @param launched the function that the host's code launches
     * @param conflicts pairs of parameters that must not be the same array, as far as launches ask
     * @param asks whether something must be true of the arguments
     * @param isRare whether few launches need it
     * @param code what became of it, {@code null} if it was not needed yet
     */
    record Nest(
            Function launched,
            List<AliasConflict> conflicts,
            boolean asks,
            boolean isRare,
            @Nullable Code code) {}

    /**
     * A nest after the passes, as {@link NestProgram} has it.
     *
     * @param isWriting whether it writes an array
     * @param combine combines accumulators of a reduction
     * @param scans the running values
     * @param axes along which its loops lie
     * @param overwritten array parameters whose old contents may not matter
     * @param conflicts pairs of parameters that must not be the same array
     * @param ends what must be true for each loop to have as many iterations as are counted
     * @param conditions what must be true for more than one iteration, without what inspects a launch of which it is not
     * @param inspected which of them have such
     * @param turns what a CPU does, {@code null} if no CPU has asked
     * @param threads what a GPU does, {@code null} if no GPU has asked
     */
    record Code(
            boolean isWriting,
            @Nullable Function combine,
            @Nullable Scans scans,
            List<Axis> axes,
            BitSet overwritten,
            List<AliasConflict> conflicts,
            List<List<Condition>> ends,
            List<Condition> conditions,
            BitSet inspected,
            NestProgram.@Nullable Turns turns,
            @Nullable Threads threads) {}

    /**
     * What a GPU does, as {@link NestProgram.Threads} has it.
     *
     * @param code what one thread does
     * @param grain how many iterations that is
     * @param hasSingle whether there is code for one iteration, too
     * @param chunks of a reduction, what one thread does of what chunks came to
     * @param scan of running values, all steps
     * @param proven what one thread does in launches known not to fault
     * @param hasPiece whether it may run in pieces
     * @param histograms arrays that blocks may update in their own memory
     */
    record Threads(
            Function code,
            Grain grain,
            boolean hasSingle,
            @Nullable Function chunks,
            @Nullable ScanSteps scan,
            NestProgram.@Nullable Proven proven,
            boolean hasPiece,
            List<Histogram> histograms) {}

    /** {@return a program as far as it was made, as bytes, null if it has what is not stored} No form of it is made meanwhile. */
    static byte @Nullable [] encode(Program program, java.util.function.Function<StoredProgram, Record> entry) {
        return program.inputs().isEmpty() ? encode(program, entry, 0) : null;
    }

    /** Makes sure of nest after nest that passes do not run. */
    private static byte @Nullable [] encode(
            Program program, java.util.function.Function<StoredProgram, Record> entry, int number) {
        if (number == program.nests().size()) {
            return Encoder.encode(entry.apply(of(program)));
        }
        LaunchedNest nest = program.nests().get(number);
        synchronized (nest) {
            synchronized (nest.launched()) {
                return encode(program, entry, number + 1);
            }
        }
    }

    private static StoredProgram of(Program program) {
        return new StoredProgram(
                program.name(),
                program.function(),
                program.form(),
                program.parameterNames(),
                program.uses(),
                program.looked(),
                program.overwritten(),
                program.made(),
                program.nests().stream().map(StoredProgram::nest).toList(),
                program.schedule(),
                program.checksNull(),
                program.alignedSegments(),
                program.outputs());
    }

    /** Checks what was read. */
    void verify() {
        Verifier.verify(function);
        nests.forEach(nest -> Verifier.verify(nest.launched));
    }

    private static Nest nest(LaunchedNest nest) {
        NestProgram made = nest.known();
        Code code = made == null
                ? null
                : new Code(
                        made.isWriting(),
                        made.combine(),
                        made.scans(),
                        made.axes(),
                        made.overwritten(),
                        made.conflicts(),
                        made.ends(),
                        made.conditions().stream().map(StoredProgram::plain).toList(),
                        inspected(made.conditions()),
                        made.inTurns().known().findFirst().orElse(null),
                        made.inThreads()
                                .known()
                                .findFirst()
                                .map(StoredProgram::threads)
                                .orElse(null));
        return new Nest(nest.launched(), nest.conflicts(), nest.asks(), nest.isRare(), code);
    }

    private static Condition plain(Condition condition) {
        return new Condition(condition.value(), condition.least(), condition.most(), condition.text());
    }

    private static BitSet inspected(List<Condition> conditions) {
        return IntStream.range(0, conditions.size())
                .filter(i -> conditions.get(i).inspector() != null)
                .collect(BitSet::new, BitSet::set, BitSet::or);
    }

    private static Threads threads(NestProgram.Threads made) {
        return new Threads(
                made.code(),
                made.grain(),
                made.single() != null,
                made.chunks(),
                made.scan(),
                made.proven(),
                made.piece() != null,
                made.histograms());
    }

    /** {@return which forms of a program's nests are made, two bits for each} With more of them, it is worth storing again. */
    static BitSet forms(Program program) {
        BitSet forms = new BitSet();
        for (int i = 0; i < program.nests().size(); i++) {
            NestProgram made = program.nests().get(i).known();
            forms.set(2 * i, made != null && made.inTurns().known().findAny().isPresent());
            forms.set(
                    2 * i + 1,
                    made != null && made.inThreads().known().findAny().isPresent());
        }
        return forms;
    }

    /** {@return which forms of its nests are stored} */
    BitSet forms() {
        BitSet forms = new BitSet();
        for (int i = 0; i < nests.size(); i++) {
            Code code = nests.get(i).code;
            forms.set(2 * i, code != null && code.turns != null);
            forms.set(2 * i + 1, code != null && code.threads != null);
        }
        return forms;
    }

    /**
     * {@return the program}
     *
     * @param inputs what it uses of objects, which is nothing
     * @param compiler compiles the kernel, for what is not stored
     * @param nanos time it took to read
     */
    Program program(Inputs inputs, Supplier<Program> compiler, long nanos) {
        Made<Program> compiled = new Made<>(compiler);
        List<LaunchedNest> launched = new ArrayList<>();
        for (int i = 0; i < nests.size(); i++) {
            launched.add(launched(nests.get(i), new Rest(compiled, i, nests.get(i))));
        }
        return new Program(
                name,
                function,
                form,
                parameterNames,
                uses,
                looked,
                overwritten,
                made,
                launched,
                schedule,
                checksNull,
                alignedSegments,
                inputs,
                outputs,
                nanos);
    }

    private static LaunchedNest launched(Nest nest, Rest rest) {
        NestProgram made = nest.code == null ? null : program(nest.launched, nest.code, rest);
        return new LaunchedNest(nest.launched, nest.conflicts, nest.asks, nest.isRare, made, rest::program);
    }

    private static NestProgram program(Function launched, Code code, Rest rest) {
        return new NestProgram(
                launched,
                code.isWriting,
                code.combine,
                code.scans,
                code.turns != null
                        ? Made.of(code.turns)
                        : new Made<>(() -> rest.program().turns()),
                code.threads != null
                        ? Made.of(threads(code.threads, rest))
                        : new Made<>(() -> rest.program().threads()),
                code.axes,
                code.overwritten,
                code.conflicts,
                code.ends,
                conditions(code, rest));
    }

    private static List<Condition> conditions(Code code, Rest rest) {
        if (code.inspected.isEmpty()) {
            return code.conditions;
        }
        List<Condition> conditions = new ArrayList<>();
        for (int i = 0; i < code.conditions.size(); i++) {
            Condition condition = code.conditions.get(i);
            conditions.add(code.inspected.get(i) ? condition.or(rest) : condition);
        }
        return conditions;
    }

    private static NestProgram.Threads threads(Threads stored, Rest rest) {
        return new NestProgram.Threads(
                stored.code,
                stored.grain,
                stored.hasSingle
                        ? () -> Objects.requireNonNull(rest.program().threads().single())
                                .get()
                        : null,
                stored.chunks,
                stored.scan,
                stored.proven,
                stored.hasPiece
                        ? () -> Objects.requireNonNull(rest.program().threads().piece())
                                .get()
                        : null,
                stored.histograms);
    }

    /**
     * What was not stored of a nest.
     *
     * @param compiled compiles the kernel once
     * @param number which nest it is
     * @param stored what was stored of it
     */
    private record Rest(Made<Program> compiled, int number, Nest stored) implements Inspector {
        @Override
        public boolean areIndependent(HostExpression.Arguments arguments) {
            // All conditions of a nest have the same inspector.
            return program().conditions().stream()
                    .map(Condition::inspector)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElseThrow()
                    .areIndependent(arguments);
        }

        NestProgram program() {
            Program whole = compiled.get();
            LaunchedNest nest = whole.nests().size() > number ? whole.nests().get(number) : null;
            if (nest == null || !isSame(nest)) {
                throw new CompilerBugException(
                        "the compiled code on disk of " + whole.name() + " is not what the kernel is compiled to",
                        stored.launched.toString(),
                        new IllegalStateException("-Dgpukernel.cache=none compiles it anew"));
            }
            return nest.program();
        }

        /** {@return whether a nest is the stored one, as compiling a kernel twice gives the same} */
        private boolean isSame(LaunchedNest nest) {
            if (nest.isRare() != stored.isRare) {
                return false;
            }
            if (stored.code != null) {
                NestProgram made = nest.program();
                if (stored.code.threads != null) {
                    // What threads do may be made of the very function.
                    made.threads();
                }
            }
            return nest.launched().toString().equals(stored.launched.toString());
        }
    }
}
