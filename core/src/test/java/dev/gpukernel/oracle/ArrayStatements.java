package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.ArrayName;
import java.util.List;

/** Random statements about arrays of the thread's own, and other names for arrays. */
final class ArrayStatements {
    private final StatementGenerator statements;
    private final KernelScope scope;
    private final ElementExpressions elements;

    ArrayStatements(StatementGenerator statements) {
        this.statements = statements;
        this.scope = statements.scope;
        this.elements = statements.expressions.elements();
    }

    /** Declares an array of the thread's own, or another name for an array or a row. */
    void declare() {
        int choice = scope.random.nextInt(100);
        if (choice < 45) {
            declareNew(scope.shared.newArray(scope.newName("a")));
        } else if (choice < 65) {
            declareInitialised();
        } else if (choice < 85) {
            rename();
        } else {
            renameParameter();
        }
    }

    private void declareNew(OwnArray array) {
        statements.line(array.declaredType() + " " + array.name() + " = " + array.creation() + ";");
        scope.addOwned(array);
    }

    private void declareInitialised() {
        NumberType type = scope.shared.anyType();
        int length = scope.oneOf(List.of(1, 2, 4));
        OwnArray array = new OwnArray(scope.newName("a"), type, List.of(length));
        String prefix = scope.percent(50) ? "" : "new " + type.text() + "[] ";
        statements.line(array.declaredType() + " " + array.name() + " = " + prefix
                + elements.initialiser(type, length, 2) + ";");
        scope.addOwned(array);
    }

    private void rename() {
        List<OwnArray> known = scope.tablesAndOwned();
        if (known.isEmpty()) {
            declareNew(scope.shared.newArray(scope.newName("a")));
            return;
        }
        OwnArray array = scope.oneOf(known);
        boolean row = !array.isRow() && scope.percent(70);
        String name = scope.newName("alias");
        OwnArray other =
                row ? new OwnArray(name, array.type(), List.of(array.lengths().get(1))) : array.named(name);
        statements.line(
                other.declaredType() + " " + name + " = " + (row ? elements.row(array, 2) : array.name()) + ";");
        if (scope.isOwned(array)) {
            scope.addOwned(other);
        } else {
            scope.addReadable(other);
        }
    }

    private void renameParameter() {
        boolean output = !scope.outputs.isEmpty() && scope.percent(30);
        List<ArrayName> arrays = output ? scope.outputs : scope.inputs;
        if (!arrays.isEmpty()) {
            ArrayName array = scope.oneOf(arrays);
            String name = scope.newName("alias");
            statements.line(array.type().text() + "[] " + name + " = " + array.name() + ";");
            arrays.add(array.named(name));
        }
    }

    /** Changes an element of an array of the thread's own, if there is one. */
    void change() {
        if (scope.owned().isEmpty()) {
            declare();
            return;
        }
        OwnArray array = scope.oneOf(scope.owned());
        statements.line(statements.change(elements.of(array, statements.depth()), array.type()));
    }
}
