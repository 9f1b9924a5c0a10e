package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.ArrayName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Random calls of the methods that a generated class has so far. */
final class HelperCalls {
    private final KernelScope scope;
    private final ExpressionGenerator expressions;

    HelperCalls(KernelScope scope, ExpressionGenerator expressions) {
        this.scope = scope;
        this.expressions = expressions;
    }

    /** {@return a call that gives a type; {@code null} if there is none, or none so cheap} */
    @Nullable String expression(ValueType type, int depth) {
        return any(helper -> type.equals(helper.result()), depth);
    }

    /** {@return a call whose result is ignored, if it has one; {@code null} if there is none, or none so cheap} */
    @Nullable String statement(int depth) {
        String call = scope.percent(70) ? any(helper -> helper.result() == null, depth) : null;
        return call != null ? call : any(_ -> true, depth);
    }

    /** {@return a call of a method that always throws; {@code null} if there is none} */
    @Nullable String thrower(int depth) {
        return any(scope.shared.throwers.stream(), depth);
    }

    private @Nullable String any(Predicate<Helper> wanted, int depth) {
        return any(scope.shared.helpers.stream().filter(wanted), depth);
    }

    private @Nullable String any(Stream<Helper> wanted, int depth) {
        List<Helper> callable = wanted.filter(helper -> scope.grid || !helper.grid())
                .filter(helper -> !scope.host || !helper.loops() || !helper.usesArrays())
                .filter(scope.work::hasRoomFor)
                .filter(helper -> helper.parameters().stream().allMatch(this::canBePassed))
                .toList();
        return callable.isEmpty() ? null : call(scope.oneOf(callable), depth);
    }

    private boolean canBePassed(Helper.Parameter parameter) {
        return parameter.use() != Helper.Use.SHARED
                || scope.outputs.stream().anyMatch(array -> array.type() == parameter.type());
    }

    private String call(Helper helper, int depth) {
        scope.work.call(helper);
        RecordType receiver = helper.receiver();
        String object = receiver == null ? "" : expressions.value(receiver, depth) + ".";
        List<String> arguments = new ArrayList<>();
        helper.parameters().forEach(parameter -> arguments.add(argument(parameter, depth)));
        return object + helper.callee() + "(" + String.join(", ", arguments) + ")";
    }

    private String argument(Helper.Parameter parameter, int depth) {
        if (parameter.use() == Helper.Use.VALUE) {
            return expressions.value(parameter.type(), depth);
        }
        NumberType type = (NumberType) parameter.type();
        return switch (parameter.use()) {
            case READ -> readable(type, depth);
            case OWN -> owned(type, depth);
            case ROWS -> rows(type);
            case SHARED -> shared(type);
            case VARIABLE -> scope.percent(80) ? numbers(type, depth) : owned(type, depth);
            case VALUE -> throw new IllegalStateException();
        };
    }

    private String readable(NumberType type, int depth) {
        List<ArrayName> inputs = scope.wholeInputs().stream()
                .filter(array -> array.type() == type)
                .toList();
        if (!inputs.isEmpty() && scope.percent(60)) {
            return scope.oneOf(inputs).name();
        }
        return row(scope.tablesAndOwned(type), type, depth);
    }

    private String owned(NumberType type, int depth) {
        return row(scope.owned().stream().filter(array -> array.type() == type).toList(), type, depth);
    }

    private String row(List<OwnArray> arrays, NumberType type, int depth) {
        if (arrays.isEmpty() || scope.percent(10)) {
            return expressions.elements().fresh(type, depth);
        }
        OwnArray array = scope.oneOf(arrays);
        return array.isRow() ? array.name() : expressions.elements().row(array, depth);
    }

    private String rows(NumberType type) {
        List<OwnArray> arrays = scope.tablesAndOwned(type).stream()
                .filter(array -> !array.isRow())
                .toList();
        return arrays.isEmpty()
                ? "new " + type.text() + "[2][4]"
                : scope.oneOf(arrays).name();
    }

    private String shared(NumberType type) {
        ArrayName array = scope.oneOf(
                scope.outputs.stream().filter(output -> output.type() == type).toList());
        return array.name() + ", " + array.index();
    }

    private String numbers(NumberType type, int depth) {
        List<String> numbers = new ArrayList<>();
        for (int i = scope.oneOf(List.of(1, 2, 4)); i > 0; i--) {
            numbers.add(expressions.number(type, depth));
        }
        return String.join(", ", numbers);
    }
}
