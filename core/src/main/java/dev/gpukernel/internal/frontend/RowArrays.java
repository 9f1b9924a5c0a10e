package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Rows;
import dev.gpukernel.internal.frontend.Operand.UnfinishedRows;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of two dimensions that are written with their elements, {@code {{1, 2}, {3, 4}}}: an array of references, into which each
 * row is put once it is made. When the last row is there, all are copied into one array.
 */
final class RowArrays {
    private final Translation translation;
    private final InstructionTranslator instructions;

    /** A choice between values while a row is written makes them all arrive over two ways. */
    private final Origins origins;

    RowArrays(Translation translation, InstructionTranslator instructions) {
        this.translation = translation;
        this.instructions = instructions;
        this.origins = translation.rowOrigins;
    }

    /** {@code anewarray} of so many arrays of numbers. */
    void make(ElementType element, int rows) {
        List<@Nullable Value> none = Collections.nCopies(rows, null);
        UnfinishedRows unfinished =
                new UnfinishedRows(translation.newIdentity(), element, none, translation.position());
        instructions.frame().push(rows == 0 ? finished(unfinished, 0) : unfinished);
    }

    /** {@code aastore} of a row. */
    void set(UnfinishedRows array, Operand position, Operand row) {
        Integer index = position instanceof Plain(Value number)
                ? ConstantSizes.of(origins.of(number, translation.position()))
                : null;
        Value value = row instanceof Plain(Value plain) && plain.type() instanceof ArrayType ? plain : null;
        // The copy must be all that is left of a row.
        if (index == null
                || index < 0
                || index >= array.rows().size()
                || value == null
                || length(value) < 0
                || instructions.frame().holds(value)) {
            reject(array);
            return;
        }
        UnfinishedRows more = array.with(index, value);
        instructions.frame().replaceObject(array.identity(), more);
        if (more.rows().stream().allMatch(Objects::nonNull)) {
            finish(more);
        }
    }

    private void finish(UnfinishedRows array) {
        int columns = length(array.row(0));
        boolean rectangular = true;
        for (int i = 0; i < array.rows().size(); i++) {
            rectangular &= length(array.row(i)) == columns;
        }
        if (rectangular) {
            instructions.frame().replaceObject(array.identity(), finished(array, columns));
        } else {
            reject(array);
        }
    }

    /** Says that an array cannot be what it would have to be, where it is made. */
    void reject(UnfinishedRows array) {
        translation.findings.add(
                Message.ALLOCATION,
                array.made(),
                "an array of " + array.element().text() + "[] other than with all its rows, of one constant length");
        instructions.frame().replaceObject(array.identity(), new Operand.Rejected(false));
    }

    private Rows finished(UnfinishedRows array, int columns) {
        ElementType element = array.element();
        int rows = array.rows().size();
        Instr all = instructions.emit(new Op.LocalArray(element, rows * columns));
        for (int i = 0; i < rows * columns; i++) {
            Value column = instructions.emit(Constant.of(i % columns));
            Value number = instructions.emit(new Op.Load(element, Space.LOCAL), array.row(i / columns), column);
            instructions.emit(new Op.Store(element, Space.LOCAL), all, instructions.emit(Constant.of(i)), number);
        }
        RowLayout.Constant layout = new RowLayout.Constant(rows, columns);
        translation.ownRows.put(all, layout);
        return new Rows(all, layout, null);
    }

    /** {@return the length of an array of the thread's own, -1 of other arrays} */
    private int length(Value array) {
        return origins.of(array, translation.position()) instanceof Instr instr
                        && instr.op() instanceof Op.LocalArray own
                ? own.length()
                : -1;
    }
}
