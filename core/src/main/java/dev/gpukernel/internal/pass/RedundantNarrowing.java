package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Evaluation;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Drops the narrowing of ints that are of the narrow type already, as the least of some bytes is. All ints are taken to be of the
 * type until one is found that need not be, so that what comes round a loop is no reason against itself. Bits that are combined stay
 * narrowed: of a {@link Fold}, either each step is or none.
 */
public final class RedundantNarrowing implements Pass {
    @Override
    public boolean run(Function function) {
        Map<ElementType, List<Instr>> narrowings = new EnumMap<>(ElementType.class);
        List<Block> blocks = ReversePostorder.of(function);
        for (Block block : blocks) {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Op.Narrow(ElementType to)) {
                    narrowings.computeIfAbsent(to, _ -> new ArrayList<>()).add(instr);
                }
            }
        }
        boolean changed = false;
        for (Map.Entry<ElementType, List<Instr>> entry : narrowings.entrySet()) {
            changed |= drop(entry.getValue(), new Narrowness(function, blocks, entry.getKey()));
        }
        return changed;
    }

    private static boolean drop(List<Instr> narrowings, Narrowness narrowness) {
        boolean changed = false;
        for (Instr narrowing : narrowings) {
            Value operand = narrowing.operand(0);
            if (narrowness.holds(operand)) {
                if (operand.name() == null) {
                    operand.setName(narrowing.name());
                }
                narrowing.replaceAllUsesWith(operand);
                narrowing.remove();
                changed = true;
            }
        }
        return changed;
    }

    /** Which ints of a function are of a narrow type: the greatest fixed point of what operations preserve. */
    private static final class Narrowness {
        private final Function function;
        private final ElementType type;
        private final Set<Value> others = new HashSet<>();

        Narrowness(Function function, List<Block> blocks, ElementType type) {
            this.function = function;
            this.type = type;
            Deque<Value> work = new ArrayDeque<>();
            for (Block block : blocks) {
                lookAtAll(block.params(), work);
                lookAtAll(block.instrs(), work);
            }
            while (!work.isEmpty()) {
                for (Instr user : work.pop().users()) {
                    look(user, work);
                    for (Edge edge : user.edges()) {
                        lookAtAll(edge.target().params(), work);
                    }
                }
            }
        }

        private void lookAtAll(List<? extends Value> values, Deque<Value> work) {
            for (Value value : values) {
                look(value, work);
            }
        }

        boolean holds(Value value) {
            return !others.contains(value);
        }

        private void look(Value value, Deque<Value> work) {
            if (value.type() == ScalarType.I32 && holds(value) && !isPreserved(value)) {
                others.add(value);
                work.add(value);
            }
        }

        private boolean isPreserved(Value value) {
            return switch (value) {
                case BlockParam param -> param.block() != function.entry() && isPreserved(param);
                case Instr instr -> isPreserved(instr);
            };
        }

        private boolean isPreserved(BlockParam param) {
            for (Edge edge : param.block().incoming()) {
                if (!holds(edge.arguments().get(param.index()))) {
                    return false;
                }
            }
            return true;
        }

        private boolean isPreserved(Instr instr) {
            return switch (instr.op()) {
                case Constant constant -> constant.equals(Evaluation.of(new Op.Narrow(type), List.of(constant)));
                case Op.Load load -> isWithin(load.element(), type);
                case Op.Narrow(ElementType to) -> isWithin(to, type) || (isWithin(type, to) && holds(instr.operand(0)));
                case Op.Select _ -> holds(instr.operand(1)) && holds(instr.operand(2));
                case Op.Call(Intrinsics intrinsic) ->
                    switch (intrinsic) {
                        case MIN_I32, MAX_I32 -> holds(instr.operand(0)) && holds(instr.operand(1));
                        default -> false;
                    };
                default -> false;
            };
        }

        /** {@return whether the numbers of one type are among those of the other} */
        private static boolean isWithin(ElementType part, ElementType whole) {
            return part == whole
                    || part == ElementType.BOOLEAN
                    || (part == ElementType.BYTE && whole == ElementType.SHORT);
        }
    }
}
