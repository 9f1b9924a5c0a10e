package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.analysis.OffsetIndex;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Addresses of elements of a block's arrays. Each is computed once, as soon as array and index are there and so outside the loops
 * that do not change them, which the assembler does not see to. A constant part of the index goes into the access, which adds it
 * modulo 2^32 as the index does: what the rest alone would be does not matter.
 */
final class SharedAddresses {
    private final Registers registers;
    private final Map<Pair, String> addresses = new HashMap<>();
    private final Map<Value, Set<Pair>> byPart = new HashMap<>();
    private final Set<Value> defined = new HashSet<>();

    /** An array and the part of an index that is not constant. */
    private record Pair(Value array, Value rest) {}

    SharedAddresses(Registers registers, Function function) {
        this.registers = registers;
        for (Block block : function.blocks()) {
            block.instrs().stream().filter(SharedAddresses::isAccess).forEach(this::note);
        }
    }

    private static boolean isAccess(Instr instr) {
        return switch (instr.op()) {
            case Op.Load load -> load.space() == Space.SHARED;
            case Op.Store store -> store.space() == Space.SHARED;
            case Op.LoadVector load -> load.space() == Space.SHARED;
            case Op.StoreVector store -> store.space() == Space.SHARED;
            case Op.Atomic atomic -> atomic.space() == Space.SHARED;
            default -> false;
        };
    }

    private void note(Instr access) {
        Value rest = OffsetIndex.of(access.operand(1)).base();
        if (rest.constant() == null) {
            Pair pair = new Pair(access.operand(0), rest);
            byPart.computeIfAbsent(pair.array, _ -> new HashSet<>()).add(pair);
            byPart.computeIfAbsent(rest, _ -> new HashSet<>()).add(pair);
        }
    }

    /** {@return what computes the addresses that can be once a value is, lines with line ends} */
    String after(Value value) {
        Set<Pair> pairs = byPart.get(value);
        if (pairs == null) {
            return "";
        }
        defined.add(value);
        StringBuilder code = new StringBuilder();
        pairs.stream()
                .filter(pair -> defined.contains(pair.array) && defined.contains(pair.rest))
                .sorted(Comparator.comparingInt((Pair pair) -> pair.array.id())
                        .thenComparingInt(pair -> pair.rest.id()))
                .forEach(pair -> code.append(code(pair)));
        return code.toString();
    }

    private String code(Pair pair) {
        String address = registers.temporary(ScalarType.I32);
        addresses.put(pair, address);
        return "mad.lo.s32 " + address + ", " + registers.operand(pair.rest) + ", "
                + element(pair.array).bytes() + ", " + registers.of(pair.array) + ";\n";
    }

    /** {@return what stands between the brackets of an access} */
    String operand(Value array, Value index) {
        OffsetIndex split = OffsetIndex.of(index);
        Op.Constant known = split.base().constant();
        int constant = known == null ? 0 : (int) known.bits();
        int bytes = (split.offset() + constant) * element(array).bytes();
        String address =
                split.base().constant() != null ? registers.of(array) : addresses.get(new Pair(array, split.base()));
        if (address == null) {
            throw new IllegalStateException("no address of " + array + "[" + index + "]");
        }
        return bytes == 0 ? address : address + "+" + bytes;
    }

    private static ElementType element(Value array) {
        return ((ArrayType) array.type()).element();
    }
}
