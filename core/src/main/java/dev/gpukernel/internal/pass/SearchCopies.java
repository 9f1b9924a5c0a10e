package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopTest;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Copies of what an iteration of a {@link SearchLoop} does: to ask whether it leaves, to do all of it, to do it up to where it leaves. */
final class SearchCopies {
    private final Function kernel;
    private final CountedLoop counted;
    private final Loop loop;
    private final SearchSlice slice;
    private final Edge inside;

    /** The blocks of an iteration, in order. */
    private final List<Block> all;

    /** Looks at a loop; to be called before anything of what takes its place is written. */
    SearchCopies(Function kernel, CountedLoop counted, SearchSlice slice) {
        this.kernel = kernel;
        this.counted = counted;
        this.loop = counted.loop();
        this.slice = slice;
        this.inside = LoopTest.inside(counted.exit());
        this.all = LoopForm.order(loop);
        all.remove(loop.header());
    }

    /** {@return whether there is a loop in what is asked of an iteration} */
    boolean hasLoops() {
        return Loop.of(kernel).stream()
                .anyMatch(
                        inner -> inner.header() != loop.header() && slice.kept().contains(inner.header()));
    }

    /** Values that the header has or computes of its parameters, for values of these. */
    private HostValues header(Builder builder, List<? extends Value> values) {
        HostValues own = new HostValues(builder, loop);
        loop.header().params().forEach(param -> own.put(param, values.get(param.index())));
        return own;
    }

    /** Goes where the loop goes when it has done all its iterations. */
    void end(Builder builder, List<Value> values) {
        HostValues own = header(builder, values);
        builder.jump(
                counted.exit().target(),
                counted.exit().arguments().stream().map(own::before).toList());
    }

    /** A copy of some blocks of an iteration. */
    private final class Body {
        private final HostValues own;
        private final List<Block> order;
        private final RegionCopy region;

        Body(Builder builder, List<? extends Value> values, boolean isWhole) {
            this.own = header(builder, values);
            this.order = new ArrayList<>(all);
            order.removeIf(block -> !isWhole && !slice.kept().contains(block));
            this.region = new RegionCopy(kernel, order);
            region.keepAll();
            loop.header().params().forEach(param -> region.map(param, values.get(param.index())));
            for (Instr instr : loop.header().instrs()) {
                if (!instr.isTerminator()) {
                    region.map(instr, own.before(instr));
                }
            }
        }

        /** Leads to another block where the iteration goes on to one. */
        void redirect(Builder at, Block block, Block target, List<? extends Value> arguments) {
            Block stub = kernel.addBlock();
            block.params().forEach(param -> stub.addParam(param.type()));
            new Builder(kernel).atEnd(stub).at(at.position()).jump(target, arguments);
            region.redirect(block, stub);
        }

        /** Leads to another block where the iteration leaves the copied blocks without leaving the loop. */
        void redirectOthers(Builder at, Block target, List<? extends Value> arguments) {
            redirect(at, loop.header(), target, arguments);
            for (Block block : loop.blocks()) {
                if (block != loop.header() && !order.contains(block)) {
                    redirect(at, block, target, arguments);
                }
            }
        }

        /** Leads to another block where the iteration leaves the loop. */
        void redirectExits(Builder at, Block target, List<? extends Value> arguments) {
            for (Edge exit : slice.exits()) {
                redirect(at, exit.target(), target, arguments);
            }
        }

        void write(Builder builder) {
            builder.jump(
                    region.copy(), inside.arguments().stream().map(own::before).toList());
        }

        /** {@return the copies of instructions} Before anything else is done with them. */
        Map<Instr, Instr> instrs() {
            Map<Instr, Instr> copies = new LinkedHashMap<>();
            for (Block block : order) {
                Block copy = region.copyOf(block);
                List<Instr> copied = copy == null ? List.of() : copy.instrs();
                for (int i = 0; i < copied.size(); i++) {
                    copies.put(block.instrs().get(i), copied.get(i));
                }
            }
            return copies;
        }
    }

    /**
     * Writes code that asks whether an iteration leaves.
     *
     * @param builder where it begins
     * @param variable the loop's variable in that iteration
     * @param first what goes on to the latch if it does not
     * @param latch where it goes on then
     * @param leaving where it goes on if it does
     */
    void search(Builder builder, Value variable, Value first, Block latch, Block leaving) {
        List<Value> values = new ArrayList<>();
        for (BlockParam param : loop.header().params()) {
            // Nothing that is asked follows from other variables.
            values.add(param == counted.variable() ? variable : none(builder, (ScalarType) param.type()));
        }
        Body body = new Body(builder, values, false);
        body.redirectOthers(builder, latch, List.of(first));
        body.redirectExits(builder, leaving, List.of());
        slice.undecided().forEach(body.region::decide);
        body.write(builder);
        body.instrs().forEach((instr, copy) -> ask(instr, copy, leaving));
    }

    private static Value none(Builder builder, ScalarType type) {
        return builder.emit(new Op.Constant(type, 0));
    }

    /** Lets a copied instruction have no effect: what fails leaves. */
    private void ask(Instr instr, Instr copy, Block leaving) {
        switch (instr.op()) {
            case Op.IndexCheck _ -> check(slice.isAsked(instr), copy, leaving);
            case Op.DivisorCheck _ -> check(slice.isAsked(instr), copy, leaving);
            // No check may be left before it, and what is loaded there must not stand for what is loaded after one.
            case Op.Load _ when !slice.isNeeded(instr) -> remove(copy);
            case Op.Load load
            when slice.isOpen(instr) -> {
                Builder before = new Builder(kernel).before(copy);
                Value length = before.emit(new Op.Length(load.element(), load.space(), load.index()), copy.operand(0));
                test(copy, inBounds(before, copy.operand(1), length), leaving);
            }
            case Op.Store store when store.space() == Space.LOCAL && slice.usesLocals() -> {}
            default -> {
                Effect effect = instr.op().effect();
                if (effect == Effect.WRITE || effect == Effect.FAULT) {
                    remove(copy);
                }
            }
        }
    }

    private void check(boolean isAsked, Instr copy, Block leaving) {
        if (isAsked) {
            Builder before = new Builder(kernel).before(copy);
            Value holds = copy.op() instanceof Op.DivisorCheck(ScalarType type)
                    ? before.emit(new Op.Compare(Predicate.NE, type), copy.operand(0), none(before, type))
                    : inBounds(before, copy.operand(0), copy.operand(1));
            test(copy, holds, leaving);
        }
        copy.remove();
    }

    private static Value inBounds(Builder builder, Value index, Value length) {
        return builder.emit(new Op.InBounds(IndexType.of(length.type())), index, length);
    }

    /** Leaves before an instruction unless something holds. */
    private void test(Instr instr, Value holds, Block leaving) {
        Block block = instr.block();
        Block rest = kernel.addBlock();
        block.moveInstrsTo(instr, rest);
        new Builder(kernel).atEnd(block).at(instr.position()).branch(holds, rest, List.of(), leaving, List.of());
    }

    /** Removes an instruction; nothing that is asked follows from its result. */
    private void remove(Instr copy) {
        if (copy.type() instanceof ScalarType type && copy.isUsed()) {
            copy.replaceAllUsesWith(none(new Builder(kernel).before(copy), type));
        }
        copy.remove();
    }

    /**
     * Writes code that does all of an iteration, which does not leave.
     *
     * @param builder where it begins
     * @param values what the loop's variables are
     * @param header where it goes on with what they are in the next iteration
     */
    void iterate(Builder builder, List<? extends Value> values, Block header) {
        Body body = new Body(builder, values, true);
        if (slice.rereads()) {
            // What it asks must be seen to be about elements that no other iteration writes.
            List<Value> next = new ArrayList<>(values);
            BlockParam variable = counted.variable();
            ScalarType type = (ScalarType) variable.type();
            Value step =
                    type == ScalarType.I64 ? builder.constant(counted.step()) : builder.constant((int) counted.step());
            next.set(
                    variable.index(),
                    builder.emit(new Op.Binary(BinaryKind.ADD, type), values.get(variable.index()), step));
            body.redirectExits(builder, header, next);
        } else {
            slice.exits().forEach(exit -> body.region.decide(exit.source(), LoopTest.inside(exit)));
        }
        body.region.redirect(loop.header(), header);
        body.write(builder);
    }

    /**
     * Writes code that does an iteration up to where it leaves the loop, and goes there.
     *
     * @param builder where it begins
     * @param values what the loop's variables are
     */
    void leave(Builder builder, List<? extends Value> values) {
        Block never = kernel.addBlock();
        new Builder(kernel)
                .atEnd(never)
                .at(builder.position())
                .emit(new Op.Throw(
                        IllegalStateException.class.getName(),
                        "an iteration goes on that was found to leave its loop",
                        ""));
        Body body = new Body(builder, values, false);
        body.redirectOthers(builder, never, List.of());
        body.write(builder);
    }
}
