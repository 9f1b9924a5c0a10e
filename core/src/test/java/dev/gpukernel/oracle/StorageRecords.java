package dev.gpukernel.oracle;

import dev.gpukernel.oracle.StorageScope.Kind;
import dev.gpukernel.oracle.StorageScope.Storage;
import java.util.List;

/** Writes uses of arrays of records. */
final class StorageRecords {
    private static final String WEIGHED = """
            static long NAME(Item[] items, int at) {
                long before = (long) items[at].mass();
                items[at] = new Item(items[at].at(), (T) (before + at), (byte) (items[at].tag() + 1));
                return before;
            }
            """;

    private final StorageScope scope;
    private final KernelClass shared;
    private final SourceLines lines;

    StorageRecords(StorageScope scope) {
        this.scope = scope;
        this.shared = scope.shared;
        this.lines = scope.lines;
    }

    void write(StorageUse use) {
        Storage array = scope.any(Kind.RECORDS);
        String name = array.name();
        switch (use) {
            case RECORDS_EACH -> each(array);
            case RECORDS_MADE -> made(shared.oneOf(List.of("n", "p.length", "n + 1")));
            case RECORDS_CLONED -> {
                String clone = shared.newName("clone");
                lines.line("Item[] " + clone + " = " + name + ".clone();");
                scope.made(clone, Kind.RECORDS, true);
                each(scope.any(Kind.RECORDS));
            }
            case RECORDS_SUMMED -> {
                String sum = shared.newName("sum");
                lines.line("long " + sum + " = 0;");
                if (shared.percent(50)) {
                    lines.line("for (Item each : " + name + ") {");
                    lines.line("    " + sum + " += (long) " + scope.component("each") + ";");
                    lines.line("}");
                } else {
                    String other = scope.read("i");
                    scope.loop(
                            "i",
                            "0",
                            "n",
                            () -> lines.line(
                                    sum + " += (long) " + scope.element(array, "i") + " * 3 + (long) " + other + ";"));
                }
                scope.result(sum);
            }
            case RECORDS_KEPT -> {
                String into = shared.newName("kept");
                String count = shared.newName("count");
                boolean isMade = shared.percent(50);
                if (isMade) {
                    lines.line("Item[] " + into + " = new Item[" + name + ".length];");
                }
                String target = isMade ? into : scope.other(Kind.RECORDS, array).name();
                lines.line("int " + count + " = 0;");
                scope.upwards("i", "0", "n", () -> {
                    lines.line("if (" + scope.element(array, "i") + " > 1) {");
                    lines.line("    " + target + "[" + count + "++] = " + name + "[i];");
                    lines.line("}");
                });
                scope.result(count);
                if (isMade) {
                    scope.made(into, Kind.RECORDS, false);
                }
            }
            case RECORDS_COPIED -> {
                String copy = shared.newName("copy");
                lines.line("Item[] " + copy + " = "
                        + shared.oneOf(List.of(
                                "Arrays.copyOf(" + name + ", n + m)",
                                "Arrays.copyOfRange(" + name + ", 1, n)",
                                "Arrays.copyOfRange(" + name + ", m - 5, n + 5)",
                                "Arrays.copyOf(" + name + ", " + name + ".length - 1)"))
                        + ";");
                String from = scope.read("i");
                if (shared.percent(50)) {
                    scope.upwards("i", "0", "3", () -> lines.line(copy + "[i] = " + scope.item(from, "i") + ";"));
                }
                scope.made(copy, Kind.RECORDS, false);
            }
            case RECORDS_ARRAYCOPY -> {
                Storage into = scope.other(Kind.RECORDS, array);
                String part = shared.oneOf(List.of("0, TO, 1, n", "1, TO, 0, n - 1", "2, TO, 1, n - 2", "0, TO, 0, n"));
                lines.line("System.arraycopy(" + name + ", " + part.replace("TO", into.name()) + ");");
            }
            case RECORDS_GATHERED -> {
                Storage into = scope.other(Kind.RECORDS, array);
                scope.loop("i", "0", "n", () -> lines.line(into.name() + "[i] = " + name + "[w[i]];"));
            }
            case RECORDS_METHOD -> {
                String method = scope.method("weighed", WEIGHED);
                String sum = shared.newName("sum");
                lines.line("long " + sum + " = 0;");
                scope.loop("i", "0", "n", () -> lines.line(sum + " += " + method + "(" + name + ", i);"));
                scope.result(sum);
            }
            case RECORDS_BEST -> {
                String best = shared.newName("best");
                String where = shared.newName("where");
                lines.line("int " + best + " = -100;");
                lines.line("int " + where + " = -1;");
                scope.upwards("i", "0", "n", () -> {
                    lines.line("int left = " + name + "[i].at().left();");
                    lines.line("if (left > " + best + ") {");
                    lines.line("    " + best + " = left;");
                    lines.line("    " + where + " = i;");
                    lines.line("}");
                });
                scope.result(best + " * 100L + " + where);
            }
            case REFUSED_EARLY_RECORD -> {
                String early = shared.newName("early");
                String clone = shared.newName("clone");
                boolean isCloned = shared.percent(50);
                lines.line("Item[] " + early + " = new Item[n];");
                if (isCloned) {
                    lines.line("Item[] " + clone + " = " + early + ".clone();");
                }
                scope.upwards("i", isCloned ? "0" : "1", "n", () -> lines.line(early + "[i] = " + name + "[i];"));
                String read = isCloned ? clone : early;
                scope.loop("i", "0", "n", () -> lines.line("res2[i] = (long) " + read + "[i].mass();"));
            }
            case REFUSED_NULL -> scope.loop("i", "0", "n", () -> lines.line(name + "[i] = null;"));
            case REFUSED_COPY_OF_RECORDS -> {
                String copy = shared.newName("copy");
                lines.line("Item[] " + copy + " = Arrays.copyOf(" + name + ", n);");
                scope.loop("i", "0", "n", () -> lines.line("res2[i] = (long) " + copy + "[i].mass();"));
            }
            default -> throw new IllegalArgumentException("no use " + use);
        }
    }

    private void each(Storage array) {
        String name = array.name();
        String from = scope.read("i", array);
        boolean isAsked = shared.percent(40);
        scope.loop("i", "0", shared.oneOf(List.of("n", name + ".length")), () -> {
            String value = shared.percent(30)
                    ? "new Item(" + name + "[i].at(), " + scope.value(scope.type, from, "i") + ", " + name
                            + "[i].tag())"
                    : scope.item(from, "i");
            String store = name + "[i] = " + value + ";";
            lines.line(isAsked ? "if (" + scope.component(name + "[i]") + " > 0) {" : store);
            if (isAsked) {
                lines.line("    " + store);
                lines.line("}");
            }
        });
    }

    private void made(String length) {
        String name = shared.newName("items");
        String from = scope.read("i");
        lines.line("Item[] " + name + " = new Item[" + length + "];");
        scope.upwards(
                "i",
                "0",
                shared.oneOf(List.of(length, name + ".length")),
                () -> lines.line(name + "[i] = " + scope.item(from, "i") + ";"));
        scope.made(name, Kind.RECORDS, true);
    }
}
