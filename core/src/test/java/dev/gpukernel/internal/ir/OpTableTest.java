package dev.gpukernel.internal.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every operation has a text, and the table leads from the text back to it. */
class OpTableTest {
    private final OpTable table = new OpTable();

    @Test
    void everyRecordIsInTheTableButConstantsAndCalls() {
        var inTable = table.byText().values().stream().map(Op::getClass).collect(Collectors.toSet());
        for (Class<?> kind : Op.class.getPermittedSubclasses()) {
            boolean open = kind == Op.Constant.class
                    || kind == Op.Call.class
                    || kind == Op.LocalArray.class
                    || kind == Op.ConstantArray.class
                    || kind == Op.SharedArray.class
                    || kind == Op.LoadVector.class
                    || kind == Op.StoreVector.class
                    || kind == Op.Print.class
                    || kind == Op.IndexCheck.class
                    || kind == Op.Throw.class
                    || kind == Op.Return.class
                    || kind == Op.Invoke.class
                    || kind == Op.Launch.class
                    || kind == Op.MayLaunch.class
                    || kind == Op.Part.class;
            assertThat(inTable.contains(kind)).as(kind.getSimpleName()).isNotEqualTo(open);
        }
    }

    @Test
    void everyChoiceOfKindAndTypeIsInTheTable() {
        for (Class<? extends Op> kind : OpTable.kinds()) {
            if (OpTable.isFinite(kind)) {
                int choices = 1;
                for (RecordComponent component : kind.getRecordComponents()) {
                    choices *= component.getType().getEnumConstants().length;
                }
                assertThat(table.byText().values().stream().filter(kind::isInstance))
                        .as(kind.getSimpleName())
                        .hasSize(choices);
            }
        }
    }

    @Test
    void theTextLeadsToTheOperation() {
        assertThat(table.byText())
                .isNotEmpty()
                .allSatisfy((text, op) -> assertThat(op.text()).isEqualTo(text));
        assertThat(table.byText()).containsEntry("ushr.i64", new Op.Binary(Op.BinaryKind.USHR, ScalarType.I64));
    }
}
