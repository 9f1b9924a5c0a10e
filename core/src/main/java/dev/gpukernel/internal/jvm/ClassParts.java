package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.backend.FaultSite;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;

/** What the methods of one emitted class share: numbers of places that may fault and of calls, tables, names of functions. */
final class ClassParts {
    private static final Handle CLASS_DATA_AT = new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/invoke/MethodHandles",
            "classDataAt",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;I)Ljava/lang/Object;",
            false);

    final String className;
    private final List<FaultSite> sites = new ArrayList<>();
    private final List<@Nullable SourcePosition> calls = new ArrayList<>();
    private final List<Op.Print> prints = new ArrayList<>();
    private final List<Object> tables = new ArrayList<>();
    private final Map<Op, ConstantDynamic> constants = new HashMap<>();
    private final Map<Function, String> names = new HashMap<>();

    ClassParts(String className) {
        this.className = className;
    }

    /** {@return where the class's methods may fault} */
    FaultSites faultSites() {
        return new FaultSites(List.copyOf(sites), calls);
    }

    int print(Op.Print print) {
        prints.add(print);
        return prints.size() - 1;
    }

    /** {@return what is printed, by number} */
    List<Op.Print> prints() {
        return List.copyOf(prints);
    }

    /** {@return the class's data: its tables} */
    List<Object> tables() {
        return List.copyOf(tables);
    }

    int site(Instr instr) {
        sites.add(FaultSite.of(instr));
        return sites.size() - 1;
    }

    int call(Instr instr) {
        calls.add(instr.position());
        return calls.size() - 1;
    }

    /** {@return the constant of the class that is a table} */
    ConstantDynamic table(Op.ConstantArray table) {
        return constants.computeIfAbsent(table, _ -> {
            tables.add(array(table));
            String type = JvmType.ofArray(table.element()).getDescriptor();
            return new ConstantDynamic("_", type, CLASS_DATA_AT, tables.size() - 1);
        });
    }

    /** {@return the name of the method that a function becomes} */
    String method(Function function) {
        return names.computeIfAbsent(function, _ -> "f" + names.size());
    }

    private static Object array(Op.ConstantArray table) {
        int length = table.elements().size();
        Object array = Array.newInstance(table.element().arrayClass().componentType(), length);
        for (int i = 0; i < length; i++) {
            long bits = table.elements().get(i);
            switch (table.element()) {
                case BOOLEAN -> Array.setBoolean(array, i, bits != 0);
                case BYTE -> Array.setByte(array, i, (byte) bits);
                case CHAR -> Array.setChar(array, i, (char) bits);
                case SHORT -> Array.setShort(array, i, (short) bits);
                case INT -> Array.setInt(array, i, (int) bits);
                case LONG -> Array.setLong(array, i, bits);
                case FLOAT -> Array.setFloat(array, i, Float.intBitsToFloat((int) bits));
                case DOUBLE -> Array.setDouble(array, i, Double.longBitsToDouble(bits));
            }
        }
        return array;
    }
}
