package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.oracle.ArraysScope.Matrix;
import dev.gpukernel.oracle.KernelScope.ArrayName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the body of a kernel with arrays of arrays and arrays of its own. */
final class ArraysBody {
    private static final List<Integer> PARTS = List.of(1, 1, 2, 2, 3);
    private static final int FLAT_ROWS = 5;
    /** Each doubles the code that comes after it. */
    private static final int MOST_CHOICES = 2;

    /** So many combinations of arrays are told apart at a place. */
    private static final int MOST_COPIES = 16;

    private static final List<String> CONDITIONS = List.of("n > 4", "count < 7", "offset == 2");

    private final ArraysScope arrays;
    private final NestScope nest;
    private final KernelClass shared;
    private final SourceLines lines = new SourceLines(2);
    private final ArraysMaking making;
    private final NestParts parts;
    private final RecordLoops records;
    private boolean hasRecords;
    private final List<ArrayName> declared = new ArrayList<>();
    /** Names of arrays that are no parameters. */
    private final Set<String> own = new HashSet<>();
    /** What is made at the beginning, and what may be returned. */
    private final List<ArrayName> made = new ArrayList<>();

    private final List<Matrix> madeMatrices = new ArrayList<>();
    /** Arrays of arrays that are passed, and how many dimensions they have. */
    private final Map<String, Integer> dimensions = new LinkedHashMap<>();

    private final Map<String, Integer> nextRow = new HashMap<>();
    private int choices;
    /** Whether it returns a record of arrays and a number. */
    private boolean isRecord;

    private String result = "void";
    /** What ends the kernel before its end, nothing if nothing may. */
    private String end = "";

    ArraysBody(ArraysScope arrays) {
        this.arrays = arrays;
        this.nest = arrays.nest;
        this.shared = arrays.shared;
        this.making = new ArraysMaking(arrays);
        this.parts = new NestParts(nest, lines);
        this.records = new RecordLoops(arrays, lines);
    }

    void write() {
        declare();
        if (shared.percent(35)) {
            hasRecords = true;
            records.declare();
        }
        List<String> returned = returned();
        int count = shared.oneOf(PARTS);
        for (int i = 0; i < count; i++) {
            if (i > 0 && returned.size() > 1 && shared.percent(20)) {
                lines.line("if (" + shared.oneOf(CONDITIONS) + ") {");
                lines.line("    " + returning(shared.oneOf(returned), returned));
                lines.line("}");
            }
            if (shared.percent(15)) {
                making.whole(lines);
            }
            part();
        }
        explain();
        String last = returned.isEmpty() ? "" : returned.getFirst();
        show(last);
        end(returned.size() > 1 && shared.percent(25) ? chosen(last, shared.oneOf(returned)) : last, returned);
    }

    private void declare() {
        // Odd ones are on the host, and no launch takes arrays from both sides.
        boolean passesRows = shared.percent(60);
        for (int i = shared.oneOf(passesRows ? List.of(1, 1, 2, 2, 3) : List.of(0, 1, 1, 2)); i > 0; i--) {
            NumberType type = arrays.matrices.isEmpty() || shared.percent(60)
                    ? shared.anyType()
                    : arrays.matrices.getLast().type();
            Matrix matrix = new Matrix("grid" + i, type);
            boolean isMade = !passesRows || shared.percent(25);
            if (shared.percent(25)) {
                matrix = plane(matrix, isMade);
            } else if (isMade) {
                lines.line(type.text() + "[][] " + matrix.name() + " = " + making.matrix(type) + ";");
                own.add(matrix.name());
                madeMatrices.add(matrix);
            } else {
                arrays.parameter(matrix.name(), type);
                dimensions.put(matrix.name(), 2);
            }
            arrays.matrices.add(matrix);
        }
        nest.inputs.forEach(array -> declare(array, shared.random.nextInt(75)));
        nest.outputs.forEach(array -> declare(array, shared.random.nextInt(100)));
    }

    /** Declares a plane of an array of three dimensions, which others may be of, too. */
    private Matrix plane(Matrix matrix, boolean isMade) {
        List<Matrix> known = arrays.matrices.stream()
                .filter(other -> other.isPlane() && other.type() == matrix.type())
                .toList();
        String volume = known.isEmpty() || shared.percent(40)
                ? "volume" + matrix.name()
                : known.getLast().volume();
        String type = matrix.type().text();
        boolean isKnown = known.stream().anyMatch(other -> other.volume().equals(volume));
        if (!isKnown && isMade) {
            lines.line(type + "[][][] " + volume + " = " + making.volume(matrix.type()) + ";");
            own.add(volume);
        } else if (!isKnown) {
            arrays.parameter(volume, matrix.type());
            dimensions.put(volume, 3);
        }
        // Planes that are there twice are one array under two names.
        long before =
                known.stream().filter(other -> other.volume().equals(volume)).count();
        lines.line(type + "[][] " + matrix.name() + " = " + volume + "[" + before + "];");
        own.add(matrix.name());
        return new Matrix(matrix.name(), matrix.type(), volume);
    }

    private void declare(ArrayName array, int choice) {
        List<Matrix> alike = arrays.matrices.stream()
                .filter(matrix -> matrix.type() == array.type() && !madeMatrices.contains(matrix))
                .filter(matrix -> nextRow.getOrDefault(matrix.name(), 0) < FLAT_ROWS)
                .toList();
        if (choice < 45 && !alike.isEmpty()) {
            Matrix matrix = shared.oneOf(alike);
            int row = nextRow.merge(matrix.name(), 1, Integer::sum);
            arrays.rows.put(array.name(), matrix.name());
            declare(array, matrix.name() + "[" + row + "]");
        } else if (choice >= 60) {
            made.add(array);
            declare(array, made(array));
        } else if (choice < 20 && choices < MOST_CHOICES) {
            String first = array.name() + "low";
            String second = array.name() + "high";
            arrays.parameter(first, array.type());
            arrays.parameter(second, array.type());
            declare(array, chosen(first, second));
        }
        declared.add(array);
    }

    private String made(ArrayName array) {
        String value = making.array(array.type(), declared);
        return choices < MOST_CHOICES && shared.percent(20)
                ? chosen(value, making.array(array.type(), declared))
                : value;
    }

    private String chosen(String first, String second) {
        choices++;
        return shared.oneOf(CONDITIONS) + " ? " + first + " : " + second;
    }

    private void declare(ArrayName array, String value) {
        own.add(array.name());
        lines.line(array.type().text() + "[] " + array.name() + " = " + value + ";");
    }

    /** Chooses what the kernel returns; {@return arrays of that type, of which it returns the first at its end} */
    private List<String> returned() {
        if (shared.percent(40)) {
            return List.of();
        }
        isRecord = shared.percent(20);
        List<Matrix> matrices = arrays.matrices;
        boolean isMatrix = shared.percent(40) && !matrices.isEmpty();
        List<ArrayName> flat = new ArrayList<>(made);
        nest.outputs.stream().filter(array -> !own.contains(array.name())).forEach(flat::add);
        if (flat.isEmpty() && matrices.isEmpty()) {
            return List.of();
        }
        if (isMatrix || flat.isEmpty()) {
            Matrix matrix =
                    madeMatrices.isEmpty() || shared.percent(30) ? shared.oneOf(matrices) : shared.oneOf(madeMatrices);
            result = result(matrix.type().text() + "[][]");
            end = returning(matrix.name(), List.of(matrix.name()));
            List<String> names = new ArrayList<>(List.of(matrix.name()));
            matrices.stream()
                    .filter(other -> other.type() == matrix.type() && !other.equals(matrix))
                    .forEach(other -> names.add(other.name()));
            names.add("new " + matrix.type().text() + "[2][n]");
            return names;
        }
        boolean isRow = shared.percent(30) && !matrices.isEmpty();
        NumberType type =
                isRow ? shared.oneOf(matrices).type() : shared.oneOf(flat).type();
        List<String> names = new ArrayList<>();
        flat.stream().filter(array -> array.type() == type).forEach(array -> names.add(array.name()));
        Collections.shuffle(names, shared.random);
        if (isRow) {
            matrices.stream()
                    .filter(matrix -> matrix.type() == type)
                    .forEach(matrix -> names.addFirst(matrix.name() + "[" + shared.random.nextInt(3) + "]"));
            // It may have changed places.
            arrays.codes.add(Message.ROWS_MOVED);
        }
        result = result(type.text() + "[]");
        end = returning(names.getFirst(), List.of(names.getFirst()));
        names.add("new " + type.text() + "[count]");
        return names;
    }

    private String result(String type) {
        if (!isRecord) {
            return type;
        }
        arrays.record("record Result(" + type + " first, long number, " + type + " second) {}");
        return "Result";
    }

    /** {@return a statement that returns an array, of a record with another one of some} */
    private String returning(String array, List<String> all) {
        return isRecord
                ? "return new Result(" + array + ", " + shared.oneOf(List.of("n", "count * 3L", "offset")) + ", "
                        + shared.oneOf(all) + ");"
                : "return " + array + ";";
    }

    private void part() {
        if (hasRecords && shared.percent(40)) {
            records.write();
            return;
        }
        int choice = shared.random.nextInt(100);
        if (choice < 45 && !arrays.matrices.isEmpty()) {
            new ArraysLoops(arrays, lines).write(nest.repeated ? "" : end);
        } else if (choice < 70) {
            parts.next();
        } else if (choice < 90 || nest.repeated) {
            temporary();
        } else {
            steps();
        }
    }

    /** Notes why the kernel may be refused: for what loops do with rows that can only be done with whole arrays. */
    private void explain() {
        // Each array that is one of two doubles the orders that others are in.
        if (nest.orders << choices > MOST_COPIES) {
            arrays.codes.add(Message.ARRAY_CHOICE);
        }
        if (nest.outputs.stream().noneMatch(array -> arrays.rows.containsKey(array.name()))) {
            return;
        }
        // A loop around that is not the host's cannot make arrays either.
        if (contains(NestCarriers.Kind.COMPACTION.comment()) || contains(ArraysLoops.Kind.COMPACTION.comment())) {
            arrays.codes.addAll(List.of(Message.LOOP_DEPENDENCE, Message.LOOP_CARRIED, Message.ALLOCATION));
        }
        // One that also reads other rows of its array.
        if (contains(NestCarriers.Kind.RECURRENCE.comment())) {
            arrays.codes.addAll(List.of(Message.LOOP_DEPENDENCE, Message.ALLOCATION));
        }
        if (contains(NestCarriers.Kind.ROTATION.comment())) {
            arrays.codes.addAll(List.of(Message.ARRAY_CHOICE, Message.ALLOCATION));
        }
    }

    private boolean contains(String comment) {
        return text().contains(comment);
    }

    /** An array for some loops: in a block, under a condition, or in each step of the host. */
    private void temporary() {
        boolean wasRepeated = nest.repeated;
        int known = nest.scalars.size();
        int choice = shared.random.nextInt(3);
        String condition = shared.oneOf(List.of("n > 1", "count > 5", "offset != 1", "m < 6"));
        String opening = choice == 0 ? "{" : choice == 1 ? "if (" + condition + ") {" : "";
        nest.repeated = true;
        if (opening.isEmpty()) {
            LoopHead.any(shared, shared.newName("round"), NumberType.INT, "0", "steps", 1, shared.percent(25))
                    .write(lines, shared.newName("time"), "", _ -> inside());
        } else {
            lines.line(opening);
            lines.indented(this::inside);
            lines.line("}");
        }
        nest.repeated = wasRepeated;
        nest.scalars.subList(known, nest.scalars.size()).clear();
    }

    /** Steps, each of which makes arrays and goes on with those of the last. */
    private void steps() {
        int known = nest.scalars.size();
        ArrayName into = shared.oneOf(nest.outputs);
        List<ArrayName> now = new ArrayList<>();
        for (int i = shared.oneOf(List.of(1, 1, 2)); i > 0; i--) {
            ArrayName start = shared.oneOf(nest.outputs);
            ArrayName array = new ArrayName(shared.newName("now"), start.type(), "");
            boolean isAnother = shared.percent(60);
            lines.line(array.type().text() + "[] " + array.name() + " = "
                    + (isAnother ? start.name() : making.array(array.type(), declared)) + ";");
            if (isAnother) {
                // A loop may read the array that it writes by its other name.
                arrays.codes.addAll(List.of(Message.LOOP_CARRIED, Message.LOOP_CONDITION));
            }
            now.add(array);
        }
        nest.repeated = true;
        nest.inputs.addAll(now);
        LoopHead.any(shared, shared.newName("round"), NumberType.INT, "0", "steps", 1, shared.percent(25))
                .write(lines, shared.newName("time"), "", _ -> step(now));
        nest.inputs.removeAll(now);
        nest.repeated = false;
        nest.scalars.subList(known, nest.scalars.size()).clear();
        now.forEach(array -> making.shown(array, into, lines));
        arrays.codes.addAll(List.of(Message.ARRAY_CHOICE, Message.LOOP_DEPENDENCE));
    }

    private void step(List<ArrayName> now) {
        List<ArrayName> next = new ArrayList<>();
        for (ArrayName array : now) {
            ArrayName other = new ArrayName(shared.newName("next"), array.type(), "");
            lines.line(array.type().text() + "[] " + other.name() + " = "
                    + making.array(array.type(), shared.percent(70) ? List.of(array) : declared) + ";");
            next.add(other);
        }
        nest.outputs.addAll(next);
        parts.next();
        nest.outputs.removeAll(next);
        for (ArrayName array : now) {
            // What several arrays may be together multiplies the code.
            String condition = now.size() == 1 && shared.percent(20) ? "if (" + shared.oneOf(CONDITIONS) + ") " : "";
            List<ArrayName> alike =
                    next.stream().filter(other -> other.type() == array.type()).toList();
            lines.line(condition + array.name() + " = " + shared.oneOf(alike).name() + ";");
        }
    }

    private void inside() {
        ArrayName into = shared.oneOf(nest.outputs);
        String name = shared.newName("temp");
        NumberType type = shared.percent(50) ? into.type() : shared.anyType();
        if (shared.percent(30)) {
            Matrix matrix = new Matrix(name, type);
            lines.line(type.text() + "[][] " + name + " = " + making.matrix(type) + ";");
            arrays.matrices.add(matrix);
            new ArraysLoops(arrays, lines).write("");
            making.shown(matrix, into, lines);
            arrays.matrices.remove(matrix);
            return;
        }
        ArrayName array = new ArrayName(name, type, "");
        lines.line(type.text() + "[] " + name + " = " + making.array(type, declared) + ";");
        nest.outputs.add(array);
        if (shared.percent(70)) {
            parts.next();
        } else {
            part();
        }
        nest.outputs.remove(array);
        making.shown(array, into, lines);
    }

    /** Shows what is in arrays that are not returned. */
    private void show(String returned) {
        for (ArrayName array : made) {
            if (nest.outputs.contains(array) && !array.name().equals(returned)) {
                ArrayName seen = new ArrayName("seen" + array.name(), array.type(), "");
                arrays.parameter(seen.name(), seen.type());
                making.shown(array, seen, lines);
            }
        }
        for (Matrix matrix : madeMatrices) {
            if (!matrix.name().equals(returned)) {
                ArrayName seen = new ArrayName("seen" + matrix.name(), matrix.type(), "");
                arrays.parameter(seen.name(), seen.type());
                making.shown(matrix, seen, lines);
            }
        }
    }

    private void end(String returned, List<String> all) {
        if (!returned.isEmpty() && nest.returned != null) {
            nest.last.add(nest.returned);
            nest.returned = null;
        }
        String scalar = parts.end();
        if (returned.isEmpty()) {
            result = scalar;
        } else {
            lines.line(returning(returned, all));
        }
    }

    String result() {
        return result;
    }

    String text() {
        return lines.toString();
    }

    Set<String> own() {
        return own;
    }

    RecordLoops records() {
        return records;
    }

    Map<String, Integer> dimensions() {
        return dimensions;
    }
}
