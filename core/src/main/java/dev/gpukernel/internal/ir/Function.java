package dev.gpukernel.internal.ir;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A function: blocks, the first of which is the entry. Its parameters are the entry's. A kernel is a function that returns nothing,
 * together with those that it calls.
 */
public final class Function {
    private final String name;
    private Type result = VoidType.VOID;
    private boolean rare;
    private boolean declared;
    private @Nullable CudaBody cuda;
    private @Nullable FunctionEffects effects;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Block> seenBlocks = Collections.unmodifiableList(blocks);
    private int nextValue;
    private int nextBlock;

    /** By its class, what was found out of the blocks and the edges as they are. Replaced as a whole, as several threads may ask. */
    private volatile Map<Class<?>, Object> flow = Map.of();

    public Function(String name) {
        this.name = name;
    }

    /**
     * Declares a function whose code is elsewhere, in CUDA C: it has parameters, and its body says nothing.
     *
     * @param name its name
     * @param parameters types of its parameters
     * @param effects what a call of it may do
     * @return the function
     */
    public static Function declare(String name, List<? extends Type> parameters, FunctionEffects effects) {
        Function declared = new Function(name);
        Block entry = declared.addBlock();
        parameters.forEach(entry::addParam);
        new Builder(declared).atEnd(entry).emit(new Op.Return());
        declared.declared = true;
        declared.effects = effects;
        return declared;
    }

    /**
     * Declares a function of CUDA C that a kernel calls. It computes its result from numbers, and does nothing else.
     *
     * @param name its name
     * @param parameters types of its parameters
     * @param result type of its result
     * @param body its code, null if that does not matter
     * @return the function
     */
    public static Function declare(String name, List<? extends Type> parameters, Type result, @Nullable CudaBody body) {
        Function declared = declare(name, parameters, new FunctionEffects(false, new BitSet(), new BitSet(), false));
        declared.cuda = body;
        declared.result = result;
        return declared;
    }

    /** {@return its code, if a kernel that was read calls it and it is in CUDA C} */
    public @Nullable CudaBody cuda() {
        return cuda;
    }

    /** {@return whether its code is elsewhere, so that only its parameters and effects are known} */
    public boolean isDeclared() {
        return declared;
    }

    /** {@return class and method, such as {@code VectorOps.saxpy}} */
    public String name() {
        return name;
    }

    /** {@return type of what it returns: a number, several, or nothing} */
    public Type result() {
        return result;
    }

    /** Says what it returns, before anything calls it. */
    public void setResult(Type newResult) {
        result = newResult;
    }

    /**
     * {@return whether it is for the few arguments for which its caller has nothing faster} It ends for all of them, and computes a number
     * of numbers. So a call of it may stand in straight code, and is made only if the {@link Op.Select} that alone uses it, in its block,
     * chooses it.
     */
    public boolean isRare() {
        return rare;
    }

    /** Says that it is for few arguments, before anything calls it. */
    public void setRare() {
        rare = true;
    }

    /** {@return whether all that it calls is rare, so that it is as good as code that calls nothing} */
    public boolean callsOnlyRare() {
        return calledFunctions().stream().allMatch(Function::isRare);
    }

    /** {@return types of the numbers that it returns} */
    public List<Type> results() {
        return switch (result) {
            case TupleType tuple -> List.copyOf(tuple.components());
            case VoidType _ -> List.of();
            case ScalarType _, ArrayType _ -> List.of(result);
        };
    }

    /** {@return what a call of it may do, as of the last {@link #settle}} */
    public FunctionEffects effects() {
        FunctionEffects known = effects;
        if (known == null) {
            known = FunctionEffects.of(this);
            effects = known;
        }
        return known;
    }

    /** Lets what it may do follow from what it has become. Its callers may be better for it. */
    public void settle() {
        if (!declared) {
            effects = FunctionEffects.of(this);
        }
    }

    /** {@return the instructions of all blocks, in their order} */
    public List<Instr> instrs() {
        List<Instr> all = new ArrayList<>();
        for (Block block : blocks) {
            all.addAll(block.instrs());
        }
        return all;
    }

    /** {@return the functions that it calls and those that they call, each after those that it calls itself} */
    public List<Function> calledFunctions() {
        Set<Function> found = new LinkedHashSet<>();
        addCalled(found);
        return List.copyOf(found);
    }

    private void addCalled(Set<Function> found) {
        for (Block block : blocks) {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Op.Invoke(Function callee) && !found.contains(callee)) {
                    callee.addCalled(found);
                    found.add(callee);
                }
            }
        }
    }

    public List<Block> blocks() {
        return seenBlocks;
    }

    public Block entry() {
        return blocks.getFirst();
    }

    public List<BlockParam> params() {
        return entry().params();
    }

    public Block addBlock() {
        return addBlock(nextBlock);
    }

    /** Adds a block under a number that no other block has: the parser keeps those of the text. */
    Block addBlock(int id) {
        nextBlock = Math.max(nextBlock, id + 1);
        Block block = new Block(this, id);
        blocks.add(block);
        flowChanged();
        return block;
    }

    /**
     * {@return what follows from its blocks and edges alone, found out once and kept until one of them changes}
     *
     * @param kind what is asked for
     * @param find finds it out
     */
    public <T> T ofFlow(Class<T> kind, java.util.function.Function<Function, T> find) {
        Object known = flow.get(kind);
        if (known != null) {
            return kind.cast(known);
        }
        T found = find.apply(this);
        Map<Class<?>, Object> more = new HashMap<>(flow);
        more.put(kind, found);
        flow = more;
        return found;
    }

    /** To be told of each block that comes, and of each edge that leads elsewhere or from elsewhere. */
    void flowChanged() {
        if (!flow.isEmpty()) {
            flow = Map.of();
        }
    }

    /**
     * Removes instructions that none but each other use.
     *
     * @param dead the instructions
     */
    public void removeInstrs(Collection<Instr> dead) {
        // They may use each other in any order, around loops too: cut all uses before anything goes.
        for (Instr instr : dead) {
            instr.dropInputs();
        }
        for (Instr instr : dead) {
            instr.remove();
        }
    }

    /**
     * Removes blocks that are not reachable from the others. What they compute is used by none but themselves.
     *
     * @param dead the blocks
     */
    public void removeBlocks(Collection<Block> dead) {
        List<Instr> instrs = new ArrayList<>();
        for (Block block : dead) {
            instrs.addAll(block.instrs());
        }
        removeInstrs(instrs);
        blocks.removeAll(Set.copyOf(dead));
        flowChanged();
    }

    /** {@return how many instructions it has} */
    public int size() {
        return blocks.stream().mapToInt(block -> block.instrs().size()).sum();
    }

    /** {@return a bound on the ids of values, for side tables} */
    public int valueCount() {
        return nextValue;
    }

    /** {@return a bound on the ids of blocks, for side tables} */
    public int blockCount() {
        return nextBlock;
    }

    int newValueId() {
        return nextValue++;
    }

    /** Takes a number that no value has yet: the parser keeps those of the text. */
    int takeValueId(int id) {
        nextValue = Math.max(nextValue, id + 1);
        return id;
    }

    /** Takes numbers of blocks that no block has any more. */
    void takeBlockId(int id) {
        nextBlock = Math.max(nextBlock, id + 1);
    }

    /** {@return what a call of it may do, if that was found out} */
    @Nullable FunctionEffects settledEffects() {
        return effects;
    }

    /** Makes it what it was when it was written. */
    void restore(boolean isDeclared, @Nullable CudaBody body, @Nullable FunctionEffects settled) {
        declared = isDeclared;
        cuda = body;
        effects = settled;
    }

    /** {@return the text form, of what it calls too} */
    @Override
    public String toString() {
        return Printer.print(this);
    }
}
