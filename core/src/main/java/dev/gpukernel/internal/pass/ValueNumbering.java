package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.ir.VoidType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes each thing once: an instruction whose operation and operands are those of one that dominates it is replaced by it. A
 * check that a dominating one has made already is dropped. What is loaded stays the same until something may be written where it is:
 * {@link MemoryState} tells which stores are elsewhere. A load of what was just stored is what was stored.
 *
 * <p>Algorithm: dominator-tree value numbering with scoped tables, P. Briggs, K. Cooper, L. Simpson, "Value Numbering", 1997.
 */
public final class ValueNumbering implements Pass {
    /** How many stores a load is looked for behind. */
    private static final int MOST_STORES = 16;

    @Override
    public boolean run(Function function) {
        Dominators dominators = Dominators.of(function);
        return new Walk(dominators, dominators.children(), WrittenSpaces.of(function))
                .visit(function.entry(), new Memory(), null);
    }

    /** {@return whether doing it again gives the same, as long as memory stays as it is} */
    static boolean isRepeatable(Instr instr) {
        boolean repeatable = switch (instr.op().effect()) {
            case NONE, FAULT -> !(instr.op() instanceof Op.Length && MadeLengths.isMadeTwice(instr.operand(0)));
            case READ -> instr.op() instanceof Op.Load;
            case ALLOCATE, WRITE, SYNCHRONISE, CONTROL -> false;
        };
        // Several results in one value stay near the call, where their parts are taken: no block parameter can hold
        // them.
        return repeatable && !(instr.type() instanceof TupleType);
    }

    /** What memories hold, another state after each change. */
    private record Memory(Map<Space, MemoryState> states) {
        Memory() {
            this(new EnumMap<>(Space.class));
            change(EnumSet.allOf(Space.class));
        }

        Memory copy() {
            return new Memory(new EnumMap<>(states));
        }

        void change(Set<Space> spaces) {
            spaces.forEach(space -> states.put(space, new MemoryState()));
        }

        void change(Instr instr) {
            if (instr.op() instanceof Op.Store(var _, Space space, var _)) {
                states.computeIfPresent(space, (_, state) -> state.after(instr));
            } else {
                change(WrittenSpaces.by(instr.op()));
            }
        }

        @Nullable MemoryState of(Op op) {
            return op instanceof Op.Load(var _, Space space, var _) ? states.get(space) : null;
        }
    }

    /** An operation on certain operands, by their numbers, and on what is in memory. */
    private record Key(
            Op op, List<Integer> operands, @Nullable MemoryState memory) {
        Key in(@Nullable MemoryState state) {
            return state == null ? this : new Key(op, operands, state);
        }

        /** Only constants, which have no operands, are told apart by what is in them: that of most operations is little and slow. */
        @Override
        public int hashCode() {
            int ofOp = op instanceof Op.Constant constant
                    ? Long.hashCode(constant.bits())
                    : op.getClass().hashCode();
            return ofOp * 31 + operands.hashCode();
        }

        /** As it would be anyway, but in plain bytecode, which a compiler that has just started runs sooner than method handles. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key
                    && op.equals(key.op)
                    && operands.equals(key.operands)
                    && Objects.equals(memory, key.memory);
        }
    }

    /** What was computed on the way down the dominator tree. */
    private record Scope(Map<Key, Instr> computed, @Nullable Scope outer) {
        @Nullable Instr find(Key key) {
            for (Scope scope = this; scope != null; scope = scope.outer) {
                Instr instr = scope.computed.get(key);
                if (instr != null) {
                    return instr;
                }
            }
            return null;
        }
    }

    private record Walk(Dominators dominators, List<List<Block>> children, WrittenSpaces written) {
        boolean visit(Block block, Memory before, @Nullable Scope outer) {
            Scope scope = new Scope(new HashMap<>(), outer);
            Memory memory = before.copy();
            if (block.incoming().size() != 1) {
                memory.change(written.between(dominators.immediate(block), block));
            }
            boolean changed = false;
            for (Instr instr : List.copyOf(block.instrs())) {
                if (isRepeatable(instr)) {
                    changed |= number(instr, memory, scope);
                } else {
                    memory.change(instr);
                }
            }
            for (Block child : children.get(block.id())) {
                changed |= visit(child, memory, scope);
            }
            return changed;
        }

        private static boolean number(Instr instr, Memory memory, Scope scope) {
            Key key = key(instr);
            MemoryState state = memory.of(instr.op());
            Value known = state == null ? scope.find(key) : loaded(instr, key, state, scope);
            if (known == null) {
                scope.computed.put(key.in(state), instr);
                return false;
            }
            if (instr.type() != VoidType.VOID) {
                known.setName(known.name() == null ? instr.name() : known.name());
                instr.replaceAllUsesWith(known);
            }
            instr.remove();
            return true;
        }

        /** {@return what a load loads, if that is known since a state from which on nothing was stored where it is} */
        private static @Nullable Value loaded(Instr load, Key key, MemoryState last, Scope scope) {
            MemoryState state = last;
            for (int steps = 0; steps < MOST_STORES; steps++) {
                Value known = scope.find(key.in(state));
                if (known == null) {
                    known = state.stored(load);
                }
                if (known != null || !state.keeps(load)) {
                    return known;
                }
                state = state.before();
            }
            return null;
        }

        private static Key key(Instr instr) {
            List<Integer> operands = new ArrayList<>();
            for (Value operand : instr.operands()) {
                operands.add(operand.id());
            }
            if (instr.op() instanceof Op.Binary(BinaryKind kind, var type)
                    && kind.isCommutative()
                    && !type.isFloating()) {
                operands.sort(null);
            }
            return new Key(instr.op(), operands, null);
        }
    }
}
