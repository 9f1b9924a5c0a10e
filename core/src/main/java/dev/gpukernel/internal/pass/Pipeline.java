package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Space;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Which passes run, and in which order. */
public final class Pipeline {
    /**
     * A pass with its name.
     *
     * @param name how it is called in print-outs
     * @param pass the pass
     */
    public record Stage(String name, Pass pass) {}

    /** Leaves the plain code of one thread or of one loop, each thing computed once: what loops are recognised in. */
    public static final List<Stage> CLEAN_UP = List.of(
            // All that follows takes the length of an array to be one number.
            stage(new MadeLengths()),
            // Indices of memory segments are longs, and mostly ints: the branch that asks for it is then decided.
            stage(new RedundantWidening()),
            // Branches on constants hide dead code from everything after.
            stage(new ConstantFolding()),
            // The least of some bytes would not be one of them as long as it is narrowed.
            stage(new RedundantNarrowing()),
            stage(new ControlFlowSimplification()),
            // Equal subscripts must be the same value for the dependence test.
            stage(new ValueNumbering()),
            // A value that is compared and then assigned must be one value, although choosing it took a branch.
            stage(new CommonRegionElimination()),
            stage(new DeadCodeElimination()),
            // Dead parameters leave blocks that can be joined.
            stage(new ControlFlowSimplification()));

    /** Runs after that on a kernel with copies of code, one for each array that a variable may be: some are never taken. */
    public static final List<Stage> COPIES = Stream.concat(
                    Stream.of(
                            stage(new DecidedBranches()),
                            // Ways that are never taken do not join others any more.
                            stage(new ControlFlowSimplification()),
                            stage(new JoinedValues())),
                    CLEAN_UP.stream())
            .toList();

    /** Runs after that on a kernel of plain loops: what can be told of a loop's variable need not be carried along. */
    public static final List<Stage> LOOPS = List.of(
            // What never changes need not be carried along, nor what it decides be there.
            stage(new ConditionalConstants()),
            stage(new ConstantFolding()),
            stage(new ControlFlowSimplification()),
            // What a loop begins with must be one value.
            stage(new LoopEntries()),
            // A loop's bound must be seen not to change in it.
            stage(new HeaderChecks()),
            // Of two variables that meet, each would follow from the other, in the test too.
            stage(new MeetingVariables()),
            stage(new InductionSubstitution()),
            // A start of 0 and a step of 1 leave little of what was put in.
            stage(new ConstantFolding()),
            // What adds 0 once branches are decided is only narrowed, again and again.
            stage(new RedundantNarrowing()),
            stage(new ValueNumbering()),
            // What is never done touches no element.
            stage(DeadCodeElimination.ofUndone()),
            stage(new ControlFlowSimplification()));

    /** Runs on what is left to the host once loops are taken out. */
    public static final List<Stage> HOST = Stream.concat(Stream.of(stage(new RowLowering())), CLEAN_UP.stream())
            .toList();

    /** Runs on the code of one thread, before a backend gets it. */
    public static final List<Stage> OPTIMISE = List.of(
            // Nobody asks any more whether two elements can be the same.
            stage(new RowLowering()),
            // Outlining a loop leaves additions of 0 and blocks to join.
            stage(new ConstantFolding()),
            stage(new DoubleRounding()),
            stage(new ControlFlowSimplification()),
            // Makes indices constants.
            stage(new LoopUnrolling()),
            stage(new ScalarReplacement()),
            // What was an array may hold constants.
            stage(new ConstantFolding()),
            stage(new ControlFlowSimplification()),
            stage(new ValueNumbering()),
            // Bounds of loops must not change in them.
            stage(new LoopInvariantMotion()),
            stage(new RangeCheckElimination()),
            stage(new DeadCodeElimination()));

    /** Runs on code of grid kernels that runs the threads of a block in turn: the JVM itself unrolls loops, and compiles no large methods. */
    public static final List<Stage> IN_TURN = Stream.concat(
                    OPTIMISE.stream().filter(stage -> !(stage.pass() instanceof LoopUnrolling)),
                    // Splitting is last: nothing may join blocks again.
                    Stream.of(stage(new WarpProducts()), stage(new BarrierSplitting())))
            .toList();

    /** Runs after that for a kernel that need not be exact. */
    public static final List<Stage> APPROXIMATE = List.of(
            // Divisions first: they are not contracted.
            stage(new Approximation()), stage(new Contraction()), stage(new DeadCodeElimination()));

    /** Runs last, once nobody needs to recognise the user's code any more: it doubles some of it. */
    public static final List<Stage> SPECIALISE = List.of(
            stage(new LoopVersioning()),
            // Indices that a loop was copied for are in range before it: so loads can go there.
            stage(new LoopInvariantMotion()),
            stage(new ConstantFolding()),
            stage(new ValueNumbering()),
            stage(new ControlFlowSimplification()),
            stage(new IfConversion()),
            stage(new ControlFlowSimplification()),
            // What depends on loads is left of a loop's checks.
            stage(new CheckDeferral()),
            stage(new ConstantFolding()),
            stage(new ControlFlowSimplification()),
            stage(new ValueNumbering()),
            // What a loop keeps in a register it does not store.
            stage(new ScalarPromotion()),
            // Each iteration has the fewer sums of its own.
            stage(new InvariantSums()),
            // Loads of several iterations are under way at a time.
            stage(new PartialUnrolling()),
            stage(new ConstantFolding()),
            // Their indices differ by constants.
            stage(new OffsetExtraction()),
            stage(new ConstantFolding()),
            stage(new ControlFlowSimplification()),
            stage(new ValueNumbering()),
            // The fewer checks are left, the better.
            stage(new CheckGrouping()),
            stage(new DeadCodeElimination()),
            // The checks that are left stand between loads.
            stage(new LoadScheduling()),
            // Last: what joins blocks would undo it.
            stage(new EdgeSplitting()));

    /**
     * Runs after that where a launch that has an array that begins anywhere can take other code ({@link VectorSplitting}, which
     * does not look into functions).
     */
    public static final List<Stage> WIDEN =
            List.of(stage(new VectorAccess()), stage(new DeadCodeElimination()), stage(new EdgeSplitting()));

    /** The same for threads of a grid, whose launches have one code for all arrays: a block's own arrays always begin as they should. */
    public static final List<Stage> WIDEN_SHARED = List.of(
            stage(new VectorAccess(Set.of(Space.SHARED))),
            stage(new DeadCodeElimination()),
            stage(new EdgeSplitting()));

    /** Runs on a copy for launches of which more is known than before, with that put in. */
    public static final List<Stage> SETTLE = List.of(
            // Branches are decided, and loops have constant bounds.
            stage(new ConstantFolding()),
            stage(new ControlFlowSimplification()),
            stage(new ValueNumbering()),
            // Checks that kept loads in loops are gone.
            stage(new LoopInvariantMotion()),
            stage(new DeadCodeElimination()),
            stage(new ControlFlowSimplification()));

    private Pipeline() {}

    /** {@return passes as stages, named after their classes} */
    static List<Stage> stages(Pass... passes) {
        return Arrays.stream(passes).map(Pipeline::stage).toList();
    }

    private static Stage stage(Pass pass) {
        return new Stage(pass.getClass().getSimpleName(), pass);
    }

    /**
     * Runs stages in order: on each function that a kernel calls, those first that the others call, and then on the kernel itself.
     *
     * @param stages which
     * @param kernel what to rewrite
     * @param after called with the stage's name and the kernel after every stage that changed it or a function it calls
     */
    public static void run(List<Stage> stages, Function kernel, BiConsumer<String, Function> after) {
        for (Function called : kernel.calledFunctions()) {
            if (called.isDeclared()) {
                continue;
            }
            run(stages, called, (String stage) -> after.accept(stage + " of " + called.name(), kernel));
            // Its callers' passes go by what it may do.
            called.settle();
        }
        run(stages, kernel, (String stage) -> after.accept(stage, kernel));
    }

    private static void run(List<Stage> stages, Function function, Consumer<String> after) {
        for (Stage stage : stages) {
            if (stage.pass().run(function)) {
                after.accept(stage.name());
            }
        }
    }
}
