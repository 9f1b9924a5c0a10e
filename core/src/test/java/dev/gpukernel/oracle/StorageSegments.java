package dev.gpukernel.oracle;

import dev.gpukernel.oracle.StorageScope.Kind;
import dev.gpukernel.oracle.StorageScope.Storage;
import java.util.List;

/** Writes uses of memory segments. */
final class StorageSegments {
    private final StorageScope scope;
    private final KernelClass shared;
    private final SourceLines lines;

    StorageSegments(StorageScope scope) {
        this.scope = scope;
        this.shared = scope.shared;
        this.lines = scope.lines;
    }

    void write(StorageUse use) {
        Storage segment = scope.any(Kind.SEGMENT);
        String name = segment.name();
        switch (use) {
            case SEGMENT_EACH -> each(segment);
            case SEGMENT_SUMMED -> {
                String sum = shared.newName("sum");
                String other = scope.read("i");
                lines.line("long " + sum + " = 0;");
                scope.loop(
                        "i",
                        "0",
                        "n",
                        () -> lines.line(sum + " += (long) " + scope.get(name, "i") + " + (long) " + other + ";"));
                scope.result(sum);
            }
            case SEGMENT_RUNNING -> {
                String sum = shared.newName("sum");
                String from = scope.read("i", segment);
                lines.line("int " + sum + " = 0;");
                scope.upwards("i", "0", "n", () -> {
                    lines.line(sum + " += (int) " + from + ";");
                    lines.line(scope.set(name, "i", "(" + segment.type().text() + ") " + sum));
                });
            }
            case SEGMENT_KEPT -> {
                String count = shared.newName("count");
                String from = scope.read("i", segment);
                lines.line("int " + count + " = 0;");
                scope.upwards("i", "0", "n", () -> {
                    lines.line("if (" + from + " > 1) {");
                    lines.line("    " + scope.set(name, count + "++", scope.value(segment.type(), from, "i")));
                    lines.line("}");
                });
                scope.result(count);
            }
            case SEGMENT_COUNTED -> counted(segment);
            case SEGMENT_SIZED -> {
                String made = shared.newName("made");
                String type = scope.type.text();
                lines.line(type + "[] " + made + " = new " + type + "[(int) (" + scope.count(segment) + ")];");
                lines.line("for (int i = 0; i < " + scope.count(segment) + "; i++) {");
                lines.line("    " + made + "[i] = " + scope.value(scope.type, scope.get(name, "i"), "i") + ";");
                lines.line("}");
                scope.made(made, Kind.NUMBERS, true);
            }
            case SEGMENT_CHOSEN -> {
                Storage other = scope.other(Kind.SEGMENT, segment);
                String chosen = shared.newName("chosen");
                lines.line("MemorySegment " + chosen + " = " + shared.oneOf(List.of("n > 7", "m < 7")) + " ? " + name
                        + " : " + other.name() + ";");
                scope.loop("i", "0", "n", () -> lines.line("res2[i] = (long) " + scope.get(chosen, "i") + ";"));
            }
            case SEGMENT_METHOD -> method(segment);
            case SEGMENT_ELEMENT -> {
                lines.line(scope.set(
                        name, "1", scope.value(segment.type(), shared.percent(50) ? "n" : scope.get(name, "0"), "m")));
                String element = scope.get(name, "n - 1");
                scope.loop("i", "0", "n", () -> lines.line("res2[i] += (long) " + element + ";"));
                scope.result("(long) " + element);
            }
            case REFUSED_LAYOUTS ->
                scope.loop("i", "0", "n", () -> {
                    lines.line("s.setAtIndex(ValueLayout.JAVA_INT, i, i);");
                    lines.line("res2[i] = s.getAtIndex(ValueLayout.JAVA_LONG, i);");
                });
            default -> throw new IllegalArgumentException("no use " + use);
        }
    }

    private void each(Storage segment) {
        String name = segment.name();
        if (shared.percent(40)) {
            lines.line("for (long k = 0; k < " + scope.count(segment) + "; k++) {");
            lines.line("    int i = (int) k;");
            lines.line("    " + scope.set(name, "k", scope.value(segment.type(), scope.get(name, "k"), "i")));
            lines.line("}");
            return;
        }
        String from = scope.read("i", segment);
        String value =
                scope.value(segment.type(), shared.percent(50) ? from : from + " + " + scope.get(name, "i"), "i");
        if (shared.percent(50)) {
            lines.line("for (long k = 0; k < n; k++) {");
            lines.line("    int i = (int) k;");
            lines.line("    " + scope.set(name, shared.oneOf(List.of("k", "i")), value));
            lines.line("}");
        } else {
            scope.loop("i", "0", "n", () -> lines.line(scope.set(name, "i", value)));
        }
    }

    private void counted(Storage segment) {
        NumberType type = segment.type();
        if (type != NumberType.INT && type != NumberType.LONG) {
            each(segment);
            return;
        }
        String name = segment.name();
        String old = scope.get(name, "w[i]");
        String by = "(" + type.text() + ") " + scope.read("i", segment);
        String counted = shared.oneOf(List.of("OLD + 1", "OLD + BY", "OLD - BY", "Math.max(OLD, BY)", "OLD ^ BY"))
                .replace("OLD", old)
                .replace("BY", by);
        scope.loop("i", "0", "n", () -> lines.line(scope.set(name, "w[i]", counted)));
    }

    private void method(Storage segment) {
        String layout = scope.layout(segment.name());
        String type = segment.type().text();
        String method = scope.method(
                "raisedOf" + segment.owner(), """
                static long NAME(MemorySegment all, long at, int by) {
                    TYPE before = all.getAtIndex(LAYOUT, at);
                    all.setAtIndex(LAYOUT, at, (TYPE) (before + by));
                    return (long) before;
                }
                """.replace("TYPE", type).replace("LAYOUT", layout));
        String sum = shared.newName("sum");
        String by = scope.read("i", segment);
        lines.line("long " + sum + " = 0;");
        scope.loop(
                "i",
                "0",
                "n",
                () -> lines.line(sum + " += " + method + "(" + segment.name() + ", i, (int) " + by + ");"));
        scope.result(sum);
    }
}
