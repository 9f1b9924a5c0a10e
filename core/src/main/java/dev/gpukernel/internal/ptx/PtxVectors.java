package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Accesses to several elements at once. PTX has vectors of up to four registers; elements smaller than a register are packed into
 * registers, the first in the lowest bits, as they are in memory.
 */
final class PtxVectors {
    private PtxVectors() {}

    /** {@return code that loads the parts of a value from an address} */
    static String load(Registers registers, Instr instr, Op.LoadVector op, String space, String address) {
        ElementType element = op.element();
        boolean packed = element.bytes() < Integer.BYTES;
        int words = packed ? element.bytes() * op.count() / Integer.BYTES : op.count();
        List<String> loaded = temporaries(registers, element.register(), words);
        String code = "ld." + space + vector(words) + (packed ? "b32" : OpTemplates.memory(element)) + " "
                + list(loaded) + ", [" + address + "];";
        if (!packed) {
            registers.setParts(instr, loaded);
            return code;
        }
        List<String> parts = temporaries(registers, ScalarType.I32, op.count());
        registers.setParts(instr, parts);
        StringBuilder unpacked = new StringBuilder(code);
        String extract = "\nbfe." + (element == ElementType.CHAR ? "u32 " : "s32 ");
        int bits = element.bytes() * Byte.SIZE;
        int perWord = Integer.SIZE / bits;
        for (int i = 0; i < parts.size(); i++) {
            String word = loaded.get(i / perWord);
            unpacked.append(extract + parts.get(i) + ", " + word + ", " + i % perWord * bits + ", " + bits + ";");
        }
        return unpacked.toString();
    }

    /** {@return code that stores the values of an instruction to an address} */
    static String store(Registers registers, Instr instr, Op.StoreVector op, String space, String address) {
        ElementType element = op.element();
        List<Value> values = instr.operands().subList(2, instr.operands().size());
        List<String> operands =
                new ArrayList<>(values.stream().map(registers::operand).toList());
        StringBuilder code = new StringBuilder();
        String type = OpTemplates.memory(element).replace('s', 'b');
        if (element.bytes() < Integer.BYTES) {
            type = "b32";
            operands = pack(registers, operands, element.bytes() * Byte.SIZE, code);
        }
        return code + "st." + space + vector(operands.size()) + type + " [" + address + "], " + list(operands) + ";";
    }

    private static List<String> pack(Registers registers, List<String> values, int bits, StringBuilder code) {
        List<String> words = new ArrayList<>();
        int perWord = Integer.SIZE / bits;
        for (int first = 0; first < values.size(); first += perWord) {
            String word = values.get(first);
            for (int i = 1; i < perWord; i++) {
                String more = registers.temporary(ScalarType.I32);
                code.append("bfi.b32 " + more + ", " + values.get(first + i) + ", " + word + ", " + i * bits + ", "
                        + bits + ";\n");
                word = more;
            }
            words.add(word);
        }
        return words;
    }

    private static List<String> temporaries(Registers registers, ScalarType type, int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(registers.temporary(type));
        }
        return names;
    }

    private static String vector(int words) {
        return words == 1 ? "." : ".v" + words + ".";
    }

    private static String list(List<String> operands) {
        return operands.size() == 1 ? operands.getFirst() : "{" + String.join(", ", operands) + "}";
    }
}
