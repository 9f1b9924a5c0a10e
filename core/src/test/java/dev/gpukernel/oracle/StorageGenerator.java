package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.oracle.StorageKernel.Returned;
import dev.gpukernel.oracle.StorageScope.Kind;
import dev.gpukernel.oracle.StorageScope.Storage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Makes random kernels of plain loops that use arrays of every kind: of numbers, of rows, of planes and of records, and memory segments;
 * passed, made, cloned, chosen and returned. Each has two uses or three, of which the later ones prefer what the earlier ones made. So many
 * seeds in a row as there are {@link #cases} have each use after each. Of the seeds beyond, every fourth makes a grid kernel.
 */
final class StorageGenerator {
    private static final List<StorageUse> USES = List.of(StorageUse.values());
    private static final int CASES = USES.size() * USES.size();

    /** Has no divisor in common with the number of cases, so that neighbouring seeds have nothing in common. */
    private static final long STRIDE = 1009;

    /** Of so many seeds beyond those of all cases, one makes a grid kernel. */
    private static final int GRIDS = 4;

    private static final List<String> POOL = List.of("a", "b", "v", "x", "y", "z", "p", "q", "s", "t");

    /** {@return how many cases there are} */
    static int cases() {
        return CASES;
    }

    private static List<StorageUse> uses(KernelClass shared, long seed) {
        int number = (int) (seed * STRIDE % CASES);
        List<StorageUse> uses =
                new ArrayList<>(List.of(USES.get(number / USES.size()), USES.get(number % USES.size())));
        if (shared.percent(35)) {
            uses.add(shared.random.nextInt(3), shared.oneOf(StorageUse.accepted()));
        }
        return uses;
    }

    /**
     * Makes a kernel.
     *
     * @param seed which one, from 0
     * @return the kernel
     */
    StorageKernel generate(long seed) {
        return seed % GRIDS == GRIDS - 1 && seed >= CASES ? threads(seed) : loops(seed);
    }

    /** {@return a grid kernel} */
    StorageKernel threads(long seed) {
        KernelClass shared = new KernelClass(new SplittableRandom(seed * 13 + 0x67726964), false);
        StorageScope scope = new StorageScope(shared, false);
        new StorageThreads(scope).write();
        return kernel(seed, scope, "void", List.of(), Returned.NOTHING, true);
    }

    private static StorageKernel loops(long seed) {
        KernelClass shared = new KernelClass(new SplittableRandom(seed * 11 + 0x73746f72), false);
        List<StorageUse> uses = uses(shared, seed);
        boolean isSameLayout = uses.contains(StorageUse.SEGMENT_CHOSEN) || uses.contains(StorageUse.SEGMENTS_SWAPPED);
        StorageScope scope = new StorageScope(shared, isSameLayout);
        StorageBody body = new StorageBody(scope);
        uses.forEach(use -> around(shared, scope, body, use));
        List<Storage> returned = new ArrayList<>();
        Returned kind = returned(shared, scope, returned);
        body.show(returned);
        String result = end(shared, scope, kind, returned);
        return kernel(seed, scope, result, uses, kind, false);
    }

    private static StorageKernel kernel(
            long seed, StorageScope scope, String result, List<StorageUse> uses, Returned kind, boolean isGrid) {
        Set<Message> codes = EnumSet.noneOf(Message.class);
        uses.forEach(use -> codes.addAll(use.codes()));
        String text = scope.lines.toString();
        List<String> parameters = new ArrayList<>(List.of("n", "m", "steps", "w", "res", "res2"));
        parameters.addAll(POOL);
        parameters.retainAll(SourceLines.words(text));
        Collections.shuffle(parameters, scope.shared.random);
        String name = "Storage" + seed;
        String type = scope.type.text();
        String source = """
                package generated;

                import dev.gpukernel.GpuKernel;
                import dev.gpukernel.Sequential;
                import dev.gpukernel.device.Grid;
                import java.lang.foreign.MemorySegment;
                import java.lang.foreign.ValueLayout;
                import java.util.Arrays;

                final class %s {
                    record Pair(int left, int right) {}

                    record Item(Pair at, %s mass, byte tag) {}

                    record Result(%s[][] rows, long number, %s[] numbers) {}

                    record State(Item[] items, long number, Item[] others) {}

                %s
                    @GpuKernel
                    static %s %s(%s) {
                %s    }
                }
                """.formatted(
                        name,
                        type,
                        type,
                        type,
                        scope.methods(),
                        result,
                        Generated.METHOD,
                        parameters.stream()
                                .map(parameter -> declaration(type, parameter))
                                .collect(Collectors.joining(", ")),
                        text);
        Map<String, NumberType> segments = new HashMap<>(scope.segments());
        segments.keySet().retainAll(parameters);
        return new StorageKernel(seed, "generated." + name, source, parameters, codes, uses, segments, kind, isGrid);
    }

    /** Writes a use, sometimes in a block, under a condition, or in steps of the host. */
    private static void around(KernelClass shared, StorageScope scope, StorageBody body, StorageUse use) {
        int choice = shared.random.nextInt(10);
        if (choice > 1 || use == StorageUse.RECORDS_KEPT) {
            body.write(use);
            return;
        }
        String head = choice == 0
                ? "if (" + shared.oneOf(List.of("n > 6", "m != 6", "steps > 1")) + ") {"
                : "for (int round = 0; round < steps; round++) {";
        scope.lines.line(head);
        scope.lines.indented(() -> scope.inBlock(() -> {
            body.write(use);
            body.show(List.of());
        }));
        scope.lines.line("}");
    }

    private static Returned returned(KernelClass shared, StorageScope scope, List<Storage> returned) {
        List<Storage> kept =
                scope.made().stream().filter(array -> !array.isReadable()).toList();
        if (!kept.isEmpty()) {
            returned.add(kept.getLast());
            return shared.percent(70) ? Returned.RECORDS : Returned.STATE;
        }
        Returned kind = shared.oneOf(List.of(Returned.values()));
        List<Storage> rows = scope.whole().stream()
                .filter(array -> array.kind() == Kind.ROWS)
                .toList();
        List<Storage> numbers = scope.whole().stream()
                .filter(array -> array.kind() == Kind.NUMBERS)
                .toList();
        List<Storage> records = scope.whole().stream()
                .filter(array -> array.kind() == Kind.RECORDS)
                .toList();
        if (kind == Returned.ROWS || kind == Returned.RECORD) {
            returned.add(shared.percent(70) ? rows.getLast() : shared.oneOf(rows));
        }
        if (kind == Returned.NUMBERS || kind == Returned.RECORD) {
            returned.add(shared.percent(70) ? numbers.getLast() : shared.oneOf(numbers));
        }
        if (kind == Returned.RECORDS || kind == Returned.STATE) {
            returned.add(shared.percent(70) ? records.getLast() : shared.oneOf(records));
        }
        if (kind == Returned.STATE) {
            returned.add(shared.oneOf(records));
        }
        return kind;
    }

    private static String end(KernelClass shared, StorageScope scope, Returned kind, List<Storage> returned) {
        String type = scope.type.text();
        String first = returned.isEmpty() ? "" : returned.getFirst().name();
        String value = switch (kind) {
            case NOTHING -> "";
            case NUMBER -> "n * 3L + m";
            case NUMBERS, ROWS, RECORDS ->
                shared.percent(20) && kind == Returned.NUMBERS ? "n > 6 ? " + first + " : y" : first;
            case RECORD ->
                "new Result(" + first + ", n - m, " + returned.getLast().name() + ")";
            case STATE ->
                "new State(" + first + ", n - m, " + returned.getLast().name() + ")";
        };
        if (!value.isEmpty()) {
            scope.lines.line("return " + value + ";");
        }
        return switch (kind) {
            case NOTHING -> "void";
            case NUMBER -> "long";
            case NUMBERS -> type + "[]";
            case ROWS -> type + "[][]";
            case RECORDS -> "Item[]";
            case RECORD -> "Result";
            case STATE -> "State";
        };
    }

    private static String declaration(String type, String parameter) {
        return switch (parameter) {
                    case "n", "m", "steps" -> "int ";
                    case "w" -> "int[] ";
                    case "res", "res2" -> "long[] ";
                    case "a", "b" -> type + "[][] ";
                    case "v" -> type + "[][][] ";
                    case "p", "q" -> "Item[] ";
                    case "s", "t" -> "MemorySegment ";
                    default -> type + "[] ";
                }
                + parameter;
    }
}
