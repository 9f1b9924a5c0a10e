package dev.gpukernel.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The arrays that a generated kernel has so far, and what can be read of them at an index. */
final class StorageScope {
    /** What an array is stored as. */
    enum Kind {
        NUMBERS,
        ROWS,
        PLANES,
        RECORDS,
        SEGMENT
    }

    /**
     * An array.
     *
     * @param type of its numbers; of no meaning for records
     * @param owner the parameter or made array that it is, or is a part of
     * @param isWhole whether a kernel can return it
     * @param isReadable whether its elements can be read: those of some records may be null
     */
    record Storage(String name, Kind kind, NumberType type, String owner, boolean isWhole, boolean isReadable) {}

    final KernelClass shared;
    final SourceLines lines = new SourceLines(2);

    /** Of all numbers but those of segments. */
    final NumberType type;

    /** The layout of each segment parameter. */
    final Map<String, String> layouts = new LinkedHashMap<>();

    private final List<Storage> known = new ArrayList<>();
    private final List<Storage> made = new ArrayList<>();
    private final Map<String, String> methods = new LinkedHashMap<>();
    private int results;

    StorageScope(KernelClass shared, boolean isSameLayout) {
        this.shared = shared;
        this.type = shared.oneOf(NumberType.numeric());
        for (String name : List.of("x", "y", "z")) {
            add(name, Kind.NUMBERS);
        }
        add("a", Kind.ROWS);
        add("b", Kind.ROWS);
        add("v", Kind.PLANES);
        add("p", Kind.RECORDS);
        add("q", Kind.RECORDS);
        NumberType first = shared.percent(50) ? type : anyNumber();
        segment("s", first);
        segment("t", isSameLayout || shared.percent(60) ? first : anyNumber());
    }

    private NumberType anyNumber() {
        return shared.oneOf(NumberType.numeric());
    }

    private void add(String name, Kind kind) {
        known.add(new Storage(name, kind, type, name, kind != Kind.PLANES, true));
    }

    private void segment(String name, NumberType held) {
        known.add(new Storage(name, Kind.SEGMENT, held, name, false, true));
        layouts.put(
                name,
                "ValueLayout.JAVA_" + held.name()
                        + (held != NumberType.BYTE && shared.percent(25) ? "_UNALIGNED" : ""));
    }

    /** Takes note of an array that the kernel makes, and returns it. */
    Storage made(String name, Kind kind, boolean isReadable) {
        Storage array = new Storage(name, kind, type, name, true, isReadable);
        known.add(array);
        made.add(array);
        return array;
    }

    /** Takes note of a part of an array under a name of its own. */
    void part(String name, Kind kind, Storage of) {
        known.add(new Storage(name, kind, of.type(), of.owner(), false, true));
    }

    /** Lets nothing use parts of an array by names from before. */
    void forgetParts(String owner) {
        known.removeIf(array -> array.owner().equals(owner) && !array.name().equals(owner));
    }

    /** {@return the arrays that the kernel made} */
    List<Storage> made() {
        return List.copyOf(made);
    }

    /** {@return what the segments are of, by name} */
    Map<String, NumberType> segments() {
        return known.stream()
                .filter(array -> array.kind() == Kind.SEGMENT)
                .collect(Collectors.toMap(Storage::name, Storage::type));
    }

    /** {@return the arrays that a kernel can return} */
    List<Storage> whole() {
        return known.stream()
                .filter(array -> array.isWhole() && array.kind() != Kind.SEGMENT)
                .toList();
    }

    /** Lets what is made in a block be unknown after it. */
    void inBlock(Runnable body) {
        List<Storage> before = List.copyOf(known);
        List<Storage> outside = List.copyOf(made);
        made.clear();
        body.run();
        known.retainAll(before);
        made.clear();
        made.addAll(outside);
    }

    /** {@return an array that is passed} */
    Storage passed(String name) {
        return known.stream()
                .filter(array -> array.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** {@return an array of a kind to read or write, more often what was added last} */
    Storage any(Kind kind) {
        return any(kind, _ -> true);
    }

    /** {@return an array of a kind that is no part of another one's} */
    Storage other(Kind kind, Storage than) {
        return any(kind, array -> !array.owner().equals(than.owner()));
    }

    private Storage any(Kind kind, Predicate<Storage> fits) {
        List<Storage> all = known.stream()
                .filter(array -> array.kind() == kind && array.isReadable() && fits.test(array))
                .toList();
        return shared.percent(70) ? all.getLast() : shared.oneOf(all);
    }

    /** {@return a number of another array at an index, as a long or the type itself} */
    String read(String index, Storage... written) {
        List<Storage> all = known.stream()
                .filter(array -> array.isReadable()
                        && List.of(written).stream()
                                .noneMatch(other -> other.owner().equals(array.owner())))
                .toList();
        Storage array = shared.percent(35) ? all.getLast() : shared.oneOf(all);
        return element(array, index);
    }

    /** {@return an element, a number, of an array of any kind} */
    String element(Storage array, String index) {
        String name = array.name();
        return switch (array.kind()) {
            case NUMBERS -> name + "[" + index + "]";
            case ROWS -> name + "[" + index + "][" + shared.oneOf(List.of("0", "m - 1", "1")) + "]";
            case PLANES -> name + "[1][" + index + "][" + shared.oneOf(List.of("0", "m - 1")) + "]";
            case RECORDS -> component(name + "[" + index + "]");
            case SEGMENT -> get(name, index);
        };
    }

    /** {@return a number in a record} */
    String component(String record) {
        return record + shared.oneOf(List.of(".mass()", ".at().left()", ".at().right()", ".tag()"));
    }

    /** {@return an element of a segment, by any of its names} */
    String get(String segment, String index) {
        return segment + ".getAtIndex(" + layout(segment) + ", " + index + ")";
    }

    String set(String segment, String index, String value) {
        return segment + ".setAtIndex(" + layout(segment) + ", " + index + ", " + value + ");";
    }

    String layout(String segment) {
        String own = known.stream()
                .filter(array -> array.name().equals(segment))
                .findFirst()
                .map(Storage::owner)
                .orElse("s");
        return layouts.getOrDefault(own, "none");
    }

    /** {@return how many elements a segment has} */
    String count(Storage segment) {
        return segment.name() + ".byteSize() / "
                + shared.oneOf(List.of(layout(segment.name()) + ".byteSize()", String.valueOf(bytes(segment.type()))));
    }

    private static int bytes(NumberType type) {
        return switch (type) {
            case BYTE, BOOLEAN -> 1;
            case SHORT, CHAR -> 2;
            case INT, FLOAT -> 4;
            case LONG, DOUBLE -> 8;
        };
    }

    /** {@return some number of a type from another one, and from an index} */
    String value(NumberType as, String from, String index) {
        String expression = shared.oneOf(List.of("X", "X + I", "X * 3 - I", "2 * X", "X - 1"))
                .replace("I", index);
        return "(" + as.text() + ") (" + expression.replace("X", from) + ")";
    }

    /** {@return a new record} */
    String item(String from, String index) {
        String left = value(NumberType.INT, from, index);
        String mass = value(type, shared.percent(50) ? from : index, "2");
        return "new Item(new Pair(" + left + ", " + index + "), " + mass + ", (byte) " + index + ")";
    }

    /** Stores a long, for the comparison to see. */
    void result(String value) {
        lines.line("res[" + results + "] = " + value + ";");
        results++;
    }

    /** Writes a loop over an index, upwards or downwards. */
    void loop(String variable, String from, String to, Runnable body) {
        LoopHead.any(shared, variable, NumberType.INT, from, to, 1, shared.percent(20))
                .write(lines, shared.newName("next"), "", _ -> body.run());
    }

    /** Writes a loop that must count upwards by one, as its order is told from it. */
    void upwards(String variable, String from, String to, Runnable body) {
        lines.line("for (int " + variable + " = " + from + "; " + variable + " < " + to + "; " + variable + "++) {");
        lines.indented(body);
        lines.line("}");
    }

    /** {@return the name of a method, which is made if there is none} */
    String method(String kind, String source) {
        methods.computeIfAbsent(
                kind,
                _ -> source.replace("NAME", kind)
                        .replaceAll("\\bT\\b", type.text())
                        .indent(4));
        return kind;
    }

    String methods() {
        return String.join("\n", methods.values());
    }
}
