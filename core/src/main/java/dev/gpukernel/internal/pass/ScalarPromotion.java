package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Facts;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps in a register an element that an innermost loop updates in its iterations, as {@code y[i] += a[i * n + j] * x[j]} does: it is
 * loaded before the loop, and stored after it if the loop has stored it. Its index must be in range, and every other array that the
 * loop uses must be {@linkplain BlockParam#isApartFrom another one}. What is left only loads, so that {@link PartialUnrolling} takes it.
 */
public final class ScalarPromotion implements Pass {
    @Override
    public boolean run(Function function) {
        List<Loop> loops = Loop.of(function);
        List<Element> found = new ArrayList<>();
        Facts facts = new Facts(function, Dominators.of(function));
        facts.walk(block -> {
            Loop loop = Loop.at(loops, block);
            Element element = loop == null || !loop.inside(loops).isEmpty() ? null : find(loop, facts);
            if (element != null) {
                found.add(element);
            }
            return block.instrs().stream().allMatch(facts::pass);
        });
        found.forEach(element -> promote(function, element));
        return !found.isEmpty();
    }

    /** An element that a loop loads or stores again and again. */
    private record Element(Loop loop, BlockParam array, Value index) {
        boolean isAccessedBy(Instr instr) {
            return (instr.op() instanceof Op.Load || instr.op() instanceof Op.Store) && instr.operand(0) == array;
        }
    }

    private static @Nullable Element find(Loop loop, Facts facts) {
        if (loop.entryEdges().size() != 1 || !loop.instrs().allMatch(ScalarPromotion::isPlain)) {
            return null;
        }
        List<Access> accesses = Access.in(loop.blocks());
        for (Access access : accesses) {
            Value index = access.index();
            if (access.isWrite()
                    && access.instr().op() instanceof Op.Store
                    && index != null
                    && !loop.contains(index.block())
                    && accesses.stream().allMatch(other -> isSameOrApart(other, access.array(), index))
                    && facts.hasElement(access.array(), index)) {
                return new Element(loop, access.array(), index);
            }
        }
        return null;
    }

    /** {@return whether an instruction neither ends the thread nor changes memory but by a store} */
    private static boolean isPlain(Instr instr) {
        return switch (instr.op().effect()) {
            case NONE, READ, CONTROL -> true;
            case WRITE -> instr.op() instanceof Op.Store;
            case ALLOCATE, SYNCHRONISE, FAULT -> false;
        };
    }

    private static boolean isSameOrApart(Access access, BlockParam array, Value index) {
        return access.array() == array
                ? access.index() == index
                        && (access.instr().op() instanceof Op.Load
                                || access.instr().op() instanceof Op.Store)
                : array.isApartFrom(access.array());
    }

    private static void promote(Function function, Element element) {
        Loop loop = element.loop;
        LoopForm.addPreheader(function, loop);
        Instr before = loop.entryEdges().getFirst().source();
        ArrayType type = (ArrayType) element.array.type();
        Builder builder = new Builder(function)
                .before(before)
                .at(loop.header().terminator().position());
        ElementVariable value = new ElementVariable(type.element(), element.array.name());
        Variable isStored = new Variable(ScalarType.I1, null);
        value.begin(before.block(), builder.emit(new Op.Load(type), element.array, element.index));
        isStored.assign(before.block(), builder.emit(new Op.Constant(ScalarType.I1, 0)));
        List<Instr> replaced = new ArrayList<>();
        for (Block block : loop.blocks()) {
            List<Instr> own =
                    block.instrs().stream().filter(element::isAccessedBy).toList();
            value.follow(block, own, null);
            if (own.stream().anyMatch(instr -> instr.op() instanceof Op.Store)) {
                Builder end = new Builder(function).before(block.terminator());
                isStored.assign(block, end.emit(new Op.Constant(ScalarType.I1, 1)));
            }
            replaced.addAll(own);
        }
        List<Block> exits = loop.exitEdges().stream()
                .map(edge -> LoopForm.split(function, edge))
                .toList();
        value.join(exits);
        isStored.join(exits);
        for (Block exit : exits) {
            storeIf(function, element, exit, isStored.atStart(exit), value.atStart(exit));
        }
        replaced.forEach(Instr::remove);
    }

    /** Stores the element at the start of a block, if the loop has. */
    private static void storeIf(Function function, Element element, Block exit, Value isStored, Value value) {
        Instr leaving = exit.terminator();
        Block rest = LoopForm.split(function, leaving.edges().getFirst());
        Block storing = function.addBlock();
        Builder builder = new Builder(function).atEnd(storing).at(leaving.position());
        builder.emit(new Op.Store((ArrayType) element.array.type()), element.array, element.index, value);
        builder.jump(rest, List.of());
        new Builder(function)
                .before(leaving)
                .at(leaving.position())
                .branch(isStored, storing, List.of(), rest, List.of());
        leaving.remove();
    }
}
