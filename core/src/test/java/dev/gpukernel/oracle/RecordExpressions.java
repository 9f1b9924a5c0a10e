package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.RecordVariable;
import dev.gpukernel.oracle.RecordType.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Random records, and what they hold, as Java source. */
final class RecordExpressions {
    private final KernelScope scope;
    private final ExpressionGenerator expressions;

    RecordExpressions(KernelScope scope, ExpressionGenerator expressions) {
        this.scope = scope;
        this.expressions = expressions;
    }

    /** {@return something of a type that a record variable holds, {@code null} if there is none} */
    @Nullable String component(ValueType type) {
        List<RecordVariable> holders = scope.records().stream()
                .filter(variable -> !variable.type().paths(type).isEmpty())
                .toList();
        if (holders.isEmpty()) {
            return null;
        }
        RecordVariable holder = scope.oneOf(holders);
        return access(holder.name(), scope.oneOf(holder.type().paths(type)));
    }

    private String access(String record, Path path) {
        return path.steps().stream()
                .map(step -> scope.percent(70) ? "." + step + "()" : "." + step)
                .collect(Collectors.joining("", record, ""));
    }

    /** {@return a record; something that members can be named of} */
    String record(RecordType type, int depth) {
        int choice = scope.random.nextInt(100);
        String known = choice < 50 || depth <= 0 ? known(type) : null;
        if (known != null) {
            return known;
        }
        if (choice < 75 || depth <= 0) {
            return creation(type, depth);
        }
        String call = choice < 88 ? expressions.helpers().expression(type, depth - 1) : null;
        if (call != null) {
            return call;
        }
        return choice < 96
                ? "(" + expressions.condition(depth - 1) + " ? " + record(type, depth - 1) + " : "
                        + record(type, depth - 1) + ")"
                : new SwitchGenerator(scope, expressions).expression(type, depth - 1);
    }

    private @Nullable String known(RecordType type) {
        List<RecordVariable> variables = scope.records().stream()
                .filter(variable -> variable.type().equals(type))
                .toList();
        return !variables.isEmpty() && scope.percent(80)
                ? scope.oneOf(variables).name()
                : component(type);
    }

    private String creation(RecordType type, int depth) {
        boolean shortened = type.components().size() > 1 && scope.percent(20);
        List<String> arguments = new ArrayList<>();
        type.components()
                .subList(0, shortened ? 1 : type.components().size())
                .forEach(component -> arguments.add(expressions.value(component.type(), depth - 1)));
        return "new " + type.text() + "(" + String.join(", ", arguments) + ")";
    }
}
