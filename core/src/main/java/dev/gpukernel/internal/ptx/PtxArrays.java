package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Predicate;

/** Arrays in PTX: the parameters', the thread's own, the block's, and tables. An array is the register of its address, and its length. */
final class PtxArrays {
    private static final int WORD = 8;
    private static final int MOST_UNROLLED_WORDS = 16;

    private final String entry;
    private final Registers registers;
    private final Predicate<BlockParam> isReadOnly;
    private final boolean hostPasses;
    private final PtxShared shared;
    private final SharedAddresses addresses;
    private final Map<Value, String> lengths = new HashMap<>();
    private final Map<Op.ConstantArray, String> tables = new LinkedHashMap<>();
    private final AddressOffsets offsets;
    private final StringBuilder moduleDeclarations = new StringBuilder();
    private final StringBuilder localDeclarations = new StringBuilder();
    private int locals;

    /**
     * Makes it.
     *
     * @param entry the kernel's name, which those of its tables begin with
     * @param registers the kernel's registers
     * @param isReadOnly whether nobody writes an array parameter while the kernel runs
     * @param hostPasses whether parameters come from the host, their addresses generic
     * @param offsets how addresses of elements are made
     * @param shared where the block's arrays are
     * @param addresses where the elements of these are
     */
    PtxArrays(
            String entry,
            Registers registers,
            Predicate<BlockParam> isReadOnly,
            boolean hostPasses,
            AddressOffsets offsets,
            PtxShared shared,
            SharedAddresses addresses) {
        this.shared = shared;
        this.addresses = addresses;
        this.entry = entry;
        this.registers = registers;
        this.offsets = offsets;
        this.isReadOnly = isReadOnly;
        this.hostPasses = hostPasses;
    }

    /** {@return declarations of the tables used so far} */
    String moduleDeclarations() {
        return moduleDeclarations.toString();
    }

    /** {@return declarations of the thread's own arrays so far} */
    String localDeclarations() {
        return localDeclarations.toString();
    }

    /** {@return code that loads address and length of a parameter} */
    String loadParameter(BlockParam param, String name) {
        String address = registers.of(param);
        ArrayType array = (ArrayType) param.type();
        String length = registers.temporary(array.index().type());
        lengths.put(param, length);
        return "ld.param.u64 " + address + ", [" + name + "];\n"
                + (hostPasses ? "cvta.to.global.u64 " + address + ", " + address + ";\n" : "")
                + "ld.param.u" + PtxParameters.bits(array) + " " + length + ", [" + PtxParameters.length(name) + "];";
    }

    String length(Value array) {
        return lengths.getOrDefault(array, "0");
    }

    /** {@return code that makes an array of zeros of the thread's own} */
    String makeLocal(Instr instr, Op.LocalArray op) {
        int number = locals++;
        int words = Math.max(1, Math.ceilDiv(op.length() * op.element().bytes(), WORD));
        String name = "local" + number;
        localDeclarations.append("    .local .align 8 .b8 " + name + "[" + words * WORD + "];\n");
        lengths.put(instr, Integer.toString(op.length()));
        String base = registers.of(instr);
        return "mov.u64 " + base + ", " + name + ";\n" + zero(base, words, "$ZERO" + number);
    }

    private String zero(String base, int words, String label) {
        String zero = registers.temporary(ScalarType.I64);
        StringBuilder code = new StringBuilder("mov.u64 " + zero + ", 0;");
        if (words <= MOST_UNROLLED_WORDS) {
            for (int word = 0; word < words; word++) {
                code.append("\nst.local.b64 [" + base + "+" + word * WORD + "], " + zero + ";");
            }
            return code.toString();
        }
        return code
                + """

                mov.u64 %1$s, %2$s;
                add.u64 %3$s, %2$s, %4$d;
                %5$s:
                st.local.b64 [%1$s], %6$s;
                add.u64 %1$s, %1$s, 8;
                setp.lt.u64 %7$s, %1$s, %3$s;
                @%7$s bra %5$s;""".formatted(
                                registers.temporary(ScalarType.I64),
                                base,
                                registers.temporary(ScalarType.I64),
                                words * WORD,
                                label,
                                zero,
                                registers.temporary(ScalarType.I1));
    }

    /** {@return code that loads the address of a table} */
    String table(Instr instr, Op.ConstantArray op) {
        String name = tables.computeIfAbsent(op, key -> {
            String fresh = entry + "_table" + tables.size();
            moduleDeclarations.append(declaration(fresh, key));
            return fresh;
        });
        lengths.put(instr, Integer.toString(op.elements().size()));
        return "mov.u64 " + registers.of(instr) + ", " + name + ";";
    }

    private static String declaration(String name, Op.ConstantArray op) {
        int bits = op.element().bytes() * Byte.SIZE;
        long mask = bits == Long.SIZE ? -1 : (1L << bits) - 1;
        StringJoiner elements = new StringJoiner(", ", "{", "}");
        op.elements().forEach(element -> elements.add("0x" + Long.toHexString(element & mask)));
        int length = Math.max(1, op.elements().size());
        return ".global .align 8 .b" + bits + " " + name + "[" + length + "]"
                + (op.elements().isEmpty() ? "" : " = " + elements) + ";\n";
    }

    /** {@return code that loads the address of an array of the block} */
    String shared(Instr instr, Op.SharedArray op) {
        lengths.put(instr, Integer.toString(op.length()));
        return "mov.u32 " + registers.of(instr) + ", " + shared.address(op) + ";";
    }

    /** {@return code that computes the address of a part of what the launch gives the block} */
    String dynamic(Instr instr) {
        lengths.put(instr, registers.operand(instr.operand(1)));
        String base = registers.of(instr);
        return "mov.u32 " + base + ", " + shared.dynamicAddress() + ";\nadd.u32 " + base + ", " + base + ", "
                + registers.operand(instr.operand(0)) + ";";
    }

    /** {@return code that finds out how many bytes the launch was asked to give the block} */
    String dynamicSize(Instr instr) {
        String size = registers.of(instr);
        String all = "mov.u32 " + size + ", %dynamic_smem_size;";
        long own = shared.bytesAtLaunch();
        return own == 0 ? all : all + "\nsub.u32 " + size + ", " + size + ", " + own + ";";
    }

    String load(Instr instr, ElementType element) {
        PtxAddress address = address(instr, element);
        return address.code() + "ld." + loadSpace(instr.operand(0)) + "." + OpTemplates.memory(element) + " "
                + registers.of(instr) + ", [" + address.operand() + "];";
    }

    String store(Instr instr, ElementType element) {
        PtxAddress address = address(instr, element);
        return address.code() + "st." + space(instr.operand(0)) + "."
                + OpTemplates.memory(element).replace('s', 'b').replace('u', 'b') + " [" + address.operand() + "], "
                + registers.operand(instr.operand(2)) + ";";
    }

    /** {@return code that loads several elements} */
    String load(Instr instr, Op.LoadVector op) {
        PtxAddress address = address(instr, op.element());
        return address.code() + PtxVectors.load(registers, instr, op, loadSpace(instr.operand(0)), address.operand());
    }

    /** {@return code that stores several elements} */
    String store(Instr instr, Op.StoreVector op) {
        PtxAddress address = address(instr, op.element());
        return address.code() + PtxVectors.store(registers, instr, op, space(instr.operand(0)), address.operand());
    }

    /** {@return code that changes an element} */
    String atomic(Instr instr, Op.Atomic op) {
        PtxAddress address = address(instr, op.element());
        List<String> operands = new ArrayList<>(List.of(address.operand()));
        instr.operands().stream().skip(2).map(registers::operand).forEach(operands::add);
        String template = isLook(instr, op)
                ? AtomicTemplates.look(op.element(), space(instr.operand(0)))
                : AtomicTemplates.of(op, space(instr.operand(0)), instr.isUsed());
        return address.code() + Template.fill(template, registers, registers.of(instr), operands);
    }

    /** {@return whether it changes nothing, so that it is only a load that sees what other threads wrote} */
    private static boolean isLook(Instr instr, Op.Atomic op) {
        return op.kind() == Op.AtomicKind.ADD
                && !op.element().register().isFloating()
                && instr.isUsed()
                && instr.operand(2) instanceof Instr operand
                && operand.op() instanceof Op.Constant(var _, long bits)
                && bits == 0;
    }

    private PtxAddress address(Instr access, ElementType element) {
        Value array = access.operand(0);
        Value index = access.operand(1);
        return spaceOf(array) == Space.SHARED
                ? new PtxAddress("", addresses.operand(array, index))
                : PtxAddress.of(registers, array, offsets.of(access), element);
    }

    private String loadSpace(Value array) {
        boolean readOnly = array instanceof BlockParam param && isReadOnly.test(param);
        // The read-only path is for memory that nobody writes while the kernel runs.
        return readOnly || spaceOf(array) == Space.CONSTANT ? "global.nc" : space(array);
    }

    private static String space(Value array) {
        return switch (spaceOf(array)) {
            case GLOBAL, CONSTANT -> "global";
            case LOCAL -> "local";
            case SHARED -> "shared";
        };
    }

    private static Space spaceOf(Value array) {
        return ((ArrayType) array.type()).space();
    }
}
