package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Induction;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopTest;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes one test of several at the beginning or the end of a loop that all compare its variable with a bound, as {@code i < n && i <
 * a.length} does: with the bound that is reached first. A condition that is the same throughout, as in {@code ok && i < n}, lets the loop go
 * on always or never.
 */
final class TestJoining {
    private final Function function;
    private final Loop loop;
    private final Induction induction;
    private final List<Test> tests;

    /** A branch that leaves the loop: by comparing the variable and a constant with a bound, or by a condition that does not change. */
    private record Test(Edge exit, @Nullable LoopTest compared, long distance) {}

    private TestJoining(Function function, Loop loop, Induction induction, List<Test> tests) {
        this.function = function;
        this.loop = loop;
        this.induction = induction;
        this.tests = tests;
    }

    /** Joins the tests of a loop; {@return whether there were several of them, and all of these kinds} */
    static boolean join(Function function, Loop loop) {
        List<Edge> exits = LoopTest.isPure(loop.header()) ? exits(loop, loop.header()) : List.of();
        Induction induction = exits.size() < 2 ? null : variable(loop, exits);
        if (induction == null) {
            return false;
        }
        List<Test> tests = new ArrayList<>();
        for (Edge exit : exits) {
            Test test = test(loop, exit, induction, induction.variable());
            if (test == null) {
                return false;
            }
            tests.add(test);
        }
        return new TestJoining(function, loop, induction, tests).join(induction.variable());
    }

    /** Joins the tests at the end of a loop, as far as they ask about the variable of the next iteration; {@return whether it did} */
    static boolean joinLast(Function function, Loop loop) {
        List<Edge> exits = lastExits(loop);
        if (exits.size() < 2) {
            return false;
        }
        for (BlockParam param : loop.header().params()) {
            Induction induction = Induction.byNumber(loop, param);
            if (induction != null && induction.narrowed() == null) {
                Value next = loop.backEdges().getFirst().arguments().get(param.index());
                List<Test> tests = new ArrayList<>();
                for (Edge exit : exits) {
                    Test test = test(loop, exit, induction, next);
                    if (test != null && test.distance == 0) {
                        tests.add(test);
                    }
                }
                if (tests.size() == exits.size() && tests.stream().anyMatch(test -> test.compared != null)) {
                    return new TestJoining(function, loop, induction, tests).join(next);
                }
            }
        }
        return false;
    }

    /** {@return the edges by which the loop is left for the same place after it has done all of an iteration} */
    private static List<Edge> lastExits(Loop loop) {
        if (loop.backEdges().size() != 1) {
            return List.of();
        }
        Block block = loop.backEdges().getFirst().source().block();
        // What an update computes may come after the tests.
        boolean isUpdate =
                LoopTest.exit(loop, block.terminator()) == null && LoopTest.isPure(block) && isOnlyNext(block, loop);
        Block first = isUpdate ? block.incoming().getFirst().source().block() : block;
        while (isOnlyNext(first, loop)
                && LoopTest.isPure(first)
                && LoopTest.exit(loop, first.incoming().getFirst().source()) != null) {
            first = first.incoming().getFirst().source().block();
        }
        return exits(loop, first);
    }

    private static boolean isOnlyNext(Block block, Loop loop) {
        return block != loop.header()
                && block.incoming().size() == 1
                && block.params().isEmpty();
    }

    /** {@return the edges by which the loop is left for the same place, one test after another and nothing between them} */
    private static List<Edge> exits(Loop loop, Block first) {
        List<Edge> exits = new ArrayList<>();
        Block block = first;
        Edge exit = LoopTest.exit(loop, block.terminator());
        while (exit != null && (block == first || LoopTest.isPure(block)) && leadsAlike(exits, exit)) {
            exits.add(exit);
            Edge inside = LoopTest.inside(exit);
            block = inside.target();
            exit = isOnlyNext(block, loop) ? LoopTest.exit(loop, block.terminator()) : null;
        }
        return exits;
    }

    private static boolean leadsAlike(List<Edge> exits, Edge exit) {
        return exits.isEmpty() || destination(exits.getFirst()).equals(destination(exit));
    }

    /** Where an edge leads in the end, and what it passes there. */
    private record Destination(Block target, List<Value> arguments) {}

    private static Destination destination(Edge edge) {
        Edge last = edge;
        while (last.target().params().isEmpty()
                && last.target().instrs().size() == 1
                && last.target().terminator().op() instanceof Op.Jump) {
            last = last.target().terminator().edges().getFirst();
        }
        return new Destination(last.target(), last.arguments());
    }

    /** {@return the variable that one of the tests is about} */
    private static @Nullable Induction variable(Loop loop, List<Edge> exits) {
        for (Edge exit : exits) {
            LoopTest test = LoopTest.of(loop, exit.source());
            if (test != null) {
                for (Value side : List.of(test.left(), test.right())) {
                    Induction induction = Induction.byNumber(loop, Op.Convert.unwidened(side));
                    if (induction != null) {
                        return induction;
                    }
                }
            }
        }
        return null;
    }

    private static @Nullable Test test(Loop loop, Edge exit, Induction induction, Value base) {
        if (loop.isInvariant(exit.source().operand(0))) {
            return new Test(exit, null, 0);
        }
        return compared(loop, exit, induction, base);
    }

    /** {@return a comparison of a value that is the variable or moves with it, and a constant} */
    private static @Nullable Test compared(Loop loop, Edge exit, Induction induction, Value base) {
        LoopTest test = LoopTest.of(loop, exit.source());
        if (test == null) {
            return null;
        }
        LoopTest asked = loop.isInvariant(test.right()) ? test : test.swapped();
        Long distance = Induction.difference(Op.Convert.unwidened(asked.left()), base);
        // A larger step could take the sum past the greatest number, and the variable not.
        boolean isPlain = distance != null
                && (distance == 0
                        || (Math.abs(induction.step()) == 1
                                && distance == distance.intValue()
                                && induction.narrowed() == null
                                && asked.goesOn() != Predicate.NE));
        return distance != null
                        && LoopTest.leads(asked.goesOn(), induction.step())
                        && isPlain
                        && loop.isInvariant(asked.right())
                ? new Test(exit, asked, distance)
                : null;
    }

    /** Joins the tests of a value that moves as the variable does. */
    private boolean join(Value tested) {
        boolean isLong = induction.variable().type() == ScalarType.I64;
        Predicate alike = alike();
        if (isLong && alike == null) {
            return false;
        }
        LoopForm.addPreheader(function, loop);
        Edge entry = loop.entryEdges().getFirst();
        Builder before = new Builder(function).before(entry.source());
        Value start = entry.arguments().get(induction.variable().index());
        // A test at the end asks about the variable of the next iteration.
        Value first = tested == induction.variable() ? start : LoopShaping.plus(before, start, induction.step());
        boolean up = induction.step() > 0;
        Predicate goesOn = alike != null ? alike : up ? Predicate.LT : Predicate.GT;
        HostValues host = new HostValues(before, loop);
        @Nullable Value nearest = null;
        for (Test test : tests) {
            if (test.compared != null) {
                Value compared = host.before(test.compared.right());
                Value own = alike != null ? compared : exclusive(before, test, first, compared);
                nearest = nearest == null ? own : LoopShaping.extremum(before, !up, nearest, own);
            }
        }
        Value bound = Objects.requireNonNull(nearest, "a test of the variable");
        for (Test test : tests) {
            if (test.compared == null) {
                bound = unless(before, test.exit, host, first, bound);
            }
        }
        replace(goesOn, tested, bound);
        return true;
    }

    /** {@return the comparison that all tests make of the variable itself, in its own type; null if they differ in that} */
    private @Nullable Predicate alike() {
        Predicate alike = null;
        boolean isConditional = tests.stream().anyMatch(test -> test.compared == null);
        for (Test test : tests) {
            LoopTest compared = test.compared;
            if (compared != null) {
                boolean isStrict = compared.goesOn() == Predicate.LT || compared.goesOn() == Predicate.GT;
                boolean isOwn =
                        compared.right().type().equals(induction.variable().type())
                                && test.distance == 0
                                && compared.goesOn() != Predicate.NE
                                && (isStrict || !isConditional);
                if (!isOwn || (alike != null && alike != compared.goesOn())) {
                    return null;
                }
                alike = compared.goesOn();
            }
        }
        return alike;
    }

    /** {@return the number in 64 bits with which an int is through a test, if that begins with another} */
    private Value exclusive(Builder builder, Test test, Value start, Value bound) {
        LoopTest compared = Objects.requireNonNull(test.compared);
        Value wide =
                bound.type() == ScalarType.I64 ? LoopShaping.limited(builder, bound) : LoopShaping.wide(builder, bound);
        Value first = LoopShaping.wide(builder, start);
        return switch (compared.goesOn()) {
            case LE -> plus(builder, test, first, wide, 1);
            case GE -> plus(builder, test, first, wide, -1);
            case NE -> {
                boolean up = induction.step() > 0;
                Value isAhead =
                        builder.emit(new Op.Compare(up ? Predicate.LE : Predicate.GE, ScalarType.I64), first, wide);
                Value never = builder.constant(up ? LoopShaping.FAR : -LoopShaping.FAR);
                yield builder.emit(new Op.Select(ScalarType.I64), isAhead, wide, never);
            }
            case LT, GT, EQ, LTU, LEU, GTU, GEU -> plus(builder, test, first, wide, 0);
        };
    }

    /** Where the sum has wrapped around at the start, it has so until the test ends the loop. */
    private static Value plus(Builder builder, Test test, Value start, Value bound, int more) {
        Value own = LoopShaping.plus(builder, bound, more - test.distance);
        if (test.distance == 0) {
            return own;
        }
        Value sum = LoopShaping.plus(builder, start, test.distance);
        Value wrapped =
                builder.emit(Op.Convert.WIDEN, builder.emit(new Op.Convert(ScalarType.I64, ScalarType.I32), sum));
        Value lost = builder.emit(new Op.Binary(BinaryKind.SUB, ScalarType.I64), sum, wrapped);
        return builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I64), own, lost);
    }

    /** {@return the bound, or what is compared with it first if a condition ends the loop} */
    private static Value unless(Builder builder, Edge exit, HostValues host, Value start, Value bound) {
        Value condition = host.before(exit.source().operand(0));
        boolean leaves = exit.source().edges().getFirst() == exit;
        Value none = bound.type() == ScalarType.I64 ? LoopShaping.wide(builder, start) : start;
        return builder.emit(
                new Op.Select((ScalarType) bound.type()), condition, leaves ? none : bound, leaves ? bound : none);
    }

    private void replace(Predicate goesOn, Value moving, Value bound) {
        Instr first = tests.getFirst().exit.source();
        Edge out = tests.getFirst().exit;
        Builder builder = new Builder(function).before(first);
        ScalarType type = (ScalarType) bound.type();
        Value tested = type == ScalarType.I64 ? LoopShaping.wide(builder, moving) : moving;
        Value holds = builder.emit(new Op.Compare(goesOn, type), tested, bound);
        LoopShaping.replaceTest(builder, first, out, holds);
        for (Test test : tests.subList(1, tests.size())) {
            Instr branch = test.exit.source();
            Edge inside = LoopTest.inside(test.exit);
            new Builder(function).before(branch).jump(inside.target(), List.copyOf(inside.arguments()));
            branch.remove();
        }
    }
}
