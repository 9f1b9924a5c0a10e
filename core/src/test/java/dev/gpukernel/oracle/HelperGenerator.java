package dev.gpukernel.oracle;

import dev.gpukernel.oracle.Helper.Parameter;
import dev.gpukernel.oracle.Helper.Use;
import dev.gpukernel.oracle.KernelScope.ArrayName;
import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes random methods for other generated code to call, static ones and those of records. They call what was made before them. */
final class HelperGenerator {
    /** About how many statements a call may run, with all that it calls. */
    private static final int MOST_STEPS = 150;

    /** Parameters are mostly numbers. */
    private static final List<Use> USES = List.of(
            Use.VALUE, Use.VALUE, Use.VALUE, Use.VALUE, Use.VALUE, Use.VALUE, Use.READ, Use.OWN, Use.SHARED, Use.ROWS);

    private final KernelClass shared;
    private final boolean grid;

    /**
     * Makes a generator.
     *
     * @param shared the class that the methods are for
     * @param grid whether the methods may ask for the thread's place
     */
    HelperGenerator(KernelClass shared, boolean grid) {
        this.shared = shared;
        this.grid = grid;
    }

    /**
     * Makes a static method.
     *
     * @param modifiers what stands before its type
     * @param qualifier what stands before its name in a call
     * @param indentation of its lines
     * @return its source
     */
    String next(String modifiers, String qualifier, int indentation) {
        String name = shared.newName("h");
        ValueType result = shared.percent(15) ? null : shared.anyValue();
        return method(name, qualifier + name, modifiers, null, result, indentation);
    }

    /** {@return the source of an instance method of a record} */
    String nextOf(RecordType record, int indentation) {
        String name = shared.newName("m");
        return method(name, name, "", record, shared.anyValue(), indentation);
    }

    /**
     * The scope in a record's constructors and accessors, which run outside of kernels too, and before loops.
     *
     * @return a scope in which a record's components are variables
     */
    KernelScope insideOf(RecordType record, boolean assignable) {
        KernelScope scope = insideOf(record, assignable, false);
        scope.host = true;
        return scope;
    }

    private KernelScope insideOf(RecordType record, boolean assignable, boolean placed) {
        KernelScope scope = new KernelScope(shared, placed, new Work(MOST_STEPS));
        record.components().forEach(component -> scope.addValue(component.name(), component.type(), assignable));
        return scope;
    }

    private String method(
            String name,
            String callee,
            String modifiers,
            @Nullable RecordType receiver,
            @Nullable ValueType result,
            int indentation) {
        boolean placed = grid && shared.percent(50);
        KernelScope scope = receiver == null
                ? new KernelScope(shared, placed, new Work(MOST_STEPS))
                : insideOf(receiver, false, placed);
        List<Parameter> parameters = parameters();
        parameters.forEach(parameter -> declare(parameter, scope));
        boolean throwing = receiver == null && shared.percent(8);
        String body = body(scope, result, throwing, indentation + 1);
        Helper helper = new Helper(
                callee,
                receiver,
                parameters,
                result,
                scope.grid,
                scope.work.steps() + 2,
                scope.work.size() + 2,
                scope.work.loops(),
                scope.work.makesArrays() || parameters.stream().anyMatch(parameter -> parameter.use() != Use.VALUE));
        (throwing ? shared.throwers : shared.helpers).add(helper);
        String declarations = parameters.stream().map(Parameter::declaration).collect(Collectors.joining(", "));
        String margin = "    ".repeat(indentation);
        String type = result == null ? "void" : result.text();
        return margin + modifiers + type + " " + name + "(" + declarations + ") {\n" + body + margin + "}\n";
    }

    private List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>();
        for (int i = shared.random.nextInt(5); i > 0; i--) {
            Use use = i == 1 && shared.percent(10) ? Use.VARIABLE : shared.oneOf(USES);
            ValueType type = use == Use.VALUE ? shared.anyValue() : shared.anyType();
            parameters.add(new Parameter(shared.newName("p"), use, type));
        }
        return parameters;
    }

    private static void declare(Parameter parameter, KernelScope scope) {
        String name = parameter.name();
        if (!(parameter.type() instanceof NumberType type)) {
            scope.addValue(name, parameter.type(), true);
            return;
        }
        OwnArray row = new OwnArray(name, type, List.of(OwnArray.UNKNOWN));
        switch (parameter.use()) {
            case VALUE -> scope.addValue(name, type, true);
            case READ -> scope.inputs.add(new ArrayName(name, type, ""));
            case OWN, VARIABLE -> scope.addOwned(row);
            case ROWS -> scope.addReadable(new OwnArray(name, type, List.of(OwnArray.UNKNOWN, OwnArray.UNKNOWN)));
            case SHARED -> {
                scope.outputs.add(new ArrayName(name, type, parameter.index()));
                scope.add(new Variable(parameter.index(), NumberType.INT, false));
            }
        }
    }

    private String body(KernelScope scope, @Nullable ValueType result, boolean throwing, int indentation) {
        ExpressionGenerator expressions = new ExpressionGenerator(scope);
        Supplier<String> exit = () -> result == null ? "return;" : "return " + expressions.value(result, 2) + ";";
        Supplier<String> failure =
                () -> "throw new IllegalStateException(\"at \" + " + expressions.number(NumberType.INT, 1) + ");";
        StatementGenerator statements = new StatementGenerator(
                scope, throwing ? failure : exit, shared.random.nextInt(0, throwing ? 2 : 5), indentation);
        return statements.body(() -> {
            if (throwing) {
                statements.line(failure.get());
            } else if (result != null) {
                statements.line(exit.get());
            }
        });
    }
}
