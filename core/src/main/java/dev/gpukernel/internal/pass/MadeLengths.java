package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Dimensions;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets the length of an array that is made in several places be what it is made with: from one place to the next it may change, which
 * nobody expects of the length of an array.
 */
public final class MadeLengths implements Pass {
    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (BlockParam param : function.params()) {
            if (isMadeTwice(param) && param.users().stream().anyMatch(MadeLengths::isLength)) {
                replace(function, param);
                changed = true;
            }
        }
        return changed;
    }

    /** {@return whether an array is made in several places} */
    static boolean isMadeTwice(Value array) {
        return array instanceof BlockParam
                && array.users().stream()
                                .filter(user -> isMaker(user, array))
                                .limit(2)
                                .count()
                        > 1;
    }

    private static boolean isMaker(Instr instr, Value array) {
        return instr.op() instanceof Op.MakeArray(var _, Dimensions dimensions)
                && dimensions == Dimensions.ONE
                && instr.operand(0) == array;
    }

    private static boolean isLength(Instr instr) {
        return instr.op() instanceof Op.Length;
    }

    private static void replace(Function function, BlockParam array) {
        Variable length = new Variable(ScalarType.I32, null);
        Map<Block, List<Instr>> open = new LinkedHashMap<>();
        Value none = new Builder(function)
                .before(function.entry().instrs().getFirst())
                .constant(0);
        for (Block block : function.blocks()) {
            if (block.incoming().isEmpty()) {
                // No array is there yet, and nobody asks for its length.
                length.assign(block, none);
            }
        }
        Set<Instr> users = new LinkedHashSet<>(array.users());
        for (Block block : function.blocks()) {
            @Nullable Value current = block.incoming().isEmpty() ? none : null;
            for (Instr instr : List.copyOf(block.instrs())) {
                if (!users.contains(instr)) {
                    continue;
                }
                if (isMaker(instr, array)) {
                    current = instr.operand(1);
                    length.assign(block, current);
                } else if (isLength(instr) && current != null) {
                    instr.replaceAllUsesWith(current);
                    instr.remove();
                } else if (isLength(instr)) {
                    open.computeIfAbsent(block, _ -> new ArrayList<>()).add(instr);
                }
            }
        }
        length.join(open.keySet());
        // An array may have been made as long as the one before.
        Map<Value, Value> replaced = new HashMap<>();
        open.forEach((block, lengths) -> {
            Value value = length.atStart(block);
            while (replaced.containsKey(value)) {
                value = replaced.get(value);
            }
            for (Instr instr : lengths) {
                instr.replaceAllUsesWith(value);
                replaced.put(instr, value);
                instr.remove();
            }
        });
    }
}
